"""Rebuilds an episode's subject and summary by rules from content that a person has edited. Pure."""

import re
from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.conversation.wording import is_heading
from memory.ingest.headlines import Line, headlines
from memory.kinds.atomic_fact import SPEAKER
from memory.kinds.base import Value
from memory.kinds.episode import DRAWN, outdated
from memory.kinds.provenance import HAND_EDIT, digest
from memory.language.sentences import paragraphs

_LINE = re.compile(rf"(?P<name>{SPEAKER}): (?P<text>.+)", re.DOTALL)


def redrawn(values: Mapping[str, Value], zone: ZoneInfo) -> dict[str, Value]:
    """The episode with its outdated fields rebuilt from its content. What a person wrote is never replaced."""
    stale = outdated(values)
    new = _drawn(str(values["content"]), values.get("timestamp"), zone)
    ours_too = ["keywords"] if values.get("keywords") else []
    result = {**values, **{name: new[name] for name in (*stale, *ours_too)}}
    ours = [digest(str(result[name] or "")) if name in stale else "" for name in DRAWN]
    return {**result, "source": HAND_EDIT, "drawn": "-".join([digest(str(values["content"])), *ours])}


def without_opening(content: str) -> str:
    """Without the first line (who talked, and when): the server wrote it, and it is similar in all episodes."""
    first, _, rest = content.partition("\n")
    return rest if is_heading(first) else content


def _drawn(content: str, began: Value, zone: ZoneInfo) -> dict[str, str]:
    spoken_lines = [_line(each) for each in paragraphs(content) if not is_heading(each)]
    lines = spoken_lines or [Line("", content)]
    day = began.astimezone(zone).date() if isinstance(began, datetime) else None
    names = list(dict.fromkeys(line.name for line in lines if line.name))
    drawn = headlines(lines, names, day)
    return {"subject": drawn.subject, "summary": drawn.summary, "keywords": drawn.keywords}


def _line(paragraph: str) -> Line:
    match = _LINE.fullmatch(paragraph)
    return Line(match["name"], match["text"]) if match else Line("", paragraph)
