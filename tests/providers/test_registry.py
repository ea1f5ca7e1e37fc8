"""Which models the process uses, by its settings, and what /health says of them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from pytest_django.fixtures import Settings

from memory.errors import ModelUnavailable
from memory.providers import registry
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI, Status


@pytest.fixture(autouse=True)
def _fresh_providers() -> Iterator[None]:
    registry.close()
    yield
    registry.close()


def test_without_settings_the_local_model_and_no_language_model() -> None:
    assert registry.describe()["embedder"]["last_answer"] == "never"
    assert registry.get_embedder().fingerprint.startswith("local:")
    assert registry.get_language_model("episode") is None
    assert registry.get_reranker() is None
    described = registry.describe()
    assert described["embedder"]["provider"] == "local"
    assert described["embedder"]["last_answer"] == "ok"
    assert described["language_model"] == {
        "provider": "rules", "model": None, "last_answer": "never", "error": None, "at": None
    }  # fmt: skip


def test_the_three_are_told_apart(settings: Settings, fake_llm: FakeOpenAI) -> None:
    change_settings(settings, "rerank", base_url=fake_llm.url, model="r1", api_key="sk-secret")
    assert registry.get_reranker() is registry.get_reranker()
    described = registry.describe()
    assert (described["reranker"]["provider"], described["reranker"]["model"]) == ("http", "r1")
    assert (described["embedder"]["provider"], described["language_model"]["provider"]) == ("local", "rules")
    assert "sk-secret" not in str(described)


def test_a_multimodal_model_is_there_when_it_is_configured(settings: Settings, fake_llm: FakeOpenAI) -> None:
    assert registry.get_multimodal_model() is None
    assert registry.describe()["multimodal"]["provider"] == "none"
    change_settings(settings, "multimodal", base_url=fake_llm.url, model="v1", api_key="sk-secret")
    assert registry.get_multimodal_model() is registry.get_multimodal_model()
    described = registry.describe()["multimodal"]
    assert (described["provider"], described["model"]) == ("openai-compatible", "v1")
    assert "sk-secret" not in str(described)


def test_all_threads_share_one_embedder() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len({id(embedder) for embedder in pool.map(lambda _: registry.get_embedder(), range(8))}) == 1


def test_describing_contacts_nobody(settings: Settings, fake_llm: FakeOpenAI) -> None:
    change_settings(settings, "llm", base_url=fake_llm.url, model="m1", api_key="sk-secret")
    change_settings(settings, "embedding", base_url=fake_llm.url, model="e1")
    described = registry.describe()
    assert described["embedder"]["model"] == "e1"
    assert described["language_model"]["model"] == "m1"
    assert "sk-secret" not in str(described)
    assert fake_llm.calls == []


@pytest.mark.django_db
def test_the_last_answer_is_told(settings: Settings, fake_llm: FakeOpenAI) -> None:
    change_settings(settings, "embedding", base_url=fake_llm.url, model="e1", dimensions=8)
    embedder = registry.get_embedder()
    fake_llm.fail(Status(401))
    with pytest.raises(ModelUnavailable):
        embedder.embed_query("a")
    described = registry.describe()["embedder"]
    assert described["last_answer"] == "error"
    assert "EVEROS_EMBEDDING__API_KEY" in described["error"]
    embedder.embed_query("a")
    assert registry.describe()["embedder"]["last_answer"] == "ok"


def test_after_close_other_settings_are_in_force(settings: Settings, fake_llm: FakeOpenAI) -> None:
    first = registry.get_embedder()
    change_settings(settings, "embedding", base_url=fake_llm.url, model="e1", dimensions=8)
    assert registry.get_embedder() is first
    registry.close()
    assert registry.get_embedder().fingerprint == "openai:e1:8"
