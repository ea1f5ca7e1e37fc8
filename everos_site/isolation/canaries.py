"""Canaries: memories of a few owners in a few scopes, each with words that no other owner's memory contains."""

import json
import secrets
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

from everos_site.isolation.http import Answer, Call
from memory.scope import OwnerType

DAY_MS = 86_400_000
AGE_DAYS = 3  # of the messages of users and agents
NO_NOTE = "00000000-0000-4000-8000-000000000000"
NO_STORE = f"/v1/memory_stores/memstore_{'0' * 32}"


@dataclass(frozen=True, slots=True)
class Canary:
    """One owner in one scope. A search for `topic` finds its memory; an answer with `secret_word` has shown it."""

    app: str
    project: str
    type: OwnerType
    id: str
    topic: str
    secret_word: str
    waits: bool = False  # has nothing but messages that are not yet a memory
    note: str = NO_NOTE  # the id of its note, if it has one
    # The paths of its memory store, of a memory in that store, and of a version of that memory.
    store: str = NO_STORE
    stored: str = f"{NO_STORE}/memories/mem_{'0' * 32}"
    version: str = f"{NO_STORE}/memory_versions/memver_{'0' * 64}"

    def __str__(self) -> str:
        waiting = ", whose messages wait" if self.waits else ""
        return f"{self.type} {self.id} in {self.app}/{self.project}{waiting}"

    @property
    def in_default(self) -> bool:
        """Whether it is in the only scope that agentic V3, agent memory and MaaS know."""
        return self.app == self.project == "default"

    @property
    def session(self) -> str:
        return f"session-of-{self.type}-{self.id}"

    @property
    def memories(self) -> list[str]:
        """The ids of some of its memories, as clients see them."""
        age = timedelta(days=0 if self.type is OwnerType.GROUP else AGE_DAYS)
        day = f"{datetime.now(UTC) - age:%Y%m%d}"
        prefixes = ("ac",) if self.type is OwnerType.AGENT else ("ep", "af")
        return [f"{self.id}_{prefix}_{day}_00000001" for prefix in prefixes]

    @property
    def scope(self) -> dict[str, str]:
        return {"app_id": self.app, "project_id": self.project}

    @property
    def user_query(self) -> str:
        """The query string that names the user and the scope."""
        return f"?user={quote(self.id)}&app={self.app}&project={self.project}"

    @property
    def sentence(self) -> str:
        return f"My secret about {self.topic} is {self.secret_word}."

    def unknown_twin(self) -> "Canary":
        """An owner of the same type in the same scope that has never existed."""
        return Canary(self.app, self.project, self.type, f"g{self.id[1:]}", _word(), _word())


def new_canaries(tag: str) -> list[Canary]:
    """The canaries of one audit, not yet stored; their ids end in `tag`."""
    other = f"audit-{tag}"
    user, agent, group = OwnerType.USER, OwnerType.AGENT, OwnerType.GROUP
    owners = [
        ("default", "default", user, "alice"),
        ("default", "default", user, "bob"),
        (other, "default", user, "alice"),
        ("default", other, user, "alice"),
        ("default", "default", agent, "alice"),  # a user has this id, too
        ("default", "default", agent, "robot"),
        (other, "default", agent, "robot"),
        ("default", "default", group, "team"),
    ]
    waiting = [("default", "default", user, "newcomer"), ("default", "default", group, "crew")]
    return [
        Canary(app, project, type, f"{name}-{tag}", _word(), _word(), waits)
        for waits, some in ((False, owners), (True, waiting))
        for app, project, type, name in some
    ]


def _word() -> str:
    """A random word that occurs in no text."""
    return "zq" + "".join(secrets.choice("aeioubdfgklmnprstvz") for _ in range(12))


def plant(call: Call, key: str, canary: Canary) -> Canary:
    """Stores a memory of each kind that the owner can have, and messages that are not yet a memory; only messages if
    it `waits`.

    Returns the canary with the ids that the server gave. Raises RuntimeError if a call fails.
    """
    if canary.waits and canary.type is OwnerType.USER:
        _add(call, key, canary, [(canary.id, "user", canary.sentence)])
        return canary
    plant_owner = {OwnerType.USER: _user, OwnerType.AGENT: _agent, OwnerType.GROUP: _group}[canary.type]
    plant_owner(call, key, canary)
    if canary.type is OwnerType.USER:
        canary = _with_store(call, key, canary)
    if not canary.in_default or canary.type is OwnerType.GROUP:
        return canary
    about = {f"{canary.type}_id": canary.id, "session_id": canary.session}
    note = {"messages": canary.sentence, "category": "fact", **about}
    return replace(canary, note=str(_ok(call("POST", "/ltm/memories", note, key)).body["id"]))


def remove(call: Call, key: str, canary: Canary) -> None:
    """Deletes what `plant` stored, as far as calls can delete it."""
    call("DELETE", f"/stm/{quote(canary.id)}/chat", None, key)
    others = {
        OwnerType.AGENT: {"user_id": f"client-{canary.id}"},
        OwnerType.GROUP: {"user_id": f"member-{canary.id}"},
    }
    for owner in ({f"{canary.type}_id": canary.id}, others.get(canary.type)):
        if owner is not None:
            call("POST", "/api/v1/memory/delete", {**owner, **canary.scope}, key)


def _user(call: Call, key: str, canary: Canary) -> None:
    texts = (
        canary.sentence,
        f"I live in {canary.secret_word} with my dog Rex.",
        f"Next month I will fly to {canary.secret_word} because of {canary.topic}.",
    )
    _add(call, key, canary, [(canary.id, "user", text) for text in texts], age=AGE_DAYS)
    _ok(call("POST", "/api/v1/memory/flush", {"session_id": canary.session, **canary.scope}, key))
    _add(call, key, canary, [(canary.id, "user", f"I still think of {canary.secret_word}.")])
    _entity(call, key, canary)
    _session_item(call, key, canary)
    _item(call, key, canary)
    if canary.in_default:
        message = {"role": "user", "content": canary.sentence}
        _ok(call("POST", f"/stm/{quote(canary.id)}/chat/messages", {"messages": [message]}, key))


def _session_item(call: Call, key: str, canary: Canary) -> None:
    """Stores an item of an agent framework's session, which only this user may see."""
    item = json.dumps({"role": "user", "content": canary.sentence})
    body = {"user_id": canary.id, "items": [item], "batch": "planted", **canary.scope}
    _ok(call("POST", f"/api/v1/sessions/items-{quote(canary.id)}/items", body, key))


def _with_store(call: Call, key: str, canary: Canary) -> Canary:
    """Stores a file of Anthropic's memory tool, and a memory store with a memory that has two versions."""
    query = canary.user_query
    tool = {"command": "create", "path": "/memories/secret.md", "file_text": canary.sentence}
    _ok(call("POST", f"/anthropic/memory{query}", tool, key))
    about = {"name": "secrets", "description": canary.sentence}
    made = _ok(call("POST", f"/v1/memory_stores{query}", about, key)).body["id"]
    store = f"/v1/memory_stores/{made}"
    text = {"path": "/secret.md", "content": canary.sentence}
    memory = _ok(call("POST", f"{store}/memories{query}", text, key)).body
    stored = f"{store}/memories/{memory['id']}"
    _ok(call("POST", f"{stored}{query}", {"content": f"{canary.sentence} Really."}, key))
    version = f"{store}/memory_versions/{memory['memory_version_id']}"
    return replace(canary, store=store, stored=stored, version=version)


def _entity(call: Call, key: str, canary: Canary) -> None:
    entity = {"name": f"entity {canary.topic}", "entityType": "secret", "observations": [canary.sentence]}
    params = {"name": "create_entities", "arguments": {"entities": [entity]}}
    address = f"/mcp{canary.user_query}&tools=graph"
    _ok(call("POST", address, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, key))


def _item(call: Call, key: str, canary: Canary) -> None:
    item = {"namespace": ["audit", canary.topic], "key": "secret", "value": {"text": canary.sentence}}
    query = urlencode({f"{canary.type}_id": canary.id, **canary.scope})
    _ok(call("PUT", f"/store/items?{query}", item, key))


def _agent(call: Call, key: str, canary: Canary) -> None:
    client = f"client-{canary.id}"
    calls = [{"id": "c1", "type": "function", "function": {"name": canary.topic, "arguments": "{}"}}]
    messages = [
        _message(client, "user", f"Look up {canary.topic} for me, please.", AGE_DAYS),
        {**_message(canary.id, "assistant", "", AGE_DAYS, 1), "tool_calls": calls},
        {
            **_message(canary.id, "tool", f"The result is {canary.secret_word}.", AGE_DAYS, 2),
            "tool_call_id": "c1",
        },
        _message(canary.id, "assistant", f"{canary.topic} is {canary.secret_word}.", AGE_DAYS, 3),
    ]
    body = {"session_id": canary.session, "messages": messages, **canary.scope}
    _ok(call("POST", "/api/v1/memory/add", body, key))
    _ok(call("POST", "/api/v1/memory/flush", {"session_id": canary.session, **canary.scope}, key))
    _add(call, key, canary, [(canary.id, "assistant", f"I still think of {canary.secret_word}.")])
    _item(call, key, canary)
    if canary.in_default:
        entry = {"key": "reflection:secret", "value": canary.sentence}
        _ok(call("POST", f"/api/v1/memory/{quote(canary.id)}/store", entry, key))


def _group(call: Call, key: str, canary: Canary) -> None:
    for second, ends in ((0, False), (1, True)):
        said = f"{canary.sentence} ({second})"
        message = {"message_id": f"{canary.id}-{second}", "sender": f"member-{canary.id}", "content": said}
        more = {"create_time": datetime.now(UTC).isoformat(), "flush": ends and not canary.waits}
        body = {**message, **more, "group_id": canary.id}
        _ok(call("POST", "/api/v3/agentic/memorize", body, key))


def _add(call: Call, key: str, canary: Canary, turns: list[tuple[str, str, str]], age: int = 0) -> None:
    messages = [_message(*each, age, second) for second, each in enumerate(turns)]
    body = {"session_id": canary.session, "messages": messages, **canary.scope}
    _ok(call("POST", "/api/v1/memory/add", body, key))


def _message(sender: str, role: str, text: str, age: int, second: int = 0) -> dict[str, Any]:
    at = int(time.time() * 1000) - age * DAY_MS + second * 1000
    return {"sender_id": sender, "role": role, "timestamp": at, "content": text}


def _ok(answer: Answer) -> Answer:
    """Raises RuntimeError for an error."""
    if answer.status >= 300:
        raise RuntimeError(f"A canary could not be planted: {answer.status} {answer.text[:500]}")
    return answer
