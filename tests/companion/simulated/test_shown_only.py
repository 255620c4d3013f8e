"""A game whose pieces no eye can read is shown under a camera; its people tell the rest."""

from pathlib import Path

import pytest

from companion.camera.eyes.opening import open_table_eye
from companion.camera.eyes.own_kit import OwnEyes
from companion.common.errors import InputError
from companion.games.windmill_hill import GAME
from companion.log.events import REFEREE, Confirm, Play
from companion.log.history import ENDED
from companion.simulated.rehearsal import Rehearsal

SMALL = (640, 360)


def test_a_whole_game_is_played_under_a_camera_that_only_shows_it(tmp_path: Path) -> None:
    made = Rehearsal(tmp_path, GAME, "shown", open_table_eye, size=SMALL)
    with made.table:
        assert made.performance.read == frozenset()
        made.play()
        assert made.wrong == []
        assert made.table.now.phase == ENDED
        assert GAME.score(made.table.now.state) == GAME.score(made.people.state)
        entered = [e for e in made.table.events() if isinstance(e.action, Play | Confirm)]
        assert any(event.by.role == REFEREE for event in entered)
        assert made.newest is not None
        assert made.newest.frame.image.std() > 10, "a table lies there"


def test_an_eye_that_can_not_read_a_game_says_so() -> None:
    with pytest.raises(InputError, match=r"^Windmill Hill: no eye can read its pieces yet$"):
        OwnEyes(GAME, GAME.setup({"players": 2}))
