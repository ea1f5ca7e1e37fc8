"""Probes: every call that reads, of each dialect, made by someone who knows the ids and words to look for."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from everos_site.isolation.canaries import Canary
from memory.scope import OwnerType

NO_OWNER = "no owner named"  # in the name of a probe that asks for everything the key may see
SCOPES = ("all", "personal", "group")
USER_KINDS = ("episode", "profile", "foresight", "atomic_fact")
AGENT_KINDS = ("agent_case", "agent_skill")
SOURCES = ("episode", "event_log", "semantic_memory", "memcell")
OPERATIONS = (
    "status", "sessions", "messages", "messages/1", "cells", "cells/x", "changes", "changes/1", "runs", "runs/1",
    "tables", "tables/episode", "model-calls", "model-calls/1", "keys", "keys/1", "processes", "processes/x",
)  # fmt: skip
ADMIN_PAGES = (
    "", "memory/memcell/", "memory/bufferedmessage/", "memory/forgetting/", "ome/strategyrun/", "sessions/",
)  # fmt: skip
EXPLORER_PARTS = ("about", "timeline", "facts", "expected", "map")
EXPLORER_PARTS_OF_AGENTS = ("cases", "skills")


@dataclass(frozen=True, slots=True)
class Probe:
    """One call. `name` is unique among the probes of a canary, and the same for every canary."""

    name: str
    method: str
    path: str
    body: Any = None


def probes(canary: Canary) -> Iterator[Probe]:
    """Yields all calls that could show the canary's memory."""
    yield from _everos(canary)
    yield from _mcp(canary)
    yield from _store(canary)
    yield from _mem0(canary)
    yield from _hooks(canary)
    yield from _anthropic(canary)
    yield from _explorer(canary)
    if canary.in_default:
        yield from _agentic_v3(canary)
        yield from _agent_kv(canary)
        yield from _maas(canary)


def operators_probes(canary: Canary) -> Iterator[Probe]:
    """Yields calls for operators, which are refused to a key with limits."""
    for path in OPERATIONS:
        yield Probe(f"ops {path}", "GET", f"/api/ops/{path}")
    session = "/".join((canary.app, canary.project, quote(canary.session)))
    yield Probe("ops one session", "GET", f"/api/ops/sessions/{session}")
    for path in ADMIN_PAGES:
        yield Probe(f"admin {path}", "GET", f"/admin/{path}")
    yield Probe("kv stats", "GET", "/api/v1/memory/stats")
    yield Probe("health", "GET", "/health")
    yield Probe("metrics", "GET", "/metrics")


def _everos(canary: Canary) -> Iterator[Probe]:
    """The calls of EverOS v1; those of v2 are the same code, so one of each kind is enough."""
    v1, v2 = "/api/v1/memory", "/api/v2/memory"
    is_agent = canary.type is OwnerType.AGENT
    whose = {"agent_id" if is_agent else "user_id": canary.id, **canary.scope}
    for method in ("keyword", "vector", "hybrid", "agentic"):
        more = {} if is_agent else {"include_profile": True, "include_foresights": True}
        body = {"query": f"{canary.topic} secret", "method": method, **whose, **more}
        yield Probe(f"v1 search {method}", "POST", f"{v1}/search", body)
    yield Probe("v2 search", "POST", f"{v2}/search", {"query": canary.topic, **whose})
    waiting = {"query": canary.topic, "filters": {"session_id": canary.session}, **whose}
    yield Probe("v1 search a session", "POST", f"{v1}/search", waiting)
    kinds = AGENT_KINDS if is_agent else USER_KINDS
    for kind in kinds:
        yield Probe(f"v1 get {kind}", "POST", f"{v1}/get", {"memory_type": kind, **whose})
    yield Probe("v2 get", "POST", f"{v2}/get", {"memory_type": kinds[0], **whose})

    scope = urlencode(canary.scope)
    for identifier in canary.memories:
        prefix = identifier[-20:-18]
        for name, path in (("v1", v1), ("v2", v2)):
            yield Probe(f"{name} one {prefix}", "GET", f"{path}/{quote(identifier)}?{scope}")
            yield Probe(f"{name} history {prefix}", "GET", f"{path}/{quote(identifier)}/history?{scope}")
        dry = {"id": identifier, "dry_run": True, **canary.scope}
        yield Probe(f"v1 delete, dry {prefix}", "POST", f"{v1}/delete", dry)
    yield Probe("v1 receipt", "GET", f"{v1}/receipts/fg_000000000000")
    yield Probe("v2 receipt", "GET", f"{v2}/receipts/fg_000000000000")
    asked = urlencode({"user_id": canary.id, **canary.scope})
    yield Probe("session items", "GET", f"/api/v1/sessions/items-{quote(canary.id)}/items?{asked}")


def _mcp(canary: Canary) -> Iterator[Probe]:
    """The tools, resources and prompts of a connection for the canary's user, or for a user who spoke to the agent or
    in the group."""
    is_user = canary.type is OwnerType.USER
    whose = (
        canary.id if is_user else f"{'client' if canary.type is OwnerType.AGENT else 'member'}-{canary.id}"
    )
    address = f"/mcp?tools=full&user={quote(whose)}&app={canary.app}&project={canary.project}"
    query = {"query": f"{canary.topic} secret"}
    tools = [("recall", {**query, "explain": True}), ("search", query), ("list", {"kind": "episode"})]
    uris = ["episodes/recent"]
    if is_user:
        tools += [("forget", query), ("profile", {}), *_mcp_lists(canary), *_mcp_ids(canary)]
        uris += ["profile", "knowledge-graph", *(f"memories/{each}" for each in canary.memories)]
        yield Probe("mcp resources", "POST", address, _rpc("resources/list", {}))
    for number, (tool, arguments) in enumerate(tools):
        body = _rpc("tools/call", {"name": tool, "arguments": arguments})
        yield Probe(f"mcp {tool} ({number})", "POST", address, body)
    for number, uri in enumerate(uris):
        body = _rpc("resources/read", {"uri": f"memory://{uri}"})
        yield Probe(f"mcp resource ({number})", "POST", address, body)
    asked = {"name": "context", "arguments": {"topic": canary.topic}}
    yield Probe("mcp prompt", "POST", address, _rpc("prompts/get", asked))


def _hooks(canary: Canary) -> Iterator[Probe]:
    """What hooks give a coding agent, when a session begins and with a prompt."""
    asked = f"What is the secret of {canary.topic}?"
    for client in ("claude-code", "cursor", "codex"):
        for event in ("SessionStart", "UserPromptSubmit"):
            body = {"session_id": "s", "hook_event_name": event, "prompt": asked}
            yield Probe(f"hooks {client} {event}", "POST", f"/hooks/{client}/recall{canary.user_query}", body)


def _anthropic(canary: Canary) -> Iterator[Probe]:
    """The memory tool and memory stores of a user."""
    tool = f"/anthropic/memory{canary.user_query}"
    for path in ("", "/secret.md", "/user.md", "/episodes", "/notes", "/graph"):
        body = {"command": "view", "path": f"/memories{path}"}
        yield Probe(f"memory tool {path}", "POST", tool, body)
    yield Probe("stores", "GET", f"/v1/memory_stores{canary.user_query}")
    yield Probe("store", "GET", f"{canary.store}{canary.user_query}")
    yield Probe("memories", "GET", f"{canary.store}/memories{canary.user_query}&view=full")
    yield Probe("memory", "GET", f"{canary.stored}{canary.user_query}")
    yield Probe("versions", "GET", f"{canary.store}/memory_versions{canary.user_query}&view=full")
    yield Probe("version", "GET", f"{canary.version}{canary.user_query}")


def _explorer(canary: Canary) -> Iterator[Probe]:
    """The pages that people read, which accept a key as the API does."""
    scope = {"app": canary.app, "project": canary.project}
    whose = {str(canary.type): canary.id, **scope}

    def page(name: str, path: str, **query: str) -> Probe:
        return Probe(f"explorer {name}", "GET", f"/explorer/{path}?{urlencode(query)}")

    is_agent = canary.type is OwnerType.AGENT
    for part in EXPLORER_PARTS_OF_AGENTS if is_agent else EXPLORER_PARTS:
        yield page(f"owner {part}", "owner/", part=part, **whose)
    yield page("ask", "ask/", q=f"{canary.topic} secret", max_tokens="2000", **whose)
    for path in ("inbox/", "live/", "live/events/"):
        yield page(path, path, **whose)
        yield page(f"{path}, {NO_OWNER}", path, **scope)
    yield page("forget an owner", "memory/forget/", **whose)
    for number, identifier in enumerate(canary.memories):
        for path in ("memory/", "memory/edit/", "memory/forget/"):
            yield page(f"{path} ({number})", path, id=identifier, **scope)
        yield page(f"expected ({number})", "ask/", q=canary.topic, expect=identifier, **whose)
    yield page(f"home, {NO_OWNER}", "", find=canary.id[:-1], **scope)
    yield page(f"whom to ask, {NO_OWNER}", "ask/", q=canary.topic, **scope)


def _mcp_lists(canary: Canary) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from (("list", {"kind": kind}) for kind in ("fact", "note", "entity"))
    yield "read_graph", {}
    yield "search_nodes", {"query": canary.topic}
    yield "open_nodes", {"names": [f"entity {canary.topic}"]}


def _mcp_ids(canary: Canary) -> Iterator[tuple[str, dict[str, Any]]]:
    for identifier in (*canary.memories, canary.note, f"{canary.id}_en_entity {canary.topic}"):
        yield from ((tool, {"id": identifier}) for tool in ("read", "fetch", "history"))
        yield "forget", {"ids": [identifier]}


def _rpc(method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def _store(canary: Canary) -> Iterator[Probe]:
    """The store API; for a group, the items of a member, who has none."""
    is_group = canary.type is OwnerType.GROUP
    owner = {"user_id": f"member-{canary.id}"} if is_group else {f"{canary.type}_id": canary.id}
    whose = urlencode({**owner, **canary.scope})
    yield Probe("store one", "GET", f"/store/items?namespace=audit.{canary.topic}&key=secret&{whose}")
    every: dict[str, Any] = {"namespace_prefix": [], "limit": 10_000}
    for sort, more in (("list", {}), ("search", {"query": f"{canary.topic} secret"})):
        yield Probe(f"store {sort}", "POST", f"/store/items/search?{whose}", {**every, **more})
    yield Probe("store namespaces", "POST", f"/store/namespaces?{whose}", {})
    ops = [{"op": "search", **every}, {"op": "list_namespaces"}]
    yield Probe("store batch", "POST", f"/store/batch?{whose}", {"ops": ops})


def _agentic_v3(canary: Canary) -> Iterator[Probe]:
    path = "/api/v3/agentic/retrieve_lightweight"
    member = f"member-{canary.id}"
    named = {
        OwnerType.USER: [{"user_id": canary.id}],
        OwnerType.GROUP: [{"group_id": canary.id}, {"group_id": canary.id, "user_id": member}],
        OwnerType.AGENT: [{"user_id": f"client-{canary.id}"}],
    }[canary.type]
    for whose in ({}, *named):
        who = "+".join(whose) or NO_OWNER
        for source in SOURCES:
            body = {"query": f"{canary.topic} secret", "data_source": source, **whose}
            yield Probe(f"v3 {source}, {who}", "POST", path, body)
        for scope in SCOPES:
            body = {"query": canary.topic, "memory_scope": scope, "retrieval_mode": "bm25", **whose}
            yield Probe(f"v3 bm25 {scope}, {who}", "POST", path, body)
        if "user_id" in whose:
            yield Probe(f"v3 profile, {who}", "POST", path, {"data_source": "profile", **whose})
        body = {"query": f"{canary.topic} secret", **whose}
        yield Probe(f"v3 agentic, {who}", "POST", "/api/v3/agentic/retrieve_agentic", body)


def _agent_kv(canary: Canary) -> Iterator[Probe]:
    prefix = f"/api/v1/memory/{quote(canary.id)}"
    yield Probe("kv one", "GET", f"{prefix}/reflection:secret")
    yield Probe("kv one like a pin", "GET", f"{prefix}/reflection:secret/pin")
    yield Probe("kv list", "GET", f"{prefix}/list")
    yield Probe("kv reflections", "GET", f"{prefix}/reflections")
    yield Probe("kv search", "GET", f"{prefix}/search?q={canary.topic}")
    yield Probe("kv search by POST", "POST", f"{prefix}/search", {"q": canary.topic})
    near = {"text": canary.topic, "threshold": 0}
    yield Probe("kv vector search", "POST", f"{prefix}/vector-search", near)
    vector = {"embedding": [0.1] * 384, "threshold": 0}
    yield Probe("kv vector search by vector", "POST", f"{prefix}/vector-search", vector)


def _maas(canary: Canary) -> Iterator[Probe]:
    abouts: list[dict[str, str]] = [{"session_id": canary.session}]
    if canary.type is not OwnerType.GROUP:
        abouts += [
            {f"{canary.type}_id": canary.id},
            {f"{canary.type}_id": canary.id, "session_id": canary.session},
        ]
    yield Probe(f"ltm list, {NO_OWNER}", "GET", "/ltm/memories?limit=10000")
    for about in abouts:
        who = "+".join(about)
        query = "&".join(f"{name}={quote(value)}" for name, value in about.items())
        yield Probe(f"ltm list, {who}", "GET", f"/ltm/memories?{query}")
        body = {"query": f"{canary.topic} secret", **about}
        yield Probe(f"ltm search, {who}", "POST", "/ltm/memories/search", body)
    yield Probe("ltm one", "GET", f"/ltm/memories/{canary.note}")
    yield Probe("ltm history", "GET", f"/ltm/memories/{canary.note}/history")
    yield Probe("stm messages", "GET", f"/stm/{quote(canary.id)}/chat/messages")
    yield Probe("stm context", "GET", f"/stm/{quote(canary.id)}/chat/context?read_only=true")


def _mem0(canary: Canary) -> Iterator[Probe]:
    for probe in _mem0_calls(canary):
        path = (
            f"{probe.path}{'&' if '?' in probe.path else '?'}app_id={canary.app}&project_id={canary.project}"
        )
        yield Probe(f"mem0 {probe.name}", probe.method, path, probe.body)


def _mem0_calls(canary: Canary) -> Iterator[Probe]:
    is_group = canary.type is OwnerType.GROUP
    whose = {"run_id": canary.session} if is_group else {f"{canary.type}_id": canary.id}
    query = {"query": f"{canary.topic} secret"}
    address = "&".join(f"{name}={quote(value)}" for name, value in whose.items())
    anybody = {"NOT": [{"user_id": "x"}], "app_id": canary.app, "memory": {"contains": canary.topic}}
    yield Probe("ping", "GET", "/v1/ping/")
    yield Probe("search", "POST", "/v3/memories/search/", {**query, "filters": whose})
    yield Probe(f"search, {NO_OWNER}", "POST", "/v3/memories/search/", {**query, "filters": anybody})
    yield Probe("list", "POST", "/v3/memories/", {"filters": whose, "show_expired": True})
    yield Probe(f"list, {NO_OWNER}", "POST", "/v3/memories/", {"filters": anybody})
    yield Probe("server list", "GET", f"/memories?{address}")
    yield Probe(f"server list, {NO_OWNER}", "GET", "/memories")
    yield Probe("server search", "POST", "/search", {**query, "filters": whose})
    before = "" if canary.app == "default" else f"{canary.app}::"
    for number, identifier in enumerate(quote(f"{before}{each}") for each in (*canary.memories, canary.note)):
        yield Probe(f"one ({number})", "GET", f"/v1/memories/{identifier}/")
        yield Probe(f"history ({number})", "GET", f"/v1/memories/{identifier}/history/")
        yield Probe(f"event ({number})", "GET", f"/v1/event/{identifier}/")
        yield Probe(f"server one ({number})", "GET", f"/memories/{identifier}")
        yield Probe(f"server history ({number})", "GET", f"/memories/{identifier}/history")
    yield Probe(f"events, {NO_OWNER}", "GET", "/v1/events/")
    yield Probe(f"entities, {NO_OWNER}", "GET", "/v1/entities/")
    yield Probe("export", "POST", "/v1/exports/", {"schema": "{}", "filters": whose})
    yield Probe("get export", "POST", "/v1/exports/get/", {"filters": whose})
    if canary.type is OwnerType.USER:
        yield Probe("profile", "GET", f"/v2/entities/user/{quote(canary.id)}/profile/")
        yield Probe("summary", "POST", "/v1/summary/", {"filters": whose})
        asked = {"operation": "trigger", "entity_type": "user", "entity_id": canary.id}
        yield Probe("profile job", "POST", "/v2/profiles/jobs/", asked)
    yield Probe("sample", "POST", "/v2/profiles/jobs/", {"operation": "sample", "entity_type": "user"})
    yield Probe("job", "GET", "/v2/profiles/jobs/WyJub2JvZHkiXQ==/")
    yield Probe("profile settings", "GET", "/v2/profiles/settings/")
    yield Probe("project", "GET", "/api/v1/orgs/organizations/everos/projects/default/")
    yield Probe("configuration", "GET", "/configure")
    yield Probe("providers", "GET", "/configure/providers")
