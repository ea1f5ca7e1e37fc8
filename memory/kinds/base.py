"""The vocabulary in which a kind of memory is declared. Pure: no Django, no I/O."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any

from memory.scope import OwnerType

Value = str | int | float | datetime | list[Any] | dict[str, Any] | None
Values = Mapping[str, Value]

FROM_CELL = "memcell"  # `parent_type` of a memory made from the memory cell `parent_id`


def moment(values: Values, *names: str) -> datetime | None:
    """The first of these fields that has a value; None if that is not a time, as a person may have written it."""
    value = next((values[name] for name in names if values.get(name)), None)
    return value if isinstance(value, datetime) else None


class FieldType(Enum):
    """How a value is written in markdown and read back."""

    TEXT = "text"
    NUMBER = "number"  # int or float, as written
    TIMESTAMP = "timestamp"  # aware datetime; UTC, ISO-8601 on disk
    TEXTS = "texts"  # list of str; `[a, b]` in an inline key, a YAML list in frontmatter
    DATA = "data"  # any YAML value; frontmatter only


@dataclass(frozen=True, slots=True)
class Field:
    """One named value of a memory.

    `title` is the markdown section (`### Title`) that holds the value. Without one the value is an inline
    key (`**name**: value`) of a daily-log entry, or a frontmatter key of a single-document layout.
    """

    name: str
    type: FieldType = FieldType.TEXT
    title: str | None = None
    required: bool = False


@dataclass(frozen=True, slots=True)
class DailyLog:
    """`<folder>/<stem>-<YYYY-MM-DD>.md`, one entry appended per memory."""

    folder: str
    stem: str

    @property
    def file_type(self) -> str:
        return f"{self.stem}_daily"


@dataclass(frozen=True, slots=True)
class SingleFile:
    """`<filename>`, one document that is rewritten in place."""

    filename: str


@dataclass(frozen=True, slots=True)
class NamedFolder:
    """`<folder>/<prefix><name>/<filename>`: one folder for each memory, with further files beside the document.

    The texts in the subfolder `references` are searched as a part of the memory, under the value of that name.
    """

    folder: str
    prefix: str
    filename: str
    references: str = "references"


def _no_values(name: str) -> Mapping[str, str | None]:
    return {}


@dataclass(frozen=True, slots=True)
class NamedFile:
    """`<folder>/<name>.md`: one file for each memory.

    `values_of_name` returns the values that a name determines, which win over the text. It raises ValueError for an
    invalid name.
    """

    folder: str
    values_of_name: Callable[[str], Mapping[str, str | None]] = _no_values


# How the documents of a kind are arranged on disk, below the owner's folder.
Layout = DailyLog | SingleFile | NamedFolder | NamedFile


def _never(values: Values) -> bool:
    return False


def _unknown(values: Values) -> str | None:
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of memory: what it holds, where it lives, and which of its text is searched. There is one object of each.

    Attributes:
        name: Singular snake_case; also the name of its index table and of `type` in frontmatter.
        prefix: The kind's part of an entry id, such as `ep` in `ep_20261121_00000001`.
        owner_types: Who can have such a memory.
        fields: In the order in which they are written.
        body: The field that is the markdown body of a document that is one memory (None for daily logs).
        body_in_frontmatter: The frontmatter repeats that field; a body that is not empty wins.
        searchable: The text that keyword search sees, best words first; joined with newlines.
        embedded: The text that the embedder sees; empty if it is never ranked by meaning.
        drawn: Fields that the service draws from the others. No other memory is derived from them.
        one_vector: That text is so short that one vector stands for all of it; they are searched in half the time.
        edited: Whether a person has changed the text since the server wrote it, as far as the values tell.
        default_source: The source of a memory whose file does not state one; None if it cannot be known.
    """

    name: str
    prefix: str
    owner_types: frozenset[OwnerType]
    layout: Layout
    fields: tuple[Field, ...]
    searchable: Callable[[Values], list[str]]
    embedded: Callable[[Values], str]
    body: str | None = None
    body_in_frontmatter: bool = False
    drawn: frozenset[str] = frozenset()
    one_vector: bool = False
    edited: Callable[[Values], bool] = _never
    default_source: Callable[[Values], str | None] = _unknown
    constants: Mapping[str, str] = field(default_factory=dict)

    def field(self, name: str) -> Field:
        """Raises KeyError when the kind has no such field."""
        for candidate in self.fields:
            if candidate.name == name:
                return candidate
        raise KeyError(f"{self.name} has no field {name}")

    @property
    def text(self) -> str | None:
        """The field that a person reads to know which memory it is."""
        return self.body or next((f.name for f in self.sections if f.required), None)

    @property
    def texts(self) -> list[str]:
        """The names of its sections and of its body, in the order in which a person reads them."""
        return [f.name for f in self.sections] + ([self.body] if self.body else [])

    @property
    def inline(self) -> tuple[Field, ...]:
        return tuple(f for f in self.fields if f.title is None)

    @property
    def sections(self) -> tuple[Field, ...]:
        return tuple(f for f in self.fields if f.title is not None)
