"""Keys with limits: what they may not see is not there, and what they may not do is refused by name."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User

from memory.api.mem0 import events
from memory.api.mem0.finding import superseded
from memory.api_keys import ApiKey
from memory.grants import Action, limited
from memory.keyed.single import SingleMemory
from memory.scope import Scope, user

Json = dict[str, Any]


def limited_key(*actions: Action, **names: list[str]) -> str:
    user, _ = User.objects.get_or_create(username="service")
    return str(ApiKey.objects.make(user, "test", limited(actions, **names))[1])


@pytest.fixture
def two(keep: Callable[..., str]) -> dict[str, str]:
    return {
        "ann": keep("Ann's word is amber.", agent_id="bot", run_id="shared"),
        "ben": keep("Ben's word is beryl.", user_id="ben", run_id="shared"),
    }


def test_others_are_not_there(call: Callable[..., Any], ok: Callable[..., Json], two: dict[str, str]) -> None:
    key = limited_key(users=["ann"])
    for filters in ({"user_id": "*"}, {"run_id": "shared"}, {"user_id": ["ann", "ben"]}, {"agent_id": "bot"}):
        listed = ok("POST", "/v3/memories/", {"filters": filters}, key=key)
        assert [one["id"] for one in listed["results"]] == [two["ann"]], filters
        assert listed["count"] == 1
        found = ok("POST", "/v3/memories/search/", {"query": "word", "filters": filters}, key=key)
        assert [one["id"] for one in found["results"]] == [two["ann"]], filters
    assert ok("POST", "/v3/memories/", {"filters": {"user_id": "ben"}}, key=key)["results"] == []
    assert [one["id"] for one in ok("GET", "/memories", key=key)["results"]] == [two["ann"]]
    named = [(one["type"], one["name"]) for one in ok("GET", "/v1/entities/", key=key)["results"]]
    assert named == [("run", "shared"), ("user", "ann")], "the bot is not the key's"
    for path in ("/memories/{}", "/v1/memories/{}/", "/v1/memories/{}/history/", "/v1/event/{}/"):
        assert call("GET", path.format(two["ben"]), key=key).status_code == 404
    assert call("PUT", f"/v1/memories/{two['ben']}/", {"text": "x"}, key=key).status_code == 404
    assert call("DELETE", f"/v1/memories/{two['ben']}/", key=key).status_code == 404
    batch = {"memories": [{"memory_id": each} for each in two.values()]}
    assert call("DELETE", "/v1/batch/", batch, key=key).status_code == 404
    assert call("GET", f"/memories/{two['ann']}", key=key).status_code == 200, (
        "nothing of the batch was forgotten"
    )


def test_events_of_another_are_not_there(ok: Callable[..., Json], call: Callable[..., Any]) -> None:
    """Neither of what has been extracted, nor of what waits."""
    said = {"messages": [{"role": "user", "content": "I have a cat."}], "user_id": "ben"}
    cell = ok("POST", "/v3/memories/add/", said)["event_id"]
    waits = {
        "sender_id": "ben",
        "role": "user",
        "timestamp": 1_748_390_400_000,
        "content": "x",
        "message_id": "m1",
    }
    ok("POST", "/api/v1/memory/add", {"session_id": "s", "messages": [waits]})
    for key, status, count in (
        (None, 200, 1),
        (limited_key(users=["ben"]), 200, 1),
        (limited_key(users=["ann"]), 404, 0),
    ):
        assert [call("GET", f"/v1/event/{each}/", key=key).status_code for each in (cell, "m1")] == [
            status
        ] * 2
        assert ok("GET", "/v1/events/", key=key)["count"] == count


def test_the_profile_of_another_is_not_there(call: Callable[..., Any], two: dict[str, str]) -> None:
    key = limited_key(users=["ann"])
    for name in ("ben", "nobody"):
        assert call("GET", f"/v2/entities/user/{name}/profile/", key=key).status_code == 404
        asked = {"operation": "trigger", "entity_type": "user", "entity_id": name}
        assert call("POST", "/v2/profiles/jobs/", asked, key=key).status_code == 404
    for people, status in ((10, 200), (11, 404)):  # as many as a job has at most
        job = urlsafe_b64encode(json.dumps(["ann"] * people).encode()).decode()
        assert call("GET", f"/v2/profiles/jobs/{job}/", key=key).status_code == status


def test_what_is_refused_by_name(call: Callable[..., Any], two: dict[str, str]) -> None:
    key = limited_key(users=["ann"])
    said = {"messages": [{"role": "user", "content": "x"}], "infer": False}
    for whose in ({"user_id": "ben"}, {"agent_id": "bot"}, {"run_id": "shared"}):
        assert call("POST", "/v3/memories/add/", {**said, **whose}, key=key).status_code == 403, whose
    assert call("DELETE", "/v1/memories/?user_id=ben", key=key).status_code == 403
    assert call("DELETE", "/v2/entities/user/ben/", key=key).status_code == 403
    assert call("DELETE", "/v1/memories/?user_id=*", key=key).json() == {
        "message": "Memories deleted successfully!"
    }
    assert call("GET", f"/memories/{two['ben']}").status_code == 200, "of everybody, the key's are all"


def test_a_run_is_forgotten_of_the_own_people(call: Callable[..., Any], two: dict[str, str]) -> None:
    key = limited_key(users=["ann"])
    assert call("DELETE", "/v2/entities/run/shared/", key=key).status_code == 200
    assert call("GET", f"/memories/{two['ann']}").status_code == 404
    assert call("GET", f"/memories/{two['ben']}").status_code == 200


def test_a_key_does_what_it_may(call: Callable[..., Any], two: dict[str, str]) -> None:
    reads, writes = limited_key("read"), limited_key("write")
    one = f"/v1/memories/{two['ann']}/"
    assert [call("GET", one, key=each).status_code for each in (reads, writes)] == [200, 403]
    for path, statuses in (
        (one, [403, 403]),
        (one[3:-1], [403, 200]),
    ):  # the first one answers with the memory
        assert [
            call("PUT", path, {"text": "x"}, key=each).status_code for each in (reads, writes)
        ] == statuses
    assert [call("DELETE", one, key=each).status_code for each in (reads, writes)] == [403, 403]
    assert call("POST", "/reset", key=limited_key("forget", "read", "write")).status_code == 403


@pytest.mark.parametrize(
    "path",
    ["/v1/memories/?user_id=ann&agent_id=bot", "/v1/memories/?app_id=default", "/v1/memories/?user_id=*"],
)
def test_what_may_be_forgotten_need_not_be_readable(
    call: Callable[..., Any], two: dict[str, str], path: str
) -> None:
    assert call("DELETE", path, key=limited_key("forget")).status_code == 200
    assert call("GET", f"/memories/{two['ann']}").status_code == 404


def test_an_app_is_forgotten_as_far_as_the_key_goes(call: Callable[..., Any]) -> None:
    """Also what other dialects have of people of whom there is nothing else."""
    item, asked = {"namespace": ["tea"], "key": "green", "value": {"cups": 2}}, "namespace=tea&key=green"
    for owner in ("ann", "ben"):
        assert call("PUT", f"/store/items?user_id={owner}&app_id=shop", item).status_code == 204
    for key, left in (
        (limited_key("forget", users=["ann"]), ["ben"]),
        (limited_key("forget", apps=["shop"]), []),
    ):
        assert call("DELETE", "/v1/memories/?app_id=shop", key=key).status_code == 200
        found = [
            call("GET", f"/store/items?user_id={who}&app_id=shop&{asked}").json() for who in ("ann", "ben")
        ]
        assert [who for who, one in zip(("ann", "ben"), found, strict=True) if one] == left


def test_who_only_writes_is_told_no_facts_of_the_session(
    ok: Callable[..., Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "WAIT_SECONDS", 0)
    said = {"messages": [{"role": "user", "content": "I live in Leipzig."}], "user_id": "ann", "run_id": "r"}
    assert ok("POST", "/memories", said, key=limited_key("write"))["results"] == []
    again = {**said, "messages": [{"role": "user", "content": "I have a cat called Miso."}]}
    assert ok("POST", "/memories", again, key=limited_key("read", "write"))["results"]


def test_long_chains_are_forgotten_with_the_latest() -> None:
    ids = [f"f{number}" for number in range(3000)]
    chain = [
        SingleMemory(each, "atomic_fact", Scope(), user("ann"), "x", superseded_by=later)
        for each, later in pairwise([*ids, None])
    ]
    assert [one.id for one in superseded(chain[-1], chain)] == ids[-2::-1]
    assert [one.id for one in superseded(chain[2], chain)] == ["f1", "f0"]


def test_a_key_for_an_app_and_a_project_is_at_home_there(
    ok: Callable[..., Json], keep: Callable[..., str], call: Callable[..., Any]
) -> None:
    key = limited_key(apps=["shop"], projects=["spring"])
    assert ok("GET", "/v1/ping/", key=key)["project_id"] == "spring"
    identifier = keep("Ann likes tulips.", key=key)
    assert identifier.startswith("shop::")
    assert ok("GET", f"/memories/{identifier}", key=key)["memory"] == "Ann likes tulips."
    assert ok("POST", "/v3/memories/", {"filters": {"user_id": "ann"}}, key=key)["count"] == 1
    assert ok("POST", "/v3/memories/", {"filters": {"user_id": "ann"}})["count"] == 0
    everywhere = {"filters": {"user_id": "ann", "app_id": "shop"}, "project_id": "spring"}
    assert ok("POST", "/v3/memories/", everywhere)["count"] == 1
    assert call("DELETE", "/v1/memories/?user_id=ann&app_id=default", key=key).status_code == 403


@pytest.mark.parametrize(
    ("of_key", "of_token", "home"),
    [
        (["spring", "autumn"], "spring", "spring"),
        ([], "spring", "spring"),
        (["spring", "autumn"], None, "default"),
    ],
)
def test_a_token_is_at_home_where_it_and_its_key_are(
    ok: Callable[..., Json], of_key: list[str], of_token: str | None, home: str
) -> None:
    key = limited_key(projects=of_key)
    wanted = {"user_id": "ann", **({"project_id": of_token} if of_token else {})}
    token = ok("POST", "/api/v1/auth/token", wanted, key=key)["data"]["token"]
    assert ok("GET", "/v1/ping/", key=token)["project_id"] == home
