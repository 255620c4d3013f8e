"""What all pages of one table have in common."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.phones.live import Feed
from companion.phones.passes import Passes
from companion.phones.table_kind import TableTools
from web.access.guests import Door
from web.access.invitation import Invitation
from web.live.publisher import Publisher
from web.live.screen import Screen


@dataclass(frozen=True)
class WebTable:
    """One table on the web.

    Attributes:
        feed: What there is to see.
        screen: How it is drawn.
        publisher: What writes it down for the streams.
        door: Who somebody is.
        passes: How people join; None where nobody can.
        invitation: What a phone scans to join; None when nobody has said where it is found.
        tools: What people can use besides the table right now.
        run: Moments are numbered from 1 each time the program starts; this tells the starts apart.
    """

    feed: Feed
    screen: Screen
    publisher: Publisher
    door: Door
    passes: Passes | None
    invitation: Invitation | None
    tools: Callable[[], TableTools]
    run: str
