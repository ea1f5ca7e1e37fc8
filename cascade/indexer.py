"""From files to rows: compare with the index, embed what is new, and change the table in one go.

`prepare` does the slow part (embedding) without any lock. `commit` looks again, under the table's write gate, and
changes it; so nothing that another worker did in between is undone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from django.conf import settings
from lancedb.table import LanceTable

from cascade.chunks import in_chunks
from cascade.diff import FileDiff, compare
from cascade.reading import SourceFile
from memory.index.rows import row_of
from memory.index.schema import IndexRow
from memory.index.tables import KindTable
from memory.index.windows import embed
from memory.kinds.base import Kind
from memory.markdown.document import Entry
from memory.providers.protocols import Embedder

# A batch ends when it has so many entries to embed, so that a change that arrives meanwhile does not wait long.
EMBEDDED_A_BATCH = 128
# Looking for a vector that the table already has costs about as much as embedding a few short texts.
WORTH_LOOKING_UP = 4

Vectors = dict[str, np.ndarray]  # content_sha256 -> vectors of the text, one a window


def no_beat() -> None:
    """For work that holds no lease."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Files whose new entries have vectors; `postponed` are those for which the batch had no room."""

    differences: Sequence[FileDiff]
    postponed: Sequence[SourceFile]
    vectors: Vectors
    version: int  # of the table, before it was compared with the files

    @property
    def files(self) -> list[SourceFile]:
        return [difference.file for difference in self.differences]


@dataclass(slots=True)
class Committed:
    """What the index holds now of each file (by path), what is wrong with it, and whose rows were given up."""

    entries: dict[str, int] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    robbed: set[str] = field(default_factory=set)  # files that lost rows to another: look at them again
    freed: list[SourceFile] = field(
        default_factory=list
    )  # files that gave up rows which a copy may be waiting for


def prepare(
    table: KindTable,
    files: Sequence[SourceFile],
    embedder: Embedder,
    known: Callable[[Iterable[str]], Vectors],
    beat: Callable[[], object] = no_beat,
    room: int = EMBEDDED_A_BATCH,
) -> Prepared:
    """`known` gives vectors that need not be computed again; `beat` is called between two calls of the embedder."""
    version = _version(table)
    chosen: list[FileDiff] = []
    missing: dict[str, Entry] = {}
    for difference in compare(table, files):
        wanted = {entry.sha256: entry for entry in difference.upserts}
        if chosen and len(missing | wanted) > room:
            break
        chosen.append(difference)
        missing |= wanted
    vectors = _vectors(table.kind, missing, embedder, known, beat)
    return Prepared(chosen, files[len(chosen) :], vectors, version)


def _version(table: KindTable) -> int:
    """Of the table as it is now, whoever changed it last; 0 when there is none."""

    def latest(lance: LanceTable) -> int:
        lance.checkout_latest()
        return lance.version

    return table.ask(latest, 0)


def _vectors(
    kind: Kind,
    missing: Mapping[str, Entry],
    embedder: Embedder,
    known: Callable[[Iterable[str]], Vectors],
    beat: Callable[[], object],
) -> Vectors:
    vectors = known(missing) if len(missing) > WORTH_LOOKING_UP else {}
    texts = {sha: kind.embedded(entry.values) for sha, entry in missing.items() if sha not in vectors}
    for chunk in in_chunks(list(texts.items()), settings.EVEROS.embedding.batch_size):
        embedded = embed([text for _, text in chunk], embedder.embed_passages)
        vectors |= {sha: stack for (sha, _), stack in zip(chunk, embedded, strict=True)}
        beat()
    return vectors


def commit(
    table: KindTable, prepared: Prepared, embedder: Embedder, files: Sequence[SourceFile]
) -> Committed:
    """One change of the table for `files`, which are those of `prepared` that the caller still holds.

    The caller holds the write gate.
    """
    outcome = Committed()
    upserts: list[IndexRow] = []
    doomed: list[str] = []
    vectors = dict(prepared.vectors)
    for difference in _current(table, prepared, files):
        absent = {entry.sha256: entry for entry in difference.upserts if entry.sha256 not in vectors}
        if absent:  # another worker took rows away since prepare()
            vectors |= _vectors(table.kind, absent, embedder, table.vectors_for, no_beat)
        upserts += _rows(difference, vectors)
        doomed += difference.doomed_rows()
        _record(outcome, difference)
    table.apply(upserts, doomed)
    return outcome


def _current(table: KindTable, prepared: Prepared, files: Sequence[SourceFile]) -> Iterable[FileDiff]:
    """What was found by prepare(), unless somebody has changed the table since."""
    if _version(table) != prepared.version:
        return compare(table, files)
    wanted = {file.path for file in files}
    return [difference for difference in prepared.differences if difference.file.path in wanted]


def _rows(difference: FileDiff, vectors: Vectors) -> Iterator[IndexRow]:
    place = difference.file.place
    for entry in difference.upserts:
        assert difference.file.content is not None
        yield row_of(
            place.kind,
            place.scope,
            place.owner,
            difference.file.path,
            entry.id,
            entry.sha256,
            entry.values,
            vectors[entry.sha256],
            difference.file.content.modified_at,
        )


def _record(outcome: Committed, difference: FileDiff) -> None:
    path = difference.file.path
    outcome.entries[path] = difference.rows_after
    outcome.problems[path] = difference.problem()
    outcome.robbed |= set(difference.taken_from)
    if difference.removed:
        outcome.freed.append(difference.file)
