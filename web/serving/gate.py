"""What the server asks the pages about a request before it reads the body."""

from typing import Any, NamedTuple, Protocol

#: What a tap sends, in bytes, at most.
LONGEST_TAP = 32_768
#: Where a request that was not read says why: an exception for the pages to raise.
REFUSAL = "companion.refusal"

Environ = dict[str, Any]


class Caller(NamedTuple):
    """Whose request it is: the address that counts, the pass (empty without one), what is asked."""

    address: str
    name: str = ""
    is_stream: bool = False


class Gate(Protocol):
    """What the pages say, from the head of a request alone."""

    def caller(self, environ: Environ) -> Caller:
        """Who asks. What a proxy adds is taken out of the `environ`."""
        ...

    def longest_body(self, environ: Environ) -> int:
        """So many bytes of the body may be read; an HTTPException says why none may."""
        ...

    def counts_as(self, address: str) -> str:
        """How connections from there are counted; empty for a proxy, which brings many people."""
        ...


class OpenGate:
    """For pages that know no passes: everybody is treated alike."""

    def caller(self, environ: Environ) -> Caller:
        """Somebody."""
        return Caller(environ["REMOTE_ADDR"], "anybody")

    def longest_body(self, environ: Environ) -> int:
        """A small one."""
        return LONGEST_TAP

    def counts_as(self, address: str) -> str:
        """As it is."""
        return address
