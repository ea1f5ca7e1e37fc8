"""Values that share a line with their key: `**quality_score**: 0.8`, `**sender_ids**: [alice, bob]`."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from memory.kinds.base import Field, FieldType, Value, Values
from memory.markdown.escaping import UNSAFE
from memory.text.cleaning import without_surrogates

_BLANKS = re.compile(r"[ \t]*+(.?)", re.DOTALL)
_NEEDS_QUOTES = re.compile(f'^"|[{UNSAFE}\n]|<!--|^\\s|\\s$|^$')
_JSON_LEAVES_RAW = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]|<(?=!--)")


def render_lines(fields: Iterable[Field], values: Values) -> list[str]:
    """A line for each field that has a value. Raises ValueError for a value of the wrong type."""
    stated = ((field, values.get(field.name)) for field in fields)
    return [f"**{field.name}**: {_rendered(field, value)}" for field, value in stated if value is not None]


def parse_lines(fields: Mapping[str, Field], stated: Mapping[str, str]) -> tuple[dict[str, Value], list[str]]:
    """The values by the names of their fields, None for an empty one; and what is wrong with the others, for people."""
    values: dict[str, Value] = {}
    reasons = []
    for name, raw in stated.items():
        try:
            values[name] = _parsed(fields[name], raw)
        except ValueError as error:
            reasons.append(str(error))
    return values, reasons


def _rendered(field: Field, value: Value) -> str:
    match field.type:
        case FieldType.TIMESTAMP if isinstance(value, datetime):
            return utc_text(value)
        case FieldType.NUMBER if isinstance(value, int | float):
            return repr(value)
        case FieldType.TEXTS if isinstance(value, list | tuple):
            return f"[{', '.join(_item(str(item)) for item in value)}]"
        case FieldType.TEXT if isinstance(value, str):
            return quote_if_needed(value)
    raise ValueError(f"{field.name} is {field.type.value}, not {type(value).__name__}")


def _parsed(field: Field, raw: str) -> Value:
    if not raw:
        return None
    match field.type:
        case FieldType.TIMESTAMP:
            return parse_timestamp(field.name, raw)
        case FieldType.NUMBER:
            return _number(field.name, raw)
        case FieldType.TEXTS:
            return list(_items(raw))
    return _unquoted(raw)


def utc_text(moment: datetime) -> str:
    """`2026-11-21T20:29:44.275000+00:00`. Raises ValueError for a time without a zone."""
    if moment.tzinfo is None:
        raise ValueError("a timestamp needs a time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def parse_timestamp(name: str, raw: str) -> datetime:
    """A time without a zone is taken as UTC."""
    try:
        moment = datetime.fromisoformat(raw)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(
            f"{name} must be a time like 2026-11-21T20:29:44.275000+00:00, not {raw!r}"
        ) from None


def quote_if_needed(text: str) -> str:
    """Plain where that is unambiguous, a JSON string otherwise."""
    return quoted(text) if _NEEDS_QUOTES.search(text) else text


def quoted(text: str) -> str:
    return _JSON_LEAVES_RAW.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(text, ensure_ascii=False))


def _unquoted(raw: str) -> str:
    if raw.startswith('"'):
        try:
            value = json.loads(raw)
        except ValueError:
            return raw  # quotation marks that belong to the text
        if isinstance(value, str):
            return without_surrogates(value)
    return raw


def _number(name: str, raw: str) -> int | float:
    try:
        return int(raw)
    except ValueError:
        pass
    try:
        return float(raw)
    except ValueError:
        raise ValueError(f"{name} must be a number, not {raw!r}") from None


def _item(text: str) -> str:
    return quoted(text) if any(mark in text for mark in ",[]") else quote_if_needed(text)


def _items(raw: str) -> Iterator[str]:
    """The items between the brackets; text without brackets is a list that a person typed."""
    inner = raw[1:-1] if raw.startswith("[") and raw.endswith("]") else raw
    decoder = json.JSONDecoder()
    position = 0
    while position < len(inner):
        if inner[position] in " \t,":
            position += 1
        elif inner[position] == '"' and (string := _string_at(decoder, inner, position)) is not None:
            text, position = string
            yield text
        else:
            end = inner.find(",", position)
            end = len(inner) if end < 0 else end
            yield inner[position:end].rstrip()
            position = end + 1


def _string_at(decoder: json.JSONDecoder, text: str, position: int) -> tuple[str, int] | None:
    """A JSON string that is a whole item; an item that merely begins with a quotation mark is not."""
    try:
        value, end = decoder.raw_decode(text, position)
    except ValueError:
        return None
    behind = _BLANKS.match(text, end)
    return (without_surrogates(value), end) if behind and behind[1] in ("", ",") else None
