"""A score sheet: the points of a position that somebody wrote down, for a game of the kit.

A position is a state as it is written, as far as anybody wants to tell it; what is left out is as
it was at the beginning. Beside its fields, each of `players` may have a `name`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.common.json_reading import Json, Node
from companion.common.words import joined, say, seat_name
from companion.games.kit import defaults
from companion.games.kit.plain import Plain, S
from companion.games.kit.values import evolve
from companion.games.protocol import Breakdown, ScoredSeat, ScoreSheet, Violation


def scored(rule: str, points: int, text: str, *pieces: str, **words: object) -> Breakdown:
    """So many points for a rule: its sentence, filled with words, and the places that bring them.

    >>> scored("mill", 4, "the mill on {site}", "hill/N4", site="N4").text
    'the mill on N4'
    """
    told = {name: say(word) if isinstance(word, str) else word for name, word in words.items()}
    return Breakdown(rule, points, say(text, **told), pieces)


def total(parts: Iterable[Breakdown], *pieces: str) -> Breakdown:
    """All the points of a seat; where there are none, the places that would bring some.

    >>> total([], "hill").points
    0
    """
    parts = tuple(parts)
    text = joined([part.text for part in parts], ", ") if parts else say("nothing")
    return Breakdown("points", sum(part.points for part in parts), text, pieces, parts)


class Sheet(Plain[S]):
    """A game that can be scored from a position."""

    def score_position(self, position: Node) -> ScoreSheet:
        """The points of everybody, as if the game were over."""
        names, state = self._read(position)
        scores = self.score(state)
        outcome = self.outcome(state)
        assert outcome is not None, "nothing is left to do"
        seats = (ScoredSeat(name, scores[seat]) for seat, name in enumerate(names))
        return ScoreSheet(tuple(seats), outcome)

    def check_position(self, position: Node) -> tuple[Violation, ...]:
        """Everything that is impossible about a position."""
        game: Any = self
        return defaults.status(game, self._read(position)[1])

    def _read(self, position: Node) -> tuple[list[str], Any]:
        """What everybody is called, and the state when nothing is left to do."""
        begun: Any = self.state_to_json(self.state())
        known = [key for key in begun if key != "agenda"]
        found = position.object(required=("game", "players"), optional=known)
        given = {key: node.value for key, node in found.items() if key not in ("game", "players")}
        names: list[str] = []
        players: list[Json] = []
        for seat, (node, first) in enumerate(
            zip(found["players"].list(*[len(begun["players"])] * 2), begun["players"], strict=True)
        ):
            fields = node.object(optional=("name", *first))
            names.append(fields["name"].string() if "name" in fields else str(seat_name(seat)))
            players.append({**first, **_values(fields, but="name")})
        written: Json = {**begun, **given, "players": players}
        state = self.state_from_json(Node(written, position.place, position.source))
        state = evolve(state, agenda=())
        try:
            self.score(state)
        except KeyError as error:
            position.wrong(f"nothing in this game is called {error}")
        return names, state


def _values(fields: Mapping[str, Node], but: str) -> dict[str, Json]:
    return {key: node.value for key, node in fields.items() if key != but}
