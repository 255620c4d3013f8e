"""What people put right: a die, a tile of the market, a count, the pose of a worker.

A repair is a line such as `die 4 5`, `market/E4 10/6/hub:science`, `stock/0/energy 3`, `fame/1 12`
or `island/0/(1,-1) lying`. The state after it is the same game with that one thing changed.
"""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from companion.common.words import joined, player_name, say
from companion.games import repairs as lists
from companion.games.buttons import Choice
from companion.games.kit.values import evolve, without
from companion.games.propeller_islands.components.board import MOST_DICE_ON_A_SPACE
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import LYING, STANDING, State
from companion.games.propeller_islands.told.words import SAID, tile_face
from companion.games.repairs import MOST, NEAR, Repair, Wrong


def repairs(state: State) -> tuple[Choice, ...]:
    """Everything that can be put right, each with what it may really be."""
    return lists.choices(_things(state, NEAR))


def repaired(state: State, text: str) -> State:
    """The state after a repair; a count may be any."""
    after: State = lists.repaired(_things(state, MOST), text)
    return after


def _things(state: State, near: int) -> Iterator[Wrong]:
    return chain(_dice(state), _market(state), _counts(state, near), _workers(state))


def _dice(state: State) -> Iterator[Wrong]:
    for value in (face for face, count in state.spaces() if count):
        free = [f for f, n in state.spaces() if f != value and n < MOST_DICE_ON_A_SPACE]
        others = [
            Repair(
                say("It is a {die}", die=other),
                f"die {value} {other}",
                partial(_with_dice, state, {value: -1, other: 1}),
            )
            for other in free
        ]
        yield Wrong(say("A die on the {die}", die=value), f"forge/{value}", others)


def _with_dice(state: State, more: dict[int, int]) -> State:
    return evolve(state, forge=tuple(n + more.get(face, 0) for face, n in state.spaces()))


def _market(state: State) -> Iterator[Wrong]:
    """Another tile lies there: the one that was thought to is still to come."""
    for slot, tile in state.market.items():
        if tile is None:
            continue
        others = [
            Repair(
                tile_face(state.edition, other),
                f"market/{slot} {other}",
                partial(
                    evolve,
                    state,
                    market={**state.market, slot: other},
                    unseen=(*without(state.unseen, other), tile),
                ),
            )
            for other in dict.fromkeys(state.unseen)
            if other != tile
        ]
        label = joined([slot, tile_face(state.edition, tile)], ": ")
        yield Wrong(label, f"market/{slot}", others)


def _counts(state: State, near: int) -> Iterator[Wrong]:
    for seat, player in enumerate(state.players):
        for name, count in {**player.stock._asdict(), "fame": player.fame}.items():
            place = f"fame/{seat}" if name == "fame" else f"stock/{seat}/{name}"
            label = SAID["counts"][name].fill(who=player_name(seat), n=count)
            yield lists.count(label, place, count, partial(_with_count, state, seat, name), near)


def _with_count(state: State, seat: int, name: str, value: int) -> State:
    player = state.players[seat]
    change = {name: value} if name == "fame" else {"stock": player.stock._replace(**{name: value})}
    return state.with_player(seat, evolve(player, **change))


def _workers(state: State) -> Iterator[Wrong]:
    for seat, player in enumerate(state.players):
        others = []
        for cell, placed in player.island.tiles.items():
            if placed.worker:
                pose = LYING if placed.worker == STANDING else STANDING
                place = island_place(seat, cell)
                label = SAID["poses"][pose].fill(tile=tile_face(state.edition, placed.tile))
                island = player.island.with_changed(cell, worker=pose)
                after = partial(state.with_player, seat, evolve(player, island=island))
                others.append(Repair(label, f"{place} {pose}", after, place))
        yield Wrong(say("{who}: a worker", who=player_name(seat)), f"workers/{seat}", others)
