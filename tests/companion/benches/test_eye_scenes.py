"""Islands full of tokens, for `companion bench tokens`."""

from companion.benches.eye.scenes import BOARDS, drawn, position, with_upgrades
from companion.games import find


def test_tokens_lie_where_there_is_room_for_them_and_all_else_stays() -> None:
    table = position(5)
    full = with_upgrades(table, 5)
    before, after = (each.state.players[0].island.tiles for each in (table, full))
    assert before.keys() == after.keys()
    new = {cell: placed for cell, placed in after.items() if placed != before[cell]}
    assert new
    for cell, placed in new.items():
        assert (placed.tile, placed.worker) == (before[cell].tile, before[cell].worker)
        (token,) = placed.upgrades
        assert token.kind in full.state.edition.slots_of(placed.tile)
    assert full.state.players[1:] == table.state.players[1:]
    upgrades = [t for t in full.scenery.things if t.kind == "upgrade"]
    assert len(upgrades) == len([t for t in table.scenery.things if t.kind == "upgrade"]) + len(new)


def test_the_same_seed_lays_the_same_tokens() -> None:
    assert with_upgrades(position(5), 5).scenery == with_upgrades(position(5), 5).scenery


def test_drawn_art_knows_the_same_names_as_photos_of_it_would() -> None:
    game = find("propeller-islands")
    measures = game.chart(position(5).state).measures
    known = drawn(game, measures, 5, names=frozenset({"capitol", "02/hub:industry"}))
    assert set(known.tiles.names) <= {"capitol", "02/hub:industry"}
    assert known.pictures.keys() >= set(BOARDS)
    assert {"seat-0", "seat-1"} <= known.colours.keys()
    assert "joker" in known.tokens.names
