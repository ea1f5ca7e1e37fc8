"""A memory as operators see it: its file, whether the index holds it, what it comes from and what it led to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from django.db.models import Q, QuerySet

from cascade.models import MdChangeState
from memory.editing import Known, derived_from
from memory.errors import InvalidInput, MemoryServiceError
from memory.index import query
from memory.index.schema import IndexRow, row_id
from memory.index.tables import KindTable
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.base import FROM_CELL, Kind, Value
from memory.kinds.episode import EPISODE
from memory.kinds.ids import day_of
from memory.kinds.note import NOTE
from memory.markdown import store
from memory.markdown.document import Document, normalized, split_frontmatter
from memory.markdown.entries import Entry, split
from memory.markdown.files import read_snapshot
from memory.markdown.root import Located, current_root
from memory.models import MemCell
from memory.providers.registry import get_embedder
from memory.scope import OwnerType
from ome.engine.events import CaseExtracted, EntryChanged, FactsExtracted, NoteChanged
from ome.models import StrategyRun

RAW_CHARACTERS = 100_000  # of a file that is shown unparsed
MOST_RUNS = 50
GONE = "There is no such file now."


@dataclass(frozen=True)
class MemoryFile:
    """`document` is None, and `trouble` says why, if nothing of the file can be read."""

    path: PurePosixPath
    place: Located
    text: str = ""  # with bytes that are not UTF-8 replaced; only for display
    document: Document | None = None
    trouble: str = ""

    @property
    def intact(self) -> bool:
        """Whether everything in the file could be read; the file may be missing."""
        return self.trouble == GONE if self.document is None else not self.document.problems

    @property
    def entries(self) -> Sequence[Entry]:
        return self.document.entries if self.document else ()

    @property
    def deprecated(self) -> dict[str, str]:
        return self.document.deprecated if self.document else {}

    @cached_property
    def change(self) -> MdChangeState | None:
        return MdChangeState.objects.filter(path=str(self.path)).first()

    def entry(self, identifier: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.id == identifier), None)

    def raw(self, identifier: str) -> str:
        """The lines of the entry with its markers; the whole text of a document that holds one memory, or of a damaged
        log.
        """
        text = normalized(self.text)
        _, body = split_frontmatter(text)
        found = (block for block in split(text, body)[0] if block.id == identifier)
        return next((text[block.start : block.end] for block in found), text[:RAW_CHARACTERS])


def printable(text: str) -> str:
    """Without lone surrogates, which stand for undecodable bytes and cannot be sent in a page."""
    return text.encode("utf-8", "replace").decode("utf-8")


def read_file(path: PurePosixPath) -> MemoryFile | None:
    """None for a path that cannot be a memory's."""
    place = current_root().locate(path)
    if place is None:
        return None
    try:
        data = read_snapshot(current_root().absolute(path)).data
    except (MemoryServiceError, OSError) as error:
        return MemoryFile(path, place, trouble=f"The file cannot be read: {error}")
    if data is None:
        return MemoryFile(path, place, trouble=GONE)
    return MemoryFile(path, place, data.decode("utf-8", "replace"), store.parse_bytes(place, data))


@dataclass(frozen=True, slots=True)
class IndexState:
    """What the index holds of a memory; `sentence` says whether that agrees with the file."""

    sentence: str
    good: bool
    row: IndexRow | None = None


class Memory:
    """One memory of a file. Everything else is looked up on demand."""

    def __init__(self, file: MemoryFile, identifier: str) -> None:
        self.file = file
        self.id = identifier
        self.kind = file.place.kind
        self.scope, self.owner = file.place.scope, file.place.owner
        self.entry = file.entry(identifier)
        self.replaced_by = file.deprecated.get(identifier)

    def value(self, name: str) -> str:
        value = self.entry.values.get(name) if self.entry else None
        return "" if value is None else str(value)

    @property
    def values(self) -> list[tuple[str, Value]]:
        """Short values, in the order of the kind."""
        return [(name, value) for name, value in self._stated() if name not in self.kind.texts]

    @property
    def texts(self) -> list[tuple[str, Value]]:
        """Long texts."""
        return [(name, value) for name, value in self._stated() if name in self.kind.texts]

    def _stated(self) -> list[tuple[str, Value]]:
        stated = self.entry.values if self.entry else {}
        return [
            (field.name, stated[field.name])
            for field in self.kind.fields
            if stated.get(field.name) is not None
        ]

    @cached_property
    def index(self) -> IndexState:
        identity = row_id(self.scope, self.owner, self.id)
        try:
            row = query.by_row_ids(KindTable(self.kind, get_embedder()), [identity]).get(identity)
        except MemoryServiceError as error:
            return IndexState(f"The index cannot be asked: {error}", good=False)
        return self._compared(row)

    def _compared(self, row: IndexRow | None) -> IndexState:
        if row is None:
            return IndexState(*self._why_absent())
        if self.replaced_by:
            return IndexState(f"The index still has it. {self._waiting()}", good=False, row=row)
        if self.entry is None:
            said = "The index holds what the file said when it could be read last."
            return IndexState(f"{said} {self._waiting()}", good=False, row=row)
        if row.content_sha256 != self.entry.sha256:
            return IndexState(
                f"The index holds what the file said before. {self._waiting()}", good=False, row=row
            )
        return IndexState("The index holds what the file says.", good=True, row=row)

    def _why_absent(self) -> tuple[str, bool]:
        if self.replaced_by:
            return f"Replaced by {self.replaced_by}: it is neither found nor listed.", True
        if self.entry is None:
            return "It is not in the index either.", self.file.intact
        return f"It is not in the index. {self._waiting()}", False

    def _waiting(self) -> str:
        change = self.file.change
        status = change.status if change else ""
        if status == MdChangeState.Status.PENDING:
            return "The file waits to be indexed."
        if status == MdChangeState.Status.FAILED:
            return "The file could not be indexed: see its change."
        return "The next scan compares the file with the index."

    # Its origin

    @property
    def parent(self) -> tuple[str, str] | None:
        """Type and id of the memory it was made from."""
        named = self.value("parent_type"), self.value("parent_id")
        return named if all(named) else None

    @cached_property
    def cell_id(self) -> str:
        """The cell of the conversation in which it was said, directly or through its episode; "" if unknown."""
        if self.value("parent_type") == FROM_CELL:
            return self.value("parent_id")
        above = self.parent_memory
        return above.value("parent_id") if above and above.value("parent_type") == FROM_CELL else ""

    @cached_property
    def cell(self) -> MemCell | None:
        """The memory cell; None if it is unknown, or has been deleted, as cells are after a while."""
        return MemCell.objects.filter(pk=self.cell_id).first() if self.cell_id else None

    @cached_property
    def parent_memory(self) -> "Memory | None":
        path = self._parent_path()
        file = read_file(path) if path else None
        return Memory(file, self.value("parent_id")) if file else None

    def _parent_path(self) -> PurePosixPath | None:
        kind, identifier = self.value("parent_type"), self.value("parent_id")
        try:
            if kind == EPISODE.name:
                return current_root().file(
                    EPISODE, self.scope, self.owner, day=day_of(identifier, EPISODE.prefix)
                )
            if kind == NOTE.name:
                return current_root().file(NOTE, self.scope, self.owner, name=identifier)
        except (ValueError, InvalidInput):
            return None
        return None

    # What was derived from it

    @cached_property
    def derived(self) -> list[Known]:
        try:
            return list(derived_from(self.file.place, self.id))
        except (ValueError, InvalidInput):  # an id that names no day
            return []

    @property
    def runs(self) -> QuerySet[StrategyRun]:
        """Runs of events about it: its conversation, and later changes of the memory."""
        of_owner = StrategyRun.objects.filter(**self.scope.columns, **self.owner.columns)
        about = Q(event_id=f"cell:{self.cell_id}") if self.cell_id else Q(pk=None)
        for beginning in self._event_ids():
            about |= Q(event__id__startswith=beginning)
        return of_owner.filter(about).order_by("pk")[:MOST_RUNS]

    def _event_ids(self) -> Iterator[str]:
        """Prefixes of the ids of events about this memory, as the events themselves compose them."""
        name = self.file.place.bucket
        if self.kind in (EPISODE, AGENT_CASE):
            gone = EntryChanged(
                scope=self.scope, owner=self.owner, kind=self.kind.name, entry_id=self.id, sha256=None
            )
            yield gone.id.removesuffix("gone")
        if self.kind is EPISODE and self.owner.type is OwnerType.USER:
            yield FactsExtracted(
                scope=self.scope,
                user_id=self.owner.id,
                episode_id=self.id,
                timestamp_ms=0,
                facts=(),
                version="",
            ).id
        if self.kind is AGENT_CASE:
            yield CaseExtracted(scope=self.scope, agent_id=self.owner.id, case_id=self.id, version="").id
        if self.kind is NOTE and self.owner.type is OwnerType.USER:
            yield NoteChanged(scope=self.scope, user_id=self.owner.id, note_id=name, sha256=None).lane + "/"


def first_line(entry: Entry, kind: Kind) -> str:
    """The text by which a list names a memory."""
    for name in kind.texts:
        if text := str(entry.values.get(name) or "").strip():
            return text.splitlines()[0]
    return ""
