"""A model that does not answer: what was said is kept, and the client is told so."""

from collections.abc import Iterator
from typing import Any

import pytest

from memory.providers import registry
from tests.conftest import change_settings
from tests.contract.bodies import add, flush, search
from tests.contract.conftest import Post

NOBODY = "http://127.0.0.1:9/v1"  # the discard port: nothing listens there


@pytest.fixture
def no_language_model(settings: Any) -> Iterator[None]:
    change_settings(settings, "llm", base_url=NOBODY, model="m", api_key="k", max_retries=0)
    registry.close()
    yield
    registry.close()


@pytest.fixture
def no_embedder(settings: Any) -> Iterator[None]:
    change_settings(settings, "embedding", base_url=NOBODY, model="m", api_key="k", dimensions=8)
    registry.close()
    yield
    registry.close()


@pytest.mark.usefixtures("no_language_model")
def test_add_accepts_and_flush_is_503(post: Post) -> None:
    assert post("add", add()).json()["data"] == {"message_count": 1, "status": "accumulated"}
    response = post("flush", flush())
    assert response.status_code == 503
    error = response.json()["error"]
    assert error["code"] == "SYSTEM_ERROR"
    assert "the work is kept and will be retried" in error["message"]
    waiting = post("search", search(filters={"session_id": "demo"})).json()["data"]["unprocessed_messages"]
    assert [row["content"] for row in waiting] == ["I love climbing."]


@pytest.mark.usefixtures("no_embedder")
def test_vector_search_is_503_and_the_others_answer(post: Post) -> None:
    assert post("search", search(method="vector")).status_code == 503
    assert post("search", search(method="keyword")).status_code == 200
    assert post("search", search(method="hybrid")).status_code == 200
