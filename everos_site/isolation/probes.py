"""Every call that reads, as somebody makes it who knows what he is looking for: each route of each dialect."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from everos_site.isolation.places import Place
from memory.scope import OwnerType

SCOPES = ("all", "personal", "group")
USER_KINDS = ("episode", "profile", "foresight", "atomic_fact")
AGENT_KINDS = ("agent_case", "agent_skill")
SOURCES = ("episode", "event_log", "semantic_memory", "memcell")
OPERATIONS = (
    "status", "sessions", "messages", "messages/1", "cells", "cells/x", "changes", "changes/1", "runs", "runs/1",
    "tables", "tables/episode", "model-calls", "model-calls/1", "keys", "keys/1", "processes", "processes/x",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Probe:
    """One call. `sort` tells it from others of the same route, and is the same for each place."""

    sort: str
    method: str
    path: str
    body: Any = None


def probes(place: Place) -> Iterator[Probe]:
    """All that could show the place's memory."""
    yield from _everos(place)
    yield from _mcp(place)
    yield from _store(place)
    yield from _mem0(place)
    yield from _hooks(place)
    yield from _anthropic(place)
    if place.in_default:
        yield from _agentic_v3(place)
        yield from _agent_kv(place)
        yield from _maas(place)


def operators_probes(place: Place) -> Iterator[Probe]:
    """Rows of everybody's: the answer to a key with limits is a refusal."""
    for path in OPERATIONS:
        yield Probe(f"ops {path}", "GET", f"/api/ops/{path}")
    session = "/".join((place.app, place.project, quote(place.session)))
    yield Probe("ops one session", "GET", f"/api/ops/sessions/{session}")
    yield Probe("kv stats", "GET", "/api/v1/memory/stats")
    yield Probe("health", "GET", "/health")
    yield Probe("metrics", "GET", "/metrics")


def _everos(place: Place) -> Iterator[Probe]:
    """Under its other name the calls are the same ones: there only that they are is looked at."""
    v1, v2 = "/api/v1/memory", "/api/v2/memory"
    is_agent = place.type is OwnerType.AGENT
    whose = {"agent_id" if is_agent else "user_id": place.id, **place.scope}
    for method in ("keyword", "vector", "hybrid", "agentic"):
        more = {} if is_agent else {"include_profile": True, "include_foresights": True}
        body = {"query": f"{place.lure} secret", "method": method, **whose, **more}
        yield Probe(f"v1 search {method}", "POST", f"{v1}/search", body)
    yield Probe("v2 search", "POST", f"{v2}/search", {"query": place.lure, **whose})
    waiting = {"query": place.lure, "filters": {"session_id": place.session}, **whose}
    yield Probe("v1 search a session", "POST", f"{v1}/search", waiting)
    kinds = AGENT_KINDS if is_agent else USER_KINDS
    for kind in kinds:
        yield Probe(f"v1 get {kind}", "POST", f"{v1}/get", {"memory_type": kind, **whose})
    yield Probe("v2 get", "POST", f"{v2}/get", {"memory_type": kinds[0], **whose})

    for identifier in place.memories:
        asked = f"{quote(identifier)}?app_id={place.app}&project_id={place.project}"
        yield Probe(f"v1 one {identifier[-20:-18]}", "GET", f"{v1}/{asked}")
        yield Probe(f"v2 one {identifier[-20:-18]}", "GET", f"{v2}/{asked}")
        asked = asked.replace("?", "/history?")
        yield Probe(f"v1 history {identifier[-20:-18]}", "GET", f"{v1}/{asked}")
        yield Probe(f"v2 history {identifier[-20:-18]}", "GET", f"{v2}/{asked}")
        dry = {"id": identifier, "dry_run": True, **place.scope}
        yield Probe(f"v1 delete, dry {identifier[-20:-18]}", "POST", f"{v1}/delete", dry)
    yield Probe("v1 receipt", "GET", f"{v1}/receipts/fg_000000000000")
    yield Probe("v2 receipt", "GET", f"{v2}/receipts/fg_000000000000")
    asked = f"user_id={quote(place.id)}&app_id={place.app}&project_id={place.project}"
    yield Probe("session items", "GET", f"/api/v1/sessions/items-{quote(place.id)}/items?{asked}")


def _mcp(place: Place) -> Iterator[Probe]:
    """A connection for the place's user, or for somebody who spoke there: its tools, resources and prompts."""
    is_user = place.type is OwnerType.USER
    whose = place.id if is_user else f"{'client' if place.type is OwnerType.AGENT else 'member'}-{place.id}"
    address = f"/mcp?tools=full&user={quote(whose)}&app={place.app}&project={place.project}"
    query = {"query": f"{place.lure} secret"}
    tools = [("recall", {**query, "explain": True}), ("search", query), ("list", {"kind": "episode"})]
    uris = ["episodes/recent"]
    if is_user:
        tools += [("forget", query), ("profile", {}), *_mcp_lists(place), *_mcp_ids(place)]
        uris += ["profile", "knowledge-graph", *(f"memories/{each}" for each in place.memories)]
        yield Probe("mcp resources", "POST", address, _rpc("resources/list", {}))
    for number, (tool, arguments) in enumerate(tools):
        body = _rpc("tools/call", {"name": tool, "arguments": arguments})
        yield Probe(f"mcp {tool} ({number})", "POST", address, body)
    for number, uri in enumerate(uris):
        body = _rpc("resources/read", {"uri": f"memory://{uri}"})
        yield Probe(f"mcp resource ({number})", "POST", address, body)
    asked = {"name": "context", "arguments": {"topic": place.lure}}
    yield Probe("mcp prompt", "POST", address, _rpc("prompts/get", asked))


def _hooks(place: Place) -> Iterator[Probe]:
    """What an agent would be told of the place, when its session begins and with a prompt."""
    query = f"user={quote(place.id)}&app={place.app}&project={place.project}"
    asked = f"What is the secret of {place.lure}?"
    for client in ("claude-code", "cursor", "codex"):
        for event in ("SessionStart", "UserPromptSubmit"):
            body = {"session_id": "s", "hook_event_name": event, "prompt": asked}
            yield Probe(f"hooks {client} {event}", "POST", f"/hooks/{client}/recall?{query}", body)


def _anthropic(place: Place) -> Iterator[Probe]:
    """The memory tool and memory stores of a user."""
    tool = f"/anthropic/memory{place.whose}"
    for path in ("", "/secret.md", "/user.md", "/episodes", "/notes", "/graph"):
        body = {"command": "view", "path": f"/memories{path}"}
        yield Probe(f"memory tool {path}", "POST", tool, body)
    yield Probe("stores", "GET", f"/v1/memory_stores{place.whose}")
    yield Probe("store", "GET", f"{place.store}{place.whose}")
    yield Probe("memories", "GET", f"{place.store}/memories{place.whose}&view=full")
    yield Probe("memory", "GET", f"{place.stored}{place.whose}")
    yield Probe("versions", "GET", f"{place.store}/memory_versions{place.whose}&view=full")
    yield Probe("version", "GET", f"{place.version}{place.whose}")


def _mcp_lists(place: Place) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from (("list", {"kind": kind}) for kind in ("fact", "note", "entity"))
    yield "read_graph", {}
    yield "search_nodes", {"query": place.lure}
    yield "open_nodes", {"names": [f"entity {place.lure}"]}


def _mcp_ids(place: Place) -> Iterator[tuple[str, dict[str, Any]]]:
    for identifier in (*place.memories, place.note, f"{place.id}_en_entity {place.lure}"):
        yield from ((tool, {"id": identifier}) for tool in ("read", "fetch", "history"))
        yield "forget", {"ids": [identifier]}


def _rpc(method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def _store(place: Place) -> Iterator[Probe]:
    """Of a group's place for a member, who has no items."""
    is_group = place.type is OwnerType.GROUP
    owner = {"user_id": f"member-{place.id}"} if is_group else {f"{place.type}_id": place.id}
    whose = urlencode({**owner, **place.scope})
    yield Probe("store one", "GET", f"/store/items?namespace=audit.{place.lure}&key=secret&{whose}")
    every: dict[str, Any] = {"namespace_prefix": [], "limit": 10_000}
    for sort, more in (("list", {}), ("search", {"query": f"{place.lure} secret"})):
        yield Probe(f"store {sort}", "POST", f"/store/items/search?{whose}", {**every, **more})
    yield Probe("store namespaces", "POST", f"/store/namespaces?{whose}", {})
    ops = [{"op": "search", **every}, {"op": "list_namespaces"}]
    yield Probe("store batch", "POST", f"/store/batch?{whose}", {"ops": ops})


def _agentic_v3(place: Place) -> Iterator[Probe]:
    path = "/api/v3/agentic/retrieve_lightweight"
    member = f"member-{place.id}"
    named = {
        OwnerType.USER: [{"user_id": place.id}],
        OwnerType.GROUP: [{"group_id": place.id}, {"group_id": place.id, "user_id": member}],
        OwnerType.AGENT: [{"user_id": f"client-{place.id}"}],
    }[place.type]
    for whose in ({}, *named):
        who = "+".join(whose) or "nobody named"
        for source in SOURCES:
            body = {"query": f"{place.lure} secret", "data_source": source, **whose}
            yield Probe(f"v3 {source}, {who}", "POST", path, body)
        for scope in SCOPES:
            body = {"query": place.lure, "memory_scope": scope, "retrieval_mode": "bm25", **whose}
            yield Probe(f"v3 bm25 {scope}, {who}", "POST", path, body)
        if "user_id" in whose:
            yield Probe(f"v3 profile, {who}", "POST", path, {"data_source": "profile", **whose})
        body = {"query": f"{place.lure} secret", **whose}
        yield Probe(f"v3 agentic, {who}", "POST", "/api/v3/agentic/retrieve_agentic", body)


def _agent_kv(place: Place) -> Iterator[Probe]:
    prefix = f"/api/v1/memory/{quote(place.id)}"
    yield Probe("kv one", "GET", f"{prefix}/reflection:secret")
    yield Probe("kv one like a pin", "GET", f"{prefix}/reflection:secret/pin")
    yield Probe("kv list", "GET", f"{prefix}/list")
    yield Probe("kv reflections", "GET", f"{prefix}/reflections")
    yield Probe("kv search", "GET", f"{prefix}/search?q={place.lure}")
    yield Probe("kv search by POST", "POST", f"{prefix}/search", {"q": place.lure})
    near = {"text": place.lure, "threshold": 0}
    yield Probe("kv vector search", "POST", f"{prefix}/vector-search", near)
    vector = {"embedding": [0.1] * 384, "threshold": 0}
    yield Probe("kv vector search by vector", "POST", f"{prefix}/vector-search", vector)


def _maas(place: Place) -> Iterator[Probe]:
    abouts: list[dict[str, str]] = [{"session_id": place.session}]
    if place.type is not OwnerType.GROUP:
        abouts += [
            {f"{place.type}_id": place.id},
            {f"{place.type}_id": place.id, "session_id": place.session},
        ]
    yield Probe("ltm list, nobody named", "GET", "/ltm/memories?limit=10000")
    for about in abouts:
        who = "+".join(about)
        query = "&".join(f"{name}={quote(value)}" for name, value in about.items())
        yield Probe(f"ltm list, {who}", "GET", f"/ltm/memories?{query}")
        body = {"query": f"{place.lure} secret", **about}
        yield Probe(f"ltm search, {who}", "POST", "/ltm/memories/search", body)
    yield Probe("ltm one", "GET", f"/ltm/memories/{place.note}")
    yield Probe("ltm history", "GET", f"/ltm/memories/{place.note}/history")
    yield Probe("stm messages", "GET", f"/stm/{quote(place.id)}/chat/messages")
    yield Probe("stm context", "GET", f"/stm/{quote(place.id)}/chat/context?read_only=true")


def _mem0(place: Place) -> Iterator[Probe]:
    for probe in _mem0_calls(place):
        path = f"{probe.path}{'&' if '?' in probe.path else '?'}app_id={place.app}&project_id={place.project}"
        yield Probe(f"mem0 {probe.sort}", probe.method, path, probe.body)


def _mem0_calls(place: Place) -> Iterator[Probe]:
    is_group = place.type is OwnerType.GROUP
    whose = {"run_id": place.session} if is_group else {f"{place.type}_id": place.id}
    query = {"query": f"{place.lure} secret"}
    address = "&".join(f"{name}={quote(value)}" for name, value in whose.items())
    anybody = {"NOT": [{"user_id": "x"}], "app_id": place.app, "memory": {"contains": place.lure}}
    yield Probe("ping", "GET", "/v1/ping/")
    yield Probe("search", "POST", "/v3/memories/search/", {**query, "filters": whose})
    yield Probe("search, nobody named", "POST", "/v3/memories/search/", {**query, "filters": anybody})
    yield Probe("list", "POST", "/v3/memories/", {"filters": whose, "show_expired": True})
    yield Probe("list, nobody named", "POST", "/v3/memories/", {"filters": anybody})
    yield Probe("server list", "GET", f"/memories?{address}")
    yield Probe("server list, nobody named", "GET", "/memories")
    yield Probe("server search", "POST", "/search", {**query, "filters": whose})
    before = "" if place.app == "default" else f"{place.app}::"
    for number, identifier in enumerate(quote(f"{before}{each}") for each in (*place.memories, place.note)):
        yield Probe(f"one ({number})", "GET", f"/v1/memories/{identifier}/")
        yield Probe(f"history ({number})", "GET", f"/v1/memories/{identifier}/history/")
        yield Probe(f"event ({number})", "GET", f"/v1/event/{identifier}/")
        yield Probe(f"server one ({number})", "GET", f"/memories/{identifier}")
        yield Probe(f"server history ({number})", "GET", f"/memories/{identifier}/history")
    yield Probe("events, nobody named", "GET", "/v1/events/")
    yield Probe("entities, nobody named", "GET", "/v1/entities/")
    yield Probe("export", "POST", "/v1/exports/", {"schema": "{}", "filters": whose})
    yield Probe("get export", "POST", "/v1/exports/get/", {"filters": whose})
    if place.type is OwnerType.USER:
        yield Probe("profile", "GET", f"/v2/entities/user/{quote(place.id)}/profile/")
        yield Probe("summary", "POST", "/v1/summary/", {"filters": whose})
        asked = {"operation": "trigger", "entity_type": "user", "entity_id": place.id}
        yield Probe("profile job", "POST", "/v2/profiles/jobs/", asked)
    yield Probe("sample", "POST", "/v2/profiles/jobs/", {"operation": "sample", "entity_type": "user"})
    yield Probe("job", "GET", "/v2/profiles/jobs/WyJub2JvZHkiXQ==/")
    yield Probe("profile settings", "GET", "/v2/profiles/settings/")
    yield Probe("project", "GET", "/api/v1/orgs/organizations/everos/projects/default/")
    yield Probe("configuration", "GET", "/configure")
    yield Probe("providers", "GET", "/configure/providers")
