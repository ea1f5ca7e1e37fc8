"""Turns files into index rows: compares them with the index, embeds what is new, and changes the table in one commit.

`prepare` does the slow part (embedding) without any lock. `commit` checks again under the table's write lock before it
writes, so it never undoes what another worker did in between. `commit_texts` goes first: it makes new memories listed
and found by keyword while their vectors are computed.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from types import MappingProxyType

import numpy as np

from cascade.diff import TEXT_ONLY, FileDiff, compare, said_version
from cascade.parents import derived_files, parents_in
from cascade.reading import SourceFile
from memory.batches import batches
from memory.coordination.locks import write_gate
from memory.coordination.request_priority import yield_to_requests
from memory.errors import DamagedDocument
from memory.index.schema import IndexRow, row_id, row_of, values_in
from memory.index.tables import KindTable, TableVersion
from memory.kinds.base import Kind
from memory.kinds.episode import EPISODE
from memory.markdown import store
from memory.markdown.entries import Entry
from memory.providers.protocols import Embedder
from memory.signals import entries_changed
from memory.text.chunks import embed, not_embedded, split

# A batch ends at this many chunks of text to embed, about two seconds of work, so that results become visible and a
# new change does not wait long.
CHUNKS_A_BATCH = 32
# Of one large file so many are embedded before its lease is given back: less than a minute of work, so that a change of
# it or of another file does not wait for hours, and a crash loses little.
CHUNKS_AT_ONCE = 1_024
# Looking up a vector that the table already holds costs about as much as embedding a few short texts.
WORTH_LOOKING_UP = 4

_ENTRY = re.compile(rb"<!-- entry:(\S+) -->")

Vectors = dict[str, np.ndarray]  # content_sha256 -> vectors of the text, one for each chunk


def no_heartbeat() -> None:
    """A heartbeat for work without a lease."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Files compared with the table."""

    differences: Sequence[FileDiff]
    seen: TableVersion  # before the comparison


@dataclass(frozen=True, slots=True)
class Prepared:
    """Files whose new entries have vectors, except for some of `unfinished` ones (paths); `postponed` are those that
    did not fit into the batch.
    """

    differences: Sequence[FileDiff]
    unfinished: frozenset[str]
    postponed: Sequence[SourceFile]
    vectors: Vectors
    seen: TableVersion  # before the comparison

    @property
    def files(self) -> list[SourceFile]:
        return [difference.file for difference in self.differences]


@dataclass(slots=True)
class Committed:
    """What the index now holds of each file (by path), what is wrong with it, and which rows were given up."""

    entries: dict[str, int] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    # Files that lost rows to another file: to be checked again.
    displaced: set[str] = field(default_factory=set)
    # Files that gave up rows which a copy may be waiting for.
    freed: list[SourceFile] = field(default_factory=list)


def compare_files(table: KindTable, files: Sequence[SourceFile]) -> Comparison:
    seen = table.latest()
    return Comparison(list(compare(table, files)), seen)


def commit_texts(
    table: KindTable, comparison: Comparison, embedder: Embedder, left_of: Mapping[str, Container[str]]
) -> None:
    """Commits new memories without vectors. Compares again if the table has changed in the meantime. `left_of` as for
    `commit`.
    """
    nowhere = not_embedded(embedder.dimensions)
    with write_gate(table.kind.name):
        differences = comparison.differences
        if table.latest() != comparison.seen:
            differences = list(compare(table, [difference.file for difference in differences]))
        _keep_only(differences, left_of)
        rows = [_row(d, entry, nowhere, TEXT_ONLY) for d in differences for entry in d.unprecedented]
        if rows:
            table.apply(rows, new_ids={row.row_id for row in rows})


def prepare(
    table: KindTable,
    comparison: Comparison,
    embedder: Embedder,
    known: Callable[[Iterable[str]], Vectors],
    beat: Callable[[], object] = no_heartbeat,
    room: int = CHUNKS_A_BATCH,
    most: int | None = None,
) -> Prepared:
    """Embeds what is new. `known` holds vectors that need not be computed again; `beat` is called after each call of
    the embedder. With `most`, only about so many chunks are embedded, also if a file has more; files with few chunks
    come first, and of a large one beside them only about `room` chunks are embedded.
    """
    sized = [(difference, _chunks(table.kind, difference.upserts)) for difference in comparison.differences]
    if most is not None:
        sized.sort(key=lambda pair: len(pair[1]) > room)
    chosen: list[FileDiff] = []
    missing: dict[str, Entry] = {}
    texts: set[str] = set()
    for difference, chunks in sized:
        is_full = bool(chosen) and len(texts | chunks) > room
        if is_full and most is not None and len(chunks) > room:
            most = len(texts) + room
        elif is_full:
            break
        texts |= chunks
        chosen.append(difference)
        missing |= {entry.sha256: entry for entry in difference.upserts}
        if len(texts) > room:
            break
    postponed = [difference.file for difference, _ in sized[len(chosen) :]]
    kept = _kept_vectors(table, chosen)
    missing = {sha: entry for sha, entry in missing.items() if sha not in kept}
    is_large = most is not None and len(texts) > most
    vectors = kept | _vectors(table.kind, missing, embedder, known, beat, most if is_large else None)
    unfinished = {d.file.path for d in chosen if any(entry.sha256 not in vectors for entry in d.upserts)}
    return Prepared(chosen, frozenset(unfinished), postponed, vectors, comparison.seen)


def _kept_vectors(table: KindTable, differences: Iterable[FileDiff]) -> Vectors:
    """Vectors of entries whose embedded text has not changed, only a session id, a time or the like."""
    embedded = table.kind.embedded
    edited = {
        row_id(d.file.place.scope, d.file.place.owner, entry.id): entry
        for d in differences
        for entry in d.upserts
        if entry.id in d.indexed and embedded(entry.values)
    }
    return {
        edited[identity].sha256: vectors
        for identity, payload, vectors in table.texts_and_vectors(edited)
        if embedded(values_in(table.kind, payload)) == embedded(edited[identity].values)
    }


def chunks_to_embed(comparison: Comparison) -> int:
    """At most how many chunks of text `prepare` embeds for these files."""
    return sum(len(_chunks(d.file.kind, d.upserts)) for d in comparison.differences)


def _chunks(kind: Kind, entries: Iterable[Entry]) -> set[str]:
    texts = {kind.embedded(entry.values) for entry in entries}
    return {chunk for text in texts if text for chunk in split(text)}


def _vectors(
    kind: Kind,
    missing: Mapping[str, Entry],
    embedder: Embedder,
    known: Callable[[Iterable[str]], Vectors],
    beat: Callable[[], object],
    most: int | None = None,
) -> Vectors:
    vectors = known(missing) if len(missing) > WORTH_LOOKING_UP else {}
    texts = {sha: kind.embedded(entry.values) for sha, entry in missing.items() if sha not in vectors}
    if most is not None:
        texts = _first(texts, most)

    def in_steps(passages: Sequence[str]) -> np.ndarray:
        steps = []
        for batch in batches(passages, embedder.batch_size):
            yield_to_requests()
            steps.append(embedder.embed_passages(batch))
            beat()
        return np.concatenate(steps)

    return vectors | dict(zip(texts, embed(list(texts.values()), in_steps, embedder.dimensions), strict=True))


def _first(texts: Mapping[str, str], most: int) -> dict[str, str]:
    """The first of these texts, up to the one with which they have so many chunks."""
    chosen: dict[str, str] = {}
    chunks: set[str] = set()
    for sha, text in texts.items():
        if len(chunks) >= most:
            break
        chosen[sha] = text
        chunks.update(split(text))
    return chosen


def commit(
    table: KindTable,
    prepared: Prepared,
    embedder: Embedder,
    files: Sequence[SourceFile],
    left_of: Mapping[str, Container[str]] = MappingProxyType({}),
) -> Committed:
    """One commit to the table for `files`, the files of `prepared` that the caller still holds. The caller holds the
    write lock. Of files in `left_of`, which have changed since they were read, only entries with these hashes are new.
    """
    outcome = Committed()
    upserts: list[IndexRow] = []
    doomed: list[str] = []
    vectors = dict(prepared.vectors)
    differences = list(_current(table, prepared, files))
    _keep_only(differences, left_of)
    for difference in differences:
        if difference.file.path in prepared.unfinished:
            difference.keep_only(vectors)
        absent = {entry.sha256: entry for entry in difference.upserts if entry.sha256 not in vectors}
        if absent:  # another worker took rows away after prepare()
            vectors |= _vectors(table.kind, absent, embedder, table.vectors_for, no_heartbeat)
        upserts += _rows(difference, vectors)
        doomed += difference.doomed_rows()
        _record(outcome, difference)
    _announce_edits(table, differences)
    table.apply(upserts, doomed, {identity for d in differences for identity in d.fresh_rows()})
    return outcome


def _keep_only(differences: Iterable[FileDiff], left_of: Mapping[str, Container[str]]) -> None:
    for difference in differences:
        if difference.file.path in left_of:
            difference.keep_only(left_of[difference.file.path])


def _edited(table: KindTable, difference: FileDiff) -> dict[str, str]:
    """Entries whose content differs from the index; verifying an entry does not count as an edit."""
    now = difference.edited()
    scope, owner = difference.file.place.scope, difference.file.place.owner
    identities = {row_id(scope, owner, entry_id): entry_id for entry_id in now}
    for identity, payload in table.payloads(identities):
        if said_version(table.kind, values_in(table.kind, payload)) == now[identities[identity]]:
            del now[identities[identity]]
    return now


def _announce_edits(table: KindTable, differences: Sequence[FileDiff]) -> None:
    """Announces that memories derived from these entries are out of date. An entry that moves to another file is not
    announced.
    """
    moved = {(d.file.place.scope, d.file.place.owner, entry.id) for d in differences for entry in d.upserts}
    for difference in differences:
        place, changed = difference.file.place, _edited(table, difference)
        gone = [*difference.removed, *_gone_unseen(table, difference)]
        removed = [e for e in gone if (place.scope, place.owner, e) not in moved]
        if changed or removed:
            entries_changed.send(
                sender=table.kind.name, kind=table.kind.name, scope=place.scope, owner=place.owner,
                path=PurePosixPath(difference.file.path), changed=changed, removed=removed,
            )  # fmt: skip


def _gone_unseen(table: KindTable, difference: FileDiff) -> list[str]:
    """Episodes from which memories were derived, and which were removed by hand before the index had them."""
    file = difference.file
    if file.place.kind is not EPISODE or file.problems:
        return []
    place = file.place
    there = set(_ENTRY.findall(file.content.data if file.content else b""))
    parents: set[str] = set()
    for path in derived_files(place):
        if not parents_in(path) <= there:
            parents |= {str(entry.values["parent_id"]) for entry in _readable(path) if _is_of_episode(entry)}
    unseen = sorted(one for one in parents if one.encode() not in there)
    rows = {row_id(place.scope, place.owner, parent): parent for parent in unseen}
    for seen in table.places([], rows):
        del rows[seen.row_id]
    return list(rows.values())


def _is_of_episode(entry: Entry) -> bool:
    """Of this server's own: one of EverOS 1.x, or a person's, may name what was never here."""
    return entry.values.get("parent_type") == EPISODE.name and bool(entry.values.get("learned_at"))


def _readable(path: PurePosixPath) -> Sequence[Entry]:
    try:
        return store.entries_at(path)
    except DamagedDocument:
        return ()


def _current(table: KindTable, prepared: Prepared, files: Sequence[SourceFile]) -> Iterable[FileDiff]:
    """The result of prepare(), or a new comparison if the table has changed since."""
    if table.latest() != prepared.seen:
        return compare(table, files)
    wanted = {file.path for file in files}
    return [difference for difference in prepared.differences if difference.file.path in wanted]


def _rows(difference: FileDiff, vectors: Vectors) -> Iterator[IndexRow]:
    for entry in difference.upserts:
        yield _row(difference, entry, vectors[entry.sha256])


def _row(difference: FileDiff, entry: Entry, vectors: np.ndarray, mark: str = "") -> IndexRow:
    file = difference.file
    assert file.content is not None
    place, modified = file.place, file.content.modified_at
    sha256 = mark + entry.sha256
    return row_of(
        place.kind, place.scope, place.owner, file.path, entry.id, sha256, entry.values, vectors, modified
    )


def _record(outcome: Committed, difference: FileDiff) -> None:
    path = difference.file.path
    outcome.entries[path] = difference.rows_after
    outcome.problems[path] = difference.problem()
    outcome.displaced |= set(difference.taken_from)
    if difference.removed:
        outcome.freed.append(difference.file)
