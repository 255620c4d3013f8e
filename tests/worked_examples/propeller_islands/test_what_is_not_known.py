"""A real table does not show everything: hidden hands, told cards, described tiles."""

import pytest

from companion.common.errors import InputError
from companion.common.json_reading import wrap
from companion.games.propeller_islands.components.pieces import Plan, Tile
from companion.games.random_games import plies
from companion.games.secrets import known_to
from tests.worked_examples.propeller_islands.table import (
    DISPLAY,
    GAME,
    Table,
    a_fresh_game,
    a_turn,
    the_end_of_my_turn,
)

CARD = "I/e2g1/3/joker"
OWN = "II/e1s1g1/7/production:gear"


def test_with_hidden_hands_nobody_has_to_tell_what_he_was_dealt() -> None:
    """FR p.4, DE p.4: three plans in hand; only their owner sees them."""
    table = a_fresh_game(hands="hidden")
    for _ in range(12 + 6):
        table.play(table.moves[0])
    assert table.expected == "a tile is drawn from the stack first"
    for player in table.state.players:
        assert (player.hand, player.hidden) == ((), ("I", "I", "II"))
    assert table.state.piles == {"I": 21 - 3 - 4, "II": 17 - 3 - 2}
    assert len(table.state.unseen_plans) == 38 - 6


def test_a_hidden_plan_is_completed_by_saying_what_is_printed_on_it() -> None:
    """FR p.9, DE p.9: the completed plan lies face up; even one that the data does not have."""
    table = the_end_of_my_turn(hidden=("I", "I", "II"), stock="e1s1g2", hands="hidden")
    table.play(f"plan {OWN} aside")
    assert (table.stock, table.aside, table.me.hidden) == ("g1", ["production:gear"], ("I", "I"))
    assert [str(plan) for plan in table.me.completed] == [OWN]
    table.play("draw II")
    assert table.me.hidden == ("I", "I", "II"), "the new card is hidden too"
    assert table.state.piles == {"I": 10, "II": 7}
    assert table.to_move == 1
    assert table.score.points == 7 + 1


def test_a_completed_hidden_plan_is_no_longer_among_the_unseen() -> None:
    """FR p.9, DE p.9: it lies face up now."""
    plan = Plan.parse(CARD.replace("joker", "banner:science"))
    table = the_end_of_my_turn(hidden=("I",), stock="e2g1", hands="hidden")
    before = table.state.unseen_plans.count(plan)
    table.play(f"plan {plan} aside")
    assert table.state.unseen_plans.count(plan) == before - 1


def test_a_hidden_hand_must_pay_as_well() -> None:
    """FR p.9, DE p.9: the cost that was told."""
    table = the_end_of_my_turn(hidden=("II",), stock="e1", hands="hidden")
    assert table.broken_rules(f"plan {OWN} aside") == ["plan.cannot-pay"]


def test_a_hidden_hand_is_always_asked_because_nobody_knows_what_it_can_pay() -> None:
    """FR p.6, p.9, DE p.6, p.9."""
    assert (
        the_end_of_my_turn(hidden=("I",), hands="hidden").expected == "a plan may be completed now"
    )
    assert the_end_of_my_turn(hidden=(), hands="hidden").to_move == 1


@pytest.mark.parametrize("hands", ["covered", "known"])
def test_whoever_holds_plans_is_asked_for_one_also_if_it_is_known_that_none_can_be_paid(
    hands: str,
) -> None:
    """FR p.9, DE p.9: other hands are nobody's business; who is not asked would show his."""
    told = the_end_of_my_turn(hand=OWN, stock="0", hands=hands)
    assert (told.expected, told.moves) == ("a plan may be completed now", ["pass"])
    assert the_end_of_my_turn(hand="", stock="0", hands=hands).to_move == 1


@pytest.mark.parametrize("hands", ["hidden", "open"])
def test_games_of_old_ask_as_they_did_and_keep_the_form_of_their_states(hands: str) -> None:
    """Their logs have no answer to a question that nobody asked."""
    old = the_end_of_my_turn(hand=OWN, stock="0", hands=hands)
    assert old.to_move == 1
    assert "always_asked" not in GAME.state_to_json(old.state)


def test_a_state_keeps_that_everybody_is_asked() -> None:
    state = a_fresh_game(hands="covered").state
    kept = GAME.state_to_json(state)
    assert kept["always_asked"] is True
    assert GAME.state_from_json(wrap(kept, "kept")) == state


def test_the_moves_offered_to_a_hidden_hand_are_all_unseen_plans_that_can_be_paid() -> None:
    """Any unseen plan of the level on a card's back may be in a hidden hand."""
    table = the_end_of_my_turn(hidden=("I", "I"), stock="e2g1", hands="hidden")
    assert table.moves == [
        "plan I/e2g1/3/banner:science aside", "plan I/e2g1/3/production:energy aside", "pass"
    ]  # fmt: skip
    assert the_end_of_my_turn(hidden=("II",), stock="e2g1", hands="hidden").moves == ["pass"]


def test_a_hidden_plan_has_the_level_on_its_back() -> None:
    """FR p.9, DE p.9: the cards of both levels can be told apart."""
    table = the_end_of_my_turn(hidden=("I",), stock="e9s9g9", hands="hidden")
    assert table.broken_rules(f"plan {OWN} aside") == ["plan.not-in-hand"]
    assert table.broken_rules(f"hold 0 {OWN}") == ["hold.nothing-hidden"]


def test_somebody_may_tell_which_plan_he_holds() -> None:
    """`hold`: a hidden card becomes a known one, at any moment."""
    table = a_turn(4, hidden=("I", "I", "II"), hands="hidden").play(f"hold 0 {CARD}")
    assert (table.hand, table.me.hidden) == ([CARD], ("I", "II"))
    assert table.expected == "build, scrap or activate with the die", "the turn goes on"
    assert table.broken_rules(f"hold 1 {CARD}") == ["hold.nothing-hidden"]
    assert table.broken_rules(f"hold 2 {CARD}") == ["hold.no-seat"]
    table.play(f"hold 0 {CARD} hold 0 {OWN}")
    assert (table.hand, table.me.hidden) == ([CARD, CARD, OWN], ())
    assert table.broken_rules(f"hold 0 {CARD}") == ["hold.nothing-hidden"]


def test_a_told_plan_is_no_longer_among_the_unseen() -> None:
    """A card can't be in two places."""
    plan = Plan.parse("I/e1s1g1/3/banner:industry")
    table = a_turn(4, hidden=("I",), hands="hidden").play(f"hold 0 {plan}")
    assert plan not in table.state.unseen_plans
    assert len(table.state.unseen_plans) == 37


def test_a_told_plan_is_completed_like_any_known_one() -> None:
    """FR p.9, DE p.9."""
    table = the_end_of_my_turn(hidden=("I", "II"), stock="e2g1", hands="hidden")
    table.play(f"hold 0 {CARD} plan {CARD} aside")
    assert (table.hand, table.me.hidden, table.stock) == ([], ("II",), "0")


def test_a_face_up_plan_is_known_even_in_a_hidden_hand() -> None:
    """FR p.9, DE p.9: everybody saw which one was taken."""
    table = the_end_of_my_turn(hidden=("II",), stock="e1s1g1", hands="hidden")
    table.play(f"plan {OWN} aside draw {DISPLAY.split()[0]}")
    assert (table.hand, table.me.hidden) == ([DISPLAY.split()[0]], ())
    assert table.broken_rules("card ?") == ["card.face-up"]


def test_with_open_hands_a_card_may_still_be_kept_secret() -> None:
    """`card ?`: only its owner saw it."""
    table = the_end_of_my_turn(hand="I/0/3/joker").play("plan I/0/3/joker aside draw I card ?")
    assert (table.hand, table.me.hidden) == ([], ("I",))
    assert table.state.piles == {"I": 9, "II": 8}


def test_an_empty_pile_deals_nobody_a_hidden_card() -> None:
    """Specification 7: with no card left nothing is drawn."""
    table = the_end_of_my_turn(
        hidden=("II",), stock="e1s1g1", hands="hidden", piles=(0, 0), display=""
    )
    table.play(f"plan {OWN} aside")
    assert (table.me.hidden, table.to_move) == ((), 1)


def test_a_phone_shows_only_the_own_hand() -> None:
    """FR p.4, DE p.4: the hand is hidden from the others."""
    state = a_turn(4, hand=f"{CARD} {OWN}").state
    mine, his, nobodys = (known_to(GAME, state, seat).players for seat in (0, 1, None))
    assert [str(plan) for plan in mine[0].hand] == [CARD, OWN]
    assert mine[1].hand == his[0].hand == nobodys[0].hand == ()
    assert [len(player.hidden) for player in nobodys] == [2, 0]


def test_a_hidden_game_is_played_to_its_end() -> None:
    """Nothing of a hidden game needs a card to be shown."""
    states = [ply.state for ply in plies(GAME, {"players": 3, "hands": "hidden"}, seed=3)]
    assert states[-1].over


@pytest.mark.parametrize(
    "text",
    [
        "10/6/hub:science",
        "05",
        "05/2",
        "14/banner:culture",
        "08/3/banner:industry/bjp",
        "06/1/-",
        "02/hub:industry/b",
    ],
)
def test_a_described_tile_parses_back(text: str) -> None:
    """Number, guild, hub and slots, in the short form."""
    assert str(Tile.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("31", "no tile 31"),
        ("02/3", "tile 02 has no activation number"),
        ("14/3", "tile 14 has no activation number"),
        ("02/banner:science", "tile 02 has no printed banner"),
        ("01/banner:science", "tile 01 has no printed banner"),
        ("14/hub:science", "tile 14 has no hub symbol"),
        ("05/1/banner:science/hub:science", "a banner or a hub symbol, not both"),
        ("14/j", "tile 14 can't have a joker slot"),
        ("02/p", "tile 02 can't have a production slot"),
        ("01/j", "tile 01 can't have a joker slot"),
        ("05/7", "'7' says nothing about a tile"),
        ("05/1/2", "'2' says nothing about a tile"),
        ("05/hub:magic", "'hub:magic' says nothing about a tile"),
    ],
)
def test_an_impossible_tile_is_refused_with_a_reason(text: str, complaint: str) -> None:
    """FR p.3, DE p.3: what each kind of tile shows."""
    with pytest.raises(InputError) as refused:
        Tile.parse(text)
    assert complaint in str(refused.value)


def test_a_tile_of_unknown_number_answers_no_die() -> None:
    """What nobody told is not guessed."""
    table = a_turn(4, island={(1, 0): "06 standing"})
    (reason,) = table.why_not("activate @1,0")
    assert reason.rule == "activate.wrong-number"
    assert "number that is not known" in reason.text


def test_a_tile_of_unknown_guild_connects_with_nothing() -> None:
    """What nobody told is not guessed."""
    table = a_turn(4, island={(1, 0): "04/hub:science"}, market={"C4": "05/1"})
    assert table.play("build C4 @0,1").fame == 0


def test_the_table_may_deal_any_tile_and_the_rest_is_drawn_from_what_is_unseen() -> None:
    """The table decides chance: a described tile takes none of the known ones away."""
    table = a_turn(4, stack=30)
    known = len(table.state.unseen)
    assert (
        Table(table.state, 0).play("scrap C4 tile 06/6/hub:culture").state.unseen
        == table.state.unseen
    )
    table.play("scrap C4 tile 06/1/banner:industry")
    assert len(table.state.unseen) == known - 1
    assert Tile.parse("06/1/banner:industry") not in table.state.unseen
