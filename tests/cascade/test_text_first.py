"""New memories are found by word before they can be found by meaning."""

import threading
from datetime import date

import pytest
from django.db import connections

from cascade import queue
from cascade.drain import drain, index_texts
from cascade.models import MdChangeState
from memory.retrieval.search import search
from memory.retrieval.types import Hit, Method, SearchRequest
from memory.scope import Owner, user
from tests.cascade.conftest import ALICE, HERE, change, row, tell
from tests.fakes.openai_server import Hang, Status


def found(query: str, method: Method, owner: Owner = ALICE) -> list[Hit]:
    request = SearchRequest(
        HERE, owner, query, method, top_k=5, radius=None, include_profile=False, filters=None
    )
    return search(request).hits["episode"]


def drain_and_close() -> None:
    drain()
    connections.close_all()


def test_a_dead_embedder_does_not_hide_new_memories_from_keyword_search(root, endpoint):
    endpoint.fail_always(Status(500))
    [entry] = tell("The climbing rope hangs in the cellar.")

    drain()

    assert [hit.entry_id for hit in found("rope", "keyword")] == [entry]
    assert change().status == MdChangeState.Status.PENDING


def test_until_then_a_hybrid_search_ranks_them_by_their_words(root, endpoint):
    embedded, *_ = tell("The bicycle stands in the yard.", "The cat sleeps on the roof.")
    drain()
    endpoint.fail_always(Status(500))
    [waiting] = tell("The climbing rope hangs in the cellar.", day=date(2026, 11, 20))
    drain()
    endpoint.recover()

    assert found("climbing rope", "hybrid")[0].entry_id == waiting
    assert found("bicycle", "hybrid")[0].entry_id == embedded


def test_vectors_follow_when_the_embedder_is_back(root, endpoint):
    endpoint.fail_always(Status(500))
    [entry] = tell("The climbing rope hangs in the cellar.")
    drain()
    endpoint.recover()

    queue.enqueue([change().path])
    drain()

    assert change().status == MdChangeState.Status.DONE
    assert not row(entry).content_sha256.startswith("text:")
    assert [hit.entry_id for hit in found("The climbing rope hangs in the cellar.", "vector")] == [entry]


def test_a_long_memory_ends_with_its_vectors(root):
    [entry] = tell(" ".join(f"Sentence {number} is about the harbour of Valparaiso." for number in range(60)))

    drain()

    assert change().status == MdChangeState.Status.DONE
    assert not row(entry).content_sha256.startswith("text:")
    assert found("ships in Chile", "vector")[0].score > 0


@pytest.mark.django_db(transaction=True)
def test_what_comes_while_a_batch_is_embedded_does_not_wait_for_its_end(root, endpoint):
    tell("The climbing rope hangs in the cellar.")
    endpoint.fail(Hang())
    worker = threading.Thread(target=drain_and_close)
    worker.start()
    endpoint.wait_for_calls(1)

    tell("The bicycle stands in the yard.", owner="bob")
    index_texts()

    assert found("bicycle", "keyword", user("bob"))
    endpoint.recover()
    worker.join()
