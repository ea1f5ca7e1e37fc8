"""Locks as rows of the database: between real processes, which are killed, stopped and cut off."""

import os
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

import pytest
from celery import current_app
from django.db import OperationalError, connection
from django.db.models.functions import Now

from memory.coordination import dead_processes, locks, processes
from memory.errors import LockLost, LockTimeout
from memory.models import HeldLock, ServerProcess
from tests.postgresql.other import LOCK, WAIT_SECONDS, eventually


def held(timeout: float = WAIT_SECONDS):
    return locks.held(LOCK, timeout)


def let_time_pass(token: str) -> None:
    """As if nothing had been heard of this process for long."""
    assert ServerProcess.objects.filter(pk=token).update(alive_until=Now())


def test_one_process_at_a_time(start):
    other = start()
    assert other.ask("take") == "yes"
    with pytest.raises(LockTimeout), held():
        pass
    assert other.ask("drop") == "yes"
    with held():
        assert other.ask("take") == "LockTimeout"
    assert other.ask("take") == "yes"


def test_nothing_is_counted_twice(start, tmp_path):
    """Three processes read a number and write the next one."""
    number = tmp_path / "number"
    number.write_text("0")
    others = [start() for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(lambda other: other.ask("count", str(number), "40"), others)) == ["yes"] * 3
    assert number.read_text() == "120"


def test_the_lock_of_a_killed_process_is_free_when_it_counts_as_dead(start):
    other = start()
    token = other.ask("token")
    assert other.ask("take") == "yes"
    other.kill()
    with pytest.raises(LockTimeout), held():
        pass
    let_time_pass(token)
    assert dead_processes.dead() == [token]
    with held():
        locks.verify()


def test_who_was_stopped_for_too_long_has_lost_its_lock_and_begins_another_life(start):
    other = start()
    token = other.ask("token")
    assert other.ask("take") == "yes"
    other.stop()
    let_time_pass(token)
    with held():
        other.go_on()
        assert other.ask("verify") == "LockLost"
        assert other.ask("drop") == "yes"
        locks.verify()
        assert other.ask("take") == "LockTimeout"
    assert eventually(other, "begin"), "within a sign of life"
    assert other.ask("token") != token


def test_a_lock_that_the_database_has_forgotten_is_lost():
    """The latest takings of locks may be missing after a crash of PostgreSQL: nobody waits for its disk."""
    with held():
        locks.verify()
        HeldLock.objects.filter(pk=LOCK).update(holder="")
        with pytest.raises(LockLost):
            locks.verify()


def test_a_giving_back_that_the_database_has_forgotten_is_repeated(start):
    other = start()
    with held():
        pass
    HeldLock.objects.filter(pk=LOCK).update(holder=processes.current().token)
    assert eventually(other, "take"), "with a sign of life"


def test_a_lock_is_given_back_over_a_connection_that_broke(start):
    other = start()
    with held():
        assert other.ask("take") == "LockTimeout"
        break_all_connections()
    assert eventually(other, "take")


def test_a_lock_outlives_a_broken_connection():
    with held():
        break_all_connections()
        locks.verify()


def test_a_thread_may_enter_again(start):
    other = start()
    with held():
        with held():
            pass
        assert other.ask("take") == "LockTimeout"
    assert other.ask("take") == "yes"


def test_two_of_one_name_exclude_each_other_within_a_process():
    first, second = locks.process_lock(LOCK), locks.process_lock(LOCK)
    first.acquire(timeout=0)
    with pytest.raises(LockTimeout):
        second.acquire(timeout=0)
    first.release()
    second.acquire(timeout=0)
    second.release()


def test_a_forked_child_has_a_life_and_locks_of_its_own():
    mine = processes.current().token
    with held():
        child = os.fork()
        if child == 0:
            os._exit(_what_a_child_sees(mine))
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        locks.verify()


def _what_a_child_sees(parent: str) -> int:
    """0 when all is as it should be."""
    try:
        with held():
            return 1
    except LockTimeout:
        return int(processes.current().token == parent)


def test_the_living_are_told_from_the_dead(start):
    other = start()
    processes.join("worker")
    token = other.ask("token")
    assert dead_processes.missing("worker", "command", "beat") == ["beat"]
    let_time_pass(token)
    assert dead_processes.missing("worker", "command") == ["command"]
    assert dead_processes.dead() == [token]
    dead_processes.remove(token)
    assert dead_processes.dead() == []


def test_a_silence_that_is_over_is_noticed_where_nobody_asks_for_locks():
    """Beat and the watcher ask for none."""
    processes.join("beat")
    let_time_pass(processes.current().token)
    assert dead_processes.missing("beat") == ["beat"]
    deadline = monotonic() + 4 * processes.BEAT_SECONDS
    while dead_processes.missing("beat"):
        assert monotonic() < deadline, "within a sign of life"
        sleep(0.05)


def test_a_task_that_lost_the_database_leaves_what_it_had_claimed_to_others():
    mine = processes.claim_token()

    @current_app.task(name="tests.loses_the_database")
    def lose() -> None:
        raise OperationalError("the connection broke while the work was given back")

    with pytest.raises(OperationalError):
        lose()
    assert not processes.claim_token().startswith(mine[:8])
    assert dead_processes.dead() == [mine[:8]]


def break_all_connections() -> None:
    """Of this database, except the one that asks."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
