"""Guessing passwords at the admin's login: five tries, then a pause; and nobody else is locked out by that."""

import ipaddress
from collections.abc import Iterator
from datetime import timedelta

import pytest
from axes.models import AccessAttempt, AccessLog
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory
from django.utils import timezone

from everos_site.logins import KEEP_ACTIONS, KEEP_LOGINS, client_address
from everos_site.tasks import prune
from tests.system.browser import Browser
from tests.system.server import Server

PASSWORD = "kettle-and-tea-in-Bern"
TRIES = 5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("login") / "memory").start()
    made = "; ".join(
        f"User.objects.create_superuser({name!r}, password={PASSWORD!r})" for name in ("root", "ann", "eve")
    )
    running.manage(
        "shell", "--no-imports", "--command", f"from django.contrib.auth.models import User; {made}"
    )
    yield running
    running.kill()


def tries(server: Server, name: str, password: str, more: dict[str, str] | None = None) -> tuple[int, str]:
    browser = Browser(server.port)
    page = browser.log_in(name, password, more)
    return browser.status, page


@pytest.mark.parametrize("name", ["root", "nobody-of-this-name"])
def test_after_five_failures_there_is_a_pause_for_whoever_guesses(server: Server, name: str) -> None:
    for number in range(TRIES):
        # addresses that strangers claim count for nothing
        claimed = {"X-Forwarded-For": f"203.0.113.{number}", "X-Real-IP": f"203.0.113.{number}"}
        status, _ = tries(server, name, f"wrong-{number}", claimed)
    assert status == 429
    status, said = tries(server, name, PASSWORD, {"X-Forwarded-For": "203.0.113.99"})
    assert status == 429, "the right password neither"
    assert "Try again in 15 minutes" in said


def test_others_log_in_from_the_same_address(server: Server) -> None:
    assert tries(server, "ann", PASSWORD)[0] == 302


def test_who_is_right_at_last_begins_anew(server: Server) -> None:
    for _ in range(2):
        for number in range(TRIES - 1):
            assert tries(server, "eve", f"wrong-{number}")[0] == 200
        assert tries(server, "eve", PASSWORD)[0] == 302


def test_passwords_that_were_tried_are_not_kept(server: Server) -> None:
    tries(server, "gus", "nearly-my-password")
    kept = b"".join(path.read_bytes() for path in server.root.glob(".accounts.db*"))
    assert b"gus" in kept
    assert b"nearly-my-password" not in kept
    assert "nearly-my-password" not in server.log.read_text("utf-8")


def log_in(name: str, password: str, address: str) -> int:
    client = Client(REMOTE_ADDR=address)
    return client.post("/admin/login/", {"username": name, "password": password}).status_code


@pytest.mark.django_db
def test_the_owner_comes_in_from_elsewhere_and_after_the_pause() -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    for _ in range(3 * TRIES):
        log_in("root", "wrong", "203.0.113.7")
    assert log_in("root", PASSWORD, "203.0.113.7") == 429
    assert log_in("root", PASSWORD, "203.0.113.8") == 302
    for _ in range(TRIES):
        log_in("root", "wrong", "203.0.113.7")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert log_in("root", PASSWORD, "203.0.113.7") == 302


@pytest.mark.django_db
def test_going_on_during_the_pause_does_not_make_it_longer() -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    for _ in range(TRIES):
        log_in("root", "wrong", "203.0.113.7")
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=14))
    before = AccessAttempt.objects.get().attempt_time
    assert log_in("root", "wrong", "203.0.113.7") == 429
    assert AccessAttempt.objects.get().attempt_time == before


@pytest.mark.django_db
def test_a_network_of_ipv6_addresses_is_one_client() -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    first = ipaddress.IPv6Address("2001:db8::")
    for number in range(TRIES):
        log_in("root", "wrong", str(first + number))
    assert log_in("root", PASSWORD, str(first + 77)) == 429
    assert log_in("root", PASSWORD, "2001:db8:0:1::1") == 302


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8::7", "2001:db8::"),
        ("", None),
        ("unix:", None),
    ],
)
def test_whose_failure_it_is(peer: str, counted: str | None) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR=peer, headers={"X-Forwarded-For": "198.51.100.1"})
    assert client_address(request) == counted


@pytest.mark.django_db
def test_what_is_over_is_forgotten_by_the_clock() -> None:
    root = User.objects.create_superuser("root", password=PASSWORD)
    for address in ("203.0.113.7", "203.0.113.8"):
        log_in("root", "wrong", address)
        log_in("root", PASSWORD, f"{address}0"[:11])
    log_in("root", "wrong", "203.0.113.9")
    old = timezone.now() - KEEP_LOGINS - timedelta(days=1)
    AccessAttempt.objects.filter(ip_address="203.0.113.7").update(attempt_time=old)
    first = AccessLog.objects.order_by("pk")[0]
    AccessLog.objects.filter(pk=first.pk).update(attempt_time=old)
    ended = Session.objects.all()[0]
    Session.objects.filter(pk=ended.pk).update(expire_date=old)
    for _ in range(2):
        LogEntry.objects.create(
            user=root, action_flag=CHANGE, object_repr="a session", change_message="flushed"
        )
    action = LogEntry.objects.order_by("pk")[0]
    LogEntry.objects.filter(pk=action.pk).update(
        action_time=timezone.now() - KEEP_ACTIONS - timedelta(days=1)
    )
    sessions, logins = Session.objects.count(), AccessLog.objects.count()
    prune()
    assert not LogEntry.objects.filter(pk=action.pk).exists()
    assert LogEntry.objects.count() == 1
    assert not AccessAttempt.objects.filter(ip_address="203.0.113.7").exists()
    assert AccessAttempt.objects.filter(ip_address="203.0.113.9").exists()
    assert (Session.objects.count(), AccessLog.objects.count()) == (sessions - 1, logins - 1)


@pytest.mark.django_db
def test_the_admin_lets_somebody_in_again(admin_client: Client) -> None:
    User.objects.create_superuser("ann", password=PASSWORD)
    for _ in range(TRIES):
        log_in("ann", "wrong", "203.0.113.7")
    assert "203.0.113.7" in admin_client.get("/admin/axes/accessattempt/").content.decode()
    rows = {"action": "forget", "_selected_action": [str(AccessAttempt.objects.get().pk)]}
    admin_client.post("/admin/axes/accessattempt/", rows)
    assert log_in("ann", PASSWORD, "203.0.113.7") == 302


@pytest.mark.django_db
def test_a_session_ends_after_twelve_hours_of_silence(admin_client: Client) -> None:
    Session.objects.update(expire_date=timezone.now() + timedelta(hours=1))
    admin_client.get("/admin/password_change/")
    left = Session.objects.get().expire_date - timezone.now()
    assert timedelta(hours=11, minutes=59) < left <= timedelta(hours=12)


@pytest.mark.parametrize(
    "password", ["short-one", "password1234567"[:11], "rootrootroot", "123456789012345", "qwertyuiop12"]
)
def test_passwords_that_are_easily_guessed_are_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, User(username="rootrootroot"))
