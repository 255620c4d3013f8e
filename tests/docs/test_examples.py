"""Every example in the pages runs, parses, or at least names things that exist."""

import doctest
import io
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from companion.cli import main
from companion.common.errors import InputError
from companion.common.json_reading import read, wrap
from companion.games import find
from companion.games.propeller_islands.components.edition import shipped

GAME = find("propeller-islands")
LOOSE = ("text",)
#: Files that a page tells to write.
FILES = ("py", "toml")
KNOWN = ("json", "console", "moves", "python", *FILES, *LOOSE)
Validators = Callable[..., Draft202012Validator]

#: What a JSON block shows -> the schema that it must fit.
SCHEMA_OF = {
    "position": "propeller-islands.position",
    "edition": "propeller-islands.edition",
    "move": "propeller-islands.move",
    "state": "propeller-islands.state",
    "score": "score",
    "check": "check",
    "simulate": "simulate",
    "games": "games",
    "look": "look",
    "cameras": "cameras",
    "doctor": "doctor",
    "calibrate": "doctor",
    "event": "event",
    "replay": "replay",
}


def test_every_block_says_what_it_is(any_block):
    assert any_block.info, "a fence needs a word behind it"
    assert any_block.info[0] in KNOWN
    if any_block.info[0] == "json":
        assert any_block.info[1] in SCHEMA_OF


def test_json_blocks_fit_their_schema(json_block, validator: Validators):
    document = json.loads(json_block.text)
    what = json_block.info[1]
    validator(SCHEMA_OF[what]).validate(document)
    if what == "position":
        GAME.score_position(wrap(document, str(json_block)))
    if what == "move":
        GAME.move_from_json(wrap(document, str(json_block)))


def test_own_data_in_the_pages_can_be_used(json_block, tmp_path):
    if json_block.info[1] != "edition":
        pytest.skip("not an edition")
    path = tmp_path / "own.json"
    path.write_text(json_block.text, "utf-8")
    shipped("de", read(path))


def test_move_blocks_parse_and_come_back_the_same(moves_block):
    """One line a row: the text, then perhaps two spaces and a remark behind a #."""
    for line in moves_block.text.splitlines():
        text = line.partition("  #")[0].strip()
        found = GAME.parse_moves(text)
        assert " ".join(map(GAME.move_text, found)) == text
        for move in found:
            assert GAME.move_from_json(wrap(GAME.move_to_json(move), line)) == move


def test_python_blocks_show_what_really_happens(page, blocks_on, root, monkeypatch):
    """The blocks of a page are one session, from top to bottom."""
    monkeypatch.chdir(root)
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in blocks_on(page):
        if block.info[0] == "python":
            parser, said = doctest.DocTestParser(), []
            test = parser.get_doctest(block.text, names, str(block), str(page), block.line)
            assert test.examples, "a Python block has >>> examples"
            failed, _ = runner.run(test, out=said.append, clear_globs=False)
            assert not failed, "".join(said)
            names.update(test.globs)


def commands_of(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what it is said to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def words_of(command: str) -> tuple[list[str], str | None]:
    """The words of a command, and the file that it reads from standard input."""
    words = shlex.split(command, comments=True)
    if "<" in words:
        at = words.index("<")
        return words[:at], words[at + 1]
    return words, None


def run(command: str, monkeypatch, capsys) -> tuple[int, str]:
    words, stdin = words_of(command)
    if stdin is not None:
        data = io.TextIOWrapper(io.BytesIO(Path(stdin).read_bytes()))
        monkeypatch.setattr(sys, "stdin", data)
    try:
        status = main(words[1:])
    except SystemExit as stop:
        status = int(stop.code or 0)
    said = capsys.readouterr()
    return status, said.out + said.err


def test_commands_do_what_the_page_says(console_block, root, monkeypatch, capsys):
    """The output is compared, `...` standing for anything; so is the exit status."""
    if "not-run" in console_block.info:
        pytest.skip("waits for a camera, weights or somebody to stop it")
    monkeypatch.chdir(root)
    for command, expected in commands_of(console_block.text):
        if not command.startswith("companion "):
            continue
        remark = re.search(r"# exit status (\d)", command)
        status, output = run(command, monkeypatch, capsys)
        assert status == (int(remark.group(1)) if remark else 0), command
        if expected.strip():
            same = doctest.OutputChecker().check_output(expected, output, doctest.ELLIPSIS)
            assert same, f"{command}\n--- expected\n{expected}\n--- printed\n{output}"


def test_commands_and_their_options_exist(console_block, capsys):
    for command, _ in commands_of(console_block.text):
        words, _ = words_of(command)
        if words[0] != "companion" or words[1].startswith("-"):
            continue
        with pytest.raises(SystemExit) as stop:
            # `service` has words of its own, each with its own options.
            main([*words[1 : 3 if words[1] == "service" else 2], "--help"])
        assert stop.value.code == 0, command
        known = capsys.readouterr().out
        for word in words[2:]:
            assert not word.startswith("--") or word in known, f"{command}: no option {word}"


def test_only_known_programs_are_named(console_block):
    for command, _ in commands_of(console_block.text):
        assert words_of(command)[0][0] in (
            "companion",
            "make",
            "git",
            "cd",
            "sh",
            "sudo",
            "python3",
            "chromium",
            "pip",
            ".",
        )


def test_the_example_files_are_used_and_do_what_their_names_say(root, pages):
    text = "".join(page.read_text("utf-8") for page in pages)
    for path in (root / "docs" / "examples").glob("*.json"):
        assert f"examples/{path.name}" in text, f"{path.name} is not used"
    broken = json.loads((root / "docs/examples/typo.json").read_text("utf-8"))
    with pytest.raises(InputError, match="did you mean 'energy'"):
        GAME.score_position(wrap(broken, "typo.json"))
