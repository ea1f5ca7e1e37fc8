"""What the markdown store costs as a day's file grows: an append, reading it back, and finding what changed.

    python -m benchmarks.bench_store [--sizes 0 500 5000 50000] [--rounds 30]

Writes into a temporary folder, below --folder when the disk matters.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path, PurePosixPath

DAY = date(2026, 11, 21)
CONTENT = (
    "Alice told Bob where the spare key is and when the plumber comes. " * 18
)  # about 1.2 kB, as episodes are


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--sizes", type=int, nargs="+", default=[0, 500, 5000, 50000])
    arguments.add_argument("--rounds", type=int, default=30)
    arguments.add_argument("--folder", default=None)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        os.environ["EVEROS_MEMORY__ROOT"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
        print(" entries      file     append      write      parse  entries/s    reread")
        for size in chosen.sizes:
            measure(size, chosen.rounds)


def measure(size: int, rounds: int) -> None:
    from memory.kinds.episode import EPISODE
    from memory.markdown import store
    from memory.markdown.document import parse
    from memory.markdown.entries import KnownEntries
    from memory.markdown.root import current_root
    from memory.scope import Scope, user

    owner = user(f"with_{size}")
    relative = current_root().file(EPISODE, Scope(), owner, day=DAY)
    path = current_root().absolute(relative)
    current_root().ensure()
    if size:
        store.append(EPISODE, Scope(), owner, DAY, "mc_first", [draft()] * size)

    parents = iter(range(10**9))
    append = median(
        lambda: store.append(EPISODE, Scope(), owner, DAY, f"mc_{next(parents):012x}", [draft()]), rounds
    )
    text = path.read_text(encoding="utf-8")
    few = min(rounds, 5 if size > 5000 else rounds)
    write = median(lambda: plain_write(path.with_suffix(".copy"), text.encode()), rounds)
    parsing = median(lambda: parse(EPISODE, text, owner=owner), few)
    known = KnownEntries(limit=10**6)
    count = len(parse(EPISODE, text, owner=owner, known=known).entries)
    rereading = median(lambda: parse(EPISODE, text, owner=owner, known=known), few)
    print(
        f"{size:>8} {len(text) / 1e6:>6.2f} MB {ms(append)} {ms(write)} {ms(parsing)} "
        f"{count / parsing:>10,.0f} {rereading * 1e3:>6.2f} ms"
    )


def draft() -> dict[str, object]:
    return {
        "session_id": "demo-1",
        "timestamp": datetime(2026, 11, 21, 20, 29, 44, 275000, UTC),
        "parent_type": "memcell",
        "sender_ids": ["alice", "bot", "bob"],
        "subject": "The spare key",
        "summary": "Alice told Bob where the spare key is.",
        "content": CONTENT,
    }


def plain_write(path: Path, data: bytes) -> None:
    """The floor: one write, fsync and rename of as many bytes."""
    temporary = PurePosixPath(f"{path}.tmp")
    with open(temporary, "wb") as file:
        file.write(data)
        os.fsync(file.fileno())
    os.replace(temporary, path)


def median(work: Callable[[], object], rounds: int) -> float:
    taken = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:>7.2f} ms"


if __name__ == "__main__":
    main()
