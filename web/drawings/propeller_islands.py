"""The picture of Propeller Islands: the Forge with its market, every island and every dock."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from companion import hexes
from companion.games.propeller_islands import words
from companion.games.propeller_islands.board import SLOTS, slot_cells
from companion.games.propeller_islands.edition import Edition
from companion.games.propeller_islands.pieces import Plan, Tile, Upgrade
from companion.games.propeller_islands.rulings import island_cell
from companion.games.protocol import Breakdown, Game, Outcome, Seat
from companion.words import joined, say, say_n
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
    place,
)

_REWARDS = {
    "tile": Note(say("a new tile"), say("new tile")),
    "activate-two": Note(say("activate two tiles"), say("use two")),
    "fame": Note(say("3 fame"), say("3 fame")),
    "depots": Note(say("use two depots again"), say("depots")),
    "resources": Note(say("1 energy and 1 steel"), symbols=("energy", "steel")),
    "deploy": Note(say("deploy a worker"), say("deploy")),
}
_REASONS = {
    "points": say("Decided by most points."),
    "dock-workers": say("Equal points, but more workers left on the dock."),
    "fewer-plans": say("Equal points and workers on the dock, but fewer completed plans."),
    "seat-order": say("Equal in everything, but farthest clockwise from the first player."),
    "youngest": say("Equal points and workers on the dock, but the youngest."),
    "shared": say("Equal in everything: the victory is shared."),
}
_CATEGORIES = {
    "fame": say("Fame"),
    "energy": say("Energy"),
    "steel": say("Steel"),
    "gears": say("Gears"),
    "set-aside": say("Upgrades aside"),
    "monument": say("Monuments"),
    "plans": say("Plans"),
}
_WORKERS = {"standing": say("worker standing"), "lying": say("worker lying")}

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
        centre = Hexagon(x, y, "centre", say("The Forge"))
        slots = zip(SLOTS, slot_cells(), strict=True)
        order = zip(self._edition.forge_order, hexes.DIRECTIONS, strict=True)
        return HexBoard(
            say("The Forge with its dice, and the twelve tiles around it"),
            (
                centre,
                *(self._space(face, cell) for face, cell in order),
                *(self._slot(slot, cell) for slot, cell in slots),
            ),
        )

    def _space(self, face: int, cell: hexes.Cell) -> Hexagon:
        x, y = place(cell)
        dice = tuple(self._view["forge"][str(face)])
        label = say_n("Space {face}: {n} die", "Space {face}: {n} dice", len(dice), face=face)
        return Hexagon(x, y, "space", label, number=str(face), dice=dice)

    def _slot(self, slot: str, cell: hexes.Cell) -> Hexagon:
        x, y = place(cell)
        text = self._view["market"][slot]
        if text is None:
            return Hexagon(x, y, "empty", say("{slot}: empty", slot=slot), note=slot)
        tile = Tile.parse(text)
        fresh = bool(self._before) and (self._before or {})["market"][slot] != text
        note = f"{slot} \N{MIDDLE DOT} {tile.id}"
        hexagon = self._hexagon(tile, x, y, note=note, fresh=fresh)
        label = say("{slot}: {tile}", slot=slot, tile=hexagon.label)
        return replace(hexagon, label=label)

    def _hexagon(self, tile: Tile, x: float, y: float, **more: Any) -> Hexagon:
        also = more.pop("also", [])
        return Hexagon(
            x=x,
            y=y,
            kind=tile.family,
            label=joined([words.tile_in_full(self._edition, tile), *also], ", "),
            number="?" if tile.is_capitol else str(tile.number or ""),
            name=words.tile_name(self._edition, tile.id),
            mark=_mark(tile),
            **more,
        )

    # --- a seat ---

    def _seat(self, number: int) -> SeatPicture:
        seat = self._view["seats"][number]
        edition = self._edition
        return SeatPicture(
            number=number,
            name=seat["name"],
            title=words.character(seat.get("character") or ""),
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

    def _island(self, number: int) -> HexBoard:
        seat = self._view["seats"][number]
        old: dict[tuple[int, ...], Any] = {}
        if self._before:
            old = {tuple(item["at"]): item for item in self._before["seats"][number]["island"]}
        return HexBoard(
            say_n(
                "The island of {name}: {n} tile",
                "The island of {name}: {n} tiles",
                len(seat["island"]),
                name=seat["name"],
            ),
            tuple(self._placed(item, old) for item in seat["island"]),
            seat=number,
        )

    def _placed(self, item: Mapping[str, Any], old: Mapping[tuple[int, ...], Any]) -> Hexagon:
        tile = Tile(item["tile"], item.get("number"), item.get("banner"), item.get("hub"))
        tokens = tuple(_token(Upgrade.parse(text)) for text in item.get("upgrades", ()))
        worker = item.get("worker") or ""
        also = [token.label for token in tokens]
        if worker:
            also.append(_WORKERS[worker])
        at = tuple(item["at"])
        earlier = old.get(at)
        x, y = place((at[0], at[1]))
        return self._hexagon(
            tile,
            x,
            y,
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
            say("Dock: {n} of {all} left", n=len(taken), all=edition.dock_cells),
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


def _may_precede(before: Mapping[str, Any], view: Mapping[str, Any]) -> bool:
    """Whether both are of the same game: another one may have been laid on the table meanwhile."""
    alike = all(before[key] == view[key] for key in ("players", "edition"))
    return bool(alike and before["round"] <= view["round"])


def _touched(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether something happened to a tile; that all workers stand up again is no news."""
    stood_up = old.get("worker") == "lying" and new.get("worker") == "standing"
    return not stood_up and old != new


def _mark(tile: Tile) -> Token | None:
    if tile.banner:
        return Token("banner", tile.banner, words.banner(tile.banner))
    return Token("hub", tile.hub, words.hub(tile.hub)) if tile.hub else None


def _token(upgrade: Upgrade) -> Token:
    name = words.upgrade(upgrade)
    if upgrade.kind == "banner":
        return Token("banner", upgrade.of or "", say("{banner} added", banner=name))
    return Token(upgrade.kind, upgrade.of or "joker", name)


def card(plan: Plan) -> Card:
    """A plan that lies open."""
    cost = plan.cost._asdict()
    return Card(
        title=say("Level {level}", level=plan.level),
        points=plan.points,
        cost=tuple(
            Counter(name, words.amount(name, count), count) for name, count in cost.items() if count
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
    return _CATEGORIES.get(rule, rule)


def reason(decided_by: str) -> str:
    """Why somebody has won."""
    return _REASONS.get(decided_by, decided_by)
