"""What a key with limits does not reach beside memories: reasons of /health, files of the server, others' rates."""

from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django.fixtures import Settings

from everos_site.groups import OPERATORS
from memory.api.mem0.platform import Ping
from memory.api_keys import ApiKey, user_named
from memory.grants import Action, limited
from memory.signed_tokens import issue
from tests.conftest import change_settings
from tests.keys import key_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def alone(root: Path) -> None: ...


def key(*actions: Action, **limits: Any) -> str:
    """Of an operator."""
    key_of("otto", OPERATORS)
    return ApiKey.objects.make(user_named("otto"), "test", limited(actions, **limits))[1]


def call(path: str, credential: str, body: Any = None) -> HttpResponse:
    client = Client(headers={"Authorization": f"Bearer {credential}"})
    return client.get(path) if body is None else client.post(path, body, content_type="application/json")


@pytest.mark.parametrize("required", [True, False])
def test_reasons_are_not_for_keys_with_limits(settings: Settings, required: bool) -> None:
    change_settings(settings, "auth", required=required)
    assert "reasons" in call("/health", key()).json()
    for name in ("apps", "projects", "users", "agents", "groups"):
        answer = call("/health", key("read", "admin", **{name: ["acme"]}))
        assert set(answer.json()) == {"status", "ready", "details"}, name
    made, _ = ApiKey.objects.make(user_named("otto"), "test", limited(()))
    token = issue(made, "alice").token
    for _ in range(2):  # of a token that is valid, and then of one that is not
        assert set(call("/health", token).json()) == {"status", "ready", "details"}
        made.revoked = True
        made.save()


def test_who_has_a_key_for_some_owners_exports_them_and_no_project() -> None:
    for form in ("zip", "okf"):
        for body, status in (({}, 403), ({"user_id": "bob"}, 403), ({"user_id": "alice"}, 200)):
            answer = call("/api/v1/memory/export", key(users=["alice"]), {"format": form, **body})
            assert answer.status_code == status, body


def test_a_call_that_declares_nothing_is_closed_to_keys_with_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ping, "actions", {})
    assert call("/v1/ping/", key()).status_code == 200
    for limits in ({"users": ["alice"]}, {"apps": ["shop"]}):
        assert "declares no action" in call("/v1/ping/", key(**limits)).json()["detail"]


@pytest.mark.parametrize("required", [True, False])
def test_files_of_the_server_are_read_for_no_key_with_limits(
    settings: Settings, tmp_path: Path, required: bool
) -> None:
    (tmp_path / "secret.txt").write_text("4711")
    change_settings(settings, "multimodal", file_uri_allow_dirs=[str(tmp_path)])
    change_settings(settings, "auth", required=required)
    content = [{"type": "doc", "uri": (tmp_path / "secret.txt").as_uri()}]
    message = {"sender_id": "alice", "role": "user", "timestamp": 1_795_262_400_000, "content": content}
    body = {"session_id": "s", "messages": [message]}
    assert call("/api/v1/memory/add", key(users=["alice"]), body).status_code == 415
    assert call("/api/v1/memory/add", key(), body).status_code == 200


@pytest.mark.parametrize(
    ("owner", "status"),
    [
        ("user_id=acme-1", 204),
        ("user_id=not-acme-1", 403),
        ("user_id=acme", 403),
        ("agent_id=acme-1", 403),
        ("user_id=bot", 403),
        ("agent_id=bot", 204),
        ("agent_id=bot-2", 403),
    ],
)
def test_a_name_is_of_one_type_and_a_prefix_is_a_beginning(owner: str, status: int) -> None:
    client = Client(headers={"Authorization": f"Bearer {key(users=['acme-*'], agents=['bot'])}"})
    item = {"namespace": ["a"], "key": "k", "value": {}}
    assert client.put(f"/store/items?{owner}", item, "application/json").status_code == status


def test_each_person_of_a_service_has_calls_of_her_own(settings: Settings) -> None:
    change_settings(settings, "rates", enabled=True, reads_per_minute=2)
    made, service = ApiKey.objects.make(user_named("shop"), "test")
    body = {"user_id": "alice", "memory_type": "episode"}

    def answered(credential: str) -> int:
        return call("/api/v1/memory/get", credential, body).status_code

    alice, bob = (issue(made, person).token for person in ("alice", "bob"))
    assert [answered(alice) for _ in range(3)] == [200, 200, 429]
    assert (answered(bob), answered(service)) == (200, 200)


def test_the_admin_lists_limits_and_never_a_key(admin_client: Client) -> None:
    secret = key(users=["acme-*"], apps=["web"])
    row = ApiKey.objects.get(prefix=secret[:8])
    for path in ("", f"{row.pk}/change/"):
        page = admin_client.get(f"/admin/memory/apikey/{path}").content.decode()
        assert "read, write, forget; app web; user acme-*" in page
        assert secret[9:] not in page
