"""Whether a server stays as it is under steady work: an hour of mixed load, what it costs, and what is left at the end.

    make soak                                          # an hour, into build/soak
    make soak MINUTES=15
    python benchmarks/soak.py --minutes 15 --folder build/soak

Six people talk, read, correct, edit files and have forgotten what is older than a third of the run, so that from then
on about as many memories are kept. What the server takes is written every few seconds to soak.csv and drawn in
soak.svg; the root and the log of the server stay beside them. The exit status is 1 when a curve of the second half
rises by more than the memories do (curves.py), when a call was refused, or when at the end something is lost, found
twice, or found although it was forgotten.
"""

import argparse
import csv
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.curves import JUDGED_FROM, Curve, added_per, per  # noqa: E402
from benchmarks.picture import Line, Panel, drawn  # noqa: E402
from benchmarks.served import Served, fresh_root, while_alive  # noqa: E402
from benchmarks.soak_load import Person  # noqa: E402
from tests.system.client import connected  # noqa: E402
from tests.system.server import idle  # noqa: E402

PEOPLE = 6
TURN_SECONDS = 6.0  # from the beginning of a person's turn to that of the next; on a busy machine take more
SAMPLE_SECONDS = 3.0
KEPT = 1 / 3  # of the run
REST_SECONDS = 300.0  # for what waits when nobody asks for more
MB, KB = 2**20, 2**10


@dataclass(frozen=True, slots=True)
class Sample:
    """What the server takes and holds. `requests` and `accepted` are counted by the clients, from the beginning."""

    minutes: float
    memory_mb: float
    descriptors: int
    threads: int
    index_bytes: int
    database_bytes: int
    log_bytes: int
    requests: int
    accepted: int
    rows: int
    queue: int


@dataclass(frozen=True, slots=True)
class Report:
    samples: list[Sample]
    counted: Counter[str]
    problems: list[str]
    rest_seconds: float

    @property
    def failures(self) -> list[str]:
        return [*(str(curve) for curve in curves(self.samples) if not curve.is_flat), *self.problems]


def soak(
    folder: Path, minutes: float, say: Callable[[str], object], turn_seconds: float = TURN_SECONDS
) -> Report:
    """Raises nothing for what the server does wrong: that is in the report."""
    with Served(fresh_root(folder, "soak"), EVEROS_LOG__LEVEL="INFO") as server:
        server.wait_until_ready()
        people = [Person(server, number, 60 * minutes * KEPT) for number in range(PEOPLE)]
        samples = load(server, people, 60 * minutes, say, turn_seconds)
        rest = until_idle(server)
        counted: Counter[str] = Counter()
        for person in people:
            counted.update(person.account())
    problems = [problem for person in people for problem in person.problems]
    if rest > REST_SECONDS:
        problems.append(f"the server did not come to rest within {REST_SECONDS:.0f} s")
    return Report(samples, counted, problems, rest)


def load(
    server: Served,
    people: Sequence[Person],
    seconds: float,
    say: Callable[[str], object],
    turn_seconds: float,
) -> list[Sample]:
    began = time.monotonic()
    threads = [
        threading.Thread(target=live, args=[person, began + seconds, turn_seconds], daemon=True)
        for person in people
    ]
    for thread in threads:
        thread.start()
        time.sleep(turn_seconds / PEOPLE)
    samples = []
    while any(thread.is_alive() for thread in threads):
        samples.append(sampled(server, people, began))
        if len(samples) % 20 == 1:
            say(as_line(samples[-1]))
        time.sleep(SAMPLE_SECONDS)
    return samples


def as_line(sample: Sample) -> str:
    return (
        f"{sample.minutes:5.1f} min: {sample.memory_mb:.0f} MB, {sample.descriptors} descriptors, {sample.threads}"
        f" threads, {sample.accepted:,} accepted, {sample.rows:,} rows kept, {sample.queue} waiting"
    )


def live(person: Person, end: float, turn_seconds: float) -> None:
    """One turn after another, at a steady pace."""
    while (began := time.monotonic()) < end:
        person.turn()
        time.sleep(max(0.0, began + turn_seconds - time.monotonic()))


def until_idle(server: Served) -> float:
    """Until nothing waits; the seconds that it took."""
    began = time.monotonic()
    with connected(server.port) as client:
        while (took := time.monotonic() - began) <= REST_SECONDS and not idle(client.health()):
            time.sleep(0.3)
    return took


def sampled(server: Served, people: Sequence[Person], began: float) -> Sample:
    processes = server.processes()
    with connected(server.port) as client:
        health = client.health()
    waiting = (
        health["queue"]["pending"],
        health["ome"]["pending"],
        health["buffer"]["pending_cells"],
        health["forgetting"]["waiting"],
    )
    return Sample(
        minutes=round((time.monotonic() - began) / 60, 3),
        memory_mb=round(server.memory_mb(), 1),
        descriptors=int(sum(while_alive(descriptors, pid) for pid in processes)),
        threads=int(sum(while_alive(threads_of, pid) for pid in processes)),
        index_bytes=size_of(server.root / ".index/lancedb"),
        database_bytes=size_of(server.root / ".index/sqlite")
        + sum(map(size_of_file, server.root.glob(".accounts.db*"))),
        log_bytes=server.log.stat().st_size,
        requests=sum(person.requests for person in people),
        accepted=sum(person.accepted for person in people),
        rows=sum(table["rows"] or 0 for table in health["index"]["tables"].values()),
        queue=sum(waiting),
    )


def descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def threads_of(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def size_of(folder: Path) -> int:
    """Without what is cleaned up while it is looked at."""
    files = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return sum(size_of_file(file) for file in files)


def size_of_file(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def column(samples: Sequence[Sample], name: str) -> list[float]:
    return [float(getattr(sample, name)) for sample in samples]


def curves(samples: Sequence[Sample]) -> list[Curve]:
    """What must be flat. Where something grows with the memories that are kept or with the calls, what is judged is how
    much there is of it for each: for each row of the index; for each accepted message, which the database knows again
    for 30 days; for each call, since the log goes to standard error and its rotation is not the server's."""
    rows, accepted, requests = (column(samples, name) for name in ("rows", "accepted", "requests"))
    stretch = max(1, len(samples) // 8)
    log = added_per(column(samples, "log_bytes"), requests, stretch)
    return [
        Curve("resident memory", "MB", column(samples, "memory_mb"), share=0.04, slack=8, beside=rows),
        # So many files of indexes that were compacted may be open (MOST_NEW_FILES in memory/index/handles.py).
        Curve("descriptors", "open", column(samples, "descriptors"), share=0.05, slack=100),
        # LanceDB has as many threads as it was asked things at once, and lets them go after ten seconds.
        Curve("threads", "running", column(samples, "threads"), share=0.05, slack=16),
        Curve("index for each row", "KB", in_(KB, per(column(samples, "index_bytes"), rows)), share=0.15),
        Curve(
            "database for each message that was accepted",
            "KB",
            in_(KB, per(column(samples, "database_bytes"), accepted)),
            share=0.10,
        ),
        Curve("log for each call", "bytes", log, share=0.15),
        Curve("work that waits", "rows", column(samples, "queue"), share=0.2, slack=20),
    ]


def in_(unit: float, values: Sequence[float]) -> list[float]:
    return [value / unit for value in values]


def picture(samples: Sequence[Sample]) -> str:
    def line(label: str, name: str, unit: float = 1) -> Line:
        return Line(label, in_(unit, column(samples, name)))

    index_per_row = in_(KB, per(column(samples, "index_bytes"), column(samples, "rows")))
    minutes = column(samples, "minutes")
    panels = [
        Panel("Resident memory", "MB", [line("all processes", "memory_mb")]),
        Panel("Handles", "number", [line("descriptors", "descriptors"), line("threads", "threads")]),
        Panel(
            "On disk",
            "MB",
            [
                line("index", "index_bytes", MB),
                line("databases", "database_bytes", MB),
                line("log", "log_bytes", MB),
            ],
        ),
        Panel("Index for each row", "KB", [Line("bytes / rows", index_per_row)]),
        Panel("Messages and memories", "number", [line("accepted", "accepted"), line("rows kept", "rows")]),
        Panel("Work that waits", "rows", [line("index, runs, cells, forgetting", "queue")]),
    ]
    title = (
        f"{minutes[-1]:.0f} minutes of mixed load, {samples[-1].requests:,} calls; the shaded half is judged"
    )
    return drawn(title, minutes, panels, JUDGED_FROM * minutes[-1])


def write_csv(samples: Sequence[Sample], path: Path) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Sample)])
        writer.writeheader()
        writer.writerows(asdict(sample) for sample in samples)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--folder", type=Path, default=PROJECT / "build" / "soak")
    parser.add_argument("--turn-seconds", type=float, default=TURN_SECONDS, help="of each of six people")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    report = soak(options.folder, options.minutes, partial(print, flush=True), options.turn_seconds)
    write_csv(report.samples, options.folder / "soak.csv")
    (options.folder / "soak.svg").write_text(picture(report.samples), "utf-8")
    print("\n".join(str(curve) for curve in curves(report.samples)))
    last = report.samples[-1]
    print(
        f"{last.requests:,} calls, {last.accepted:,} messages, notes and entries accepted; at the end:",
        end=" ",
    )
    print(", ".join(f"{number:,} {name}" for name, number in report.counted.items()))
    print(f"at rest {report.rest_seconds:.1f} s after the last call; curves in {options.folder}")
    if report.failures:
        print("\n".join(["FAILED", *report.failures]))
        sys.exit(1)


if __name__ == "__main__":
    main()
