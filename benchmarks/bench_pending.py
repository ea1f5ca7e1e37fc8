"""What a search pays for finding what is accepted and not indexed yet, without HTTP and without the index's own search.

python benchmarks/bench_pending.py
python benchmarks/bench_pending.py --rounds 500
"""

import argparse
import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from django.conf import settings
from django.core.management import call_command

from benchmarks import with_django  # noqa: F401
from cascade.drain import drain
from cascade.models import MdChangeState
from memory.conversation.messages import IncomingMessage
from memory.index import sql, waiting
from memory.index.waiting import Reach
from memory.ingest.add import add_messages
from memory.ingest.flush import flush_session
from memory.kinds.episode import EPISODE
from memory.markdown.root import current_root
from memory.scope import Scope, user

NOON = 1_748_390_400_000
ALICE = user("alice")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=200, help="looks of which the median is taken")
    rounds = parser.parse_args().rounds
    for database in settings.DATABASES:
        call_command("migrate", database=database, verbosity=0)
    for session in range(100):
        say(f"old-{session}", 4)
        flush_session(Scope(), f"old-{session}")
    drain()
    show("nothing waits", rounds)
    say("one", 1)
    show("1 message", rounds)
    say("one", 9, first=1)
    show("10 messages of 1 session", rounds)
    flush_session(Scope(), "one")
    show("1 changed file of 101 entries", rounds)
    show("the same, written again before each look", rounds // 4, touch)
    drain()
    for session in range(62):
        say(f"many-{session}", 10)
    show("620 messages of 62 sessions", rounds)


def show(name: str, rounds: int, before: Callable[[], None] | None = None) -> None:
    taken = [seconds_of_a_look(before) for _ in range(rounds)]
    ordered = sorted(taken)
    p50, p95 = statistics.median(taken) * 1000, ordered[len(ordered) * 95 // 100] * 1000
    print(f"{name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms", flush=True)


def seconds_of_a_look(before: Callable[[], None] | None) -> float:
    if before is not None:
        before()
    started = time.perf_counter()
    look = waiting.look(EPISODE, Reach(Scope(), (ALICE,)))
    look.rows(sql.owned_by(Scope(), ALICE))
    look.stale()
    return time.perf_counter() - started


def say(session: str, count: int, first: int = 0) -> None:
    said = [
        IncomingMessage("alice", "user", NOON + number, f"Walk {number} of {session} went around the lake.")
        for number in range(first, first + count)
    ]
    add_messages(Scope(), session, said)


def touch() -> None:
    """The changed file looks new, so that nothing that was remembered of it holds."""
    for path in MdChangeState.objects.filter(status="pending", kind="episode").values_list("path", flat=True):
        os.utime(current_root().path / path)
    time.sleep(0.02)  # a stamp of just now is not trusted


if __name__ == "__main__":
    try:
        main()
    finally:
        shutil.rmtree(os.environ["EVEROS_MEMORY__ROOT"])
