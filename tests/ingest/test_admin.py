"""The operator's view of buffer and cells."""

from pathlib import Path

import pytest
from django.contrib.admin.utils import quote
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memory.errors import DamagedDocument
from memory.ingest.retry import retry_pending
from memory.models import MemCell
from tests.ingest.talk import add, episodes, flush, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def failed(root: Path) -> Path:
    """A cell that could not be written; removing the path mends it."""
    path = root / "default_app"
    path.write_text("in the way")
    add(said("<b>Hi</b>"))
    with pytest.raises(DamagedDocument, match="is a file"):
        flush()
    return path


@pytest.mark.parametrize("model", ["memcell", "bufferedmessage", "acceptedkey", "modelcall", "indextable"])
def test_every_list_is_shown_and_searched(admin_client: Client, failed: Path, model: str) -> None:
    url = reverse(f"admin:memory_{model}_changelist")
    assert admin_client.get(url).status_code == 200
    assert admin_client.get(url, {"q": "s"}).status_code == 200


def test_counts_by_status(admin_client: Client, failed: Path) -> None:
    page = admin_client.get(reverse("admin:memory_memcell_changelist")).content.decode()
    assert "Pending (1)" in page
    assert "failed, will be retried (1)" in page
    assert "DamagedDocument" in page


def test_from_a_cell_to_its_messages_and_back(admin_client: Client, failed: Path) -> None:
    cell = MemCell.objects.get()
    cells = admin_client.get(reverse("admin:memory_memcell_changelist")).content.decode()
    link = f"{reverse('admin:memory_bufferedmessage_changelist')}?cell__id__exact={cell.pk}"
    assert link in cells
    page = admin_client.get(link)
    assert page.status_code == 200
    assert "&lt;b&gt;Hi&lt;/b&gt;" in page.content.decode()
    assert reverse("admin:memory_memcell_change", args=[quote(cell.pk)]) in page.content.decode()


def test_rows_are_read_only(admin_client: Client, failed: Path) -> None:
    cell = MemCell.objects.get()
    page = reverse("admin:memory_memcell_change", args=[quote(cell.pk)])
    assert admin_client.get(page).status_code == 200
    assert admin_client.post(page, {"status": "done"}).status_code == 403
    assert admin_client.post(reverse("admin:memory_memcell_delete", args=[cell.pk])).status_code == 403


def act(client: Client) -> str:
    data = {"action": "extract_now", "_selected_action": [cell.pk for cell in MemCell.objects.all()]}
    return client.post(reverse("admin:memory_memcell_changelist"), data, follow=True).content.decode()


def test_extract_again_now(admin_client: Client, failed: Path, root: Path) -> None:
    assert MemCell.objects.get().available_at > timezone.now()
    assert "1 cell extracted next" in act(admin_client)
    failed.unlink()
    assert retry_pending() == 1, "a worker finds it"
    assert "0 cells extracted next" in act(admin_client)
    assert len(episodes(root)) == 1


def test_who_may_only_look_has_no_action(client: Client, django_user_model: type, failed: Path) -> None:
    from django.contrib.auth.models import Permission

    viewer = django_user_model.objects.create_user("eve", password="x", is_staff=True)  # type: ignore[attr-defined]
    viewer.user_permissions.add(Permission.objects.get(codename="view_memcell"))
    client.force_login(viewer)
    due = MemCell.objects.get().available_at
    act(client)
    assert MemCell.objects.get().available_at == due
