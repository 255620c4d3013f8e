import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from companion.cli import main


@contextmanager
def running(*options: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", *options]
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


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_a_real_server_answers_and_goes_when_told_to_with_a_stream_open(
    end: signal.Signals,
) -> None:
    with running("--port", "0", "--pace", "0.2") as process:
        url = address(process)
        with urllib.request.urlopen(url + "healthz", timeout=20) as answer:
            assert answer.read() == b"ok\n"
        with urllib.request.urlopen(url + "events", timeout=20) as stream:
            lines = [stream.readline() for _ in range(5)]
            assert b"event: full\n" in lines
            process.send_signal(end)
            # Far less than what the server's own way of ending takes with an open stream.
            assert process.wait(timeout=4) == 0
            assert stream.read() is not None
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_port_that_is_taken_is_named_with_the_next_free_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--host", "127.0.0.1", "--port", str(port)]) == 2
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
