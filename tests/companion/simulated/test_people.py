"""Whole games by looks alone: what people do at the table comes out in the log."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games import find
from companion.games.protocol import CHANCE
from companion.log.events import Begin, Choose, Confirm, End, Play, Undo
from companion.log.history import ENDED
from companion.log.reasons import Counted
from companion.referee.opinions import Opinion
from companion.referee.settling import LOOKS
from companion.referee.watcher import Watcher
from companion.simulated.people import SimulatedPeople
from companion.table.table import Table
from tests.companion import matches
from tests.companion.tables import HOST, do, open_table

ISLANDS = find("propeller-islands")


def begin(folder: Path, game: Any, players: int, seed: str, mode: str = "auto") -> Table:
    config = game.set_up_to_be_watched(players, random.Random(seed))
    table = Table.create(folder / "game.log", game, config)
    do(table, Choose(mode))
    return table


class Evening:
    """People and a watcher at a table, as fast as they can."""

    def __init__(self, table: Table, seed: str) -> None:
        self.table = table
        self.watcher = Watcher(table)
        self.people = SimulatedPeople(table, self.watcher, seed)
        self.glances = self.people.glances()

    def play(self, until: Any = None, most: int = 5000) -> None:
        """Go on to the end, or until something is so."""
        for number, glance in enumerate(self.glances):
            self.watcher.see(glance.looks)
            if until is not None and until():
                return
            assert number < most, self.watcher.opinion


def moves(table: Table) -> list[str]:
    """Every move in the log, one by one."""
    lines = (e.action.moves for e in table.events() if isinstance(e.action, Play | Confirm))
    game = table.game
    return [game.move_text(move) for line in lines for move in game.parse_moves(line)]


def follow_a_whole_game(folder: Path, players: int, seed: str) -> None:
    with begin(folder, ISLANDS, players, seed) as table:
        evening = Evening(table, seed)
        people = evening.people
        table.listen(lambda news: true.append(people.has_reached(news.now.state)))
        true: list[bool] = []
        evening.play()
        assert all(true), "something was entered that never happened"
        assert ISLANDS.key(table.now.state) == ISLANDS.key(people.state)
        truth = {seat: score.points for seat, score in ISLANDS.score(people.state).items()}
        assert {s: score.points for s, score in ISLANDS.score(table.now.state).items()} == truth
        assert ISLANDS.outcome(table.now.state) == ISLANDS.outcome(people.state)
        assert _seen(moves(table)) == _seen(ISLANDS.move_text(move) for _, move in people.played)
        # People tell what nobody can see, and nothing else.
        by_people = [event for event in table.events() if event.by.role != "referee"]
        assert {type(event.action) for event in by_people} <= {Begin, Choose, Confirm, End}
        assert len(by_people) < 0.1 * len(table.events())
        assert table.events()[-1].why == Counted(tuple(truth.values()))


def _seen(moves: Iterable[str]) -> Counter[str]:
    """What can be seen of moves: surplus dice are rolled again before anybody looks, and which of
    two depots of one sort gave its goods shows nowhere.
    """
    return Counter(
        "depot" if move.startswith("depot") else move
        for move in moves
        if not move.startswith("roll")
    )


def test_a_whole_game_is_followed_to_its_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    follow_a_whole_game(tmp_path, players=3, seed="tuesday")
    assert main(["replay", str(tmp_path / "game.log")]) == 0
    told = capsys.readouterr().out
    assert "NOT APPLIED" not in told
    assert "(decided by: " in told


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_more_games_are_followed_to_their_scores(tmp_path: Path, players: int, number: int) -> None:
    follow_a_whole_game(tmp_path, players, f"evening {number}")


def test_hands_are_seen_between_the_moves(tmp_path: Path) -> None:
    with begin(tmp_path, matches.GAME, 2, "1") as table:
        evening = Evening(table, "1")
        looks = []
        for glance in evening.glances:
            evening.watcher.see(glance.looks)
            looks.append(glance.looks[0])
    hands = [number for number, look in enumerate(looks) if not look.at_rest]
    assert len(hands) >= 4
    assert all(looks[number].pieces == () for number in hands)
    for before, after in pairwise(looks):
        assert before.pieces == after.pieces or not (before.at_rest and after.at_rest)


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    played = []
    for folder in ("a", "b", "c"):
        with begin(tmp_path / folder, matches.GAME, 2, "x") as table:
            evening = Evening(table, "other" if folder == "c" else "same")
            evening.play()
            played.append(moves(table))
    assert played[0] == played[1]
    assert all(sum(map(int, line)) == 7 for line in played)


def test_a_game_goes_on_from_its_log(tmp_path: Path) -> None:
    """The hidden table is gone with the process; people lay it out again as the log says."""
    with begin(tmp_path, ISLANDS, 2, "kill") as table:
        Evening(table, "kill").play(until=lambda: table.now.number >= 25)
        before = table.events()
    with open_table(tmp_path, ISLANDS) as table:
        assert table.events() == before
        evening = Evening(table, "kill")
        evening.play(until=lambda: table.now.number >= 50)
        assert table.events()[: len(before)] == before
        assert not table.now.unapplied


def test_in_ask_people_wait_for_whoever_confirms(tmp_path: Path) -> None:
    with begin(tmp_path, matches.GAME, 2, "1", mode="ask") as table:
        evening = Evening(table, "1")
        for number, glance in enumerate(evening.glances):
            opinion = evening.watcher.see(glance.looks)
            if number == 60:
                assert opinion.word == "proposal"
                assert moves(table) == []
            if number > 60:
                if opinion.proposed:
                    evening.watcher.confirm(opinion.serial, HOST)
                elif opinion.answers:
                    evening.watcher.answer(opinion.serial, 0, HOST)
        assert table.now.phase == ENDED
        assert table.now.state.taken == evening.people.state.taken
        assert {e.by.role for e in table.events() if isinstance(e.action, Confirm)} == {"host"}


def test_in_watch_people_enter_their_moves_themselves(tmp_path: Path) -> None:
    with begin(tmp_path, matches.GAME, 2, "1", mode="watch") as table:
        evening = Evening(table, "1")
        evening.play()
        assert table.now.phase == ENDED
        assert table.now.state == evening.people.state
        assert {e.by.role for e in table.events() if isinstance(e.action, Play)} <= {"seat", "host"}


def test_people_wait_while_somebody_takes_something_back(tmp_path: Path) -> None:
    with begin(tmp_path, matches.GAME, 2, "1") as table:
        evening = Evening(table, "1")
        evening.play(until=lambda: len(moves(table)) == 2)
        left = table.now.state.left
        do(table, Undo())
        for _ in range(50):
            evening.watcher.see(next(evening.glances).looks)
        assert evening.watcher.opinion.held
        assert table.now.state.left > left
        evening.watcher.confirm(evening.watcher.opinion.serial, HOST)
        evening.play()
        assert table.now.state == evening.people.state


def test_people_go_when_somebody_ends_the_game(tmp_path: Path) -> None:
    with begin(tmp_path, matches.GAME, 2, "1", mode="ask") as table:
        evening = Evening(table, "1")
        evening.play(until=lambda: evening.watcher.opinion.word == "proposal")
        do(table, End())
        evening.play(most=20)
        assert isinstance(table.events()[-1].action, End)
        assert table.now.state.left == 7


def test_whoever_plays_whom_is_asked_when_everything_else_lies_there(tmp_path: Path) -> None:
    """Without characters in its config, as a game under a camera begins."""
    table = Table.create(tmp_path / "game.log", ISLANDS, {"players": 2, "hands": "hidden"})
    with table:
        do(table, Choose("ask"))
        watcher, state = Watcher(table), table.now.state
        source = random.Random("deal")
        characters = []
        while not sum(state.forge):
            by_chance = ISLANDS.to_move(state) == CHANCE
            legal = () if by_chance else tuple(ISLANDS.moves(state))
            move = ISLANDS.chance(state, source) if by_chance else source.choice(legal)
            characters += [str(move)] * (ISLANDS.character_choice(state) is not None)
            state = ISLANDS.apply(state, move)
        looks = [ISLANDS.project(state, zone).as_seen() for zone in ISLANDS.zones(state)]

        def think() -> Opinion:
            for _ in range(LOOKS):
                opinion = watcher.see(looks)
            return opinion

        opinion = think()
        assert opinion.word == "proposal", opinion
        assert "shown or told" in opinion.reason
        watcher.confirm(opinion.serial, HOST)
        opinion = think()
        assert (opinion.word, opinion.headline) == ("asking", "Who plays which character?")
        for each in characters:
            do(table, Play(each))
        opinion = think()
        assert opinion.word == "proposal", opinion
        watcher.confirm(opinion.serial, HOST)
        assert think().in_step
        assert ISLANDS.key(table.now.state) == ISLANDS.key(state)
