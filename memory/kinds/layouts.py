"""How the documents of a kind are arranged on disk, below the owner's folder."""

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


Layout = DailyLog | SingleFile | NamedFolder | NamedFile
