"""The queue in the admin."""

import pytest
from django.test import Client

from cascade.drain import drain
from cascade.scanner import scan
from tests.cascade.conftest import FILE, absolute, change, tell

LIST = "/admin/cascade/mdchangestate/"


@pytest.fixture
def page(admin_client: Client, told) -> Client:
    tell("Bob sings.", owner="bob")
    drain()
    absolute().write_bytes(b"rubbish")
    scan()
    drain()
    return admin_client


def test_counts_by_status(page):
    text = page.get(LIST).content.decode()
    assert "Failed (1)" in text
    assert "Done (1)" in text


def test_filter_and_search(page):
    assert "users/bob" not in page.get(LIST, {"status__exact": "failed"}).content.decode()
    assert "users/alice" not in page.get(LIST, {"q": "bob"}).content.decode()


def test_rows_are_read_only(page):
    assert page.get(f"{LIST}add/").status_code == 403
    assert page.post(f"{LIST}{change().pk}/change/", {"status": "done"}).status_code == 403
    assert page.get(f"{LIST}{change().pk}/change/").status_code == 200
    assert page.post(f"{LIST}{change().pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("action", ["retry_failed", "enqueue_again"])
def test_actions_put_files_back_into_the_queue(page, action):
    answer = page.post(LIST, {"action": action, "_selected_action": [change().pk]}, follow=True)
    assert "into the queue" in answer.content.decode()
    assert change(FILE).status == "pending"
