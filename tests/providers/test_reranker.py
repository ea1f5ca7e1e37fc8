"""A reranking endpoint on loopback, in each of its dialects, as it should be and as it is at times."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from memory.errors import ModelMisconfigured, ModelUnavailable
from memory.models import ModelCall
from memory.providers import answers
from memory.providers.reranker import HttpReranker
from tests.fakes.openai_server import FakeOpenAI, Hang
from tests.providers.conftest import NO_COUNTS, Script, error, json_response, requests_of

pytestmark = pytest.mark.django_db
New = Callable[..., HttpReranker]


def ranked(*scores: Any, order: list[Any] | None = None, name: str = "relevance_score") -> Response:
    numbers = order or list(range(len(scores)))
    results = [{"index": index, name: score} for index, score in zip(numbers, scores, strict=True)]
    return json_response({"model": "r1", "results": results, "usage": {"total_tokens": 9}})


def test_scores_come_in_the_order_of_the_documents(
    answers_in_turn: Script, new_reranker: New, httpserver: HTTPServer
) -> None:
    answers_in_turn(ranked(0.9, 0.1, order=[1, 0]))
    np.testing.assert_array_equal(new_reranker().rerank("where?", ["a", "b"]), [0.1, 0.9])
    assert requests_of(httpserver) == [{"model": "r1", "query": "where?", "documents": ["a", "b"]}]


def test_the_other_names_of_the_same_things(answers_in_turn: Script, new_reranker: New) -> None:
    data = [{"index": 0, "score": 0.2}, {"index": 1, "score": 0.4}]
    answers_in_turn(json_response({"object": "list", "data": data}), ranked(0.2, 0.4, name="score"))
    for _ in range(2):
        np.testing.assert_array_equal(new_reranker().rerank("q", ["a", "b"]), [0.2, 0.4])


def test_deepinfra_is_asked_in_pairs(
    answers_in_turn: Script, new_reranker: New, httpserver: HTTPServer
) -> None:
    answers_in_turn(json_response({"scores": [0.3, 0.7], "input_tokens": 5}))
    reranker = new_reranker(base_url=httpserver.url_for("/inference"), model="Qwen/r1", api_key="k")
    np.testing.assert_array_equal(reranker.rerank("q", ["a", "b"]), [0.3, 0.7])
    assert requests_of(httpserver) == [{"queries": ["q", "q"], "documents": ["a", "b"]}]


def test_logits_become_probabilities_in_their_order(answers_in_turn: Script, new_reranker: New) -> None:
    answers_in_turn(ranked(-700.0, 0.0, 3.0, 700.0), ranked(0.5, 0.2))
    reranker = new_reranker()
    first = reranker.rerank("q", list("abcd"))
    assert ((first >= 0) & (first <= 1)).all()
    assert list(first) == sorted(first)
    second = reranker.rerank("q", list("ab"))  # of the same endpoint, so logits as well
    assert second[0] == pytest.approx(1 / (1 + np.exp(-0.5)))


def test_texts_are_bounded_in_number_and_length(
    answers_in_turn: Script, new_reranker: New, httpserver: HTTPServer
) -> None:
    answers_in_turn(ranked(*[0.5] * 100), ranked(*[0.5] * 5))
    texts = ["x" * 100_000, "", "a\x00b\ud83d", *["c"] * 102]
    assert len(new_reranker().rerank("q" * 100_000, texts)) == 105
    first, second = requests_of(httpserver)
    assert len(first["documents"][0]) == len(first["query"]) == 2000
    assert first["documents"][1:3] == [".", "a b\ufffd"]
    assert len(second["documents"]) == 5


def test_no_documents_make_no_call(new_reranker: New, httpserver: HTTPServer) -> None:
    assert len(new_reranker().rerank("q", [])) == 0
    assert requests_of(httpserver) == []


def test_calls_and_tokens_are_counted(answers_in_turn: Script, new_reranker: New) -> None:
    answers.forget()
    answers_in_turn(error(500), ranked(0.5))
    new_reranker().rerank("q", ["a"])
    account = ModelCall.objects.get(purpose="rerank", model="r1")
    assert (account.calls, account.failures, account.prompt_tokens) == (2, 1, 9)
    assert answers.last(answers.RERANKER).outcome == "ok"


@pytest.mark.parametrize("usage", NO_COUNTS)
def test_a_senseless_count_of_tokens_costs_no_score(
    answers_in_turn: Script, new_reranker: New, usage: Any
) -> None:
    answers_in_turn(json_response({"results": [{"index": 0, "score": 0.5}], "usage": usage}))
    assert new_reranker().rerank("q", ["a"]).tolist() == [0.5]
    assert 0 < ModelCall.objects.get().prompt_tokens < 5


@pytest.mark.parametrize(
    "answer",
    [
        ranked(0.5),
        ranked(0.5, 0.5, 0.5),
        ranked(0.5, 0.5, order=[0, 0]),
        ranked(0.5, 0.5, order=[1, 2]),
        ranked(0.5, 0.5, order=[-1, 0]),
        ranked(0.5, 0.5, order=["a", "b"]),
        ranked(0.5, None),
        ranked(0.5, float("nan")),
        ranked(0.5, float("inf")),
        json_response({"scores": [0.1, 0.2]}),
        json_response({"results": None}),
        json_response([]),
        Response("<html>welcome</html>", content_type="text/html"),
        Response(b"\xff\xfe\x00", content_type="application/json"),
        Response('{"results": [{"ind', content_type="application/json"),
        Response("", content_type="application/json"),
    ],
    ids=[
        "too few", "too many", "one twice", "beyond the end", "before the start", "words", "null", "nan", "infinity",
        "another dialect", "null results", "a list", "html", "bytes", "half a body", "no body",
    ],
)  # fmt: skip
def test_an_unusable_answer_is_refused(answers_in_turn: Script, new_reranker: New, answer: Response) -> None:
    answers_in_turn(answer)
    with pytest.raises(ModelUnavailable, match="check EVEROS_RERANK__BASE_URL"):
        new_reranker().rerank("q", ["a", "b"])
    assert answers.last(answers.RERANKER).outcome == "error"


def test_a_lasting_trouble_is_given_up(
    answers_in_turn: Script, new_reranker: New, httpserver: HTTPServer
) -> None:
    answers_in_turn(*[error(500)] * 9)
    with pytest.raises(ModelUnavailable, match="answered 500"):
        new_reranker(max_retries=2).rerank("q", ["a"])
    assert len(requests_of(httpserver)) == 3


def test_a_wrong_key_is_said_without_the_key(answers_in_turn: Script, new_reranker: New) -> None:
    answers_in_turn(error(401))
    with pytest.raises(ModelMisconfigured, match="EVEROS_RERANK__API_KEY") as refusal:
        new_reranker(api_key="sk-secret").rerank("q", ["a"])
    assert "sk-secret" not in str(refusal.value)


def test_an_endpoint_that_hangs_is_left(new_reranker: New, fake_llm: FakeOpenAI) -> None:
    fake_llm.fail_always(Hang())
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.5 s"):
        new_reranker(base_url=fake_llm.url, timeout_seconds=0.5).rerank("q", ["a"])
