"""What each of the small games of the trials is there to show."""

import json
from itertools import permutations
from typing import Any

from companion.games.buttons import Choice
from companion.games.kit.plain import Do, Plain
from companion.referee.referee import judge
from tests.games.kit.effects import Activate, Effects, Gain
from tests.games.kit.interruptions import Interruptions
from tests.games.kit.orders import Orders
from tests.games.kit.prices import Goods, Prices


def after(game: Plain[Any], state: Any, *lines: str) -> Any:
    for line in lines:
        (move,) = game.parse_moves(line)
        state = game.apply(state, move)
    return state


def allowed(game: Plain[Any], state: Any) -> list[str]:
    return [game.move_text(move) for move in game.moves(state)]


def labels(choices: tuple[Choice, ...]) -> list[str]:
    return [label for one in choices for label in (one.label, *labels(one.choices))]


def test_a_market_inside_an_action_and_a_card_at_any_moment_leave_what_goes_on_as_it_is() -> None:
    game = Interruptions()
    begun = game.setup({})
    assert allowed(game, begun) == ["ring", "play"]
    picking = after(game, begun, "ring")
    assert allowed(game, picking) == ["take coal", "take points", "sell", "play"]
    interrupted = after(game, picking, "sell", "play", "sell")
    assert interrupted.agenda == picking.agenda
    assert interrupted.players[0].points == 4
    assert [found.rule for found in game.check(begun, *game.parse_moves("sell"))] == [
        "order.not-now"
    ]


def test_another_seat_chooses_during_my_turn_and_i_may_still_interrupt() -> None:
    game = Interruptions()
    state = after(game, game.setup({}), "ring", "take coal")
    assert game.to_move(state) == 1
    told = [game.tell(state, move) for move in game.moves(state)]
    assert told == [
        "Player 2 takes coal.",
        "Player 2 takes points.",
        "Player 1 sells a coal for two points.",
        "Player 1 plays: three coal.",
    ]
    assert game.to_move(after(game, state, "sell", "take points")) == 1


def test_orders_with_one_result_are_one_state_that_the_referee_explores_once() -> None:
    game = Orders()
    begun = game.setup({})
    ends = {after(game, begun, *order) for order in permutations(["add tower 2", "add stairs 1"])}
    assert len(ends) == 1
    (end,) = ends
    looks = [game.project(end, zone).as_seen() for zone in game.zones(end)]
    verdict = judge(game, begun, looks)
    assert verdict.question is None
    assert len([one for one in verdict.explanations if one.state == end]) == 1


def test_an_owner_is_asked_for_an_order_only_where_it_makes_a_difference() -> None:
    game = Orders()
    state = after(game, game.setup({}), "add tower 1", "add stairs 1")
    assert allowed(game, state) == ["first gift", "first smelter"]
    assert state.players[0].points == 3
    ends = [after(game, state, line).players[0] for line in allowed(game, state)]
    assert [(own.coal, own.points) for own in ends] == [(0, 4), (1, 3)]


def test_one_activate_tells_and_does_what_stands_in_the_data() -> None:
    game = Effects()
    state = game.setup({})
    assert [game.tell(state, move) for move in game.moves(state)] == [
        "Player 1 activates the forge: iron +3.",
        "Player 1 activates the vault: iron +1, points +4.",
        "Player 1 activates the workshop: points +1, 2 of choice.",
    ]
    assert labels(game.choices(state, 0))[:3] == ["Activate", "forge", "vault"]
    assert game.touches(state, Activate("vault")) == ("coal/0", "iron/0", "points/0")
    own = after(game, state, "activate workshop", "take iron", "take coal").players[0]
    assert (own.coal, own.iron, own.points) == (2, 1, 1)


def test_effects_that_are_still_to_be_done_are_written_as_they_stand_in_the_data() -> None:
    task = Do(1, (Gain("iron", 3), Gain("coal", 1)))
    written = json.dumps(Effects().state_to_json(Effects().setup({}).but_first(task)))
    assert '"seat": 1, "effects": ["gain iron 3", "gain coal 1"]' in written


def test_a_price_takes_jokers_a_discount_on_its_part_and_a_fee_for_who_is_higher() -> None:
    game = Prices()
    state = game.setup({})
    fair = [text for text in allowed(game, state) if text.startswith("invest fair")]
    assert "invest fair c3" not in fair
    assert {"invest fair c2i1", "invest fair c2w1", "invest fair c1i1b1"} <= {*fair}
    assert len(fair) == len({*fair})
    second = after(game, state, "invest fair c1i1b1")
    fees = [text for text in allowed(game, second) if text.startswith("invest fair")]
    assert "invest fair c2i1b1" in fees
    assert "invest fair c2i1" not in fees
    paid = after(game, second, "invest fair c2i1w1")
    assert paid.players[0].goods == Goods(2, 2, 3, 2)
    assert paid.players[1].goods == Goods(1, 2, 3, 1)
    cheaper = [text for text in allowed(game, paid) if text.startswith("invest college")]
    assert "invest college i1b1" in cheaper
    assert "invest college i1b2" not in cheaper
