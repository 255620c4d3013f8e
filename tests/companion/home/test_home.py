"""Home Assistant over MQTT, with a real broker (mosquitto); without one these tests say so."""

import json
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.play import serve
from companion.common.errors import CompanionError
from companion.games import find
from companion.games.random_games import plies
from companion.home.broker import Home
from companion.home.messages import Topics, discovery, state_of
from companion.log.journal import Trouble
from companion.phones.live import Feed, Moment, Standing
from companion.referee.opinions import Opinion
from companion.referee.referee import Reaction
from companion.settings.settings import Settings, load
from companion.table.table import Table
from tests.waiting import LIMIT, until

pytestmark = pytest.mark.live

GAME = find("propeller-islands")
MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
needs_mosquitto = pytest.mark.skipif(
    not MOSQUITTO, reason="no mosquitto here (apt install mosquitto)"
)
mqtt = pytest.importorskip("paho.mqtt.client", reason="needs the home extra")
#: Seconds that a computer may take for anything at all before something must be wrong.


@pytest.fixture(scope="module")
def states():
    return [ply.state for ply in plies(GAME, {"players": 2}, 5)]


@pytest.fixture
def now(tmp_path):
    with Table.create(tmp_path / "game.log", GAME, {"players": 2}) as table:
        return replace(table.now, names={0: "Vera"})


def moment(state, now, *, number=1, action=Reaction.WAIT, trouble=None) -> Moment:
    opinion = Opinion(1, "x", "A 3 lies on the Forge space 2.", action=action)
    return Moment(number, GAME, state, None, (), Standing("g", now, opinion, trouble=trouble))


def test_the_state_says_whose_turn_it_is_and_how_many_points(states, now):
    state = next(s for s in states if GAME.to_move(s) == 0)
    told = state_of(moment(state, now))
    assert told["turn"] == "Vera"
    assert told["names"] == ["Vera", "Seat 2"]
    assert told["scores"] == [tree.points for tree in GAME.score(state).values()]
    assert (told["alert"], told["illegal"], told["winner"]) == ("", "OFF", "")
    assert state_of(moment(states[-1], now))["winner"]


def test_what_is_not_allowed_and_what_can_not_be_written_are_alerts(states, now):
    told = state_of(moment(states[9], now, action=Reaction.FLAG))
    assert (told["alert"], told["illegal"]) == ("A 3 lies on the Forge space 2.", "ON")
    told = state_of(moment(states[9], now, trouble=Trouble("full", "The disk is full.")))
    assert (told["alert"], told["illegal"]) == ("The disk is full.", "OFF")


def test_no_secret_is_told(states, now):
    """Every key is one that everybody at the table may know."""
    told = state_of(moment(states[40], now))
    assert set(told) == {"game", "phase", "turn", "scores", "names", "winner", "alert", "illegal"}


def test_every_sensor_names_our_topics(states, now):
    topics = Topics("den/table", "homeassistant")
    state = state_of(moment(states[9], now))
    found = {topic: json.loads(text) for topic, text in discovery(topics, state)}
    assert len(found) == 7
    for topic, config in found.items():
        kind, node, key = topic.split("/")[1:4]
        assert topic.startswith("homeassistant/")
        assert topic.endswith("/config")
        assert (kind in ("sensor", "binary_sensor"), node) == (True, "den_table")
        assert config["unique_id"] == f"den_table_{key}"
        assert config["state_topic"] == "den/table/state"
        assert config["availability_topic"] == "den/table/availability"
    assert found["homeassistant/sensor/den_table/score_1/config"]["name"] == "Points of Vera"


class Ear:
    """Hears everything that the broker says."""

    def __init__(self, port: int) -> None:
        self.heard: list[tuple[str, str]] = []
        self._more = threading.Condition()
        self._client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("#")
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _hear(self, _, __, message) -> None:
        with self._more:
            self.heard.append((message.topic, message.payload.decode()))
            self._more.notify_all()

    def wait_for(self, topic: str, part: str = "", since: int = 0) -> str:
        def find() -> str | None:
            return next((p for t, p in self.heard[since:] if t == topic and part in p), None)

        with self._more:
            assert self._more.wait_for(find, timeout=LIMIT), f"{topic} {part}: {self.heard}"
            return find()

    def say(self, topic: str, text: str) -> None:
        self._client.publish(topic, text)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def broker(port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nuser root\n")
    with subprocess.Popen([MOSQUITTO, "-c", str(config)], stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: answers(port), "mosquitto")
            yield process
        finally:
            process.kill()


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def settings(port: int) -> Settings:
    return load(environ={}, options=["mqtt.host=127.0.0.1", f"mqtt.port={port}"])


@needs_mosquitto
def test_home_assistant_hears_all_and_hears_it_again(port, tmp_path, states, now):
    feed = Feed(GAME)
    with broker(port, tmp_path):
        ear = Ear(port)
        home = Home(feed, settings(port))
        home.start()
        try:
            ear.wait_for("table-companion/availability", "online")
            feed.post(states[40], [], moment(states[40], now).standing)
            told = json.loads(ear.wait_for("table-companion/state"))
            assert told["names"] == ["Vera", "Seat 2"]
            ear.wait_for("homeassistant/binary_sensor/table_companion/illegal/config", "problem")
            feed.post(states[40], [], moment(states[40], now, action=Reaction.FLAG).standing)
            ear.wait_for("table-companion/state", '"illegal": "ON"')
            before = len(ear.heard)
            ear.say("homeassistant/status", "online")
            ear.wait_for("homeassistant/sensor/table_companion/turn/config", since=before)
            ear.wait_for("table-companion/state", since=before)
        finally:
            home.stop()
        ear.wait_for("table-companion/availability", "offline")
        ear.close()


@needs_mosquitto
def test_a_broker_that_goes_is_waited_for_while_the_game_goes_on(port, tmp_path, states, now):
    feed = Feed(GAME)
    home = Home(feed, settings(port))
    home.start()  # nobody is there yet
    try:
        feed.post(states[40], [], moment(states[40], now).standing)
        for state in (states[41], states[60]):
            with broker(port, tmp_path):
                ear = Ear(port)
                ear.wait_for("table-companion/availability", "online")
                ear.wait_for("table-companion/state")
                ear.wait_for("homeassistant/sensor/table_companion/turn/config")
                ear.close()
            # Now there is no broker, and whoever waited for one would wait for ever.
            standing = moment(state, now).standing
            post = threading.Thread(target=feed.post, args=(state, [], standing), daemon=True)
            post.start()
            post.join(LIMIT)
            assert not post.is_alive(), "the game waits for no broker"
    finally:
        home.stop()


@needs_mosquitto
def test_a_companion_that_dies_is_said_to_be_offline(port, tmp_path):
    words = ["--host", "127.0.0.1", "--port", "0", "--folder", str(tmp_path / "games")]
    options = ["--set", "mqtt.host=127.0.0.1", "--set", f"mqtt.port={port}"]
    with broker(port, tmp_path):
        ear = Ear(port)
        command = [sys.executable, "-m", "companion", "serve", *words, *options]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            try:
                ear.wait_for("table-companion/availability", "online")
                ear.wait_for("table-companion/state", "Propeller Islands")
            finally:
                process.kill()
        ear.wait_for("table-companion/availability", "offline")
        ear.close()


def test_without_the_package_it_says_what_to_install(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "paho.mqtt", None)
    with pytest.raises(CompanionError, match=r"pip install 'table-companion\[home\]'"):
        Home(Feed(GAME), settings(1))
    words = ["--host", "127.0.0.1", "--port", "0", "--folder", str(tmp_path)]
    # A busy machine may take longer; this process is not the companion's own, and is to go on.
    monkeypatch.setattr(serve, "ENDS_WITHIN", 600)
    assert main(["serve", *words, "--set", "mqtt.host=127.0.0.1"]) == 2
    assert "table-companion[home]" in capsys.readouterr().err
    # An alarm that is left behind would end whoever called, some seconds later.
    until(lambda: not any(isinstance(one, threading.Timer) for one in threading.enumerate()))
