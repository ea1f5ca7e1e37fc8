"""Workbooks: each sheet's name, then a line for each row, with dates and percentages as displayed."""

from memory.parsing.archive import Archive, relation_id
from memory.parsing.cell_values import Styles, shown
from memory.parsing.text import Source, Text
from memory.parsing.xml_events import Handler, attribute, walk

MAX_GAP = 50  # empty cells kept between two filled ones


def read(source: Source, out: Text) -> None:
    archive = Archive(source.data)
    main = archive.main_part()
    relations = archive.relations(main)
    workbook = _Workbook()
    with archive.open(main) as stream:
        walk(stream, workbook)
    strings, styles = _Strings(), Styles(workbook.starts_in_1904)
    shared: dict[str, Handler] = {"sharedStrings": strings, "styles": styles}
    for relation in relations.values():
        if relation.type in shared:
            with archive.open(relation.target) as stream:
                walk(stream, shared[relation.type])
    for name, identifier in workbook.sheets:
        if identifier not in relations or relations[identifier].type != "worksheet":
            continue  # a chart sheet
        out.add(f"{name}\n")
        with archive.open(relations[identifier].target) as stream:
            walk(stream, _Sheet(out, strings.all, styles))
        out.end_line()


class _Workbook(Handler):
    def __init__(self) -> None:
        self.sheets: list[tuple[str, str]] = []  # name and relation id
        self.starts_in_1904 = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sheet":
            self.sheets.append((attribute(attributes, "name"), relation_id(attributes)))
        elif name == "workbookPr":
            self.starts_in_1904 = attribute(attributes, "date1904") in ("1", "true")


class _Strings(Handler):
    """The shared strings that cells refer to by number, without phonetic guides."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._parts: list[str] = []
        self._in_text = False
        self._in_reading = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "si":
            self._parts = []
        elif name == "rPh":
            self._in_reading = True
        elif name == "t":
            self._in_text = not self._in_reading

    def end(self, name: str) -> None:
        if name == "si":
            self.all.append("".join(self._parts))
        elif name == "rPh":
            self._in_reading = False
        elif name == "t":
            self._in_text = False

    def text(self, data: str) -> None:
        if self._in_text:
            self._parts.append(data)


class _Sheet(Handler):
    def __init__(self, out: Text, strings: list[str], styles: Styles) -> None:
        self._out, self._strings, self._styles = out, strings, styles
        self._row: list[str] = []
        self._column = 0  # of the next cell, from 0
        self._cell: dict[str, str] = {}
        self._parts: list[str] = []
        self._in_value = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            self._row, self._column = [], 0
        elif name == "c":
            self._cell, self._parts = attributes, []
        elif name in ("v", "t"):
            self._in_value = True

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self._in_value = False
        elif name == "c":
            self._place(shown(self._cell, "".join(self._parts), self._strings, self._styles))
        elif name == "row":
            self._out.row(self._row)

    def text(self, data: str) -> None:
        if self._in_value:
            self._parts.append(data)

    def _place(self, value: str) -> None:
        column = _column(self._cell.get("r", ""), self._column)
        self._column = column + 1
        if value:
            self._row += [""] * min(column - len(self._row), MAX_GAP)
            self._row.append(value)


def _column(reference: str, otherwise: int) -> int:
    """`C7` is in column 2."""
    number = 0
    for letter in reference.rstrip("0123456789"):
        if not ("A" <= letter <= "Z") or number > 10**5:
            return otherwise
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1 if number else otherwise
