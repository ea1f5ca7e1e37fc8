"""Every method of `client.beta.memory_stores` of the real package, against a real server."""

import hashlib
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import anthropic
import httpx
import pytest
from anthropic import Anthropic, AsyncAnthropic

from tests.system.server import Server

Store = Any
MANAGED = "managed-agents-2026-04-01"


@pytest.fixture
def client(url: str) -> Anthropic:
    return Anthropic(base_url=url, api_key="none", default_query={"user": f"u-{uuid4().hex}"}, max_retries=0)


@pytest.fixture
def store(client: Anthropic) -> Store:
    return client.beta.memory_stores.create(name="Notes of a project")


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_store_from_its_beginning_to_its_end(client: Anthropic):
    stores = client.beta.memory_stores
    made = stores.create(
        name="Preferences", description="What people like.", metadata={"team": "a", "x": "y"}
    )
    assert made.type == "memory_store"
    assert made.id.startswith("memstore_")
    assert stores.retrieve(made.id) == made

    changed = stores.update(made.id, name="Likes", metadata={"x": None, "z": "1"})
    assert (changed.name, changed.description) == ("Likes", "What people like.")
    assert changed.metadata == {"team": "a", "z": "1"}
    assert changed.updated_at > made.updated_at
    assert stores.update(made.id, description="").description == ""

    client.beta.memory_stores.memories.create(made.id, path="/a.md", content="A.")
    archived = stores.archive(made.id)
    assert archived.archived_at is not None
    assert stores.archive(made.id) == archived
    assert [each.id for each in stores.list()] == []
    assert [each.id for each in stores.list(include_archived=True)] == [made.id]
    with pytest.raises(anthropic.BadRequestError, match="archived"):
        stores.memories.create(made.id, path="/b.md", content="B.")
    with pytest.raises(anthropic.BadRequestError, match="archived"):
        stores.update(made.id, name="Again")
    [memory] = stores.memories.list(made.id)
    assert stores.memories.delete(memory.id, memory_store_id=made.id).type == "memory_deleted"

    assert stores.delete(made.id).to_dict() == {"id": made.id, "type": "memory_store_deleted"}
    with pytest.raises(anthropic.NotFoundError):
        stores.retrieve(made.id)


def test_stores_in_pages(client: Anthropic):
    ids = [client.beta.memory_stores.create(name=f"Store {number}").id for number in range(5)]
    first = client.beta.memory_stores.list(limit=2)
    assert len(first.data) == 2
    assert [store.id for store in client.beta.memory_stores.list(limit=2)] == ids[::-1]
    third = client.beta.memory_stores.retrieve(ids[2]).created_at
    assert [each.id for each in client.beta.memory_stores.list(created_at_lte=third)] == ids[2::-1]
    assert [each.id for each in client.beta.memory_stores.list(created_at_gte=third)] == ids[:1:-1]


def test_a_memory_from_its_beginning_to_its_end(client: Anthropic, store: Store):
    memories = client.beta.memory_stores.memories
    text = "Grünes Gemüse.\r\n\n### Not a heading\n  \n"
    made = memories.create(store.id, path="/food/likes.md", content=text)
    assert (made.type, made.path, made.content) == ("memory", "/food/likes.md", None)
    assert (made.content_sha256, made.content_size_bytes) == (sha256(text), len(text.encode()))
    full = memories.retrieve(made.id, memory_store_id=store.id)
    assert full.content == text
    assert memories.retrieve(made.id, memory_store_id=store.id, view="basic").content is None

    moved = memories.update(made.id, memory_store_id=store.id, path="/food/greens.md")
    assert (moved.id, moved.path, moved.content_sha256) == (made.id, "/food/greens.md", made.content_sha256)
    both = memories.update(
        made.id,
        memory_store_id=store.id,
        path="/likes.md",
        content="Tea.",
        precondition={"type": "content_sha256", "content_sha256": made.content_sha256},
        view="full",
    )
    assert (both.path, both.content, both.content_sha256) == ("/likes.md", "Tea.", sha256("Tea."))
    same = memories.update(made.id, memory_store_id=store.id, content="Tea.")
    assert same.memory_version_id == both.memory_version_id

    versions = client.beta.memory_stores.memory_versions.list(store.id, memory_id=made.id, view="full").data
    assert [(each.operation, each.path, each.content) for each in versions] == [
        ("modified", "/likes.md", "Tea."),
        ("modified", "/food/greens.md", text),
        ("created", "/food/likes.md", text),
    ]
    assert versions[0].id == both.memory_version_id
    assert memories.create(store.id, path="/empty", content="").content_size_bytes == 0


def test_preconditions(client: Anthropic, store: Store):
    memories = client.beta.memory_stores.memories
    made = memories.create(store.id, path="/a", content="One.")
    stale = {"type": "content_sha256", "content_sha256": sha256("Zero.")}
    with pytest.raises(anthropic.ConflictError) as refused:
        memories.update(made.id, memory_store_id=store.id, content="Two.", precondition=stale)
    assert refused.value.type == "memory_precondition_failed_error"
    assert refused.value.request_id
    with pytest.raises(anthropic.ConflictError):
        memories.delete(made.id, memory_store_id=store.id, expected_content_sha256=sha256("Zero."))
    with pytest.raises(anthropic.ConflictError) as taken:
        memories.create(store.id, path="/a", content="Other.")
    assert taken.value.type == "memory_path_conflict_error"
    with pytest.raises(anthropic.ConflictError):
        memories.create(store.id, path="/a/b", content="Below a file.")
    other = memories.create(store.id, path="/b", content="Other.")
    with pytest.raises(anthropic.ConflictError):
        memories.update(other.id, memory_store_id=store.id, path="/a")
    assert memories.retrieve(made.id, memory_store_id=store.id).content == "One."
    gone = memories.delete(made.id, memory_store_id=store.id, expected_content_sha256=sha256("One."))
    assert gone.to_dict() == {"id": made.id, "type": "memory_deleted"}
    with pytest.raises(anthropic.NotFoundError):
        memories.retrieve(made.id, memory_store_id=store.id)
    assert memories.create(store.id, path="/a", content="Free again.").id != made.id


def test_lists_of_memories(client: Anthropic, store: Store):
    memories = client.beta.memory_stores.memories
    paths = ["/Notes/x", "/a", "/notes-archive/old", "/notes/sub/deep", "/notes/todo", "/z"]
    for path in paths:
        memories.create(store.id, path=path, content=f"Text of {path}")
    assert [each.path for each in memories.list(store.id, limit=4)] == paths
    assert [each.path for each in memories.list(store.id, path_prefix="/notes/")] == paths[3:5]
    top = memories.list(store.id, depth=1).data
    assert [(each.type, each.path) for each in top] == [
        ("memory_prefix", "/Notes/"),
        ("memory", "/a"),
        ("memory_prefix", "/notes-archive/"),
        ("memory_prefix", "/notes/"),
        ("memory", "/z"),
    ]
    below = memories.list(store.id, depth=1, path_prefix="/notes/", view="full").data
    assert [(each.type, each.path) for each in below] == [
        ("memory_prefix", "/notes/sub/"),
        ("memory", "/notes/todo"),
    ]
    assert below[1].content == "Text of /notes/todo"


def test_versions_and_their_filters(client: Anthropic, store: Store):
    memories, versions = client.beta.memory_stores.memories, client.beta.memory_stores.memory_versions
    first = memories.create(store.id, path="/a", content="One.")
    second = memories.create(store.id, path="/b", content="Two.")
    memories.update(first.id, memory_store_id=store.id, content="Three.")
    memories.delete(first.id, memory_store_id=store.id)
    all_of_them = list(versions.list(store.id, limit=1, view="full"))
    assert [(each.memory_id, each.operation, each.content) for each in all_of_them] == [
        (first.id, "deleted", None),
        (first.id, "modified", "Three."),
        (second.id, "created", "Two."),
        (first.id, "created", "One."),
    ]
    assert [each.id for each in versions.list(store.id, operation="created")] == [
        all_of_them[2].id,
        all_of_them[3].id,
    ]
    assert len(versions.list(store.id, memory_id=second.id).data) == 1
    assert versions.list(store.id, session_id="sess_x").data == []
    assert versions.list(store.id, api_key_id="apikey_x").data == []
    since = all_of_them[1].created_at
    assert len(versions.list(store.id, created_at_gte=since).data) == 2
    one = versions.retrieve(all_of_them[3].id, memory_store_id=store.id)
    assert (one.content, one.content_sha256, one.created_by) == ("One.", sha256("One."), None)
    with pytest.raises(anthropic.NotFoundError):
        versions.retrieve("memver_" + "0" * 64, memory_store_id=store.id)


def test_what_is_redacted_is_nowhere_any_more(client: Anthropic, server: Server):
    """Not on the disk, not in an index, not in a database: whole words of it are looked for in all files."""
    stores = client.beta.memory_stores
    store = stores.create(name="Redactions")
    secret = "The passphrase of the boathouse is zanzibarquokka for everybody."
    made = stores.memories.create(store.id, path="/zanzibarpath.md", content=secret)
    kept = stores.memories.create(store.id, path="/kept.md", content="The oars are kept in the wombatshed.")
    server.ready()
    assert files_with(server, b"zanzibarquokka")
    head = made.memory_version_id
    with pytest.raises(anthropic.BadRequestError, match="has this version now"):
        stores.memory_versions.redact(head, memory_store_id=store.id)
    stores.memories.update(made.id, memory_store_id=store.id, path="/a.md", content="It was changed.")
    redacted = stores.memory_versions.redact(head, memory_store_id=store.id)
    assert redacted.redacted_at is not None
    assert (redacted.content, redacted.path, redacted.content_sha256, redacted.content_size_bytes) == (
        None,
    ) * 4
    assert stores.memory_versions.redact(head, memory_store_id=store.id) == redacted
    wait_until(lambda: not files_with(server, b"zanzibar"))
    assert files_with(server, b"wombatshed")
    assert stores.memories.retrieve(made.id, memory_store_id=store.id).content == "It was changed."
    assert stores.memories.retrieve(kept.id, memory_store_id=store.id).path == "/kept.md"
    operations = [each.operation for each in stores.memory_versions.list(store.id, memory_id=made.id)]
    assert operations == ["modified", "created"]


def test_what_a_store_holds_is_found_by_a_search(url: str, client: Anthropic, store: Store):
    client.beta.memory_stores.memories.create(
        store.id, path="/x.md", content="The kiln is fired on Tuesdays."
    )
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "recall", "arguments": {"query": "When is the kiln fired?"}},
    }
    user = client._custom_query["user"]
    found = httpx.post(f"{url}/mcp", params={"user": user}, json=body, timeout=30).json()
    assert "The kiln is fired on Tuesdays." in found["result"]["content"][0]["text"]


def test_another_user_sees_nothing(url: str, store: Store):
    other = Anthropic(base_url=url, api_key="none", default_query={"user": "other"}, max_retries=0)
    for call in (
        lambda: other.beta.memory_stores.retrieve(store.id),
        lambda: other.beta.memory_stores.memories.list(store.id),
        lambda: other.beta.memory_stores.memories.create(store.id, path="/x", content=""),
        lambda: other.beta.memory_stores.delete(store.id),
    ):
        with pytest.raises(anthropic.NotFoundError):
            call()


IMPOSSIBLE = "", "x", "/", "//", "/a//b", "/a/", "/../x", "/a/./b", "/a\0", "/a\nb", "/\u200b", "/e\u0301"


@pytest.mark.parametrize("path", [*IMPOSSIBLE, "/" + "a" * 1024, "/x" * 21])
def test_paths_that_cannot_be(client: Anthropic, store: Store, path: str):
    with pytest.raises(anthropic.BadRequestError) as refused:
        client.beta.memory_stores.memories.create(store.id, path=path, content="x")
    assert refused.value.type == "invalid_request_error"


def test_what_is_too_large_or_no_such_thing(client: Anthropic, store: Store):
    stores = client.beta.memory_stores
    refused = (
        lambda: stores.create(name=""),
        lambda: stores.create(name="a\tb"),
        lambda: stores.create(name="a" * 256),
        lambda: stores.create(name="a", description="x" * 1025),
        lambda: stores.create(name="a", metadata={str(number): "" for number in range(17)}),
        lambda: stores.create(name="a", metadata={"": "x"}),
        lambda: stores.memories.create(store.id, path="/a", content="长" * 34_134),
        lambda: stores.memories.create(store.id, path="/a", content="a\0b"),
        lambda: stores.memories.list(store.id, path_prefix="/a"),
        lambda: stores.memories.list(store.id, page="nonsense"),
        lambda: stores.memories.list(store.id, limit=101),
        lambda: stores.list(betas=[MANAGED]),  # with the package's own
    )
    for call in refused:
        with pytest.raises(anthropic.BadRequestError):
            call()
    assert stores.memories.create(store.id, path="/a", content="长" * 34_133).content_size_bytes == 102_399
    plain = {"anthropic-beta": MANAGED}
    assert stores.list(extra_headers=plain).data


async def test_the_same_without_blocking(url: str):
    client = AsyncAnthropic(base_url=url, api_key="none", default_query={"user": f"u-{uuid4().hex}"})
    stores = client.beta.memory_stores
    store = await stores.create(name="Async")
    made = await stores.memories.create(store.id, path="/a", content="One.")
    await stores.memories.update(made.id, memory_store_id=store.id, content="Two.")
    assert [each.path async for each in stores.memories.list(store.id)] == ["/a"]
    redacted = await stores.memory_versions.redact(made.memory_version_id, memory_store_id=store.id)
    assert redacted.content is None
    assert (await stores.delete(store.id)).type == "memory_store_deleted"


def files_with(server: Server, word: bytes) -> list[Path]:
    """All files below the memory root in which the word stands, compressed or not."""
    return [path for path in server.files() if word in read(path)]


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def wait_until(holds: Any, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.2)
