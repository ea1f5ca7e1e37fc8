"""A real HTTP server that speaks OpenAI's chat completions and embeddings, reranks, and does what a test says.

with FakeOpenAI() as endpoint:
    endpoint.answer("EpisodeText", {"subject": "…"})   # by the name of the JSON schema that is asked for
    endpoint.fail(Status(500), Garbage())              # the next two calls
    endpoint.fail_always(Hang())                       # every call, until recover()
"""

import base64
import hashlib
import json
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

import numpy as np

Json = dict[str, Any]


@dataclass(frozen=True)
class Status:
    """An error status with the body that OpenAI sends."""

    code: int
    retry_after: str | None = None


@dataclass(frozen=True)
class Garbage:
    """200, and a body that is no JSON."""


@dataclass(frozen=True)
class HalfJson:
    """A well-formed answer whose content stops in the middle, as when the model ran out of tokens."""


@dataclass(frozen=True)
class Refusal:
    """A well-formed answer that the content filter has stopped."""


@dataclass(frozen=True)
class Says:
    """A well-formed answer with this text as the model's words."""

    text: str


@dataclass(frozen=True)
class CallsTool:
    """A well-formed answer in which the model calls one of the caller's functions."""

    name: str
    arguments: str  # JSON


@dataclass(frozen=True)
class Hang:
    """No answer until the endpoint is released or closed."""


@dataclass(frozen=True)
class Redirect:
    """The same request is to be sent elsewhere."""

    location: str


@dataclass(frozen=True)
class TellsKey:
    """An error whose code and message repeat the caller's key."""

    code: int


Fault = Status | Garbage | HalfJson | Refusal | Says | CallsTool | Hang | Redirect | TellsKey


@dataclass(frozen=True)
class Call:
    path: str
    body: Json
    headers: dict[str, str]

    @property
    def schema(self) -> str:
        """The name of the JSON schema that the answer must have, or ''."""
        wanted = self.body.get("response_format") or {}
        return str(wanted.get("json_schema", {}).get("name", ""))

    @property
    def prompt(self) -> list[Any]:
        """The lines of data in the prompt: `{"time": …}`, `[n, speaker, text]`, …"""
        return [json.loads(line) for line in self.body["messages"][-1]["content"].splitlines()]

    @property
    def said(self) -> list[tuple[int, str, str]]:
        """Number, speaker and text of the messages in the prompt."""
        return [(line[0], line[1], line[2]) for line in self.prompt if isinstance(line, list)]

    def section(self, name: str) -> list[list[Any]]:
        """The lines below `{"section": name}`, such as the `[f, fact]` of a profile's prompt."""
        found, within = [], False
        for line in self.prompt:
            if isinstance(line, list):
                found += [line] if within else []
            else:
                within = line.get("section") == name
        return found

    @property
    def prompt_chars(self) -> int:
        return sum(len(str(message.get("content") or "")) for message in self.body.get("messages", []))


@dataclass
class FakeOpenAI:
    dimensions: int = 8
    calls: list[Call] = field(default_factory=list)
    # Model, tokens read and tokens written of each answer, as a provider would put them on its bill.
    billed: list[tuple[str, int, int]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    _answers: dict[str, Json | Callable[[Call], Json | HalfJson]] = field(default_factory=dict)
    _next: deque[Fault] = field(default_factory=deque)
    _always: Fault | None = None
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __enter__(self) -> Self:
        self._http = _Listener(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.released.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """What belongs into EVEROS_LLM__BASE_URL."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    @property
    def prompt_chars(self) -> int:
        return sum(call.prompt_chars for call in self.calls)

    def answer(self, schema: str, value: Json | Callable[[Call], Json | HalfJson]) -> None:
        """Without one, an answer is made up that fits the schema."""
        self._answers[schema] = value

    def fail(self, *faults: Fault) -> None:
        self._next.extend(faults)

    def fail_always(self, fault: Fault) -> None:
        self._always = fault

    def recover(self) -> None:
        """Answers again; a call that hangs is let go with an error."""
        self._always = None
        self._next.clear()
        released, self.released = self.released, threading.Event()
        released.set()

    def wait_for_calls(self, count: int, timeout: float = 20) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.calls) >= count, timeout), (
                f"{len(self.calls)} calls"
            )

    def record(self, call: Call) -> Fault | None:
        with self._changed:
            self.calls.append(call)
            self._changed.notify_all()
            return self._next.popleft() if self._next else self._always

    def content(self, call: Call) -> str:
        value = self._answers.get(call.schema)
        if value is None:
            wanted = call.body.get("response_format", {}).get("json_schema", {}).get("schema")
            return json.dumps(made_up(wanted)) if wanted else "A made up answer."
        answer = value(call) if callable(value) else value
        return "{" if isinstance(answer, HalfJson) else json.dumps(answer, ensure_ascii=False)


def made_up(schema: Json) -> Any:
    """The smallest value that fits a JSON schema."""
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return made_up(schema["anyOf"][0])
    match schema.get("type"):
        case "object":
            return {name: made_up(part) for name, part in schema.get("properties", {}).items()}
        case "array":
            return [made_up(schema["items"]) for _ in range(schema.get("minItems", 0))]
        case "string":
            return "A made up text."
        case "integer" | "number":
            return max(schema.get("minimum", 0), 0)
        case "boolean":
            return False
    return None


def embed(text: str, dimensions: int) -> list[float]:
    """A unit vector that depends on the words alone: texts that share words are near each other."""
    vector = np.full(dimensions, 1e-3, dtype=np.float32)
    for word in text.lower().split():
        seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
        vector += np.random.default_rng(seed).standard_normal(dimensions).astype(np.float32)
    return [float(number) for number in vector / np.linalg.norm(vector)]


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, endpoint: FakeOpenAI) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.endpoint = endpoint


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # it would send a body 40 ms after its headers
    server: _Listener

    def do_POST(self) -> None:
        endpoint = self.server.endpoint
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        call = Call(self.path, body, dict(self.headers.items()))
        fault = endpoint.record(call)
        match fault:
            case Status(code, retry_after):
                headers = {"Retry-After": retry_after} if retry_after else {}
                self._send(code, {"error": {"message": "as the test wishes", "type": "test"}}, headers)
            case Redirect(location):
                self._send(307, {}, {"Location": location})
            case TellsKey(code):
                key = self.headers["Authorization"].removeprefix("Bearer ")
                self._send(code, {"error": {"message": f"the key {key} is wrong", "type": key, "code": key}})
            case Garbage():
                self._send_bytes(200, b"<html>not what you wanted</html>", {})
            case Hang():
                endpoint.released.wait()
                self.close_connection = True
            case HalfJson():
                content = endpoint.content(call)
                self._chat(call, content[: len(content) // 2], "length")
            case Says(text):
                self._chat(call, text, "stop")
            case CallsTool(name, arguments):
                function = {"name": name, "arguments": arguments}
                calls = [{"id": f"call_{len(endpoint.calls)}", "type": "function", "function": function}]
                self._chat(call, None, "tool_calls", tool_calls=calls)
            case None if self.path.endswith("/embeddings"):
                self._embeddings(call)
            case None if self.path.endswith("/rerank"):
                self._rerank(call)
            case Refusal():
                self._chat(call, "", "content_filter")
            case None:
                content = endpoint.content(call)
                self._chat(call, content, "length" if content == "{" else "stop")

    def _chat(self, call: Call, content: str | None, finish_reason: str, **more: Any) -> None:
        prompt, completion = call.prompt_chars // 4, len(content or "") // 4
        self._bill(call, prompt, completion)
        message = {"role": "assistant", "content": content, "refusal": None, **more}
        self._send(200, {
            "id": "chatcmpl-test",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": call.body.get("model"),
            "choices": [{"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": None}],
            "usage": {
                "prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion
            },
        })  # fmt: skip

    def _embeddings(self, call: Call) -> None:
        given = call.body["input"]
        texts = [given] if isinstance(given, str) else given
        dimensions = call.body.get("dimensions") or self.server.endpoint.dimensions
        vectors: list[Any] = [embed(text, dimensions) for text in texts]
        if call.body.get("encoding_format") == "base64":
            vectors = [base64.b64encode(np.asarray(v, dtype="<f4").tobytes()).decode() for v in vectors]
        tokens = sum(len(text) for text in texts) // 4
        self._bill(call, tokens, 0)
        self._send(200, {
            "object": "list",
            "model": call.body.get("model"),
            "data": [{"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(vectors)],
            "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
        })  # fmt: skip

    def _rerank(self, call: Call) -> None:
        documents = call.body["documents"]
        tokens = sum(len(text) for text in documents) // 4
        self._bill(call, tokens, 0)
        results = [{"index": i, "relevance_score": 1 / (i + 1)} for i in range(len(documents))]
        self._send(200, {"results": results, "usage": {"total_tokens": tokens}})

    def _bill(self, call: Call, read: int, written: int) -> None:
        self.server.endpoint.billed.append((str(call.body.get("model")), read, written))

    def _send(self, status: int, body: Json, headers: dict[str, str] | None = None) -> None:
        payload = json.dumps(body, ensure_ascii=False).encode()
        self._send_bytes(status, payload, {"Content-Type": "application/json", **(headers or {})})

    def _send_bytes(self, status: int, payload: bytes, headers: dict[str, str]) -> None:
        try:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(payload))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(payload)
        except OSError:  # the client has given up
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: what was called is in `calls`."""
