"""The sentences about moves: what was done, what it brought, and no secret."""

import pytest

from companion.games import find
from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.pieces import Plan, Stock, Tile
from companion.games.propeller_islands.rules import moves, tasks
from companion.games.propeller_islands.rules.moves import Move
from companion.games.propeller_islands.rules.state import (
    STANDING,
    Island,
    Placed,
    State,
)
from companion.games.propeller_islands.rules.tasks import Task
from companion.games.random_games import plies

GAME = find("propeller-islands")
SCIENCE_HUB = Placed(Tile("10", 6, hub="science"), worker=STANDING)


def table(
    *agenda: Task, characters: tuple[str, str] = ("marie", "nicola"), **player: object
) -> State:
    """Two players in their first round; seat 1 has what `player` says. The last task is next."""
    state: State = GAME.setup({"players": 2, "characters": characters})
    tiles = {(0, 0): Placed(Tile("01"), worker=STANDING), (1, 0): SCIENCE_HUB}
    given = {"island": Island(tiles), "stock": Stock(2, 2, 2), **player}
    market = dict.fromkeys(state.market, Tile("07", 2, banner="science"))
    return evolve(
        state,
        players=(state.players[0], evolve(state.players[1], **given)),
        market=market,
        forge=(1, 0, 0, 2, 0, 2),
        agenda=(tasks.EndTurn(), tasks.CompletePlan(1), *agenda),
    )


PLAN = Plan.parse("I/e1s1g1/3/banner:science")

SENTENCES: list[tuple[str, tuple[Task, ...], Move]] = [
    ("Player 2 takes a 4.", (tasks.TakeDie(1),), moves.Take(4)),
    (
        "Player 2 takes a 6, pays 1 energy to make it a 1.",
        (tasks.TakeDie(1),),
        moves.Take(6, 1),
    ),
    ("Player 2 builds the foundry from E4.", (tasks.Act(1, 4),), moves.Build("E4", (-1, 0))),
    (
        "Player 2 builds the foundry from E4: +1 fame.",
        (tasks.Act(1, 4),),
        moves.Build("E4", (2, 0)),
    ),
    ("Player 2 scraps the foundry from E4: +2 energy.", (tasks.Act(1, 4),), moves.Scrap("E4")),
    (
        "Player 2 activates the factory: −1 steel, +2 gears.",
        (tasks.Act(1, 6),),
        moves.Activate((1, 0)),
    ),
    ("Player 2 activates nothing.", (tasks.Act(1, 6),), moves.PASS),
    (
        "Player 2 is done with the shared die.",
        (tasks.ActivateTiles(1, 6, shared=True, extra=False),),
        moves.PASS,
    ),
    (
        "Player 2 adds the foundry to the island: +1 fame.",
        (tasks.PlaceTile(1, Tile("07", 2, banner="science")),),
        moves.Place((2, 0)),
    ),
    (
        "A new tile lies in C3: the café.",
        (tasks.FillSlot("C3"),),
        moves.Reveal(Tile("21", banner="culture")),
    ),
    ("Player 2 draws a plan of level I.", (tasks.DealCard(1, "I"),), moves.Card(PLAN)),
    ("The stack is counted: 1 tile left.", (tasks.TakeDie(1),), moves.CountStack(1)),
]


@pytest.mark.parametrize(("sentence", "agenda", "move"), SENTENCES, ids=str)
def test_a_move_is_told(sentence: str, agenda: tuple[Task, ...], move: Move) -> None:
    assert GAME.tell(table(*agenda), move) == sentence


def test_sir_charles_changes_a_die_for_free() -> None:
    state = table(tasks.TakeDie(1), characters=("marie", "sir-charles"), fame=5)
    assert GAME.tell(state, moves.Take(4, 1)) == "Player 2 takes a 4, makes it a 5 for free."


def test_a_trumpet_is_announced() -> None:
    told = GAME.tell(table(tasks.Act(1, 4), fame=4), moves.Build("E4", (2, 0)))
    assert told == ("Player 2 builds the foundry from E4: +1 fame, and reaches the first trumpet.")


def test_the_last_worker_of_a_column_empties_it() -> None:
    free = {(0, 0): Placed(Tile("01"), worker=STANDING), (1, 0): Placed(Tile("08", 2))}
    deploying = tasks.DeployWorker(1, optional=False)
    state = table(deploying, dock=0b1000_0000_1111, island=Island(free))
    assert GAME.tell(state, moves.Deploy("b1", (1, 0))) == (
        "Player 2 sends a worker from b1 to the hotel and empties column 2 of the dock."
    )


def test_a_completed_plan_tells_its_price_and_its_upgrade() -> None:
    state = table(hand=(PLAN,))
    paid = "Player 2 pays 1 energy, 1 steel and 1 gear for a plan worth 3 points and "
    assert GAME.tell(state, moves.Complete(PLAN)) == f"{paid}sets its science banner aside."
    assert GAME.tell(state, moves.Complete(PLAN, (1, 0))) == (
        f"{paid}puts its science banner on the factory."
    )


def test_too_many_dice_on_a_space_are_told() -> None:
    state = evolve(table(tasks.RollDice(5)), forge=(0,) * 6)
    assert GAME.tell(state, moves.Roll((2, 2, 2, 2, 5))) == (
        "Player 1 rolls the dice: 2, 2, 2, 2 and 5; there are too many on the 2, "
        "the surplus is rolled again."
    )


@pytest.mark.parametrize("task", [tasks.TakeDie(1), tasks.RollDice(4)])
def test_what_somebody_holds_is_not_told(task: Task) -> None:
    state = table(task, hidden=("I",))
    plan = state.unseen_plans[0]
    told = GAME.tell(state, moves.Hold(1, plan))
    assert told == "Player 2 tells the companion about a plan in hand."


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_of_whole_games_makes_a_sentence(players: int) -> None:
    state = GAME.setup({"players": players})
    for ply in plies(GAME, {"players": players}, "telling"):
        told = GAME.tell(state, ply.move)
        assert told[0].isupper()
        assert told.endswith(".")
        assert not any(mark in told for mark in ("None", "  ", "_", "{", ":."))
        state = ply.state
