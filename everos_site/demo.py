"""`everos demo`: plays a conversation into a server, asks questions about it, and prints the results."""

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CONVERSATION = Path(__file__).resolve().parents[1] / "examples" / "conversation.json"
QUESTIONS = (
    "What disease was found in the cat's blood?",
    "What salary did Maya negotiate at the flood centre?",
    "麻婆豆腐怎么做，豆腐为什么要先焯水？",
)
PATIENCE_SECONDS = 120.0


class Caller:
    """Calls EverOS v1 at a URL, with a key if needed."""

    def __init__(self, base_url: str, token: str | None) -> None:
        self.base_url = base_url.rstrip("/")
        self._headers = {"Content-Type": "application/json"}
        if token:
            self._headers["Authorization"] = f"Token {token}"

    def post(self, action: str, body: dict[str, Any]) -> dict[str, Any]:
        data: dict[str, Any] = self._call(f"/api/v1/memory/{action}", json.dumps(body).encode())["data"]
        return data

    def health(self) -> dict[str, Any]:
        return self._call("/health", None)

    def _call(self, path: str, body: bytes | None) -> dict[str, Any]:
        request = urllib.request.Request(self.base_url + path, body, self._headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:  # nosec B310 # see `main`
            answer: dict[str, Any] = json.load(response)
            return answer


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="everos demo",
        description="Plays four months in the life of Maya (26 sessions) into a running server, asks three questions "
        "and prints the answers. Running it twice is harmless: repeated messages are recognised. If no server is "
        "running, it starts a temporary one and removes its memories at the end.",
    )
    made.add_argument(
        "--base-url",
        type=web_address,
        help="address of the server (default: from the settings, if it is running)",
    )
    made.add_argument(
        "--project", default="maya", help="project that keeps the memories (default: %(default)s)"
    )
    made.add_argument("--token", help="API key, if the server requires one")
    return made


def main(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    try:
        with server(options.base_url) as base_url:
            play(Caller(base_url, options.token), options.project)
    except urllib.error.HTTPError as error:
        return complain(refusal(error))
    except (OSError, TimeoutError) as error:
        return complain(
            f"The server cannot be reached: {getattr(error, 'reason', error)}. Start one: everos server start"
        )
    return 0


def refusal(error: urllib.error.HTTPError) -> str:
    """What the server says, and what to do if it wants a key."""
    body = error.read().decode(errors="replace")
    try:
        said = str(json.loads(body)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        said = body[:500]
    todo = " Give a key with --token; `everos token NAME` makes one." if error.code in (401, 403) else ""
    return f"The server refused ({error.code}): {said}{todo}"


def web_address(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise argparse.ArgumentTypeError("an address such as http://127.0.0.1:8000")
    return text


def complain(message: str) -> int:
    print(message, file=sys.stderr)
    return 1


@contextmanager
def server(base_url: str | None) -> Iterator[str]:
    """The URL of the requested server, of a running one, or of a temporary one."""
    from everos_site import config

    if base_url is not None:
        yield base_url
        return
    configured = config.address(config.load()[0])
    if answers(configured):
        yield configured
        return
    print(f"No server answers at {configured}: a temporary one is started.", flush=True)
    with temporary_server({"EVEROS_AUTH__REQUIRED": "false"}) as (address, _):
        yield address


def answers(base_url: str) -> bool:
    try:
        return "status" in Caller(base_url, None).health()
    except (OSError, ValueError):
        return False


@contextmanager
def temporary_server(settings: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """A server in a folder that is removed afterwards, with this machine's settings except for its port, its root and
    `settings`.

    Yields its URL, and the environment for commands that work on it.
    """
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="everos-demo-") as folder, open(f"{folder}/log", "wb") as log:
        environ = {**os.environ, "EVEROS_MEMORY__ROOT": f"{folder}/memory", "EVEROS_API__HOST": "127.0.0.1"}
        environ |= {"EVEROS_API__PORT": str(port), **settings}
        command = [sys.executable, "-m", "everos_site.cli", "server", "start"]
        process = subprocess.Popen(command, env=environ, stdout=log, stderr=log)  # nosec B603 # our own program
        address = f"http://127.0.0.1:{port}"
        try:
            while not answers(address):
                if process.poll() is not None:
                    raise ConnectionError(Path(log.name).read_text("utf-8", "replace")[-2000:])
                time.sleep(0.2)
            yield address, environ
        finally:
            process.terminate()
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def play(caller: Caller, project: str) -> None:
    for session in json.loads(CONVERSATION.read_text(encoding="utf-8"))["sessions"]:
        scope = {"session_id": session["session_id"], "project_id": project}
        caller.post("add", {**scope, "messages": session["messages"]})
        status = caller.post("flush", scope)["status"]
        print(f"{session['session_id']:24} {len(session['messages']):3} messages  {status}", flush=True)
    wait_for_index(caller)
    for question in QUESTIONS:
        ask(caller, project, question)


def wait_for_index(caller: Caller) -> None:
    """The files are on disk already; facts and vectors follow a moment later."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        if caller.health()["ready"]:
            return
        time.sleep(0.2)
    print("The index is not complete yet; some results may be missing.")


def ask(caller: Caller, project: str, question: str) -> None:
    print(f"\n{question}")
    found = caller.post("search", {"user_id": "maya", "project_id": project, "query": question, "top_k": 3})
    for episode in found["episodes"]:
        print(f"  {episode['score']:.2f}  {episode['session_id']:24} {episode['subject']}")
        for fact in episode["atomic_facts"][:1]:
            print(f"        {fact['content']}")
