"""Set the companion up: ask what it needs to know, write the settings, and say what comes next."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from companion import games
from companion.commands.set_up import doctor
from companion.commands.set_up.config import template
from companion.common.errors import InputError
from companion.common.files import file_errors, write_whole
from companion.common.finding import BAD
from companion.doctor.patient import Patient
from companion.games.positions import checked_players
from companion.settings.keys import BY_NAME
from companion.settings.settings import Settings, config_file, load, to_toml

HELP = "ask what is needed, and write the settings"

GAME, PLAYERS = "table.game", "table.players"
#: What is asked, in this order: the key, its option, and the question.
QUESTIONS = {
    "camera.name": ("--camera", "Which camera? (empty: none; people are simulated)"),
    GAME: ("--game", "Which game?"),
    PLAYERS: ("--players", "How many players, mostly?"),
    "web.port": ("--port", "Which port for the phones?"),
    "mqtt.host": ("--mqtt", "MQTT broker of your home? (empty: none)"),
}
CHECKS = ("python", "packages", "simplejpeg", "libcamera", "weights", "data", "disk", "port")


def configure(parser: argparse.ArgumentParser) -> None:
    for key, (option, _) in QUESTIONS.items():
        parser.add_argument(
            option, dest=key, metavar="VALUE", help=f"do not ask for {key}: {BY_NAME[key].help}"
        )
    parser.add_argument(
        "--yes", action="store_true", help="ask nothing: what is not given stays as it is"
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the file to write (default: the usual one)"
    )


def run(args: argparse.Namespace) -> int:
    """Ask, write, examine; 1 when something is wrong with this computer."""
    path = args.config or config_file()
    before = load(path if path.is_file() else None)
    given = {key: getattr(args, key) for key in QUESTIONS if getattr(args, key) is not None}
    for key, text in given.items():  # a wrong one is refused now
        check(key, text, given.get(GAME, before.text(GAME)))
    if not args.yes and not sys.stdin.isatty():
        raise InputError("nobody is here to answer; give --yes, and options for what matters")
    answers = given if args.yes else {**ask(before, given), **given}
    after = load(path if path.is_file() else None, {}, [f"{k}={v}" for k, v in answers.items()])
    if not after.is_default(PLAYERS):
        check(PLAYERS, str(after.number(PLAYERS)), after.text(GAME))
    write(path, after)
    print(f"{path} is written. `companion config` shows it; docs/config.md explains every key.\n")
    patient = Patient(load(path))
    findings = {name: doctor.examine(doctor.CHECKS[name], patient) for name in CHECKS}
    for name, finding in findings.items():
        print(doctor.to_text(name, finding))
    if any(finding.state == BAD for finding in findings.values()):
        print("\nFirst put right what is WRONG; `companion doctor` looks again.")
        return 1
    print("\nNext: `companion serve` starts it here, `companion service install` for good.")
    print(
        "Then `companion codes` says how you become the host: by a PIN, or a link on this computer."
    )
    return 0


def ask(before: Settings, given: Mapping[str, str]) -> dict[str, str]:
    """Ask for what was not given, until the answer is good; Enter keeps what is there."""
    answers: dict[str, str] = {}
    for key, (_, question) in QUESTIONS.items():
        if key in given:
            continue
        for hint in hints(key):
            print(f"    {hint}")
        kept = str(before[key].value)
        while True:
            text = input(f"{question} [{kept}] ").strip() or kept
            try:
                check(key, text, answers.get(GAME) or given.get(GAME, ""))
            except InputError as error:
                print(f"    {error}")
                continue
            answers[key] = text
            break
    return answers


def check(key: str, text: str, game: str) -> None:
    """Refuse what can't be meant; a camera need not be plugged in yet, but there must be its kind.

    How many play depends on the game.

    Raises:
        InputError: Something else is needed.
    """
    from hardware.cameras import check_name

    load(environ={}, options=[f"{key}={text}"])
    if key == PLAYERS:
        checked_players(games.find(game), int(text))
    if key == "camera.name" and text:
        check_name(text)


def hints(key: str) -> list[str]:
    """What there is to choose from."""
    if key == "table.game":
        return list(games.names())
    if key == "camera.name":
        from hardware.camera import CameraError
        from hardware.cameras import list_cameras

        try:
            return [f"{found.name}   {found.model}" for found in list_cameras()]
        except CameraError as error:
            return [str(error)]
    return []


def write(path: Path, settings: Settings) -> None:
    """The whole file, with every key explained; an earlier one is kept beside it."""
    chosen = {
        name: to_toml(settings[name].value)
        for name, key in BY_NAME.items()
        if settings[name].value != key.default
    }
    text = "\n".join(template(chosen)) + "\n"
    with file_errors(path):
        if path.is_file() and path.read_text("utf-8") != text:
            path.with_name(f"{path.name}.before").write_bytes(path.read_bytes())
    write_whole(path, text.encode(), mode=0o600)  # there may be a password in it
