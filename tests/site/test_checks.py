"""The settings' mistakes as Django system checks: an id, what is wrong, and what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.checks import CheckMessage, run_checks
from pytest_django.fixtures import Settings

from everos_site.config import load
from memory.command import SERVING_CHECKS
from tests.conftest import change_settings

PROJECT = Path(__file__).resolve().parents[2]


def found() -> list[CheckMessage]:
    return run_checks(tags=["everos"])


def ids() -> list[str | None]:
    return [message.id for message in found()]


def test_the_tests_own_settings_are_in_order(root: Path) -> None:
    assert found() == []


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        ("EVEROS_API__PORT", "everos.E001"),
        ("EVEROS_API__PROT", "everos.E002"),
        ("EVEROS_APPI__PORT", "everos.E003"),
    ],
)
def test_each_kind_of_mistake_has_an_id_and_a_hint(
    root: Path, settings: Settings, tmp_path: Path, name: str, identifier: str
) -> None:
    _, settings.EVEROS_PROBLEMS = load({"HOME": str(tmp_path), name: "abc"}, tmp_path)
    (message,) = found()
    assert message.id == identifier
    assert name in message.msg
    assert message.hint


def test_a_broken_file_has_an_id(root: Path, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "everos.toml").write_text("[[[")
    _, settings.EVEROS_PROBLEMS = load({"HOME": str(tmp_path)}, tmp_path)
    assert ids() == ["everos.E004"]


def test_a_limit_in_money_needs_prices(root: Path, settings: Settings) -> None:
    change_settings(settings, "llm", base_url="http://127.0.0.1:9/v1", model="big", episode__model="small")
    change_settings(settings, "budget", prices={"big": (1, 2)}, day_tokens=1000)
    assert ids() == []
    change_settings(settings, "budget", parts={"shop": {"month": 5}})
    (message,) = found()
    assert message.id == "everos.W012"
    assert "no price: small." in message.msg


def test_a_model_for_one_purpose_needs_one_for_the_others(root: Path, settings: Settings) -> None:
    change_settings(settings, "llm", episode__model="small")
    assert ids() == ["everos.W002"]


def test_a_root_below_a_file_cannot_be_written(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    change_settings(settings, "memory", root=tmp_path / "file" / "memory")
    assert ids() == ["everos.E005"]


def test_a_root_that_is_not_there_yet_is_fine(settings: Settings, tmp_path: Path) -> None:
    change_settings(settings, "memory", root=tmp_path / "new" / "memory")
    assert ids() == []


@pytest.mark.parametrize("section", ["llm", "embedding"])
def test_a_model_needs_a_place_where_it_is(root: Path, settings: Settings, section: str) -> None:
    change_settings(settings, section, model="gpt-x")
    assert ids() == ["everos.E006"]
    change_settings(settings, section, base_url="http://127.0.0.1:1/v1")
    assert ids() == []


def test_an_authorization_server_needs_keys_https_and_its_name(root: Path, settings: Settings) -> None:
    change_settings(settings, "auth", oauth_url="https://everos.example.org")
    (message,) = found()
    assert message.id == "everos.E011"
    for needed in ("AUTH__REQUIRED=true", "API__HTTPS=true", "API__ALLOWED_HOSTS=everos.example.org"):
        assert needed in str(message.hint)
    change_settings(settings, "auth", required=True)
    change_settings(settings, "api", https=True)
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "everos.example.org"]
    assert ids() == []


@pytest.mark.parametrize(
    "address",
    [
        "http://everos.example.org",
        "https://everos.example.org/mcp",
        "https://me@everos.example.org",
        "everos",
        "ftp://a",
    ],
)
def test_an_address_that_no_authorization_server_may_have(
    root: Path, settings: Settings, tmp_path: Path, address: str
) -> None:
    _, settings.EVEROS_PROBLEMS = load({"HOME": str(tmp_path), "EVEROS_AUTH__OAUTH_URL": address}, tmp_path)
    assert ids() == ["everos.E001"]


def test_a_reranker_needs_an_address(root: Path, settings: Settings) -> None:
    change_settings(settings, "rerank", model="r1", api_key="k")
    assert ids() == ["everos.E006"]
    assert not settings.EVEROS.rerank.configured
    change_settings(settings, "rerank", base_url="http://127.0.0.1:1/v1")
    assert ids() == []


@pytest.mark.parametrize("section", ["llm", "embedding", "rerank", "multimodal"])
def test_an_endpoint_without_a_model_is_not_used(root: Path, settings: Settings, section: str) -> None:
    change_settings(settings, section, base_url="http://127.0.0.1:1/v1")
    assert ids() == ["everos.W002"]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "memory.example", "::"])
def test_an_address_that_others_can_reach_is_pointed_out(root: Path, settings: Settings, host: str) -> None:
    change_settings(settings, "api", host=host)
    (message,) = found()
    assert message.id == "everos.W003"
    assert "EVEROS_AUTH__REQUIRED=true" in str(message.hint)


@pytest.mark.parametrize(
    ("section", "values"), [("api", {"host": "0.0.0.0"}), ("api", {"trusted_proxies": ["10.0.0.1"]})]
)
def test_a_server_does_not_start_for_strangers_unless_told_so(
    root: Path, settings: Settings, section: str, values: dict[str, object]
) -> None:
    change_settings(settings, section, **values)
    (message,) = run_checks(tags=[SERVING_CHECKS])
    assert message.id == "everos.E010"
    assert "EVEROS_AUTH__OPEN_TO_STRANGERS=true" in str(message.hint)
    for told in ("open_to_strangers", "required"):
        change_settings(settings, "auth", **{"open_to_strangers": False, "required": False, told: True})
        assert run_checks(tags=[SERVING_CHECKS]) == []
    assert ids() == []


def test_there_it_is_fine_with_tokens(root: Path, settings: Settings) -> None:
    change_settings(settings, "api", host="0.0.0.0")
    change_settings(settings, "auth", required=True)
    assert ids() == []


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "localhost", "::1"])
def test_loopback_is_fine(root: Path, settings: Settings, host: str) -> None:
    change_settings(settings, "api", host=host)
    assert ids() == []


@pytest.mark.long
def test_every_command_reports_a_mistake_without_a_traceback(tmp_path: Path) -> None:
    environ = {
        **os.environ,
        "EVEROS_MEMORY__ROOT": str(tmp_path),
        "EVEROS_LLM__MODLE": "x",
        "EVEROS_API__PORT": "x",
    }
    environ["DJANGO_SETTINGS_MODULE"] = "everos_site.settings"
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=PROJECT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "everos.E001" in done.stderr
    assert "Did you mean EVEROS_LLM__MODEL?" in done.stderr
    assert "Traceback" not in done.stderr


def test_several_processes_need_a_common_database(root: Path, settings: Settings) -> None:
    change_settings(settings, "broker", url="redis://127.0.0.1:6379/0")
    assert ids() == ["everos.E007"]


def test_several_web_processes_need_a_broker(root: Path, settings: Settings) -> None:
    change_settings(settings, "api", processes=2)
    assert ids() == ["everos.E008"]
