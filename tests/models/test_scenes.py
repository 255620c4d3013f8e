"""Synthetic tables are seeded, clean at the edges, and labelled where the pixels are."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.making import SIZES_ON_BOARDS, make_tables
from models.photos.book import read_things
from models.scenes.carpets import draw_carpet
from models.scenes.compose import Studio, camera_roll
from models.scenes.lens import FEWEST, enlarged, peppered
from models.scenes.prints import DRAWERS, draw_print
from models.scenes.scene import DIE, PRINTS, VISIBLE, PlannedPicture, SceneThing
from models.scenes.tables import draw_table, table_photos
from models.sprites.bank import Sprite, fade_edges, load_bank


def test_alpha_is_zero_at_the_edge_of_every_sprite(bank: tuple[Sprite, ...]) -> None:
    assert len(bank) == 6
    for sprite in bank:
        alpha = sprite.pixels[..., 3]
        assert not alpha[[0, -1]].any()
        assert not alpha[:, [0, -1]].any()
        assert alpha[48, 48] == 255


def test_a_shadow_fades_out_before_it_reaches_the_edge(bank: tuple[Sprite, ...]) -> None:
    steps = np.abs(np.diff(bank[0].pixels[48, :12, 3].astype(int)))
    assert steps.max() <= 6


def test_an_even_dimness_around_a_die_is_no_shadow() -> None:
    pixels = np.full((96, 96, 4), 40, np.uint8)
    die = np.array([(36, 36), (60, 36), (60, 60), (36, 60)], np.float32)
    pixels[36:61, 36:61, 3] = 255
    faded = fade_edges(pixels, die)
    assert (faded[36:61, 36:61, 3] == 255).all()
    faded[36:61, 36:61, 3] = 0
    assert not faded[..., 3].any()


def test_a_long_shadow_ends_softly_instead_of_at_the_border_of_its_cell() -> None:
    pixels = np.zeros((96, 96, 4), np.uint8)
    die = np.array([(36, 36), (60, 36), (60, 60), (36, 60)], np.float32)
    pixels[40:56, 36:, 3] = 150
    along = fade_edges(pixels, die)[48, 62:, 3].astype(int)
    assert along[0] > 130
    assert along[-1] == 0
    assert np.abs(np.diff(along)).max() <= 10


def test_without_sheets_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="python -m models sketches"):
        load_bank(tmp_path)


def test_the_same_seed_gives_the_same_pixels_and_labels(bank: tuple[Sprite, ...]) -> None:
    studio = Studio(bank, side=160)
    first, again = (studio.picture(studio.scene(11)) for _ in range(2))
    assert np.array_equal(first[0], again[0])
    assert first[1] == again[1]


def test_another_seed_gives_another_table(bank: tuple[Sprite, ...]) -> None:
    studio = Studio(bank, side=160)
    assert not np.array_equal(
        studio.picture(studio.scene(1))[0], studio.picture(studio.scene(2))[0]
    )


@pytest.mark.parametrize("squeeze", [0.75, 1.0, 1.33])
@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_boxes_agree_with_the_pixels_of_the_die(
    bank: tuple[Sprite, ...], squeeze: float, turn: float
) -> None:
    solid = []
    for sprite in bank:
        pixels = sprite.pixels.copy()
        pixels[..., :3] = 255
        pixels[..., 3] = np.where(pixels[..., 3] == 255, 255, 0)
        solid.append(Sprite(pixels, sprite.outline, sprite.top, sprite.value, 0, 80.0, "opaque"))
    studio = Studio(tuple(solid), side=160)
    piece = SceneThing(DIE, 80, 75, 60, turn, 2)
    scene = PlannedPicture(160, 0, squeeze, 1.0, (piece,), 0)
    placed = studio.place(piece, scene)
    mask = cv2.warpAffine(placed.pixels[..., 3], placed.matrix, (160, 160)) > 127
    ys, xs = np.nonzero(mask)
    box = studio.picture(scene)[1][0].box
    assert np.allclose(box, (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1), atol=1.5)


def test_every_die_in_a_scene_shows_enough_of_its_top(bank: tuple[Sprite, ...]) -> None:
    studio = Studio(bank, side=200)
    crowded = 0
    for seed in range(60):
        scene = studio.scene(seed)
        dice = [studio.place(p, scene) for p in scene.pieces if p.kind == DIE]
        for number, die in enumerate(dice):
            canvas = np.zeros((200, 200), np.uint8)
            cv2.fillConvexPoly(canvas, np.round(die.top).astype(np.int32), 1)
            whole = canvas.sum()
            for other in dice[number + 1 :]:
                cv2.fillConvexPoly(canvas, np.round(other.outline).astype(np.int32), 0)
            crowded += canvas.sum() < whole
            if whole > 60:
                assert canvas.sum() >= VISIBLE * whole
    assert crowded, "no die ever covers another: touching dice would never be learnt"


def test_labels_carry_the_value_of_dice_and_none_for_prints(bank: tuple[Sprite, ...]) -> None:
    studio = Studio(bank, side=160)
    labels = [label for seed in range(40) for label in studio.picture(studio.scene(seed))[1]]
    assert {label.value for label in labels if label.kind == DIE} == {1, 2, 3, 4, 5, 6}
    assert all(label.value is None for label in labels if label.kind != DIE)
    assert {label.kind for label in labels} - {DIE} >= {"printed_die", "coin", "dots"}


@pytest.mark.parametrize("kind", PRINTS)
def test_every_print_can_be_drawn_and_leaves_its_corners_or_fills_them(kind: str) -> None:
    patch = draw_print(kind, 5)
    assert patch.shape == (128, 128, 4)
    assert patch[..., 3].any()
    assert np.array_equal(patch, draw_print(kind, 5))


def test_every_kind_of_print_has_a_drawer() -> None:
    assert set(DRAWERS) == set(PRINTS)


def test_tables_are_drawn_where_there_are_no_texture_photos(tmp_path: Path) -> None:
    assert table_photos(tmp_path / "missing") == ()
    tables = [draw_table(seed, 64) for seed in range(30)]
    assert all(t.shape == (64, 64, 3) and t.min() >= 0 and t.max() <= 255 for t in tables)
    assert np.std([t.mean() for t in tables]) > 15


def test_dice_are_put_on_photos_of_boards(tmp_path: Path, sketches: Path) -> None:
    (tmp_path / "photos").mkdir()
    board = np.zeros((64, 64, 3), np.uint8)
    board[:32], board[32:] = (200, 60, 20), (20, 120, 90)
    cv2.imwrite(str(tmp_path / "photos" / "board.jpg"), board)
    made = make_tables("boards", sketches, tmp_path / "photos", tmp_path / "boards", 6)
    again = [path.read_bytes() for path in made]
    assert len(set(again)) == 6
    widths = [
        thing.box[2] - thing.box[0]
        for path in made
        for thing in read_things(path)
        if thing.kind == DIE
    ]
    assert widths
    assert max(widths) < 1.6 * SIZES_ON_BOARDS[1]
    made[0].unlink()
    make_tables("boards", sketches, tmp_path / "photos", tmp_path / "boards", 6)
    assert [path.read_bytes() for path in made] == again


def test_a_carpet_is_busy_and_often_has_the_colour_of_what_hides_on_it() -> None:
    red = np.array([30, 40, 200], np.float32)
    carpets = [draw_carpet(seed, 96, red) for seed in range(30)]
    assert np.array_equal(carpets[0], draw_carpet(0, 96, red))
    assert all(c.shape == (96, 96, 3) and c.min() >= 0 and c.max() <= 255 for c in carpets)
    assert np.median([c.std(axis=(0, 1)).max() for c in carpets]) > 10
    reddish = [c.mean(axis=(0, 1))[2] > 1.5 * c.mean(axis=(0, 1))[:2].max() for c in carpets]
    assert 0.4 < np.mean(reddish) < 1
    anything = [draw_carpet(seed, 96).mean(axis=(0, 1)) for seed in range(30)]
    assert np.std(anything, axis=0).min() > 20


def test_dice_hide_on_carpets_of_their_own_colour(tmp_path: Path, sketches: Path) -> None:
    made = make_tables("carpets", sketches, None, tmp_path / "carpets", 6)
    again = [path.read_bytes() for path in made]
    assert len(set(again)) == 6
    assert any(thing.kind == DIE for path in made for thing in read_things(path))
    made[0].unlink()
    make_tables("carpets", sketches, None, tmp_path / "carpets", 6)
    assert [path.read_bytes() for path in made] == again


def test_pale_prints_let_the_table_show_through(bank: tuple[Sprite, ...]) -> None:
    token = SceneThing("token", 80, 80, 60, 0, 5)
    drawn, pale = (
        Studio(bank, pale=each).place(token, PlannedPicture(160, 7, 1, 1, (), 3)) for each in (0, 1)
    )
    assert np.array_equal(drawn.pixels[..., :3], pale.pixels[..., :3])
    assert drawn.pixels[64, 64, 3] == 255
    assert 20 < pale.pixels[64, 64, 3] < 160
    assert not pale.pixels[0, 0, 3]


def test_tables_on_which_everything_is_faint_are_seeded_and_go_on(
    tmp_path: Path, faint_sketches: Path
) -> None:
    made = make_tables("faint", faint_sketches, tmp_path / "none", tmp_path / "faint", 6)
    again = [path.read_bytes() for path in made]
    kinds = {thing.kind for path in made for thing in read_things(path)}
    assert DIE in kinds
    assert kinds & set(PRINTS)
    made[0].unlink()
    make_tables("faint", faint_sketches, tmp_path / "none", tmp_path / "faint", 6)
    assert [path.read_bytes() for path in made] == again


def test_dice_seen_from_the_side_are_not_stood_on_their_heads() -> None:
    rng = np.random.default_rng(0)
    from_the_side = np.array([camera_roll(rng, 40) for _ in range(400)])
    from_above = np.array([camera_roll(rng, 85) for _ in range(400)])
    assert np.mean(np.abs(from_the_side) < 40) > 0.85
    assert np.mean((from_above > 90) & (from_above < 270)) > 0.4


def test_lost_pixels_are_black_or_white_and_few() -> None:
    grey = np.full((200, 200, 3), 128, np.uint8)
    spoiled = peppered(np.random.default_rng(0), grey)
    lost = (spoiled != 128).any(axis=2)
    assert 0.001 < lost.mean() < 0.04
    assert set(np.unique(spoiled[lost])) == {0, 255}
    assert (grey == 128).all()


def test_an_enlarged_photo_has_fewer_details_but_dice_keep_the_fewest_pixels() -> None:
    stripes = np.zeros((320, 320, 3), np.uint8)
    stripes[:, ::2] = 255
    for seed in range(10):
        shot = enlarged(np.random.default_rng(seed), stripes, smallest=3 * FEWEST)
        assert shot.shape == stripes.shape
        assert shot.std() < 0.8 * stripes.std()
        as_it_was = enlarged(np.random.default_rng(seed), stripes, smallest=FEWEST)
        assert (as_it_was == stripes).all()
