"""The formats that a message may carry: their names, how they are recognised, and which module reads them."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["document", "image", "audio"]


@dataclass(frozen=True, slots=True)
class Format:
    """`reader` is a module of this package (its `read`) or `module.function`. Images and audio have none: a model reads
    them.
    """

    name: str
    kind: Kind
    extensions: tuple[str, ...]
    mime_types: tuple[str, ...]
    reader: str = ""


OOXML = "application/vnd.openxmlformats-officedocument"
WORD, SLIDES = f"{OOXML}.wordprocessingml.document", f"{OOXML}.presentationml.presentation"
ODF = "application/vnd.oasis.opendocument"
TEXTS = ("txt", "text", "md", "markdown", "rst", "log", "yaml", "yml", "toml", "ini", "ics", "vcf")
XML_TYPES = ("application/xml", "text/xml", "image/svg+xml", "application/rss+xml", "application/atom+xml")

FORMATS = (
    Format("pdf", "document", ("pdf",), ("application/pdf", "application/x-pdf"), "pdf"),
    Format("html", "document", ("html", "htm", "xhtml"), ("text/html", "application/xhtml+xml"), "html"),
    Format("email", "document", ("eml", "email", "mht", "mhtml"), ("message/rfc822",), "email"),
    Format("docx", "document", ("docx", "docm", "dotx"), (WORD,), "office.read_docx"),
    Format("pptx", "document", ("pptx", "pptm", "ppsx"), (SLIDES,), "office.read_pptx"),
    Format("xlsx", "document", ("xlsx", "xlsm"), (f"{OOXML}.spreadsheetml.sheet",), "xlsx"),
    Format("odt", "document", ("odt",), (f"{ODF}.text",), "opendocument"),
    Format("ods", "document", ("ods",), (f"{ODF}.spreadsheet",), "opendocument"),
    Format("odp", "document", ("odp",), (f"{ODF}.presentation",), "opendocument"),
    Format("rtf", "document", ("rtf",), ("application/rtf", "text/rtf"), "texts.read_rtf"),
    Format("csv", "document", ("csv", "tsv"), ("text/csv", "text/tab-separated-values"), "texts.read_csv"),
    Format("json", "document", ("json",), ("application/json", "text/json"), "texts.read_json"),
    Format("xml", "document", ("xml", "svg", "rss", "atom"), XML_TYPES, "xml"),
    Format("txt", "document", TEXTS, ("text/plain", "text/markdown", "text/x-markdown"), "texts.read_plain"),
    Format("png", "image", ("png",), ("image/png",)),
    Format("jpeg", "image", ("jpeg", "jpg"), ("image/jpeg", "image/jpg")),
    Format("gif", "image", ("gif",), ("image/gif",)),
    Format("webp", "image", ("webp",), ("image/webp",)),
    Format("bmp", "image", ("bmp",), ("image/bmp",)),
    Format("tiff", "image", ("tiff", "tif"), ("image/tiff",)),
    Format("heic", "image", ("heic", "heif"), ("image/heic", "image/heif")),
    Format("avif", "image", ("avif",), ("image/avif",)),
    Format("wav", "audio", ("wav",), ("audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave")),
    Format("mp3", "audio", ("mp3",), ("audio/mpeg", "audio/mp3")),
    Format("m4a", "audio", ("m4a",), ("audio/mp4", "audio/x-m4a", "audio/m4a")),
    Format("aac", "audio", ("aac",), ("audio/aac",)),
    Format("ogg", "audio", ("ogg", "oga", "opus"), ("audio/ogg", "audio/opus", "application/ogg")),
    Format("flac", "audio", ("flac",), ("audio/flac", "audio/x-flac")),
    Format("webm", "audio", ("weba", "webm"), ("audio/webm",)),
)
_BY_NAME = {format.name: format for format in FORMATS}
_BY_EXTENSION = {extension: format for format in FORMATS for extension in format.extensions}
_BY_MIME = {mime: format for format in FORMATS for mime in format.mime_types}

# At the start of the file, and inside the containers that begin alike.
_STARTS = (
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
    (b"ID3", "mp3"),
    (b"fLaC", "flac"),
    (b"OggS", "ogg"),
    (b"{\\rtf", "rtf"),
)
_RIFF = {b"WEBP": "webp", b"WAVE": "wav"}
_FTYP = {b"heic": "heic", b"heix": "heic", b"mif1": "heic", b"avif": "avif", b"M4A ": "m4a"}
_ZIPPED = (
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "odt"),
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "ods"),
    (b"mimetypeapplication/vnd.oasis.opendocument.presentation", "odp"),
    (b"word/document", "docx"),
    (b"ppt/presentation", "pptx"),
    (b"xl/workbook", "xlsx"),
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # old doc, xls, ppt and msg, and encrypted docx, xlsx and pptx


def by_name(name: str) -> Format:
    return _BY_NAME[name]


def by_extension(extension: str) -> Format | None:
    """`.PDF` and `pdf` are equivalent."""
    return _BY_EXTENSION.get(extension.strip().lstrip(".").lower())


def by_mime(mime: str) -> Format | None:
    """None also for generic types such as application/octet-stream."""
    return _BY_MIME.get(mime.partition(";")[0].strip().lower())


def recognised(data: bytes) -> Format | None:
    """By the first bytes, if the format has a signature."""
    name = next((name for start, name in _STARTS if data.startswith(start)), "") or _in_container(data)
    if not name and data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(
        (b"<!doctype html", b"<html")
    ):
        name = "html"
    return _BY_NAME.get(name)


def _in_container(data: bytes) -> str:
    if data.startswith(b"PK\x03\x04"):
        return next((name for mark, name in _ZIPPED if mark in data), "")
    if data.startswith(b"RIFF"):
        return _RIFF.get(data[8:12], "")
    return _FTYP.get(data[8:12], "") if data[4:8] == b"ftyp" else ""
