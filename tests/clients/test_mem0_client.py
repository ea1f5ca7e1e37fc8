"""mem0's own package against this server: each method of its two clients, and its server's calls by HTTP."""

import asyncio
import hashlib
import os

os.environ["MEM0_TELEMETRY"] = "False"  # before the package is loaded: it would call its maker

import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest
from mem0 import AsyncMemoryClient, MemoryClient
from mem0.exceptions import MemoryNotFoundError, ValidationError

from tests.system.server import Server

Json = dict[str, Any]
MOVED = [
    {"role": "user", "content": "I moved to Leipzig in May and I love hiking."},
    {"role": "assistant", "content": "Nice, how do you like it there?"},
]


@pytest.fixture(autouse=True)
def nothing_goes_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection to anywhere but this machine fails the test."""
    import socket

    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        assert not isinstance(address, tuple) or address[0] in ("127.0.0.1", "::1"), address
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="module")
def client(url: str) -> MemoryClient:
    return MemoryClient(api_key="any", host=url)


def note(client: MemoryClient, text: str, user: str, **more: Any) -> str:
    """The id of what was kept word for word."""
    added = client.add(text, user_id=user, infer=False, **more)
    assert added["status"] == "SUCCEEDED"
    [kept] = added["results"]
    assert kept["data"] == {"memory": text}
    assert kept["event"] == "ADD"
    return str(kept["id"])


def texts(listed: Json) -> list[str]:
    return [memory["memory"] for memory in listed["results"]]


def until(check: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + 60
    while not (found := check()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found


def test_the_client_finds_its_project(client: MemoryClient) -> None:
    assert (client.org_id, client.project_id) == ("everos", "default")


def test_a_note_is_found_at_once(client: MemoryClient) -> None:
    identifier = note(client, "Nora's locker is 4711 on floor 3.", "nora", metadata={"topic": "office"})
    found = client.search("Which locker?", filters={"user_id": "nora"})["results"]
    assert found[0]["id"] == identifier
    assert 0 < found[0]["score"] <= 1
    assert found[0]["metadata"] == {"topic": "office"}
    shown = client.get(identifier)
    assert shown["memory"] == "Nora's locker is 4711 on floor 3."
    assert (shown["user_id"], shown["agent_id"], shown["run_id"]) == ("nora", None, None)


def test_a_conversation_becomes_facts(client: MemoryClient) -> None:
    added = client.add(MOVED, user_id="mia", metadata={"topic": "home"})
    assert added["status"] == "PENDING"
    address = f"/v1/event/{added['event_id']}/"

    def is_over() -> Json | None:
        event: Json = client.client.get(address).json()
        return event if event["status"] == "SUCCEEDED" else None

    event = until(is_over)
    told = [one["data"]["memory"] for one in event["results"]]
    assert any("Leipzig" in text for text in told)
    listed = client.get_all(filters={"AND": [{"user_id": "mia"}, {"metadata": {"topic": "home"}}]})
    assert sorted(texts(listed)) == sorted(told)
    assert added["event_id"] in [each["id"] for each in client.client.get("/v1/events/").json()["results"]]
    again = client.add(MOVED, user_id="mia", metadata={"topic": "home"})
    assert again["event_id"] == added["event_id"], "the same messages are there once"


def test_what_is_waited_for_is_answered(client: MemoryClient) -> None:
    added = client.add("I adopted a cat called Pixel.", user_id="lea", async_mode=False)
    assert added["status"] == "SUCCEEDED"
    assert any("Pixel" in one["data"]["memory"] for one in added["results"])


def test_pages_and_filters(client: MemoryClient) -> None:
    for number in range(5):
        note(
            client,
            f"Paging note number {number}.",
            "otto",
            metadata={"number": number, "even": number % 2 == 0},
        )
    first = client.get_all(filters={"user_id": "otto"}, page=1, page_size=2)
    assert (first["count"], len(first["results"]), first["previous"]) == (5, 2, None)
    assert first["next"].endswith("/v3/memories/?page=2&page_size=2")
    last = client.get_all(filters={"user_id": "otto"}, page=3, page_size=2)
    assert (len(last["results"]), last["next"]) == (1, None)

    def matching(*conditions: Json) -> list[str]:
        return sorted(texts(client.get_all(filters={"AND": [{"user_id": "otto"}, *conditions]})))

    assert len(matching({"metadata": {"number": {"gte": 3}}})) == 2
    assert matching({"metadata": {"even": True}}, {"NOT": [{"metadata": {"number": 0}}]}) == [
        "Paging note number 2.", "Paging note number 4.",
    ]  # fmt: skip
    assert (
        len(
            matching(
                {"OR": [{"metadata": {"number": {"in": [0, 1]}}}, {"keywords": {"icontains": "NUMBER 4"}}]}
            )
        )
        == 3
    )
    assert matching({"created_at": {"lt": "2020-01-01"}}) == []
    found = client.search("note number", filters={"user_id": "otto", "metadata": {"number": 3}}, top_k=5)
    assert texts(found) == ["Paging note number 3."]
    assert client.search("note number", filters={"user_id": "otto"}, threshold=1.0)["results"] == []
    [only] = client.search("note number 1", filters={"user_id": "otto"}, top_k=1, fields=["memory", "score"])[
        "results"
    ]
    assert only.keys() == {"id", "memory", "score"}
    with pytest.raises(ValidationError, match="name at least one of user_id"):
        client.get_all(filters={"metadata": {"number": 3}})


def test_update_and_history(client: MemoryClient) -> None:
    identifier = note(client, "The door code is 1234.", "uma", metadata={"a": 1})
    changed = client.update(identifier, text="The door code is 9876.", metadata={"b": 2})
    assert (changed["memory"], changed["metadata"]) == ("The door code is 9876.", {"a": 1, "b": 2})
    assert client.get(identifier)["id"] == identifier
    assert [(one["event"], one["old_memory"], one["new_memory"]) for one in client.history(identifier)] == [
        ("ADD", None, "The door code is 1234."),
        ("UPDATE", "The door code is 1234.", "The door code is 9876."),
    ]


def test_update_of_a_fact(client: MemoryClient) -> None:
    added = client.add("I work as a carpenter in Graz.", user_id="ute", async_mode=False)
    [fact] = [one for one in added["results"] if "carpenter" in one["data"]["memory"]]
    changed = client.update(fact["id"], text="Ute works as a joiner in Graz.", metadata={"checked": True})
    assert changed["metadata"] == {"checked": True}
    assert [one["event"] for one in client.history(fact["id"])] == ["ADD", "UPDATE"]
    assert client.history(fact["id"])[1]["old_memory"] == fact["data"]["memory"]
    found = until(
        lambda: texts(client.search("What is her job?", filters={"user_id": "ute", "checked": True}))
    )
    assert found == ["Ute works as a joiner in Graz."]


def test_an_expired_memory_is_shown_when_asked_for(client: MemoryClient) -> None:
    identifier = note(client, "The offer holds until New Year.", "emma", expiration_date="2020-01-01")
    asked = {"filters": {"user_id": "emma"}}
    assert client.get_all(**asked)["results"] == []
    assert client.search("offer", **asked)["results"] == []
    [shown] = client.get_all(**asked, show_expired=True)["results"]
    assert shown["expiration_date"] == "2020-01-01"
    client.update(identifier, expiration_date=None)
    assert texts(client.get_all(**asked)) == ["The offer holds until New Year."]


def test_delete(client: MemoryClient) -> None:
    identifier = note(client, "Dora's secret is violet.", "dora")
    assert client.delete(identifier) == {"message": "Memory deleted successfully!"}
    with pytest.raises(MemoryNotFoundError):
        client.get(identifier)
    with pytest.raises(MemoryNotFoundError):
        client.delete(identifier)
    assert client.search("secret", filters={"user_id": "dora"})["results"] == []


def test_delete_with_what_it_replaced(client: MemoryClient) -> None:
    ids: list[str] = []
    for place in ("Hamburg", "Bremen"):
        added = client.add(f"I live in {place}.", user_id="linus", async_mode=False)
        ids += [one["id"] for one in added["results"] if place in one["data"]["memory"]]
    everything = client.get_all(filters={"user_id": "linus"})
    assert len(everything["results"]) == 2
    [latest] = client.get_all(filters={"user_id": "linus"}, latest_only=True)["results"]
    assert latest["id"] == ids[1]
    client.delete(ids[1], delete_linked=True)
    assert client.get_all(filters={"user_id": "linus"})["results"] == []


def test_delete_all_and_entities(client: MemoryClient) -> None:
    note(client, "Ada and the bot in one run.", "ada", agent_id="bot", run_id="run-1")
    note(client, "Ada without a run.", "ada")
    listed = {(one["type"], one["name"]): one for one in client.users()["results"]}
    assert listed["user", "ada"]["total_memories"] == 2
    assert listed["agent", "bot"]["total_memories"] == 1
    assert listed["run", "run-1"]["total_memories"] == 1
    assert texts(client.get_all(filters={"run_id": "run-1"})) == ["Ada and the bot in one run."]
    assert texts(client.get_all(filters={"agent_id": "bot"})) == ["Ada and the bot in one run."]
    assert client.delete_users(run_id="run-1") == {"message": "Entity deleted successfully."}
    assert texts(client.get_all(filters={"user_id": "ada"})) == ["Ada without a run."]
    assert client.delete_all(user_id="ada") == {"message": "Memories deleted successfully!"}
    assert client.get_all(filters={"user_id": "ada"})["results"] == []


def test_apps_are_apart(client: MemoryClient) -> None:
    identifier = note(client, "In the shop the code is blue.", "vera", app_id="shop")
    assert client.get_all(filters={"user_id": "vera"})["results"] == []
    [shown] = client.get_all(filters={"AND": [{"user_id": "vera"}, {"app_id": "shop"}]})["results"]
    assert (shown["id"], shown["app_id"]) == (identifier, "shop")
    assert client.get(identifier)["memory"] == "In the shop the code is blue."
    client.delete_users(app_id="shop")
    with pytest.raises(MemoryNotFoundError):
        client.get(identifier)


def test_batches(client: MemoryClient) -> None:
    ids = [note(client, f"Batch {number}.", "ben") for number in range(3)]
    changed = [{"memory_id": each, "text": f"Changed {place}."} for place, each in enumerate(ids)]
    assert client.batch_update(changed) == {"message": "Successfully updated 3 memories"}
    assert client.get(ids[2])["memory"] == "Changed 2."
    with pytest.raises(MemoryNotFoundError):
        client.batch_delete([{"memory_id": ids[0]}, {"memory_id": "nothing"}])
    assert client.get(ids[0])["memory"] == "Changed 0."
    assert client.batch_delete([{"memory_id": each} for each in ids]) == {
        "message": "Successfully deleted 3 memories"
    }


def test_exports_summary_and_profile(client: MemoryClient) -> None:
    client.add("I live in Oslo and I work as a nurse.", user_id="pia", async_mode=False)
    asked = client.create_memory_export(schema="{}", user_id="pia")
    export = client.get_memory_export(memory_export_id=asked["id"])
    assert any("Oslo" in text for text in texts(export))
    assert export["count"] == client.get_memory_export(user_id="pia")["count"]

    def made() -> bool:
        return bool(client.get_profile("pia")["status"] == "succeeded")

    until(made)
    assert "Oslo" in str(client.get_profile("pia")["profile"])
    assert client.get_summary(filters={"user_id": "pia"})["summary"]
    job = client.generate_profile("pia")
    assert client.get_profile_job(job["status_url"])["job"]["succeeded"] == 1
    assert "pia" in client.sample_profiles(limit=10)["entity_ids"]
    with pytest.raises(MemoryNotFoundError):
        client.get_profile("nobody-of-this-name")
    assert client.get_profile_settings()["enabled"] is True
    assert client.update_profile_settings(enabled=True)["enabled"] is True
    with pytest.raises(ValidationError, match="take neither a schema"):
        client.update_profile_settings(schema={"type": "object"})


def test_feedback(client: MemoryClient) -> None:
    identifier = note(client, "Fritz prefers window seats.", "fritz")
    client.feedback(identifier, "negative", "He told me otherwise.")
    assert client.get(identifier)["metadata"] == {
        "feedback": "NEGATIVE", "feedback_reason": "He told me otherwise.",
    }  # fmt: skip


def test_the_project_and_what_is_not_offered(client: MemoryClient) -> None:
    assert client.project.get()["project_id"] == "default"
    assert client.get_project()["custom_instructions"] is None
    with pytest.raises(ValidationError, match="instructions"):
        client.project.update(custom_instructions="Only food.")
    with pytest.raises(ValidationError, match="instructions"):
        client.update_project(custom_instructions="Only food.")
    with pytest.raises(MemoryNotFoundError, match="keys"):
        client.project.get_members()
    with pytest.raises(MemoryNotFoundError, match="webhooks"):
        client.get_webhooks("default")
    with pytest.raises(MemoryNotFoundError, match="webhooks"):
        client.create_webhook("http://127.0.0.1:1/", "x", "default", ["memory_add"])
    for asked in (
        {"custom_instructions": "Only food."},
        {"immutable": True},
        {"structured_data_schema": {"a": 1}},
    ):
        with pytest.raises(ValidationError, match="not supported here"):
            client.add("I like rice.", user_id="gus", **asked)
    assert client.get_all(filters={"user_id": "gus"})["results"] == []


def test_an_id_may_hold_anything(client: MemoryClient) -> None:
    identifier = note(client, "Odd ids work.", "team/β ü::x")
    assert client.get(identifier)["user_id"] == "team/β ü::x"
    added = client.add("I play the tuba.", user_id="team/β ü::x", async_mode=False)
    fact = added["results"][0]["id"]
    assert "tuba" in client.get(fact)["memory"]
    assert client.history(fact)[0]["event"] == "ADD"
    assert client.get_profile("team/β ü::x")["entity_id"] == "team/β ü::x"
    client.delete_users(user_id="team/β ü::x")
    assert client.get_all(filters={"user_id": "team/β ü::x"})["results"] == []


def test_other_dialects_find_it_and_it_finds_theirs(client: MemoryClient, url: str) -> None:
    note(client, "Zoe collects fountain pens.", "zoe")
    kept = httpx.get(f"{url}/ltm/memories", params={"user_id": "zoe"}).json()["results"]
    assert [one["memory"] for one in kept] == ["Zoe collects fountain pens."]
    body = {"user_id": "zoe", "messages": "Zoe is allergic to bees", "category": "fact"}
    httpx.post(f"{url}/ltm/memories", json=body).raise_for_status()
    assert "Zoe is allergic to bees" in texts(client.get_all(filters={"user_id": "zoe"}))
    said = {
        "sender_id": "zoe",
        "role": "user",
        "timestamp": int(time.time() * 1000),
        "content": "I bought a canoe.",
    }
    httpx.post(f"{url}/api/v1/memory/add", json={"session_id": "z", "messages": [said]}).raise_for_status()
    assert any("canoe" in text for text in texts(client.search("Whose canoe?", filters={"user_id": "zoe"})))
    assert any("canoe" in text for text in texts(client.get_all(filters={"run_id": "z"})))


@pytest.fixture
async def patient(url: str) -> AsyncIterator[AsyncMemoryClient]:
    async with AsyncMemoryClient(api_key="any", host=url) as client:
        yield client


async def test_the_asynchronous_client(patient: AsyncMemoryClient) -> None:
    filters = {"user_id": "iris"}
    added = await patient.add("Iris keeps bees.", user_id="iris", infer=False)
    identifier = added["results"][0]["id"]
    assert (await patient.get(identifier))["memory"] == "Iris keeps bees."
    assert texts(await patient.search("bees", filters=filters)) == ["Iris keeps bees."]
    assert texts(await patient.get_all(filters=filters, page=1, page_size=10)) == ["Iris keeps bees."]
    assert (await patient.update(identifier, text="Iris keeps ten hives."))[
        "memory"
    ] == "Iris keeps ten hives."
    assert len(await patient.history(identifier)) == 2
    await patient.batch_update([{"memory_id": identifier, "metadata": {"x": 1}}])
    await patient.feedback(identifier, "POSITIVE")
    assert (await patient.get(identifier))["metadata"] == {
        "x": 1,
        "feedback": "POSITIVE",
        "feedback_reason": None,
    }
    for _ in range(100):  # the fact that was drawn from the note's old words is on its way out
        export = await patient.create_memory_export(schema="{}", user_id="iris")
        if (kept := (await patient.get_memory_export(memory_export_id=export["id"]))["count"]) == 1:
            break
        await asyncio.sleep(0.2)
    assert kept == 1
    assert (await patient.get_summary(filters=filters))["status"] == "succeeded"
    assert (await patient.get_profile("iris"))["entity_id"] == "iris"
    job = await patient.generate_profile("iris")
    assert (await patient.get_profile_job(job["job_id"]))["job"]["total"] == 1
    assert (await patient.sample_profiles(limit=1))["sampled"] == 1
    assert (await patient.get_profile_settings())["enabled"]
    assert (await patient.update_profile_settings(enabled=True))["enabled"]
    assert (await patient.project.get())["org_id"] == "everos"
    assert any(one["name"] == "iris" for one in (await patient.users())["results"])
    await patient.delete(identifier)
    with pytest.raises(MemoryNotFoundError):
        await patient.get(identifier)
    sold = await patient.add("Iris sold them.", user_id="iris", infer=False)
    await patient.batch_delete([{"memory_id": sold["results"][0]["id"]}])
    await patient.add("Iris has a dog.", user_id="iris", infer=False)
    await patient.delete_all(user_id="iris")
    await patient.delete_users(user_id="iris")
    assert (await patient.get_all(filters=filters))["results"] == []


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(
        tmp_path_factory.mktemp("guarded") / "memory", env={"EVEROS_AUTH__REQUIRED": "true"}
    ).start()
    yield server
    server.kill()


def test_keys(guarded: Server) -> None:
    host = f"http://127.0.0.1:{guarded.port}"
    with pytest.raises(ValueError, match="No such key is valid"):
        MemoryClient(api_key="wrong", host=host)
    key = guarded.manage("token", "service", "--user", "rita").split()[-1]
    client = MemoryClient(api_key=key, host=host)
    identifier = note(client, "Rita likes tea.", "rita")
    with pytest.raises(Exception, match="not for the user 'sam'"):
        client.add("Sam likes tea.", user_id="sam", infer=False)
    assert client.get_all(filters={"user_id": "*"})["count"] == 1
    shown = httpx.get(f"{host}/memories/{identifier}", headers={"X-API-Key": key})
    assert shown.json()["memory"] == "Rita likes tea."
    assert httpx.get(f"{host}/memories/{identifier}").json().keys() == {"detail"}
    client.reset()
    assert client.get_all(filters={"user_id": "rita"})["results"] == []


def test_reset_forgets_everybody(client: MemoryClient) -> None:
    note(client, "Somebody is here.", "somebody", run_id="somewhere")
    client.reset()
    assert client.users()["results"] == []


@pytest.fixture
def server_of_mem0(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=60) as http:
        yield http


def test_the_calls_of_the_server(server_of_mem0: httpx.Client) -> None:
    http = server_of_mem0
    body = {"messages": [{"role": "user", "content": "I love sour cherries."}], "user_id": "olga"}
    added = http.post("/memories", json=body).json()
    assert any("cherries" in one["memory"] and one["event"] == "ADD" for one in added["results"])
    kept = http.post(
        "/memories", json={**body, "infer": False, "run_id": "r1", "metadata": {"k": "v"}}
    ).json()
    identifier = kept["results"][0]["id"]
    shown = http.get(f"/memories/{identifier}").json()
    assert (shown["memory"], shown["run_id"], shown["metadata"]) == (
        "I love sour cherries.",
        "r1",
        {"k": "v"},
    )
    assert (shown["role"], shown["hash"]) == ("user", hashlib.md5(b"I love sour cherries.").hexdigest())
    assert len(http.get("/memories", params={"user_id": "olga", "run_id": "r1"}).json()["results"]) == 1
    assert len(http.get("/memories", params={"user_id": "olga", "top_k": 1}).json()["results"]) == 1
    found = http.post("/search", json={"query": "cherries", "user_id": "olga", "explain": True}).json()[
        "results"
    ]
    assert found[0]["score_details"]["final_score"] == found[0]["score"]
    assert http.post("/search", json={"query": "cherries", "filters": {"user_id": "olga", "k": "v"}}).json()[
        "results"
    ]
    told = http.put(f"/memories/{identifier}", json={"text": "I love sweet cherries."}).json()
    assert told == {"message": "Memory updated successfully!"}
    assert [one["event"] for one in http.get(f"/memories/{identifier}/history").json()] == ["ADD", "UPDATE"]
    assert http.delete(f"/memories/{identifier}").json() == {"message": "Memory deleted successfully"}
    gone = http.delete("/memories", params={"user_id": "olga"}).json()
    assert gone == {"message": "All relevant memories deleted"}
    assert http.get("/memories", params={"user_id": "olga"}).json() == {"results": []}


def test_agents_and_runs_without_a_user(server_of_mem0: httpx.Client) -> None:
    http = server_of_mem0
    messages = [
        {"role": "user", "content": "Always answer in French."},
        {"role": "assistant", "content": "Oui."},
    ]
    [kept] = http.post("/memories", json={"messages": messages, "agent_id": "gaston"}).json()["results"]
    assert "French" in kept["memory"]
    assert http.get(f"/memories/{kept['id']}").json()["agent_id"] == "gaston"
    http.post("/memories", json={"messages": messages, "run_id": "lonely", "infer": False}).raise_for_status()
    found = http.get("/memories", params={"run_id": "lonely"}).json()["results"]
    assert sorted((one["memory"], one["role"]) for one in found) == [
        ("Always answer in French.", "user"), ("Oui.", "assistant"),
    ]  # fmt: skip


def test_what_the_server_refuses(server_of_mem0: httpx.Client) -> None:
    http = server_of_mem0
    said = [{"role": "user", "content": "x"}]
    assert http.post("/memories", json={"messages": said}).status_code == 400
    assert http.delete("/memories").status_code == 400
    refused = http.post("/configure", json={"llm": {"provider": "openai"}})
    assert refused.status_code == 400
    assert "EVEROS_LLM__" in refused.json()["detail"]
    assert http.get("/configure").json()["vector_store"]["provider"] == "lancedb"
    assert http.get("/configure/providers").json()["llm"] == ["openai"]
    assert "no instructions" in http.post("/generate-instructions", json={}).json()["detail"]
    assert http.post("/reset").json() == {"message": "All memories reset"}
    assert http.get("/memories").json() == {"results": []}
