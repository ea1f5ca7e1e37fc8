"""Any text comes back as it was, and each entry of a file is itself whatever stands in its neighbours.

A lone surrogate is no text, and comes back as U+FFFD.
"""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.episode import EPISODE
from memory.kinds.profile import PROFILE
from memory.markdown.document import parse, render_single
from memory.markdown.entries import render_entry
from memory.scope import agent
from memory.text.cleaning import without_surrogates
from tests.markdown.conftest import ALICE, MOMENT

HEADER = "---\nid: episode_log_alice_2026-11-21\n---\n"
ONE, TWO = "ep_20261121_00000001", "ep_20261121_00000002"

NASTY = [
    "",
    " ",
    "\n",
    "\n\n  text with blank edges \t\n",
    "---",
    "---\nid: x\n---\n",
    "### Content",
    "### Content\nand more\n### Subject\n",
    "\\### Content",
    "\\\\### Content\n###\n### \n####\n",
    "## ep_20261121_00000001",
    "**owner_id**: mallory",
    f"<!-- entry:{ONE} -->",
    f"<!-- /entry:{ONE} -->",
    f"a\n<!-- /entry:{ONE} -->\n<!-- entry:{TWO} -->\nb",
    "<\\!-- entry:x -->",
    "one\r\ntwo\rthree\u2028four\u2029five\x85six\x0bseven\x0ceight",
    "\x00\x01\x1b[31m\x7f",
    "&#13; &#38;#13; &amp; &#128512; &#x41;",
    "```python\n### Content\n<!-- entry:x -->\n```",
    "张三说:明天搬家。 日本語 한국어 🧑‍🚀 e\u0301",
    "\ud800 and \udcff alone",
    "<|endoftext|>",
    "x" * 100_000,
    "### Content\n" * 5_000,
]

troublesome = st.text(
    st.sampled_from("#\\ \n\t\r&;0138<!-/entryContS:*[],\"'\u2028\0\x85\ud800a张"), max_size=60
)
texts = st.one_of(st.text(max_size=200), troublesome)


def back(**values: object) -> dict[str, object]:
    entry = render_entry(EPISODE, ONE, {"owner_id": "alice", "timestamp": MOMENT, **values})
    other = render_entry(EPISODE, TWO, {"owner_id": "alice", "timestamp": MOMENT, "content": "a neighbour"})
    document = parse(EPISODE, (HEADER + entry + other).encode("utf-8").decode(), owner=ALICE)
    assert document.problems == []
    assert [entry.id for entry in document.entries] == [ONE, TWO]
    assert document.entries[1].values["content"] == "a neighbour"
    return document.entries[0].values


@pytest.mark.parametrize("text", NASTY)
def test_a_section_holds_any_text(text):
    values = back(subject=text, summary=text, content=text)
    assert {values["subject"], values["summary"], values["content"]} == {without_surrogates(text)}


@given(subject=texts, summary=texts, content=texts)
def test_sections_hold_generated_text(subject, summary, content):
    values = back(subject=subject, summary=summary, content=content)
    written = [without_surrogates(text) for text in (subject, summary, content)]
    assert [values["subject"], values["summary"], values["content"]] == written


@given(session=texts, senders=st.lists(texts, max_size=4))
def test_inline_keys_hold_generated_text(session, senders):
    values = back(content="x", session_id=session, sender_ids=senders)
    assert values["session_id"] == without_surrogates(session)
    assert values["sender_ids"] == [without_surrogates(sender) for sender in senders]


@pytest.mark.parametrize(
    ("written", "read"),
    [("&#55357;&#56832; ok", "😀 ok"), ("&#55357; and &#56832;", "\ufffd and \ufffd")],
    ids=["halves of a character", "a half alone"],
)
def test_a_character_in_two_halves_is_one_in_all_places(written, read):
    quoted = re.sub(r"&#(\d+);", lambda mark: f"\\u{int(mark[1]):04x}", written)
    entry = render_entry(EPISODE, ONE, {"owner_id": "alice", "timestamp": MOMENT, "content": "CONTENT"})
    inline = f'**session_id**: "{quoted}"\n**sender_ids**: ["{quoted}", bob]\n\n###'
    text = HEADER + entry.replace("CONTENT", written).replace("\n###", inline, 1)
    document = parse(EPISODE, text, owner=ALICE)
    assert document.problems == []
    values = document.entries[0].values
    assert (values["content"], values["session_id"], values["sender_ids"]) == (read, read, [read, "bob"])


@pytest.mark.parametrize(
    ("senders", "written"),
    [
        (["alice", "bot", "bob"], "[alice, bot, bob]"),
        (["auth0|42", "telegram:7", "张三", "o'hara"], "[auth0|42, telegram:7, 张三, o'hara]"),
        (["a, b", "c]", " d", ""], '["a, b", "c]", " d", ""]'),
        ([], "[]"),
    ],
)
def test_quotes_stand_only_where_they_are_needed(senders, written):
    entry = render_entry(EPISODE, ONE, {"owner_id": "alice", "timestamp": MOMENT, "sender_ids": senders})
    assert f"**sender_ids**: {written}\n" in entry


@given(
    moment=st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.timezones()),
    quality=st.one_of(st.integers(), st.floats(allow_nan=False)),
)
def test_times_and_numbers(moment, quality):
    values = {"owner_id": "bot", "timestamp": moment, "quality_score": quality, "task_intent": "x"}
    text = HEADER + render_entry(AGENT_CASE, "ac_20261121_00000001", values)
    read = parse(AGENT_CASE, text).entries[0].values
    assert read["timestamp"] == moment.astimezone(UTC)
    assert read["quality_score"] == quality


def test_what_is_not_known_is_not_written():
    entry = render_entry(
        EPISODE, ONE, {"owner_id": "alice", "timestamp": MOMENT, "subject": None, "content": ""}
    )
    assert "Subject" not in entry
    assert back(content="", session_id=None).keys() == {"owner_id", "timestamp", "content"}


yaml_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


@given(summary=yaml_texts, description=yaml_texts, evidence=st.lists(yaml_texts, max_size=3))
def test_a_profile_holds_generated_text_also_when_it_is_revised(summary, description, evidence):
    info = [{"category": "home", "description": description, "evidence": evidence}]
    first = render_single(PROFILE, ALICE, {"summary": "as before", "implicit_traits": info})
    values = {"summary": summary, "explicit_info": info, "profile_timestamp_ms": 1793132984275}
    for previous in (None, first):
        document = parse(PROFILE, render_single(PROFILE, ALICE, values, previous=previous), owner=ALICE)
        assert document.problems == []
        assert document.entries[0].values == values
        assert document.entries[0].id == "profile_alice"


@given(content=texts, name=st.sampled_from(["book_flight", "yes", "2026-11-21", "订票", "a: b", "#1"]))
def test_a_skill_holds_generated_text(content, name):
    values = {"name": name, "confidence": 0.8, "source_case_ids": ["no", "bot_ac_1"], "content": content}
    text = render_single(AGENT_SKILL, agent("bot"), values, name=name)
    document = parse(AGENT_SKILL, text, owner=agent("bot"), name=name)
    assert document.entries[0].values == {**values, "content": without_surrogates(content)}
    assert document.entries[0].id == f"sk_{name}"
