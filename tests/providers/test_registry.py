"""Which models the process uses, by its settings, and what /health says of them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from pytest_django.fixtures import Settings

from memory import providers
from memory.errors import ModelUnavailable
from tests.conftest import change_settings
from tests.fakes.openai_server import FakeOpenAI, Status


@pytest.fixture(autouse=True)
def _fresh_providers() -> Iterator[None]:
    providers.close()
    yield
    providers.close()


def test_without_settings_the_local_model_and_no_language_model() -> None:
    assert providers.describe()["embedder"]["last_answer"] == "never"
    assert providers.get_embedder().fingerprint.startswith("local:")
    assert providers.get_language_model("episode") is None
    assert providers.get_reranker() is None
    described = providers.describe()
    assert described["embedder"]["provider"] == "local"
    assert described["embedder"]["last_answer"] == "ok"
    assert described["language_model"] == {
        "provider": "rules", "model": None, "last_answer": "never", "error": None, "at": None
    }  # fmt: skip


def test_the_three_are_told_apart(settings: Settings, fake_llm: FakeOpenAI) -> None:
    change_settings(settings, "rerank", base_url=fake_llm.url, model="r1", api_key="sk-secret")
    assert providers.get_reranker() is providers.get_reranker()
    described = providers.describe()
    assert (described["reranker"]["provider"], described["reranker"]["model"]) == ("http", "r1")
    assert (described["embedder"]["provider"], described["language_model"]["provider"]) == ("local", "rules")
    assert "sk-secret" not in str(described)


def test_a_multimodal_model_is_there_when_it_is_configured(settings: Settings, fake_llm: FakeOpenAI) -> None:
    assert providers.get_multimodal_model() is None
    assert providers.describe()["multimodal"]["provider"] == "none"
    change_settings(settings, "multimodal", base_url=fake_llm.url, model="v1", api_key="sk-secret")
    assert providers.get_multimodal_model() is providers.get_multimodal_model()
    described = providers.describe()["multimodal"]
    assert (described["provider"], described["model"]) == ("openai-compatible", "v1")
    assert "sk-secret" not in str(described)


def test_all_threads_share_one_embedder() -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len({id(embedder) for embedder in pool.map(lambda _: providers.get_embedder(), range(8))}) == 1


def test_describing_contacts_nobody(settings: Settings, fake_llm: FakeOpenAI) -> None:
    change_settings(settings, "llm", base_url=fake_llm.url, model="m1", api_key="sk-secret")
    change_settings(settings, "embedding", base_url=fake_llm.url, model="e1")
    described = providers.describe()
    assert described["embedder"]["model"] == "e1"
    assert described["language_model"]["model"] == "m1"
    assert "sk-secret" not in str(described)
    assert fake_llm.calls == []


@pytest.mark.django_db
def test_the_last_answer_is_told(settings: Settings, fake_llm: FakeOpenAI) -> None:
    change_settings(settings, "embedding", base_url=fake_llm.url, model="e1", dimensions=8)
    embedder = providers.get_embedder()
    fake_llm.fail(Status(401))
    with pytest.raises(ModelUnavailable):
        embedder.embed_query("a")
    described = providers.describe()["embedder"]
    assert described["last_answer"] == "error"
    assert "EVEROS_EMBEDDING__API_KEY" in described["error"]
    embedder.embed_query("a")
    assert providers.describe()["embedder"]["last_answer"] == "ok"


def test_after_close_other_settings_are_in_force(settings: Settings, fake_llm: FakeOpenAI) -> None:
    first = providers.get_embedder()
    change_settings(settings, "embedding", base_url=fake_llm.url, model="e1", dimensions=8)
    assert providers.get_embedder() is first
    providers.close()
    assert providers.get_embedder().fingerprint == "openai:e1:8"
