"""What can be asked of a page is found: links, forms, buttons, choices, and what scripts fetch."""

from flask import Flask

from companion.benches.trust.crawling import TYPED, filled, read_page, route_of, unreached
from companion.benches.trust.visiting import Ask

PAGE = """
<link href="/static/a.css"><a href="two?n=1#there">2</a><a href="http://elsewhere/x">no</a>
<a href="#x">no</a>
<body data-events="/events" data-name="no link"><svg><use href="#icon"/></svg>
<form method="post" action="/tap">
<input type="hidden" name="game" value="g"><input name="note"><input type="file" name="photo">
<label><input type="radio" name="kind" value="a"></label><input type="radio" name="kind" value="b">
<select name="size"><option value="1">one</option><option value="2">two</option></select>
<button name="go" value="left">l</button><button formaction="/other">o</button>
<button type="button" data-value="no">no</button></form>
<form action="/find"><input name="q"></form>
<form method="post"><button>leads nowhere else</button></form>
"""
FIELDS = (("game", "g"), ("note", TYPED), ("kind", "a"), ("size", "1"))


def test_links_of_this_site_are_found() -> None:
    links, _ = read_page("/one", PAGE)
    assert links == ["/static/a.css", "/two?n=1", "/events"]


def test_each_button_and_each_choice_of_a_form_is_asked_once() -> None:
    _, asks = read_page("/one", PAGE)
    tap, other, kind, size, find = asks
    assert (tap.path, tap.fields) == ("/tap", (*FIELDS, ("go", "left")))
    assert (other.path, other.fields) == ("/other", FIELDS)
    assert dict(kind.fields) == {**dict(FIELDS), "kind": "b", "go": "left"}
    assert dict(size.fields) == {**dict(FIELDS), "size": "2", "go": "left"}
    assert [name for name, _ in tap.files] == ["photo"]
    assert find == Ask("GET", f"/find?q={TYPED}")


def test_a_part_of_a_page_may_be_the_inside_of_a_form() -> None:
    part = '<input type="hidden" name="serial" value="7"><button formaction="/tap/yes">yes</button>'
    _, asks = read_page("/events", part)
    assert asks == [Ask("POST", "/tap/yes", (("serial", "7"),))]


def test_rules_are_known_by_what_answers() -> None:
    app = Flask("any", static_folder=None)
    for rule in ("/a/<int:n>.jpg", "/b/<any(up, down):word>", "/c/<name>"):
        app.add_url_rule(rule, rule, lambda **_: "")
    first, second, third = (filled(rule.rule, {}) for rule in app.url_map.iter_rules())
    assert (first, second, third) == ("/a/1.jpg", "/b/up", "/c/1")
    assert route_of(app, Ask("GET", first)) == ("GET", "/a/<int:n>.jpg")
    assert route_of(app, Ask("GET", "/d")) is None
    assert unreached(app, [Ask("GET", first), Ask("GET", "/b/down?x=1")]) == {("GET", "/c/<name>")}
