"""Several processes, threads and people at one file."""

import ctypes
import errno
import itertools
import os
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path, PurePosixPath

import pytest

from memory.coordination import locks
from memory.errors import LockLost, LockTimeout
from memory.kinds.episode import EPISODE
from memory.kinds.profile import PROFILE
from memory.markdown import files, store
from memory.markdown.files import FileChanged, read_snapshot, remove_file, replace_file
from memory.markdown.root import current_root
from memory.scope import Scope
from tests.conftest import Lost
from tests.markdown.conftest import ALICE, DAY, SCOPE, episode

REPOSITORY = Path(__file__).parents[2]
# tests/postgresql has the same for locks that are rows.
KERNELS_LOCKS = pytest.mark.skipif("TEST_DATABASE_URL" in os.environ, reason="these locks are files")


def start_writer(root: Path, name: str, appends: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.markdown.writer", str(root), name, str(appends)]
    return subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)


@KERNELS_LOCKS
def test_processes_and_threads_lose_and_double_nothing(root, log):
    writers = [start_writer(root, name, 30) for name in ("one", "two", "one")]  # two of them send the same
    answers = [writer.communicate(timeout=120)[0].split("\n")[:-1] for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert answers[0] == answers[2]
    document = store.read(log)
    assert document.problems == []
    stored = [f"{entry.values['parent_id']} {entry.id}" for entry in document.entries]
    assert Counter(stored) == Counter(answers[0] + answers[1])
    assert [entry.id for entry in document.entries] == [f"ep_20261121_{n:08d}" for n in range(1, 61)]
    assert document.frontmatter["entry_count"] == 60
    assert list((root / ".tmp").iterdir()) == []


def save_by_rename(path: Path, text: str) -> None:
    temporary = path.with_suffix(".swp")
    temporary.write_text(text)
    os.replace(temporary, path)


def save_in_place(path: Path, text: str) -> None:
    path.write_text(text)


@pytest.mark.parametrize("save", [save_by_rename, save_in_place])
def test_an_edit_that_comes_between_is_kept(root, log, log_file, save):
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode("one")])
    old = read_snapshot(log_file)
    save(log_file, log_file.read_text().replace("one", "edited by hand"))
    with pytest.raises(FileChanged) as changed:
        replace_file(current_root(), log, [b"from what was read before"], old)
    assert b"edited by hand" in (changed.value.current.data or b"")
    assert "edited by hand" in log_file.read_text()
    assert list((root / ".tmp").iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot exchange files")
def test_a_save_at_the_very_moment_of_a_write_is_kept(root, log, log_file, monkeypatch):
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode("one")])
    opened, edits, exchange = log_file.read_text(), iter(["edited", "edited twice"]), files.exchange

    def late(*paths: Path) -> bool:
        """The second save comes while the first is being put back into its place."""
        for edit in itertools.islice(edits, 1):
            save_by_rename(log_file, opened.replace("one", edit))
        return exchange(*paths)

    monkeypatch.setattr(files, "exchange", late)
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_2", [episode("two")])
    assert [entry.values["content"] for entry in store.read(log).entries] == ["edited twice", "two"]
    assert list((root / ".tmp").iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot tell whether a name is free")
def test_a_file_that_somebody_makes_at_that_moment_is_kept(root, log, log_file, monkeypatch):
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode("one")])
    text = log_file.read_text()
    log_file.unlink()
    rename = files.rename_to_free_name

    def late(*paths: Path) -> bool:
        save_by_rename(log_file, text)
        return rename(*paths)

    monkeypatch.setattr(files, "rename_to_free_name", late)
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_2", [episode("two")])
    assert [entry.values["content"] for entry in store.read(log).entries] == ["one", "two"]


def test_a_file_that_is_saved_while_it_is_removed_stays(root, log, log_file, monkeypatch):
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode("one")])
    old, rename = read_snapshot(log_file), os.rename
    save_by_rename(log_file, "a newer version")

    def late(*paths: Path) -> None:
        rename(*paths)
        save_by_rename(log_file, "the newest version")

    monkeypatch.setattr(os, "rename", late)
    with pytest.raises(FileChanged):
        remove_file(current_root(), log, old)
    assert log_file.read_text() == "the newest version"
    assert list((root / ".tmp").iterdir()) == []


@pytest.mark.parametrize("reason", [errno.EINVAL, errno.ENOSYS, errno.EPERM])
def test_a_file_system_that_cannot_exchange_files_replaces_them(root, log, monkeypatch, reason):
    def refuse(*_: object) -> int:
        ctypes.set_errno(reason)
        return -1

    monkeypatch.setattr(files, "_renameat2", refuse)
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode("one")])
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_2", [episode("two")])
    assert [entry.values["content"] for entry in store.read(log).entries] == ["one", "two"]


def test_a_truncated_file_is_given_time_to_be_written(log, log_file):
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode("one")])
    text = log_file.read_text()
    log_file.write_text("")
    saving = threading.Timer(0.05, log_file.write_text, [text.replace("one", "edited")])
    saving.start()
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_2", [episode("two")])
    saving.join()
    assert [entry.values["content"] for entry in store.read(log).entries] == ["edited", "two"]


@KERNELS_LOCKS
def test_a_lock_that_was_entered_twice_is_free_afterwards(root):
    with locks.held("twice"):
        with locks.held("twice"):
            pass
        with pytest.raises(LockTimeout):
            locks.process_lock("twice").acquire(0)
    again = locks.process_lock("twice")
    again.acquire(0)
    again.release()


@KERNELS_LOCKS
def test_a_lock_holds_across_processes(root, log):
    with locks.path_lock(log):
        writer = start_writer(root, "one", 1)
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(timeout=2)
    assert writer.communicate(timeout=60)[0] == "mc_one_0 ep_20261121_00000001\n"


def test_a_lock_that_is_held_too_long_times_out(root):
    held, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with locks.session_lock(SCOPE, "demo-1"):
            held.set()
            leave.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait()
    with pytest.raises(LockTimeout), locks.session_lock(SCOPE, "demo-1", timeout=0.01):
        pass
    with locks.session_lock(Scope("shop"), "demo-1"):
        pass  # another session
    leave.set()
    holder.join()
    with locks.session_lock(SCOPE, "demo-1"):
        pass


def test_one_thread_may_hold_two_names_of_one_stripe(root):
    names = [PurePosixPath(str(number)) for number in range(locks.STRIPES + 1)]
    with locks.path_lock(names[0]):
        for name in names[1:]:
            with locks.path_lock(name):
                pass


def test_who_has_lost_a_lock_changes_no_file(root, log, log_file):
    store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode()])
    path = store.write_document(PROFILE, SCOPE, ALICE, {"summary": "Alice plays."})
    before = log_file.read_bytes()
    with locks.under(Lost()):
        for change in (
            lambda: store.append(EPISODE, SCOPE, ALICE, DAY, "mc_2", [episode()]),
            lambda: store.delete_document(path),
        ):
            with pytest.raises(LockLost):
                change()
    assert log_file.read_bytes() == before
    assert current_root().absolute(path).exists()
    assert list((root / ".tmp").iterdir()) == []
