"""Messages are only wake-ups: a task runs so often at a time as it allows, and none that comes meanwhile is lost."""

import threading
from collections.abc import Callable, Iterator

import pytest
from celery import Celery
from kombu import Connection, Consumer, Message, Producer
from kombu.utils.imports import symbol_by_name

from everos_site.celery import WakeUp
from everos_site.celery import app as everos
from memory.coordination.request_ids import bind_request_id, current_request_id
from tests.redis_server import RedisServer


class Work:
    """A task's body that says when it has begun, and goes on when it is let."""

    def __init__(self) -> None:
        self.runs = 0
        self.at_once = 0
        self.most_at_once = 0
        self.begun = threading.Semaphore(0)
        self.go_on = threading.Semaphore(0)
        self._guard = threading.Lock()

    def __call__(self) -> None:
        with self._guard:
            self.runs += 1
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        self.begun.release()
        assert self.go_on.acquire(timeout=10)
        with self._guard:
            self.at_once -= 1


@pytest.fixture
def app() -> Iterator[Celery]:
    app = Celery("wake-up-test", task_cls=WakeUp, set_as_current=False)
    yield app
    app.close()


def test_a_message_that_is_started_after_its_connection_was_lost(redis_server: RedisServer) -> None:
    """Redis was started anew in between: nothing may fail in the worker, which would end."""
    everos.loader.import_default_modules()
    task = everos.tasks["memory.tasks.prune"]
    [queue] = [queue for queue in everos.conf.task_queues if queue.name == "memory"]
    received: list[Message] = []
    with Connection(redis_server.url) as connection, connection.channel() as channel:
        task.apply_async(producer=Producer(channel))
        with Consumer(channel, [queue], on_message=received.append):
            connection.drain_events(timeout=10)
    [message] = received
    request = symbol_by_name(task.Request)(message, app=everos, on_ack=message.ack_log_error)
    request.acknowledge()
    assert request.acknowledged


def started(task: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=task)
    thread.start()
    return thread


def test_messages_that_come_while_it_runs_are_answered_by_one_more_run(app: Celery) -> None:
    work = Work()
    task = app.task(name="one-more-run")(work.__call__)
    first = started(task)
    assert work.begun.acquire(timeout=10)
    for thread in [started(task) for _ in range(20)]:
        thread.join(10)  # answered at once: they have only left word
    work.go_on.release(2)
    first.join(10)
    assert (work.runs, work.most_at_once) == (2, 1)


def test_as_many_at_once_as_the_task_allows(app: Celery) -> None:
    work = Work()
    task = app.task(name="two-at-once", at_once=2)(work.__call__)
    threads = [started(task), started(task)]
    assert all(work.begun.acquire(timeout=10) for _ in threads)
    started(task).join(10)
    work.go_on.release(3)
    for thread in threads:
        thread.join(10)
    assert (work.runs, work.most_at_once) == (3, 2)


def test_a_message_after_the_end_runs_again(app: Celery) -> None:
    work = Work()
    task = app.task(name="after-the-end")(work.__call__)
    work.go_on.release(2)
    task()
    task()
    assert work.runs == 2


def test_a_run_that_goes_on_logs_for_who_asked_last(app: Celery) -> None:
    work, seen = Work(), []

    def body() -> None:
        seen.append(current_request_id())
        work()

    task = app.task(name="goes-on")(body)
    first = started(with_id("r-1", task))
    assert work.begun.acquire(timeout=10)
    for request_id in ("r-2", "r-3"):
        started(with_id(request_id, task)).join(10)
    work.go_on.release(2)
    first.join(10)
    assert seen == ["r-1", "r-3"]


def with_id(request_id: str, task: WakeUp) -> Callable[[], None]:
    def run() -> None:
        bind_request_id(request_id)
        task()

    return run


def test_a_failed_run_does_not_block_the_next(app: Celery) -> None:
    outcomes = iter([ValueError("as planned"), None])

    def body() -> None:
        if outcome := next(outcomes):
            raise outcome

    task = app.task(name="failed-run")(body)
    with pytest.raises(ValueError, match="as planned"):
        task()
    task()
    assert next(outcomes, "both ran") == "both ran"
