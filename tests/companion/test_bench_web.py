"""The benchmark of the pages measures something, and loses no event."""

from companion.benches import web


def test_two_phones_get_every_event_of_both(monkeypatch):
    monkeypatch.setattr(web, "REST", 0.45)
    figures = web.measure(streams=2, events=2)
    ours, bare, ratio = figures.values()
    for median, tail in (ours, bare):
        assert 0 < median <= tail
    assert ratio > 0


def test_the_tail_is_the_tail():
    times = [float(n) for n in range(1, 201)]
    assert web._percentile(times, 0.99) == 199.0
    assert web._percentile([1.0], 0.99) == 1.0
