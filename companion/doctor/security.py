"""Checks of what is open to whom on this computer: network, codes, pictures, files, broker.

What is open on purpose is good, and is said all the same: the owner should know it.
"""

import stat
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from pathlib import Path

from companion.common.finding import Finding, good, skipped, warning
from companion.doctor.camera import NO_CAMERA
from companion.doctor.patient import Patient
from companion.phones import passes
from companion.settings.data_folder import folder_of

_OTHERS, _THROUGH = stat.S_IRGRP | stat.S_IROTH, stat.S_IXGRP | stat.S_IXOTH
_BACKUPS = "table-companion-*.zip"
_BROAD = 8
"""A network of proxies with more than so many bits free is no list of proxies."""


def watching(patient: Patient) -> Finding:
    """Who reaches the pages, and sees the table without any code."""
    host, number = patient.settings.text("web.host"), patient.settings.number("web.port")
    where = f"port {number or 'any'} of {host}"
    if _is_here(host):
        return good(f"{where}: only who works at this computer can watch and join")
    return good(
        f"{where}: everybody in your network can watch without a code, but nobody sees a hand",
        'only this computer: web.host = "127.0.0.1"; never forward the port on your router',
    )


def codes(patient: Patient) -> Finding:
    """What is to be typed to take a seat or to be the host."""
    always = patient.settings.flag("web.always_ask_pin")
    found = (
        f"{passes.CODE_DIGITS} digits to join, {passes.CODE_DIGITS} for the host, "
        f"{passes.SEAT_DIGITS} to come back to a seat; after some wrong ones whoever guesses "
        "waits, longer each time; "
    )
    if always:
        return good(f"{found}only the PIN makes a host")
    return good(
        f"{found}the link that `companion serve` prints at this computer makes a host too",
        "only the PIN: web.always_ask_pin = true; new codes for all: remove phones.json",
    )


def proxies(patient: Patient) -> Finding:
    """Whose word about a client counts."""
    named = patient.settings.words("web.trusted_proxies")
    if not named:
        return good("no proxy is trusted: a client is whoever opens the connection")
    broad = [one for one in named if _is_broad(one)]
    if broad:
        return warning(
            f"all of {', '.join(broad)} is believed about who a client is",
            "name only your proxies in web.trusted_proxies, such as 127.0.0.1",
        )
    return good(f"{', '.join(named)}: believed about who a client is")


def reading_along(patient: Patient) -> Finding:
    """Whether what goes over the network can be read on its way."""
    if _is_here(patient.settings.text("web.host")):
        return good("nothing goes over the network")
    return good(
        "plain HTTP: whoever listens to your Wi-Fi reads along, and can take a phone's pass",
        "a Wi-Fi with a password; elsewhere TLS by a reverse proxy: docs/phones.md",
    )


def pictures(patient: Patient) -> Finding:
    """Who gets the camera's pictures, and what may be on them."""
    if not patient.settings.text("camera.name"):
        return skipped(NO_CAMERA)
    return good(
        "the host and players with a seat get the camera's picture, viewers don't; reports that "
        "the host writes hold it too. A card that somebody holds too low is on it",
        "hang the camera so that it sees the table and no hands",
    )


def rights(patient: Patient) -> Finding:
    """Which other accounts of this computer can read the passes and the logs."""
    folder = folder_of(patient.settings)
    if not folder.is_dir():
        return skipped(f"{folder} is not there yet")
    keys, settings = [*folder.glob(f"**/{passes.FILE}")], patient.settings.path
    if patient.settings.text("mqtt.password") and settings.is_file():
        keys.append(settings)
    if loose := _readable(keys):
        return warning(
            f"other accounts of this computer can read a key or a password: {loose}",
            f"chmod 600 {loose}",
        )
    if _readable(folder.glob("**/game.log")):
        return warning(
            f"other accounts of this computer can read the logs in {folder}, with every hand",
            f"chmod 700 {folder}",
        )
    return good(f"only your account reads {folder}")


def backups(patient: Patient) -> Finding:
    """Backups hold the key of all passes."""
    folders = {folder_of(patient.settings), Path.home(), Path.cwd()}
    found = [path for folder in sorted(folders) for path in sorted(folder.glob(_BACKUPS))]
    if loose := _readable(found):
        return warning(
            f"other accounts can read backups, with the key of all passes: {loose}",
            f"chmod 600 {loose}",
        )
    return good(f"{len(found)} found, none that other accounts can read")


def broker(patient: Patient) -> Finding:
    """What the MQTT broker is told, and who else could read it."""
    settings = patient.settings
    host = settings.text("mqtt.host")
    if not host:
        return skipped("mqtt.host is empty: no broker is told anything")
    found = f"{host} is told scores, names and whose turn it is, and no hand; not encrypted"
    if not (settings.text("mqtt.user") and settings.text("mqtt.password")):
        return warning(
            f"{found}; it lets us in without a password, so perhaps everybody",
            "give the broker users with passwords, then set mqtt.user and mqtt.password",
        )
    if _is_here(host):
        return good(f"{host}: on this computer, with a password")
    return good(
        f"{found}, and the password neither",
        "keep the broker on this computer, or in a network that you trust",
    )


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_broad(word: str) -> bool:
    network = ip_network(word, strict=False)
    return network.max_prefixlen - network.prefixlen > _BROAD - 1


def _readable(paths: Iterable[Path]) -> str:
    """Those that other accounts read."""
    return " ".join(str(path) for path in paths if _is_open(path))


def _is_open(path: Path) -> bool:
    """Whether another account reads it, which must come through all folders above it."""
    ways = (folder.stat().st_mode & _THROUGH for folder in path.absolute().parents)
    return bool(path.stat().st_mode & _OTHERS) and all(ways)
