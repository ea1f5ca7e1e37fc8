"""What a request costs the server: `python benchmarks/bench_requests.py`.

The requests go through the whole of Django in this process, without sockets and without background work, on a memory
root of its own; queries are embedded by a stub of an endpoint in another process. Printed are the medians of the
processor time of all threads, which depends less on what else the machine does than the time until the answer.

To compare two versions, run it in both at the same time, several times.
"""

import argparse
import hashlib
import io
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.texts import DAY_MS, FIRST_DAY_MS, Talk, questions

DIMENSIONS = 384
WARM = 5
V1 = "/api/v1/memory"
Call = Callable[[], object]


class Endpoint(BaseHTTPRequestHandler):
    """Answers at once with vectors that depend on the texts alone."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        data = [{"index": number, "embedding": vector(text)} for number, text in enumerate(texts)]
        body = json.dumps({"object": "list", "data": data}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def vector(text: str) -> list[float]:
    digest = hashlib.shake_128(text.encode()).digest(DIMENSIONS)
    return [1.0 + byte / 256 for byte in digest]


def serve(port: Connection) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    port.send(server.server_port)
    server.serve_forever()


class Requests:
    """Calls of a user with conversations, notes and entities."""

    def __init__(self, options: argparse.Namespace) -> None:
        from everos_site.wsgi import application

        self.application = application
        self.talk, self.number, self.options = Talk(), 0, options

    def post(self, path: str, body: dict[str, Any]) -> Any:
        payload = json.dumps(body).encode()
        path, _, query = path.partition("?")
        environ = {
            "REQUEST_METHOD": "POST", "PATH_INFO": path, "QUERY_STRING": query, "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(payload)), "HTTP_HOST": "127.0.0.1", "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1", "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(payload), "wsgi.errors": sys.stderr,
        }  # fmt: skip
        status: list[str] = []
        response = self.application(environ, lambda code, headers, problem=None: status.append(code))
        answer = json.loads(b"".join(response))
        response.close()
        if status != ["200 OK"]:
            raise RuntimeError(f"{path}: {status} {answer}")
        return answer

    def tool(self, name: str, **arguments: Any) -> None:
        params = {"name": name, "arguments": arguments}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        if self.post("/mcp?user=alice&tools=full", call)["result"]["isError"]:
            raise RuntimeError(name)

    def fill(self) -> None:
        from cascade.drain import drain as index
        from ome.engine.worker import drain as derive

        for number in range(self.options.sessions):
            self.said("alice", number, 4)
            self.post(f"{V1}/flush", {"session_id": f"alice-{number}"})
        for _ in range(self.options.notes):
            self.tool("remember", text=self.talk.text())
        things = [
            {"name": f"Thing {number}", "entityType": "thing", "observations": [self.talk.text()]}
            for number in range(self.options.entities)
        ]
        if things:
            self.tool("create_entities", entities=things)
        for _ in range(3):
            derive()
            index()

    def said(self, user_id: str, session: int, count: int) -> None:
        self.number += 1
        at = FIRST_DAY_MS + session * DAY_MS + self.number * 20_000
        messages = self.talk.messages(count, user_id, at)
        self.post(f"{V1}/add", {"session_id": f"{user_id}-{session}", "messages": messages})

    def search(self, method: str) -> None:
        self.post(
            f"{V1}/search", {"user_id": "alice", "query": self.question(), "method": method, "top_k": 10}
        )

    def question(self) -> str:
        """None is asked twice, so that each is embedded."""
        self.number += 1
        return f"{questions()[self.number % len(questions())]} {self.number}"

    def all(self) -> dict[str, tuple[Call | None, Call]]:
        """Name -> what is done before the request, and the request."""
        return {
            "add": (None, lambda: self.said("bob", self.number // 20, 2)),
            "flush": (
                lambda: self.said("carl", self.number, 4),
                lambda: self.post(f"{V1}/flush", {"session_id": f"carl-{self.number - 1}"}),
            ),
            "hybrid": (None, lambda: self.search("hybrid")),
            "keyword": (None, lambda: self.search("keyword")),
            "vector": (None, lambda: self.search("vector")),
            "get": (None, lambda: self.post(f"{V1}/get", {"user_id": "alice", "memory_type": "episode"})),
            "recall": (None, lambda: self.tool("recall", query=self.question(), k=8)),
        }


def milliseconds(before: Call | None, request: Call, rounds: int) -> Sequence[float]:
    times = []
    for _ in range(WARM + rounds):
        if before is not None:
            before()
        started = time.process_time()
        request()
        times.append(1000 * (time.process_time() - started))
    return times[WARM:]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sessions", type=int, default=60, help="of four messages")
    parser.add_argument("--notes", type=int, default=0)
    parser.add_argument("--entities", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=60)
    options = parser.parse_args()
    port, other = multiprocessing.Pipe()
    endpoint = multiprocessing.get_context("spawn").Process(target=serve, args=(other,), daemon=True)
    endpoint.start()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "HOME": folder,
            "DJANGO_SETTINGS_MODULE": "everos_site.settings",
            "EVEROS_MEMORY__ROOT": f"{folder}/memory",
            "EVEROS_LOG__LEVEL": "WARNING",
            "EVEROS_EMBEDDING__BASE_URL": f"http://127.0.0.1:{port.recv()}/v1",
            "EVEROS_EMBEDDING__MODEL": "stub",
            "EVEROS_EMBEDDING__DIMENSIONS": str(DIMENSIONS),
        }
        import django

        django.setup()
        from memory.command import migrate_databases

        migrate_databases()
        requests = Requests(options)
        requests.fill()
        for name, (before, request) in requests.all().items():
            took = milliseconds(before, request, options.rounds)
            print(f"{name:10} {statistics.median(took):6.1f} ms", flush=True)
    endpoint.terminate()


if __name__ == "__main__":
    main()
