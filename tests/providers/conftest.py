"""Models of a remote endpoint that is scripted answer by answer, each test saying what comes over the wire."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from everos_site.sections import EmbeddingSection, LlmSection, RerankSection
from memory.providers.openai_embedder import OpenAIEmbedder
from memory.providers.openai_llm import OpenAILanguageModel
from memory.providers.reranker import HttpReranker

Script = Callable[..., None]
# In the place of how many tokens a call took.
NO_COUNTS = [
    None,
    [],
    *({"prompt_tokens": count, "total_tokens": count} for count in (None, -5, 10**30, "many")),
]


@pytest.fixture
def answers_in_turn(httpserver: HTTPServer) -> Script:
    """Queues responses for the next requests; one more request than responses is answered with 599."""
    queue: list[Response] = []

    def respond(_request: object) -> Response:
        return queue.pop(0) if queue else Response("the script is over", 599)

    httpserver.expect_request("/v1/chat/completions").respond_with_handler(respond)
    httpserver.expect_request("/v1/embeddings").respond_with_handler(respond)
    httpserver.expect_request("/v1/rerank").respond_with_handler(respond)
    httpserver.expect_request("/inference/Qwen/r1").respond_with_handler(respond)
    return lambda *responses: queue.extend(responses)


@pytest.fixture
def new_llm(httpserver: HTTPServer) -> Iterator[Callable[..., OpenAILanguageModel]]:
    models: list[OpenAILanguageModel] = []

    def make(**values: Any) -> OpenAILanguageModel:
        config = {
            "base_url": httpserver.url_for("/v1"),
            "api_key": "sk-secret",
            "model": "m1",
            "timeout_seconds": 20,
        }
        models.append(OpenAILanguageModel(LlmSection.model_validate(config | values)))
        return models[-1]

    yield make
    for model in models:
        model.close()


@pytest.fixture
def new_embedder(httpserver: HTTPServer) -> Iterator[Callable[..., OpenAIEmbedder]]:
    models: list[OpenAIEmbedder] = []

    def make(**values: Any) -> OpenAIEmbedder:
        config = {
            "base_url": httpserver.url_for("/v1"),
            "model": "e1",
            "dimensions": 2,
            "timeout_seconds": 20,
        }
        models.append(OpenAIEmbedder(EmbeddingSection.model_validate(config | values)))
        return models[-1]

    yield make
    for model in models:
        model.close()


@pytest.fixture
def new_reranker(httpserver: HTTPServer) -> Iterator[Callable[..., HttpReranker]]:
    models: list[HttpReranker] = []

    def make(**values: Any) -> HttpReranker:
        config = {"base_url": httpserver.url_for("/v1"), "model": "r1", "timeout_seconds": 20}
        models.append(HttpReranker(RerankSection.model_validate(config | values)))
        return models[-1]

    yield make
    for model in models:
        model.close()


def requests_of(httpserver: HTTPServer) -> list[dict[str, Any]]:
    """The bodies that were sent, in order."""
    return [json.loads(request.data) for request, _response in httpserver.log]


def json_response(body: Any, status: int = 200, **headers: str) -> Response:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(json.dumps(body), status, names, content_type="application/json")


def said(content: str | None, finish_reason: str = "stop", **message: Any) -> Response:
    """A chat completion."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content} | message}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return json_response({"choices": [choice | {"finish_reason": finish_reason}], "usage": usage})


def error(status: int, code: str | None = None, message: str = "no", retry_after: str = "0") -> Response:
    return json_response({"error": {"message": message, "code": code}}, status, Retry_After=retry_after)


def vectors(*rows: Any, order: list[int] | None = None) -> Response:
    """An embeddings answer; `order` numbers the rows."""
    numbers = order or list(range(len(rows)))
    data = [
        {"object": "embedding", "index": i, "embedding": row} for i, row in zip(numbers, rows, strict=True)
    ]
    return json_response({"object": "list", "data": data, "usage": {"prompt_tokens": 7, "total_tokens": 7}})
