"""Lets the real picamera2 use libcamera's virtual camera, wherever this folder is in the path.

Stand-ins: `pykms` and `pidng`, which show pictures on a screen and write raw ones: nobody here does
either. A virtual camera has no raw modes, says nothing of its exposure, and wants buffers that
libcamera made; for these a method each is overridden. A file says that the cable was pulled.
"""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import Mock

PULLED = Path("/srv/pulled")
"""While it is there no camera sends anything, as when the cable of a real one comes off."""


def _stand_in(name: str, **contents: Any) -> None:
    module = ModuleType(name)
    for word, thing in contents.items():
        setattr(module, word, thing)
    sys.modules[name] = module


_stand_in("pykms", PixelFormat=Mock())
_stand_in("pidng")
_stand_in("pidng.camdefs", Picamera2Camera=object)
_stand_in("pidng.core", PICAM2DNG=object)

try:
    import picamera2.picamera2 as real
    from picamera2.allocators.allocator import Allocator
    from picamera2.allocators.libcameraallocator import LibcameraAllocator
    from picamera2.request import CompletedRequest
except ImportError:  # the Python that makes the environment has none yet
    pass
else:

    def _largest_size(camera: Any) -> list[dict[str, Any]]:
        import libcamera

        stream = camera.camera.generate_configuration([libcamera.StreamRole.StillCapture]).at(0)
        size = (stream.size.width, stream.size.height)
        return [{"format": str(stream.pixel_format), "size": size}]

    _open, _metadata = real.Picamera2.__init__, CompletedRequest.get_metadata
    _handle = real.CameraManager.handle_request

    def _open_with_buffers(self: Any, *words: Any) -> None:
        _open(self, *words)
        self.allocator = LibcameraAllocator(self.camera)

    def _exposed(self: Any) -> dict[str, Any]:
        return {"ExposureTime": 0} | _metadata(self)

    def _handle_while_plugged(self: Any, *words: Any) -> None:
        if not PULLED.exists():
            _handle(self, *words)

    real.DmaAllocator = Allocator
    real.Picamera2.__init__ = _open_with_buffers
    real.Picamera2._get_raw_modes = _largest_size
    real.Picamera2._select_native_mode = lambda _, modes: modes[0]
    real.CameraManager.handle_request = _handle_while_plugged
    CompletedRequest.get_metadata = _exposed
