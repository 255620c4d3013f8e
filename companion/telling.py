"""What happens at a table, as sentences for everybody."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.events import (
    Accept,
    Action,
    Choose,
    Confirm,
    Correct,
    End,
    Pause,
    Play,
    Redo,
    Resume,
    Sit,
    Undo,
)
from companion.games.protocol import Game

if TYPE_CHECKING:
    from companion.table import News

_MODES = {
    "ask": "Every move is confirmed from now on.",
    "auto": "Clear moves are entered by themselves from now on.",
    "watch": "From now on people enter the moves; the referee only says what is wrong.",
}
_SENTENCES: dict[type, str] = {
    Undo: "Event {event} is taken back.",
    Redo: "Event {event} counts after all.",
    Correct: "Event {event} is corrected.",
    Accept: "The table as it lies counts from now on.",
    Pause: "The game is paused.",
    Resume: "The game goes on.",
    End: "The game is put away.",
}


def tell(game: Game[Any, Any], news: "News") -> Iterator[str]:
    """The sentences for one piece of news, in the order in which things happened."""
    if news.event is None:
        return
    action = news.event.action
    if isinstance(action, Play | Confirm):
        yield from tell_moves(game, news.before.state, action.moves)
    elif sentence := tell_action(action):
        yield sentence
    if news.fallen:
        yield f"Not legal any more: event {', '.join(map(str, news.fallen))}."
    if news.restored:
        yield f"Legal again: event {', '.join(map(str, news.restored))}."
    if game.outcome(news.before.state) is None and game.outcome(news.now.state) is not None:
        yield tell_outcome(game, news.now.state)


def tell_action(action: Action) -> str:
    """What happened beside the moves; empty for moves."""
    if isinstance(action, Choose):
        return _MODES[action.mode]
    if isinstance(action, Sit):
        who = f"Player {action.seat + 1}"
        return f"{who} is {action.name}." if action.name else f"{who} leaves the seat."
    sentence = _SENTENCES.get(type(action), "")
    return sentence.format_map(vars(action)) if sentence else ""


def tell_moves(game: Game[Any, Any], state: Any, line: str) -> Iterator[str]:
    """A line of legal moves, made in `state`."""
    for move in game.parse_moves(line):
        yield game.tell(state, move)
        state = game.apply(state, move)


def tell_outcome(game: Game[Any, Any], state: Any) -> str:
    """Who has won a game that is over."""
    outcome = game.outcome(state)
    assert outcome is not None, "only a game that is over has an outcome"
    winners = outcome.winners
    points = game.score(state)[winners[0]].points
    names = " and ".join(f"Player {seat + 1}" for seat in winners)
    win = "wins" if len(winners) == 1 else "win together"
    return f"The game is over. {names} {win} with {points} points."
