"""How fast and how heavy the explorer's pages are with many memories of one owner, in one process and without a server.

    python benchmarks/bench_explorer.py                    # 10,000: half of them episodes, half facts
    python benchmarks/bench_explorer.py --memories 1000
    python benchmarks/bench_explorer.py --fill ROOT        # writes them there, and measures nothing

Files are written by the store; the index gets random vectors around that of the question, so that it finds as much as
one about real memories.
"""

import argparse
import contextlib
import hashlib
import os
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

QUESTION = "Quark and the balcony"
A_DAY = 25  # episodes, and as many facts
OWNER = "alice"
FIRST = datetime(2023, 1, 1, 9, tzinfo=UTC)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--fill", metavar="ROOT", help="a memory root to write to; a server can then show it")
    options = parser.parse_args()
    with contextlib.nullcontext(options.fill) if options.fill else tempfile.TemporaryDirectory() as folder:
        os.environ |= {"EVEROS_MEMORY__ROOT": folder, "DJANGO_SETTINGS_MODULE": "everos_site.settings"}
        os.environ["EVEROS_LOG__LEVEL"] = "WARNING"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        for database in connections:
            call_command("migrate", database=database, verbosity=0)
        first = fill(options.memories // 2)
        if not options.fill:
            measure(first, options.rounds)


def fill(episodes: int) -> str:
    """The id of the first episode."""
    from benchmarks.texts import Talk
    from memory.kinds.atomic_fact import ATOMIC_FACT
    from memory.kinds.episode import EPISODE
    from memory.markdown.root import current_root
    from memory.scope import Scope, user

    current_root().ensure()
    talk = Talk()
    for number in range(-(-episodes // A_DAY)):
        day = FIRST + timedelta(days=3 * number)
        told = talk.narratives(A_DAY)
        drafts: list[dict[str, Any]] = [
            {"timestamp": day + timedelta(minutes=n), "subject": subject, "summary": content[:200],
             "content": content, "parent_type": "memcell", "session_id": f"s-{number}", "sender_ids": [OWNER]}
            for n, (subject, content) in enumerate(told)
        ]  # fmt: skip
        ids = write(EPISODE, day, f"mc_{number:012x}", drafts)
        facts: list[dict[str, Any]] = [
            {"timestamp": each["timestamp"], "fact": str(each["subject"]), "parent_type": "episode",
             **doubtful(number, place)}
            for place, each in enumerate(drafts)
        ]  # fmt: skip
        write(ATOMIC_FACT, day, "all", facts)
        file = current_root().absolute(current_root().file(ATOMIC_FACT, Scope(), user(OWNER), day=day.date()))
        text = file.read_text()
        for identifier in ids:  # each fact is of an episode of its own
            text = text.replace("**parent_id**: all", f"**parent_id**: {identifier}", 1)
        file.write_text(text)
    for kind in (EPISODE, ATOMIC_FACT):
        index(kind)
    return f"{OWNER}_ep_{FIRST:%Y%m%d}_00000001"


def doubtful(day: int, place: int) -> dict[str, Any]:
    """Each day somebody moves, a document says something, and a fact is due to be verified: work for the inbox."""
    return {
        0: {"states": [f"home: town {day}"]},
        1: {"source": "document"},
        2: {"stale_after": f"{FIRST:%Y-%m-%d}"},
    }.get(place, {})


def write(kind: Any, day: datetime, parent: str, drafts: list[dict[str, Any]]) -> list[str]:
    from memory.markdown.store import append
    from memory.scope import Scope, user

    return append(kind, Scope(), user(OWNER), day.date(), parent, drafts)


def index(kind: Any) -> None:
    import numpy as np
    from django.utils import timezone

    from cascade.models import MdChangeState
    from memory.index.schema import row_of
    from memory.index.tables import KindTable
    from memory.markdown import store
    from memory.markdown.root import current_root
    from memory.providers.registry import get_embedder
    from memory.scope import Scope, user

    dice, embedder, rows = np.random.default_rng(7), get_embedder(), []
    asked = embedder.embed_query(QUESTION)
    for path in current_root().files_of(kind, Scope(), user(OWNER)):
        entries = store.read(path).entries
        for entry in entries:
            noise = dice.standard_normal((1, embedder.dimensions), dtype=np.float32)
            vectors = dice.uniform(0.7, 0.9) * asked + 0.5 * noise / np.linalg.norm(noise)
            vectors /= np.linalg.norm(vectors)
            rows.append(
                row_of(kind, Scope(), user(OWNER), str(path), entry.id, entry.sha256, entry.values, vectors)
            )
        MdChangeState.objects.update_or_create(
            path=str(path),
            defaults={"kind": kind.name, "status": "done", "lsn": 1, "entries": len(entries),
                      "enqueued_at": timezone.now(), "file_sha256": checksum(path)},
        )  # fmt: skip
    table = KindTable(kind, embedder)
    table.apply(rows)
    table.optimize()


def checksum(path: PurePosixPath) -> str:
    from memory.markdown.root import current_root

    return hashlib.sha256(current_root().absolute(path).read_bytes()).hexdigest()


def measure(first: str, rounds: int) -> None:
    from django.test import Client

    client = Client(SERVER_NAME="127.0.0.1")
    pages = {
        "owners": "",
        "about": f"owner/?user={OWNER}",
        "timeline": f"owner/?user={OWNER}&part=timeline",
        "a month": f"owner/?user={OWNER}&part=timeline&month={FIRST:%Y-%m}",
        "facts, page 50": f"owner/?user={OWNER}&part=facts&page=50",
        "map": f"owner/?user={OWNER}&part=map",
        "an episode": f"memory/?id={first}",
        "forget it": f"memory/forget/?id={first}",
        "ask": f"ask/?user={OWNER}&q={quote(QUESTION)}",
        "inbox": f"inbox/?user={OWNER}",
        "inbox, page 5": f"inbox/?user={OWNER}&about=contradiction&page=5",
        "live": "live/",
        "an event": "live/events/",
    }
    print(f"{'page':16} {'p50 ms':>8} {'p95 ms':>8} {'cpu ms':>8} {'kB':>6}")
    for name, address in pages.items():
        times, size, used = [], 0, time.process_time()
        for _ in range(rounds + 2):
            started = time.perf_counter()
            answer = client.get(f"/explorer/{address}")
            times.append((time.perf_counter() - started) * 1000)
            assert answer.status_code == 200, (address, answer.status_code)
            size = len(answer.content)
        used = 1000 * (time.process_time() - used) / len(times)  # of all threads; says more on a busy machine
        times = sorted(times[2:])  # the first ones read the index and the templates
        last = times[int(0.95 * len(times))]
        print(f"{name:16} {statistics.median(times):8.0f} {last:8.0f} {used:8.0f} {size / 1000:6.1f}")


if __name__ == "__main__":
    main()
