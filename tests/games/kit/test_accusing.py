"""What was tried is read off the places that changed; the rules say why it may not be."""

from typing import Annotated, Any

from companion.games.kit.seen.accusing import attempts, suspects
from companion.games.kit.texts import CELL, Written
from companion.games.kit.values import value
from companion.games.protocol import Suspicion, Violation
from companion.tabletop.hexes import Cell
from companion.tabletop.sight import Difference, LyingThing


@value
class Turn:
    seat: int


@value
class Build(Written):
    verb = "build"
    touches = ("market/{slot}", "island/{seat}/{cell}", "goods/{seat}/{goods}")
    slot: str
    cell: Cell


@value
class Finish(Written):
    verb = "finish"
    touches = ("done/{seat}", "island/{seat}/{cell}")
    number: int
    cell: Annotated[Cell | None, CELL._replace(none="aside")] = None


@value
class Pass(Written):
    verb = "pass"


def changed(*places: str) -> tuple[Difference, ...]:
    return tuple(Difference(place, None, LyingThing("tile", "1"), 1.0) for place in places)


def tried(*places: str, seat: int = 0) -> list[Any]:
    guesses = {(Finish, "number"): lambda known: (7,) if known["cell"] else (8, 9)}
    return [*attempts((Build, Finish, Pass), Turn(seat), changed(*places), guesses)]


def test_the_fields_of_a_move_are_read_off_the_places_that_changed():
    seen = ("market/E4", "market/C1", "island/0/(1,-1)")
    builds = [move for move in tried(*seen) if isinstance(move, Build)]
    assert builds == [Build("E4", (1, -1)), Build("C1", (1, -1))]


def test_what_changed_elsewhere_tells_nothing_of_a_move():
    assert not [move for move in tried("market/E4") if isinstance(move, Build)]
    seen = ("market/E4", "island/1/(1,-1)")
    assert not [move for move in tried(*seen) if isinstance(move, Build)]
    assert Build("E4", (1, -1)) in tried(*seen, seat=1)


def test_what_no_place_tells_is_guessed_and_what_may_be_missing_is_left_out_too():
    finished = [move for move in tried("island/0/(2,0)") if isinstance(move, Finish)]
    assert finished == [Finish(7, (2, 0)), Finish(8, None), Finish(9, None)]


def test_a_move_that_leaves_no_trace_was_not_tried():
    assert Pass() not in tried("market/E4", "island/0/(1,-1)")


class Builders:
    """Nobody may build on the first cell."""

    def tried(self, state: int, differences: tuple[Difference, ...]) -> Any:
        return attempts((Build,), Turn(0), differences, {})

    def check(self, state: int, move: Build) -> tuple[Violation, ...]:
        return (Violation("build.here", "Not here.", {}),) if move.cell == (0, 0) else ()

    def carry_out(self, state: int, move: Build) -> int:
        return state + 1


def test_only_what_is_not_allowed_is_suspected():
    seen = changed("market/E4", "island/0/(0,0)", "island/0/(1,0)")
    (found,) = suspects(Builders(), 5, seen)
    assert isinstance(found, Suspicion)
    assert (found.move, found.after, found.reasons[0].rule) == (
        Build("E4", (0, 0)), 6, "build.here",
    )  # fmt: skip
    assert not [*suspects(Builders(), 5, ())]
    assert not [*suspects(object(), 5, seen)]
