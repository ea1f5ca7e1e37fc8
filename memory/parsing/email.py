"""Emails: sender, recipients, date and subject; the text; and the attachments that can be read."""

from email import policy
from email.errors import MessageError
from email.message import MIMEPart
from email.parser import BytesParser

from memory.errors import UnsupportedContent
from memory.parsing import html, reader
from memory.parsing.charsets import decode
from memory.parsing.formats import Format, by_extension, by_mime, recognised
from memory.parsing.text import Source, Text, TooLong

HEADERS = ("From", "To", "Cc", "Date", "Subject")
MAX_HEADER = 2000  # characters kept of one header
MAX_ATTACHMENTS = 50
MAX_DEPTH = 3  # emails that are attached to emails


def read(source: Source, out: Text) -> None:
    message = BytesParser(policy=policy.default).parsebytes(source.data)
    if not any(_header(message, name) for name in HEADERS):
        raise UnsupportedContent(
            "the document is not an email: it has none of the headers that every email has"
        )
    _add(message, out, depth=1)


def _add(message: MIMEPart, out: Text, depth: int) -> None:
    for name in HEADERS:
        if value := _header(message, name):
            out.add(f"{name}: {value}\n")
    out.end_line()
    body = message.get_body(preferencelist=("plain", "html"))
    if body is not None:
        _add_body(body, out)
    for number, part in enumerate(message.iter_attachments(), 1):
        if number > MAX_ATTACHMENTS:
            out.add(f"[more than {MAX_ATTACHMENTS} attachments]\n")
            break
        _add_attachment(part, out, depth)


def _header(message: MIMEPart, name: str) -> str:
    """Malformed headers make the parser raise all kinds of errors."""
    try:
        value = str(message[name] or "")
    except (ValueError, IndexError, AttributeError, TypeError, MessageError):
        value = next((str(raw) for key, raw in message.raw_items() if key.lower() == name.lower()), "")
    return " ".join(value.split())[:MAX_HEADER]


def _add_body(body: MIMEPart, out: Text) -> None:
    text = decode(_payload(body), body.get_content_charset())
    if body.get_content_subtype() == "html":
        html.add_html(text, out)
    else:
        out.add(text)
    out.end_line()


def _add_attachment(part: MIMEPart, out: Text, depth: int) -> None:
    """Names an attachment that cannot be read, with the reason: the email itself is readable anyway."""
    name = " ".join((part.get_filename() or part.get_content_type()).split())[:200]
    out.add(f"\n[attachment: {name}]\n")
    try:
        _add_content(part, name, out, depth)
    except TooLong:
        raise
    except UnsupportedContent as error:
        out.add(f"[not read: {error}]\n")


def _add_content(part: MIMEPart, name: str, out: Text, depth: int) -> None:
    if part.get_content_type() == "message/rfc822":
        if depth == MAX_DEPTH:
            raise UnsupportedContent(f"only {MAX_DEPTH} emails inside each other are read")
        _add(part.get_content(), out, depth + 1)
        return
    data = _payload(part)
    format = _format(part, name, data)
    if format is None or format.kind != "document" or format.name == "email":
        raise UnsupportedContent(f"{part.get_content_type()} is not read from an email")
    reader.read(format, Source(data, part.get_content_charset()), out)


def _format(part: MIMEPart, name: str, data: bytes) -> Format | None:
    """Determined by the name first: mail programs send nearly everything as application/octet-stream."""
    suffix = name.rpartition(".")[2] if "." in name else ""
    return by_extension(suffix) or by_mime(part.get_content_type()) or recognised(data)


def _payload(part: MIMEPart) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""
