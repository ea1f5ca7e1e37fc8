"""Memories derived from another one: the day's file holds exactly those that the parent currently has."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from memory.coordination.locks import path_lock
from memory.kinds.base import Kind, Value, Values
from memory.kinds.provenance import KEPT
from memory.markdown import log_bytes
from memory.markdown.document import decoded, encoded, normalized
from memory.markdown.entries import Block, content_sha256, parse_values, split
from memory.markdown.rewriting import Pieces, rewrite
from memory.markdown.root import current_root
from memory.markdown.store_logs import appended, without_blocks
from memory.markdown.together import announce
from memory.scope import Owner, Scope


@dataclass(frozen=True, slots=True)
class _Child:
    """An entry of the parent; `checksum` is of its content."""

    block: Block
    values: Values
    checksum: str


def put_children(
    kind: Kind, scope: Scope, owner: Owner, day: date, parent_id: str, drafts: Sequence[Values]
) -> list[str]:
    """Makes the drafts the only entries of this parent in the file, in one write. Returns their ids in the same order.

    An entry with the content of a draft keeps its id and formatting; if all entries match, nothing is written. When an
    entry was learned and verified (KEPT) stays with it, and passes to a draft with the same text that replaces it.
    Without drafts the entries are removed, and no file is created. Damaged entries are left alone. Raises as `append`
    does.
    """
    relative = current_root().file(kind, scope, owner, day=day)
    stated = [{**draft, "owner_id": owner.id, "parent_id": parent_id} for draft in drafts]
    ids: list[str] = []
    exists = bool(stated)

    def changed(data: bytes | None) -> Pieces | None:
        nonlocal exists
        exists = exists or data is not None
        return _with_children(kind, owner, day, data or b"", parent_id, stated, ids)

    with path_lock(relative):
        rewrite(relative, changed)
    if exists:
        announce(kind, relative)
    return ids


def _with_children(
    kind: Kind, owner: Owner, day: date, data: bytes, parent_id: str, drafts: Sequence[Values], ids: list[str]
) -> Pieces | None:
    """The next version of the file, or None if it is already right; stores the drafts' ids in `ids`."""
    text = normalized(decoded(data))
    has_some = log_bytes.may_hold_children(data, parent_id)
    children = list(_children(kind, owner, text, parent_id)) if has_some else []
    kept, superfluous = _matched(children, drafts)
    heirs = {_text(kind, child.values): _kept_of(child.values) for child in superfluous}
    new = [
        {**draft, **heirs.get(_text(kind, draft), {})}
        for place, draft in enumerate(drafts)
        if place not in kept
    ]
    if superfluous:
        data = encoded(without_blocks(text, [child.block for child in superfluous]))
    fresh: list[str] = []
    pieces = appended(kind, owner, day, data, new, fresh) if new else [data] if superfluous else None
    given = iter(fresh)
    ids[:] = [kept[place] if place in kept else next(given) for place in range(len(drafts))]
    return pieces


def said_sha256(values: Values) -> str:
    """Of an entry's content, without the times when it was learned and verified."""
    return content_sha256({name: value for name, value in values.items() if name not in KEPT})


def _kept_of(values: Values) -> Values:
    return {name: value for name, value in values.items() if name in KEPT}


def _text(kind: Kind, values: Values) -> tuple[Value, ...]:
    return tuple(values.get(section.name) for section in kind.sections)


def _children(kind: Kind, owner: Owner, text: str, parent_id: str) -> Iterator[_Child]:
    """The parent's entries."""
    for block in split(text)[0]:
        try:
            values, _ = parse_values(kind, block.id, text[block.inner : block.inner_end])
        except ValueError:
            continue
        if values.get("parent_id") == parent_id:
            yield _Child(block, values, said_sha256({**values, "owner_id": owner.id}))


def _matched(children: Sequence[_Child], drafts: Sequence[Values]) -> tuple[dict[int, str], list[_Child]]:
    """Which draft matches which entry (index and entry id), and the entries that match none."""
    wanted: dict[str, list[int]] = {}
    for place, draft in enumerate(drafts):
        wanted.setdefault(said_sha256(draft), []).append(place)
    kept: dict[int, str] = {}
    superfluous: list[_Child] = []
    for child in children:
        places = wanted.get(child.checksum)
        if places:
            kept[places.pop(0)] = child.block.id
        else:
            superfluous.append(child)
    return kept, superfluous
