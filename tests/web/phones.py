"""Phones in the network of a table, for the tests of who may do what."""

import json
from contextlib import closing

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.tables import NAME, Place

URL = "http://192.168.1.5:8000"
ROLES = ("viewer", "seat", "host")


class Phone:
    """A browser somewhere in the network."""

    def __init__(self, place: Place, address: str = "192.168.1.7") -> None:
        self.place = place
        self.client: FlaskClient = place.app.test_client()
        self._here = {"REMOTE_ADDR": address}

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, base_url=URL, environ_base=self._here)

    def post(self, path: str, origin: str = URL, **form: object) -> TestResponse:
        headers = {"Origin": origin, "Accept": "text/plain"}
        return self.client.post(
            path, base_url=URL, environ_base=self._here, headers=headers, data=form
        )

    def tap(self, word: str, **form: object) -> TestResponse:
        seen = self.place.table.now.number
        return self.post(f"/tap/{word}", game=NAME, **{"seen": seen, **form})

    def join(self, seat: int, name: str = "Vera", **form: object) -> TestResponse:
        return self.post("/join", **{"code": self.place.passes.join_code, "seat": seat,
                                     "name": name, **form})  # fmt: skip

    def cookie(self, name: str) -> str:
        found = self.client.get_cookie(name, domain="192.168.1.5")
        return found.value if found else ""

    def show_cookie(self, name: str, value: str) -> None:
        self.client.set_cookie(name, value, domain="192.168.1.5")

    def stream(self) -> dict[str, str]:
        """The regions of the first event."""
        answer = self.get("/events")
        with closing(answer):
            for chunk in answer.response:
                text = chunk.decode() if isinstance(chunk, bytes) else chunk
                if text.startswith("id: "):
                    regions: dict[str, str] = json.loads(text.partition("data: ")[2])
                    return regions
        raise AssertionError("no event")


def somebody(place: Place, role: str, seat: int = 0) -> Phone:
    """A phone of that role."""
    phone = Phone(place)
    if role == "seat":
        assert phone.join(seat).status_code == 303
    elif role == "host":
        assert phone.post("/join", code=place.passes.host_pin).status_code == 303
    place.publish()
    return phone
