"""HTTP calls to a server, as any client makes them."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

TIMEOUT_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    text: str

    @property
    def body(self) -> Any:
        return json.loads(self.text)


Call = Callable[[str, str, Any, str], Answer]  # method, path, body or None, key


def calls_to(base_url: str) -> Call:
    """Returns a function that calls the server, and repeats a call that is answered with Retry-After.

    The function raises OSError if the server cannot be reached.
    """

    def call(method: str, path: str, body: Any, key: str) -> Answer:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(base_url.rstrip("/") + path, data, headers, method=method)
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while True:
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # nosec B310 # http(s) only
                    return Answer(response.status, response.read().decode())
            except urllib.error.HTTPError as error:
                wait = float(error.headers.get("Retry-After") or 0)
                if error.code not in (429, 503) or not wait or time.monotonic() + wait > deadline:
                    return Answer(error.code, error.read().decode(errors="replace"))
                time.sleep(wait)

    return call
