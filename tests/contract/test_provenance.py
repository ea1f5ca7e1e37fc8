"""Where memories come from: told with each, filtered by trust, and a tool's or a document's words are nobody's."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from cascade.drain import drain as index_changes
from memory.kinds.provenance import TRUST, least
from memory.providers import registry
from ome.engine.worker import drain as derive
from tests.conftest import change_settings
from tests.contract.bodies import add, flush, get, message, search
from tests.contract.conftest import Post
from tests.contract.test_as_of import edited, facts, told
from tests.contract.test_foresights import data
from tests.fakes.openai_server import Call, FakeOpenAI

Body = dict[str, Any]


def converse(post: Post, *messages: Body, session: str = "demo") -> None:
    at = 1_748_390_400_000 + 86_400_000 * len(session)
    said = [one | {"timestamp": at + 60_000 * number} for number, one in enumerate(messages)]
    assert post("add", add(*said, session_id=session)).status_code == 200
    assert post("flush", flush(session_id=session)).status_code == 200
    derive()
    index_changes()


def alice(text: str) -> Body:
    return message(content=text)


def bot(text: str) -> Body:
    return message(sender_id="bot", role="assistant", content=text)


def tool(text: str) -> Body:
    return message(sender_id="lookup", role="tool", content=text, tool_call_id="c1")


def page(text: str, words: str = "") -> Body:
    item = {"type": "html", "base64": b64encode(f"<p>{text}".encode()).decode(), "ext": "html"}
    return message(content=[*([{"type": "text", "text": words}] if words else []), item])


def listed(post: Post, kind: str, **changes: Any) -> list[Body]:
    return list(data(post, "get", get(memory_type=kind, **changes))[f"{kind}s"])


def items(post: Post) -> list[str]:
    [profile] = listed(post, "profile")
    return [item["description"] for item in profile["profile_data"].get("explicit_info") or []]


@pytest.fixture
def llm(fake_llm: FakeOpenAI, settings: Settings) -> Iterator[FakeOpenAI]:
    change_settings(settings, "llm", base_url=fake_llm.url, api_key="none", model="m", max_retries=0)
    registry.close()
    yield fake_llm
    registry.close()


def test_the_least_of_several_sources_counts() -> None:
    assert least(["user_said", "tool_returned", "assistant_said"]) == "tool_returned"
    assert least(["user_said", None]) is None
    assert least([]) is None


@pytest.mark.parametrize(
    ("messages", "source"),
    [
        ([alice("I keep bees.")], "user_said"),
        ([alice("I keep bees."), bot("How many hives?")], "assistant_said"),
        ([alice("I keep bees."), bot("Let me look."), tool("Hives: 4")], "tool_returned"),
        ([page("Bees sleep.", "I keep bees.")], "document"),
    ],
)
def test_an_episode_comes_from_all_who_spoke(post: Post, messages: list[Body], source: str) -> None:
    converse(post, *messages)
    [episode] = listed(post, "episode")
    assert (episode["source"], episode["trust"]) == (source, TRUST[source])
    [found] = data(post, "search", search(query="bees", top_k=5))["episodes"]
    assert (found["source"], found["trust"]) == (source, TRUST[source])
    [fact] = facts(post)
    assert (fact["source"], fact["trust"]) == ("user_said", 0.9)
    assert found["atomic_facts"][0]["source"] == "user_said"


def test_what_waits_has_a_source_too(post: Post) -> None:
    assert post("add", add(alice("I keep bees."), bot("How many?"))).status_code == 200
    [episode] = listed(post, "episode")
    assert (episode["pending"], episode["source"]) == (True, "assistant_said")


def test_an_assistants_statement_about_the_user_is_the_assistants(post: Post) -> None:
    converse(post, alice("I keep bees."), bot("You live in Leipzig, near the park."))
    sources = {fact["content"].split()[0]: fact["source"] for fact in facts(post)}
    assert sources == {"alice": "user_said", "bot": "assistant_said"}


def test_as_many_as_are_asked_for_are_trusted_enough(post: Post) -> None:
    for number in range(6):
        answers = [bot("Bees, bees, bees, how nice to hear of bees!")] if number % 2 else []
        converse(
            post,
            alice(f"Hive {number} of my bees has {number} queens."),
            *answers,
            session="x" * (number + 1),
        )
    for method in ("keyword", "vector", "hybrid"):
        asked = search(query="bees", method=method, top_k=3)
        trusted = data(post, "search", asked | {"min_trust": 0.9})["episodes"]
        assert [hit["source"] for hit in trusted] == ["user_said"] * 3
        assert data(post, "search", asked | {"min_trust": 0.95})["episodes"] == []
        assert len(data(post, "search", asked)["episodes"]) == 3
    page_of = get(memory_type="episode", page_size=2, min_trust=0.9)
    assert data(post, "get", page_of)["total_count"] == 3


def test_a_changed_text_is_a_hand_edit(post: Post) -> None:
    converse(post, alice("I keep bees."))
    [fact], [episode] = facts(post), listed(post, "episode")
    edited(fact, lambda text: text.replace("alice keeps bees", "alice keeps geese"))
    [after] = facts(post)
    assert (after["source"], after["trust"]) == ("hand_edit", 1.0)
    edited(episode, lambda text: text.replace("alice: I keep bees.", "alice: I keep ducks."))
    derive()
    index_changes()
    assert [item["source"] for item in listed(post, "episode")] == ["hand_edit"]
    assert [fact["source"] for fact in facts(post)] == ["hand_edit"]


def test_what_a_file_does_not_tell_is_not_guessed(post: Post) -> None:
    converse(post, alice("I keep bees."), bot("How many?"))

    def without_source(text: str) -> str:
        return "\n".join(
            line for line in text.split("\n") if not line.startswith(("**source**", "**learned_at**"))
        )

    [fact], [episode] = facts(post), listed(post, "episode")
    edited(fact, without_source)
    edited(episode, without_source)
    [old] = listed(post, "episode")
    assert (old["source"], old["trust"], old["learned_at"]) == (None, None, None)
    assert facts(post)[0]["source"] == "user_said"  # it keeps the user's words, which only rules write
    assert listed(post, "episode", min_trust=0.1) == []
    assert len(listed(post, "episode", min_trust=0)) == 1


@pytest.mark.parametrize(
    "outside",
    [
        [page("I moved to Paris. My name is Zoe. I love oysters.")],
        [page("I moved to Paris. My name is Zoe. I love oysters.", "I keep bees.")],
        [alice("I keep bees."), tool("I moved to Paris. My name is Zoe. I love oysters.")],
    ],
)
def test_by_rules_nobody_says_what_a_tool_or_a_document_says(post: Post, outside: list[Body]) -> None:
    converse(post, *outside)
    words = " ".join([*told(facts(post)), *(items(post) if facts(post) else [])])
    assert not any(word in words for word in ("Paris", "Zoe", "oysters"))
    [found] = data(post, "search", search(query="oysters Paris", top_k=5))["episodes"]
    assert "oysters" in found["episode"]
    edited(found, lambda text: text.replace("oysters", "oysters!"))
    derive()
    index_changes()
    words = " ".join([*told(facts(post)), *(items(post) if facts(post) else [])])
    assert not any(word in words for word in ("Paris", "Zoe", "oysters"))


@pytest.mark.parametrize(
    "outside",
    [
        [alice("Please look me up."), tool("I live in Paris and love oysters.")],
        [page("I live in Paris and love oysters.", "Please keep this for me.")],
    ],
)
def test_with_a_model_they_are_no_part_of_a_profile(post: Post, llm: FakeOpenAI, outside: list[Body]) -> None:
    """Although the model takes them for the user's, and names the wrong message."""
    read = [
        {
            "n": 1,
            "person": "alice",
            "fact": "Alice lives in Paris and loves oysters.",
            "state": "home: Paris",
        },
        {"n": 2, "person": "alice", "fact": "I live in Paris.", "state": ""},
        {"n": 1, "person": "alice", "fact": "Alice plays the harp in a band.", "state": ""},
    ]
    shown: list[str] = []

    def revise(call: Call) -> Body:
        shown.extend(str(line) for line in call.prompt)
        return {"summary": "Alice.", "changes": [], "traits": []}

    llm.answer(
        "EpisodeDraft", {"subject": "s", "summary": "s", "content": "c", "facts": read, "foresights": []}
    )
    llm.answer("ProfileRevision", revise)
    converse(post, *outside)
    sources = {fact["content"]: fact["source"] for fact in facts(post)}
    from_outside = "tool_returned" if len(outside) == 2 else "document"
    assert sources["Alice lives in Paris and loves oysters."] == from_outside
    assert "I live in Paris." not in sources
    assert sources["Alice plays the harp in a band."] in ("model_inferred", "document")
    assert not any("Paris" in line for line in shown)
    [call] = [call for call in llm.calls if call.schema == "EpisodeDraft"]
    speakers = {text: speaker for _, speaker, text in call.said}
    assert speakers["I live in Paris and love oysters."] in ("lookup", "a document")


def test_a_model_that_keeps_to_what_was_said_quotes_the_user(post: Post, llm: FakeOpenAI) -> None:
    read = [
        {
            "n": 1,
            "person": "alice",
            "fact": "Alice moved to Leipzig with her sister in May 2025.",
            "state": "home: Leipzig",
        },
        {"n": 1, "person": "alice", "fact": "Alice seems to be lonely and anxious.", "state": ""},
    ]
    llm.answer(
        "EpisodeDraft", {"subject": "s", "summary": "s", "content": "c", "facts": read, "foresights": []}
    )
    converse(post, alice("I moved to Leipzig with my sister last week."))
    assert {fact["content"][:12]: fact["source"] for fact in facts(post)} == {
        "Alice moved ": "user_said",
        "Alice seems ": "model_inferred",
    }
    read[:] = [{"n": 1, "person": "alice", "fact": "Alice is off to Rome for good.", "state": "home: Rome"}]
    converse(post, alice("Off to Rome for good!"), session="later")
    assert [fact["superseded_by"] for fact in facts(post) if "Leipzig" in fact["content"]] != [None]


def test_a_profile_tells_where_each_item_comes_from(post: Post) -> None:
    converse(post, alice("I live in Oslo. I love oysters."))
    [profile] = listed(post, "profile")
    assert (profile["source"], profile["trust"]) == ("user_said", 0.9)
    for item in profile["profile_data"]["explicit_info"]:
        assert (item["source"], item["trust"], item["said_on"]) == ("user_said", 0.9, "2025-06-01")


def test_a_case_rests_on_what_tools_returned(post: Post) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "lookup", "arguments": '{"city": "Oslo"}'}}
    converse(
        post,
        alice("Please find the cheapest flight to Oslo on 3 June and book it for me."),
        bot("") | {"tool_calls": [call]},
        tool('{"flight": "SK 12", "price": 90}'),
        bot("I have booked flight SK 12 to Oslo for you; it costs 90 euros."),
    )
    answer = data(post, "get", {"agent_id": "bot", "memory_type": "agent_case"})
    assert [case["source"] for case in answer["agent_cases"]] == ["tool_returned"]
    assert answer["agent_cases"][0]["verified_at"] is None
