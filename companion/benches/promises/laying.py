"""The table of a game in millimetres, and what is printed of it."""

from collections import Counter
from typing import Any

from companion.benches.promises.promise import Config, Promise, every_table, must
from companion.games.capabilities import Laid, abilities, watchable
from companion.games.random_games import plies
from hardware.printing.sheets import PAPERS, DoesNotFit, arranged

#: So many plies pass between two tables that are looked at.
EVERY = 10


def _lies_as_seen(game: Any, config: Config, seed: int) -> None:
    """Every piece that a camera should see lies on the table, and each zone is somewhere."""
    if "see" not in abilities(game):
        return
    seen_by = watchable(game)
    for ply in [*plies(game, config, "laid")][::EVERY]:
        table = game.scenery(ply.state, 1)
        must(table == game.scenery(ply.state, 1), "the same seed lays another table")
        lies = Counter((t.kind, t.place, t.identity) for t in table.things if t.kind != "die")
        dice = Counter((t.place, t.value) for t in table.things if t.kind == "die")
        for zone in seen_by.zones(ply.state):
            must(zone in (table.regions or {}), f"the zone {zone} is nowhere on the table")
            seen = seen_by.project(ply.state, zone)
            lacking = Counter((p.kind, p.place, p.identity) for p in seen.pieces) - lies
            must(not lacking, f"not on the table: {[*lacking]}")
            lacking_dice = Counter((d.place, d.value) for d in seen.dice) - dice
            must(not lacking_dice, f"not on the table: dice {[*lacking_dice]}")


def _is_charted(game: Any, config: Config, seed: int) -> None:
    """The first board, by which a camera finds the table, is drawn."""
    state = game.setup(config)
    main = game.chart(state).main
    drawn = {prop.identity for prop in game.scenery(state).props}
    must(main.name in drawn, f"the board {main.name} is not drawn")


def _can_be_printed(game: Any, config: Config, seed: int) -> None:
    """What can be cut out has a name each, and fits on paper."""
    cutouts = game.cutouts(config["edition"])
    must(cutouts, "there is nothing to cut out")
    names = Counter(cutout.name for cutout in cutouts)
    twice = [name for name, n in names.items() if n > 1]
    must(not twice, f"two cut-outs are called {twice}")
    for name, paper in PAPERS.items():
        try:
            must([*arranged(cutouts, paper)], "there is no page")
        except DoesNotFit as error:
            must(False, f"{name}: {error}")


PROMISES = (
    Promise(Laid, _lies_as_seen, every_table),
    Promise(Laid, _is_charted, every_table),
    Promise(Laid, _can_be_printed, every_table),
)
