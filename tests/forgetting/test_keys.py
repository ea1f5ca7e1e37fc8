"""What keys with limits may forget, correct and see of it."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from memory.api_keys import ApiKey
from memory.grants import limited
from memory.models import BufferedMessage
from tests.forgetting.conftest import Service

EPISODE = "ep_20250528_00000001"


@pytest.fixture
def both(service: Service) -> Service:
    service.remember(
        "both", ("alice", "I was diagnosed with sarcoidosis."), ("bob", "I keep bees in Leipzig.")
    )
    return service


class Holder:
    def __init__(self, *actions: str, **limits: list[str]) -> None:
        user, _ = User.objects.get_or_create(username="shop")
        self.key = ApiKey.objects.make(user, "test", limited(actions, **limits))[1]  # type: ignore[arg-type]
        self.http = Client(raise_request_exception=False)

    def call(self, method: str, path: str, body: Any = None) -> Any:
        return self.http.generic(
            method,
            f"/api/v1/memory/{path}",
            data=b"" if body is None else json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {self.key}"},
        )


def test_a_key_of_one_person_forgets_what_is_hers(both: Service):
    hers = Holder(users=["alice"])
    assert hers.call("POST", "delete", {"session_id": "both"}).status_code == 403
    assert hers.call("POST", "delete", {"before": 2_000_000_000_000}).status_code == 403
    assert hers.call("POST", "delete", {"user_id": "bob"}).status_code == 403
    assert hers.call("POST", "delete", {"id": f"bob_{EPISODE}"}).status_code == 404
    answer = hers.call(
        "POST", "delete", {"ids": [f"bob_{EPISODE}", f"alice_{EPISODE}"], "dry_run": True}
    ).json()["data"]
    assert (answer["unknown"], answer["quoted_in"]) == ([f"bob_{EPISODE}"], [])
    assert "Leipzig" not in str([memory["id"] for memory in answer["memories"]])
    answer = hers.call("POST", "delete", {"session_id": "both", "user_id": "alice"}).json()["data"]
    assert (answer["status"], answer["quoted_in"]) == ("forgotten", [])
    both.settle()
    assert both.listed("episode") == []
    assert len(both.listed("episode", user_id="bob")) == 1
    assert hers.call("GET", f"receipts/{answer['receipt_id']}").status_code == 200
    assert Holder(users=["bob"]).call("GET", f"receipts/{answer['receipt_id']}").status_code == 404
    assert Holder(apps=["shop"]).call("GET", f"receipts/{answer['receipt_id']}").status_code == 404
    receipt = hers.call("GET", f"receipts/{answer['receipt_id']}").json()["data"]["receipt"]
    assert receipt["asked_by"] == f"key {hers.key[:8]}"


def test_a_receipt_by_ids_is_for_who_has_asked(both: Service):
    hers = Holder(users=["alice"])
    answer = hers.call("POST", "delete", {"id": f"alice_{EPISODE}"}).json()["data"]
    assert hers.call("GET", f"receipts/{answer['receipt_id']}").status_code == 200
    assert Holder(users=["bob"]).call("GET", f"receipts/{answer['receipt_id']}").status_code == 404


def test_an_id_that_others_have_too_is_not_hers_to_forget(service: Service):
    """Clients number messages as they like, so two people may have a message `m1`."""
    for who in ("alice", "bob"):
        said = {"sender_id": who, "role": "user", "timestamp": 1_748_390_400_000, "content": f"I am {who}."}
        body = {"session_id": who, "messages": [{**said, "message_id": "m1"}]}
        assert Holder().call("POST", "add", body).status_code == 200
    for ids in (["m1"], ["m1", "m2"]):
        assert Holder(users=["alice"]).call("POST", "delete", {"ids": ids}).status_code == 404
    assert BufferedMessage.objects.count() == 2
    Holder(users=["alice"]).call("POST", "delete", {"id": "m1", "user_id": "alice"})
    assert [row.sender_id for row in BufferedMessage.objects.all()] == ["bob"]


def test_who_may_not_read_sees_no_text(both: Service):
    blind = Holder("forget", users=["alice"])
    answer = blind.call("POST", "delete", {"user_id": "alice", "dry_run": True})
    assert answer.status_code == 200
    assert "sarcoidosis" not in answer.content.decode()
    assert blind.call("POST", "delete", {"user_id": "alice", "query": "illness"}).status_code == 403


def test_whose_memory_is_corrected(both: Service):
    hers, reader = Holder(users=["alice"]), Holder("read", users=["alice"])
    body = {"subject": "Mine"}
    assert hers.call("PATCH", f"bob_{EPISODE}", body).status_code == 404
    assert hers.call("GET", f"bob_{EPISODE}").status_code == 404
    assert hers.call("GET", f"bob_{EPISODE}/history").status_code == 404
    assert reader.call("PATCH", f"alice_{EPISODE}", body).status_code == 403
    assert hers.call("PATCH", f"alice_{EPISODE}", body).status_code == 200
    [change] = reader.call("GET", f"alice_{EPISODE}/history").json()["data"]["changes"]
    assert change["by"] == f"key {hers.key[:8]}"
