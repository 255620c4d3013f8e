"""A short siege: whoever plays gets every event, and whoever comes late gets in."""

import pytest

from companion.benches.trust import siege

pytestmark = pytest.mark.live


@pytest.mark.parametrize("strangers", [siege.ELSEWHERE, (siege.HOME,)], ids=["elsewhere", "beside"])
def test_people_go_on_playing(strangers, monkeypatch):
    monkeypatch.setattr(siege, "LOST", siege.PATIENCE)  # counted, not timed
    figures = siege.besiege(siege.SHORT, strangers, strangers[0])
    posted, arrived = figures["events posted, arrived on every phone of the seats"]
    assert posted == arrived > 0
    assert figures["a new phone joined, after ms"] is not None
    assert figures["streams of seats that broke"] == 0
    assert figures["server alive"]
    assert min(figures["what the strangers tried"].values()) > 0
