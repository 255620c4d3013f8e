"""What just happened: a sentence and a small picture, yes, or no with what it was instead."""

from dataclasses import replace

from companion.games.kit.pictures import picture
from companion.games.propeller_islands.rules.tasks import DrawTile
from companion.log.events import THE_HOST, Command, Confirm, Play
from companion.referee.opinions import Other
from companion.referee.settling import LOOKS
from companion.referee.untold import must_be_told
from tests.web.tables import GAME, NAME, Place, played
from web.drawings.glimpse import glimpses

SEEN_ONLY = {"forge", "market"}


def test_a_proposal_shows_the_places_that_it_changes_and_a_question_none(place: Place) -> None:
    assert 'class="glimpses"></div>' in place.client.get("/").text
    place.show(place.next, 2 * LOOKS)
    page = place.client.get("/").text
    shown = page[page.index('class="glimpses"') :].partition("</div>")[0]
    assert "as it would be" in shown
    assert "fresh" in shown
    assert page.index("glimpses") < page.index("tap-confirm") < page.index("No, it was…")


def test_a_small_picture_has_what_changed_and_what_lies_around_it() -> None:
    for ply, after in zip(played()[65:100], played()[66:101], strict=True):
        whole = picture(GAME, ply.state), picture(GAME, after.state)
        for board in glimpses(*whole):
            news = [one for one in board.pieces if one.fresh]
            assert news
            assert len(board.pieces) <= 7 * len(news)
    assert glimpses(whole[1], whole[1]) == ()


def test_no_it_was_something_else(place: Place) -> None:
    place.show(place.next, 2 * LOOKS)
    opinion, state = place.watcher.opinion, place.table.now.state
    other = next(move for move in GAME.moves(state) if move != opinion.proposed[0].move)
    steps = (replace(opinion.proposed[0], move=other),)
    text = GAME.tell(state, other)
    place.watcher.opinion = replace(opinion, others=(Other(steps, text),))
    place.publish()
    assert text in place.client.get("/").text
    form = {"game": NAME, "serial": opinion.serial, "choice": 0}
    here = {"Origin": "http://localhost"}
    answer = place.client.post("/tap/disagree", data={**form, "choice": 1}, headers=here)
    assert answer.status_code == 409
    before = place.table.now.number
    assert place.client.post("/tap/disagree", data=form, headers=here).status_code in (204, 303)
    event = place.table.events(before)[0]
    assert event.action == Confirm(GAME.move_text(other))


def test_the_referee_offers_other_explanations_in_other_words(place: Place) -> None:
    offered = 0
    for ply in played()[65:140]:
        place.show(ply.state, 2 * LOOKS)
        opinion = place.watcher.opinion
        if opinion.proposed:
            texts = [opinion.headline, *(other.text for other in opinion.others)]
            assert len(set(texts)) == len(texts) <= 5
            offered += len(opinion.others)
        move = GAME.move_text(ply.move)
        place.table.post(Command(Play(move), THE_HOST, place.table.now.number))
    assert offered


def test_only_what_no_zone_shows_must_be_told() -> None:
    states = [ply.state for ply in played()[65:]]
    everything = [must_be_told(GAME, state, GAME.zones(state)) for state in states]
    forge_only = [must_be_told(GAME, state, {"forge"}) for state in states]
    assert sum(forge_only) > sum(everything)
    assert not any(must_be_told(GAME, state, ()) for state in states), "nobody looks at all"


def test_what_shows_by_the_next_move_is_not_asked_for() -> None:
    """A tile that is drawn is seen as soon as it is built."""
    drawing = next(ply.state for ply in played() if ply.state.agenda[-1:] == (DrawTile(1),))
    assert GAME.move_text(next(GAME.moves(drawing))).startswith("tile ")
    assert not must_be_told(GAME, drawing, GAME.zones(drawing))


def test_who_draws_is_to_move_though_the_table_decides() -> None:
    drawing = next(ply.state for ply in played() if ply.state.agenda[-1:] == (DrawTile(1),))
    assert [seat.acting for seat in picture(GAME, drawing).seats] == [False, True]


def test_who_is_to_move_tells_it_on_the_page_of_the_table(place: Place) -> None:
    place.watcher._seen = {"forge": place.watcher._seen["forge"]}
    at = next(
        n for n, ply in enumerate(played()) if n > 65 and must_be_told(GAME, ply.state, {"forge"})
    )
    for ply in played()[65 : at + 1]:
        place.table.post(Command(Play(GAME.move_text(ply.move)), THE_HOST, place.table.now.number))
    part = place.client.get("/telling/part").text
    assert "see this" in part
    assert 'formaction="/tap/play"' in part
    stranger = place.app.test_client().get("/telling/part")
    assert "formaction" not in stranger.text
