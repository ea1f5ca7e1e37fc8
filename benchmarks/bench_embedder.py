"""The local embedder by itself: time to load, memory, speed, a query beside the index's batches, and its cosines.

python benchmarks/bench_embedder.py
"""

import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import with_django  # noqa: F401
from memory.providers.local_embedder import LocalEmbedder

QUERY = "Which platform does the night train to Ljubljana leave from, number {}?"
SENTENCE = (
    "Maya told Jonas that the roof of the allotment hut had leaked again on Sunday and that the seed boxes were "
    "soaked; Jonas offered to come by with tar paper and a ladder before the next rain. "
)
ANSWERED = [
    ("When does Alice's flight to Lisbon leave?", "Alice's flight to Lisbon leaves on Friday at nine."),
    ("What is Bob allergic to?", "Bob told the bot that he is allergic to peanuts."),
    ("favourite coffee", "Carol said: I drink a flat white with oat milk every morning."),
    ("¿Cuándo es la boda de Marta?", "Marta se casa el 14 de junio en Sevilla."),
    ("¿Qué deporte practica Luis?", "Luis juega al baloncesto todos los jueves con sus compañeros."),
    ("小明什么时候搬到上海？", "小明说他下个月要搬到上海去工作。"),
    ("她养了什么宠物？", "李华养了两只猫，名字叫豆豆和毛毛。"),
    ("Where does Wei live?", "小伟现在住在北京的朝阳区。"),
    ("¿Qué come Bob?", "Bob told the bot that he is a vegetarian and loves lentil soup."),
    ("change my flight to another day", "The customer moved the reservation from Tuesday to Thursday."),
]
PARAPHRASES = [
    (
        "The meeting was moved to Thursday afternoon.",
        "The meeting has been rescheduled for Thursday afternoon.",
    ),
    ("Alice bought a red bicycle last summer.", "Last summer Alice purchased a red bike."),
    ("El tren sale a las ocho de la mañana.", "El tren parte a las 8 de la mañana."),
    ("他每天早上跑步五公里。", "他每天清晨都会跑五公里。"),
    ("He runs five kilometres every morning.", "他每天早上跑步五公里。"),
]


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def milliseconds(work: Callable[[int], object], times: int) -> list[float]:
    taken = []
    for number in range(times):
        start = time.perf_counter()
        work(number)
        taken.append((time.perf_counter() - start) * 1000)
    return sorted(taken)


def shown(taken: list[float]) -> str:
    return f"p50 {statistics.median(taken):.0f} ms, p95 {taken[int(len(taken) * 0.95)]:.0f} ms"


def speed(embedder: LocalEmbedder) -> None:
    print("query:", shown(milliseconds(lambda n: embedder.embed_query(QUERY.format(n)), 100)))
    print("query, asked before:", f"{milliseconds(lambda _: embedder.embed_query('again'), 100)[50]:.3f} ms")
    for sentences in (1, 3, 6, 12, 24):
        texts = [SENTENCE * sentences] * 8
        taken = milliseconds(lambda _, texts=texts: embedder.embed_passages(texts), 3)  # type: ignore[misc]
        rate = len(texts) / statistics.median(taken) * 1000
        print(f"passages of {len(texts[0])} characters: {rate:.1f} a second")


def query_beside_the_index(embedder: LocalEmbedder) -> None:
    stop = threading.Event()
    embedded = 0

    def fill() -> None:
        nonlocal embedded
        while not stop.is_set():
            embedded += len(embedder.embed_passages([SENTENCE * 3] * 16))

    filling = threading.Thread(target=fill)
    filling.start()
    start = time.perf_counter()
    taken = milliseconds(lambda n: embedder.embed_query(f"beside {QUERY.format(n)}"), 100)
    stop.set()
    filling.join()
    rate = embedded / (time.perf_counter() - start)
    print(f"query while passages are embedded: {shown(taken)}; the passages go on at {rate:.1f} a second")


def cosines(embedder: LocalEmbedder) -> None:
    queries, passages = (list(texts) for texts in zip(*ANSWERED, strict=True))
    table = np.stack([embedder.embed_query(q) for q in queries]) @ embedder.embed_passages(passages).T
    alike = [
        float(embedder.embed_query(one) @ embedder.embed_passages([other])[0]) for one, other in PARAPHRASES
    ]
    same = [float(embedder.embed_query(text) @ embedder.embed_passages([text])[0]) for text in passages]
    groups = {
        "unrelated": table[~np.eye(len(queries), dtype=bool)],
        "question and answer": np.diag(table),
        "paraphrase": np.array(alike),
        "same text": np.array(same),
    }
    for name, values in groups.items():
        low, middle, high = np.percentile(values, [5, 50, 95])
        scaled = embedder.similarity(np.array([low, middle, high]))
        print(f"{name}: cosine {low:.2f} {middle:.2f} {high:.2f} (p5, p50, p95), similarity", scaled.round(2))


def main() -> None:
    before = resident_megabytes()
    start = time.perf_counter()
    embedder = LocalEmbedder()
    print(f"load: {(time.perf_counter() - start) * 1000:.0f} ms")
    embedder.embed_query("warm up")
    speed(embedder)
    query_beside_the_index(embedder)
    cosines(embedder)
    print(f"resident memory: {resident_megabytes() - before:.0f} MB more than before")


if __name__ == "__main__":
    main()
