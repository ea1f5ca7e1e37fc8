"""Names at the doors: what one accepts is written and found again by a scan from nothing, and what it refuses leaves no
trace."""

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from cascade.comparison import compare
from cascade.drain import drain
from cascade.models import MdChangeState
from cascade.scanner import scan
from memory.markdown.root import current_root
from memory.models import BufferedMessage, MemCell
from memory.scope import OwnerType, Scope

Json = dict[str, Any]
Send = Callable[..., Any]

REFUSED_SCOPES = [
    *(".", "..", ".git", ".index", ".INDEX", ".tmp", ".hidden", "...", ".a"),
    *("default_app", "Default_App", "DEFAULT_PROJECT", "ome.toml", "OME.TOML"),
    *("con", "CON", "nul", "aux.txt", "Com1", "lpt9.tar.gz", "prn."),
    *("a.", "a..", "team-."),
]
ODD = [
    *(
        ".git",
        ".index",
        "...",
        "con",
        "NUL",
        "com1.txt",
        "a.",
        "a..",
        " a ",
        "a ",
        "-",
        "%",
        "a%41",
        "a/b",
        "../x",
        "a\\b",
    ),
    *(
        "users",
        "default",
        "default_app",
        "ome.toml",
        "LOST+FOUND",
        "~",
        "*",
        "\u202e",
        "é",
        "e\u0301",
        "张三",
        "🧑",
    ),
    *("x" * 199 + tail for tail in (".", "..", "con", "/..", "张")),
]
LONG = ["张" * 256, "🧑" * 256, "x" * 256, "." * 256, "%" * 256, "x" * 128 + "🧑" * 128]
scopes = st.sampled_from(REFUSED_SCOPES) | st.from_regex(r"[a-zA-Z0-9_.-]{1,128}", fullmatch=True)


def ids(longest: int) -> st.SearchStrategy[str]:
    """Any text, and what file systems make something of."""
    odd = [name for name in (*ODD, *LONG) if len(name) <= longest]
    return st.sampled_from(odd) | st.text(min_size=1, max_size=longest)


@pytest.fixture
def send(db: None, root: Path) -> Send:
    client = Client(raise_request_exception=False)

    def call(path: str, body: Json, method: str = "post") -> Any:
        return getattr(client, method)(path, body, content_type="application/json")

    return call


def message(sender: str, role: str = "user") -> Json:
    return {"sender_id": sender, "role": role, "timestamp": 1748390400000, "content": "I climb in Yosemite."}


def found_from_nothing() -> list[str]:
    """The documents that a scan finds without any record."""
    MdChangeState.objects.all().delete()
    return compare(PurePosixPath()).news


def owners_on_disk(kind: str) -> set[tuple[Scope, OwnerType, str]]:
    """As a scan from nothing reads them from the paths."""
    places = (current_root().locate(PurePosixPath(path)) for path in found_from_nothing())
    return {
        (place.scope, place.owner.type, place.owner.id)
        for place in places
        if place and place.kind.name == kind
    }


def nothing_was_taken(root: Path) -> bool:
    rows = BufferedMessage.objects.exists() or MemCell.objects.exists()
    return not rows and [path for path in root.iterdir() if path.name not in (".index", ".tmp")] == []


@pytest.mark.long
def test_v1_finds_again_whatever_it_accepts(send: Send) -> None:
    accepted: set[tuple[str, str, str]] = set()

    @settings(max_examples=120)
    @given(scopes | st.just("default"), scopes | st.just("default"), ids(256))
    def offer(app: str, project: str, user: str) -> None:
        place = {"session_id": "s", "app_id": app, "project_id": project}
        status = send("/api/v1/memory/add", {**place, "messages": [message(user)]}).status_code
        assert status in (200, 422)
        if status == 200:
            assert send("/api/v1/memory/flush", place).status_code == 200
            accepted.add((app, project, user))

    offer()
    assert len(accepted) > 20
    assert not MemCell.objects.filter(status=MemCell.Status.PENDING).exists(), "accepted, and never written"
    assert {(Scope(app, project), OwnerType.USER, user) for app, project, user in accepted} == owners_on_disk(
        "episode"
    )
    MdChangeState.objects.all().delete()
    scan()
    while drain():
        pass
    for app, project, user in accepted:
        body = {"user_id": user, "app_id": app, "project_id": project, "memory_type": "episode"}
        assert send("/api/v1/memory/get", body).json()["data"]["total_count"] >= 1, (app, project, user)


def test_agent_memory_finds_again_whatever_it_accepts(send: Send) -> None:
    accepted: set[tuple[str, str]] = set()

    @settings(max_examples=80)
    @given(ids(128), ids(400))
    def offer(agent: str, key: str) -> None:
        path = f"/api/v1/memory/{quote(agent, safe='')}/store"
        status = send(path, {"key": key, "value": "v"}).status_code
        assert status in (200, 400, 404, 405, 422), (agent, key)  # a `/` in an id leads to no route
        if status == 200:
            accepted.add((agent, key))

    offer()
    assert len(accepted) > 20
    found = {
        (place.owner.id, place.bucket.partition("/")[2])
        for path in found_from_nothing()
        if (place := current_root().locate(PurePosixPath(path)))
    }
    assert accepted <= found


@pytest.mark.long
def test_v3_finds_again_whatever_it_accepts(send: Send) -> None:
    accepted: set[tuple[OwnerType, str]] = set()
    numbers = count()

    @settings(max_examples=60)
    @given(ids(119), ids(128))
    def offer(sender: str, group: str) -> None:
        body = {
            "message_id": f"m{next(numbers)}",
            "create_time": "2026-11-19T10:00:00Z",
            "sender": sender,
            "content": "I climb.",
        }
        status = send("/api/v3/agentic/memorize", {**body, "group_id": group}).status_code
        assert status in (200, 400), (sender, group)
        if status == 200:
            assert send("/api/v1/memory/flush", {"session_id": group}).status_code == 200
            accepted.update({(OwnerType.USER, sender), (OwnerType.GROUP, group)})

    offer()
    assert len(accepted) > 20
    assert {(Scope(), kind, owner) for kind, owner in accepted} == owners_on_disk("episode")


@pytest.mark.parametrize("place", ["app_id", "project_id"])
@pytest.mark.parametrize("name", REFUSED_SCOPES)
def test_every_door_refuses_the_same_scopes(
    send: Send, admin_client: Client, root: Path, name: str, place: str
) -> None:
    asked = {place: name}
    bodies: dict[str, Json] = {
        "add": {"session_id": "s", "messages": [message("alice")]},
        "flush": {"session_id": "s"},
        "search": {"user_id": "alice", "query": "climb"},
        "get": {"user_id": "alice", "memory_type": "episode"},
    }
    for call, body in bodies.items():
        answer = send(f"/api/v1/memory/{call}", {**body, **asked})
        assert answer.status_code == 422
        assert place in answer.json()["error"]["message"]
    derive = {"strategy": "extract_atomic_facts", "owner_type": "user", "owner_id": "alice"}
    for path, body in (("sessions/flush", {"session_id": "s"}), ("runs/derive", derive)):
        answer = admin_client.post(f"/api/ops/{path}", {**body, **asked}, content_type="application/json")
        assert answer.status_code == 422
        assert place in str(answer.json())
    with pytest.raises(CommandError):
        call_command(
            "ome_run", "extract_atomic_facts", "--user", "alice", f"--{place.removesuffix('_id')}", name
        )
    assert nothing_was_taken(root)


@pytest.mark.parametrize("folder", [".git", ".hidden", "default_app/.obsidian", "lost+found"])
def test_what_no_door_accepts_no_scan_looks_into(send: Send, root: Path, folder: str) -> None:
    file = root / folder / "default_project/users/mallory/episodes/episode-2026-11-21.md"
    file.parent.mkdir(parents=True)
    file.write_text("x")
    found = compare(PurePosixPath())
    assert (found.documents, found.strays) == (0, {})


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/v1/memory/{}"),
        ("GET", "/api/v2/memory/{}/history"),
        ("PATCH", "/api/v1/memory/{}"),
        ("GET", "/memories/{}"),
        ("PUT", "/memories/{}"),
        ("DELETE", "/memories/{}"),
        ("GET", "/v1/event/{}/"),
    ],
)
def test_an_id_that_is_longer_than_a_path_is_unknown(
    db: None, root: Path, client: Client, method: str, path: str
) -> None:
    where = path.format(f"{'a' * 5_000}_ep_20261121_00000001")
    body = json.dumps({"content": "x"} if method == "PATCH" else {"text": "x"})
    assert client.generic(method, where, body, "application/json").status_code == 404
