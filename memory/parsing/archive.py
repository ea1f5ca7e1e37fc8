"""The zip file of an office document: checked for size before it is opened, with its parts by relation."""

import io
import posixpath
from dataclasses import dataclass
from typing import IO
from zipfile import BadZipFile, ZipFile

from memory.errors import UnsupportedContent
from memory.parsing.formats import OLE
from memory.parsing.xml import Handler, attribute, walk

MAX_PARTS = 20_000
MAX_UNPACKED_BYTES = 256 * 1024 * 1024
RELATION_ID = "relationships id"  # the end of the attribute's full name, in either of its namespaces


@dataclass(frozen=True, slots=True)
class Relation:
    type: str  # the last segment of its URI, such as `slide`
    target: str  # the name of a part


class Archive:
    """Parts by name. A part never unpacks to more than the directory says, which is bounded here."""

    def __init__(self, data: bytes) -> None:
        if data.startswith(OLE):
            raise UnsupportedContent(
                "the document is encrypted, or of the old binary kind (doc, xls, ppt): save it as docx, xlsx or pptx"
            )
        try:
            self._zip = ZipFile(io.BytesIO(data))
        except BadZipFile as error:
            raise UnsupportedContent("the document is damaged: it is not a complete zip file") from error
        self._check()

    def _check(self) -> None:
        parts = self._zip.infolist()
        if len(parts) > MAX_PARTS:
            raise UnsupportedContent(f"the document has more than {MAX_PARTS} parts")
        if sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
            raise UnsupportedContent(f"the document unpacks to more than {MAX_UNPACKED_BYTES} bytes")
        if any(part.flag_bits & 1 for part in parts):
            raise UnsupportedContent("the document is encrypted")

    def __contains__(self, name: str) -> bool:
        return name in self._zip.NameToInfo

    def open(self, name: str) -> IO[bytes]:
        if name not in self:
            raise UnsupportedContent(f"the document is incomplete: it has no {name}")
        return self._zip.open(name)

    def relations(self, part: str = "") -> dict[str, Relation]:
        """What a part refers to within the document, by id; without a part, the relations of the document itself."""
        folder, name = posixpath.split(part)
        listing = posixpath.join(folder, "_rels", f"{name}.rels")
        if listing not in self:
            return {}
        found = _Relations(folder)
        with self.open(listing) as stream:
            walk(stream, found)
        return found.by_id

    def main_part(self) -> str:
        """The root part of the document."""
        for relation in self.relations().values():
            if relation.type == "officeDocument":
                return relation.target
        raise UnsupportedContent("the document is incomplete: nothing in it is named as its main part")


def relation_id(attributes: dict[str, str]) -> str:
    return next((value for name, value in attributes.items() if name.endswith(RELATION_ID)), "")


class _Relations(Handler):
    def __init__(self, folder: str) -> None:
        self.by_id: dict[str, Relation] = {}
        self._folder = folder

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name != "Relationship" or attribute(attributes, "TargetMode") == "External":
            return
        target = posixpath.normpath(posixpath.join("/", self._folder, attribute(attributes, "Target")))
        kind = attribute(attributes, "Type").rpartition("/")[2]
        self.by_id[attribute(attributes, "Id")] = Relation(kind, target.lstrip("/"))
