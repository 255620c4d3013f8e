"""One picture of the table, with when and where it was taken."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """What a camera saw at one moment.

    Attributes:
        image: H x W x 3, BGR. Made read-only: everybody downstream sees the same pixels.
        taken: When, in seconds since 1970. For a video file: seconds since its start.
        camera: Which camera, as the person named it.
    """

    image: Image
    taken: float
    camera: str

    def __post_init__(self) -> None:
        if self.image.ndim != 3 or self.image.shape[2] != 3 or self.image.dtype != np.uint8:
            raise ValueError(
                f"a frame's image is H x W x 3 of uint8, not {self.image.shape} "
                f"of {self.image.dtype}"
            )
        self.image.setflags(write=False)
