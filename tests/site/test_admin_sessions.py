"""Sessions in the admin: found, filtered, and flushed by the workers."""

import json
from pathlib import Path

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.test import Client
from pytest_django.fixtures import Settings

from memory.ingest.add import add_messages
from memory.ingest.retry import retry_pending
from memory.models import BufferedMessage, MemCell
from memory.scope import Scope
from tests.conftest import change_settings
from tests.ingest.talk import HOUR, add, flush, said
from tests.site.operating import links, page

PAGE = "/admin/sessions/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def said_so_far(root: Path) -> Path:
    """One session that is memory, one with open messages, one of another app with a name that is no harm."""
    add(said("I like tea."), session="finished")
    flush("finished")
    add(said("I like jam."), said("And bread."), session="open")
    add_messages(Scope("notes", "p1"), "<script>x</script>", [said("I like figs.")])
    return root


def rows(client: Client, **asked: str) -> list[str]:
    return [session.session_id for session in client.get(PAGE, asked).context["found"]]


def flush_now(client: Client, *keys: tuple[str, str, str], **asked: str) -> str:
    answer = client.post(PAGE, {"session": [json.dumps(key) for key in keys]}, follow=True)
    return answer.content.decode()


def test_those_in_which_something_waits_come_first(admin_client: Client, said_so_far: Path) -> None:
    assert rows(admin_client) == ["open", "<script>x</script>"], "who waits longest is first"
    assert rows(admin_client, state="all") == ["<script>x</script>", "finished", "open"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "OPE"}, ["open"]),
        ({"app": "notes"}, ["<script>x</script>"]),
        ({"project": "default"}, ["open"]),
        ({"session": "finished"}, []),
        ({"session": "finished", "state": "all"}, ["finished"]),
        ({"q": "%"}, []),
        ({"q": "\0"}, ["open", "<script>x</script>"]),
        ({"p": "99"}, ["open", "<script>x</script>"]),
    ],
)
def test_search_and_filters(
    admin_client: Client, said_so_far: Path, asked: dict[str, str], found: list[str]
) -> None:
    assert rows(admin_client, **asked) == found


def test_numbers_lead_to_the_rows(admin_client: Client, said_so_far: Path) -> None:
    [session] = admin_client.get(PAGE, {"session": "open"}).context["found"]
    assert (session.waiting, session.pending_cells, session.done_cells) == (2, 0, 0)
    assert (
        session.oldest
        == BufferedMessage.objects.filter(session_id="open").earliest("accepted_at").accepted_at
    )
    assert admin_client.get(session.urls["messages"]).context["cl"].result_count == 2
    [finished] = admin_client.get(PAGE, {"session": "finished", "state": "all"}).context["found"]
    assert (finished.waiting, finished.done_cells) == (0, 1)
    assert admin_client.get(finished.urls["cells"]).context["cl"].result_count == 1


def test_hostile_names_are_text(admin_client: Client, said_so_far: Path) -> None:
    text = page(admin_client, PAGE)
    assert "<script>x" not in text
    assert "&lt;script&gt;x" in text
    own = links(admin_client, PAGE)["<script>x</script>"]
    assert admin_client.get(own).context["found"][0].app_id == "notes"


def test_flushing_leaves_the_work_to_the_workers(admin_client: Client, said_so_far: Path) -> None:
    text = flush_now(admin_client, ("default", "default", "open"))
    assert "Extracted next: 1 cell of 1 session." in text
    assert rows(admin_client, session="open") == ["open"], "not yet"
    assert retry_pending() == 1
    assert rows(admin_client, session="open") == []
    assert MemCell.objects.get(session_id="open").status == "done"


def test_flushing_is_logged_with_the_session(admin_client: Client, said_so_far: Path) -> None:
    flush_now(admin_client, ("default", "default", "open"))
    entry = LogEntry.objects.get()
    assert entry.object_repr == "session open of default/default"
    assert entry.user.username == "admin"
    assert "Flushed: 1 cells" in page(admin_client, links(admin_client, PAGE)["open"])
    assert "session open of default/default" in page(admin_client, "/admin/"), "under recent actions"


def test_a_cell_that_waits_for_a_model_is_tried_at_once(
    admin_client: Client, root: Path, settings: Settings
) -> None:
    change_settings(settings, "llm", base_url="http://127.0.0.1:1/v1", api_key="k", model="m", max_retries=0)
    add(said("Hi", at=0), said("Bye", at=HOUR // 4))
    flush_now(admin_client, ("default", "default", "s"))
    assert retry_pending() == 0
    waits_until = MemCell.objects.get().available_at
    assert MemCell.objects.get().attempts == 1
    flush_now(admin_client, ("default", "default", "s"))
    assert MemCell.objects.get().available_at < waits_until


@pytest.mark.parametrize("key", ["", "{}", "[1]", '"abc"', "[1, 2, 3, 4]", '["a", "b", "\\u0000"]'])
def test_what_names_no_session_is_refused(admin_client: Client, said_so_far: Path, key: str) -> None:
    assert admin_client.post(PAGE, {"session": key}).status_code == 400
    assert not MemCell.objects.filter(session_id="open").exists()


def test_choosing_none_does_nothing(admin_client: Client, said_so_far: Path) -> None:
    assert "No session was chosen" in flush_now(admin_client)
    assert not LogEntry.objects.exists()


def test_who_may_only_look_cannot_flush(
    client: Client, said_so_far: Path, django_user_model: type[User]
) -> None:
    viewer = django_user_model.objects.create_user("eve", password="x", is_staff=True)
    client.force_login(viewer)
    assert client.get(PAGE).status_code == 403
    viewer.user_permissions.add(Permission.objects.get(codename="view_memcell"))
    assert "Flush the chosen" not in page(client, PAGE)
    assert client.post(PAGE, {"session": json.dumps(["default", "default", "open"])}).status_code == 403
    assert not MemCell.objects.filter(session_id="open").exists()
