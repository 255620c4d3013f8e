"""Tells an MQTT broker how the game stands; one that is gone holds up nobody and is tried again."""

import json
import threading
from typing import Any

from companion.common.errors import CompanionError
from companion.home.messages import OFFLINE, ONLINE, Topics, discovery, state_of
from companion.phones.live import Closed, Feed
from companion.settings.settings import Settings

MISSING = "MQTT needs one more package: pip install 'table-companion[home]', or clear mqtt.host"
_KEEP_ALIVE = 20
_SOONEST, _LATEST = 1, 60
_PATIENCE = 1.0


class Home:
    """Follows a feed and publishes what it tells, until it is stopped."""

    def __init__(self, feed: Feed, settings: Settings) -> None:
        try:
            from paho.mqtt import client as mqtt
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError:
            raise CompanionError(MISSING) from None
        self._feed = feed
        self._topics = Topics(settings.text("mqtt.topic"), settings.text("mqtt.discovery"))
        self._address = settings.text("mqtt.host"), settings.number("mqtt.port")
        self._state: dict[str, object] | None = None
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="home", daemon=True)
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.reconnect_delay_set(_SOONEST, _LATEST)
        self._client.will_set(self._topics.availability, OFFLINE, qos=1, retain=True)
        if settings.text("mqtt.user"):
            password = settings.text("mqtt.password") or None
            self._client.username_pw_set(settings.text("mqtt.user"), password)
        self._client.on_connect = self._connected
        self._client.on_message = self._asked

    def start(self) -> None:
        """Begin; whether the broker is there does not matter."""
        self._client.connect_async(*self._address, keepalive=_KEEP_ALIVE)
        self._client.loop_start()
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye, if there is somebody to say it to."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        if self._client.is_connected():
            last = self._client.publish(self._topics.availability, OFFLINE, qos=1, retain=True)
            last.wait_for_publish(timeout=2)
        self._client.disconnect()
        self._client.loop_stop()

    def _follow(self) -> None:
        number = 0
        while not self._stopped.is_set():
            try:
                moment = self._feed.after(number, _PATIENCE)
            except Closed:
                return
            if moment is not None:
                number = moment.number
                self._tell(state_of(moment))

    def _tell(self, state: dict[str, object]) -> None:
        with self._lock:
            before, self._state = self._state, state
        if self._client.is_connected() and state != before:
            # Other people at the table are other sensors.
            if before is None or before["names"] != state["names"]:
                self._introduce(state)
            self._publish(state)

    def _connected(self, client: Any, _: Any, __: Any, reason: Any, ___: Any) -> None:
        """Every time that the broker is there again: it may have forgotten everything."""
        if reason.is_failure:
            return  # a wrong password, mostly; it is tried again, and the broker's log says why
        client.subscribe(self._topics.birth)
        client.publish(self._topics.availability, ONLINE, qos=1, retain=True)
        self._tell_all()

    def _asked(self, _: Any, __: Any, message: Any) -> None:
        """Home Assistant has started, and wants to know everything."""
        if message.payload == ONLINE.encode():
            self._tell_all()

    def _tell_all(self) -> None:
        with self._lock:
            state = self._state
        if state is not None:
            self._introduce(state)
            self._publish(state)

    def _introduce(self, state: dict[str, object]) -> None:
        for topic, payload in discovery(self._topics, state):
            self._client.publish(topic, payload, qos=1, retain=True)

    def _publish(self, state: dict[str, object]) -> None:
        payload = json.dumps(state, ensure_ascii=False)
        self._client.publish(self._topics.state, payload, qos=1, retain=True)
