"""The eye: from frames to observations.

It finds the table by its main board, watches every zone, and reads a zone when it has come to rest
and looks different from when it was read last. What is not certain is hidden or has no name, so
that people are asked; it is never entered as a fact.

    eye = Eye(chart, Kit(gallery, pictures=..., colours=...), dice, keeper)
    look = eye.look(frame)
"""

from collections.abc import Mapping

import numpy as np

from companion.tabletop.chart import Chart
from companion.tabletop.observation import Observation
from hardware.frame import Frame
from vision.dice.dice import DiceEye
from vision.geometry import Image
from vision.motion.board_keeper import BoardKeeper, BoardSighting
from vision.motion.scene import Scene, ZoneState
from vision.reading.look import Belief, Look
from vision.viewpoint.finding_board import BoardError
from vision.viewpoint.table_camera import KnownLens, TableCamera, shifted
from vision.viewpoint.view import View
from vision.zone_readers import Kit, Readers

__all__ = ["Belief", "Eye", "Kit", "Look"]

_MOVED = 2.0
"""Pixels by which the board's corners must be elsewhere before the camera counts as moved."""


class Eye:
    """Sees a table.

    Args:
        chart: Where things can be.
        kit: What things look like.
        dice: Sees dice.
        keeper: Knows where the main board is: by its picture, by markers, or by taps.
        rest: How many frames in a row must look the same before a zone has settled.
        lens: What is known about the lens; otherwise the table itself tells.
    """

    def __init__(
        self,
        chart: Chart,
        kit: Kit,
        dice: DiceEye,
        keeper: BoardKeeper,
        *,
        rest: int = 3,
        lens: KnownLens | None = None,
    ) -> None:
        self._chart, self._keeper, self._rest, self._lens = chart, keeper, rest, lens
        self._readers = Readers(chart, kit, dice)
        self._size = (0, 0)
        self._checked = False
        self._view: View | None = None
        self._camera: TableCamera | None = None
        self._scene: Scene | None = None
        self._observations: dict[str, Observation] = {}
        self._beliefs: dict[str, tuple[Belief, ...]] = {}

    @property
    def chart(self) -> Chart:
        """Where things can be."""
        return self._chart

    @property
    def camera(self) -> TableCamera | None:
        """How the table is seen; None until it was found."""
        return self._camera

    @property
    def zones(self) -> frozenset[str]:
        """The zones that it reads, when they are in the picture."""
        return frozenset(self._readers.zones)

    def look(self, frame: Frame) -> Look:
        """Take in one frame."""
        image = frame.image
        camera, scene = self._camera, self._scene
        if camera is None or scene is None or camera.size != _size(image):
            return self._find(image)
        looks = scene.look(image)
        states = {zone: look.state for zone, look in looks.items()}
        if ZoneState.CAMERA_MOVED in states.values():
            return self._find(image)
        worth = [zone for zone, look in looks.items() if look.worth_reading]
        if not worth:
            pushed = self._pushed(image, scene, states)
            return self._told(states) if pushed is None else self._seen_anew(image, pushed)
        quiet = all(state is ZoneState.SETTLED for state in states.values())
        sighting = self._keeper.look(image, at_rest=quiet)
        if sighting.view is None:
            return self._lost(sighting)
        if self._is_elsewhere(sighting.view):
            return self._seen_anew(image, sighting.view)
        for zone in worth:
            self._read(zone, image)
        return self._told(states, frozenset(worth))

    # --- where the table is ---

    def _find(self, image: Image) -> Look:
        """Look for the main board; what was read before the camera moved is read again."""
        sighting = self._keeper.look(image)
        if sighting.view is None:
            return self._lost(sighting)
        return self._seen_anew(image, sighting.view)

    def _pushed(self, image: Image, scene: Scene, states: Mapping[str, ZoneState]) -> View | None:
        """The view after a push so hard that the whole picture looks like a hand at rest."""
        if not scene.still or ZoneState.HAND not in states.values():
            self._checked = False
            return None
        if self._checked:
            return None
        self._checked = True  # a hand may rest for long, and searching costs time
        try:
            view = self._keeper.reference.find(image)
            if not self._is_elsewhere(view):
                return None
            self._keeper.accept(image, view)
        except BoardError:
            return None
        return view

    def _lost(self, sighting: BoardSighting) -> Look:
        known = self._camera is not None
        self._camera = None
        state = ZoneState.CAMERA_MOVED if known or sighting.moved else ZoneState.MOVING
        zones = dict.fromkeys(self._readers.zones, state)
        return Look(zones, self._unsettled(zones), (), camera_moved=known, reason=sighting.reason)

    def _is_elsewhere(self, view: View) -> bool:
        assert self._view is not None
        if view is self._view:
            return False
        corners = np.array(self._chart.main.size) * np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
        gaps = np.linalg.norm(view.pixels(corners) - self._view.pixels(corners), axis=1)
        # The same board found again is found a little differently.
        return bool(gaps.max() > max(_MOVED, 0.004 * max(self._size)))

    def _seen_anew(self, image: Image, view: View) -> Look:
        """Take over a view: work out the camera, and watch the zones where they are now."""
        moved = self._view is not None
        width, height = self._chart.main.size
        middle = (width / 2, height / 2)
        corners = np.array([(-width / 2, -height / 2), (width / 2, height / 2)])
        known = self._lens.camera(_size(image)) if self._lens else None
        if self._camera is not None and self._camera.size == _size(image):
            known = self._camera
        camera = TableCamera.from_view(shifted(view, middle), _size(image), corners, known)
        self._size = _size(image)
        self._view = view
        self._readers.forget()
        self._camera = self._readers.improve(image, camera, shifted(view, middle), corners)
        outlines = {zone: self._readers.outline(zone, self._camera) for zone in self._readers.zones}
        seen = {zone: each for zone, each in outlines.items() if each is not None}
        self._scene = Scene(seen, rest=self._rest)
        self._scene.look(image)
        self._observations, self._beliefs = {}, {}
        state = ZoneState.CAMERA_MOVED if moved else ZoneState.MOVING
        states = dict.fromkeys(seen, state)
        board = self._board_belief(self._camera)
        return Look(
            states, self._unsettled(states), (board,), camera_moved=moved, camera=self._camera
        )

    # --- reading ---

    def _read(self, zone: str, image: Image) -> None:
        assert self._camera is not None
        assert self._scene is not None
        reading = self._readers.read(zone, image, self._camera)
        self._observations[zone] = reading.observation()
        self._beliefs[zone] = tuple(reading.beliefs)
        outline = self._readers.outline(zone, self._camera)
        if outline is not None:
            self._scene.move_zone(zone, outline)
        self._scene.mark_read(zone)

    def _told(self, states: Mapping[str, ZoneState], read: frozenset[str] = frozenset()) -> Look:
        assert self._camera is not None
        settled = tuple(
            observation
            for zone, observation in self._observations.items()
            if states.get(zone) is ZoneState.SETTLED
        )
        beliefs = [belief for zone in self._beliefs for belief in self._beliefs[zone]]
        return Look(
            states,
            (*settled, *self._unsettled(states)),
            (self._board_belief(self._camera), *beliefs),
            read,
            camera=self._camera,
        )

    def _unsettled(self, states: Mapping[str, ZoneState]) -> tuple[Observation, ...]:
        """Zones in motion, or that can't be seen: nothing is said about them."""
        return tuple(
            Observation(zone, at_rest=False)
            for zone, state in states.items()
            if state is not ZoneState.SETTLED
        )

    def _board_belief(self, camera: TableCamera) -> Belief:
        main = self._chart.main
        return Belief(main.zone, "board", "", camera.pixels(main.outline), 1.0, True)


def _size(image: Image) -> tuple[int, int]:
    return image.shape[1], image.shape[0]
