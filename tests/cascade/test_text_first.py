"""New memories are found by word before they can be found by meaning."""

import threading
from datetime import date, timedelta

import pytest
from django.db import connections
from django.utils import timezone

from cascade import batch, queue, status
from cascade.drain import drain, index_texts, index_texts_first
from cascade.models import MdChangeState
from memory.coordination.locks import write_gate
from memory.errors import IndexUnavailable
from memory.index import handles
from memory.kinds.episode import EPISODE
from memory.retrieval.search import search
from memory.retrieval.types import Hit, Method, SearchRequest
from memory.scope import Owner, user
from tests.cascade.conftest import (
    ALICE,
    FILE,
    HERE,
    absolute,
    change,
    embedded_texts,
    indexed,
    row,
    table,
    tell,
)
from tests.conftest import change_settings
from tests.fakes.openai_server import Hang, Status
from tests.retrieval.library import keep


def found(query: str, method: Method, owner: Owner = ALICE) -> list[Hit]:
    request = SearchRequest(
        HERE, owner, query, method, top_k=5, radius=None, include_profile=False, filters=None
    )
    return search(request).hits["episode"]


def drain_and_close() -> None:
    drain()
    connections.close_all()


def texts_and_close() -> None:
    index_texts()
    connections.close_all()


def test_a_dead_embedder_does_not_hide_new_memories_from_keyword_search(root, endpoint):
    endpoint.fail_always(Status(500))
    [entry] = tell("The climbing rope hangs in the cellar.")

    drain()

    assert [hit.entry_id for hit in found("rope", "keyword")] == [entry]
    assert change().status == MdChangeState.Status.PENDING


def test_what_another_process_has_indexed_is_found_as_soon_as_it_is_done(root, settings, monkeypatch):
    monkeypatch.setattr(handles, "READ_CONSISTENCY", timedelta(hours=1))
    change_settings(settings, "broker", url="redis://127.0.0.1:1/0")
    tell("The climbing rope hangs in the cellar.")
    drain()
    assert found("rope", "keyword")
    [entry] = tell("The bicycle stands in the yard.")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(handles, "_open", {})
        drain()

    assert [hit.entry_id for hit in found("bicycle", "keyword")] == [entry]


def test_few_texts_are_committed_together_with_their_vectors(root):
    tell("The climbing rope hangs in the cellar.")
    drain()
    before = table().seen.version
    tell("The bicycle stands in the yard.", owner="bob")
    index_texts_first()
    assert table().seen.version == before
    assert found("bicycle", "keyword", user("bob"))  # it is read from the file
    drain()
    assert table().seen.version == before + 1


def test_many_texts_come_first(root):
    owners = [f"owner-{number}" for number in range(queue.FILES_A_SEARCH_READS + 1)]
    for owner in owners:
        tell("The climbing rope hangs in the cellar.", owner=owner)
    index_texts_first()
    assert table().count() == len(owners)
    assert not queue.claim_for_texts(1, [EPISODE.name])


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


def test_a_memory_that_is_taken_back_before_its_vectors_are_there(root, endpoint):
    tell("The climbing rope hangs in the cellar.")
    drain()
    before = absolute().read_bytes()
    endpoint.fail_always(Status(500))
    tell("The bicycle stands in the yard.")
    drain()
    assert table().count() == 2
    absolute().write_bytes(before)
    MdChangeState.objects.update(available_at=timezone.now())
    endpoint.recover()
    drain()
    assert change().status == "done"
    assert table().count() == 1


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


@pytest.mark.django_db(transaction=True)
def test_a_table_that_changes_meanwhile_hides_nothing(root):
    """The memories were compared with the table, and somebody else writes before they do."""
    keep("episode", ALICE, {"content": "The climbing rope hangs in the cellar."})
    tell("The bicycle stands in the yard.", owner="bob")
    with write_gate(EPISODE.name):
        worker = threading.Thread(target=texts_and_close)
        worker.start()
        worker.join(1)  # it has compared, and waits for its turn
        keep("episode", ALICE, {"content": "The cat sleeps on the roof."})
    worker.join()

    assert found("bicycle", "keyword", user("bob"))


def test_the_longest_waiting_text_is_found_first_and_the_latest_change_embedded_first(root):
    for owner in ("bob", "carol"):
        tell("The climbing rope hangs in the cellar.", owner=owner)
    kinds = [EPISODE.name]

    assert queue.claim_for_vectors(1, kinds) == []
    [first] = queue.claim_for_texts(1, kinds)
    assert "/bob/" in first.path
    queue.release([first])
    assert index_texts() == 2
    assert queue.claim_for_texts(1, kinds) == []
    [latest] = queue.claim_for_vectors(1, kinds)
    assert "/carol/" in latest.path


def test_a_file_that_changes_again_waits_again(root):
    tell("The climbing rope hangs in the cellar.")
    index_texts()
    tell("The bicycle stands in the yard.")

    assert len(queue.claim_for_texts(1, [EPISODE.name])) == 1


def test_texts_that_cannot_be_indexed_keep_no_others_waiting(root, monkeypatch):
    """One that breaks the comparison is left to a drain, which tries it alone."""
    for owner in ("bob", "carol"):
        tell("The climbing rope hangs in the cellar.", owner=owner)
    compare = batch.compare_files

    def breaks_on_bob(table, files):
        if any("/bob/" in file.path for file in files):
            raise ValueError("made up")
        return compare(table, files)

    monkeypatch.setattr(batch, "compare_files", breaks_on_bob)
    index_texts()
    queue.retry_failed()
    MdChangeState.objects.update(available_at=timezone.now())
    drain()

    assert found("rope", "keyword", user("carol"))
    assert "made up" in MdChangeState.objects.get(path__contains="/bob/").error


def test_a_large_file_is_embedded_in_parts_each_text_once(root, endpoint, monkeypatch):
    monkeypatch.setattr(batch, "CHUNKS_AT_ONCE", 20)
    texts = [f"The rope number {number} hangs in the cellar." for number in range(50)]
    entries = tell(*texts)
    drain(limit=1)
    vectors = [not row(entry).content_sha256.startswith("text:") for entry in entries]
    assert 20 <= sum(vectors) < 50
    assert (change().status, change().attempts, change().lease_until) == ("pending", 0, None)
    assert found("number 49", "keyword")
    drain()
    assert change().status == MdChangeState.Status.DONE
    assert not any(row(entry).content_sha256.startswith("text:") for entry in entries)
    embedded = [text for text in embedded_texts(endpoint) if "rope" in text]
    assert len(embedded) == len(set(embedded))


def test_a_large_file_does_not_hold_up_small_ones_and_goes_on_beside_them(root, endpoint, monkeypatch):
    monkeypatch.setattr(batch, "CHUNKS_AT_ONCE", 150)
    tell("The ladder stands in the yard.", owner="bob")
    entries = tell(*(f"The rope number {number} hangs in the cellar." for number in range(200)))
    drain(limit=2)
    assert MdChangeState.objects.get(path__contains="/bob/").status == "done"
    embedded = [text for text in embedded_texts(endpoint) if "rope" in text]
    assert 0 < len(embedded) <= 50
    drain()
    assert change().status == "done"
    assert not any(row(entry).content_sha256.startswith("text:") for entry in entries)


def test_what_was_at_hand_when_a_process_died_does_not_wait_for_all_that_comes_later(root, settings):
    change_settings(settings, "cascade", batch_files=1)
    tell("The climbing rope hangs in the cellar.")
    assert queue.claim(1)
    queue.release_claims()
    for owner in ("bob", "carol", "dave"):
        tell("The bicycle stands in the yard.", owner=owner)
    drain(limit=2)
    assert (change().status, change().deaths) == ("done", 0)


def test_texts_that_can_be_found_by_word_are_embedded_once(root, endpoint):
    tell("The climbing rope hangs in the cellar.")
    index_texts()
    drain()
    assert len(embedded_texts(endpoint)) == 1


def test_what_is_taken_out_during_the_work_and_put_back_is_indexed(root, monkeypatch):
    [entry] = tell("The climbing rope hangs in the cellar.")
    whole, prepare = absolute().read_text(), batch.prepare

    def take_out(*order, **options):
        absolute().write_text("".join(whole.partition("<!-- entry")[:1]))
        queue.enqueue([FILE])
        return prepare(*order, **options)

    with monkeypatch.context() as patch:
        patch.setattr(batch, "prepare", take_out)
        drain(limit=1)
    assert indexed() == {}
    absolute().write_text(whole)
    queue.enqueue([FILE])
    drain()
    assert indexed() == {str(FILE): [entry]}


def test_texts_that_wait_long_are_told(root):
    tell("The climbing rope hangs in the cellar.")
    MdChangeState.objects.update(enqueued_at=timezone.now() - timedelta(seconds=40))
    state = status.status(of_server=False)

    assert (state["queue"]["texts_pending"], state["queue"]["oldest_text_seconds"] > 39) == (1, True)
    drain()
    assert status.status(of_server=False)["queue"]["texts_pending"] == 0


def test_a_file_that_changes_all_the_time_is_not_late(root):
    tell("The climbing rope hangs in the cellar.")
    index_texts()
    MdChangeState.objects.update(enqueued_at=timezone.now() - timedelta(seconds=40))
    tell("The bicycle stands in the yard.")
    state = status.status(of_server=False)
    assert (state["queue"]["texts_pending"], state["queue"]["oldest_text_seconds"] < 30) == (1, True)
    MdChangeState.objects.update(available_at=timezone.now() - timedelta(seconds=40))
    assert status.status(of_server=False)["queue"]["oldest_text_seconds"] > 39


def test_texts_that_failed_once_do_not_wait_for_the_vectors_of_later_ones(root, monkeypatch):
    [entry] = tell("The climbing rope hangs in the cellar.", owner="bob")
    with monkeypatch.context() as patch:
        patch.setattr(batch, "compare_files", raises_index_unavailable)
        index_texts()
    for owner in ("carol", "dave", "erin"):
        tell("The bicycle stands in the yard.", owner=owner)
    MdChangeState.objects.update(available_at=timezone.now())
    drain(limit=1)

    assert MdChangeState.objects.get(path__contains="/bob/").status == MdChangeState.Status.DONE
    assert [hit.entry_id for hit in found("rope", "keyword", user("bob"))] == [entry]


def raises_index_unavailable(*_: object) -> None:
    raise IndexUnavailable
