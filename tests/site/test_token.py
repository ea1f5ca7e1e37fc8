"""`everos token NAME`: a key for a caller, who comes into being with it."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from rest_framework.authtoken.models import Token

from tests.site.test_cli import everos

pytestmark = pytest.mark.django_db


def token(*arguments: str) -> str:
    out = StringIO()
    call_command("token", *arguments, stdout=out)
    return out.getvalue()


def test_it_prints_the_key_and_nothing_else() -> None:
    printed = token("alice")
    assert printed == f"{Token.objects.get().key}\n"
    assert len(printed) == 41


def test_the_user_comes_into_being_without_a_password_or_rights() -> None:
    token("alice")
    alice = User.objects.get(username="alice")
    assert (alice.is_active, alice.is_staff, alice.is_superuser) == (True, False, False)
    assert not alice.has_usable_password()


def test_asked_again_it_is_the_same_key() -> None:
    assert token("alice") == token("alice")
    assert token("bob") != token("alice")


def test_a_new_key_ends_the_old_one() -> None:
    old, new = token("alice"), token("alice", "--renew")
    assert old != new
    assert list(Token.objects.values_list("key", flat=True)) == [new.strip()]


def test_staff_is_what_a_user_becomes_and_stays() -> None:
    token("alice")
    token("alice", "--staff")
    token("alice")
    assert User.objects.get(username="alice").is_staff


@pytest.mark.parametrize("name", ["a b", "a/b", "", "x" * 151])
def test_a_name_that_no_user_can_have(name: str) -> None:
    with pytest.raises(CommandError, match="cannot be a user"):
        token(name)
    assert not User.objects.exists()


def test_a_user_who_has_been_deactivated_is_pointed_out(capsys: pytest.CaptureFixture[str]) -> None:
    User.objects.create_user("alice", is_active=False)
    token("alice")
    assert "deactivated" in capsys.readouterr().err


def test_the_short_name_works_where_no_server_was_ever_started(tmp_path: Path) -> None:
    made = everos(tmp_path, "token", "alice")
    assert made.returncode == 0, made.stderr
    assert re.fullmatch(r"[0-9a-f]{40}\n", made.stdout)
