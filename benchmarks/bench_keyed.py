"""Clearing and sharing the entries of an agent, over HTTP.

python benchmarks/bench_keyed.py
python benchmarks/bench_keyed.py --entries 500
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.served import Connection, Served

API = "/api/v1/memory"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--entries", type=int, default=1111, help="that are shared; clearing has three times as many"
    )
    entries = parser.parse_args().entries
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder) / "memory") as server:
        connection = Connection(server.port)
        for number in range(entries):
            body = {"key": f"lesson {number}", "value": f"Lesson number {number}: validate what comes in."}
            timed(connection, "POST", "agent-0/store", body)
        wait_until_indexed(connection)
        for copy in (1, 2, 3):
            body = {"from": "agent-0", "to": f"agent-{copy}", "pattern": "*"}
            print(f"share {entries} entries: {timed(connection, 'POST', 'share', body):.2f} s", flush=True)
            wait_until_indexed(connection)
        for copy in (1, 2):  # into one agent, so that there is more to clear
            for number in range(entries):
                body = {"key": f"{copy} of {number}", "value": f"Lesson number {number}."}
                timed(connection, "POST", "agent-3/store", body)
        wait_until_indexed(connection)
        print(f"clear {3 * entries} entries: {timed(connection, 'DELETE', 'agent-3/clear', None):.2f} s")


def wait_until_indexed(connection: Connection) -> None:
    """With all vectors: making them would compete for the processor."""
    while connection.request("GET", "/health")[1]["queue"]["pending"]:
        time.sleep(0.5)


def timed(connection: Connection, method: str, path: str, body: dict[str, object] | None) -> float:
    started = time.perf_counter()
    status, answer = connection.request(method, f"{API}/{path}", body)
    if status != 200:
        raise RuntimeError(f"{method} {path}: {status} {answer}")
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
