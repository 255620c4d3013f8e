"""What holds where a game with rules says nothing: its own method is asked if it has one."""

import random
from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

from companion.common.errors import InputError
from companion.common.json_reading import Json, Node
from companion.common.words import say
from companion.games.buttons import Choice
from companion.games.capabilities import (
    HasAdopting,
    HasChance,
    HasCharacters,
    HasChoices,
    HasCopies,
    HasDice,
    HasFaults,
    HasKey,
    HasLeftovers,
    HasOptions,
    HasRepairs,
    HasRounds,
    HasStatus,
    HasSuspects,
    HasTellings,
    HasTidying,
    Rules,
    Spoken,
    Watchable,
)
from companion.games.kit.seen import accusing, conserving
from companion.games.panels import HasPrompts
from companion.games.protocol import (
    CHANCE,
    CharacterChoice,
    Game,
    Option,
    Seat,
    Suspicion,
    Violation,
)
from companion.games.secrets import known_to
from companion.tabletop.sight import Difference, LyingThing, Sight

G = TypeVar("G", bound=Game)

AnyRules = Rules[Any, Any]
AnySeen = Watchable[Any, Any]


def for_copy(game: G, owners: Node) -> G:
    """The game with the facts of an owner's data file; `InputError` where all copies are alike."""
    if isinstance(game, HasCopies):
        return game.for_copy(owners)
    raise InputError(f"{game.title}: all copies of it are alike")


def options(game: AnyRules) -> tuple[Option, ...]:
    """What can be chosen when it is set up: nothing."""
    return game.options() if isinstance(game, HasOptions) else ()


def set_up_to_be_watched(
    game: AnyRules, players: int, source: random.Random | None = None
) -> dict[str, Json]:
    """A config for people at a real table: everything lies open, and nothing is chosen."""
    if isinstance(game, HasOptions):
        return game.set_up_to_be_watched(players, source)
    return {"players": players}


def chance_of(game: AnyRules) -> Callable[[Any, random.Random], Any]:
    """What the table does: any legal move, all alike."""
    if isinstance(game, HasChance):
        return game.chance
    return lambda state, source: source.choice([*game.moves(state)])


def status(game: AnyRules, state: Any) -> tuple[Violation, ...]:
    """What is impossible about a state: nothing."""
    return game.status(state) if isinstance(game, HasStatus) else ()


def round_of(game: AnyRules, state: Any) -> int:
    """Which round is played: the first and only one."""
    return game.round_of(state) if isinstance(game, HasRounds) else 1


def rolled(game: AnyRules, move: Any) -> tuple[int, ...]:
    """What the dice of a move show: there are none."""
    return game.rolled(move) if isinstance(game, HasDice) else ()


def character_choice(game: AnyRules, state: Any) -> CharacterChoice | None:
    """Whose character is chosen next: there are none."""
    return game.character_choice(state) if isinstance(game, HasCharacters) else None


def as_it_lies(game: AnyRules, state: Any, move: Any) -> Any:
    """The table right after a move: nothing is put back."""
    return game.as_it_lies(state, move) if isinstance(game, HasTidying) else game.apply(state, move)


def key_of(game: AnyRules) -> Callable[[Any], Hashable]:
    """What makes two states different: everything."""
    return game.key if isinstance(game, HasKey) else _itself


def _itself(state: Any) -> Hashable:
    return hash(state) and state


def prompts(game: AnyRules, state: Any) -> tuple[str, str]:
    """What is to be done, said to whoever does it, and in the middle of a sentence."""
    if isinstance(game, HasPrompts):
        return game.prompts(state)
    to_move = game.to_move(state)
    if to_move is None:
        return "", say("the game is over")
    if to_move == CHANCE:
        return say("Somebody enters what was rolled or drawn."), say("something is rolled or drawn")
    return say("Make a move."), say("a move")


def choices(game: AnyRules, state: Any, eyes: Seat | None) -> tuple[Choice, ...]:
    """The buttons: one for each legal move, with what can be typed for it."""
    if isinstance(game, HasChoices):
        return game.choices(state, eyes)
    texts = map(game.move_text, game.moves(known_to(game, state, eyes)))
    return tuple(Choice(text, moves=text) for text in texts)


def tellings(game: AnyRules, state: Any, eyes: Seat | None) -> tuple[Choice, ...]:
    """What can be told at any time: nothing."""
    return game.tellings(state, eyes) if isinstance(game, HasTellings) else ()


def repairs(game: AnyRules, state: Any) -> tuple[Choice, ...]:
    """What can be put right: nothing."""
    return game.repairs(state) if isinstance(game, HasRepairs) else ()


def repaired(game: AnyRules, state: Any, text: str) -> Any:
    """The state after a repair; `InputError` where there is none."""
    if isinstance(game, HasRepairs):
        return game.repaired(state, text)
    raise InputError(say("Nothing can be put right in this game."))


def suspects(
    game: AnySeen, state: Any, sight: Sight, differences: tuple[Difference, ...]
) -> Iterator[Suspicion[Any, Any]]:
    """The forbidden moves that may have been made: those that somebody may have tried."""
    if isinstance(game, HasSuspects):
        return game.suspects(state, sight, differences)
    return accusing.suspects(game, state, differences)


def faults(game: AnySeen, before: Any, after: Any, sight: Sight) -> tuple[Violation, ...]:
    """What can't be, whatever was played: dice that come from nowhere or are gone."""
    if isinstance(game, HasFaults):
        return game.faults(before, after, sight)
    return tuple(conserving.faults(game, before, after, sight))


def leftovers(
    game: AnySeen, state: Any, sight: Sight, differences: tuple[Difference, ...]
) -> tuple[Violation, ...]:
    """The rules that unexplained differences break: pieces come from somewhere."""
    if isinstance(game, HasLeftovers):
        return game.leftovers(state, sight, differences)
    return tuple(conserving.leftovers(game, state, sight)) if differences else ()


def adopt(game: AnySeen, state: Any, sight: Sight) -> Any:
    """The state with everything as it was read; `InputError` where nobody has said how."""
    if isinstance(game, HasAdopting):
        return game.adopt(state, sight)
    raise InputError(say("Nothing can be put right in this game."))


# --- words --------------------------------------------------------------------------------------


def place_name(game: Game | None, place: str, state: Any = None) -> str:
    """A place in the game's words, if it has some."""
    return game.place_name(place, state) if isinstance(game, Spoken) else place


def thing_name(game: Game, thing: LyingThing | None) -> str:
    """A thing in the game's words, if it has some."""
    if thing is None:
        return ""
    return game.thing_name(thing) if isinstance(game, Spoken) else str(thing)


def zone_name(game: Game | None, zone: str) -> str:
    """A zone in the game's words, if it has some."""
    return game.zone_name(zone) if isinstance(game, Spoken) else zone


def count_name(game: Game | None, kind: str, n: int) -> str:
    """So many pieces of a kind in the game's words, if it has some."""
    if isinstance(game, Spoken):
        return game.count_name(kind, n)
    return f"{n} {kind}{'' if n == 1 else 's'}"
