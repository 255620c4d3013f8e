"""Dice and pieces come from somewhere and go somewhere, in every game."""

from collections.abc import Mapping

from companion.games.kit.seen.conserving import faults, leftovers, moved
from companion.tabletop.observation import Die, Observation, Piece
from companion.tabletop.sight import LyingThing, Sight

State = tuple[tuple[str, ...], tuple[str, ...]]
#: Where the two dice and the two discs lie.
HOME: State = (("board/1", "board/2"), ("board/1", "board/3"))


class Dicing:
    """Two dice and two discs on a board."""

    hidden: frozenset[str] = frozenset()

    def zones(self, state: State) -> tuple[str, ...]:
        return ("board",)

    def project(self, state: State, zone: str) -> Observation:
        dice = tuple(Die(4, place) for place in state[0])
        discs = tuple(Piece("disc", place) for place in state[1])
        return Observation(zone, dice, discs, _PLACES, self.hidden)


class Rolling(Dicing):
    """The dice are on their way."""

    hidden = frozenset({"board/1"})


_PLACES = frozenset(f"board/{number}" for number in (1, 2, 3))


def seen(dice: tuple[str, ...], discs: tuple[str, ...], hidden: frozenset[str]) -> Sight:
    look = Dicing().project((dice, discs), "board")
    return Sight([Observation(look.zone, look.dice, look.pieces, look.looked_at, hidden)])


def rules(dice: tuple[str, ...], *hidden: str, game: Dicing | None = None) -> list[str]:
    sight = seen(dice, HOME[1], frozenset(hidden))
    return [fault.rule for fault in faults(game or Dicing(), HOME, HOME, sight)]


def test_a_die_too_many_and_a_die_that_is_gone_are_told() -> None:
    assert rules(("board/1", "board/2")) == rules(("board/3", "board/3")) == []
    assert rules(("board/1", "board/2", "board/3")) == ["pieces.too-many"]
    assert rules(("board/1",)) == ["pieces.missing"]
    (fault,) = faults(Dicing(), HOME, HOME, seen((), HOME[1], frozenset()))
    assert "0 × die" in fault.text
    assert "2 × die" in fault.text


def test_what_may_lie_under_a_hand_or_is_on_its_way_is_not_missed() -> None:
    assert rules(("board/1",), "board/2") == []
    assert rules(("board/2",), game=Rolling()) == []


def test_dice_that_a_move_takes_away_are_not_missed() -> None:
    after: State = (("board/1",), HOME[1])
    sight = seen(("board/1",), HOME[1], frozenset())
    assert not [*faults(Dicing(), HOME, after, sight)]


def test_pieces_that_no_move_explains_are_left_over() -> None:
    def left(*discs: str) -> list[str]:
        sight = seen(HOME[0], discs, frozenset())
        return [each.rule for each in leftovers(Dicing(), HOME, sight)]

    assert left(*HOME[1]) == left("board/2", "board/3") == []
    assert left(*HOME[1], "board/2") == ["pieces.too-many"]
    assert left("board/2") == ["pieces.missing"]


def test_what_has_left_its_place_and_lies_at_another_was_put_there() -> None:
    lay: Mapping[str, tuple[LyingThing, ...]] = {
        "board/1": (LyingThing("tile", "sun"),),
        "board/2": (LyingThing("tile", "moon"),),
    }

    def found(**tiles: str) -> list[tuple[str, str]]:
        pieces = tuple(Piece("tile", f"board/{n[1:]}", name) for n, name in tiles.items())
        sight = Sight([Observation("board", (), pieces, _PLACES)])
        return [(one, other) for one, other, _ in moved(lay, sight, "tile", ("board/",))]

    assert found(p1="sun", p2="moon") == []
    assert found(p2="moon", p3="sun") == [("board/1", "board/3")]
    assert found(p1="moon", p2="sun") == [("board/1", "board/2"), ("board/2", "board/1")]
    assert found(p2="moon") == []
