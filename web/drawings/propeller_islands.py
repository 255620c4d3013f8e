"""The picture of Propeller Islands: the Forge with its market, every island and every dock."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from companion import hexes
from companion.games.propeller_islands.board import SLOTS, slot_cells
from companion.games.propeller_islands.edition import Edition
from companion.games.propeller_islands.pieces import Plan, Tile, Upgrade
from companion.games.propeller_islands.rulings import island_cell
from companion.games.protocol import Breakdown, Game, Outcome, Seat
from web.drawings.shapes import (
    Card,
    Counter,
    Grid,
    Hexagon,
    HexBoard,
    Note,
    SeatPicture,
    Sheet,
    SheetRow,
    TablePicture,
    Token,
    in_lines,
    place,
)

_REWARDS = {
    "tile": Note("a new tile", "new tile"),
    "activate-two": Note("activate two tiles", "use two"),
    "fame": Note("3 fame", "3 fame"),
    "depots": Note("use two depots again", "depots"),
    "resources": Note("1 energy and 1 steel", symbols=("energy", "steel")),
    "deploy": Note("deploy a worker", "deploy"),
}
_REASONS = {
    "points": "most points",
    "dock-workers": "equal points, but more workers left on the dock",
    "fewer-plans": "equal points and workers on the dock, but fewer completed plans",
    "seat-order": "equal in everything, but farthest clockwise from the first player",
    "youngest": "equal points and workers on the dock, but the youngest",
    "shared": "equal in everything: the victory is shared",
}
_CATEGORIES = {
    "fame": "Fame",
    "energy": "Energy",
    "steel": "Steel",
    "gears": "Gears",
    "set-aside": "Upgrades aside",
    "monument": "Monuments",
    "plans": "Plans",
}
_PLAN_PARTS = (("energy", "energy"), ("steel", "steel"), ("gear", "gears"))

Painted = Callable[
    [Mapping[str, Any], Mapping[str, Any] | None, Mapping[Seat, Breakdown], Outcome | None],
    TablePicture,
]


def paint_for(game: Game[Any, Any]) -> Painted:
    """The painter that knows the tiles' names in each edition of `game`."""

    def paint(
        view: Mapping[str, Any],
        before: Mapping[str, Any] | None,
        scores: Mapping[Seat, Breakdown],
        outcome: Outcome | None,
    ) -> TablePicture:
        edition = game.editions[view["edition"]]
        assert isinstance(edition, Edition)
        same_game = before if before and before["round"] <= view["round"] else None
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
                Counter("round", "round", view["round"]),
                Counter("stack", "tiles in the stack", view["stack"]),
            ),
            prompt="" if view["over"] else view["expected"],
            board=self._forge(),
            cards=tuple(card(Plan.parse(text)) for text in view["display"]),
            seats=tuple(self._seat(seat) for seat in range(view["players"])),
            sheet=self._sheet(outcome) if outcome else None,
        )

    def _acting(self) -> int | None:
        """Whose turn it is; while the table rolls or reveals, it is still somebody's."""
        view, before = self._view, self._before or {}
        if view["over"]:
            return None
        seat = view["to_move"]
        if seat is None and view["turn"] >= 2 * view["players"]:
            seat = before.get("to_move")  # the shared die has no turns
        if seat is None:
            seat = (view["first_player"] + view["turn"]) % view["players"]
        return int(seat)

    # --- the Forge ---

    def _forge(self) -> HexBoard:
        x, y = place(hexes.ORIGIN)
        centre = Hexagon(x, y, "centre", "The Forge")
        slots = zip(SLOTS, slot_cells(), strict=True)
        order = zip(self._edition.forge_order, hexes.DIRECTIONS, strict=True)
        return HexBoard(
            "The Forge with its dice, and the twelve tiles around it",
            (
                centre,
                *(self._space(face, cell) for face, cell in order),
                *(self._slot(slot, cell) for slot, cell in slots),
            ),
        )

    def _space(self, face: int, cell: hexes.Cell) -> Hexagon:
        x, y = place(cell)
        dice = tuple(self._view["forge"][str(face)])
        count = {0: "no dice", 1: "1 die"}.get(len(dice), f"{len(dice)} dice")
        return Hexagon(x, y, "space", f"Space {face}: {count}", number=str(face), dice=dice)

    def _slot(self, slot: str, cell: hexes.Cell) -> Hexagon:
        x, y = place(cell)
        text = self._view["market"][slot]
        if text is None:
            return Hexagon(x, y, "empty", f"{slot}: empty", note=slot)
        tile = Tile.parse(text)
        fresh = bool(self._before) and (self._before or {})["market"][slot] != text
        return self._hexagon(tile, x, y, f"{slot}: ", note=f"{slot} \N{MIDDLE DOT} {tile.id}",
                             fresh=fresh)  # fmt: skip

    def _hexagon(self, tile: Tile, x: float, y: float, where: str, **more: Any) -> Hexagon:
        name = self._edition.names[tile.id]["en"]
        mark = _mark(tile)
        described = [f"{name} ({tile.id})"]
        if tile.number:
            described.append(f"number {tile.number}")
        if mark:
            described.append(mark.label)
        described += more.pop("also", [])
        return Hexagon(
            x=x,
            y=y,
            kind=tile.family,
            label=where + ", ".join(described),
            number="?" if tile.is_capitol else str(tile.number or ""),
            name=in_lines(name),
            mark=mark,
            **more,
        )

    # --- a seat ---

    def _seat(self, number: int) -> SeatPicture:
        seat = self._view["seats"][number]
        edition = self._edition
        return SeatPicture(
            number=number,
            name=seat["name"],
            title=(seat.get("character") or "").replace("-", " ").title(),
            points=self._scores[number].points,
            why=self._scores[number],
            acting=self._acting() == number,
            first=self._view["first_player"] == number,
            counters=self._counters(number),
            island=self._island(number),
            dock=self._dock(number),
            dice=tuple(seat["used_dice"]),
            plans=tuple(seat["plans"]),
            plans_needed=edition.plans_to_end,
            aside=tuple(_token(Upgrade.parse(text)) for text in seat["set_aside"] if text),
            cards=seat["cards"],
        )

    def _counters(self, number: int) -> tuple[Counter, ...]:
        seat = self._view["seats"][number]
        old = self._before["seats"][number] if self._before else seat
        level = seat["level"]
        most = len(self._edition.trumpets)
        trumpets = ("\N{BLACK CIRCLE}" * level).ljust(most, "\N{WHITE CIRCLE}")
        return tuple(
            Counter(symbol, label, seat[key], note, seat[key] != old[key])
            for key, symbol, label, note in (
                ("energy", "energy", "energy", "energy"),
                ("steel", "steel", "steel", "steel"),
                ("gears", "gear", "gears", "gears"),
                ("fame", "fame", f"fame, {level} of {most} trumpets", f"fame {trumpets}"),
            )
        )

    def _island(self, number: int) -> HexBoard:
        seat = self._view["seats"][number]
        old: dict[tuple[int, ...], Any] = {}
        if self._before:
            old = {tuple(item["at"]): item for item in self._before["seats"][number]["island"]}
        return HexBoard(
            f"The island of {seat['name']}: {len(seat['island'])} tiles",
            tuple(self._placed(item, old) for item in seat["island"]),
            seat=number,
        )

    def _placed(self, item: Mapping[str, Any], old: Mapping[tuple[int, ...], Any]) -> Hexagon:
        tile = Tile(item["tile"], item.get("number"), item.get("banner"), item.get("hub"))
        tokens = tuple(_token(Upgrade.parse(text)) for text in item.get("upgrades", ()))
        worker = item.get("worker") or ""
        also = [token.label for token in tokens]
        if worker:
            also.append(f"worker {worker}")
        at = tuple(item["at"])
        earlier = old.get(at)
        x, y = place((at[0], at[1]))
        return self._hexagon(
            tile,
            x,
            y,
            "",
            note=tile.id,
            worker=worker,
            tokens=tokens,
            also=also,
            fresh=bool(old) and (earlier is None or _touched(earlier, item)),
        )

    def _dock(self, number: int) -> Grid:
        seat, edition = self._view["seats"][number], self._edition
        taken = set(seat["dock_cells"])
        rows = tuple(
            tuple(f"{'abcdefgh'[column]}{row + 1}" in taken for column in range(edition.columns))
            for row in range(edition.rows)
        )
        return Grid(
            f"Dock: {len(taken)} of {edition.dock_cells} left",
            rows,
            tuple(_REWARDS[reward] for reward in edition.row_rewards),
            tuple(_REWARDS[reward] for reward in edition.column_rewards),
        )

    # --- the end ---

    def _sheet(self, outcome: Outcome) -> Sheet:
        rows = [
            SheetRow(label, tuple(_sum(score, rule) for score in self._scores.values()))
            for rule, label in _CATEGORIES.items()
        ]
        return Sheet(
            winners=outcome.winners,
            reason=_REASONS.get(outcome.decided_by, outcome.decided_by),
            rows=tuple(rows),
        )


def _touched(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether something happened to a tile; that all workers stand up again is no news."""
    stood_up = old.get("worker") == "lying" and new.get("worker") == "standing"
    return not stood_up and old != new


def _mark(tile: Tile) -> Token | None:
    if tile.banner:
        return Token("banner", tile.banner, f"{tile.banner} banner")
    return Token("hub", tile.hub, f"{tile.hub} hub") if tile.hub else None


def _token(upgrade: Upgrade) -> Token:
    if upgrade.kind == "banner":
        return Token("banner", upgrade.of or "", f"{upgrade.of} banner added")
    if upgrade.kind == "joker":
        return Token("joker", "joker", "joker die")
    return Token("production", upgrade.of or "", f"{upgrade.of} production")


def card(plan: Plan) -> Card:
    """A plan that lies open."""
    cost = plan.cost._asdict()
    return Card(
        title=f"Level {plan.level}",
        points=plan.points,
        cost=tuple(
            Counter(symbol, label, cost[symbol]) for symbol, label in _PLAN_PARTS if cost[symbol]
        ),
        token=_token(plan.upgrade),
    )


def _sum(score: Breakdown, rule: str) -> int:
    return sum(part.points for part in score.parts if part.rule.partition(":")[0] == rule)


def chart(
    game: Game[Any, Any], state: Any, seat: Seat, numbers: Mapping[str, int]
) -> HexBoard | None:
    """An island with the places that somebody can choose from; None when there are none."""
    cells = {island_cell(where, seat): (where, str(number)) for where, number in numbers.items()}
    if not any(cells):
        return None
    view = game.view(state, None)
    island = paint_for(game)(view, None, game.score(state), None).seats[seat].island
    tiles = [tuple(item["at"]) for item in cast(Any, view["seats"])[seat]["island"]]
    drawn = []
    for cell, hexagon in zip(tiles, island.hexagons, strict=True):
        where, number = cells.pop(cell, ("", ""))
        drawn.append(replace(hexagon, place=where, badge=number))
    for free, (where, number) in cells.items():
        if free is not None:
            x, y = place(free)
            drawn.append(Hexagon(x, y, "free", f"Place {number}", place=where, badge=number))
    return replace(island, hexagons=tuple(drawn), label=f"{island.label}, and places to choose")


def category(rule: str) -> str:
    """What a kind of points is called on the score sheet."""
    return _CATEGORIES.get(rule, rule)


def reason(decided_by: str) -> str:
    """Why somebody has won."""
    return _REASONS.get(decided_by, decided_by)
