"""Characters are chosen while the game is set up, and only then."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.log.events import THE_HOST, Play
from companion.phones.desk import Desk
from companion.phones.live import Feed, Standing
from companion.phones.passes import Passes
from companion.referee.watcher import Watcher
from companion.table.table import Table
from tests.companion.tables import do
from tests.web.tables import GAME, NAME, host_client
from web import Site, create_app

HERE = {"base_url": "http://192.168.1.5", "environ_base": {"REMOTE_ADDR": "192.168.1.7"}}
OURS = {"Origin": "http://192.168.1.5"}


class Draft:
    """A table where nobody has a character yet."""

    def __init__(self, folder: Path) -> None:
        self.table = Table.create(folder / "game.log", GAME, {"players": 2})
        source = random.Random(1)
        while GAME.character_choice(state := self.table.now.state) is None:
            do(self.table, Play(GAME.move_text(GAME.chance(state, source))))
        self.watcher = Watcher(self.table)
        self.desk, self.feed = Desk(), Feed(GAME)
        self.desk.lay(NAME, self.table, self.watcher)
        self.passes = Passes.of_folder(folder)
        self.app = create_app(Site(self.feed, self.desk, self.passes))
        self.table.listen(lambda _: self.publish())
        self.publish()

    def publish(self) -> None:
        now = self.table.now
        self.feed.post(now.state, ["."], Standing(NAME, now, self.watcher.opinion))

    def join(self, seat: int, **form: str) -> None:
        data = {"code": self.passes.join_code, "name": f"N{seat}", "seat": str(seat), **form}
        phone = self.app.test_client()
        assert phone.post("/join", data=data, headers=OURS, **HERE).status_code == 303

    @property
    def characters(self) -> list[str | None]:
        return [player.character for player in self.table.now.state.players]


@pytest.fixture
def draft(tmp_path: Path) -> Iterator[Draft]:
    made = Draft(tmp_path)
    yield made
    made.table.close()


def seat_to_choose(draft: Draft) -> int:
    character_choice = GAME.character_choice(draft.table.now.state)
    assert character_choice
    return int(character_choice.seat)


def test_who_joins_may_choose_a_character(draft: Draft) -> None:
    seat = seat_to_choose(draft)
    page = draft.app.test_client().get("/join", **HERE).text
    assert f"Character, if you take seat {seat + 1}" in page
    assert "Sir Charles" in page
    draft.join(seat, character="Sir Charles")
    assert draft.characters[seat] == "sir-charles"
    event = draft.table.events()[-1]
    assert isinstance(event.action, Play)
    assert event.by.seat == seat


def test_nobody_chooses_for_another_seat_or_what_is_not_there(draft: Draft) -> None:
    seat = seat_to_choose(draft)
    draft.join(1 - seat, character="Marie")
    draft.join(seat, character="Hannibal")
    assert draft.characters == [None, None]


def test_the_page_of_the_table_asks_whoever_has_not_chosen(draft: Draft) -> None:
    host = host_client(draft.app, draft.passes)
    seat = seat_to_choose(draft)
    assert f"Whom does seat {seat + 1} play?" in host.get("/").text
    assert 'value="character marie"' in host.get("/").text


def test_after_the_deal_nothing_can_be_chosen(draft: Draft) -> None:
    while character_choice := GAME.character_choice(draft.table.now.state):
        choices, number = character_choice.choices, draft.table.now.number
        draft.desk.post(NAME, Play(next(iter(choices.values()))), THE_HOST, number)
    page = draft.app.test_client().get("/join", **HERE).text
    assert "Character, if" not in page
    before = draft.characters
    draft.join(0, character="Sir Charles")
    assert draft.characters == before
