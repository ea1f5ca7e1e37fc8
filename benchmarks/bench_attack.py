"""Measures what one honest client waits for while others attack the server: docs/security.md has the figures.

    python benchmarks/bench_attack.py                # all attacks together
    python benchmarks/bench_attack.py --rounds 3 --without bombs texts

Half-open connections stay open all the time; each bomb and each text is sent once a round, all at the same moment, and
again after a 503, when its Retry-After says so. The server runs with its default settings.
"""

import argparse
import base64
import http.client
import json
import multiprocessing
import random
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.served import Served, fresh_root, median, percentile95  # noqa: E402
from benchmarks.texts import FIRST_DAY_MS, Talk  # noqa: E402

SLOW_CONNECTIONS = 200
BOMBS = TEXTS = 16
BOMB_CHARACTERS = 600_000
TEXT_CHARACTERS = 250_000
PIECES = (" ", "[", "(", "\n", "a ", "1.", '"', "- ", "<a", "a@", "。", "\\", ": ", "#", "*", "`")
TAGS = ("<div>", "<table><tr>", "<a href='", "<!--", "<p", "&#", "<![CDATA[")
HALF_A_REQUEST = b"POST /api/v1/memory/add HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\nX-Slow: "
SETTLE_SECONDS = QUIET_SECONDS = 5.0


def slow_connection(port: int) -> None:
    """Half a request, then a byte a second; opened again when the server has had enough of it."""
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(HALF_A_REQUEST)
            while True:
                connection.sendall(b"x")
                time.sleep(1)


def bomb(number: int) -> bytes:
    """A web page of tags that nobody closes."""
    tags = random.Random(number).choices(TAGS, k=60)
    page = "".join(tags * (BOMB_CHARACTERS // len("".join(tags))))
    item = {"type": "html", "name": "page.html", "base64": base64.b64encode(page.encode()).decode()}
    return message(f"bomb-{number}", [item])


def text(number: int) -> bytes:
    """One sign without end."""
    piece = PIECES[number % len(PIECES)]
    return message(f"text-{number}", piece * (TEXT_CHARACTERS // len(piece)))


def message(session: str, content: Any) -> bytes:
    said = {"sender_id": session, "role": "user", "timestamp": FIRST_DAY_MS, "content": content}
    return json.dumps({"session_id": session, "messages": [said]}).encode()


def strike(port: int, add: bytes, session: str) -> None:
    """Stores the message, however often it has to be sent, and has it made a memory."""
    while not post(port, "add", add):
        pass
    post(port, "flush", json.dumps({"session_id": session}).encode())


def post(port: int, call: str, body: bytes) -> bool:
    """Whether the server has done with it; when not, the pause that it asked for is over."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request("POST", f"/api/v1/memory/{call}", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        if response.status == 503:
            time.sleep(float(response.headers.get("Retry-After", "1")))
        return response.status != 503
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def attack(port: int, without: list[str], rounds: int, ready: Any, done: Any) -> None:
    """In a process of its own. Says `ready` when everything is prepared, and `done` when all has been stored."""
    if "slow" not in without:
        for _ in range(SLOW_CONNECTIONS):
            threading.Thread(target=slow_connection, args=(port,), daemon=True).start()
    shots = [] if "bombs" in without else [(bomb(number), f"bomb-{number}") for number in range(BOMBS)]
    shots += [] if "texts" in without else [(text(number), f"text-{number}") for number in range(TEXTS)]
    time.sleep(SETTLE_SECONDS)
    ready.set()
    for _ in range(rounds):
        attackers = [threading.Thread(target=strike, args=(port, *shot)) for shot in shots]
        for attacker in attackers:
            attacker.start()
        for attacker in attackers:
            attacker.join()
    done.set()
    threading.Event().wait()


def honest_client(server: Served, until: Callable[[float], bool]) -> tuple[list[float], list[float]]:
    """Milliseconds of /health and of add, by turns; `until` is told the seconds that have passed."""
    connection, talk = server.connect(), Talk()
    health, adds = [], []
    begun = time.perf_counter()
    while not until(time.perf_counter() - begun):
        started = time.perf_counter()
        connection.request("GET", "/health")
        health.append(1000 * (time.perf_counter() - started))
        messages = talk.messages(2, "alice", FIRST_DAY_MS + len(adds) * 1000)
        adds.append(connection.timed("add", {"session_id": f"s-{len(adds)}", "messages": messages}))
        time.sleep(0.1)
    return health, adds


def report(name: str, health: list[float], adds: list[float]) -> None:
    print(f"{name:<10} requests {len(adds):>4}", end="")
    for call, times in (("/health", health), ("add", adds)):
        print(f"   {call} p50 {median(times)} p95 {percentile95(times)} most {max(times):.1f} ms", end="")
    print(flush=True)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--rounds", type=int, default=1)
    options.add_argument("--without", nargs="*", choices=["slow", "bombs", "texts"], default=[])
    given = options.parse_args()
    processes = multiprocessing.get_context("spawn")
    ready, done = processes.Event(), processes.Event()
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(fresh_root(Path(folder), "attacked")) as server,
    ):
        server.wait_until_ready()
        report("quiet", *honest_client(server, lambda seconds: seconds > QUIET_SECONDS))
        arguments = (server.port, given.without, given.rounds, ready, done)
        attacker = processes.Process(target=attack, args=arguments, daemon=True)
        attacker.start()
        ready.wait()
        report("attacked", *honest_client(server, lambda seconds: seconds > QUIET_SECONDS and done.is_set()))
        attacker.kill()
        report("after", *honest_client(server, lambda seconds: seconds > QUIET_SECONDS))


if __name__ == "__main__":
    main()
