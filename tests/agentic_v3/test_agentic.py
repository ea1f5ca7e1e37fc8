"""retrieve_agentic: whose model is asked, what it is asked, and what the answer tells of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from memory.models import ModelCall
from memory.providers import budget, registry
from memory.retrieval import requested_model
from memory.retrieval.requested_model import ModelConfig
from tests.agentic_v3.conftest import Call, Json, Ok, contents
from tests.conftest import change_settings
from tests.fakes.openai_server import Call as FakeCall
from tests.fakes.openai_server import FakeOpenAI, Status

Refusal = Callable[[str, Any], str]
SHAPE = "ReasonedSufficiency"
KEY = "sk-of-the-request"
TALK = (("alice", "I adopted a cat called Miso."), ("bob", "I live in Porto, near the river."))


@pytest.fixture(autouse=True)
def _no_keys_around(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in requested_model.ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    yield
    registry.close()


def asked(query: Any = "What is the cat called?", **more: Any) -> Json:
    return {"query": query, "user_id": "alice", **more}


def of(endpoint: FakeOpenAI, **more: Any) -> Json:
    return {"api_key": KEY, "base_url": endpoint.url, "model": "test/model", **more}


def authorization(call: FakeCall) -> str:
    return {name.lower(): value for name, value in call.headers.items()}["authorization"]


@pytest.fixture(autouse=True)
def _the_fake_may_be_named(fake_llm: FakeOpenAI, settings: Any) -> None:
    change_settings(settings, "llm", request_base_urls=[fake_llm.url])


@pytest.fixture
def enough(fake_llm: FakeOpenAI) -> FakeOpenAI:
    fake_llm.answer(SHAPE, {"sufficient": True, "queries": [], "reasoning": "The name is there."})
    return fake_llm


@pytest.fixture
def wanting(fake_llm: FakeOpenAI) -> FakeOpenAI:
    answer = {
        "sufficient": False,
        "queries": ["Where does bob live?"],
        "reasoning": "Where bob lives is missing.",
    }
    fake_llm.answer(SHAPE, answer)
    return fake_llm


def test_one_round_that_suffices(ok: Ok, tell: Any, enough: FakeOpenAI) -> None:
    tell("team", *TALK)
    result = ok("retrieve_agentic", asked(llm_config=of(enough)))
    assert "Miso" in contents(result)[0]
    metadata = result["metadata"]
    assert metadata.pop("total_latency_ms") > 0
    assert metadata == {
        "retrieval_mode": "agentic",
        "is_multi_round": False,
        "round1_count": 1,
        "is_sufficient": True,
        "reasoning": "The name is there.",
        "refined_queries": [],
        "round2_count": 0,
        "pending_count": 1,
        "final_count": 1,
    }


def test_a_second_round(ok: Ok, tell: Any, wanting: FakeOpenAI) -> None:
    tell("team", *TALK)
    tell("club", ("bob", "I play chess on Mondays."), ("alice", "I am bad at chess."))
    result = ok("retrieve_agentic", asked(llm_config=of(wanting)))
    metadata = result["metadata"]
    assert (metadata["is_multi_round"], metadata["is_sufficient"]) == (True, False)
    assert metadata["refined_queries"] == ["Where does bob live?"]
    assert metadata["reasoning"] == "Where bob lives is missing."
    assert (metadata["round1_count"], metadata["round2_count"], metadata["final_count"]) == (2, 2, 2)
    assert len(wanting.calls) == 1, "there are two rounds, so that the model is asked once"
    assert len(set(contents(result))) == 2


def test_a_model_that_says_too_much_is_cut_and_costs_nothing(ok: Ok, tell: Any, fake_llm: FakeOpenAI) -> None:
    answer = {
        "sufficient": False,
        "queries": [
            f"Where does bob live? {number} " + " ".join(map(str, range(200))) for number in range(7)
        ],
        "reasoning": " ".join(f"because{number}" for number in range(60)),
    }
    fake_llm.answer(SHAPE, answer)
    tell("team", *TALK)
    result = ok("retrieve_agentic", asked(llm_config=of(fake_llm)))
    assert "Miso" in str(contents(result))
    assert len(result["metadata"]["refined_queries"]) == 3
    assert result["metadata"]["reasoning"].startswith("because0 because1")


def test_what_has_less_than_the_least_score_is_left_out(ok: Ok, tell: Any, enough: FakeOpenAI) -> None:
    tell("team", *TALK)
    tell("club", ("bob", "I play chess on Mondays."), ("alice", "I am bad at chess."))
    whole = ok("retrieve_agentic", asked(llm_config=of(enough)))["memories"]
    scores = [memory["score"] for memory in whole]
    assert len(scores) == 2
    for least, left in ((0, 2), (scores[0], 1), (1, int(scores[0] == 1))):
        result = ok("retrieve_agentic", asked(llm_config=of(enough), min_score=least))
        assert (result["count"], result["metadata"]["final_count"]) == (left, left)


def test_what_the_model_is_asked(ok: Ok, tell: Any, enough: FakeOpenAI) -> None:
    tell("team", *TALK)
    ok("retrieve_agentic", asked(llm_config=of(enough)))
    [call] = enough.calls
    assert (call.body["model"], call.schema) == ("test/model", SHAPE)
    assert authorization(call) == f"Bearer {KEY}"
    assert "Miso" in str(call.body["messages"])


def test_groups_and_members(ok: Ok, tell: Any, enough: FakeOpenAI) -> None:
    tell("team", *TALK)
    for who, count in (
        ({"group_id": "team"}, 1),
        ({"user_id": "carol"}, 0),
        ({"user_id": "carol", "group_id": "team"}, 0),
    ):
        body = {"query": "cat", "llm_config": of(enough), **who}
        assert ok("retrieve_agentic", body)["count"] == count
    [memory] = ok("retrieve_agentic", {"query": "cat", "group_id": "team", "llm_config": of(enough)})[
        "memories"
    ]
    assert (memory["user_id"], memory["group_id"]) == (None, "team")


def test_top_k_and_the_window(ok: Ok, tell: Any, enough: FakeOpenAI) -> None:
    tell(None, ("alice", "I adopted a cat."))
    tell(None, ("alice", "My cat sleeps."), day=3)
    config = of(enough)
    assert ok("retrieve_agentic", asked(llm_config=config))["count"] == 2
    assert ok("retrieve_agentic", asked(llm_config=config, top_k=1))["count"] == 1
    assert ok("retrieve_agentic", asked(llm_config=config, time_range_days=8))["count"] == 1
    assert ok("retrieve_agentic", asked(llm_config=config, time_range_days=1))["count"] == 0


def test_the_servers_own_model(ok: Ok, model: FakeOpenAI) -> None:
    for config in (None, {}, {"model": "other"}, {"api_key": None}):
        ok("retrieve_agentic", asked(llm_config=config))
    ok("retrieve_agentic", asked())
    assert {authorization(call) for call in model.calls} == {"Bearer own"}
    assert {call.body["model"] for call in model.calls} == {"m"}


def test_no_key_at_all(refusal: Refusal) -> None:
    for config in (None, {}, {"base_url": "http://127.0.0.1:9"}, {"model": "m"}):
        message = refusal("retrieve_agentic", asked(llm_config=config))
        assert "api_key" in message
        assert "retrieve_lightweight works without" in message


def test_the_servers_key_does_not_go_with_the_clients_address(refusal: Refusal, model: FakeOpenAI) -> None:
    refusal("retrieve_agentic", asked(llm_config={"base_url": model.url}))
    assert model.calls == []


@pytest.mark.parametrize("name", ["OPENROUTER_API_KEY", "OPENAI_API_KEY"])
def test_a_key_of_the_environment(db: None, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "sk-of-the-environment")
    home, model = requested_model.ENVIRONMENT[name]
    for named in (None, home, f"{home}/"):
        chosen = requested_model._settings(ModelConfig(base_url=named))
        assert chosen is not None
        assert (chosen.base_url, chosen.model) == (home, model)
        assert chosen.api_key.get_secret_value() == "sk-of-the-environment"


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_a_key_of_the_environment_stays_at_home(
    refusal: Refusal, enough: FakeOpenAI, settings: Any, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    change_settings(settings, "api", host=host)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    assert "api_key" in refusal("retrieve_agentic", asked(llm_config={"base_url": enough.url}))
    assert enough.calls == []


def test_where_the_defaults_lead(db: None) -> None:
    from pydantic import SecretStr

    chosen = requested_model._settings(ModelConfig(SecretStr(KEY)))
    assert chosen is not None
    assert (chosen.base_url, chosen.model) == ("https://openrouter.ai/api/v1", "qwen/qwen3-235b-a22b-2507")
    assert KEY not in repr(chosen)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_only_public_addresses_are_called_unless_a_setting_names_them(
    refusal: Refusal, enough: FakeOpenAI, settings: Any, host: str
) -> None:
    change_settings(settings, "api", host=host)
    change_settings(settings, "llm", request_base_urls=["http://127.0.0.1:9/v1"], max_retries=0)
    assert "public internet" in refusal("retrieve_agentic", asked(llm_config=of(enough)))
    assert enough.calls == []


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.org",
        "example.org",
        "http://",
        "http://a:b@example.org",
        "https://example.org/v1?x=",
        "https://example.org/v1#x",
        "http://[::",
    ],
)
def test_addresses_that_are_none(refusal: Refusal, url: str) -> None:
    assert "base_url" in refusal("retrieve_agentic", asked(llm_config={"api_key": KEY, "base_url": url}))


@pytest.mark.parametrize("fault", [Status(401), Status(404), Status(429), Status(500)])
def test_a_model_that_fails_is_a_500(call: Call, enough: FakeOpenAI, settings: Any, fault: Status) -> None:
    change_settings(settings, "llm", max_retries=0)
    enough.fail_always(fault)
    response = call("retrieve_agentic", asked(llm_config=of(enough)))
    assert response.status_code == 500
    failure = response.json()
    assert (failure["status"], failure["code"]) == ("failed", "INTERNAL_SERVER_ERROR")
    assert str(fault.code) in failure["message"]
    assert KEY not in str(failure)
    assert "EVEROS_LLM" not in failure["message"]
    if fault.code == 401:
        assert "llm_config.api_key" in failure["message"]


def test_a_failure_of_the_clients_model_is_none_of_the_server(
    call: Call, enough: FakeOpenAI, settings: Any
) -> None:
    change_settings(settings, "llm", max_retries=0)
    enough.fail_always(Status(500))
    call("retrieve_agentic", asked(llm_config=of(enough)))
    assert Client().get("/health").json()["providers"]["language_model"]["last_answer"] == "never"


def test_calls_are_counted_under_one_name(ok: Ok, enough: FakeOpenAI) -> None:
    for number in range(3):
        ok("retrieve_agentic", asked(llm_config=of(enough, model=f"model-{number}")))
    row = ModelCall.objects.get(purpose="agentic")
    assert (row.calls, row.model) == (3, budget.OF_REQUEST)


@pytest.mark.parametrize("query", [None, "", "  ", 5])
def test_a_query_is_needed(refusal: Refusal, query: Any) -> None:
    assert refusal("retrieve_agentic", asked(query=query)).startswith("query: ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("top_k", 0),
        ("top_k", 101),
        ("time_range_days", 0),
        ("user_id", ""),
        ("group_id", 5),
        ("llm_config", "x"),
        ("llm_config", []),
        ("llm_config", {"api_key": 5}),
        ("llm_config", {"api_key": "a\nb"}),
        ("llm_config", {"model": ""}),
        ("llm_config", {"base_url": 5}),
    ],
)
def test_malformed(refusal: Refusal, name: str, value: Any) -> None:
    assert refusal("retrieve_agentic", asked(**{name: value})).startswith(name)
