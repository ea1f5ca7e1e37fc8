"""Converts between the core's types and v1's items."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from memory import times
from memory.api.everos_v1 import items
from memory.api.everos_v1.schemas import MessageItem
from memory.conversation.messages import IncomingMessage
from memory.kinds.ids import named_day, wire_id
from memory.kinds.provenance import is_stale, source_of, source_of_item, trust_of
from memory.kinds.registry import KINDS
from memory.models import BufferedMessage
from memory.retrieval.types import Hit

ARRAYS = {
    "episode": "episodes",
    "profile": "profiles",
    "agent_case": "agent_cases",
    "agent_skill": "agent_skills",
    "foresight": "foresights",
    "atomic_fact": "atomic_facts",
}


def incoming(message: MessageItem) -> IncomingMessage:
    sent = message.model_dump(include={"content", "tool_calls"}, exclude_unset=True)
    return IncomingMessage(
        message_id=message.message_id,
        sender_id=message.sender_id,
        sender_name=message.sender_name,
        role=message.role,
        timestamp_ms=message.timestamp,
        content=sent["content"],
        tool_calls=sent.get("tool_calls"),
        tool_call_id=message.tool_call_id,
    )


def unprocessed(row: BufferedMessage) -> items.UnprocessedMessage:
    return items.UnprocessedMessage(
        id=row.message_id,
        app_id=row.app_id,
        project_id=row.project_id,
        session_id=row.session_id,
        sender_id=row.sender_id,
        sender_name=row.sender_name,
        role=row.role,
        content=row.content,
        timestamp=times.render_ms(row.timestamp_ms),
        tool_calls=row.tool_calls,
        tool_call_id=row.tool_call_id,
    )


def fields_of(hit: Hit) -> dict[str, Any]:
    """The fields of the item of a hit, without the score."""
    return _placed(hit) | _BY_KIND[hit.kind](hit)


def found_episode(hit: Hit) -> items.SearchEpisodeItem:
    facts = [
        items.SearchAtomicFactItem(
            id=fact.wire_id,
            content=fact.text("fact"),
            timestamp=_timestamp(fact),
            score=score_of(fact),
            **_sourced(fact),
            **_valid(fact),
        )
        for fact in hit.facts
    ]
    return items.SearchEpisodeItem(**fields_of(hit), score=score_of(hit), atomic_facts=facts)


def verification_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    """Who verified a memory and when, and whether it needs to be verified again."""
    stale_after = values.get("stale_after")
    return {
        "verified_at": _moment(values.get("verified_at")),
        "verified_by": values.get("verified_by"),
        "stale_after": stale_after,
        "stale": stale_after is not None and is_stale(stale_after, times.local_day(datetime.now(UTC))),
    }


def score_of(hit: Hit) -> float:
    return hit.score if hit.score is not None else 0.0


def _placed(hit: Hit) -> dict[str, Any]:
    return {"id": hit.wire_id, "app_id": hit.scope.app_id, "project_id": hit.scope.project_id}


def _trusted(hit: Hit) -> dict[str, Any]:
    source = source_of(KINDS[hit.kind], hit.values)
    return {"source": source, "trust": trust_of(source)}


def _sourced(hit: Hit) -> dict[str, Any]:
    return {
        **_trusted(hit),
        "learned_at": _moment(hit.values.get("learned_at")),
        **verification_fields(hit.values),
    }


def _valid(hit: Hit) -> dict[str, Any]:
    validity = hit.validity
    later = validity.superseded_by if validity else None
    return {
        "valid_from": times.render(validity.valid_from) if validity else _timestamp(hit),
        "valid_to": _moment(validity.valid_to) if validity else None,
        "superseded_by": wire_id(hit.owner, later) if later else None,
    }


def _moment(value: Any) -> str | None:
    return times.render(value) if isinstance(value, datetime) else None


def _episode(hit: Hit) -> dict[str, Any]:
    return {
        **_sourced(hit),
        "user_id": hit.owner_id,
        "session_id": hit.session_id,
        "timestamp": _timestamp(hit),
        "sender_ids": hit.sender_ids,
        "summary": hit.text("summary"),
        "subject": hit.text("subject"),
        "episode": hit.text("content"),
        "pending": hit.pending,
    }


def _profile(hit: Hit) -> dict[str, Any]:
    known = {name: _joined(value, hit) for name, value in hit.values.items() if value is not None}
    return {"user_id": hit.owner_id, "profile_data": known, **_trusted(hit)}


def _joined(value: Any, hit: Hit) -> Any:
    """Items of a profile with the public ids of their episodes; other values unchanged."""
    if not isinstance(value, list):
        return value
    return [
        _dated({**item, "sources": _sources(item, hit)}, item) if _has_sources(item) else item
        for item in value
    ]


def _dated(shown: dict[str, Any], item: dict[str, Any]) -> dict[str, Any]:
    """The item with the last day on which it was said, which the ids of its episodes contain, and its trust."""
    days = [day for source in item["sources"] if (day := named_day(str(source)))]
    return {**shown, "said_on": f"{max(days)}" if days else None, "trust": trust_of(source_of_item(item))}


def _has_sources(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("sources"), list)


def _sources(item: dict[str, Any], hit: Hit) -> list[Any]:
    ids = [str(source) for source in item["sources"]]
    return [wire_id(hit.owner, source) if source.startswith("ep_") else source for source in ids]


def _agent_case(hit: Hit) -> dict[str, Any]:
    return {
        **_sourced(hit),
        "agent_id": hit.owner_id,
        "session_id": hit.session_id,
        "task_intent": hit.text("task_intent"),
        "approach": hit.text("approach"),
        "quality_score": _number(hit, "quality_score"),
        "key_insight": hit.text("key_insight") or None,
        "timestamp": _timestamp(hit),
    }


def _agent_skill(hit: Hit) -> dict[str, Any]:
    sources = [str(source) for source in hit.values.get("source_case_ids") or []]
    return {
        **_trusted(hit),
        "agent_id": hit.owner_id,
        "name": hit.text("name"),
        "description": hit.text("description"),
        "content": hit.text("content"),
        "confidence": _number(hit, "confidence"),
        "maturity_score": _number(hit, "maturity_score"),
        # files name cases by entry id; public ids start with the owner
        "source_case_ids": [wire_id(hit.owner, s) if s.startswith("ac_") else s for s in sources],
    }


def _atomic_fact(hit: Hit) -> dict[str, Any]:
    return {**_drawn(hit), **_valid(hit), "content": hit.text("fact")}


def _foresight(hit: Hit) -> dict[str, Any]:
    return {
        **_drawn(hit),
        "foresight": hit.text("foresight"),
        "evidence": hit.text("evidence"),
        "start_time": hit.text("start_time") or None,
        "end_time": hit.text("end_time") or None,
        "replaced_by": wire_id(hit.owner, hit.replaced_by) if hit.replaced_by else None,
    }


def _drawn(hit: Hit) -> dict[str, Any]:
    """The fields of memories that are extracted from an episode."""
    episode = hit.text("parent_id")
    return {
        **_sourced(hit),
        "user_id": hit.owner_id,
        "session_id": hit.session_id,
        "episode_id": wire_id(hit.owner, episode) if episode else None,
        "timestamp": _timestamp(hit),
    }


_BY_KIND = {
    "episode": _episode,
    "profile": _profile,
    "agent_case": _agent_case,
    "agent_skill": _agent_skill,
    "foresight": _foresight,
    "atomic_fact": _atomic_fact,
}


def _number(hit: Hit, name: str) -> float:
    """0 if a file edited by hand has no number."""
    value = hit.values.get(name)
    return float(value) if isinstance(value, int | float) else 0.0


def _timestamp(hit: Hit) -> str:
    return times.render(hit.timestamp or datetime.fromtimestamp(0, UTC))
