import json
from contextlib import closing

from flask.testing import FlaskClient
from markupsafe import Markup

from tests.web.tables import GAME, feed_at, scenes
from web import Site, create_app
from web.translation import current, decimal, languages_of, speaking, t, tn

OURS = {"Origin": "http://localhost"}


def client() -> FlaskClient:
    return create_app(Site(feed_at(scenes(), 40))).test_client()


def lang(page: str) -> str:
    return page.partition('<html lang="')[2].partition('"')[0]


def test_a_phone_is_spoken_to_as_its_browser_asks() -> None:
    for asked, spoken in {
        "": "en",
        "fr": "fr",
        "de-CH,fr;q=0.5": "de",
        "it,fr;q=0.4,de;q=0.3": "fr",
        "nl": "en",
    }.items():
        page = client().get("/", headers={"Accept-Language": asked}).text
        assert lang(page) == spoken


def test_a_chosen_language_counts_more_and_is_kept() -> None:
    phone = client()
    answer = phone.post("/language", data={"language": "de", "back": "/?x=1"}, headers=OURS)
    assert (answer.status_code, answer.location) == (303, "/?x=1")
    assert lang(phone.get("/", headers={"Accept-Language": "fr"}).text) == "de"


def test_a_language_that_nobody_speaks_is_refused() -> None:
    assert client().post("/language", data={"language": "tlh"}, headers=OURS).status_code == 400


def test_a_choice_leads_to_no_other_site() -> None:
    for back in ("//evil.example/", "http://evil.example/", "/\\evil.example", "javascript:1", ""):
        sent = client().post("/language", data={"language": "fr", "back": back}, headers=OURS)
        assert sent.location == "/", back


def test_a_forgotten_cookie_does_no_harm() -> None:
    phone = client()
    phone.set_cookie("language", "<script>")
    assert lang(phone.get("/").text) == "en"


def test_templates_tell_what_they_are_given() -> None:
    french = languages_of(GAME)["fr"]
    assert t("{most} and {last}", most="a", last="b") == "a and b"
    with speaking(french):
        assert current() is french
        assert t("{most} and {last}", most="a", last="b") == "a et b"
        assert (
            t("{most} and {last}", most=Markup("<b>a</b>"), last="<b>") == "<b>a</b> et &lt;b&gt;"
        )
        assert decimal(0.25, 2) == "0,25"
    assert tn("{n} die", "{n} dice", 2) == "2 dice"


def test_large_letters_are_a_matter_of_each_phone() -> None:
    phone = client()
    assert "large.css" not in phone.get("/").text
    answer = phone.post("/letters", data={"size": "large", "back": "/"}, headers=OURS)
    assert (answer.status_code, answer.location) == (303, "/")
    assert "large.css" in phone.get("/").text
    phone.post("/letters", data={"size": "usual"}, headers=OURS)
    assert "large.css" not in phone.get("/").text
    assert phone.post("/letters", data={"size": "9"}, headers=OURS).status_code == 400


def test_each_phone_is_streamed_its_own_language() -> None:
    app = create_app(Site(feed_at(scenes(), 40)))
    streamed = {}
    for code in ("en", "fr", "de", "en"):
        answer = app.test_client().get("/events", headers={"Accept-Language": code})
        with closing(answer):
            chunks = (part.decode() for part in answer.response)
            event = next(chunk for chunk in chunks if chunk.startswith("id: "))
        regions = json.loads(event.partition("data: ")[2])
        streamed[code] = regions["facts"]
    assert ["round" in streamed["en"], "manche" in streamed["fr"], "Runde" in streamed["de"]] == [
        True,
        True,
        True,
    ]
