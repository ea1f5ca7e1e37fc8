"""What an MCP `recall` takes beside the v1 search of the same memory: `python benchmarks/bench_mcp.py`.

A server of its own with conversations of three users: one has nothing else, one notes besides, one notes and a graph.
When all of it is derived and indexed, each question is searched and recalled by turns, in either order. No question is
asked twice, so that each is embedded. The difference is the median of those of the pairs.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.served import Connection, Served, fresh_root, median, percentile95
from benchmarks.texts import DAY_MS, FIRST_DAY_MS, Talk, questions

Json = dict[str, Any]
PLAIN, WITH_NOTES, WITH_ALL = "plain", "notes", "notes-and-graph"
WARM = 20
MANY = 100  # entities of a call


def fill(server: Connection, options: argparse.Namespace) -> None:
    talk = Talk()
    for user_id in (PLAIN, WITH_NOTES, WITH_ALL):
        for number in range(options.sessions):
            session = {"session_id": f"{user_id}-{number}"}
            said = talk.messages(4, user_id, FIRST_DAY_MS + number * DAY_MS)
            server.call("add", {**session, "messages": said})
            server.call("flush", session)
    for user_id in (WITH_NOTES, WITH_ALL):
        for _ in range(options.notes):
            tool(server, user_id, "remember", text=talk.text())
    for start in range(0, options.entities, MANY):
        entities = [
            {"name": f"Thing {number}", "entityType": "thing", "observations": [talk.text()]}
            for number in range(start, min(start + MANY, options.entities))
        ]
        tool(server, WITH_ALL, "create_entities", entities=entities)


def tool(server: Connection, user_id: str, name: str, **arguments: Any) -> Json:
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }
    status, answer = server.request("POST", f"/mcp?user={user_id}&tools=full", call)
    if status != 200 or answer["result"]["isError"]:
        raise RuntimeError(f"{name}: {status} {answer}")
    result: Json = answer["result"]
    return result


def pairs(server: Connection, user_id: str, options: argparse.Namespace) -> list[tuple[float, float]]:
    """Milliseconds of a search and of a recall, for each question."""
    dice, asked, measured = random.Random(user_id), questions(), []
    offset = dice.randrange(10**6)

    def search(query: str) -> None:
        server.call("search", {"user_id": user_id, "query": query, "top_k": options.k})

    def recall(query: str) -> None:
        tool(server, user_id, "recall", query=query, k=options.k)

    for number in range(WARM + options.rounds):
        calls: list[Callable[[str], None]] = [search, recall]
        if number % 2:
            calls.reverse()
        took = {}
        for call in calls:
            query = f"{dice.choice(asked)} {offset + number} {call.__name__}"
            started = time.perf_counter()
            call(query)
            took[call] = 1000 * (time.perf_counter() - started)
        measured.append((took[search], took[recall]))
    return measured[WARM:]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sessions", type=int, default=60, help="conversations of each user")
    parser.add_argument("--notes", type=int, default=60, help="of the users who have any")
    parser.add_argument("--entities", type=int, default=200, help="of the user who has a graph")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--k", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Served(fresh_root(Path(folder), "mcp")) as served:
        fill(served.connect(), options)
        print(f"filled; derived and indexed {served.wait_until_ready():.0f} s later", flush=True)
        server = served.connect()
        for user_id in (PLAIN, WITH_NOTES, WITH_ALL):
            measured = pairs(server, user_id, options)
            searches, recalls = [list(each) for each in zip(*measured, strict=True)]
            further = median([recall - search for search, recall in measured])
            print(
                f"{user_id:16} search p50 {median(searches)} p95 {percentile95(searches)} ms, "
                f"recall p50 {median(recalls)} p95 {percentile95(recalls)} ms, difference p50 {further} ms",
                flush=True,
            )


if __name__ == "__main__":
    main()
