"""Tell a game from its log: every move that counts, and the score. The log is only read."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.common.answering import add_json_option, print_answer
from companion.common.json_reading import Json
from companion.games.capabilities import Rules, playable
from companion.games.positions import add_data_option, find_game
from companion.log.events import START, Event, to_line
from companion.log.history import History
from companion.log.reading import read_events
from companion.table.story import Story, StoryStep, line_of

HELP = "tell a game from its log"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="the log of a game")
    add_json_option(parser)
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Fold the log and print it."""
    history = History()
    events, wrong = read_events(args.log)
    if wrong:
        print(f"companion: {wrong}", file=sys.stderr)
    for event in events:
        history.add(event)
    game = playable(find_game(history.begin.game, args.data))
    steps, state = follow(game, history)
    told = (game, history, steps, state)
    print_answer(args, to_json(*told), to_text(*told))
    return 0


def follow(game: Rules[Any, Any], history: History) -> tuple[tuple[StoryStep, ...], Any]:
    """Every step of the line, and the state at its end."""
    first = game.setup(history.begin.config)
    steps = Story(game, first).follow(line_of(history))
    return steps, steps[-1].after if steps else first


def to_text(
    game: Rules[Any, Any], history: History, steps: Sequence[StoryStep], state: Any
) -> Iterator[str]:
    """The story for people."""
    yield f"{game.title}, {history.number} events, {len(steps)} of them in the line of play."
    for one in steps:
        for sentence in one.told:
            yield f"{one.event:>5}  {sentence}"
        if one.unapplied:
            reasons = " ".join(reason.text for reason in one.unapplied)
            yield f"{one.event:>5}  NOT APPLIED: {one.line}. {reasons}"
    for seat, score in game.score(state).items():
        yield f"{_name(history, seat)}: {score.points} points"
    outcome = game.outcome(state)
    if outcome is None:
        yield "The game is not over."
    else:
        winners = " and ".join(_name(history, seat) for seat in outcome.winners)
        win = "wins" if len(outcome.winners) == 1 else "win together"
        yield f"{winners} {win} (decided by: {outcome.decided_by})."


def _name(history: History, seat: int) -> str:
    return history.names.get(seat, f"Player {seat + 1}")


def to_json(
    game: Rules[Any, Any], history: History, steps: Sequence[StoryStep], state: Any
) -> dict[str, Json]:
    """The story for programs."""
    outcome = game.outcome(state)
    config: dict[str, Json] = dict(history.begin.config)
    return {
        "game": game.id,
        "config": config,
        "events": [_plain(event) for event in history.events],
        "line": [
            {
                "event": one.event,
                "moves": one.line,
                "told": list(one.told),
                "applied": not one.unapplied,
                "violations": [reason.to_json() for reason in one.unapplied],
            }
            for one in steps
        ],
        "names": [_name(history, seat) for seat in game.score(state)],
        "scores": [score.points for score in game.score(state).values()],
        "outcome": None
        if outcome is None
        else {"winners": list(outcome.winners), "decided_by": outcome.decided_by},
    }


def _plain(event: Event) -> Json:
    data: dict[str, Json] = json.loads(to_line(event, START))
    del data["after"], data["check"]
    return data
