"""What a power failure could take: whatever was written and not yet synced when the client had its answer.

The system calls of a real server, by strace, say what that is: nothing.
"""

import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.system.client import connected
from tests.system.server import Server

STRACE = shutil.which("strace")
CALLS = "write,pwrite64,writev,ftruncate,fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat"
LINE = re.compile(r"^\d+ +(?P<at>\d+\.\d+) (?P<call>\w+)\((?P<rest>.*)$")
DESCRIPTOR = re.compile(r"^\d+<(?P<path>[^>]+)>")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
WRITES, SYNCS = {"write", "pwrite64", "writev", "ftruncate"}, {"fsync", "fdatasync"}


@dataclass
class Disk:
    """What would be gone if the power failed now: contents, and changes of names in folders."""

    contents: set[str] = field(default_factory=set)
    names: dict[str, set[str]] = field(default_factory=dict)  # folder -> names that came or went

    def apply(self, call: str, rest: str) -> None:
        if call in WRITES | SYNCS:
            self._on_descriptor(call, DESCRIPTOR.match(rest))
        elif call.startswith("rename"):
            source, target = QUOTED.findall(rest)
            if source in self.contents:
                self.contents = self.contents - {source} | {target}
            self._named(source)
            self._named(target)
        else:
            self._named(QUOTED.findall(rest)[0])

    def _on_descriptor(self, call: str, descriptor: re.Match[str] | None) -> None:
        if descriptor is None:
            return
        path = descriptor["path"]
        if call in WRITES:
            self.contents.add(path)
        else:
            self.contents.discard(path)
            self.names.pop(path, None)

    def _named(self, path: str) -> None:
        folder, _, name = path.rpartition("/")
        self.names.setdefault(folder, set()).add(name)

    def lost(self, root: Path) -> list[str]:
        """What is not yet on disk of files other than the server's databases."""
        named = (f"{folder}/{name}" for folder, names in self.names.items() for name in names)
        below = [path.removeprefix(f"{root}/") for path in (*self.contents, *named) if f"{root}/" in path]
        return sorted(path for path in below if not path.startswith((".tmp", ".index/", ".accounts.db")))


@contextmanager
def traced(process: int, into: Path) -> Iterator[None]:
    """Every call of the process that changes a file is a line of `into`."""
    command = [str(STRACE), "-f", "-ttt", "-y", "-s", "0", "-e", f"trace={CALLS}", "-o", str(into)]
    tracer = subprocess.Popen([*command, "-p", str(process)], stderr=subprocess.PIPE, text=True)
    assert tracer.stderr is not None
    first = tracer.stderr.readline()
    if "attached" not in first:
        tracer.kill()
        pytest.skip(f"processes may not be traced here: {first.strip()}")
    try:
        yield
    finally:
        tracer.send_signal(signal.SIGINT)
        tracer.wait(30)


@dataclass(frozen=True)
class Call:
    at: float  # seconds since 1970
    name: str
    rest: str


def calls(trace: Path) -> list[Call]:
    """Those that succeeded, in order."""
    found = [LINE.match(line) for line in trace.read_text().splitlines() if "= -1" not in line]
    return [Call(float(one["at"]), one["call"], one["rest"]) for one in found if one]


def disk_at(moment: float, made: list[Call]) -> Disk:
    disk = Disk()
    for call in made:
        if call.at <= moment:
            disk.apply(call.name, call.rest)
    return disk


def rows_synced(between: tuple[float, float], made: list[Call]) -> bool:
    """Whether a commit of the database was made to last, in this time."""
    return any(
        call.name in SYNCS and "/system.db-wal>" in call.rest and between[0] <= call.at <= between[1]
        for call in made
    )


@pytest.mark.long
@pytest.mark.skipif(STRACE is None, reason="strace is not there")
def test_nothing_that_was_answered_is_lost_when_the_power_fails(tmp_path: Path) -> None:
    server, trace = Server(tmp_path / "memory").start(), tmp_path / "trace"
    moments = []
    try:
        with connected(server.port) as client, traced(server.worker, trace):
            moments.append(time.time())
            client.add("s1", [said("I moved to Oslo in May.", n) for n in range(2)]).ok()
            moments.append(time.time())
            client.flush("s1").ok()
            moments.append(time.time())
            note = {"messages": "I keep bees.", "category": "fact", "user_id": "bob"}
            assert client.request("POST", "/ltm/memories", note).status in (200, 201)
            moments.append(time.time())
            assert client.request("POST", "/api/v1/memory/delete", {"user_id": "bob"}).status == 200
            moments.append(time.time())
            server.ready()
            moments.append(time.time())
    finally:
        server.kill()
    began, added, flushed, noted, forgotten, idle = moments
    made = calls(trace)
    assert rows_synced((began, added), made)
    assert rows_synced((added, flushed), made)
    answered = (flushed, noted, forgotten, idle)
    at_flush, at_note, at_forgetting, at_end = (disk_at(moment, made) for moment in answered)
    assert [path for path in at_flush.lost(server.root) if "/episodes/" in path] == []
    assert [path for path in at_note.lost(server.root) if "/users/bob/" in path] == []
    gone_and_proved = ("/users/bob/", ".forgotten")
    assert [path for path in at_forgetting.lost(server.root) if any(n in path for n in gone_and_proved)] == []
    assert any(call.name in SYNCS and "/.forgotten>" in call.rest for call in made)
    assert at_end.lost(server.root) == []
    assert any(call.name.startswith("rename") and "/episodes/" in call.rest for call in made)
    history = next(call for call in made if call.name in SYNCS and ".history.jsonl>" in call.rest)
    folder = history.rest.partition("<")[2].rpartition("/")[0]
    named = [call for call in made if call.name in SYNCS and f"<{folder}>" in call.rest]
    assert any(history.at < call.at <= noted for call in named)


def said(text: str, number: int) -> dict[str, object]:
    moment = 1_748_390_400_000 + number
    return {"sender_id": "alice", "role": "user", "timestamp": moment, "content": f"{text} {number}"}
