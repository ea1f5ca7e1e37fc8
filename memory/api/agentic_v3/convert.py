"""Converts between the core's types and the items of Agentic Layer V3."""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import Any

from memory import times
from memory.conversation.messages import IncomingMessage
from memory.ingest.extraction import Extraction
from memory.kinds.ids import wire_id
from memory.models import MemCell
from memory.retrieval.explanation import of_hit
from memory.retrieval.types import Hit, Stages
from memory.scope import OwnerType

Item = dict[str, Any]


def incoming(body: Item) -> IncomingMessage:
    return IncomingMessage(
        sender_id=body["sender"],
        role="user",
        timestamp_ms=times.milliseconds(body["create_time"]),
        content=_content(body["content"], body["refer_list"]),
        message_id=body["message_id"],
        sender_name=body["sender_name"] or body["sender"],
    )


def _content(text: str, refer_list: list[str] | None) -> str | list[Item]:
    """The ids that a message refers to are kept as `extras` of its text."""
    if not refer_list:
        return text
    return [{"type": "text", "text": text, "extras": {"refer_list": refer_list}}]


def saved_items(cell: MemCell) -> Iterator[Item]:
    """The episodes made of a memory cell: one for each user, and one for the group if there is one."""
    for owner, entry in cell.episodes.items():
        yield {
            "memory_type": "episode_summary",
            "user_id": owner.id if owner.type is OwnerType.USER else None,
            "group_id": cell.group_id,
            "timestamp": times.render_ms(cell.first_timestamp_ms),
            "content": Extraction.model_validate(cell.extraction).summary,
            "id": wire_id(owner, entry),
        }


def memory_item(hit: Hit, groups: Collection[str], stages: Stages | None = None) -> Item:
    """`groups` are the ids of sessions that are groups' conversations; `stages` are given if the client asks why."""
    texts = {"subject": None, "summary": None} | _BY_KIND[hit.kind](hit)
    item = {**_common_fields(hit, groups), **texts, "score": hit.score, "pending": hit.pending}
    numbers = of_hit(stages, hit) if stages is not None else None
    return item if numbers is None else {**item, "explanation": numbers.as_json(hit.owner)}


def _common_fields(hit: Hit, groups: Collection[str]) -> Item:
    is_of_group = hit.owner_type is OwnerType.GROUP
    session = hit.session_id if hit.session_id in groups else None
    return {
        "memory_type": _TYPES[hit.kind],
        "user_id": None if is_of_group else hit.owner_id,
        "group_id": hit.owner_id if is_of_group else session,
        "timestamp": times.render(hit.timestamp or datetime.fromtimestamp(0, UTC)),
        "id": hit.wire_id,
    }


def profile_item(hit: Hit, group_id: str | None) -> Item:
    profile = {name: value for name, value in hit.values.items() if value is not None}
    summary = hit.text("summary")
    return {
        "memory_type": "profile",
        "user_id": hit.owner_id,
        "group_id": group_id,
        "timestamp": times.render(hit.updated_at),
        "id": hit.entry_id,
        "subject": None,
        "summary": summary,
        "content": summary,
        "score": None,
        "pending": hit.pending,
        "profile_data": profile,
    }


def _episode(hit: Hit) -> Item:
    return {"subject": hit.text("subject"), "summary": hit.text("summary"), "content": hit.text("content")}


def _fact(hit: Hit) -> Item:
    return {"content": hit.text("fact"), "episode_id": wire_id(hit.owner, hit.text("parent_id"))}


def _foresight(hit: Hit) -> Item:
    return {
        "content": hit.text("foresight"),
        "episode_id": wire_id(hit.owner, hit.text("parent_id")),
        "start_time": hit.values.get("start_time"),
        "end_time": hit.values.get("end_time"),
        "evidence": hit.text("evidence"),
    }


_TYPES = {"episode": "episode_summary", "atomic_fact": "event_log", "foresight": "semantic_memory"}
_BY_KIND = {"episode": _episode, "atomic_fact": _fact, "foresight": _foresight}
