"""The five tools: what they keep, find, show and forget, on real files and a real index."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from memory.api.mcp.tools.presets import PRESETS
from memory.providers import registry
from memory.providers.tokens import most_tokens
from tests.conftest import change_settings
from tests.mcp.conftest import Call, Json, Rpc, request, settle
from tests.system.server import free_port

Refused = Callable[..., str]
TEXT = 'The user prefers "dark mode", since\ntoday.\n\n- and Vim '
TALK = (
    "I live in Leipzig with my cat Luna.",
    "I work as a nurse at the children's hospital.",
    "Yesterday I bought a red bicycle for 300 euros.",
)


def texts(found: Json) -> list[str]:
    return [each["text"] for each in found["memories"]]


def v1(action: str, body: Json) -> Json:
    answer = Client().post(f"/api/v1/memory/{action}", body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    data: Json = answer.json()["data"]
    return data


def talk(*said: str, user: str = "me", session: str = "talk") -> None:
    at = int((datetime.now(UTC) - timedelta(days=2)).timestamp() * 1000)
    messages = [
        {"sender_id": user, "role": "user", "timestamp": at + 1000 * n, "content": text}
        for n, text in enumerate(said)
    ]
    v1("add", {"session_id": session, "messages": messages})
    v1("flush", {"session_id": session})


class TestRemember:
    def test_the_words_are_kept_as_they_are(self, data: Call, root: Path) -> None:
        kept = data("remember", text=TEXT)
        assert kept["status"] == "remembered"
        assert data("read", id=kept["id"])["sections"] == {"text": TEXT}
        file = root / f"default_app/default_project/users/me/.notes/{kept['id']}.md"
        assert 'The user prefers "dark mode", since\ntoday.' in file.read_text()

    def test_the_next_recall_finds_it(self, data: Call) -> None:
        kept = data("remember", text="Maya's locker has the number 417.")
        found = data("recall", query="Which number does the locker have?")
        assert [each["id"] for each in found["memories"]] == [kept["id"]]
        settle()
        again = data("recall", query="Which number does the locker have?")
        assert [each["id"] for each in again["memories"]] == [kept["id"]]
        assert texts(again) == ["Maya's locker has the number 417."]

    def test_the_other_dialects_find_it(self, data: Call) -> None:
        data("remember", text="Maya's locker has the number 417.", about="gym")
        settle()
        found = v1("search", {"user_id": "me", "query": "gym"})["episodes"]
        assert [each["episode"] for each in found] == ["Maya's locker has the number 417."]
        assert found[0]["subject"] == "gym: Maya's locker has the number 417."
        listed = Client().get("/ltm/memories?user_id=me").json()["results"]
        assert [each["metadata"] for each in listed] == [{"category": "fact", "about": "gym"}]

    def test_the_same_words_again_are_known(self, data: Call) -> None:
        first = data("remember", text="I like tea.")
        assert data("remember", text="I like tea.") == {"status": "known", "id": first["id"]}
        others = [
            data("remember", text="I like tea."[:-1]),
            data("remember", text="I like tea.", about="drinks"),
            data("remember", text="I like tea.", when="2026-05-28"),
            data("remember", text="I like tea.", valid="2026-01-01/"),
            data("remember", at="user=bob", text="I like tea."),
            data("remember", at="project=shop", text="I like tea."),
        ]
        assert len({first["id"], *(each["id"] for each in others)}) == 7

    def test_words_that_somebody_has_changed_are_others(self, data: Call, root: Path) -> None:
        first = data("remember", text="I like tea.")
        [file] = root.rglob(f"{first['id']}.md")
        file.write_text(file.read_text().replace("tea", "coffee"))
        second = data("remember", text="I like tea.")
        assert second["status"] == "remembered"
        assert data("read", id=first["id"])["sections"] == {"text": "I like coffee."}
        assert data("remember", text="I like tea.")["id"] == second["id"]

    def test_when_and_until_when(self, data: Call) -> None:
        day = datetime.now(UTC).date()
        month_ago, week_ago = day - timedelta(days=30), day - timedelta(days=7)
        data("remember", text="The code of the door is 1234.", when=str(month_ago), valid=f"/{week_ago}")
        settle()
        [now] = data("recall", query="code of the door", explain=True)["memories"]
        assert now["when"].startswith(str(month_ago))
        assert now["valid_to"].startswith(str(week_ago + timedelta(days=1)))
        assert data("recall", query="code of the door", as_of=str(day))["memories"] == []
        earlier = data("recall", query="code of the door", as_of=str(month_ago + timedelta(days=2)))
        assert texts(earlier) == ["The code of the door is 1234."]
        assert (
            data("recall", query="code of the door", as_of=str(month_ago - timedelta(days=2)))["memories"]
            == []
        )
        [fact] = v1("get", {"user_id": "me", "memory_type": "atomic_fact"})["atomic_facts"]
        assert fact["valid_to"].startswith(str(week_ago + timedelta(days=1)))

    def test_whose_words_they_are(self, data: Call) -> None:
        for source, trust in (
            ("user", 0.9),
            ("assistant", 0.6),
            ("document", 0.5),
            ("tool", 0.4),
            ("inferred", 0.3),
        ):
            kept = data("remember", text=f"Said by {source}.", source=source)
            assert data("read", id=kept["id"])["trust"] == trust

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            ({}, "text: Field required. remember takes: text, about?, when?, valid?, source?."),
            ({"text": " \n"}, "empty text"),
            ({"text": 5}, "text: Input should be a valid string"),
            ({"text": "x", "whom": "me"}, "whom: Extra inputs are not permitted"),
            ({"text": "x", "when": "soon"}, "when: 'soon' is not a time. Give a day as 2026-05-28"),
            ({"text": "x", "when": "2999-01-01"}, "when: 2999-01-01 is still to come"),
            ({"text": "x", "when": "0001-01-01"}, "from the year 1900 on"),
            ({"text": "x", "valid": "2026-01-01"}, "a slash between them"),
            ({"text": "x", "valid": "2026-02-01/2026-01-01"}, "it ends before it begins"),
            ({"text": "x", "source": "me"}, "source: Input should be 'user', 'assistant'"),
            ({"text": "x" * 1_000_001}, "EVEROS_LIMITS__NOTE_CHARS"),
        ],
    )
    def test_what_it_does_not_take(self, refused: Refused, arguments: Json, told: str) -> None:
        assert told in refused("remember", **arguments)

    def test_names_that_models_guess(self, data: Call) -> None:
        kept = data("remember", content="I like tea.", about=None)
        assert data("read", memory_id=kept["id"])["id"] == kept["id"]
        assert data("recall", q="tea", limit=1)["memories"]


class TestRecall:
    def test_facts_of_a_conversation_come_with_their_ids(self, data: Call) -> None:
        talk(*TALK)
        settle()
        [best, *_] = data("recall", query="Who works as a nurse?")["memories"]
        assert (best["kind"], "nurse" in best["text"]) == ("fact", True)
        read = data("read", id=best["id"])
        assert "nurse" in read["sections"]["fact"]
        assert "nurse" in data("read", id=read["drawn_from"])["sections"]["content"]

    def test_what_waits_is_found(self, data: Call, refused: Refused) -> None:
        at = int(datetime.now(UTC).timestamp() * 1000)
        message = {"sender_id": "me", "role": "user", "timestamp": at, "content": TALK[2]}
        v1("add", {"session_id": "s", "messages": [message]})
        [found] = data("recall", query="red bicycle")["memories"]
        assert found["pending"]
        assert re.fullmatch(r"me: Yesterday \(.+\) I bought a red bicycle for 300 euros\.", found["text"])
        assert "recall it again" in refused("read", id=found["id"])

    def test_of_a_state_that_has_changed_the_later_holds(self, data: Call, call: Call) -> None:
        data("remember", text="I live in Berlin.", when="2026-01-10")
        data("remember", text="I moved to Rome.", when="2026-05-20")
        settle()
        rome, berlin = data("recall", query="Where do I live?")["memories"]
        assert (rome["text"], berlin["text"]) == ("I moved to Rome.", "I live in Berlin.")
        assert "valid_to" not in rome
        assert berlin["valid_to"].startswith("2026-05-20")
        assert (
            ", until 2026-05-20] I live in Berlin."
            in call("recall", query="Where do I live?")["content"][0]["text"]
        )

    def test_what_has_nothing_to_do_with_it_is_left_out(self, data: Call, call: Call) -> None:
        data("remember", text="I like tea.")
        settle()
        assert data("recall", query="maximum torque of the rear axle")["memories"] == []
        told = call("recall", query="maximum torque of the rear axle")["content"][0]["text"]
        assert told == "Nothing is remembered of this."

    def test_explained(self, data: Call) -> None:
        data("remember", text="I like tea.")
        [found] = data("recall", query="tea", explain=True)["memories"]
        assert set(found) >= {"score", "source", "trust"}
        assert (found["source"], found["trust"]) == ("user_said", 0.9)
        assert 0 < found["score"] <= 1

    @pytest.mark.long
    def test_while_the_embedder_is_away_words_are_looked_for(self, data: Call, settings: Any) -> None:
        data("remember", text="I like tea.")
        endpoint = {"base_url": f"http://127.0.0.1:{free_port()}", "api_key": "none", "model": "m"}
        change_settings(settings, "embedding", **endpoint, dimensions=384, timeout_seconds=1)
        registry.close()
        try:
            assert texts(data("recall", query="tea")) == ["I like tea."]
        finally:
            registry.close()

    def test_as_many_as_are_wanted(self, data: Call) -> None:
        for number in range(6):
            data("remember", text=f"Tea number {number} is good.")
        assert len(data("recall", query="tea", k=4)["memories"]) == 4

    def test_entities_are_found_too(self, data: Call, call: Call) -> None:
        entity = {"name": "Anna", "entityType": "person", "observations": ["repairs old radios"]}
        data("create_entities", "tools=full", entities=[entity])
        [found] = data("recall", query="Who repairs radios?")["memories"]
        assert (found["id"], found["kind"]) == ("me_en_Anna", "entity")
        assert data("read", id="me_en_Anna")["sections"] == {"text": "Anna (person)\n- repairs old radios"}

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            ({"query": " "}, "say what to look for"),
            ({"query": "x" * 32_001}, "EVEROS_LIMITS__QUERY_CHARS"),
            ({"query": "x", "k": 0}, "k: Input should be greater than or equal to 1"),
            ({"query": "x", "max_tokens": 10}, "max_tokens: Input should be greater than or equal to 300"),
            ({"query": "x", "as_of": "2999-01-01"}, "still to come"),
        ],
    )
    def test_what_it_does_not_take(self, refused: Refused, arguments: Json, told: str) -> None:
        assert told in refused("recall", **arguments)


class TestTheBudget:
    def whole(self, post: Rpc, tool: str, **arguments: Any) -> tuple[int, Json]:
        answer = post(request("tools/call", {"name": tool, "arguments": arguments}))
        return most_tokens(answer.content.decode()), answer.json()["result"]["structuredContent"]

    def test_it_bounds_the_whole_answer(self, post: Rpc, data: Call) -> None:
        for number in range(12):
            data("remember", text=f"The {number}th sentence about tea, with “quotes” and 茶. " * (number + 1))
        shown = []
        for tokens in (300, 450, 500, 1000, 2000, 5000, 20_000):
            size, found = self.whole(post, "recall", query="tea", k=12, max_tokens=tokens, explain=True)
            assert size <= tokens
            assert len(found["memories"]) + found["omitted"] == 12
            shown.append(len(found["memories"]))
        assert shown == sorted(shown)
        assert (shown[1], shown[-1]) == (1, 12)

    def test_a_memory_is_cut_where_it_must_be(self, post: Rpc, data: Call) -> None:
        kept = data("remember", text="Tea is good. " * 3000)
        for tokens in (600, 1000, 5000):
            for tool, arguments in (("recall", {"query": "tea"}), ("read", {"id": kept["id"]})):
                size, found = self.whole(post, tool, max_tokens=tokens, **arguments)
                assert tokens / 2 < size <= tokens
                text = found["memories"][0]["text"] if tool == "recall" else found["sections"]["text"]
                assert text.startswith("Tea is good.")
                assert text.endswith("…")
        assert not self.whole(post, "read", id=kept["id"], max_tokens=100_000)[1]["truncated"]


class TestRead:
    def test_sections(self, data: Call, refused: Refused) -> None:
        talk(*TALK)
        settle()
        [episode] = v1("get", {"user_id": "me", "memory_type": "episode"})["episodes"]
        whole = data("read", id=episode["id"])
        assert set(whole["sections"]) == {"subject", "summary", "content"}
        assert len(whole["derived"]) >= 3
        assert len(whole["hash"]) == 64
        assert data("read", id=episode["id"], section="subject")["sections"] == {
            "subject": episode["subject"]
        }
        assert "it has subject, summary, content, history" in refused(
            "read", id=episode["id"], section="title"
        )

    def test_what_is_not_there(self, refused: Refused, data: Call) -> None:
        kept = data("remember", "user=bob", text="Bob's.")
        for identifier in (
            "x",
            "me_ep_20260101_00000001",
            "me_en_Nobody",
            "me_en_",
            kept["id"],
            "x" * 5000,
            "\x00",
        ):
            assert "no memory" in refused("read", id=identifier)


@pytest.mark.django_db(transaction=True)
class TestForget:
    def test_nothing_goes_before_it_was_shown(self, data: Call) -> None:
        kept = data("remember", text="My phone number is 555 0199.")
        settle()
        shown = data("forget", query="my phone number")
        assert (shown["status"], shown["count"]) == ("would_forget", 3)  # the note, its episode and its fact
        assert kept["id"] in [each["id"] for each in shown["memories"]]
        assert texts(data("recall", query="phone number")) == ["My phone number is 555 0199."]

    @pytest.mark.parametrize("way", ["id", "query", "fact", "episode"])
    @pytest.mark.parametrize("scope", ["", pytest.param("app=shop&project=south", marks=pytest.mark.long)])
    def test_forgotten_for_good(self, data: Call, root: Path, way: str, scope: str) -> None:
        """Also by the id of what only mirrors the note, which would otherwise come back from it."""
        kept = data("remember", scope, text="My phone number is 555 0199.")
        data("remember", scope, text="I like tea.")
        settle()
        of = {"app_id": "shop", "project_id": "south"} if scope else {}
        listed = {
            kind: v1("get", {"user_id": "me", "memory_type": kind, **of})
            for kind in ("episode", "atomic_fact")
        }
        mirror = {
            "episode": next(e["id"] for e in listed["episode"]["episodes"] if "555" in e["episode"]),
            "fact": next(f["id"] for f in listed["atomic_fact"]["atomic_facts"] if "555" in f["content"]),
            "id": kept["id"],
        }
        named: Json = {"query": "my phone number"} if way == "query" else {"ids": [mirror[way]]}
        gone = data("forget", scope, **named, dry_run=False)
        assert (gone["status"], gone["count"]) == ("forgotten", 3)
        assert len(gone["receipts"]) == 1
        settle()
        assert texts(data("recall", scope, query="phone number")) == []
        assert texts(data("recall", scope, query="tea")) == ["I like tea."]
        left = [path for path in root.rglob("*.md") if "555 0199" in path.read_text()]
        assert left == []

    def test_facts_of_a_conversation(self, data: Call) -> None:
        talk(*TALK)
        settle()
        [fact] = [m for m in data("recall", query="red bicycle")["memories"] if "bicycle" in m["text"]]
        assert data("forget", ids=fact["id"], dry_run=False)["status"] == "forgotten"
        settle()
        assert not [text for text in texts(data("recall", query="red bicycle")) if "bicycle" in text]
        assert "nurse" in texts(data("recall", query="nurse"))[0]

    def test_entities(self, data: Call) -> None:
        entities = [
            {"name": name, "entityType": "person", "observations": ["sings"]} for name in ("Anna", "Ben")
        ]
        data("create_entities", "tools=full", entities=entities)
        assert data("forget", ids=["me_en_Anna"])["count"] == 1
        data("forget", ids=["me_en_Anna", "me_ep_20260101_00000001"], dry_run=False)
        assert [each["name"] for each in data("read_graph", "tools=full")["entities"]] == ["Ben"]

    def test_only_of_the_user(self, data: Call, refused: Refused) -> None:
        kept = data("remember", "user=bob", text="Bob has a secret.")
        assert data("forget", ids=[kept["id"]])["unknown"] == [kept["id"]]
        assert "Nothing is remembered under" in refused("forget", ids=[kept["id"]], dry_run=False)
        assert texts(data("recall", "user=bob", query="secret")) == ["Bob has a secret."]

    @pytest.mark.parametrize("arguments", [{}, {"query": "x", "ids": ["y"]}, {"ids": []}, {"query": ""}])
    def test_one_of_two_is_needed(self, refused: Refused, arguments: Json) -> None:
        assert "either ids" in refused("forget", **arguments)

    def test_nothing_that_says_it(self, data: Call) -> None:
        assert data("forget", query="my phone number", dry_run=False)["status"] == "nothing"


def test_the_profile(data: Call, call: Call) -> None:
    assert data("profile") == {"summary": "", "items": [], "traits": []}
    talk(*TALK)
    settle()
    known = data("profile")
    assert "Leipzig" in known["summary"]
    assert {"home", "job"} <= {item["category"] for item in known["items"]} | {"job"}
    assert "- home: " in call("profile")["content"][0]["text"]
    assert data("profile", user="bob")["items"] == []
    assert data("profile", "user=bob", user="me") == known


def test_the_tools_cost_a_model_about_a_thousand_tokens(post: Rpc) -> None:
    listed = post(request("tools/list")).json()["result"]["tools"]
    assert [tool["name"] for tool in listed] == ["remember", "recall", "read", "forget", "profile"]
    assert len(json.dumps(listed, separators=(",", ":"))) / 4 < 1050


@pytest.mark.parametrize("preset", PRESETS)
def test_tools_say_what_they_are(post: Rpc, preset: str) -> None:
    listed = post(request("tools/list"), f"tools={preset}").json()["result"]["tools"]
    for tool in listed:
        assert set(tool) - {"outputSchema"} == {"name", "title", "description", "inputSchema", "annotations"}
        assert set(tool["annotations"]) == {
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        }
        assert tool["inputSchema"]["type"] == "object"
    by_name = {tool["name"]: tool["annotations"] for tool in listed}
    for name, hints in by_name.items():
        assert hints["destructiveHint"] == (name in ("forget",) or name.startswith("delete_")), name


def test_scopes_are_apart(data: Call) -> None:
    data("remember", "app=shop", text="I like tea.")
    assert data("recall", query="tea")["memories"] == []
    assert texts(data("recall", "app=shop", query="tea")) == ["I like tea."]


def test_words_of_any_kind(data: Call) -> None:
    for text in (
        "  indented",
        "# heading",
        "---\nid: x\n---",
        "a\r\nb",
        "\u2028",
        "<!-- entry:x -->",
        "🎉",
        "&#13;",
        "x\n\n",
    ):
        kept = data("remember", text=text + "!")
        assert data("read", id=kept["id"])["sections"]["text"] == text + "!"
