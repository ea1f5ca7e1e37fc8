"""The first page, and who is shown what there is."""

import logging
from pathlib import Path

import pytest
from django.test import Client

from everos_site.config import load
from memory.api.dialects import DIALECTS

closed = pytest.mark.urls("tests.contract.closed_urls")


@pytest.mark.django_db
def test_it_leads_to_every_page_that_there_is(client: Client) -> None:
    page = client.get("/").content.decode()
    for path in (
        "/docs",
        "/docs/agentic-v3",
        "/docs/agent-kv",
        "/docs/maas",
        "/docs/mem0",
        "/docs/store",
        "/docs/ops",
        "/redoc",
        "/explorer/",
        "/admin/",
        "/health",
    ):
        assert f'href="{path}"' in page
        assert client.get(path).status_code in (200, 302), path


@closed
def test_a_closed_server_leads_to_its_login_and_shows_nothing(client: Client) -> None:
    assert client.get("/")["Location"] == "/explorer/"
    dialects = [path for each in DIALECTS for path in (f"/openapi/{each.name}.json", f"/docs/{each.name}")]
    for path in ("/docs", "/redoc", "/openapi.json", *dialects):
        assert client.get(path).status_code == 404, path


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({}, True),
        ({"AUTH__REQUIRED": "true"}, False),
        ({"API__HOST": "0.0.0.0"}, False),
        ({"API__TRUSTED_PROXIES": "127.0.0.1"}, False),
        ({"API__HOST": "0.0.0.0", "API__DOCS": "true"}, True),
        ({"API__DOCS": "false"}, False),
    ],
)
def test_documentation_is_for_the_own_machine_unless_it_is_asked_for(
    given: dict[str, str], shown: bool, tmp_path: Path
) -> None:
    environ = {f"EVEROS_{name}": value for name, value in given.items()}
    config, problems = load({"HOME": str(tmp_path), **environ}, tmp_path)
    assert not problems
    assert config.documented == shown


def test_styles_and_pictures_are_no_lines_in_the_log(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "everos.request")
    assert client.get("/static/everos_site/home.css").status_code == 200
    assert client.get("/").status_code == 200
    assert [record.path for record in caplog.records if record.name == "everos.request"] == ["/"]  # type: ignore[attr-defined]
