"""What an agent remembers of its work: trajectories in OpenAI message form become cases and skills, and are found.

    python benchmarks/agent_memory.py tau_dev.json                    # starts a server of its own
    python benchmarks/agent_memory.py tau_dev.json --port 8000        # uses one that runs

The file is a list of objects with `messages` (role, content, tool_calls, tool_call_id) and, if it is known, `reward`.
One agent goes through all of them, a session each, a day apart; then everything that is shown comes over HTTP.
"""

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks.served import Connection, Served, fresh_root  # noqa: E402

Json = dict[str, Any]
FIRST_MS = 1_767_258_000_000  # 2026-01-01T09:00:00Z
DAY_MS, TURN_MS = 24 * 3600 * 1000, 5_000
QUERY = "change my flight to another day"
METHODS = ("keyword", "vector", "hybrid")
SHOWN = 3


def messages(trajectory: Json, number: int, agent: str) -> list[Json]:
    """In the form of /add, with times of our own. System prompts are no part of a conversation."""
    start = FIRST_MS + number * DAY_MS
    said = [message for message in trajectory["messages"] if message["role"] != "system"]
    return [_message(message, start + turn * TURN_MS, agent) for turn, message in enumerate(said)]


def _message(message: Json, timestamp: int, agent: str) -> Json:
    senders = {"assistant": agent, "user": "customer", "tool": message.get("name") or "tool"}
    sent = {
        "sender_id": senders[message["role"]],
        "role": message["role"],
        "timestamp": timestamp,
        "content": message.get("content") or "",
    }
    for optional in ("tool_calls", "tool_call_id"):
        if message.get(optional):
            sent[optional] = message[optional]
    return sent


def remember(server: Connection, trajectories: Sequence[Json], agent: str) -> float:
    """Seconds until all of it is found."""
    started = time.perf_counter()
    for number, trajectory in enumerate(trajectories):
        session = f"run-{number}"
        server.call("add", {"session_id": session, "messages": messages(trajectory, number, agent)})
        server.call("flush", {"session_id": session})
    wait_until_settled(server)
    return time.perf_counter() - started


def wait_until_settled(server: Connection) -> None:
    """Until no run and no file waits, twice in a row: a run that ends lets others begin."""
    quiet = 0
    while quiet < 3:
        _, health = server.request("GET", "/health")
        waiting = health["ome"]["pending"] + health["queue"]["pending"] + health["buffer"]["pending_cells"]
        quiet = 0 if waiting else quiet + 1
        time.sleep(0.2)


def listed(server: Connection, agent: str, kind: str) -> list[Json]:
    body = {"agent_id": agent, "memory_type": kind, "page_size": 100}
    found: list[Json] = server.call("get", body)[f"{kind}s"]
    return found


def is_substantive(trajectory: Json) -> bool:
    """Whether a tool was called that does more than think."""
    calls = [call for message in trajectory["messages"] for call in message.get("tool_calls") or ()]
    return any(call["function"]["name"] != "think" for call in calls)


def report_cases(cases: Sequence[Json], trajectories: Sequence[Json]) -> None:
    substantive = {f"run-{n}" for n, trajectory in enumerate(trajectories) if is_substantive(trajectory)}
    told = {case["session_id"] for case in cases}
    print(
        f"cases: {len(cases)}, of {len(told & substantive)} of the {len(substantive)} substantive trajectories",
        end="",
    )
    print(f" and {len(told - substantive)} of the {len(trajectories) - len(substantive)} others")
    for case in cases[:SHOWN]:
        print(f"  {case['task_intent']}\n    {case['quality_score']:.2f}  {case['key_insight']}")
    rewards = {f"run-{n}": trajectory.get("reward") for n, trajectory in enumerate(trajectories)}
    pairs = [(case["quality_score"], rewards[case["session_id"]]) for case in cases]
    known = [(quality, reward) for quality, reward in pairs if reward is not None]
    if len({reward for _, reward in known}) > 1:
        print(f"correlation of quality and reward: {statistics.correlation(*zip(*known, strict=True)):.2f}")


def report_skills(skills: Sequence[Json], cases: Sequence[Json]) -> None:
    ids = {case["id"] for case in cases}
    joined = all(source in ids for skill in skills for source in skill["source_case_ids"])
    print(f"skills: {len(skills)}; every source_case_id is the id of a case: {joined}")
    for skill in sorted(skills, key=lambda skill: -len(skill["source_case_ids"]))[:SHOWN]:
        sources = len(skill["source_case_ids"])
        print(f"  {skill['name']}  confidence {skill['confidence']:.2f}, of {sources} cases")
        steps = re.search(r"## Steps\n\n(.*?)(?:\n\n##|\Z)", skill["content"], re.S)
        print("    " + (steps[1] if steps else skill["content"]).replace("\n", "\n    "))


def report_search(server: Connection, agent: str, query: str) -> None:
    print(f"search: {query!r}")
    for method in METHODS:
        found = server.call("search", {"agent_id": agent, "query": query, "method": method, "top_k": SHOWN})
        print(f"  {method}")
        for case in found["agent_cases"]:
            print(f"    case  {case['score']:.2f}  {case['task_intent'][:110]}")
        for skill in found["agent_skills"]:
            print(f"    skill {skill['score']:.2f}  {skill['name']}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--port", type=int, help="of a server that runs already")
    parser.add_argument("--agent", default="atlas")
    parser.add_argument("--query", default=QUERY)
    options = parser.parse_args()
    trajectories = json.loads(options.file.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        if options.port:
            measure(Connection(options.port), trajectories, options.agent, options.query)
        else:
            with Served(fresh_root(Path(folder), "agent")) as own:
                measure(own.connect(), trajectories, options.agent, options.query)


def measure(server: Connection, trajectories: Sequence[Json], agent: str, query: str) -> None:
    seconds = remember(server, trajectories, agent)
    print(f"{len(trajectories)} trajectories remembered in {seconds:.1f} s")
    cases = listed(server, agent, "agent_case")
    report_cases(cases, trajectories)
    report_skills(listed(server, agent, "agent_skill"), cases)
    report_search(server, agent, query)


if __name__ == "__main__":
    main()
