"""Pictures over HTTP as network cameras and phones send them (MJPEG)."""

import http.server
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np


@contextmanager
def streamed(
    picture: Callable[[int], np.ndarray], pause: float = 0.02, pictures: int = 500
) -> Iterator[str]:
    """The address of a stream that shows one picture after the other, hundreds of them."""

    class Sender(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
            self.end_headers()
            for number in range(pictures):
                data = cv2.imencode(".jpg", picture(number))[1].tobytes()
                head = f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                try:
                    self.wfile.write(head.encode() + data + b"\r\n")
                except OSError:
                    return
                time.sleep(pause)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Sender)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/stream.mjpg"
    finally:
        server.shutdown()
        server.server_close()
