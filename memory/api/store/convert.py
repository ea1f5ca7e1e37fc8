"""Converts validated requests to the core's types, and items to responses."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from memory.keyed.items import Item, Match, Put, Search


def to_put(values: Mapping[str, Any]) -> Put:
    return Put(values["namespace"], values["key"], values["value"], values["index"], values["ttl"])


def to_search(values: Mapping[str, Any]) -> Search:
    return Search(
        values["namespace_prefix"],
        values["filter"],
        values["limit"],
        values["offset"],
        values["query"],
        refreshes(values),
    )


def refreshes(values: Mapping[str, Any]) -> bool:
    """Whether reading an item renews its time to live; the default, also for null."""
    return values["refresh_ttl"] is not False


def to_matches(values: Mapping[str, Any]) -> list[Match]:
    ends = [Match(end, values[end]) for end in ("prefix", "suffix") if values.get(end)]
    conditions = values.get("match_conditions") or []
    return ends + [Match(condition["match_type"], condition["path"]) for condition in conditions]


def item_response(item: Item) -> dict[str, Any]:
    return {
        "namespace": list(item.namespace),
        "key": item.key,
        "value": item.value,
        "created_at": _utc(item.created_at),
        "updated_at": _utc(item.updated_at),
    }


def search_result(item: Item) -> dict[str, Any]:
    return {**item_response(item), "score": None if item.score is None else round(item.score, 4)}


def _utc(moment: datetime) -> str:
    """UTC rather than the display zone, because clients compare it with their own times."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
