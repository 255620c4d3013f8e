"""What happens at a table, as sentences for everybody."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.common.words import Said, listed, player_name, say, say_n, seat_name
from companion.games.capabilities import Rules
from companion.log import events
from companion.log.lines import moves_of
from companion.log.playing import tell_all
from companion.log.reasons import Repaired
from companion.table.news import News

_MODES = {
    "ask": say("Every move is confirmed from now on."),
    "auto": say("Clear moves are entered by themselves from now on."),
    "watch": say("From now on people enter the moves; the referee only says what is wrong."),
}
_SENTENCES: dict[type, Said] = {
    events.Undo: say("Event {event} is taken back."),
    events.Redo: say("Event {event} counts after all."),
    events.Correct: say("Event {event} is corrected."),
    events.Accept: say("The table as it lies counts from now on."),
    events.Pause: say("The game is paused."),
    events.Resume: say("The game goes on."),
    events.End: say("The game has ended."),
}
_KINDS: dict[type, Said] = {
    events.Begin: say("The game begins."),
    events.Play: say("Moves are entered."),
    events.Confirm: say("Moves are confirmed."),
    events.Lost: say("An event that could not be read."),
}
_ROLES = {events.HOST: say("Host"), events.REFEREE: say("Referee"), events.VIEWER: say("Viewer")}


def tell(
    game: Rules[Any, Any], news: News, recall: Callable[[int | None], str] = lambda _: ""
) -> Iterator[str]:
    """The sentences for one piece of news, in the order in which things happened.

    `recall` knows what was told of an event, if anybody remembers.
    """
    if news.event is None:
        return
    action = news.event.action
    if isinstance(action, events.Play | events.Confirm):
        yield from tell_all(game, news.before.state, moves_of(game, action))
    elif isinstance(action, events.Undo) and (what := recall(action.event)):
        yield say("Taken back: {what}", what=what)
    elif isinstance(action, events.Redo) and (what := recall(action.event)):
        yield say("It counts after all: {what}", what=what)
    elif sentence := tell_action(action):
        yield sentence
    if news.fallen:
        yield say("Not legal any more: event {events}.", events=", ".join(map(str, news.fallen)))
    if news.restored:
        yield say("Legal again: event {events}.", events=", ".join(map(str, news.restored)))
    if game.outcome(news.before.state) is None and game.outcome(news.now.state) is not None:
        yield tell_outcome(game, news.now.state)


def tell_action(action: events.Action) -> str:
    """What happened beside the moves; empty for moves."""
    if isinstance(action, events.Choose):
        return _MODES[action.mode]
    if isinstance(action, events.Sit):
        who = seat_name(action.seat)  # who sits there now may be somebody else
        if action.name:
            return say("{who} is {name}.", who=who, name=action.name)
        return say("{who} leaves the seat.", who=who)
    sentence = _SENTENCES.get(type(action))
    return sentence.fill(**vars(action)) if sentence else ""


def tell_event(event: events.Event) -> str:
    """What kind of event it is, in a sentence; moves may hold secrets of a hand."""
    action: events.Action = event.action
    return _KINDS.get(type(action)) or tell_action(action)


def tell_who(who: events.Who) -> str:
    """Somebody who did something."""
    return player_name(who.seat) if who.seat is not None else _ROLES[who.role]


def tell_repair(why: Repaired) -> str:
    """What somebody said that a thing really is."""
    return say("Really: {line}", line=why.line)


def tell_outcome(game: Rules[Any, Any], state: Any) -> str:
    """Who has won a game that is over."""
    outcome = game.outcome(state)
    assert outcome is not None, "only a game that is over has an outcome"
    winners = outcome.winners
    points = game.score(state)[winners[0]].points
    names = listed(player_name(seat) for seat in winners)
    if len(winners) == 1:
        return say_n(
            "The game is over. {names} wins with {n} point.",
            "The game is over. {names} wins with {n} points.",
            points,
            names=names,
        )
    return say_n(
        "The game is over. {names} win together with {n} point.",
        "The game is over. {names} win together with {n} points.",
        points,
        names=names,
    )
