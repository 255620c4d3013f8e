"""`companion height`: answers, and the table in the guide."""

import json
import re
from pathlib import Path

import pytest

from companion.cli import main

GUIDE = Path(__file__).parents[3] / "docs" / "hardware.md"


def test_the_table_in_the_guide_is_what_the_command_says(capsys):
    assert main(["height", "90x60", "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)
    rows = re.findall(r"\| `([\w-]+)` \| (\d+) cm \| (\d+) pixels \|", GUIDE.read_text("utf-8"))
    assert rows == [(a["camera"], str(a["height_cm"]), str(a["die_pixels"])) for a in answers]


def test_a_hopeless_table_is_said_to_be_so(capsys):
    assert main(["height", "400x300", "--camera", "webcam"]) == 1
    assert "too small: hang it above a part of the table" in capsys.readouterr().out
    assert main(["height", "90x60", "--camera", "module3", "--tilt", "25"]) == 0
    assert re.search(r"\d+ cm above the table, \d+ cm towards you", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["large"], "'large' is no size; it goes WIDTHxDEPTH"),
        (["5x60"], "each side between 20 and 400 cm"),
        (["90x60", "--camera", "modul3"], "no camera 'modul3'; did you mean 'module3'?"),
        (["90x60", "--camera", "eagle"], "no camera 'eagle'; there is module3, "),
        (["90x60", "--tilt", "60"], "--tilt 60: between 0 and 45 degrees"),
        (["90x60", "--tilt", "nan"], "--tilt nan: between 0 and 45 degrees"),
        (["90x60", "--die", "1"], "--die 1: between 4 and 100 millimetres"),
    ],
)
def test_what_can_not_be_reckoned_is_refused(words, complaint, capsys):
    assert main(["height", *words]) == 2
    assert complaint in capsys.readouterr().err
