"""Hand edits are seen at once."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from unittest.mock import Mock

import pytest
from django.db import OperationalError
from watchdog.observers.inotify_c import InotifyConstants, InotifyEvent, InotifyFD, WatchDescriptor

from cascade import scanner, watcher
from cascade.drain import drain
from cascade.models import MdChangeState
from memory.kinds.agent_skill import AGENT_SKILL
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import agent
from tests.cascade.conftest import FILE, FOLDER, HERE, change, edit, indexed, tell


def eventually(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    """Polls: what is awaited is a row that another thread writes."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def synchronised() -> bool:
    drain()
    return not MdChangeState.objects.exclude(status="done").exists()


@pytest.fixture
def watched(transactional_db: None, told) -> Iterator[None]:
    """Alice's file is indexed, and the watches are set up."""
    watching = watcher.start()
    canary = current_root().path / "canary_app" / "p" / "users" / "c" / "user.md"
    canary.parent.mkdir(parents=True)
    canary.write_text("---\nid: profile_c\n---\nhello\n")
    eventually(lambda: MdChangeState.objects.filter(path__startswith="canary").exists())
    yield
    watching.stop()


@pytest.fixture
def often_checked(monkeypatch):
    monkeypatch.setattr(watcher, "CHECK_SECONDS", 0.1)


def test_an_edit(watched, told):
    before = change().file_sha256
    edit(told, "red bicycle", "green tandem")
    eventually(lambda: synchronised() and change().file_sha256 != before)


def test_an_edit_while_the_database_is_locked(watched, told, monkeypatch):
    before, enqueue, failures = change().file_sha256, scanner.enqueue_changed, [OperationalError("locked")]

    def fail_once(paths):
        if failures:
            raise failures.pop()
        return enqueue(paths)

    monkeypatch.setattr(scanner, "enqueue_changed", fail_once)
    edit(told, "red bicycle", "green tandem")
    eventually(lambda: synchronised() and change().file_sha256 != before)


def test_a_mistake_with_one_change_does_not_end_it(watched, told, monkeypatch):
    with monkeypatch.context() as mistaken:
        mistake = Mock(side_effect=ValueError("a mistake"))
        mistaken.setattr(scanner, "enqueue_changed", mistake)
        told.write_bytes(told.read_bytes())
        eventually(lambda: mistake.called)
    test_an_edit(None, told)


def test_a_new_file_of_a_new_owner_in_a_new_app(watched, root, told):
    target = root / "shop" / "default_project" / "users" / "dora" / "episodes" / FILE.name
    target.parent.mkdir(parents=True)
    shutil.copy(told, target)
    eventually(lambda: synchronised() and len(indexed()) == 2)


def test_a_removed_file(watched, told):
    told.unlink()
    eventually(lambda: synchronised() and indexed() == {})


def test_a_renamed_owner(watched, told):
    owner = told.parent.parent
    owner.rename(owner.with_name("alicia"))
    eventually(lambda: synchronised() and list(indexed()) == [str(FILE).replace("alice", "alicia")])


def test_a_moved_in_and_a_removed_folder(watched, root, told):
    shutil.move(told.parents[4], root.with_name("outside"))
    eventually(lambda: synchronised() and indexed() == {})
    shutil.move(root.with_name("outside"), told.parents[4])
    eventually(lambda: synchronised() and list(indexed()) == [str(FILE)])


@pytest.mark.parametrize("remove", [shutil.rmtree, lambda app: app.rename(app.with_name("former"))])
def test_a_folder_that_was_removed_and_restored_is_watched(watched, told, tmp_path, remove):
    app = told.parents[4]
    shutil.copytree(app, tmp_path / "backup")
    remove(app)
    eventually(lambda: synchronised() and str(FILE) not in indexed())
    shutil.copytree(tmp_path / "backup", app)
    eventually(lambda: synchronised() and str(FILE) in indexed())
    test_an_edit(None, told)


def test_a_folder_that_was_exchanged_for_another_is_watched(watched, told, root):
    app = told.parents[4]
    shutil.copytree(app, root.with_name("next"))
    shutil.copytree(told.parents[1], root.with_name("next") / "default_project" / "users" / "dora")
    app.rename(root.with_name("former"))
    root.with_name("next").rename(app)
    eventually(lambda: synchronised() and len(indexed()) == 2)
    test_an_edit(None, told)


def test_a_root_that_was_exchanged_for_another_is_watched(often_checked, watched, told, root):
    shutil.copytree(root, root.with_name("next"), ignore=shutil.ignore_patterns(".tmp"))
    root.rename(root.with_name("former"))
    root.with_name("next").rename(root)
    told.touch()
    eventually(lambda: change().status == "pending")  # compared because all watches are new
    test_an_edit(None, told)


def test_our_own_writes_are_not_enqueued_twice(watched, told):
    tell("Alice sings.")
    drain()
    lsn = change().lsn
    tell("Bob sings.", owner="bob")
    told.with_name("notes.md").write_text("nobody's business")
    told.with_name("episode-2026-11-29.md").write_text("the last event")
    eventually(lambda: MdChangeState.objects.filter(path=str(FOLDER / "episode-2026-11-29.md")).exists())
    assert change().lsn <= lsn + 1  # at most once, when it was read within a tick of the clock


def test_events_that_the_system_dropped(watched, told, root, monkeypatch):
    """More happens at once than its queue holds: everything is watched and compared anew."""
    [reader] = [thread for thread in threading.enumerate() if isinstance(thread, InotifyFD)]
    dropped: list[InotifyEvent] = []
    with monkeypatch.context() as overflowing:
        overflowing.setattr(reader, "handle_event", dropped.append)
        edited = root.with_name("edited.md")
        edited.write_text(told.read_text().replace("red bicycle", "green tandem"))
        edited.replace(told)  # one event
        eventually(lambda: bool(dropped))
    assert change().status == "done"
    reader.handle_event(InotifyEvent(WatchDescriptor(-1), InotifyConstants.IN_Q_OVERFLOW, 0, b""))
    eventually(lambda: change().status == "pending")


def test_stopping_twice_is_harmless(root, transactional_db):
    watching = watcher.start()
    watching.stop()
    watching.stop()


def test_a_text_beside_a_skill(watched, root):
    skill = agent_skill(root)
    eventually(lambda: synchronised() and change(skill).file_sha256 != "")
    before = change(skill).file_sha256
    (root / skill).parent.joinpath("references").mkdir()
    (root / skill).parent.joinpath("references", "policy.md").write_text("Vouchers expire.")
    eventually(lambda: synchronised() and change(skill).file_sha256 != before)


def agent_skill(root) -> PurePosixPath:
    values = {"name": "refunds", "description": "How to give money back", "content": "Look it up."}
    return store.write_document(AGENT_SKILL, HERE, agent("atlas"), values, "refunds")
