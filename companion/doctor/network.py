"""Checks of the network: the port, the addresses, the name."""

import socket

from companion.common.finding import Finding, bad, good, skipped, warning
from companion.doctor.patient import Patient


def port(patient: Patient) -> Finding:
    """Free, or taken by a companion."""
    host, number = patient.settings.text("web.host"), patient.settings.number("web.port")
    if number == 0:
        return good("any free one")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, number))
        except OSError as error:
            if _is_companion(number):
                return good(f"{number}, where a companion answers already")
            return bad(
                f"{number} on {host}: {error.strerror}",
                "end what uses it (sudo ss -ltnp shows it), or set web.port",
            )
    return good(f"{number} is free")


def _is_companion(number: int) -> bool:
    import urllib.request

    try:
        here = f"http://127.0.0.1:{number}/healthz"
        with urllib.request.urlopen(here, timeout=2) as answer:  # nosec B310 # never a file
            return bool(answer.read(10) == b"ok\n")
    except (OSError, ValueError):
        return False


def addresses(patient: Patient) -> Finding:
    """Where phones find us, as numbers."""
    from web.server import urls

    host = patient.settings.text("web.host")
    found = urls(host, patient.settings.number("web.port"))
    phones = [url for url in found if "//localhost" not in url and "//127." not in url]
    if phones:
        return good(" ".join(phones))
    if host not in ("0.0.0.0", "::", ""):
        return warning(f"only {found[0]}", "set web.host to 0.0.0.0 to let phones in")
    return bad("no network", "connect it to your Wi-Fi, or let it make one: see docs/pi.md")


def name(patient: Patient) -> Finding:
    """A .local name, which is easier to type than numbers where phones understand it."""
    if not patient.settings.flag("web.announce"):
        return skipped("web.announce is off")
    if (patient.root / "run/avahi-daemon/socket").exists():
        return good(f"{socket.gethostname().partition('.')[0]}.local, by Avahi")
    from companion.running.announcing import OTHER_WAYS, announced_name, can_announce

    if can_announce():
        return good(f"{announced_name()}, by the companion")
    return warning("nobody announces a name", OTHER_WAYS)
