"""Operators correct a memory by a page, and note that it holds; what it said before stands on the memory's page."""

import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from tests.forgetting.conftest import Service

EPISODE = {"path": "default_app/default_project/users/alice/episodes/episode-2025-05-28.md",
           "entry": "ep_20250528_00000001"}  # fmt: skip
WIRE = "alice_ep_20250528_00000001"
CONTENT = "On Wednesday, 28 May 2025, alice wrote:\r\nalice: I live in Bern."


@pytest.fixture
def told(service: Service) -> Service:
    service.remember("home", ("alice", "I live in Rome with my cat Miso."))
    return service


@pytest.fixture
def operator(told: Service) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def memory_page(client: Client) -> str:
    return client.get(reverse("admin:memory"), EPISODE).content.decode()


def edit_address(client: Client) -> str:
    return str(client.get(reverse("admin:memory"), EPISODE).context["edit_url"])


def form_of(page: str) -> dict[str, str]:
    """The hash of what was read, and the subject as it is."""
    [expected] = re.findall(r'name="expected" value="([0-9a-f]{64})"', page)
    return {
        "expected": expected,
        "subject": "Alice at home",
        "summary": "",
        "content": CONTENT,
        "reason": "a typo",
    }


def test_a_correction_is_found_and_what_it_said_before_is_told(operator: Client, told: Service):
    address = edit_address(operator)
    form = form_of(operator.get(address).content.decode())
    after = operator.post(address, form, follow=True).content.decode()
    assert "The memory is corrected." in after
    assert "user root" in after
    assert "a typo" in after
    assert "I live in Rome" in after[after.index("What it said before") :]
    told.settle()
    [episode] = told.listed("episode")
    assert episode["episode"] == CONTENT.replace("\r\n", "\n")
    assert "Rome" not in str(told.listed("atomic_fact")), "what was drawn from it follows"
    assert "Corrected." in [entry.change_message for entry in LogEntry.objects.all()]


def test_two_who_correct_at_once(operator: Client, told: Service):
    address = edit_address(operator)
    page = operator.get(address).content.decode()
    assert told.http.patch(
        f"/api/v1/memory/{WIRE}", {"subject": "Of another"}, content_type="application/json"
    ).json()
    late = operator.post(address, form_of(page)).content.decode()
    assert "The memory has changed meanwhile" in late
    assert "I live in Bern" in late, "what was typed is not lost"
    assert "I live in Bern" not in str(told.listed("episode"))


def test_nothing_can_be_made_empty(operator: Client, told: Service):
    address = edit_address(operator)
    form = form_of(operator.get(address).content.decode())
    assert "This field is required" in operator.post(address, {**form, "content": ""}).content.decode()
    assert "What it said before" not in memory_page(operator)


def test_a_memory_that_holds_and_until_when(operator: Client, told: Service):
    address = edit_address(operator)
    until = date.today() + timedelta(days=30)
    after = operator.post(address, {"holds": "yes", "stale_after": until.isoformat()}, follow=True)
    assert "The memory is marked as verified." in after.content.decode()
    told.settle()
    [episode] = told.listed("episode")
    assert (episode["verified_by"], episode["stale_after"]) == ("human:root", until.isoformat())
    assert (
        "Enter a valid date"
        in operator.post(address, {"holds": "yes", "stale_after": "soon"}).content.decode()
    )


def test_it_needs_the_permission_to_change_memories(told: Service):
    User.objects.create_superuser("root")
    watcher = User.objects.create_user("carol", is_staff=True)
    watcher.user_permissions.set(Permission.objects.filter(codename="view_mdchangestate"))
    client = Client()
    client.force_login(watcher)
    assert client.get(reverse("admin:memory"), EPISODE).context["edit_url"] == ""
    address = f"{reverse('admin:edit')}?id={WIRE}"
    assert client.get(address).status_code == 403
    assert client.post(address, {"holds": "yes"}).status_code == 403


@pytest.mark.parametrize(
    "query", ["id=alice_ep_20250528_00000009", "id=", "", "id=profile_alice", "app=../x&id=a"]
)
def test_what_cannot_be_corrected_here_is_not_there(operator: Client, query: str):
    assert operator.get(f"{reverse('admin:edit')}?{query}").status_code == 404


def test_a_memory_of_a_damaged_file_is_not_there(operator: Client, root: Path):
    (root / EPISODE["path"]).write_bytes(b"---\nid: [\n---\n")
    assert operator.get(f"{reverse('admin:edit')}?id={WIRE}").status_code == 404
