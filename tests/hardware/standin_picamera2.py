"""A stand-in for picamera2 and libcamera. It is NOT picamera2.

It has the part of picamera2's interface that `hardware/pi.py` uses, and it is as strict as the
real one: controls must exist, requests must be released, streams must be configured. It shows a
grey table with a square that can be moved. `test_picamera2_source.py` holds names, parameters and
messages against the source of the real package; what they do was compared by reading it (0.3.38):

- `global_camera_info`: dicts with Model, Location, Rotation, Id and Num, sorted so that USB cameras
  come last; early versions have no Num.
- `Picamera2(camera_num)`: a place in that list, not libcamera's number; RuntimeError "Camera
  __init__ sequence did not complete." when somebody else has it.
- `sensor_resolution`, `camera_controls` (name: least, most, default), `camera_configuration`.
- `create_still_configuration(main, lores, raw, transform, colour_space, buffer_count=1, controls,
  display, encode, queue)`: only `size` and `format` in a stream; sizes are made even.
- `configure`: refused while it runs; a size must be a tuple; the small stream must be YUV and no
  larger than the main one, in neither direction; what libcamera chose is written into the
  configuration.
- `start`, `stop` (also when it is not running), `close` (stops by itself).
- `set_controls`: RuntimeError for a control that libcamera does not advertise.
- `autofocus_cycle(wait, signal_function)`: whether it found a focus; needs AfMode and AfTrigger.
- `capture_metadata`, `capture_request(wait, signal_function, flush)`: with `flush=True` a frame
  that was exposed after the call. They wait without an end when no frame comes, so that one that
  hangs is the supervisor's business; here a broken one raises instead.
- `make_array`: RGB888 as rows of B, G, R without padding; YUV420 half as high again, rows as long
  as the stride. `get_metadata`, `release` (once).
"""

import sys
import time
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import numpy as np

SENSOR = (1152, 648)
PADDING = 32


class StandInRequest:
    """What `capture_request` gives; it must be released."""

    def __init__(self, camera: "StandInPicamera2") -> None:
        self._camera = camera
        self._released = False

    def make_array(self, name: str) -> np.ndarray:
        assert not self._released, "a request is gone once it is released"
        stream = self._camera.camera_config[name]
        width, height = stream["size"]
        noise = np.random.default_rng(self._camera.shown).integers(0, 3, (height, width), np.uint8)
        grey = np.full((height, width), self._camera.brightness, np.uint8) + noise
        x = self._camera.square * width // 10
        grey[height // 4 : height // 2, x : x + width // 8] = 250
        if stream["format"] == "RGB888":
            return np.dstack([grey, grey, np.minimum(grey, 200)])
        if stream["format"] == "NV12":
            return np.vstack([grey, np.full((height // 2, width), 128, np.uint8)])
        assert stream["format"] == "YUV420"
        # The rows of the real one are as long as the hardware likes them.
        luma = np.pad(grey, ((0, 0), (0, PADDING)))
        return np.vstack([luma, np.full((height // 2, width + PADDING), 128, np.uint8)])

    def get_metadata(self) -> dict[str, Any]:
        found = {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (1.8, 1.4)}
        return found | ({"LensPosition": 2.25} if "AfMode" in self._camera.camera_controls else {})

    def release(self) -> None:
        assert not self._released
        self._released = True
        self._camera.lent -= 1


class StandInPicamera2:
    """The documented calls of the class `Picamera2`."""

    #: What is on the ribbon cables; a test may change it.
    infos: ClassVar[list[dict[str, Any]]] = []
    #: The last one that was made.
    last: ClassVar["StandInPicamera2 | None"] = None
    in_use: ClassVar[bool] = False
    moves_its_lens: ClassVar[bool] = True
    sees_colours: ClassVar[bool] = True
    #: The format that all streams get, whatever was asked for.
    insists_on: ClassVar[str] = ""

    def __init__(self, camera_num: int = 0) -> None:
        info = self.global_camera_info()[camera_num]
        if type(self).in_use:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.model = info["Model"]
        self.sensor_resolution = SENSOR
        self.camera_config: dict[str, Any] = {}
        self.set: list[dict[str, Any]] = []
        self.started = self.closed = self.broken = False
        self.lent = self.shown = self.square = self.focused = 0
        self.brightness = 100
        type(self).last = self

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        # USB cameras come last, and the others not in the order of their numbers.
        return sorted(
            StandInPicamera2.infos,
            key=lambda info: ("/usb" not in info["Id"], info["Id"]),
            reverse=True,
        )

    @property
    def camera_controls(self) -> dict[str, tuple[Any, Any, Any]]:
        found = {
            "AeEnable": (False, True, None),
            "AwbEnable": (False, True, None),
            "ExposureTime": (1, 66666, 20000),
            "AnalogueGain": (1.0, 16.0, 1.0),
            "ColourGains": (0.0, 32.0, None),
            "FrameDurationLimits": (33333, 120000, None),
        }
        if not self.sees_colours:
            del found["AwbEnable"], found["ColourGains"]
        lens = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
        return found | (lens if self.moves_its_lens else {})

    def create_still_configuration(
        self,
        main: dict[str, Any],
        lores: dict[str, Any] | None = None,
        *,
        buffer_count: int = 1,
        controls: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        for stream in (main, lores or {}):
            assert set(stream) <= {"size", "format"}
            if stream:
                width, height = stream["size"]
                stream["size"] = (width // 2 * 2, height // 2 * 2)
        return {"main": main, "lores": lores, "buffer_count": buffer_count, "controls": controls}

    def configure(self, camera_config: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        main, lores = camera_config["main"]["size"], camera_config["lores"]["size"]
        if type(main) is not tuple or type(lores) is not tuple:
            raise RuntimeError("size in main stream should be (width, height)")
        if lores[0] > main[0] or lores[1] > main[1]:
            raise RuntimeError("lores stream dimensions may not exceed main stream")
        if camera_config["lores"]["format"] != "YUV420":
            raise RuntimeError("lores stream must be YUV")
        self.set_controls(camera_config["controls"] or {})
        self.set.clear()
        for stream in (camera_config["main"], camera_config["lores"]):
            stream["format"] = self.insists_on or stream["format"]
        self.camera_config = camera_config

    def camera_configuration(self) -> dict[str, Any]:
        return self.camera_config

    def start(self) -> None:
        assert self.camera_config
        self.started = True

    def stop(self) -> None:
        self.started = False

    def close(self) -> None:
        self.closed = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        unknown = set(controls) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self.set.append(controls)

    def autofocus_cycle(self) -> bool:
        self.focused += 1
        return True

    def capture_metadata(self) -> dict[str, Any]:
        return StandInRequest(self).get_metadata()

    def capture_request(self, flush: bool | None = None) -> StandInRequest:
        if self.broken or not self.started:
            raise RuntimeError("Camera frontend has timed out!")
        time.sleep(0.01)
        self.shown += 1
        self.lent += 1
        assert self.lent <= self.camera_config["buffer_count"], "somebody keeps the buffers"
        return StandInRequest(self)


def modules() -> dict[str, ModuleType]:
    """What to put into `sys.modules` in place of the real ones."""
    picamera2, libcamera = ModuleType("picamera2"), ModuleType("libcamera")
    picamera2.Picamera2 = StandInPicamera2
    libcamera.controls = SimpleNamespace(AfModeEnum=SimpleNamespace(Manual=0, Auto=1, Continuous=2))
    return {"picamera2": picamera2, "libcamera": libcamera}


def install(monkeypatch: Any, **settings: Any) -> type[StandInPicamera2]:
    """Let `import picamera2` find the stand-in, for one test."""
    for name, module in modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    info = {"Model": "imx708", "Num": 0, "Id": "base/i2c@0/imx708@1a"}
    for name, value in ({"infos": [info]} | settings).items():
        monkeypatch.setattr(StandInPicamera2, name, value)
    return StandInPicamera2
