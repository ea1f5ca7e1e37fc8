"""A message of a conversation of which some files are already written, and others could not be."""

from pathlib import Path

from django.utils import timezone

from memory.ingest import retry
from memory.models import MemCell
from tests.forgetting.conftest import NOON_MS, Service


def test_its_words_go_from_the_files_that_are_written(service: Service, tmp_path: Path) -> None:
    link = service.root / "default_app/default_project/users/bob"
    link.parent.mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    link.symlink_to(tmp_path / "elsewhere")  # memories are not written through links
    said = {"role": "user", "timestamp": NOON_MS}
    ill = {**said, "message_id": "m1", "sender_id": "alice", "content": "I have had sarcoidosis since May."}
    bike = {**said, "message_id": "m2", "sender_id": "alice", "content": "I sold my old motorbike."}
    oslo = {**said, "message_id": "m3", "sender_id": "bob", "content": "I live in Oslo."}
    service.ok("add", {"session_id": "s", "messages": [ill, bike, oslo]})
    assert service.post("flush", {"session_id": "s"}).status_code == 503
    service.settle()
    assert "sarcoidosis" in str(service.listed("episode"))
    service.forget(id="m1")
    assert service.places_of("sarcoidosis") == []
    link.unlink()
    MemCell.objects.update(available_at=timezone.now())
    assert retry.retry_pending() == 1
    service.settle()
    assert service.places_of("sarcoidosis") == []
    for owner in ("alice", "bob"):
        [episode] = service.listed("episode", user_id=owner)
        assert "motorbike" in str(episode)
        assert "Oslo" in str(episode)
