"""Turns a client's message into one that every store can hold, and its content into plain text. The one place that
knows the content types.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings

from memory.conversation.messages import IncomingMessage
from memory.coordination.slots import Full, Slots
from memory.errors import ContentBusy, ContentUnavailable, InvalidInput, ModelUnavailable, UnsupportedContent
from memory.limits import check, size_of_message
from memory.parsing.formats import Format, by_name
from memory.parsing.sandbox import parse
from memory.parsing.text import Limits, NoText, Source
from memory.payloads.load import load
from memory.payloads.payload import Payload, Rules, format_of
from memory.providers import registry
from memory.providers.deadline import Deadline, Overdue
from memory.providers.protocols import Attachment
from memory.text.cleaning import clean, storable

NAME_LENGTH = 256
LAST_MS = 253_402_214_399_999  # 9999-12-30: one day early, so that every display time zone can show it
MAX_PAYLOADS = 100  # attachments in one request
SHARE = 4  # share of the request threads that may be busy with attachments: one of so many
PARSER_SECONDS = 10  # how long a document waits for a parser
_reading, _parsing = Slots(), Slots()
SAID = ("text", "audio")  # types of what is the sender's own: a recording is taken for a voice message
UNAMBIGUOUS = ("pdf", "html", "email")  # types that are one format
SETTING = "EVEROS_MULTIMODAL__REQUEST_TIMEOUT_SECONDS"
NO_MODEL = "no multimodal model is configured (EVEROS_MULTIMODAL__MODEL)"


@dataclass(frozen=True, slots=True)
class ReadContent:
    """`documents` are the parts of `text` that the sender attached and did not write: [start, end] of each."""

    text: str
    documents: list[list[int]]


@dataclass(slots=True)
class Reader:
    """Reads the contents of one request, with limits that apply to all of them together."""

    rules: Rules
    limits: Limits
    deadline: Deadline
    payloads_left: int = MAX_PAYLOADS
    characters: int = 0  # of all payloads so far

    def read(self, content: str | Sequence[dict[str, Any]]) -> ReadContent:
        """Reads all items, one after the other. Raises UnsupportedContent for what cannot be read."""
        if isinstance(content, str):
            return ReadContent(clean(content), [])
        lines, documents, position = list[str](), list[list[int]](), 0
        for item in content:
            text = clean(self._text_of_item(item))
            if not text:
                continue
            if item.get("type") not in SAID:
                documents.append([position, position + len(text)])
            lines.append(text)
            position += len(text) + 1
        return ReadContent("\n".join(lines), documents)

    def _text_of_item(self, item: dict[str, Any]) -> str:
        if item.get("type") == "text":
            return str(item.get("text") or "")
        self._spend()
        try:
            text = self._read(item)
        except UnsupportedContent as error:
            self._seconds_left()  # a document that was cut off only by the request's own deadline may be sound
            named = f" {item['name'][:100]!r}" if item.get("name") else ""
            raise UnsupportedContent(
                f"The {item.get('type')} item{named} cannot be read: {error}"[:1000]
            ) from error
        self.characters += len(text)
        check("document_chars", self.characters, "the documents of this request")
        return text

    def _spend(self) -> None:
        self.payloads_left -= 1
        if self.payloads_left < 0:
            raise InvalidInput(f"a request carries at most {MAX_PAYLOADS} items that are not text")
        self._seconds_left()

    def _seconds_left(self) -> float:
        try:
            return self.deadline.remaining()
        except Overdue as error:
            raise ContentUnavailable(
                f"Reading the items of this request takes more than {SETTING} allows: send fewer at a time."
            ) from error

    def _read(self, item: dict[str, Any]) -> str:
        if item["type"] in ("image", "audio") and registry.get_multimodal_model() is None:
            raise UnsupportedContent(NO_MODEL)  # before anything is fetched
        payload = load(item, replace(self.rules, fetch_seconds=self._at_most(self.rules.fetch_seconds)))
        if not payload.data:
            raise UnsupportedContent("it is empty")
        format = _format(item, payload)
        if format.kind == "document":
            return self._read_document(item, payload, format)
        return _described(item, payload, format, self._seconds_left())

    def _at_most(self, seconds: float) -> float:
        return min(seconds, self._seconds_left())

    def _read_document(self, item: dict[str, Any], payload: Payload, format: Format) -> str:
        try:
            return self._parsed(format, Source(payload.data, _charset(item, payload)))
        except NoText as error:
            if format.name == "pdf" and registry.get_multimodal_model() is not None:
                return _described(item, payload, format, self._seconds_left())
            hint = f"; for scanned pages, {NO_MODEL}" if format.name == "pdf" else ""
            raise UnsupportedContent(f"it has no text{hint}") from error

    def _parsed(self, format: Format, source: Source) -> str:
        try:
            with _parsing.one(settings.EVEROS.multimodal.parsers, self._at_most(PARSER_SECONDS)):
                limits = replace(self.limits, seconds=self._at_most(self.limits.seconds))
                return parse(format, source, limits)
        except Full as error:
            raise ContentBusy from error


def check_sizes(messages: Sequence[IncomingMessage]) -> None:
    """Raises InvalidInput for anything longer than the settings allow."""
    check("messages", len(messages), "messages")
    for place, message in enumerate(messages):
        where = f"messages.{place}"
        if not isinstance(message.content, str):
            check("items", len(message.content), f"{where}.content")
        check("items", len(message.tool_calls or ()), f"{where}.tool_calls")
        size = size_of_message(message.content, message.tool_calls, message.tool_call_id, message.sender_name)
        check("message_chars", size, where)


def cleaned(messages: Sequence[IncomingMessage]) -> list[IncomingMessage]:
    """The messages as they are stored, still without their text. Raises InvalidInput."""
    return [_cleaned(message) for message in messages]


def _cleaned(message: IncomingMessage) -> IncomingMessage:
    if not 0 < message.timestamp_ms <= LAST_MS:
        raise InvalidInput(f"the timestamp {message.timestamp_ms} is not an instant that a calendar can show")
    return replace(
        message,
        sender_id=clean(message.sender_id),
        sender_name=clean(message.sender_name)[:NAME_LENGTH] if message.sender_name else None,
        content=storable(message.content),
        tool_calls=storable(message.tool_calls) or None,
        tool_call_id=clean(message.tool_call_id) if message.tool_call_id else None,
    )


def with_texts(messages: Sequence[IncomingMessage], reader: Reader) -> list[IncomingMessage]:
    """Raises UnsupportedContent, ContentUnavailable or InvalidInput before anything is stored: a batch is accepted as a
    whole or not at all.
    """
    with _place_for(messages):
        contents = [reader.read(message.content) for message in messages]
    return [
        replace(message, text=content.text, documents=content.documents or None)
        for message, content in zip(messages, contents, strict=True)
    ]


@contextmanager
def _place_for(messages: Sequence[IncomingMessage]) -> Iterator[None]:
    """A slot for reading the attachments of a request. Raises ContentBusy at once if too many others are being read.

    Waiting for a parser, a model or another server occupies a thread that answers requests. Only a share of them may do
    so, so that other requests continue.
    """
    if not carries_payloads(messages):
        yield
        return
    try:
        with _reading.one(max(1, settings.EVEROS.api.threads // SHARE)):
            yield
    except Full as error:
        raise ContentBusy from error


def carries_payloads(messages: Sequence[IncomingMessage]) -> bool:
    """Whether attachments have to be read before the text is known."""
    contents = [message.content for message in messages if not isinstance(message.content, str)]
    return any(item.get("type") != "text" for content in contents for item in content)


def new_reader(of_files: bool = False) -> Reader:
    """Configured by the settings. `of_files`: for callers who may have local files read."""
    section = settings.EVEROS.multimodal
    rules = Rules(
        folders=tuple(Path(folder) for folder in section.file_uri_allow_dirs) if of_files else (),
        forbidden=settings.EVEROS.memory.root,
        max_file_bytes=section.file_uri_max_bytes,
        max_fetched_bytes=section.fetch_max_bytes,
        fetch_seconds=section.fetch_timeout_seconds,
    )
    limits = Limits(section.max_text_chars, section.parse_timeout_seconds, section.parse_memory_bytes)
    return Reader(rules, limits, Deadline.after(section.request_timeout_seconds))


def _format(item: dict[str, Any], payload: Payload) -> Format:
    format = format_of(payload, item.get("ext") or "", item.get("name") or "")
    if format is None and item.get("base64") is None and item["type"] in UNAMBIGUOUS:
        format = by_name(item["type"])
    if format is None:
        hints = ", ".join(repr(hint) for hint in (item.get("ext"), payload.mime, payload.claimed) if hint)
        raise UnsupportedContent(
            f"its format is not one that is read here ({hints or 'neither ext nor contents show it'})"
        )
    return format


def _charset(item: dict[str, Any], payload: Payload) -> str | None:
    claimed = (item.get("extras") or {}).get("charset")
    return payload.charset or (claimed if isinstance(claimed, str) else None)


def _described(item: dict[str, Any], payload: Payload, format: Format, seconds: float) -> str:
    """Described by the multimodal model. What it does not accept is the client's fault, what it does not answer the
    server's.
    """
    from memory.providers.endpoint import RequestRefused  # imports OpenAI's client, which few servers need

    model = registry.get_multimodal_model()
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
        return model.describe(attachment, seconds)
    except RequestRefused as error:
        raise UnsupportedContent(f"the multimodal model does not take it: {error}") from error
    except ModelUnavailable as error:
        raise ContentUnavailable(str(error)) from error
