"""Operators forget by a page that shows first what would go; what is not done is seen where they look."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from memory.forgetting import storage, work
from memory.forgetting.selection import Selection
from memory.models import Forgetting
from memory.scope import Scope
from tests.forgetting.conftest import Service

PAGE = "/admin/forget/"
SAID = {"app": "default", "project": "default", "owner_type": "user"}


@pytest.fixture
def ill(service: Service) -> Service:
    service.remember("illness", ("alice", "I was diagnosed with sarcoidosis."))
    return service


@pytest.fixture
def operator(ill: Service) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def test_it_shows_first_and_forgets_when_confirmed(operator: Client, ill: Service):
    body = {**SAID, "owner": "alice", "session": "illness"}
    shown = operator.post(PAGE, body).content.decode()
    assert "This would be deleted for good" in shown
    assert "sarcoidosis" in shown
    assert not Forgetting.objects.exists()
    answer = operator.post(PAGE, {**body, "confirmed": "yes"}, follow=True)
    [row] = Forgetting.objects.all()
    assert "It is forgotten." in answer.content.decode()
    assert row.asked_by == "user root"
    assert "1 episode" in answer.content.decode()
    assert "sarcoidosis" not in answer.content.decode()
    assert LogEntry.objects.filter(object_repr=row.pk).exists()
    assert ill.places_of("sarcoidosis") == []


def test_a_memory_leads_to_it(operator: Client):
    path = "default_app/default_project/users/alice/episodes/episode-2025-05-28.md"
    page = operator.get(reverse("admin:memory"), {"path": path, "entry": "ep_20250528_00000001"})
    url = page.context["forget_url"]
    assert "alice_ep_20250528_00000001</textarea>" in operator.get(url).content.decode()


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "Name what to forget"),
        ({"ids": "x"}, "There is nothing to forget"),
        ({"owner": "alice", "after": "soon"}, "Enter a valid date"),
        ({"owner": "alice", "app": ""}, "This field is required"),
        ({"owner": "alice", "app": "../x"}, "app"),
    ],
)
def test_what_it_cannot_do_is_told(operator: Client, body: dict[str, str], says: str):
    response = operator.post(PAGE, {**SAID, **body})
    assert response.status_code == 200
    assert says in response.content.decode()


def test_it_needs_a_permission_of_its_own(ill: Service):
    watcher = User.objects.create_user("carol", is_staff=True)
    watcher.user_permissions.set(Permission.objects.filter(codename__in=["view_forgetting", "view_memcell"]))
    client = Client()
    client.force_login(watcher)
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {**SAID, "owner": "alice", "confirmed": "yes"}).status_code == 403
    assert client.get(reverse("admin:memory_forgetting_changelist")).status_code == 200


def test_a_failure_is_a_row_a_reason_and_a_metric(
    ill: Service, operator: Client, monkeypatch: pytest.MonkeyPatch
):
    def full(*order: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(storage, "purge_index", full)
        row = work.forget(Selection(scope=Scope(), session_id="illness"), asked_by="test")
    assert row.stage == "purge"
    health = Client().get("/health").json()
    assert health["status"] == "degraded"
    assert [
        reason for reason in health["reasons"] if "wait to be forgotten: 1" in reason and "No space" in reason
    ]
    assert health["forgetting"]["failing"] == 1
    assert "everos_forgetting_failing 1.0" in Client().get("/metrics").content.decode()
    listed = operator.get(reverse("admin:memory_forgetting_changelist")).content.decode()
    assert "No space left on device" in listed
    chosen = {"action": "try_again", "_selected_action": [row.pk]}
    operator.post(reverse("admin:memory_forgetting_changelist"), chosen)
    assert work.resume() == 1
    assert Client().get("/health").json()["forgetting"]["waiting"] == 0
    assert ill.places_of("sarcoidosis") == []
