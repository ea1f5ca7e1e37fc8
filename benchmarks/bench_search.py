"""How fast search and listing are over many episodes and their facts, without the HTTP layer.

    python benchmarks/bench_search.py --episodes 10000 --facts 10 --owners 10

Builds an index in a root that is thrown away. The text is made up of sentences about many subjects; a few episodes
get vectors of the real embedder, all others random unit vectors, which cost a search the same. `--facts` is the number
of facts of each episode, sentences of it with a vector each, in a table of their own; 0 leaves that table out.
Queries are embedded for real, each once.
"""

import argparse
import os
import random
import resource
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from django.core.management import call_command

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import with_django  # noqa: F401
from memory.index import query, sql
from memory.index.schema import IndexRow, row_of
from memory.index.tables import KindTable
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.episode import EPISODE
from memory.providers.registry import get_embedder
from memory.retrieval.candidates import FEWEST_CANDIDATES
from memory.retrieval.listing import list_memories
from memory.retrieval.search import search
from memory.retrieval.types import Method, SearchRequest
from memory.scope import Owner, Scope, user
from memory.text import chunks
from memory.text.tokens import terms

WORDS = {
    "who": "Ana Bruno Carla Dmitri Elif Farid Grete Hanna Imani Jun Kofi Leila Marek Nadia Omar Priya",
    "did": "visited repaired painted bought lost sold cooked photographed borrowed planned measured cancelled",
    "what": "bicycle piano greenhouse kayak bakery telescope passport aquarium lighthouse violin roof garden "
    "camera marathon vaccine mortgage orchard puppy podcast thesis pottery loom sailboat cello beehive",
    "where": "Lisbon Oslo Kyoto Quito Dakar Hanoi Bergen Turin Cusco Galway Tartu Zadar Perth Leeds Accra",
    "why": "rain birthday exam money friendship moving boredom curiosity habit luck",
}
CHOICES = {name: words.split() for name, words in WORDS.items()}
REAL_VECTORS_AN_OWNER = 5
BATCH = 500


def sentence(dice: random.Random) -> str:
    who, did, what, where, why = (dice.choice(words) for words in CHOICES.values())
    return f"{who} {did} the {what} number {dice.randrange(5000)} in {where} because of {why}."


def values(dice: random.Random, number: int) -> dict[str, object]:
    told = [sentence(dice) for _ in range(dice.randint(4, 30))]
    return {
        "session_id": f"session-{number}",
        "timestamp": datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=37 * number),
        "sender_ids": ["assistant"],
        "subject": told[0],
        "summary": told[0],
        "content": "\n".join(told),
    }


def build(options: argparse.Namespace) -> KindTable:
    dice, numbers = random.Random(7), np.random.default_rng(7)
    embedder = get_embedder()
    table = KindTable(EPISODE, embedder)
    rows: list[IndexRow] = []
    episodes, owners = options.episodes, options.owners
    for number in range(episodes):
        owner = owner_of(number, options)
        told = values(dice, number)
        text = EPISODE.embedded(told)  # type: ignore[arg-type]
        if number % (episodes // owners) < REAL_VECTORS_AN_OWNER:
            vectors = chunks.embed([text], embedder.embed_passages, embedder.dimensions)[0]
        else:
            vectors = numbers.standard_normal(
                (len(chunks.split(text)), embedder.dimensions), dtype=np.float32
            )
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        day = f"{told['timestamp']:%Y%m%d}"
        entry = f"ep_{day}_{number:08d}"
        rows.append(row_of(EPISODE, Scope(), owner, f"{owner.id}/{day}.md", entry, entry, told, vectors))  # type: ignore[arg-type]
        if len(rows) == BATCH or number == episodes - 1:
            table.apply(rows)
            rows = []
    table.optimize()
    return table


def owner_of(number: int, options: argparse.Namespace) -> Owner:
    """Of an episode."""
    owners, episodes = options.owners, options.episodes
    return user(f"user-{number % owners if options.interleaved else number * owners // episodes}")


def build_facts(options: argparse.Namespace) -> KindTable:
    """As many facts of each episode as asked for, each a sentence of it, with random unit vectors."""
    dice, numbers, embedder = random.Random(7), np.random.default_rng(8), get_embedder()
    table, rows = KindTable(ATOMIC_FACT, embedder), []
    for number in range(options.episodes):
        told = values(dice, number)
        day, owner = f"{told['timestamp']:%Y%m%d}", owner_of(number, options)
        lines = str(told["content"]).split("\n")
        for place in range(options.facts):
            fact = {
                "timestamp": told["timestamp"],
                "session_id": told["session_id"],
                "parent_type": "episode",
                "parent_id": f"ep_{day}_{number:08d}",
                "fact": lines[place % len(lines)],
            }
            if options.stated and place % options.stated == 0:
                fact["states"] = [f"home: {dice.choice(CHOICES['where'])}"]
            vector = numbers.standard_normal((1, embedder.dimensions), dtype=np.float32)
            vector /= np.linalg.norm(vector)
            entry = f"af_{day}_{number * options.facts + place:08d}"
            rows.append(
                row_of(ATOMIC_FACT, Scope(), owner, f"{owner.id}/{day}.md", entry, entry, fact, vector)
            )
        if len(rows) >= 10 * BATCH or number == options.episodes - 1:
            table.apply(rows)
            rows = []
    table.optimize()
    return table


def measure(name: str, rounds: int, call: Callable[[int], object]) -> None:
    for warm in range(3):
        call(-1 - warm)
    times = []
    for number in range(rounds):
        started = time.perf_counter()
        call(number)
        times.append(1000 * (time.perf_counter() - started))
    times.sort()
    print(f"{name:34} p50 {statistics.median(times):7.1f} ms   p95 {times[int(0.95 * len(times))]:7.1f} ms")


def searching(method: Method, owners: int, dice: random.Random) -> Callable[[int], object]:
    def call(number: int) -> object:
        return search(
            SearchRequest(Scope(), user(f"user-{number % owners}"), sentence(dice), method, top_k=10)
        )

    return call


def asking(tables: Sequence[KindTable], owners: int, dice: random.Random) -> Callable[[int], object]:
    """What the index alone takes: both ways of searching in each table, side by side, without the embedder."""
    numbers = np.random.default_rng(9)

    def call(number: int) -> object:
        where = sql.owned_by(Scope(), user(f"user-{number % owners}"))
        words, vector = (
            terms(sentence(dice)),
            numbers.standard_normal(tables[0].space.dimensions, dtype=np.float32),
        )
        by_word = [query.fts(table, words, where, FEWEST_CANDIDATES) for table in tables]
        by_vector = [query.nearest(table, vector, where, FEWEST_CANDIDATES) for table in tables]
        return [asked.result() for asked in (*by_word, *by_vector)]

    return call


def listing(owners: int, filters: dict[str, object] | None = None) -> Callable[[int], object]:
    return lambda number: list_memories(
        Scope(), user(f"user-{number % owners}"), "episode", page=1 + number % 3, filters=filters
    )


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--episodes", type=int, default=10_000)
    parser.add_argument("--facts", type=int, default=10, help="of each episode")
    parser.add_argument(
        "--stated", type=int, default=10, help="one fact of so many states a home; 0: none does"
    )
    parser.add_argument("--owners", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument(
        "--interleaved",
        action="store_true",
        help="rows in the order of arrival, the owners mixed; otherwise owner by owner, as after a rebuild",
    )
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    get_embedder().embed_query("warm")
    print(f"resident with the embedder {resident_megabytes():.0f} MB")
    started = time.perf_counter()
    tables = [build(options), *([build_facts(options)] if options.facts else [])]
    print(f"built in {time.perf_counter() - started:.0f} s for {options.owners} owners:")
    for table in tables:
        print(f"{table.count()} rows of {table.kind.name}, {table.bytes() / 2**20:.0f} MB on disk")
    print(f"resident {resident_megabytes():.0f} MB")
    dice = random.Random(11)
    embedder = get_embedder()
    measure("embedding a query", options.rounds, lambda number: embedder.embed_query(sentence(dice)))
    measure("the index alone", options.rounds, asking(tables, options.owners, dice))
    for method in ("keyword", "vector", "hybrid"):
        measure(f"search, {method}", options.rounds, searching(method, options.owners, dice))  # type: ignore[arg-type]
    measure("get, a page of 20", options.rounds, listing(options.owners))
    since = {"timestamp": {"gte": "2024-02-01"}, "sender_id": "assistant"}
    measure("get, a page of 20, filtered", options.rounds, listing(options.owners, since))
    measure("get, a page of 20, of one for all", options.rounds, listing(1))
    print(f"resident after it all {resident_megabytes():.0f} MB")
    shutil.rmtree(os.environ["EVEROS_MEMORY__ROOT"])


if __name__ == "__main__":
    main()
