"""A memory is marked as verified: by a call, or by hand in its file."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from cascade.drain import drain as index_changes
from memory.markdown import store
from memory.markdown.wire_ids import places_of
from memory.scope import Scope
from ome.engine.worker import drain as derive
from ome.models import StrategyRun
from tests.contract.bodies import get, search
from tests.contract.conftest import Post
from tests.contract.test_as_of import edited, facts, moment
from tests.contract.test_foresights import NOW, data, tell

YESTERDAY = (NOW - timedelta(days=1)).date().isoformat()
TOMORROW = (NOW + timedelta(days=2)).date().isoformat()


@pytest.fixture(autouse=True)
def oslo(post: Post) -> None:
    tell(post, "I live in Oslo.", ago=40)


@pytest.mark.parametrize("kind", ["episode", "atomic_fact"])
def test_it_is_answered_at_once_and_when_it_is_indexed(post: Post, kind: str) -> None:
    def listed() -> dict[str, Any]:
        [item] = data(post, "get", get(memory_type=kind))[f"{kind}s"]
        return dict(item)

    before = listed()
    assert (before["verified_at"], before["stale_after"], before["stale"]) == (None, None, False)
    body = {"id": before["id"], "by": "human:maya", "stale_after": TOMORROW}
    done = data(post, "verify", body)
    assert done["verified_at"] >= NOW.isoformat()[:10]
    assert (done["verified_by"], done["stale_after"], done["stale"]) == ("human:maya", TOMORROW, False)
    for _ in range(2):
        after = listed()
        assert {name: after[name] for name in done} == done
        unmarked = {**after, **{name: before[name] for name in done}}
        assert unmarked | {"pending": False} == before | {"pending": False}
        index_changes()


def test_what_is_derived_of_it_stays(post: Post) -> None:
    runs = StrategyRun.objects.count()
    [episode] = data(post, "get", get())["episodes"]
    [fact] = facts(post)
    for item in (episode, fact):
        data(post, "verify", {"id": item["id"]})
    index_changes()
    derive()
    assert StrategyRun.objects.count() == runs
    assert facts(post)[0]["id"] == fact["id"]


def test_past_its_day_it_is_stale_and_still_found(post: Post) -> None:
    [episode] = data(post, "get", get())["episodes"]
    today = NOW.date().isoformat()
    assert data(post, "verify", {"id": episode["id"], "stale_after": today})["stale"] is False
    data(post, "verify", {"id": episode["id"], "stale_after": YESTERDAY})
    [found] = data(post, "search", search(query="Oslo"))["episodes"]
    assert (found["stale"], found["stale_after"]) == (True, YESTERDAY)
    assert data(post, "verify", {"id": episode["id"]})["stale_after"] == YESTERDAY
    assert data(post, "verify", {"id": episode["id"], "stale_after": ""})["stale_after"] is None


def test_by_hand(post: Post) -> None:
    [fact] = facts(post)
    marks = f"**verified_at**: 2026-01-02\n**verified_by**: human:jonas\n**stale_after**: {YESTERDAY}\n"
    edited(fact, lambda text: text.replace("**told**", f"{marks}**told**"))
    [after] = facts(post)
    assert (after["verified_at"], after["verified_by"]) == ("2026-01-02T00:00:00Z", "human:jonas")
    assert (after["stale"], after["source"]) == (True, "user_said")


def test_it_survives_that_the_episode_is_edited(post: Post) -> None:
    [fact] = facts(post)
    data(post, "verify", {"id": fact["id"], "by": "process:check"})
    [episode] = data(post, "get", get())["episodes"]
    edited(
        episode,
        lambda text: text.replace("alice: I live in Oslo.", "alice: I live in Oslo.\nalice: I keep bees."),
    )
    derive()
    index_changes()
    kept = {item["content"]: item for item in facts(post)}
    assert len(kept) == 2
    [same] = [item for item in kept.values() if item["id"] == fact["id"]]
    assert same["verified_by"] == "process:check"


@pytest.mark.parametrize(
    ("changes", "status", "reason"),
    [
        ({"id": "alice_ep_20200101_00000001"}, 404, "no memory"),
        ({"id": "bob_ep_20200101_00000001"}, 404, "no memory"),
        ({"id": "alice_ep_20209901_00000001"}, 404, "no memory"),
        ({"id": "alice_pending_17"}, 404, "no memory"),
        ({"id": "../../x_ep_20200101_00000001"}, 404, "no memory"),
        ({"id": ""}, 422, "id"),
        ({"by": "maya"}, 422, "by"),
        ({"stale_after": "soon"}, 422, "stale_after"),
        ({"stale_after": "2026-02-30"}, 422, "stale_after"),
        ({"verified_at": (NOW + timedelta(days=1)).isoformat()}, 422, "in the future"),
        ({"certain": True}, 422, "certain"),
    ],
)
def test_what_cannot_be_verified(post: Post, changes: dict[str, Any], status: int, reason: str) -> None:
    [fact] = facts(post)
    response = post("verify", {"id": fact["id"], **changes})
    assert response.status_code == status, response.content
    assert reason in response.json()["error"]["message"]


def test_somebody_elses_project_knows_it_not(post: Post) -> None:
    [fact] = facts(post)
    assert post("verify", {"id": fact["id"], "project_id": "other"}).status_code == 404


def test_an_episode_that_a_merged_one_has_replaced_is_not_known(post: Post) -> None:
    [episode] = data(post, "get", get())["episodes"]
    [(path, _, entry)] = places_of(Scope(), episode["id"])
    store.deprecate(path, {entry: "ep_20200101_00000001"})
    assert post("verify", {"id": episode["id"]}).status_code == 404


def test_when_somebody_looked(post: Post, refusal: Callable[[str, Any], str]) -> None:
    [fact] = facts(post)
    when = data(post, "verify", {"id": fact["id"], "verified_at": moment(3)})["verified_at"]
    assert when[:10] == (NOW - timedelta(days=3)).date().isoformat()
