"""What held at a moment, what was believed then, and which fact has taken the place of which."""

from collections.abc import Callable
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import pytest

from cascade.drain import drain as index_changes
from cascade.scanner import scan
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.episode import EPISODE
from memory.kinds.ids import day_of
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Scope, user
from tests.contract.bodies import get, search
from tests.contract.conftest import Post
from tests.contract.test_foresights import NOW, data, day, tell

Item = dict[str, Any]


def moment(ago: float) -> str:
    return (NOW - timedelta(days=ago)).isoformat()


def milliseconds(ago: float) -> int:
    return int((NOW - timedelta(days=ago)).timestamp() * 1000)


def facts(post: Post, **changes: Any) -> list[Item]:
    """The oldest first."""
    body = get(memory_type="atomic_fact", sort_order="asc", **changes)
    return list(data(post, "get", body)["atomic_facts"])


def told(items: list[Item]) -> list[str]:
    return [item["content"].split(" (")[0].removesuffix(".") for item in items]


def path_of(item: Item) -> Path:
    entry = item["id"].removeprefix("alice_")
    [kind] = [kind for kind in (EPISODE, ATOMIC_FACT) if entry.startswith(kind.prefix)]
    root = current_root()
    return root.absolute(root.file(kind, Scope(), user("alice"), day=day_of(entry)))


def edited(item: Item, change: Callable[[str], str]) -> None:
    path = path_of(item)
    path.write_text(change(path.read_text()))
    scan()
    index_changes()


@pytest.fixture
def moved(post: Post) -> None:
    tell(post, "I live in Oslo.", ago=400, session="oslo")
    tell(post, "I moved to Rome.", ago=40, session="rome")


@pytest.mark.usefixtures("moved")
def test_a_fact_names_the_one_that_has_taken_its_place(post: Post) -> None:
    oslo, rome = facts(post)
    assert told([oslo, rome]) == ["alice lives in Oslo", "alice moved to Rome"]
    assert (oslo["valid_from"], oslo["valid_to"]) == (oslo["timestamp"], rome["timestamp"])
    assert oslo["superseded_by"] == rome["id"]
    assert (rome["valid_from"], rome["valid_to"], rome["superseded_by"]) == (rome["timestamp"], None, None)


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize(
    ("ago", "held"), [(500, []), (200, ["alice lives in Oslo"]), (1, ["alice moved to Rome"])]
)
@pytest.mark.parametrize("spelt", [moment, milliseconds])
def test_get_answers_what_held_then(post: Post, ago: int, held: list[str], spelt: Any) -> None:
    assert told(facts(post, as_of=spelt(ago))) == held


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize("method", ["keyword", "vector", "hybrid", "agentic"])
def test_search_answers_what_held_then(post: Post, method: str) -> None:
    ask = search(query="Where does she live? Oslo or Rome?", method=method, top_k=5)
    then = data(post, "search", ask | {"as_of": moment(200)})["episodes"]
    assert [(hit["session_id"], told(hit["atomic_facts"])) for hit in then] == [
        ("oslo", ["alice lives in Oslo"])
    ]
    now = data(post, "search", ask)["episodes"]
    assert [hit["session_id"] for hit in now] == ["rome", "oslo"]
    rome, oslo = (hit["atomic_facts"][0] for hit in now)
    assert oslo["superseded_by"] == rome["id"]
    today = data(post, "search", ask | {"as_of": moment(1)})["episodes"]
    assert [told(hit["atomic_facts"]) for hit in today] == [["alice moved to Rome"], []]


def test_an_older_session_that_comes_later_replaces_nothing(post: Post) -> None:
    tell(post, "I moved to Rome.", ago=40, session="rome")
    tell(post, "I live in Oslo.", ago=400, session="oslo")
    oslo, rome = facts(post)
    assert (oslo["superseded_by"], rome["superseded_by"]) == (rome["id"], None)


def test_to_say_the_same_again_replaces_nothing(post: Post) -> None:
    tell(post, "I live in Oslo.", ago=400, session="one")
    tell(post, "I still live in Oslo, near the harbour.", ago=40, session="two")
    assert [fact["superseded_by"] for fact in facts(post)] == [None, None]


@pytest.mark.usefixtures("moved")
def test_who_removes_the_later_one_brings_the_earlier_one_back(post: Post) -> None:
    _, rome = facts(post)
    path_of(rome).unlink()
    scan()
    index_changes()
    [oslo] = facts(post)
    assert (oslo["valid_to"], oslo["superseded_by"]) == (None, None)
    assert told(facts(post, as_of=moment(1))) == ["alice lives in Oslo"]


@pytest.mark.usefixtures("moved")
def test_what_waits_to_be_indexed_counts(post: Post) -> None:
    oslo, rome = facts(post)
    day = NOW.date() - timedelta(days=40)
    store.delete_entry(current_root().file(ATOMIC_FACT, Scope(), user("alice"), day=day), rome["id"][6:])
    [left] = facts(post)
    assert (left["id"], left["superseded_by"]) == (oslo["id"], None)


@pytest.mark.usefixtures("moved")
def test_a_persons_dates_count_more(post: Post) -> None:
    oslo, _ = facts(post)
    end = (NOW - timedelta(days=100)).replace(microsecond=0).astimezone(UTC)
    edited(oslo, lambda text: text.replace("**told**", f"**valid_to**: {end.isoformat()}\n**told**"))
    assert facts(post)[0]["valid_to"] == f"{end:%Y-%m-%dT%H:%M:%S}Z"
    assert told(facts(post, as_of=moment(99))) == []
    assert told(facts(post, as_of=moment(101))) == ["alice lives in Oslo"]


def test_a_date_that_was_said_is_when_it_began(post: Post) -> None:
    tell(post, f"I moved to Rome on {day(-100)}.", ago=40)
    [rome] = facts(post)
    assert rome["valid_from"][:10] == (NOW - timedelta(days=100)).date().isoformat()
    assert len(facts(post, as_of=moment(90))) == 1
    assert facts(post, as_of=moment(120)) == []


def test_what_nothing_is_said_against_holds_from_when_it_was_said(post: Post) -> None:
    tell(post, "I painted the shed green.", ago=40)
    [shed] = facts(post)
    assert (shed["valid_from"], shed["valid_to"]) == (shed["timestamp"], None)
    assert (len(facts(post, as_of=moment(41))), len(facts(post, as_of=moment(39)))) == (0, 1)


@pytest.mark.usefixtures("moved")
def test_what_was_believed_then(post: Post) -> None:
    """Both were said long ago, and learned a moment ago; the file says so."""
    oslo, _ = facts(post)
    assert oslo["learned_at"] >= moment(1)
    assert facts(post, known_at=moment(1)) == []
    learned = oslo["learned_at"]
    earlier = (NOW - timedelta(days=399)).astimezone(UTC).isoformat()
    edited(
        oslo,
        lambda text: "\n".join(
            f"**learned_at**: {earlier}" if line.startswith("**learned_at**") else line
            for line in text.split("\n")
        ),
    )
    assert facts(post)[0]["learned_at"] != learned
    [believed] = facts(post, known_at=moment(1))
    assert (told([believed]), believed["superseded_by"]) == (["alice lives in Oslo"], None)
    assert told(facts(post, known_at=moment(1), as_of=moment(2))) == ["alice lives in Oslo"]


def test_foresights_that_were_open_then(post: Post) -> None:
    tell(post, f"I have an exam in Leipzig on {day(-20)}.", ago=40)
    ask = search(query="the exam in Leipzig", include_foresights=True)
    assert data(post, "search", ask)["foresights"] == []
    assert len(data(post, "search", ask | {"as_of": moment(30)})["foresights"]) == 1
    listed = get(memory_type="foresight")
    assert data(post, "get", listed)["total_count"] == 1
    assert [data(post, "get", listed | {"as_of": moment(n)})["total_count"] for n in (41, 30, 20, 10)] == [
        0,
        1,
        1,
        0,
    ]


@pytest.mark.usefixtures("moved")
def test_a_profile_tells_what_holds_now(post: Post, refusal: Callable[[str, Any], str]) -> None:
    ask = search(query="Rome", include_profile=True)
    [profile] = data(post, "search", ask)["profiles"]
    items = {item["category"]: item for item in profile["profile_data"]["explicit_info"]}
    assert items["home"]["description"] == "Lives in Rome"
    assert items["home"]["said_on"] == (NOW - timedelta(days=40)).date().isoformat()
    assert "Oslo" in items["past"]["description"]
    assert data(post, "search", ask | {"as_of": moment(200)})["profiles"] == []
    assert "atomic_fact" in refusal("get", get(memory_type="profile", as_of=moment(1)))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("2999-01-01T00:00:00Z", "in the future"),
        ("yesterday", "ISO-8601"),
        ("2026-02-30", "ISO-8601"),
        (True, "ISO-8601"),
        (-(10**10), "1900"),
        (10**18, "ISO-8601"),
        ("0001-01-01T00:00:00+14:00", "ISO-8601|1900"),
        ("1" * 100, "ISO-8601"),
        ({}, "ISO-8601"),
    ],
)
@pytest.mark.parametrize("name", ["as_of", "known_at"])
def test_what_is_no_moment_of_the_past(
    refusal: Callable[[str, Any], str], name: str, value: Any, reason: str
) -> None:
    for call, body in (("search", search()), ("get", get())):
        message = refusal(call, body | {name: value})
        assert message.endswith(name)
        assert any(part in message for part in reason.split("|"))
