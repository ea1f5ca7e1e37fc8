"""A file stands where a folder of memories belongs: as after a careless copy."""

from pathlib import Path

import pytest
from django.test import Client

V1 = "/api/v1/memory"
ALICE = "default_app/default_project/users/alice"
MESSAGE = {
    "sender_id": "alice",
    "role": "user",
    "timestamp": 1_748_390_400_000,
    "content": "I climb in Yosemite.",
}


@pytest.mark.parametrize("blocked", ["default_app", ALICE, f"{ALICE}/episodes"])
def test_messages_wait_until_the_file_is_gone(db: None, root: Path, client: Client, blocked: str) -> None:
    file = root / blocked
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("in the way")

    def post(call: str, body: object) -> tuple[int, str]:
        answer = client.post(f"{V1}/{call}", body, content_type="application/json")
        return answer.status_code, answer.getvalue().decode()

    assert post("add", {"session_id": "s", "messages": [MESSAGE]})[0] == 200
    assert post("flush", {"session_id": "s"})[0] == 503
    assert client.get(f"{V1}/alice_ep_20250528_00000001").status_code == 404
    status, said = post("get", {"user_id": "alice", "memory_type": "episode"})
    assert (status, "Yosemite" in said) == (200, True)
    assert file.read_text() == "in the way"
    file.unlink()
    assert post("flush", {"session_id": "s"})[0] == 200
    assert client.get(f"{V1}/alice_ep_20250528_00000001").status_code == 200


def test_an_owner_behind_a_file_is_forgotten(transactional_db: None, root: Path, client: Client) -> None:
    (root / ALICE).parent.mkdir(parents=True)
    (root / ALICE).write_text("in the way")
    client.post(f"{V1}/add", {"session_id": "s", "messages": [MESSAGE]}, content_type="application/json")
    client.post(f"{V1}/flush", {"session_id": "s"}, content_type="application/json")
    answer = client.post(f"{V1}/delete", {"user_id": "alice"}, content_type="application/json")
    assert (answer.status_code, answer.json()["data"]["messages"]) == (200, 1)
