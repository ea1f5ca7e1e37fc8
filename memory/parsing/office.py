"""Word documents and presentations, whose paragraphs and tables have the same markup."""

from memory.parsing.archive import Archive, relation_id
from memory.parsing.text import Flow, Source, Text
from memory.parsing.xml import Handler, walk

NOTES = ("footnotes", "endnotes")
# The older drawing that duplicates what stands beside it, and fields that number pages and slides.
SKIPPED = frozenset({"Fallback", "fld"})


def read_docx(source: Source, out: Text) -> None:
    """The body, then foot- and endnotes. Headers and footers, the same on each page, are left out."""
    archive = Archive(source.data)
    main = archive.main_part()
    notes = [relation.target for relation in archive.relations(main).values() if relation.type in NOTES]
    for part in [main, *notes]:
        _read_part(archive, part, out)
        out.end_line()


def read_pptx(source: Source, out: Text) -> None:
    """The slides in order, each followed by its speaker notes."""
    archive = Archive(source.data)
    main = archive.main_part()
    shown = _Shown()
    with archive.open(main) as stream:
        walk(stream, shown)
    relations = archive.relations(main)
    for identifier in shown.ids:
        if identifier in relations:
            _read_slide(archive, relations[identifier].target, out)


def _read_slide(archive: Archive, part: str, out: Text) -> None:
    notes = [r.target for r in archive.relations(part).values() if r.type == "notesSlide"]
    for name in [part, *notes]:
        _read_part(archive, name, out)
    out.end_line()


def _read_part(archive: Archive, part: str, out: Text) -> None:
    with archive.open(part) as stream:
        walk(stream, _OfficeText(out))


class _Shown(Handler):
    """The relation ids of the slides, in order."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sldId":
            self.ids.append(relation_id(attributes))


class _OfficeText(Handler):
    """Only the content of text elements: deleted text and formulas of fields are elsewhere."""

    def __init__(self, out: Text) -> None:
        self._flow = Flow(out)
        self._skipping = 0
        self._in_run = 0
        self._in_text = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name in SKIPPED or self._skipping:
            self._skipping += 1
        elif name == "t":
            self._in_text += 1
        elif name == "r":
            self._in_run += 1
        elif name == "tr":
            self._flow.begin_row()
        elif name == "tc":
            self._flow.begin_cell()
        elif name == "tab" and self._in_run:  # outside of a run it declares a tab stop
            self._flow.say("\t")
        elif name in ("br", "cr"):
            self._flow.end_paragraph()

    def end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
        elif name == "t":
            self._in_text -= 1
        elif name == "r":
            self._in_run -= 1
        elif name == "p":
            self._flow.end_paragraph()
        elif name == "tc":
            self._flow.end_cell()
        elif name == "tr":
            self._flow.end_row()

    def text(self, data: str) -> None:
        if self._in_text and not self._skipping:
            self._flow.say(data)
