import html
import json
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.archive.shelf import Shelf
from companion.cli import main
from companion.commands.play.serve import open_shelf
from companion.games import find
from companion.log.events import End, Event
from companion.log.reasons import Counted
from companion.log.store import EventLog
from companion.phones.passes import Passes
from companion.phones.table_kind import CAMERA, HAND, SIMULATED
from companion.settings.settings import load
from tests.waiting import LIMIT, until
from web.access.guests import HOST_COOKIE

pytestmark = pytest.mark.live


@contextmanager
def running(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """`companion serve` on a free port, with its games in `folder`."""
    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--folder", str(folder), *options]
    if not {"--camera", "--by-hand"}.intersection(options):
        words += ["--camera", "none"]
    command = [sys.executable, "-m", "companion", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://\S+", line)
        if found:
            return found.group()
    raise AssertionError(process.stderr.read() if process.stderr else "")


def as_host(folder: Path, url: str) -> urllib.request.Request:
    """What the host's browser asks."""
    shown = Passes.of_folder(folder).host_pass()
    return urllib.request.Request(url, headers={"Cookie": f"{HOST_COOKIE}={shown}"})


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_real_server_answers_and_goes_when_told_to_with_a_stream_open(
    end: signal.Signals, tmp_path: Path
) -> None:
    with running(tmp_path, "--pace", "0.2") as process:
        url = address(process)
        with urllib.request.urlopen(url + "healthz", timeout=LIMIT) as answer:
            assert answer.read() == b"ok\n"
        with urllib.request.urlopen(url + "events", timeout=LIMIT) as stream:
            lines = [stream.readline() for _ in range(5)]
            assert b"event: full\n" in lines
            process.send_signal(end)
            assert process.wait(LIMIT) == 0
            assert stream.read() is not None
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_what_the_camera_sees_is_shown_and_reported_by_a_real_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path, "--camera", "sim") as process:
        url = address(process)

        def number() -> int:
            asked = as_host(tmp_path, url + "camera")
            with urllib.request.urlopen(asked, timeout=LIMIT) as answer:
                return int(json.load(answer)["number"])

        until(number, "a picture")
        asked = as_host(tmp_path, url + "camera.jpg")
        with urllib.request.urlopen(asked, timeout=LIMIT) as answer:
            assert answer.read(2) == b"\xff\xd8"
        port = url.rstrip("/").rpartition(":")[2]
        assert main(["report", "--port", port, "--folder", str(tmp_path)]) == 0
        written = capsys.readouterr().out.strip().removeprefix("Written to ")
        assert main(["report", written]) == 0
        assert "propeller-islands at event" in capsys.readouterr().out
        Passes.of_folder(tmp_path / "another")
        assert main(["report", "--port", port, "--folder", str(tmp_path / "another")]) == 2
        assert "that companion keeps its games elsewhere" in capsys.readouterr().err
        process.send_signal(signal.SIGINT)
        assert process.wait(LIMIT) == 0


def page(folder: Path, url: str, language: str) -> str:
    """The page of the table as the host has it."""
    request = as_host(folder, url)
    request.add_header("Accept-Language", language)
    with urllib.request.urlopen(request, timeout=LIMIT) as answer:
        return str(html.unescape(answer.read().decode()))


def test_a_table_without_a_forge_under_a_real_camera_says_so_on_every_phone(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    ramp = np.linspace(60, 180, 320)[None, :, None]
    for number in range(120):
        picture = np.broadcast_to(ramp, (240, 320, 3)).astype(np.uint8)
        cv2.imwrite(str(pictures / f"{number:03}.png"), picture)
    games = tmp_path / "games"
    with running(games, "--camera", f"folder:{pictures}") as process:
        url = address(process)
        until(lambda: "The camera does not find the Forge" in page(games, url, "en"))
        assert "La caméra ne trouve pas la Forge\u00a0: est-elle" in page(games, url, "fr")
        assert "Die Kamera findet das Werk nicht: Ist es ganz im Bild" in page(games, url, "de")
        assert "What the camera sees" in page(games, url, "en")
        process.send_signal(signal.SIGINT)
        assert process.wait(LIMIT) == 0


def test_a_camera_that_is_not_there_is_told_in_the_terminal(tmp_path: Path) -> None:
    with running(tmp_path, "--camera", "usb:9") as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("usb:9: ")


def test_the_game_that_the_host_has_chosen_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Options say what to begin with; Restart is about the game on the table."""
    with running(tmp_path, "--by-hand", "--seed", "3") as process:
        url = address(process)
        for path, form in (
            ("host/new", b"players=2&edition=de&kind=simulated"),
            ("host/restart", b""),
        ):
            until(lambda: Shelf(tmp_path).records())
            asked = as_host(tmp_path, url + path)
            asked.add_header("Origin", url.rstrip("/"))
            asked.add_header("Accept", "text/plain")
            with urllib.request.urlopen(asked, form, timeout=LIMIT) as answer:
                assert answer.status == 204
            until(lambda: Shelf(tmp_path).records()[0].kind == "simulated")
        assert process.stdout is not None
        said = next(line for line in process.stdout if "goes on where it was" in line)
        (newest, *_) = Shelf(tmp_path).records()
        assert newest.name in said
        assert newest.kind == "simulated"


def test_a_game_of_real_people_is_not_left_for_a_simulated_one(tmp_path: Path) -> None:
    with Shelf(tmp_path).begin(find("propeller-islands"), {"players": 2}, HAND) as table:
        log = table.path
    with running(tmp_path, "--camera", "none", "--pace", "0.05") as process:
        address(process)
        until(lambda: len(Shelf(tmp_path).records()) == 2)
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
    for older in Shelf(tmp_path).folder.glob("*/game.log"):
        if older != log:
            shutil.rmtree(older.parent)
    with subprocess.Popen(
        [*command, "--folder", str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert f"goes on where it was, at event 1 of {log}" in process.stdout.readline()
        process.kill()
    assert Shelf(tmp_path).kind_of(log.parent.name) == HAND
    assert len(EventLog.read(log)) == 1


def test_a_port_that_is_taken_is_named_with_the_next_free_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        options = ["--host", "127.0.0.1", "--port", str(port), "--folder", str(tmp_path)]
        assert main(["serve", *options]) == 2
    error = capsys.readouterr().err
    found = re.fullmatch(rf"companion: port {port} is taken; --port (\d+) is free\n", error)
    assert found, error
    assert int(found.group(1)) > port


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--players", "5"], "Propeller Islands is for 2 to 4 players, not 5"),
        (["--players", "0"], "Propeller Islands is for 2 to 4 players, not 0"),
        (["--game", "chess"], "no game 'chess'; there is propeller-islands"),
        (["--pace", "0"], "--pace 0: between 0.05 and 60 seconds, please"),
        (["--pace", "-1"], "--pace -1: between 0.05 and 60 seconds, please"),
        (["--pace", "nan"], "--pace nan: between 0.05 and 60 seconds, please"),
        (["--port", "70000"], "--port 70000: ports go from 0 to 65535"),
        (["--camera", "many"], "--camera many: no such video; give a camera's number, a URL"),
        (["--camera", "usb:a"], "--camera usb:a: a number is needed after the colon, not 'a'"),
        (["--camera", "ubs:0"], "--camera ubs:0: no such camera; did you mean 'usb'?"),
        (["--camera", "usb:0", "--by-hand"], "--by-hand is for a table without a camera; leave"),
        (["--camera", "usb:0", "--set", "camera.width=640"], "camera.width and camera.height go"),
        (["--set", "camera.name=ubs:0"], "--camera ubs:0: no such camera; did you mean 'usb'?"),
        (["--host", "no such host"], "--host no such host: no such address"),
        (["--host", "192.0.2.77"], "--host 192.0.2.77: "),
    ],
)
def test_a_wrong_option_gets_one_clear_line(
    options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *options]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"companion: {complaint}")
    assert error.count("\n") == 1


@pytest.mark.parametrize("option", ["--port", "--players", "--pace"])
def test_what_is_no_number_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", option, "many"])
    assert ended.value.code == 2
    assert f"argument {option}: invalid" in capsys.readouterr().err


def test_games_and_phones_of_earlier_versions_are_there(tmp_path: Path) -> None:
    game, settings = (
        find("propeller-islands"),
        load(environ={}, options=[f"data.folder={tmp_path}"]),
    )
    code = Passes.of_folder(tmp_path / "simulated").join_code
    for folder in ("simulated", "games"):
        Shelf(tmp_path / folder).begin(game, {"players": 2}).close()
    shelf = open_shelf(None, settings, SIMULATED)
    assert shelf.folder == tmp_path / "games"
    assert sorted(record.kind for record in shelf.records()) == [HAND, SIMULATED]
    assert Passes.of_folder(shelf.folder).join_code == code
    named = Shelf(tmp_path / "mine")
    named.begin(game, {"players": 2}).close()
    (record,) = open_shelf(named.folder, settings, CAMERA).records()
    assert record.kind == CAMERA


def test_a_game_that_is_open_elsewhere_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = find("propeller-islands")
    options = ["--host", "127.0.0.1", "--port", "0", "--folder", str(tmp_path)]
    with Shelf(tmp_path).begin(game, {"players": 2}) as table:
        assert main(["serve", *options]) == 2
        error = capsys.readouterr().err
    assert error == f"companion: {table.path} is open in another companion; close that first\n"


# --- kill -9 ---


def first_log(folder: Path) -> Path:
    """The log of the first game; when it has ended, the next one begins."""
    return min(folder.glob("*/game.log"))


def shown(folder: Path, url: str) -> int:
    """The number of the last event that the page shows."""
    with urllib.request.urlopen(as_host(folder, url), timeout=LIMIT) as answer:
        found = re.search(r'id="seen" value="(\d+)"', answer.read().decode())
    assert found
    return int(found.group(1))


def kill_once(folder: Path, events: int) -> tuple[int, list[Event]]:
    """Let it play so many events and kill it; returns what it had shown, and what is on disk."""
    with running(folder, "--pace", "0.05", "--players", "2", "--seed", "5") as process:
        url = address(process)
        first = shown(folder, url)
        number = until(lambda: last if (last := shown(folder, url)) >= first + events else 0)
        process.send_signal(signal.SIGKILL)
        process.wait()
    return number, EventLog.read(first_log(folder))


def test_a_game_goes_on_after_kill_9(tmp_path: Path) -> None:
    source = random.Random(3)
    before: list[Event] = []
    for _ in range(3):
        number, events = kill_once(tmp_path, source.randrange(8))
        assert number <= len(events), "something was shown that is not on disk"
        assert events[: len(before)] == before
        before = events
    assert len(before) > 3
    with running(tmp_path, "--pace", "60") as process:
        assert process.stdout is not None
        first = process.stdout.readline()
    assert first.startswith(f"Propeller Islands goes on where it was, at event {len(before)} of ")


@pytest.mark.thorough
def test_a_game_that_is_killed_again_and_again_comes_to_the_right_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = random.Random(4)
    before: list[Event] = []
    for _ in range(200):
        number, events = kill_once(tmp_path, source.randrange(40))
        assert number <= len(events)
        assert events[: len(before)] == before
        before = events
        if isinstance(events[-1].action, End):
            break
    assert isinstance(before[-1].action, End), "it never came to an end"
    assert main(["replay", "--json", str(first_log(tmp_path))]) == 0
    story = json.loads(capsys.readouterr().out)
    assert story["outcome"] is not None
    assert all(step["applied"] for step in story["line"])
    assert before[-1].why == Counted(tuple(story["scores"]))


def test_a_damaged_log_is_told_on_the_terminal_and_on_the_page(tmp_path: Path) -> None:
    """Killed under moves, then bytes of the write-ahead log are changed, and the copy is gone."""
    with running(tmp_path, "--pace", "0.05") as process:
        address(process)
        (log,) = until(lambda: list(tmp_path.glob("*/game.log")))
        until(lambda: len(EventLog.read(log)) > 22)
        process.kill()
        process.wait()
    count = len(EventLog.read(log))
    wal = log.with_name("game.log-wal")
    data = wal.read_bytes()
    wal.write_bytes(data[:2000] + b"changed!" + data[2008:])
    log.with_name("game.log-lines").unlink()
    with running(tmp_path, "--pace", "60") as process:
        assert process.stdout is not None
        said = next(line for line in process.stdout if "LOOK" in line)
        assert f"{count} events could be read. None in between is lost." in said
        with urllib.request.urlopen(address(process), timeout=LIMIT) as answer:
            page = html.unescape(answer.read().decode())
        assert "The log is in trouble." in page
        assert f"{count} events could be read." in page
    assert log.with_name("game.log.damaged-1-wal").exists()
