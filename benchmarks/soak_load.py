"""A person of the soak: talks, reads, corrects, edits files, has what is old forgotten, and knows what must be left.

Every message, note and entry has a marker word of its own. Beside it stands a verb, which tells the version: `noted`
when it was accepted, `corrected` after a call, `edited` after a hand has changed the file.
"""

import os
import re
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote

from benchmarks.served import Served
from tests.system.client import Client, NoAnswer
from tests.system.disk import episode_files
from tests.system.speech import NOON, Speech

Json = dict[str, Any]
HOUR_MS = 3_600_000
BETWEEN_SESSIONS_MS = 4 * HOUR_MS  # so that six sessions share a day, and a file
SAID = re.compile(r"\b(noted|corrected|edited) the word (\w{9})\b")
QUESTIONS = ("Who has a broken lamp?", "the neighbour's dog", "When does the ferry leave?", "tax letter")
KEYS = 20  # of an agent's entries, which are written again and again
SEARCHED = 40  # of the markers, at the end, one by one
SHOWN = 5  # of many that are wrong


@dataclass(slots=True)
class Session:
    id: str
    begins_ms: int
    said_at: float  # by time.monotonic()
    verbs: dict[str, str] = field(default_factory=dict)  # marker -> verb


@dataclass(slots=True)
class Note:
    id: str
    marker: str
    verb: str
    said_at: float


class Person:
    """Forgets what was said longer than `keep_seconds` ago. What goes wrong is in `problems`, in words."""

    def __init__(self, server: Served, number: int, keep_seconds: float) -> None:
        self.name = f"user-{number}"
        self.agent = f"agent-{number}"
        self.accepted = self.requests = self.turns = 0
        self.problems: list[str] = []
        self.sessions: deque[Session] = deque()
        self.notes: deque[Note] = deque()
        self.entries: dict[str, str] = {}  # key -> marker
        self.gone: list[str] = []
        self._root = server.root
        self._keep_seconds = keep_seconds
        self._client = Client(server.port, timeout=120)
        self._speech = Speech(f"soak {number}", self.name)

    # What it does

    def turn(self) -> None:
        """A session, and a few of the other things that a client does, some at each turn and some now and then."""
        turn = self.turns
        self.turns += 1
        self._talk(turn)
        self._read(turn)
        if turn % 2:
            self._store(turn)
        if turn % 3 == 0:
            self._note()
        if turn % 5 == 2:
            self._correct()
        if turn % 7 == 3:
            self._edit_a_file()
        if turn % 10 == 9:
            self._forget(turn // 10)

    def _talk(self, turn: int) -> None:
        session = Session(f"{self.name}-{turn}", NOON + turn * BETWEEN_SESSIONS_MS, monotonic())
        messages = [self._speech.message(session.begins_ms + 60_000 * number) for number in range(2)]
        for batch in [messages] if turn % 2 else [messages[:1], messages[1:]]:
            if self._ask("POST", "add", {"session_id": session.id, "messages": batch}) is None:
                return
            self.accepted += len(batch)
        session.verbs = dict.fromkeys(self._speech.markers[-2:], "noted")
        self.sessions.append(session)
        self._is_found(self._speech.markers[-1])
        self._ask("POST", "flush", {"session_id": session.id})
        self._is_found(self._speech.markers[-2])

    def _is_found(self, marker: str, when: str = "right after it had been accepted") -> None:
        """What was accepted is found at once, and once."""
        body = {"user_id": self.name, "query": marker, "method": "keyword", "top_k": 10}
        found = self._ask("POST", "search", body)
        if found is not None:
            holders = sum(marker in episode["episode"] for episode in found["data"]["episodes"])
            if holders != 1:
                self._complain(f"{marker} was found {holders} times, {when}")

    def _read(self, turn: int) -> None:
        method = ("hybrid", "vector", "agentic")[turn % 3]
        query = QUESTIONS[turn % len(QUESTIONS)]
        self._ask("POST", "search", {"user_id": self.name, "query": query, "method": method})
        kind = ("episode", "atomic_fact", "profile")[turn % 3]
        self._ask("POST", "get", {"user_id": self.name, "memory_type": kind, "page_size": 20})

    def _store(self, turn: int) -> None:
        """An entry of an agent, in the place of the one before under the same key."""
        key, marker = f"lesson-{turn // 2 % KEYS}", self._marker()
        body = {"key": key, "value": f"I noted the word {marker}."}
        if self._ask("POST", f"{self.agent}/store", body) is None:
            return
        self.accepted += 1
        if key in self.entries:
            self.gone.append(self.entries[key])
        self.entries[key] = marker
        self._ask("POST", f"{self.agent}/vector-search", {"text": QUESTIONS[turn % len(QUESTIONS)]})
        self._ask("GET", f"{self.agent}/list?limit=10")

    def _note(self) -> None:
        marker = self._marker()
        body = {
            "messages": f"The user noted the word {marker}.", "category": "fact", "user_id": self.name
        }  # fmt: skip
        added = self._ask("POST", "/ltm/memories", body)
        if added is not None:
            self.accepted += 1
            self.notes.append(Note(str(added["id"]), marker, "noted", monotonic()))
        self._ask("POST", "/ltm/memories/search", {"query": QUESTIONS[0], "user_id": self.name, "limit": 5})
        while self.notes and self._is_old(self.notes[0].said_at):
            old = self.notes.popleft()
            self._ask("DELETE", f"/ltm/memories/{old.id}")
            self.gone.append(old.marker)

    def _correct(self) -> None:
        """An episode of the middle, and the latest note."""
        if self.notes:
            note = self.notes[-1]
            text = f"User corrected the word {note.marker}."
            if self._ask("PUT", f"/ltm/memories/{note.id}", {"data": text}) is not None:
                note.verb = "corrected"
        if not self.sessions:
            return
        session = self.sessions[len(self.sessions) // 2]
        marker = next(iter(session.verbs))
        identifier = self._indexed(session.id)
        read = self._ask("GET", quote(identifier)) if identifier else None
        if read is None:
            return
        content = self._with_verb(str(read["data"]["memory"]["episode"]), marker, "corrected")
        if self._ask("PATCH", quote(str(identifier)), {"content": content}) is not None:
            session.verbs[marker] = "corrected"

    def _indexed(self, session_id: str) -> str | None:
        """The id of the session's episode; what is still pending has none that stays."""
        filters = {"session_id": session_id}
        body = {"user_id": self.name, "memory_type": "episode", "filters": filters}
        found = self._ask("POST", "get", body)
        episodes = found["data"]["episodes"] if found else []
        return next((str(episode["id"]) for episode in episodes if not episode["pending"]), None)

    def _edit_a_file(self) -> None:
        """As an editor does it, in a file of a day to which nothing is added, and from which nothing is forgotten."""
        days = sorted({_day(session) for session in self.sessions})[1:-1]
        for session in (one for one in self.sessions if _day(one) in days[len(days) // 2 :]):
            marker = next(reversed(session.verbs))
            for path in episode_files(self._root, self.name):
                text = path.read_text("utf-8")
                if session.verbs[marker] == "noted" and f"noted the word {marker}" in text:
                    aside = self._root.parent / f"{self.name}.edited"
                    aside.write_text(self._with_verb(text, marker, "edited"), "utf-8")
                    os.replace(aside, path)
                    session.verbs[marker] = "edited"
                    return

    def _forget(self, time: int) -> None:
        """What is old: by time, by session, by id, and by time behind the call."""
        old = [session for session in self.sessions if self._is_old(session.said_at)]
        if not old or len(old) == len(self.sessions):
            return
        begins = self.sessions[len(old)].begins_ms
        named: Json = {"user_id": self.name, "before": begins}
        if time % 4 == 1:
            old = old[:1]
            named = {"user_id": self.name, "session_id": old[0].id}
        elif time % 4 == 2:
            named = {"ids": [each for session in old if (each := self._indexed(session.id))]}
            if len(named["ids"]) < len(old):
                return
        elif time % 4 == 3:
            named["async_mode"] = True
        answer = self._ask("POST", "delete", named)
        if answer is None:  # it may have been forgotten all the same
            answer = self._ask("POST", "delete", named)
        if answer is None:
            return
        if answer["data"]["status"] not in ("forgotten", "accepted"):
            self._complain(f"delete {named}: {answer['data']['status']}")
        for session in old:
            self.gone += session.verbs
            self.sessions.remove(session)

    def _is_old(self, said_at: float) -> bool:
        return monotonic() - said_at > self._keep_seconds

    def _marker(self) -> str:
        self._speech.message()
        return self._speech.markers[-1]

    def _with_verb(self, text: str, marker: str, verb: str) -> str:
        return re.sub(rf"\b(noted|corrected|edited) the word {marker}\b", f"{verb} the word {marker}", text)

    def _ask(self, method: str, path: str, body: Json | None = None) -> Json | None:
        """What a success answers. A path without a slash before it is one of /api/v1/memory."""
        self.requests += 1
        try:
            whole = path if path.startswith("/") else f"/api/v1/memory/{path}"
            answer = self._client.request(method, whole, body)
        except NoAnswer as error:
            self._complain(f"no answer: {error}")
            return None
        if answer.status not in (200, 202):
            self._complain(f"{method} {path}: {answer.status} {answer.body}")
            return None
        return answer.body

    def _complain(self, problem: str) -> None:
        self.problems.append(f"{datetime.now():%H:%M:%S} {self.name}: {problem}")
        print(self.problems[-1], flush=True)

    # What must be left of it

    def account(self) -> Counter[str]:
        """`kept`, `lost`, `doubled` and `back` (found though it was forgotten), of what was accepted; problems too."""
        self._client.close()  # idle since the end of the load: the server may have closed its side
        told = self.listed_episodes()
        kept = {marker: verb for session in self.sessions for marker, verb in session.verbs.items()}
        noted = {note.marker: note.verb for note in self.notes}
        entries = dict.fromkeys(self.entries.values(), "noted")
        counted = self._compare("episodes", told, kept | noted)
        counted.update(self._compare("notes", self._listed_notes(), noted))
        counted.update(self._compare("entries", self._listed_entries(), entries))
        markers = list(kept | noted)
        for marker in markers[:: max(1, len(markers) // SEARCHED)]:
            self._is_found(marker, "at the end")
        self._look_for_the_forgotten()
        return counted

    def _compare(self, where: str, texts: Sequence[str], expected: dict[str, str]) -> Counter[str]:
        times: Counter[str] = Counter()
        verbs: dict[str, str] = {}
        for text in texts:
            said = {marker: verb for verb, marker in SAID.findall(text)}
            times.update(said.keys())
            verbs |= said
        wrong = {
            "lost": [marker for marker in expected if not times[marker]],
            "doubled": [marker for marker in expected if times[marker] > 1],
            "back": [marker for marker in self.gone if times[marker]],
            "as it was before an edit": [
                marker for marker, verb in expected.items() if verbs.get(marker, verb) != verb
            ],
        }
        for name, markers in wrong.items():
            if markers:
                self._complain(f"{where}: {name}: {len(markers)}, such as {', '.join(markers[:SHOWN])}")
        return Counter({"kept": len(expected), **{name: len(markers) for name, markers in wrong.items()}})

    def listed_episodes(self) -> list[str]:
        return [str(episode["episode"]) for episode in self._client.episodes(self.name)]

    def _listed_notes(self) -> list[str]:
        listed = self._ask("GET", f"/ltm/memories?user_id={self.name}&limit=10000")
        return [str(memory["memory"]) for memory in listed["results"]] if listed else []

    def _listed_entries(self) -> list[str]:
        listed = self._ask("GET", f"{self.agent}/list?limit=1000")
        return [str(entry["value"]) for entry in listed["entries"]] if listed else []

    def _look_for_the_forgotten(self) -> None:
        """No file says it any more, neither of memories nor of their histories."""
        gone = set(self.gone)
        for path in _texts_below(self._root, (self.name, self.agent)):
            left = gone & set(re.findall(r"\w{9}", path.read_text("utf-8")))
            if left:
                self._complain(f"{path.relative_to(self._root)} still says {', '.join(sorted(left)[:SHOWN])}")


def _day(session: Session) -> int:
    return session.begins_ms // (24 * HOUR_MS)


def _texts_below(root: Path, owners: Iterable[str]) -> list[Path]:
    files = [path for owner in owners for path in root.glob(f"*/*/*/{owner}/**/*")]
    return [path for path in files if path.suffix in (".md", ".jsonl")]
