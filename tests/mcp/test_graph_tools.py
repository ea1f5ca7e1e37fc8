"""The nine tools of the reference server for knowledge graphs: its names, its arguments, its answers."""

import json
from typing import Any

import pytest

from tests.conftest import change_settings
from tests.mcp.conftest import Call, Json, Rpc, request

GRAPH = "tools=graph"
ANNA: Json = {"name": "Anna", "entityType": "person", "observations": ["likes tea"]}
ACME: Json = {"name": "Acme", "entityType": "company", "observations": []}
WORKS: Json = {"from": "Anna", "to": "Acme", "relationType": "works at"}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def graph(call: Call) -> Call:
    def send(tool: str, /, **arguments: Any) -> Json:
        return call(tool, GRAPH, **arguments)

    send("create_entities", entities=[ANNA, ACME])
    send("create_relations", relations=[WORKS])
    return send


def shown(result: Json) -> Json:
    """The data, after a check that the text says the same."""
    [item] = result["content"]
    told = json.loads(item["text"])
    data: Json = result["structuredContent"]
    assert told == data or [told] == list(data.values())
    return data


def test_its_names_and_hints(post: Rpc) -> None:
    listed = {tool["name"]: tool for tool in post(request("tools/list"), GRAPH).json()["result"]["tools"]}
    writing = ["create_entities", "create_relations", "add_observations"]
    deleting = ["delete_entities", "delete_observations", "delete_relations"]
    assert list(listed) == [*writing, *deleting, "read_graph", "search_nodes", "open_nodes"]
    for name, tool in listed.items():
        hints = (name not in writing + deleting, name in deleting, name not in writing, False)
        assert tuple(tool["annotations"].values()) == hints
    assert listed["create_entities"]["title"] == "Create Entities"
    item = listed["create_relations"]["inputSchema"]
    assert {"from", "to", "relationType"} == set(item["$defs"]["RelationItem"]["required"])


def test_only_what_is_new_is_answered(graph: Call) -> None:
    ben = {"name": "Ben", "entityType": "person", "observations": ["sings"]}
    assert shown(graph("create_entities", entities=[ANNA, ben])) == {"entities": [ben]}
    leads = {"from": "Ben", "to": "Acme", "relationType": "leads"}
    assert shown(graph("create_relations", relations=[WORKS, leads])) == {"relations": [leads]}
    added = graph(
        "add_observations", observations=[{"entityName": "Anna", "contents": ["likes tea", "runs"]}]
    )
    assert shown(added) == {"results": [{"entityName": "Anna", "addedObservations": ["runs"]}]}


def test_reading(graph: Call) -> None:
    assert shown(graph("read_graph")) == {"entities": [ANNA, ACME], "relations": [WORKS]}
    assert shown(graph("open_nodes", names=["Acme", "Nobody"])) == {"entities": [ACME], "relations": [WORKS]}
    assert shown(graph("search_nodes", query="TEA")) == {"entities": [ANNA], "relations": [WORKS]}
    assert shown(graph("search_nodes", query="zzz")) == {"entities": [], "relations": []}


@pytest.mark.parametrize(
    ("tool", "arguments", "message", "left"),
    [
        (
            "delete_entities",
            {"entityNames": ["Anna", "Nobody"]},
            "Entities",
            {"entities": [ACME], "relations": []},
        ),
        (
            "delete_relations",
            {"relations": [WORKS]},
            "Relations",
            {"entities": [ANNA, ACME], "relations": []},
        ),
        (
            "delete_observations",
            {"deletions": [{"entityName": "Anna", "observations": ["likes tea"]}]},
            "Observations",
            {"entities": [{**ANNA, "observations": []}, ACME], "relations": [WORKS]},
        ),
    ],
)
def test_deleting(graph: Call, tool: str, arguments: Json, message: str, left: Json) -> None:
    for _ in range(2):
        result = graph(tool, **arguments)
        message_text = f"{message.split()[0]} deleted successfully"
        assert result["content"][0]["text"] == message_text
        assert result["structuredContent"] == {"success": True, "message": message_text}
        assert shown(graph("read_graph")) == left


def test_what_is_not_there_cannot_be_observed(post: Rpc, graph: Call) -> None:
    observations = [{"entityName": "Anna", "contents": ["runs"]}, {"entityName": "Nobody", "contents": ["x"]}]
    asked = request("tools/call", {"name": "add_observations", "arguments": {"observations": observations}})
    result = post(asked, GRAPH).json()["result"]
    assert result == {
        "content": [{"type": "text", "text": "Entity with name Nobody not found"}],
        "isError": True,
        "_meta": {"everos/status": 404},
    }
    assert shown(graph("read_graph"))["entities"] == [ANNA, ACME]


def test_the_whole_graph_is_a_resource(post: Rpc, graph: Call) -> None:
    uri = "memory://knowledge-graph"
    listed = post(request("resources/list"), GRAPH).json()["result"]["resources"]
    assert uri in [each["uri"] for each in listed]
    [contents] = post(request("resources/read", {"uri": uri}), GRAPH).json()["result"]["contents"]
    assert contents["mimeType"] == "application/json"
    assert json.loads(contents["text"]) == {"entities": [ANNA, ACME], "relations": [WORKS]}


def test_sizes(post: Rpc, graph: Call, settings: Any) -> None:
    change_settings(settings, "limits", note_chars=100)
    for tool, arguments, told in (
        ("create_entities", {"entities": [{**ANNA, "name": "x" * 101}]}, "EVEROS_LIMITS__NOTE_CHARS"),
        ("create_entities", {"entities": [{**ANNA, "name": ""}]}, "needs a name"),
        ("create_entities", {"entities": [ANNA] * 1001}, "at most 1000 items"),
        (
            "create_relations",
            {"relations": [{"from": "a", "to": "b"}]},
            "relations.0.relationType: Field required",
        ),
        ("create_entities", {"entities": [{**ANNA, "name": ".."}]}, "cannot be used"),
        (
            "add_observations",
            {"observations": [{"entityName": "Anna", "contents": ["x" * 101]}]},
            "101 characters",
        ),
        ("read_graph", {"query": "x"}, "read_graph takes: nothing"),
    ):
        result = post(request("tools/call", {"name": tool, "arguments": arguments}), GRAPH).json()["result"]
        assert result["isError"]
        assert told in result["content"][0]["text"]
    change_settings(settings, "limits", note_chars=100_000)
    long = {**ANNA, "name": "x" * 5000}
    result = post(
        request("tools/call", {"name": "create_entities", "arguments": {"entities": [long]}}), GRAPH
    )
    assert "too long" in result.json()["result"]["content"][0]["text"]
