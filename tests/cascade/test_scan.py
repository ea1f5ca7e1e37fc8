"""The periodic scan: what nobody announced is found."""

import os
import shutil
import time
from pathlib import PurePosixPath

import pytest

from cascade import queue
from cascade.batch import index_new_texts
from cascade.drain import drain
from cascade.models import MdChangeState, ScanReport
from cascade.reading import stamp_of
from cascade.scanner import enqueue_changed, scan, scan_folder
from cascade.status import status
from memory.editing import find
from memory.kinds.episode import EPISODE
from tests.cascade.conftest import FILE, FOLDER, HERE, change, edit, indexed, row, settle, table, tell


def test_a_root_with_files_of_another_server(root):
    tell("Alice sings.")
    tell("Bob sings.", owner="bob")
    MdChangeState.objects.all().delete()
    assert scan() == 2
    drain()
    assert table().count() == 2


def test_nothing_new_is_nothing_to_do(told):
    assert scan() == 0


def test_a_removed_owner(told):
    tell("Bob sings.", owner="bob")
    drain()
    shutil.rmtree(told.parent.parent)
    scan()
    drain()
    assert [path.split("/")[3] for path in indexed()] == ["bob"]


def test_a_change_that_kept_size_and_time_is_found_by_a_full_scan(told):
    before = told.stat()
    edit(told, "red bicycle", "lad bicycle")
    os.utime(told, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert scan() == 0
    assert scan(full=True) == 1


@pytest.mark.parametrize(
    "seconds", [-(10**12), time.time() + 86_400, 10**12], ids=["long ago", "tomorrow", "in ages"]
)
def test_a_file_with_a_time_that_nobody_expects_is_read_once(told, seconds):
    edit(told, "red bicycle", "blue bicycle")
    os.utime(told, (seconds, seconds))
    assert scan() == 1
    drain(limit=1)
    assert change().status == "done"
    assert "blue bicycle" in row("ep_20261121_00000001").payload
    assert scan() == 0
    assert 1600 < find(HERE, "alice_ep_20261121_00000001").as_hit().updated_at.year < 2300


def test_one_folder(told):
    tell("Bob sings.", owner="bob")
    settle()
    shutil.rmtree(told.parent)
    shutil.rmtree(told.parents[2] / "bob")
    assert scan_folder(FOLDER.parent) == 1
    assert change().status == "pending"


def test_a_folder_whose_name_begins_alike_is_another_one(told):
    tell("Ali sings.", owner="alice2")
    settle()
    shutil.rmtree(told.parents[2] / "alice2")
    assert scan_folder(FOLDER.parent) == 0


def test_links_are_not_followed_and_reported(told, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(told.parent.parent, elsewhere)
    (told.parents[2] / "mallory").symlink_to(elsewhere)
    told.with_name("episode-2026-11-25.md").symlink_to(elsewhere / "episodes" / told.name)
    assert scan() == 0
    assert [path.split("/")[3] for path in indexed()] == ["alice"]
    assert [stray["path"] for stray in status()["scan"]["strays"]] == [str(FOLDER / "episode-2026-11-25.md")]


def test_names_that_are_no_text(told):
    """A file system takes any bytes; a database does not."""
    odd = os.fsdecode(b"episode-\xff")
    told.with_name(f"{odd}.md").write_text("x")
    assert scan() == 0
    assert ScanReport.objects.get().stray_count == 1
    told.parent.with_name(odd).mkdir()
    assert scan_folder(FOLDER.with_name(odd)) == 0


def test_a_folder_whose_name_differs_in_case_is_another_one(told):
    assert scan_folder(FOLDER.parent.with_name("ALICE")) == 0


def test_what_lies_in_the_servers_own_folders_is_not_looked_at(root):
    copy = root / ".tmp" / FILE
    copy.parent.mkdir(parents=True)
    copy.write_text("x")
    assert scan() == 0
    assert ScanReport.objects.get().documents == 0


def test_a_folder_that_cannot_be_read_loses_nothing(told, monkeypatch):
    scandir = os.scandir

    def without_rights(folder):
        if folder == told.parent:
            raise PermissionError
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", without_rights)
    assert scan() == 0
    assert status()["reasons"] == [f"folder {FOLDER} cannot be read"]


def test_a_root_that_is_away_loses_nothing(told, root):
    away = root.with_name("away")
    root.rename(away)
    scan()
    assert change().status == "done"
    away.rename(root)


@pytest.mark.parametrize("name", ["auth0|42", "小明", "telegram:7"])
def test_owners_with_any_id(root, name):
    tell("Somebody sings.", owner=name)
    MdChangeState.objects.all().delete()
    scan()
    drain()
    assert table().count() == 1


def test_a_file_that_is_being_indexed_is_enqueued_again_only_if_it_changes(told):
    """It may take longer than from one scan to the next."""
    edit(told, "red bicycle", "green tandem")
    time.sleep(0.05)  # longer than a tick of the file system's clock, by which a stamp is trusted
    scan()
    [claimed] = queue.claim_for_texts(1, [EPISODE.name])
    index_new_texts(EPISODE, [claimed])
    assert scan() == 0
    edit(told, "green tandem", "blue tricycle")
    assert scan() == 1


def test_what_the_server_wrote_is_enqueued_once_however_long_it_waits_for_its_turn(told):
    """A claimed batch embeds other files first, and the watcher sees the server's own writes meanwhile."""
    tell("Alice sings.")
    tell("Bob sings.", owner="bob")
    tell("Carol sings.", owner="carol")
    claimed = queue.claim(9)
    assert len(claimed) == 3
    assert enqueue_changed([FILE, *(PurePosixPath(change.path) for change in claimed)]) == 0
    edit(told, "red bicycle", "green tandem")
    assert enqueue_changed([FILE]) == 1


def test_what_the_server_wrote_during_the_work_is_enqueued_once(told):
    tell("Alice sings.")
    [claimed] = queue.claim(1)
    earlier = stamp_of(told)
    tell("Alice dances.")
    queue.note_read([claimed], {str(FILE): earlier})
    queue.finish([queue.Result(claimed, earlier)])
    assert queue.claim(1) != [], "the second change waited"
    assert enqueue_changed([FILE]) == 0
