"""A lesson on disk: nothing is lost, everything can be put right."""

import json

import pytest

from companion.common.errors import CompanionError, InputError
from companion.phones.lessons import name_list
from companion.phones.lessons.lesson import LONGEST_NAME, MOST_CUTS, Cut, ExaminedTile, Lesson


@pytest.fixture
def lesson(tmp_path):
    made = Lesson(tmp_path / "lesson", "chess")
    made.add([(Cut(1, 1), b"one"), (Cut(2, 1), b"two"), (Cut(3, 3, None, "king"), b"three")])
    return made


def again(lesson):
    return Lesson(lesson.folder, lesson.game)


def test_everything_is_there_when_it_is_opened_again(lesson):
    lesson.name(3, "queen")
    lesson.examine([(ExaminedTile(1, "queen", True), b"test")])
    lesson.judge(1, "king")
    opened = again(lesson)
    assert opened.cuts == lesson.cuts
    assert opened.answers == lesson.answers
    assert opened.picture("cut-0002.png") == b"two"
    assert opened.next_number == 4


def test_a_name_is_for_all_that_look_alike_and_have_none(lesson):
    assert lesson.name(1, "pawn") == (1, 2)
    assert lesson.name(2, "rook") == (2,)
    assert again(lesson).names == ("pawn", "rook")


def test_faces_can_be_renamed_and_removed_and_numbers_are_never_given_twice(lesson):
    lesson.name(1, "pawn")
    assert lesson.rename("pawn", "rook") == 2
    lesson.remove([3])
    assert not (lesson.folder / "cut-0003.png").exists()
    assert again(lesson).next_number == 4
    with pytest.raises(InputError, match="nothing is called 'pawn'"):
        lesson.rename("pawn", "king")
    with pytest.raises(InputError, match="no cut-out 3"):
        lesson.remove([3])


@pytest.mark.parametrize("name", ["", "  ", "a\u200eb", "x" * (LONGEST_NAME + 1)])
def test_a_name_must_be_one(lesson, name):
    with pytest.raises(InputError, match="a name has"):
        lesson.name(1, name)
    assert again(lesson).names == ()


def test_only_its_own_pictures_are_handed_out(lesson):
    for name in ("lesson.json", "../lesson.json", "cut-0009.png"):
        with pytest.raises(InputError, match="no such picture"):
            lesson.picture(name)


def test_what_was_half_written_when_the_plug_was_pulled_does_no_harm(lesson):
    (lesson.folder / "lesson.json.new").write_bytes(b'{"version": 1, "ga')
    assert again(lesson).cuts == lesson.cuts
    lesson.name(1, "pawn")
    assert again(lesson).names == ("pawn",)


def test_a_change_that_can_not_be_written_is_not_made(lesson, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.common.files.os.fsync", full)
    with pytest.raises(CompanionError, match="No space left"):
        lesson.name(1, "pawn")
    assert lesson.names == ()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "is damaged"),
        ('{"version": 1, "game": "chess"}', "is damaged"),
        ('{"version": 9, "game": "chess"}', "version 9"),
        ('{"version": 1, "game": "go", "next": 1, "cuts": [], "test": []}', "about go"),
    ],
)
def test_a_file_that_is_not_right_is_refused_by_name(lesson, text, complaint):
    path = lesson.folder / "lesson.json"
    path.write_text(text)
    with pytest.raises(CompanionError, match=rf"lesson\.json: .*{complaint}"):
        again(lesson)


def test_a_lesson_has_an_end(lesson):
    with pytest.raises(InputError, match="at most"):
        lesson.add([(Cut(number, number), b"") for number in range(4, MOST_CUTS + 4)])
    assert len(json.loads((lesson.folder / "lesson.json").read_text())["cuts"]) == 3


def test_a_test_is_judged_one_by_one_or_all_at_once(lesson):
    lesson.examine(
        [(ExaminedTile(n, name, True), b"") for n, name in ((1, "a"), (2, "b"), (3, None))]
    )
    lesson.judge(2, "a")
    lesson.agree()
    assert [answer.right for answer in again(lesson).answers] == [True, False, True]
    with pytest.raises(InputError, match="no tile 7"):
        lesson.judge(7, "a")


def test_a_list_of_names_is_written_and_read(lesson):
    text = name_list.to_text(lesson.cuts, ["king", "pawn"])
    assert "# 2: the same as 1" in text
    assert name_list.from_text(text, "here") == {3: "king"}
    assert name_list.from_text("1 = pawn # small\n3 = -\n\n2=", "here") == {1: "pawn", 3: "-"}


@pytest.mark.parametrize("line", ["pawn", "one = pawn", "1 = pawn\n1 = king", "-1 = pawn"])
def test_a_line_that_is_none_is_refused_with_its_number(line):
    with pytest.raises(InputError, match=r"here, line [12]"):
        name_list.from_text(line, "here")
