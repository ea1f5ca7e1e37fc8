"""`everos hook`: forwards an event of a coding agent to the server, for agents whose hooks are commands.

The event comes on standard input, and the answer for the agent goes to standard output. For Claude Code the new lines
of the transcript are sent as well, so that a server on another machine has them; a file records how far they were
sent. Errors are logged, and never stop the agent.

It runs with each prompt, so it imports only the standard library, and reads no settings.
"""

import argparse
import contextlib
import hashlib
import http.client
import json
import os
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlencode, urlsplit

CLIENTS = ("claude-code", "cursor", "codex")
CALLS = ("recall", "capture", "flush")
ADDRESS = "http://127.0.0.1:8000"
KEY = "EVEROS_TOKEN"  # the variable that holds a key
SECONDS = 5.0
AT_ONCE = 4 * 1024 * 1024  # bytes of a transcript in one request
# Bytes; a longer line is left out, since a server that refuses it would never see those behind it.
LARGEST_LINE = 12 * 1024 * 1024
LARGEST_EVENT = 32 * 1024 * 1024
LARGEST_LOG = 256 * 1024

Json = dict[str, Any]


class Refused(Exception):
    """The server did not accept the event."""


def main(arguments: list[str]) -> int:
    try:
        options = parser().parse_args(arguments)
    except SystemExit as end:
        return 1 if end.code else 0  # argparse's exit code 2 would stop the agent
    try:
        event = _read_event(sys.stdin.buffer)
        if event is not None and not _is_from_other_client(options.client, event):
            _forward(options, event)
    except (OSError, ValueError, http.client.HTTPException, RuntimeError, Refused) as error:
        _log(f"{options.client} {options.call} at {options.url}: {error or type(error).__name__}")
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="everos hook",
        description="Passes an event of a coding agent, read from standard input, on to the server. `everos connect` "
        f"configures agents to run it. The variable {KEY} holds the API key, if the server requires one.",
    )
    made.add_argument("client", choices=CLIENTS, help="the coding agent that sends the event")
    made.add_argument("call", choices=CALLS, help="what to do with the event")
    made.add_argument("--url", default=ADDRESS, help="address of the server (default: %(default)s)")
    add_memory_options(made, project="--memory-project")
    made.add_argument(
        "--timeout",
        type=float,
        default=SECONDS,
        help="seconds that the agent waits at most (default: %(default)s)",
    )
    return made


def add_memory_options(parser: argparse.ArgumentParser, project: str) -> None:
    """The options that name a memory; `project` is the name of the one for its project."""
    parser.add_argument(
        "--user", help="user whose memory is used (default: the user of the key, else EVEROS_MCP__USER)"
    )
    parser.add_argument("--app", help="app of that memory (default: the app of the key, else default)")
    parser.add_argument(
        project, help="project of that memory (default: the project of the key, else default)"
    )


def _read_event(source: IO[bytes]) -> Json | None:
    """Raises ValueError."""
    data = source.read(LARGEST_EVENT + 1)
    if len(data) > LARGEST_EVENT:
        raise ValueError(f"the event is larger than {LARGEST_EVENT} bytes")
    if not data.strip():
        return None
    event = json.loads(data)
    if not isinstance(event, dict):
        raise ValueError("the event is not a JSON object")
    return event


def _is_from_other_client(client: str, event: Json) -> bool:
    """Cursor calls the hooks of Claude Code as well as its own."""
    return client != "cursor" and "cursor_version" in event


def _forward(options: argparse.Namespace, event: Json) -> None:
    deadline = time.monotonic() + options.timeout
    has_transcript = options.client == "claude-code" and event.get("transcript_path")
    if options.call == "recall" or not has_transcript:
        _show(_post(options, event, deadline))
        return
    place = _Transcript(options, event)
    for lines, end in place.new_lines():
        is_last = end is None
        call = options.call if is_last else "capture"
        _show(_post(options, {**event, "transcript": lines}, deadline, call))
        place.keep(end)


class _Transcript:
    """How far a transcript has been sent to this server, for this user."""

    def __init__(self, options: argparse.Namespace, event: Json) -> None:
        path = event.get("transcript_path")
        self.transcript = Path(path).expanduser() if isinstance(path, str) and "\0" not in path else None
        whose = "\n".join(map(str, (path, options.url, options.user, options.app, options.memory_project)))
        self.file = (
            state_folder() / "transcripts" / hashlib.sha256(whose.encode("utf-8", "replace")).hexdigest()
        )
        self.end = 0

    def new_lines(self) -> Iterator[tuple[list[str], int | None]]:
        """Yields the unsent lines in parts, each with its end position; for the last part, which may be empty, None."""
        self.end = self._kept()
        if self.transcript is None or not self.transcript.is_file():
            yield [], None
            return
        with self.transcript.open("rb") as file:
            if file.seek(0, os.SEEK_END) < self.end:  # the transcript was replaced
                self.end = 0
            file.seek(self.end)
            lines, size = list[str](), 0
            for line in file:
                if not _is_whole(line):
                    break
                if len(line) > LARGEST_LINE:
                    self.end += len(line)
                    continue
                if lines and size + len(line) > AT_ONCE:
                    yield lines, self.end
                    lines, size = [], 0
                lines.append(line.decode("utf-8", "replace").rstrip("\n"))
                size += len(line)
                self.end += len(line)
            yield lines, None

    def keep(self, end: int | None) -> None:
        sent = self.end if end is None else end
        if sent == self._kept() or self.transcript is None:
            return
        is_first = not self.file.exists()
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        written = self.file.with_suffix(f".{os.getpid()}")
        written.write_text(f"{sent}\n{self.transcript}\n", "utf-8", "replace")
        written.replace(self.file)
        if is_first:
            _remove_stale(self.file.parent)

    def _kept(self) -> int:
        try:
            return int(self.file.read_text("utf-8", "replace").split("\n", 1)[0])
        except (OSError, ValueError):
            return 0


def _is_whole(line: bytes) -> bool:
    """Whether the line is complete, and not just being written."""
    if line.endswith(b"\n"):
        return True
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _remove_stale(folder: Path) -> None:
    """Deletes records of transcripts that no longer exist."""
    for kept in folder.iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            if not Path(kept.read_text("utf-8", "replace").split("\n")[1]).exists():
                kept.unlink()


def _post(options: argparse.Namespace, event: Json, deadline: float, call: str | None = None) -> bytes:
    """Raises OSError, HTTPException, and Refused."""
    parts = urlsplit(options.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refused(f"--url {options.url} is not an http(s) address")
    left = deadline - time.monotonic()
    if left <= 0:
        raise Refused(f"it took longer than {options.timeout} seconds; the next event continues from here")
    query = memory_query(options.user, options.app, options.memory_project)
    path = f"{parts.path.rstrip('/')}/hooks/{options.client}/{call or options.call}{query}"
    body = json.dumps(event, ensure_ascii=False).encode("utf-8", "replace")
    response, answer = post(f"{parts.scheme}://{parts.netloc}{path}", body, _headers(), left)
    if response.status >= 300:
        words = answer[:500].decode("utf-8", "replace")
        raise Refused(f"{options.url} answers {response.status}: {words}")
    return answer


def post(
    address: str, body: bytes, headers: dict[str, str], seconds: float
) -> tuple[http.client.HTTPResponse, bytes]:
    """Uses a new connection: a server may already have closed one that was kept open."""
    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=seconds)
    try:
        connection.request("POST", f"{parts.path}?{parts.query}".rstrip("?"), body, headers)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def memory_query(user: str | None, app: str | None, project: str | None) -> str:
    """The query string that names a memory in a URL; empty if nothing is given."""
    named = {"user": user, "app": app, "project": project}
    query = urlencode({name: value for name, value in named.items() if value})
    return f"?{query}" if query else ""


def _headers() -> dict[str, str]:
    key = os.environ.get(KEY, "").strip()
    return {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}


def _show(answer: bytes) -> None:
    if answer:
        sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()


def state_folder() -> Path:
    """The folder for records and logs on a machine where there may be no server."""
    base = os.environ.get("XDG_STATE_HOME") or ""
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state") / "everos"


def _log(words: str) -> None:
    """Logs to a file and to standard error, in case the file cannot be written."""
    line = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {' '.join(words.split())}\n"
    sys.stderr.write(line)
    with contextlib.suppress(OSError):
        path = state_folder() / "hooks.log"
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.exists() and path.stat().st_size > LARGEST_LOG:
            path.replace(path.with_suffix(".log.1"))
        with path.open("a", encoding="utf-8", errors="replace") as log:
            log.write(line)
