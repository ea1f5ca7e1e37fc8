"""JSON objects under keys in namespaces of a user or an agent: stored, searched, and deleted when they expire."""

import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from pathlib import PurePosixPath
from typing import Any, Literal

import structlog
from django.db.models import QuerySet
from django.utils import timezone

from memory.errors import DamagedDocument, DocumentChanged, InvalidInput, LockTimeout, ModelUnavailable
from memory.index import generations
from memory.index.sql import owned_by
from memory.index.waiting import Reach
from memory.keyed import documents, register
from memory.keyed.documents import KeyedFile
from memory.keyed.entries import is_expired, unexpired
from memory.keyed.search import FoundFile, find_documents
from memory.kinds.base import Values
from memory.kinds.store_item import STORE_ITEM, is_indexed, item_name, parts_of, prefix_of, value_of, written
from memory.markdown.files import together
from memory.models import KeyedDocument
from memory.retrieval.types import Method
from memory.scope import Owner, Scope

log = structlog.get_logger(__name__)

ANY = "*"  # matches any label in conditions on namespaces
# Reading an item extends its life. The file is rewritten only when that makes a difference of this share, which is
# added on top: so an item never expires early, and one that is read all the time is not written all the time.
REFRESH_STEP = 0.01

Namespace = tuple[str, ...]
Condition = Mapping[str, Any]

_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
OPERATORS = ("$eq", "$ne", *_COMPARED)


@dataclass(frozen=True, slots=True)
class Item:
    namespace: Namespace
    key: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime
    score: float | None = None  # from 0 to 1, if there was a query and the item is indexed


@dataclass(frozen=True, slots=True)
class Put:
    """`index`: paths of the fields to be searched; None for all, False to exclude the item from text search."""

    namespace: Namespace
    key: str
    value: dict[str, Any]
    index: Sequence[str] | Literal[False] | None = None
    ttl: float | None = None  # minutes


@dataclass(frozen=True, slots=True)
class Search:
    """Items below a namespace that meet a condition: best first if there is a query, otherwise oldest first."""

    prefix: Namespace = ()
    filter: Mapping[str, Any] | None = None
    limit: int = 10
    offset: int = 0
    query: str | None = None
    refresh: bool = True


@dataclass(frozen=True, slots=True)
class Match:
    """A prefix or suffix of a namespace."""

    type: Literal["prefix", "suffix"]
    path: Namespace

    def fits(self, namespace: Namespace) -> bool:
        if len(namespace) < len(self.path):
            return False
        part = namespace[: len(self.path)] if self.type == "prefix" else namespace[-len(self.path) :]
        return all(wanted in (ANY, label) for wanted, label in zip(self.path, part, strict=bool(self.path)))


@dataclass(frozen=True, slots=True)
class _Read:
    file: KeyedFile
    item: Item


class Items:
    """The items of one owner in a scope. Damaged files are left out of lists and searches."""

    def __init__(self, scope: Scope, owner: Owner) -> None:
        self._scope, self._owner = scope, owner

    def get(self, namespace: Namespace, key: str, refresh: bool = True) -> Item | None:
        """Raises InvalidInput, DamagedDocument."""
        file = documents.get(self.path(namespace, key))
        if file is None or is_expired(file.values):
            return None
        read = _Read(file, _item(file))
        return self._refreshed([read])[0] if refresh else read.item

    def put(self, puts: Sequence[Put]) -> None:
        """One after the other; an existing item is replaced, and keeps its creation time.

        Raises InvalidInput before anything is stored, and DamagedDocument for a file that must be fixed first.
        """
        placed = [(self.path(put.namespace, put.key), put) for put in puts]
        with together():
            for path, put in placed:
                documents.change(path, _stored(put))

    def path(self, namespace: Namespace, key: str) -> PurePosixPath:
        """The path of the item. Raises InvalidInput for a name that is too long."""
        return documents.path_of(STORE_ITEM, self._scope, self._owner, item_name(namespace, key))

    def search(self, search: Search) -> list[Item]:
        """Raises InvalidInput, IndexUnavailable."""
        check(search.filter or {})
        found = self._ranked(search) if search.query else self._listed(search)
        page = list(islice(found, search.offset, search.offset + search.limit))
        return self._refreshed(page) if search.refresh else [read.item for read in page]

    def namespaces(
        self, matches: Sequence[Match] = (), depth: int | None = None, limit: int = 100, offset: int = 0
    ) -> list[Namespace]:
        """The namespaces with items, truncated to a depth, in order."""
        names = self._rows(()).order_by().values_list("name", flat=True)
        known = {parts_of(name)[0] for name in names.iterator()}
        cut = {one[:depth] for one in known if all(match.fits(one) for match in matches)}
        return sorted(cut)[offset : offset + limit]

    def _rows(self, prefix: Namespace) -> QuerySet[KeyedDocument]:
        """Raises IndexIncomplete while a new database does not know all files yet."""
        generations.verify_filled(STORE_ITEM.name)
        whose = register.live(STORE_ITEM, self._scope).filter(
            **self._owner.columns, name__startswith=prefix_of(prefix)
        )
        return unexpired(whose).order_by("created_at", "path")

    def _listed(self, search: Search, excluding: Collection[PurePosixPath] = ()) -> Iterator[_Read]:
        """Oldest first, read from the files."""
        prefix, condition = prefix_of(search.prefix), search.filter or {}
        for path, name in self._rows(search.prefix).values_list("path", "name").iterator():
            # SQLite compares case-insensitively.
            if name.startswith(prefix) and (place := PurePosixPath(path)) not in excluding:
                read = _readable(place)
                if read is not None and fits(read.item.value, condition):
                    yield read

    def _ranked(self, search: Search) -> Iterator[_Read]:
        """Indexed items best first, followed by the others, oldest first."""
        found, seen = self._found(search)
        for one in found:
            read = _read_item(one.file)
            if read is not None:
                yield replace(read, item=replace(read.item, score=one.score))
        yield from self._listed(search, excluding=seen)

    def _found(self, search: Search) -> tuple[list[FoundFile], set[PurePosixPath]]:
        """The best items, and all that were looked at.

        The index knows the values, so only the files of items that fit are read.
        """
        rows = self._rows(search.prefix)
        limit = min(search.offset + search.limit, rows.count())
        if limit == 0:
            return [], set()

        def by(method: Method) -> tuple[list[FoundFile], set[PurePosixPath]]:
            seen: set[PurePosixPath] = set()

            def keep(path: PurePosixPath, values: Values) -> bool:
                if not is_indexed(values):
                    return False
                seen.add(path)
                is_below = f"{values.get('namespace')}/".startswith(prefix_of(search.prefix))
                return is_below and _value_fits(values, search.filter or {})

            found = find_documents(
                STORE_ITEM,
                self._scope,
                rows,
                search.query or "",
                reach=Reach(self._scope, (self._owner,)),
                method=method,
                limit=limit,
                where=owned_by(self._scope, self._owner),
                keep=keep,
            )
            return found.files, seen

        try:
            return by("hybrid")
        except ModelUnavailable as error:
            log.warning("items are searched by keyword only", error=str(error))
            return by("keyword")

    def _refreshed(self, found: Sequence[_Read]) -> list[Item]:
        """Extends the life of items that were read. A file that somebody else is changing stays as it is."""
        for read in found:
            if _extended_expiry(read.file.values) is not None:
                try:
                    documents.change(read.file.path, _extended)
                except (DamagedDocument, DocumentChanged, LockTimeout) as error:
                    log.warning(
                        "the expiry of an item was not extended", path=str(read.file.path), error=str(error)
                    )
        return [read.item for read in found]


def _stored(put: Put) -> Callable[[Values | None], Values]:
    def stored(before: Values | None) -> Values:
        now = timezone.now()
        lives_on = before is not None and not is_expired(before)
        return {
            "created_at": before["created_at"] if before is not None and lives_on else now,
            "updated_at": now,
            "expires_at": None if put.ttl is None else now + timedelta(minutes=put.ttl),
            "ttl": put.ttl,
            "index": put.index if put.index is None or put.index is False else list(put.index),
            "value": written(put.value),
        }

    return stored


def _extended(values: Values | None) -> Values | None:
    until = None if values is None or is_expired(values) else _extended_expiry(values)
    return values if until is None else {**(values or {}), "expires_at": until}


def _extended_expiry(values: Values) -> datetime | None:
    """The new expiry of an item that is read now; None if the difference is not worth a write."""
    ttl, expires_at = values.get("ttl"), values.get("expires_at")
    if not isinstance(ttl, int | float) or not isinstance(expires_at, datetime):
        return None
    life, now = timedelta(minutes=ttl), timezone.now()
    return now + life * (1 + REFRESH_STEP) if expires_at < now + life else None


def _readable(path: PurePosixPath) -> _Read | None:
    """None for an item that is gone, expired or damaged."""
    file = documents.get_readable(path)
    return None if file is None else _read_item(file)


def _read_item(file: KeyedFile) -> _Read | None:
    if is_expired(file.values):
        return None
    try:
        return _Read(file, _item(file))
    except DamagedDocument as error:
        log.warning("an item is left out", path=str(file.path), error=str(error))
        return None


def _value_fits(values: Values, condition: Condition) -> bool:
    try:
        return not condition or fits(value_of(values), condition)
    except ValueError:  # damaged
        return False


def _item(file: KeyedFile) -> Item:
    """Raises DamagedDocument."""
    try:
        value = value_of(file.values)
    except ValueError as error:
        raise DamagedDocument(f"{file.path}: fix its JSON first: {error}") from None
    namespace, key = parts_of(file.place.bucket)
    return Item(namespace, key, value, file.created_at, file.updated_at)


def check(condition: Condition) -> None:
    """Raises InvalidInput for an unknown operator, and for a non-number where a number is needed."""
    for wanted in condition.values():
        _check(wanted)


def fits(value: Mapping[str, Any], condition: Condition) -> bool:
    """Whether all fields meet the condition. A number is neither more nor less than something that is not one."""
    return all(_fits(value.get(name), wanted) for name, wanted in condition.items())


def _check(wanted: Any) -> None:
    if isinstance(wanted, list):
        for each in wanted:
            _check(each)
    elif isinstance(wanted, dict) and not _has_operators(wanted):
        check(wanted)
    elif isinstance(wanted, dict):
        for name, operand in wanted.items():
            if name not in OPERATORS:
                raise InvalidInput(f"{name[:40]!r} is not a filter operator: use {', '.join(OPERATORS)}")
            if name in _COMPARED and _number(operand) is None:
                raise InvalidInput(f"{name} compares numbers, and {str(operand)[:40]!r} is not a number")


def _fits(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) and _has_operators(wanted):
        return all(_compares(found, name, operand) for name, operand in wanted.items())
    if isinstance(wanted, dict):
        return isinstance(found, dict) and fits(found, wanted)
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(_fits(one, other) for one, other in zip(found, wanted, strict=True))
        )
    return bool(found == wanted)


def _compares(found: Any, name: str, operand: Any) -> bool:
    if name in ("$eq", "$ne"):
        return bool(found == operand) is (name == "$eq")
    number, limit = _number(found), _number(operand)
    return number is not None and limit is not None and _COMPARED[name](number, limit)


def _has_operators(wanted: Mapping[str, Any]) -> bool:
    return any(name.startswith("$") for name in wanted)


def _number(value: Any) -> float | None:
    """Numeric strings count as numbers."""
    if not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None
