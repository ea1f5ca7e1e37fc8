"""What an answer says of the files below the memory root, whatever the index knows."""

from pathlib import Path
from typing import Any

import pytest

from cascade.drain import drain
from cascade.scanner import scan
from tests.conftest import change_settings
from tests.contract.bodies import add, flush, get, message, search
from tests.contract.conftest import Post

EPISODES = "users/alice/episodes/episode-2025-05-28.md"
HOME = f"default_app/default_project/{EPISODES}"
HOUR = 3_600_000
SCOPES = [("default", "default"), ("shop", "default"), ("default", "north")]


def told(post: Post, *messages: dict[str, Any], **scope: str) -> str:
    return str(post("add", add(*messages, **scope)).json()["data"]["status"])


def flushed(post: Post, **scope: str) -> str:
    return str(post("flush", flush(**scope)).json()["data"]["status"])


def waiting(post: Post, **scope: str) -> int:
    body = search(filters={"session_id": "demo"}, **scope)
    return len(post("search", body).json()["data"]["unprocessed_messages"])


def test_what_a_flush_calls_extracted_is_on_disk(post: Post, root: Path) -> None:
    assert (told(post, message()), (root / HOME).exists()) == ("accumulated", False)
    assert flushed(post) == "extracted"
    assert "I love climbing." in (root / HOME).read_text()


def test_what_an_add_calls_extracted_is_on_disk_and_the_rest_waits(post: Post, root: Path) -> None:
    later = message(timestamp=message()["timestamp"] + HOUR, content="Good morning.")
    assert told(post, message(), later) == "extracted"
    assert "I love climbing." in (root / HOME).read_text()
    assert "Good morning." not in (root / HOME).read_text()
    assert waiting(post) == 1


def test_one_session_id_in_three_scopes_is_three_buffers(post: Post, root: Path) -> None:
    for app_id, project_id in SCOPES:
        told(post, message(), app_id=app_id, project_id=project_id)
    assert flushed(post) == "extracted"
    assert [waiting(post, app_id=app_id, project_id=project_id) for app_id, project_id in SCOPES] == [0, 1, 1]
    for app_id, project_id in SCOPES[1:]:
        assert flushed(post, app_id=app_id, project_id=project_id) == "extracted"
    folders = ["default_app/default_project", "default_app/north", "shop/default_project"]
    assert sorted(str(path.relative_to(root)) for path in root.rglob("episode-*.md")) == [
        f"{folder}/{EPISODES}" for folder in folders
    ]


def test_another_time_zone_moves_what_is_shown_and_no_byte(post: Post, root: Path, settings: Any) -> None:
    told(post, message())
    flushed(post)
    drain()
    before = (root / HOME).read_bytes()
    change_settings(settings, "memory", timezone="Asia/Shanghai")
    [episode] = post("get", get()).json()["data"]["episodes"]
    assert episode["timestamp"] == "2025-05-28T08:00:00+08:00"
    assert (root / HOME).read_bytes() == before


@pytest.mark.parametrize(("since", "count"), [("2025-05-28T08:00:00", 1), ("2025-05-28T08:00:01", 0)])
def test_a_time_without_an_offset_is_of_the_display_zone(
    post: Post, settings: Any, since: str, count: int
) -> None:
    told(post, message())
    flushed(post)
    drain()
    change_settings(settings, "memory", timezone="Asia/Shanghai")
    listed = post("get", get(filters={"timestamp": {"gte": since}})).json()["data"]
    assert listed["total_count"] == count


def test_an_edited_memory_was_updated_last(post: Post, root: Path) -> None:
    for hour, said in enumerate(["I love climbing.", "I bike to work."]):
        told(post, message(timestamp=message()["timestamp"] + hour * HOUR, content=said))
        flushed(post)
    drain()
    (root / HOME).write_text((root / HOME).read_text().replace("I love climbing.", "I love swimming."))
    scan()
    drain()
    for sort_by, last in (("timestamp", "bike"), ("updated_at", "swimming")):
        newest, _ = post("get", get(sort_by=sort_by)).json()["data"]["episodes"]
        assert last in newest["episode"]


def test_500_messages_are_one_request(post: Post) -> None:
    messages = [message(timestamp=message()["timestamp"] + n, content=f"{n}") for n in range(500)]
    response = post("add", add(*messages))
    assert (response.status_code, response.json()["data"]["message_count"]) == (200, 500)
