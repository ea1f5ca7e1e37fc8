"""Real sentences in endless different orders: the example conversation, cut into messages."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CONVERSATION = Path(__file__).resolve().parents[1] / "examples" / "conversation.json"
DAY_MS = 86_400_000
FIRST_DAY_MS = 1_767_225_600_000  # 2026-01-01T00:00:00Z


def sentences() -> list[str]:
    sessions = json.loads(CONVERSATION.read_text(encoding="utf-8"))["sessions"]
    return [m["content"] for s in sessions for m in s["messages"] if len(m["content"]) > 40]


def questions() -> list[str]:
    return [q["query"] for q in json.loads(CONVERSATION.read_text(encoding="utf-8"))["questions"]]


class Talk:
    """Messages of a user and an assistant, a few seconds apart; a number makes each unlike all others."""

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)
        self.sentences = sentences()
        self.number = 0

    def text(self) -> str:
        self.number += 1
        return f"{self.random.choice(self.sentences)} ({self.number})"

    def messages(self, number: int, user_id: str, start_ms: int) -> list[dict[str, Any]]:
        speakers = [(user_id, "user"), ("juniper", "assistant")]
        return [
            {
                "sender_id": speakers[n % 2][0],
                "role": speakers[n % 2][1],
                "timestamp": start_ms + 5_000 * n,
                "content": self.text(),
            }
            for n in range(number)
        ]

    def narratives(self, number: int) -> Iterator[tuple[str, str]]:
        """Subject and content of episodes, about as long as those of real sessions of four messages."""
        for _ in range(number):
            lines = [self.text() for _ in range(4)]
            yield lines[0][:80], "\n".join(f"Maya said: {line}" for line in lines)
