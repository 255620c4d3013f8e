"""Teach my copy, on the host's phone: photos in, one tap for each name, a test at the end.

Every tap is kept before it is answered, so a phone that dies in between has lost nothing.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound, RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.common.errors import CompanionError, InputError
from companion.common.words import say
from companion.phones.lessons.classroom import Classroom
from companion.phones.lessons.lesson import LONGEST_NAME, Cut, Lesson
from web.errors import sentence_of
from web.live.web_table import WebTable
from web.pages.forms import number_in, there
from web.translation import t

#: What a photo, or a gallery of somebody else, may have in bytes at most.
LARGEST_FILE = 25_000_000
FILES = ("teaching.photo", "teaching.test", "teaching.take")
#: What is said of a tile that was never shown.
NONE_OF_THESE = "-"


def blueprint(web_table: WebTable) -> Blueprint:
    """The pages of the lesson about the game on the table."""
    teaching = Blueprint("teaching", __name__)

    @teaching.before_request
    def only_host() -> None:
        web_table.door.only_host()
        if request.endpoint in FILES:
            request.max_content_length = LARGEST_FILE

    pages = _Pages(web_table)

    @teaching.errorhandler(RequestEntityTooLarge)
    def too_much(_: RequestEntityTooLarge) -> AnyResponse:
        most = LARGEST_FILE // 1_000_000
        return pages.overview(t("That file is too large: {n} MB at most.", n=most), 413)

    _looking(teaching, pages)
    _changing(teaching, pages)
    return teaching


class _Pages:
    """What the routes have in common."""

    def __init__(self, web_table: WebTable) -> None:
        self._web_table = web_table

    @property
    def title(self) -> str:
        """What is played."""
        return self._web_table.feed.game.title

    @property
    def classroom(self) -> Classroom:
        """Where it is taught."""
        return there(self._web_table.tools().classroom)

    @property
    def lesson(self) -> Lesson:
        """What was taught of it."""
        return self.classroom.lesson

    def overview(self, complaint: str = "", status: int = 200) -> Response:
        """The whole lesson, and what went wrong."""
        known, faces = self.classroom.progress
        text = render_template(
            "teach.html",
            title=self.title,
            known=known,
            faces=faces,
            waiting=self.waiting(),
            proposed=len(self.proposals()),
            named=self.by_name(),
            words=self.words,
            missing=self.classroom.missing,
            answers=self.lesson.answers,
            grade=self.classroom.grade,
            largest=LARGEST_FILE // 1_000_000,
            complaint=complaint,
        )
        return Response(text, status)

    def words(self, name: str) -> str:
        """A name for people: in the words of the game's list, if it is on it."""
        return next((each.words for each in self.classroom.choices if each.name == name), name)

    def list_for(self, cut: Cut) -> Response:
        """The list to pick a name from: the proposal, what has the same die, what is missing."""
        missing = set(self.classroom.missing)
        ordered = sorted(
            self.classroom.choices,
            key=lambda each: (
                each.name != cut.proposal,
                cut.die is None or each.die != cut.die,
                each not in missing,
            ),
        )
        text = render_template(
            "pick.html",
            title=self.title,
            cut=cut,
            words=self.words,
            choices=ordered,
            missing=missing,
            left=len(self.waiting()),
            longest=LONGEST_NAME,
        )
        return Response(text)

    def waiting(self) -> list[tuple[Cut, int]]:
        """The first of each group without a name, and how many look like it."""
        groups: dict[int, list[Cut]] = {}
        for cut in self.lesson.cuts:
            if cut.name is None:
                groups.setdefault(cut.group, []).append(cut)
        return [(group[0], len(group)) for group in groups.values()]

    def proposals(self) -> list[Cut]:
        """Those without a name that have one proposed which fits nothing else."""
        groups = [cut for cut, _ in self.waiting() if cut.proposal]
        often = Counter(cut.proposal for cut in groups)
        return [cut for cut in groups if often[cut.proposal] == 1]

    def accept(self) -> None:
        """Give every name that is proposed."""
        for cut in self.proposals():
            self.classroom.name(cut.number, cut.proposal or "")

    def by_name(self) -> dict[str, list[Cut]]:
        """The cut-outs of each name."""
        found: dict[str, list[Cut]] = {}
        for cut in self.lesson.cuts:
            if cut.name is not None:
                found.setdefault(cut.name, []).append(cut)
        return dict(sorted(found.items()))

    def done(self, change: Callable[[], object]) -> AnyResponse:
        """Change something, and back to the lesson; what can't be done is said there."""
        try:
            change()
        except InputError as error:
            return self.overview(sentence_of(error), 400)
        except CompanionError as error:
            return self.overview(sentence_of(error), 500)
        return redirect(url_for("teaching.overview"), code=303)


def _looking(teaching: Blueprint, pages: _Pages) -> None:
    """The lesson, its pictures and its gallery."""

    @teaching.get("/teach")
    def overview() -> AnyResponse:
        return pages.overview()

    @teaching.get("/teach/<int:number>")
    def pick(number: int) -> AnyResponse:
        try:
            return pages.list_for(pages.lesson.cut(number))
        except InputError as error:
            raise NotFound(say("There is no such cut-out.")) from error

    @teaching.get("/teach/pictures/<name>")
    def picture(name: str) -> AnyResponse:
        try:
            return Response(pages.lesson.picture(name), mimetype="image/png")
        except CompanionError as error:
            raise NotFound(say("There is no such picture.")) from error

    @teaching.get("/teach/alike")
    def alike() -> AnyResponse:
        pairs = pages.classroom.look_alikes()
        text = render_template("alike.html", title=pages.title, words=pages.words, pairs=pairs)
        return Response(text)

    @teaching.get("/teach/gallery")
    def gallery() -> AnyResponse:
        try:
            answer = Response(pages.classroom.to_bytes(), mimetype="application/octet-stream")
        except InputError as error:
            return pages.overview(sentence_of(error), 404)
        name = f"{pages.lesson.game}.gallery"
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer


def _changing(teaching: Blueprint, pages: _Pages) -> None:
    """Photos become cut-outs, cut-outs get names, a second photo tests them; galleries come in."""

    @teaching.post("/teach/name")
    def name() -> AnyResponse:
        answer = pages.done(lambda: pages.classroom.name(number_in("cut"), _text("name")))
        left = pages.waiting()
        if answer.status_code == 303 and left and "next" in request.form:
            return redirect(url_for("teaching.pick", number=left[0][0].number), code=303)
        return answer

    def judge() -> None:
        truth = _text("name")
        pages.classroom.judge(number_in("tile"), None if truth == NONE_OF_THESE else truth)

    @teaching.post("/teach/gallery")
    def take() -> AnyResponse:
        return pages.done(lambda: pages.classroom.take_in_bytes(_file("gallery")))

    def agree() -> None:
        pages.lesson.agree()

    changes: Mapping[str, Callable[[], object]] = {
        "photo": lambda: pages.classroom.show_photo(_file("photo")),
        "accept": pages.accept,
        "remove": lambda: pages.classroom.remove([number_in("cut")]),
        "rename": lambda: pages.classroom.rename(_text("old"), _text("name")),
        "forget": lambda: pages.classroom.forget(_text("name")),
        "test": lambda: pages.classroom.examine_photo(_file("photo")),
        "judge": judge,
        "agree": agree,
    }
    for word, change in changes.items():
        view = partial(pages.done, change)
        teaching.add_url_rule(f"/teach/{word}", word, view, methods=["POST"])


def _text(name: str) -> str:
    return request.form.get(name, "")


def _file(name: str) -> bytes:
    sent = request.files.get(name)
    data = sent.read() if sent is not None else b""
    if not data:
        raise InputError(say("choose a file first"))
    return data
