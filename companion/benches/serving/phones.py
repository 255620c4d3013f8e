"""Phones for `companion bench web`: sockets that follow a stream and tell when events arrive."""

import selectors
import socket
import time
from multiprocessing.connection import Connection

# By a number that is not this computer's, and a few from each address: as guests in a network.
_REQUEST = b"GET /events HTTP/1.1\r\nHost: 192.168.1.5\r\nAccept: text/event-stream\r\n\r\n"
_OF_ONE_ADDRESS = 10
_END = b"\n\n"


def follow(port: int, count: int, tell: Connection) -> None:
    """Follow with so many sockets; for every event send when each has all of it, and its length."""
    eyes = selectors.DefaultSelector()
    for number in range(count):
        source = (f"127.0.0.{10 + number // _OF_ONE_ADDRESS}", 0)
        line = socket.create_connection(("127.0.0.1", port), source_address=source)
        line.sendall(_REQUEST)
        eyes.register(line, selectors.EVENT_READ, number)
    waiting: list[bytes] = [b""] * count
    times: list[list[float]] = [[] for _ in range(count)]
    lengths: list[int] = []
    told = 0
    while True:
        for key, _ in eyes.select():
            assert isinstance(key.fileobj, socket.socket)
            data = key.fileobj.recv(1 << 18)
            if not data:
                return
            now, number = time.monotonic(), key.data
            *whole, rest = (waiting[number] + data).split(_END)
            events = [event for event in whole if b"\nid: " in b"\n" + event]
            times[number] += [now] * len(events)
            lengths += map(len, events if number == 0 else ())
            # What of an event has come so far; its id stands at its beginning.
            waiting[number] = rest
        while min(map(len, times)) > told:
            tell.send(([some[told] for some in times], lengths[told]))
            told += 1
