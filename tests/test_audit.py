import json
import subprocess

import pytest

from tests.audit import known_weaknesses, main


def test_a_package_with_a_known_weakness_is_named_with_the_version_that_mends_it():
    told = {
        "dependencies": [
            {"name": "flask", "version": "3.1.3", "vulns": []},
            {
                "name": "waitress",
                "version": "3.0.0",
                "vulns": [{"id": "X-1", "fix_versions": ["3.0.1"]}],
            },
            {"name": "ours", "skip_reason": "nobody knows it"},
        ]
    }
    assert known_weaknesses(json.dumps(told)) == (2, ["waitress 3.0.0: X-1, mended in 3.0.1"])


@pytest.mark.parametrize("answer", ["", '{"dependencies": [{"name": "a", "skip_reason": "gone"}]}'])
def test_that_nobody_could_be_asked_is_said_and_no_failure(
    answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = subprocess.CompletedProcess([], 1, answer, "")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    assert main() == 0
    assert capsys.readouterr().out.startswith("pip-audit: nobody could be asked")
