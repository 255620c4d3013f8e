"""Passes and codes, and how often one may guess them."""

import re
from pathlib import Path

import pytest

from companion.common.errors import CompanionError, InputError
from companion.log.events import SEAT, THE_HOST, VIEWER, Who
from companion.phones.attempts import MEMORY, MOST_OF_ALL, MOST_OF_ONE, SPAN, Attempts
from companion.phones.passes import FILE, Passes


@pytest.fixture
def passes(tmp_path: Path) -> Passes:
    return Passes.of_folder(tmp_path / "games")


def test_the_key_is_for_its_owner_s_eyes_and_stays(passes: Passes, tmp_path: Path) -> None:
    path = tmp_path / "games" / FILE
    assert path.stat().st_mode & 0o777 == 0o600
    passes.renew(1)
    assert path.stat().st_mode & 0o777 == 0o600
    again = Passes.of_folder(tmp_path / "games")
    assert again.join_code == passes.join_code
    assert again.seat_of(passes.seat_pass(1)) == 1
    assert again.is_host(passes.host_pass())


def test_every_folder_has_codes_of_its_own(passes: Passes, tmp_path: Path) -> None:
    other = Passes.of_folder(tmp_path / "others")
    other.renew(0)
    passes.renew(0)
    assert other.host_pass() != passes.host_pass()
    assert passes.seat_of(other.seat_pass(0)) is None
    assert not passes.is_host(other.host_pass())


def test_codes_are_six_digits_and_say_who_somebody_is(passes: Passes) -> None:
    passes.renew(2)
    codes = {
        passes.join_code: Who(VIEWER),
        passes.host_pin: THE_HOST,
        passes.seat_code(2): Who(SEAT, 2),
    }
    for code, who in codes.items():
        assert re.fullmatch(r"\d{6}", code)
        assert passes.meaning(code) == who
        assert passes.meaning(f" {code[:3]} {code[3:]} ") == who
    for wrong in ("", "000", "x" * 5000, "\ud800", "é" * 6, passes.host_pass()):
        assert passes.meaning(wrong) is None


def test_a_pass_lapses_when_the_seat_changes_hands(passes: Passes) -> None:
    passes.renew(0)
    old, code = passes.seat_pass(0), passes.seat_code(0)
    assert passes.seat_of(old) == 0
    passes.renew(1)
    assert passes.seat_of(old) == 0
    passes.renew(0)
    assert passes.seat_of(old) is None
    assert passes.meaning(code) is None
    assert passes.seat_of(passes.seat_pass(0)) == 0


def test_nobody_can_write_a_pass_himself(passes: Passes) -> None:
    passes.renew(0)
    passes.renew(1)
    mine = passes.seat_pass(0)
    forged = mine.replace("seat-0", "seat-1")
    for text in (forged, mine[:-1], mine + "0", "seat-1.1.", "seat-99.1.x", "seat-².1.x", "", "é"):
        assert passes.seat_of(text) is None
    assert passes.seat_of(passes.host_pass()) is None
    assert not passes.is_host(mine)
    assert not passes.is_host("host.")
    # A pass for a seat on which nobody has ever sat is worth nothing, even if it were signed.
    assert passes.seat_of(passes.seat_pass(3)) is None


def test_a_seat_that_no_table_has_is_refused(passes: Passes) -> None:
    with pytest.raises(InputError, match="there is no seat 16"):
        passes.renew(16)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"key": "00", "hands": {}}',
        '{"key": 1, "hands": {}}',
        '{"key": "%s", "hands": {"99": 1}}' % ("ab" * 32),
        '{"key": "%s", "hands": []}' % ("ab" * 32),
    ],
)
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(InputError, match=rf"{FILE} can't be read; remove it"):
        Passes.of_folder(tmp_path)
    assert (tmp_path / FILE).read_text() == text


def test_a_folder_that_can_t_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CompanionError, match="file"):
        Passes.of_folder(tmp_path / "file")


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_after_a_few_wrong_codes_there_is_a_pause_for_that_address() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    for _ in range(MOST_OF_ONE):
        assert attempts.pause("a") == 0
        attempts.wrong("a")
    assert attempts.pause("a") == SPAN
    assert attempts.pause("b") == 0
    clock.now += SPAN - 1
    assert attempts.pause("a") == 1
    clock.now += 1
    assert attempts.pause("a") == 0


def test_many_addresses_together_have_to_pause_too() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    for number in range(MOST_OF_ALL):
        assert attempts.pause("new") == 0
        attempts.wrong(f"address {number}")
    assert attempts.pause("new") == SPAN
    clock.now += SPAN
    assert attempts.pause("new") == 0


def test_addresses_are_not_remembered_without_end() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    for number in range(MEMORY + 10):
        attempts.wrong(f"address {number}")
    assert len(attempts._of_one) == MEMORY


def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    with pytest.raises(CompanionError, match=FILE):
        Passes.of_folder(tmp_path / "games")


def test_a_folder_that_went_away_is_named_when_a_seat_changes_hands(
    passes: Passes, tmp_path: Path
) -> None:
    (tmp_path / "games").rename(tmp_path / "elsewhere")
    (tmp_path / "games").write_text("a file where the folder should be")
    with pytest.raises(CompanionError, match=FILE):
        passes.renew(1)
