"""What a session costs with a language model: calls and prompt tokens, and which part of the prompts they are.

    python -m benchmarks.bench_model_cost                          # the example conversation and talks of our own
    python -m benchmarks.bench_model_cost --locomo locomo.json     # conversations in the form of LoCoMo, two users each
    python -m benchmarks.bench_model_cost --pause 0                # a profile after each session

The model is a fake one on loopback. It makes a fact of each longer statement, and of every third one an item of the
profile, so that profiles fill up as they do in use. Tokens are characters divided by four, schemas included. The
sessions of a conversation follow each other at once, as in an import; the profiles that still wait at its end are
revised then and counted, too.
"""

import argparse
import json
import os
import re
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.fakes.openai_server import Call, FakeOpenAI

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "conversation.json"
STATEMENT = 60  # characters; a shorter message states nothing
DAY_MS = 86_400_000
MINUTE_MS = 60_000
Session = list[dict[str, Any]]
Conversation = list[Session]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--locomo", type=Path, default=None, help="a file of conversations to measure with")
    parser.add_argument("--pause", type=int, default=None, help="minutes between two revisions of a profile")
    chosen = parser.parse_args()
    with FakeOpenAI() as endpoint, tempfile.TemporaryDirectory() as folder:
        start(endpoint, Path(folder), chosen.pause)
        for name, conversation in conversations(chosen.locomo):
            measure(endpoint, name, conversation)


def start(endpoint: FakeOpenAI, root: Path, pause: int | None) -> None:
    endpoint.answer("EpisodeDraft", read)
    endpoint.answer("ProfileRevision", revise)
    endpoint.answer("RevisionWithEarlier", revise)
    os.environ |= {
        "EVEROS_MEMORY__ROOT": str(root),
        "EVEROS_LOG__LEVEL": "ERROR",
        "EVEROS_LLM__BASE_URL": endpoint.url,
        "EVEROS_LLM__API_KEY": "none",
        "EVEROS_LLM__MODEL": "fake",
        "EVEROS_EMBEDDING__BASE_URL": endpoint.url,
        "EVEROS_EMBEDDING__API_KEY": "none",
        "EVEROS_EMBEDDING__MODEL": "fake",
        "EVEROS_EMBEDDING__DIMENSIONS": str(endpoint.dimensions),
    }
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    import django

    django.setup()
    from memory.command import migrate_databases
    from memory.markdown.root import current_root

    current_root().ensure()
    if pause is not None:
        trigger = f"pause_minutes = {pause}" if pause else "every = 1"
        (root / "ome.toml").write_text(f"[strategies.extract_user_profile]\n{trigger}\n")
    migrate_databases()


def measure(endpoint: FakeOpenAI, name: str, conversation: Conversation) -> None:
    from cascade.drain import drain as index
    from ome.engine.queue import Status, make_pending
    from ome.engine.worker import drain
    from ome.models import StrategyRun

    endpoint.calls.clear()
    each = []
    for number, session in enumerate(conversation):
        before = len(endpoint.calls)
        remember(f"{name}-{number}", session)
        drain()
        each.append([call for call in endpoint.calls[before:] if call.schema])
        index()
    make_pending(StrategyRun.objects.filter(status=Status.HELD))
    drain()
    tokens = [sum(sum(parts(call).values()) for call in calls) for calls in each]
    asked = [call for call in endpoint.calls if call.schema]  # the others embed
    whole = sum(sum(parts(call).values()) for call in asked)
    lengths = sorted(map(len, conversation))
    print(
        f"{name}: {len(conversation)} sessions of {lengths[0]} to {lengths[-1]} messages; a session takes"
        f" {len(asked) / len(conversation):.1f} calls (at most {max(map(len, each))}) and"
        f" {whole / len(conversation):,.0f} tokens ({min(tokens):,} to {max(tokens):,},"
        f" {statistics.median(tokens):,.0f} in the middle)"
    )
    by_purpose: dict[str, list[Counter[str]]] = {}
    for call in asked:
        by_purpose.setdefault(call.schema, []).append(parts(call))
    for schema, counted in by_purpose.items():
        total = sum(counted, Counter[str]())
        told = ", ".join(f"{part} {number / len(counted):,.0f}" for part, number in total.items())
        print(f"    {schema}: {len(counted)} calls; {told}", flush=True)


def parts(call: Call) -> Counter[str]:
    """Tokens of one call by what they are."""
    system, *turns = (str(message["content"]) for message in call.body["messages"])
    counted: Counter[str] = Counter(
        {
            "instructions": len(system) // 4,
            "schema": len(json.dumps(call.body.get("response_format"), separators=(",", ":"))) // 4,
        }
    )
    part = "said"
    for line in "\n".join(turns).splitlines():
        told = json.loads(line)
        part = told.get("section", part) if isinstance(told, dict) else part
        counted[part if isinstance(told, list) else "framing"] += (len(line) + 1) // 4
    return counted


def remember(session_id: str, session: Session) -> None:
    from memory.conversation.messages import IncomingMessage
    from memory.ingest.add import add_messages
    from memory.ingest.flush import flush_session
    from memory.scope import Scope

    add_messages(Scope(), session_id, [IncomingMessage(**message) for message in session])
    flush_session(Scope(), session_id)


def read(call: Call) -> dict[str, Any]:
    users = call.prompt[0].get("users", [])
    facts = [
        {"n": n, "person": speaker, "fact": text[:130], "state": ""}
        for n, speaker, text in call.said
        if speaker in users and len(text) >= STATEMENT and not text.endswith("?")
    ]
    return {"subject": "A talk", "summary": "They talked.", "content": "They talked. " * 60, "facts": facts}


def revise(call: Call) -> dict[str, Any]:
    changes = [
        {"n": 0, "category": "likes", "description": fact[:90], "f": f}
        for f, fact in call.section("facts")[::3]
    ]
    trait = {"trait": "Curious", "description": "Asks a lot.", "basis": "Several talks.", "f": 1}
    return {"summary": "Somebody who likes many things. " * 10, "changes": changes, "traits": [trait]}


def conversations(locomo: Path | None) -> Iterator[tuple[str, Conversation]]:
    if locomo is None:
        yield "example", list(_example())
        yield "talks of two", list(_talks())
        return
    for number, sample in enumerate(json.loads(locomo.read_text(encoding="utf-8")), 1):
        yield f"conversation {number}", list(_of_locomo(sample["conversation"], number))


def _example() -> Iterator[Session]:
    for session in json.loads(EXAMPLE.read_text(encoding="utf-8"))["sessions"]:
        yield [
            _message(m["sender_id"], m["content"], m["timestamp"], m.get("sender_name"), m["role"])
            for m in session["messages"]
        ]


def _talks() -> Iterator[Session]:
    """Nineteen sessions of twenty messages between two people, from the sentences of the example conversation."""
    from benchmarks.texts import Talk

    talk = Talk()
    for number in range(19):
        yield [
            _message(name.casefold(), talk.text(), FIRST_MS + number * DAY_MS + n * MINUTE_MS, name)
            for n, name in enumerate(["Ada", "Ben"] * 10)
        ]


def _of_locomo(conversation: dict[str, Any], number: int) -> Iterator[Session]:
    for key in sorted((key for key in conversation if re.fullmatch(r"session_\d+", key)), key=_number):
        written = conversation[f"{key}_date_time"]
        start = datetime.strptime(written, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        start_ms = int(start.timestamp() * 1000)
        yield [
            _message(f"{turn['speaker']}-{number}", turn["text"], start_ms + n * MINUTE_MS, turn["speaker"])
            for n, turn in enumerate(conversation[key])
        ]


def _number(key: str) -> int:
    return int(key.rpartition("_")[2])


FIRST_MS = 1_767_225_600_000  # 2026-01-01


def _message(
    sender: str, text: str, at_ms: int, name: str | None = None, role: str = "user"
) -> dict[str, Any]:
    return {"sender_id": sender, "sender_name": name, "role": role, "timestamp_ms": at_ms, "content": text}


if __name__ == "__main__":
    main()
