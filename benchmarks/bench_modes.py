"""What more processes bring: requests, lag and runs of strategies in both modes, without a language model.

    python benchmarks/bench_modes.py                       # three rounds of each, by turns: a quarter of an hour
    python benchmarks/bench_modes.py --rounds 1 --only embedded 2x2

`embedded` is the one server process over SQLite. `WxK` is distributed mode: W web processes and K workers over a real
PostgreSQL and Redis of this machine, with beat, and the index in a folder. 16 clients add and flush sessions of four
messages without a pause; then the time is taken until everything is indexed and derived.
"""

import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.bench_ome import runs_done  # noqa: E402
from benchmarks.served import Served, fresh_root, percentile95  # noqa: E402
from benchmarks.texts import FIRST_DAY_MS, Talk  # noqa: E402
from tests.redis_server import RedisServer  # noqa: E402
from tests.services.postgres import PostgresServer  # noqa: E402

CLIENTS = 16
SESSIONS = 8  # of each client
MODES = ("embedded", "1x1", "1x2", "2x1", "2x2")
CELERY = [sys.executable, "-m", "celery", "--app", "everos_site.celery"]

Figures = dict[str, float]


@contextmanager
def serving(mode: str, folder: Path, postgres: PostgresServer) -> Iterator[Served]:
    root = fresh_root(folder, mode)
    if mode == "embedded":
        with Served(root) as server:
            server.wait_until_ready()
            yield server
        return
    webs, workers = mode.split("x")
    with ExitStack() as ending:
        redis = RedisServer(root.parent).start()
        ending.callback(redis.stop)
        settings = {
            "EVEROS_DATABASE__URL": postgres.url(postgres.database()),
            "EVEROS_BROKER__URL": redis.url,
            "EVEROS_API__PROCESSES": webs,
            "DJANGO_SETTINGS_MODULE": "everos_site.settings",
        }
        server = Served(root, **settings)
        with server:
            for command in [["worker"]] * int(workers) + [["beat"]]:
                ending.callback(ended, started(command, server))
            server.wait_until_ready()
            yield server


def started(command: list[str], server: Served) -> "subprocess.Popen[bytes]":
    with (server.root.parent / f"{command[0]}.log").open("ab") as log:
        return subprocess.Popen(
            [*CELERY, *command], env=server.env, cwd=PROJECT, stdout=log, stderr=log, start_new_session=True
        )


def ended(process: "subprocess.Popen[bytes]") -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def measure(server: Served) -> Figures:
    waits: list[float] = []
    started_at = time.perf_counter()
    threads = [threading.Thread(target=write, args=[server, number, waits]) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answered = time.perf_counter() - started_at
    server.wait_until_ready()
    took = time.perf_counter() - started_at
    return {
        "requests/s": len(waits) / answered,
        "request p50 ms": statistics.median(waits),
        "request p95 ms": percentile95(waits),
        "lag s": took - answered,
        "runs/s": runs_done(server) / took,
        "sessions/s, all done": CLIENTS * SESSIONS / took,
    }


def write(server: Served, client: int, waits: list[float]) -> None:
    connection, talk = server.connect(), Talk(client)
    for number in range(SESSIONS):
        scope = {"session_id": f"c{client}-{number}"}
        messages = talk.messages(4, f"user-{client}", FIRST_DAY_MS + number * 3_600_000)
        waits.append(connection.timed("add", {**scope, "messages": messages}))
        waits.append(connection.timed("flush", scope))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="everos-bench-"))
    postgres = PostgresServer(durable=True).start()
    seen: defaultdict[str, list[Figures]] = defaultdict(list)
    for _ in range(options.rounds):
        for mode in options.only:
            with serving(mode, folder, postgres) as server:
                seen[mode].append(measure(server))
    for mode, rounds in seen.items():
        for figure in rounds[0]:
            values = [each[figure] for each in rounds]
            spread = f"{min(values):.1f} to {max(values):.1f}"
            print(f"{mode:10} {figure:24} {statistics.median(values):8.1f}   {spread}", flush=True)
    postgres.remove()
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
