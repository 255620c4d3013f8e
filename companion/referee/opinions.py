"""What the referee thinks right now, in words for everybody at the table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.common.words import in_short, joined, say, say_n
from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.games.kit.defaults import place_name, zone_name
from companion.games.protocol import CHANCE, Seat, Violation
from companion.log.history import ENDED, PAUSED
from companion.referee.differences import tell_difference, tell_remedy
from companion.referee.referee import Answer, Conclusion, Mode, Question, Reaction, Verdict
from companion.referee.search import Explanation, MadeMove
from companion.tabletop.sight import Difference

#: So many other explanations are offered, and so many answers: one screen of a phone.
OTHERS, ANSWERS = 4, 6
#: Where more than this is not as recorded, it is hardly this game: no list would help.
STRANGE = 8
#: So much of what speaks against an answer is said.
AGAINST = 2

_RESTING = {
    PAUSED: (say("paused"), say("The game is paused."), say("The table is not looked at.")),
    ENDED: (say("ended"), say("The game has ended."), say("It is saved; you can go on with it.")),
}


@dataclass(frozen=True)
class Other:
    """Another explanation of what is seen: its moves, and the sentence for them."""

    steps: tuple[MadeMove, ...]
    text: str


@dataclass(frozen=True)
class Opinion:
    """One line and its reason, and what can be tapped.

    Attributes:
        number: The last event that it knows of.
        word: The kind of it in a word or two: `up to date`, `proposal`, `question`...
        headline: What the referee thinks.
        reason: Why it thinks so, or why it does not act.
        serial: Another one for every opinion: a tap says which one it is about.
        action: What is done about it.
        verdict: What the looks mean; None when nothing was judged.
        proposed: The moves that a person may say yes to.
        others: What it may have been instead, likeliest first.
        answers: The sentences to choose from.
        differences: What is not as it should be, piece by piece.
        remedies: What puts each of them right.
        way_back: The state in which the table as it lies would be right; None when there is none.
        held: Somebody took back what the table still shows: people decide what comes next.
        strange: It looks like another game.
    """

    number: int
    word: str
    headline: str
    reason: str = ""
    serial: int = 0
    action: Reaction = Reaction.WAIT
    verdict: Verdict | None = None
    proposed: tuple[MadeMove, ...] = ()
    others: tuple[Other, ...] = ()
    answers: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    remedies: tuple[str, ...] = ()
    way_back: Any = None
    held: bool = False
    strange: bool = False

    @property
    def in_step(self) -> bool:
        """Whether the table lies as the log says."""
        return self.verdict is not None and self.verdict.finding is Conclusion.IN_STEP

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
    reason = say("The referee looks again when they lie still.")
    return Opinion(number, Conclusion.MOVING.value, say("Pieces are being moved."), reason)


def blind(number: int, has_camera: bool = False) -> Opinion:
    """No camera sees the table: there is none, or it sees nothing for now."""
    reason = (
        say("The camera does not see the table for now: use By hand.")
        if has_camera
        else say("No camera looks at this table: use By hand.")
    )
    return Opinion(number, say("by hand"), say("You enter the moves."), reason)


def untold(game: Rules[Any, Any], number: int, zones: Iterable[str]) -> Opinion:
    """People are asked for what lies where no camera reads."""
    names = joined((zone_name(game, zone) for zone in sorted(zones)), ", ")
    return Opinion(
        number,
        say("waiting"),
        say("People tell what no camera reads."),
        say("Still to be told: {zones}.", zones=names),
    )


def resting(number: int, phase: str) -> Opinion:
    """The game is paused or has ended: nobody is judged."""
    return Opinion(number, *_RESTING[phase])


def over(number: int) -> Opinion:
    """The log has reached the end of the game."""
    return Opinion(number, say("over"), say("The game is over."), say("The log is complete."))


def refused(number: int, reason: str) -> Opinion:
    """The table did not take what the referee wanted to enter."""
    headline = say("The table refused a move.")
    return Opinion(number, say("refused"), headline, reason, action=Reaction.FLAG)


def about(
    game: Rules[Any, Any],
    verdict: Verdict,
    judged: Opinion,
    *,
    state: Any,
    mode: Mode,
    otherwise: tuple[MadeMove, ...] = (),
) -> Opinion:
    """The words for a verdict: `judged` with all that can be said about it.

    Places are called as they are in `state`. What is played `otherwise` would explain everything,
    had it been played instead of the last moves.
    """
    if verdict.finding is Conclusion.MOVING:
        return moving(judged.number)
    bare = replace(
        judged,
        word=verdict.finding.value,
        verdict=verdict,
        differences=verdict.differences,
        remedies=tuple(tell_remedy(game, each, state) for each in verdict.differences),
    )
    if verdict.finding is Conclusion.IN_STEP:
        return _in_step(bare)
    if _least_wrong(verdict) > STRANGE:
        return _strange(bare, _least_wrong(verdict))
    if judged.action is Reaction.FLAG:
        flagged = _flag(game, bare, verdict, state)
        reason = joined([flagged.reason, *_or_entered_wrongly(game, otherwise)])
        return replace(flagged, reason=reason)
    if judged.action is Reaction.PROPOSE:
        return _proposal(game, bare, mode, verdict)
    best = verdict.best
    told = tell(game, best.steps) if best else ""
    return replace(
        bare,
        word=say("ahead"),
        headline=say("Not entered yet: {moves}", moves=told),
        reason=say("This table is set to watch: people enter the moves."),
    )


def _in_step(bare: Opinion) -> Opinion:
    reason = say("The table matches the record.")
    said = replace(bare, headline=say("Up to date."), reason=reason)
    assert bare.verdict is not None
    if bare.verdict.question is None:
        return said
    return replace(
        said,
        word=say("question"),
        headline=say("Up to date. Is the game over?"),
        reason=say("Nobody can see whether somebody still wants to do something."),
        action=Reaction.PROPOSE,
        answers=_endings(bare.verdict.question),
    )


def _endings(question: Question) -> tuple[str, ...]:
    """The ways in which it may be over; mostly there is one."""
    if len(question.answers) == 1:
        return (say("Yes, it is over."),)
    return tuple(say("Yes: {answer}", answer=answer.text) for answer in question.answers)


def _least_wrong(verdict: Verdict) -> int:
    """How much is not as it should be after whatever explains it best."""
    left = [each.differences for each in verdict.explanations] or [verdict.differences]
    return min(map(len, left))


def _strange(bare: Opinion, wrong: int) -> Opinion:
    return replace(
        bare,
        word=Conclusion.OUT_OF_STEP.value,
        headline=say("This doesn't look like your game."),
        reason=_not_as_recorded(wrong),
        action=Reaction.FLAG,
        remedies=(),
        strange=True,
    )


def _not_as_recorded(wrong: int) -> str:
    return say_n("{n} thing is not as recorded.", "{n} things are not as recorded.", wrong)


def _flag(game: Rules[Any, Any], bare: Opinion, verdict: Verdict, state: Any) -> Opinion:
    if verdict.violations:
        first = verdict.violations[0]
        reason = joined([_rule(first), *_or_misread(game, verdict, state)])
        return replace(bare, headline=first.text, reason=reason)
    return replace(
        bare,
        headline=_not_as_recorded(len(verdict.differences)),
        reason=say("No legal moves explain what lies on the table."),
    )


def _rule(broken: Violation) -> str:
    """Which rule that is, and where it is printed."""
    if not broken.pages:
        return say("Rule {rule}.", rule=broken.rule)
    pages = joined(
        (
            say("{book} p.{page}", book=book.upper(), page=page)
            for book, page in broken.pages.items()
        ),
        ", ",
    )
    return say("Rulebook: {pages}.", pages=pages)


def _or_misread(game: Rules[Any, Any], verdict: Verdict, state: Any) -> Iterator[str]:
    """The other possibility: the eye was sure of it, and wrong."""
    places = sorted({difference.place for difference in verdict.misreadings})
    if places:
        named = joined((place_name(game, place, state) for place in places), ", ")
        yield say("Or it was misread: look at {places}.", places=named)


def _or_entered_wrongly(game: Rules[Any, Any], otherwise: tuple[MadeMove, ...]) -> Iterator[str]:
    """The third possibility: what was entered last was something else."""
    if otherwise:
        told = tell(game, otherwise)
        yield say(
            "Or the last entry was wrong, and it was this (undo it first): {moves}", moves=told
        )


def _proposal(game: Rules[Any, Any], bare: Opinion, mode: Mode, verdict: Verdict) -> Opinion:
    if verdict.question is not None:
        return _asked(game, bare, verdict.question)
    best = verdict.best
    assert best is not None, "what is proposed has been explained"
    steps = seen_steps(best)
    reason = _why_not_entered(bare, mode, best)
    if not steps and _is_cast(game, best):
        return replace(
            bare,
            word=say("asking"),
            headline=say("Who plays which character?"),
            reason=say("No camera sees that: everybody tells it. Then the table is read on."),
        )
    if not steps:
        headline = say("Something is hidden.")
        return replace(bare, word=say("hidden"), headline=headline, reason=reason)
    told = tell(game, steps)
    others = tuple(_others(game, told, verdict.explanations[1:]))
    return replace(
        bare, word=say("proposal"), headline=told, reason=reason, proposed=steps, others=others
    )


def _asked(game: Rules[Any, Any], bare: Opinion, question: Question) -> Opinion:
    """The question; an answer that does not quite fit what is seen says so."""
    fits = all(not answer.explanations[0].differences for answer in question.answers)
    shown = question.answers[:ANSWERS]
    return replace(
        bare,
        word=say("question"),
        headline=_what_is_asked(game, question),
        reason=say("The table looks the same after each of these.")
        if fits and shown == question.answers
        else say("The likeliest is first."),
        answers=tuple(_answer(game, answer) for answer in shown),
    )


def _what_is_asked(game: Rules[Any, Any], question: Question) -> str:
    if not question.agreed:
        return say("What happened?")
    return joined([tell(game, question.agreed), say("And then?")])


def _answer(game: Rules[Any, Any], answer: Answer) -> str:
    against = answer.explanations[0]
    if not against.differences:
        return answer.text
    seen = [tell_difference(game, each, against.state) for each in against.differences[:AGAINST]]
    if len(against.differences) > AGAINST:
        seen.append("...")
    return say("{answer} (Seen: {what})", answer=answer.text, what=joined(seen, say("; ")))


def _is_cast(game: Rules[Any, Any], best: Explanation) -> bool:
    """Whether the next thing is a character, which people tell."""
    return defaults.character_choice(game, best.steps[0].before) is not None


def _others(
    game: Rules[Any, Any], told: str, explanations: Iterable[Explanation]
) -> Iterator[Other]:
    """The next best explanations that say something else; the same words would be no choice."""
    known = {told}
    for explanation in explanations:
        steps = seen_steps(explanation)
        text = tell(game, steps) if steps else told
        if text not in known:
            known.add(text)
            yield Other(steps, text)
        if len(known) > OTHERS:
            return


def _why_not_entered(bare: Opinion, mode: Mode, best: Explanation) -> str:
    if bare.held:
        return say("Something was taken back: somebody says what counts.")
    if best.has_stand_ins:
        return say("What comes next can't be seen: it must be shown or told.")
    if best.differences:
        said = say("Something on the table is read otherwise.")
        return joined([said, *_doubt(bare.verdict)])
    if best.is_faint:
        return say("It shows in one place only, which may have been misread.")
    if mode is Mode.ASK:
        return say("At this table every move is confirmed.")
    return say("Not every reading is certain.")


def _doubt(verdict: Verdict | None) -> Iterator[str]:
    """The rule that is broken if nothing was misread after all."""
    if verdict is not None and verdict.violations:
        first = verdict.violations[0]
        yield say("If it was read right, a rule is broken: {text}", text=first.text)


def seen_steps(best: Explanation) -> tuple[MadeMove, ...]:
    """The moves up to the first that only stands in for something nobody has seen."""
    for number, step in enumerate(best.steps):
        if step.stand_in:
            return best.steps[:number]
    return best.steps


def tell(game: Rules[Any, Any], steps: Iterable[MadeMove]) -> str:
    """The moves as sentences; of many only the last ones."""
    return in_short(game.tell(step.before, step.move) for step in steps)


def who_is_asked(game: Rules[Any, Any], opinion: Opinion) -> tuple[Seat, ...]:
    """The seats whose moves these are: each may answer. None: they are the table's, anybody may."""
    seats = {game.to_move(step.before) for step in _asked_about(opinion)}
    return tuple(sorted(seat for seat in seats if seat not in (None, CHANCE)))


def _asked_about(opinion: Opinion) -> Iterator[MadeMove]:
    yield from opinion.proposed
    question = opinion.verdict.question if opinion.verdict and opinion.answers else None
    if question is not None:
        yield from question.agreed
        # An answer is about the move on which they part; the rest follows from looking again.
        asked = len(question.agreed)
        for answer in question.answers:
            for each in answer.explanations:
                yield from each.steps[asked : asked + 1]
