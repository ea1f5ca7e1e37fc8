"""`everos mcp`: the Model Context Protocol over standard input and output, forwarded to the running server.

Each input line becomes a POST to the server's `/mcp`, and its answer an output line. The bridge keeps no state: any
number of them share the memory of one server. If none is running, the first bridge starts one, which keeps running.
"""

import argparse
import http.client
import json
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlencode

from everos_site import config, demo, engine_lock, modes, state
from everos_site.hook import KEY, add_memory_options, post
from memory.api.mcp.wire import (
    HANDSHAKE,
    METHOD_HEADER,
    NAME_HEADER,
    NAME_PARAMETERS,
    PARSE_ERROR,
    SERVER_ERROR,
    VERSION_HEADER,
    VERSION_KEY,
    Fault,
    encoded,
    error_of,
    id_of,
)

AT_ONCE = 8  # requests of one client in progress at the server
START_SECONDS = 90.0  # until a newly started server answers
PATIENCE_SECONDS = 90.0  # for an unavailable or busy server while requests wait
ANSWER_SECONDS = 300.0  # for one answer, which may need a model
PAUSE_SECONDS = 0.2
LOG = "mcp-server.log"
WORDS = 1000  # characters of a log that are shown


class Unreachable(Exception):
    """There is no server, and none could be started."""


@dataclass(slots=True)
class Home:
    """The server described by this machine's settings."""

    address: str
    root: Path
    _starting: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def of_settings(cls) -> "Home":
        """The user's settings; those in a folder that an editor happens to have open do not count."""
        settings = config.load(directory=Path.home())[0]
        return cls(config.address(settings), settings.memory.root)

    @property
    def log(self) -> Path:
        return self.root / ".index" / LOG

    def ensure(self) -> None:
        """Makes sure that a server answers. If several bridges start one, the lock of the memory root keeps only one
        alive.

        Raises Unreachable.
        """
        with self._starting:
            if demo.answers(self.address):
                return
            process = self._start()
            deadline = time.monotonic() + START_SECONDS
            while not demo.answers(self.address):
                if time.monotonic() > deadline or (process.poll() is not None and not self._is_served()):
                    raise Unreachable(f"No server answers at {self.address}. {self._last_words(process)}")
                time.sleep(PAUSE_SECONDS)

    def _start(self) -> "subprocess.Popen[bytes]":
        modes.keep_private()
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            return subprocess.Popen(  # nosec B603 # our own program
                [sys.executable, "-m", "everos_site.cli", "server", "start"],
                cwd=Path.home(),
                env={**os.environ, "EVEROS_LOG__LEVEL": "WARNING"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # it keeps running after the editor ends
            )

    def _is_served(self) -> bool:
        """Whether a server has the root, even if it does not answer yet."""
        return engine_lock.is_alive(engine_lock.holder(state.lock_path(self.root)))

    def _last_words(self, process: "subprocess.Popen[bytes]") -> str:
        if process.poll() is None:
            return f"One that was started does not either; see {self.log}."
        return f"One that was started has ended: {self.log.read_text('utf-8', 'replace')[-WORDS:]}"


@dataclass(slots=True)
class Bridge:
    """`find` makes sure that a server answers, or raises Unreachable."""

    address: str  # of the server's /mcp; the query names the user and the set of tools
    key: str | None
    find: Callable[[], None]
    output: BinaryIO
    version: str | None = None  # agreed on by the handshake
    _writing: threading.Lock = field(default_factory=threading.Lock)

    def run(self, lines: BinaryIO) -> None:
        """Runs until the input ends, and answers every request before it returns."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for line in iter(lines.readline, b""):
                if line.strip():
                    pool.submit(self._carry, line.strip()).add_done_callback(_report)

    def _carry(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            self._write(error_of(None, Fault(PARSE_ERROR, f"This line is not JSON: {error}")))
            return
        try:
            answer = self._answer(line, message)
        except (Unreachable, OSError, http.client.HTTPException) as error:
            answer = error_of(None, Fault(SERVER_ERROR, str(error) or type(error).__name__))
        if answer is not None and _is_owed(message):
            self._write(_with_id(answer, id_of(message)))

    def _answer(self, line: bytes, message: Any) -> Any:
        """If the server goes away meanwhile, asks the next one: all requests of the bridge may be sent twice."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                response, body = post(self.address, line, dict(self._headers(message)), ANSWER_SECONDS)
            except (OSError, http.client.HTTPException):
                if time.monotonic() > deadline:
                    raise
                time.sleep(PAUSE_SECONDS)
                self.find()
                continue
            wait = float(response.headers.get("Retry-After") or 0)
            if response.status in (429, 503) and wait and time.monotonic() + wait < deadline:
                time.sleep(wait)
                continue
            return self._read(response, body, message)

    def _headers(self, message: Any) -> Iterator[tuple[str, str]]:
        """The headers that the protocol requires over HTTP; over standard input the body contains everything."""
        yield "Content-Type", "application/json"
        yield "Accept", "application/json"
        if self.key:
            yield "Authorization", f"Bearer {self.key}"
        params = message.get("params") if isinstance(message, dict) else None
        given = params if isinstance(params, dict) else {}
        meta = given.get("_meta")
        stated = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
        if not isinstance(stated, str):
            if self.version is not None:
                yield VERSION_HEADER, self.version
            return
        method = str(message.get("method"))
        yield VERSION_HEADER, encoded(stated)
        yield METHOD_HEADER, encoded(method)
        name = given.get(NAME_PARAMETERS.get(method, ""))
        if isinstance(name, str):
            yield NAME_HEADER, encoded(name)

    def _read(self, response: http.client.HTTPResponse, body: bytes, message: Any) -> Any:
        if not body:
            return None
        try:
            answer = json.loads(body)
        except ValueError:
            fault = Fault(SERVER_ERROR, f"{self.address} answers {response.status} and no JSON")
            return error_of(None, fault)
        if isinstance(message, dict) and message.get("method") == "initialize" and isinstance(answer, dict):
            agreed = answer.get("result", {}).get("protocolVersion")
            self.version = agreed if agreed in HANDSHAKE else None
        return answer

    def _write(self, answer: Any) -> None:
        line = json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        with self._writing:
            self.output.write(line + b"\n")
            self.output.flush()


def main(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    home = None if options.url else Home.of_settings()
    base = options.url or (home.address if home else "")
    named = {name: getattr(options, name) for name in ("user", "app", "project", "tools")}
    query = urlencode({name: value for name, value in named.items() if value})
    output = _take_stdout()
    try:
        home.ensure() if home else _verify(base)
    except Unreachable as error:
        print(error, file=sys.stderr)
        return 1
    key = options.key or os.environ.get(KEY)
    find = home.ensure if home else partial(_verify, base, PATIENCE_SECONDS)
    bridge = Bridge(f"{base.rstrip('/')}/mcp?{query}", key, find, output)
    try:
        bridge.run(sys.stdin.buffer)
    except KeyboardInterrupt:
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="everos mcp",
        description="Speaks the Model Context Protocol over standard input and output, for editors and assistants that "
        "start their own servers. Passes every message on to the running EverOS server. If none is running, starts "
        "one, which keeps running afterwards.",
    )
    made.add_argument(
        "--url", type=demo.web_address, help="address of the server (default: from the settings)"
    )
    made.add_argument("--key", help=f"API key, if the server requires one (default: the variable {KEY})")
    add_memory_options(made, project="--project")
    made.add_argument("--tools", help="set of tools to offer: default, graph, chatgpt or full")
    return made


def _take_stdout() -> BinaryIO:
    """Reserves standard output for messages: everything else that is printed goes to standard error."""
    own = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return own


def _report(done: "Future[None]") -> None:
    """An error here cannot be answered: the client may be gone."""
    error = done.exception()
    if error is not None:
        traceback.print_exception(error)


def _verify(base: str, patience: float = 0.0) -> None:
    """Raises Unreachable."""
    deadline = time.monotonic() + patience
    while not demo.answers(base):
        if time.monotonic() >= deadline:
            raise Unreachable(f"No server answers at {base}. Start one there: everos server start")
        time.sleep(PAUSE_SECONDS)


def _is_owed(message: Any) -> bool:
    """Whether an answer is expected: notifications have none."""
    return not isinstance(message, dict) or "id" in message or "method" not in message


def _with_id(answer: Any, identifier: int | str | None) -> Any:
    """Adds the request's id to an error from before the message was parsed, so that the client can match it."""
    if isinstance(answer, dict) and answer.get("id") is None and identifier is not None:
        return {**answer, "id": identifier}
    return answer
