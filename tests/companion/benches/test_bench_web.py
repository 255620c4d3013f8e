"""The benchmark of the pages measures something, and loses no event."""

from companion.benches.serving import web
from companion.common.intervals import percentile


def test_two_phones_get_every_event_of_both(monkeypatch):
    monkeypatch.setattr(web, "REST", 0.45)
    figures = web.measure(streams=2, events=2)
    (events, length), ours, bare, whole, ratio = figures.values()
    assert events == 2
    assert length > 1000
    for median, tail in (ours, bare, whole):
        assert 0 < median <= tail
    assert whole[1] > ours[1], "the disk takes some time too"
    assert ratio > 0


def test_the_tail_is_the_tail():
    times = [float(n) for n in range(1, 201)]
    assert percentile(times, 0.99) == 199.0
    assert percentile([1.0], 0.99) == 1.0
