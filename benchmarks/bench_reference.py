"""This server and the reference implementation by turns: the same calls, the same model and embedding endpoint.

    python3.12 -m venv ../reference && ../reference/bin/pip install everos==1.5.1
    python -m benchmarks.bench_reference ../reference/bin/everos --rounds 3

Each round starts both on empty memory roots. The endpoint is on loopback and answers at once, so the servers alone are
measured. Figures are medians of all rounds. Background work counts as done when a server's processes stand still. The
reference downloads an encoding of tiktoken when it starts; without a network, TIKTOKEN_CACHE_DIR names a folder
that has it.
"""

import argparse
import json
import multiprocessing
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bench_http import Figures, crowd, pace
from benchmarks.bench_model_cost import read, revise
from benchmarks.served import Served, fresh_root, median
from benchmarks.texts import FIRST_DAY_MS, Talk, questions
from tests.fakes.openai_server import Call, FakeOpenAI

DIMENSIONS = 1024  # what the reference's table of vectors has
SESSIONS = 40
PAUSE_SECONDS = 0.6  # between two sessions
STILL_SECONDS, STILL_SHARE = 2.0, 0.04  # of a core


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("reference", help="the program `everos` of the reference")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    servers: dict[str, Callable[[Path, str], Served]] = {
        "ours": ours,
        "reference": lambda root, url: Reference(chosen.reference, root, url),
    }
    figures: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    url, endpoint = endpoint_in_a_process_of_its_own()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(chosen.rounds):
            for name, server in servers.items():
                measured = measure(server(fresh_root(Path(folder), f"{name}-{number}"), url))
                for figure, value in measured.items():
                    figures[figure][name].append(value)
    endpoint.terminate()
    for figure, by_name in figures.items():
        told = "  ".join(f"{name} {statistics.median(values):8g}" for name, values in by_name.items())
        print(f"{figure:26} {told}  of {list(by_name.values())}")


def ours(root: Path, url: str) -> Served:
    return Served(root, **endpoints(url), EVEROS_EMBEDDING__DIMENSIONS=str(DIMENSIONS))


class Reference(Served):
    """The server of `everos` 1.5.1: another command, and other names for its root and port."""

    def __init__(self, program: str, root: Path, url: str) -> None:
        super().__init__(root)
        self.command = [program, "server", "start", "--root", str(root), "--port", str(self.port)]
        kept = {name: value for name, value in self.env.items() if not name.startswith("EVEROS_")}
        self.env = kept | endpoints(url) | {"EVEROS_LOG_LEVEL": "WARNING"}
        subprocess.run([program, "init", "--root", root], env=self.env, check=True, capture_output=True)


def endpoints(url: str) -> dict[str, str]:
    """Settings that both servers read."""
    values = {"BASE_URL": url, "API_KEY": "none", "MODEL": "fake"}
    return {
        f"EVEROS_{part}__{name}": value for part in ("LLM", "EMBEDDING") for name, value in values.items()
    }


def measure(server: Served) -> Figures:
    began = time.perf_counter()
    with server:
        figures = {"first answer s": round(time.perf_counter() - began, 2)}
        wait_until_still(server)
        figures |= adding(server)
        figures |= pace(server, SESSIONS, PAUSE_SECONDS, lambda: wait_until_still(server))
        figures |= searching(server)
        figures["resident MB"] = round(server.memory_mb())
        figures |= crowd(server)
    return figures


def adding(server: Served) -> Figures:
    """Two messages a call, ten calls a session, on a server that has nothing else to do."""
    connection, talk, times = server.connect(), Talk(), []
    for call in range(50):
        messages = talk.messages(2, "alice", FIRST_DAY_MS + call * 20_000)
        times.append(connection.timed("add", {"session_id": f"idle-{call // 10}", "messages": messages}))
    return {"add, idle, p50 ms": median(times)}


def searching(server: Served) -> Figures:
    connection, figures = server.connect(), {}
    for method in ("hybrid", "keyword", "vector"):
        times = []
        for number, query in enumerate(questions()[:60]):
            asked = f"{query} ({method})"  # an embedding that is remembered would cost nothing
            body = {"user_id": f"user-{number % 7}", "query": asked, "method": method, "top_k": 10}
            times.append(connection.timed("search", body))
        figures[f"{method} search, p50 ms"] = median(times)
    body = {"memory_type": "episode", "page": 1, "page_size": 20}
    figures["get, p50 ms"] = median(
        [connection.timed("get", {"user_id": f"user-{n % 7}", **body}) for n in range(40)]
    )
    return figures


def wait_until_still(server: Served) -> None:
    while True:
        before = server.processor_seconds()
        time.sleep(STILL_SECONDS)
        if server.processor_seconds() - before < STILL_SHARE * STILL_SECONDS:
            return


# The endpoint

TASKS: dict[str, Callable[[list[str]], dict[str, Any]]] = {  # by what only this prompt of the reference has
    '"should_wait"': lambda said: {"reasoning": "", "boundaries": [], "should_wait": True},
    '"atomic_facts"': lambda said: {"atomic_facts": {"time": "January 1, 2026", "atomic_fact": said}},
    '"foresights"': lambda said: {"foresights": []},
    '"operations"': lambda said: {"operations": [{"action": "none"}], "update_note": ""},
    '"explicit_info"': lambda said: {
        "explicit_info": [{"category": "likes", "description": text, "evidence": text} for text in said[::3]],
        "implicit_traits": [],
    },
    '"title"': lambda said: {"title": "A talk", "content": "\n".join(said) or "They talked."},
}


class Endpoint(FakeOpenAI):
    """Also answers the prompts of the reference, which names no schemas."""

    def content(self, call: Call) -> str:
        if call.schema:
            return super().content(call)
        prompt = str(call.body["messages"][-1]["content"])
        said = re.findall(r"[^\n]{60,}\(\d+\)", prompt)[:6]
        return json.dumps(next((make(said) for mark, make in TASKS.items() if mark in prompt), {}))


def endpoint_in_a_process_of_its_own() -> tuple[str, multiprocessing.Process]:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=_serve, args=(there,), daemon=True)
    process.start()
    return here.recv(), process


def _serve(pipe: Any) -> None:
    with Endpoint(DIMENSIONS) as endpoint:
        endpoint.answer("EpisodeDraft", read)
        endpoint.answer("ProfileRevision", revise)
        endpoint.answer("RevisionWithEarlier", revise)
        pipe.send(endpoint.url)
        while True:
            time.sleep(1)
            endpoint.calls.clear()
            endpoint.billed.clear()


if __name__ == "__main__":
    main()
