"""SIGKILL at every step of a write, by name and at random: nothing accepted is lost, nothing is doubled.

A worker that is killed is replaced by the next, a server that is killed as a whole is started again: no command is run
and no file is touched.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from time import sleep

import pytest

from tests.system.client import NoAnswer, eventually
from tests.system.conftest import Launch
from tests.system.disk import episode_entries
from tests.system.ledger import Writer, check_exactly_once
from tests.system.server import Server
from tests.system.speech import NOON, Speech

IN_FLUSH = ("after-rename:1",)
MORE_IN_FLUSH = (
    "after-cells:1",
    "after-cell-done:1",
    "before-rename:1",
    "before-rename:2",
    "after-rename:2",
    "before-change-row:1",
    "after-change-row:1",
    "before-cell-done:1",
)
BEHIND_A_CALL = ("after-cells:1", "after-rename:2", "before-cell-done:3", "after-cell-done:3")
IN_INDEX = ("before-index-commit:1", "during-index-commit:1", "after-index-commit:1")
KILLS = 20
# In turn: its worker alone, all of it, and all of it so early that it is hardly up, with the repairs of its own start
# before it.
HOW = ("worker", "server", "starting")


def test_killed_after_the_buffer_commit(victim: Server) -> None:
    """The answer was on its way: the client does not know, sends again, and nothing is doubled."""
    speech = Speech("buffer", "carol")
    batch = speech.messages(4)
    victim.die_at("after-buffer-commit:1")
    with pytest.raises(NoAnswer):
        victim.client().add("buffer", batch)
    client = victim.risen().client()
    assert [m["content"] for m in client.unprocessed("carol", "buffer")] == [m["content"] for m in batch]
    assert client.add("buffer", batch).ok()["message_count"] == 4
    assert client.flush("buffer").ok()["status"] == "extracted"
    check_exactly_once(victim, [speech])


@pytest.mark.parametrize(
    "point", [*IN_FLUSH, *(pytest.param(point, marks=pytest.mark.long) for point in MORE_IN_FLUSH)]
)
def test_killed_during_a_flush(victim: Server, point: str) -> None:
    """Two people took part, so two files are written: what was done before the kill is not done again."""
    session = point.replace(":", "-")
    alice, bob = Speech(f"{point} alice", f"alice-{session}"), Speech(f"{point} bob", f"bob-{session}")
    client = victim.client()
    assert client.add(session, alice.messages(2) + bob.messages(2)).status == 200
    victim.die_at(point)
    with pytest.raises(NoAnswer):
        client.flush(session)
    client = victim.risen().client()
    for user_id in (alice.sender_id, bob.sender_id):
        eventually(partial(client.search, user_id, bob.markers[0], method="keyword"), f"{user_id}'s episode")
        assert len(episode_entries(victim.root, user_id)) == 1
    assert client.flush(session).ok()["status"] == "no_extraction"
    check_exactly_once(victim, [alice, bob])


@pytest.mark.long
@pytest.mark.parametrize("points", [BEHIND_A_CALL[1:2], BEHIND_A_CALL], ids=["one", "all"])
def test_killed_behind_a_call(launch: Launch, points: tuple[str, ...]) -> None:
    """What was too much for the call is all written, whether the process dies in the call or while it does the rest."""
    server = launch(mortal=True, EVEROS_MEMORY__CALL_MAX_CHARS="200").start()
    speeches = []
    for point in points:
        speech = Speech(point, point.replace(":", "-"))
        batch = [speech.message(timestamp=NOON + hour * 3_600_000) for hour in range(8)]
        speeches.append(speech)
        server.die_at(point)
        with suppress(NoAnswer):
            assert server.client().add(point, batch).status == 202
        client = server.risen().client()
        assert client.add(point, batch).status in (200, 202), "a repeat"
        assert client.flush(point).status in (200, 202)
    check_exactly_once(server, speeches)


@pytest.mark.long
@pytest.mark.parametrize("point", IN_INDEX)
def test_killed_while_the_index_is_written(launch: Launch, point: str) -> None:
    """On a new root, whose tables are still to be made."""
    server, speech = launch(mortal=True).start(), Speech(point)
    client = server.client()
    server.die_at(point)
    try:
        assert client.add("s", speech.messages(4)).status == 200
        assert client.flush("s").ok()["status"] == "extracted"
    except NoAnswer:
        assert episode_entries(server.root), "the index is written after the file"
    check_exactly_once(server.risen(), [speech])


@pytest.mark.long
def test_killed_at_twenty_random_moments(tmp_path: Path) -> None:
    """Many kills on each of two roots: what one restart repairs, the next kill interrupts."""
    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(live_dangerously, tmp_path / seed, Random(seed)) for seed in ("one", "two")]:
            done.result()


def live_dangerously(root: Path, random: Random) -> None:
    server = Server(root)
    writers = [Writer(f"session-{n}", Speech(f"{root.name} {n}", f"user-{n}")) for n in range(2)]
    try:
        for number in range(KILLS // 2):
            kill_at_work(server, writers, HOW[number % len(HOW)], after=random.uniform(0.05, 0.8))
        in_service(server)
        for writer in writers:
            writer.finish(server.port)
        check_exactly_once(server, [writer.speech for writer in writers])
    finally:
        server.kill()


def kill_at_work(server: Server, writers: list[Writer], how: str, after: float) -> None:
    in_service(server, wait=how != "starting")
    threads = [threading.Thread(target=w.write_until_killed, args=[server.port]) for w in writers]
    for thread in threads:
        thread.start()
    sleep(after)  # the moment of the kill is what the test is about
    if how == "worker":
        server.kill_worker()
    else:
        server.kill()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()


def in_service(server: Server, wait: bool = True) -> None:
    """Started again, or with the next worker."""
    if not server.running:
        server.start(wait)
    elif wait:
        server.risen()
