"""What SQLite keeps apart by letting one write at a time: here several do."""

import random
import threading

from django.db import transaction

from cascade import queue
from cascade.models import LogSequence, MdChangeState
from cascade.queue import FileStamp, Result
from memory.conversation.messages import IncomingMessage
from memory.ingest import buffer
from memory.models import BufferedMessage, ModelCall
from memory.providers import usage
from memory.scope import Scope
from memory.stm import sessions
from memory.stm.messages import Draft
from ome.engine.announcing import announce
from ome.engine.queue import forget_events
from ome.models import RecordedEvent, StrategyAccount, StrategyRun
from tests.ome.conftest import NOON_MS, cell, facts
from tests.postgresql.conftest import in_threads

HERE = Scope()
PATHS = [f"default_app/default_project/users/u{n}/episodes/episode-2026-11-21.md" for n in range(40)]


def test_one_new_file_that_many_enqueue(root):
    assert in_threads(lambda _: queue.enqueue(PATHS[:3]), range(8)) == [3] * 8
    assert MdChangeState.objects.count() == 3
    assert LogSequence.objects.get().value == 8
    assert set(MdChangeState.objects.values_list("lsn", flat=True)) == {8}


def test_enqueuing_and_draining_do_not_wait_for_each_other_for_ever(root):
    """A deadlock would be raised."""
    queue.enqueue(PATHS)

    def work(number: int) -> None:
        chosen = random.Random(number)
        for _ in range(8):
            if number % 2:
                queue.enqueue(chosen.sample(PATHS, len(PATHS)), recheck=True)
                continue
            changes = queue.claim(30)
            queue.renew(changes)
            queue.finish([Result(change, FileStamp(1, 1), "sha", 1) for change in changes[::-2]])
            queue.release(changes)

    in_threads(work, range(6))
    assert MdChangeState.objects.count() == len(PATHS)


def test_one_claim_one_worker(root):
    queue.enqueue(PATHS)
    claimed = in_threads(lambda _: [change.pk for change in queue.claim(7)], range(8))
    keys = [key for some in claimed for key in some]
    assert len(keys) == len(set(keys)) == len(PATHS)


def test_a_batch_that_is_accepted_twice_at_once():
    batch = [
        IncomingMessage(
            sender_id="alice", role="user", timestamp_ms=NOON_MS, content="hi", message_id=f"m{n}"
        )
        for n in range(3)
    ]
    assert sorted(in_threads(lambda _: buffer.store(HERE, "s1", batch), range(6))) == [0] * 5 + [3]
    assert BufferedMessage.objects.count() == 3


def test_no_short_term_message_is_older_than_the_one_before():
    in_threads(
        lambda n: [sessions.add_messages("s1", [Draft("user", f"{n}-{k}")]) for k in range(5)], range(6)
    )
    messages = sessions.newest_messages("s1")
    assert len(messages) == 30
    for n in range(6):
        assert [m.content for m in messages if m.content.startswith(f"{n}-")] == [
            f"{n}-{k}" for k in range(5)
        ]


def test_accounts_add_up():
    in_threads(lambda _: [StrategyAccount.add("tea", done=1, seconds=0.5) for _ in range(10)], range(6))
    account = StrategyAccount.objects.get()
    assert (account.done, account.seconds) == (60, 30.0)


def test_model_calls_add_up():
    in_threads(lambda _: [usage.record("episode", "m", usage.Spending(calls=1)) for _ in range(10)], range(6))
    assert sum(ModelCall.objects.values_list("calls", flat=True)) == 60


def test_the_event_that_completes_the_number_is_noticed(register):
    """Each announces one of the six events of an owner, after which the strategy is to run."""
    register("tea", every=6, serial="owner")
    in_threads(lambda n: announce([cell(f"mc_{n}")]), range(6))
    assert set(StrategyRun.objects.values_list("status", flat=True)) == {"pending"}


def test_one_event_that_many_announce(register):
    register("tea")
    register("coffee")
    in_threads(
        lambda n: announce([cell(f"mc_{k}") for k in random.Random(n).sample(range(10), 10)]), range(6)
    )
    assert RecordedEvent.objects.count() == 10
    assert StrategyRun.objects.count() == 20


def test_what_was_said_goes_with_the_last_run_though_two_end_at_once(register):
    register("tea")
    register("coffee")
    announce([cell()])
    [event] = RecordedEvent.objects.all()
    both = threading.Barrier(2)

    def end(run: StrategyRun) -> None:
        with transaction.atomic():
            StrategyRun.objects.filter(pk=run.pk).update(status="done")
            both.wait(30)
            forget_events([event.pk])

    in_threads(end, StrategyRun.objects.all())
    assert RecordedEvent.objects.get().payload is None


def test_events_that_happen_again_have_one_run(register):
    register("tea", on=(type(facts(1)),))
    in_threads(lambda _: announce([facts(1)]), range(6))
    assert StrategyRun.objects.count() == 1
