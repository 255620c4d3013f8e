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
            # The hardware may have wishes of its own about sizes.
            chosen = self._camera.camera_configuration()
            self._size: Size = tuple(chosen["main"]["size"])
            self._small: Size = tuple(chosen["lores"]["size"])
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
                self._camera.set_controls({"AeEnable": True, "AwbEnable": True})
            if settled:
                return np.asarray(request.make_array("main"), dtype=np.uint8)
        finally:
            request.release()
        # Rows of the small stream may be padded on the right; the colour planes are as well.
        colour = cv2.cvtColor(small, cv2.COLOR_YUV2BGR_I420)[:height, :width]
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
        self._camera.set_controls(controls)

    def _lock(self, measured: dict[str, Any]) -> None:
        """Keep the exposure and the white balance that the camera has found."""
        controls: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        for name in ("ExposureTime", "AnalogueGain", "ColourGains"):
            if name in measured:
                controls[name] = measured[name]
        self._camera.set_controls(controls)


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
