"""The published schema: what clients were built against changes only on purpose."""

import difflib
import json
from pathlib import Path

import pytest
from django.test import Client

from everos_site.urls import v1

GOLDEN = Path(__file__).parent / "openapi.json"
RENEW = "the last lines of docs/api/everos-v1.md"


def test_schema_is_the_golden_one() -> None:
    schema = v1.get_openapi_schema()
    now = json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False).splitlines()
    golden = GOLDEN.read_text(encoding="utf-8").splitlines()
    changes = "\n".join(difflib.unified_diff(golden, now, "openapi.json", "the code's schema", lineterm=""))
    assert not changes, (
        f"the API has changed; if that is meant, renew the golden file as {RENEW} show\n{changes}"
    )


def test_schema_is_served(client: Client) -> None:
    served = client.get("/openapi.json")
    assert served.status_code == 200
    assert served.json() == json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("path", "script"), [("/docs", "swagger-ui-bundle.js"), ("/redoc", "redoc.standalone.js")]
)
def test_documentation_pages_need_no_other_site(client: Client, path: str, script: str) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert script in page.content.decode()
    assert "https://" not in page.content.decode()
    assert page["Content-Security-Policy"].startswith("default-src 'self';")
    asset = client.get(f"/static/ninja/{script}")
    assert asset.status_code == 200


def test_bounds_are_those_of_json_schema() -> None:
    text = json.dumps(v1.get_openapi_schema())
    assert [word for word in ("gt", "ge", "lt", "le", "multiple_of") if f'"{word}":' in text] == []
    message = json.loads(text)["components"]["schemas"]["MessageItem"]["properties"]
    assert message["timestamp"]["exclusiveMinimum"] == 0
