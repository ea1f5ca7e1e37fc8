"""While the index lacks most of what the files hold, no dialect says that there is nothing."""

import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from cascade import repair
from cascade.drain import drain, index_texts
from cascade.models import IndexRepair, LogSequence, MdChangeState, ScanReport
from cascade.scanner import scan
from memory.index import generations, handles
from memory.kinds.episode import EPISODE
from memory.models import EmptyTable, IndexTable, KeyedDocument

CALLS = {
    "/api/v1/memory/search": {"user_id": "alice", "query": "bicycle", "method": "keyword"},
    "/api/v1/memory/get": {"user_id": "alice", "memory_type": "episode"},
    "/api/v3/agentic/retrieve_lightweight": {"user_id": "alice", "query": "bicycle"},
}


def answers(client: Client) -> list[HttpResponse]:
    return [client.post(path, body, content_type="application/json") for path, body in CALLS.items()]


def lose_everything(root: Path) -> None:
    shutil.rmtree(root / ".index" / "lancedb", ignore_errors=True)
    for model in (MdChangeState, LogSequence, IndexTable, IndexRepair, ScanReport):
        model.objects.all().delete()
    generations.forget()
    handles.close("episode")


def migrate() -> None:
    """As a server does before it serves."""
    call_command("migrate", verbosity=0)
    generations.forget()


def refused(client: Client) -> None:
    v1_search, v1_get, v3 = answers(client)
    assert (v1_search.status_code, v1_get.status_code, v3.status_code) == (503, 503, 500)
    assert all(int(answer["Retry-After"]) > 0 for answer in (v1_search, v1_get, v3))
    assert "being made again from the markdown files" in v1_search.content.decode()


def found(client: Client) -> None:
    assert all(answer.status_code == 200 and b"bicycle" in answer.content for answer in answers(client)), [
        answer.content[:300] for answer in answers(client)
    ]


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


def test_a_lost_table(told: Path, root: Path, client: Client) -> None:
    found(client)
    shutil.rmtree(root / ".index" / "lancedb")
    repair.replace_if_gone(EPISODE)
    refused(client)
    while index_texts():
        pass
    found(client)


def test_a_new_database_over_files(told: Path, root: Path, client: Client) -> None:
    lose_everything(root)
    migrate()
    refused(client)
    assert index_texts() == 0, "the files have not been looked at yet"
    refused(client)
    scan()
    refused(client)
    drain()
    found(client)


def test_keyed_documents_of_a_new_database(root: Path, client: Client) -> None:
    chat = [{"role": "user", "content": "Alice rides a red bicycle."}]
    body = {"messages": chat, "category": "fact", "user_id": "alice"}
    assert client.post("/ltm/memories", body, content_type="application/json").status_code < 300
    entry = {"key": "bike", "value": "red bicycle"}
    assert client.post("/api/v1/memory/bot/store", entry, content_type="application/json").status_code < 300
    lists = ("/api/v1/memory/bot/list", "/ltm/memories?user_id=alice")
    shared = {"from": "bot", "to": "other", "pattern": "*"}
    lose_everything(root)
    KeyedDocument.objects.all().delete()
    migrate()
    assert [client.get(path).status_code for path in (*lists, "/api/v1/memory/stats")] == [503] * 3
    assert client.delete("/api/v1/memory/bot/clear").status_code == 503, "it would clear nothing"
    assert client.post("/api/v1/memory/share", shared, content_type="application/json").status_code == 503
    scan()
    while index_texts():
        pass
    assert all(b"bicycle" in client.get(path).content for path in lists)


def test_a_file_that_cannot_be_read_keeps_nobody_waiting(told: Path, root: Path, client: Client) -> None:
    (told.parent / "episode-2026-11-20.md").write_bytes(b"---\n\xff\xfe: [\n---\n")
    lose_everything(root)
    migrate()
    scan()
    drain()
    found(client)


def test_a_new_root_has_nothing_to_wait_for(root: Path, client: Client) -> None:
    ScanReport.objects.all().delete()
    migrate()
    assert not EmptyTable.objects.exists()
    assert [answer.status_code for answer in answers(client)] == [200, 200, 200]
