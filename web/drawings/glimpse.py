"""A small picture beside a proposal: the places that it changes, and what lies around them."""

from collections.abc import Iterator
from dataclasses import replace

from companion.common.words import say
from companion.games.panels import BoardPanel, DrawnPiece, TablePicture

#: So many boards are shown, at most: where something was taken, and where it went.
MOST = 2
#: What lies within so many widths of a change is shown with it.
NEAR = 1.2


def glimpses(before: TablePicture, after: TablePicture) -> tuple[BoardPanel, ...]:
    """The boards as far as they differ; none where only counts change."""
    pairs = zip(_boards(before), _boards(after), strict=True)
    found = (_cut_out(one, other) for one, other in pairs)
    return tuple(board for board in found if board is not None)[:MOST]


def _boards(picture: TablePicture) -> list[BoardPanel]:
    panels = [*picture.panels, *(panel for seat in picture.seats for panel in seat.part.panels)]
    return [panel for panel in panels if isinstance(panel, BoardPanel)]


def _cut_out(before: BoardPanel, after: BoardPanel) -> BoardPanel | None:
    changed = tuple(_changed(before, after))
    if not changed:
        return None
    near = (replace(one, fresh=one in changed) for one in after.pieces if _is_near(one, changed))
    label = say("{board}, as it would be", board=after.label)
    return replace(after, label=label, pieces=tuple(near), legend=())


def _changed(before: BoardPanel, after: BoardPanel) -> Iterator[DrawnPiece]:
    """What lies there otherwise than before; that it was news a moment ago does not count."""
    old = {one.at: replace(one, fresh=False) for one in before.pieces}
    for one in after.pieces:
        if one.place and old.get(one.at) != replace(one, fresh=False):
            yield one


def _is_near(one: DrawnPiece, changed: tuple[DrawnPiece, ...]) -> bool:
    x, y = one.at
    reach = (NEAR * one.size) ** 2
    is_small = one.size < 2 * changed[0].size
    return is_small and any((x - c.at[0]) ** 2 + (y - c.at[1]) ** 2 <= reach for c in changed)
