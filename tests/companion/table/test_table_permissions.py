"""Who may do what: every combination of action, role and circumstances."""

import itertools

import pytest

from companion.log import events
from companion.log.events import MODES, ROLES, Action, Who
from companion.table.permissions import RULES, refusal

#: + always, o what is one's own, f a free seat, a where moves are entered by themselves, - never.
EXPECTED = """
            host  seat  viewer  referee
    Begin     -     -     -       -
    Lost      -     -     -       -
    Play      +     o     -       a
    Confirm   +     o     -       -
    Accept    +     -     -       -
    Correct   +     o     -       -
    Undo      +     o     -       -
    Redo      +     o     -       -
    Sit       +     o     f       -
    Choose    +     -     -       -
    Pause     +     +     -       -
    Resume    +     +     -       -
    End       +     -     -       -
"""
HEADER, *ROWS = [line.split() for line in EXPECTED.strip().splitlines()]
CASES = [
    (name, role, sign)
    for name, *signs in ROWS
    for role, sign in zip(HEADER, signs, strict=True)
]  # fmt: skip


def test_the_table_of_this_test_is_complete() -> None:
    assert {name for name, *_ in ROWS} == {cls.__name__ for cls in Action.__args__}
    assert tuple(HEADER) == ROLES


@pytest.mark.parametrize(("name", "role", "sign"), CASES)
def test_every_combination(name: str, role: str, sign: str) -> None:
    action = getattr(events, name)
    who = Who(role, 1 if role == "seat" else None)
    for own, free, mode in itertools.product((True, False), (True, False), MODES):
        allowed = {"+": True, "-": False, "o": own, "f": free, "a": mode == "auto"}[sign]
        reason = refusal(action, who, own=own, free=free, mode=mode)
        assert (reason is None) == allowed, (own, free, mode)
        assert allowed or len(str(reason)) > 20


def test_every_role_is_in_every_rule() -> None:
    for rule in RULES.values():
        assert len(rule) == len(ROLES)


@pytest.mark.parametrize("text", ["host", "viewer", "referee", "seat 0", "seat 3"])
def test_people_have_a_text_form(text: str) -> None:
    assert str(Who.parse(text)) == text


@pytest.mark.parametrize("text", ["", "seat", "host 1", "seat -1", "king"])
def test_nobody_else_has_one(text: str) -> None:
    with pytest.raises(ValueError, match="is nobody"):
        Who.parse(text)
