"""What strategies derive from a memory while it is being forgotten is forgotten, too."""

from typing import Any

import pytest
from django.utils import timezone

from memory.forgetting import removal, work
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.markdown import store
from memory.models import Forgetting
from ome.engine.worker import drain as derive
from tests.forgetting.conftest import Service

TEXT = "I have had sarcoidosis for a year."


def test_by_a_run_that_began_before(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """The note and its episode are removed when the run has written the episode, but not yet the facts."""
    put_children = store.put_children
    statuses: list[int] = []

    def put_and_interrupt(kind: Any, scope: Any, owner: Any, day: Any, parent_id: str, drafts: Any) -> Any:
        if kind is ATOMIC_FACT and drafts and not statuses:
            statuses.append(service.http.delete(f"/memories/{note['id']}").status_code)
        return put_children(kind, scope, owner, day, parent_id, drafts)

    monkeypatch.setattr(store, "put_children", put_and_interrupt)
    added = service.http.post(
        "/memories",
        {"messages": [{"role": "user", "content": TEXT}], "user_id": "alice", "infer": False},
        content_type="application/json",
    )
    [note] = added.json()["results"]
    service.settle()
    assert statuses == [200]
    Forgetting.objects.update(available_at=timezone.now())
    assert work.resume() == 1
    service.settle()
    assert service.listed("atomic_fact") == []
    assert service.places_of("sarcoidosis") == []


def test_by_a_run_between_the_search_and_the_removal(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove = removal.remove
    monkeypatch.setattr(removal, "remove", lambda *order: (derive(), remove(*order)))
    service.say("illness", ("alice", TEXT))
    service.ok("flush", {"session_id": "illness"})
    receipt = service.receipt(service.forget(session_id="illness")["receipt_id"])
    assert receipt["counts"].keys() == {"episode", "atomic_fact"}
    assert {memory["hash"] is None for memory in receipt["memories"]} == {False}
    assert service.places_of("sarcoidosis") == []


@pytest.mark.parametrize("odd", ["ep_20259999_00000001", "ep_of_mine", "ep_20250528_1"])
@pytest.mark.parametrize("named", [{"session_id": "illness"}, {"user_id": "alice"}])
def test_of_an_episode_whose_id_names_no_day(service: Service, odd: str, named: dict[str, str]) -> None:
    """A person has written the id by hand."""
    service.remember("illness", ("alice", TEXT))
    [file] = service.root.rglob("episode-*.md")
    file.write_text(file.read_text().replace("ep_20250528_00000001", odd))
    service.settle()
    service.forget(**named)
    assert service.places_of("sarcoidosis") == []
