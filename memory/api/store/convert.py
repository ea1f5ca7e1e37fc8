"""Between the calls of the store and the core: what was validated, and what is answered."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from memory.keyed.items import Item, Match, Put, Search


def put_of(given: Mapping[str, Any]) -> Put:
    return Put(given["namespace"], given["key"], given["value"], given["index"], given["ttl"])


def search_of(given: Mapping[str, Any]) -> Search:
    return Search(
        given["namespace_prefix"],
        given["filter"],
        given["limit"],
        given["offset"],
        given["query"],
        refreshes(given),
    )


def refreshes(given: Mapping[str, Any]) -> bool:
    """null is as if nothing were said."""
    return given["refresh_ttl"] is not False


def matches_of(given: Mapping[str, Any]) -> list[Match]:
    ends = [Match(end, given[end]) for end in ("prefix", "suffix") if given.get(end)]
    stated = given.get("match_conditions") or []
    return ends + [Match(one["match_type"], one["path"]) for one in stated]


def shown(item: Item) -> dict[str, Any]:
    return {
        "namespace": list(item.namespace),
        "key": item.key,
        "value": item.value,
        "created_at": _instant(item.created_at),
        "updated_at": _instant(item.updated_at),
    }


def shown_found(item: Item) -> dict[str, Any]:
    return {**shown(item), "score": None if item.score is None else round(item.score, 4)}


def _instant(moment: datetime) -> str:
    """In UTC, for clients compare these with times of their own."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
