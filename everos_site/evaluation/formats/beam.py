"""BEAM: one object a conversation, with `chat` (its sessions) and `probing_questions` (lists of questions by ability).

A session is a list of turns, or an object with `turns`, which may be lists of turns themselves. Questions name the
messages that hold the answer by `source_chat_ids`; those of `abstention` have no answer.
"""

import ast
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from everos_site.evaluation.suite import Json, Question, Session, Suite, chat

UNDATED = datetime(2024, 1, 1, 9, tzinfo=UTC)  # the first session's day, where none is given
ANCHOR = "%B-%d-%Y"  # March-15-2024


def read(data: list[Json]) -> list[Suite]:
    return [_suite(conversation, number) for number, conversation in enumerate(data)]


def _suite(conversation: Json, number: int) -> Suite:
    sessions: list[Session] = []
    place: dict[str, str] = {}
    text: dict[str, str] = {}
    day = UNDATED
    for index, given in enumerate(conversation["chat"]):
        turns = list(_turns(given))
        day = _day(given, turns) or day + timedelta(days=1)
        session = chat(f"session_{index}", day, turns)
        for turn in turns:
            place[str(turn.get("id"))] = session.session_id
            text[str(turn.get("id"))] = str(turn["content"])
        if session.messages:
            sessions.append(session)
    name = conversation.get("conversation_id", number)
    questions = [
        _question(ability, asked, place, text)
        for ability, several in _decoded(conversation["probing_questions"]).items()
        for asked in several
    ]
    return Suite(f"beam-{name}", sessions, questions)


def _turns(given: Any) -> Iterator[Json]:
    for part in given["turns"] if isinstance(given, dict) and "turns" in given else given:
        if isinstance(part, list):
            yield from part
        else:
            yield part


def _day(given: Any, turns: list[Json]) -> datetime | None:
    anchors = [given.get("time_anchor")] if isinstance(given, dict) else []
    anchors += [turn.get("time_anchor") for turn in turns]
    anchor = next((each for each in anchors if each), None)
    return datetime.strptime(anchor, ANCHOR).replace(hour=9, tzinfo=UTC) if anchor else None


def _decoded(questions: Any) -> dict[str, list[Json]]:
    """The questions as an object; the published tables hold them as the text of a Python or JSON object."""
    if isinstance(questions, str):
        try:
            questions = json.loads(questions)
        except ValueError:
            questions = ast.literal_eval(questions)
    return dict(questions)


def _question(ability: str, asked: Json, place: dict[str, str], text: dict[str, str]) -> Question:
    cited = [each for each in dict.fromkeys(map(str, _ids(asked.get("source_chat_ids")))) if each in place]
    nothing = ability == "abstention"
    return Question(
        ask=asked["question"],
        owner={"user_id": "user"},
        category=ability,
        sessions=frozenset() if nothing else frozenset(place[each] for each in cited),
        evidence=[] if nothing else [text[each] for each in cited],
        nothing=nothing,
    )


def _ids(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _ids(each)
    elif value is not None:
        yield value
