"""A client of the sessions' calls, and of what memory learns from them."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from memory.models import AcceptedKey, BufferedMessage

Json = dict[str, Any]


class Sessions:
    """Items over HTTP, as the texts that were sent."""

    def __init__(self) -> None:
        self.http = Client(raise_request_exception=False)
        self.calls = 0

    def call(self, method: str, path: str, body: Json | None = None, key: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        return self.http.generic(method, f"/api/v1/sessions/{path}", headers=headers, **sent)

    def add(self, *items: Json | str, session: str = "s1", user: str = "alice", **more: Any) -> Any:
        self.calls += 1
        texts = [item if isinstance(item, str) else json.dumps(item) for item in items]
        body = {"user_id": user, "items": texts, "batch": f"batch-{self.calls}", **more}
        return self.call("POST", f"{session}/items", body)

    def added(self, *items: Json | str, **more: Any) -> int:
        return int(self._ok(self.add(*items, **more))["added"])

    def pop(self, session: str = "s1", user: str = "alice", pop_id: str | None = None) -> str | None:
        self.calls += 1
        body = {"user_id": user, "pop_id": pop_id or f"pop-{self.calls}"}
        item: str | None = self._ok(self.call("POST", f"{session}/pop", body))["item"]
        return item

    def items(self, session: str = "s1", user: str = "alice", **asked: Any) -> list[str]:
        query = "&".join(f"{name}={value}" for name, value in {"user_id": user, **asked}.items())
        found: list[str] = self._ok(self.call("GET", f"{session}/items?{query}"))["items"]
        return found

    def clear(self, session: str = "s1", user: str = "alice") -> int:
        return int(self._ok(self.call("DELETE", f"{session}/items?user_id={user}"))["removed"])

    def memory(self, action: str, body: Json) -> Json:
        return self._ok(self.http.post(f"/api/v1/memory/{action}", body, content_type="application/json"))

    def refusal(self, answer: Any, status: int) -> str:
        assert answer.status_code == status, answer.content
        return str(answer.json()["error"]["message"])

    def _ok(self, answer: Any) -> Json:
        assert answer.status_code in (200, 202), answer.content
        data: Json = answer.json()["data"]
        return data


@pytest.fixture
def sessions(root: Path, db: None) -> Sessions:
    return Sessions()


def said(role: str, text: str) -> Json:
    return {"role": role, "content": text}


def waiting(session: str = "s1") -> list[tuple[str, str, str]]:
    """Sender, role and text of what is no memory yet, in order."""
    rows = BufferedMessage.objects.filter(session_id=session).order_by("timestamp_ms", "id")
    return list(rows.values_list("sender_id", "role", "text"))


def known_keys() -> int:
    return AcceptedKey.objects.count()
