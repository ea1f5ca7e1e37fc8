"""Emails: headers, text, and attachments that can be read."""

from email.message import EmailMessage

import pytest

from memory.errors import UnsupportedContent
from tests.parsing.reading import text_of
from tests.parsing.samples import docx, paragraph


def letter(text: str = "See you in May.") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Alice <alice@example.org>"
    message["To"] = "bob@example.org"
    message["Subject"] = "Grüße aus Yosemite"
    message["Date"] = "Fri, 03 May 2024 10:00:00 +0000"
    message.set_content(text)
    return message


def test_who_wrote_what_to_whom() -> None:
    told = text_of("eml", letter().as_bytes())
    assert told.startswith("From: Alice <alice@example.org>\nTo: bob@example.org\nDate: Fri, 03 May 2024")
    assert told.endswith("Subject: Grüße aus Yosemite\n\nSee you in May.")


def test_the_text_form_is_preferred_and_html_will_do() -> None:
    message = letter("plain form")
    message.add_alternative("<p>html form</p>", subtype="html")
    told = text_of("eml", message.as_bytes())
    assert "plain form" in told
    assert "html form" not in told
    only = letter()
    only.set_content("<p>html <b>form</b></p>", subtype="html")
    assert text_of("eml", only.as_bytes()).endswith("html form")


def test_attachments_are_read_or_named() -> None:
    message = letter()
    data = docx(paragraph("The plan."))
    message.add_attachment(data, maintype="application", subtype="octet-stream", filename="plan.docx")
    message.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="wall.png")
    message.add_attachment(b"PK", maintype="application", subtype="octet-stream", filename="broken.docx")
    told = text_of("eml", message.as_bytes())
    assert "[attachment: plan.docx]\nThe plan." in told
    assert "[attachment: wall.png]\n[not read: image/png is not read from an email]" in told
    assert "[attachment: broken.docx]\n[not read: the document is damaged" in told


def test_an_email_in_an_email_in_an_email() -> None:
    message = letter("innermost")
    for depth in range(4):
        outer = letter(f"level {depth}")
        outer.add_attachment(message)
        message = outer
    told = text_of("eml", message.as_bytes())
    assert "level 1" in told
    assert "innermost" not in told
    assert "[not read: only 3 emails inside each other are read]" in told


@pytest.mark.parametrize(
    "line", [b"Subject: =?x?q?=FF?=", b"Date: never", b"From: <<<>,;", b"To: " + b"a" * 9000]
)
def test_wild_headers(line: bytes) -> None:
    assert text_of("eml", b"Subject: s\r\n" + line + b"\r\n\r\nhello").endswith("hello")


def test_what_is_no_email() -> None:
    with pytest.raises(UnsupportedContent, match="not an email"):
        text_of("eml", b"just some words")
