"""Let the system run the companion: started with the computer, and anew whenever it fails."""

import argparse
import getpass
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.common.errors import CompanionError, InputError
from companion.running.units import NAME as UNIT
from companion.running.units import Unit
from companion.settings.data_folder import folder_of
from companion.settings.folders import NAME as FOLDER
from companion.settings.folders import config_folder
from companion.settings.settings import Settings, add_settings_options, settings_of

HELP = "let the system run the companion"

SYSTEM_FOLDER = Path("/etc/systemd/system")
#: Whose services run without a login: a file for each user.
LINGERING = Path("/var/lib/systemd/linger")
_NO_SYSTEMD = "systemd does not answer here"


def configure(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for name, text, action in (
        ("install", "write the unit, and start it now and with the computer", install),
        ("status", "is it running? (exit status 1: no)", status),
        ("logs", "what it has said", logs),
        ("uninstall", "stop it and remove the unit; games and settings stay", uninstall),
    ):
        word = words.add_parser(name, help=text, description=text.capitalize() + ".")
        word.set_defaults(action=action)
        word.add_argument(
            "--system",
            action="store_true",
            help="a service of the system, which needs sudo (default: your own)",
        )
        if action is install:
            word.add_argument(
                "--as", dest="user", metavar="USER", help="with --system: who runs it"
            )
            word.add_argument(
                "--print", action="store_true", help="only print the unit; change nothing"
            )
            add_settings_options(word)
        if action is logs:
            word.add_argument("--lines", metavar="N", type=int, default=50, help="how many")
            word.add_argument("--follow", action="store_true", help="go on until Ctrl-C")


def run(args: argparse.Namespace) -> int:
    done: int = args.action(args)
    return done


def install(args: argparse.Namespace) -> int:
    """Write the unit, and let systemd start it."""
    settings = settings_of(args)
    unit = unit_for(args, settings)
    if args.print:
        print(unit.text(), end="")
        return 0
    path = unit_path(args.system)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(unit.text(), "utf-8")
        for folder in unit.writable:
            make_for(str(unit.user), folder)
    except PermissionError as error:
        raise CompanionError(f"{path}: {error.strerror}; use sudo, or leave --system out") from None
    except OSError as error:
        raise CompanionError(f"{path}: {error.strerror}") from error
    print(f"{path} is written.")
    lingers = args.system or (LINGERING / whoami()).exists()
    if not lingers and _call(["loginctl", "enable-linger", whoami()]) != 0:
        print("It will run while you are logged in; to start it with the computer:")
        print(f"  sudo loginctl enable-linger {whoami()}")
    if _systemctl(args.system, "daemon-reload") != 0:
        _systemctl(args.system, "enable", UNIT)
        print(f"{_NO_SYSTEMD}; it will be started with the computer.")
        return 0
    if _systemctl(args.system, "enable", UNIT) or _systemctl(args.system, "restart", UNIT):
        raise CompanionError("it does not start; see `companion service logs`")
    print("It runs. `companion service status` and `companion service logs` tell more;")
    print("`companion codes` shows the PIN of the host, and the code to join.")
    return 0


def status(args: argparse.Namespace) -> int:
    """Whether it runs, since when, and how often it was started anew."""
    if not unit_path(args.system).is_file():
        print("not installed; `companion service install` does that")
        return 1
    names = ("ActiveState", "SubState", "Result", "NRestarts", "ActiveEnterTimestamp", "MainPID")
    text = _output([*_systemctl_words(args.system), "show", UNIT, f"--property={','.join(names)}"])
    if text is None:
        raise CompanionError(f"{_NO_SYSTEMD}, so nobody knows")
    told = dict(line.partition("=")[::2] for line in text.splitlines())
    running = told.get("ActiveState") == "active"
    print(f"{told.get('ActiveState', '?')} ({told.get('SubState', '?')})")
    if running:
        print(f"since {told.get('ActiveEnterTimestamp')}, process {told.get('MainPID')}")
        print("`companion codes` shows the PIN of the host, and the code to join")
    elif told.get("Result", "success") != "success":
        print(f"it ended by: {told['Result']}; `companion service logs` says why")
    print(f"started anew {told.get('NRestarts', '0')} times")
    return 0 if running else 1


def logs(args: argparse.Namespace) -> int:
    """What the journal has of it."""
    if args.lines < 1:
        raise InputError(f"--lines {args.lines}: at least 1 is needed")
    which = ["--unit" if args.system else "--user-unit", UNIT]
    follow = ["--follow"] if args.follow else []
    code = _call(["journalctl", "--no-pager", *which, "--lines", str(args.lines), *follow])
    if code != 0:
        raise CompanionError("the journal can't be read; with --system try sudo")
    return 0


def uninstall(args: argparse.Namespace) -> int:
    """Stop it and remove the unit."""
    path = unit_path(args.system)
    if not path.is_file():
        print("not installed, so there is nothing to remove")
        return 0
    _systemctl(args.system, "disable", "--now", UNIT)
    try:
        path.unlink()
    except OSError as error:
        raise CompanionError(f"{path}: {error.strerror}; use sudo?") from error
    _systemctl(args.system, "daemon-reload")
    print(f"{path} is removed. Games and settings stay where they are.")
    return 0


def unit_for(args: argparse.Namespace, settings: Settings) -> Unit:
    """The unit for this installation."""
    command = [sys.executable, "-m", "companion", "serve"]
    if args.config is not None:
        command += ["--config", str(args.config.absolute())]
    for option in args.set:
        command += ["--set", option]
    if not args.system:
        if args.user:
            raise InputError("--as is for --system; your own service runs as you")
        return Unit(command)
    import pwd  # there is none on Windows, where other commands should work

    user = args.user or os.environ.get("SUDO_USER") or whoami()
    if user == "root":
        raise InputError("nothing here needs root; name the user who runs it: --as USER")
    try:
        home = Path(pwd.getpwnam(user).pw_dir)
    except KeyError:
        raise InputError(f"--as {user}: there is no such user") from None
    data = home / ".local" / "share" / FOLDER
    if not settings.is_default("data.folder"):
        data = folder_of(settings)
    return Unit(command, user, [data, home / ".cache" / FOLDER])


def whoami() -> str:
    """Our name, or our number where the system has no name for it, as in a container."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def make_for(user: str, folder: Path) -> None:
    """Make a folder that belongs to somebody else: inside the service nobody could."""
    import pwd

    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    account = pwd.getpwnam(user)
    for path in reversed(missing):
        path.mkdir()
        os.chown(path, account.pw_uid, account.pw_gid)


def unit_path(system: bool) -> Path:
    """Where the unit is, or would be."""
    return (SYSTEM_FOLDER if system else config_folder().parent / "systemd" / "user") / UNIT


def _systemctl_words(system: bool) -> list[str]:
    return ["systemctl"] if system else ["systemctl", "--user"]


def _systemctl(system: bool, *words: str) -> int:
    return _call([*_systemctl_words(system), *words], quiet=True)


def _call(command: Sequence[str], *, quiet: bool = False) -> int:
    """Run a program; its status, or 127 when there is none."""
    try:
        silence = subprocess.DEVNULL if quiet else None
        return subprocess.run(command, check=False, stderr=silence).returncode
    except FileNotFoundError:
        return 127


def _output(command: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout
