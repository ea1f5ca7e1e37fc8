"""The schema of each dialect, and its page: complete, valid, and made of local files."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from memory.api.dialects import DIALECTS
from memory.api.everos_v1 import api as v1_module
from memory.api.ops.dialect import OPS
from memory.api.rest import dialect as dialect_module
from memory.api.rest.dialect import Dialect

every_dialect = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
METHODS = frozenset({"get", "post", "put", "patch", "delete"})


def schema_of(client: Client, dialect: Dialect) -> dict[str, Any]:
    response = client.get(f"/openapi/{dialect.name}.json")
    assert response.status_code == 200
    schema: dict[str, Any] = response.json()
    return schema


def routes(patterns: list[URLPattern | URLResolver], prefix: str) -> set[tuple[str, str]]:
    """(path as a schema writes it, method) of every view."""
    found = set()
    for pattern in patterns:
        assert isinstance(pattern, URLPattern)
        path = "/" + prefix + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        view = pattern.callback.view_class  # type: ignore[attr-defined]
        found |= {(path, method) for method in METHODS if hasattr(view, method)}
    return found


@every_dialect
def test_it_is_valid_and_made_without_a_warning(client: Client, dialect: Dialect) -> None:
    GENERATOR_STATS.reset()
    schema = schema_of(client, dialect)
    validate_schema(schema)
    assert not GENERATOR_STATS, (GENERATOR_STATS._warn_cache, GENERATOR_STATS._error_cache)
    assert schema["info"]["title"] == dialect.title


def test_an_item_of_the_store_may_be_null(client: Client) -> None:
    schema = client.get("/openapi/store.json").json()
    answer = schema["paths"]["/store/items"]["get"]["responses"]["200"]["content"]["application/json"][
        "schema"
    ]
    components = schema["components"]["schemas"]
    shape = components[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer
    assert {"type": "null"} in shape["oneOf"]
    assert any(each.get("$ref", "").endswith("/ItemOut") for each in shape["oneOf"])


@pytest.mark.parametrize("path", ["/openapi.json", "/openapi/store.json"])
def test_it_is_built_once_and_sent_to_whom_it_is_new(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    first = client.get(path, {"version": "9", "lang": "de"}, headers={"Accept": "text/html"})
    assert first.json()["info"]["version"] == "1"
    for module in (dialect_module, v1_module):
        monkeypatch.setattr(module, "complete", None)  # whoever builds it again fails
    assert client.get(path).content == first.content
    known = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (known.status_code, known.content, known["ETag"]) == (304, b"", first["ETag"])
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200
    strict = Client(enforce_csrf_checks=True)
    refused = strict.post(path)
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD")


@every_dialect
def test_every_route_is_in_it(client: Client, dialect: Dialect) -> None:
    documented = {(p, m) for p, calls in schema_of(client, dialect)["paths"].items() for m in calls}
    mounted = routes(dialect.routes, dialect.prefix)
    assert documented
    assert documented <= mounted
    assert {path for path, _ in documented} == {path for path, _ in mounted}


@every_dialect
def test_every_call_has_its_answers(client: Client, dialect: Dialect) -> None:
    for calls in schema_of(client, dialect)["paths"].values():
        for call in calls.values():
            answers = call["responses"]
            [success] = answers.keys() & {"200", "202", "204"}
            if success == "204":
                assert "content" not in answers[success]
            else:
                assert answers[success]["content"]["application/json"]["schema"]
            assert any(status.startswith("4") for status in answers)


@every_dialect
def test_the_token_is_in_it(client: Client, dialect: Dialect) -> None:
    schema = schema_of(client, dialect)
    assert schema["components"]["securitySchemes"]["token"]["name"] == "Authorization"
    for calls in schema["paths"].values():
        for call in calls.values():
            assert call["security"] == dialect.security
            assert {"token": []} in call["security"]


@every_dialect
def test_the_page_loads_nothing_from_elsewhere(client: Client, dialect: Dialect) -> None:
    page = client.get(f"/docs/{dialect.name}")
    text = page.content.decode()
    assert page.status_code == 200
    assert dialect.title in text
    assert "//" not in re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    assert page["Content-Security-Policy"].startswith("default-src 'self';")
    loaded = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert len(loaded) == 5
    assert all(client.get(asset).status_code == 200 for asset in loaded)


def test_every_field_of_the_operators_is_explained(client: Client) -> None:
    schema = schema_of(client, OPS)
    for name, component in schema["components"]["schemas"].items():
        for field, shape in component["properties"].items():
            assert shape.get("description"), (name, field)
    for path, calls in schema["paths"].items():
        for call in calls.values():
            in_query = [each for each in call.get("parameters", []) if each["in"] == "query"]
            assert all(each["description"] for each in in_query), path
