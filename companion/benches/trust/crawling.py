"""What can be asked of a site: the links and forms that its pages show, followed to the end.

Links are followed, also those in `data-` attributes, which scripts fetch, and in the regions of a
stream. Forms are only read: each way to send one is an `Ask`, with every button and every choice.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Protocol
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule

from companion.benches.trust.visiting import Ask, Reply

#: Attributes that name something which a browser gets by itself or by a tap.
_LINKS = ("href", "src", "poster")
#: What nobody has typed into yet is filled with this, and so is what nobody has taken a photo of.
TYPED, PHOTO = "1", b"no picture"
Route = tuple[str, str]


@dataclass
class _Form:
    """One form while its page is read."""

    action: str
    method: str
    fixed: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    buttons: list[tuple[str, str, str, str]] = field(default_factory=list)

    def asks(self) -> Iterator[Ask]:
        """Every button with what stands in the form, and every choice once."""
        first = [(name, values[0]) for name, values in self.choices.items()]
        buttons = self.buttons or [(self.action, self.method, "", "")]
        buttons = [button for button in buttons if button[0]]
        if not buttons:
            return
        for action, method, name, value in buttons:
            pressed = [(name, value)] if name else []
            yield self._ask(action, method, [*self.fixed, *first, *pressed])
        action, method, name, value = buttons[0]
        pressed = [(name, value)] if name else []
        for chosen, values in self.choices.items():
            others = [pair for pair in first if pair[0] != chosen]
            for other in values[1:]:
                yield self._ask(action, method, [*self.fixed, *others, (chosen, other), *pressed])

    def _ask(self, action: str, method: str, fields: list[tuple[str, str]]) -> Ask:
        if method != "POST":
            return Ask("GET", f"{action.partition('?')[0]}?{urlencode(fields)}")
        return Ask(method, action, tuple(fields), tuple((name, PHOTO) for name in self.files))


class _Page(HTMLParser):
    """Reads the links and forms of a page, or of a part of one.

    A part may hold the inside of a form: what stands outside of all forms is one of its own.
    """

    def __init__(self, path: str) -> None:
        super().__init__()
        self._path = path
        self.links: list[str] = []
        self._outside = _Form("", "POST")
        self._forms: list[_Form] = []
        self._named: dict[str, _Form] = {}
        self._open: _Form | None = None
        self._select = ""

    def asks(self) -> Iterator[Ask]:
        """All forms."""
        for form in (self._outside, *self._forms):
            yield from form.asks()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """What a tag says."""
        has = {name: value or "" for name, value in attrs}
        for name, value in has.items():
            is_link = name in _LINKS and not value.startswith(("#", "data:", "blob:"))
            if is_link or (name.startswith("data-") and value.startswith("/")):
                self.links.append(self._to(value))
        if tag == "form":
            method = has.get("method", "get").upper()
            action = self._to(has["action"]) if "action" in has else ""
            self._open = _Form(action or (self._path if method == "GET" else ""), method)
            self._forms.append(self._open)
            if "id" in has:
                self._named[has["id"]] = self._open
            return
        form = self._of(has)
        if tag == "select":
            self._select = has.get("name", "")
        elif tag == "option" and self._select:
            form.choices.setdefault(self._select, []).append(has.get("value", ""))
        elif tag == "textarea" and has.get("name"):
            form.fixed.append((has["name"], TYPED))
        elif tag == "input":
            self._input(form, has)
        elif tag == "button" and has.get("type") != "button":
            action = self._to(has["formaction"]) if "formaction" in has else form.action
            form.buttons.append((action, form.method, has.get("name", ""), has.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """The end of a form or a list."""
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""

    def _input(self, form: _Form, has: Mapping[str, str]) -> None:
        name, kind = has.get("name", ""), has.get("type", "text")
        if not name or kind in ("button", "reset"):
            return
        if kind == "file":
            form.files.append(name)
        elif kind in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(has.get("value", "on"))
        elif kind in ("submit", "image"):
            form.buttons.append((form.action, form.method, name, has.get("value", "")))
        else:
            form.fixed.append((name, has.get("value") or TYPED))

    def _of(self, has: Mapping[str, str]) -> _Form:
        if "form" in has:
            return self._named.get(has["form"], _Form("", "POST"))
        return self._open or self._outside

    def _to(self, link: str) -> str:
        whole = urlsplit(urljoin(f"http://here{self._path}", link))
        if whole.netloc != "here":
            return ""
        return whole.path + (f"?{whole.query}" if whole.query else "")


def read_page(path: str, html: str) -> tuple[list[str], list[Ask]]:
    """The links to this site in a page that was found at a path, and what its forms ask."""
    page = _Page(path)
    page.feed(html)
    page.close()
    return list(dict.fromkeys(filter(None, page.links))), list(dict.fromkeys(page.asks()))


@dataclass
class Crawl:
    """What one visitor has found.

    Attributes:
        pages: What was asked, and what came.
        forms: What the forms of these pages would ask.
        failed: What was answered with 500 or more.
    """

    pages: dict[Ask, Reply] = field(default_factory=dict)
    forms: dict[Ask, None] = field(default_factory=dict)
    failed: list[Ask] = field(default_factory=list)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """All links and all forms."""
        return (*self.pages, *self.forms)


class Asker(Protocol):
    """Who can be sent to find out: a visitor, or somebody who asks several sites at once."""

    def ask(self, what: Ask, /) -> Reply:
        """Follow a link or send a form."""


def crawl(visitor: Asker, starts: Iterable[str] = ("/",), of_each: int | None = None) -> Crawl:
    """Follow all links from the first pages until nothing new comes.

    Args:
        visitor: Who follows them.
        starts: Where to begin.
        of_each: So many pages at most that differ only in numbers and in what a query asks. Without
            it a game of 160 events has some 7,000, for each role.
    """
    found, waiting = Crawl(), deque(starts)
    known, alike = set(waiting), Counter[str]()
    while waiting:
        ask = Ask("GET", waiting.popleft())
        alike[_kind(ask.path)] += 1
        if of_each is not None and alike[_kind(ask.path)] > of_each:
            continue
        reply = visitor.ask(ask)
        found.pages[ask] = reply
        if reply.status >= 500 and reply.status != 503:
            found.failed.append(ask)
        for part in _parts(reply):
            links, forms = read_page(ask.path.partition("?")[0], part)
            found.forms.update(dict.fromkeys(forms))
            got = [form.path for form in forms if form.method == "GET"]
            fresh = [link for link in (*links, *got) if link not in known]
            known.update(fresh)
            waiting.extend(fresh)
    return found


def _parts(reply: Reply) -> Iterable[str]:
    """What of an answer can hold links."""
    if reply.kind == "text/html":
        return (reply.text,)
    return reply.regions().values() if reply.kind == "text/event-stream" else ()


def _kind(path: str) -> str:
    """What pages have in common that differ only in numbers and in what a query asks."""
    plain, _, query = path.partition("?")
    names = sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)})
    return re.sub(r"\d+", "0", plain) + "?" + "&".join(names)


# --- which rules that reaches -------------------------------------------------------------------


def routes(app: Flask) -> frozenset[Route]:
    """Every rule of the site with its method."""
    return frozenset(
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    )


def route_of(app: Flask, ask: Ask) -> Route | None:
    """The rule that answers it; None where there is none."""
    adapter = app.url_map.bind("here")
    try:
        rule, _ = adapter.match(ask.path.partition("?")[0], ask.method, return_rule=True)
    except HTTPException:
        return None
    assert isinstance(rule, Rule)
    return (ask.method, rule.rule)


def unreached(app: Flask, asks: Iterable[Ask]) -> frozenset[Route]:
    """The rules that none of these reaches."""
    return routes(app) - {route_of(app, ask) for ask in asks}


def filled(rule: str, values: Mapping[str, str], otherwise: str = "1") -> str:
    """The path of a rule with something in its gaps: by their names, or for all the same."""

    def fill(gap: re.Match[str]) -> str:
        kind, name = gap[1] or "", gap[2]
        words = re.fullmatch(r"any\((.*)\):", kind)
        default = words[1].split(",")[0].strip() if words else otherwise
        return values.get(name, default)

    return re.sub(r"<([a-z_]+(?:\(.*?\))?:)?(\w+)>", fill, rule)
