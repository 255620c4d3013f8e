"""Requests made to hurt: what the suite finds, and that the site stumbles over none of them."""

from pathlib import Path

import pytest

from companion import games
from companion.benches.trust import hostile_requests, odd_things
from companion.benches.trust.hostile_requests import Attack, Findings, listening
from companion.benches.trust.served import served
from companion.phones.table_kind import TableTools

pytestmark = pytest.mark.live
GAME = games.find(games.names()[0])


def test_no_request_makes_the_site_stumble() -> None:
    figures = hostile_requests.run(hostile_requests.SHORT)
    assert figures["what must not be"] == 0, figures
    assert figures["tracebacks"] == 0, figures
    assert figures["server alive"] == "yes"
    assert figures["routes that were not asked"] == 0
    assert figures["requests"] == hostile_requests.SHORT


def test_a_route_that_stumbles_or_changes_the_game_is_found(tmp_path: Path) -> None:
    found = Findings()
    with listening(found), served(GAME, tmp_path, moves=3, tools=TableTools) as site:

        def stumble() -> str:
            site.evening.desk.sit(0, "", site.evening.table.events()[0].by)
            site.evening.desk.sit(0, "Somebody", site.evening.table.events()[0].by)
            raise ZeroDivisionError

        site.app.view_functions["pages.healthz"] = stumble
        Attack(site, found, {}, [("GET", "/healthz")]).send(20)
    assert {"answered with 500", "changed by who may not"} <= set(found.wrong), found.wrong
    assert "ZeroDivisionError" in "".join(found.tracebacks)


def test_two_answers_on_a_line_are_told_apart() -> None:
    both = b"HTTP/1.1 400 BAD\r\nContent-Length: 1\r\n\r\nxHTTP/1.1 200 OK\r\n\r\n"
    assert odd_things.statuses(both) == [400, 200]
    assert odd_things.statuses(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 x\r\n\r\n") == [204]
