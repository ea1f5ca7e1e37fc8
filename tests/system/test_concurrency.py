"""Sixteen clients at once, and a second process beside the server: no error, nothing lost, order kept."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.system.client import connected, eventually
from tests.system.disk import content, episode_entries
from tests.system.ledger import Writer, check_exactly_once
from tests.system.server import Server
from tests.system.speech import NOON, Speech

CLIENTS = 16


def together(work: Callable[[int], None], number: int = CLIENTS) -> None:
    with ThreadPoolExecutor(number) as pool:
        list(pool.map(work, range(number)))


@pytest.mark.long
def test_sixteen_clients_with_a_session_each(shared_server: Server) -> None:
    speeches = [Speech(f"own session {n}", f"writer-{n % 4}") for n in range(CLIENTS)]

    def work(n: int) -> None:
        with connected(shared_server.port) as client:
            for _ in range(2):
                client.add(f"own-{n}", speeches[n].messages(3)).ok()
                client.flush(f"own-{n}").ok()

    together(work)
    check_exactly_once(shared_server, speeches)


def test_sixteen_clients_in_one_session(shared_server: Server) -> None:
    speeches = [Speech(f"same session {n}", "chorus") for n in range(CLIENTS)]

    def work(n: int) -> None:
        with connected(shared_server.port) as client:
            for k in range(5):
                message = speeches[n].message(timestamp=NOON + 1_000 * (CLIENTS * k + n))
                client.add("chorus", [message]).ok()

    together(work)
    client = shared_server.client()
    assert client.flush("chorus").ok()["status"] == "extracted"
    check_exactly_once(shared_server, speeches)
    spoken = [speeches[n].markers[k] for k in range(5) for n in range(CLIENTS)]
    assert written_order(shared_server, "chorus", set(spoken)) == spoken


def written_order(server: Server, user_id: str, markers: set[str]) -> list[str]:
    texts = [content(entry.text) for entry in episode_entries(server.root, user_id)]
    return [word for text in texts for word in re.findall(r"\w+", text) if word in markers]


def test_flushes_of_one_session_at_once_write_one_episode(shared_server: Server) -> None:
    speech = Speech("flushed by all", "flusher")
    with connected(shared_server.port) as client:
        client.add("flushed", speech.messages(6)).ok()

    def work(n: int) -> None:
        with connected(shared_server.port) as client:
            assert client.flush("flushed").status == 200

    together(work)
    check_exactly_once(shared_server, [speech])
    assert len(episode_entries(shared_server.root, "flusher")) == 1


def test_one_batch_sent_by_all_clients_is_stored_once(shared_server: Server) -> None:
    speech = Speech("one batch", "echo")
    batch = speech.messages(4)

    def work(n: int) -> None:
        with connected(shared_server.port) as client:
            assert client.add("echo", batch).ok()["message_count"] == 4

    together(work)
    with connected(shared_server.port) as client:
        client.flush("echo").ok()
    check_exactly_once(shared_server, [speech])


@pytest.mark.long
def test_a_second_process_syncs_and_rebuilds_beside_the_server(shared_server: Server) -> None:
    writers = [Writer(f"beside-{n}", Speech(f"beside {n}", f"beside-{n % 2}")) for n in range(4)]

    def write(writer: Writer) -> None:
        with connected(shared_server.port) as client:
            for _ in range(6):
                writer.add(client)
                client.flush(writer.session_id).ok()

    with ThreadPoolExecutor() as pool:
        running = [pool.submit(write, writer) for writer in writers]
        for command in ("cascade_sync", "rebuild_index", "cascade_sync"):
            shared_server.manage(command)
        for done in running:
            done.result()
    check_exactly_once(shared_server, [writer.speech for writer in writers])


def test_hand_edits_between_appends(shared_server: Server) -> None:
    """An editor saves the day's file again and again between two appends: neither loses a word."""
    speech = Speech("edited meanwhile", "editor")
    with connected(shared_server.port) as client:
        for turn in range(6):
            client.add("edited", speech.messages(2)).ok()
            client.flush("edited").ok()
            [file] = {entry.path for entry in episode_entries(shared_server.root, "editor")}
            before, title, after = file.read_text("utf-8").partition("### Content\n")
            file.write_text(f"{before}{title}Edit{turn}\n{after}", "utf-8")
        eventually(lambda: client.search("editor", "Edit5", method="keyword"), "the last edit is found")
    check_exactly_once(shared_server, [speech])
