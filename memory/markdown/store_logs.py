"""Daily logs: appends, edits, removes and supersedes entries."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import PurePosixPath

from memory.errors import DamagedDocument, DocumentChanged, InvalidInput
from memory.kinds.base import Kind, Value, Values
from memory.kinds.ids import entry_id
from memory.markdown import log_bytes
from memory.markdown.document import decoded, encoded, log_header, normalized, parse
from memory.markdown.entries import Block, content_sha256, parse_values, render_entry, split
from memory.markdown.frontmatter import load_frontmatter, merge_frontmatter, split_frontmatter
from memory.markdown.rewriting import Pieces, write
from memory.markdown.root import current_root
from memory.scope import Owner, Scope


def append(
    kind: Kind, scope: Scope, owner: Owner, day: date, parent_id: str, drafts: Sequence[Values]
) -> list[str]:
    """Adds memories to the log of a day, once for each parent. Returns their entry ids.

    If the file already has entries of `parent_id`, their ids are returned and nothing is written, so the call may be
    repeated after a crash. `owner_id` and `parent_id` are set here. Raises ValueError for a draft that does not fit the
    kind, LockTimeout, OSError.
    """
    relative = current_root().file(kind, scope, owner, day=day)
    stated = [{**draft, "owner_id": owner.id, "parent_id": parent_id} for draft in drafts]
    if not stated:
        return []
    ids: list[str] = []

    def with_drafts(data: bytes | None) -> Pieces | None:
        ids[:] = _ids_of_parent(kind, data, parent_id) if data else []
        return None if ids else appended(kind, owner, day, data or b"", stated, ids)

    write(kind, relative, with_drafts)
    return ids


def replace_entry(
    relative: PurePosixPath, identifier: str, values: Values, expected: str | None = None
) -> None:
    """Gives an entry of a daily log new values.

    Raises InvalidInput if it is not there, DocumentChanged if its sha256 is not `expected`, otherwise as `append`.
    """
    kind = current_root().located(relative).kind

    def replaced(text: str, block: Block) -> str:
        now, extra = parse_values(kind, identifier, text[block.inner : block.inner_end])
        if expected is not None and content_sha256(now) != expected:
            raise DocumentChanged
        return render_entry(kind, identifier, values, extra)

    _edit_block(kind, relative, identifier, replaced)


def annotate_entry(relative: PurePosixPath, identifier: str, notes: Values) -> dict[str, Value]:
    """Sets some values of an entry, or removes those that are None; everything else stays. Returns all its values then.

    Raises InvalidInput if it is not there or cannot be read.
    """
    kind = current_root().located(relative).kind
    now: dict[str, Value] = {}

    def annotated(text: str, block: Block) -> str:
        try:
            stated, extra = parse_values(kind, identifier, text[block.inner : block.inner_end])
        except ValueError as error:
            raise InvalidInput(f"{identifier}: mend it in {relative} first: {error}") from None
        now.clear()
        now.update({**stated, **notes})
        return render_entry(kind, identifier, now, extra)

    _edit_block(kind, relative, identifier, annotated)
    return now


def delete_entry(relative: PurePosixPath, identifier: str) -> None:
    """Removes an entry of a daily log; its id is not used again. Raises InvalidInput if it is not there."""
    kind = current_root().located(relative).kind
    _edit_block(kind, relative, identifier, lambda text, block: "")


def delete_entries(
    relative: PurePosixPath, identifiers: Collection[str], revived: Collection[str] = ()
) -> None:
    """Removes those of these entries that exist, in one write; their ids are not used again.

    Neither they nor the `revived` entries count as superseded any more. Without a file nothing happens. Raises as
    `append`.
    """

    def without(data: bytes | None) -> Pieces | None:
        if data is None:
            return None
        text = normalized(decoded(data))
        blocks = [block for block in split(text)[0] if block.id in identifiers]
        left = _without_deprecated(without_blocks(text, blocks), {*identifiers, *revived})
        return None if left == text else [encoded(left)]

    write(current_root().located(relative).kind, relative, without)


def without_blocks(text: str, blocks: Sequence[Block]) -> str:
    pieces, position = [], 0
    for block in blocks:
        pieces.append(text[position : block.start])
        position = block.end
    return "".join([*pieces, text[position:]])


def deprecate(relative: PurePosixPath, replaced: Mapping[str, str]) -> None:
    """Records in the frontmatter which entries replace old ones; the old ones are no longer found.

    Raises InvalidInput if there is no file, DamagedDocument if the frontmatter cannot be read.
    """

    def noted(data: bytes | None) -> Pieces | None:
        if data is None:
            raise InvalidInput(f"{relative} is not there")
        text = _with_deprecated(normalized(decoded(data)), replaced)
        return None if text is None else [encoded(text)]

    write(current_root().located(relative).kind, relative, noted)


def appended(
    kind: Kind, owner: Owner, day: date, data: bytes, drafts: Sequence[Values], ids: list[str]
) -> Pieces:
    """The file with the drafts added; those without a learning time get the current one. Stores their ids in `ids`.

    Costs a search and a copy of `data`.
    """
    end = log_bytes.header_end(data)
    first = log_bytes.next_sequence(data, end, kind.prefix, f"{day:%Y%m%d}", len(drafts))
    ids[:] = [entry_id(kind.prefix, day, first + offset) for offset in range(len(drafts))]
    last, now = first + len(drafts) - 1, datetime.now(UTC)
    blocks = [
        render_entry(kind, identifier, {"learned_at": now, **draft})
        for identifier, draft in zip(ids, drafts, strict=True)
    ]
    if data:
        header = log_bytes.advanced_header(data[:end], last, now)
    else:
        header = log_bytes.new_header(log_header(kind, owner, day.isoformat()), last, now)
    gap = b"" if data.endswith(b"\n") or not data else b"\n"
    return [header, memoryview(data)[end:], gap, encoded("".join(blocks))]


def _ids_of_parent(kind: Kind, data: bytes, parent_id: str) -> list[str]:
    """Ids of the entries with this parent."""
    if not log_bytes.may_hold_children(data, parent_id):
        return []
    return [e.id for e in parse(kind, decoded(data)).entries if e.values.get("parent_id") == parent_id]


def _with_deprecated(text: str, replaced: Mapping[str, str]) -> str | None:
    """None if the frontmatter already says so."""
    header, body = split_frontmatter(text)
    if header is None:
        raise DamagedDocument("the frontmatter is missing or has no end, a line `---`")
    try:
        stated = load_frontmatter(header).get("deprecated_entries") or {}
        if not isinstance(stated, Mapping):
            raise DamagedDocument("frontmatter: deprecated_entries must be `old id: new id` lines")
        known = {str(old): str(new) for old, new in stated.items()}
        wanted = {**known, **replaced}
        if wanted == known:
            return None
        return merge_frontmatter(header, {"deprecated_entries": wanted}) + text[body:]
    except ValueError as error:
        raise DamagedDocument(f"fix it first: {error}") from None


def _without_deprecated(text: str, names: Collection[str]) -> str:
    """An unreadable frontmatter is left as it is."""
    header, body = split_frontmatter(text)
    if header is None or "deprecated_entries" not in header:
        return text
    try:
        stated = load_frontmatter(header).get("deprecated_entries")
        if not isinstance(stated, Mapping) or not any(str(old) in names for old in stated):
            return text
        left = {str(old): str(new) for old, new in stated.items() if str(old) not in names}
        return merge_frontmatter(header, {"deprecated_entries": left or None}) + text[body:]
    except ValueError:
        return text


def _edit_block(
    kind: Kind, relative: PurePosixPath, identifier: str, change: Callable[[str, Block], str]
) -> None:
    def edited(data: bytes | None) -> Pieces:
        text = normalized(decoded(data or b""))
        block = next((block for block in split(text)[0] if block.id == identifier), None)
        if block is None:
            raise InvalidInput(f"{identifier} is not in {relative}")
        return [encoded(text[: block.start] + change(text, block) + text[block.end :])]

    write(kind, relative, edited)
