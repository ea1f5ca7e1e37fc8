"""Workbooks: each sheet's name, then a line for each row, with dates and percentages as displayed."""

import re
from datetime import datetime, timedelta

from memory.parsing.archive import Archive, relation_id
from memory.parsing.text import Source, Text
from memory.parsing.xml import Handler, attribute, walk

# Built-in formats (ECMA-376 part 1, 18.8.30); 27-36 and 50-58 are dates in the East Asian editions.
BUILT_IN_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
BUILT_IN_SHARES = frozenset({9, 10})
LITERALS = re.compile(r'"[^"]{0,255}"|\[[^\]]{0,255}\]|\\.|_.|\*.')
DAY_ONE = datetime(1899, 12, 30)  # so that 61 is 1 March 1900, as spreadsheets have it
DAY_ONE_OF_1904 = datetime(1904, 1, 1)
MAX_GAP = 50  # empty cells kept between two filled ones


class Styles(Handler):
    """Which cell styles display a date and which a percentage."""

    def __init__(self, starts_in_1904: bool) -> None:
        self.first_day = DAY_ONE_OF_1904 if starts_in_1904 else DAY_ONE
        self._codes: dict[int, str] = {}
        self._formats: list[int] = []
        self._in_cell_styles = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "numFmt":
            number = _number(attribute(attributes, "numFmtId"))
            self._codes[number] = LITERALS.sub("", attribute(attributes, "formatCode")).lower()
        elif name == "cellXfs":
            self._in_cell_styles = True
        elif name == "xf" and self._in_cell_styles:
            self._formats.append(_number(attribute(attributes, "numFmtId")))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._in_cell_styles = False

    def is_date(self, style: str) -> bool:
        number = self._format(style)
        code = self._codes.get(number, "")
        return number in BUILT_IN_DATES or (
            not code.startswith("general") and any(c in code for c in "ymdhs")
        )

    def is_share(self, style: str) -> bool:
        number = self._format(style)
        return number in BUILT_IN_SHARES or "%" in self._codes.get(number, "")

    def _format(self, style: str) -> int:
        number = _number(style)
        return self._formats[number] if number < len(self._formats) else 0


def shown(cell: dict[str, str], value: str, strings: list[str], styles: Styles) -> str:
    """Approximately what a person sees: dates in ISO form, numbers without rounding noise."""
    match cell.get("t", "n"):
        case "s":
            number = _number(value, otherwise=len(strings))
            return strings[number] if number < len(strings) else ""
        case "b":
            return {"1": "TRUE", "0": "FALSE"}.get(value.strip(), value)
        case "n":
            return _shown_number(value, cell.get("s", "0"), styles)
    return value


def _shown_number(value: str, style: str, styles: Styles) -> str:
    try:
        number = float(value)
    except ValueError:
        return value
    if styles.is_date(style):
        return _date(number, styles.first_day) or value
    return f"{number * 100:.15g}%" if styles.is_share(style) else f"{number:.15g}"


def _date(days: float, first: datetime) -> str:
    try:
        moment = first + timedelta(seconds=round(days * 86_400))
    except (OverflowError, ValueError):
        return ""
    if 0 <= days < 1:
        return moment.strftime("%H:%M:%S")
    return moment.date().isoformat() if days == int(days) else moment.isoformat(" ")


def _number(text: str, otherwise: int = 0) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


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
