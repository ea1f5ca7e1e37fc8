"""What an evaluation consists of: sessions to remember, and questions with what their answers must hold."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from memory.errors import InvalidInput

Json = dict[str, Any]
TURN = timedelta(seconds=20)  # between two messages of a session that have no time of their own


class InvalidSuite(InvalidInput):
    """The file is not an evaluation that can be run; the message says where."""


@dataclass(frozen=True, slots=True)
class Session:
    """`messages` as `add` takes them, in the order in which they were said."""

    session_id: str
    messages: list[Json]


@dataclass(frozen=True, slots=True)
class Question:
    """`owner` is a field of a search, such as {"user_id": "maya"}. All expectations that are given must be met.

    `find` are words of which each must be in the answer, `not_find` such of which none may. `sessions` are those that
    hold the evidence, `evidence` its texts. With `nothing`, an answer without hits is the right one. Of `options`, the
    one at the index `right` should have most of its words in the answer.
    """

    ask: str
    owner: Json
    category: str = ""
    find: Sequence[str] = ()
    not_find: Sequence[str] = ()
    sessions: frozenset[str] = frozenset()
    evidence: Sequence[str] = ()
    nothing: bool = False
    options: Sequence[str] = ()
    right: int = 0
    search: Json = field(default_factory=dict)  # fields of the search beside the owner: method, top_k, as_of


@dataclass(frozen=True, slots=True)
class Suite:
    """One memory: a project of its own, and what is asked about it."""

    project: str
    sessions: Sequence[Session]
    questions: Sequence[Question]
    app: str = "default"

    @property
    def scope(self) -> Json:
        return {"app_id": self.app, "project_id": self.project}


def spoken_at(start: date | datetime, number: int) -> int:
    """The time of a session's message by its position, in milliseconds since 1970; without a time zone it is UTC."""
    moment = start if isinstance(start, datetime) else datetime(start.year, start.month, start.day, 12)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return int((moment + number * TURN).timestamp() * 1000)


def chat(session_id: str, start: date | datetime, turns: Sequence[Json]) -> Session:
    """A session of one user and one assistant, from turns with `role` and `content`; other roles are left out."""
    messages = [
        {
            "sender_id": turn["role"],
            "role": turn["role"],
            "timestamp": spoken_at(start, number),
            "content": turn["content"],
        }
        for number, turn in enumerate(turns)
        if turn.get("role") in ("user", "assistant") and str(turn.get("content") or "").strip()
    ]
    return Session(session_id, messages)
