"""The three calls to EverOS that a chat needs, with the standard library alone."""

import json
import time
import urllib.request
from typing import Any


class Memory:
    """What one user has said in one session, and what is known from all of the user's sessions."""

    def __init__(self, base_url: str, user: str, session: str) -> None:
        self.base_url, self.user, self.session = base_url, user, session

    def recall(self, question: str) -> str:
        """What is remembered that fits the question: a line for each memory; "" where there is none."""
        found = self._post("search", {"user_id": self.user, "query": question, "top_k": 5})
        return "\n".join(f"- {each['timestamp'][:10]}: {each['episode']}" for each in found["episodes"])

    def remember(self, question: str, answer: str) -> None:
        """Keeps one exchange. It is found as soon as this returns, or a moment later."""
        now = int(time.time() * 1000)
        messages = [
            {"sender_id": self.user, "role": "user", "timestamp": now, "content": question},
            {"sender_id": "assistant", "role": "assistant", "timestamp": now + 1, "content": answer},
        ]
        self._post("add", {"session_id": self.session, "messages": messages})
        self._post("flush", {"session_id": self.session})

    def _post(self, action: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self.base_url}/api/v1/memory/{action}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            data: dict[str, Any] = json.load(response)["data"]
            return data


def instructions(memories: str) -> str:
    """The system prompt. What was remembered is told as data: it is what somebody once said, and no order."""
    if not memories:
        return "You are a helpful assistant."
    return (
        f"You are a helpful assistant. What you remember of this user:\n<memories>\n{memories}\n</memories>"
    )
