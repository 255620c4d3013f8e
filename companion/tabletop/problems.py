"""What can be wrong with photos, galleries, boards, lenses and cameras: codes and their sentences.

Cameras and eyes name a code and its values and know no languages. The sentence is in
`problems.toml`, and is told in the language of whoever reads it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.common.errors import InputError
from companion.common.words import Said, say

_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
SENTENCES: dict[str, str] = {code: say(text) for code, text in _TEXTS["phones"].items()}
"""The sentence for each code; what only the terminal shows is no `Said`."""
SENTENCES |= _TEXTS["terminal"]


@dataclass(frozen=True)
class Problem:
    """What is wrong.

    Attributes:
        code: One of `SENTENCES`; what the system or a library says is its own sentence.
        values: What is filled in; may be problems themselves.
    """

    code: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def said(self) -> str:
        """The sentence, for every language in which it is known."""
        sentence = SENTENCES.get(self.code, self.code)
        values = {
            name: value.said if isinstance(value, Problem) else value
            for name, value in self.values.items()
        }
        if isinstance(sentence, Said):
            return sentence.fill(**values)
        return sentence.format_map(values) if values else sentence

    def __str__(self) -> str:
        return str(self.said)

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | str) -> "Problem":
        """One from its `asdict`, refused where it is damaged; a text is its own sentence."""
        if isinstance(data, str):
            return cls(data)
        values = {
            name: cls.from_json(value) if isinstance(value, Mapping) else value
            for name, value in data["values"].items()
        }
        problem = cls(data["code"], values)
        str(problem)  # a value that is missing is missed now
        return problem


class ProblemError(InputError):
    """An error with a code and values; its message is their sentence."""

    def __init__(self, code: str, /, **values: object) -> None:
        self.problem = Problem(code, values)
        super().__init__(self.problem.said)
