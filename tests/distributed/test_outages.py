"""A service is away for a while: what needs it says so, everything else goes on, and nothing is missing afterwards."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.distributed.load import check_everything, writers
from tests.distributed.stack import Member, Stack
from tests.faults.witness import reasons
from tests.services.s3 import S3Server
from tests.system.client import Answer, Client, connected, eventually
from tests.system.ledger import Writer

pytestmark = pytest.mark.long

RECOVERY_SECONDS = 60
# What scans and drains do with a table that does not answer.
MEND = "from cascade.repair import replace_if_gone; from memory.kinds.episode import EPISODE; replace_if_gone(EPISODE)"
TABLES = 'SELECT kind, "table" FROM memory_indextable ORDER BY kind'


def write(stack: Stack, writer: Writer) -> None:
    with connected(stack.port) as client:
        writer.add(client)
        assert client.flush(writer.session_id).ok()["status"] == "extracted"


def search(client: Client, writer: Writer) -> Answer:
    query = {"user_id": writer.speech.sender_id, "query": writer.speech.markers[-1], "method": "keyword"}
    return client.post("search", query)


def recovered(stack: Stack, look: Callable[[Client], Any], what: str) -> None:
    for port in stack.ports:
        with connected(port) as client:
            eventually(lambda client=client: look(client), what, within=RECOVERY_SECONDS)  # type: ignore[misc]


def test_redis_is_away(stack: Stack) -> None:
    """Nobody can be woken: the requests go on, and beat finds the work when it is back."""
    clients = writers("redis", 2, users=1)
    write(stack, clients[0])
    stack.redis.stop()
    try:
        for writer in clients:
            write(stack, writer)
        with connected(stack.port) as client:
            assert client.unprocessed("redis-0", "redis-0") == []
            eventually(lambda: "Redis" in reasons(client), "Redis is missed")
    finally:
        stack.redis.start()
    recovered(
        stack,
        lambda client: search(client, clients[1]).ok()["episodes"],
        "found without having been announced",
    )
    recovered(stack, lambda client: "Redis" not in reasons(client), "no reason to worry")
    assert [member.role for member in stack.all() if not member.running] == []
    check_everything(stack, clients)


def test_postgresql_is_started_anew(stack: Stack) -> None:
    """Every connection breaks. Meanwhile callers are told to come again, and afterwards no process needs a restart."""
    clients = writers("postgres", 2, users=1)
    for writer in clients:
        write(stack, writer)
    stack.ready()
    stack.postgres.stop()
    try:
        for port in stack.ports:
            with connected(port) as client:
                refused = client.add("postgres-0", clients[0].speech.messages(1))
                assert refused.status == 503, refused
                assert client.health()["ready"] is False
    finally:
        stack.postgres.start()
    recovered(stack, lambda client: client.health()["ready"], "ready again")
    for writer in clients:
        writer.speech.markers = writer.speech.markers[:2]  # what was refused was not accepted
        write(stack, writer)
    check_everything(stack, clients)


def test_postgresql_is_away_when_the_processes_start(stack: Stack) -> None:
    """As after a power failure, when everything starts at once: nobody has to start them a second time."""
    stack.stop()
    stack.postgres.stop()
    before = {member.log: member.log.stat().st_size for member in stack.all()}

    def waits(member: Member) -> bool:
        assert member.running, member.last_words()
        return b"waiting for PostgreSQL" in member.log.read_bytes()[before[member.log] :]

    try:
        for member in stack.all():
            member.start()
        eventually(lambda: all(map(waits, stack.all())), "all say so")
    finally:
        stack.postgres.start()
    for web in stack.members["web"]:
        stack.wait_until_up(web)
    recovered(stack, lambda client: client.health()["ready"], "ready")
    assert [member.role for member in stack.all() if not member.running] == []


def test_the_object_store_is_away(in_bucket: Stack, s3_server: S3Server) -> None:
    """Memories are still accepted and written; only what needs the index is refused, and no index is thrown away."""
    stack = in_bucket
    assert not list((stack.root / ".index" / "lancedb").iterdir()), "the index is in the bucket"
    [writer] = clients = writers("store", 1, users=1)
    write(stack, writer)
    stack.ready()
    before = stack.rows(TABLES)
    s3_server.away()
    try:
        write(stack, writer)
        with connected(stack.port) as client:
            refused = search(client, writer)
            assert refused.status == 503, refused
        stack.manage("shell", "-c", MEND, succeeds=False)
    finally:
        s3_server.back()
    recovered(stack, lambda client: search(client, writer).body["data"]["episodes"], "found")
    check_everything(stack, clients)
    assert stack.rows(TABLES) == before
