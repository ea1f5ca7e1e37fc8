"""On a real server: what becomes of conversations, and what stays when the index is made again."""

import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import pytest

from tests.system.client import Client, connected
from tests.system.server import Server

Json = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("mem0") / "memory").start()
    yield server
    server.kill()


def ok(client: Client, method: str, path: str, body: Json | None = None) -> Json:
    answer = client.request(method, path, body)
    assert answer.status == 200, answer
    return answer.body


def add(server: Server, text: str, **more: Any) -> Json:
    body = {"messages": [{"role": "user", "content": text}], **({"user_id": "kim"} | more)}
    with connected(server.port) as client:
        return ok(client, "POST", "/memories", body)


def listed(server: Server, **filters: Any) -> dict[str, Json]:
    with connected(server.port) as client:
        answer = ok(
            client, "POST", "/v3/memories/", {"filters": {"user_id": "kim"} | filters, "show_expired": True}
        )
    return {one["id"]: one for one in answer["results"]}


@pytest.mark.long
def test_facts_have_the_metadata_of_their_messages_and_keep_their_ids(server: Server) -> None:
    drawn = add(server, "I moved to Porto and I play the cello.", metadata={"topic": "life"}, run_id="r")[
        "results"
    ]
    assert drawn
    kept = add(server, "The cello is from 1890.", infer=False, metadata={"topic": "cello"})["results"]
    before = listed(server)
    assert before.keys() == {one["id"] for one in (*drawn, *kept)}
    assert all(before[one["id"]]["metadata"] == {"topic": "life"} for one in drawn)
    assert all(before[one["id"]]["run_id"] == "r" for one in drawn)
    assert listed(server, topic="cello").keys() == {kept[0]["id"]}
    server.ready()
    server.stop()
    shutil.rmtree(server.root / ".index")
    server.start()
    server.ready()
    after = listed(server)
    assert {each: one["memory"] for each, one in after.items()} == {
        each: one["memory"] for each, one in before.items()
    }
    assert {each: one["metadata"] for each, one in after.items()} == {
        each: one["metadata"] for each, one in before.items()
    }


def test_a_conversation_expires_as_a_whole(server: Server) -> None:
    drawn = add(server, "I am on a diet.", user_id="max", expiration_date="2020-01-01")["results"]
    with connected(server.port) as client:
        shown = ok(client, "GET", f"/memories/{quote(drawn[0]['id'])}")
        assert (shown["expiration_date"], shown["metadata"]) == ("2020-01-01", {})
        assert ok(client, "GET", "/memories?user_id=max")["results"] == []
        ok(client, "PUT", f"/memories/{quote(drawn[0]['id'])}", {"expiration_date": None})
        server.ready()
        assert [one["id"] for one in ok(client, "GET", "/memories?user_id=max")["results"]] == [
            drawn[0]["id"]
        ]


def test_who_repeats_an_addition_finds_it_there(server: Server) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: add(server, "I sold my red bicycle.", user_id="rob"), range(4)))
    found = {one["id"] for answer in answers for one in answer["results"]}
    with connected(server.port) as client:
        assert {one["id"] for one in ok(client, "GET", "/memories?user_id=rob")["results"]} == found
        assert len(found) == 1


def test_what_is_forgotten_is_in_no_file(server: Server) -> None:
    [drawn] = add(server, "My passphrase is quetzalcoatl.", user_id="eve")["results"]
    kept = add(server, "Another one is tlaloc.", user_id="eve", infer=False)["results"][0]
    with connected(server.port) as client:
        ok(client, "DELETE", f"/memories/{quote(drawn['id'])}")
        ok(client, "DELETE", f"/memories/{kept['id']}")
        server.ready()
        assert ok(client, "GET", "/memories?user_id=eve") == {"results": []}
    texts = [path.read_text(errors="replace") for path in server.root.rglob("*.md")]
    assert not [text for text in texts if "quetzalcoatl" in text or "tlaloc" in text]
