"""The multimodal model: what is sent for an attachment, and what is made of the answer."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from everos_site.sections import MultimodalSection
from memory.errors import ModelMisconfigured, ModelUnavailable, ModelUnreachable
from memory.models import ModelCall
from memory.providers import answers
from memory.providers.endpoint import RequestRefused
from memory.providers.openai_multimodal import OpenAIMultimodalModel
from memory.providers.protocols import Attachment
from tests.providers.conftest import Script, error, json_response, requests_of, said

pytestmark = pytest.mark.django_db
PICTURE = Attachment("image", b"\x89PNG", "image/png", "png", "wall.png", {"page": 1})


@pytest.fixture
def model(httpserver: HTTPServer) -> Iterator[OpenAIMultimodalModel]:
    config = {"base_url": httpserver.url_for("/v1"), "model": "v1", "api_key": "sk-secret", "max_retries": 1}
    multimodal = OpenAIMultimodalModel(MultimodalSection.model_validate(config))
    yield multimodal
    multimodal.close()
    answers.forget()


def test_what_is_asked(model: OpenAIMultimodalModel, httpserver: HTTPServer, answers_in_turn: Script) -> None:
    answers_in_turn(said("A photo."))
    assert model.describe(PICTURE) == "A photo."
    request = requests_of(httpserver)[0]
    assert (request["model"], request["max_tokens"]) == ("v1", 8192)
    notes = request["messages"][1]["content"][0]["text"]
    assert notes == 'Notes on the file: {"kind": "image", "name": "wall.png", "extras": {"page": 1}}'
    assert answers.last(answers.MULTIMODAL).outcome == "ok"


def test_notes_of_any_size_and_content(
    model: OpenAIMultimodalModel, httpserver: HTTPServer, answers_in_turn: Script
) -> None:
    answers_in_turn(said("A photo."))
    extras: dict[str, Any] = {"x": "<|endoftext|>\ud83d" * 10_000}
    model.describe(Attachment("image", b"x", "image/png", "png", extras=extras))
    assert len(requests_of(httpserver)[0]["messages"][1]["content"][0]["text"]) < 10_000


def test_the_other_name_of_the_limit_is_remembered(
    model: OpenAIMultimodalModel, httpserver: HTTPServer, answers_in_turn: Script
) -> None:
    refusal = error(400, message="use max_completion_tokens instead")
    answers_in_turn(refusal, said("A photo."), said("A photo."))
    assert [model.describe(PICTURE), model.describe(PICTURE)] == ["A photo."] * 2
    limits = ["max_completion_tokens" in request for request in requests_of(httpserver)]
    assert limits == [False, True, True]
    assert (ModelCall.objects.get().calls, ModelCall.objects.get().failures) == (3, 1)


def test_a_call_that_fails_is_repeated(model: OpenAIMultimodalModel, answers_in_turn: Script) -> None:
    answers_in_turn(error(503), said("A photo."))
    assert model.describe(PICTURE) == "A photo."


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (lambda: said("A ph", "length"), RequestRefused),
        (lambda: said(None, refusal="no"), RequestRefused),
        (lambda: error(413), RequestRefused),
        (lambda: said(" "), ModelUnavailable),
        (lambda: json_response({"choices": []}), ModelUnreachable),
        (lambda: error(401), ModelMisconfigured),
    ],
)
def test_answers_that_cannot_be_used(
    model: OpenAIMultimodalModel, answers_in_turn: Script, answer: Callable[[], Any], kind: type[Exception]
) -> None:
    answers_in_turn(answer())
    with pytest.raises(kind) as caught:
        model.describe(PICTURE)
    assert type(caught.value) is kind
    assert answers.last(answers.MULTIMODAL).outcome == "error"
    assert "sk-secret" not in str(caught.value)
