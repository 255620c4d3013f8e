"""Joins a running companion as a phone does: `join.py ADDRESS LOG`.

LOG is what `companion serve` printed; the code to join is in it.
"""

import re
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode


def main() -> int:
    """Take the first free seat; the exit status is 1 if the phone gets no pass."""
    address, log = sys.argv[1], Path(sys.argv[2])
    code = re.search(r"code to join +(\d+)", log.read_text("utf-8"))
    if code is None:
        print("the code to join was not printed")
        return 1
    cookies = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    browser.addheaders = [("Origin", address)]
    fields = urlencode({"code": code[1], "name": "Vera", "seat": "0"}).encode()
    with browser.open(f"{address}/join", fields, timeout=120) as page:
        seated = "Vera" in page.read().decode()
    passes = [cookie for cookie in cookies if cookie.name == "seat"]
    print("Vera sits at the table" if seated and passes else "no seat for Vera")
    return 0 if seated and passes else 1


if __name__ == "__main__":
    sys.exit(main())
