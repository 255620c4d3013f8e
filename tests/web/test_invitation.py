"""The QR codes of invitations, read by another program off the page and off the terminal."""

import re

import cv2
import numpy as np
import pytest

from web.access.invitation import Invitation

HOME = Invitation.to("http://192.168.178.123:8000/", "123456")
LONG = Invitation.to("http://[fd12:3456:789a:1:2:3:4:5]:8000/", "123456").with_code("987654")


def scanned(picture: np.ndarray) -> str:
    """What a phone reads in a picture where each module is one pixel."""
    large = np.kron(picture, np.ones((8, 8), dtype=np.uint8))
    return str(cv2.QRCodeDetector().detectAndDecode(large)[0])


def on_page(page: str) -> np.ndarray:
    """The first QR code of a page as a picture."""
    found = re.search(r'<svg class="qr" viewBox="0 0 (\d+).*? stroke="#000"[^>]* d="([^"]+)"', page)
    assert found
    size = int(found[1])
    drawn = np.full((size, size), 255, dtype=np.uint8)
    x, y = 0.0, 0.0
    for letter, numbers in re.findall(r"([Mmh])([-\d. ]+)", found[2]):
        right, down = [*map(float, numbers.split()), 0.0][:2]
        if letter == "h":
            drawn[int(y), int(x) : int(x + right)] = 0
        x, y = (right, down) if letter == "M" else (x + right, y + down)
    return drawn


def in_terminal(text: str) -> np.ndarray:
    """What a terminal shows: two rows of modules in each line, light ones drawn."""
    lines = [re.fullmatch("  \x1b\\[97;40m([█▀▄ ]+)\x1b\\[0m", line) for line in text.splitlines()]
    halves = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    rows = [[halves[sign][half] for sign in line[1]] for line in lines if line for half in (0, 1)]
    assert len(rows) == 2 * len(lines)
    return np.array(rows, dtype=np.uint8)


def page_with(invitation: Invitation) -> str:
    size = invitation.size
    return f'<svg class="qr" viewBox="0 0 {size} {size}">{invitation.drawing}</svg>'


@pytest.mark.parametrize("invitation", [HOME, HOME.without_code(), LONG], ids=lambda each: each.url)
def test_another_program_reads_it_off_the_page_and_the_terminal(invitation: Invitation) -> None:
    assert scanned(on_page(page_with(invitation))) == invitation.url
    assert scanned(in_terminal(invitation.for_terminal())) == invitation.url


def test_a_stain_does_no_harm() -> None:
    picture = on_page(page_with(HOME))
    middle = len(picture) // 2
    picture[middle - 2 : middle + 1, middle - 2 : middle + 1] = 0
    assert scanned(picture) == HOME.url


def test_the_paper_is_white_up_to_its_edge_in_dark_themes_too() -> None:
    assert f'<path fill="#fff" d="M0 0h{HOME.size}v{HOME.size}h-{HOME.size}z"/>' in HOME.drawing
