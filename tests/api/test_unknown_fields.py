"""A refusal for a missing field names the unknown field that was probably meant, in each dialect."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.api.dialects import (
    AGENT_KV,
    AGENTIC_V3,
    ANTHROPIC,
    LTM,
    MEM0_PLATFORM,
    MEM0_SERVER,
    STM,
    STORE,
    V1,
    V2,
    Dialect,
)
from tests.contract.bodies import add, message, search, without

pytestmark = pytest.mark.django_db

MISSPELT = (
    (V1, "/api/v1/memory/add", {**without(add(), "messages"), "mesages": []}, "mesages; did you mean messages?"),
    (V1, "/api/v1/memory/add", add({**without(message(), "role"), "roll": "user"}), "roll; did you mean role?"),
    (V1, "/api/v1/memory/flush", {"sessionId": "a"}, "sessionId; did you mean session_id?"),
    (V2, "/api/v2/memory/search", {**without(search(), "query"), "qeury": "x"}, "qeury; did you mean query?"),
    (AGENTIC_V3, "/api/v3/agentic/memorize", {"mesage_id": "1"}, "mesage_id; did you mean message_id?"),
    (AGENTIC_V3, "/api/v3/agentic/retrieve_lightweight", {"qeury": "x"}, "qeury; did you mean query?"),
    (AGENT_KV, "/api/v1/memory/bot/store", {"kee": "a", "value": "x"}, "kee; did you mean key?"),
    (STM, "/stm/morning/messages", {"mesages": []}, "mesages; did you mean messages?"),
    (LTM, "/ltm/memories", {"messages": [{"rol": "user", "content": "x"}]}, "rol; did you mean role?"),
    (STORE, "/store/items/search", {"namespace_prefx": []}, "namespace_prefx; did you mean namespace_prefix?"),
    (STORE, "/store/batch", {"ops": [{"op": "get", "keys": "k", "namespace": ["n"]}]}, "keys; did you mean key?"),
    (MEM0_SERVER, "/search", {"qeury": "x"}, "qeury; did you mean query?"),
    (MEM0_PLATFORM, "/v3/memories/add/", {"messages": [{"contnt": "x"}]}, "contnt; did you mean content?"),
    (ANTHROPIC, "/v1/memory_stores", {"nme": "x"}, "nme; did you mean name?"),
    (ANTHROPIC, "/anthropic/memory", {"command": "view", "pth": "/memories"}, "pth; did you mean path?"),
)  # fmt: skip


def refusal(client: Client, dialect: Dialect, path: str, body: Any) -> str:
    return dialect.refusal(client.post(path, body, content_type="application/json"), dialect.bad_input)


@pytest.mark.parametrize(("dialect", "path", "body", "told"), MISSPELT)
def test_a_misspelt_field_is_named_with_what_was_meant(
    client: Client, dialect: Dialect, path: str, body: Any, told: str
) -> None:
    assert f"(unknown: {told})" in refusal(client, dialect, path, body)


def test_a_field_that_is_like_none_is_only_named(client: Client) -> None:
    assert refusal(client, V1, "/api/v1/memory/flush", {"mood": "good"}) == (
        "Field required (unknown: mood): session_id"
    )


def test_a_refused_field_comes_with_what_was_meant(client: Client) -> None:
    assert refusal(client, V1, "/api/v1/memory/search", search(topk=3)) == (
        "Extra inputs are not permitted (did you mean top_k?): topk"
    )


def test_nothing_is_suggested_that_is_there(client: Client) -> None:
    body = {**without(search(), "query"), "user_ids": ["bob"]}
    assert refusal(client, V1, "/api/v1/memory/search", body) == ("Field required (unknown: user_ids): query")


def test_the_likely_one_of_many_is_named(client: Client) -> None:
    body = {"a": 1, "b": 2, "c": 3, "d" * 100_000: 4, "sesion_id": "x"}
    told = refusal(client, V1, "/api/v1/memory/flush", body)
    assert "(unknown: sesion_id; did you mean session_id?, a, b)" in told
    assert len(told) < 200


def test_unknown_fields_do_not_fail_a_request(client: Client) -> None:
    added = client.post("/api/v1/memory/add", json.dumps({**add(), "mesages": []}), "application/json")
    assert added.status_code == 200
