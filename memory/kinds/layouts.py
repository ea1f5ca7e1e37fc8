"""The shapes in which a kind of memory lies on disk, below its owner's folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


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
    """`<folder>/<prefix><name>/<filename>`, one folder a memory, with further files beside the document.

    The texts in the sub-folder `references` are searched as a part of the memory, under the value of that name.
    """

    folder: str
    prefix: str
    filename: str
    references: str = "references"


def _no_values(name: str) -> Mapping[str, str | None]:
    return {}


@dataclass(frozen=True, slots=True)
class NamedFile:
    """`<folder>/<name>.md`, one file a memory.

    `values_of_name` gives the values that a name carries, which win over the text. It raises ValueError for a name
    that is none.
    """

    folder: str
    values_of_name: Callable[[str], Mapping[str, str | None]] = _no_values


Layout = DailyLog | SingleFile | NamedFolder | NamedFile
