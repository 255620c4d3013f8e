"""Reading JSON that people typed: strict, bounded, and every complaint names the place."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.common.errors import CompanionError, InputError
from companion.common.json_reading import LARGEST_FILE, parse, parse_bytes, read, wrap

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**13), 10**13) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(json_values)
def test_reads_what_the_standard_library_writes(value: object) -> None:
    assert parse(json.dumps(value), "x").value == value
    assert parse(json.dumps(value, indent=2, ensure_ascii=False), "x").value == value


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_and_never_crashes(text: str) -> None:
    try:
        value = parse(text, "x").value
    except InputError:
        return
    assert value == json.loads(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "x: the file is empty"),
        (" \n\t", "x: the file is empty"),
        ("{", 'x, line 1, column 2: not valid JSON: expected a key in double quotes or "}"'),
        ('{"a" 1}', 'column 6: not valid JSON: expected ":"'),
        ('{"a": 1 "b": 2}', 'expected "," or "}"'),
        ('{"a": 1, "a": 2}', "column 10: not valid JSON: the key 'a' stands there twice"),
        ("[1, 2", 'expected "," or "]"'),
        ("[1] 2", "something follows after the end"),
        ("NaN", "expected a value"),
        ("Infinity", "expected a value"),
        ("01", "something follows after the end"),
        ('"abc', "unterminated string"),
        ("[" * 50, "nested more than 40 levels deep"),
        ("9" * 30, "the number has too many digits"),
        ('[\n1,\n"a\n"]', "line 3"),
    ],
)
def test_nonsense_is_refused_with_line_and_column(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse(text, "x")
    assert complaint in str(refusal.value)


def test_numbers_are_whole_or_not() -> None:
    assert parse("[1, -2, 1.5, 2e3, 0]", "x").value == [1, -2, 1.5, 2000.0, 0]
    assert isinstance(parse("2e3", "x").value, float)


def test_forty_levels_are_deep_enough() -> None:
    assert parse("[" * 40 + "]" * 40, "x").list()


def test_a_large_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(b" " * (LARGEST_FILE + 1))
    with pytest.raises(InputError, match="too large"):
        read(path)
    path.write_bytes(b" " * (LARGEST_FILE - 1) + b"1")
    assert read(path).value == 1


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match=r"nowhere\.json: No such file"):
        read(tmp_path / "nowhere.json")
    with pytest.raises(CompanionError, match="Is a directory"):
        read(tmp_path)


def test_a_byte_order_mark_is_ignored_and_other_encodings_refused() -> None:
    assert parse_bytes(b"\xef\xbb\xbf1", "x").value == 1
    with pytest.raises(InputError, match=r"x: not a text file in UTF-8 \(byte 1\)"):
        parse_bytes(b'"\xff"', "x")


class TestNode:
    def test_unknown_keys_get_a_suggestion(self) -> None:
        with pytest.raises(InputError, match=r"enrgy: unknown key; did you mean 'energy'\?"):
            wrap({"enrgy": 1}, "x").object(optional=("energy",))

    def test_missing_keys_are_named(self) -> None:
        with pytest.raises(InputError, match="x: 'game' is missing"):
            wrap({}, "x").object(required=("game",))

    def test_places_lead_through_lists_and_objects(self) -> None:
        node = parse('{"a":\n[{"b": true}]}', "x").field("a").list()[0].field("b")
        with pytest.raises(InputError, match=r"x, line 2: a\[0\]\.b: expected a whole number"):
            node.integer()

    @pytest.mark.parametrize(
        ("value", "complaint"),
        [
            (True, "expected a whole number, found true"),
            (1.5, "found the number 1.5"),
            ("1", "found the text '1'"),
            (None, "found null"),
            ([], "found a list"),
            ({}, "found an object"),
            (0, "0 is less than 1"),
            (7, "7 is more than 6"),
        ],
    )
    def test_integers_are_whole_and_within_limits(self, value: object, complaint: str) -> None:
        with pytest.raises(InputError, match=complaint):
            wrap(value, "x").integer(1, 6)  # type: ignore[arg-type]
        assert wrap(1, "x").integer(1, 6) == 1
        assert wrap(6, "x").integer(1, 6) == 6

    def test_lists_have_a_length(self) -> None:
        with pytest.raises(InputError, match="expected at least 2 items, found 1"):
            wrap([1], "x").list(2)
        with pytest.raises(InputError, match="expected at most 1 items, found 2"):
            wrap([1, 2], "x").list(0, 1)
        with pytest.raises(InputError, match="expected a list"):
            wrap({}, "x").list()

    def test_texts_have_a_length(self) -> None:
        assert wrap("a" * 200, "x").string() == "a" * 200
        with pytest.raises(InputError, match="a text of 201 characters is too long"):
            wrap("a" * 201, "x").string()
        with pytest.raises(InputError, match="expected a text"):
            wrap(1, "x").string()

    def test_choices_and_booleans(self) -> None:
        assert wrap("de", "x").choice(("de", "fr")) == "de"
        with pytest.raises(InputError, match="no edition 'en'; expected de, fr"):
            wrap("en", "x").choice(("de", "fr"), "edition")
        assert wrap(False, "x").boolean() is False
        with pytest.raises(InputError, match="expected true or false"):
            wrap(0, "x").boolean()
