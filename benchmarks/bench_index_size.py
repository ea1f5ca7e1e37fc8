"""How large the index gets under steady updates: a server on a root of its own, and a person who edits its files.

    python benchmarks/bench_index_size.py                    # 10,000 updates of 1,000 entries: some five minutes
    python benchmarks/bench_index_size.py --updates 2000

The entries are facts of ten owners; the strategies that would follow them are off. Each step rewrites some of them in
their files, waits until the server has indexed them, and looks at the size of the table; at the end the table is left
alone until its old versions are let go, and then compared with one that is built anew.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from datetime import UTC, date, datetime
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.served import Served, fresh_root  # noqa: E402

OWNERS = 10
ENTRIES = 1000
A_STEP = 40
DAY = date(2026, 1, 1)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SETTLED_SECONDS = 200.0  # longer than old versions stay, and until the next compaction


def start_django(root: Path) -> None:
    os.environ.update(EVEROS_MEMORY__ROOT=str(root), EVEROS_LOG__LEVEL="ERROR")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    import django

    django.setup()


def switch_strategies_off(root: Path) -> None:
    from ome.registry import STRATEGIES

    (root / "ome.toml").write_text("".join(f"[strategies.{name}]\nenabled = false\n" for name in STRATEGIES))


def values(owner: str, number: int, version: int) -> dict[str, object]:
    return {
        "owner_id": owner, "session_id": "s", "timestamp": NOON, "parent_type": "episode",
        "parent_id": f"ep_20260101_{number:08d}", "fact": f"{owner} has fact {number} in version {version}.",
    }  # fmt: skip


def fill() -> list[tuple[str, str]]:
    """The entries: their owners and ids."""
    from memory.kinds.atomic_fact import ATOMIC_FACT
    from memory.markdown import store
    from memory.scope import Scope, user

    made = []
    for owner in (f"user-{number}" for number in range(OWNERS)):
        drafts = [values(owner, number, 0) for number in range(ENTRIES // OWNERS)]
        ids = store.append(ATOMIC_FACT, Scope(), user(owner), DAY, "bench", drafts)
        made += [(owner, identifier) for identifier in ids]
    return made


def update(entries: list[tuple[str, str]], version: int) -> None:
    """As an editor does it: the watcher of the server sees the file."""
    from memory.kinds.atomic_fact import ATOMIC_FACT
    from memory.markdown.root import current_root
    from memory.scope import Scope, user

    root = current_root()
    for owner in sorted({owner for owner, _ in entries}):
        file = root.path / root.file(ATOMIC_FACT, Scope(), user(owner), day=DAY)
        text = file.read_text()
        for number in (int(identifier[-8:]) - 1 for of, identifier in entries if of == owner):
            text = re.sub(rf"fact {number} in version \d+", f"fact {number} in version {version}", text)
        file.write_text(text)


def bytes_of(root: Path, table: str) -> int:
    folder = root / ".index" / "lancedb" / f"{table}.lance"
    sizes = []
    for file in folder.rglob("*"):
        try:
            sizes.append(file.stat().st_size)
        except FileNotFoundError:  # cleaned up just now
            continue
    return sum(sizes)


def wait_until_indexed(server: Served) -> None:
    """The watcher sees a change within 0.1 s, so an empty queue counts only after that."""
    time.sleep(0.15)
    while server.health()["queue"]["pending"]:
        time.sleep(0.03)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--updates", type=int, default=10_000)
    options = parser.parse_args()
    root = fresh_root(Path(tempfile.mkdtemp(prefix="everos-bench-")), "size")
    start_django(root)
    switch_strategies_off(root)
    with Served(root) as server:
        entries = fill()
        server.wait_until_ready()
        largest, done, started = 0, 0, time.perf_counter()
        while done < options.updates:
            first = done % len(entries)
            update(entries[first : first + A_STEP], version=done)
            done += A_STEP
            wait_until_indexed(server)
            largest = max(largest, bytes_of(root, "atomic_fact"))
        took = time.perf_counter() - started
        time.sleep(SETTLED_SECONDS)
        settled = bytes_of(root, "atomic_fact")
        server.manage("rebuild_index", "--kind", "atomic_fact")
        fresh = bytes_of(root, "atomic_fact_2")
    print(f"{done} updates in {took:.0f} s, {A_STEP} at a time")
    print(f"fresh build                 {fresh / 1e6:8.2f} MB")
    print(f"after the updates, settled  {settled / 1e6:8.2f} MB, {settled / fresh:.1f} x")
    print(f"largest on the way          {largest / 1e6:8.2f} MB, {largest / fresh:.1f} x")


if __name__ == "__main__":
    main()
