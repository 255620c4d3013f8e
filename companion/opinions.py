"""What the referee thinks right now, in words for everybody at the table."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.explaining import Explanation, Step
from companion.games.protocol import Game
from companion.referee import Action, Finding, Mode, Question, Verdict
from companion.sight import Difference

#: So many sentences of a proposal are told; the set-up of a game has dozens.
TOLD = 3


@dataclass(frozen=True)
class Opinion:
    """One line and its reason, and what can be tapped.

    Attributes:
        number: The last event that it knows of.
        word: The kind of it in a word or two: `in step`, `proposal`, `question`...
        headline: What the referee thinks.
        reason: Why he thinks so, or why he does not act.
        serial: Another one for every opinion: a tap says which one it is about.
        action: What is done about it.
        verdict: What the looks mean; None when nothing was judged.
        proposed: The moves that a person may say yes to.
        answers: The sentences to choose from.
        differences: What is not as it should be, piece by piece, with what puts it right.
        way_back: The state in which the table as it lies would be right; None when there is none.
        held: Somebody took back what the table still shows: people decide what comes next.
    """

    number: int
    word: str
    headline: str
    reason: str = ""
    serial: int = 0
    action: Action = Action.WAIT
    verdict: Verdict | None = None
    proposed: tuple[Step, ...] = ()
    answers: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    way_back: Any = None
    held: bool = False

    @property
    def in_step(self) -> bool:
        """Whether the table lies as the log says."""
        return self.verdict is not None and self.verdict.finding is Finding.IN_STEP

    def says_the_same_as(self, other: "Opinion") -> bool:
        """Whether nobody could tell the two apart, however certain the readings are."""
        return self._said() == other._said()

    def _said(self) -> tuple[object, ...]:
        moves = tuple(step.move for step in self.proposed)
        pieces = tuple(map(str, self.differences))
        said = (self.number, self.word, self.headline, self.reason, self.answers, self.held)
        return (*said, moves, pieces, self.way_back is None)


def moving(number: int) -> Opinion:
    """Somebody moves pieces."""
    return Opinion(
        number, "moving", "The table is moving.", "Nothing is read until it has come to rest."
    )


def untold(number: int, zones: Iterable[str]) -> Opinion:
    """People are asked for what lies where no camera reads."""
    names = ", ".join(sorted(zones))
    return Opinion(
        number, "asking", "What lies where the camera can't read?", f"The players tell: {names}."
    )


def resting(number: int, phase: str) -> Opinion:
    """The game is paused or has ended: nobody is judged."""
    return Opinion(number, phase, f"The game is {phase}.", "The table is not looked at.")


def over(number: int) -> Opinion:
    """The log has reached the end of the game."""
    return Opinion(number, "over", "The game is over.", "The log is complete.")


def refused(number: int, reason: str) -> Opinion:
    """The table did not take what the referee wanted to enter."""
    return Opinion(number, "refused", "The table refused a move.", reason, action=Action.FLAG)


def about(
    game: Game[Any, Any],
    number: int,
    mode: Mode,
    verdict: Verdict,
    *,
    action: Action,
    held: bool = False,
    way_back: Any = None,
) -> Opinion:
    """The opinion that goes with a verdict."""
    bare = Opinion(
        number,
        verdict.finding.value,
        "",
        action=action,
        verdict=verdict,
        differences=verdict.differences,
        way_back=way_back,
        held=held,
    )
    if verdict.finding is Finding.MOVING:
        return moving(number)
    if verdict.finding is Finding.IN_STEP:
        return _in_step(bare)
    if action is Action.FLAG:
        return _flag(bare, verdict)
    if action is Action.PROPOSE:
        return _proposal(game, bare, mode, verdict)
    best = verdict.best
    told = tell(game, best.steps) if best else ""
    reason = "This table is set to watch: people enter the moves."
    return replace(bare, word="ahead", headline=f"Not entered yet: {told}", reason=reason)


def _in_step(bare: Opinion) -> Opinion:
    said = replace(bare, headline="In step.", reason="The table lies as the log says.")
    assert bare.verdict is not None
    if bare.verdict.question is None:
        return said
    return replace(
        said,
        word="question",
        headline="In step. Is the game over?",
        reason="Nobody can see whether somebody still wants to do something.",
        action=Action.PROPOSE,
        answers=_endings(bare.verdict.question),
    )


def _endings(question: Question) -> tuple[str, ...]:
    """The ways in which it may be over; mostly there is one."""
    if len(question.answers) == 1:
        return ("Yes, it is over.",)
    return tuple(f"Yes: {answer.text}" for answer in question.answers)


def _flag(bare: Opinion, verdict: Verdict) -> Opinion:
    if verdict.violations:
        first = verdict.violations[0]
        pages = ", ".join(f"{book} p.{page}" for book, page in first.pages.items())
        reason = f"Rule {first.rule}" + (f"; {pages}." if pages else ".")
        return replace(bare, headline=first.text, reason=reason + _or_misread(verdict))
    count = len(verdict.differences)
    return replace(
        bare,
        headline=f"Out of step: {count} thing{'s are' if count != 1 else ' is'} not as expected.",
        reason="No legal moves explain what lies on the table.",
    )


def _or_misread(verdict: Verdict) -> str:
    """The other possibility: the eye was sure of it, and wrong."""
    places = ", ".join(sorted({difference.place for difference in verdict.misreadings}))
    return f" Or it was misread: look at {places}." if places else ""


def _proposal(game: Game[Any, Any], bare: Opinion, mode: Mode, verdict: Verdict) -> Opinion:
    if verdict.question is not None:
        return replace(
            bare,
            word="question",
            headline="What happened?",
            reason="The table looks the same after each of these.",
            answers=tuple(answer.text for answer in verdict.question.answers),
        )
    best = verdict.best
    assert best is not None, "what is proposed has been explained"
    steps = seen_steps(best)
    reason = _why_not_entered(bare, mode, best)
    if not steps:
        return replace(bare, word="hidden", headline="Something is hidden.", reason=reason)
    return replace(bare, word="proposal", headline=tell(game, steps), reason=reason, proposed=steps)


def _why_not_entered(bare: Opinion, mode: Mode, best: Explanation) -> str:
    if bare.held:
        return "This was taken back, and the table still looks the same."
    if best.has_stand_ins:
        return "What lies under the hand must be shown or told."
    if best.differences:
        return "Something on the table is read otherwise." + _doubt(bare.verdict)
    if best.is_faint:
        return "It shows in one place only, which may have been misread."
    if mode is Mode.ASK:
        return "At this table every move is confirmed."
    return "Not every reading is certain."


def _doubt(verdict: Verdict | None) -> str:
    """The rule that is broken if nothing was misread after all."""
    if verdict is None or not verdict.violations:
        return ""
    first = verdict.violations[0]
    return f" If it was read right, rule {first.rule} is broken: {first.text}"


def seen_steps(best: Explanation) -> tuple[Step, ...]:
    """The moves up to the first that only stands in for something nobody has seen."""
    for number, step in enumerate(best.steps):
        if step.stand_in:
            return best.steps[:number]
    return best.steps


def tell(game: Game[Any, Any], steps: Iterable[Step]) -> str:
    """The moves as sentences; of many only the last ones."""
    sentences = [game.tell(step.before, step.move) for step in steps]
    more = len(sentences) - TOLD
    return " ".join([f"({more} more)", *sentences[-TOLD:]] if more > 0 else sentences)
