"""The picture that goes with what was read: one is kept whenever something new is seen at rest."""

from dataclasses import replace

import cv2

from companion.archive.pictures import Pictures
from companion.camera.lookout import Sighting
from companion.common.errors import CompanionError
from companion.tabletop.observation import Observation

WIDTH = 960
QUALITY = 75


class PictureKeeper:
    """Names the picture in every observation; a zone that stays the same keeps its picture.

    Attributes:
        trouble: Why the last picture could not be kept; the game can do without.
    """

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._known: dict[str, Observation] = {}
        self.trouble = ""

    def observations(self, sighting: Sighting) -> tuple[Observation, ...]:
        """What was seen, with the picture on which it was seen first."""
        new = [seen for seen in sighting.look.observations if self._is_new(seen)]
        name = self._keep(sighting) if new else None
        for seen in new:
            self._known[seen.zone] = replace(seen, picture=name)
        return tuple(
            self._known[seen.zone] if seen.at_rest else seen for seen in sighting.look.observations
        )

    def _is_new(self, seen: Observation) -> bool:
        known = self._known.get(seen.zone)
        return seen.at_rest and (known is None or replace(known, picture=None) != seen)

    def _keep(self, sighting: Sighting) -> str | None:
        image = sighting.frame.image
        height, width = image.shape[:2]
        if width > WIDTH:
            size = (WIDTH, round(height * WIDTH / width))
            image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        try:
            name = self._pictures.keep(data.tobytes())
        except CompanionError as error:
            self.trouble = str(error)
            return None
        self.trouble = ""
        return name
