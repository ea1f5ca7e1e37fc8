"""The files that one search for memories reads: each is listed and parsed once, and skipped if it cannot matter."""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import PurePosixPath

from cascade.models import MdChangeState
from memory import times
from memory.errors import DamagedDocument
from memory.forgetting.moments import is_later
from memory.keyed import note_history
from memory.kinds.base import Kind, NamedFile, Values
from memory.kinds.registry import KINDS
from memory.markdown import store
from memory.markdown.document import Document
from memory.markdown.entries import Entry, quote_if_needed
from memory.markdown.root import Located, current_root, owner_folder
from memory.scope import Owner, Scope

DOCUMENTS_KEPT = 500  # searched several times in one run
# Folders of documents that clients store themselves, unlike those that are derived from conversations.
_STORED = {kind.layout.folder for kind in KINDS.values() if isinstance(kind.layout, NamedFile)}
MOST_WORDS = 16  # looked for in the bytes of a file; parsing it is faster than looking for more


def readable_entries(path: PurePosixPath) -> Sequence[Entry]:
    """None of a file that is gone or cannot be read."""
    try:
        return store.read(path).entries
    except (FileNotFoundError, DamagedDocument):
        return ()


def stored_after(path: PurePosixPath, moment: datetime) -> bool:
    """Whether a client has stored this file, or its history has grown, between this moment and now.

    A document that was only read, which restarts its time to live, or touched is as old as it says. As with rows, a
    time in the future counts as earlier.
    """
    if _STORED.isdisjoint(path.parts):
        return False
    try:
        written = current_root().absolute(path).lstat().st_mtime_ns
    except FileNotFoundError:
        return False
    if not is_later(times.of_file(written), moment):
        return False
    document = readable_entries(path) if current_root().locate(path) is not None else ()
    return all(_says_it_is_later(each.values, moment) for each in document) or was_added_after(path, moment)


def was_added_after(note: PurePosixPath, moment: datetime) -> bool:
    """Whether the history says so: clients may date notes back."""
    added = [change.at for change in note_history.changes(note) if change.event == "add"]
    return bool(added) and is_later(added[-1], moment)


def _says_it_is_later(values: Values, moment: datetime) -> bool:
    stored = (values.get(name) for name in ("created_at", "updated_at"))
    return any(isinstance(one, datetime) and is_later(one, moment) for one in stored)


class Files:
    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._documents: dict[PurePosixPath, Document | None] = {}
        self.unreadable: dict[str, str] = {}  # path -> what is wrong with the file
        self._listed: dict[tuple[str, Owner], Mapping[PurePosixPath, Located]] = {}
        self._checksums: dict[tuple[str, Owner], Mapping[str, str]] = {}

    def of(self, kind: Kind, owner: Owner) -> Mapping[PurePosixPath, Located]:
        """The owner's documents of a kind."""
        key = kind.name, owner
        if key not in self._listed:
            self._listed[key] = current_root().files_of(kind, self._scope, owner)
        return self._listed[key]

    def read(self, path: PurePosixPath) -> Document | None:
        """None if there is no such file, or if it cannot be read."""
        if path not in self._documents:
            if len(self._documents) >= DOCUMENTS_KEPT:
                self._documents.clear()
            self._documents[path] = self._parsed(path)
        return self._documents[path]

    def naming(
        self, kind: Kind, owner: Owner, words: Collection[str]
    ) -> Iterator[tuple[PurePosixPath, Located, Document]]:
        """The owner's documents of a kind that may contain one of the words.

        A file is skipped only if the index was made from exactly these bytes, so that it has no damaged place in which
        one of the words could be hidden.
        """
        forms = {form for word in words for form in spellings(word)}
        for path, place in self.of(kind, owner).items():
            may_matter = path in self._documents or self._may_name(path, place, forms)
            document = self.read(path) if may_matter else None
            if document is not None:
                yield path, place, document

    def mentions(self, path: PurePosixPath, words: Collection[str]) -> bool:
        """Whether the file contains one of the words: looking for bytes costs a tenth of parsing the document."""
        data = _bytes_of(path)
        return data is None or any(form in data for word in words for form in spellings(word))

    def _may_name(self, path: PurePosixPath, place: Located, forms: Collection[bytes]) -> bool:
        data = _bytes_of(path) if len(forms) <= MOST_WORDS else None
        if data is None or any(form in data for form in forms):
            return True
        return self._checksums_of(place.kind, place.owner).get(str(path)) != hashlib.sha256(data).hexdigest()

    def _checksums_of(self, kind: Kind, owner: Owner) -> Mapping[str, str]:
        """The checksums, by path, of those files that were indexed without a problem."""
        key = kind.name, owner
        if key not in self._checksums:
            below = f"{owner_folder(self._scope, owner)}/"
            rows = MdChangeState.objects.filter(kind=kind.name, path__startswith=below, error="")
            known = rows.exclude(file_sha256="").values_list("path", "file_sha256")
            self._checksums[key] = dict(known)
        return self._checksums[key]

    def _parsed(self, path: PurePosixPath) -> Document | None:
        try:
            document = store.read(path)
        except FileNotFoundError:
            return None
        except DamagedDocument as error:
            self.unreadable[str(path)] = str(error)
            return None
        if document.problems:
            self.unreadable[str(path)] = document.problems[0]
        return document


def spellings(text: str) -> list[bytes]:
    """How an id may be spelled in a file: as it is, or escaped as in JSON and YAML."""
    quoted = (
        json.dumps(text)[1:-1],
        json.dumps(text, ensure_ascii=False)[1:-1],
        quote_if_needed(text).strip("\"'"),
    )
    return list(
        dict.fromkeys(
            form.encode("utf-8", "surrogatepass") for form in (text, *quoted, text.replace("'", "''"))
        )
    )


def _bytes_of(path: PurePosixPath) -> bytes | None:
    """None if the file cannot be read; parsing it reports what is wrong."""
    try:
        return current_root().absolute(path).read_bytes()
    except OSError:
        return None
