"""Of the staff everybody sees and does what Django's permissions say, through the operators' API as in the admin."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import URLPattern, URLResolver

from everos_site.groups import OBSERVERS, OPERATORS
from memory.api.ops.base import OpsView
from memory.api.ops.dialect import OPS
from tests.ingest.talk import add, said
from tests.keys import key_of
from tests.site.operating import EPISODES, remember
from tests.system.browser import Browser
from tests.system.client import Client as Caller
from tests.system.server import Server

pytestmark = pytest.mark.django_db
SECRET = "climbing in Yosemite"  # what a user said


# --- the operators' API


def ops_views() -> list[tuple[str, type[OpsView]]]:
    """Each route of it, with something in the place of each part that varies."""
    values = {"<int:id>": "1", "<str:": "x", "<path:": "x"}
    found = []
    for pattern in OPS.routes:
        assert isinstance(pattern, URLPattern)
        steps = str(pattern.pattern).split("/")
        path = "/".join(next((v for k, v in values.items() if step.startswith(k)), step) for step in steps)
        found.append((path, pattern.callback.view_class))  # type: ignore[attr-defined]
    return found


def ops_calls() -> Iterator[tuple[str, str, str]]:
    """The method, the path, and the permission that it declares."""
    for path, view in ops_views():
        yield from (
            (method, path, view.permission) for method in ("GET", "POST") if hasattr(view, method.lower())
        )


def ask(key: str, method: str, path: str) -> tuple[int, Any]:
    headers = {"Authorization": f"Token {key}"}
    client = Client(raise_request_exception=False)
    answer = client.generic(method, f"/api/ops/{path}", "{}", "application/json", headers=headers)
    return answer.status_code, answer.json()


def test_each_call_declares_a_permission_that_there_is() -> None:
    named = {f"{each.content_type.app_label}.{each.codename}" for each in Permission.objects.all()}
    for method, path, permission in ops_calls():
        assert permission in named, path
        acts = (".change_", ".add_") if method == "POST" else (".view_",)
        assert any(action in permission for action in acts), path


def test_staff_without_permissions_are_refused_by_every_call(root: Any) -> None:
    key = key_of("eve")
    User.objects.update(is_staff=True)
    for method, path, permission in ops_calls():
        status, said = ask(key, method, path)
        assert (status, permission in said["error"]["message"]) == (403, True), path


def test_each_call_is_opened_by_its_own_permission_alone(root: Any) -> None:
    key = key_of("eve")
    User.objects.update(is_staff=True)
    eve = User.objects.get()
    for method, path, permission in ops_calls():
        app, codename = permission.split(".")
        mine = Permission.objects.get(content_type__app_label=app, codename=codename)
        eve.user_permissions.set(Permission.objects.exclude(pk=mine.pk))
        assert ask(key, method, path)[0] == 403, path
        eve.user_permissions.set([mine])
        assert ask(key, method, path)[0] in (200, 202, 404, 422), path


def test_a_call_that_declares_none_is_for_nobody(root: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Superusers neither: somebody has forgotten it."""
    key = key_of("root")
    User.objects.update(is_staff=True, is_superuser=True)
    assert ask(key, "GET", "runs")[0] == 200
    for path, view in ops_views():
        if path == "runs":
            monkeypatch.setattr(view, "permission", OpsView.permission)
    status, said = ask(key, "GET", "runs")
    assert (status, "nobody may make it" in said["error"]["message"]) == (403, True)


def of_superusers(path: str) -> bool:
    """Who may call, and with what rights, nobody else decides."""
    return path.startswith("keys")


def test_observers_read_all_and_change_nothing(root: Any) -> None:
    key = key_of("olga", OBSERVERS)
    for method, path, _ in ops_calls():
        status, _ = ask(key, method, path)
        assert (status == 403) == (method == "POST" or of_superusers(path)), path


def test_operators_do_all(root: Any) -> None:
    key = key_of("otto", OPERATORS)
    for method, path, _ in ops_calls():
        assert (ask(key, method, path)[0] == 403) == of_superusers(path), path


def test_the_status_has_the_parts_that_may_be_viewed(root: Any) -> None:
    key = key_of("eve")
    User.objects.update(is_staff=True)
    eve = User.objects.get()
    eve.user_permissions.add(Permission.objects.get(codename="view_serverprocess"))
    assert ask(key, "GET", "status")[1].keys() == {"status", "ready", "reasons", "version"}
    eve.user_permissions.add(Permission.objects.get(codename="view_strategyrun"))
    assert ask(key, "GET", "status")[1].keys() == {
        "status",
        "ready",
        "reasons",
        "version",
        "ome",
        "strategies",
    }
    assert ask(key_of("olga", OBSERVERS), "GET", "status")[1].keys() >= {
        "buffer",
        "queue",
        "index",
        "providers",
    }


def test_observers_are_no_admins_of_the_agents_memory(root: Any) -> None:
    """They would read what each user has stored, and delete it."""

    def asked(key: str, method: str, path: str, body: Any = None) -> int:
        headers = {"Authorization": f"Token {key}"}
        sent = json.dumps(body) if body else ""
        client = Client(raise_request_exception=False)
        return client.generic(
            method, f"/api/v1/memory/{path}", sent, "application/json", headers=headers
        ).status_code

    assert asked(key_of("alice"), "POST", "bot/store", {"key": "k", "value": "mine"}) == 200
    plain = key_of("eve")
    User.objects.filter(username="eve").update(is_staff=True)
    for key in (plain, key_of("olga", OBSERVERS)):
        assert asked(key, "GET", "bot/k") == 404
        assert asked(key, "DELETE", "bot/k") == 404
        assert asked(key, "POST", "decay") == 403
    assert asked(key_of("otto", OPERATORS), "GET", "bot/k") == 200


# --- the admin


def admin_paths() -> Iterator[str]:
    """Every page of it, of each table's first row."""

    def walk(patterns: list[Any], prefix: str) -> Iterator[str]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern).replace("^", "").replace("$", "").removesuffix("\\Z")
            yield from walk(pattern.url_patterns, path) if isinstance(pattern, URLResolver) else [path]

    for path in walk(admin.site.get_urls(), "/admin/"):
        yield path.replace("<path:object_id>", "1").replace("<id>", "1").replace("<int:content_type_id>", "1")


OPEN_TO_STAFF = {  # and nothing of the store is in them
    "/admin/", "/admin/login/", "/admin/logout/", "/admin/jsi18n/",
    "/admin/password_change/", "/admin/password_change/done/",
}  # fmt: skip


def test_staff_without_permissions_see_nothing_in_any_page_of_the_admin(client: Client, root: Any) -> None:
    remember(f"I love {SECRET}.")
    add(said(f"And again {SECRET}."), session="open")
    client.force_login(User.objects.create_user("eve", is_staff=True))
    paths = sorted(set(admin_paths()) - {"/admin/logout/"})
    assert len(paths) > 60
    assert {"/admin/sessions/", "/admin/memories/", "/admin/ome/strategyrun/derive/"} <= set(paths)
    for path in [
        *paths,
        f"/admin/memories/?path={EPISODES}",
        "/admin/memory/",
        "/admin/ome/",
        "/admin/cascade/",
    ]:
        for answer in (client.get(path), client.post(path, {"action": "run_again", "session": "[]"})):
            text = answer.content.decode()
            assert SECRET not in text, path
            assert "alice" not in text, path
            if path not in OPEN_TO_STAFF:
                assert answer.status_code in (302, 403, 404, 405), (path, answer.status_code)


def test_the_first_page_has_no_figure_for_who_may_see_none(client: Client, root: Any) -> None:
    eve = User.objects.create_user("eve", is_staff=True)
    client.force_login(eve)
    page = client.get("/admin/").content.decode()
    assert "You may see nothing" in page
    for part in (
        'class="readiness',
        'class="figures',
        'id="tokens"',
        'id="tables"',
        'id="providers"',
        'id="processes"',
    ):
        assert part not in page
    eve.user_permissions.add(Permission.objects.get(codename="view_indextable"))
    page = client.get("/admin/").content.decode()
    assert 'id="tables"' in page
    assert 'class="readiness' not in page
    assert 'id="providers"' not in page


def test_no_action_of_any_table_is_offered_to_observers(client: Client, root: Any) -> None:
    remember(f"I love {SECRET}.")
    add(said("Something waits."), session="open")
    key_of("olga", OBSERVERS)
    client.force_login(User.objects.get(username="olga"))
    for model in admin.site._registry:
        path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        page = client.get(path).content.decode()
        assert '<select name="action"' not in page, path
    assert client.get("/admin/ome/strategyrun/derive/").status_code == 403
    flush = {"session": json.dumps(["default", "default", "open"])}
    assert client.post("/admin/sessions/", flush).status_code == 403
    assert client.get("/admin/sessions/").status_code == 200
    assert client.get("/admin/auth/user/").status_code == 403
    assert client.get("/admin/memory/apikey/").status_code == 403


@pytest.mark.long
def test_on_a_real_server(server: Server) -> None:
    """With a key, and with a session of the admin."""
    observer = server.manage("token", "olga", "--observer").strip()
    caller = Caller(server.port, token=observer)
    assert caller.request("GET", "/api/ops/messages").status == 200
    assert caller.request("POST", "/api/ops/runs/cancel", {"filter": {}}).status == 403
    code = (
        "from django.contrib.auth.models import User; "
        "User.objects.create_user('eve', password='kettle-and-tea', is_staff=True)"
    )
    server.manage("shell", "--no-imports", "--command", code)
    eve = Browser(server.port)
    eve.log_in("eve", "kettle-and-tea")
    assert eve.status == 302
    for path in (
        "/api/ops/status",
        "/api/ops/messages",
        "/admin/memory/apikey/",
        "/admin/sessions/",
        "/admin/memories/",
    ):
        eve.call("GET", path)
        assert eve.status == 403, path
