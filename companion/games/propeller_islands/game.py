"""Propeller Islands as the companion's `Game`: one door to the modules of this package."""

import random
from collections.abc import Mapping
from functools import partial

from companion.common.codec import Codec
from companion.common.errors import InputError
from companion.common.json_reading import Json, Node
from companion.games import facts
from companion.games.propeller_islands.components import boards, layout, printed
from companion.games.propeller_islands.components.edition import Edition, fact_name, shipped
from companion.games.propeller_islands.components.pieces import (
    CHARACTERS,
    Plan,
    Stock,
    Tile,
    Upgrade,
)
from companion.games.propeller_islands.rules import (
    check,
    legal,
    moves,
    play,
    scoring,
    setup,
    status,
    tasks,
    touching,
)
from companion.games.propeller_islands.rules.moves import Move, parse_moves
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen import (
    adopting,
    clues,
    faults,
    leftovers,
    repairs,
    seeing,
    suspects,
    table_clues,
)
from companion.games.propeller_islands.told import (
    choices,
    position,
    telling,
    view,
    words,
)
from companion.games.propeller_islands.told.secrets import HANDS
from companion.games.propeller_islands.told.whereabouts import named_place
from companion.games.protocol import (
    CHANCE,
    Breakdown,
    CharacterChoice,
    Fact,
    Option,
    Outcome,
    ScoredSeat,
    ScoreSheet,
    Seat,
    Violation,
)
from companion.tabletop.chart import Chart
from companion.tabletop.scenery import Cutout
from companion.tabletop.sight import LyingThing


class PropellerIslands:
    """The game, with the editions that it knows."""

    id = "propeller-islands"
    title = "Propeller Islands"
    players = setup.PLAYERS

    # What one function of another module does.
    moves = staticmethod(legal.legal_moves)
    tellings = staticmethod(choices.tellings)
    choices = staticmethod(choices.choices)
    repaired = staticmethod(repairs.repaired)
    repairs = staticmethod(repairs.repairs)
    check = staticmethod(check.violations)
    apply = staticmethod(play.play)
    as_it_lies = staticmethod(play.as_it_lies)
    touches = staticmethod(touching.touches)
    zones = staticmethod(seeing.zones)
    project = staticmethod(seeing.project)
    parts = staticmethod(seeing.parts)
    key = staticmethod(clues.key)
    carry_out = staticmethod(play.carry_out)
    brings = staticmethod(table_clues.brings)
    is_restless = staticmethod(table_clues.is_restless)
    likely = staticmethod(clues.likely)
    suspects = staticmethod(suspects.suspects)
    faults = staticmethod(faults.faults)
    adopt = staticmethod(adopting.adopt)
    leftovers = staticmethod(leftovers.leftovers)
    scenery = staticmethod(layout.scenery)
    view = staticmethod(view.view)
    covered = staticmethod(HANDS.covered)
    recalled = staticmethod(HANDS.recalled)
    phrases = staticmethod(words.phrases)
    fact_value = staticmethod(partial(facts.fact_value, Edition, words.SAID))
    fact_choices = staticmethod(partial(facts.fact_choices, words.SAID))
    zone_name = staticmethod(words.zone_name)
    count_name = staticmethod(words.count_name)
    tell = staticmethod(telling.tell)
    parse_moves = staticmethod(parse_moves)

    def __init__(self, editions: Mapping[str, Edition]) -> None:
        self.editions = dict(editions)
        self._codec = Codec(
            {
                Stock: Stock.parse,
                Upgrade: Upgrade.parse,
                Tile: Tile.parse,
                Plan: Plan.parse,
                Edition: self._edition,
            }
        )

    def _edition(self, name: str) -> Edition:
        if name not in self.editions:
            raise InputError(f"no edition '{name}'; there is {', '.join(self.editions)}")
        return self.editions[name]

    def for_copy(self, owners: Node) -> "PropellerIslands":
        """The game as it is printed on an owner's copy."""
        return PropellerIslands({name: shipped(name, owners) for name in self.editions})

    def setup(self, config: Mapping[str, object]) -> State:
        """The first state; `setup.Config` says what can be set."""
        wanted = setup.read_config(config)
        return setup.first_state(wanted, self._edition(wanted.edition))

    def options(self) -> tuple[Option, ...]:
        """What can be chosen."""
        return setup.OPTIONS

    def set_up_to_be_watched(
        self, players: int, source: random.Random | None = None
    ) -> dict[str, Json]:
        """Hands are hidden; without a source people say which characters they play."""
        config: dict[str, Json] = {"players": players, "hands": "covered"}
        if source is not None:
            config["characters"] = [*source.sample(CHARACTERS, players)]
        return config

    def to_move(self, state: State) -> Seat | None:
        """Whose move it is."""
        if not state.agenda:
            return None
        task = state.agenda[-1]
        return task.seat if isinstance(task, tasks.CHOICES) else CHANCE

    def round_of(self, state: State) -> int:
        """The round."""
        return state.round

    def rolled(self, move: Move) -> tuple[int, ...]:
        """The dice of a roll."""
        return move.values if isinstance(move, moves.Roll) else ()

    def chance(self, state: State, source: random.Random) -> Move:
        """A fair roll, or a card or tile out of those that are left."""
        task = state.agenda[-1]
        if isinstance(task, tasks.RollDice | tasks.RollAgain):
            return moves.Roll(tuple(sorted(source.randint(1, 6) for _ in range(task.count))))
        if isinstance(task, tasks.FillSlot | tasks.DrawTile):
            return moves.Reveal(source.choice(state.unseen))
        if isinstance(task, tasks.DealCard | tasks.ShowPlan):
            return moves.Card(
                source.choice([plan for plan in state.unseen_plans if plan.level == task.level])
            )
        assert isinstance(task, tasks.DealCharacter), task
        return moves.Character(source.choice(legal.characters_left(state)))

    def status(self, state: State) -> tuple[Violation, ...]:
        """Everything impossible about a state."""
        rolling = any(
            isinstance(task, tasks.RollDice | tasks.StoreDie | tasks.RollAgain | tasks.ChangeDie)
            for task in state.agenda
        )
        return status.violations(position.of_state(state), count_dice=not rolling)

    def score(self, state: State) -> Mapping[Seat, Breakdown]:
        """Every seat's points."""
        return dict(enumerate(scoring.score_seats(position.of_state(state))))

    def outcome(self, state: State) -> Outcome | None:
        """Who won."""
        if not state.over:
            return None
        here = position.of_state(state)
        return scoring.decide(here, [score.points for score in scoring.score_seats(here)])

    def cutouts(self, edition: str) -> tuple[Cutout, ...]:
        """Everything that can be printed."""
        return tuple(printed.cutouts(self._edition(edition)))

    def edition_of(self, state: State) -> str:
        """The edition of a state."""
        return state.edition.name

    def chart(self, state: State) -> Chart:
        """Where a camera has to look."""
        return boards.chart(state.edition, len(state.players))

    def state_to_json(self, state: State) -> Json:
        """The JSON form of a state."""
        return self._codec.encode(state, State)

    def state_from_json(self, node: Node) -> State:
        """The state from its JSON form."""
        state: State = self._codec.decode(node, State)
        return state

    def move_to_json(self, move: Move) -> Json:
        """The JSON form of a move."""
        return self._codec.encode(move, Move)

    def move_from_json(self, node: Node) -> Move:
        """The move from its JSON form."""
        move: Move = self._codec.decode(node, Move)
        return move

    def move_text(self, move: Move) -> str:
        """The short form of a move."""
        return str(move)

    def character_choice(self, state: State) -> CharacterChoice | None:
        """The seat that gets its character next, with those that are left."""
        task = state.agenda[-1] if state.agenda else None
        if not isinstance(task, tasks.DealCharacter):
            return None
        left = legal.characters_left(state)
        return CharacterChoice(
            task.seat,
            {words.character(name): self.move_text(moves.Character(name)) for name in left},
        )

    languages = words.LANGUAGES

    def fact_name(self, edition: str, fact: Fact) -> str:
        """What a fact is about."""
        return fact_name(self.editions[edition], fact)

    def place_name(self, place: str, state: State | None = None) -> str:
        """A place of an observation in words."""
        return words.place_name(place) if state is None else named_place(state, place)

    def thing_name(self, thing: LyingThing) -> str:
        """A thing of an observation in words."""
        return words.thing_name(next(iter(self.editions.values())), thing)

    def score_position(self, node: Node) -> ScoreSheet:
        """Score a position; two tiles on one cell are refused: which one would count?"""
        here = position.read_position(node, self.editions)
        for violation in status.violations(here):
            if violation.rule == "island.cell-taken":
                node.wrong(f"{violation.text} ({', '.join(violation.pieces)})")
        scores = scoring.score_seats(here)
        return ScoreSheet(
            seats=tuple(
                ScoredSeat(seat.name, score) for seat, score in zip(here.seats, scores, strict=True)
            ),
            outcome=scoring.decide(here, [score.points for score in scores]),
            notes=tuple(position.hints(here)),
        )

    def check_position(self, node: Node) -> tuple[Violation, ...]:
        """Everything impossible about a position."""
        return status.violations(position.read_position(node, self.editions))
