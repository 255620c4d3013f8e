"""The Pi's own camera: Camera Module 2 and 3 and the HQ camera, through picamera2.

Two streams come from the sensor at once. The small one tells whether something moves, at little
cost. While it does, frames are that small picture, enlarged; as soon as the scene has settled they
are full-resolution stills. All frames have the same size, so nobody downstream need care.
"""

import time
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np

from hardware.camera import CameraError, FoundCamera, Size
from hardware.frame import Frame, Image
from hardware.motion import Motion
from hardware.process.hold import Hold, HoldStep

_SMALL = 640
"""Width of the stream for motion."""
_LONGEST, _SHORTEST = 250_000, 100_000
"""Microseconds a frame may take: long enough for dim rooms, short enough to notice a hand."""
_FORMATS = ("RGB888", "YUV420", "NV12")
"""What pictures may be: the first is B, G, R in memory, the others brightness and then colours."""


def list_pi_cameras() -> list[FoundCamera]:
    """The camera modules that libcamera sees; none where picamera2 is not installed."""
    try:
        infos = _library()[0].Picamera2.global_camera_info()
    except CameraError:
        return []
    except Exception as error:  # libcamera raises whatever its C++ side raised
        raise CameraError("libcamera-failed", reason=str(error)) from error
    # A camera is opened by its place in this list, which need not be libcamera's own number.
    # USB cameras are in it too; those are opened as `usb:N`.
    return [
        FoundCamera(f"picamera2:{place}", str(info.get("Model", "?")))
        for place, info in enumerate(infos)
        if "usb" not in str(info.get("Id", "")).lower()
    ]


class PiCamera:
    """A camera module on the Pi's ribbon cable; see the module's description."""

    def __init__(self, name: str, number: int = 0, size: Size | None = None) -> None:
        library, self._controls = _library()
        self.id = name
        self._closed = False
        self._hold, self._motion = Hold(), Motion()
        self._camera: Any = None
        try:
            count = len(library.Picamera2.global_camera_info())
            if number >= count:
                raise CameraError("camera-not-on-ribbon", camera=name, n=count)
            self._camera = library.Picamera2(number)
            width, height = size or self._camera.sensor_resolution
            narrow = min(_SMALL, width // 2 * 2)  # picamera2 refuses a small stream that is larger
            small = (narrow, max(2, int(narrow * height / width / 2) * 2))
            self._camera.configure(
                self._camera.create_still_configuration(
                    main={"size": (width, height), "format": "RGB888"},  # in memory: B, G, R
                    lores={"size": small, "format": "YUV420"},
                    buffer_count=3,
                    controls={"FrameDurationLimits": (_SHORTEST, _LONGEST)},
                )
            )
            # The hardware may have wishes of its own about sizes and formats.
            chosen = self._camera.camera_configuration()
            self._size: Size = tuple(chosen["main"]["size"])
            self._small: Size = tuple(chosen["lores"]["size"])
            self._formats = {name: chosen[name]["format"] for name in ("main", "lores")}
            unknown = {*self._formats.values()} - {*_FORMATS}
            if unknown:
                raise RuntimeError(f"pictures come as {', '.join(sorted(unknown))}")
            self._camera.start()
            self._focus()
        except CameraError:
            raise
        except Exception as error:  # libcamera raises whatever its C++ side raised
            self.close()
            raise CameraError("camera-in-use", camera=name, reason=str(error)) from error

    def frames(self) -> Iterator[Frame]:
        """The newest picture, again and again, until the camera is closed.

        Raises:
            CameraError: The camera failed.
        """
        while not self._closed:
            try:
                image = self._next()
            except Exception as error:
                if self._closed:
                    return
                why = str(error)
                raise CameraError("camera-failed", camera=self.id, reason=why) from error
            yield Frame(image, time.time(), self.id)

    def close(self) -> None:
        """Stop the camera and let go of it."""
        self._closed = True
        camera, self._camera = self._camera, None
        if camera is not None:
            camera.stop()
            camera.close()

    def _next(self) -> Image:
        request = self._camera.capture_request(flush=True)
        try:
            small = request.make_array("lores")
            width, height = self._small
            grey = small[:height, :width]
            now = time.monotonic()
            settled = self._motion.see(grey, now)
            step = self._hold.see(grey, now)
            if step is HoldStep.LOCK:
                self._lock(request.get_metadata())
            elif step is HoldStep.RELEASE:
                self._set({"AeEnable": True, "AwbEnable": True})
            if settled:
                return to_bgr(request.make_array("main"), self._formats["main"], self._size)
        finally:
            request.release()
        colour = to_bgr(small, self._formats["lores"], self._small)
        return np.asarray(cv2.resize(colour, self._size), dtype=np.uint8)

    def _focus(self) -> None:
        """Focus once, and stay there; only the Camera Module 3 has a lens that moves."""
        if "AfMode" not in self._camera.camera_controls:
            return
        self._camera.autofocus_cycle()
        position = self._camera.capture_metadata().get("LensPosition")
        controls: dict[str, Any] = {"AfMode": self._controls.AfModeEnum.Manual}
        if position is not None:
            controls["LensPosition"] = position
        self._set(controls)

    def _lock(self, measured: dict[str, Any]) -> None:
        """Keep the exposure and the white balance that the camera has found."""
        controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
            if name in measured:
                controls[name] = measured[name]
        self._set(controls)

    def _set(self, controls: dict[str, Any]) -> None:
        """Set what this camera has: one that sees no colours has no white balance."""
        known = self._camera.camera_controls
        self._camera.set_controls({name: controls[name] for name in controls if name in known})


def to_bgr(array: Any, kind: str, size: Size) -> Image:
    """A picture of a stream as B, G, R; its rows may be padded on the right.

    A configuration for stills has the colour space of JPEG, whose brightness goes from 0 to 255.
    OpenCV's own ways from YUV420 and NV12 take it for that of films, from 16 to 235.
    """
    width, height = size
    if kind == "RGB888":
        return np.asarray(array[:height, :width], dtype=np.uint8)
    rows, pairs = height // 2, array.shape[1] // 2
    colours = array[height : height + rows]
    blue, red = (
        colours.reshape(2, rows, pairs)
        if kind == "YUV420"
        else np.moveaxis(colours.reshape(rows, pairs, 2), 2, 0)
    )
    full = (cv2.resize(np.ascontiguousarray(half[:, : width // 2]), size) for half in (red, blue))
    planes = cv2.merge([np.ascontiguousarray(array[:height, :width]), *full])
    return np.asarray(cv2.cvtColor(planes, cv2.COLOR_YCrCb2BGR), dtype=np.uint8)


def _library() -> tuple[Any, Any]:
    """The module `picamera2`, and libcamera's names for controls; both come with the system."""
    try:
        import picamera2
        from libcamera import controls
    except ImportError as error:
        raise CameraError("picamera2-missing", reason=str(error)) from error
    except ValueError as error:
        # numpy's answer to a module that was compiled for another numpy, mostly simplejpeg.
        raise CameraError("picamera2-broken", reason=str(error)) from error
    return picamera2, controls
