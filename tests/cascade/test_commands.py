"""The operator's commands."""

import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from cascade.drain import drain
from cascade.models import MdChangeState
from cascade.queue import latest_lsn
from cascade.rebuild import rebuild_lock
from cascade.scanner import scan
from memory.kinds.episode import EPISODE
from tests.cascade.conftest import FILE, absolute, change, edit, indexed, table, tell


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue()


def test_sync_brings_everything_up_to_date(root):
    tell("Alice sings.")
    MdChangeState.objects.all().delete()
    assert run("cascade_sync").startswith("1 file had changed; 1 file brought up to date")
    assert table().count() == 1


def test_sync_counts_what_waited_in_the_queue(root):
    tell("Alice sings.")
    assert change().status == "pending"
    assert run("cascade_sync").startswith("0 files had changed; 1 file brought up to date")


def test_sync_names_what_failed_and_ends_with_1(told):
    absolute().write_bytes(b"rubbish")
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("cascade_sync", stdout=StringIO(), stderr=out)
    assert ended.value.code == 1
    assert f"failed: {FILE}: line 1: the frontmatter is missing" in out.getvalue()


def test_sync_compares_the_content_when_asked(told):
    before = told.stat()
    edit(told, "red bicycle", "lad bicycle")
    import os

    os.utime(told, ns=(before.st_atime_ns, before.st_mtime_ns))
    run("cascade_sync", "--full")
    assert "lad" in absolute().read_text()
    assert change().status == "done"


def test_status_for_people(told):
    told.with_name("episode-today.md").write_text("x")
    scan()
    drain()
    text = run("cascade_status")
    assert "queue: 0 pending" in text
    assert f"; change {latest_lsn()} of {latest_lsn()}\n" in text
    assert "index of episode: 2 rows" in text
    moment = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"
    assert re.search(f"^latest scan: {moment}, 1 document in .* s; next: {moment}$", text, re.MULTILINE)
    assert "not a memory: default_app/default_project/users/alice/episodes/episode-today.md" in text


def test_status_for_programs(told):
    scan()
    seen = json.loads(run("cascade_status", "--json"))
    assert seen["queue"]["done"] == 1
    assert seen["tables"]["episode"]["rows"] == 2
    assert seen["tables"]["episode"]["bytes"] > 1000
    assert seen["complete"] is True


def test_fix_lists_and_retries(told):
    absolute().write_bytes(b"rubbish")
    scan()
    drain()
    assert str(FILE) in run("cascade_fix")
    assert change().status == "failed"
    with pytest.raises(CommandError, match=r"Not among the failed files: some/other\.md"):
        run("cascade_fix", "--retry", "some/other.md")
    assert "1 file put into the queue again" in run("cascade_fix", "--retry")
    assert change().status == "pending"


def test_fix_with_nothing_to_fix(root):
    assert run("cascade_fix") == "No file has failed.\n"


def test_rebuild(told):
    before, old = indexed(), table().name
    text = run("rebuild_index", "--kind", "episode")
    assert "2 memories indexed in" in text
    assert indexed() == before
    assert table().name != old


def test_rebuild_of_everything(told):
    assert "2 memories indexed" in run("rebuild_index", "--reembed")


def test_a_second_rebuild_stops(told):
    with rebuild_lock(EPISODE), pytest.raises(CommandError, match="being rebuilt already"):
        run("rebuild_index")
