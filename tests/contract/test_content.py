"""Content items over HTTP: what is read, what is a 415, and what is a 503."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from pytest_django.fixtures import Settings

from memory.models import BufferedMessage
from memory.providers import registry
from tests.conftest import change_settings
from tests.contract.bodies import add, message
from tests.fakes.openai_server import FakeOpenAI, Status
from tests.parsing.samples import docx, paragraph, pdf

Post = Callable[[str, Any], HttpResponse]
PICTURE = {"type": "image", "base64": "iVBORw0KGgo=", "ext": "png"}


def carrying(*items: dict[str, Any]) -> Any:
    return add(message(content="first"), message(timestamp=1_748_390_401_000, content=list(items)))


@pytest.fixture
def vision(fake_llm: FakeOpenAI, settings: Settings) -> Iterator[FakeOpenAI]:
    change_settings(settings, "multimodal", base_url=fake_llm.url, model="v1", max_retries=0)
    registry.close()
    yield fake_llm
    registry.close()


def test_documents_are_read_without_any_model(post: Post) -> None:
    items = [
        {"type": "doc", "base64": b64encode(docx(paragraph("The plan."))).decode(), "ext": "docx"},
        {"type": "pdf", "base64": b64encode(pdf("Page one.")).decode(), "ext": "pdf"},
        {"type": "html", "base64": b64encode(b"<p>A page.").decode(), "ext": "html"},
        {"type": "email", "base64": b64encode(b"Subject: Hi\r\n\r\nA letter.").decode(), "ext": "eml"},
    ]
    assert post("add", carrying(*items)).status_code == 200
    told = BufferedMessage.objects.latest("id").text
    assert told == "The plan.\nPage one.\nA page.\nSubject: Hi\n\nA letter."


@pytest.mark.parametrize(
    "item",
    [
        PICTURE,
        {"type": "audio", "base64": "SUQz", "ext": "mp3"},
        {"type": "html", "text": "<p>x"},
        {"type": "doc", "base64": "data:text/plain;base64,aGVsbG8=", "ext": "txt"},
        {"type": "doc", "base64": "aGVsbG8="},
        {"type": "pdf", "base64": "aGVsbG8=", "ext": "pdf"},
        {"type": "doc", "uri": "http://127.0.0.1/a.txt"},
        {"type": "doc", "uri": "http://169.254.169.254/latest/meta-data"},
        {"type": "doc", "uri": "ftp://example.org/a.txt"},
        {"type": "doc", "uri": "file:///no/such/file.txt"},
        {"type": "doc", "uri": "file:///proc/self/environ", "ext": "txt"},
        {"type": "doc", "uri": "http://[half an address"},
        {"type": "doc", "uri": "\x00"},
    ],
)
def test_what_cannot_be_read_is_a_415_and_nothing_is_stored(post: Post, item: dict[str, Any]) -> None:
    response = post("add", carrying(item))
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (415, "HTTP_ERROR")
    assert error["message"].startswith(f"The {item['type']} item cannot be read: ")
    assert BufferedMessage.objects.count() == 0


def test_outside_of_the_allowed_folders_nobody_learns_what_exists(
    post: Post, tmp_path: Path, settings: Settings
) -> None:
    change_settings(settings, "multimodal", file_uri_allow_dirs=[str(tmp_path)])
    paths = ("/etc/passwd", "/etc/no-such-file")
    answers = [
        post("add", carrying({"type": "doc", "uri": f"file://{path}", "ext": "txt"})) for path in paths
    ]
    assert [answer.status_code for answer in answers] == [415, 415]
    assert len({answer.json()["error"]["message"] for answer in answers}) == 1


def test_a_model_that_is_down_is_a_503_that_says_what_became_of_the_request(
    post: Post, vision: FakeOpenAI
) -> None:
    vision.fail_always(Status(500))
    response = post("add", carrying(PICTURE))
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (503, "SYSTEM_ERROR")
    assert "nothing of the request was stored" in error["message"]
    assert BufferedMessage.objects.count() == 0
    vision.recover()
    assert post("add", carrying(PICTURE)).status_code == 200


@pytest.mark.long
def test_too_many_items_are_a_422(post: Post) -> None:
    item = {"type": "doc", "base64": "aGVsbG8=", "ext": "txt"}
    body = add(*(message(content=[item], timestamp=1_748_390_400_000 + n) for n in range(101)))
    assert post("add", body).status_code == 422
