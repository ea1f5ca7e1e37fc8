"""Payloads in base64, and how a payload's format is found."""

from base64 import b64encode

import pytest

from memory.errors import UnsupportedContent
from memory.payloads.payload import Payload, decoded, format_of
from tests.parsing.samples import docx, opendocument, paragraph, pdf, pptx, xlsx


def test_decoding() -> None:
    told = decoded(b64encode(b"hello").decode(), {"mime": "text/plain"})
    assert told == Payload(b"hello", claimed="text/plain")
    assert decoded("aGVs\r\nbG8=\n", {"mime": 7}) == Payload(b"hello")


@pytest.mark.parametrize(
    "text", ["aGVsbG8", "aGVs*bG8=", "aGVsbG8=x", "小明", "-_-_", "====", "data:text/plain;base64,aGVsbG8="]
)
def test_what_is_no_base64(text: str) -> None:
    with pytest.raises(UnsupportedContent, match="base64"):
        decoded(text, None)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (pdf("x"), "pdf"),
        (docx(paragraph("x")), "docx"),
        (pptx("<a:p/>"), "pptx"),
        (xlsx(""), "xlsx"),
        (opendocument("text", ""), "odt"),
        (opendocument("spreadsheet", ""), "ods"),
        (b"\n<!DOCTYPE html><p>x", "html"),
        (b"{\\rtf1 x}", "rtf"),
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"\xff\xd8\xff\xe0", "jpeg"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "webp"),
        (b"RIFF\x00\x00\x00\x00WAVEfmt ", "wav"),
        (b"\x00\x00\x00\x18ftypheic", "heic"),
        (b"ID3\x04", "mp3"),
    ],
)
def test_formats_that_show_themselves(data: bytes, name: str) -> None:
    format = format_of(Payload(data), "", "")
    assert format is not None
    assert format.name == name


def test_who_knows_best_what_it_is() -> None:
    def found(
        data: bytes = b"x", mime: str = "", path: str = "", ext: str = "", name: str = "", said: str = ""
    ) -> str:
        format = format_of(Payload(data, mime, path=path, claimed=said), ext, name)
        return format.name if format else ""

    assert found(mime="text/html", ext="pdf") == "html"
    assert found(mime="application/octet-stream", ext=".PDF", name="a.docx") == "pdf"
    assert found(ext="xyz", name="a.docx", path="/a.csv") == "docx"
    assert found(path="/folder.d/a.csv") == "csv"
    assert found(b"%PDF-1.4", path="/folder.d/a") == "pdf"
    assert found(b"%PDF-1.4", ext="txt", said="text/html") == "txt"
    assert found(b"%PDF-1.4", said="text/html") == "html"
    assert found(mime="text/x-python") == "txt"
    assert found(ext="exe") == found(b"hello") == ""
