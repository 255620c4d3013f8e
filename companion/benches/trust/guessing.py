"""Guessing codes from many addresses, while phones with a pass play and others come in.

Every guess goes through the real server. One that was judged is answered 403, one that was not 429;
of too many connections from one address the server closes some unheard.
"""

import random
import tempfile
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

from companion import games
from companion.benches.trust.served import ServedSite, served
from companion.benches.trust.visiting import Visitor
from companion.games.capabilities import playable
from companion.phones.passes import CODE_DIGITS

JUDGED, REFUSED, UNHEARD = 403, 429, 0
#: What the right code is answered.
LET_IN = 303


@dataclass(frozen=True)
class Guesses:
    """How much is tried.

    Attributes:
        at_once: So many guesses come from one address at the same moment.
        addresses: So many addresses guess.
        of_each: So many guesses each of them makes.
        threads: So many of them at the same time.
    """

    at_once: int = 120
    addresses: int = 20
    of_each: int = 8
    threads: int = 16


SHORT = Guesses()
FULL = Guesses(addresses=200, of_each=20)


def run(effort: Guesses) -> Mapping[str, object]:
    """The figures."""
    game = playable(games.find(games.names()[0]))
    with (
        tempfile.TemporaryDirectory(prefix="companion-bench-", dir=Path.cwd()) as folder,
        served(game, Path(folder), moves=3) as site,
    ):
        return {**_at_once(site, effort), **_from_everywhere(site, effort)}


def _at_once(site: ServedSite, effort: Guesses) -> Mapping[str, object]:
    """Many guesses of one address, in the same moment."""
    wrong = _wrong_codes(site, effort.at_once, seed=1)
    gate = threading.Barrier(effort.at_once)

    def guess(code: str) -> int:
        guesser = Visitor("guesser", site.port, "127.0.1.1")
        gate.wait()
        return _guess(guesser, code)

    with ThreadPoolExecutor(effort.at_once) as pool:
        answers = Counter(pool.map(guess, wrong))
    return {
        "guesses of one address at once": answers.total(),
        "judged of them": answers[JUDGED],
        "answered otherwise of them": _otherwise(answers),
    }


def _from_everywhere(site: ServedSite, effort: Guesses) -> Mapping[str, object]:
    """Many addresses guess; meanwhile players play, and afterwards the right ones come in."""
    addresses = [f"127.0.2.{number + 1}" for number in range(effort.addresses)]
    players = [*(site.seat(seat) for seat in site.seats), site.host()]
    # One shares its address with somebody who guesses.
    players[0].address = addresses[0]
    end, held_up, asked = threading.Event(), Counter[str](), Counter[str]()

    def play(player: Visitor, code: str) -> None:
        """Look at the table, and come back by the own code, again and again."""
        while not end.is_set():
            found = (player.get("/").status, player.post("/join", code=code).status)
            asked[player.role] += len(found)
            held_up[player.role] += sum(status not in (200, LET_IN) for status in found)

    def attack(number: int) -> Counter[int]:
        """What one address is answered."""
        guesser = Visitor("guesser", site.port, addresses[number])
        codes = _wrong_codes(site, effort.of_each, seed=number + 2)
        return Counter(_guess(guesser, code) for code in codes)

    codes = [*map(site.passes.seat_code, site.seats), site.passes.host_pin]
    playing = [
        threading.Thread(target=play, args=both) for both in zip(players, codes, strict=True)
    ]
    for thread in playing:
        thread.start()
    try:
        with ThreadPoolExecutor(effort.threads) as pool:
            found = list(pool.map(attack, range(effort.addresses)))
    finally:
        end.set()
        for thread in playing:
            thread.join()
    late = [
        _guess(Visitor("newcomer", site.port, f"127.0.3.{number}"), code)
        for number, code in enumerate(codes, 1)
    ]
    return {
        "addresses that guessed": effort.addresses,
        "their guesses": sum(one.total() for one in found),
        "judged of theirs": sum(one[JUDGED] for one in found),
        "judged of one address, at most": max(one[JUDGED] for one in found),
        "answered otherwise of theirs": sum(_otherwise(one) for one in found),
        "requests of phones with a pass meanwhile": sum(asked.values()),
        "phones with a pass held up": sum(held_up.values()),
        "right codes afterwards, from new addresses": len(late),
        "right codes refused": sum(status != LET_IN for status in late),
    }


def _guess(guesser: Visitor, code: str) -> int:
    """What a code is answered."""
    try:
        return guesser.post("/join", code=code).status
    except (OSError, HTTPException):
        return UNHEARD
    finally:
        guesser.close()


def _otherwise(answers: Counter[int]) -> int:
    """How often a wrong code was taken for a right one, or something broke."""
    return answers.total() - sum(answers[status] for status in (JUDGED, REFUSED, UNHEARD))


def _wrong_codes(site: ServedSite, count: int, seed: int) -> Sequence[str]:
    """Codes that nobody has; the right ones are kept out, or luck would spoil the figures."""
    source = random.Random(seed)
    found = (f"{source.randrange(10**CODE_DIGITS):0{CODE_DIGITS}}" for _ in range(2 * count))
    return [code for code in found if site.passes.meaning(code) is None][:count]
