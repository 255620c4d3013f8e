"""A gallery of our own drawings: every face once, and known again on the simulated table."""

import numpy as np
import pytest

from companion.camera.eyes.own_art import own_gallery
from companion.common.errors import InputError
from companion.games import find
from companion.tabletop.observation import Point
from companion.tabletop.outlines import hexagon
from companion.tabletop.scenery import FlatPiece as Laid
from companion.tabletop.scenery import Scenery, Thing
from hardware.simulated.light import Light, Sensor
from hardware.simulated.renderer import Renderer
from hardware.simulated.truth import truth
from hardware.simulated.viewpoint import above
from vision.faces.crops import cut_out

GAME = find("propeller-islands")


@pytest.fixture(scope="module")
def gallery():
    return own_gallery(GAME)


def test_every_tile_is_in_it_as_the_game_calls_it(gallery):
    tiles = [cut for cut in GAME.cutouts("de") if cut.kind == "tile"]
    assert set(gallery.names) == {cut.identity for cut in tiles}
    assert len(gallery.faces) == len(tiles) > len(gallery.names)


def test_tiles_on_a_simulated_table_are_known_again(gallery):
    cuts = [cut for cut in GAME.cutouts("de") if cut.kind == "tile"][::6]
    things = tuple(
        Thing(
            "tile",
            str(number),
            (
                Laid(
                    Point(60 * (number % 4), 70 * (number // 4)),
                    20 * number,
                    hexagon(55),
                    cut.print,
                ),
            ),
            cut.identity,
        )
        for number, cut in enumerate(cuts)
    )
    table = Scenery(things)
    view = above(*table.bounds(), tilt=20, turn=40, size=(800, 600))
    renderer = Renderer(view, Light(warmth=0.6, strength=0.9), seed=5)
    image = Sensor().expose(renderer.picture(table), np.random.default_rng(5))
    for seen in truth(renderer, table):
        match = gallery.recognise(cut_out(image, seen.outline[::6]))
        assert match.name == seen.thing.identity


def test_an_edition_or_kind_that_there_is_not_is_refused():
    with pytest.raises(InputError, match="no edition 'xx'"):
        own_gallery(GAME, "xx")
    with pytest.raises(InputError, match="no dragon"):
        own_gallery(GAME, kind="dragon")


def test_tokens_have_a_gallery_too():
    tokens = own_gallery(GAME, kind="upgrade")
    assert "joker" in tokens.names
