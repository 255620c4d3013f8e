"""Codes can't be guessed, and guessing holds up nobody else."""

from dataclasses import replace

import pytest

from companion.benches.trust import guessing
from companion.phones.attempts import FREE

pytestmark = pytest.mark.live


def test_whoever_guesses_waits_and_nobody_else_does() -> None:
    figures = guessing.run(replace(guessing.SHORT, addresses=12))
    assert figures["judged of them"] == FREE
    assert figures["judged of one address, at most"] == FREE
    assert figures["answered otherwise of them"] == figures["answered otherwise of theirs"] == 0
    assert figures["requests of phones with a pass meanwhile"]
    assert figures["phones with a pass held up"] == 0
    assert figures["right codes refused"] == 0


def test_it_notices_codes_that_are_judged_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.phones.attempts.FREE", 9)
    figures = guessing.run(replace(guessing.SHORT, at_once=20, addresses=2, of_each=9))
    assert figures["judged of them"] == figures["judged of one address, at most"] == 9


def test_it_notices_a_lock_that_hits_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.phones.attempts.BUDGET", 30)
    monkeypatch.setattr("companion.phones.attempts.RESERVE", 0)
    figures = guessing.run(replace(guessing.SHORT, at_once=10, addresses=8))
    assert figures["right codes refused"]
