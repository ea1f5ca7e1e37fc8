"""Measures what becomes of a flushed session in the background, over HTTP, without a language model.

    python benchmarks/bench_ome.py              # all: some five minutes
    python benchmarks/bench_ome.py --only found

- found: from the answer of flush until the session's own word is found in a fact by a keyword search, and stands in
  the user's profile; 100 sessions of one user, one after the other.
- throughput: 400 sessions of 10 users, flushed by 4 clients without a pause; runs of strategies a second from the first
  flush until none is left to do.
- fairness: as found, ten sessions of one user while the runs of 300 sessions of another one wait.
"""

import argparse
import json
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.served import Connection, Served, fresh_root, median, percentile95  # noqa: E402
from benchmarks.texts import DAY_MS, FIRST_DAY_MS, Talk  # noqa: E402

Figures = dict[str, float]
SESSIONS = 100
CLIENTS = 4
EACH = 100
IMPORTED = 300
BESIDE = 10


def bench_found(folder: Path) -> Figures:
    talk, facts, profiles = Talk(), [], []
    with Served(fresh_root(folder, "found")) as server:
        connection = server.connect()
        for number in range(SESSIONS):
            fact, profile = found_after(connection, talk, "alice", number)
            facts.append(fact)
            profiles.append(profile)
    return {
        "flush to fact p50 ms": median(facts),
        "flush to fact p95 ms": percentile95(facts),
        "flush to profile p50 ms": median(profiles),
        "flush to profile p95 ms": percentile95(profiles),
    }


def found_after(connection: Connection, talk: Talk, user: str, number: int) -> tuple[float, float]:
    """Milliseconds from the flush of a session until it is found in a fact, and in the profile."""
    word, session = f"zq{number}xv", {"session_id": f"{user}-{number}"}
    messages = talk.messages(4, user, FIRST_DAY_MS + number * DAY_MS // 2)
    messages[0]["content"] = f"My favourite hobby is {word} now."
    connection.call("add", {**session, "messages": messages})
    connection.call("flush", session)
    started = time.perf_counter()
    while not in_facts(connection, user, word):
        time.sleep(0.01)
    fact = time.perf_counter() - started
    while not in_profile(connection, user, word):
        time.sleep(0.01)
    return 1000 * fact, 1000 * (time.perf_counter() - started)


def in_facts(connection: Connection, user: str, word: str) -> bool:
    body = {"user_id": user, "query": word, "method": "keyword", "top_k": 1}
    episodes = connection.call("search", body)["episodes"]
    return any(word in fact["content"] for episode in episodes for fact in episode["atomic_facts"])


def in_profile(connection: Connection, user: str, word: str) -> bool:
    listed = connection.call("get", {"user_id": user, "memory_type": "profile"})
    return word in json.dumps(listed["profiles"])


def bench_throughput(folder: Path) -> Figures:
    with Served(fresh_root(folder, "throughput")) as server:
        started = time.perf_counter()
        threads = [threading.Thread(target=write, args=[server, number]) for number in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        flushed = time.perf_counter() - started
        while server.health()["ome"]["pending"]:
            time.sleep(0.05)
        took = time.perf_counter() - started
        runs = runs_done(server)
    return {
        "sessions/s flushed": round(CLIENTS * EACH / flushed, 1),
        "runs": runs,
        "runs/s": round(runs / took, 1),
        "runs left s after the last flush": round(took - flushed, 1),
    }


def bench_fairness(folder: Path) -> Figures:
    with Served(fresh_root(folder, "fairness")) as server:
        connection, talk = server.connect(), Talk()
        for number in range(IMPORTED):
            session = {"session_id": f"import-{number}"}
            messages = talk.messages(4, "alice", FIRST_DAY_MS + number * 3_600_000)
            connection.call("add", {**session, "messages": messages})
            connection.call("flush", session)
        before = server.health()["ome"]["pending"]
        pairs = [found_after(connection, talk, "bob", number) for number in range(BESIDE)]
        left = server.health()["ome"]["pending"]
    facts, profiles = zip(*pairs, strict=True)
    return {
        "runs of the import before": before,
        "runs of the import after": left,
        "beside it, flush to fact p50 ms": median(facts),
        "beside it, flush to fact, slowest ms": round(max(facts)),
        "beside it, flush to profile p50 ms": median(profiles),
        "beside it, flush to profile, slowest ms": round(max(profiles)),
    }


def write(server: Served, client: int) -> None:
    connection, talk = server.connect(), Talk(client)
    for number in range(EACH):
        scope = {"session_id": f"c{client}-{number}"}
        user = f"user-{(client * EACH + number) % 10}"
        messages = talk.messages(4, user, FIRST_DAY_MS + number * 3_600_000)
        connection.call("add", {**scope, "messages": messages})
        connection.call("flush", scope)


def runs_done(server: Served) -> int:
    http = server.connect().http
    http.request("GET", "/metrics")
    lines = http.getresponse().read().decode().splitlines()
    done = [line for line in lines if line.startswith("everos_ome_runs_total") and 'result="done"' in line]
    return sum(int(float(line.split()[-1])) for line in done)


BENCHMARKS = {"found": bench_found, "throughput": bench_throughput, "fairness": bench_fairness}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=list(BENCHMARKS), default=list(BENCHMARKS))
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="everos-bench-"))
    for name in options.only:
        for figure, value in BENCHMARKS[name](folder).items():
            print(f"{figure:40} {value:>10}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
