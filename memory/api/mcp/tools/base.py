"""The declaration of a tool, and helpers that tools share."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from memory import limits, times
from memory.api.charges import Kind
from memory.api.mcp.connection import Connection

Json = dict[str, Any]
LONGEST_SHOWN = 200  # characters of a value in a message
FIRST_YEAR, LAST_YEAR = 1900, 9999
SKEW = timedelta(minutes=1)  # by which a client's clock may be fast
OBJECT: Json = {"type": "object"}
TEXT: Json = {"type": "string"}
COUNT: Json = {"type": "integer"}


class ToolError(Exception):
    """A call has failed; the message tells the model why and what to do."""


class Arguments(BaseModel):
    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, validate_by_name=True, validate_by_alias=True
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """A tool's result: text for the model, and the same as data for programs."""

    text: str
    data: Json | None = None
    stored: int = 0  # new memories

    def as_result(self) -> Json:
        result: Json = {"content": [{"type": "text", "text": self.text}], "isError": False}
        return result if self.data is None else {**result, "structuredContent": self.data}


Run = Callable[[Connection, Any], Answer]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of the server. `output` is the JSON Schema of the answer's data, if it has any."""

    run: Run
    name: str
    title: str
    output: Json | None = None
    cost: Kind = "reads"
    reads_only: bool = False
    destroys: bool = False
    is_idempotent: bool = False  # repeating a call changes nothing more

    @property
    def description(self) -> str:
        """For the model: the docstring of the function."""
        return " ".join((self.run.__doc__ or "").split())

    @property
    def arguments(self) -> type[Arguments]:
        declared: type[Arguments] = self.run.__annotations__["arguments"]
        return declared

    @property
    def stores(self) -> bool:
        """Whether it adds to what is remembered."""
        return self.cost == "writes" and not self.destroys

    def describe(self) -> Json:
        shown: Json = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": _simplify(self.arguments.model_json_schema()),
        }
        if self.output is not None:
            shown["outputSchema"] = self.output
        return {**shown, "annotations": self._hints()}

    def call(self, connection: Connection, arguments: Json) -> Answer:
        """Runs the tool. Raises ToolError for invalid arguments, and the errors of the tool."""
        try:
            validated = self.arguments.model_validate(arguments)
        except ValidationError as error:
            raise ToolError(self._message(error)) from None
        return self.run(connection, validated)

    def _hints(self) -> Json:
        return {
            "readOnlyHint": self.reads_only,
            "destructiveHint": self.destroys,
            "idempotentHint": self.reads_only or self.destroys or self.is_idempotent,
            "openWorldHint": False,
        }

    def _message(self, error: ValidationError) -> str:
        problems = []
        for each in error.errors(include_url=False)[:5]:
            where = ".".join(str(step)[:LONGEST_SHOWN] for step in each["loc"])
            problems.append(f"{where}: {each['msg']}" if where else each["msg"])
        parameters = ", ".join(
            name if field.is_required() else f"{name}?" for name, field in self.arguments.model_fields.items()
        )
        return f"{'; '.join(problems)}. {self.name} takes: {parameters or 'nothing'}."


def tool(
    output: Json | None = None, *, name: str = "", title: str = "", **more: Any
) -> Callable[[Run], Tool]:
    """Makes a tool of a function, whose docstring tells the model what it does. Name and title follow from the
    function's name unless they are given; for the rest see `Tool`.
    """

    def declare(run: Run) -> Tool:
        called = name or run.__name__
        return Tool(run, called, title or called.replace("_", " ").title(), output, **more)

    return declare


def fields(**types: Json) -> Json:
    """The schema of an object with these required properties."""
    return {"type": "object", "properties": types, "required": list(types)}


def array(item: Json) -> Json:
    return {"type": "array", "items": item}


def check_query(query: str) -> str:
    """The query. Raises ToolError if it is empty, InvalidInput if it is too long."""
    if not query.strip():
        raise ToolError("query: say what to look for.")
    limits.check("query_chars", len(query), "query")
    return query


def parse_time(text: str, name: str, may_come: bool = False) -> datetime:
    """A time, or the beginning of a day, from ISO 8601. Raises ToolError."""
    try:
        read = times.read(text.strip()).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ToolError(
            f"{name}: {text[:LONGEST_SHOWN]!r} is not a time. Give a day as 2026-05-28, or a time as 2026-05-28T09:30."
        ) from None
    if not FIRST_YEAR <= read.year < LAST_YEAR:
        raise ToolError(f"{name}: give a time from the year {FIRST_YEAR} on.")
    if not may_come and read > datetime.now(UTC) + SKEW:
        raise ToolError(f"{name}: {text[:LONGEST_SHOWN]} is still to come; give a time that is over.")
    return read


def render_time(at: datetime | None) -> str | None:
    return times.render(at.replace(microsecond=0)) if at else None


def _simplify(schema: Any) -> Any:
    """A JSON Schema without what a model need not read: titles, and `null` for defaults."""
    if isinstance(schema, list):
        return [_simplify(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: value for name, value in schema.items() if name not in ("title", "additionalProperties")}
    if kept.get("default", ...) is None:
        del kept["default"]
    options = [each for each in kept.get("anyOf", ()) if each != {"type": "null"}]
    if len(options) == 1:
        kept = {**options[0], **{name: value for name, value in kept.items() if name != "anyOf"}}
    return {
        name: {field: _simplify(each) for field, each in value.items()}
        if name == "properties"
        else _simplify(value)
        for name, value in kept.items()
    }
