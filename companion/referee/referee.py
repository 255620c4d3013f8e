"""The referee: what the looks at the table mean for the game, and what to do about it.

It knows no game, only the `Game` protocol. It never enters a guess as a fact: what is not certain
is a question, what does not fit is shown piece by piece.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from companion.common.words import say
from companion.games.capabilities import Rules, Watchable
from companion.games.kit import defaults
from companion.games.protocol import Violation
from companion.referee.search import THOROUGH, Explanation, MadeMove, Search
from companion.tabletop.observation import Observation
from companion.tabletop.sight import CERTAIN, Difference, Sight, contents

#: Two explanations whose weights are nearer than this can't be told apart by looking.
RIVAL = 0.42
#: An accusation must rest on so much that was read with certainty, and explain as much.
LEAST_EVIDENCE = 0.4
#: What an accusation may leave unexplained: nobody is accused on half the evidence.
LEFT_BY_ACCUSED = 0.3
#: By so much a forbidden move must be easier to believe than a single thing misread.
CLEARLY = 0.15
#: Moves that take more to believe are never entered by themselves, however well they fit.
FAR_FETCHED = 0.5
#: The same for moves that end where much lies about which nothing can be said: it counts too.
FAR_FETCHED_AND_UNSAID = 0.6


class Conclusion(Enum):
    """What the referee has found."""

    MOVING = say("moving")
    IN_STEP = say("up to date")
    CLEAR = say("clear")
    OPEN = say("open")
    DOUBTFUL = say("doubtful")
    ILLEGAL = say("illegal")
    OUT_OF_STEP = say("differs")


class Mode(Enum):
    """How much a table lets the referee do by itself."""

    ASK = "ask"
    AUTO = "auto"
    WATCH = "watch"


class Reaction(Enum):
    """What is to be done with a verdict."""

    WAIT = "wait"
    ENTER = "enter"
    PROPOSE = "propose"
    FLAG = "flag"


@dataclass(frozen=True)
class Answer:
    """A sentence to tap, and the explanations that it leaves."""

    text: str
    explanations: tuple[Explanation, ...]


@dataclass(frozen=True)
class Question:
    """What only people know: asked once, answered by a tap.

    What is `agreed` happened before, whatever the answer is.
    """

    answers: tuple[Answer, ...]
    agreed: tuple[MadeMove, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What the looks mean.

    `explanations` are legal, best first. `violations` are the rules broken. `differences` lie
    between the table and the nearest legal state: what would put it right. `misreadings` are those
    of them that the eye may have made, though it was sure: a thing of the right kind lies there,
    only its face is another. A doubtful verdict that has both says so: one of the two is true.
    """

    finding: Conclusion
    explanations: tuple[Explanation, ...] = ()
    question: Question | None = None
    violations: tuple[Violation, ...] = ()
    differences: tuple[Difference, ...] = ()
    accused: Explanation | None = None
    certain: bool = False
    misreadings: tuple[Difference, ...] = ()

    @property
    def best(self) -> Explanation | None:
        """The likeliest explanation."""
        return self.explanations[0] if self.explanations else None


def judge(
    game: Watchable[Any, Any],
    state: Any,
    looks: Iterable[Observation],
    unmoved: frozenset[str] = frozenset(),
) -> Verdict:
    """What the looks at a table mean when the game stands at `state`.

    At `unmoved` places nothing has been touched since the table was in step, though nobody can say
    what lies there.
    """
    sight = Sight(looks)
    if not sight.at_rest:
        return Verdict(Conclusion.MOVING)
    search = Search(game, sight)
    explanations = search.explain(state)
    if _evidence(explanations[0]) >= LEAST_EVIDENCE and search.was_cut_short:
        explanations = search.explain(state, patience=THOROUGH)
    best = explanations[0]
    faults = defaults.faults(game, state, best.state, sight)
    if not best.differences and not faults:
        return _legal(search, state, explanations, unmoved)
    if faults:
        return _faulty(search, state, explanations, faults)
    return _unexplained(search, state, explanations)


def _faulty(
    search: Search, state: Any, explanations: tuple[Explanation, ...], faults: tuple[Violation, ...]
) -> Verdict:
    """Something is wrong at first sight, unless the eye misread a face."""
    excused = _excused(search, state, explanations)
    if excused is None:
        return Verdict(Conclusion.ILLEGAL, explanations, None, faults, explanations[0].differences)
    others = (each for each in explanations if each is not excused)
    return _doubtful(search, (excused, *others), faults)


def _unexplained(search: Search, state: Any, explanations: tuple[Explanation, ...]) -> Verdict:
    """Legal moves leave something over: a forbidden move, things from nowhere, or the eye."""
    best = explanations[0]
    left, misread = best.differences, _misreadings(best)
    accused = _accused(search, state, best)
    if accused:
        if _is_one_face(best) and best.weight <= accused.weight + CLEARLY:
            return _doubtful(search, explanations, accused.reasons, accused)
        doubt = misread if len(left) == 1 else ()
        reasons = accused.reasons
        return Verdict(Conclusion.ILLEGAL, explanations, None, reasons, left, accused, False, doubt)
    reasons = _leftovers(search, best)
    if _leftovers(search, best, misread):
        return Verdict(Conclusion.ILLEGAL, explanations, None, reasons, left)
    if reasons or search.cost(state) - best.cost > best.cost:
        return _doubtful(search, explanations, reasons)
    question = _question(search.game, explanations)
    return Verdict(Conclusion.OUT_OF_STEP, explanations, question, (), left, misreadings=misread)


def _doubtful(
    search: Search,
    explanations: tuple[Explanation, ...],
    reasons: tuple[Violation, ...],
    accused: Explanation | None = None,
) -> Verdict:
    """Something was misread, or `reasons` are the rules broken: people see which."""
    best = explanations[0]
    return Verdict(
        Conclusion.DOUBTFUL,
        explanations,
        _question(search.game, explanations),
        reasons,
        best.differences,
        accused,
        misreadings=_misreadings(best),
    )


def _legal(
    search: Search, state: Any, explanations: tuple[Explanation, ...], unmoved: frozenset[str]
) -> Verdict:
    best = explanations[0]
    if question := _question(search.game, explanations):
        return Verdict(Conclusion.OPEN, explanations, question)
    if not best.steps:
        return Verdict(Conclusion.IN_STEP, explanations, certain=True)
    covered = _is_covered(search, state, best, unmoved)
    certain = not covered and _is_certain(search, state, best)
    return Verdict(Conclusion.CLEAR, explanations, certain=certain)


def answered(game: Rules[Any, Any], answer: Answer) -> Verdict:
    """What is left when somebody has tapped an answer: one explanation, or the next question."""
    if question := _question(game, answer.explanations):
        return Verdict(Conclusion.OPEN, answer.explanations, question)
    best = answer.explanations[0]
    told = not best.has_stand_ins and not best.differences
    return Verdict(Conclusion.CLEAR, (best,), differences=best.differences, certain=told)


def ending(game: Watchable[Any, Any], state: Any, looks: Iterable[Observation]) -> Question | None:
    """Whether the game may be over although that shows nowhere: only people can tell."""
    ends = Search(game, Sight(looks)).unseen_ends(state)
    return _by_answer(game, ends, 0) if ends else None


def _excused(
    search: Search, state: Any, explanations: tuple[Explanation, ...]
) -> Explanation | None:
    """The explanation with which nothing is wrong if the eye misread a face."""
    for each in explanations:
        misread = _misreadings(each) if each.weight <= explanations[0].weight + RIVAL else ()
        sight = search.sight.with_faces(misread)
        if misread and not defaults.faults(search.game, state, each.state, sight):
            return each
    return None


def _accused(search: Search, state: Any, best: Explanation) -> Explanation | None:
    """The one forbidden move that explains what no legal one does; nobody is accused in doubt."""
    if _evidence(best) < LEAST_EVIDENCE:
        return None
    for guilty in search.explain(state, suspicious=True)[:1]:
        if guilty.cost <= best.cost - LEAST_EVIDENCE and guilty.cost <= LEFT_BY_ACCUSED:
            return guilty
    return None


def _evidence(best: Explanation) -> float:
    """How much is left unexplained that was read with certainty."""
    return sum(difference.cost for difference in _sure(best))


def _leftovers(
    search: Search, best: Explanation, excused: tuple[Difference, ...] = ()
) -> tuple[Violation, ...]:
    """The rules that the rest breaks, if it was read right; what is `excused` aside."""
    left = tuple(d for d in _sure(best) if d not in excused)
    return defaults.leftovers(search.game, best.state, search.sight, left)


def _sure(best: Explanation) -> list[Difference]:
    """What is left unexplained and was read with certainty."""
    return [d for d in best.differences if d.is_certain]


def _misreadings(best: Explanation) -> tuple[Difference, ...]:
    """What may have been read wrong; things that only changed places were read well."""
    faces = tuple(difference for difference in best.differences if difference.is_face)
    should = Counter((d.expected.kind, d.expected.identity) for d in faces if d.expected)
    found = Counter((d.seen.kind, d.seen.identity) for d in faces if d.seen)
    return () if len(faces) > 1 and should == found else faces


def _is_one_face(best: Explanation) -> bool:
    """Whether a single thing that was read wrong would explain it all.

    A pile is none: what fits a forbidden move to the very number is no accident.
    """
    sure = _sure(best)
    return len(sure) == 1 and sure[0].is_plain_face


def _rivals(explanations: tuple[Explanation, ...]) -> tuple[Explanation, ...]:
    """The best, and those that are as good and say something else."""
    best = explanations[0]
    return (
        best,
        *(
            other
            for other in explanations[1:]
            if other.weight <= best.weight + RIVAL
            and not other.follows(best)
            and not best.follows(other)
        ),
    )


def _is_certain(search: Search, state: Any, best: Explanation) -> bool:
    """Whether everything that was read where something changed was read well."""
    if best.has_stand_ins or best.is_faint or best.effort > FAR_FETCHED:
        return False
    if best.weight > FAR_FETCHED_AND_UNSAID:
        return False
    changed = {difference.place for difference in search.differences(state)}
    things = (thing for place in changed for thing in search.sight.things(place))
    return all(thing.confidence >= CERTAIN for thing in things)


def _is_covered(search: Search, state: Any, best: Explanation, unmoved: frozenset[str]) -> bool:
    """Whether a hand hides places: whatever lies under it may have been part of the turn.

    Where nothing was touched, nothing can have been either: moves that need it are no explanation.
    """
    for zone, look in search.sight.zones.items():
        if look.hidden:
            before, after = (search.game.project(each, zone) for each in (state, best.state))
            if look.hidden.difference(unmoved, before.hidden, after.hidden):
                return True
            was, would_be = contents(before), contents(after)
            if any(was.get(p) != would_be.get(p) for p in look.hidden & unmoved):
                return True
    return False


def _question(game: Rules[Any, Any], explanations: tuple[Explanation, ...]) -> Question | None:
    """The first decision on which the rivals part: it tells most of them apart."""
    rivals = _rivals(explanations)
    if len(rivals) < 2:
        return None
    shared = 0
    while all(len(r.steps) > shared for r in rivals) and _agree(rivals, shared):
        shared += 1
    return _by_answer(game, rivals, shared)


def _by_answer(game: Rules[Any, Any], rivals: tuple[Explanation, ...], shared: int) -> Question:
    """The rivals sorted by what they say behind the first `shared` moves."""
    groups: dict[str, tuple[MadeMove | None, list[Explanation]]] = {}
    for rival in rivals:
        step = rival.steps[shared] if len(rival.steps) > shared else None
        short = game.move_text(step.move) if step else ""
        groups.setdefault(short, (step, []))[1].append(rival)
    told = {short: _tell(game, step) for short, (step, _) in groups.items()}
    return Question(
        tuple(
            # Two moves may make the same sentence; the short form tells them apart.
            Answer(_unlike_others(told, short), tuple(group))
            for short, (_, group) in groups.items()
        ),
        agreed=rivals[0].steps[:shared],
    )


def _unlike_others(told: dict[str, str], short: str) -> str:
    sentence = told[short]
    once = [*told.values()].count(sentence) == 1
    return sentence if once else say("{sentence} ({short})", sentence=sentence, short=short)


def _agree(rivals: tuple[Explanation, ...], number: int) -> bool:
    return all(rival.steps[number].move == rivals[0].steps[number].move for rival in rivals)


def _tell(game: Rules[Any, Any], step: MadeMove | None) -> str:
    return game.tell(step.before, step.move) if step else say("Nothing more.")


def decide(mode: Mode, verdict: Verdict) -> Reaction:
    """What a table in this mode does with a verdict; a wrong entry is worse than a question."""
    finding = verdict.finding
    if finding in (Conclusion.MOVING, Conclusion.IN_STEP):
        return Reaction.WAIT
    if finding in (Conclusion.ILLEGAL, Conclusion.OUT_OF_STEP):
        return Reaction.FLAG
    nothing_to_propose = mode is Mode.WATCH or not (verdict.best and verdict.best.steps)
    if verdict.violations and nothing_to_propose:
        return Reaction.FLAG
    if mode is Mode.WATCH:
        return Reaction.WAIT
    if mode is Mode.AUTO and finding is Conclusion.CLEAR and verdict.certain:
        return Reaction.ENTER
    return Reaction.PROPOSE
