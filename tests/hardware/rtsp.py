"""Pictures over RTSP as network cameras send them: JPEG in RTP (RFC 2435), in one connection."""

import contextlib
import socketserver
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np

_PIECE = 1200
_CLOCK = 90_000
_OWN_TABLES = 255
_HALF_COLOURS = 1
"""JPEG type 1: colours have half the resolution both ways, as OpenCV writes them."""
_SDP = (
    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nt=0 0\r\n"
    "m=video 0 RTP/AVP 26\r\nc=IN IP4 0.0.0.0\r\na=control:track\r\n"
)


@contextmanager
def rtsp(picture: Callable[[int], np.ndarray], pause: float = 0.05) -> Iterator[str]:
    """The address of a stream; sides of its pictures are multiples of 16."""

    class Talker(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError):
                while self._answer() != "PLAY":
                    pass
                for number in range(100_000):
                    for packet in packets(picture(number), number, pause):
                        self.wfile.write(b"$\0" + struct.pack("!H", len(packet)) + packet)
                    time.sleep(pause)

        def _answer(self) -> str:
            request = self.rfile.readline().decode()
            if not request:
                raise OSError("hung up")
            headers = {}
            while line := self.rfile.readline().decode().strip():
                name, _, value = line.partition(":")
                headers[name.lower()] = value.strip()
            method, address = request.split()[:2]
            more, body = "", ""
            if method == "OPTIONS":
                more = "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
            elif method == "DESCRIBE":
                body = _SDP
                more = f"Content-Type: application/sdp\r\nContent-Base: {address}/\r\n"
            elif method == "SETUP":
                more = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
            elif method == "PLAY":
                more = "Session: 1\r\n"
            head = f"RTSP/1.0 200 OK\r\nCSeq: {headers.get('cseq', '0')}\r\n{more}"
            self.wfile.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            return method

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talker)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"rtsp://127.0.0.1:{server.server_address[1]}/table"
    finally:
        server.shutdown()
        server.server_close()


def packets(image: np.ndarray, number: int, pause: float) -> Iterator[bytes]:
    """One picture as RTP packets."""
    tables, scan = _taken_apart(cv2.imencode(".jpg", image)[1].tobytes())
    high, wide = image.shape[:2]
    stamp = int(number * pause * _CLOCK) & 0xFFFFFFFF
    for offset in range(0, len(scan), _PIECE):
        piece = scan[offset : offset + _PIECE]
        last = 0x80 if offset + _PIECE >= len(scan) else 0
        count = (number * 1000 + offset // _PIECE) & 0xFFFF
        rtp = struct.pack("!BBHII", 0x80, last | 26, count, stamp, 1)
        sizes = (_HALF_COLOURS, _OWN_TABLES, wide // 8, high // 8)
        jpeg = struct.pack("!I", offset) + bytes(sizes)
        if offset == 0:
            jpeg += struct.pack("!BBH", 0, 0, len(tables)) + tables
        yield rtp + jpeg + piece


def _taken_apart(data: bytes) -> tuple[bytes, bytes]:
    """The quantisation tables of a JPEG, and its pixels; its other tables are the usual ones."""
    tables = b""
    at = 2
    while True:
        mark, length = struct.unpack("!HH", data[at : at + 4])
        body = data[at + 4 : at + 2 + length]
        at += 2 + length
        if mark == 0xFFDB:
            for start in range(0, len(body), 65):
                tables += body[start + 1 : start + 65]
        elif mark == 0xFFDA:
            return tables, data[at:-2]
