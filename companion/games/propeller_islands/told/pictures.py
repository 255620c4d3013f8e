"""What phones show besides the boards: counters, plans, docks, the fame track, what dice do.

The Forge and the islands are drawn by the kit.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.common.remembering import remembering
from companion.common.words import joined, say, say_n
from companion.games.kit.boards import boards, tone
from companion.games.panels import (
    BoardPanel,
    CardsPanel,
    Counter,
    GridPanel,
    LinesPanel,
    Looks,
    Note,
    Panel,
    PanelCard,
    PanelLine,
    SeatPart,
    TablePart,
    Token,
    TrackPanel,
)
from companion.games.propeller_islands.components.board import slots_around
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import GUILDS, LEVELS, Plan, Stock, Upgrade
from companion.games.propeller_islands.rules import activating, tasks
from companion.games.propeller_islands.rules.state import Player, State
from companion.games.propeller_islands.told import words
from companion.games.propeller_islands.told.secrets import HANDS
from companion.games.protocol import Seat
from companion.tabletop.chart import on_track

_LOOKS: Mapping[str, Any] = tomllib.loads(
    (words.LANGUAGES.parent / "data" / "looks.toml").read_text("utf-8")
)
LOOKS = Looks(**_LOOKS)


def sign(symbol: str, of: str, label: str) -> Token:
    """A small sign in the colour of what it stands for."""
    over = "" if of in (symbol, "plain") else of
    return Token(symbol, tone(LOOKS, of), label, over)


_LEGEND = (
    *(sign(guild, guild, name) for guild, name in zip(
        GUILDS, (say("industry"), say("science"), say("culture")), strict=True)),
    sign("banner", "plain", say("banner")),
    sign("hub", "plain", say("hub")),
)  # fmt: skip
_GOODS = (sign("energy", "energy", ""), sign("steel", "steel", ""))
_REWARDS = {
    "tile": Note(say("a new tile"), say("new tile")),
    "activate-two": Note(say("activate two tiles"), say("use two")),
    "fame": Note(say("3 fame"), say("3 fame")),
    "depots": Note(say("use two depots again"), say("depots")),
    "resources": Note(say("1 energy and 1 steel"), tokens=_GOODS),
    "deploy": Note(say("deploy a worker"), say("deploy")),
}


# --- the table ------------------------------------------------------------------------------------


def picture(game: Any, state: State, before: State | None) -> TablePart:
    """The table: the Forge and the open plans, and every seat's island."""
    drawn = boards(game, state, before)
    forge = replace(
        drawn["forge"],
        title=say("The Forge"),
        label=say("The Forge with its dice, and the twelve tiles around it"),
        legend=_LEGEND,
    )
    plans = CardsPanel(
        name="plans",
        title=say("Plans on display"),
        cards=tuple(_card(plan) for plan in state.display),
        note="" if state.display else say("None lies there yet."),
    )
    return TablePart(
        facts=(Counter(say("round"), state.round), Counter(say("tiles left"), state.stack)),
        panels=(forge, plans),
        seats=tuple(
            _seat(state, seat, drawn[f"island:{seat}"], before.players[seat] if before else None)
            for seat in range(len(state.players))
        ),
        acting=_acting(state, before),
    )


def _acting(state: State, before: State | None) -> Seat | None:
    """Whose turn it is; while dice are rolled or something is revealed, it is still somebody's."""
    if state.over:
        return None
    players = len(state.players)
    asked = _asked(state, tasks.Choice | tasks.DrawTile | tasks.DealCard)
    if asked is None and state.turn >= 2 * players and before:
        asked = _asked(before, tasks.Choice)  # the shared die has no turns
    return (state.first + state.turn) % players if asked is None else asked


def _asked(state: State, kinds: Any) -> Seat | None:
    """The seat of the next task, if that is one of these."""
    task = state.agenda[-1] if state.agenda else None
    return getattr(task, "seat", None) if isinstance(task, kinds) else None


def _seat(state: State, seat: Seat, island: BoardPanel, before: Player | None) -> SeatPart:
    edition, player = state.edition, state.players[seat]
    return SeatPart(
        title=words.character(player.character or ""),
        badges=(say("first"),) if state.first == seat else (),
        counters=_counters(state, seat, before),
        panels=(island, _dock(edition, player.dock, seat), _belongings(edition, player)),
    )


def _counters(state: State, seat: Seat, before: Player | None) -> tuple[Counter, ...]:
    player, marks = state.players[seat], state.edition.trumpets
    old, level, most = before or player, state.level(seat), len(marks)
    stock = tuple(
        Counter(words.resource(name), now, sign(name, name, ""), words.resource(name), now != was)
        for name, now, was in zip(Stock.names, player.stock, old.stock, strict=True)
    )
    trumpets = ("\N{BLACK CIRCLE}" * level).ljust(most, "\N{WHITE CIRCLE}")
    label = say("fame, {level} of {most} trumpets", level=level, most=most)
    note = joined([words.resource("fame"), trumpets])
    fame = Counter(label, player.fame, sign("fame", "fame", ""), note, player.fame != old.fame)
    return (*stock, fame)


@remembering(most=64)
def _dock(edition: Edition, dock: int, seat: Seat) -> GridPanel:
    cells = [bool(dock >> cell & 1) for cell in range(edition.dock_cells)]
    rows = (cells[row : row + edition.columns] for row in range(0, len(cells), edition.columns))
    return GridPanel(
        name="dock",
        title=say("Dock: {n} of {all} left", n=sum(cells), all=len(cells)),
        label=say("The dock cell by cell, with what each emptied row and column brings"),
        seat=seat,
        rows=tuple(map(tuple, rows)),
        row_notes=tuple(_REWARDS[reward] for reward in edition.row_rewards),
        column_notes=tuple(_REWARDS[reward] for reward in edition.column_rewards),
    )


def _belongings(edition: Edition, player: Player) -> LinesPanel:
    """Used dice, plans, cards, and what was set aside."""
    plans = say("plans {n}/{all}", n=len(player.completed), all=edition.plans_to_end)
    cards = len(player.hand) + len(player.hidden)
    lines = (
        PanelLine(say("dice used"), player.used_dice),
        PanelLine(plans, tuple(str(plan.points) for plan in player.completed)),
        PanelLine(say("in hand"), note=say_n("{n} card", "{n} cards", cards)),
        PanelLine(say("set aside"), tuple(_upgrade(one) for one in player.aside)),
    )
    return LinesPanel(name="plans", lines=lines)


# --- cards and tokens -----------------------------------------------------------------------------


def _upgrade(upgrade: Upgrade) -> Token:
    """An upgrade as a small thing."""
    name = words.upgrade(upgrade)
    label = say("{banner} added", banner=name) if upgrade.kind == "banner" else name
    return sign(upgrade.kind, upgrade.of or "joker", label)


@remembering(most=128)
def _card(plan: Plan) -> PanelCard:
    cost = plan.cost._asdict()
    return PanelCard(
        title=say("Level {level}", level=plan.level),
        number=str(plan.points),
        cost=tuple(
            Counter(words.amount(name, count), count, sign(name, name, ""))
            for name, count in cost.items()
            if count
        ),
        token=_upgrade(plan.upgrade),
    )


# --- from close by --------------------------------------------------------------------------------


def close_up(state: State, seat: Seat, own: bool) -> tuple[Panel, ...]:
    """A seat's fame, what each die is good for, and its hand as far as one may know it."""
    return (_track(state, seat), _reach(state, seat), _hand(state.players[seat], own))


def _track(state: State, seat: Seat) -> TrackPanel:
    edition, fame = state.edition, state.players[seat].fame
    rounds, at = on_track(fame, edition.fame_track)
    around = say("{n} × {steps} fame and the marker", n=rounds, steps=edition.fame_track)
    return TrackPanel(
        name="fame",
        label=say("{n} fame; the trumpets are at {marks}", n=fame,
                  marks=joined(map(str, edition.trumpets), ", ")),
        seat=seat,
        steps=edition.fame_track,
        at=at,
        rounds=rounds,
        marks=edition.trumpets,
        note=around if rounds else "",
    )  # fmt: skip


def _reach(state: State, seat: Seat) -> LinesPanel:
    lines = tuple(_good_for(state, seat, value, dice) for value, dice in state.spaces())
    return LinesPanel(name="reach", title=say("What each die is good for"), lines=lines)


def _good_for(state: State, seat: Seat, value: int, count: int) -> PanelLine:
    """What a die of this value activates, and what it takes."""
    edition, tiles = state.edition, state.players[seat].island.tiles
    names = [
        words.tile_name(edition, tiles[cell].tile.id) for cell in activates(state, seat, value)
    ]
    does = joined([say("Activates:"), joined(names, ", ")]) if names else say("Activates nothing")
    dice = say_n("{n} die on the Forge", "{n} dice on the Forge", count)
    slots = slots_around(value, edition.forge_order)
    takes = [words.tile_face(edition, tile) for slot in slots if (tile := state.market[slot])]
    if takes and count:
        listed = joined(takes, " \N{MIDDLE DOT} ")
        dice = joined([say("{dice}; takes:", dice=dice), listed])
    return PanelLine(value, (does,), dice, absent=not count)


def activates(state: State, seat: Seat, value: int) -> list[Any]:
    """The cells whose tiles a die of this value would activate now."""
    offers = activating.offers(state, tasks.Act(seat, value), with_extra=False)
    return list(dict.fromkeys(cell for cell, _ in offers))


def _hand(player: Player, own: bool) -> CardsPanel | LinesPanel:
    if not own:
        backs = HANDS.backs(player)
        counts = ((level, backs.count(level)) for level in LEVELS if level in backs)
        held = [
            say_n("{n} plan of level {level}", "{n} plans of level {level}", n, level=level)
            for level, n in counts
        ]
        line = PanelLine(say("In hand:"), note=joined(held, ", ") if held else say("nothing"))
        return LinesPanel(name="hand", lines=(line,))
    unknown = say_n(
        "The companion does not know {n} of your cards.",
        "The companion does not know {n} of your cards.",
        len(player.hidden),
    )
    return CardsPanel(
        name="hand",
        title=say("My plans"),
        cards=tuple(_mine(player, plan) for plan in player.hand),
        note=unknown if player.hidden else "",
        is_hand=True,
    )


def _mine(player: Player, plan: Plan) -> PanelCard:
    can_pay = player.stock.covers(plan.cost)
    note = say("✓ you can pay it") if can_pay else say("too dear now")
    return replace(_card(plan), note=note, stands_out=can_pay)
