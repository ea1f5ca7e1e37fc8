"""retrieve_lightweight: its fields, their defaults and limits, and what it answers."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cascade import scanner
from tests.agentic_v3.conftest import (
    DAY,
    PREFIX,
    START,
    Json,
    Ok,
    answered,
    contents,
    conversation,
    said,
    settle,
    told_server,
)
from tests.system.client import connected
from tests.system.server import Server

Refusal = Callable[[str, Any], str]
TALK = (
    ("alice", "I adopted a cat called Miso from the shelter."),
    ("bob", "I will visit my parents in Porto on 3 March 2031."),
    ("alice", "Our quarterly budget is 40000 euros."),
)
MODES = ["rrf", "embedding", "bm25"]
ITEM = ["memory_type", "user_id", "group_id", "timestamp", "id", "subject", "summary"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with told_server(tmp_path_factory.mktemp("v3") / "memory", conversation("team", *TALK)) as running:
        yield running


def asked(query: Any = "What is the cat called?", **more: Any) -> Json:
    return {"query": query, "user_id": "alice", **more}


class TestAnswers:
    """One server that has heard one conversation, and is only asked."""

    @pytest.fixture
    def ok(self, server: Server) -> Ok:
        return partial(answered, server)

    def test_why_each_memory_was_found(self, ok: Ok) -> None:
        for mode in MODES:
            plain = ok("retrieve_lightweight", asked(retrieval_mode=mode))["memories"]
            told = ok("retrieve_lightweight", asked(retrieval_mode=mode, explain=True))["memories"]
            numbers = [memory.pop("explanation") for memory in told]
            assert told == plain, mode
            assert numbers
            for memory, each in zip(told, numbers, strict=True):
                assert 0 < each["score"] <= memory["score"] + 1e-6, (
                    mode
                )  # that of the group's copy may be higher
                assert set(each["matched"] + each["missing"]) == {"cat", "called?"}
                assert (each["meaning"] is None) == (mode == "bm25")
                assert ("words" in each["found_by"]) == (mode != "embedding")
        facts = ok("retrieve_lightweight", asked(data_source="event_log", explain=True))["memories"]
        assert facts
        assert all(fact["explanation"]["best_fact"] is None for fact in facts)
        assert "explanation" not in ok("retrieve_lightweight", asked(explain=None))["memories"][0]

    def test_an_episode(self, ok: Ok) -> None:
        result = ok("retrieve_lightweight", asked())
        assert list(result) == ["memories", "count", "metadata"]
        [memory] = result["memories"]
        assert list(memory) == [*ITEM, "content", "score", "pending"]
        assert (memory["memory_type"], memory["user_id"], memory["group_id"]) == (
            "episode_summary",
            "alice",
            "team",
        )
        assert memory["timestamp"] == START.isoformat().replace("+00:00", "Z")
        assert memory["id"].startswith("alice_ep_")
        assert "Miso" in memory["content"]
        assert memory["subject"]
        assert memory["summary"]

    @pytest.mark.parametrize("mode", MODES)
    def test_pages(self, ok: Ok, mode: str) -> None:
        query = asked(
            "Miso the cat, Porto and the quarterly budget", data_source="event_log", retrieval_mode=mode
        )
        whole = ok("retrieve_lightweight", query)
        texts = [memory["content"] for memory in whole["memories"]]
        assert (len(texts) > 1, whole["metadata"]["has_more"]) == (True, False)
        pages = [
            ok("retrieve_lightweight", {**query, "top_k": 1, "offset": place})
            for place in range(len(texts) + 1)
        ]
        assert [memory["content"] for page in pages for memory in page["memories"]] == texts
        assert [page["metadata"]["has_more"] for page in pages] == [True] * (len(texts) - 1) + [False] * 2

    @pytest.mark.parametrize("offset", [-1, 10_001, "1", 1.5])
    def test_an_offset_is_a_number_from_0(self, server: Server, offset: object) -> None:
        with connected(server.port) as client:
            answer = client.request("POST", f"{PREFIX}retrieve_lightweight", asked(offset=offset))
        assert (answer.status, answer.body["message"].split(":")[0]) == (400, "offset")

    def test_the_counts(self, ok: Ok) -> None:
        result = ok("retrieve_lightweight", asked())
        metadata = result["metadata"]
        assert metadata.pop("total_latency_ms") > 0
        assert metadata == {
            "retrieval_mode": "lightweight",
            "emb_count": 2,
            "bm25_count": 2,
            "pending_count": 1,
            "final_count": 1,
            "has_more": False,
        }
        assert result["count"] == 1

    @pytest.mark.parametrize("mode", MODES)
    def test_every_mode_finds_it(self, ok: Ok, mode: str) -> None:
        result = ok(
            "retrieve_lightweight", asked("cat Miso shelter", data_source="event_log", retrieval_mode=mode)
        )
        assert contents(result)[0] == f"alice adopted a cat called Miso from the shelter. ({DAY})"
        scores = [memory["score"] for memory in result["memories"]]
        assert scores == sorted(scores, reverse=True)
        assert all(0 <= score <= 1 for score in scores)
        counts = result["metadata"]
        assert (counts["emb_count"] > 0, counts["bm25_count"] > 0) == (mode != "bm25", mode != "embedding")

    def test_rrf_is_the_default_and_fuses(self, ok: Ok) -> None:
        fused = ok("retrieve_lightweight", asked("cat", data_source="event_log"))
        assert fused["memories"][0]["score"] == pytest.approx(1.0)
        assert contents(fused) == contents(
            ok("retrieve_lightweight", asked("cat", data_source="event_log", retrieval_mode="rrf"))
        )

    def test_an_event(self, ok: Ok) -> None:
        [memory] = ok("retrieve_lightweight", asked(data_source="event_log", top_k=1))["memories"]
        assert list(memory) == [*ITEM, "content", "episode_id", "score", "pending"]
        assert (memory["memory_type"], memory["subject"], memory["summary"]) == ("event_log", None, None)
        assert memory["episode_id"].startswith("alice_ep_")

    def test_what_is_expected(self, ok: Ok) -> None:
        body = asked("a visit to parents", data_source="semantic_memory", group_id="team")
        [memory] = ok("retrieve_lightweight", body)["memories"]
        assert list(memory) == [
            *ITEM,
            "content",
            "episode_id",
            "start_time",
            "end_time",
            "evidence",
            "score",
            "pending",
        ]
        assert (memory["memory_type"], memory["start_time"]) == ("semantic_memory", "2031-03-03")
        assert memory["id"].startswith("group:team_fs_")

    def test_a_profile_needs_no_query(self, ok: Ok) -> None:
        body = {"data_source": "profile", "user_id": "alice", "group_id": "team"}
        result = ok("retrieve_lightweight", body)
        [memory] = result["memories"]
        assert list(memory) == [*ITEM, "content", "score", "pending", "profile_data"]
        assert (memory["memory_type"], memory["user_id"], memory["score"]) == ("profile", "alice", None)
        assert "cat" in str(memory["profile_data"])
        assert result["metadata"]["final_count"] == 1

    def test_memcell_is_episode(self, ok: Ok) -> None:
        cells, episodes = (ok("retrieve_lightweight", asked(data_source=s)) for s in ("memcell", "episode"))
        assert cells["memories"] == episodes["memories"]

    @pytest.mark.parametrize(
        ("day", "count"), [("2031-03-03", 1), ("2031-03-04", 0), ("2020-01-01", 0), (None, 1)]
    )
    def test_what_is_over_or_not_yet_known_is_not_expected(self, ok: Ok, day: str | None, count: int) -> None:
        body = {"query": "visit", "group_id": "team", "data_source": "semantic_memory", "current_time": day}
        assert ok("retrieve_lightweight", body)["count"] == count

    def test_current_time_is_for_semantic_memory_alone(self, ok: Ok) -> None:
        assert ok("retrieve_lightweight", asked(current_time="2020-01-01"))["count"] == 1

    @pytest.mark.parametrize(("days", "count"), [(5, 0), (20, 1), (None, 1)])
    def test_the_window(self, ok: Ok, days: int | None, count: int) -> None:
        assert ok("retrieve_lightweight", asked(time_range_days=days))["count"] == count

    def test_top_k(self, ok: Ok) -> None:
        for top_k in (1, 2, 3):
            body = {"query": "alice and bob", "group_id": "team", "data_source": "event_log", "top_k": top_k}
            assert ok("retrieve_lightweight", body)["count"] == top_k

    def test_radius(self, ok: Ok) -> None:
        counts = [
            ok("retrieve_lightweight", asked(data_source="event_log", group_id="team", radius=radius))[
                "count"
            ]
            for radius in (-1, 0, 0.5, 1)
        ]
        assert counts == sorted(counts, reverse=True)
        assert (counts[0], counts[-1]) == (3, 0)

    def test_words_know_no_radius(self, ok: Ok) -> None:
        assert ok("retrieve_lightweight", asked(retrieval_mode="bm25", radius=1.0))["count"] == 1

    @pytest.mark.parametrize("sign", ['it\'s "quoted" OR 1=1 --', "a\x00b", "<|endoftext|>", "猫", "?"])
    def test_a_query_is_data(self, ok: Ok, sign: str) -> None:
        assert "Miso" in contents(ok("retrieve_lightweight", asked(f"{sign} What is the cat called?")))[0]


def test_a_hand_edit_is_found(ok: Ok, tell: Any, root: Path) -> None:
    tell("team", *TALK)
    for file in root.glob("*/*/*/*/episodes/*.md"):
        file.write_text(file.read_text().replace("Miso", "Yuzu"))
    scanner.scan()
    settle()
    assert "Yuzu" in contents(ok("retrieve_lightweight", asked()))[0]


@pytest.mark.long
def test_as_many_as_wanted_although_most_are_over(ok: Ok, tell: Any) -> None:
    """Of many expectations only the earliest made is still in force: it is found behind all others."""
    soon = (date.today() - timedelta(days=9)).strftime("%-d %B %Y")
    for day in range(3):
        lines = [("alice", f"I will meet client {day}{n} for lunch on {soon}.") for n in range(9)]
        tell(None, *lines, day=day / 10)
    ok("memorize", said("I will move to Porto on 3 March 2031.", at=5_000))
    ok("memorize", said("Bye", at=20_000))
    settle()
    body = asked("meet client for lunch", data_source="semantic_memory", current_time="2030-01-01", top_k=1)
    assert "Porto" in contents(ok("retrieve_lightweight", body))[0]


def test_nothing_is_found_where_nothing_is(ok: Ok) -> None:
    result = ok("retrieve_lightweight", asked())
    assert (result["memories"], result["count"]) == ([], 0)


@pytest.mark.parametrize("source", ["episode", "event_log", "semantic_memory", "memcell", None])
@pytest.mark.parametrize("query", [None, "", "  ", 5, ["x"]])
def test_a_query_is_needed(refusal: Refusal, source: str | None, query: Any) -> None:
    assert refusal("retrieve_lightweight", asked(query=query, data_source=source)).startswith("query: ")


def test_a_profile_needs_a_user(refusal: Refusal) -> None:
    body = {"data_source": "profile", "user_id": None, "group_id": "team"}
    assert "needs a user_id" in refusal("retrieve_lightweight", body)


def test_a_user_without_a_group_has_a_profile(ok: Ok, tell: Any) -> None:
    tell(None, ("zoe", "I live in Graz with my cat Miso."))
    [memory] = ok("retrieve_lightweight", {"data_source": "profile", "user_id": "zoe"})["memories"]
    assert (memory["user_id"], memory["group_id"]) == ("zoe", None)
    assert "Graz" in str(memory["profile_data"])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("user_id", value) for value in ("", 5, "a" * 257, "..")],
        *[("group_id", value) for value in ("", 5, "a" * 129)],
        *[("time_range_days", value) for value in (0, -1, 36_501, "5", True, 1.5)],
        *[("top_k", value) for value in (0, -1, 101, "5", True, 1.5)],
        *[("retrieval_mode", value) for value in ("hybrid", "", 5, ["rrf"])],
        *[("data_source", value) for value in ("episodes", "", 5)],
        *[("memory_scope", value) for value in ("everything", "", 5)],
        *[
            ("current_time", value)
            for value in ("2025-1-5", "2025-02-30", "2025-01-05T00:00:00", "today", "", 5)
        ],
        *[("radius", value) for value in (1.01, -1.01, "0.5", True)],
    ],
)
def test_malformed(refusal: Refusal, name: str, value: Any) -> None:
    assert refusal("retrieve_lightweight", asked(**{name: value})).startswith(f"{name}: ")


@pytest.mark.parametrize(
    "name",
    [
        "user_id",
        "group_id",
        "time_range_days",
        "top_k",
        "retrieval_mode",
        "data_source",
        "memory_scope",
        "radius",
    ],
)
def test_null_is_the_default(ok: Ok, name: str) -> None:
    assert ok("retrieve_lightweight", asked(**{name: None}))["count"] == 0
