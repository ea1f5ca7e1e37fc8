"""Clients that go on writing whatever happens to the servers, and what must be true when they have ended."""

from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from threading import Event, Semaphore, Thread

from tests.distributed.stack import Stack
from tests.system.client import Answer, NoAnswer, connected, eventually
from tests.system.disk import ENTRY, content, episode_entries, marker_counts
from tests.system.ledger import Writer, check_exactly_once, wrong
from tests.system.speech import Speech


def writers(seed: str, number: int, users: int) -> list[Writer]:
    """One session each; some of them are of one user, so that they write to one file."""
    return [Writer(f"{seed}-{n}", Speech(f"{seed} {n}", f"{seed}-{n % users}")) for n in range(number)]


class Load:
    """Each writer goes from one web service to the next; what got no answer it sends again, unchanged.

    They write as much as they are told to, so that a slow machine has no more to do than a quick one.
    """

    def __init__(self, stack: Stack, clients: Sequence[Writer]) -> None:
        self._stack = stack
        self._ended = Event()
        self._allowed = Semaphore(0)
        self._threads = [Thread(target=self._write, args=[writer, n]) for n, writer in enumerate(clients)]
        self.flushed: list[str] = []  # sessions, one for each flush that was answered
        self.failures: list[BaseException] = []
        self.refusals: list[Answer] = []

    def allow(self, flushes: int) -> None:
        """So many more, by whoever is free."""
        self._allowed.release(flushes)

    def wait_for(self, flushes: int, within: float = 60) -> None:
        """Until so many have been answered in all."""
        eventually(lambda: len(self.flushed) >= flushes or self.failures, f"{flushes} flushes", within)

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join(90)
            assert not thread.is_alive(), "a request was not answered"
        assert not self.failures, self.failures

    def _write(self, writer: Writer, first: int) -> None:
        ports = cycle([*self._stack.ports[first % 2 :], *self._stack.ports[: first % 2]])
        while not self._ended.is_set() and not self.failures:
            if not self._allowed.acquire(timeout=0.1):
                continue
            try:
                with connected(next(ports)) as client:
                    if not writer.unanswered:
                        writer.unanswered.append(writer.speech.messages(2))
                    self._accepted(client.add(writer.session_id, writer.unanswered[0]))
                    writer.unanswered.pop()
                    self._accepted(client.flush(writer.session_id))
                self.flushed.append(writer.session_id)
            except NoAnswer:
                self._allowed.release()
            except AssertionError as error:
                self.failures.append(error)

    def _accepted(self, answer: Answer) -> None:
        """A server that says "try again" is taken at its word."""
        if answer.status == 503:
            self.refusals.append(answer)
            raise NoAnswer
        answer.ok()


def check_everything(stack: Stack, clients: Sequence[Writer]) -> None:
    """What was accepted stands once in the files, in the index and in the answers, and what was derived from it too."""
    for writer in clients:
        writer.finish(stack.port)
    check_exactly_once(stack, [writer.speech for writer in clients])
    for user_id, markers in _by_user(clients).items():
        facts = [text for _, text in fact_entries(stack.root, user_id)]
        assert wrong(marker_counts(facts, set(markers)), Counter(markers)) == {}, "facts"
    check_rows(stack)


def check_no_doubles(root: Path, clients: Sequence[Writer]) -> None:
    """At any moment, whatever is under way."""
    for user_id, markers in _by_user(clients).items():
        entries = episode_entries(root, user_id)
        doubled = {
            m: n for m, n in marker_counts([content(e.text) for e in entries], set(markers)).items() if n > 1
        }
        assert doubled == {}
        assert len({entry.id for entry in entries}) == len(entries)


def check_rows(stack: Stack) -> None:
    """As many rows as entries: nothing is missing from the index, and nothing is there twice."""
    tables = stack.ready()["index"]["tables"]
    rows = {kind: tables[kind]["rows"] for kind in ("episode", "atomic_fact")}
    assert rows == {
        "episode": written(stack.root, "episodes/episode-*.md"),
        "atomic_fact": written(stack.root, ".atomic_facts/atomic_fact-*.md"),
    }


def written(root: Path, files: str) -> int:
    """Entries of all owners, who are users and groups."""
    return sum(len(ENTRY.findall(path.read_text("utf-8"))) for path in root.glob(f"*/*/*/*/{files}"))


def fact_entries(root: Path, user_id: str) -> list[tuple[str, str]]:
    files = sorted(root.glob(f"*/*/users/{user_id}/.atomic_facts/atomic_fact-*.md"))
    return [(m["id"], m["text"]) for file in files for m in ENTRY.finditer(file.read_text("utf-8"))]


def _by_user(clients: Sequence[Writer]) -> dict[str, list[str]]:
    markers: dict[str, list[str]] = {}
    for writer in clients:
        markers.setdefault(writer.speech.sender_id, []).extend(writer.speech.markers)
    return markers
