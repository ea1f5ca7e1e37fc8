"""What a store costs that nobody uses: the start of the server, its idle processor time, searches.

    python -m benchmarks.bench_idle [--files 20000] [--owners 2000] [--minutes 5] [--folder DIR]

Each file is a day of one episode, and indexed before the server starts. With --folder the root is kept there and used
again by the next run. The server is started twice: the first start is not counted, because it creates what is missing.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bench_cascade import SENTENCES, start_django
from benchmarks.served import Served, while_alive

FIRST_DAY = date(2024, 1, 1)
NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)
FILES_A_COMMIT = 10_000
SEARCHES = 200
READY_SECONDS = 900


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--owners", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, default=5, help="how long the idle server is watched")
    parser.add_argument("--folder", help="where the root is kept; by default a temporary folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or temporary
        fill(folder, options.files, options.owners)
        measure(Path(folder) / "root", options.owners, options.minutes)


def fill(folder: str, files: int, owners: int) -> None:
    """Files and index rows as the server would have made them, without embedding each text again."""
    start_django(folder)
    from cascade.models import MdChangeState
    from memory.batches import batches
    from memory.markdown.root import current_root

    if MdChangeState.objects.exists():
        return
    current_root().ensure()
    started = time.perf_counter()
    for batch in batches(list(documents(files, owners)), FILES_A_COMMIT):
        time.sleep(0.02)  # longer than a tick of the file system's clock, by which a stamp is trusted
        index(batch)
    print(f"{files} files of {owners} owners in {time.perf_counter() - started:.0f} s")


def documents(files: int, owners: int) -> Iterator[str]:
    """Writes the files; yields their paths."""
    from memory.kinds.episode import EPISODE
    from memory.markdown import store
    from memory.markdown.root import current_root
    from memory.scope import Scope, user

    root = current_root()
    draft = {"session_id": "s1", "timestamp": NOON, "content": "CONTENT"}
    store.append(EPISODE, Scope(), user("OWNER"), FIRST_DAY, "mc_1", [draft])
    sample = root.path / root.file(EPISODE, Scope(), user("OWNER"), day=FIRST_DAY)
    text = sample.read_text()
    sample.unlink()
    for number in range(files):
        owner, day = user(f"user-{number % owners}"), FIRST_DAY + timedelta(days=number // owners)
        relative = root.file(EPISODE, Scope(), owner, day=day)
        said = text.replace("OWNER", owner.id).replace("CONTENT", SENTENCES[number % len(SENTENCES)])
        said = said.replace(str(FIRST_DAY), str(day)).replace(f"{FIRST_DAY:%Y%m%d}", f"{day:%Y%m%d}")
        path = root.path / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(said)
        yield str(relative)


def index(paths: list[str]) -> None:
    from pathlib import PurePosixPath

    from django.utils import timezone

    from cascade import queue
    from cascade.models import MdChangeState
    from cascade.reading import read_content, understand
    from memory.index.schema import row_of
    from memory.index.tables import KindTable
    from memory.kinds.episode import EPISODE
    from memory.markdown.root import current_root
    from memory.providers.registry import get_embedder
    from memory.text.chunks import embed

    embedder, root, now = get_embedder(), current_root(), timezone.now()
    vectors = dict(
        zip(SENTENCES, embed(list(SENTENCES), embedder.embed_passages, embedder.dimensions), strict=True)
    )
    rows, states = [], []
    with queue.transaction.atomic():
        lsn = queue._next_lsn()
    for path in paths:
        place = root.locate(PurePosixPath(path))
        file = understand(path, place, content := read_content(root.path / path))
        for entry in file.entries.values():
            rows.append(
                row_of(
                    EPISODE, place.scope, place.owner, path, entry.id, entry.sha256, entry.values,
                    vectors[entry.values["content"]], content.modified_at,
                )
            )  # fmt: skip
        states.append(
            MdChangeState(
                path=path, kind=EPISODE.name, status="done", lsn=lsn, claimed_lsn=lsn, text_lsn=lsn, entries=1,
                mtime_ns=content.stamp.mtime_ns, size=content.stamp.size, file_sha256=content.sha256,
                enqueued_at=now, done_at=now,
            )
        )  # fmt: skip
    KindTable(EPISODE, embedder).apply(rows)
    MdChangeState.objects.bulk_create(states, batch_size=500)


def measure(root: Path, owners: int, minutes: float) -> None:
    with Served(root) as server:
        wait_until_ready(server)
    started = time.perf_counter()
    with Served(root) as server:
        show("from the start to the first answer", time.perf_counter() - started, "s")
        search(server, 0)
        show("to the first search", time.perf_counter() - started, "s")
        wait_until_ready(server)
        show("to ready", time.perf_counter() - started, "s")
        show("processor time until then", processor_seconds(server), "s")
        scan = server.health()["index"]["scan"]
        show(f"a scan of {scan['documents']} files", scan["seconds"], "s")
        show("its processor time", scan["processor_seconds"], "s")
        taken = [search(server, random.randrange(owners)) for _ in range(SEARCHES)]
        show("hybrid search of one owner, p50", statistics.median(taken), "ms")
        show("hybrid search of one owner, p95", statistics.quantiles(taken, n=20)[-1], "ms")
        show("memory", server.memory_mb(), "MB")
        watch(server, minutes)


def wait_until_ready(server: Served) -> None:
    end = time.monotonic() + READY_SECONDS
    while not server.health()["ready"]:
        if time.monotonic() > end:
            raise SystemExit(f"not ready: {server.health()['reasons']}")
        time.sleep(0.05)


def search(server: Served, owner: int) -> float:
    body = {"user_id": f"user-{owner}", "query": "the climbing hall behind the station", "top_k": 5}
    return server.connect().timed("search", body)


def watch(server: Served, minutes: float) -> None:
    """Prints the processor time of each minute in which nobody asks anything."""
    time.sleep(20)
    shares = []
    for _ in range(max(1, round(minutes))):
        before = processor_seconds(server)
        time.sleep(60)
        shares.append((processor_seconds(server) - before) / 60 * 100)
    print("idle, percent of a core in each minute:", *(f"{share:.2f}" for share in shares))
    show("idle, mean", statistics.mean(shares), "% of a core")


def processor_seconds(server: Served) -> float:
    return sum(while_alive(processor_time, pid) for pid in server.processes())


def processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def show(name: str, value: float, unit: str) -> None:
    print(f"{name:<45} {value:>9.2f} {unit}", flush=True)


if __name__ == "__main__":
    main()
