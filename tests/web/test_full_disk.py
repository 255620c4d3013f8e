"""What the system does not let us write holds nobody up, and is said in words."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.benches.trust.served import ServedSite, served
from companion.phones import passes
from companion.settings.owners_file import file_of
from tests.waiting import until

pytestmark = pytest.mark.live


@pytest.fixture
def site(tmp_path: Path) -> Iterator[ServedSite]:
    with served(games.find(games.names()[0]), tmp_path, moves=3, has_camera=False) as found:
        yield found


def refuse(file: Path) -> Path:
    """Something in the way, so that the system takes no new edition of a file."""
    way = file.with_name(f"{file.name}.new")
    way.mkdir()
    return way


def test_somebody_joins_on_a_full_disk_and_it_is_written_when_there_is_room(
    site: ServedSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "AGAIN", 0.01)
    file = site.folder / passes.FILE
    before, way = json.loads(file.read_text()), refuse(file)
    assert site.host().post("/free", seat=0).status == 303
    phone = site.viewer()
    form = {"code": site.passes.join_code, "name": "Vera", "seat": 0}
    assert phone.post("/join", **form).status == 303
    assert site.passes.seat_of(phone.cookies["seat"]) == 0
    assert json.loads(file.read_text()) == before
    way.rmdir()
    until(lambda: json.loads(file.read_text())["hands"]["0"] == before["hands"]["0"] + 2)


def test_a_fact_that_can_t_be_written_is_refused_in_words(site: ServedSite) -> None:
    game = site.evening.game
    refuse(file_of(game, site.folder))
    fact = next(iter(next(iter(game.editions.values())).facts()))
    answer = site.host().post("/host/fact", place=fact.place, value=json.dumps(fact.value))
    assert answer.status == 409
    assert ".owner.json: " in answer.text
