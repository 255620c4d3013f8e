"""How often codes may be guessed, and by whom."""

import threading
from collections.abc import Callable
from contextlib import suppress

import pytest

from companion.phones.attempts import (
    BUDGET,
    EVERY,
    FORGET,
    FREE,
    LONGEST,
    MEMORY,
    PAUSE,
    RESERVE,
    Attempts,
    TooManyGuessesError,
)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def attempts(clock: Clock) -> Attempts:
    return Attempts(clock)


def guess(
    attempts: Attempts, who: str, verdict: str | None = None, has_pass: bool = False
) -> float:
    """Guess once, wrongly if there is no verdict; how long there is to wait when it is refused."""
    try:
        assert attempts.judge(who, lambda: verdict, has_pass=has_pass) == verdict
    except TooManyGuessesError as refused:
        return refused.wait
    return 0.0


def test_pauses_grow_for_whoever_goes_on_guessing_and_for_nobody_else(
    attempts: Attempts, clock: Clock
) -> None:
    for _ in range(FREE):
        assert guess(attempts, "a") == 0
    pause = PAUSE
    for _ in range(10):
        assert guess(attempts, "a", "right") == pause, "not even the right code is judged"
        assert guess(attempts, "b", "right") == 0
        clock.now += pause - 1
        assert guess(attempts, "a") == 1
        clock.now += 1
        assert guess(attempts, "a") == 0
        pause = min(2 * pause, LONGEST)
    assert pause == LONGEST
    clock.now += FORGET
    for _ in range(FREE):
        assert guess(attempts, "a") == 0, "all is forgotten after a day"


def test_a_right_code_takes_no_wrong_one_back(attempts: Attempts) -> None:
    """Who has the code to join must not buy guesses at the PIN with it."""
    for _ in range(FREE):
        for _ in range(3):
            assert guess(attempts, "a", "right") == 0
        assert guess(attempts, "a") == 0
    assert guess(attempts, "a", "right") == PAUSE


def test_a_right_code_after_a_pause_is_followed_by_none(attempts: Attempts, clock: Clock) -> None:
    for _ in range(FREE):
        guess(attempts, "a")
    clock.now += PAUSE
    assert guess(attempts, "a", "right") == 0
    assert guess(attempts, "a", "right") == 0


def test_a_guess_is_counted_before_it_is_judged(attempts: Attempts) -> None:
    """However many come at once, no more are judged than may be wrong."""
    everybody_is_here, judged, refused = threading.Event(), [], []

    def verdict() -> None:
        judged.append(1)
        everybody_is_here.wait()

    def try_it() -> None:
        try:
            attempts.judge("a", verdict, has_pass=False)
        except TooManyGuessesError:
            refused.append(1)
            if len(refused) == 120 - FREE:
                everybody_is_here.set()

    threads = [threading.Thread(target=try_it) for _ in range(120)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(judged), len(refused)) == (FREE, 120 - FREE)
    assert guess(attempts, "a", "right") > PAUSE - 1


def test_a_verdict_that_fails_counts_as_wrong(attempts: Attempts) -> None:
    def fail() -> str:
        raise ValueError("broken")

    for _ in range(FREE):
        with pytest.raises(ValueError, match="broken"):
            attempts.judge("a", fail, has_pass=False)
    assert guess(attempts, "a", "right") == PAUSE


def use_up(attempts: Attempts, left: int, wrong: int = 1) -> None:
    """Many addresses guess, each so often, until so many wrong codes are left for everybody."""
    for number in range((BUDGET - left) // wrong):
        for _ in range(wrong):
            assert guess(attempts, f"address {number}") == 0


def test_all_addresses_of_a_home_network_lock_nobody_out(attempts: Attempts, clock: Clock) -> None:
    guess(attempts, "clumsy")
    for _ in range(8 * 60):
        for number in range(253):
            guess(attempts, f"192.168.1.{number}")
        clock.now += 60
        assert guess(attempts, "new", "right") == 0
        assert guess(attempts, "clumsy", "right") == 0


def test_with_thousands_of_addresses_who_was_never_wrong_goes_first(attempts: Attempts) -> None:
    use_up(attempts, RESERVE)
    assert guess(attempts, "address 1", "right") > 0
    assert guess(attempts, "new", "right") == 0
    assert guess(attempts, "new") == 0


def test_everybody_together_guesses_no_more_than_the_budget(
    attempts: Attempts, clock: Clock
) -> None:
    use_up(attempts, 0)
    assert guess(attempts, "new", "right") == EVERY
    clock.now += EVERY
    assert guess(attempts, "new", "right") == 0, "a right code uses nothing up"
    assert guess(attempts, "newer") == 0
    assert guess(attempts, "newest") == EVERY


def test_a_pass_needs_nothing_of_the_common_budget(attempts: Attempts) -> None:
    use_up(attempts, 0)
    for _ in range(FREE):
        assert guess(attempts, "seat 0", has_pass=True) == 0
    assert guess(attempts, "seat 0", "right", has_pass=True) == PAUSE, "but it can't guess for ever"
    assert guess(attempts, "seat 1", "right", has_pass=True) == 0


def test_guessers_are_not_remembered_without_end(attempts: Attempts, clock: Clock) -> None:
    def known() -> int:
        return len(attempts._guessers)

    guess(attempts, "right", "right")
    assert known() == 0
    for number in range(2 * MEMORY):
        clock.now += EVERY / 8
        guess(attempts, f"address {number}")
    assert 1000 < known() <= MEMORY
    clock.now += FORGET
    guess(attempts, "the last one")
    assert known() == 1


def test_many_threads_leave_nobody_behind(attempts: Attempts) -> None:
    def guess_some(verdict: Callable[[], str | None]) -> None:
        for number in range(200):
            with suppress(TooManyGuessesError):
                attempts.judge(f"address {number % 7}", verdict, has_pass=False)

    threads = [threading.Thread(target=guess_some, args=[lambda: "right"]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not attempts._guessers
    assert attempts._left == BUDGET
