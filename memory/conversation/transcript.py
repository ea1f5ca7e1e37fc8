"""Messages as a bounded block of data inside a prompt. Pure."""

import json
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from memory.conversation.messages import Turn
from memory.conversation.narrative import local_time, offset_of, tool_requests
from memory.conversation.speakers import names_of
from memory.language.sentences import clip
from memory.text.prompt_data import data_line

SHORTEST = 160  # characters of a message below which leaving messages out is better than clipping all


def transcript(turns: Sequence[Turn], zone: ZoneInfo, message_chars: int, total_chars: int) -> str:
    """One JSON object a line, numbered from 1. Long messages are clipped; of too many, the middle is left out.

    The time of the first one has the offset of the zone, as have others where it changes.
    """
    most = max(2, total_chars // SHORTEST)
    each = min(message_chars, total_chars // min(len(turns), most))
    names = names_of(turns)
    lines, shown = list[str](), ""
    for number, turn in _kept(turns, most):
        moment = local_time(turn.timestamp_ms, zone)
        offset = offset_of(moment)
        time = f"{moment:%Y-%m-%d %H:%M %A}" + (f" {offset}" if offset != shown else "")
        lines.append(_line(number, turn, names, time, each))
        shown = offset
    left_out = len(turns) - len(lines)
    if left_out:
        lines.insert(most // 2, json.dumps({"left_out": left_out}))
    return "\n".join(lines)


def _kept(turns: Sequence[Turn], most: int) -> list[tuple[int, Turn]]:
    numbered = list(enumerate(turns, 1))
    if len(turns) <= most:
        return numbered
    head = most // 2
    return numbered[:head] + numbered[head - most :]


def _line(number: int, turn: Turn, names: dict[str, str], time: str, limit: int) -> str:
    text = "\n".join(filter(None, [turn.text, *(f"calls {request}" for request in tool_requests(turn))]))
    message = {
        "n": number,
        "time": time,
        "speaker": names[turn.sender_id],
        "role": turn.role,
        "text": clip(text, limit),
    }
    return data_line(message)
