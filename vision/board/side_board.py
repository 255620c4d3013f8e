"""A board that lies somewhere beside the main one: found by its picture, read like the main one."""

import cv2
import numpy as np

from companion.tabletop.chart import Board
from companion.tabletop.outlines import Outline
from vision.board.main_board import BoardReader
from vision.geometry import Image, Matrix, Points
from vision.reading.zone_reading import ZoneReading
from vision.viewpoint.finding_board import BoardError, Reference
from vision.viewpoint.refining import BoardDetails, refined
from vision.viewpoint.table_camera import Anchors, TableCamera, lying
from vision.viewpoint.view import BoardSize, View

_ALIKE = 0.5
"""Share of its parts that must look as they should."""
_GRID = 4


class SideBoard:
    """Follows one board and lets it be read.

    Args:
        board: Where it should lie, and its places.
        region: Where on the table it may lie.
        picture: It from above.
        reader: Reads its places.
    """

    def __init__(self, board: Board, region: Outline, picture: Image, reader: BoardReader) -> None:
        self._board, self._reader = board, reader
        self._region = np.array(region)
        self._size = BoardSize(*board.size)
        self._reference = Reference(picture, self._size)
        self._details = BoardDetails.of(picture, *board.size)
        self._at: tuple[Points, float] = (np.array(board.at), board.turn)
        self._searched = False

    def forget(self) -> None:
        """The camera has moved: it may be worth searching again."""
        self._searched = False

    def read(self, image: Image, camera: TableCamera) -> ZoneReading | None:
        """What lies on it; None when it can't be found."""
        found = self._near(image, camera)
        if found is None and not self._searched:
            self._searched = True
            found = self._anywhere(image, camera)
        if found is None:
            return None
        self._at = found
        return self._reader.read(image, camera.over(*found))

    def _near(self, image: Image, camera: TableCamera) -> tuple[Points, float] | None:
        """Where it was, give or take some millimetres."""
        corners = camera.over(*self._at).pixels(self._corners)
        rough = cv2.getPerspectiveTransform(
            self._size.corners.astype(np.float32), corners.astype(np.float32)
        )
        exact = refined(image, np.asarray(rough, np.float64), self._details)
        return self._lies(image, camera, exact)

    def _anywhere(self, image: Image, camera: TableCamera) -> tuple[Points, float] | None:
        try:
            view = self._reference.find(image)
        except BoardError:
            return None
        return self._lies(image, camera, view.homography)

    def _lies(
        self, image: Image, camera: TableCamera, homography: Matrix
    ) -> tuple[Points, float] | None:
        view = View(homography)
        if self._reference.agreement(image, view) < _ALIKE:
            return None
        x, y = np.meshgrid(*np.linspace(self._corners[0], self._corners[2], _GRID).T)
        points = np.stack([x, y], axis=-1).reshape(-1, 2)
        pixels = view.pixels(points - self._corners[0])
        left, top, turn = lying(camera, Anchors(points, pixels, np.ones(len(points)), free=True))
        at = np.array([left, top])
        low, high = self._region.min(axis=0), self._region.max(axis=0)
        if (at < low).any() or (at > high).any():
            return None  # another board that looks like this one
        return at, float(np.rad2deg(turn))

    @property
    def _corners(self) -> Points:
        """Upper left, upper right, lower right, lower left, around its middle."""
        return self._size.corners - np.array([self._size.width, self._size.height]) / 2
