"""What people put right in two taps: the thing that is wrong, and what it really is.

A repair is a line such as `die 4 5`, `market/E4 10/6/hub:science`, `stock/0/energy 3`, `fame/1 12`
or `island/0/(1,-1) lying`. The state after it is the same game with that one thing changed.
"""

from collections.abc import Iterator

from companion.common.errors import InputError
from companion.common.words import joined, player_name, say
from companion.games.buttons import Choice, Path, Sign, buttons
from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.board import FACES, MOST_DICE_ON_A_SPACE
from companion.games.propeller_islands.components.pieces import RESOURCES, Tile
from companion.games.propeller_islands.rules.rulings import island_cell, island_place
from companion.games.propeller_islands.rules.state import LYING, STANDING, Player, State
from companion.games.propeller_islands.told.words import SAID, tile_face

#: How far a count is corrected by one tap, up and down.
NEAR = 3
MOST = 999


def repairs(state: State) -> tuple[Choice, ...]:
    """Everything that can be put right, each with what it may really be."""
    return tuple(
        choice
        for choice in (*_dice(state), *_market(state), *_counts(state), *_workers(state))
        if choice.choices
    )


def repaired(state: State, text: str) -> State:
    """The state after a repair; `InputError` when this is none."""
    words = text.split()
    if len(words) == 3 and words[0] == "die":
        return _with_die(state, *(_number(word) for word in words[1:]))
    if len(words) != 2:
        raise InputError(f"'{text[:60]}' puts nothing right")
    place, value = words
    kind, *rest = place.split("/")
    if kind == "market" and rest and rest[0] in state.market:
        return _with_tile(state, rest[0], Tile.parse(value))
    if kind == "island" and rest and value in (STANDING, LYING):
        return _with_worker(state, place, value)
    if kind in ("stock", "fame") and rest:
        return _with_count(state, kind, rest, _number(value))
    raise InputError(f"'{text[:60]}' puts nothing right")


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 4):
        raise InputError(f"'{word[:20]}' is no number")
    return int(word)


# --- dice -----------------------------------------------------------------------------------------


def _dice(state: State) -> Iterator[Choice]:
    for value, count in state.spaces():
        if count:
            others = (
                Choice(say("It is a {die}", die=other), moves=f"die {value} {other}")
                for other in FACES
                if other != value and state.forge[other - 1] < MOST_DICE_ON_A_SPACE
            )
            label = say("A die on the {die}", die=value)
            yield Choice(label, choices=tuple(others), place=f"forge/{value}")


def _with_die(state: State, old: int, new: int) -> State:
    if old not in FACES or new not in FACES or not state.forge[old - 1]:
        raise InputError(f"no die on the {old} can be a {new}")
    forge = list(state.forge)
    forge[old - 1] -= 1
    forge[new - 1] += 1
    return evolve(state, forge=tuple(forge))


# --- tiles ----------------------------------------------------------------------------------------


def _market(state: State) -> Iterator[Choice]:
    faces = list(dict.fromkeys(state.unseen))
    for slot, tile in state.market.items():
        if tile is None:
            continue
        paths = (
            Path((Sign(tile_face(state.edition, other)),), f"market/{slot} {other}")
            for other in faces
            if other != tile
        )
        label = joined([slot, tile_face(state.edition, tile)], ": ")
        yield Choice(label, choices=buttons(paths), place=f"market/{slot}")


def _with_tile(state: State, slot: str, tile: Tile) -> State:
    """Another tile lies there: the one that was thought to is still to come."""
    old = state.market[slot]
    if old is None or tile not in state.unseen:
        raise InputError(f"{tile} can't lie in {slot}")
    unseen = list(state.unseen)
    unseen[unseen.index(tile)] = old
    return evolve(state, market={**state.market, slot: tile}, unseen=tuple(unseen))


# --- counts and workers ---------------------------------------------------------------------------


def _near(count: int, line: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(value), moves=f"{line} {value}")
        for value in range(max(0, count - NEAR), min(MOST, count + NEAR) + 1)
        if value != count
    )


def _counts(state: State) -> Iterator[Choice]:
    for seat, player in enumerate(state.players):
        for name, count in {**player.stock._asdict(), "fame": player.fame}.items():
            line = f"fame/{seat}" if name == "fame" else f"stock/{seat}/{name}"
            label = SAID["counts"][name].fill(who=player_name(seat), n=count)
            yield Choice(label, choices=_near(count, line), place=line)


def _player(state: State, word: str) -> tuple[int, Player]:
    seat = _number(word)
    if seat >= len(state.players):
        raise InputError(f"there is no seat {seat}")
    return seat, state.players[seat]


def _with_count(state: State, kind: str, rest: list[str], value: int) -> State:
    seat, player = _player(state, rest[0])
    if kind == "fame" and len(rest) == 1:
        return state.with_player(seat, evolve(player, fame=value))
    if kind == "stock" and len(rest) == 2 and rest[1] in RESOURCES:
        stock = player.stock._replace(**{rest[1]: value})
        return state.with_player(seat, evolve(player, stock=stock))
    raise InputError(f"nobody counts {'/'.join(rest)[:40]}")


def _workers(state: State) -> Iterator[Choice]:
    for seat, player in enumerate(state.players):
        paths = []
        for cell, placed in player.island.tiles.items():
            if placed.worker:
                pose = LYING if placed.worker == STANDING else STANDING
                place = island_place(seat, cell)
                sign = Sign(
                    SAID["poses"][pose].fill(tile=tile_face(state.edition, placed.tile)), place
                )
                paths.append(Path((sign,), f"{place} {pose}"))
        label = say("{who}: a worker", who=player_name(seat))
        yield Choice(label, choices=buttons(paths), place=f"workers/{seat}")


def _with_worker(state: State, place: str, pose: str) -> State:
    seat, player = _player(state, place.split("/")[1])
    cell = island_cell(place, seat)
    if cell is None or cell not in player.island.tiles or not player.island.tiles[cell].worker:
        raise InputError(f"no worker is at {place[:40]}")
    return state.with_player(
        seat, evolve(player, island=player.island.with_changed(cell, worker=pose))
    )
