"""Presentations: the slides in order, each followed by its speaker notes."""

from memory.parsing.archive import Archive, relation_id
from memory.parsing.office_text import OfficeText
from memory.parsing.text import Source, Text
from memory.parsing.xml_events import Handler, walk


def read(source: Source, out: Text) -> None:
    archive = Archive(source.data)
    main = archive.main_part()
    shown = _Shown()
    with archive.open(main) as stream:
        walk(stream, shown)
    relations = archive.relations(main)
    for identifier in shown.ids:
        if identifier in relations:
            _slide(archive, relations[identifier].target, out)


def _slide(archive: Archive, part: str, out: Text) -> None:
    notes = [r.target for r in archive.relations(part).values() if r.type == "notesSlide"]
    for name in [part, *notes]:
        with archive.open(name) as stream:
            walk(stream, OfficeText(out))
    out.end_line()


class _Shown(Handler):
    """The relation ids of the slides, in order."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sldId":
            self.ids.append(relation_id(attributes))
