"""Propeller Islands as the companion's `Game`: one door to the modules of this package."""

from collections.abc import Mapping
from functools import partial
from operator import attrgetter

from companion.common.errors import InputError
from companion.common.json_reading import Node
from companion.games import facts
from companion.games.kit import rulings
from companion.games.kit.plain import Plain
from companion.games.panels import TablePart
from companion.games.propeller_islands.components import boards, layout, pieces, printed
from companion.games.propeller_islands.components.edition import Edition, fact_name, shipped
from companion.games.propeller_islands.rules import moves, scoring, setup, status, taking, tasks
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen import (
    adopting,
    faults,
    hints,
    key,
    leftovers,
    repairs,
    seeing,
    suspects,
)
from companion.games.propeller_islands.told import (
    choices,
    pictures,
    position,
    telling,
    words,
)
from companion.games.propeller_islands.told.places_in_words import named_place
from companion.games.propeller_islands.told.secrets import HANDS
from companion.games.protocol import (
    CHANCE,
    CharacterChoice,
    Fact,
    Option,
    ScoreSheet,
    Seat,
    Violation,
)
from companion.tabletop.chart import Chart
from companion.tabletop.scenery import Cutout
from companion.tabletop.sight import LyingThing


class PropellerIslands(Plain[State]):
    """The game, with the editions that it knows."""

    id = "propeller-islands"
    title = "Propeller Islands"
    players = setup.PLAYERS
    languages = words.LANGUAGES
    state = State
    kinds = moves.KINDS
    short = taking.SHORT
    table = seeing.TABLE
    hands = HANDS
    looks = pictures.LOOKS

    # What one function of another module does.
    set_up_to_be_watched = staticmethod(setup.to_be_watched)
    tellings = staticmethod(choices.tellings)
    choices = staticmethod(choices.choices)
    repaired = staticmethod(repairs.repaired)
    repairs = staticmethod(repairs.repairs)
    chance = staticmethod(moves.chance)
    check = staticmethod(moves.violations)
    apply = staticmethod(moves.play)
    carry_out = staticmethod(moves.carry_out)
    as_it_lies = staticmethod(moves.as_it_lies)
    touches = staticmethod(moves.touches)
    rolled = staticmethod(moves.rolled)
    moves = staticmethod(moves.legal_moves)
    round_of = staticmethod(setup.round_of)
    status = staticmethod(status.of_state)
    score = staticmethod(scoring.of_state)
    outcome = staticmethod(scoring.outcome)
    key = staticmethod(key.key)
    brings = staticmethod(hints.brings)
    is_restless = staticmethod(hints.is_restless)
    overlooked = staticmethod(hints.overlooked)
    tried = staticmethod(suspects.tried)
    suspects = staticmethod(suspects.suspects)
    faults = staticmethod(faults.faults)
    adopt = staticmethod(adopting.adopt)
    leftovers = staticmethod(leftovers.leftovers)
    scenery = staticmethod(layout.scenery)
    edition_of = staticmethod(attrgetter("edition.name"))
    prompts = staticmethod(telling.prompts)
    close_up = staticmethod(pictures.close_up)
    category = staticmethod(words.category)
    reason = staticmethod(words.reason)
    phrases = staticmethod(partial(rulings.phrases, words.RULES))
    fact_value = staticmethod(partial(facts.fact_value, Edition, words.SAID))
    fact_choices = staticmethod(partial(facts.fact_choices, words.SAID))
    zone_name = staticmethod(words.zone_name)
    count_name = staticmethod(words.count_name)
    tell = staticmethod(telling.tell)

    def __init__(self, editions: Mapping[str, Edition]) -> None:
        self.editions: dict[str, Edition] = dict(editions)
        texts = (pieces.Stock, pieces.Upgrade, pieces.Tile, pieces.Plan)
        self.forms = {Edition: self._edition, **{kind: kind.parse for kind in texts}}

    def _edition(self, name: str) -> Edition:
        if name not in self.editions:
            raise InputError(f"no edition '{name}'; there is {', '.join(self.editions)}")
        return self.editions[name]

    def for_copy(self, owners: Node) -> "PropellerIslands":
        """The game as it is printed on an owner's copy."""
        return PropellerIslands({name: shipped(name, owners) for name in self.editions})

    def setup(self, config: Mapping[str, object]) -> State:
        """The first state; `setup.first_state` says what can be set."""
        return setup.first_state(config, self.editions)

    def options(self) -> tuple[Option, ...]:
        """What can be chosen."""
        return setup.OPTIONS

    def to_move(self, state: State) -> Seat | None:
        """Whose move it is."""
        if not state.agenda:
            return None
        task = state.agenda[-1]
        return task.seat if isinstance(task, tasks.Choice) else CHANCE

    def cutouts(self, edition: str) -> tuple[Cutout, ...]:
        """Everything that can be printed."""
        return tuple(printed.cutouts(self._edition(edition)))

    def chart(self, state: State) -> Chart:
        """Where a camera has to look."""
        return boards.chart(state.edition, len(state.players))

    def character_choice(self, state: State) -> CharacterChoice | None:
        """The seat that gets its character next, with those that are left."""
        task = state.agenda[-1] if state.agenda else None
        if not isinstance(task, tasks.DealCharacter):
            return None
        left = moves.Character.tries(state, task)
        return CharacterChoice(task.seat, {words.character(one.name): str(one) for one in left})

    def fact_name(self, edition: str, fact: Fact) -> str:
        """What a fact is about."""
        return fact_name(self.editions[edition], fact)

    def place_name(self, place: str, state: State | None = None) -> str:
        """A place of an observation in words."""
        return words.place_name(place) if state is None else named_place(state, place)

    def thing_name(self, thing: LyingThing) -> str:
        """A thing of an observation in words."""
        return words.thing_name(next(iter(self.editions.values())), thing)

    def picture(self, state: State, before: State | None) -> TablePart:
        """What phones show of the table."""
        return pictures.picture(self, state, before)

    def score_position(self, node: Node) -> ScoreSheet:
        """Score a position; two tiles on one cell are refused: which one would count?"""
        here = position.read_position(node, self.editions)
        for violation in status.violations(here):
            if violation.rule == "island.cell-taken":
                node.wrong(f"{violation.text} ({', '.join(violation.pieces)})")
        return scoring.score_sheet(here)

    def check_position(self, node: Node) -> tuple[Violation, ...]:
        """Everything impossible about a position."""
        return status.violations(position.read_position(node, self.editions))
