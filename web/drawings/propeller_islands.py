"""The picture of Propeller Islands: the Forge with its market, every island and every dock."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, cast

from companion.common.remembering import remembering
from companion.common.words import joined, say
from companion.games.capabilities import Rules
from companion.games.kit import unsaid
from companion.games.propeller_islands.components.board import SLOTS
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import Plan, Upgrade
from companion.games.propeller_islands.rules.rulings import island_cell
from companion.games.propeller_islands.told import words
from companion.games.protocol import Breakdown, Outcome, Seat
from web.drawings import Painter
from web.drawings import propeller_tiles as tiles
from web.drawings.propeller_details import details
from web.drawings.shapes import (
    Card,
    Counter,
    FinalScore,
    Grid,
    Hexagon,
    HexBoard,
    Note,
    SeatPicture,
    SheetRow,
    TablePicture,
    place,
)

__all__ = ["category", "chart", "details", "paint_for", "reason"]

_REWARDS = {
    "tile": Note(say("a new tile"), say("new tile")),
    "activate-two": Note(say("activate two tiles"), say("use two")),
    "fame": Note(say("3 fame"), say("3 fame")),
    "depots": Note(say("use two depots again"), say("depots")),
    "resources": Note(say("1 energy and 1 steel"), symbols=("energy", "steel")),
    "deploy": Note(say("deploy a worker"), say("deploy")),
}


def paint_for(game: Rules[Any, Any]) -> Painter:
    """The painter that knows the tiles' names in each edition of `game`."""

    def paint(
        view: Mapping[str, Any],
        before: Mapping[str, Any] | None,
        scores: Mapping[Seat, Breakdown],
        outcome: Outcome | None,
    ) -> TablePicture:
        edition = game.editions[view["edition"]]
        assert isinstance(edition, Edition)
        same_game = before if before and _may_precede(before, view) else None
        return _Painting(edition, view, same_game, scores).table(outcome)

    return paint


class _Painting:
    """One picture in the making."""

    def __init__(
        self,
        edition: Edition,
        view: Mapping[str, Any],
        before: Mapping[str, Any] | None,
        scores: Mapping[Seat, Breakdown],
    ) -> None:
        self._edition = edition
        self._view = view
        self._before = before
        self._scores = scores

    def table(self, outcome: Outcome | None) -> TablePicture:
        view = self._view
        return TablePicture(
            facts=(
                Counter("round", say("round"), view["round"]),
                Counter("stack", say("tiles in the stack"), view["stack"]),
            ),
            prompt=view["prompt"],
            board=self._forge(),
            cards=tuple(_card(text) for text in view["display"]),
            seats=tuple(self._seat(seat) for seat in range(view["players"])),
            sheet=self._sheet(outcome) if outcome else None,
        )

    def _acting(self) -> int | None:
        """Whose turn it is; while the table rolls or reveals, it is still somebody's."""
        view, before = self._view, self._before or {}
        if view["over"]:
            return None
        seat = view["to_move"] if view["drawing"] is None else view["drawing"]
        if seat is None and view["turn"] >= 2 * view["players"]:
            seat = before.get("to_move")  # the shared die has no turns
        if seat is None:
            seat = (view["first_player"] + view["turn"]) % view["players"]
        return int(seat)

    # --- the Forge ---

    def _forge(self) -> HexBoard:
        dice = self._view["forge"]
        counts = "".join(str(len(dice[str(face)])) for face in self._edition.forge_order)
        before = _on_offer(self._before) if self._before else ""
        return tiles.forge(self._edition, counts, _on_offer(self._view), before)

    # --- a seat ---

    def _seat(self, number: int) -> SeatPicture:
        view, before = self._view, self._before
        seat = view["seats"][number]
        return _seat(
            self._edition,
            number,
            seat,
            before["seats"][number] if before else None,
            self._scores[number],
            self._acting() == number,
            view["first_player"] == number,
        )

    # --- the end ---

    def _sheet(self, outcome: Outcome) -> FinalScore:
        rows = [
            SheetRow(label, tuple(_sum(score, rule) for score in self._scores.values()))
            for rule, label in words.SAID["categories"].items()
        ]
        return FinalScore(
            winners=outcome.winners,
            reason=reason(outcome.decided_by),
            rows=tuple(rows),
        )


def _on_offer(view: Mapping[str, Any]) -> str:
    """The tiles around the Forge in one line."""
    return "|".join(view["market"][slot] or "" for slot in SLOTS)


def _may_precede(before: Mapping[str, Any], view: Mapping[str, Any]) -> bool:
    """Whether both are of the same game: another one may have been laid on the table meanwhile."""
    alike = all(before[key] == view[key] for key in ("players", "edition"))
    return bool(alike and before["round"] <= view["round"])


@remembering(most=64)
def _seat(  # noqa: PLR0917 - whoever remembers asks for all of it
    edition: Edition,
    number: int,
    seat: Mapping[str, Any],
    old: Mapping[str, Any] | None,
    score: Breakdown,
    acting: bool,
    first: bool,
) -> SeatPicture:
    return SeatPicture(
        number=number,
        name=seat["name"],
        title=words.character(seat.get("character") or ""),
        points=score.points,
        why=score,
        acting=acting,
        first=first,
        counters=_counters(edition, seat, old or seat),
        island=tiles.island(
            edition, number, seat["name"], seat["island"], old["island"] if old else None
        ),
        dock=_dock(edition, " ".join(seat["dock_cells"])),
        dice=tuple(seat["used_dice"]),
        plans=tuple(seat["plans"]),
        plans_needed=edition.plans_to_end,
        aside=tuple(tiles.token(Upgrade.parse(text)) for text in seat["set_aside"] if text),
        cards=seat["cards"],
    )


def _counters(
    edition: Edition, seat: Mapping[str, Any], old: Mapping[str, Any]
) -> tuple[Counter, ...]:
    level = seat["level"]
    most = len(edition.trumpets)
    trumpets = ("\N{BLACK CIRCLE}" * level).ljust(most, "\N{WHITE CIRCLE}")
    fame = say("fame, {level} of {most} trumpets", level=level, most=most)
    return tuple(
        Counter(symbol, label, seat[key], note, seat[key] != old[key])
        for key, symbol, label, note in (
            ("energy", "energy", words.resource("energy"), words.resource("energy")),
            ("steel", "steel", words.resource("steel"), words.resource("steel")),
            ("gears", "gear", words.resource("gear"), words.resource("gear")),
            ("fame", "fame", fame, joined([words.resource("fame"), trumpets])),
        )
    )


@remembering(most=64)
def _dock(edition: Edition, cells: str) -> Grid:
    taken = set(cells.split())
    full = [name in taken for name in edition.dock_names]
    rows = tuple(
        tuple(full[row : row + edition.columns]) for row in range(0, len(full), edition.columns)
    )
    return Grid(
        say("Dock: {n} of {all} left", n=len(taken), all=edition.dock_cells),
        rows,
        tuple(_REWARDS[reward] for reward in edition.row_rewards),
        tuple(_REWARDS[reward] for reward in edition.column_rewards),
    )


@cache
def _card(text: str) -> Card:
    return tiles.card(Plan.parse(text))


def _sum(score: Breakdown, rule: str) -> int:
    return sum(part.points for part in score.parts if part.rule.partition(":")[0] == rule)


def chart(
    game: Rules[Any, Any], state: Any, seat: Seat, numbers: Mapping[str, int]
) -> HexBoard | None:
    """An island with the places that somebody can choose from; None when there are none."""
    cells = {island_cell(where, seat): (where, str(number)) for where, number in numbers.items()}
    if not any(cells):
        return None
    view = unsaid.view(game, state, None)
    island = paint_for(game)(view, None, game.score(state), None).seats[seat].island
    tiles = [tuple(item["at"]) for item in cast(Any, view["seats"])[seat]["island"]]
    drawn = []
    for cell, hexagon in zip(tiles, island.hexagons, strict=True):
        where, number = cells.pop(cell, ("", ""))
        drawn.append(replace(hexagon, place=where, badge=number))
    for free, (where, number) in cells.items():
        if free is not None:
            x, y = place(free)
            drawn.append(
                Hexagon(
                    x, y, "free", say("Place {number}", number=number), place=where, badge=number
                )
            )
    return replace(
        island,
        hexagons=tuple(drawn),
        label=say("{island}, and places to choose", island=island.label),
    )


def category(rule: str) -> str:
    """What a kind of points is called on the score sheet."""
    return words.SAID["categories"].get(rule, rule)


def reason(decided_by: str) -> str:
    """Why somebody has won."""
    return words.SAID["reasons"].get(decided_by, decided_by)
