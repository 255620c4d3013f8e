"""Bytes on a line, for tests of the server: what is sent, and everything that comes back."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from tests.waiting import LIMIT
from web.server import Server, listen

#: A page's own address, as a phone knows it.
HOST = "192.168.1.5:8000"


@contextmanager
def serving(app: Flask) -> Iterator[tuple[Server, int]]:
    """An app on a real server, and its port."""
    listener = listen("127.0.0.1", 0, or_next=False)
    port = int(listener.getsockname()[1])
    server = Server(app, listener)
    server.start()
    try:
        yield server, port
    finally:
        server.stop()


def call(port: int, data: bytes = b"", address: str = "127.0.0.1") -> socket.socket:
    """A line from that address, on which something has been sent."""
    line = socket.create_connection(("127.0.0.1", port), LIMIT, source_address=(address, 0))
    line.sendall(data)
    return line


def all_of(line: socket.socket) -> bytes:
    """Everything until the other end hangs up."""
    found = b""
    try:
        while data := line.recv(1 << 16):
            found += data
    except ConnectionError:
        pass
    return found


def first_of(line: socket.socket) -> bytes:
    """The first line of what comes back; nothing when the other end has hung up."""
    found = b""
    try:
        while b"\r\n" not in found and (data := line.recv(1 << 16)):
            found += data
    except ConnectionError:
        pass
    return found.partition(b"\r\n")[0]


def head(request: str, *lines: str, host: str = HOST) -> bytes:
    """The head of a request."""
    return "\r\n".join([f"{request} HTTP/1.1", f"Host: {host}", *lines, "", ""]).encode()
