"""What a tool is: its name and what it tells a model of itself, what it takes, and what it does."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from memory import limits
from memory.api import times
from memory.api.mcp.budget import dumped
from memory.api.mcp.whose import Connection

Json = dict[str, Any]
Cost = Literal["reads", "writes", "searches"]
SHOWN = 200  # characters of a value in a message
FIRST_YEAR, LAST_YEAR = 1900, 9999
SKEW = timedelta(minutes=1)  # by which a client's clock may be fast
OBJECT: Json = {"type": "object"}
TEXT: Json = {"type": "string"}
COUNT: Json = {"type": "integer"}


class ToolError(Exception):
    """What went wrong and what to do, in words for the model that has called."""


class Arguments(BaseModel):
    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, validate_by_name=True, validate_by_alias=True
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """For a model the text, for a program the same as data."""

    text: str
    data: Json | None = None
    stored: int = 0  # memories that are new

    def as_result(self) -> Json:
        result: Json = {"content": [{"type": "text", "text": self.text}], "isError": False}
        return result if self.data is None else {**result, "structuredContent": self.data}


@dataclass(frozen=True, slots=True)
class Tool:
    """`output` is the JSON Schema of the answer's data, where it has some."""

    name: str
    title: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Connection, Any], Answer]
    output: Json | None = None
    cost: Cost = "reads"
    reads_only: bool = False
    destroys: bool = False
    repeats_nothing: bool = False  # the same call again changes nothing more

    def listed(self) -> Json:
        shown: Json = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": _schema_of(self.arguments),
        }
        if self.output is not None:
            shown["outputSchema"] = self.output
        return {**shown, "annotations": self._hints()}

    def call(self, connection: Connection, arguments: Json) -> Answer:
        """Raises ToolError for arguments that it does not take, and whatever it raises."""
        try:
            given = self.arguments.model_validate(arguments)
        except ValidationError as error:
            raise ToolError(self._words(error)) from None
        return self.run(connection, given)

    def _hints(self) -> Json:
        return {
            "readOnlyHint": self.reads_only,
            "destructiveHint": self.destroys,
            "idempotentHint": self.reads_only or self.repeats_nothing,
            "openWorldHint": False,
        }

    def _words(self, error: ValidationError) -> str:
        wrong = []
        for one in error.errors(include_url=False)[:5]:
            where = ".".join(str(step)[:SHOWN] for step in one["loc"])
            wrong.append(f"{where}: {one['msg']}" if where else one["msg"])
        taken = ", ".join(
            name if field.is_required() else f"{name}?" for name, field in self.arguments.model_fields.items()
        )
        return f"{'; '.join(wrong)}. {self.name} takes: {taken or 'nothing'}."


def fields(**types: Json) -> Json:
    """The schema of an object that has all of these."""
    return {"type": "object", "properties": types, "required": list(types)}


def array(item: Json) -> Json:
    return {"type": "array", "items": item}


def as_json_text(value: Any) -> Answer:
    """For clients that read the text as data."""
    return Answer(dumped(value))


def checked_query(query: str) -> str:
    """Raises ToolError, InvalidInput."""
    if not query.strip():
        raise ToolError("query: say what to look for.")
    limits.check("query_chars", len(query), "query")
    return query


def moment(text: str, name: str, may_come: bool = False) -> datetime:
    """Of a day, its beginning. Raises ToolError."""
    try:
        read = times.read(text.strip()).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ToolError(
            f"{name}: {text[:SHOWN]!r} is no time. Give a day as 2026-05-28, or a time as 2026-05-28T09:30."
        ) from None
    if not FIRST_YEAR <= read.year < LAST_YEAR:
        raise ToolError(f"{name}: give a time from the year {FIRST_YEAR} on.")
    if not may_come and read > datetime.now(UTC) + SKEW:
        raise ToolError(f"{name}: {text[:SHOWN]} is still to come; give a time that is over.")
    return read


def shown_time(at: datetime | None) -> str | None:
    return times.render(at.replace(microsecond=0)) if at else None


def _schema_of(arguments: type[Arguments]) -> Json:
    """Without what a model need not read: titles, and that null means the default."""
    return _lean(arguments.model_json_schema())


def _lean(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_lean(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: value for name, value in schema.items() if name not in ("title", "additionalProperties")}
    if kept.get("default", ...) is None:
        del kept["default"]
    options = [each for each in kept.get("anyOf", ()) if each != {"type": "null"}]
    if len(options) == 1:
        kept = {**options[0], **{name: value for name, value in kept.items() if name != "anyOf"}}
    return {
        name: {field: _lean(each) for field, each in value.items()} if name == "properties" else _lean(value)
        for name, value in kept.items()
    }
