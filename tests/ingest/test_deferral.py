"""Extraction behind the call: `accepted` is 202, loses nothing, and keeps the order of a session."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from memory.ingest.retry import retry_pending
from memory.models import ServerProcess
from tests.conftest import change_settings
from tests.ingest.talk import HOUR, START, told

pytestmark = pytest.mark.django_db


def post(client: Client, call: str, **body: Any) -> tuple[int, str]:
    """The code and the status of the answer."""
    answer = client.post(
        f"/api/v1/memory/{call}", {"session_id": "s", **body}, content_type="application/json"
    )
    return answer.status_code, answer.json()["data"]["status"]


def add(client: Client, *texts: str, at: int = 0) -> tuple[int, str]:
    """Messages of alice, a second apart, from `at` milliseconds after START on."""
    return post(
        client,
        "add",
        messages=[
            {"sender_id": "alice", "role": "user", "timestamp": START + at + 1000 * n, "content": text}
            for n, text in enumerate(texts)
        ],
    )


class TestWithoutWorkers:
    @pytest.fixture(autouse=True)
    def _workers_are_processes_of_their_own(self, settings: Settings) -> None:
        change_settings(settings, "broker", url="redis://127.0.0.1:1/0")

    def a_worker_starts(self) -> None:
        now = timezone.now()
        ServerProcess.objects.create(
            token="12345678",
            role="worker",
            host="here",
            pid=1,
            started_at=now,
            alive_until=now + timedelta(hours=1),
        )

    def test_nothing_is_called_extracted_or_ready(self, client: Client, root: Path) -> None:
        assert add(client, "I like tea.") == (200, "accumulated")
        assert post(client, "flush") == (202, "accepted")
        assert told(root) == []
        health = client.get("/health").json()
        assert (health["status"], health["ready"]) == ("degraded", False)
        assert health["buffer"]["pending_cells"] == 1
        assert "no worker is running: nothing is indexed or derived until one is started" in health["reasons"]

    def test_an_add_that_ends_a_stretch_is_accepted(self, client: Client, root: Path) -> None:
        add(client, "I like tea.")
        assert add(client, "I like coffee, too.", at=HOUR) == (202, "accepted")
        assert told(root) == []

    def test_a_session_without_messages_has_nothing_to_accept(self, client: Client) -> None:
        assert post(client, "flush") == (200, "no_extraction")

    def test_the_first_worker_does_what_was_accepted(self, client: Client, root: Path) -> None:
        add(client, "I like tea.")
        post(client, "flush")
        self.a_worker_starts()
        assert retry_pending() == 1
        assert ["tea" in text for text in told(root)] == [True]
        add(client, "I like coffee.", at=HOUR)
        assert post(client, "flush") == (200, "extracted")
