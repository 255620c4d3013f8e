"""Which address counts for a limit."""

from ipaddress import IPv6Network

import pytest
from flask import Flask, request

from web.access import addresses
from web.access.addresses import client_address, counted


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    home = frozenset({IPv6Network("2001:db8:5:7::/64")})
    monkeypatch.setattr(addresses, "own_networks", lambda: home)


@pytest.mark.parametrize(
    ("address", "counts"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("::1", "::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("2001:db8:5:7::42", "2001:db8:5:7::42"),
        ("2001:db8:5:8::42", "2001:db8:5:8::/64"),
        ("2001:DB8:5:8:1:2:3:4", "2001:db8:5:8::/64"),
        ("fd00::1:2", "fd00::/64"),
        ("", ""),
        ("localhost", "localhost"),
    ],
)
def test_an_address_counts_whole_at_home_and_by_its_network_elsewhere(
    address: str, counts: str
) -> None:
    assert counted(address) == counts


def test_the_address_of_a_request_is_counted() -> None:
    here = {"REMOTE_ADDR": "2001:db8:5:8::42"}
    with Flask("test").test_request_context(environ_base=here):
        assert client_address(request) == "2001:db8:5:8::/64"


def test_our_own_networks_are_those_of_our_interfaces(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(addresses, "_INTERFACES", tmp_path / "if_inet6")
    assert addresses.own_networks() == frozenset()
    (tmp_path / "if_inet6").write_text(
        "20010db8000500070000000000000042 02 40 00 80     eth0\n"
        "00000000000000000000000000000001 01 80 10 80       lo\n"
    )
    assert IPv6Network("2001:db8:5:7::/64") in addresses.own_networks()
