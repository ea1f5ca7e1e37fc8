"""Documents that are made to cost the reader more than the sender: each is refused, with the reason."""

import os
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.coordination import limited_process
from memory.errors import UnsupportedContent
from memory.parsing.archive import MAX_UNPACKED_BYTES
from memory.parsing.formats import by_name
from memory.parsing.sandbox import parse
from memory.parsing.text import Limits, NoText, Source
from tests.parsing.reading import text_of
from tests.parsing.samples import docx, opendocument, paragraph, pdf, xlsx, zipped_parts

SMALL = Limits(characters=1000)


@pytest.mark.parametrize(
    ("extension", "data"),
    [
        ("docx", docx(paragraph("long " * 300))),
        ("txt", b"long " * 300),
        ("html", b"<p>long</p>" * 300),
        ("csv", b"long,\n" * 300),
        ("json", b"[" + b'"long", ' * 300 + b"1]"),
        ("pdf", pdf("long " * 300)),
        ("xlsx", xlsx("<row><c><v>12345</v></c></row>" * 300)),
    ],
)
def test_more_text_than_may_be(extension: str, data: bytes) -> None:
    with pytest.raises(UnsupportedContent, match="more than 1000 characters"):
        text_of(extension, data, limits=SMALL)


@pytest.mark.long
def test_a_small_file_that_unpacks_to_much() -> None:
    data = zipped_parts({"word/document.xml": bytes(MAX_UNPACKED_BYTES + 1)})
    assert len(data) < 1_000_000
    with pytest.raises(UnsupportedContent, match="unpacks to more than"):
        text_of("docx", data)


LAUGHS = '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>'
FOREIGN = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'


@pytest.mark.parametrize("document", [LAUGHS, FOREIGN])
def test_entities_are_not_read(document: str) -> None:
    with pytest.raises(UnsupportedContent, match="declares XML entities"):
        text_of("xml", document.encode())


def test_deep_nesting() -> None:
    with pytest.raises(UnsupportedContent, match="deeper than 500"):
        text_of("odt", opendocument("text", "<text:p>" * 5000 + "</text:p>" * 5000))
    assert text_of("html", b"<div>" * 50_000 + b"in the middle") == "in the middle"
    assert text_of("json", b"[" * 100_000).startswith("[")


EXTENSIONS = ["docx", "pdf", "html", "eml", "rtf", "csv", "json", "xml", "txt"]


@given(st.sampled_from(EXTENSIONS), st.data())
def test_bytes_of_any_kind_are_read_or_refused(extension: str, data: st.DataObject) -> None:
    sound = {"docx": docx(paragraph("x")), "pdf": pdf("x"), "eml": b"Subject: x\nTo: a@b\n\nx"}
    whole = sound.get(extension, b'{\\rtf1 <a>"x",</a>}')
    at, put = data.draw(st.integers(0, len(whole))), data.draw(st.binary(max_size=20))
    with suppress(UnsupportedContent):
        text_of(extension, whole[:at] + put + whole[at + len(put) :])


def test_a_document_that_takes_too_long_is_given_up() -> None:
    slow = b"<![" * 100_000 + b"<!--" * 100_000
    with pytest.raises(UnsupportedContent, match=r"more than 0.01 s|within the server's limits"):
        parse(by_name("html"), Source(slow), Limits(seconds=0.01))


def test_a_document_that_takes_too_much_memory_is_given_up() -> None:
    table = Source(b'"' + b"x" * 60_000_000 + b'"')
    with pytest.raises(UnsupportedContent, match=r"bytes of memory|within the server's limits"):
        parse(by_name("csv"), table, Limits(characters=10**9, memory_bytes=128 * 1024 * 1024))


def test_a_document_is_read_in_a_process_that_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVEROS_LLM__API_KEY", "sk-secret")
    assert set(limited_process.environment()) == {"PYTHONPATH", "PYTHONUTF8"}
    assert parse(by_name("txt"), Source(b"read"), Limits()) == "read"
    assert os.environ["EVEROS_LLM__API_KEY"] == "sk-secret"


def test_a_document_without_text_is_told_apart() -> None:
    with pytest.raises(NoText):
        parse(by_name("pdf"), Source(pdf("")), Limits())


@pytest.mark.parametrize("charset", ["latin-1", "--version", "x\ny", "é" * 50])
def test_any_charset_may_be_claimed(charset: str) -> None:
    assert parse(by_name("txt"), Source(b"read", charset), Limits()) == "read"
