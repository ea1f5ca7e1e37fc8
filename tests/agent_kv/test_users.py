"""Who sees and changes what: users by their tokens, administrators, and the person at this machine."""

import pytest
from pytest_django.fixtures import Settings

from tests.agent_kv.conftest import Api, error, settle
from tests.conftest import change_settings
from tests.keys import key_of


def test_a_user_sees_only_what_is_theirs(alice: Api, bob: Api) -> None:
    alice.store("reflection:a", "secret words", embedding=[1, 0])
    settle()
    assert error(bob.get("reflection:a"))[0] == 404
    assert (bob.keys(), bob.found("secret"), bob.near(text="secret words", threshold=0)) == ([], [], {})
    assert bob.near(embedding=[1, 0], threshold=0) == {}
    assert bob.call("GET", "bot/reflections") == (200, {"reflections": []})
    assert alice.keys() == alice.found("secret") == ["reflection:a"]


def test_two_users_may_have_one_key(alice: Api, bob: Api) -> None:
    alice.store("lesson", "of alice")
    bob.store("lesson", "of bob")
    assert (alice.get("lesson")[1]["value"], bob.get("lesson")[1]["value"]) == ("of alice", "of bob")


def test_an_administrator_sees_everything(admin: Api, alice: Api) -> None:
    alice.store("lesson", "of alice")
    settle()
    assert admin.get("lesson")[1]["value"] == "of alice"
    assert (admin.keys(), admin.found("alice")) == (["lesson"], ["lesson"])


def test_an_administrators_own_entry_comes_first(admin: Api, alice: Api) -> None:
    alice.store("lesson", "of alice")
    admin.store("lesson", "of carol")
    assert admin.get("lesson")[1]["value"] == "of carol"
    assert alice.get("lesson")[1]["value"] == "of alice"


def test_entries_of_the_system_are_visible_to_all(api: Api, alice: Api) -> None:
    api.store("lesson", "of all")
    settle()
    assert alice.get("lesson")[1]["value"] == "of all"
    assert (alice.keys(), alice.found("all lesson")) == (["lesson"], ["lesson"])


def test_ones_own_entry_hides_the_systems(api: Api, alice: Api) -> None:
    api.store("lesson", "of all")
    alice.store("lesson", "of alice")
    assert alice.get("lesson")[1]["value"] == "of alice"
    alice.delete("lesson")
    assert alice.get("lesson")[1]["value"] == "of all"


def test_only_the_owner_changes_an_entry(api: Api, alice: Api) -> None:
    api.store("lesson", "of all")
    refused = "This belongs to somebody else, and only its owner or an administrator may change it."
    assert error(alice.delete("lesson")) == error(alice.pin("lesson")) == (403, refused)
    assert api.get("lesson")[0] == 200


def test_what_is_invisible_does_not_exist(alice: Api, bob: Api) -> None:
    alice.store("lesson")
    assert error(bob.delete("lesson"))[0] == error(bob.pin("lesson"))[0] == 404


def test_an_administrator_changes_anybodys(admin: Api, alice: Api) -> None:
    alice.store("lesson")
    assert admin.pin("lesson")[0] == admin.delete("lesson")[0] == 200
    assert alice.keys() == []


def test_a_user_clears_only_what_is_theirs(api: Api, alice: Api, bob: Api, admin: Api) -> None:
    for who in (api, alice, bob):
        who.store("lesson")
    alice.call("DELETE", "bot/clear")
    assert (len(admin.keys()), len(bob.keys())) == (2, 2)
    admin.call("DELETE", "bot/clear")
    assert admin.keys() == []


@pytest.mark.parametrize(("method", "path"), [("GET", "stats"), ("POST", "decay"), ("POST", "share")])
def test_some_calls_are_for_administrators(alice: Api, admin: Api, method: str, path: str) -> None:
    body = {"from": "a", "to": "b", "pattern": "*"} if path == "share" else None
    assert error(alice.call(method, path, body)) == (403, "Only an administrator may do this")
    assert admin.call(method, path, body)[0] == 200


def test_a_wrong_token_is_refused(root: object) -> None:
    assert error(Api("wrong").get("lesson")) == (401, "No such key is valid")


def test_where_tokens_are_required_nobody_calls_without(api: Api, settings: Settings) -> None:
    change_settings(settings, "auth", required=True)
    assert error(api.get("lesson"))[0] == 401
    assert Api(key_of("alice")).store("lesson")[0] == 200


def test_beyond_this_machine_a_token_is_needed(api: Api, settings: Settings) -> None:
    change_settings(settings, "api", host="0.0.0.0")
    assert error(api.get("lesson"))[0] == 401


def test_a_name_with_a_slash_leads_nowhere_else(root: object) -> None:
    slashed, plain = Api(key_of("eve/x")), Api(key_of("eve"))
    slashed.store("lesson", "of eve/x")
    plain.store("x/lesson", "of eve")
    assert slashed.get("lesson")[1]["value"] == "of eve/x"
    assert (slashed.keys(), plain.keys()) == (["lesson"], ["x/lesson"])
    assert error(plain.get("lesson"))[0] == 404


def test_names_that_differ_in_case_are_two(root: object) -> None:
    upper, lower = Api(key_of("Eve")), Api(key_of("eve"))
    upper.store("lesson")
    assert (upper.keys(), lower.keys()) == (["lesson"], [])
