"""What everything is worth, and what can't be."""

from collections.abc import Iterator

from companion.games.kit.bases.sheet import scored, total
from companion.games.kit.plain import violation
from companion.games.protocol import Breakdown, Violation
from companion.games.windmill_hill.box import BONUS, CARDS, SITES
from companion.games.windmill_hill.state import State, built


def points(state: State, seat: int) -> Breakdown:
    """A mill is worth its height, and more if the card that was shown names its site."""
    player, parts = state.players[seat], []
    for site in player.mills:
        parts.append(scored("mill", SITES[site], "the mill on {site}", f"hill/{site}", site=site))
    for card in player.shown:
        named = [f"hill/{site}" for site in player.mills if site in CARDS[card]]
        text, n = "mills that the card {card} names: {n}", len(named)
        parts.append(scored("card", BONUS * n, text, *named, f"shown/{seat}", card=card, n=n))
    return total(parts, "hill")


def impossible(state: State) -> Iterator[Violation]:
    """Two mills never stand on one site."""
    sites = built(state)
    for site in SITES:
        if sites.count(site) > 1:
            text = "Two mills stand on {site}."
            yield violation("hill.twice", text, f"hill/{site}", pages={"en": "1"}, site=site)
