"""A ring turns with its discs, a machine covers six cells, a tile lies in one of six turns."""

from dataclasses import dataclass
from typing import Any

from companion.games.buttons import Sign
from companion.games.kit.agenda import HasAgenda
from companion.games.kit.carriers import moved, poses, shown, tops, turned
from companion.games.kit.places import Places, one
from companion.games.kit.plain import Move, Plain, Turn, violation
from companion.games.kit.values import value
from companion.tabletop import hexes, squares

DISCS = dict(enumerate(("city", "tool", "energy", "obsidian", None, "journey")))
GROUND = {(x, y): "coal" if x > y else "iron" for x in range(4) for y in range(3) if x + y < 5}
MACHINE = poses({(x, y): "machine" for x in range(2) for y in range(3)}, squares.turned, 4)
SIDES = {hexes.ORIGIN: "sand", (1, 0): "field", (0, 1): "lake", (1, -1): "town"}
TILE = dict.fromkeys(hexes.DIRECTIONS) | SIDES


@value
class Rotate(Move):
    verb, says, taps = "rotate", "{who} turns the ring.", ("Turn the ring",)

    def do(self, state: Any, task: Turn) -> Any:
        return state.then(ring=(state.ring + 1) % 6)


@value
class Build(Move):
    verb, says, may_be = "build", "{who} moves the machine to {at}.", (GROUND, MACHINE)
    taps = ("Move the machine", Sign("to {at}", "grid/{at}"), "lying as in picture {pose}")
    at: hexes.Cell
    pose: int

    def cells(self) -> dict[hexes.Cell, str]:
        return moved(MACHINE[self.pose], self.at)

    def wrong(self, state: Any, task: Turn) -> Any:
        if not self.cells().keys() <= GROUND.keys():
            yield violation("machine.hole", "All of a machine lies on scaffolds.", "grid/(3,2)")
        if self == state.machine:
            yield violation("machine.there", "The machine lies there already.")

    def do(self, state: Any, task: Turn) -> Any:
        return state.then(machine=self)


@value
class Explore(Move):
    verb, says, may_be = "explore", "{who} turns the tile {sixths} times.", (range(1, 6),)
    taps = ("Turn the tile", "{sixths} times")
    sixths: int

    def do(self, state: Any, task: Turn) -> Any:
        return state.then(tile=(state.tile + self.sixths) % 6)


BUILDS = [*Build.tries(None, None)]


@dataclass(frozen=True)
class State(HasAgenda):
    agenda: tuple[Turn, ...] = (Turn(1), Turn(0)) * 3
    ring: int = 0
    machine: Build = BUILDS[0]
    tile: int = 0
    points: tuple[int, ...] = (0, 0)


class Carriers(Plain[State]):
    id, title, players, pages = "carriers", "Carriers", range(2, 3), {"en": "7"}
    state, kinds = State, (Rotate, Build, Explore)
    rings = shown("ring/{}", lambda n: turned(DISCS, lambda slot: (slot + 1) % 6, n), range(6))
    grids = shown("grid/{}", lambda m: tops([GROUND, m.cells()]), BUILDS)
    tiles = shown("map/{}", lambda n: turned(TILE, hexes.turned, n), range(6))
    places = (
        Places("ring", ("ring",), rings, one("disc", str)),
        Places("grid", ("machine",), grids, one("cell", str)),
        Places("map", ("tile",), tiles, one("hex", str)),
    )
