"""My place: what lies there, what my dice are good for, and a hand that only I see."""

import re
from typing import Any

from companion.games.kit.pictures import close_up
from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.pieces import Plan
from companion.games.propeller_islands.rules import moves, tasks
from companion.games.propeller_islands.rules.state import State
from companion.log.events import Play
from tests.companion.tables import do
from tests.web.phones import Phone, somebody
from tests.web.tables import GAME, Place


def tell_a_plan(place: Place, seat: int) -> Plan:
    """A plan that nobody else knows comes to the companion's ears."""
    state = place.table.now.state
    level = state.players[seat].hidden[0]
    public = {str(plan) for plan in state.display}
    plans = (p for p in state.unseen_plans if p.level == level and str(p) not in public)
    plan = max(plans, key=lambda one: one.points)
    do(place.table, Play(f"hold {seat} {plan}"))
    return plan


def test_the_own_island_comes_first_and_all_others_follow(place: Place) -> None:
    page = somebody(place, "seat", seat=1).get("/seat").text
    assert re.findall(r'<article[^>]* id="(of-\d)"', page) == ["of-1", "of-0"]
    assert page.count("that is you") == 1


def test_only_its_owner_sees_a_hand_on_the_wire(place: Place) -> None:
    owner, other = somebody(place, "seat", seat=0), Phone(place, "192.168.1.8")
    assert other.join(1, "Eve").status_code == 303
    tell_a_plan(place, 0)
    place.publish()
    assert 'class="pay"' in owner.get("/seat").text
    host, viewer = place.client, Phone(place, "192.168.1.9")
    for page in (other.get("/seat").text, host.get("/seat").text, viewer.get("/seat").text):
        article = page.partition('id="of-0"')[2].partition("</article>")[0]
        assert 'class="pay"' not in article
        assert "In hand:" in article


def test_what_each_die_activates_is_what_the_rules_say(place: Place) -> None:
    state = place.table.now.state
    reach = next(panel for panel in close_up(GAME, state, 0, 0) if panel.name == "reach")
    for value, line in enumerate(reach.lines, 1):
        assert line.absent == (not state.forge[value - 1])
        named = line.items[0].partition(": ")[2].split(", ") if ": " in line.items[0] else []
        tiles = state.players[0].island.tiles.values()
        standing = [p for p in tiles if p.worker == "standing" and p.tile.can_be_activated]
        able = [p for p in standing if p.number == value or p.answers_any_die]
        assert len(named) <= len(able)
        offered = {move.cell for move in offers(state, value)}
        assert len(named) == len(offered)


def offers(state: State, value: int) -> list[Any]:
    """The activations that are legal for a player with nothing but this die."""
    act = evolve(state, agenda=(*state.agenda, tasks.Act(0, value)))
    plain = act.with_player(0, evolve(act.players[0], character="nelson"))
    return [move for move in GAME.moves(plain) if isinstance(move, moves.Activate)]


def test_a_viewer_is_shown_every_island(place: Place) -> None:
    page = Phone(place).get("/seat")
    assert page.status_code == 200
    assert page.text.count("<article") == 2
    assert "that is you" not in page.text


def test_french_puts_a_narrow_space_before_the_semicolon(place: Place) -> None:
    phone = somebody(place, "seat", seat=0)
    phone.show_cookie("language", "fr")
    page = phone.get("/seat").text
    assert "\N{NARROW NO-BREAK SPACE}; prend\N{NO-BREAK SPACE}:" in page
    assert not re.search(r"[^\N{NARROW NO-BREAK SPACE}&\w]; |[a-zé]; prend", page)
