"""A service fails while clients write and search: what it is needed for is refused in words, all else goes on, and when
it is back nothing has to be done by hand."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import monotonic

import pytest

from tests.distributed.load import Load, check_everything, writers
from tests.distributed.stack import Stack
from tests.distributed.test_outages import TABLES
from tests.faults.witness import Record, Witness, account, note, reasons, refused_with, told, well
from tests.services.s3 import S3Server
from tests.system.client import Client, connected, eventually
from tests.system.ledger import Writer
from tests.system.speech import Speech

pytestmark = pytest.mark.long

# A cell is claimed for a minute at least: nobody may have to wait until that is over.
WITHIN = 40
CLAIMED = "SELECT 1 FROM memory_memcell WHERE status = 'pending' AND lease_until > now()"
WITNESSES, ROUNDS, QUESTIONS = 3, 2, 3
DATABASE = "the database does not answer"
BROKER = "the broker does not answer"
LATE = "changed files wait to be indexed"


def named(stack: Stack, words: str) -> None:
    """By every web service."""
    for port in stack.ports:
        with connected(port) as client:
            eventually(lambda client=client: words in reasons(client), f"{words!r} is in /health")  # type: ignore[misc]


def settle(stack: Stack, clients: Sequence[Writer], record: Record, fault: str, began: float) -> None:
    """Waits until all is well, and closes the sessions: everything stands once in files, index and answers."""
    well(stack)
    seconds = monotonic() - began
    for writer in clients:
        writer.finish(stack.port)
    stack.ready()
    note(record, fault, told(stack, [writer.speech for writer in clients]), seconds)
    check_everything(stack, clients)


def test_postgresql_is_started_anew_in_the_middle_of_writes(stack: Stack, record_property: Record) -> None:
    """Transactions of clients and workers end half-way; whoever is refused sends the same again."""
    clients = writers("middle-postgres", 4, users=2)
    with Load(stack, clients) as load:
        load.allow(flushes=16)
        load.wait_for(4)
        eventually(lambda: stack.rows(CLAIMED), "a flush is under way")
        stack.postgres.stop()
        try:
            named(stack, DATABASE)
        finally:
            stack.postgres.start()
        began = monotonic()
        load.allow(flushes=8)
        load.wait_for(24, WITHIN)
    assert load.refusals
    for refusal in load.refusals:
        assert "database does not" in refusal.body["error"]["message"], refusal
    settle(stack, clients, record_property, "PostgreSQL started anew in the middle of writes", began)


def test_redis_is_gone_and_back_in_the_middle_of_work(stack: Stack, record_property: Record) -> None:
    """No request needs it. Workers hear of nothing meanwhile, and find what they have missed."""
    clients = writers("middle-redis", 4, users=2)
    with Load(stack, clients) as load:
        load.allow(flushes=16)
        load.wait_for(4)
        stack.redis.stop()
        try:
            named(stack, BROKER)
            load.wait_for(16)
        finally:
            stack.redis.start()
        began = monotonic()
        load.allow(flushes=8)
        load.wait_for(24)
    assert load.refusals == []
    settle(stack, clients, record_property, "Redis gone and back in the middle of work", began)


def ask(client: Client, witness: Witness) -> Counter[int]:
    """By word, by meaning, and for a list: each is refused in words, or answered with what was accepted."""
    first, last = witness.speech.markers[0], witness.speech.markers[-1]
    answers = Counter[int]()
    for action, body, expected in (
        ("search", {"query": last, "method": "keyword"}, [last]),
        ("search", {"query": f"What did I note about {first}?"}, [first]),
        ("get", {"memory_type": "episode", "page_size": 100}, witness.speech.markers),
    ):
        answer = client.post(action, {"user_id": witness.speech.sender_id, **body})
        answers[answer.status] += 1
        if answer.status == 200:
            episodes = str(answer.body["data"]["episodes"])
            assert [marker for marker in expected if marker not in episodes] == [], (action, answer)
        else:
            refused_with(answer, "object store")
    return answers


def write_and_ask(stack: Stack, witness: Witness) -> Counter[int]:
    answers = Counter[int]()
    with connected(stack.port) as client:
        for _ in range(ROUNDS):
            assert witness.say(client), "no write needs the index"
            answers += ask(client, witness)
    return answers


@dataclass
class Work:
    """Some who have memories in the index, and who go on writing and asking while its store is in trouble."""

    stack: Stack
    witnesses: list[Witness]

    def go_on(self) -> Counter[int]:
        """All at once; the answers."""
        with ThreadPoolExecutor(len(self.witnesses)) as pool:
            answers = pool.map(partial(write_and_ask, self.stack), self.witnesses)
            return sum(answers, Counter[int]())


@pytest.fixture
def work(in_bucket: Stack) -> Iterator[Work]:
    """No table is replaced meanwhile."""
    witnesses = [Witness(Speech(f"store {n}", f"store-{n}")) for n in range(WITNESSES)]
    with connected(in_bucket.port) as client:
        for witness in witnesses:
            assert witness.say(client)
    in_bucket.ready()
    tables = in_bucket.rows(TABLES)
    yield Work(in_bucket, witnesses)
    assert in_bucket.rows(TABLES) == tables


@pytest.mark.parametrize("share", [0.5, 0.9], ids=["half", "most"])
def test_the_object_store_refuses_a_share_of_its_calls(
    work: Work, s3_server: S3Server, share: float, record_property: Record
) -> None:
    with s3_server.refusing(share):
        assert work.go_on().total() == WITNESSES * ROUNDS * QUESTIONS
        if share > 0.5:  # of half of them, enough may get through for all files
            named(work.stack, LATE)
    fault, seconds = f"object store refuses {share:.0%} of its calls", well(work.stack)
    account(work.stack, work.witnesses, record_property, fault, seconds)


def test_the_object_store_is_slow(work: Work, s3_server: S3Server, record_property: Record) -> None:
    """A search takes dozens of calls of it."""
    with s3_server.slow(0.3):
        assert work.go_on()[200] == WITNESSES * ROUNDS * QUESTIONS
        named(work.stack, LATE)
    fault, seconds = "object store answers 0.3 s late", well(work.stack)
    account(work.stack, work.witnesses, record_property, fault, seconds)


def test_the_object_store_is_too_slow(work: Work, s3_server: S3Server, record_property: Record) -> None:
    """Questions are refused before their clients give up, and writes go on."""
    with s3_server.slow(3):
        assert work.go_on()[503] > 0
        named(work.stack, LATE)
    fault, seconds = "object store answers 3 s late", well(work.stack)
    account(work.stack, work.witnesses, record_property, fault, seconds)
