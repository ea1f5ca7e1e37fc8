"""How long an agent waits for its hooks, beside a search of the same memory.

    python benchmarks/bench_hooks.py --episodes 300

`recall` and `search` ask the same questions over HTTP, in turn; `capture` then stores the question's answer, as at the
end of a turn; `everos hook` is a process for each question.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.served import Connection, Served, fresh_root, median, percentile95  # noqa: E402
from benchmarks.texts import DAY_MS, FIRST_DAY_MS, Talk, questions  # noqa: E402

PROCESSES = 20


def timed(connection: Connection, path: str, body: dict[str, object]) -> float:
    """Milliseconds; the answer may be empty."""
    started = time.perf_counter()
    payload = json.dumps(body).encode()
    connection.http.request("POST", path, payload, {"Content-Type": "application/json"})
    response = connection.http.getresponse()
    response.read()
    assert response.status in (200, 204), response.status
    return 1000 * (time.perf_counter() - started)


def event(question: str) -> dict[str, object]:
    return {"session_id": "now", "hook_event_name": "UserPromptSubmit", "prompt": question}


def turn(number: int, question: str) -> dict[str, object]:
    """The event with which a turn ends: what the assistant has said."""
    return {
        "session_id": "now",
        "hook_event_name": "Stop",
        "prompt_id": f"turn-{number}",
        "last_assistant_message": f"I have written down what you asked: {question}",
    }


def process(server: Served, question: str) -> float:
    """Milliseconds of `everos hook`, from its start to its end."""
    command = [sys.executable, "-m", "everos_site.cli", "hook", "codex", "recall"]
    started = time.perf_counter()
    subprocess.run(
        [*command, "--url", f"http://127.0.0.1:{server.port}", "--user", "alice"],
        input=json.dumps(event(question)), text=True, check=True, capture_output=True, cwd=PROJECT,
    )  # fmt: skip
    return 1000 * (time.perf_counter() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=300)
    parser.add_argument("--questions", type=int, default=100)
    options = parser.parse_args()
    talk, searches, recalls, trivial, captures = (
        Talk(),
        list[float](),
        list[float](),
        list[float](),
        list[float](),
    )
    with tempfile.TemporaryDirectory() as folder, Served(fresh_root(Path(folder), "hooks")) as server:
        connection = server.connect()
        for number in range(options.episodes):
            messages = talk.messages(4, "alice", FIRST_DAY_MS + number * DAY_MS)
            connection.call("add", {"session_id": f"s-{number}", "messages": messages})
            connection.call("flush", {"session_id": f"s-{number}"})
        server.wait_until_ready()
        connection = server.connect()  # the other one has been idle for too long
        known = questions()
        asked = [f"{known[n % len(known)]} ({n})" for n in range(options.questions)]  # none is asked twice
        for number, question in enumerate(asked):
            body = {"user_id": "alice", "query": question, "top_k": 8}
            searches.append(timed(connection, "/api/v1/memory/search", body))
            recalls.append(timed(connection, "/hooks/claude-code/recall?user=alice", event(question)))
            trivial.append(timed(connection, "/hooks/claude-code/recall?user=alice", event("ok, thanks")))
            captures.append(
                timed(connection, "/hooks/claude-code/capture?user=alice", turn(number, question))
            )
        processes = [process(server, question) for question in asked[:PROCESSES]]
    for name, times in {
        "search": searches, "recall": recalls, "recall, trivial prompt": trivial, "capture": captures,
        "everos hook": processes,
    }.items():  # fmt: skip
        print(f"{name:<24} p50 {median(times):>7} ms   p95 {percentile95(times):>7} ms")


if __name__ == "__main__":
    main()
