"""Every setting there is: its name, what it is when nobody says anything, and what it may be.

The [configuration page](docs/config.md) has the same list; a test compares them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network

from companion import games

Value = str | int | float | bool | tuple[str, ...]
Check = Callable[[Value], str]


def _anything(_: Value) -> str:
    return ""


def _between(low: float, high: float) -> Check:
    def check(value: Value) -> str:
        assert isinstance(value, int | float)
        return "" if low <= value <= high else f"between {low:g} and {high:g}, please"

    return check


def _one_of(options: Callable[[], tuple[str, ...]]) -> Check:
    def check(value: Value) -> str:
        known = options()
        return "" if value in known else f"there is {', '.join(known)}"

    return check


def _pixels(value: Value) -> str:
    return "" if value == 0 else _between(160, 10_000)(value)


def _topic(value: Value) -> str:
    assert isinstance(value, str)
    wrong = not value or any(c in value for c in "+#\0") or value.startswith("/")
    return "a topic has no + and no #, and does not begin with /" if wrong else ""


def _networks(value: Value) -> str:
    assert isinstance(value, tuple)
    for word in value:
        try:
            network = ip_network(word, strict=False)
        except ValueError:
            return f"{word} is no address, and no network such as 192.168.1.0/24"
        if network.prefixlen == 0:
            return f"{word} is everybody; name the proxy"
    return ""


@dataclass(frozen=True)
class Key:
    """One setting; its type is that of its default."""

    name: str
    default: Value
    help: str
    check: Check = _anything
    secret: bool = False

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"COMPANION_{self.name.replace('.', '_').upper()}"


ALL = (
    Key("table.game", games.names()[0], "Which game is played.", _one_of(games.names)),
    Key("table.players", 2, "How many play.", _between(1, 16)),
    Key("web.host", "0.0.0.0", "The address to listen on; 127.0.0.1 keeps everybody else out."),
    Key("web.port", 8000, "The port; 0 takes any free one.", _between(0, 65535)),
    Key("web.names", (), "Names by which phones may call this computer, besides numbers."),
    Key("web.always_ask_pin", False, "Whether only the PIN makes a host; no link does then."),
    Key(
        "web.trusted_proxies",
        (),
        "Addresses or networks of reverse proxies whose word about a client counts.",
        _networks,
    ),
    Key("web.announce", True, "Whether the network is told a .local name for this table."),
    Key("camera.name", "", "The camera above the table, as `companion cameras` calls it."),
    Key("camera.width", 0, "Pixels to ask of it; 0 leaves it to the camera.", _pixels),
    Key("camera.height", 0, "Pixels to ask of it; 0 leaves it to the camera.", _pixels),
    Key("camera.rate", 5.0, "Pictures a second, at most.", _between(0.5, 30)),
    Key("data.folder", "", "Where games are kept; empty is where the system keeps data."),
    Key("mqtt.host", "", "The MQTT broker of your home; empty is none."),
    Key("mqtt.port", 1883, "The broker's port.", _between(1, 65535)),
    Key("mqtt.user", "", "Who we are to the broker; empty is nobody."),
    Key("mqtt.password", "", "The broker's password for that user.", secret=True),
    Key("mqtt.topic", "table-companion", "What our topics begin with.", _topic),
    Key("mqtt.discovery", "homeassistant", "Home Assistant's own topic for discovery.", _topic),
)
BY_NAME = {key.name: key for key in ALL}
SECTIONS = tuple(dict.fromkeys(key.name.partition(".")[0] for key in ALL))
