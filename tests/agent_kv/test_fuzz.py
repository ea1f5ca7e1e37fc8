"""Whatever is sent, the answer is a success or says what is wrong: never a 500."""

from itertools import product
from typing import Any
from urllib.parse import quote

import pytest

from tests.agent_kv.conftest import Api

STRANGE: list[Any] = [
    None, True, 0, -1, 1.5, 10**400, -1e300, "", " ", "\0", "\n", "<|endoftext|>", "☃" * 2000, "'; DROP TABLE x; --",
    "../../etc/passwd", [], [[]], [None], ["x"], [1e308, -1e308], [1e-320], [0.0, -0.0], {}, {"a": {"b": []}},
]  # fmt: skip
BODIES = {
    "bot/store": {"key": "k", "value": "v", "ttl": 1, "embedding": [1.0]},
    "bot/vector-search": {"text": "t", "limit": 1, "threshold": 0.5},
    "bot/k/pin": {"pinned": True},
    "share": {"from": "a", "to": "b", "pattern": "*"},
}


@pytest.mark.parametrize("path", BODIES)
def test_strange_fields(api: Api, path: str) -> None:
    api.store("k")
    fields = {"embedding": None, **BODIES[path]}
    for name, value in product(fields, STRANGE):
        status, answer = api.call("POST", path, {**BODIES[path], name: value})
        assert status in (200, 400), (name, value, answer)
        assert (answer.get("status") == "error") is (status == 400)


@pytest.mark.parametrize("body", STRANGE)
def test_strange_bodies(api: Api, body: Any) -> None:
    for path in BODIES:
        assert api.call("POST", path, body)[0] == 400


@pytest.mark.parametrize("name", ["limit", "offset", "q"])
def test_strange_queries(api: Api, name: str) -> None:
    for value in STRANGE:
        for path in ("bot/list", "bot/search"):
            assert api.call("GET", path, **{"q": "x", name: str(value)})[0] in (200, 400)


@pytest.mark.parametrize("text", ["\0", "\n", "☃" * 2000, "..", ".", " ", "%", "\ud7ff", "a/../b"])
def test_strange_paths(api: Api, text: str) -> None:
    for agent, key in (("bot", text), (text, "k")):
        for method in ("GET", "DELETE"):
            path = f"{quote(agent, safe='')}/{quote(key, safe='')}"
            assert api.call(method, path)[0] in (400, 404)
