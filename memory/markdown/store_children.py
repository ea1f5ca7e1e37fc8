"""Memories that are derived from another one: the day's file holds exactly those that it has now."""

from collections.abc import Iterator, Sequence
from datetime import date

from memory.coordination.locks import path_lock
from memory.kinds.base import Kind, Values
from memory.markdown import log_bytes
from memory.markdown.document import normalized
from memory.markdown.entries import Block, Shape, content_sha256, parse_values, split
from memory.markdown.rewriting import Pieces, decoded, encoded, rewrite
from memory.markdown.root import current_root
from memory.markdown.store_logs import appended
from memory.markdown.together import announce
from memory.scope import Owner, Scope


def put_children(
    kind: Kind, scope: Scope, owner: Owner, day: date, parent_id: str, drafts: Sequence[Values]
) -> list[str]:
    """Make the file's entries of this parent these drafts, in one write; returns their ids in the same order.

    An entry that says what a draft says stays, with its id and its formatting; when all do, nothing is written. No
    drafts: the entries go, and no file is made. Entries that are damaged are left alone. Raises as `append` does.
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
    """The next version of the file, None when it is as it should be; the drafts' ids go to `ids`."""
    text = normalized(decoded(data))
    has_some = log_bytes.parent_line(parent_id) in data
    children = list(_children(kind, owner, text, parent_id)) if has_some else []
    kept, superfluous = _matched(children, drafts)
    new = [draft for place, draft in enumerate(drafts) if place not in kept]
    if superfluous:
        data = encoded(_without(text, superfluous))
    fresh: list[str] = []
    pieces = appended(kind, owner, day, data, new, fresh) if new else [data] if superfluous else None
    given = iter(fresh)
    ids[:] = [kept[place] if place in kept else next(given) for place in range(len(drafts))]
    return pieces


def _children(kind: Kind, owner: Owner, text: str, parent_id: str) -> Iterator[tuple[Block, str]]:
    """The parent's entries and the checksums of what they say."""
    shape = Shape(kind)
    for block in split(text)[0]:
        try:
            values, _ = parse_values(shape, block.id, text[block.inner : block.inner_end])
        except ValueError:
            continue
        if values.get("parent_id") == parent_id:
            yield block, content_sha256({**values, "owner_id": owner.id})


def _matched(
    children: Sequence[tuple[Block, str]], drafts: Sequence[Values]
) -> tuple[dict[int, str], list[Block]]:
    """Which draft is which entry already (its place and the entry's id), and the entries that are none."""
    wanted: dict[str, list[int]] = {}
    for place, draft in enumerate(drafts):
        wanted.setdefault(content_sha256(draft), []).append(place)
    kept: dict[int, str] = {}
    superfluous: list[Block] = []
    for block, checksum in children:
        places = wanted.get(checksum)
        if places:
            kept[places.pop(0)] = block.id
        else:
            superfluous.append(block)
    return kept, superfluous


def _without(text: str, blocks: Sequence[Block]) -> str:
    pieces, position = [], 0
    for block in blocks:
        pieces.append(text[position : block.start])
        position = block.end
    return "".join([*pieces, text[position:]])
