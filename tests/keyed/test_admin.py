"""The operator's view of the register."""

from pathlib import Path

import pytest
from django.contrib.admin.utils import quote
from django.test import Client
from django.urls import reverse

from memory.keyed import documents
from tests.keyed.conftest import NOON, note, row, store

PAGE = "admin:memory_keyeddocument_changelist"


@pytest.mark.parametrize(("life", "shown"), [("live", "lesson"), ("expired", "passed"), ("removed", "tea")])
def test_lists_by_life(admin_client: Client, root: Path, life: str, shown: str) -> None:
    store("lesson")
    store("passed", expires_at=NOON)
    documents.remove(note("tea", "Tea.").path)
    page = admin_client.get(reverse(PAGE), {"life": life}).content.decode()
    assert [name for name in ("lesson", "passed", "tea") if f">{name}</a>" in page] == [shown]


def test_rows_are_for_looking(admin_client: Client, root: Path) -> None:
    key = row(store("lesson").path).pk
    assert admin_client.get(reverse(PAGE), {"q": "less"}).status_code == 200
    assert (
        admin_client.get(reverse("admin:memory_keyeddocument_change", args=[quote(key)])).status_code == 200
    )
    assert (
        admin_client.post(reverse("admin:memory_keyeddocument_delete", args=[quote(key)])).status_code == 403
    )
