"""The first view: small on the wire, and nothing jumps while it is built up."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.settling import LOOKS
from tests.web.tables import Place, feed_at, scenes, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

#: Bytes over the wire, with all styles and scripts; what the stream sends belongs to it.
MOST = 150_000
#: Of what search engines call good, a tenth: nobody notices it.
LEAST_JUMP = 0.01
JUMPS = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 600);
})"""


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_the_first_view_is_small_and_nothing_jumps(
    browser: "Browser", tmp_path: Path, size: tuple[int, int]
) -> None:
    place = Place(tmp_path, "ask")
    place.show(place.next, 2 * LOOKS)
    options = {"desk": place.desk, "passes": place.passes}
    late = feed_at(scenes(players=4), -2)
    with (
        place.table,
        served(place.feed, **options) as port,
        served(late) as other,
    ):
        for url in (f"{port}/", f"{port}/hand", f"{port}/island", f"{port}/score", f"{other}/"):
            context = browser.new_context(viewport={"width": size[0], "height": size[1]})
            page = context.new_page()
            wire = context.new_cdp_session(page)
            wire.send("Network.enable")
            # What has come is counted once: as it stands on the wire, or while the stream is open.
            done: dict[str, float] = {}
            under_way: Counter[str] = Counter()
            wire.on("Network.loadingFinished", lambda end, done=done: done.update(
                {end["requestId"]: end["encodedDataLength"]}))  # fmt: skip
            wire.on("Network.dataReceived", lambda data, under_way=under_way: under_way.update(
                {data["requestId"]: data["dataLength"]}))  # fmt: skip
            page.goto(f"http://127.0.0.1:{url}")
            page.wait_for_selector("#line[data-state=live]")
            jumps = page.evaluate(JUMPS)
            received = sum((under_way | Counter(done)).values())
            assert 20_000 < received < MOST, (url, received)
            assert jumps < LEAST_JUMP, (url, jumps)
            context.close()
