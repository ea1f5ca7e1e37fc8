"""Two web services and two workers on the same files, sessions and tables: what one writes the other reads, once."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import pytest

from tests.distributed.load import check_everything, check_rows, writers
from tests.distributed.stack import Stack
from tests.system.client import Client, connected, eventually
from tests.system.disk import content, episode_entries
from tests.system.ledger import Writer, check_exactly_once
from tests.system.speech import NOON, Speech

CLIENTS = 8
SECOND = 1.0


def together(stack: Stack, work: Callable[[Client, int], None], number: int = CLIENTS) -> None:
    """`work(client, n)` at once, every other time with the other web service."""

    def one(n: int) -> None:
        with connected(stack.ports[n % 2]) as client:
            work(client, n)

    with ThreadPoolExecutor(number) as pool:
        list(pool.map(one, range(number)))


def test_the_health_check_of_every_container_says_that_it_lives(stack: Stack) -> None:
    for role in stack.members:
        eventually(lambda role=role: stack.alive(role), role)  # type: ignore[misc]


def test_what_one_web_service_has_written_the_other_reads_within_a_second(stack: Stack) -> None:
    speech = Speech("other side", "other-side")
    with connected(stack.ports[0]) as writer, connected(stack.ports[1]) as reader:
        reader.search("other-side", "anything")  # what it remembers of before must not hide what comes
        writer.add("other-side", speech.messages(3)).ok()
        assert [m["content"] for m in reader.unprocessed("other-side", "other-side")]
        assert reader.flush("other-side").ok()["status"] == "extracted"
        assert writer.unprocessed("other-side", "other-side") == []
        eventually(lambda: writer.search("other-side", speech.markers[0], method="keyword"), "indexed")
        since = begun = monotonic()
        while not reader.search("other-side", speech.markers[0], method="keyword"):
            assert begun - since < SECOND, "a search that began a second later did not find it"
            begun = monotonic()
    check_exactly_once(stack, [speech])


def test_one_session_of_clients_of_both(stack: Stack) -> None:
    """In the order of their messages, and in one episode."""
    speeches = [Speech(f"both {n}", "both-chorus") for n in range(CLIENTS)]

    def work(client: Client, n: int) -> None:
        for k in range(4):
            client.add("both-chorus", [speeches[n].message(timestamp=NOON + 1_000 * (CLIENTS * k + n))]).ok()

    together(stack, work)
    together(stack, lambda client, _: client.flush("both-chorus").ok())
    check_exactly_once(stack, speeches)
    [entry] = episode_entries(stack.root, "both-chorus")
    spoken = [speeches[n].markers[k] for k in range(4) for n in range(CLIENTS)]
    assert [word for word in re.findall(r"\w+", content(entry.text)) if word in set(spoken)] == spoken


def test_one_batch_sent_to_both_is_stored_once(stack: Stack) -> None:
    speech = Speech("one batch to both", "both-echo")
    batch = speech.messages(4)
    together(stack, lambda client, _: client.add("both-echo", batch).ok())
    together(stack, lambda client, _: client.flush("both-echo").ok(), 2)
    check_exactly_once(stack, [speech])


@pytest.mark.long
def test_one_file_and_one_table_written_by_all(stack: Stack) -> None:
    """Many sessions of one person end at the same time, while a command compares all files with the index."""
    clients = writers("one-file", CLIENTS, users=1)

    def work(client: Client, n: int) -> None:
        for _ in range(3):
            clients[n].add(client)
            client.flush(clients[n].session_id).ok()

    with ThreadPoolExecutor(1) as beside:
        command = beside.submit(stack.manage, "cascade_sync", "--full")
        together(stack, work)
        command.result()
    edit_and_append(stack, clients[0])
    check_everything(stack, clients)


def edit_and_append(stack: Stack, writer: Writer) -> None:
    """An editor saves the file between two appends of different processes: neither loses a word."""
    user_id = writer.speech.sender_id
    [file] = {entry.path for entry in episode_entries(stack.root, user_id)}
    for n, port in enumerate([*stack.ports, *stack.ports]):
        before, title, after = file.read_text("utf-8").partition("### Content\n")
        file.write_text(f"{before}{title}Edit{n}\n{after}", "utf-8")
        with connected(port) as client:
            writer.add(client)
            client.flush(writer.session_id).ok()
    with connected(stack.port) as client:
        eventually(lambda: client.search(user_id, "Edit3", method="keyword"), "the watcher has seen the edit")
    check_rows(stack)
