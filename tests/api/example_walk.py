"""Takes the walk of a dialect's examples on a real server: each step as its client would send it.

What a server names itself (ids, keys, receipts) is another thing each time. Where an answer differs from the one in
the file, what it says now stands for what the file says, in all later steps.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import quote, urlencode

from memory.api.dialects import DIALECTS
from memory.api.everos_v1.api import NAME
from memory.api.openapi.completing import METHODS
from memory.api.openapi.examples import Step
from tests.fakes.openai_server import FakeOpenAI
from tests.system.server import READY_SECONDS, Server, idle

Json = dict[str, Any]

SCHEMAS = {
    NAME: "/openapi.json",
    **{dialect.name: f"/openapi/{dialect.name}.json" for dialect in DIALECTS},
}
MODELS = "https://models.example.org/v1"  # of the examples: the endpoint that a test's own one stands for
# An operator with a key, and a process beside the server's one: they are rows only where several share a database.
PREPARED = """
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from memory.api_keys import ApiKey
from memory.models import ServerProcess
now = timezone.now()
alive = {"started_at": now, "alive_until": now + timedelta(hours=1)}
ServerProcess.objects.create(token="k3v9x2qa", role="worker", host="memory-1", pid=4711, **alive)
print(ApiKey.objects.create_key(user=User.objects.create_superuser("operator"), name="everos token")[1])
"""
LEFT_OPEN = "?"  # of a step that is not recorded yet: what the latest answer calls by that name


@dataclass(frozen=True)
class Taken:
    step: Step  # as it was sent
    status: int
    headers: HTTPMessage
    body: Any  # None where it is no JSON


@dataclass
class Walk:
    server: Server
    key: str
    models: str  # the address of an endpoint that requests may name
    names: dict[Any, Any] = field(default_factory=dict)  # of the file -> of this server
    seen: list[Any] = field(default_factory=list)  # answers
    schemas: dict[str, Json] = field(default_factory=dict)

    def schema(self, dialect: str) -> Json:
        if dialect not in self.schemas:
            self.schemas[dialect] = self._send("GET", SCHEMAS[dialect], None, {})[2]
        return self.schemas[dialect]

    def settle(self) -> None:
        """Waits until all that was asked for so far is done."""
        started = monotonic()
        while not idle(self._send("GET", "/health", None, {})[2]):
            assert monotonic() - started < READY_SECONDS
            sleep(0.1)

    def now(self, step: Step) -> Step:
        """A step as this server calls things, with the names that were left open."""
        path, request = self._now(step.path, numbers=True), self._now(step.request)
        return replace(step, path=self._filled(path), request=self._filled(request))

    def take(self, schema: Json, step: Step) -> Taken:
        now = self.now(step)
        status, headers, body = self._send(*address_of(schema, now), now.request, now.headers)
        self.seen.append(body)
        self._learn(step.answer, body)
        return Taken(now, status, headers, body)

    def status_of(self, method: str, address: str, step: Step, key: str) -> int:
        return self._send(method, address, step.request, {"Authorization": f"Token {key}"})[0]

    def _send(
        self, method: str, address: str, body: Any, headers: dict[str, str]
    ) -> tuple[int, HTTPMessage, Any]:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        given = {"Authorization": f"Token {self.key}", "Content-Type": "application/json", **headers}
        text = None if body is None else json.dumps(body).replace(MODELS, self.models)
        connection.request(method, address, text, given)
        answer = connection.getresponse()
        content = answer.read()
        is_json = "json" in (answer.getheader("Content-Type") or "")
        connection.close()
        return answer.status, answer.headers, json.loads(content) if is_json else None

    def _now(self, value: Any, numbers: bool = False) -> Any:
        """As this server calls it. A number stands for itself, unless it is a name in a path."""
        match value:
            case dict():
                return {
                    name: self._now(each, numbers or name in ("id", "ids")) for name, each in value.items()
                }
            case list():
                return [self._now(each, numbers) for each in value]
            case str() | int() if numbers or isinstance(value, str):
                return self.names.get(value, value)
            case _:
                return value

    def _learn(self, told: Any, real: Any, name: str = "") -> None:
        """The latest answer counts: rows of several tables have the same numbers."""
        if isinstance(told, dict) and isinstance(real, dict):
            for key in told.keys() & real.keys():
                self._learn(told[key], real[key], key)
        elif isinstance(told, list) and isinstance(real, list):
            for one, other in zip(told, real, strict=False):
                self._learn(one, other)
        elif isinstance(told, str) or (isinstance(told, int) and name == "id"):
            self.names[told] = real

    def _filled(self, value: Any, name: str = "") -> Any:
        match value:
            case dict():
                return {key: self._filled(each, key) for key, each in value.items()}
            case list():
                return [self._filled(each, name.removesuffix("s")) for each in value]
            case "?":
                wanted = (name, "id", f"{name}_id")
                return next(
                    found for each in reversed(self.seen) for key in wanted for found in leaves(each, key)
                )
            case _:
                return value


def address_of(schema: Json, step: Step) -> tuple[str, str]:
    """The method and the address."""
    path, method = next(
        (path, method)
        for path, calls in schema["paths"].items()
        for method in METHODS
        if calls.get(method, {}).get("operationId") == step.operation
    )
    for name, value in step.path.items():
        path = path.replace(f"{{{name}}}", quote(str(value), safe="/"))
    query = {
        name: json.dumps(value) if isinstance(value, bool) else value for name, value in step.query.items()
    }
    return method.upper(), path + (f"?{urlencode(query, doseq=True)}" if query else "")


def leaves(value: Any, name: str) -> Iterator[Any]:
    if isinstance(value, dict):
        if isinstance(value.get(name), str | int):
            yield value[name]
        for each in value.values():
            yield from leaves(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each, name)


@contextmanager
def walking(folder: Path) -> Iterator[Walk]:
    """A server that asks for keys, with the key of an operator, and a model that requests may name."""
    with FakeOpenAI() as models:
        models.answer("ReasonedSufficiency", {"sufficient": True, "queries": [], "reasoning": "It says who."})
        settings = {
            "EVEROS_AUTH__REQUIRED": "true",
            "EVEROS_API__DOCS": "true",
            "EVEROS_LLM__REQUEST_BASE_URLS": json.dumps([models.url]),
        }
        server = Server(folder / "memory", settings).start()
        try:
            key = server.manage("shell", "--command", PREPARED).split()[-1]
            yield Walk(server, key, models.url)
        finally:
            server.kill()
