"""A real nginx in front of a table: an ordinary process with files of its own."""

import http.client
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.waiting import LIMIT, until

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
OPENSSL = shutil.which("openssl")
needs_nginx = pytest.mark.skipif(
    not (NGINX and OPENSSL), reason="no nginx or no openssl here (apt install nginx openssl)"
)
#: The file that the page about phones tells people to use.
OURS = Path(__file__).parents[2] / "docs" / "examples" / "nginx.conf"
NAME = "table.example"
#: What Debian's nginx does when it is told to pass everything on, and nothing else.
PLAIN = "server { listen 443 ssl; ssl_certificate /etc/ssl/certs/table.pem; \
ssl_certificate_key /etc/ssl/private/table.key; location / { proxy_pass http://127.0.0.1:8000; } }"
#: One process, which writes nowhere else and ends with its parent's word.
AROUND = """\
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}/bodies; proxy_temp_path {folder}/answers;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  {site}
}}
"""


@dataclass(frozen=True)
class Reply:
    """What came back through nginx."""

    status: int
    text: str
    cookies: list[str]
    place: str


@dataclass
class Front:
    """Where nginx listens, and how a client at some address asks it."""

    folder: Path
    port: int
    plain_port: int

    @property
    def url(self) -> str:
        """What stands in the address bar."""
        return f"https://{NAME}:{self.port}"

    def line(self, address: str, name: str = NAME) -> http.client.HTTPConnection:
        """A connection through TLS, from an address of this computer."""
        known = ssl.create_default_context(cafile=self.folder / "table.pem")
        found = http.client.HTTPConnection(name, self.port, timeout=LIMIT)
        bare = socket.create_connection(
            ("127.0.0.1", self.port), timeout=LIMIT, source_address=(address, 0)
        )
        found.sock = known.wrap_socket(bare, server_hostname=name)
        return found

    def ask(
        self,
        address: str,
        path: str,
        form: dict[str, object] | None = None,
        **headers: str,
    ) -> Reply:
        """A page, or what comes of a form that was sent from a page of ours."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        body = None
        if form is not None:
            sent = {"Origin": self.url, "Accept": "text/plain", **sent}
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(form)
        line = self.line(address)
        line.request("GET" if form is None else "POST", path, body, sent)
        answer = line.getresponse()
        text = answer.read().decode()
        cookies = answer.headers.get_all("Set-Cookie") or []
        line.close()
        return Reply(answer.status, text, cookies, answer.headers.get("Location", ""))


@contextmanager
def nginx(folder: Path, site: str, companion: int) -> Iterator[Front]:
    """nginx with this site, in front of the companion at that port."""
    front = Front(folder, free_port(), free_port())
    make_certificate(folder)
    changes = {
        "listen 443 ssl": f"listen 127.0.0.1:{front.port} ssl",
        "listen 80": f"listen 127.0.0.1:{front.plain_port}",
        "/etc/ssl/certs/table.pem": str(folder / "table.pem"),
        "/etc/ssl/private/table.key": str(folder / "table.key"),
        "http://127.0.0.1:8000": f"http://127.0.0.1:{companion}",
    }
    for ours, here in changes.items():
        site = site.replace(ours, here)
    left = re.search(r"(?m)^[^#\n]*(/etc|listen \d+[ ;]|:8000)", site)
    assert not left, "nothing of a real system is used"
    config = folder / "nginx.conf"
    config.write_text(AROUND.format(folder=folder, site=site))
    command = [str(NGINX), "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(config)]
    with subprocess.Popen(command) as process:
        try:
            until(lambda: answers(front.port) or process.poll() is not None, "nginx")
            assert process.poll() is None, (folder / "error.log").read_text()
            yield front
        finally:
            process.kill()


def make_certificate(folder: Path) -> None:
    """One that nobody but this test has ever heard of."""
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(folder / "table.key"), "-out", str(folder / "table.pem")]
    subprocess.run([str(OPENSSL), *words, *names, *files], check=True, capture_output=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0
