"""What runs beside the table and the pages, and never holds them up: sign of life, name, home."""

from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from companion.common.allocation import Tidying
from companion.home.broker import Home
from companion.phones.live import Feed
from companion.running.announcing import Announcer
from companion.running.heartbeat import Heartbeat
from companion.settings.settings import Settings


class BackgroundServices:
    """All that the settings ask for.

    Attributes:
        name: The .local name under which phones may find us; empty where nobody announces it.
    """

    def __init__(self, settings: Settings, phones: Sequence[str], port: int) -> None:
        self.name = name_to_tell(phones, settings)
        self._settings = settings
        self._all: list[Announcer | Heartbeat | Tidying | Home] = []
        if self.name:
            self._all.append(Announcer([urlsplit(url).hostname or "" for url in phones], port))

    def start(self, feed: Feed, is_well: Callable[[], bool]) -> None:
        """Begin, once there is something to see and somebody answers."""
        self._all += [Heartbeat(is_well), Tidying()]
        if self._settings.text("mqtt.host"):
            self._all.append(Home(feed, self._settings))
        for one in self._all:
            one.start()

    def stop(self) -> None:
        """End all of them."""
        for one in self._all:
            one.stop()


def name_to_tell(phones: Sequence[str], settings: Settings) -> str:
    """This computer's .local name, where there is a network and somebody announces it."""
    from companion.running.announcing import announced_name, can_announce, has_avahi

    tells = phones and settings.flag("web.announce") and (has_avahi() or can_announce())
    return announced_name() if tells else ""
