"""What accepting and extracting cost without HTTP: add, flush as a user's day grows, and composing an episode.

    python -m benchmarks.bench_ingest [--sessions 500] [--messages 4]

No language model; database and files are in a temporary folder, below --folder when the disk matters.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

START = 1_795_255_200_000  # 21 November 2026
SENTENCES = (
    "Yesterday I finally tried the climbing hall that opened behind the station, and my arms still hurt.",
    "My sister Paula moves to Lisbon next month because her company opens an office there.",
    "I booked the train to Vienna for the fourteenth; the hotel is ten minutes from the museum.",
    "The doctor says that I should drink less coffee, two cups a day at most.",
)
THREADS = 16


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--sessions", type=int, default=500)
    arguments.add_argument("--messages", type=int, default=4, help="in a session")
    arguments.add_argument("--folder", default=None)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        os.environ["EVEROS_MEMORY__ROOT"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
        set_up()
        sequential(chosen.sessions, chosen.messages)
        at_once(chosen.messages)
        composing()


def set_up() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from memory.markdown.root import current_root

    current_root().ensure()


def sequential(sessions: int, count: int) -> None:
    adds: list[float] = []
    flushes: list[float] = []
    for number in range(sessions):
        for message in range(count):
            adds.append(timed(lambda: add(f"s{number}", "alice", number, message)))  # noqa: B023 - called at once
        flushes.append(timed(lambda: flush(f"s{number}")))  # noqa: B023
    window = max(1, sessions // 10)
    show("add, one message", adds)
    show(f"flush, the first {window} of a day", flushes[:window])
    show(f"flush, the last {window} of {sessions}", flushes[-window:])


def at_once(count: int) -> None:
    """Sessions of 16 users in 16 threads."""
    from django.db import connections

    def visit(number: int) -> None:
        for message in range(count):
            add(f"t{number}", f"user{number % THREADS}", number, message)
        flush(f"t{number}")
        if number >= 10 * THREADS - THREADS:
            connections.close_all()

    started = time.perf_counter()
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(visit, range(10 * THREADS)))
    calls = 10 * THREADS * (count + 1)
    print(f"{'16 threads, add and flush':36} {calls / (time.perf_counter() - started):8.0f} calls/s")


def composing() -> None:
    from zoneinfo import ZoneInfo

    from memory.conversation.messages import IncomingMessage
    from memory.ingest.extraction import compose

    for repeats in (1, 25, 1000):
        text = " ".join(SENTENCES)
        turns = [IncomingMessage("alice", "user", START + i, text, text=text) for i in range(repeats)]
        took = timed(lambda: compose(turns, ZoneInfo("UTC")))  # noqa: B023
        print(f"{f'composing {repeats * len(text):,} characters':36} {1000 * took:8.1f} ms")


def add(session: str, user: str, number: int, message: int) -> None:
    from memory.conversation.messages import IncomingMessage
    from memory.ingest.add import add_messages
    from memory.scope import Scope

    text = f"{SENTENCES[message % len(SENTENCES)]} ({number}.{message})"
    incoming = IncomingMessage(user, "user", START + number * 1000 + message, text, sender_name=user.title())
    add_messages(Scope(), session, [incoming])


def flush(session: str) -> None:
    from memory.ingest.flush import flush_session
    from memory.scope import Scope

    assert flush_session(Scope(), session) == "extracted"


def timed(work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def show(name: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    p95 = ordered[int(len(ordered) * 0.95)]
    print(f"{name:36} {1000 * statistics.median(ordered):8.1f} ms p50 {1000 * p95:8.1f} ms p95")


if __name__ == "__main__":
    main()
