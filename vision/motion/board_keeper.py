"""Keeping sight of the board: found once, checked at each look, found again after a bump."""

from dataclasses import dataclass

from companion.tabletop.problems import Problem
from vision.geometry import Image
from vision.motion.watch import Steadiness, Watch
from vision.viewpoint.finding_board import BoardError, Markers, Reference
from vision.viewpoint.tapped import Tapped
from vision.viewpoint.view import BoardSize, View

Finds = Reference | Markers | Tapped
"""By what a board is found."""


@dataclass(frozen=True, eq=False)
class BoardSighting:
    """What is known about the board at one look.

    Attributes:
        view: How the camera sees the board; None when it can't be told.
        moved: Whether the camera is not where it was at the look before.
        reason: Why there is no view.
    """

    view: View | None
    moved: bool = False
    reason: Problem | None = None


class BoardKeeper:
    """Knows where the board is, from look to look.

    Args:
        size: How large the board is.
        reference: What it looks like, markers around it, or taps that were kept.
    """

    def __init__(self, size: BoardSize, reference: Finds) -> None:
        self._size, self.reference = size, reference
        self._view: View | None = None
        self._watch: Watch | None = None

    def accept(self, image: Image, view: View) -> None:
        """Take over a view.

        Raises:
            BoardError: The picture has nothing by which a bump could be noticed.
        """
        try:
            self._watch = Watch(image, view.pixels(self._size.corners))
        except BoardError as error:
            raise BoardError("board-in-the-dark", reason=error.problem) from error
        self._view = view

    def look(self, image: Image, *, at_rest: bool = True) -> BoardSighting:
        """Say where the board is now; costly only when it has to be found.

        Args:
            image: The picture.
            at_rest: Whether nothing moves. While a hand is in the picture the last view stands;
                nobody searches for a board that is being covered.
        """
        if self._view is not None and self._watch is not None:
            steadiness = self._watch.glance(image)
            if steadiness is Steadiness.STEADY:
                return BoardSighting(self._view)
            if not at_rest:
                if steadiness is Steadiness.HIDDEN:
                    return BoardSighting(self._view)
                return BoardSighting(None, True, Problem("camera-being-moved"))
        return self._search(image)

    def _search(self, image: Image) -> BoardSighting:
        before = self._view
        try:
            view = self.reference.find(image)
            self.accept(image, view)
        except BoardError as error:
            # What was known may be wrong now, and wrong is worse than unknown.
            self._view = self._watch = None
            return BoardSighting(None, before is not None, error.problem)
        return BoardSighting(view, before is not None)
