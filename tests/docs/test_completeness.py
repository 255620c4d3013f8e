"""Nothing is forgotten: options, rule ids, links, make targets, commands, rooms."""

import json
import re
from dataclasses import fields

import pytest

from companion.games import find
from companion.games.propeller_islands.components.edition import Options

#: Files that a page tells to write.
FILES = ("py", "toml")
RULES_PAGE = "docs/rules/propeller-islands.md"
LONGEST_PAGE = 400

_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]*src=\"([^\"]+)\"")
_TARGET = re.compile(r"`make ([a-z]+)|^\$ make ([a-z]+)", re.MULTILINE)
_RULE_ID = re.compile(r"`((?:[a-z]+)\.(?:[a-z-]+))`")


@pytest.fixture(scope="module")
def rules_page(root) -> str:
    return (root / RULES_PAGE).read_text("utf-8")


@pytest.fixture(scope="module")
def rule_ids(root) -> set[str]:
    path = root / "companion/games/propeller_islands/data/rules.json"
    return set(json.loads(path.read_text("utf-8")))


def heading_anchor(heading: str) -> str:
    """How a heading is called in a link: small letters, dashes, nothing else."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def test_links_lead_somewhere(page, root):
    for match in _LINK.finditer(page.read_text("utf-8")):
        target = match.group(1) or match.group(2)
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        found = (page.parent / name).resolve() if name else page
        assert found.exists(), f"{target} does not exist"
        assert found.is_relative_to(root)
        if anchor:
            headings = re.findall(r"^#+ (.*)$", found.read_text("utf-8"), re.MULTILINE)
            assert anchor in map(heading_anchor, headings), f"{target}: no such heading"


def test_make_targets_exist(page, root):
    makefile = (root / "Makefile").read_text("utf-8")
    known = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = {a or b for a, b in _TARGET.findall(page.read_text("utf-8"))}
    assert named <= known


def test_pages_stay_short_enough_to_read(page, blocks_on):
    """Files that a page tells to write are as long as they are."""
    files = [block.text for block in blocks_on(page) if block.info[0] in FILES]
    lines = len(page.read_text("utf-8").splitlines()) - sum(map(len, map(str.splitlines, files)))
    assert lines <= LONGEST_PAGE


def test_pages_name_no_folder_of_somebodys_machine(page):
    """A path begins at the project's root, or with `../shared` beside it."""
    named = re.findall(
        r"(?<![\w.:/])/(?:home|mnt|opt|root|tmp|usr|var|work)\b", page.read_text("utf-8")
    )
    assert named == []


def test_every_option_is_explained_with_its_default(rules_page):
    options = find("propeller-islands").editions["de"].options
    for field in fields(Options):
        row = re.search(rf"^\| `{field.name}` \|.*$", rules_page, re.MULTILINE)
        assert row, f"no row for {field.name}"
        value = json.dumps(getattr(options, field.name)).strip('"')
        assert f"`{value}`" in row.group(), f"{field.name}: the default is {value}"


def test_options_that_the_french_edition_changes_are_told(rules_page, root):
    data = root / "companion/games/propeller_islands/data/fr.json"
    for name, fact in json.loads(data.read_text("utf-8"))["options"].items():
        row = re.search(rf"^\| `{name}` \|.*$", rules_page, re.MULTILINE)
        assert row
        assert f"fr: `{fact['value']}`" in row.group(), name


def test_all_differences_of_the_two_books_are_in_the_table(rules_page):
    table = rules_page.partition("## The two books side by side")[2].partition("\n## ")[0]
    numbers = [int(n) for n in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)]
    assert numbers == list(range(1, 24))


def test_every_rule_id_is_listed(rules_page, rule_ids):
    assert sorted(rule_ids - set(_RULE_ID.findall(rules_page))) == []


def test_no_rule_id_is_made_up(rules_page, rule_ids):
    table = rules_page.partition("## Rule ids")[2]
    assert set(_RULE_ID.findall(table)) == rule_ids


def test_every_command_is_in_the_readme(root):
    text = (root / "README.md").read_text("utf-8")
    words = [path.stem for path in (root / "companion/commands").glob("[a-z]*.py")]
    assert [word for word in words if f"companion {word}" not in text] == []


def test_every_room_is_in_the_architecture(root):
    text = (root / "docs" / "architecture.md").read_text("utf-8")
    tops = {path.parent.name for path in root.glob("[a-z]*/__init__.py")} - {"companion"}
    rooms = {f"companion/{path.parent.name}" for path in root.glob("companion/*/__init__.py")}
    assert {"vision", "hardware", "models", "web", "tests"} == tops
    assert [room for room in sorted(tops | rooms) if f"`{room}/`" not in text] == []


def test_every_door_that_is_kept_shut_is_in_the_architecture(root):
    import tomllib

    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    text = (root / "docs" / "architecture.md").read_text("utf-8")
    assert [c["name"] for c in contracts if c["name"] not in text] == []


def test_the_changelog_knows_the_version(root):
    import tomllib

    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"## [{version}]" in (root / "CHANGELOG.md").read_text("utf-8")
