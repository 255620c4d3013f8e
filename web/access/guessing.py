"""Judging a code or a link: every guess is counted, with whoever makes it."""

import math
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from flask import request

from companion.common.words import Said, say_n
from companion.phones.attempts import Attempts, TooManyGuessesError
from web.access.addresses import client_address
from web.access.guests import Door

T = TypeVar("T")


class Wait(NamedTuple):
    """Nothing was judged; `seconds` until it may be."""

    seconds: int

    @property
    def text(self) -> Said:
        """What whoever guesses is told."""
        return say_n(
            "Too many wrong codes. Try again in {n} minute.",
            "Too many wrong codes. Try again in {n} minutes.",
            math.ceil(self.seconds / 60),
        )


class Judge:
    """The one place where codes and links are judged."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._attempts = Attempts()

    def judge(self, verdict: Callable[[], T | None]) -> T | Wait | None:
        """What a code is good for; None when it is wrong.

        Whoever has a pass is known by it: nobody else's guesses, from the same address, hold that
        phone up. All others are known by their address.
        """
        guest = self._door.who_asks(request)
        name = guest.name or client_address(request)
        try:
            return self._attempts.judge(name, verdict, has_pass=guest.plays)
        except TooManyGuessesError as too_many:
            return Wait(math.ceil(too_many.wait))
