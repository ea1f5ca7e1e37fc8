"""SIGKILL and SIGSTOP in mid-work: what was accepted is found once, and nobody overwrites what others wrote."""

import signal
from random import Random
from time import monotonic, sleep

import psutil
import pytest

from memory.coordination.processes import ALIVE_SECONDS
from tests.distributed.load import Load, check_everything, check_no_doubles, writers
from tests.distributed.stack import Member, Stack

pytestmark = pytest.mark.long

ROUNDS = 20


def test_twenty_rounds_of_killed_workers(stack: Stack) -> None:
    """Each worker dies while it holds claims, and starts again; some rounds also cost another process its life."""
    clients = writers("round", 4, users=2)
    random = Random("kills")
    others = {4: stack.members["watch"][0], 8: stack.members["beat"][0], 12: stack.web(1)}
    with Load(stack, clients) as load:
        for number in range(ROUNDS):
            load.allow(flushes=4)
            worker = stack.members["worker"][number % 2]
            stack.wait_for_work(worker)
            sleep(random.uniform(0.0, 0.8))  # whatever it is doing then is what the test is about
            for victim in [worker, *([others[number]] if number in others else [])]:
                victim.kill()
                victim.start()
            if number == ROUNDS // 2:
                kill_one_of_its_processes(stack.web(0))
            check_no_doubles(stack.root, clients)
    assert load.refusals == []
    stack.revive()
    check_everything(stack, clients)


def kill_one_of_its_processes(web: Member) -> None:
    """The others go on, and gunicorn starts one in its place."""
    assert web.process is not None
    children = psutil.Process(web.process.pid).children()
    assert len(children) == 2, "as docker-compose.yml says"
    children[0].kill()


def test_frozen_for_longer_than_they_count_as_alive(stack: Stack) -> None:
    """A web process and a worker stand still, with locks and claims in hand. Others take over; then they go on."""
    clients = writers("frozen", 6, users=2)
    frozen = [stack.web(1), stack.members["worker"][0]]
    with Load(stack, clients) as load:
        load.allow(flushes=60)
        stack.wait_for_work(frozen[1])
        for member in frozen:
            member.signal(signal.SIGSTOP)
        until = monotonic() + ALIVE_SECONDS + 3
        while monotonic() < until:
            check_no_doubles(stack.root, clients)
            sleep(1)
        for member in frozen:
            member.signal(signal.SIGCONT)
    check_everything(stack, clients)
