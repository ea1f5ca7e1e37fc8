"""Texts that PostgreSQL refuses, and that clients, files and models send all the same."""

import os
import random

import pytest

from cascade import queue, scanner
from cascade.drain import drain as index
from cascade.models import MdChangeState, ScanReport
from memory.conversation.messages import IncomingMessage
from memory.errors import NoSuchEntry
from memory.ingest.add import add_messages
from memory.ingest.flush import flush_session
from memory.keyed import entries
from memory.keyed.entries import Caller
from memory.models import BufferedMessage, KeyedDocument, ModelCall
from memory.providers import usage
from memory.scope import Scope
from memory.stm import sessions
from memory.stm.messages import Draft
from memory.text.cleaning import describe
from ome.engine.worker import drain
from ome.models import StrategyRun

HERE = Scope()
NASTY = "a\x00b \x10 \x100 \udcff \u2028 \\u0000 \U0001f375 ' \" \\"
NOON_MS = 1_795_262_400_000


def incompressible(length: int) -> str:
    """Characters of four bytes each, and no two alike."""
    return "".join(map(chr, random.Random(length).sample(range(0x20000, 0x2A000), length)))


def message(text: str, sender: str = "alice", **more: object) -> IncomingMessage:
    return IncomingMessage(sender_id=sender, role="user", timestamp_ms=NOON_MS, content=text, **more)


def test_a_message(root):
    calls = [{"id": NASTY, "type": "function", "function": {"name": NASTY, "arguments": NASTY}}]
    add_messages(HERE, "s1", [message(NASTY, sender_name=NASTY, tool_calls=calls, tool_call_id=NASTY)])
    [row] = BufferedMessage.objects.all()
    assert "\x00" not in row.text
    assert row.text.startswith("a b \x10 \x100 \ufffd")


def test_a_short_term_message_is_what_it_was():
    said = NASTY.replace("\udcff", "")  # refused before
    [before] = sessions.add_messages("s1", [Draft("user", said, {said: [said, {"n": 1, "t": None}]})])
    assert sessions.newest_messages("s1") == [before]
    assert before.content == said
    assert before.metadata == {said: [said, {"n": 1, "t": None}]}


def test_an_error_of_a_file(root):
    path = "default_app/default_project/users/alice/episodes/episode-2026-11-21.md"
    queue.enqueue([path])
    [change] = queue.claim(1)
    queue.retry_later(change, describe(ValueError(NASTY)), None)
    assert MdChangeState.objects.get().error.startswith("ValueError: a b ")


def test_the_names_of_strays(root):
    folder = root / "default_app" / "default_project" / "users" / "alice" / "episodes"
    folder.mkdir(parents=True)
    with open(os.fsencode(folder) + b"/bad-\xff.md", "wb"):
        pass
    scanner.scan()
    [stray] = ScanReport.objects.get().strays
    assert stray["path"].endswith("bad-\ufffd.md")


def test_what_a_provider_says():
    spent = usage.Spending(calls=1)
    spent.failed(NASTY)
    usage.record("episode", "m", spent)
    assert ModelCall.objects.get().last_error.startswith("a b ")


def test_the_longest_ids(root):
    """A row of an index has room for 2,700 bytes; ids that look alike are compressed."""
    session, sender, identifier = incompressible(128), incompressible(255)[:60], incompressible(256)
    add_messages(HERE, session, [message("I like green tea and red wine.", sender, message_id=identifier)])
    assert flush_session(HERE, session) == "extracted"
    drain()
    assert StrategyRun.objects.filter(owner_id=sender).exists()
    assert not StrategyRun.objects.exclude(error="").exists()


def test_the_longest_key(root):
    key, caller = incompressible(250), Caller("alice")  # each of them twelve characters of the path
    entries.store("bot", caller, key, "found")
    index()
    assert entries.retrieve("bot", caller, key).values["value"] == "found"
    assert KeyedDocument.objects.get().name == key
    assert [file.values["value"] for file in entries.with_prefix("bot", caller, key[:10])] == ["found"]
    assert entries.retrieve("bot", Caller(None, is_admin=True), key).values["value"] == "found"


@pytest.mark.parametrize("key", ["a\x00b", "a b"])
def test_a_key_that_no_row_can_hold(root, key):
    entries.store("bot", Caller("alice"), "a c", "x")
    with pytest.raises(NoSuchEntry):
        entries.retrieve("bot", Caller(None, is_admin=True), key)
    assert entries.with_prefix("bot", Caller("alice"), key) == []
