"""What a message's content says in plain text. The one place that knows the content types."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings

from memory import parsing, providers
from memory.errors import ContentUnavailable, InvalidInput, ModelUnavailable, UnsupportedContent
from memory.ingest.messages import IncomingMessage
from memory.parsing.text import Source
from memory.payloads import Payload, Rules
from memory.payloads.load import load
from memory.payloads.payload import format_of
from memory.providers.deadline import Deadline, Overdue
from memory.providers.protocols import Attachment

MAX_PAYLOADS = 100  # items of one request that are not text
REQUEST_SECONDS = 600  # for reading all payloads of one request
UNAMBIGUOUS = ("pdf", "html", "email")  # types that are one format
NO_MODEL = "no multimodal model is configured (EVEROS_MULTIMODAL__MODEL)"


@dataclass(slots=True)
class Reader:
    """Reads the contents of one request, under bounds that hold for all of them together."""

    rules: Rules
    limits: parsing.Limits
    deadline: Deadline
    payloads_left: int = MAX_PAYLOADS

    def text_of(self, content: str | Sequence[dict[str, Any]]) -> str:
        """The text of all items, one after the other. Raises UnsupportedContent for what cannot be read."""
        if isinstance(content, str):
            return content
        return "\n".join(filter(None, (self._text_of_item(item) for item in content)))

    def _text_of_item(self, item: dict[str, Any]) -> str:
        if item.get("type") == "text":
            return str(item.get("text") or "")
        self._spend()
        try:
            return self._read(item)
        except UnsupportedContent as error:
            named = f" {item['name'][:100]!r}" if item.get("name") else ""
            raise UnsupportedContent(
                f"The {item.get('type')} item{named} cannot be read: {error}"[:1000]
            ) from error

    def _spend(self) -> None:
        self.payloads_left -= 1
        if self.payloads_left < 0:
            raise InvalidInput(f"a request carries at most {MAX_PAYLOADS} items that are not text")
        try:
            self.deadline.remaining()
        except Overdue as error:
            raise ContentUnavailable(
                f"Reading the items of this request takes more than {REQUEST_SECONDS} s: send fewer at a time."
            ) from error

    def _read(self, item: dict[str, Any]) -> str:
        if item["type"] in ("image", "audio") and providers.get_multimodal_model() is None:
            raise UnsupportedContent(NO_MODEL)  # before anything is fetched
        payload = load(item, self.rules)
        if not payload.data:
            raise UnsupportedContent("it is empty")
        format = _format(item, payload)
        if format.kind == "document":
            return self._read_document(item, payload, format)
        return _described(item, payload, format)

    def _read_document(self, item: dict[str, Any], payload: Payload, format: parsing.Format) -> str:
        try:
            return parsing.parse(format, Source(payload.data, _charset(item, payload)), self.limits)
        except parsing.NoText as error:
            if format.name == "pdf" and providers.get_multimodal_model() is not None:
                return _described(item, payload, format)
            hint = f"; for scanned pages, {NO_MODEL}" if format.name == "pdf" else ""
            raise UnsupportedContent(f"it holds no text{hint}") from error


def carries_payloads(messages: Sequence[IncomingMessage]) -> bool:
    """Whether something has to be read before the text is known."""
    contents = [message.content for message in messages if not isinstance(message.content, str)]
    return any(item.get("type") != "text" for content in contents for item in content)


def new_reader() -> Reader:
    """As the settings say."""
    section = settings.EVEROS.multimodal
    rules = Rules(
        folders=tuple(Path(folder) for folder in section.file_uri_allow_dirs),
        any_folder=settings.EVEROS.api.on_loopback,
        forbidden=settings.EVEROS.memory.root,
        max_file_bytes=section.file_uri_max_bytes,
        max_fetched_bytes=section.fetch_max_bytes,
        fetch_seconds=section.fetch_timeout_seconds,
    )
    limits = parsing.Limits(section.max_text_chars, section.parse_timeout_seconds, section.parse_memory_bytes)
    return Reader(rules, limits, Deadline.after(REQUEST_SECONDS))


def _format(item: dict[str, Any], payload: Payload) -> parsing.Format:
    format = format_of(payload, item.get("ext") or "", item.get("name") or "")
    if format is None and item.get("base64") is None and item["type"] in UNAMBIGUOUS:
        format = parsing.by_name(item["type"])
    if format is None:
        told = ", ".join(repr(hint) for hint in (item.get("ext"), payload.mime, payload.claimed) if hint)
        raise UnsupportedContent(
            f"its format is not one that is read here ({told or 'neither ext nor contents tell it'})"
        )
    return format


def _charset(item: dict[str, Any], payload: Payload) -> str | None:
    claimed = (item.get("extras") or {}).get("charset")
    return payload.charset or (claimed if isinstance(claimed, str) else None)


def _described(item: dict[str, Any], payload: Payload, format: parsing.Format) -> str:
    """By the multimodal model. What it does not take is the client's to change, and what it does not answer ours."""
    from memory.providers.endpoint import RequestRefused  # brings OpenAI's client, which few servers need

    model = providers.get_multimodal_model()
    if model is None:
        raise UnsupportedContent(NO_MODEL)
    attachment = Attachment(
        kind=format.kind,
        data=payload.data,
        mime=format.mime_types[0],
        format=format.name,
        name=item.get("name"),
        extras=item.get("extras"),
    )
    try:
        return model.describe(attachment)
    except RequestRefused as error:
        raise UnsupportedContent(f"the multimodal model does not take it: {error}") from error
    except ModelUnavailable as error:
        raise ContentUnavailable(str(error)) from error
