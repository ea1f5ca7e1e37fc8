"""Keys by the operators' API: listed without being shown, made and rotated by who has as much, and revoked."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.utils import timezone

from everos_site.groups import OPERATORS
from memory.api_keys import ApiKey
from tests.keys import key_of
from tests.ops.conftest import Ops, logged


@pytest.fixture
def root_user(root: Any) -> Ops:
    User.objects.create_superuser("root")
    return Ops(key_of("root"))


def with_permissions(name: str, *codes: str) -> Ops:
    key = key_of(name)
    user = User.objects.get(username=name)
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__in=codes))
    return Ops(key)


def make(caller: Ops, **body: Any) -> Any:
    return caller.call("POST", "keys/make", {"user": "shop", **body}).ok()


def test_a_key_is_made_and_shown_once(root_user: Ops) -> None:
    made = make(root_user, label="web", apps=["web"], users=["acme-*"])
    assert made["limits"] == {
        "actions": ["read", "write", "forget"], "apps": ["web"], "projects": [], "users": ["acme-*"], "agents": [],
        "groups": [],
    }  # fmt: skip
    assert ApiKey.objects.get_from_key(made["key"]).user.username == "shop"
    listed = root_user.items("keys", user="shop")
    assert [(each["id"], each["label"], each["usable"]) for each in listed] == [(made["id"], "web", True)]
    assert made["key"][9:] not in str(listed) + str(root_user.get(f"keys/{made['id']}"))
    assert logged() == [("root", "apikey", f"{made['prefix']}…", "Created.")]


def test_the_new_key_keeps_to_its_limits(root_user: Ops) -> None:
    key = make(root_user, user="root", users=["alice"])["key"]
    assert "limits" in Ops(key).call("GET", "status").refused(403)
    assert Ops(make(root_user, user="root", actions=["read"])["key"]).call("GET", "status").status == 403
    assert Ops(make(root_user, user="root", actions=["admin"])["key"]).call("GET", "status").status == 200


def test_a_key_makes_none_that_may_more_than_itself(root_user: Ops) -> None:
    other = make(root_user)
    narrow = Ops(make(root_user, user="root", actions=["admin"])["key"])
    for call, body in (
        ("make", {"user": "root"}),
        ("make", {"user": "x", "apps": ["a"]}),
        ("rotate", {"id": other["id"]}),
    ):
        assert "may not read" in narrow.call("POST", f"keys/{call}", body).refused(403)
    assert make(narrow, actions=["admin"])["limits"]["actions"] == ["admin"]


def test_a_rotated_key_is_good_for_the_overlap(root_user: Ops) -> None:
    old = make(root_user, users=["alice"])
    body = {"id": old["id"], "overlap_seconds": 60}
    new = root_user.call("POST", "keys/rotate", body).ok()
    assert (new["limits"], new["user"]) == (old["limits"], "shop")
    assert ApiKey.objects.is_valid(old["key"])
    ApiKey.objects.filter(pk=old["id"]).update(expiry_date=timezone.now() - timedelta(seconds=1))
    assert (ApiKey.objects.is_valid(old["key"]), ApiKey.objects.is_valid(new["key"])) == (False, True)
    assert "no usable key" in root_user.call("POST", "keys/rotate", body).refused(404)


def test_revoked_keys_end_at_once(root_user: Ops) -> None:
    first, second = make(root_user), make(root_user)
    assert root_user.call("POST", "keys/revoke", {"ids": [first["id"]]}).ok() == {"revoked": 1}
    assert (ApiKey.objects.is_valid(first["key"]), ApiKey.objects.is_valid(second["key"])) == (False, True)
    assert [each["id"] for each in root_user.items("keys", user="shop", usable="true")] == [second["id"]]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"apps": ["a*"]}, "without *"),
        ({"users": ["a*b"]}, "one * behind"),
        ({"users": [""]}, "users.0"),
        ({"actions": ["fly"]}, "actions.0"),
        ({"actions": []}, "actions"),
        ({"user": "a b"}, "user"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "is in the past"),
        ({"nobody": 1}, "unknown field"),
    ],
)
def test_what_cannot_be_a_key(root_user: Ops, body: dict[str, Any], told: str) -> None:
    assert told in root_user.call("POST", "keys/make", {"user": "shop", **body}).refused(422)
    assert ApiKey.objects.count() == 1


def test_operators_do_not_see_keys(carol: Ops) -> None:
    for method, path in (
        ("GET", "keys"),
        ("POST", "keys/make"),
        ("POST", "keys/rotate"),
        ("POST", "keys/revoke"),
    ):
        assert "permission memory." in carol.call(method, path, None if method == "GET" else {}).refused(403)


def test_nobody_gives_others_more_than_he_has(root_user: Ops) -> None:
    mia = with_permissions("mia", "add_apikey", "view_apikey")
    key_of("carol", OPERATORS)
    for whose in ("root", "carol"):
        assert "all permissions" in mia.call("POST", "keys/make", {"user": whose}).refused(403)
        row = ApiKey.objects.filter(user__username=whose).first()
        assert row is not None
        assert "all permissions" in mia.call("POST", "keys/rotate", {"id": row.pk}).refused(403)
    assert "auth.add_user" in mia.call("POST", "keys/make", {"user": "somebody"}).refused(403)
    assert mia.call("POST", "keys/make", {"user": "mia"}).status == 200
