"""Kinds of tables: moves by hand, a camera that looks, or simulated people."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.common.words import say
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.log.events import ASK, AUTO, WATCH
from companion.phones.camera_view import Viewfinder
from companion.phones.lessons.classroom import Classroom
from companion.phones.photo_view import Photographs
from companion.phones.setup_view import CameraSetup

if TYPE_CHECKING:
    from companion.phones.evening import Evening

HAND, CAMERA, SIMULATED = KINDS = ("hand", "camera", "simulated")
TITLES: Mapping[str, str] = {
    HAND: say("By hand"),
    CAMERA: say("Camera"),
    SIMULATED: say("Simulated demo"),
}

AnyRules = Rules[Any, Any]


@dataclass(frozen=True)
class TableTools:
    """What people can use besides the table, for the game that is on it; None is what there is not.

    Attributes:
        window: What players may see of the table.
        setup: How the host sets the camera up.
        classroom: Where the host teaches a copy.
        photographs: Where people send photos of the table.
    """

    window: Viewfinder | None = None
    setup: CameraSetup | None = None
    classroom: Classroom | None = None
    photographs: Photographs | None = None


class TableKind(ABC):
    """One kind of table. Cameras, eyes and lessons are opened when a game is there that needs them.

    Attributes:
        name: One of `KINDS`.
        modes: How moves can be entered, that of a new game first.
        about: What the terminal says of it.
    """

    name: str
    modes: tuple[str, ...] = (ASK, WATCH, AUTO)
    about: str

    def refusal(self, game: AnyRules) -> str:
        """Why this game can't be played at such a table; empty when it can."""
        return ""

    def config(self, game: AnyRules, players: int) -> Mapping[str, object]:
        """How the next game is set up when nobody has wished for another; hands stay hidden."""
        return defaults.set_up_to_be_watched(game, players)

    def filled(self, game: AnyRules, config: Mapping[str, object]) -> Mapping[str, object]:
        """A config with what the host has left open, where nobody else decides that."""
        return config

    def tools(self, evening: "Evening") -> TableTools:
        """What people can use besides the table, for the game that is on it."""
        return TableTools()

    @abstractmethod
    def follow(self, evening: "Evening") -> None:
        """One game on the table, until it is over or `pause` says that it is interrupted."""

    def close(self) -> None:  # noqa: B027 - most have nothing that runs on
        """End whatever runs on."""


def unseen(game: AnyRules) -> str:
    """That nobody can see how a game stands."""
    return say("{game}: nobody has said what a camera sees of it.", game=game.title)
