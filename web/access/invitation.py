"""The way in as a QR code: the numeric address with the code to join."""

from dataclasses import dataclass
from functools import cached_property
from io import StringIO

import segno


@dataclass(frozen=True)
class Invitation:
    """What a phone scans. `.local` names fail on many phones, so the address is in numbers."""

    url: str

    @classmethod
    def to(cls, address: str, code: str) -> "Invitation":
        """An invitation to the table at this address."""
        return cls(f"{address}join?code={code}")

    def with_code(self, code: str) -> "Invitation":
        """The way back to a seat, with the code of its player: nothing more is asked there."""
        return self.to(self.url.partition("join?")[0], f"{code}&again=1")

    def without_code(self) -> "Invitation":
        """The way to the door; who wants in must know the code."""
        return Invitation(self.url.partition("?")[0])

    @property
    def address(self) -> str:
        """What to type instead, as short as it gets."""
        return self.url.partition("join")[0].removeprefix("http://").removesuffix("/")

    @cached_property
    def _code(self) -> segno.QRCode:
        return segno.make_qr(self.url, error="m")

    @property
    def size(self) -> int:
        """How wide the drawing is, with its light margin."""
        return int(self._code.symbol_size()[0])

    @property
    def drawing(self) -> str:
        """The code as SVG, black on white in every theme."""
        return self._code.svg_inline(light="#fff", omitsize=True)

    def for_terminal(self) -> str:
        """The code in white on black, whatever the colours of the terminal."""
        drawn = StringIO()
        self._code.terminal(drawn, compact=True)
        return "\n".join(f"  \x1b[97;40m{line}\x1b[0m" for line in drawn.getvalue().splitlines())
