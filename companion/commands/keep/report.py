"""Report a picture that was misread: let the companion that runs here write the file, or read one.

Without a file the companion that runs on this computer is asked to write a report about the picture
that its camera sees right now. With a file, what is in it is told.
"""

import argparse
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from companion.camera.reports import Report, read_report
from companion.camera.seen_words import seen_in_words
from companion.commands.play.codes import known
from companion.commands.play.serve import DEFAULT_PORT
from companion.common.answering import print_answer
from companion.common.errors import CompanionError
from companion.common.files import file_errors
from companion.games import find, names
from companion.phones.passes import Passes
from companion.settings.settings import add_settings_options, settings_of

HELP = "report a picture that was misread, or read such a report"

PATIENCE = 60
"""Seconds that a busy companion may take to write a report."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "report", metavar="FILE", nargs="?", type=Path, help="a report to read (default: write one)"
    )
    parser.add_argument(
        "--port",
        metavar="P",
        type=int,
        default=DEFAULT_PORT,
        help="where the companion runs that shall write one (default: %(default)s)",
    )
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        type=Path,
        help="where that companion keeps its games, as for `serve`",
    )
    parser.add_argument("--json", action="store_true", help="tell what is in the file in JSON")
    parser.add_argument(
        "--picture", metavar="PNG", type=Path, help="save the picture, as the eye got it, here"
    )
    add_settings_options(parser)


def run(args: argparse.Namespace) -> int:
    """Write or read, and say what came of it."""
    if args.report is None:
        if args.json or args.picture:
            raise CompanionError("--json and --picture are for reading; name a report")
        _, passes = known(args.folder, settings_of(args))
        print(ask_for_report(args.port, passes))
        return 0
    report = read_report(args.report)
    if args.picture:
        with file_errors(args.picture):
            args.picture.write_bytes(report.picture)
    found = {"about": report.about, "look": report.look, "opinion": report.opinion}
    print_answer(args, {**found, "state": report.state}, _lines(report))
    return 0


def ask_for_report(port: int, passes: Passes) -> str:
    """Ask the companion here, as its host; it says where the report is."""
    from web.access.guests import HOST_COOKIE  # Flask takes a moment to load

    here = f"http://127.0.0.1:{port}"
    headers = {"Origin": here, "Cookie": f"{HOST_COOKIE}={passes.host_pass()}"}
    request = urllib.request.Request(f"{here}/camera/report", b"", headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # nosec B310 # http
            return str(answer.read().decode())
    except urllib.error.HTTPError as error:
        reason = error.read().decode("utf-8", "replace")
        if error.code == 403:
            reason = "that companion keeps its games elsewhere; name its --folder"
        if error.code == 404:
            reason = "no camera looks at the table there"
        raise CompanionError(f"port {port}: {reason}") from None
    except OSError as error:
        raise CompanionError(
            f"no companion answers at port {port} ({error}); see --port, or name a report to read"
        ) from None


def _lines(report: Report) -> Iterator[str]:
    about = report.about
    yield f"{about['game']} at event {about['event']}, written {about['written']}"
    yield f"companion {about['companion']}, Python {about['python']}, {about['system']}"
    wide, high = report.size
    yield f"a picture of {wide} x {high} from camera '{about['camera']}'"
    yield f"the referee: {report.opinion['headline']} {report.opinion['reason']}"
    yield from (f"  {text}" for text in report.opinion["differences"] or ())  # type: ignore[union-attr]
    yield "the eye:"
    name = str(about["game"])
    game = find(name) if name in names() else None  # somebody else's companion may know more games
    seen = seen_in_words(game, report.states, report.observations)
    yield from (f"  {text}" for text in seen)
    yield "the last events:"
    for event in report.events[-5:]:
        yield f"  {event.number} {event.by}: {event.action}"
