"""`everos token NAME`: a key for a caller, who comes into being with it; and what there are of keys."""

import re
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.utils import timezone

from everos_site.sqlite.base import database_of_accounts
from memory.api_keys import ApiKey
from memory.grants import limited
from memory.signed_tokens import verify
from tests.site.test_cli import everos

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[str, str]:
    """What it prints, and what it says beside that."""
    out, err = StringIO(), StringIO()
    call_command("token", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def token(*arguments: str) -> str:
    return run(*arguments)[0]


def opens(key: str) -> bool:
    return bool(ApiKey.objects.is_valid(key.strip()))


def test_it_prints_the_key_and_nothing_else() -> None:
    printed, said = run("alice")
    assert re.fullmatch(r"[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}\n", printed)
    assert opens(printed)
    assert "only time" in said
    assert printed.strip() not in said


def test_the_user_comes_into_being_without_a_password_or_rights() -> None:
    token("alice")
    alice = User.objects.get(username="alice")
    assert (alice.is_active, alice.is_staff, alice.is_superuser) == (True, False, False)
    assert not alice.has_usable_password()
    assert not alice.get_all_permissions()


def test_asked_again_it_is_another_key_and_both_open() -> None:
    first, second = token("alice"), token("alice")
    assert first != second
    assert opens(first)
    assert opens(second)


def test_a_new_key_ends_the_old_ones_of_this_user_alone() -> None:
    old, older, other, new = token("alice"), token("alice"), token("bob"), token("alice", "--renew")
    assert [opens(key) for key in (old, older, other, new)] == [False, False, True, True]


def test_a_key_that_ends_by_itself() -> None:
    key = token("alice", "--expires", "30")
    assert opens(key)
    left = ApiKey.objects.get().expiry_date - timezone.now()
    assert timedelta(days=29) < left <= timedelta(days=30)
    ApiKey.objects.update(expiry_date=timezone.now() - timedelta(seconds=1))
    assert not opens(key)


@pytest.mark.parametrize("days", ["0", "-1", "soon", "nan", "inf", "1000000"])
def test_days_that_are_none(days: str) -> None:
    with pytest.raises(CommandError, match="days from now"):
        token("alice", "--expires", days)


@pytest.mark.parametrize("word", ["list", "renew", "revoke", "rotate", "for-user"])
def test_an_option_without_its_hyphens_makes_no_key(word: str) -> None:
    with pytest.raises(CommandError, match=f"did you mean `everos token --{word}`"):
        token(word)
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("option", ["--rotate", "--revoke", "--for-user"])
def test_an_option_of_a_variable_that_is_not_set_makes_no_key(option: str) -> None:
    with pytest.raises(CommandError, match="must not be empty"):
        token("alice", option, "")
    assert not ApiKey.objects.exists()


def test_keys_are_revoked_all_or_by_their_beginning() -> None:
    first, second, third = token("alice"), token("alice"), token("alice")
    assert run("alice", "--revoke", first[:8]) == ("", "Keys of alice that have ended: 1.\n")
    assert [opens(key) for key in (first, second, third)] == [False, True, True]
    assert run("alice", "--revoke") == ("", "Keys of alice that have ended: 2.\n")
    assert not opens(second)
    with pytest.raises(CommandError, match="no key that begins with 'nothing'"):
        token("alice", "--revoke", "nothing")


@pytest.mark.parametrize("option", ["--revoke", "--list"])
def test_who_is_not_there_is_not_made_for_that(option: str) -> None:
    with pytest.raises(CommandError, match="There is no user 'eve'"):
        token("eve", option)
    assert not User.objects.exists()


def test_the_list_tells_of_keys_and_never_a_key() -> None:
    keys = [
        token("alice", "--label", "the shop", "--expires", "3"),
        token("bob"),
        token("alice", "--label", "old"),
    ]
    token("alice", "--revoke", keys[2][:8])
    ApiKey.objects.get(prefix=keys[1][:8]).record_use()
    listed = token("--list")
    assert [line.split()[0] for line in listed.splitlines()] == ["USER", "alice", "alice", "bob"]
    assert all(f"{key[:8]}…" in listed and key[9:].strip() not in listed for key in keys)
    assert "the shop" in listed
    assert listed.splitlines()[2].endswith("revoked")
    assert listed.splitlines()[1].count("never") == 1, "it was not used, and it ends"
    assert token("bob", "--list").count("…") == 1
    assert "sha512" not in listed


def test_staff_is_what_a_user_becomes_and_stays() -> None:
    token("alice")
    _, said = run("alice", "--staff")
    token("alice")
    alice = User.objects.get(username="alice")
    assert alice.is_staff
    assert [group.name for group in alice.groups.all()] == ["operators"]
    assert "alice belongs to the group operators now." in said
    assert "Not given: nothing that operators have." in said


def test_an_observer_sees_and_changes_nothing() -> None:
    token("alice", "--staff")
    _, said = run("alice", "--observer")
    held = User.objects.get(username="alice").get_all_permissions()
    assert {"ome.view_strategyrun", "memory.view_memcell", "cascade.view_mdchangestate"} <= held
    assert all(".view_" in each for each in held)
    assert "memory.view_apikey" not in held
    assert "Not given: cascade.change_" in said


def test_an_upgrade_makes_the_groups_what_their_names_say() -> None:
    operators, observers = Group.objects.get(name="operators"), Group.objects.get(name="observers")
    before = observers.permissions.count(), operators.permissions.count()
    observers.permissions.set(operators.permissions.all())
    operators.permissions.clear()
    call_command("migrate", database=database_of_accounts(), verbosity=0)
    assert (observers.permissions.count(), operators.permissions.count()) == before
    assert before[1] == 2 * before[0] + 1, "to view and to change each table, and to read the server's files"


@pytest.mark.parametrize("name", ["a b", "a/b", "x" * 151])
def test_a_name_that_no_user_can_have(name: str) -> None:
    with pytest.raises(CommandError, match="cannot be a user"):
        token(name)
    assert not User.objects.exists()


@pytest.mark.parametrize("arguments", [(), ("",), ("--revoke",)])
def test_nobody_is_named(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="Whose key"):
        token(*arguments)


def test_a_user_who_has_been_deactivated_is_pointed_out() -> None:
    User.objects.create_user("alice", is_active=False)
    assert "deactivated" in run("alice")[1]


def test_a_key_with_limits() -> None:
    _, said = run("shop", "--app", "web", "--user", "acme-*", "--user", "bob", "--can", "read,write")
    assert "It is for: read, write; app web; user acme-*, bob." in said
    assert ApiKey.objects.get().grant == limited(["read", "write"], apps=["web"], users=["acme-*", "bob"])
    assert "read, write; app web; user acme-*, bob" in token("--list")


def test_limits_without_actions_are_for_all_but_administering() -> None:
    token("shop", "--project", "x")
    assert ApiKey.objects.get().grant.actions == {"read", "write", "forget"}
    token("shop", "--renew")
    assert not ApiKey.objects.get(revoked=False).grant.has_limits


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--can", "fly"], "list of read, write"),
        (["--can", ""], "list of read, write"),
        (["--app", "web-*"], "without \\*"),
        (["--user", "a*b"], "one \\* behind"),
        (["--user", ""], "an id"),
        (["--overlap", "soon"], "a span of time"),
        (["--ttl", "0m"], "a span of time"),
    ],
)
def test_limits_that_are_none(options: list[str], told: str) -> None:
    with pytest.raises(CommandError, match=told):
        token("shop", *options)
    assert not User.objects.exists()


def test_a_rotated_key_and_its_successor_are_good_together_for_a_while() -> None:
    old = token("shop", "--user", "alice", "--label", "web", "--expires", "30")
    new, said = run("--rotate", old[:8], "--overlap", "2h")
    assert opens(old)
    assert opens(new)
    assert "is good until" in said
    before, after = ApiKey.objects.order_by("pk")
    assert (after.grant, after.user, after.name) == (before.grant, before.user, "web")
    assert timedelta(hours=1) < before.expiry_date - timezone.now() <= timedelta(hours=2)
    assert timedelta(days=29) < after.expiry_date - timezone.now() <= timedelta(days=30)
    third = token("shop", "--rotate", new[:8], "--overlap", "0")
    assert [opens(each) for each in (old, new, third)] == [True, False, True]


def test_an_overlap_never_makes_a_key_live_longer() -> None:
    old = token("shop", "--expires", "1h")
    token("--rotate", old[:8], "--overlap", "7d")
    assert ApiKey.objects.order_by("pk")[0].expiry_date - timezone.now() < timedelta(hours=2)


@pytest.mark.parametrize("options", [["--rotate", "nothing"], ["shop", "--rotate", "nothing"]])
def test_a_key_that_cannot_be_rotated(options: list[str]) -> None:
    token("shop", "--revoke") if User.objects.exists() else token("shop")
    with pytest.raises(CommandError, match="No usable key begins"):
        token(*options)


def test_a_rotated_key_has_the_limits_of_the_old_one() -> None:
    old = token("shop")
    with pytest.raises(CommandError, match="has the limits of the old one"):
        token("--rotate", old[:8], "--user", "alice")
    assert ApiKey.objects.count() == 1


def test_a_key_ends_by_its_beginning_whosever_it_is() -> None:
    first, second = token("alice"), token("bob")
    assert run("--revoke", first[:8])[1] == "Keys that have ended: 1.\n"
    assert (opens(first), opens(second)) == (False, True)


def test_a_signed_token_for_one_user() -> None:
    token("shop", "--can", "forget")
    key = token("shop", "--user", "al*")
    printed, said = run("shop", "--for-user", "alice", "--ttl", "5m", "--can", "read")
    verified = verify(printed.strip())
    assert (verified.key.prefix, verified.person, verified.grant.actions) == (key[:8], "alice", {"read"})
    assert f"from the key {key[:8]}… of shop" in said
    assert verify(run("--for-user", "alice")[0].strip()).person == "alice"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--for-user", "alice"], "From whose key"),
        (["bob", "--for-user", "alice"], "No key of bob allows it: .*not for the user 'alice'"),
        (["shop", "--for-user", "alice", "--ttl", "2h"], "at most 3600 seconds"),
        (["shop", "--for-user", "alice", "--user", "bob"], "for the one person"),
    ],
)
def test_a_signed_token_that_nobody_may_make(options: list[str], told: str) -> None:
    token("shop")
    token("bob", "--user", "bob")
    with pytest.raises(CommandError, match=told):
        token(*options)


@pytest.mark.long
def test_the_short_name_works_where_no_server_was_ever_started(tmp_path: Path) -> None:
    made = everos(tmp_path, "token", "alice")
    assert made.returncode == 0, made.stderr
    assert re.fullmatch(r"[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}\n", made.stdout)


def test_two_keys_that_begin_alike_are_told_apart() -> None:
    twin, key = ApiKey.objects.make(User.objects.create_user("ann"), "")
    other, another = ApiKey.objects.make(User.objects.create_user("ben"), "")
    ApiKey.objects.filter(pk=twin.pk).update(prefix=other.prefix)
    assert ApiKey.objects.get_from_key(another).user.username == "ben"
    with pytest.raises(ApiKey.DoesNotExist):
        ApiKey.objects.get_from_key(key)
