"""PersonaMem: a CSV of questions with options, and a JSONL file with the conversations (`shared_contexts_32k.jsonl`).

A question sees its conversation up to `end_index_in_shared_context`, so each such stretch is a memory of its own. The
system messages describe the person and begin the sessions: they are left out, since they would give answers away.
"""

import ast
import csv
import json
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from everos_site.evaluation.suite import InvalidSuite, Json, Question, Session, Suite, chat

FIRST_DAY = datetime(2024, 1, 1, 9, tzinfo=UTC)  # the conversations have no dates
SPEAKERS = ("User: ", "Assistant: ")


def read(questions: Path, contexts: Path) -> list[Suite]:
    """Raises InvalidSuite."""
    talks: dict[str, list[Json]] = {}
    with contexts.open(encoding="utf-8") as lines:
        for line in lines:
            talks.update(json.loads(line))
    asked: dict[tuple[str, int], list[Question]] = defaultdict(list)
    with questions.open(newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            where = row["shared_context_id"], int(row["end_index_in_shared_context"])
            asked[where].append(_question(row))
    unknown = {name for name, _ in asked} - talks.keys()
    if unknown:
        raise InvalidSuite(
            f"{contexts} has no conversation {sorted(unknown)[0]}, which {questions} asks about"
        )
    return [
        Suite(f"personamem-{name[:40]}-{end}", _sessions(talks[name][:end]), several)
        for (name, end), several in asked.items()
    ]


def _sessions(turns: list[Json]) -> list[Session]:
    parts: list[list[Json]] = [[]]
    for turn in turns:
        if turn["role"] == "system":
            parts.append([])
        else:
            parts[-1].append({**turn, "content": _without_speaker(str(turn["content"]))})
    several = [part for part in parts if part]
    return [chat(f"session_{n}", FIRST_DAY + timedelta(days=n), part) for n, part in enumerate(several)]


def _without_speaker(text: str) -> str:
    for speaker in SPEAKERS:
        text = text.removeprefix(speaker)
    return text


def _question(row: dict[str, Any]) -> Question:
    options = [str(option) for option in ast.literal_eval(row["all_options"])]
    letter = row["correct_answer"].strip()[:3].lower()  # "(a)"
    right = [number for number, option in enumerate(options) if option.strip().lower().startswith(letter)]
    if len(right) != 1:
        raise InvalidSuite(
            f"question {row['question_id']}: {row['correct_answer']!r} is not one of its options"
        )
    return Question(
        ask=row["user_question_or_message"],
        owner={"user_id": "user"},
        category=row["question_type"],
        options=[option.strip()[3:].strip() for option in options],
        right=right[0],
    )
