"""Odd numbers, names and letters in a request are refused in words, by the real server too."""

from collections.abc import Iterator

import pytest

from companion import games
from companion.benches.trust.served import ServedSite, served
from companion.common.errors import InputError
from companion.common.json_reading import parse
from companion.log.events import START, THE_HOST, Event, Sit, from_line, to_line

pytestmark = pytest.mark.live
DIGITS = "9" * 5000


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    with served(games.find(games.names()[0]), tmp_path_factory.mktemp("site"), moves=3) as found:
        yield found


@pytest.mark.parametrize(
    "path",
    [
        f"/host?show=data&which=all&from={DIGITS}",
        "/host?show=data&which=all&from=%C2%B2",
        f"/history?at={DIGITS}",
        f"/history?before={DIGITS}",
        f"/setup/roll?judged={DIGITS}",
    ],
    ids=("from", "no digit", "at", "before", "judged"),
)
def test_a_number_that_nobody_means_is_none(site: ServedSite, path: str) -> None:
    assert site.host().get(path).status == 200


@pytest.mark.parametrize("value", ['"\\ud800"', '{"\\udfff": 1}', "[1e999]"])
def test_a_fact_that_nobody_could_write_down_is_refused(site: ServedSite, value: str) -> None:
    place = next(iter(next(iter(site.evening.game.editions.values())).facts())).place
    answer = site.host().post("/host/fact", place=place, value=value)
    assert answer.status == 409, answer.text
    assert not list(site.folder.glob("*.owner.json"))


@pytest.mark.parametrize("name", ["..", "1" * 5000, "[::1", "a b"], ids=range(4))
def test_who_calls_us_by_no_name_is_refused(site: ServedSite, name: str) -> None:
    sent = {"Host": name, "Accept": "text/html"}
    assert site.viewer().send("GET", "/", sent).status in (400, 403)


def test_json_holds_no_half_letter_and_no_endless_number() -> None:
    assert parse('"\\ud83c\\udfb2"', "x").value == "🎲"
    for text in ('"a\\ud800"', '{"\\udc00": 1}', "1e999", "-1e999"):
        with pytest.raises(InputError, match=r"half of a letter|too large"):
            parse(text, "x")


@pytest.mark.parametrize(
    "odd",
    ['"at":1e300', '"at":-5.0', '"at":253370764801.0', '"at":NaN'],
    ids=("late", "early", "too late", "none"),
)
def test_a_time_that_no_page_could_show_is_no_event(odd: str) -> None:
    line = to_line(Event(2, 1.0, THE_HOST, Sit(0, "Véra \U0001f3b2")), START)
    assert from_line(line).action == Sit(0, "Véra \U0001f3b2")
    with pytest.raises(InputError, match="no event"):
        from_line(line.replace('"at":1.0', odd))
