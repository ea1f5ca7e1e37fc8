"""POST /:agent_id/:key/pin"""

from pathlib import Path
from typing import Any

import pytest

from memory.models import KeyedDocument
from tests.agent_kv.conftest import Api, error


def test_an_entry_is_pinned_and_unpinned(api: Api, root: Path) -> None:
    api.store("lesson")
    file = next(root.rglob("*lesson.md"))
    assert api.pin("lesson") == (200, {"status": "ok", "pinned": True})
    assert (KeyedDocument.objects.get().pinned, "pinned: true" in file.read_text()) == (True, True)
    assert api.pin("lesson", False) == (200, {"status": "ok", "pinned": False})
    assert (KeyedDocument.objects.get().pinned, "pinned" in file.read_text()) == (False, False)


def test_a_pin_outlives_the_next_value(api: Api) -> None:
    api.store("lesson")
    api.pin("lesson")
    api.store("lesson", "new")
    assert KeyedDocument.objects.get().pinned


def test_no_such_entry_can_be_pinned(api: Api) -> None:
    assert error(api.pin("nothing"))[0] == 404


@pytest.mark.parametrize("pinned", ["true", 1, None, []])
def test_pinned_is_true_or_false(api: Api, pinned: Any) -> None:
    api.store("lesson")
    assert error(api.pin("lesson", pinned))[0] == 400


def test_pinned_must_be_said(api: Api) -> None:
    assert error(api.call("POST", "bot/lesson/pin", {})) == (400, "pinned: This field is required.")


def test_a_key_may_end_like_the_path(api: Api) -> None:
    api.store("a/pin")
    assert api.get("a/pin")[0] == 200
    assert api.pin("a/pin")[0] == 200
    assert api.delete("a/pin")[0] == 200
