"""Who may see what the camera sees, and how."""

from pathlib import Path

import pytest

from companion.common.errors import CompanionError
from companion.phones.camera_view import Glimpse
from tests.companion.evenings import tools
from tests.web.tables import Place, host_client
from web import Site, create_app

JPEG = b"\xff\xd8 a picture \xff\xd9"
OURS = {"Origin": "http://localhost"}
PHONE = {"REMOTE_ADDR": "192.168.1.9"}


class Camera:
    """A window that shows what a test wants."""

    def __init__(self) -> None:
        self.seen = Glimpse(3, ("forge: settled; dice 1 4", "<b>island:0</b>: hand"))
        self.data: bytes | None = JPEG
        self.reports = 0
        self.problem = ""

    def glimpse(self) -> Glimpse:
        return self.seen

    def picture(self) -> bytes | None:
        return self.data

    def report(self) -> Path:
        if self.problem:
            raise CompanionError(self.problem)
        self.reports += 1
        return Path("games/reports/report-1.zip")


class Window(Place):
    """A table with a camera."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "auto")
        self.camera = Camera()
        app = create_app(Site(self.feed, self.desk, self.passes, tools=tools(window=self.camera)))
        self.client = host_client(app, self.passes)

    def sit(self) -> None:
        """From now on the phone has a seat."""
        self.passes.renew(0)
        self.client.set_cookie("seat", self.passes.seat_pass(0), domain="192.168.1.5")


@pytest.fixture
def place(tmp_path: Path) -> Window:
    return Window(tmp_path)


def phone(place: Window, path: str, method: str = "GET") -> tuple[int, str]:
    """What somebody elsewhere in the network gets."""
    answer = place.client.open(
        path,
        method=method,
        base_url="http://192.168.1.5:8000",
        environ_overrides=PHONE,
        headers={"Origin": "http://192.168.1.5:8000"},
    )
    return answer.status_code, answer.data.decode(errors="replace")


def test_the_host_sees_the_picture_and_the_words(place: Window) -> None:
    answer = place.client.get("/camera")
    assert answer.json == {
        "number": 3,
        "lines": ["forge: settled; dice 1 4", "<b>island:0</b>: hand"],
        "trouble": "",
    }
    picture = place.client.get("/camera.jpg?number=3")
    assert picture.data == JPEG
    assert picture.mimetype == "image/jpeg"
    for one in (answer, picture):
        assert one.headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in one.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("path", "method", "viewer", "seat"),
    [
        ("/camera", "GET", 403, 200),
        ("/camera.jpg", "GET", 403, 200),
        ("/camera/report", "POST", 403, 403),
    ],
)
def test_who_may_see_it(place: Window, path: str, method: str, viewer: int, seat: int) -> None:
    status, text = phone(place, path, method)
    assert status == viewer
    assert "a picture" not in text
    place.sit()
    assert phone(place, path, method)[0] == seat
    assert place.camera.reports == 0


def test_only_who_may_see_it_has_it_on_the_page(place: Window) -> None:
    assert 'id="camera"' not in phone(place, "/")[1]
    place.sit()
    page = phone(place, "/")[1]
    assert 'id="camera"' in page
    assert "Report this picture" not in page
    assert "Report this picture" in place.client.get("/").get_data(as_text=True)


def test_a_table_without_a_camera_has_no_window(tmp_path: Path) -> None:
    place = Place(tmp_path, "auto")
    assert 'id="camera"' not in place.client.get("/").get_data(as_text=True)
    assert place.client.get("/camera.jpg").status_code == 404


def test_before_the_first_picture_there_is_none(place: Window) -> None:
    place.camera.data = None
    answer = place.client.get("/camera.jpg")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"


def test_the_host_reports_a_picture_and_hears_where_it_is(place: Window) -> None:
    answer = place.client.post("/camera/report", headers=OURS)
    assert answer.status_code == 201
    assert answer.get_data(as_text=True) == "Written to games/reports/report-1.zip"
    place.camera.problem = "the disk is full"
    answer = place.client.post("/camera/report", headers=OURS)
    assert answer.status_code == 409
    assert "the disk is full" in answer.get_data(as_text=True)


def test_nothing_is_reported_by_a_stranger_s_page_or_on_get(place: Window) -> None:
    assert place.client.post("/camera/report").status_code == 403
    assert place.client.post("/camera/report", headers={"Origin": "http://x"}).status_code == 403
    assert place.client.get("/camera/report").status_code == 405
    assert place.camera.reports == 0
