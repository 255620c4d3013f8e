"""What runs beside the table: asked for by the settings, begun and ended together."""

import socket

import pytest

from companion.games import find
from companion.phones.live import Feed
from companion.running import announcing
from companion.running.background import BackgroundServices, name_to_tell
from companion.settings.settings import load

pytestmark = pytest.mark.live


def test_a_name_is_told_where_there_is_a_network_and_somebody_to_tell_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phones = ["http://192.168.1.5:8000/"]
    monkeypatch.setattr(announcing, "has_avahi", lambda: False)
    monkeypatch.setattr(announcing, "can_announce", lambda: True)
    monkeypatch.setattr(socket, "gethostname", lambda: "raspberrypi")
    assert name_to_tell(phones, load(environ={})) == "raspberrypi.local"
    assert name_to_tell([], load(environ={})) == ""
    assert name_to_tell(phones, load(environ={}, options=["web.announce=off"])) == ""
    monkeypatch.setattr(announcing, "can_announce", lambda: False)
    assert name_to_tell(phones, load(environ={})) == ""


def test_what_never_began_can_be_ended() -> None:
    services = BackgroundServices(load(environ={}), [], 8000)
    assert services.name == ""
    services.stop()


def test_without_systemd_and_broker_it_begins_and_ends_quietly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    services = BackgroundServices(load(environ={}), [], 8000)
    services.start(Feed(find("propeller-islands")), lambda: True)
    services.stop()
