"""Other sets of tools: ChatGPT's pair, and all of them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memory.api.mcp.budget import dump_json
from tests.mcp.conftest import Call, Json, Rpc, request, settle
from tests.mcp.test_tools import TALK, talk, v1

CHATGPT, FULL = "tools=chatgpt", "tools=full"


def only_text(result: Json) -> Json:
    assert "structuredContent" not in result
    [item] = result["content"]
    told: Json = json.loads(item["text"])
    return told


def test_search_and_fetch(call: Call, data: Call) -> None:
    kept = data("remember", text="Maya's locker has the number 417.", when="2026-05-28")
    talk(*TALK)
    settle()
    [result] = [
        each
        for each in only_text(call("search", CHATGPT, query="locker"))["results"]
        if "locker" in each["title"]
    ]
    assert result == {
        "id": kept["id"],
        "title": "Maya's locker has the number 417.",
        "url": f"http://testserver/api/v1/memory/{kept['id']}",
    }
    fetched = only_text(call("fetch", CHATGPT, id=kept["id"]))
    assert fetched.keys() == {"id", "title", "text", "url", "metadata"}
    assert fetched["text"] == "Maya's locker has the number 417."
    assert fetched["metadata"]["when"] == "2026-05-28T00:00:00Z"
    assert all(isinstance(value, str) for value in fetched["metadata"].values())
    found = only_text(call("search", CHATGPT, query="nurse"))["results"]
    assert "nurse" in only_text(call("fetch", CHATGPT, id=found[0]["id"]))["text"]


def test_each_set_has_its_tools_only(post: Rpc) -> None:
    for query, name in (
        ("", "search"),
        (CHATGPT, "recall"),
        ("tools=graph", "remember"),
        ("", "edit"),
        ("", "nothing"),
    ):
        answer = post(request("tools/call", {"name": name, "arguments": {}}), query).json()
        assert answer["error"] == {"code": -32602, "message": f"Unknown tool: {name}"}
    names = [each["name"] for each in post(request("tools/list"), FULL).json()["result"]["tools"]]
    assert len(names) == len(set(names)) == 19


class TestListing:
    def test_of_each_kind(self, data: Call) -> None:
        talk(*TALK)
        data("remember", text="I like tea.", when="2026-05-28")
        entity = {"name": "Anna", "entityType": "person", "observations": ["sings"]}
        data("create_entities", FULL, entities=[entity])
        settle()
        for kind, first, total in (
            ("episode", "Leipzig", 2),
            ("fact", "", 4),
            ("foresight", None, 0),
            ("note", "I like tea.", 1),
            ("entity", "person: sings", 1),
        ):
            listed = data("list", FULL, kind=kind)
            assert listed["total"] == total == len(listed["memories"]) + listed["omitted"], kind
            if first is not None:
                assert first in listed["memories"][0]["text"]
                assert data("read", id=listed["memories"][0]["id"])["id"] == listed["memories"][0]["id"]

    def test_pages_and_budget(self, data: Call) -> None:
        for number in range(5):
            data("remember", text=f"Note number {number}.")
        pages = [data("list", FULL, kind="note", k=2, page=page)["memories"] for page in (1, 2, 3, 4)]
        assert [len(page) for page in pages] == [2, 2, 1, 0]
        assert len({each["id"] for page in pages for each in page}) == 5
        assert data("list", FULL, kind="note", max_tokens=400)["omitted"] > 0


class TestEditing:
    def test_a_note(self, data: Call, refused: Callable[..., str]) -> None:
        kept = data("remember", text="I like tea.")
        before = data("read", id=kept["id"])["hash"]
        after = data("edit", FULL, id=kept["id"], text="I like coffee.", expected_hash=before)
        assert after == {"id": kept["id"], "hash": data("read", id=kept["id"])["hash"]}
        assert data("read", id=kept["id"])["sections"] == {"text": "I like coffee."}
        told = refused("edit", FULL, id=kept["id"], text="I like water.", expected_hash=before)
        assert "Somebody else has written" in told
        assert "I like tea." in data("history", FULL, id=kept["id"])["sections"]["history"]

    def test_a_memory_of_a_conversation(self, data: Call, refused: Callable[..., str]) -> None:
        talk(*TALK)
        settle()
        [episode] = v1("get", {"user_id": "me", "memory_type": "episode"})["episodes"]
        data("edit", FULL, id=episode["id"], section="subject", text="Luna and the bicycle", reason="clearer")
        read = data("read", id=episode["id"])
        assert read["sections"]["subject"] == "Luna and the bicycle"
        told = data("history", FULL, id=episode["id"])["sections"]["history"]
        assert "clearer" in told
        assert episode["subject"] in told
        assert "episode has no title" in refused("edit", FULL, id=episode["id"], section="title", text="x")
        assert "DocumentChanged" not in refused("edit", FULL, id=episode["id"], text="x", expected_hash="0")

    def test_what_is_not_the_users(self, data: Call, refused: Callable[..., str]) -> None:
        kept = data("remember", "user=bob", text="Bob's.")
        for tool, more in (("edit", {"text": "x"}), ("history", {})):
            for identifier in (kept["id"], "bob_ep_20260101_00000001"):
                assert "no memory" in refused(tool, FULL, id=identifier, **more)

    def test_the_history_of_a_note_that_a_person_has_removed(self, data: Call, root: Path) -> None:
        kept = data("remember", text="I like tea.")
        next(root.rglob(f"{kept['id']}.md")).unlink()
        told = data("history", FULL, id=kept["id"])["sections"]["history"]
        assert "delete: I like tea." in told


class TestResources:
    def read(self, post: Rpc, uri: str) -> Any:
        return post(request("resources/read", {"uri": uri})).json()

    def test_what_there_is(self, post: Rpc) -> None:
        talk(*TALK)
        settle()
        listed = post(request("resources/list")).json()["result"]["resources"]
        uris = [each["uri"] for each in listed]
        assert uris[:2] == ["memory://profile", "memory://episodes/recent"]
        assert "memory://knowledge-graph" not in uris
        [template] = post(request("resources/templates/list")).json()["result"]["resourceTemplates"]
        assert template["uriTemplate"] == "memory://memories/{id}"
        for uri, word in (*((uri, "Leipzig") for uri in uris[:2]), (uris[2], "nurse")):
            [contents] = self.read(post, uri)["result"]["contents"]
            assert (contents["uri"], contents["mimeType"]) == (uri, "text/markdown")
            assert word in contents["text"]

    def test_what_there_is_not(self, post: Rpc) -> None:
        for uri in (
            "memory://nothing",
            "memory://memories/me_ep_20260101_00000001",
            "file:///etc/passwd",
            5,
            None,
        ):
            assert self.read(post, uri)["error"]["code"] == -32602  # type: ignore[arg-type]

    def test_of_a_user_who_has_none(self, post: Rpc) -> None:
        assert len(post(request("resources/list")).json()["result"]["resources"]) == 2
        [contents] = self.read(post, "memory://profile")["result"]["contents"]
        assert contents["text"] == "Nothing is known of this user yet."


class TestPrompts:
    def get(self, post: Rpc, name: str, **arguments: Any) -> Any:
        return post(request("prompts/get", {"name": name, "arguments": arguments})).json()

    def test_they_are_listed_with_their_arguments(self, post: Rpc) -> None:
        listed = post(request("prompts/list")).json()["result"]["prompts"]
        assert [(each["name"], len(each["arguments"])) for each in listed] == [("context", 1), ("keep", 0)]

    def test_what_is_known(self, post: Rpc) -> None:
        talk(*TALK)
        settle()
        [message] = self.get(post, "context", topic="bicycle")["result"]["messages"]
        assert message["role"] == "user"
        assert "Leipzig" in message["content"]["text"]
        assert "bicycle" in message["content"]["text"]
        assert "Of " not in self.get(post, "context")["result"]["messages"][0]["content"]["text"]

    def test_to_keep_what_was_agreed(self, post: Rpc) -> None:
        assert "`remember`" in self.get(post, "keep")["result"]["messages"][0]["content"]["text"]

    def test_what_there_is_not(self, post: Rpc) -> None:
        assert self.get(post, "nothing")["error"]["code"] == -32602
        assert self.get(post, "context", topic=5)["error"]["code"] == -32602


@pytest.mark.parametrize("tool", ["search", "fetch", "list", "history", "edit"])
def test_arguments_are_told(post: Rpc, tool: str) -> None:
    asked = request("tools/call", {"name": tool, "arguments": {"nonsense": 1}})
    told = post(asked, FULL).json()["result"]["content"][0]["text"]
    assert f"{tool} takes: " in told


def test_the_default_list_is_short(post: Rpc) -> None:
    """Every conversation of a client pays for it: about a thousand tokens, by four characters each."""
    tools = post(request("tools/list")).json()["result"]["tools"]
    assert len(tools) == 5
    assert len(dump_json(tools)) / 4 <= 1000
