"""A small picture beside a proposal: the places that it changes, and what lies around them."""

from collections.abc import Iterator
from dataclasses import replace

from companion.common.words import say
from web.drawings.shapes import WIDTH, Hexagon, HexBoard, TablePicture

#: So many boards are shown, at most: where something was taken, and where it went.
MOST = 2
#: What lies this near to a change is shown with it.
NEAR = 1.1 * WIDTH


def glimpses(before: TablePicture, after: TablePicture) -> tuple[HexBoard, ...]:
    """The boards as far as they differ; none where only counts change."""
    boards = (
        (before.board, after.board),
        *((one.island, other.island) for one, other in zip(before.seats, after.seats, strict=True)),
    )
    found = (_cut_out(one, other) for one, other in boards)
    return tuple(board for board in found if board is not None)[:MOST]


def _cut_out(before: HexBoard, after: HexBoard) -> HexBoard | None:
    changed = tuple(_changed(before, after))
    if not changed:
        return None
    near = (replace(one, fresh=one in changed) for one in after.hexagons if _is_near(one, changed))
    label = say("{board}, as it would be", board=after.label)
    return HexBoard(label, tuple(near), after.seat)


def _changed(before: HexBoard, after: HexBoard) -> Iterator[Hexagon]:
    """What lies there otherwise than before; that it was news a moment ago does not count."""
    old = {(one.x, one.y): replace(one, fresh=False) for one in before.hexagons}
    for one in after.hexagons:
        if old.get((one.x, one.y)) != replace(one, fresh=False):
            yield one


def _is_near(one: Hexagon, changed: tuple[Hexagon, ...]) -> bool:
    return any((one.x - c.x) ** 2 + (one.y - c.y) ** 2 <= NEAR**2 for c in changed)
