"""A client that goes on through a fault, and what became of what it said.

What is refused it sends again, unchanged, when the fault is over: to be refused is no loss, to be answered 200 and not
found is one.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from tests.system.client import Answer, Client, NoAnswer, connected, eventually
from tests.system.disk import content, episode_entries, marker_counts
from tests.system.ledger import check_exactly_once
from tests.system.server import PROJECT, Served, Server
from tests.system.speech import Speech

Record = Callable[[str, object], None]
RECOVERY_SECONDS = 120


@dataclass
class Witness:
    speech: Speech
    prefix: str = ""  # of its sessions, where a user has several witnesses
    refused: list[tuple[str, list[dict[str, Any]]]] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    refusals: list[Answer] = field(default_factory=list)
    _said: int = 0

    def say(self, client: Client, flush: bool = True) -> bool:
        """A session of two messages; whether all of it was accepted."""
        session = f"{self.prefix or self.speech.sender_id}-{self._said}"
        self._said += 1
        self.sessions.append(session)
        batch = self.speech.messages(2)
        if not self._add(client, session, batch):
            return False
        return not flush or self._noted(client.flush(session))

    def _add(self, client: Client, session: str, batch: list[dict[str, Any]]) -> bool:
        try:
            if self._noted(client.add(session, batch)):
                return True
        except NoAnswer:
            pass
        self.refused.append((session, batch))
        return False

    def _noted(self, answer: Answer) -> bool:
        if answer.status not in (200, 202):
            self.refusals.append(answer)
        return answer.status in (200, 202)

    def finish(self, client: Client) -> None:
        """Says again what was refused, and closes all sessions."""
        for session, batch in self.refused:
            client.add(session, batch).ok()
        self.refused.clear()
        for session in self.sessions:
            eventually(lambda session=session: client.flush(session).status == 200, "flushed")  # type: ignore[misc]


def refused_with(answer: Answer, words: str) -> None:
    """A server's own trouble is told as such, and in words."""
    assert answer.status == 503, answer
    assert words in answer.body["error"]["message"], answer


def refused_start(server: Server) -> str:
    """What a server that is started says on standard error when it does not."""
    done = subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), "serve"],
        env=server.env, cwd=PROJECT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def reasons(client: Client) -> str:
    return " ".join(client.health()["reasons"])


def well(server: Served, within: float = RECOVERY_SECONDS) -> float:
    """Waits until /health has nothing to say any more; the seconds that it took."""
    began = monotonic()
    with connected(server.port) as client:
        eventually(lambda: _nothing_to_say(client), "all is well again", within)
    return monotonic() - began


def _nothing_to_say(client: Client) -> bool:
    try:
        health = client.health()
    except NoAnswer:  # of a process that gives way to another one just now
        return False
    return bool(health["ready"]) and health["reasons"] == []


def account(server: Served, witnesses: list[Witness], record: Record, fault: str, seconds: float) -> None:
    """Afterwards: everything stands once in files, lists and searches; the figures go into the report of the run."""
    with connected(server.port) as client:
        for witness in witnesses:
            witness.finish(client)
    server.ready()
    speeches = [witness.speech for witness in witnesses]
    note(record, fault, told(server, speeches), seconds)
    check_exactly_once(server, speeches)


def told(server: Served, speeches: Iterable[Speech]) -> Counter[str]:
    """In how many memories of its speaker each marker stands; 0 of one that is lost."""
    times: Counter[str] = Counter()
    for speech in speeches:
        texts = [content(entry.text) for entry in episode_entries(server.root, speech.sender_id)]
        counts = marker_counts(texts, set(speech.markers))
        times.update({marker: counts[marker] for marker in speech.markers})
    return times


def note(record: Record, fault: str, counted: Counter[str], seconds: float) -> None:
    """For tests/faults/report.py."""
    record("fault", fault)
    record("accepted", len(counted))
    record("lost", sum(times == 0 for times in counted.values()))
    record("doubled", sum(times > 1 for times in counted.values()))
    record("seconds", round(seconds, 1))
