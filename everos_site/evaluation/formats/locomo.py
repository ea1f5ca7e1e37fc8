"""LoCoMo: a list of conversations, each with `sample_id`, `conversation` (`session_1`, `session_1_date_time`, …) and
`qa`. The memory of the speaker whom a question names is asked; questions of category 5, which have no answer in the
conversation, are left out.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from everos_site.evaluation.suite import Json, Question, Session, Suite, spoken_at

ANSWERED = (1, 2, 3, 4)
SESSION = re.compile(r"session_\d+")
TURN = re.compile(r"D\d+:\d+")
WORD = re.compile(r"\w+")


def read(data: list[Json]) -> list[Suite]:
    return [_suite(sample) for sample in data]


def _suite(sample: Json) -> Suite:
    talk = sample["conversation"]
    numbers = sorted(int(name.split("_")[1]) for name in talk if SESSION.fullmatch(name))
    sessions = [
        _session(f"session_{number}", talk[f"session_{number}_date_time"], talk[f"session_{number}"])
        for number in numbers
        if talk[f"session_{number}"]
    ]
    return Suite(str(sample["sample_id"]), sessions, list(_questions(sample)))


def _session(name: str, beginning: str, turns: list[Json]) -> Session:
    start = datetime.strptime(beginning.replace(",", ""), "%I:%M %p on %d %B %Y").replace(tzinfo=UTC)
    messages = [
        {
            "sender_id": turn["speaker"].lower(),
            "sender_name": turn["speaker"],
            "role": "user",
            "timestamp": spoken_at(start, number),
            "content": _text(turn),
        }
        for number, turn in enumerate(turns)
    ]
    return Session(name, messages)


def _text(turn: Json) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [shares a photo: {caption}]" if caption else str(turn["text"])


def _questions(sample: Json) -> Iterator[Question]:
    talk = sample["conversation"]
    speakers = (talk["speaker_a"], talk["speaker_b"])
    turns = {
        turn["dia_id"]: _text(turn) for name, said in talk.items() if SESSION.fullmatch(name) for turn in said
    }
    for qa in sample["qa"]:
        cited = [turn for text in qa.get("evidence", []) for turn in TURN.findall(text)]
        evidence = [turn for turn in dict.fromkeys(cited) if turn in turns]
        if qa.get("category") not in ANSWERED or not evidence:
            continue
        named = [name for name in speakers if set(WORD.findall(name)) <= set(WORD.findall(qa["question"]))]
        yield Question(
            ask=qa["question"],
            owner={"user_id": (named[0] if len(named) == 1 else speakers[0]).lower()},
            category=f"category {qa['category']}",
            sessions=frozenset(f"session_{turn[1:].split(':')[0]}" for turn in evidence),
            evidence=[turns[turn] for turn in evidence],
        )
