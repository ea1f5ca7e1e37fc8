"""What is being remembered right now: the steps of each conversation, long work, and the events that a page follows."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from cascade.drain import drain
from cascade.models import IndexRepair, MdChangeState
from memory.models import Forgetting, MemCell
from ome.engine import worker
from tests.conftest import change_settings
from tests.explorer.conftest import Key, read, sign_in, words
from tests.ingest.talk import add, flush, said
from tests.site.operating import remember, settle


def live(browser: Client, **asked: str) -> str:
    return words(read(browser, "live/", **asked))


def events(browser: Client, seen: str = "", **asked: str) -> HttpResponse:
    headers = {"Last-Event-ID": seen} if seen else {}
    answer = browser.get("/explorer/live/events/", asked, headers=headers)
    assert answer.status_code == 200
    return answer


def test_a_conversation_is_followed_from_the_message_to_the_index(browser: Client) -> None:
    assert "Nothing has come in during the last ten minutes." in live(browser)
    add(said("I live in Rome."), said("I like tea."), session="demo")
    page = live(browser)
    assert "Messages that wait for a boundary 1 demo 2 messages alice" in page
    flush("demo")
    page = live(browser)
    assert "wait for a boundary" not in page
    assert re.search(
        r"Messages \d\d:\d\d:\d\d \(2\) done Boundary \d\d:\d\d:\d\d done Episode \d\d:\d\d:\d\d done", page
    )
    assert "Facts waits Index waits" in page
    assert "On the way into memory 1 demo" in page
    assert "Now in memory" not in page
    while worker.drain():
        pass
    assert re.search(r"Facts \d\d:\d\d:\d\d \(2\) done Index waits", live(browser))
    drain()
    page = read(browser, "live/")
    assert re.search(r"Index \d\d:\d\d:\d\d done", words(page))
    assert "Now in memory 1 demo" in words(page)
    assert "On the way" not in words(page).partition("Pause")[2].partition("how far it is on its way")[2]
    assert 'href="/explorer/memory/?id=alice_ep_20230508_00000001"' in page
    MdChangeState.objects.update(status="pending")
    assert "Index waits" not in live(browser), "later changes of the file do not concern it"


def test_what_fails_is_seen(browser: Client) -> None:
    cell = remember("I live in Rome.")
    MemCell.objects.filter(pk=cell.pk).update(
        status="pending", error="no answer", created_at=timezone.now() - timedelta(days=1)
    )
    page = live(browser)
    assert "Episode is tried again failed" in page or "Episode (is tried again) failed" in page
    assert "no answer" not in page, "an error may name what others have said"


def test_a_page_is_told_only_what_is_new_to_it(browser: Client) -> None:
    add(said("I live in Rome."), session="<b>demo</b>")
    first = events(browser)
    assert first["Content-Type"].startswith("text/event-stream")
    assert first["Cache-Control"] == "no-store"
    text = first.content.decode()
    assert text.startswith("retry: ")
    assert text.endswith("\n\n")
    assert "event: state\ndata: " in text
    assert "<b>demo</b>" not in text
    assert "&lt;b&gt;demo" in text
    version = re.search(r"^id: (\w+)$", text, re.M)
    assert version
    again = events(browser, seen=version[1]).content.decode()
    assert "data" not in again
    assert again.startswith("retry: ")
    page = read(browser, "live/")
    assert f"seen={version[1]}" in page, "the page has that state already"
    assert "data" not in events(browser, **{"seen": version[1]}).content.decode()
    flush("<b>demo</b>")
    assert "Boundary" in events(browser, seen=version[1]).content.decode()


def test_long_work_has_bars_here_and_in_the_admin(browser: Client, admin_client: Client) -> None:
    remember("I live in Rome.")
    assert "Under way" not in live(browser)
    IndexRepair.objects.create(kind="episode", reason="a test", files_total=8, files_done=3)
    row: dict[str, Any] = {"app_id": "default", "selection": {}, "available_at": timezone.now()}
    Forgetting.objects.create(id="fg_1", project_id="default", stage="remove", **row)
    Forgetting.objects.create(id="fg_2", project_id="other", stage="find", **row)
    states = [
        MdChangeState(path=f"x/{number}", kind="episode", lsn=100 + number, enqueued_at=timezone.now(),
                      status="pending" if number % 4 else "done")
        for number in range(1, 41)
    ]  # fmt: skip
    MdChangeState.objects.bulk_create(states)
    page = read(browser, "live/")
    assert "Rebuilding the index: episodes 3 / 8 Indexing files 10 / 40 Forgetting 1 / 4" in words(page)
    assert '<progress value="3" max="8">' in page
    assert words(page).count("Forgetting") == 1, "of this project"
    admin = words(admin_client.get("/admin/").content.decode())
    assert "Rebuilding the index of episode 3 of 8 files" in admin
    assert "Forgetting (find)" in admin


def test_a_key_sees_its_own_people(browser: Client, key: Key, settings: Settings) -> None:
    change_settings(settings, "auth", required=True)
    for person in ("alice", "bob"):
        add(said("I live in Rome.", by=person), session=f"{person}-1")
        flush(f"{person}-1")
        add(said("I like tea.", by=person), session=f"{person}-2")
    add(said("Hello.", by="bob", at=1), said("Hello bob.", by="alice", at=2), session="both")
    IndexRepair.objects.create(kind="episode", reason="a test", files_total=8, files_done=3)
    sign_in(browser, key("read", users=["alice"]))
    for page in (live(browser), words(events(browser).content.decode().replace("data: ", ""))):
        assert "alice-1" in page
        assert "alice-2" in page
        assert "both 1 message alice" in page
        assert "bob" not in page.replace("both", "")
        assert "Rebuilding" not in page, "what the server does is nothing of one person"
    read(browser, "live/", 404, user="bob")
    read(browser, "live/events/", 404, user="bob")
    sign_in(browser, key("read", apps=["shop"]))
    assert "alice" not in live(browser)
    browser.cookies.clear()
    assert browser.get("/explorer/live/events/").status_code == 302


def test_the_page_of_one_owner_is_about_that_owner(browser: Client) -> None:
    for person in ("alice", "bob"):
        add(said("I live in Rome.", by=person), session=f"of {person}")
        flush(f"of {person}")
        add(said("I like tea.", by=person), session=f"again {person}")
    page = live(browser, user="alice")
    assert "of alice" in page
    assert "again alice" in page
    assert "bob" not in page


@pytest.mark.usefixtures("root")
def test_asking_again_and_again_is_cheap(browser: Client, django_assert_max_num_queries: Any) -> None:
    """Pages ask every other second, so the number of queries does not depend on what is there."""
    for number in range(6):
        add(said(f"I like tea {number}.", by=f"user-{number}"), session=f"s{number}")
        flush(f"s{number}")
    settle()
    with django_assert_max_num_queries(14):
        events(browser)
