"""Keeps a picture whenever something new is seen at rest, and names it in what was read."""

from dataclasses import replace

from companion.archive.pictures import Pictures
from companion.camera.encoding import as_jpeg
from companion.camera.lookout import Sighting
from companion.common.errors import CompanionError
from companion.tabletop.observation import Observation

LONGEST = 960
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
        try:
            name = self._pictures.keep(as_jpeg(sighting.frame.image, LONGEST, QUALITY))
        except CompanionError as error:
            self.trouble = str(error)
            return None
        self.trouble = ""
        return name
