"""Nobody finds out what another player has told by telling it for them."""

from pathlib import Path

import pytest

from companion.games.windmill_hill import GAME
from companion.log.events import THE_HOST, Play
from companion.table.table import Table
from tests.companion.tables import do, refused, seat


@pytest.mark.parametrize("mine", [None, "low"])
@pytest.mark.parametrize("theirs", ["high", "north"])
def test_a_right_guess_is_refused_like_a_wrong_one(
    tmp_path: Path, theirs: str, mine: str | None
) -> None:
    with Table.create(tmp_path / "game.log", GAME, {"players": 2}) as table:
        do(table, Play("wind 3"), THE_HOST)
        do(table, Play(f"hold 1 {theirs}"), seat(1))
        if mine:
            do(table, Play(f"hold 0 {mine}"), seat(0))
        answer = refused(table, Play("hold 1 high"), seat(0))
        assert answer.reason == "forbidden"
