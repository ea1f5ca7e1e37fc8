"""SIGKILL between the file of a keyed entry and its row in the register: after a restart the register is right."""

import pytest

from tests.system.client import Answer, Client, NoAnswer, eventually
from tests.system.server import Server

pytestmark = pytest.mark.long

AGENT = "/api/v1/memory/bot"
WHILE_STORING = (
    "before-rename:1",
    "after-rename:1",
    "after-change-row:1",
    "before-register:1",
    "after-register:1",
)


def store(client: Client, key: str, value: str) -> Answer:
    return client.request("POST", f"{AGENT}/store", {"key": key, "value": value})


def listed(client: Client) -> dict[str, str]:
    """Nothing as long as the answer is 503: the register of a new database is being filled."""
    answer = client.request("GET", f"{AGENT}/list?limit=1000")
    return {} if answer.status == 503 else {entry["key"]: entry["value"] for entry in answer.body["entries"]}


@pytest.mark.long
@pytest.mark.parametrize("point", WHILE_STORING)
def test_killed_while_storing(victim: Server, point: str) -> None:
    """Without an answer it may be there or not, but everywhere alike; sent again, it is there once."""
    key = point.removesuffix(":1")
    victim.die_at(point)
    with pytest.raises(NoAnswer):
        store(victim.client(), key, "first")
    client = victim.risen().client()
    on_disk = bool(list(victim.root.rglob(f"*{key}.md")))
    assert on_disk is (point != "before-rename:1")
    assert (client.request("GET", f"{AGENT}/{key}").status == 200) is on_disk
    assert eventually(lambda: (key in listed(client)) is on_disk, f"{key} is listed: {on_disk}")
    assert store(client, key, "second").status == 200
    assert listed(client)[key] == "second"


def test_killed_while_deleting(victim: Server) -> None:
    client = victim.client()
    store(client, "doomed", "x")
    victim.die_at("after-removal:1")
    with pytest.raises(NoAnswer):
        client.request("DELETE", f"{AGENT}/doomed")
    client = victim.risen().client()
    assert client.request("GET", f"{AGENT}/doomed").status == 404
    assert eventually(
        lambda: client.request("GET", "/api/v1/memory/stats").body["total_entries"] == len(listed(client)),
        "the register counts what is there",
    )


@pytest.mark.long
def test_killed_while_clearing_and_while_sharing(victim: Server) -> None:
    """The same call once more completes the work, and doubles nothing."""
    client = victim.client()
    client.request("DELETE", f"{AGENT}/clear").done()  # of what other tests stored
    told = {f"k{number}": f"value {number}" for number in range(6)}
    for key, value in told.items():
        store(client, key, value)
    share = {"from": "bot", "to": "heir", "pattern": "*"}
    for point, method, path, body in (
        ("after-rename:4", "POST", "/api/v1/memory/share", share),
        ("after-removal:4", "DELETE", f"{AGENT}/clear", None),
    ):
        victim.die_at(point)
        with pytest.raises(NoAnswer):
            client.request(method, path, body)
        client = victim.risen().client()
        assert client.request(method, path, body).status == 200
    heirs = client.request("GET", "/api/v1/memory/heir/list").body["entries"]
    assert {entry["key"]: entry["value"] for entry in heirs} == told
    assert len(heirs) == len(told) == len(list(victim.root.rglob("agents/heir/.entries/*.md")))
    assert listed(client) == {}
    assert not list(victim.root.rglob("agents/bot/.entries/*.md"))
    assert client.request("GET", "/api/v1/memory/stats").body["total_entries"] == len(told)


@pytest.mark.long
def test_a_deleted_database_is_made_again(victim: Server) -> None:
    client = victim.client()
    store(client, "kept", "value")
    victim.ready()
    victim.stop()
    for file in (victim.root / ".index" / "sqlite").iterdir():
        file.unlink()
    client = victim.start().client()
    assert client.request("GET", f"{AGENT}/kept").body["value"] == "value"
    assert eventually(lambda: "kept" in listed(client), "the register is made again")
