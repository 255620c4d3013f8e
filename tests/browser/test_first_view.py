"""The first view: small on the wire, and nothing jumps while it is built up."""

import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Response

from companion.referee.settling import LOOKS
from tests.browser.phones import host_cookie, open_page
from tests.waiting import LIMIT
from tests.web.tables import Place, feed_at, scenes, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

#: Bytes over the wire, with all styles and scripts; what the stream sends belongs to it.
MOST = 150_000
#: Of what search engines call good, a tenth: nobody notices it.
LEAST_JUMP = 0.01
JUMPS = """async () => {
  let sum = 0;
  const moved = new Set();
  const note = entries => {
    for (const entry of entries) {
      sum += entry.value;
      for (const { node } of entry.sources) {
        moved.add(node instanceof Element ? node.cloneNode().outerHTML : "what has gone since");
      }
    }
  };
  const observer = new PerformanceObserver(list => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  await document.fonts.ready;
  for (let painted = 0; painted < 10; painted += 1) await new Promise(requestAnimationFrame);
  note(observer.takeRecords());
  return [sum, [...moved]];
}"""


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
        rooms = {room: f"{port}/{room}" for room in ("hand", "seat", "score")}
        for what, url in {"game": f"{port}/", **rooms, "end": f"{other}/"}.items():
            context = browser.new_context(viewport={"width": size[0], "height": size[1]})
            context.add_cookies([host_cookie(place.passes, "http://127.0.0.1/")])
            context.set_default_timeout(1000 * LIMIT)
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
            open_page(page, f"http://127.0.0.1:{url}")
            jumps, moved = page.evaluate(JUMPS)
            received = sum((under_way | Counter(done)).values())
            assert 20_000 < received < MOST, (what, received)
            assert jumps < LEAST_JUMP, (what, jumps, moved)
            context.close()


#: A page may be painted while any of it is still missing; this is where it is noticed most.
JOINTS = re.compile(rb"(?=<(?:section|article|details|a)\b)")
#: Says when something more has been painted.
PAINTED = """
let known = 0;
function look() {
  const now = document.getElementsByTagName("*").length;
  if (now !== known) {
    known = now;
    requestAnimationFrame(() => painted());
  }
  requestAnimationFrame(look);
}
requestAnimationFrame(look);
"""


class BitByBit:
    """A page as it comes to a phone that is far away: piece by piece, each when one is painted."""

    def __init__(self) -> None:
        self.painted = threading.Semaphore(0)

    def __call__(self, answer: Response) -> Response:
        if answer.mimetype == "text/html":
            answer.response = self._halting(JOINTS.split(answer.get_data()))
            del answer.headers["Content-Length"]
        return answer

    def _halting(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        for piece in pieces:
            while self.painted.acquire(blocking=False):
                pass  # what was painted before
            yield piece
            assert self.painted.acquire(timeout=LIMIT)


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 800)])
def test_a_page_that_comes_bit_by_bit_does_not_jump(
    browser: "Browser", tmp_path: Path, size: tuple[int, int]
) -> None:
    place, bit_by_bit = Place(tmp_path, "ask"), BitByBit()
    options = {"desk": place.desk, "passes": place.passes, "sent": bit_by_bit}
    late = feed_at(scenes(players=4), -2)
    with (
        place.table,
        served(place.feed, **options) as port,
        served(late, sent=bit_by_bit) as other,
    ):
        for what, url in (("game", port), ("end", other)):
            context = browser.new_context(viewport={"width": size[0], "height": size[1]})
            context.add_cookies([host_cookie(place.passes, "http://127.0.0.1/")])
            context.set_default_timeout(1000 * LIMIT)
            context.expose_function("painted", bit_by_bit.painted.release)
            context.add_init_script(PAINTED)
            page = context.new_page()
            open_page(page, f"http://127.0.0.1:{url}/")
            jumps, moved = page.evaluate(JUMPS)
            assert jumps < LEAST_JUMP, (what, jumps, moved)
            context.close()
