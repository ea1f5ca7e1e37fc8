"""The text that Prometheus reads."""

import re

from django.db import connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from memory.models import ModelCall
from tests.contract.bodies import add
from tests.contract.conftest import Post, post  # noqa: F401  (a fixture)
from tests.system.server import PROJECT

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scrape(client: Client) -> Samples:
    response = client.get("/metrics")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain")
    families = text_string_to_metric_families(response.content.decode())
    return {(s.name, frozenset(s.labels.items())): s.value for family in families for s in family.samples}


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((name, frozenset(labels.items())), 0.0)


def test_requests_are_counted_by_route_and_status(client: Client, db: None) -> None:
    refused = {"method": "POST", "route": "api/v1/memory/get", "status": "422"}
    before = value(scrape(client), "everos_http_requests_total", **refused)
    client.post("/api/v1/memory/get", {}, content_type="application/json")
    samples = scrape(client)
    assert value(samples, "everos_http_requests_total", **refused) == before + 1
    assert value(samples, "everos_http_request_seconds_count", method="POST", route="api/v1/memory/get") >= 1


def test_no_client_can_make_the_series_grow(client: Client, db: None) -> None:
    client.get("/one-path")
    before = {key for key in scrape(client) if key[0].startswith("everos_http")}
    client.get("/another-path")
    client.generic("BREW", "/pot")
    client.generic("STEEP", "/pot")
    grown = {key for key in scrape(client) if key[0].startswith("everos_http")} - before
    assert {dict(labels)["method"] for _, labels in grown} <= {"other"}
    assert {dict(labels)["route"] for _, labels in grown} <= {"unmatched"}


def test_ids_are_no_labels(client: Client, db: None) -> None:
    """Of a path with ids in it, the route is counted."""
    for path in ("/api/v1/memory/{}/list", "/stm/{}/context", "/ltm/memories/{}"):
        client.get(path.format("one"))
        before = {key for key in scrape(client) if key[0].startswith("everos_http")}
        client.get(path.format("another"))
        assert {key for key in scrape(client) if key[0].startswith("everos_http")} == before


def test_the_documentation_names_each_metric(client: Client, db: None) -> None:
    text = (PROJECT / "docs" / "observability.md").read_text("utf-8")
    documented = set(re.findall(r"^\| `(everos_\w+)`", text, re.MULTILINE))
    families = text_string_to_metric_families(client.get("/metrics").content.decode())
    shown = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in families
        if family.name.startswith("everos_")
    }
    assert documented - shown <= {"everos_processes"}  # where processes share a PostgreSQL
    assert shown <= documented


def test_what_is_counted_here_is_told_though_the_stores_cannot_be_read(client: Client, db: None) -> None:
    assert value(scrape(client), "everos_stores_readable") == 1
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {ModelCall._meta.db_table} RENAME TO elsewhere")  # until the test ends
    samples = scrape(client)
    assert value(samples, "everos_stores_readable") == 0
    assert value(samples, "everos_http_requests_total", method="GET", route="metrics", status="200") >= 1
    assert not [name for name, _ in samples if name.startswith("everos_queue")]


def test_what_waits_is_shown(client: Client, post: Post) -> None:  # noqa: F811
    post("add", add())
    samples = scrape(client)
    assert value(samples, "everos_buffered_messages") == 1
    assert value(samples, "everos_cells_pending") == 0


def test_model_calls_and_tokens_by_purpose(client: Client, db: None) -> None:
    hour = "2026-11-21T20:00:00Z"
    counts = {"calls": 5, "failures": 2, "prompt_tokens": 900, "completion_tokens": 100}
    ModelCall.objects.create(hour=hour, purpose="episode", model="m", **counts)
    samples = scrape(client)
    by = {"purpose": "episode", "model": "m"}
    assert value(samples, "everos_model_calls_total", **by, result="ok") == 3
    assert value(samples, "everos_model_calls_total", **by, result="failed") == 2
    assert value(samples, "everos_model_tokens_total", **by, direction="prompt") == 900
    assert value(samples, "everos_model_tokens_total", **by, direction="completion") == 100
