"""What a cell of a workbook displays: a number may be a date, a percentage or an index into the shared strings."""

import re
from datetime import datetime, timedelta

from memory.parsing.xml_events import Handler, attribute

# Built-in formats (ECMA-376 part 1, 18.8.30); 27-36 and 50-58 are dates in the East Asian editions.
BUILT_IN_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
BUILT_IN_SHARES = frozenset({9, 10})
LITERALS = re.compile(r'"[^"]{0,255}"|\[[^\]]{0,255}\]|\\.|_.|\*.')
DAY_ONE = datetime(1899, 12, 30)  # so that 61 is 1 March 1900, as spreadsheets have it
DAY_ONE_OF_1904 = datetime(1904, 1, 1)


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
