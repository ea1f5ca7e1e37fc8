"""The admin in words: whose memories there are, human times, and lists that any machine can make at once."""

from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib import admin
from django.db import connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cascade.models import MdChangeState
from memory.admin import ReadOnlyAdmin
from ome.models import RecordedEvent, StrategyAccount
from tests.site.admin_rows import fill_every_list
from tests.site.operating import links, page, remember

pytestmark = pytest.mark.django_db
OURS = {model: made for model, made in admin.site._registry.items() if isinstance(made, ReadOnlyAdmin)}


def test_memories_are_listed_by_whose_they_are(admin_client: Client, root: Path) -> None:
    remember("I live in Lisbon with my dog Rex.", "I am allergic to peanuts.")
    shown = page(admin_client, links(admin_client, "/admin/")["Memories"])
    assert "alice" in shown
    assert "episode 1" in shown
    found = links(admin_client, "/admin/memories/")
    assert "episode-2023-05-08.md" in page(admin_client, found["episode 1"])
    assert "No owner with such an id has memories" in page(admin_client, "/admin/memories/", q="bob")


def test_the_page_of_one_group_of_tables_claims_nothing_of_the_state(
    admin_client: Client, root: Path
) -> None:
    shown = page(admin_client, "/admin/cascade/")
    assert "Markdown changes" in shown
    assert "cannot be asked" not in shown
    assert "The last" not in shown


def test_every_page_has_its_picture_in_the_tab(client: Client, db: None, root: Path) -> None:
    assert '<link rel="icon" href="/static/' in client.get("/admin/login/").content.decode()


def test_seconds_are_rounded(admin_client: Client, root: Path) -> None:
    StrategyAccount.objects.create(strategy="reflect_episodes", seconds=2.1119640000000004)
    assert ">2.1<" in page(admin_client, "/admin/ome/strategyaccount/")


def test_a_change_is_told_in_words(admin_client: Client, root: Path) -> None:
    remember("I live in Lisbon with my dog Rex.")
    change = MdChangeState.objects.get(kind="episode")
    assert change.mtime_ns is not None
    shown = page(admin_client, f"/admin/cascade/mdchangestate/{change.pk}/change/")
    for technical in ("Mtime ns", "Claimed lsn", str(change.mtime_ns)):
        assert technical not in shown
    assert "File changed" in shown
    assert f"{timezone.now():%Y-%m-%d}" in shown
    assert "ago</time>" in page(admin_client, "/admin/cascade/mdchangestate/")


def test_what_an_event_holds_is_no_json(admin_client: Client, root: Path) -> None:
    RecordedEvent.objects.create(id="cell:x", type="cell", payload={"says": ["I live in Lisbon", "Größe"]})
    shown = page(admin_client, "/admin/ome/recordedevent/cell_3Ax/change/")
    assert "says:\n- I live in Lisbon\n- Größe" in shown
    assert "{" not in shown.partition('id="content-main"')[2].partition("</form>")[0]


@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_no_list_calls_python_for_each_row(admin_client: Client, root: Path, model: type) -> None:
    """What SQLite does by a function of Python waits for other threads at every row."""
    made = OURS[model]
    assert made.date_hierarchy is None
    assert admin_client.get(f"/admin/{model._meta.app_label}/{model._meta.model_name}/").status_code == 200  # type: ignore[attr-defined]


def test_no_list_needs_more_queries_for_more_rows(admin_client: Client, root: Path) -> None:
    def asked(rows: int, first: int) -> dict[str, int]:
        counts = {}
        for model in fill_every_list(rows, first):
            name = f"{model._meta.app_label}/{model._meta.model_name}"
            with ExitStack() as stack:
                seen = [stack.enter_context(CaptureQueriesContext(connections[each])) for each in connections]
                page(admin_client, f"/admin/{name}/")
            queries = [query["sql"] for context in seen for query in context.captured_queries]
            assert not any("django_datetime_trunc" in sql for sql in queries), name
            counts[name] = len(queries)
        return counts

    few = asked(4, first=0)
    assert asked(40, first=4) == few


def test_codes_are_words(admin_client: Client, root: Path) -> None:
    fill_every_list(1)
    for name in ("cascade/mdchangestate", "memory/keyeddocument", "cascade/indexrepair", "ome/recordedevent"):
        shown = page(admin_client, f"/admin/{name}/")
        assert ">atomic_fact<" not in shown
        assert ">memcell_extracted<" not in shown
        assert ">atomic fact" in shown or ">memory cell extracted" in shown


def test_an_import_is_no_alarm(admin_client: Client, root: Path) -> None:
    now = timezone.now()
    for number in range(130):
        done = number < 10
        MdChangeState.objects.create(
            path=f"default_app/default_project/users/u{number}/episodes/episode-2023-05-08.md",
            kind="episode", lsn=number, status="done" if done else "pending",
            done_at=now if done else None, enqueued_at=now - timedelta(seconds=90),
        )  # fmt: skip
    shown = page(admin_client, "/admin/")
    assert "Catching up, about 12 minutes." in shown
    assert 'class="readiness look"' in shown


def test_work_that_stands_still_is_an_alarm(admin_client: Client, root: Path) -> None:
    long_ago = timezone.now() - timedelta(minutes=10)
    MdChangeState.objects.create(
        path="default_app/default_project/users/u/episodes/episode-2023-05-08.md", kind="episode", lsn=1,
        status="pending", enqueued_at=long_ago,
    )  # fmt: skip
    shown = page(admin_client, "/admin/")
    assert "Catching up" not in shown
    assert 'class="readiness busy"' in shown
