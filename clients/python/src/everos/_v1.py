"""The calls of EverOS v1, each described once for both clients."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal
from urllib.parse import quote

from everos import types
from everos._call import Call, Scope, as_it_is
from everos._messages import completed

PREFIX = "/api/v1/memory"
ALIAS = "/api/v2/memory"  # another name for the same calls

Filters = Mapping[str, Any]


def add(
    at: Scope,
    session_id: str,
    messages: Iterable[types.Message],
    *,
    async_mode: bool = False,
    defer_extraction: bool = False,
) -> Call[types.AddAnswer]:
    """Appends messages to a session; they are on disk when this returns. Repeated messages are recognised."""
    body = {
        **at.fields(),
        "session_id": session_id,
        "messages": completed(messages),
        "async_mode": async_mode,
        "defer_extraction": defer_extraction,
    }
    return Call("POST", f"{PREFIX}/add", body)


def flush(at: Scope, session_id: str, *, async_mode: bool = False) -> Call[types.FlushAnswer]:
    """Makes a memory of all waiting messages of a session at once."""
    body = {**at.fields(), "session_id": session_id, "async_mode": async_mode}
    return Call("POST", f"{PREFIX}/flush", body)


def search(
    at: Scope,
    query: str,
    *,
    user_id: str | None = None,
    agent_id: str | None = None,
    method: types.SearchMethod = "hybrid",
    top_k: int = -1,
    radius: float | None = None,
    min_score: float | None = None,
    include_profile: bool = False,
    include_foresights: bool = False,
    enable_llm_rerank: bool = False,
    explain: bool = False,
    as_of: types.Moment | None = None,
    known_at: types.Moment | None = None,
    min_trust: float | None = None,
    filters: Filters | None = None,
) -> Call[types.SearchAnswer]:
    """Ranks the memories of a user or an agent against a query."""
    body = {
        **at.fields(),
        "query": query,
        **_given(user_id=user_id, agent_id=agent_id, radius=radius, min_score=min_score),
        **_given(as_of=as_of, known_at=known_at, min_trust=min_trust, filters=filters),
        "method": method,
        "top_k": top_k,
        "include_profile": include_profile,
        "include_foresights": include_foresights,
        "enable_llm_rerank": enable_llm_rerank,
        **_given(explain=explain or None),
    }
    return Call("POST", f"{PREFIX}/search", body)


def get(
    at: Scope,
    memory_type: types.MemoryType,
    *,
    user_id: str | None = None,
    agent_id: str | None = None,
    page: int = 1,
    page_size: int = 20,
    sort_by: Literal["timestamp", "updated_at"] = "timestamp",
    sort_order: Literal["asc", "desc"] = "desc",
    as_of: types.Moment | None = None,
    known_at: types.Moment | None = None,
    min_trust: float | None = None,
    filters: Filters | None = None,
) -> Call[types.GetAnswer]:
    """One page of an owner's memories of one kind. `episodes`, `facts`, … go through all pages."""
    body = {
        **at.fields(),
        "memory_type": memory_type,
        **_given(user_id=user_id, agent_id=agent_id, as_of=as_of, known_at=known_at),
        **_given(min_trust=min_trust, filters=filters),
        "page": page,
        "page_size": page_size,
        "sort_by": sort_by,
        "sort_order": sort_order,
    }
    return Call("POST", f"{PREFIX}/get", body)


def profile(at: Scope, user_id: str) -> Call[types.Profile | None]:
    """What is known of a person; None if nothing is known yet."""
    page = get(at, "profile", user_id=user_id, page_size=1)
    return Call(
        "POST", page.path, page.body, read=lambda answer: next(iter(answer["data"]["profiles"]), None)
    )


def memory(at: Scope, memory_id: str) -> Call[types.OneMemory]:
    """An episode, fact, foresight or case, with its hash and its lineage."""
    return Call("GET", _path_of(memory_id), params=at.fields())


def history(at: Scope, memory_id: str) -> Call[list[types.Change]]:
    """The changes of a memory, with its earlier texts."""
    path = f"{_path_of(memory_id)}/history"
    return Call("GET", path, params=at.fields(), read=lambda answer: list(answer["data"]["changes"]))


def edit(
    at: Scope,
    memory_id: str,
    *,
    content: str | None = None,
    subject: str | None = None,
    summary: str | None = None,
    task_intent: str | None = None,
    approach: str | None = None,
    key_insight: str | None = None,
    reason: str = "",
    expected_hash: str | None = None,
) -> Call[types.OneMemory]:
    """Corrects a memory. With the `hash` that was read, raises Conflict if somebody else has edited it since."""
    body = {
        **at.fields(),
        **_given(content=content, subject=subject, summary=summary),
        **_given(task_intent=task_intent, approach=approach, key_insight=key_insight),
        **_given(reason=reason or None, expected_hash=expected_hash),
    }
    return Call("PATCH", _path_of(memory_id), body, repeatable=expected_hash is None)


def verify(
    at: Scope,
    memory_id: str,
    *,
    verified_at: types.Moment | None = None,
    by: str | None = None,
    stale_after: str | None = None,
) -> Call[types.Verification]:
    """Records that somebody has verified a memory."""
    body = {**at.fields(), "id": memory_id, **_given(verified_at=verified_at, by=by, stale_after=stale_after)}
    return Call("POST", f"{PREFIX}/verify", body)


def delete(
    at: Scope,
    *,
    ids: Iterable[str] | None = None,
    session_id: str | None = None,
    user_id: str | None = None,
    agent_id: str | None = None,
    group_id: str | None = None,
    after: int | None = None,
    before: int | None = None,
    query: str | None = None,
    threshold: float | None = None,
    limit: int | None = None,
    dry_run: bool | None = None,
    async_mode: bool = False,
) -> Call[types.DeleteAnswer]:
    """Forgets the named memories and everything derived from them. `dry_run=True` only shows what would go."""
    if isinstance(ids, str):
        ids = [ids]
    body = {
        **at.fields(),
        **_given(ids=None if ids is None else list(ids), session_id=session_id, query=query, limit=limit),
        **_given(user_id=user_id, agent_id=agent_id, group_id=group_id, after=after, before=before),
        **_given(threshold=threshold, dry_run=dry_run),
        "async_mode": async_mode,
    }
    shows_only = query is not None if dry_run is None else dry_run
    return Call(
        "POST", f"{PREFIX}/delete", body, repeatable=shows_only
    )  # a second call would have no receipt


def receipt(at: Scope, receipt_id: str) -> Call[types.Receipt]:
    """The progress of a deletion, and its receipt once it is done."""
    return Call("GET", f"{PREFIX}/receipts/{quote(receipt_id, safe='')}")


def token(
    at: Scope,
    user_id: str,
    *,
    can: Iterable[Literal["read", "write", "forget"]] | None = None,
    agents: Iterable[str] = (),
    ttl_seconds: int | None = None,
) -> Call[types.SignedToken]:
    """A short-lived token for one user in this app and project, in exchange for the key."""
    body = {
        **at.fields(),
        "user_id": user_id,
        "agents": list(agents),
        **_given(can=None if can is None else list(can), ttl_seconds=ttl_seconds),
    }
    return Call("POST", "/api/v1/auth/token", body)


def export(
    at: Scope,
    *,
    user_id: str | None = None,
    agent_id: str | None = None,
    group_id: str | None = None,
    format: Literal["zip", "okf"] = "zip",
) -> Call[None]:
    """The request only: the answer is a file, which the clients write."""
    owner = _given(user_id=user_id, agent_id=agent_id, group_id=group_id)
    return Call("POST", f"{PREFIX}/export", {**at.fields(), **owner, "format": format})


def health(at: Scope) -> Call[types.Health]:
    """Whether the server works, and whether everything accepted can be found."""
    return Call("GET", "/health", read=as_it_is)


def request(
    at: Scope,
    method: str,
    path: str,
    *,
    body: Any = None,
    params: Mapping[str, str] | None = None,
    repeatable: bool = False,
) -> Call[Any]:
    """Any other call to the server, with the same key, errors and retries. Returns its JSON unchanged.

    `repeatable`: a second time changes nothing, so that it may be tried again whatever has gone wrong.
    """
    return Call(method, path, body, params or {}, repeatable or method in ("GET", "HEAD"), as_it_is)


def _path_of(memory_id: str) -> str:
    """Below v1, an id with a slash would be an entry of the agent memory."""
    prefix = ALIAS if "/" in memory_id else PREFIX
    return f"{prefix}/{quote(memory_id, safe='')}"


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
