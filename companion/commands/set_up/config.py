"""Show the settings: what counts, and who said so."""

import argparse
from collections.abc import Iterable, Iterator

from companion.common.answering import print_answer
from companion.settings.keys import ALL, BY_NAME, SECTIONS
from companion.settings.settings import (
    DEFAULT,
    Settings,
    add_settings_options,
    settings_of,
    to_toml,
)

HELP = "show the settings"


def configure(parser: argparse.ArgumentParser) -> None:
    add_settings_options(parser)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--path", action="store_true", help="only say where the file is, or would be"
    )
    shown.add_argument(
        "--template", action="store_true", help="a file with every key, to begin with"
    )
    shown.add_argument("--json", action="store_true", help="answer in JSON")


def run(args: argparse.Namespace) -> int:
    if args.template:
        print("\n".join(template({})))
        return 0
    settings = settings_of(args)
    if args.path:
        print(settings.path)
    else:
        print_answer(args, to_json(settings), to_text(settings))
    return 0


def template(chosen: dict[str, str]) -> Iterator[str]:
    """A whole file: every key with its explanation, commented out unless it is chosen."""
    yield "# The settings of Table Companion. What is commented out is the default."
    for section in SECTIONS:
        yield f"\n[{section}]"
        for key in _keys(section):
            name = key.partition(".")[2]
            value = chosen.get(key, to_toml(BY_NAME[key].default))
            yield f"# {BY_NAME[key].help}"
            yield f"{'' if key in chosen else '# '}{name} = {value}"


def to_text(settings: Settings) -> Iterator[str]:
    """What counts, as a file would have it, with who said so."""
    there = "" if settings.path.is_file() else " (there is no such file, so these are the defaults)"
    yield f"# {settings.path}{there}"
    for section in SECTIONS:
        yield f"\n[{section}]"
        for key in _keys(section):
            line = f"{key.partition('.')[2]} = {_shown(settings, key)}"
            origin = settings[key].origin
            yield line if origin == DEFAULT else f"{line}  # {origin}"


def to_json(settings: Settings) -> dict[str, object]:
    """What counts, for programs; a password is never shown."""
    return {
        "file": str(settings.path),
        "settings": {
            key.name: {
                "value": None if key.secret else settings[key.name].value,
                "origin": settings[key.name].origin,
            }
            for key in ALL
        },
    }


def _keys(section: str) -> Iterable[str]:
    return [key.name for key in ALL if key.name.startswith(f"{section}.")]


def _shown(settings: Settings, name: str) -> str:
    if BY_NAME[name].secret and settings[name].value:
        return '"..."'
    return to_toml(settings[name].value)
