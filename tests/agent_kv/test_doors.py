"""What is refused before any view is asked, and the neighbour under the same prefix."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.agent_kv.conftest import PREFIX, Api, error
from tests.conftest import change_settings

CALLS = [
    ("POST", "bot/store"),
    ("GET", "bot/lesson"),
    ("DELETE", "bot/lesson"),
    ("GET", "bot/search"),
    ("POST", "bot/vector-search"),
    ("GET", "bot/list"),
    ("DELETE", "bot/clear"),
    ("POST", "bot/lesson/pin"),
    ("GET", "bot/reflections"),
    ("GET", "stats"),
    ("POST", "decay"),
    ("POST", "share"),
]


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_a_service_that_is_off_says_so(api: Api, settings: Settings, method: str, path: str) -> None:
    change_settings(settings, "agent_memory", enabled=False)
    off = "The memory service is disabled (EVEROS_AGENT_MEMORY__ENABLED=false)"
    assert error(api.call(method, path)) == (503, off)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "bot/store"),
        ("PUT", "bot/lesson"),
        ("PATCH", "bot/lesson/pin"),
        ("POST", "bot/list"),
        ("GET", "decay"),
    ],
)
def test_other_methods_are_not_allowed(api: Api, method: str, path: str) -> None:
    assert error(api.call(method, path))[0] == 405


def test_a_body_that_is_no_json(api: Api) -> None:
    client = Client()
    answer = client.generic("POST", f"{PREFIX}/bot/store", "{", content_type="application/json")
    assert (answer.status_code, answer.json()["status"]) == (400, "error")
    answer = client.generic("POST", f"{PREFIX}/bot/store", "{}", content_type="text/plain")
    assert (answer.status_code, answer.json()["error"]) == (
        400, "The Content-Type must be application/json, not text/plain",
    )  # fmt: skip


def test_v1_keeps_its_own_calls(api: Api) -> None:
    for call in ("add", "flush", "search", "get"):
        status, answer = api.call("GET", call)
        assert status == 405
        assert answer.keys() == {"request_id", "error"}
    assert api.store("lesson", agent="search")[0] == 200
    assert api.keys(agent="search") == ["lesson"]


def test_the_schema_names_every_call() -> None:
    from drf_spectacular.generators import SchemaGenerator

    from memory.api.agent_kv.dialect import AGENT_KV

    schema = SchemaGenerator(patterns=[AGENT_KV.mount]).get_schema(request=None, public=True)
    documented = {(method, path) for path, calls in schema["paths"].items() for method in calls}
    base = "/api/v1/memory"
    assert documented == {
        ("post", f"{base}/{{agent_id}}/store"), ("get", f"{base}/{{agent_id}}/{{key}}"),
        ("delete", f"{base}/{{agent_id}}/{{key}}"), ("get", f"{base}/{{agent_id}}/search"),
        ("post", f"{base}/{{agent_id}}/search"),
        ("post", f"{base}/{{agent_id}}/vector-search"), ("get", f"{base}/{{agent_id}}/list"),
        ("delete", f"{base}/{{agent_id}}/clear"), ("post", f"{base}/{{agent_id}}/{{key}}/pin"),
        ("get", f"{base}/{{agent_id}}/reflections"), ("get", f"{base}/stats"),
        ("post", f"{base}/decay"), ("post", f"{base}/share"),
    }  # fmt: skip
