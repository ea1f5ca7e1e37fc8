"""What carrying files into the index costs: one appended memory, a bulk, a scan, a rebuild.

    python -m benchmarks.bench_cascade [--entries 500] [--files 1000]

The local embedder, no server; everything is in a temporary folder, below --folder when the disk matters.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import count

FIRST_DAY = date(2026, 1, 1)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SENTENCES = (
    "Alice told the bot that the climbing hall behind the station has opened and that she goes on Tuesdays.",
    "Alice's sister Paula moves to Lisbon next month because her company opens an office there.",
    "Alice booked the train to Vienna for the fourteenth; the hotel is ten minutes from the museum.",
    "Alice's doctor said that she should drink less coffee, two cups a day at most.",
)
_numbers = count(1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--entries", type=int, default=500, help="memories in the large day's file and in the bulk"
    )
    parser.add_argument("--files", type=int, default=1000, help="files in the scan")
    parser.add_argument("--folder", help="where the temporary folder is made")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        start_django(folder)
        measure(options.entries, options.files)


def start_django(folder: str) -> None:
    os.environ.update(HOME=folder, EVEROS_MEMORY__ROOT=f"{folder}/root", EVEROS_LOG__LEVEL="ERROR")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def tell(number: int, day: int, user: str = "alice") -> None:
    from memory.kinds.episode import EPISODE
    from memory.markdown import store
    from memory.scope import Owner, OwnerType, Scope

    serials = [next(_numbers) for _ in range(number)]
    drafts = [
        {
            "session_id": f"s{serial}",
            "timestamp": NOON,
            "content": f"{SENTENCES[serial % 4]} Number {serial}.",
        }
        for serial in serials
    ]
    owner = Owner(OwnerType.USER, user)
    store.append(EPISODE, Scope(), owner, FIRST_DAY + timedelta(days=day), f"mc_{serials[0]}", drafts)


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def appended(day: int, times: int = 30) -> list[float]:
    """Milliseconds of the drain after each appended memory."""
    from cascade.drain import drain

    taken = []
    for _ in range(times):
        tell(1, day)
        taken.append(seconds(drain) * 1000)
    return taken


def show(name: str, value: float, unit: str) -> None:
    print(f"{name:<58} {value:>9.1f} {unit}")


def show_times(name: str, taken: list[float]) -> None:
    show(f"{name}, p50", statistics.median(taken), "ms")
    show(f"{name}, p95", statistics.quantiles(taken, n=20)[-1], "ms")


def measure(entries: int, files: int) -> None:
    from cascade.drain import drain
    from cascade.models import MdChangeState
    from cascade.rebuild import rebuild
    from cascade.scanner import scan
    from cascade.status import status
    from memory.kinds.episode import EPISODE
    from memory.markdown.root import current_root

    current_root().ensure()
    tell(1, day=0)
    drain()
    show_times("drain, one memory appended to a small file", appended(day=0))
    tell(entries, day=1)
    show(f"{entries} new memories, embedding included", entries / seconds(drain), "a second")
    show_times(f"drain, one memory appended to {entries} of a day", appended(day=1))
    show("drain with nothing to do", statistics.median([seconds(drain) * 1000 for _ in range(20)]), "ms")
    for number in range(files):
        tell(1, day=number % 300, user=f"user{number // 300}")
    drain()
    scan()  # files that were read within a tick of their writing are looked at once more
    drain()
    rows = entries + files + 62
    show(f"scan of {files} files, nothing changed", seconds(scan) * 1000, "ms")
    show(f"scan of {files} files by content", seconds(lambda: scan(full=True)) * 1000, "ms")
    show("status for /health", statistics.median([seconds(status) * 1000 for _ in range(20)]), "ms")
    show("rebuild, vectors taken over", rows / seconds(lambda: rebuild([EPISODE])), "a second")
    show(
        "rebuild, everything embedded again",
        rows / seconds(lambda: rebuild([EPISODE], reembed=True)),
        "a second",
    )
    assert not MdChangeState.objects.exclude(status="done").exists()


if __name__ == "__main__":
    main()
