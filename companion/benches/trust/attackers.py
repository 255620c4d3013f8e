"""Strangers who want to shut a table out, in a process of their own, for `siege`.

Each opens again what is closed, as long as it is left to. None of them has a pass.
"""

import asyncio
import contextlib
import resource
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from itertools import cycle
from multiprocessing.connection import Connection
from typing import Any

from companion.benches.trust.visiting import NAME

#: Seconds before somebody who was cut off comes again, and between two drops of a drip.
PAUSE, DRIP = 0.2, 1.0
#: What takes the server long, and anybody may ask for.
COSTLY = (
    "/history?at=5&move=0&to=pass",
    "/score",
    "/score/as/picture",
    "/score/as/json",
    "/history",
    "/",
    "/kiosk",
)
_LARGE = 20_000_000


@dataclass(frozen=True)
class SiegeEffort:
    """How much is done at once, and for how many seconds."""

    seconds: float
    connections: int
    streams: int
    bodies: int
    askers: int


def attack(port: int, addresses: Sequence[str], effort: SiegeEffort, line: Connection) -> None:
    """Attack until the line says that it is enough; then tell what was tried."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    tried = Counter[str]()
    asyncio.run(_attack(_Crowd(port, addresses, tried), effort, line))
    line.send(dict(sorted(tried.items())))


async def _attack(crowd: "_Crowd", effort: SiegeEffort, line: Connection) -> None:
    kinds: Sequence[tuple[int, Callable[[], Coroutine[Any, Any, None]]]] = (
        (effort.connections // 2, crowd.say_nothing),
        (effort.connections - effort.connections // 2, crowd.drip_a_head),
        (effort.bodies, crowd.drip_a_body),
        (effort.bodies, crowd.send_much),
        (effort.streams, crowd.watch),
        (effort.askers, crowd.ask),
    )
    tasks = [asyncio.create_task(crowd.again(kind)) for count, kind in kinds for _ in range(count)]
    line.send("begun")
    await asyncio.get_running_loop().run_in_executor(None, line.recv)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class _Crowd:
    """What each of them does with one connection; `tried` counts them."""

    def __init__(self, port: int, addresses: Sequence[str], tried: Counter[str]) -> None:
        self._port = port
        self._addresses = cycle(addresses)
        self._tried = tried
        self._costly = cycle(COSTLY)

    async def again(self, kind: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """One after the other."""
        while True:
            with contextlib.suppress(OSError):
                await kind()
            await asyncio.sleep(PAUSE)

    @contextlib.asynccontextmanager
    async def _line(self, kind: str) -> Any:
        self._tried[kind] += 1
        local = (next(self._addresses), 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=local)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    def _head(self, request: str, *lines: str) -> bytes:
        host = f"{NAME}:{self._port}"
        shown = (f"{request} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", *lines, "", "")
        return "\r\n".join(shown).encode()

    async def say_nothing(self) -> None:
        """An idle connection."""
        async with self._line("idle connections") as (reader, _):
            await reader.read(1)

    async def drip_a_head(self) -> None:
        """A head that never ends."""
        async with self._line("dripping heads") as (reader, writer):
            writer.write(self._head("GET /")[:-2])
            await self._drip(reader, writer, b"X: a\r\n")

    async def drip_a_body(self) -> None:
        """A form that nobody needs a pass for, very slowly."""
        async with self._line("dripping bodies") as (reader, writer):
            writer.write(self._head("POST /join", "Content-Length: 30000"))
            await self._drip(reader, writer, b"x")

    async def _drip(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, drop: bytes
    ) -> None:
        while True:
            writer.write(drop)
            await writer.drain()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DRIP):
                    await reader.read(1)
                    return

    async def send_much(self) -> None:
        """A photo, as quickly as somebody takes it."""
        async with self._line("large bodies") as (_, writer):
            writer.write(self._head("POST /photo", f"Content-Length: {_LARGE}"))
            for _ in range(_LARGE // 100_000):
                writer.write(b"x" * 100_000)
                await writer.drain()

    async def watch(self) -> None:
        """A stream."""
        async with self._line("streams") as (reader, writer):
            writer.write(self._head("GET /events"))
            if b" 200 " in await reader.readline():
                self._tried["streams that were opened"] += 1
            while await reader.read(1 << 16):
                pass

    async def ask(self) -> None:
        """What takes long."""
        async with self._line("costly pages") as (reader, writer):
            writer.write(self._head(f"GET {next(self._costly)}", "Connection: close"))
            while await reader.read(1 << 16):
                pass
