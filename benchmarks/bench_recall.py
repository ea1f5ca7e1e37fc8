"""How well the evidence for a question is found, on conversations of LoCoMo's form: no model judges anything.

    python benchmarks/bench_recall.py locomo10.json                        # starts a server of its own
    python benchmarks/bench_recall.py locomo10.json --methods hybrid keyword --conversations 2

The file is the reader's own: a list of objects with `sample_id`, `conversation` (`session_1`, `session_1_date_time`, …)
and `qa` (`question`, `category`, `evidence`). A conversation becomes a project, a session of it is added and
flushed, and when everything is embedded each question of the categories 1 to 4 is searched in the memory of the speaker
whom it names.

    recall@5       share of the sessions with evidence among the first five episodes
    coverage@4000  with room for 4,000 characters, filled with the facts and then the episodes of an answer: of each
                   turn of evidence the best share of its words in one of these texts
"""

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.served import Connection, Served, fresh_root, median, percentile95

Json = dict[str, Any]
METHODS = ("keyword", "vector", "hybrid", "agentic")
ROOM = 4_000
TURN_MS = 20_000
FIRST = 5
# Of a question and its evidence these say nothing about what is meant.
_COMMON = """
    a about an and are as at be been but by can could did do does for from had has have he her here his how i
    if in into is it its me my no not of on or our out she should so than that the their then there these they
    this those to too up very was we were what when where which who why will with would you your just
"""
COMMON = frozenset(_COMMON.split())


@dataclass(frozen=True)
class Talk:
    """One conversation of the file."""

    sample: Json

    @property
    def project(self) -> str:
        return str(self.sample["sample_id"])

    @property
    def speakers(self) -> tuple[str, str]:
        talk = self.sample["conversation"]
        return talk["speaker_a"], talk["speaker_b"]

    def sessions(self) -> Iterator[tuple[str, int, list[Json]]]:
        """Name, beginning in milliseconds since 1970, turns."""
        talk = self.sample["conversation"]
        numbers = sorted(int(name.split("_")[1]) for name in talk if re.fullmatch(r"session_\d+", name))
        for number in numbers:
            if talk[f"session_{number}"]:
                yield (
                    f"session_{number}",
                    _beginning(talk[f"session_{number}_date_time"]),
                    talk[f"session_{number}"],
                )

    def turns(self) -> dict[str, str]:
        """Id of a turn -> its text."""
        return {turn["dia_id"]: _text(turn) for _, _, turns in self.sessions() for turn in turns}

    def questions(self) -> Iterator[tuple[int, str, list[str]]]:
        """Category, text, and the ids of the turns that hold the answer."""
        known = self.turns()
        for asked in self.sample["qa"]:
            named = (turn for told in asked.get("evidence", []) for turn in re.findall(r"D\d+:\d+", told))
            evidence = [turn for turn in dict.fromkeys(named) if turn in known]
            if asked.get("category") in (1, 2, 3, 4) and evidence:
                yield asked["category"], asked["question"], evidence

    def asked_about(self, question: str) -> str:
        """The speaker whom the question names; the first one when it names both or none."""
        named = [name for name in self.speakers if re.search(rf"\b{re.escape(name)}\b", question)]
        return (named[0] if len(named) == 1 else self.speakers[0]).lower()


def _beginning(told: str) -> int:
    moment = datetime.strptime(told.replace(",", ""), "%I:%M %p on %d %B %Y")
    return int(moment.replace(tzinfo=UTC).timestamp() * 1000)


def _text(turn: Json) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [shares a photo: {caption}]" if caption else str(turn["text"])


def remember(server: Connection, talk: Talk) -> None:
    for name, beginning, turns in talk.sessions():
        scope = {"session_id": name, "project_id": talk.project}
        said = [
            {
                "sender_id": turn["speaker"].lower(),
                "sender_name": turn["speaker"],
                "role": "user",
                "timestamp": beginning + number * TURN_MS,
                "content": _text(turn),
            }
            for number, turn in enumerate(turns)
        ]
        server.call("add", {**scope, "messages": said})
        server.call("flush", scope)


def settle(server: Connection) -> None:
    """Until nothing waits, twice in a row: a run that ends lets others begin."""
    quiet = 0
    while quiet < 3:
        _, health = server.request("GET", "/health")
        idle = health["ready"] and not health["ome"]["pending"] and not health["queue"]["pending"]
        quiet = quiet + 1 if idle else 0
        time.sleep(0.2)


@dataclass
class Figures:
    recall: defaultdict[int, list[float]]
    coverage: list[float]
    milliseconds: list[float]

    def report(self) -> Json:
        everything = [value for values in self.recall.values() for value in values]
        by_category = {f"recall@{FIRST} of category {n}": _mean(self.recall[n]) for n in sorted(self.recall)}
        return {
            "questions": len(everything),
            f"recall@{FIRST}": _mean(everything),
            f"coverage@{ROOM}": _mean(self.coverage),
            **by_category,
            "search p50 ms": median(self.milliseconds),
            "search p95 ms": percentile95(self.milliseconds),
        }


def _mean(values: list[float]) -> float:
    return round(statistics.fmean(values), 4)


def ask(server: Connection, talks: list[Talk], method: str) -> Figures:
    figures = Figures(defaultdict(list), [], [])
    for talk in talks:
        turns = talk.turns()
        for category, question, evidence in talk.questions():
            who = {"user_id": talk.asked_about(question), "project_id": talk.project}
            started = time.perf_counter()
            found = server.call("search", {**who, "query": question, "method": method, "top_k": 10})[
                "episodes"
            ]
            figures.milliseconds.append(1000 * (time.perf_counter() - started))
            sessions = {f"session_{turn[1:].split(':')[0]}" for turn in evidence}
            first = list(dict.fromkeys(hit["session_id"] for hit in found))[:FIRST]
            figures.recall[category].append(len(sessions & set(first)) / len(sessions))
            texts = [_words(text) for text in _within_room(found)]
            figures.coverage.append(
                statistics.fmean(_covered(_words(turns[turn]), texts) for turn in evidence)
            )
    return figures


def _within_room(found: list[Json]) -> Iterator[str]:
    facts = sorted((fact for hit in found for fact in hit["atomic_facts"]), key=lambda fact: -fact["score"])
    room = ROOM
    for text in [fact["content"] for fact in facts] + [hit["episode"] for hit in found]:
        if room <= 0:
            return
        yield text[:room]
        room -= len(text)


def _covered(needed: set[str], texts: list[set[str]]) -> float:
    return max((len(needed & text) / len(needed) for text in texts), default=0.0) if needed else 1.0


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9']+", text.lower())) - COMMON


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=["hybrid"])
    parser.add_argument("--conversations", type=int, help="only the first so many")
    options = parser.parse_args()
    talks = [Talk(sample) for sample in json.loads(options.file.read_text())[: options.conversations]]
    with tempfile.TemporaryDirectory() as folder, Served(fresh_root(Path(folder), "recall")) as served:
        server, started = served.connect(), time.perf_counter()
        for talk in talks:
            remember(server, talk)
        settle(server)
        print(
            f"{len(talks)} conversations remembered and embedded after {time.perf_counter() - started:.0f} s"
        )
        for method in options.methods:
            print(f"\n{method}")
            for name, value in ask(server, talks, method).report().items():
                print(f"  {name:28} {value}")


if __name__ == "__main__":
    main()
