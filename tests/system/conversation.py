"""The example conversation of the project, as the tests read it."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.system.client import Client

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CONVERSATION: dict[str, list[dict[str, Any]]] = json.loads(
    (EXAMPLES / "conversation.json").read_text("utf-8")
)
SESSIONS = CONVERSATION["sessions"]
QUESTIONS = CONVERSATION["questions"]


def tell(client: Client, sessions: Iterable[dict[str, Any]] = SESSIONS, **scope: str) -> None:
    for session in sessions:
        added = client.add(session["session_id"], session["messages"], **scope).ok()
        assert added["message_count"] == len(session["messages"])
        client.flush(session["session_id"], **scope).ok()


def answers(found: list[dict[str, Any]], question: dict[str, Any], first: int = 5) -> bool:
    """Is the session that holds the answer among the first episodes?"""
    return question["session_id"] in [episode["session_id"] for episode in found[:first]]


def says(found: list[dict[str, Any]], question: dict[str, Any]) -> bool:
    """Do the episodes of that session say what the question expects?"""
    text = "\n".join(e["episode"] for e in found if e["session_id"] == question["session_id"])
    return all(expected in text for expected in question["expect"])
