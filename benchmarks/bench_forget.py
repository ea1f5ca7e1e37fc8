"""How long forgetting takes in a store with many memories, and whether anything of it is left.

    python -m benchmarks.bench_forget [--sessions 1250] [--forgets 100] [--folder F]

Fills a temporary root with conversations of two people each, so that every word is in the memories of two owners;
forgets random sessions, for one of the two or for both; then one owner whole; then searches all that is stored for
the marks of all receipts.
"""

import argparse
import os
import random
import statistics
import tempfile
import time

NOON_MS = 1_748_390_400_000
PEOPLE = 50
WORDS = (
    "harbour", "lantern", "orchard", "violin", "glacier", "compass", "saffron", "meadow", "telescope", "granite",
    "bicycle", "thunder", "pottery", "canyon", "marigold", "lighthouse", "hammock", "cinnamon", "accordion",
    "waterfall", "notebook", "falcon", "birch", "copper", "velvet", "island",
)  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--sessions", type=int, default=1250)
    arguments.add_argument("--forgets", type=int, default=100)
    arguments.add_argument("--folder", default=None)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        os.environ["EVEROS_MEMORY__ROOT"] = folder
        os.environ["EVEROS_LOG__LEVEL"] = "ERROR"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
        import django

        django.setup()
        from memory.command import migrate_databases
        from memory.markdown.root import current_root

        current_root().ensure()
        migrate_databases()
        measure(chosen.sessions, chosen.forgets)


def measure(sessions: int, forgets: int) -> None:
    from memory.forgetting import work
    from memory.forgetting.audit import audit
    from memory.forgetting.selection import Selection
    from memory.scope import Scope, user

    made = random.Random(7)
    talks = [fill(number, made) for number in range(sessions)]
    settle()
    print(f"{memories():,} memories of {PEOPLE} people")
    seconds, receipts = [], []

    def forget(selection: Selection) -> None:
        began = time.perf_counter()
        row = work.forget(selection, asked_by="benchmark")
        while row.stage != row.Stage.DONE:
            work.resume()
            row.refresh_from_db()
        seconds.append(time.perf_counter() - began)
        receipts.append(row.receipt)

    for session_id, people in made.sample(talks, forgets):
        owner = user(made.choice(people)) if made.random() < 0.5 else None
        forget(Selection(scope=Scope(), session_id=session_id, owner=owner))
    ordered = sorted(seconds)
    print(
        f"{forgets} sessions: p50 {statistics.median(ordered):.2f} s, p95 {ordered[int(0.95 * forgets) - 1]:.2f} s"
    )
    forget(Selection(scope=Scope(), owner=user("person0")))
    print(f"an owner of {len(receipts[-1]['memories'])} memories: {seconds[-1]:.2f} s")
    settle()
    began = time.perf_counter()
    report = audit(*receipts)
    marks = sum(len(receipt["marks"]) for receipt in receipts)
    print(
        f"audit: {report.bytes_searched:,} bytes for {marks:,} marks in {time.perf_counter() - began:.0f} s;"
        f" traces left: {sum(report.traces.values())}, memories still there: {len(report.still_there)};"
        f" memories of others that say the same: {len(report.said_elsewhere)}"
    )


def fill(number: int, made: random.Random) -> tuple[str, tuple[str, str]]:
    """A session of two people in which each says two things that nobody says elsewhere."""
    from memory.conversation.messages import IncomingMessage
    from memory.ingest.add import add_messages
    from memory.ingest.flush import flush_session
    from memory.scope import Scope

    people = (f"person{number % PEOPLE}", f"person{made.randrange(PEOPLE // 2) + number % 2 * PEOPLE // 2}")
    session_id = f"talk{number}"
    messages = [
        IncomingMessage(
            message_id=None,
            sender_id=people[turn % 2],
            sender_name=None,
            role="user",
            timestamp_ms=NOON_MS + number * 3_600_000 + turn * 60_000,
            content=sentence(made, number, turn),
        )
        for turn in range(4)
    ]
    add_messages(Scope(), session_id, messages)
    flush_session(Scope(), session_id)
    return session_id, people


def sentence(made: random.Random, number: int, turn: int) -> str:
    first, second, third, fourth = made.sample(WORDS, 4)
    return (
        f"I bought a {first} with number {number} for my {second} yesterday, and painted the {third} of my neighbour"
        f" {turn} times before the {fourth} came."
    )


def settle() -> None:
    from cascade.drain import drain as index
    from ome.engine.worker import drain as derive

    while derive() or index():
        pass


def memories() -> int:
    from django.db.models import Sum

    from cascade.models import MdChangeState

    return MdChangeState.objects.aggregate(total=Sum("entries"))["total"] or 0


if __name__ == "__main__":
    main()
