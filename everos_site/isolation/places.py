"""Whose memory is audited: a few owners in a few scopes, each with words that nobody else knows."""

import json
import secrets
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

from everos_site.isolation.http import Answer, Call
from memory.scope import OwnerType

DAY_MS = 86_400_000
AGE_DAYS = 3  # of what users and agents said
WAITING_SECONDS = 120.0


NO_NOTE = "00000000-0000-4000-8000-000000000000"
NO_STORE = f"/v1/memory_stores/memstore_{'0' * 32}"


@dataclass(frozen=True, slots=True)
class Place:
    """One owner in one scope. Looking for the `lure` finds it; whoever sees the `proof` has seen its memory."""

    app: str
    project: str
    type: OwnerType
    id: str
    lure: str
    proof: str
    note: str = NO_NOTE  # the id of a note of its own, where it has one
    store: str = (
        NO_STORE  # the path of a memory store of its own, of a memory in it, and of a version of that
    )
    stored: str = f"{NO_STORE}/memories/mem_{'0' * 32}"
    version: str = f"{NO_STORE}/memory_versions/memver_{'0' * 64}"

    def __str__(self) -> str:
        return f"{self.type} {self.id} in {self.app}/{self.project}"

    @property
    def in_default(self) -> bool:
        """The only scope that the dialects beside EverOS v1 know."""
        return self.app == self.project == "default"

    @property
    def session(self) -> str:
        return f"session-{self.id}"

    @property
    def memories(self) -> list[str]:
        """Ids of some that it has, as clients know them."""
        age = timedelta(days=0 if self.type is OwnerType.GROUP else AGE_DAYS)
        day = f"{datetime.now(UTC) - age:%Y%m%d}"
        prefixes = ("ac",) if self.type is OwnerType.AGENT else ("ep", "af")
        return [f"{self.id}_{prefix}_{day}_00000001" for prefix in prefixes]

    @property
    def scope(self) -> dict[str, str]:
        return {"app_id": self.app, "project_id": self.project}

    @property
    def whose(self) -> str:
        """As the query of an address names a user and a scope."""
        return f"?user={quote(self.id)}&app={self.app}&project={self.project}"

    @property
    def secret(self) -> str:
        return f"My secret about {self.lure} is {self.proof}."

    def ghost(self) -> "Place":
        """Somebody of the same sort who has never been there."""
        return Place(self.app, self.project, self.type, f"g{self.id[1:]}", word(), word())


@dataclass(frozen=True, slots=True)
class Town:
    """All places of one audit; their ids end in a tag of it."""

    tag: str = field(default_factory=lambda: secrets.token_hex(3))

    def places(self) -> list[Place]:
        other = f"audit-{self.tag}"
        user, agent, group = OwnerType.USER, OwnerType.AGENT, OwnerType.GROUP
        where = [
            ("default", "default", user, "alice"),
            ("default", "default", user, "bob"),
            (other, "default", user, "alice"),
            ("default", other, user, "alice"),
            ("default", "default", agent, "robot"),
            ("default", "default", agent, "spare"),
            (other, "default", agent, "robot"),
            ("default", "default", group, "team"),
            ("default", "default", group, "crew"),
        ]
        return [
            Place(app, project, type, f"{name}-{self.tag}", word(), word())
            for app, project, type, name in where
        ]


def word() -> str:
    """A word that stands in no text, easily told from any other."""
    return "zq" + "".join(secrets.choice("aeioubdfgklmnprstvz") for _ in range(12))


def plant(call: Call, key: str, place: Place) -> Place:
    """Memory of each sort that the owner can have, and messages that wait. Raises AssertionError."""
    planting = {OwnerType.USER: _user, OwnerType.AGENT: _agent, OwnerType.GROUP: _group}[place.type]
    planting(call, key, place)
    if place.type is OwnerType.USER:
        place = _with_store(call, key, place)
    if not place.in_default or place.type is OwnerType.GROUP:
        return place
    about = {f"{place.type}_id": place.id, "session_id": place.session}
    note = {"messages": place.secret, "category": "fact", **about}
    return replace(place, note=str(_ok(call("POST", "/ltm/memories", note, key)).body["id"]))


def uproot(call: Call, key: str, place: Place) -> None:
    """All that was planted."""
    call("DELETE", f"/stm/{quote(place.id)}/chat", None, key)
    others = {
        OwnerType.AGENT: {"user_id": f"client-{place.id}"},
        OwnerType.GROUP: {"user_id": f"member-{place.id}"},
    }
    for whose in ({f"{place.type}_id": place.id}, others.get(place.type)):
        if whose is not None:
            call("POST", "/api/v1/memory/delete", {**whose, **place.scope}, key)


def _user(call: Call, key: str, place: Place) -> None:
    texts = (
        place.secret,
        f"I live in {place.proof} with my dog Rex.",
        f"Next month I will fly to {place.proof} because of {place.lure}.",
    )
    _add(call, key, place, [(place.id, "user", text) for text in texts], age=AGE_DAYS)
    _ok(call("POST", "/api/v1/memory/flush", {"session_id": place.session, **place.scope}, key))
    _add(call, key, place, [(place.id, "user", f"I still think of {place.proof}.")])
    _entity(call, key, place)
    _session_item(call, key, place)
    _item(call, key, place)
    if place.in_default:
        message = {"role": "user", "content": place.secret}
        _ok(call("POST", f"/stm/{quote(place.id)}/chat/messages", {"messages": [message]}, key))


def _session_item(call: Call, key: str, place: Place) -> None:
    """An item of a session of an agent framework, which is for this user alone."""
    item = json.dumps({"role": "user", "content": place.secret})
    body = {"user_id": place.id, "items": [item], "batch": "planted", **place.scope}
    _ok(call("POST", f"/api/v1/sessions/items-{quote(place.id)}/items", body, key))


def _with_store(call: Call, key: str, place: Place) -> Place:
    """What Anthropic's clients keep: a file of the memory tool, and a store with a memory that was changed once."""
    whose = place.whose
    tool = {"command": "create", "path": "/memories/secret.md", "file_text": place.secret}
    _ok(call("POST", f"/anthropic/memory{whose}", tool, key))
    about = {"name": "secrets", "description": place.secret}
    made = _ok(call("POST", f"/v1/memory_stores{whose}", about, key)).body["id"]
    store = f"/v1/memory_stores/{made}"
    text = {"path": "/secret.md", "content": place.secret}
    memory = _ok(call("POST", f"{store}/memories{whose}", text, key)).body
    stored = f"{store}/memories/{memory['id']}"
    _ok(call("POST", f"{stored}{whose}", {"content": f"{place.secret} Really."}, key))
    version = f"{store}/memory_versions/{memory['memory_version_id']}"
    return replace(place, store=store, stored=stored, version=version)


def _entity(call: Call, key: str, place: Place) -> None:
    entity = {"name": f"entity {place.lure}", "entityType": "secret", "observations": [place.secret]}
    params = {"name": "create_entities", "arguments": {"entities": [entity]}}
    address = f"/mcp?tools=graph&user={quote(place.id)}&app={place.app}&project={place.project}"
    _ok(call("POST", address, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, key))


def _item(call: Call, key: str, place: Place) -> None:
    item = {"namespace": ["audit", place.lure], "key": "secret", "value": {"text": place.secret}}
    whose = urlencode({f"{place.type}_id": place.id, **place.scope})
    _ok(call("PUT", f"/store/items?{whose}", item, key))


def _agent(call: Call, key: str, place: Place) -> None:
    client = f"client-{place.id}"
    calls = [{"id": "c1", "type": "function", "function": {"name": place.lure, "arguments": "{}"}}]
    messages = [
        _message(client, "user", f"Look up {place.lure} for me, please.", AGE_DAYS),
        {**_message(place.id, "assistant", "", AGE_DAYS, 1), "tool_calls": calls},
        {**_message(place.id, "tool", f"The result is {place.proof}.", AGE_DAYS, 2), "tool_call_id": "c1"},
        _message(place.id, "assistant", f"{place.lure} is {place.proof}.", AGE_DAYS, 3),
    ]
    body = {"session_id": place.session, "messages": messages, **place.scope}
    _ok(call("POST", "/api/v1/memory/add", body, key))
    _ok(call("POST", "/api/v1/memory/flush", {"session_id": place.session, **place.scope}, key))
    _add(call, key, place, [(place.id, "assistant", f"I still think of {place.proof}.")])
    _item(call, key, place)
    if place.in_default:
        entry = {"key": "reflection:secret", "value": place.secret}
        _ok(call("POST", f"/api/v1/memory/{quote(place.id)}/store", entry, key))


def _group(call: Call, key: str, place: Place) -> None:
    for second, ends in ((0, False), (1, True)):
        said = f"{place.secret} ({second})"
        message = {"message_id": f"{place.id}-{second}", "sender": f"member-{place.id}", "content": said}
        more = {"create_time": datetime.now(UTC).isoformat(), "group_id": place.id, "flush": ends}
        _ok(call("POST", "/api/v3/agentic/memorize", {**message, **more}, key))


def _add(call: Call, key: str, place: Place, said: list[tuple[str, str, str]], age: int = 0) -> None:
    messages = [_message(*each, age, second) for second, each in enumerate(said)]
    _ok(
        call(
            "POST",
            "/api/v1/memory/add",
            {"session_id": place.session, "messages": messages, **place.scope},
            key,
        )
    )


def _message(sender: str, role: str, text: str, age: int, second: int = 0) -> dict[str, Any]:
    at = int(time.time() * 1000) - age * DAY_MS + second * 1000
    return {"sender_id": sender, "role": role, "timestamp": at, "content": text}


def _ok(answer: Answer) -> Answer:
    if answer.status >= 300:
        raise RuntimeError(f"A canary could not be planted: {answer.status} {answer.text[:500]}")
    return answer
