"""Passes and codes; `test_attempts.py` has how often one may guess them."""

import re
from pathlib import Path

import pytest

from companion.common.errors import CompanionError, InputError
from companion.log.events import SEAT, THE_HOST, VIEWER, Who
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


def test_codes_are_digits_and_say_who_somebody_is(passes: Passes) -> None:
    passes.renew(2)
    codes = {
        passes.join_code: Who(VIEWER),
        passes.host_pin: THE_HOST,
        passes.seat_code(2): Who(SEAT, 2),
    }
    for code, who in codes.items():
        assert re.fullmatch(r"\d{6}|\d{8}", code)
        assert passes.meaning(code) == who
        assert passes.meaning(f" {code[:3]} {code[3:]} ") == who
    assert len(passes.seat_code(2)) == 8, "a hand is worth more than a free seat"
    for wrong in ("", "000", "x" * 5000, "\ud800", "é" * 6, passes.host_pass()):
        assert passes.meaning(wrong) is None


def test_the_host_s_link_opens_nothing_else(passes: Passes, tmp_path: Path) -> None:
    secret = passes.host_secret
    assert re.fullmatch("[0-9a-f]{32}", secret)
    assert passes.opens_host(secret)
    assert Passes.of_folder(tmp_path / "games").opens_host(secret), "it stays"
    for wrong in ("", secret[:-1], secret.upper(), passes.host_pass(), passes.host_pin, "é"):
        assert not passes.opens_host(wrong)
    assert passes.meaning(secret) is None
    assert not passes.is_host(secret)


def test_what_phones_keep_is_signed_as_it_always_was(tmp_path: Path) -> None:
    """An update parts nobody from a seat, and no host from the table."""
    (tmp_path / FILE).write_text('{"key": "%s", "hands": {"1": 3}}' % ("5a" * 32))
    kept = Passes.of_folder(tmp_path)
    assert (kept.host_pin, kept.join_code) == ("289773", "608481")
    assert kept.is_host("host.6b71224b7143a5ccc942a20c3c2d7f52")
    assert kept.seat_of("seat-1.3.899631546d0b552147a2e59b34187b50") == 1


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


def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    with pytest.raises(CompanionError, match=FILE):
        Passes.of_folder(tmp_path / "games")


def test_a_folder_that_went_away_is_named_and_whoever_sits_down_is_known(
    passes: Passes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "games").rename(tmp_path / "elsewhere")
    (tmp_path / "games").write_text("a file where the folder should be")
    passes.renew(1)
    assert FILE in caplog.text
    assert passes.seat_of(passes.seat_pass(1)) == 1
