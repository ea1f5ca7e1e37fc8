"""What a client keeps with the messages that it adds, such as `{"topic": "food"}`: every memory of them has it.

It comes with the first item of a message's content, and stands in the files as a JSON object.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from memory import bounded_json
from memory.models import BufferedMessage, MemCell
from memory.prepared import Prepared
from memory.text.cleaning import storable

NAME = "metadata"


_WITH_METADATA = Prepared(
    BufferedMessage,
    lambda cell_id: (
        BufferedMessage.objects.filter(cell_id=cell_id, content__0__extras__has_key=NAME)
        .order_by("timestamp_ms", "id")
        .only("content")
    ),
)


def with_metadata(text: str, metadata: Mapping[str, Any]) -> str | list[dict[str, Any]]:
    """The content of a message with this text, and with the metadata if there is any."""
    if not metadata:
        return text
    return [{"type": "text", "text": text, "extras": {NAME: storable(dict(metadata))}}]


def metadata_of(cell: MemCell) -> str | None:
    """The metadata of all messages of a cell as one JSON object; of a repeated key, the last value."""
    return written(read(message.content[0]["extras"][NAME]) for message in _WITH_METADATA.instances(cell.pk))


def written(several: Iterable[Mapping[str, Any]]) -> str | None:
    """Metadata as it stands in a file; None if there is none."""
    together: dict[str, Any] = {}
    for metadata in several:
        together |= metadata
    return json.dumps(together, ensure_ascii=False, sort_keys=True) if together else None


def read(stored: object) -> dict[str, Any]:
    """Metadata as stored; empty if a person has changed it into something other than a JSON object."""
    if isinstance(stored, str):
        try:
            stored = bounded_json.loads(stored)
        except ValueError:
            return {}
    return dict(stored) if isinstance(stored, Mapping) else {}
