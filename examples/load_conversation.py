# ruff: noqa: T201 (it talks to a person)
"""Send the example conversation to a running server, then ask three questions about it.

    python examples/load_conversation.py [--base-url http://127.0.0.1:8000] [--project maya]

Only the standard library is needed. Sending it twice is harmless: the server recognises the repeats.
"""

from __future__ import annotations

import argparse
import json
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

CONVERSATION = Path(__file__).with_name("conversation.json")
QUESTIONS = (
    "What disease was found in the cat's blood?",
    "What salary did Maya negotiate at the flood centre?",
    "麻婆豆腐怎么做，豆腐为什么要先焯水？",
)
PATIENCE_SECONDS = 120.0


def post(base_url: str, action: str, body: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(
        f"{base_url}/api/v1/memory/{action}", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as response:
            data: dict[str, Any] = json.load(response)["data"]
            return data
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{action}: {error.code} {json.load(error)['error']['message']}") from error
    except urllib.error.URLError as error:
        raise SystemExit(
            f"No server answers at {base_url} ({error.reason}). Start one with `make run`."
        ) from error


def send(base_url: str, project: str, sessions: list[dict[str, Any]]) -> None:
    for session in sessions:
        scope = {"session_id": session["session_id"], "project_id": project}
        post(base_url, "add", {**scope, "messages": session["messages"]})
        status = post(base_url, "flush", scope)["status"]
        print(f"{session['session_id']:24} {len(session['messages']):3} messages  {status}")


def wait_for_index(base_url: str) -> None:
    """The files are on disk already; the index follows them a moment later."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{base_url}/health", timeout=30) as response:
            if json.load(response)["ready"]:
                return
        time.sleep(0.2)
    print("The index is not complete yet; the answers may lack something.")


def ask(base_url: str, project: str, question: str) -> None:
    print(f"\n{question}")
    found = post(
        base_url, "search", {"user_id": "maya", "project_id": project, "query": question, "top_k": 3}
    )
    for episode in found["episodes"]:
        print(f"  {episode['score']:.2f}  {episode['session_id']:24} {episode['subject']}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--base-url", default="http://127.0.0.1:8000")
    parser.add_argument("--project", default="maya")
    options = parser.parse_args()
    sessions = json.loads(CONVERSATION.read_text(encoding="utf-8"))["sessions"]
    send(options.base_url, options.project, sessions)
    wait_for_index(options.base_url)
    for question in QUESTIONS:
        ask(options.base_url, options.project, question)


if __name__ == "__main__":
    main()
