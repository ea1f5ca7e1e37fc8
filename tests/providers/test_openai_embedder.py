"""An embeddings endpoint on loopback, as it should be and as it is at times."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from memory.errors import ModelMisconfigured, ModelUnavailable
from memory.models import ModelCall
from memory.providers.openai_embedder import OpenAIEmbedder
from tests.fakes.openai_server import FakeOpenAI, Hang
from tests.providers.conftest import NO_COUNTS, Script, error, json_response, requests_of, vectors

pytestmark = pytest.mark.django_db
New = Callable[..., OpenAIEmbedder]


def test_vectors_are_normalised_and_in_the_order_of_the_texts(
    answers_in_turn: Script, new_embedder: New
) -> None:
    answers_in_turn(vectors([0, 5], [3, 4], order=[1, 0]))
    result = new_embedder().embed_passages(["a", "b"])
    np.testing.assert_allclose(result, np.array([[0.6, 0.8], [0.0, 1.0]]), atol=1e-6)
    assert result.dtype == np.float32


def test_texts_go_out_in_batches_with_their_role(
    answers_in_turn: Script, new_embedder: New, httpserver: HTTPServer
) -> None:
    answers_in_turn(vectors([1, 0], [1, 0]), vectors([1, 0]), vectors([1, 0]))
    embedder = new_embedder(batch_size=2, query_prefix="query: ", passage_prefix="passage: ")
    embedder.embed_passages(["a", "b", "c"])
    embedder.embed_query("q")
    sent = [request["input"] for request in requests_of(httpserver)]
    assert sent == [["passage: a", "passage: b"], ["passage: c"], ["query: q"]]


def test_odd_texts_are_sent_in_a_form_that_endpoints_take(
    answers_in_turn: Script, new_embedder: New, httpserver: HTTPServer
) -> None:
    answers_in_turn(vectors(*[[1, 0]] * 4))
    new_embedder().embed_passages(["", "  \n", "a\x00b\ud83d", "x" * 1_000_000])
    empty, blank, odd, long = requests_of(httpserver)[0]["input"]
    assert empty.strip()
    assert blank.strip()
    assert odd == "a b\ufffd"
    assert len(long) < 30_000


def test_the_length_is_asked_for_and_found_out_once(
    answers_in_turn: Script, new_embedder: New, httpserver: HTTPServer
) -> None:
    embedder = new_embedder(dimensions=None)
    assert requests_of(httpserver) == []
    answers_in_turn(vectors([1, 0, 0]))
    assert embedder.dimensions == 3
    assert embedder.fingerprint == "openai:e1:3"
    assert len(requests_of(httpserver)) == 1


def test_the_fingerprint_needs_no_call_when_the_length_is_configured(new_embedder: New) -> None:
    assert new_embedder(dimensions=256).fingerprint == "openai:e1:256"


def test_another_role_for_passages_is_another_fingerprint(new_embedder: New) -> None:
    fingerprints = {new_embedder(passage_prefix=prefix).fingerprint for prefix in ("", "passage: ", "doc: ")}
    assert len(fingerprints) == 3
    assert new_embedder(query_prefix="query: ").fingerprint in fingerprints


def test_a_model_of_one_length_that_refuses_to_be_asked_for_it(
    answers_in_turn: Script, new_embedder: New, httpserver: HTTPServer
) -> None:
    answers_in_turn(
        error(400, message="model does not support matryoshka representation"),
        vectors([1, 0]),
        vectors([1, 0]),
    )
    embedder = new_embedder(dimensions=2)
    embedder.embed_query("a")
    embedder.embed_query("b")
    assert ["dimensions" in request for request in requests_of(httpserver)] == [True, False, False]


def test_another_length_than_configured_is_said(answers_in_turn: Script, new_embedder: New) -> None:
    answers_in_turn(vectors([1, 0, 0]))
    with pytest.raises(
        ModelMisconfigured, match=r"3 numbers, not of 2: correct EVEROS_EMBEDDING__DIMENSIONS"
    ):
        new_embedder().embed_query("a")


@pytest.mark.parametrize("usage", NO_COUNTS)
def test_a_senseless_count_of_tokens_costs_no_vector(
    answers_in_turn: Script, new_embedder: New, usage: Any
) -> None:
    answers_in_turn(json_response({"data": [{"index": 0, "embedding": [3, 4]}], "usage": usage}))
    assert new_embedder().embed_passages(["a word"])[0].tolist() == pytest.approx([0.6, 0.8])
    assert 0 < ModelCall.objects.get().prompt_tokens < 5


@pytest.mark.parametrize(
    "answer",
    [
        vectors([1, 0]),
        vectors([1, 0], [1, 0], [1, 0]),
        vectors([1, 0], [1, 0], order=[0, 0]),
        vectors([1, 0], [1]),
        vectors([], []),
        vectors([1, 0], [float("nan"), 1]),
        vectors([1, 0], [float("inf"), 1]),
        vectors([1, 0], [1e300, 1e300]),
        vectors([1, 0], [0, 0]),
        vectors([1, 0], None),
        vectors([1, 0], ["a", "b"]),
        json_response({"data": None}),
        json_response([]),
        json_response({"error": {"message": "overloaded"}}),
        Response("<html>welcome</html>", content_type="text/html"),
        Response(b"\xff\xfe\x00", content_type="application/json"),
        Response('{"data": [{"ind', content_type="application/json"),
        Response("", content_type="application/json"),
    ],
    ids=[
        "too few", "too many", "wrongly numbered", "ragged", "empty vectors", "nan", "infinity", "overflow", "zeros",
        "null", "words", "null data", "a list", "an error with 200", "html", "bytes", "half a body", "no body",
    ],
)  # fmt: skip
def test_an_unusable_answer_is_refused(answers_in_turn: Script, new_embedder: New, answer: Response) -> None:
    answers_in_turn(answer)
    with pytest.raises(ModelUnavailable, match="check EVEROS_EMBEDDING__BASE_URL"):
        new_embedder().embed_passages(["a", "b"])


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_passing_trouble_is_tried_again(answers_in_turn: Script, new_embedder: New, status: int) -> None:
    answers_in_turn(error(status), error(status), vectors([1, 0]))
    assert new_embedder().embed_query("a").shape == (2,)


def test_a_lasting_trouble_is_given_up(
    answers_in_turn: Script, new_embedder: New, httpserver: HTTPServer
) -> None:
    answers_in_turn(*[error(500)] * 9)
    with pytest.raises(ModelUnavailable, match="answered 500"):
        new_embedder().embed_query("a")
    assert len(requests_of(httpserver)) == 3


def test_a_text_that_is_too_long_for_the_model_does_not_hold_up_its_neighbours(
    httpserver: HTTPServer, new_embedder: New
) -> None:
    def short_sighted(request: Request) -> Response:
        texts = request.get_json()["input"]
        if any(len(text) > 1000 for text in texts):
            return error(413)
        return vectors(*[[1, len(text)] for text in texts])

    httpserver.expect_request("/v1/embeddings").respond_with_handler(short_sighted)
    one, long, three = new_embedder().embed_passages(["a", "two " * 2000, "abc"])
    assert one[1] / one[0] == pytest.approx(1)
    assert three[1] / three[0] == pytest.approx(3)
    assert long[1] / long[0] == pytest.approx(1000)  # its head


def test_an_endpoint_that_hangs_is_left(new_embedder: New, fake_llm: FakeOpenAI) -> None:
    fake_llm.fail_always(Hang())
    with pytest.raises(ModelUnavailable, match=r"did not answer within 0\.5 s"):
        new_embedder(base_url=fake_llm.url, timeout_seconds=0.5).embed_query("a")


def test_no_texts_make_no_call(new_embedder: New, httpserver: HTTPServer) -> None:
    assert new_embedder().embed_passages([]).shape == (0, 2)
    assert requests_of(httpserver) == []


def test_similarity_is_the_cosine_without_its_negative_half(new_embedder: New) -> None:
    np.testing.assert_array_equal(
        new_embedder().similarity(np.array([-0.5, 0.0, 0.3, 1.0001])), [0, 0, 0.3, 1]
    )
