"""Names by which the pages are reached; `test_taps.py` has what comes from a page elsewhere."""

import pytest
from flask import Flask
from werkzeug.exceptions import Forbidden

from web.access.security import refuse_strangers

APP = Flask("test")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "192.168.1.5", "[::1]:8000",
                                  "[fe80::1]", "table.local", "Table.local:8000"])  # fmt: skip
def test_the_names_that_the_host_shows_are_known(host: str) -> None:
    with APP.test_request_context(headers={"Host": host}):
        refuse_strangers(["Table.Local"])()


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example",
                                  "127.0.0.1.evil.example", "table", "1.2.3"])  # fmt: skip
def test_a_name_that_somebody_else_gave_us_is_refused(host: str) -> None:
    with (
        APP.test_request_context(headers={"Host": host}),
        pytest.raises(Forbidden, match="Nobody knows this name"),
    ):
        refuse_strangers(["table.local"])()
