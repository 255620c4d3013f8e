"""A stand-in for picamera2 and libcamera. It is NOT picamera2.

It has that part of the interface which the Picamera2 manual and the package's own signatures
(0.3.38) describe and which `hardware/pi.py` uses, and it is as strict as the real one: controls
must exist, requests must be released, streams must be configured. It shows a grey table with a
square that can be moved.
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

    def __init__(self, camera_num: int = 0) -> None:
        if type(self).in_use:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.camera_num = camera_num
        self.sensor_resolution = SENSOR
        self.camera_config: dict[str, Any] = {}
        self.set: list[dict[str, Any]] = []
        self.started = self.closed = self.broken = False
        self.lent = self.shown = self.square = self.focused = 0
        self.brightness = 100
        type(self).last = self

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return list(StandInPicamera2.infos)

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
        lens = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
        return found | (lens if self.moves_its_lens else {})

    def create_still_configuration(
        self,
        main: dict[str, Any],
        lores: dict[str, Any] | None = None,
        buffer_count: int = 1,
        controls: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        assert set(controls or {}) <= set(self.camera_controls)
        return {"main": main, "lores": lores, "buffer_count": buffer_count, "controls": controls}

    def configure(self, camera_config: dict[str, Any]) -> None:
        assert not self.started, "the real one refuses to be configured while it runs"
        assert camera_config["lores"]["size"][0] <= camera_config["main"]["size"][0]
        assert all(n % 2 == 0 for n in camera_config["lores"]["size"]), "YUV420 has even sizes"
        for name in ("main", "lores"):
            width, height = camera_config[name]["size"]
            camera_config[name]["size"] = (width // 2 * 2, height // 2 * 2)
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
