"""The .local name: asked for as a phone asks, in a network of its own that exists only here."""

import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.running.announcing import Announcer, announced_name, has_avahi
from tests.waiting import LIMIT

pytestmark = pytest.mark.live

NETWORK = """
set -e
ip link set lo up
ip link add table0 type veth peer name phone0
ip address add 10.77.0.5/24 dev table0
ip link set phone0 up
ip link set table0 up multicast on
ip route add 224.0.0.0/4 dev table0
exec "$@"
"""
ASK = """
import socket, struct, sys, time
from companion.running.announcing import Announcer

name = "propeller.local"
announcer = Announcer(["10.77.0.5"], 8000, name)
announcer.start()
question = struct.pack("!6H", 0, 0, 1, 0, 0, 0) + b"\\x09propeller\\x05local\\x00" + b"\\0\\1\\0\\1"
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as phone:
    phone.bind(("10.77.0.5", 0))
    phone.settimeout(0.5)
    answer = b""
    for _ in range(20):
        phone.sendto(question, ("224.0.0.251", 5353))
        try:
            answer = phone.recv(2000)
            break
        except TimeoutError:
            continue
announcer.stop()
print("found" if socket.inet_aton("10.77.0.5") in answer else repr(answer))
"""


def in_a_network_of_its_own(code: str) -> subprocess.CompletedProcess[str]:
    command = ["unshare", "--net", "sh", "-c", NETWORK, "sh", sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)


def test_a_phone_finds_the_table_by_its_name():
    pytest.importorskip("zeroconf", reason="needs the local extra")
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("no unshare or no ip: a network can't be made")
    if in_a_network_of_its_own("print()").returncode:
        pytest.skip("a network can't be made without the rights to")
    answer = in_a_network_of_its_own(ASK)
    assert answer.stdout == "found\n", answer.stderr


def test_the_name_is_the_computers_own(monkeypatch):
    for host, name in [
        ("raspberrypi", "raspberrypi.local"),
        ("Vera's Laptop.home", "vera-s-laptop.local"),
        ("", "table-companion.local"),
    ]:
        monkeypatch.setattr(socket, "gethostname", lambda host=host: host)
        assert announced_name() == name


def test_without_a_network_or_the_package_nothing_happens(monkeypatch):
    Announcer([], 8000).start()
    monkeypatch.setitem(sys.modules, "zeroconf", None)
    announcer = Announcer(["127.0.0.1"], 8000)
    announcer.stop()
    announcer.stop()


def test_avahi_is_known_by_its_socket(tmp_path: Path):
    assert not has_avahi(tmp_path / "socket")
    (tmp_path / "socket").touch()
    assert has_avahi(tmp_path / "socket")
