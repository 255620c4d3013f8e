"""A real browser, as small as a phone. Without Chromium these tests are skipped."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Debian's Chromium, or the one that CHROMIUM names."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="needs the dev extra: pip install -e '.[dev]'"
    )
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chrome")
    if not path:
        pytest.skip("no Chromium here: apt install chromium, or set CHROMIUM to its path")
    # Chromium refuses to lock itself in when it runs as root, as in most containers.
    options: dict[str, Any] = {"args": ["--no-sandbox"]} if os.geteuid() == 0 else {}
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, **options)
        yield started
        started.close()
