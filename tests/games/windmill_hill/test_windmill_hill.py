"""The game of the tutorial: its rules, what is typed for it, its words, and who cheats at it."""

import random
from collections import Counter
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from companion.benches.promises.seeing import ForbiddenMove, cheats, looks_at
from companion.common.errors import InputError
from companion.common.json_reading import wrap
from companion.common.words import Language
from companion.games.kit.values import evolve
from companion.games.random_games import plies
from companion.games.secrets import known_to
from companion.games.windmill_hill import GAME
from companion.games.windmill_hill.box import CARDS, SITES
from companion.referee.referee import Conclusion, Mode, Reaction, decide, judge
from companion.tabletop.observation import Die, Observation, Piece
from companion.tabletop.sight import LyingThing

FOLDER = Path(__file__).parents[3] / "companion" / "games" / "windmill_hill"
LONGEST = 200
CHEATS = 200


def played(*lines: str) -> Any:
    state = GAME.setup({"players": 2})
    for line in lines:
        for move in GAME.parse_moves(line):
            state = GAME.apply(state, move)
    return state


def rules(state: Any, line: str) -> list[str]:
    (move,) = GAME.parse_moves(line)
    return [violation.rule for violation in GAME.check(state, move)]


def test_the_whole_game_is_short() -> None:
    lines = [line for path in FOLDER.glob("*.py") for line in path.read_text("utf-8").splitlines()]
    assert len([line for line in lines if line.strip()]) <= LONGEST


def test_a_mill_stands_on_a_free_site_that_the_wind_reaches() -> None:
    state = played("wind 3 build N3 wind 4")
    assert rules(state, "build S4") == []
    assert rules(state, "build S5") == ["build.too-high"]
    assert rules(state, "build N3") == ["build.taken"]
    assert rules(state, "wind 2") == ["order.not-now"]


def test_nobody_is_asked_when_there_is_not_enough_wind() -> None:
    state = played("wind 1 build N1 wind 1 build S1 wind 1")
    assert GAME.to_move(state) == -1
    assert state.players[0].die == (1,)
    assert state.players[0].mills == ("N1",)


def test_a_mill_is_worth_its_height_and_more_if_the_card_names_it() -> None:
    state = played("wind 6 build N6 wind 6 build S6 wind 2 build S2")
    assert [score.points for score in GAME.score(state).values()] == [8, 6]
    told = GAME.apply(state, *GAME.parse_moves("hold 0 north"))
    assert GAME.score(told) == GAME.score(state), "points are for everybody to see"
    shown = evolve(state.players[0], shown=("north",))
    assert GAME.score(state.with_player(0, shown))[0].points == 11


def test_a_card_that_is_told_is_known_to_its_owner_alone() -> None:
    state = played("wind 6")
    (card,) = GAME.tellings(state, 0)
    assert [leaf.moves for leaf in card.leaves()] == [f"hold 0 {card}" for card in CARDS]
    told = GAME.apply(state, *GAME.parse_moves("hold 0 low"))
    assert GAME.tellings(told, 0) == GAME.tellings(told, None) == ()
    assert GAME.covered(told) == state
    assert known_to(GAME, told, 1) == state
    assert rules(told, "hold 0 high") == rules(told, "hold 7 low") == ["hold.elsewhere"]
    assert rules(state, "hold 0 rain") == ["hold.elsewhere"]
    assert "low" not in GAME.tell(state, *GAME.parse_moves("hold 0 low"))


def position(*players: dict[str, Any], **more: Any) -> Any:
    return wrap({"game": GAME.id, "players": list(players), **more}, "position")


def test_a_position_is_scored_as_far_as_it_was_written_down() -> None:
    ada = {"name": "Ada", "mills": ["N6", "S3"], "shown": ["high"]}
    sheet = GAME.score_position(position(ada, {"mills": ["S6"]}))
    assert [(seat.name, seat.score.points) for seat in sheet.seats] == [
        ("Ada", 12),
        ("Player 2", 6),
    ]
    assert sheet.outcome.winners == (0,)
    wrong = GAME.check_position(position(ada, {"mills": ["S3"]}))
    assert [(one.rule, one.pieces) for one in wrong] == [("hill.twice", ("hill/S3",))]


@pytest.mark.parametrize(
    ("players", "more", "said"),
    [
        ([{}], {}, "players: expected at least 2 items, found 1"),
        ([{}, {}, {}], {}, "players: expected at most 2 items, found 3"),
        ([{"mlls": []}, {}], {}, "players[0].mlls: unknown key; did you mean 'mills'?"),
        ([{"mills": "N6"}, {}], {}, "players[0].mills: expected a list"),
        ([{"mills": ["N9"]}, {}], {}, "nothing in this game is called 'N9'"),
        ([{}, {"name": 5}], {}, "players[1].name: expected a text, found the number 5"),
        ([{}, {}], {"agenda": []}, "agenda: unknown key"),
    ],
)
def test_a_position_that_is_none_says_what_is_wrong(players: Any, more: Any, said: str) -> None:
    for answer in (GAME.score_position, GAME.check_position):
        with pytest.raises(InputError) as error:
            answer(position(*players, **more))
        assert said in str(error.value)


@pytest.mark.parametrize(
    ("code", "told", "place"),
    [
        ("de", "Player 1 baut eine Mühle auf N3.", "der Bauplatz N3"),
        ("fr", "Player 1 construit un moulin en N3.", "l’emplacement N3"),
    ],
)
def test_it_speaks_other_languages(code: str, told: str, place: str) -> None:
    language = Language(code, phrases=GAME.phrases(code))
    state = played("wind 3")
    assert language.tell(GAME.tell(state, *GAME.parse_moves("build N3"))) == told
    assert language.tell(GAME.place_name("hill/N3")) == place


def test_what_a_camera_names_has_words() -> None:
    assert GAME.zone_name("farm:1") == "the table of Player 2"
    assert GAME.thing_name(LyingThing("mill", "seat-0", None, 1.0)) == "a mill of Player 1"
    assert GAME.thing_name(LyingThing("card", None, None, 1.0)) == "a hidden card"
    assert [GAME.count_name("mill", n) for n in (1, 2)] == ["1 mill", "2 mills"]


# --- cheats ---------------------------------------------------------------------------------------


def made_up_cheats() -> list[ForbiddenMove]:
    return [*islice((cheat for seed in count() for cheat in cheats(GAME, seed)), CHEATS)]


def test_no_forbidden_move_of_two_hundred_is_entered_and_each_is_called_by_its_rule() -> None:
    for cheat in made_up_cheats():
        verdict = judge(GAME, cheat.before, cheat.looks)
        assert decide(Mode.AUTO, verdict) is not Reaction.ENTER
        assert verdict.finding is Conclusion.ILLEGAL
        assert verdict.violations == GAME.check(cheat.before, cheat.move), GAME.move_text(
            cheat.move
        )


def taken_away(looks: list[Observation], source: random.Random) -> list[Observation]:
    number = source.choice([n for n, look in enumerate(looks) if look.pieces])
    look = looks[number]
    gone = source.choice(look.pieces)
    pieces = tuple(piece for piece in look.pieces if piece is not gone)
    return [*looks[:number], replace(look, pieces=pieces), *looks[number + 1 :]]


def one_too_many(looks: list[Observation], source: random.Random) -> list[Observation]:
    more = Piece("mill", f"hill/{source.choice([*SITES])}", source.choice(("seat-0", "seat-1")))
    return [replace(looks[0], pieces=(*looks[0].pieces, more)), *looks[1:]]


def pushed(looks: list[Observation], source: random.Random) -> list[Observation]:
    first, *rest = looks[0].pieces
    moved = replace(first, place=f"hill/{source.choice([*SITES])}")
    return [replace(looks[0], pieces=(moved, *rest)), *looks[1:]]


def another_die(looks: list[Observation], source: random.Random) -> list[Observation]:
    number = source.choice((1, 2))
    look = looks[number]
    die = Die(source.randrange(1, 7), f"die/{number - 1}")
    return [*looks[:number], replace(look, dice=(*look.dice, die)), *looks[number + 1 :]]


def turned_over(looks: list[Observation], source: random.Random) -> list[Observation]:
    card = Piece("card", "shown/0", source.choice([*CARDS]))
    return [looks[0], replace(looks[1], pieces=(card,)), looks[2]]


def lying(looks: list[Observation]) -> list[Any]:
    """What lies there, in whatever order it is named."""
    return [(look.zone, Counter(look.pieces), Counter(look.dice)) for look in looks]


@pytest.mark.parametrize("hand", [taken_away, one_too_many, pushed, another_die, turned_over])
def test_nothing_is_entered_that_no_move_leaves_on_the_table(hand: Any) -> None:
    source, tried = random.Random(hand.__name__), 0
    for seed in range(3):
        state = GAME.setup({"players": 2})
        for ply in plies(GAME, {"players": 2}, seed):
            before, state = state, ply.state
            if len(before.players[0].mills) and before.agenda:
                tried += 1
                looks = hand(looks_at(GAME, before), source)
                verdict = judge(GAME, before, looks)
                if decide(Mode.AUTO, verdict) is Reaction.ENTER:
                    assert verdict.best is not None
                    assert lying(looks_at(GAME, verdict.best.state)) == lying(looks)
    assert tried > 40


def test_a_table_with_two_mills_on_a_site_can_not_be() -> None:
    state = played("wind 6 build N6")
    other = evolve(state.players[1], mills=("N6",))
    (twice,) = GAME.status(state.with_player(1, other))
    assert twice.pages
