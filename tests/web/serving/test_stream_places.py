"""Who may watch: players always, and of viewers nobody takes all the places."""

import pytest
from werkzeug.exceptions import ServiceUnavailable

from web.live import places
from web.live.places import MOST_OF_ADDRESS, MOST_OF_PASS, StreamPlaces, of_viewers

MOST = 40


def filled(count: int, addresses: int = 100) -> tuple[StreamPlaces, list[places.StreamPlace]]:
    """So many viewers, from so many addresses."""
    found = StreamPlaces(MOST)
    return found, [found.take("", f"192.168.1.{n % addresses}") for n in range(count)]


def test_viewers_leave_places_to_players_who_come_later() -> None:
    room, _ = filled(of_viewers(MOST))
    with pytest.raises(ServiceUnavailable):
        room.take("", "192.168.1.200")
    players = [room.take(f"seat-{seat}", "192.168.1.1") for seat in range(MOST - of_viewers(MOST))]
    assert not any(one.is_given_up for one in players)


def test_when_all_places_are_taken_a_viewer_gives_way_to_a_player() -> None:
    room, viewers = filled(of_viewers(MOST), addresses=3)
    for number in range(MOST):
        room.take(f"seat-{number % 10}", "192.168.1.1")
    assert all(one.is_given_up for one in viewers)
    with pytest.raises(ServiceUnavailable):
        room.take("seat-11", "192.168.1.1")


def test_one_address_gets_only_some_and_the_rest_are_for_others() -> None:
    room, _ = filled(MOST_OF_ADDRESS, addresses=1)
    with pytest.raises(ServiceUnavailable):
        room.take("", "192.168.1.0")
    assert not room.take("", "192.168.1.1").is_given_up


def test_a_viewer_who_has_watched_for_a_while_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "SETTLED", 0.0)
    room, viewers = filled(MOST_OF_ADDRESS, addresses=1)
    other = room.take("", "192.168.1.1")
    room.take("", "192.168.1.0")
    assert [one.is_given_up for one in viewers] == [True] + [False] * (MOST_OF_ADDRESS - 1)
    assert not other.is_given_up


def test_a_pass_does_not_take_all_the_places(monkeypatch: pytest.MonkeyPatch) -> None:
    room = StreamPlaces(MOST)
    opened = [room.take("seat-1", "192.168.1.1") for _ in range(MOST)]
    assert sum(one.is_given_up for one in opened) == MOST - MOST_OF_PASS
    assert not opened[-1].is_given_up


def test_who_leaves_makes_room() -> None:
    room, viewers = filled(of_viewers(MOST))
    room.leave(viewers[0])
    room.leave(viewers[0])
    assert not room.take("", "192.168.1.200").is_given_up
    with pytest.raises(ServiceUnavailable):
        room.take("", "192.168.1.200")
