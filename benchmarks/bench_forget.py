"""How long forgetting takes in a store with many memories, and whether anything of it is left.

    python -m benchmarks.bench_forget                       # by rules
    python -m benchmarks.bench_forget --model               # with a language model: a fake one, which quotes

Fills a temporary root with conversations of two people each, so that every word is in the memories of two owners, and
one of them in ten repeats what somebody has said in another; forgets random sessions, for one of the two or for both;
then one owner whole; then somebody with many memories of their own. Afterwards all that is stored is searched for the
marks of all receipts.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.fakes.openai_server import Call, FakeOpenAI

if TYPE_CHECKING:
    from memory.forgetting.selection import Selection

NOON_MS = 1_748_390_400_000
PEOPLE = 50
WORDS = (
    "harbour", "lantern", "orchard", "violin", "glacier", "compass", "saffron", "meadow", "telescope", "granite",
    "bicycle", "thunder", "pottery", "canyon", "marigold", "lighthouse", "hammock", "cinnamon", "accordion",
    "waterfall", "notebook", "falcon", "birch", "copper", "velvet", "island",
)  # fmt: skip


REPEATED = 0.1  # of the conversations: in these somebody repeats what was said in an earlier one
A_MONOLOGUE = 5  # memories: the episode and a fact of each message
Talk = tuple[str, tuple[str, ...]]  # the session, and who spoke


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--sessions", type=int, default=850, help="six memories each")
    arguments.add_argument("--forgets", type=int, default=100)
    arguments.add_argument("--owner", type=int, default=10_000, help="memories of one more person; 0: nobody")
    arguments.add_argument("--model", action="store_true")
    arguments.add_argument("--folder", default=None)
    chosen = arguments.parse_args()
    with ExitStack() as ending:
        folder = ending.enter_context(tempfile.TemporaryDirectory(dir=chosen.folder))
        os.environ |= {"EVEROS_MEMORY__ROOT": folder, "EVEROS_LOG__LEVEL": "ERROR"}
        if chosen.model:
            os.environ |= model_settings(ending.enter_context(FakeOpenAI()))
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
        import django

        django.setup()
        from memory.command import migrate_databases
        from memory.markdown.root import current_root

        current_root().ensure()
        if chosen.model:  # a profile after each session, so that none waits when something is forgotten
            trigger = "[strategies.extract_user_profile]\nevery = 1\n"
            (current_root().path / "ome.toml").write_text(trigger)
        migrate_databases()
        measure(chosen.sessions, chosen.forgets)
        if chosen.owner:
            measure_owner(chosen.owner)


def measure(sessions: int, forgets: int) -> None:
    from memory.forgetting.selection import Selection
    from memory.scope import Scope, user

    made, said = random.Random(7), list[str]()
    talks = [fill(number, made, said) for number in range(sessions)]
    settle()
    print(f"{memories():,} memories of {PEOPLE} people", flush=True)
    seconds, receipts = [], []
    for session_id, people in made.sample(talks, forgets):
        owner = user(made.choice(people)) if made.random() < 0.5 else None
        took, receipt = forget(Selection(scope=Scope(), session_id=session_id, owner=owner))
        seconds.append(took)
        receipts.append(receipt)
    ordered = sorted(seconds)
    p50, p95 = statistics.median(ordered), ordered[int(0.95 * forgets) - 1]
    print(f"{forgets} sessions: p50 {p50:.2f} s, p95 {p95:.2f} s, slowest {ordered[-1]:.2f} s")
    receipts.append(forget_owner("person0"))
    show_audit(receipts)


def measure_owner(wanted: int) -> None:
    """Somebody who talks alone, beside what is left of the others."""
    made = random.Random(8)
    for number in range(wanted // A_MONOLOGUE):
        remember(
            f"alone{number}",
            ("hermit",),
            [sentence(made, 1_000_000 + number, turn) for turn in range(4)],
            number,
        )
    settle()
    show_audit([forget_owner("hermit")])


def forget_owner(name: str) -> dict[str, Any]:
    from memory.forgetting.selection import Selection
    from memory.scope import Scope, user

    stored = memories()
    took, receipt = forget(Selection(scope=Scope(), owner=user(name)))
    print(f"an owner of {len(receipt['memories']):,} of {stored:,} memories: {took:.2f} s", flush=True)
    return receipt


def forget(selection: "Selection") -> tuple[float, dict[str, Any]]:
    """Until the receipt is there, as a worker would do what is left of it; the seconds, and the receipt."""
    from memory.forgetting import work

    began = time.perf_counter()
    row = work.forget(selection, asked_by="benchmark")
    while row.stage != row.Stage.DONE:
        if not work.resume():
            time.sleep(0.05)
        row.refresh_from_db()
    return time.perf_counter() - began, row.receipt or {}


def show_audit(receipts: Sequence[dict[str, Any]]) -> None:
    from memory.forgetting.audit import audit

    settle()
    began = time.perf_counter()
    report = audit(*receipts)
    marks = sum(len(receipt["marks"]) for receipt in receipts)
    print(
        f"audit of {len(receipts)} receipts: {report.bytes_searched:,} bytes for {marks:,} marks in"
        f" {time.perf_counter() - began:.0f} s; traces left: {sum(report.traces.values())}, memories still there:"
        f" {len(report.still_there)}; memories of others that say the same: {len(report.said_elsewhere)}",
        flush=True,
    )


def fill(number: int, made: random.Random, said: list[str]) -> Talk:
    """A session of two people in which each says two things; most that nobody says elsewhere."""
    people = (f"person{number % PEOPLE}", f"person{made.randrange(PEOPLE // 2) + number % 2 * PEOPLE // 2}")
    texts = [sentence(made, number, turn) for turn in range(4)]
    if said and made.random() < REPEATED:
        texts[3] = f"Somebody told me this: {made.choice(said)}"
    said += texts[:3]
    return remember(f"talk{number}", people, texts, number)


def remember(session_id: str, people: tuple[str, ...], texts: Sequence[str], hour: int) -> Talk:
    from memory.conversation.messages import IncomingMessage
    from memory.ingest.add import add_messages
    from memory.ingest.flush import flush_session
    from memory.scope import Scope

    messages = [
        IncomingMessage(
            message_id=None,
            sender_id=people[turn % len(people)],
            sender_name=None,
            role="user",
            timestamp_ms=NOON_MS + hour * 3_600_000 + turn * 60_000,
            content=text,
        )
        for turn, text in enumerate(texts)
    ]
    add_messages(Scope(), session_id, messages)
    flush_session(Scope(), session_id)
    return session_id, people


def sentence(made: random.Random, number: int, turn: int) -> str:
    """With its own name in every run of eight words, also where another sentence goes before or after: so none of its
    marks is the mark of something else."""
    first, second, third, fourth = made.sample(WORDS, 4)
    name = f"item{number}x{turn}"
    return (
        f"I bought a {first} called {name} for my {second}, and then {name} went to a {third}"
        f" until the {fourth} met {name}."
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


def model_settings(endpoint: FakeOpenAI) -> dict[str, str]:
    endpoint.answer("BoundaryAnswer", {"last_before_shift": None})
    endpoint.answer("EpisodeDraft", read)
    endpoint.answer("ProfileRevision", revise)
    endpoint.answer("RevisionWithEarlier", revise)
    return {
        "EVEROS_LLM__BASE_URL": endpoint.url,
        "EVEROS_LLM__API_KEY": "none",
        "EVEROS_LLM__MODEL": "fake",
    }


def read(call: Call) -> dict[str, Any]:
    """The episode and the facts, in the words of the speakers."""
    content = "\n".join(f"{speaker} said: {text}" for _, speaker, text in call.said)
    facts = [{"n": n, "person": speaker, "fact": f"{speaker} said: {text}"} for n, speaker, text in call.said]
    return {"subject": content[:80], "summary": content[:200], "content": content, "facts": facts}


def revise(call: Call) -> dict[str, Any]:
    """An item of each fact."""
    new = call.section("facts")
    changes = [{"n": 0, "category": "hobby", "description": fact[:150], "f": f} for f, fact in new]
    return {"summary": " ".join(fact for _, fact in new)[:400], "changes": changes, "traits": []}


if __name__ == "__main__":
    main()
