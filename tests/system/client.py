"""A keep-alive HTTP client for one thread, as plain as a user's own."""

import http.client
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any, TypeVar

Json = dict[str, Any]
Message = dict[str, Any]
Seen = TypeVar("Seen")


class NoAnswer(Exception):
    """The connection broke before an answer came: the request may or may not have been carried out."""


@dataclass(frozen=True)
class Answer:
    status: int
    body: Json

    def ok(self) -> Json:
        """What a 200 carries."""
        assert self.status == 200, f"{self.status}: {self.body}"
        data: Json = self.body["data"]
        return data

    def done(self) -> Json:
        """The same, of a dialect without an envelope."""
        assert self.status == 200, f"{self.status}: {self.body}"
        return self.body


class Client:
    def __init__(self, port: int, timeout: float = 60, token: str | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.headers = {"Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Token {token}"

    def request(self, method: str, path: str, body: Json | None = None) -> Answer:
        payload = None if body is None else json.dumps(body).encode()
        try:
            self.connection.request(method, path, payload, self.headers)
            response = self.connection.getresponse()
            return Answer(response.status, json.loads(response.read() or b"{}"))
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as error:
            self.connection.close()
            raise NoAnswer(f"{method} {path}: {error!r}") from error

    def post(self, action: str, body: Json) -> Answer:
        return self.request("POST", f"/api/v1/memory/{action}", body)

    def add(self, session_id: str, messages: list[Message], **scope: str) -> Answer:
        return self.post("add", {"session_id": session_id, "messages": messages, **scope})

    def flush(self, session_id: str, **scope: str) -> Answer:
        return self.post("flush", {"session_id": session_id, **scope})

    def search(self, user_id: str, query: str, pending: bool = False, **more: Any) -> list[Json]:
        """The episodes found; with `pending` also what is not in the index yet."""
        found = self.post("search", {"user_id": user_id, "query": query, **more}).ok()["episodes"]
        return [item for item in found if pending or not item["pending"]]

    def unprocessed(self, user_id: str, session_id: str) -> list[Json]:
        body = {"user_id": user_id, "query": "anything", "filters": {"session_id": session_id}}
        waiting: list[Json] = self.post("search", body).ok()["unprocessed_messages"]
        return waiting

    def episodes(self, user_id: str, pending: bool = False, **more: Any) -> list[Json]:
        """All episodes of a user, oldest first; with `pending` also what is not in the index yet."""
        body = {"user_id": user_id, "memory_type": "episode", "page_size": 100, "sort_order": "asc", **more}
        items: list[Json] = []
        for page in range(1, 1_000):
            data = self.post("get", {**body, "page": page}).ok()
            items += data["episodes"]
            if not data["episodes"] or len(items) >= data["total_count"]:
                break
        return [item for item in items if pending or not item["pending"]]

    def health(self) -> Json:
        return self.request("GET", "/health").body

    def close(self) -> None:
        self.connection.close()


@contextmanager
def connected(port: int, timeout: float = 60) -> Iterator[Client]:
    client = Client(port, timeout)
    try:
        yield client
    finally:
        client.close()


def eventually(look: Callable[[], Seen], what: str, within: float = 60) -> Seen:
    """The first true answer of `look`; the index follows the files a moment later, so readers ask again."""
    started = monotonic()
    while not (seen := look()):
        waited = monotonic() - started
        assert waited < within, f"not within {within} s: {what}; last seen: {seen!r}"
        pause(waited)
    return seen


def pause(waited: float) -> None:
    """The longer the wait, the longer the pause: each look takes processor time from what is awaited."""
    sleep(min(0.03 + waited / 10, 0.3))
