"""The way in as a QR code: the numeric address with the code to join."""

from dataclasses import dataclass

from companion.phones import qr


@dataclass(frozen=True)
class Invitation:
    """What a phone scans. `.local` names fail on many phones, so the address is in numbers."""

    url: str
    modules: qr.Modules

    @classmethod
    def to(cls, address: str, code: str) -> "Invitation":
        """An invitation to the table at this address."""
        url = f"{address}join?code={code}"
        return cls(url, qr.encode(url))

    def with_code(self, code: str) -> "Invitation":
        """The way back to a seat, with the code of its player: nothing more is asked there."""
        return self.to(self.url.partition("join?")[0], f"{code}&again=1")

    def without_code(self) -> "Invitation":
        """The way to the door; who wants in must know the code."""
        url = self.url.partition("?")[0]
        return Invitation(url, qr.encode(url))

    @property
    def address(self) -> str:
        """What to type instead, as short as it gets."""
        return self.url.partition("join")[0].removeprefix("http://").removesuffix("/")

    @property
    def size(self) -> int:
        """How wide the drawing is, with its light margin."""
        return len(self.modules) + 2 * qr.QUIET

    @property
    def path(self) -> str:
        """The dark parts as an SVG path."""
        return qr.to_path(self.modules)
