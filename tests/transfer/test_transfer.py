"""What moves out comes in again, whole and once; what others export becomes memory; what cannot is told."""

import base64
import hashlib
import io
import json
import os
import re
import zipfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cascade.drain import drain as index
from memory.errors import InvalidInput
from memory.keyed.graph import Entity, KnowledgeGraph, Relation
from memory.models import BufferedMessage
from memory.scope import Scope, user
from memory.transfer import placing, source
from memory.transfer.formats.base import People
from memory.transfer.importing import planned
from tests.forgetting.conftest import DAY_MS, NOON_MS
from tests.transfer.conftest import Mover

Elsewhere = Callable[[], Mover]


@pytest.fixture
def full(mover: Mover) -> Mover:
    """People, a note with a history, an entry of an agent, an edited episode, and a message that waits."""
    mover.remember("s", ("alice", "I live in Rome with my cat Miso."), ("bob", "I keep bees."))
    mover.remember("会话", ("李雷", "我住在北京，我对花生过敏。"), at=DAY_MS)
    said = {"messages": "Alice prefers tea to coffee in the morning.", "category": "fact", "user_id": "alice"}
    note = mover.http.post("/ltm/memories", said, content_type="application/json").json()["id"]
    mover.http.put(
        f"/ltm/memories/{note}", {"data": "Alice prefers green tea."}, content_type="application/json"
    )
    mover.http.post("/api/v1/memory/robot/store", {"key": "k", "value": "v"}, content_type="application/json")
    mover.settle()
    mover.http.patch(
        "/api/v1/memory/alice_ep_20250528_00000001",
        {"subject": "A home in Rome"},
        content_type="application/json",
    )
    mover.settle()
    mover.say("open", ("alice", "I will call you tomorrow."), at=9 * DAY_MS)
    return mover


def answers(mover: Mover) -> list[Any]:
    return [
        [{k: v for k, v in each.items() if k != "score"} for each in mover.listed(kind, user_id=who)]
        for kind in ("episode", "atomic_fact", "profile")
        for who in ("alice", "bob", "李雷")
    ]


def test_there_and_back(full: Mover, elsewhere: Elsewhere, tmp_path: Path):
    archive = full.export(tmp_path / "a.zip")
    before, files = answers(full), full.files()
    there = elsewhere()
    report = there.take_in(archive)
    assert report["left_out"] == []
    assert report["imported"]["episode"] >= 4
    came = there.files()
    assert {name: came[name] for name in files if "user.md" not in name} == {
        name: data for name, data in files.items() if "user.md" not in name
    }
    for known, now in zip(before[:6], answers(there), strict=False):  # of episodes and facts
        assert [item for item in known if not item.get("pending") and item not in now] == []
    assert [row.text for row in BufferedMessage.objects.all()] == []  # what waited is a memory by now
    assert "call you tomorrow" in str(there.found("Who will call?"))
    assert "Miso" in str(there.found("cat"))
    [note] = there.http.get("/ltm/memories?user_id=alice").json()["results"]
    assert len(there.http.get(f"/ltm/memories/{note['id']}/history").json()["entries"]) == 2
    assert there.http.get("/api/v1/memory/robot/k").json()["value"] == "v"


def test_two_exports_of_the_same_are_the_same(full: Mover, tmp_path: Path):
    assert full.export(tmp_path / "a.zip").read_bytes() == full.export(tmp_path / "b.zip").read_bytes()


def test_a_second_import_changes_nothing(full: Mover, elsewhere: Elsewhere, tmp_path: Path):
    archive = full.export(tmp_path / "a.zip")
    there = elsewhere()
    there.take_in(archive)
    before = there.files()
    report = there.take_in(archive)
    assert there.files() == before
    assert sum(report["imported"].values()) == 0
    assert report["known"]["episode"] >= 4


def test_into_the_store_that_it_came_from(full: Mover, tmp_path: Path):
    archive = full.export(tmp_path / "a.zip")
    full.ok("flush", {"session_id": "open"})
    full.settle()
    before = full.files()
    full.take_in(archive)
    assert full.files() == before


def test_what_is_here_is_added_to_and_never_overwritten(full: Mover, elsewhere: Elsewhere, tmp_path: Path):
    archive = full.export(tmp_path / "a.zip")
    there = elsewhere()
    there.remember("other", ("alice", "I sing in a choir on Mondays."))
    first = there.take_in(archive)
    assert {"Miso", "choir"} <= {word for word in ("Miso", "choir") if word in str(there.listed("episode"))}
    episodes = there.listed("episode")
    assert len({episode["id"] for episode in episodes}) == len(episodes)
    facts = there.listed("atomic_fact")
    assert {fact["episode_id"] for fact in facts} <= {episode["id"] for episode in episodes}
    of_miso = next(episode for episode in episodes if "Miso" in episode["episode"])
    assert any("Miso" in fact["content"] and fact["episode_id"] == of_miso["id"] for fact in facts)
    before = there.files()
    second = there.take_in(archive)
    assert there.files() == before
    assert len(second["left_out"]) <= len(first["left_out"])


def test_into_another_project(full: Mover, tmp_path: Path):
    archive = full.export(tmp_path / "a.zip", "--user", "alice")
    full.take_in(archive, "--app", "shop", "--project", "p2")
    assert "Miso" in str(full.found("cat", app_id="shop", project_id="p2"))
    assert not (full.root / "shop/p2/users/bob").exists()


def test_a_root_of_another_installation(full: Mover, elsewhere: Elsewhere):
    there = elsewhere()
    report = there.take_in(full.root)
    assert report["imported"]["episode"] >= 3
    assert "Miso" in str(there.found("cat"))


def test_an_okf_bundle(full: Mover, elsewhere: Elsewhere, tmp_path: Path):
    bundle = full.export(tmp_path / "a.zip", "--format", "okf")
    with zipfile.ZipFile(bundle) as opened:
        names = opened.namelist()
        assert "index.md" in names
        assert all(opened.read(name).decode().startswith("---\n") for name in names)
        assert "type: episode" in str([opened.read(name) for name in names])
    there = elsewhere()
    report = there.take_in(bundle, "--user", "maya")
    assert report["imported"]["note"] == len(names) - 1
    assert "Miso" in str(there.found("cat", user_id="maya"))
    assert there.take_in(bundle, "--user", "maya")["known"]["note"] == len(names) - 1


def test_memories_whose_ids_look_alike_are_documents_of_their_own(mover: Mover, tmp_path: Path):
    for key in ("tea/green", "tea_green", "t" * 150 + "1", "t" * 150 + "2"):
        mover.http.post(
            "/api/v1/memory/robot/store", {"key": key, "value": "v"}, content_type="application/json"
        )
    bundle = mover.export(tmp_path / "a.zip", "--format", "okf")
    with zipfile.ZipFile(bundle) as opened:
        assert len(set(opened.namelist())) == 5
    assert mover.take_in(bundle)["imported"] == {"note": 4}


def test_a_document_keeps_what_nobody_here_knows(mover: Mover, tmp_path: Path):
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb/index.md").write_text("---\nokf_version: '0.2'\n---\n")
    (tmp_path / "kb/tea.md").write_text(
        "---\ntype: guide\ntitle: Tea\nmood: calm\n---\nSteep it for three minutes.\n"
    )
    (tmp_path / "kb/untyped.md").write_text("no frontmatter")
    report = mover.take_in(tmp_path / "kb", "--user", "maya")
    assert [left["what"] for left in report["left_out"]] == ["untyped.md"]
    [note] = mover.http.get("/ltm/memories?user_id=maya").json()["results"]
    assert note["metadata"]["okf"]["mood"] == "calm"
    assert "Steep it" in note["memory"]


def test_mem0(mover: Mover, tmp_path: Path):
    rows = [
        {"id": "0b0a8c7e-6c1f-4a52-9d1a-2f6f0c1d2e3f", "memory": "Prefers aisle seats", "user_id": "alice",
         "created_at": "2025-01-02T03:04:05Z", "metadata": {"topic": "travel"}, "hash": "abc", "score": None},
        {"id": "x", "memory": "Escalate refunds over 100", "agent_id": "bot", "created_at": "2025-01-03T00:00:00Z"},
        {"id": "y"},
    ]  # fmt: skip
    (tmp_path / "mem0.json").write_text(json.dumps({"results": rows}))
    report = mover.take_in(tmp_path / "mem0.json")
    assert (report["imported"], len(report["left_out"])) == ({"note": 2}, 1)
    [note] = mover.http.get("/ltm/memories?user_id=alice").json()["results"]
    assert (note["id"], note["memory"], note["metadata"]["topic"]) == (
        rows[0]["id"],
        rows[0]["memory"],
        "travel",
    )
    assert note["created_at"].startswith("2025-01-02T03:04:05")
    assert "aisle" in str(mover.found("seat"))
    assert mover.take_in(tmp_path / "mem0.json")["known"] == {"note": 2}
    rows[0]["memory"] = "Prefers window seats"
    (tmp_path / "mem0.json").write_text(json.dumps({"results": rows}))
    report = mover.take_in(tmp_path / "mem0.json")
    assert report["known"] == {"note": 1}
    assert "another version of it exists here" in str(report["left_out"])


ODD = [
    " a \n\n b\r\nc\u2028d\x0b ",
    "# Heading\n\n## Another",
    "---\ntype: x\n---\n\n",
    "<!-- entry:1 -->",
    "\ud800 x\x00y",
]


@pytest.mark.parametrize("text", ODD)
def test_a_note_is_recognised_again_whatever_is_in_it(mover: Mover, tmp_path: Path, text: str):
    (tmp_path / "mem0.json").write_text(json.dumps([{"id": "1", "user_id": "alice", "memory": text}]))
    assert mover.take_in(tmp_path / "mem0.json")["imported"] == {"note": 1}
    assert mover.take_in(tmp_path / "mem0.json")["known"] == {"note": 1}


def test_okf_documents_about_one_resource(mover: Mover, tmp_path: Path):
    for name in ("a", "b"):
        document = f"---\ntype: note\nresource: https://example.org/tea\n---\nTea of pot {name}."
        (tmp_path / f"{name}.md").write_text(document)
    assert mover.take_in(tmp_path, "--user", "maya")["imported"] == {"note": 2}
    assert mover.take_in(tmp_path, "--user", "maya")["known"] == {"note": 2}
    text = str(mover.http.get("/ltm/memories?user_id=maya").json())
    assert "pot a" in text
    assert "pot b" in text


def node(identifier: str, parent: str | None, role: str, parts: Any, **more: Any) -> tuple[str, Any]:
    content = {"content_type": "text", "parts": parts}
    message = {
        "id": f"m-{identifier}",
        "author": {"role": role},
        "content": content,
        "create_time": 1_748_390_400.5,
    }
    return identifier, {"id": identifier, "parent": parent, "children": [], "message": {**message, **more}}


CHATGPT = [
    {
        "title": "Moving", "create_time": 1_748_390_400, "conversation_id": "c-1", "current_node": "e",
        "mapping": dict([
            ("root", {"id": "root", "parent": None, "message": None}),
            node("a", "root", "system", ["You are helpful."]),
            node("b", "a", "user", ["I moved to Lisbon last week."]),
            node("dropped", "b", "assistant", ["A branch that was regenerated away."]),
            node("c", "b", "assistant", ["How lovely!"], create_time=None),
            node("t", "c", "tool", ["The page says: the user loves liver."]),
            node("h", "t", "user", ["hidden words"], metadata={"is_visually_hidden_from_conversation": True}),
            node("e", "h", "user", [{"content_type": "image_asset_pointer"}, "My rent is 900 euros."]),
        ]),
    },
]  # fmt: skip
CLAUDE = [
    {
        "uuid": "k-1", "name": "Tea", "created_at": "2025-05-28T00:00:00Z", "account": {"uuid": "u"},
        "chat_messages": [
            {"uuid": "1", "sender": "human", "text": "", "created_at": "2025-05-28T00:00:00Z",
             "content": [{"type": "text", "text": "I moved to Lisbon last week."}],
             "attachments": [{"file_name": "page.txt", "extracted_content": "The user loves liver."}]},
            {"uuid": "2", "sender": "assistant", "text": "How lovely!", "created_at": "2025-05-28T00:01:00Z",
             "content": [{"type": "tool_result", "text": "liver"}, {"type": "text", "text": "How lovely!"}]},
            {"uuid": "3", "sender": "human", "text": "My rent is 900 euros.", "created_at": "2025-05-28T00:02:00Z"},
        ],
    },
]  # fmt: skip
LINES = "\n".join(
    json.dumps(each) if isinstance(each, dict) else each
    for each in (
        {"session_id": "j", "role": "user", "content": "I moved to Lisbon last week.", "timestamp": NOON_MS},
        {
            "session_id": "j",
            "role": "assistant",
            "content": "How lovely!",
            "timestamp": "2025-05-28T00:01:00Z",
        },
        "no JSON",
        {"session_id": "j", "role": "liver", "content": "x"},
        {"session_id": "j", "role": "user", "content": "My rent is 900 euros.", "message_id": "3"},
    )
)


@pytest.mark.parametrize(
    ("name", "text", "left_out"),
    [
        ("conversations.json", json.dumps(CHATGPT), 1),
        ("conversations.json", json.dumps(CLAUDE), 1),
        ("chat.jsonl", LINES, 2),
        ("chat.jsonl", LINES.replace("last week", "last\u2028week"), 2),
    ],
)
@pytest.mark.parametrize("zipped", [False, True])
def test_chats_of_others(mover: Mover, tmp_path: Path, name: str, text: str, left_out: int, zipped: bool):
    path = tmp_path / name
    path.write_text(text)
    if zipped:
        with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
            archive.writestr(name, text)
        path = tmp_path / "export.zip"
    report = mover.take_in(path, "--user", "maya")
    assert (report["imported"]["message"], len(report["left_out"])) == (3, left_out)
    found = str(mover.listed("episode", user_id="maya")) + str(mover.listed("profile", user_id="maya"))
    assert "Lisbon" in found
    assert "900 euros" in found
    for word in ("liver", "hidden", "regenerated", "helpful"):
        assert mover.places_of(word) == [], "nobody has said that"
    before = mover.files()
    again = mover.take_in(path, "--user", "maya")
    assert (sum(again["imported"].values()), again["known"]["message"]) == (0, 3)
    assert mover.files() == before


def packed(path: Path, members: dict[str, bytes], **changes: Any) -> Path:
    files = [
        {"path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in members.items()
    ]
    manifest = {
        "format": "everos-export",
        "version": 1,
        "app_id": "default",
        "project_id": "default",
        "files": files,
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        archive.writestr("manifest.json", json.dumps({**manifest, **changes}))
    return path


@pytest.mark.parametrize(
    ("members", "changes", "says"),
    [
        ({"../../evil.md": b"x"}, {}, "outside of itself"),
        ({"/etc/passwd": b"x"}, {}, "outside of itself"),
        ({"..\\evil.md": b"x"}, {}, "outside of itself"),
        ({"memories/users/a/user.md": b"\0" * (64 << 20)}, {}, "is not read"),
        ({}, {"files": [{"path": "memories/users/a/user.md", "sha256": "x"}]}, "it is not complete"),
        ({"notes.txt": b"x"}, {}, "which is not a memory"),
        ({}, {"version": 2}, "reads version 1"),
    ],
)
def test_archives_that_are_refused_whole(
    mover: Mover, tmp_path: Path, members: dict[str, bytes], changes: Any, says: str
):
    archive = packed(tmp_path / "a.zip", members, **changes)
    with pytest.raises(CommandError, match=says):
        mover.take_in(archive)
    assert mover.files() == {}


def test_files_that_are_left_out_with_their_reason(full: Mover, elsewhere: Elsewhere, tmp_path: Path):
    source = full.export(tmp_path / "a.zip")
    with zipfile.ZipFile(source) as opened:
        members = {
            name: opened.read(name) for name in opened.namelist() if name.startswith("memories/users/bob/")
        }
    [episodes] = [name for name in members if "episode-" in name]
    damaged = {
        **members,
        "memories/users/bob/episodes/x.exe": b"MZ",
        "memories/users/bob/user.md": b"---\n: [\n---\n",
    }
    damaged[episodes] = members[episodes].replace(b"<!-- /entry:", b"<!-- /entri:")
    there = elsewhere()
    report = there.take_in(packed(tmp_path / "b.zip", damaged))
    reasons = {left["what"].rsplit("/", 1)[-1]: left["why"] for left in report["left_out"]}
    assert reasons.keys() == {"x.exe", "user.md", episodes.rsplit("/", 1)[-1]}
    assert "no end marker" in reasons[episodes.rsplit("/", 1)[-1]]
    assert report["imported"]["atomic_fact"] == 1


def test_a_file_that_was_changed_on_the_way(full: Mover, elsewhere: Elsewhere, tmp_path: Path):
    source = full.export(tmp_path / "a.zip")
    there = elsewhere()
    with zipfile.ZipFile(source) as opened, zipfile.ZipFile(tmp_path / "b.zip", "w") as changed:
        for name in opened.namelist():
            data = opened.read(name)
            if "alice/episodes" in name or name == "pending.jsonl":
                data = data.replace(b"Rome", b"Nome").replace(b"call you", b"hate you")
            changed.writestr(name, data)
    report = there.take_in(tmp_path / "b.zip")
    damaged = [left["what"] for left in report["left_out"] if "the archive is damaged" in left["why"]]
    assert "pending.jsonl" in damaged
    assert any("alice/episodes" in name for name in damaged)
    assert "Nome" not in str(there.listed("episode"))
    assert there.places_of("hate you") == []


def test_a_waiting_message_with_line_separators(mover: Mover, elsewhere: Elsewhere, tmp_path: Path):
    said = "One\u2028two\u2029three\x85four\x0bfive\x1csix."
    mover.say("open", ("alice", said), ("alice", "I will call you."))
    archive = mover.export(tmp_path / "a.zip")
    there = elsewhere()
    report = there.take_in(archive)
    assert (report["imported"]["message"], report["left_out"]) == (2, [])
    [episode] = there.listed("episode")
    assert all(word in str(episode) for word in ("One", "two", "three", "four", "five", "six.", "call you"))


def test_files_of_editors_are_not_exported(full: Mover, tmp_path: Path):
    [file] = (path for path in full.root.rglob("episode-2025-05-28.md") if "alice" in str(path))
    history = file.with_name("episode-2025-05-28.history.jsonl")
    swap = file.with_name(f".{file.name}.swp")
    swap.write_bytes(file.read_bytes())
    KnowledgeGraph(Scope(), user("alice")).create_entities([Entity(".NET", "platform", ("runs everywhere",))])
    with zipfile.ZipFile(full.export(tmp_path / "a.zip")) as archive:
        names = [name.rsplit("/", 1)[-1] for name in archive.namelist()]
    assert {file.name, history.name, ".NET.md"} < set(names)
    assert swap.name not in names


def test_our_own_example(mover: Mover, tmp_path: Path):
    example = Path(__file__).parents[2] / "examples" / "conversation.json"
    sessions = json.loads(example.read_text())["sessions"][:3]
    path = tmp_path / "conversation.json"
    path.write_text(json.dumps({"sessions": sessions}))
    report = mover.take_in(path)
    messages = sum(len(each["messages"]) for each in sessions)
    assert (report["imported"], report["left_out"]) == ({"message": messages}, [])
    assert "2,350 euros" in str(mover.listed("episode", user_id="maya"))
    assert mover.take_in(path)["known"]["message"] == messages
    assert planned(example, None, People()).format == "add"


LISBON = {"sender_id": "maya", "role": "user", "timestamp": NOON_MS, "content": "I live in Lisbon."}
BODY = {"session_id": "a", "messages": [LISBON], "async_mode": True}
ELSEWHERE = BODY | {"app_id": "shop", "project_id": "p1"}
PARTS = [{"type": "text", "text": "I live in Lisbon."},
         {"type": "html", "base64": base64.b64encode(b"<p>Sunny</p>").decode(), "ext": "html"}]  # fmt: skip
CALL = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
WORK = [{**LISBON, "role": "assistant", "sender_id": "bot", "content": None, "tool_calls": [CALL]},
        {**LISBON, "role": "tool", "sender_id": "bot", "content": "rain", "tool_call_id": "c1"}]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "imported", "left_out"),
    [
        (json.dumps(BODY, indent=1), 1, 0),
        (json.dumps([BODY, {"session_id": "b"}, 5]), 1, 2),
        (f"{json.dumps(BODY)}\nno JSON\n{json.dumps(BODY | {'messages': [LISBON, 5, {'role': 'x'}]})}\n", 1, 3),
        (json.dumps(BODY | {"messages": [{**LISBON, "content": PARTS}]}), 1, 0),
        (json.dumps(BODY | {"messages": [LISBON, *WORK]}), 3, 0),
        (json.dumps(BODY | {"messages": [LISBON, WORK[0], {**WORK[1], "content": ""}]}), 3, 0),
        (json.dumps([BODY, ELSEWHERE | {"app_id": "../x"}]), 1, 1),
        (json.dumps([BODY, ELSEWHERE | {"app_id": ["x"]}, BODY | {"session_id": 7}]), 1, 2),
        *(
            (json.dumps(BODY | {"messages": [LISBON, {**LISBON, **wrong}]}), 1, 1)
            for wrong in (
                {"content": [5]}, {"content": []}, {"content": [{"type": "image"}]}, {"tool_calls": 5},
                {"content": [{"type": "text", "uri": "http://x"}]}, {"content": [{"type": "html", "base64": 5}]},
                {"content": [{"type": "text", "text": "x", "extras": {"deep": json.loads("[" * 90 + "]" * 90)}}]},
                {"timestamp": "noon"}, {"content": None},
            )
        ),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_what_add_takes(mover: Mover, tmp_path: Path, text: str, imported: int, left_out: int):
    path = tmp_path / "x.json"
    path.write_text(text)
    report = mover.take_in(path)
    assert (report["imported"]["message"], len(report["left_out"])) == (imported, left_out), report
    assert "Lisbon" in str(mover.listed("episode", user_id="maya"))


def test_bodies_go_where_they_say_unless_another_place_is_named(mover: Mover, tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(ELSEWHERE))
    mover.take_in(path)
    assert {name.split("/users")[0] for name in mover.files()} <= {"shop/p1"}
    assert list((mover.root / "shop/p1/users/maya/episodes").iterdir())
    mover.take_in(path, "--project", "p2")
    assert "maya" in {folder.name for folder in (mover.root / "default_app/p2/users").iterdir()}


def test_what_is_not_recognised(mover: Mover, tmp_path: Path):
    (tmp_path / "x.txt").write_text("hello")
    with pytest.raises(CommandError, match="has an unknown format"):
        mover.take_in(tmp_path / "x.txt")
    with pytest.raises(CommandError, match="does not exist"):
        mover.take_in(tmp_path / "none")
    with pytest.raises(CommandError):
        call_command("export", "../x", "-o", str(tmp_path / "y.zip"))


def test_over_http(full: Mover, elsewhere: Elsewhere, tmp_path: Path):
    response = full.post("export", {"user_id": "alice"})
    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    data = b"".join(response.streaming_content)
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert names[-1] == "manifest.json"
    assert not [name for name in names if "bob" in name]
    assert zipfile.ZipFile(
        io.BytesIO(b"".join(full.post("export", {"format": "okf"}).streaming_content))
    ).namelist()
    assert "at most one of" in full.refusal("export", {"user_id": "a", "agent_id": "b"})
    (tmp_path / "http.zip").write_bytes(data)
    assert elsewhere().take_in(tmp_path / "http.zip")["left_out"] == []


def test_a_graph_goes_along(mover: Mover, elsewhere: Elsewhere, tmp_path: Path):
    anna = Entity("Anna", "person", ("likes tea", "sings"))
    graph = KnowledgeGraph(Scope(), user("maya"))
    graph.create_entities([anna])
    graph.create_relations([Relation("Anna", "Acme", "works at")])
    known = graph.read()
    archive, bundle = mover.export(tmp_path / "a.zip"), mover.export(tmp_path / "o.zip", "--format", "okf")
    with zipfile.ZipFile(bundle) as opened:
        assert "- likes tea\n- sings\n" in opened.read("entity/maya/en_Anna.md").decode()
    report = elsewhere().take_in(archive)
    assert (report["imported"], report["left_out"]) == ({"entity": 1}, [])
    assert KnowledgeGraph(Scope(), user("maya")).read() == known


def test_an_export_of_nobody_is_refused_and_one_of_somebody_is_counted(mover: Mover, tmp_path: Path) -> None:
    mover.remember("rome", ("alice", "I live in Rome with my cat Miso."))
    target = tmp_path / "a.zip"
    for unknown in (["--user", "nobody"], ["default/nowhere"]):
        with pytest.raises(CommandError, match="Nothing is remembered"):
            call_command("export", *unknown, "-o", str(target))
    assert not target.exists()
    output = StringIO()
    call_command("export", "--user", "alice", "-o", str(target), stdout=output)
    assert "exported: 3 files (atomic fact 1, episode 1, profile 1), 0 waiting messages" in output.getvalue()


def test_an_export_outlasts_a_power_failure(
    mover: Mover, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover.remember("rome", ("alice", "I live in Rome with my cat Miso."))
    fsync, synced = os.fsync, []

    def noted(descriptor: int) -> None:
        fsync(descriptor)
        synced.append(os.fstat(descriptor).st_ino)

    monkeypatch.setattr(os, "fsync", noted)
    archive = mover.export(tmp_path / "a.zip")
    assert synced[-2:] == [archive.stat().st_ino, tmp_path.stat().st_ino]


def test_an_import_counts_what_the_export_counted(full: Mover, elsewhere: Elsewhere, tmp_path: Path) -> None:
    exported, imported = StringIO(), StringIO()
    for name in ("zip", "okf"):
        call_command("export", "--format", name, "-o", str(tmp_path / name), stdout=exported)
    elsewhere()
    for name in ("zip", "okf"):
        call_command("import_memories", str(tmp_path / name), "--dry-run", stdout=imported)
    counted = re.compile(r"([\d,]+ files)")
    assert counted.findall(exported.getvalue()) == counted.findall(imported.getvalue())
    assert "), 1 waiting message\n" in exported.getvalue()
    assert "), without 1 waiting message\n" in exported.getvalue()


@pytest.mark.parametrize("linked", ["users", "users/alice", "users/alice/episodes/episode-2025-05-28.md"])
def test_an_export_follows_no_link(mover: Mover, tmp_path: Path, linked: str):
    for outside in (tmp_path / "outside/episodes", tmp_path / "outside/alice/episodes"):
        outside.mkdir(parents=True)
        (outside / "episode-2025-05-28.md").write_text("the secrets of another folder")
    link = mover.root / "default_app/default_project" / linked
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / linked.replace("users/alice", "outside").replace("users", "outside"))
    for options in ((), ("--user", "alice")):
        with pytest.raises(CommandError, match="Nothing is remembered"):
            mover.export(tmp_path / "a.zip", *options)


ALICE_WAITS = {
    "session_id": "open", "group_id": None, "message_id": None, "sender_id": "alice", "sender_name": None,
    "role": "user", "timestamp_ms": NOON_MS, "content": "I live in Oslo with my cat Miso.", "tool_calls": None,
    "tool_call_id": None,
}  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        b"{", b"[]", b"null", b"\xff", b'{"session_id": "x"}', b"[" * 100_000,
        *(
            json.dumps({**ALICE_WAITS, **wrong}).encode()
            for wrong in (
                {"sender_id": 5}, {"timestamp_ms": "noon"}, {"role": "system"}, {"content": 5}, {"tool_calls": 5},
                {"session_id": ["x"]}, {"sender_name": 5},
            )
        ),
    ],
    ids=lambda line: line.decode("utf-8", "replace")[:40],
)  # fmt: skip
def test_a_damaged_line_of_waiting_messages_is_left_out_alone(mover: Mover, tmp_path: Path, line: bytes):
    intact = json.dumps(ALICE_WAITS).encode()
    report = mover.take_in(packed(tmp_path / "a.zip", {"pending.jsonl": line + b"\n" + intact + b"\n"}))
    assert [left["what"] for left in report["left_out"]] == ["pending.jsonl, line 1"]
    assert "Miso" in str(mover.found("cat"))


def test_a_damaged_member_of_an_archive_is_left_out_alone(full: Mover, elsewhere: Elsewhere, tmp_path: Path):
    archive = full.export(tmp_path / "a.zip")
    with zipfile.ZipFile(archive) as opened:
        [of_bob] = [each for each in opened.infolist() if "bob/episodes/episode" in each.filename]
    data = bytearray(archive.read_bytes())
    data[of_bob.header_offset + 30 + len(of_bob.filename) + 9] ^= 0xFF
    archive.write_bytes(bytes(data))
    there = elsewhere()
    report = there.take_in(archive)
    assert [left["what"] for left in report["left_out"]] == [of_bob.filename]
    assert "Miso" in str(there.found("cat"))


def test_a_document_that_cannot_be_read_is_left_out_alone(mover: Mover, tmp_path: Path):
    bundle = tmp_path / "a.zip"
    with zipfile.ZipFile(bundle, "w") as archive:
        for name, how in (("bad.md", zipfile.ZIP_BZIP2), ("tea.md", zipfile.ZIP_STORED)):
            archive.writestr(name, "---\ntype: guide\n---\nSteep it for three minutes.\n", how)
    bundle.write_bytes(bundle.read_bytes().replace(b"BZh", b"BZx"))
    report = mover.take_in(bundle)
    assert ([left["what"] for left in report["left_out"]], report["imported"]) == (["bad.md"], {"note": 1})


@pytest.mark.parametrize(("intact", "damaged"), [(b"PK\x01\x02", b"PK\x01\x00"), ("é".encode(), b"\xc3\x00")])
def test_an_archive_whose_list_of_files_is_damaged(tmp_path: Path, intact: bytes, damaged: bytes):
    archive = packed(tmp_path / "a.zip", {"memories/é.md": b"x"})
    archive.write_bytes(archive.read_bytes().replace(intact, damaged))
    with pytest.raises(InvalidInput, match="cannot be read"):
        planned(archive, None, People())


def test_what_is_too_large_or_encrypted(tmp_path: Path, mover: Mover, monkeypatch: pytest.MonkeyPatch):
    archive = packed(tmp_path / "a.zip", {"memories/users/a/user.md": b"x" * 2_000})
    data = bytearray(archive.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "b.zip").write_bytes(data)
    with pytest.raises(InvalidInput, match="encrypted"):
        planned(tmp_path / "b.zip", None, People())
    with monkeypatch.context() as patch:
        patch.setattr(source, "MOST_FILES", 1)
        with pytest.raises(InvalidInput, match="has 2 files; at most 1"):
            planned(archive, None, People())
    monkeypatch.setattr(source, "MOST_BYTES_OF_A_FILE", 1_000)
    with pytest.raises(InvalidInput, match="would be 2,000 bytes"):
        planned(archive, None, People())
    (tmp_path / "kb").mkdir()
    (tmp_path / "kb/tea.md").write_text("---\ntype: guide\n---\nSteep it for three minutes.\n")
    (tmp_path / "kb/long.md").write_text("---\ntype: guide\n---\n" + "x" * 2_000)
    (tmp_path / "kb/link.md").symlink_to("tea.md")
    report = mover.take_in(tmp_path / "kb")
    assert ([left["what"] for left in report["left_out"]], report["imported"]) == (["long.md"], {"note": 1})


def test_histories_come_before_their_notes(
    full: Mover, elsewhere: Elsewhere, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Workers index a note at once, and write a history for one that has none."""
    archive, announce = full.export(tmp_path / "a.zip"), placing.announce
    there = elsewhere()
    monkeypatch.setattr(placing, "announce", lambda *file: (announce(*file), index()))
    assert there.take_in(archive)["left_out"] == []


def test_messages_of_a_group_that_wait_become_its_memory(mover: Mover, tmp_path: Path):
    line = json.dumps({**ALICE_WAITS, "group_id": "open"}).encode() + b"\n"
    mover.take_in(packed(tmp_path / "a.zip", {"pending.jsonl": line}))
    assert [name for name in mover.files() if "/groups/open/episodes/" in name]


def test_messages_without_a_time_are_known_again_whatever_else_lies_in_their_folder(
    mover: Mover, tmp_path: Path
):
    folder = tmp_path / "chats"
    folder.mkdir()
    (folder / "conversations.json").write_text('{"role": "user", "content": "I live in Oslo."}\n')
    assert mover.take_in(folder)["imported"] == {"message": 1}
    (folder / "a list of what is here.txt").write_text("conversations.json")
    for path in (folder, folder / "conversations.json"):
        assert mover.take_in(path)["known"] == {"message": 1}


def test_a_folder_without_a_file(mover: Mover, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(CommandError, match="holds no file"):
        call_command("import_memories", str(tmp_path / "empty"), "--format", "jsonl")


@pytest.mark.parametrize("who", ["a\x07b", "a\nb", "\udc80"])
def test_ids_that_no_client_could_ask_for(mover: Mover, tmp_path: Path, who: str):
    said = {"role": "user", "content": "I live in Oslo.", "timestamp": NOON_MS}
    lines = [
        {**said, "sender_id": who},
        {**said, "session_id": who},
        {**said, "sender_id": "alice", "session_id": "s"},
    ]
    chats, notes = tmp_path / "chats.jsonl", tmp_path / "notes.json"
    chats.write_text("".join(json.dumps(line) + "\n" for line in lines))
    notes.write_text(
        json.dumps([{"id": "1", "memory": "Likes tea", "user_id": who}, {"id": "2", "memory": "Likes rain"}])
    )
    report = mover.take_in(chats)
    assert (report["imported"]["message"], len(report["left_out"])) == (1, 2)
    assert "Oslo" in str(mover.listed("episode"))
    report = mover.take_in(notes)
    assert (report["imported"]["note"], [left["what"] for left in report["left_out"]]) == (1, ["1"])
    assert not [name for name in mover.files() if "%07" in name or "%0A" in name]


@pytest.mark.parametrize(
    "moment", ["Infinity", "-Infinity", "NaN", "1e300", "-1", f"{10**30}", '"9999-12-31T23:59:59-12:00"']
)
def test_times_that_no_calendar_can_show(mover: Mover, tmp_path: Path, moment: str):
    chats, notes = tmp_path / "chats.jsonl", tmp_path / "notes.json"
    said = json.dumps({"role": "user", "content": "I live in Oslo.", "sender_id": "alice"})
    chats.write_text(
        f'{{"timestamp": {moment}, "role": "user", "content": "x", "sender_id": "alice"}}\n{said}\n'
    )
    notes.write_text(f'[{{"memory": "Likes tea", "created_at": {moment}}}]')
    assert [left["what"] for left in mover.take_in(chats, "--format", "jsonl")["left_out"]] == ["line 1"]
    assert "Oslo" in str(mover.listed("episode"))
    assert mover.take_in(notes, "--format", "mem0")["imported"]["note"] == 1


def test_an_owners_archive_has_no_waiting_messages_of_an_agent_with_the_same_id(mover: Mover, tmp_path: Path):
    mover.say("of-alice", ("alice", "My pin is 4711."), ("assistant", "I noted your pin, 4711."))
    mover.say("of-another", ("alice", "I keep bees."))
    BufferedMessage.objects.filter(sender_id="alice", session_id="of-another").update(sender_id="assistant")
    with zipfile.ZipFile(mover.export(tmp_path / "a.zip", "--user", "assistant")) as archive:
        waiting = archive.read("pending.jsonl").decode()
    assert "bees" in waiting
    assert "4711" not in waiting
    assert '"message_id": null' in waiting  # one that this server has given


def test_a_file_of_nothing_but_brackets_has_no_known_format(tmp_path: Path):
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000)
    with pytest.raises(InvalidInput, match="unknown format"):
        planned(path, None, People())
