"""Who sees what: keys and their limits, accounts of the admin, and servers that ask nobody."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from everos_site.sections import ExplorerSection
from memory.api_keys import ApiKey
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.scope import Scope, user
from tests.conftest import change_settings
from tests.explorer.conftest import EPISODE, FACT, Key, fields, read, send, sign_in, words
from tests.ingest.talk import add, flush, said
from tests.site.operating import remember, settle


@pytest.fixture
def closed(settings: Settings) -> None:
    change_settings(settings, "auth", required=True)


@pytest.fixture
def two(browser: Client) -> None:
    remember("I live in Rome.")
    add(said("I live in Bern.", by="bob"), session="b")
    flush("b")
    settle()


ADDRESSES = ("", "owner/?user=alice", f"memory/?id={FACT}", f"memory/edit/?id={FACT}", f"memory/forget/?id={FACT}",
             "ask/?user=alice&q=Rome", "memory/forget/?user=alice")  # fmt: skip


@pytest.mark.usefixtures("closed", "two")
def test_who_has_not_signed_in_is_asked_to_and_comes_back(browser: Client, key: Key) -> None:
    text = key()
    for address in ADDRESSES:
        browser.cookies.clear()
        answer = browser.get(f"/explorer/{address}")
        assert answer.status_code == 302
        assert answer["Location"].startswith("/explorer/sign-in/?next=")
        form = fields(browser.get(answer["Location"]).content.decode())
        assert send(browser, "sign-in/", {**form, "key": text})["Location"] == f"/explorer/{address}"
        assert browser.get(f"/explorer/{address}").status_code == 200


@pytest.mark.usefixtures("closed")
def test_after_signing_in_nobody_is_led_elsewhere(browser: Client, key: Key) -> None:
    for onward in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        form = fields(browser.get("/explorer/sign-in/", {"next": onward}).content.decode())
        assert send(browser, "sign-in/", {**form, "next": onward, "key": key()})["Location"] == "/explorer/"


@pytest.mark.usefixtures("closed", "two")
def test_a_key_that_is_no_longer_good_opens_nothing(browser: Client, key: Key) -> None:
    sign_in(browser, key())
    read(browser, "owner/", user="alice")
    ApiKey.objects.update(revoked=True)
    read(browser, "owner/", 302, user="alice")
    ApiKey.objects.update(revoked=False, expiry_date=timezone.now())
    read(browser, "owner/", 302, user="alice")
    ApiKey.objects.update(expiry_date=None)
    User.objects.update(is_active=False)
    read(browser, "owner/", 302, user="alice")


@pytest.mark.usefixtures("closed")
def test_what_is_no_key_is_refused(browser: Client) -> None:
    for text in ("", "nothing", "x" * 10_000, "ключ"):
        answer = sign_in(browser, text)
        assert answer.status_code == 403
        assert "not valid" in words(answer.content.decode())
        read(browser, "", 302)


@pytest.mark.usefixtures("closed")
def test_the_key_itself_is_not_kept_in_the_session(browser: Client, key: Key) -> None:
    text = key()
    sign_in(browser, text)
    assert text not in str(dict(browser.session))
    send(browser, "sign-out/", {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value})
    read(browser, "", 302)


@pytest.mark.usefixtures("closed", "two")
def test_for_a_key_of_one_person_others_do_not_exist(browser: Client, key: Key) -> None:
    sign_in(browser, key(users=["bob"]))
    assert "alice" not in words(read(browser, ""))
    read(browser, "owner/", 404, user="alice")
    for page in ("memory/", "memory/edit/", "memory/forget/"):
        theirs, nobodys = (
            read(browser, page, 404, id=EPISODE),
            read(browser, page, 404, id="x_ep_20230508_00000001"),
        )
        assert words(theirs) == words(nobodys), "nobody learns that it is there"
    read(browser, "ask/", 404, user="alice", q="Rome")
    expected = words(read(browser, "ask/", user="bob", q="Bern", expect=EPISODE))
    assert "There is no memory with this id here." in expected
    assert "Rome" not in expected
    token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    assert send(browser, "memory/edit/", {**token, "id": FACT, "fact": "x"}).status_code == 404
    assert send(browser, "memory/forget/", {**token, "user": "alice", "confirmed": "1"}).status_code == 404
    assert "Bern" in words(read(browser, "owner/", user="bob"))
    hers = work.forget(Selection(scope=Scope(), owner=user("alice")), "an operator")
    read(browser, "memory/forget/", 404, receipt=hers.pk)


@pytest.mark.usefixtures("closed", "two")
def test_a_key_of_an_app_does_not_learn_of_the_others(browser: Client, key: Key) -> None:
    sign_in(browser, key(apps=["shop"]))
    assert "alice" not in words(read(browser, ""))
    read(browser, "owner/", 404, user="alice")
    assert "/default" not in words(read(browser, "", app="shop"))


@pytest.mark.usefixtures("closed", "two")
def test_a_key_that_may_only_read_changes_nothing(browser: Client, key: Key) -> None:
    sign_in(browser, key("read"))
    page = read(browser, "memory/", id=FACT)
    assert "That’s wrong" not in words(page)
    assert "Forget" not in words(page)
    read(browser, "memory/edit/", 404, id=FACT)
    read(browser, "memory/forget/", 404, id=FACT)
    assert sign_in(browser, key("write")).status_code == 403


@pytest.mark.usefixtures("closed", "two")
def test_paths_of_the_server_are_for_the_person_at_it(browser: Client, key: Key, settings: Settings) -> None:
    root = str(settings.EVEROS.memory.root)
    sign_in(browser, key(apps=["default"]))
    assert root not in read(browser, "memory/", id=FACT)
    sign_in(browser, key())
    assert root in read(browser, "memory/", id=FACT)


LINK = "vscode://file"
ELSEWHERE: tuple[
    tuple[dict[str, str], dict[str, str]], ...
] = (  # what a request tells of who sent it: META and headers
    ({"REMOTE_ADDR": "192.0.2.7"}, {}),
    ({}, {"X-Forwarded-For": "127.0.0.1"}),
    ({}, {"Forwarded": "for=127.0.0.1"}),
    ({}, {"Via": "1.1 proxy"}),
    ({}, {"Host": "memory.example"}),
)


@pytest.mark.usefixtures("two")
def test_only_at_the_servers_machine_a_file_opens_in_an_editor(browser: Client, settings: Settings) -> None:
    change_settings(settings, "api", allowed_hosts=["memory.example"])
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "memory.example"]
    page = read(browser, "memory/", id=FACT)
    link = re.search(rf'href="{LINK}([^"]+):(\d+)"', page)
    assert link
    lines = Path(unquote(link[1])).read_text().splitlines()
    assert lines[int(link[2]) - 1] == "<!-- entry:af_20230508_00000001 -->"
    for meta, headers in ELSEWHERE:
        answer = browser.get("/explorer/memory/", {"id": FACT}, headers=headers, **meta)
        assert answer.status_code == 200, (meta, headers)
        assert LINK not in answer.content.decode(), (meta, headers)
        assert str(settings.EVEROS.memory.root) not in answer.content.decode(), (meta, headers)


@pytest.mark.usefixtures("two")
def test_the_link_to_the_editor_is_that_of_the_setting(browser: Client, settings: Settings) -> None:
    change_settings(settings, "explorer", editor_url="idea://open?file={path}&line={line}")
    assert 'href="idea://open?file=/' in read(browser, "memory/", id=FACT)
    change_settings(settings, "explorer", editor_url="")
    assert "Open in editor" not in read(browser, "memory/", id=FACT)
    for wrong in ("javascript:alert({path})", "https://evil.example/{path}", "vscode://file", "{path}"):
        with pytest.raises(ValueError, match="editor_url"):
            ExplorerSection(editor_url=wrong)


@pytest.mark.usefixtures("closed", "two")
def test_accounts_of_the_admin_do_here_what_they_may_there(browser: Client) -> None:
    user = User.objects.create_user("viewer", password="x", is_staff=True)
    browser.force_login(user, "django.contrib.auth.backends.ModelBackend")
    read(browser, "", 302)
    user.user_permissions.add(Permission.objects.get(codename="view_mdchangestate"))
    assert "alice" in words(read(browser, ""))
    assert "That’s wrong" not in words(read(browser, "memory/", id=FACT))
    user.user_permissions.add(Permission.objects.get(codename="change_mdchangestate"))
    form = fields(read(browser, "memory/edit/", id=FACT))
    send(browser, "memory/edit/", {**form, "fact": "alice lives in Oslo."})
    assert "user viewer" in words(read(browser, "memory/", id=FACT))
    read(browser, "memory/forget/", 404, id=FACT)


@pytest.mark.usefixtures("two")
def test_a_server_that_asks_nobody_is_open_and_a_key_narrows_it(browser: Client, key: Key) -> None:
    assert "alice" in words(read(browser, ""))
    sign_in(browser, key(users=["bob"]))
    assert "alice" not in words(read(browser, ""))


@pytest.mark.usefixtures("closed", "two")
def test_a_key_in_a_header_counts_as_it_does_for_the_api(browser: Client, key: Key) -> None:
    answer = browser.get("/explorer/", headers={"Authorization": f"Token {key(users=['bob'])}"})
    assert "bob" in answer.content.decode()
    assert "alice" not in answer.content.decode()


def test_pages_are_kept_by_no_cache_and_run_no_script_of_others(browser: Client) -> None:
    answer = browser.get("/explorer/")
    assert answer["Cache-Control"] == "no-store"
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert "default-src 'self'" in answer["Content-Security-Policy"]
