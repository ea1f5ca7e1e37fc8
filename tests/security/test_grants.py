"""Keys with limits at every call of every dialect: they show and change nothing that is outside. A new route fails here
until somebody says how it was looked at."""

import json
import os
from collections.abc import Callable, Iterator
from inspect import getclosurevars
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from cascade import scanner
from cascade.drain import drain
from everos_site.isolation.audit import Report, audit_keys, check_probes, leaks_of
from everos_site.isolation.canaries import Canary, new_canaries, plant
from everos_site.isolation.http import Answer
from everos_site.isolation.probes import operators_probes, probes
from memory.api.hooks.events import CLIENTS
from memory.api_keys import ApiKey
from memory.grants import limited
from memory.models import (
    AcceptedKey,
    BufferedMessage,
    KeyedDocument,
    MemCell,
    SessionItem,
    SessionMessage,
    SessionSettings,
)
from memory.scope import OwnerType
from ome.engine.worker import drain as derive
from tests.security.test_every_route import OPEN

OTHERS = range(2, 8)  # of `new_canaries`: users and agents in other scopes, and a group
SEVERAL = (0, 2, 4, 5, 6, 7)
ACCOUNT = "writes nothing of memories, and is tested in test_signed_tokens.py"

Json = dict[str, Any]
Write = tuple[str, str, Json | None]  # method, path, body

# Each call that changes something, as it is made to change what is outside the caller's key.
WRITES: dict[str, Callable[[Canary], Write]] = {
    "POST api/v1/memory/add": lambda p: ("POST", "/api/v1/memory/add", _said(p)),
    "POST api/v2/memory/add": lambda p: ("POST", "/api/v2/memory/add", _said(p)),
    "POST api/v1/memory/delete": lambda p: ("POST", "/api/v1/memory/delete", _whole(p)),
    "POST api/v2/memory/delete": lambda p: ("POST", "/api/v2/memory/delete", {"ids": p.memories, **p.scope}),
    "POST api/v1/memory/export": lambda p: ("POST", "/api/v1/memory/export", _whole(p)),
    "POST api/v2/memory/export": lambda p: ("POST", "/api/v2/memory/export", _whole(p)),
    "POST api/v1/memory/verify": lambda p: ("POST", "/api/v1/memory/verify", {"id": p.memories[0], **p.scope}),
    "POST api/v2/memory/verify": lambda p: ("POST", "/api/v2/memory/verify", {"id": p.memories[0], **p.scope}),
    "PATCH api/v1/memory/<memory_id:identifier>": lambda p: (
        "PATCH", f"/api/v1/memory/{p.memories[0]}", {"content": "overwritten", **p.scope}
    ),
    "PATCH api/v2/memory/<any_memory_id:identifier>": lambda p: (
        "PATCH", f"/api/v2/memory/{p.memories[0]}", {"content": "overwritten", **p.scope}
    ),
    "POST api/v1/memory/flush": lambda p: ("POST", "/api/v1/memory/flush", _session(p)),
    "POST api/v2/memory/flush": lambda p: ("POST", "/api/v2/memory/flush", _session(p)),
    "POST api/v1/sessions/<path:session_id>/items": lambda p: (
        "POST", f"{_items(p)}/items", {"items": ['{"role": "user", "content": "Put in."}'], "batch": "b", **_of(p)}
    ),
    "POST api/v1/sessions/<path:session_id>/pop": lambda p: (
        "POST", f"{_items(p)}/pop", {"pop_id": "p", **_of(p)}
    ),
    "DELETE api/v1/sessions/<path:session_id>/items": lambda p: (
        "DELETE", f"{_items(p)}/items?user_id={p.id}&app_id={p.app}&project_id={p.project}", None
    ),
    "POST api/v3/agentic/memorize": lambda p: ("POST", "/api/v3/agentic/memorize", _heard(p)),
    "POST api/v1/memory/decay": lambda p: ("POST", "/api/v1/memory/decay", None),
    "POST api/v1/memory/share": lambda p: (
        "POST", "/api/v1/memory/share", {"from": p.id, "to": "elsewhere", "pattern": "*"}
    ),
    "POST api/v1/memory/<str:agent_id>/store": lambda p: (
        "POST", f"/api/v1/memory/{p.id}/store", {"key": "reflection:secret", "value": "overwritten"}
    ),
    "POST api/v1/memory/<str:agent_id>/<path:key>/pin": lambda p: (
        "POST", f"/api/v1/memory/{p.id}/reflection:secret/pin", {"pinned": True}
    ),
    "DELETE api/v1/memory/<str:agent_id>/<path:key>/pin": lambda p: (
        "DELETE", f"/api/v1/memory/{p.id}/reflection:secret/pin", None
    ),
    "DELETE api/v1/memory/<str:agent_id>/<path:key>": lambda p: (
        "DELETE", f"/api/v1/memory/{p.id}/reflection:secret", None
    ),
    "DELETE api/v1/memory/<str:agent_id>/clear": lambda p: ("DELETE", f"/api/v1/memory/{p.id}/clear", None),
    "POST stm/<any_text:session_id>/messages": lambda p: (
        "POST", f"/stm/{p.id}/chat/messages", {"messages": [{"role": "user", "content": "put in"}]}
    ),
    "PUT stm/<any_text:session_id>/config": lambda p: ("PUT", f"/stm/{p.id}/chat/config", {"max_messages": 1}),
    "DELETE stm/<any_text:session_id>": lambda p: ("DELETE", f"/stm/{p.id}/chat", None),
    "DELETE stm/<any_text:session_id>/messages": lambda p: ("DELETE", f"/stm/{p.id}/messages", None),
    "DELETE stm/<any_text:session_id>/context": lambda p: ("DELETE", f"/stm/{p.id}/context", None),
    "DELETE stm/<any_text:session_id>/config": lambda p: ("DELETE", f"/stm/{p.id}/config", None),
    "POST ltm/memories": lambda p: (
        "POST", "/ltm/memories", {"messages": "Put in.", "category": "fact", **_about(p)}
    ),
    "PUT ltm/memories/<str:memory_id>": lambda p: ("PUT", f"/ltm/memories/{p.note}", {"data": "overwritten"}),
    "DELETE ltm/memories/<str:memory_id>": lambda p: ("DELETE", f"/ltm/memories/{p.note}", None),
    "PUT store/items": lambda p: ("PUT", f"/store/items?{_whose(p)}", {**_item(p), "value": {}}),
    "DELETE store/items": lambda p: ("DELETE", f"/store/items?{_whose(p)}", _item(p)),
    "POST store/batch put": lambda p: (
        "POST", f"/store/batch?{_whose(p)}", {"ops": [{"op": "put", **_item(p), "value": {}}]}
    ),
    "POST store/batch delete": lambda p: (
        "POST", f"/store/batch?{_whose(p)}", {"ops": [{"op": "put", **_item(p), "value": None}]}
    ),
    "POST memories": lambda p: _mem0(p, "POST", "/memories", messages=[SAID], infer=False, **_named(p)),
    "DELETE memories": lambda p: _mem0(p, "DELETE", "/memories", **_named(p)),
    "PUT memories/<any_text:memory_id>": lambda p: _mem0(p, "PUT", f"/memories/{_id(p, p.note)}", text="overwritten"),
    "DELETE memories/<any_text:memory_id>": lambda p: _mem0(p, "DELETE", f"/memories/{_id(p, p.memories[-1])}"),
    "POST reset": lambda p: _mem0(p, "POST", "/reset"),
    "POST configure": lambda p: _mem0(p, "POST", "/configure"),
    "POST v3/memories/add/": lambda p: _mem0(p, "POST", "/v3/memories/add/", messages=[SAID], **_named(p)),
    "DELETE v1/memories/": lambda p: _mem0(p, "DELETE", "/v1/memories/", **_named(p)),
    "PUT v1/memories/<any_text:memory_id>/": lambda p: _mem0(
        p, "PUT", f"/v1/memories/{_id(p, p.memories[-1])}/", text="overwritten"
    ),
    "DELETE v1/memories/<any_text:memory_id>/": lambda p: _mem0(p, "DELETE", f"/v1/memories/{_id(p, p.note)}/"),
    "PUT v1/batch/": lambda p: _mem0(p, "PUT", "/v1/batch/", memories=[{"memory_id": p.note, "text": "overwritten"}]),
    "DELETE v1/batch/": lambda p: _mem0(
        p, "DELETE", "/v1/batch/", memories=[{"memory_id": _id(p, each)} for each in p.memories]
    ),
    "DELETE v2/entities/<str:entity_type>/<any_text:name>/": lambda p: _mem0(
        p, "DELETE", f"/v2/entities/{'/'.join(next(iter(_named(p).items()))).replace('_id/', '/')}/"
    ),
    "POST v1/feedback/": lambda p: _mem0(p, "POST", "/v1/feedback/", memory_id=_id(p, p.note), feedback="NEGATIVE"),
    "POST v2/profiles/settings/": lambda p: _mem0(p, "POST", "/v2/profiles/settings/", enabled=False),
    "PATCH api/v1/orgs/organizations/<str:org_id>/projects/<str:project_id>/": lambda p: _mem0(
        p, "PATCH", "/api/v1/orgs/organizations/everos/projects/default/", custom_instructions="x"
    ),
    "DELETE api/v1/orgs/organizations/<str:org_id>/projects/<str:project_id>/": lambda p: _mem0(
        p, "DELETE", "/api/v1/orgs/organizations/everos/projects/default/"
    ),
    **{
        f"POST hooks/{client}/{call}": lambda p, client=client, call=call: _hooked(p, client, call)
        for client in CLIENTS
        for call in ("capture", "flush")
    },
    "POST mcp remember": lambda p: _tool(p, "remember", text="Put in."),
    "POST mcp forget": lambda p: _tool(p, "forget", ids=[*p.memories, p.note], dry_run=False),
    "POST mcp edit": lambda p: _tool(p, "edit", id=p.memories[0], text="overwritten"),
    "POST mcp create_entities": lambda p: _tool(
        p, "create_entities", entities=[{"name": "x", "entityType": "x", "observations": []}]
    ),
    "POST mcp create_relations": lambda p: _tool(p, "create_relations", relations=[_relation(p)]),
    "POST mcp add_observations": lambda p: _tool(
        p, "add_observations", observations=[{"entityName": f"entity {p.topic}", "contents": ["Put in."]}]
    ),
    "POST mcp delete_entities": lambda p: _tool(p, "delete_entities", entityNames=[f"entity {p.topic}"]),
    "POST mcp delete_observations": lambda p: _tool(
        p, "delete_observations", deletions=[{"entityName": f"entity {p.topic}", "observations": [p.sentence]}]
    ),
    "POST mcp delete_relations": lambda p: _tool(p, "delete_relations", relations=[_relation(p)]),
    "POST anthropic/memory create": lambda p: _command(p, "create", path="/memories/x.md", file_text="Put in."),
    "POST anthropic/memory str_replace": lambda p: _command(
        p, "str_replace", path="/memories/secret.md", old_str=p.secret_word, new_str="overwritten"
    ),
    "POST anthropic/memory insert": lambda p: _command(
        p, "insert", path="/memories/secret.md", insert_line=0, insert_text="Put in."
    ),
    "POST anthropic/memory rename": lambda p: _command(
        p, "rename", old_path="/memories/secret.md", new_path="/memories/moved.md"
    ),
    "POST anthropic/memory delete": lambda p: _command(p, "delete", path="/memories/secret.md"),
    "POST v1/memory_stores": lambda p: ("POST", f"/v1/memory_stores{p.user_query}", {"name": "put in"}),
    "POST v1/memory_stores/<str:store_id>": lambda p: ("POST", f"{p.store}{p.user_query}", {"name": "overwritten"}),
    "DELETE v1/memory_stores/<str:store_id>": lambda p: ("DELETE", f"{p.store}{p.user_query}", None),
    "POST v1/memory_stores/<str:store_id>/archive": lambda p: ("POST", f"{p.store}/archive{p.user_query}", None),
    "POST v1/memory_stores/<str:store_id>/memories": lambda p: (
        "POST", f"{p.store}/memories{p.user_query}", {"path": "/x.md", "content": "Put in."}
    ),
    "POST v1/memory_stores/<str:store_id>/memories/<str:memory_id>": lambda p: (
        "POST", f"{p.stored}{p.user_query}", {"content": "overwritten"}
    ),
    "DELETE v1/memory_stores/<str:store_id>/memories/<str:memory_id>": lambda p: (
        "DELETE", f"{p.stored}{p.user_query}", None
    ),
    "POST v1/memory_stores/<str:store_id>/memory_versions/<str:version_id>/redact": lambda p: (
        "POST", f"{p.version}/redact{p.user_query}", None
    ),
}  # fmt: skip
SAID = {"role": "user", "content": "Put in."}
OTHERWISE = {"POST api/v1/auth/token": ACCOUNT}
OPERATIONS = ("POST api/ops/", "GET api/ops/")


def _tool(canary: Canary, tool: str, **arguments: Any) -> Write:
    address = f"/mcp?tools=full&user={canary.id}&app={canary.app}&project={canary.project}"
    params = {"name": tool, "arguments": arguments}
    return "POST", address, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


def _hooked(canary: Canary, client: str, call: str) -> Write:
    address = f"/hooks/{client}/{call}?user={quote(canary.id)}&app={canary.app}&project={canary.project}"
    event = {"session_id": canary.session, "turn_id": "t", "hook_event_name": "UserPromptSubmit"}
    return "POST", address, {**event, "prompt": "Put in."}


def _command(canary: Canary, command: str, **fields: Any) -> Write:
    return "POST", f"/anthropic/memory{canary.user_query}", {"command": command, **fields}


def _relation(canary: Canary) -> Json:
    return {"from": f"entity {canary.topic}", "to": "x", "relationType": "x"}


def _item(canary: Canary) -> Json:
    return {"namespace": ["audit", canary.topic], "key": "secret"}


def _whose(canary: Canary) -> str:
    type = OwnerType.USER if canary.type is OwnerType.GROUP else canary.type
    return urlencode({f"{type}_id": canary.id, **canary.scope})


def _mem0(canary: Canary, method: str, path: str, **body: Any) -> Write:
    whose = _named(canary) if method == "DELETE" and not path.endswith("batch/") else {}
    return method, f"{path}?{urlencode({**canary.scope, **whose})}", body or None


def _named(canary: Canary) -> Json:
    return {"run_id": canary.session} if canary.type is OwnerType.GROUP else {f"{canary.type}_id": canary.id}


def _id(canary: Canary, identifier: str) -> str:
    return identifier if canary.app == "default" else f"{canary.app}::{identifier}"


def _said(canary: Canary) -> Json:
    role = "user" if canary.type is OwnerType.USER else "assistant"
    message = {"sender_id": canary.id, "role": role, "timestamp": 1_795_262_400_000, "content": "Put in."}
    return {**_session(canary), "messages": [message]}


def _whole(canary: Canary) -> Json:
    return {f"{canary.type}_id": canary.id, **canary.scope}


def _session(canary: Canary) -> Json:
    return {"session_id": canary.session, **canary.scope}


def _items(canary: Canary) -> str:
    return f"/api/v1/sessions/items-{canary.id}"


def _of(canary: Canary) -> Json:
    return {"user_id": canary.id, **canary.scope}


def _about(canary: Canary) -> Json:
    return (
        {"session_id": canary.session} if canary.type is OwnerType.GROUP else {f"{canary.type}_id": canary.id}
    )


def _heard(canary: Canary) -> Json:
    group = {"group_id": canary.id} if canary.type is OwnerType.GROUP else {}
    moment = {"message_id": "put-in", "create_time": "2026-11-19T10:00:00Z"}
    return {"sender": canary.id, "content": "Put in.", "flush": True, **moment, **group}


def calls(patterns: list[Any], before: str = "") -> Iterator[str]:
    """Each method and route of the server, as the table names them."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from calls(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and "^" not in route and not OPEN.fullmatch(f"/{route}"):
            yield from (f"{method} {route}" for method in methods(pattern.callback))


def methods(view: Any) -> set[str]:
    if hasattr(view, "view_class"):
        names = ("get", "post", "put", "patch", "delete")
        return {name.upper() for name in names if hasattr(view.view_class, name)}
    of_ninja = getclosurevars(view).nonlocals["self"]
    return set(chain.from_iterable(operation.methods for operation in of_ninja.operations))


def probed(canaries: list[Canary]) -> set[str]:
    made = chain.from_iterable(chain(probes(canary), operators_probes(canary)) for canary in canaries)
    return {f"{probe.method} {resolve(probe.path.partition('?')[0]).route}" for probe in made}


def test_every_call_is_looked_at() -> None:
    known = {*map(route_of, WRITES), *OTHERWISE, *probed(new_canaries("test"))}
    unknown = {call for call in calls(get_resolver().url_patterns) if call not in known}
    assert not {call for call in unknown if not call.startswith(OPERATIONS)}, "say how it was looked at"
    assert {call for call in unknown if call.startswith("GET")} == set(), "operators' calls, too"


def test_nothing_is_looked_at_that_is_not_there() -> None:
    assert {*map(route_of, WRITES), *OTHERWISE} <= set(calls(get_resolver().url_patterns))


def route_of(write: str) -> str:
    """Behind it may stand which tool is called."""
    return " ".join(write.split(" ")[:2])


def is_refused(answer: Answer) -> bool:
    """Of MCP the answer says so, and not its status. The admin sends to the page where one signs in."""
    return answer.status in (302, 400, 403, 404, 405) or (
        answer.text.startswith('{"jsonrpc"')
        and bool(answer.body.get("error") or answer.body["result"]["isError"])
    )


class Neighbourhood:
    """Canaries on real files, with a real index, and keys of one superuser."""

    def __init__(self) -> None:
        self._client = Client(raise_request_exception=False)
        self.user = User.objects.create_superuser("audit")
        self.canaries: list[Canary] = []

    def call(self, method: str, path: str, body: Any, key: str) -> Answer:
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        headers = {"Authorization": f"Bearer {key}"}
        answer = self._client.generic(method, path, headers=headers, **sent)
        return Answer(answer.status_code, answer.getvalue().decode("utf-8", "replace"))

    def key(self, **limits: Any) -> str:
        return ApiKey.objects.make(self.user, "test", limited(limits.pop("actions", ()), **limits))[1]

    def plant(self, *numbers: int) -> list[Canary]:
        """Those of `new_canaries` at these places."""
        everything, planned = self.key(), new_canaries("test")
        self.canaries = [plant(self.call, everything, planned[number]) for number in numbers]
        for _ in range(3):
            drain()
            derive()
        while scanner.scan():
            drain()
        return self.canaries


@pytest.fixture
def neighbourhood(root: Path, db: None) -> Neighbourhood:
    return Neighbourhood()


def world(root: Path) -> dict[str, Any]:
    """All memories, and the rows of what is on its way."""
    folders = [(folder, names) for folder, _, names in os.walk(root) if ".index" not in Path(folder).parts]
    files = {
        f"{folder}/{name}": Path(folder, name).read_bytes() for folder, names in folders for name in names
    }
    tables = (AcceptedKey, BufferedMessage, MemCell, SessionItem, SessionMessage, SessionSettings)
    rows = {table.__name__: list(table.objects.order_by("pk").values()) for table in tables}
    kept = KeyedDocument.objects.order_by("pk").values_list("path", "pinned", "removed_at", "importance")
    return {**files, **rows, "kept": list(kept)}


def lacking(canary: Canary) -> list[Json]:
    """Limits of keys that are not for the canary, in different ways."""
    return [
        {"users": ["somebody"], "agents": ["somebody"], "groups": ["somebody"]},
        {"users": [f"{canary.id}x*", canary.id[:-1], canary.id.upper()]},
        {"apps": ["elsewhere"]},
        {"projects": ["elsewhere"]},
        {"apps": [canary.app], "projects": ["elsewhere"], f"{canary.type}s": [canary.id]},
    ]


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(number, marks=pytest.mark.long) for number in OTHERS)], ids=str
)
def test_no_call_changes_what_is_outside(neighbourhood: Neighbourhood, root: Path, number: int) -> None:
    [canary] = neighbourhood.plant(number)
    keys = [neighbourhood.key(**limits) for limits in lacking(canary)]
    before = world(root)
    for call, write in WRITES.items():
        answers = [neighbourhood.call(*write(canary), key) for key in keys]
        for answer in answers:
            assert canary.secret_word not in answer.text, call
            assert is_refused(answer) or answer.text.count("no_extraction"), (call, answer)
        assert world(root) == before, (call, answers)


@pytest.mark.parametrize("action", ["read", "write", "forget"])
def test_a_key_does_only_what_it_may(neighbourhood: Neighbourhood, root: Path, action: str) -> None:
    [canary] = neighbourhood.plant(0)
    assert canary.in_default
    assert canary.type == "user"
    key, before = neighbourhood.key(actions=[action]), world(root)
    for call, write in WRITES.items():
        deletes = call.startswith(("DELETE", "POST mcp delete", "POST mcp forget")) or call.endswith(
            ("/delete", " delete", "/redact")
        )
        needed = "forget" if deletes else "write"
        needed = "read" if call.endswith("/export") else needed
        if action != needed:
            assert is_refused(neighbourhood.call(*write(canary), key)), call
    if action != "read":
        for probe in chain(probes(canary), operators_probes(canary)):
            answer = neighbourhood.call(probe.method, probe.path, probe.body, key)
            may_look = action == "forget" and (
                probe.path.endswith(("/delete", "/receipts/fg_000000000000"))
                or probe.name.startswith("mcp forget")
            )
            assert is_refused(answer) or probe.path in ("/health", "/metrics") or may_look, probe
            assert canary.secret_word not in answer.text
    assert world(root) == before
    if action != "read":
        for call, write in WRITES.items():
            assert canary.secret_word not in neighbourhood.call(*write(canary), key).text, call


@pytest.mark.long
def test_no_call_shows_what_is_outside(neighbourhood: Neighbourhood) -> None:
    """With some canaries; `everos audit-isolation` tests more of them."""
    neighbourhood.plant(*SEVERAL)
    report = Report()
    check_probes(neighbourhood.call, neighbourhood.key(), neighbourhood.canaries, report)
    assert report.calls["everything"] > 100
    for audited in list(audit_keys(neighbourhood.call, neighbourhood.canaries, neighbourhood.key))[::2]:
        leaks = list(leaks_of(neighbourhood.call, audited, neighbourhood.canaries, report.calls))
        assert leaks == [], "\n".join(map(str, leaks))
        for canary in audited.sees:
            shown = (neighbourhood.call(p.method, p.path, p.body, audited.key).text for p in probes(canary))
            assert any(canary.secret_word in text for text in shown), f"{audited.name} finds its own"
