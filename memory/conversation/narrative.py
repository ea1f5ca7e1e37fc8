"""Retells messages in full: every word of every speaker, with names and absolute dates. Pure."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from memory.conversation.messages import Turn, as_name, documents_of, own_words
from memory.conversation.wording import Wording
from memory.language.dates import resolve
from memory.language.sentences import clip, one_line, paragraph

# Tool requests and results are context, not memory: enough of them to know what happened.
TOOL_CHARS = 400


def local_time(timestamp_ms: int, zone: tzinfo) -> datetime:
    return (datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=timestamp_ms)).astimezone(zone)


def narrated(turns: Sequence[Turn], names: Mapping[str, str], zone: ZoneInfo, wording: Wording) -> list[str]:
    """One paragraph for each message, with its further lines indented; a line with the date where a new day begins."""
    functions: dict[str, str] = {}  # call id -> function; a client may reuse an id
    lines: list[str] = []
    day = None
    for turn in turns:
        moment = local_time(turn.timestamp_ms, zone)
        if day is not None and moment.date() != day:
            lines.append(wording.day.format(day=wording.written(moment.date())))
        day = moment.date()
        functions.update((str(call.get("id")), _function(call)["name"]) for call in calls_of(turn))
        lines += _paragraphs(turn, names[turn.sender_id], moment, functions, wording)
    return lines


def _paragraphs(
    turn: Turn, name: str, moment: datetime, functions: Mapping[str, str], wording: Wording
) -> list[str]:
    text = own_words(turn).strip()
    if turn.role == "tool":
        text = turn.text.strip()
        function = functions.get(turn.tool_call_id or "") or name
        said = one_line(text, TOOL_CHARS)
        return [wording.answered.format(name=function, text=said)] if text else []
    lines = [paragraph(f"{name}: {resolve(text, moment.date())}")] if text else []
    lines += [paragraph(wording.shared.format(name=name, text=each.strip())) for each in documents_of(turn)]
    called = (_function(call) for call in calls_of(turn))
    return lines + [
        wording.called.format(
            name=name,
            function=one["name"] or wording.tool,
            arguments=clip(one["arguments"], TOOL_CHARS),
        )
        for one in called
    ]


def requests_of(calls: Iterable[Mapping[str, Any]]) -> list[str]:
    """`get_weather with {"city": "Oslo"}` for each tool call in OpenAI's form."""
    functions = map(_function, calls)
    return [
        f"{function['name'] or 'a tool'} with {clip(function['arguments'], TOOL_CHARS)}"
        for function in functions
    ]


def calls_of(turn: Turn) -> list[dict[str, Any]]:
    """The tool calls of a message in OpenAI's form; anything else in their place is left out."""
    return [call for call in turn.tool_calls or () if isinstance(call, dict)]


def _function(call: Mapping[str, Any]) -> dict[str, str]:
    function = call.get("function")
    given = function if isinstance(function, dict) else {}
    arguments = given.get("arguments")
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"name": as_name(str(given.get("name") or "")), "arguments": " ".join(text.split())}
