"""A real HTTP server that speaks Anthropic's Messages, and says what a test has written down.

with FakeAnthropic() as endpoint:
    endpoint.uses_memory({"command": "view", "path": "/memories"})   # one turn with a tool use
    endpoint.says("Done.")                                           # and the last one
"""

import json
import threading
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Json = dict[str, Any]


class FakeAnthropic:
    def __init__(self) -> None:
        self.requests: list[Json] = []  # bodies, as they came
        self._turns: deque[list[Json]] = deque()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def says(self, text: str) -> None:
        self._turns.append([{"type": "text", "text": text}])

    def uses_memory(self, *commands: Json) -> None:
        self._turns.append(
            [
                {
                    "type": "tool_use",
                    "id": f"toolu_{len(self._turns)}_{number}",
                    "name": "memory",
                    "input": command,
                }
                for number, command in enumerate(commands)
            ]
        )

    @property
    def results(self) -> list[tuple[str, bool]]:
        """Of the tool uses, in their order: what the client has sent back."""
        found = {}
        for message in (message for request in self.requests for message in request["messages"]):
            blocks = message["content"] if isinstance(message["content"], list) else []
            for block in blocks:
                if block["type"] == "tool_result":
                    found[block["tool_use_id"]] = _text(block["content"]), bool(block.get("is_error"))
        return list(found.values())

    def answer(self, body: Json) -> Json:
        self.requests.append(body)
        content = self._turns.popleft()
        ended = "tool_use" if content[0]["type"] == "tool_use" else "end_turn"
        return {
            "id": f"msg_{len(self.requests)}",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": ended,
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(block["text"] for block in content)


def _handler(endpoint: FakeAnthropic) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            known = self.path.partition("?")[0] == "/v1/messages"
            data = json.dumps(endpoint.answer(body) if known else {"type": "error"}).encode()
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    return Handler
