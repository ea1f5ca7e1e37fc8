"""One owner of very many facts: a search by vector with and without the index of vectors, and how well they agree.

    python -m benchmarks.bench_large_owner --facts 1000000

Builds an index in a root that is thrown away. Each vector is that of one of 3,000 sentences, embedded for real, and
noise that leaves a cosine of about .85 to it.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from django.core.management import call_command

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bench_search import sentence  # sets up Django
from memory.index import query, sql
from memory.index.schema import row_of
from memory.index.tables import KindTable
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.providers.registry import get_embedder
from memory.scope import Scope, user
from memory.text.tokens import terms

SENTENCES = 3_000
NOISE = 0.6  # its length, beside a unit vector
BATCH = 20_000
ASKED = 100
TOP = 10
FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)
HERE = sql.owned_by(Scope(), user("big"))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--facts", type=int, default=300_000)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    call_command("migrate", database="ome", verbosity=0)
    dice, numbers = random.Random(7), np.random.default_rng(7)
    texts = [sentence(dice) for _ in range(SENTENCES)]
    meant = get_embedder().embed_passages(texts)
    table = KindTable(ATOMIC_FACT, get_embedder())
    timed("filled", lambda: fill(table, texts, meant, numbers, options.facts))
    asked = with_noise(meant[numbers.integers(SENTENCES, size=ASKED)], numbers)
    exact = measured("exact", table, asked)
    timed("index built", table.index_vectors_if_due)
    found = measured("with the index", table, asked)
    agree = [len({*one} & {*other}) / TOP for one, other in zip(exact, found, strict=True)]
    print(f"recall@{TOP} of the index: {statistics.mean(agree):.3f}")
    words = [terms(sentence(dice)) for _ in range(ASKED)]
    show(
        "by word", [timed_ms(lambda each=each: query.fts(table, each, HERE, TOP).result()) for each in words]
    )
    timed("a commit of 100 facts", lambda: fill(table, texts, meant, numbers, 100, first=options.facts))
    timed("the next compaction", table.optimize)
    measured("with the index, afterwards", table, asked)


def fill(
    table: KindTable,
    texts: Sequence[str],
    meant: np.ndarray,
    numbers: np.random.Generator,
    facts: int,
    first: int = 0,
) -> None:
    for begin in range(first, first + facts, BATCH):
        chosen = numbers.integers(SENTENCES, size=min(BATCH, first + facts - begin))
        vectors = with_noise(meant[chosen], numbers)
        rows = [
            row_of(
                ATOMIC_FACT, Scope(), user("big"), f"big/{(begin + place) // 200}.md",
                f"af_{begin + place:08d}", f"{begin + place}",
                {"fact": texts[number], "timestamp": FIRST_DAY + timedelta(minutes=begin + place)},
                vectors[place : place + 1],
            )
            for place, number in enumerate(chosen)
        ]  # fmt: skip
        table.apply(rows, new_ids={row.row_id for row in rows})
    table.optimize()


def with_noise(vectors: np.ndarray, numbers: np.random.Generator) -> np.ndarray:
    noise = numbers.standard_normal(vectors.shape, dtype=np.float32)
    noise *= NOISE / np.linalg.norm(noise, axis=1, keepdims=True)
    found = vectors + noise
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


def measured(name: str, table: KindTable, asked: np.ndarray) -> list[list[str]]:
    """The row ids that each query finds."""
    found: list[list[str]] = []

    def ask(vector: np.ndarray) -> None:
        found.append(query.nearest(table, vector, HERE, TOP).result().row_ids)

    ask(asked[0])
    found.clear()
    show(name, [timed_ms(lambda vector=vector: ask(vector)) for vector in asked])
    return found


def timed_ms(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


def timed(name: str, work: Callable[[], object]) -> None:
    print(f"{name}: {timed_ms(work) / 1000:.1f} s", flush=True)


def show(name: str, taken: Sequence[float]) -> None:
    p95 = statistics.quantiles(taken, n=20)[-1]
    print(f"{name}: p50 {statistics.median(taken):.1f} ms, p95 {p95:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
