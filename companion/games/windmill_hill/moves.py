"""What can be done, and why not."""

from collections.abc import Iterator

from companion.games.buttons import Sign
from companion.games.kit.plain import Move, violation
from companion.games.kit.values import evolve, value
from companion.games.protocol import Violation
from companion.games.windmill_hill.box import SITES
from companion.games.windmill_hill.state import HANDS, Blow, Choose, Reveal, State, built


@value
class Wind(Move):
    """The die goes to whoever is next, and is rolled there."""

    verb, says, taps = "wind", "The die shows {force}.", ("The die shows {force}",)
    answers, may_be = Blow, (range(1, 7),)
    force: int

    def do(self, state: State, task: Blow) -> State:
        me, other = task.player, 1 - task.player
        state = state.with_player(other, evolve(state.players[other], die=()))
        return state.then_with(me, evolve(state.players[me], die=(self.force,)))


@value
class Build(Move):
    """A mill comes on a free site that is not higher than the wind carries."""

    verb, says = "build", "{who} builds a mill on {site}."
    taps = ("Build a mill", Sign("{site}", "hill/{site}"))
    answers, may_be = Choose, (SITES,)
    site: str

    def wrong(self, state: State, task: Choose) -> Iterator[Violation]:
        place = f"hill/{self.site}"
        if self.site in built(state):
            text = "There is a mill on {site} already."
            yield violation("build.taken", text, place, site=self.site)
        if SITES[self.site] > sum(state.players[task.seat].die):
            text = "The wind is too weak for {site}."
            yield violation("build.too-high", text, place, site=self.site)

    def do(self, state: State, task: Choose) -> State:
        player = state.players[task.seat]
        mills = tuple(site for site in SITES if site in (*player.mills, self.site))
        return state.then_with(task.seat, evolve(player, mills=mills))


@value
class Show(Move):
    """The hidden card is turned over: any that it may be."""

    verb, says = "show", "{who} shows the card {card}."
    answers, may_be = Reveal, (lambda state, task: HANDS.may_be(state, state.players[task.seat]),)
    card: str

    def do(self, state: State, task: Reveal) -> State:
        player = HANDS.less(state.players[task.seat], self.card)
        return state.then_with(task.seat, evolve(player, shown=(self.card,)))


def is_calm(state: State, task: Choose) -> bool:
    """Whether the wind is too weak for every free site: then nobody is asked."""
    return all(any(Build(site).wrong(state, task)) for site in SITES)
