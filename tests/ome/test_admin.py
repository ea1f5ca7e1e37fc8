"""Runs and events in the admin."""

import pytest
from django.test import Client

from ome.engine.announcing import announce
from ome.engine.worker import drain
from ome.models import StrategyRun
from tests.ome.conftest import cell, fails

LIST = "/admin/ome/strategyrun/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def page(admin_client: Client, register) -> Client:
    register("good")
    register("bad", do=fails(ValueError("<b>no kettle</b>")), max_retries=0)
    announce([cell("mc_1"), cell("mc_2", owners=("bob",))])
    drain()
    return admin_client


def text(page: Client, path: str, **query: str) -> str:
    return page.get(path, query).content.decode()


def test_counts_by_status_and_strategy(page):
    seen = text(page, LIST)
    assert "Dead (2)" in seen
    assert "good (2)" in seen
    assert "&lt;b&gt;no kettle" in seen


def test_filter_and_search(page):
    assert "cell:mc_2" not in text(page, LIST, q="alice")
    assert "good-bob" not in text(page, LIST, status__exact="dead")


def test_from_an_event_to_its_runs(page):
    assert "?event__id__exact=cell%3Amc_1" in text(page, "/admin/ome/recordedevent/")
    assert "cell:mc_2" not in text(page, LIST, event__id__exact="cell:mc_1")
    assert page.get("/admin/ome/recordedevent/cell_3Amc_5F1/change/").status_code == 200


def test_the_account_of_a_strategy(page):
    assert "bad" in text(page, "/admin/ome/strategyaccount/")


def test_rows_are_read_only(page):
    run = StrategyRun.objects.first()
    assert page.get(f"{LIST}add/").status_code == 403
    assert page.post(f"{LIST}{run.pk}/change/", {"status": "done"}).status_code == 403
    assert page.get(f"{LIST}{run.pk}/change/").status_code == 200
    assert page.post(f"{LIST}{run.pk}/delete/", {"post": "yes"}).status_code == 403


def test_dead_runs_are_put_back(page):
    chosen = list(StrategyRun.objects.values_list("pk", flat=True))
    answer = page.post(LIST, {"action": "run_again", "_selected_action": chosen}, follow=True)
    assert "2 runs tried again now" in answer.content.decode()
    assert sorted(run.status for run in StrategyRun.objects.all()) == ["done", "done", "pending", "pending"]
