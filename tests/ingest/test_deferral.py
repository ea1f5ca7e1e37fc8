"""Extraction behind the call: `accepted` is 202, loses nothing, and keeps the order of a session."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from memory.ingest import cells
from memory.ingest.retry import release_claims, retry_pending
from memory.markdown import store
from memory.models import MemCell, ServerProcess
from memory.signals import memcell_extracted
from tests.conftest import change_settings
from tests.ingest.talk import HOUR, START, told, waiting

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


class TestMuch:
    """Six stretches of an hour, of which a call extracts no more than two."""

    HOURS = range(6)

    @pytest.fixture(autouse=True)
    def _a_call_does_little(self, settings: Settings) -> None:
        change_settings(settings, "memory", call_max_chars=50)

    def add_much(self, client: Client, session: str = "s", **more: Any) -> tuple[int, str]:
        return post(
            client,
            "add",
            session_id=session,
            messages=[
                {
                    "sender_id": "alice",
                    "role": "user",
                    "timestamp": START + hour * HOUR,
                    "content": words(hour),
                }
                for hour in self.HOURS
            ],
            **more,
        )

    def test_it_is_accepted_and_done_behind_the_call_in_order(self, client: Client, root: Path) -> None:
        assert self.add_much(client) == (202, "accepted")
        assert told(root) == []
        assert client.get("/health").json()["buffer"]["pending_cells"] == 5
        assert waiting() == [words(hour) for hour in self.HOURS]
        assert retry_pending() == 5
        assert in_order(root) == [0, 1, 2, 3, 4]
        assert waiting() == [words(5)]

    def test_what_comes_later_does_not_overtake(self, client: Client, root: Path) -> None:
        self.add_much(client)
        assert add(client, words(6), at=6 * HOUR) == (202, "accepted")
        assert told(root) == []
        assert post(client, "flush") == (202, "accepted")
        assert told(root) == []
        retry_pending()
        assert in_order(root) == [0, 1, 2, 3, 4, 5, 6]

    def test_a_flush_of_a_long_buffer(self, client: Client, root: Path) -> None:
        self.add_much(client, defer_extraction=True)
        assert post(client, "flush") == (202, "accepted")
        assert retry_pending() == 6
        assert post(client, "flush") == (200, "no_extraction")

    def test_a_flush_does_the_little_that_is_left(
        self, client: Client, root: Path, settings: Settings
    ) -> None:
        self.add_much(client)
        change_settings(settings, "memory", call_max_chars=500)
        assert post(client, "flush") == (200, "extracted")
        assert in_order(root) == [0, 1, 2, 3, 4, 5]

    def test_a_repeat_says_the_same_and_doubles_nothing(self, client: Client, root: Path) -> None:
        assert self.add_much(client) == self.add_much(client) == (202, "accepted")
        retry_pending()
        assert self.add_much(client) == (200, "accumulated")
        assert in_order(root) == [0, 1, 2, 3, 4]

    def test_of_a_session_workers_take_one_at_a_time(self, client: Client, root: Path) -> None:
        self.add_much(client)
        first = cells.claim(MemCell.objects.order_by("first_timestamp_ms").values_list("pk", flat=True)[0])
        assert first is not None
        assert retry_pending() == 0
        cells.extract(first)
        assert retry_pending() == 4

    def test_sessions_take_turns(self, client: Client, root: Path) -> None:
        self.add_much(client, "long")
        self.add_much(client, "short")
        order: list[str] = []

        def note(cell: MemCell, **_: object) -> None:
            order.append(cell.session_id)

        memcell_extracted.connect(note)
        try:
            retry_pending()
        finally:
            memcell_extracted.disconnect(note)
        assert order == ["long", "short"] * 5

    def test_one_that_fails_holds_up_nothing(
        self, client: Client, root: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write = store.append

        def fails_once(*arguments: Any) -> list[str]:
            monkeypatch.setattr(store, "append", write)
            raise OSError("no room")

        self.add_much(client)
        monkeypatch.setattr(store, "append", fails_once)
        assert retry_pending() == 4
        assert in_order(root) == [1, 2, 3, 4]
        assert waiting() == [words(0), words(5)]

    @pytest.mark.parametrize(("deaths", "done"), [(1, 5), (2, 4)])
    def test_a_process_that_died_of_one_is_followed_by_another(
        self, client: Client, root: Path, deaths: int, done: int
    ) -> None:
        self.add_much(client)
        for _ in range(deaths):
            cells.claim(MemCell.objects.order_by("first_timestamp_ms").values_list("pk", flat=True)[0])
            assert release_claims() == 1
        assert retry_pending() == done
        assert sorted(in_order(root)) == [0, 1, 2, 3, 4][-done:]


def words(number: int) -> str:
    return f"This is message number {number}."


def in_order(root: Path) -> list[int]:
    """The numbers of the messages as they stand in the file."""
    return [int(number) for text in told(root) for number in re.findall(r"message number (\d)", text)]
