"""Measures a real server over HTTP, without a language model: what a client waits for.

    python benchmarks/bench_http.py              # everything: about half an hour, most of it embedding
    python benchmarks/bench_http.py --only add flush
    python benchmarks/bench_http.py --json figures.json

Every figure is a median unless its name says otherwise. What each means: benchmarks/README.md.
"""

import argparse
import http.client
import itertools
import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.served import Connection, Served, fresh_root, median, percentile95  # noqa: E402
from benchmarks.texts import DAY_MS, FIRST_DAY_MS, Talk, questions  # noqa: E402

Figures = dict[str, float]
CLIENTS = 16
A_DAY = 500  # sessions of one user in a day, after which flush is measured again
MEASURED = 100
USERS = 10


def bench_add(folder: Path, episodes: int) -> Figures:
    """One call with two messages (a question and its answer), 20 calls a session."""
    talk, times = Talk(), []
    with Served(fresh_root(folder, "add")) as server:
        connection = server.connect()
        for session, call in itertools.product(range(15), range(20)):
            messages = talk.messages(2, "alice", FIRST_DAY_MS + session * DAY_MS + call * 20_000)
            body = {"session_id": f"s-{session}", "messages": messages}
            times.append(connection.timed("add", body))
    return {"add p50 ms": median(times), "add p95 ms": percentile95(times)}


def flush_session(connection: Connection, talk: Talk, name: str, start_ms: int, user: str = "alice") -> float:
    """Adds a session of four messages; the milliseconds of its flush."""
    connection.call("add", {"session_id": name, "messages": talk.messages(4, user, start_ms)})
    return connection.timed("flush", {"session_id": name})


def bench_flush(folder: Path, episodes: int) -> Figures:
    """All sessions fall on one day of one user, so that one file takes them all."""
    talk = Talk()
    with Served(fresh_root(folder, "flush")) as server:
        connection = server.connect()
        times = [
            flush_session(connection, talk, f"s-{n}", FIRST_DAY_MS + n * 60_000)
            for n in range(A_DAY + MEASURED)
        ]
    first, last = median(times[:MEASURED]), median(times[A_DAY:])
    return {
        "flush p50 ms": first,
        f"flush p50 ms after {A_DAY}": last,
        "flush growth": round(last / first, 2),
    }


def bench_paced(folder: Path, episodes: int) -> Figures:
    with Served(fresh_root(folder, "paced")) as server:
        return pace(server, MEASURED, 0.3, server.wait_until_ready)


def pace(server: Served, sessions: int, pause: float, wait_for_work: Callable[[], object]) -> Figures:
    """Sessions of four messages with a pause in seconds between them, while the work of earlier ones goes on."""
    connection, talk, adds, flushes = server.connect(), Talk(), [], []

    def session(number: int) -> None:
        start = FIRST_DAY_MS + number * 600_000
        body = {"session_id": f"p-{number}", "messages": talk.messages(4, f"user-{number % 7}", start)}
        adds.append(connection.timed("add", body))
        flushes.append(connection.timed("flush", {"session_id": f"p-{number}"}))

    for number in range(10):
        session(number)
    wait_for_work()
    adds.clear()
    flushes.clear()
    before = server.processor_seconds()
    for number in range(10, 10 + sessions):
        session(number)
        time.sleep(pause)
    wait_for_work()
    spent = server.processor_seconds() - before
    return {
        "paced add p50 ms": median(adds),
        "paced add p95 ms": percentile95(adds),
        "paced flush p50 ms": median(flushes),
        "paced flush p95 ms": percentile95(flushes),
        "processor s a session": round(spent / sessions, 3),
    }


def bench_clients(folder: Path, episodes: int) -> Figures:
    with Served(fresh_root(folder, "clients")) as server:
        return crowd(server)


def crowd(server: Served, seconds: float = 15) -> Figures:
    """Sixteen clients, each with its own sessions and user: add and flush in turn, without a pause."""
    failed = [0] * CLIENTS
    milliseconds: dict[str, list[float]] = {"add": [], "flush": []}
    end = time.perf_counter() + seconds

    def client(number: int) -> None:
        connection, talk = server.connect(), Talk(number)
        for turn in itertools.count():
            if time.perf_counter() > end:
                return
            scope = {"session_id": f"c{number}-{turn}"}
            messages = talk.messages(4, f"user-{number}", FIRST_DAY_MS + turn * 60_000)
            for action, body in (("add", {**scope, "messages": messages}), ("flush", scope)):
                began = time.perf_counter()
                try:
                    status, _ = connection.request("POST", f"/api/v1/memory/{action}", body)
                except (OSError, http.client.HTTPException):
                    connection, status = server.connect(), 0
                milliseconds[action].append(1000 * (time.perf_counter() - began))
                failed[number] += status != 200

    started = time.perf_counter()
    threads = [threading.Thread(target=client, args=[number]) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - started
    figures: Figures = {
        "16 clients requests/s": round(sum(map(len, milliseconds.values())) / took, 1),
        "16 clients errors": sum(failed),
    }
    for action, values in milliseconds.items():
        figures[f"16 clients {action} p50 ms"] = median(values)
        figures[f"16 clients {action} p95 ms"] = percentile95(values)
    return figures


def bench_found(folder: Path, episodes: int) -> Figures:
    """From the answer of flush to the first keyword search that finds the session's own word."""
    talk, times = Talk(), []
    with Served(fresh_root(folder, "found")) as server:
        connection = server.connect()
        for number in range(MEASURED):
            word = f"zq{number}xv"
            messages = talk.messages(4, "alice", FIRST_DAY_MS + number * DAY_MS // 2)
            messages[0]["content"] += f" {word}"
            connection.call("add", {"session_id": f"s-{number}", "messages": messages})
            connection.call("flush", {"session_id": f"s-{number}"})
            times.append(until_found(connection, word))
    return {"flush to found p50 ms": median(times), "flush to found p95 ms": percentile95(times)}


def until_found(connection: Connection, word: str) -> float:
    """Milliseconds of asking again and again."""
    started = time.perf_counter()
    body = {"user_id": "alice", "query": word, "method": "keyword", "top_k": 1}
    while not any(word in episode["episode"] for episode in connection.call("search", body)["episodes"]):
        time.sleep(0.01)
    return 1000 * (time.perf_counter() - started)


def filled(folder: Path, episodes: int) -> tuple[Path, Figures]:
    """The root of the large measurements, filled and indexed once and kept for all of them."""
    root, noted = folder / "filled" / "memory", folder / "filled" / "figures.json"
    if noted.exists():
        known: Figures = json.loads(noted.read_text())
        return root, known
    with Served(fresh_root(folder, "filled")) as empty:
        environment = empty.env
    subprocess.run(
        [sys.executable, str(PROJECT / "benchmarks" / "fill.py"), str(episodes), str(USERS)],
        env=environment, cwd=PROJECT, check=True,
    )  # fmt: skip
    started = time.perf_counter()
    with Served(root) as server:
        server.wait_until_ready()
        count_listed(server, episodes)
        took = time.perf_counter() - started
    figures = {"rebuild entries/s with embedding": round(episodes / took, 1)}
    noted.write_text(json.dumps(figures))
    return root, figures


def count_listed(server: Served, episodes: int) -> None:
    listing = {"memory_type": "episode", "page_size": 1}
    users = [f"user-{number}" for number in range(USERS)]
    counts = [server.connect().call("get", {**listing, "user_id": user})["total_count"] for user in users]
    if sum(counts) != episodes:
        raise SystemExit(f"{sum(counts)} of {episodes} episodes are listed")


def bench_search(folder: Path, episodes: int) -> Figures:
    """No two queries are the same text, so that no query's vector comes from a cache."""
    root, figures = filled(folder, episodes)
    asked = questions() * 3
    with Served(root) as server:
        server.wait_until_ready()
        connection = server.connect()
        for method in ("hybrid", "keyword", "vector"):
            times = [
                connection.timed("search", question_of(n, f"{method} {question}", method))
                for n, question in enumerate(asked)
            ][10:]
            figures |= {
                f"{method} search p50 ms": median(times),
                f"{method} search p95 ms": percentile95(times),
            }
    return figures


def question_of(number: int, query: str, method: str = "hybrid") -> dict[str, str | int]:
    return {"user_id": f"user-{number % USERS}", "query": f"{query} {number}", "method": method, "top_k": 10}


def bench_get(folder: Path, episodes: int) -> Figures:
    """Pages of 20, anywhere in a user's list."""
    root, figures = filled(folder, episodes)
    pages, chosen = max(1, episodes // USERS // 20), random.Random(1)
    with Served(root) as server:
        server.wait_until_ready()
        connection = server.connect()
        times = []
        for number in range(200):
            body = {
                "user_id": f"user-{number % USERS}",
                "memory_type": "episode",
                "page": chosen.randint(1, pages),
            }
            times.append(connection.timed("get", body))
    return figures | {"get page p50 ms": median(times[10:]), "get page p95 ms": percentile95(times[10:])}


def bench_rebuild(folder: Path, episodes: int) -> Figures:
    """Without embedding: `rebuild_index` keeps the vectors of unchanged text. With: the filling, from nothing."""
    root, figures = filled(folder, episodes)
    with Served(root) as server:
        server.wait_until_ready()
        took = server.manage("rebuild_index")
        count_listed(server, episodes)
    return figures | {"rebuild entries/s without embedding": round(episodes / took, 1)}


def bench_memory(folder: Path, episodes: int) -> Figures:
    """The embedder is loaded in both; its share is measured in a process that holds nothing else."""
    root, figures = filled(folder, episodes)
    share = [sys.executable, str(PROJECT / "benchmarks" / "embedder_share.py")]
    figures["memory embedder MB"] = float(subprocess.check_output(share, cwd=PROJECT))
    with Served(fresh_root(folder, "idle")) as server:
        server.wait_until_ready()
        time.sleep(2)  # what loads at the start has loaded
        figures["memory idle MB"] = round(server.memory_mb())
    with Served(root) as server:
        server.wait_until_ready()
        ask(server, 200)
        figures[f"memory at {episodes} MB"] = round(server.memory_mb())
    return figures


def ask(server: Served, number: int) -> None:
    connection = server.connect()
    for n, question in zip(range(number), itertools.cycle(questions()), strict=False):
        connection.call("search", question_of(n, question))


BENCHMARKS: dict[str, Callable[[Path, int], Figures]] = {
    "add": bench_add,
    "flush": bench_flush,
    "paced": bench_paced,
    "clients": bench_clients,
    "found": bench_found,
    "search": bench_search,
    "get": bench_get,
    "memory": bench_memory,
    "rebuild": bench_rebuild,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", nargs="+", choices=list(BENCHMARKS), default=list(BENCHMARKS), metavar="NAME"
    )
    parser.add_argument("--episodes", type=int, default=10_000, help="in the filled root (10,000)")
    parser.add_argument("--folder", type=Path, help="keep the roots here; a filled one is used again")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()
    folder = options.folder or Path(tempfile.mkdtemp(prefix="everos-bench-"))
    figures: Figures = {}
    try:
        for name, bench in BENCHMARKS.items():
            if name in options.only:
                measured = bench(folder, options.episodes)
                figures |= measured
                for figure, value in measured.items():
                    print(f"{figure:40} {value:>10}", flush=True)
    except (RuntimeError, OSError, http.client.HTTPException) as error:
        raise SystemExit(f"{error}; the server's words: {folder}/*/server.log") from error
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    if options.folder is None:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
