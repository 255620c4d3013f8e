"""Players tell the companion which cards they hold, at any time; nobody else sees it."""

from typing import Any, ClassVar

from companion.common.words import say
from companion.games.buttons import Choice
from companion.games.kit import texts
from companion.games.kit.plain import Move, Plain, S, Turn, violation
from companion.games.kit.values import evolve, value
from companion.games.protocol import Seat, Violation


@value
class Hold(Move):
    """A player tells a card of the own hand; it is no part of a turn."""

    verb: ClassVar[str] = "hold"
    says: ClassVar[str] = "{who} has told a card in hand."
    may_be: ClassVar[tuple[Any, ...]] = ((), ())
    seat: int
    card: str

    def words(self) -> dict[str, object]:
        """Nothing: everybody may hear the sentence."""
        return {}


class Holding(Plain[S]):
    """A game with `hands` whose owners can tell what is in them; each card is a word."""

    def tellings(self, state: S, eyes: Seat | None) -> tuple[Choice, ...]:
        """The cards that may be those in a hand which nobody has told, for its owner."""
        cards = () if eyes is None else self._untold(state, eyes)
        choices = tuple(Choice(say(card), moves=str(Hold(eyes or 0, card))) for card in cards)
        return (Choice(say("A card in my hand"), choices=choices),) if choices else ()

    def _untold(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """The cards that may be among the unknown ones of a hand, as far as its owner knows."""
        if not self.hands or not state.agenda or not 0 <= seat < len(state.players):
            return ()
        known = self.hands.known_to(state, seat)
        untold = evolve(known.players[seat], hand=())
        return self.hands.may_be(known, untold)

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        """The moves of a line, told cards among them."""
        return texts.parse(text, (*self.kinds, Hold), self.short)

    def check(self, state: S, move: Move) -> tuple[Violation, ...]:
        """Why a move is not allowed; a card can be told that its owner may hold."""
        if not isinstance(move, Hold):
            return super().check(state, move)
        if move.card in self._untold(state, move.seat):
            return ()
        rule, text = "hold.elsewhere", say("This card can't be in that hand.")
        return (violation(rule, text, f"hand/{move.seat}", pages=self.pages),)

    def task_of(self, state: S, move: Move) -> Any:
        """Whose move it is."""
        return Turn(move.seat) if isinstance(move, Hold) else super().task_of(state, move)

    def carry_out(self, state: S, move: Move) -> S:
        """The state after a move; a card that was told is known to its owner."""
        if not isinstance(move, Hold):
            return super().carry_out(state, move)
        assert self.hands
        after: S = self.hands.told(state, move.seat, move.card)
        return after
