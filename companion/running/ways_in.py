"""What the terminal says about the ways in: addresses, codes, and the link for the host."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from companion.phones.passes import Passes
from companion.settings.settings import Settings


def leads_here(url: str) -> bool:
    """Whether an address leads every computer, and every phone, to itself."""
    name = urlsplit(url).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def host_link(passes: Passes, here: str, settings: Settings) -> str:
    """The link that makes a host of whoever opens it here; empty where there is none."""
    is_offered = leads_here(here) and not settings.flag("web.always_ask_pin")
    return f"{here}here/{passes.host_secret}" if is_offered else ""


def about_codes(passes: Passes, link: str) -> str:
    """What people type to take a seat, and how somebody becomes the host."""
    lines = [
        f"  code to join       {passes.join_code}",
        f"  PIN of the host    {passes.host_pin}   (on a phone: Take a seat)",
    ]
    if link:
        lines += ["  or, without it, open this on this computer:", f"    {link}"]
    return "\n".join(["", *lines, ""])
