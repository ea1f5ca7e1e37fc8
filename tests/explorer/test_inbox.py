"""The inbox: questions with their evidence, and what each answer does to files, index and history."""

import html
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.http import HttpResponse
from django.test import Client
from pytest_django.fixtures import Settings

from cascade.models import MdChangeState
from everos_site.groups import OPERATORS
from memory import editing
from memory.api_keys import ApiKey, user_named
from memory.editing import Known
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.foresight import FORESIGHT
from memory.markdown import store
from memory.retrieval.listing import list_memories, profiles_of
from memory.retrieval.types import Hit
from memory.scope import Scope, user
from memory.transfer.merging import is_near
from ome.models import RecordedEvent, StrategyRun
from tests.conftest import change_settings
from tests.explorer.conftest import Key, read, send, sign_in, words
from tests.ingest.talk import HOUR, add, flush, said
from tests.site.operating import remember, settle

DAY = 24 * HOUR
ROME, BERN = "alice_af_20230508_00000001", "alice_af_20230509_00000001"
SAID = datetime(2023, 5, 8, 12, tzinfo=UTC)


def say(text: str, day: int, by: str = "alice") -> None:
    add(said(text, by=by, at=day * DAY), session=f"{by}-{day}")
    flush(f"{by}-{day}")
    settle()


def write(fact: str, kind: Any = ATOMIC_FACT, **values: Any) -> str:
    """A memory that was not said. Returns its id."""
    name = "fact" if kind is ATOMIC_FACT else "foresight"
    draft = {"timestamp": SAID, name: fact, "parent_type": "episode", **values}
    [entry] = store.append(kind, Scope(), user("alice"), SAID.date(), f"of {fact}", [draft])
    settle()
    return f"alice_{entry}"


def question(page: str, text: str) -> dict[str, str]:
    """The fields of the form that asks about this text."""
    [card] = [
        each for each in re.findall(r"<article.*?</article>", page, re.S) if text in html.unescape(each)
    ]
    found = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', card))
    return {name: html.unescape(value) for name, value in found.items()}


def answer(browser: Client, text: str, choice: str, **asked: str) -> HttpResponse:
    form = question(read(browser, "inbox/", **(asked or {"user": "alice"})), text)
    return send(browser, "inbox/answer/", {**form, "answer": choice})


def inbox(browser: Client, **asked: str) -> str:
    return words(read(browser, "inbox/", **(asked or {"user": "alice"})))


def memory(identifier: str) -> Known:
    return editing.find(Scope(), identifier)


def facts() -> dict[str, Hit]:
    return {hit.entry_id: hit for hit in list_memories(Scope(), user("alice"), "atomic_fact").items}


@pytest.fixture
def moved(browser: Client) -> None:
    say("I live in Rome.", 0)
    say("I live in Bern.", 1)


def test_an_inbox_without_questions_says_so(browser: Client) -> None:
    say("I live in Rome.", 0)
    say("I live in Bern.", 60)
    assert "Nothing is uncertain" in inbox(browser, user="alice"), "who moves after two months has moved"
    assert "Nothing is uncertain" in words(read(browser, "inbox/"))


def test_who_says_that_something_is_over_is_not_asked(browser: Client) -> None:
    say("I work as a nurse.", 0)
    say("I quit my job.", 5)
    validity = facts()[ROME.removeprefix("alice_")].validity
    assert validity is not None
    assert validity.valid_to is not None
    assert "Nothing is uncertain" in inbox(browser)


@pytest.mark.usefixtures("moved")
def test_the_newer_one_holds(browser: Client) -> None:
    page = inbox(browser)
    for shown in ("Contradictions 1", "Rome", "Bern", "9 May 2023", "Both hold", "Neither ends the other."):
        assert shown in page
    assert "Both were said within a month" in page
    assert answer(browser, "Bern", "newer")["Location"].startswith("/explorer/inbox/?user=alice")
    assert "Rome" not in inbox(browser), "also before the index has read the file"
    settle()
    assert "Nothing is uncertain" in inbox(browser)
    older = facts()[ROME.removeprefix("alice_")]
    assert older.validity is not None
    assert (
        older.validity.valid_to
        == memory(BERN).entry.values["timestamp"]
        == memory(ROME).entry.values["valid_to"]
    )
    assert "The newer one holds" in words(read(browser, "memory/", id=ROME))


@pytest.mark.usefixtures("moved")
def test_the_older_one_holds_and_the_profile_follows(browser: Client) -> None:
    [before] = profiles_of(Scope(), user("alice"))
    assert "Bern" in str(before.values["summary"])
    answer(browser, "Bern", "older")
    assert "Nothing is uncertain" in inbox(browser)
    settle()
    validity = facts()[ROME.removeprefix("alice_")].validity
    assert validity is not None
    assert (validity.valid_to, validity.superseded_by) == (None, None)
    assert memory(ROME).entry.values["verified_at"]
    [profile] = profiles_of(Scope(), user("alice"))
    assert "Rome" in str(profile.values["summary"])
    assert "Bern" not in str(profile.values)


@pytest.mark.usefixtures("moved")
def test_both_hold_until_something_else_is_said(browser: Client) -> None:
    answer(browser, "Bern", "both")
    settle()
    assert "Nothing is uncertain" in inbox(browser)
    assert [hit.validity and hit.validity.superseded_by for hit in facts().values()] == [None, None]
    say("I live in Oslo.", 90)
    assert {hit.validity and hit.validity.superseded_by for hit in facts().values()} == {
        None,
        "af_20230806_00000001",
    }


def test_what_a_model_has_judged_is_asked_however_long_ago_it_was(browser: Client) -> None:
    say("I plan a trip to Lisbon.", 0)
    say("I stay at home this year.", 90)
    editing.annotate(Scope(), ROME, lambda values: {"superseded_by": "af_20230806_00000001"})
    settle()
    assert "A model has judged" in inbox(browser)
    answer(browser, "Lisbon", "both")
    settle()
    assert "superseded_by" not in memory(ROME).entry.values
    assert "Nothing is uncertain" in inbox(browser)


@pytest.mark.usefixtures("moved")
def test_what_has_changed_since_it_was_shown_is_not_decided(browser: Client) -> None:
    form = question(read(browser, "inbox/", user="alice"), "Bern")
    editing.edit(Scope(), ROME, {"fact": "alice lives in Paris."}, "somebody")
    for choice in ("newer", "older", "both"):
        late = send(browser, "inbox/answer/", {**form, "answer": choice})
        assert late.status_code == 409
        page = words(late.content.decode())
        assert "This has changed since it was shown" in page
        assert "Paris" in page, "it shows what is there now"
    assert "valid_to" not in memory(ROME).entry.values
    assert "valid_to" not in memory(BERN).entry.values
    fresh = question(read(browser, "inbox/", user="alice"), "Bern")
    assert send(browser, "inbox/answer/", {**fresh, "answer": "newer"}).status_code == 302
    assert send(browser, "inbox/answer/", {**fresh, "answer": "newer"}).status_code == 409, (
        "it is answered once"
    )


def test_what_contradicts_a_correction_of_the_profile(browser: Client, root: Path) -> None:
    for decision, home in (("corrected", "Milan"), ("said", "Bern")):
        person = f"alice-{decision}"
        say("I live in Rome.", 0, person)
        file = root / f"default_app/default_project/users/{person}/user.md"
        file.write_text(file.read_text().replace("Rome", "Milan"))
        settle()
        say("I live in Bern.", 60, person)
        page = inbox(browser, user=person)
        assert "corrected by hand Lives in Milan" in page
        assert "said since Lives in Bern" in page
        form = question(read(browser, "inbox/", user=person), "Bern")
        assert send(browser, "inbox/answer/", {**form, "answer": decision}).status_code == 302
        assert "Nothing is uncertain" in inbox(browser, user=person), "before the index has read it"
        assert send(browser, "inbox/answer/", {**form, "answer": decision}).status_code == 409
        settle()
        say("The weather is good.", 61, person)
        [profile] = profiles_of(Scope(), user(person))
        homes = [
            item["description"] for item in profile.values["explicit_info"] if item["category"] == "home"
        ]
        assert homes == [f"Lives in {home}"]
        assert "conflict" not in str(profile.values)
        dropped, reason = {
            "corrected": ("Bern", "The correction holds"),
            "said": ("Milan", "What was said holds"),
        }[decision]
        shown = words(read(browser, "memory/", id=f"profile_{person}")).partition("History")[2]
        assert reason in shown
        assert dropped in shown
        history = file.with_name("user.history.jsonl")
        assert dropped in history.read_text()
        work.forget(Selection(scope=Scope(), owner=user(person), session_id=f"{person}-61"), asked_by="test")
        assert not history.exists(), "it does not say on what earlier items rested"


def test_what_a_tool_or_a_document_has_said_is_verified(browser: Client) -> None:
    identifier = write("The office is in Basel.", source="document")
    write("It will rain.", FORESIGHT, source="tool_returned")
    write("alice likes tea.", source="user_said")
    page = inbox(browser)
    assert "Not verified 2" in page
    assert "tea" not in page
    assert "Correct it" in page
    assert "Forget it" in page
    answer(browser, "Basel", "right")
    assert "Basel" not in inbox(browser)
    settle()
    assert "Not verified 1" in inbox(browser)
    assert memory(identifier).entry.values["verified_at"]
    assert "verified" in words(read(browser, "memory/", id=identifier))


def test_what_is_stale_is_still_true_or_over(browser: Client) -> None:
    still = write("alice has a cat.", stale_after="2023-06-07", source="user_said")
    over = write("alice works at a bank.", stale_after="2023-06-07", source="user_said")
    write("alice swims.", stale_after="2999-01-01", source="user_said")
    page = inbox(browser)
    assert "Look again 2" in page
    assert "swims" not in page
    answer(browser, "cat", "still")
    answer(browser, "bank", "over")
    assert "These have just been answered" in inbox(browser)
    settle()
    assert "Nothing is uncertain" in inbox(browser)
    assert memory(still).entry.values["verified_at"]
    again = date.fromisoformat(str(memory(still).entry.values["stale_after"]))
    assert timedelta(days=28) < again - datetime.now(UTC).date() < timedelta(days=32), (
        "as long as the last time"
    )
    assert isinstance(memory(over).entry.values["valid_to"], datetime)
    assert "No longer" in words(read(browser, "memory/", id=over))


def test_failed_work_is_tried_again_by_those_who_may(browser: Client, key: Key, settings: Settings) -> None:
    remember("I live in Rome.")
    change = MdChangeState.objects.order_by("pk").first()
    assert change is not None
    MdChangeState.objects.filter(pk=change.pk).update(status="failed", error="the disk was full")
    event = RecordedEvent.objects.create(id="facts:1", type="facts_extracted")
    run = StrategyRun.objects.create(
        strategy="extract_user_profile", event=event, app_id="default", project_id="default", owner_type="user",
        owner_id="alice", lane="alice", status="dead", error="no answer", available_at=SAID,
    )  # fmt: skip
    for asked in ({}, {"user": "alice"}):
        page = words(read(browser, "inbox/", **asked))
        assert "Work that failed 2" in page
        assert "the disk was full" in page
    add(said("I like tea.", by="bob"), session="of bob")
    assert "Work that failed" not in inbox(browser, user="bob")
    forms = {each: question(read(browser, "inbox/"), each) for each in ("the disk was full", "no answer")}
    change_settings(settings, "auth", required=True)
    sign_in(browser, key("read", "write", "forget"))
    assert "the disk was full" not in inbox(browser), "errors may name what others have said"
    token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    for form in forms.values():
        assert send(browser, "inbox/answer/", {**form, **token, "answer": "again"}).status_code == 404
    observer = user_named("observer")
    User.objects.filter(pk=observer.pk).update(is_staff=True)
    sign_in(browser, ApiKey.objects.make(observer, "test")[1])
    assert "the disk was full" not in inbox(browser), "staff status alone shows nothing"
    token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    for form in forms.values():
        assert send(browser, "inbox/answer/", {**form, **token, "answer": "again"}).status_code == 404
    observer.groups.add(Group.objects.get(name=OPERATORS))
    assert "the disk was full" in inbox(browser)
    change_settings(settings, "auth", required=False)
    browser.cookies.clear()
    for each in forms:
        assert answer(browser, each, "again", app="default").status_code == 302
    change.refresh_from_db()
    run.refresh_from_db()
    assert (change.status, run.status) == ("pending", "pending")


def test_a_key_sees_and_decides_only_what_it_may(browser: Client, key: Key, settings: Settings) -> None:
    change_settings(settings, "auth", required=True)
    for person in ("alice", "bob"):
        say("I live in Rome.", 0, person)
        say("I live in Bern.", 1, person)
    sign_in(browser, key("read", users=["alice"]))
    page = read(browser, "inbox/")
    assert "Contradictions 1" in words(page)
    assert "bob" not in words(page)
    assert "Both hold" not in page, "it may not write"
    read(browser, "inbox/", 404, user="bob")
    sign_in(browser, key())
    form = question(read(browser, "inbox/", user="bob"), "Bern")
    for limits in ({"users": ["alice"]}, {"apps": ["shop"]}):
        sign_in(browser, key(**limits))
        token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
        assert send(browser, "inbox/answer/", {**form, **token, "answer": "newer"}).status_code == 404
    sign_in(browser, key("read"))
    token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    assert send(browser, "inbox/answer/", {**form, **token, "answer": "newer"}).status_code == 404
    assert "valid_to" not in editing.find(Scope(), "bob_af_20230508_00000001").entry.values


@pytest.mark.usefixtures("moved")
def test_forms_that_no_page_has_made_change_nothing(browser: Client) -> None:
    form = question(read(browser, "inbox/", user="alice"), "Bern")
    bare = {name: value for name, value in form.items() if name != "csrfmiddlewaretoken"}
    assert send(browser, "inbox/answer/", {**bare, "answer": "newer"}).status_code == 403
    for wrong in (
        {"answer": "perhaps"}, {"about": "nothing"}, {"about": "trust", "answer": "newer"}, {"id": ""},
        {"id": "alice_ep_20230508_00000001"}, {"other": ROME, "other_hash": form["hash"]}, {"hash": ""},
        {"about": "work", "answer": "again", "row": "user", "id": "1"},
        {"about": "work", "answer": "again", "row": "run", "id": "1 OR 1"},
        {"about": "conflict", "answer": "said"}, {"about": "stale", "answer": "over", "id": "profile_alice"},
    ):  # fmt: skip
        status = send(browser, "inbox/answer/", {**form, "answer": "newer", **wrong}).status_code
        assert status in (404, 409, 422), (wrong, status)
    assert browser.get("/explorer/inbox/answer/").status_code == 405
    for address in ("inbox/?about=nothing", "inbox/?about=trust&page=x", "inbox/?user=.", "live/?user=."):
        read(browser, address, 404)
    assert "valid_to" not in memory(ROME).entry.values


def test_many_questions_have_pages(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.api.explorer.inbox.A_PAGE", 2)
    monkeypatch.setattr("memory.api.explorer.inbox.FIRST", 1)
    for number in range(5):
        draft = {"timestamp": SAID + timedelta(hours=number), "fact": f"Fact {number}.", "source": "document"}
        store.append(ATOMIC_FACT, Scope(), user("alice"), SAID.date(), f"e{number}", [draft])
    settle()
    page = read(browser, "inbox/", user="alice")
    assert "All 5 questions" in words(page)
    assert [number for number in range(5) if f"Fact {number}." in page] == [4]
    second = read(browser, "inbox/", user="alice", about="trust", page="2")
    assert [number for number in range(5) if f"Fact {number}." in second] == [1, 2]
    assert "page=3" in second


def test_many_owners_have_pages(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.api.explorer.inbox.OWNERS_A_PAGE", 1)
    say("I live in Rome.", 0, "bob")
    say("I live in Bern.", 1, "bob")
    say("I live in Rome.", 3)
    page = words(read(browser, "inbox/"))
    assert "There are no questions about these owners." in page
    assert "Owners 1 to 1 of 2" in page
    assert "bob" in words(read(browser, "inbox/", owners="2"))


NEAR = (("Alice", "alice"), ("a.lice", "alice"), ("josé", "Jose"), ("jonathan", "jonathen"), ("caroline", "carolin"),
        ("martin", "matrin"))  # fmt: skip
APART = (("anna", "anne"), ("user-1", "user-2"), ("user1", "user12"), ("martin", "marten-x"), ("", ""), ("-", "."),
         ("caroline", "catoline2"), ("maria", "mario2"))  # fmt: skip


def test_which_ids_are_spelt_nearly_alike() -> None:
    for one, other in NEAR:
        assert is_near(one, other), (one, other)
        assert is_near(other, one), (one, other)
    for one, other in APART:
        assert not is_near(one, other), (one, other)
        assert not is_near(other, one), (one, other)


@pytest.fixture
def twice(browser: Client) -> None:
    say("I live in Rome.", 0)
    say("I like tea.", 1)
    say("I am a nurse.", 0, "Alice")


@pytest.mark.usefixtures("twice")
def test_two_ids_that_are_one_person(browser: Client, root: Path) -> None:
    for asked in ({"user": "alice"}, {"user": "Alice"}, {"app": "default"}):
        assert "One person or two 1" in inbox(browser, **asked)
    assert "The memories of Alice move to alice" in inbox(browser)
    form = question(read(browser, "inbox/", user="alice"), "They are one")
    add(said("I like rain.", by="Alice", at=2 * DAY), session="open")
    waits = send(browser, "inbox/answer/", {**form, "answer": "one"})
    assert waits.status_code == 422
    assert "flush their sessions first" in words(waits.content.decode())
    flush("open")
    settle()
    assert send(browser, "inbox/answer/", {**form, "answer": "one"}).status_code == 302
    settle()
    assert "Nothing is uncertain" in inbox(browser, app="default")
    shown = words(read(browser, "owner/", user="alice", part="facts"))
    for text in ("Rome", "tea", "nurse", "rain"):
        assert text in shown
    [profile] = profiles_of(Scope(), user("alice"))
    assert {item["description"] for item in profile.values["explicit_info"]} > {
        "Lives in Rome",
        "Works as a nurse",
    }
    assert not list_memories(Scope(), user("Alice"), "atomic_fact").items
    assert len(list(root.rglob("user.md"))) == 1
    assert send(browser, "inbox/answer/", {**form, "answer": "one"}).status_code == 404, "there is one only"


@pytest.mark.usefixtures("twice")
def test_two_ids_that_are_two_people(browser: Client) -> None:
    answer(browser, "They are one", "two")
    assert "Nothing is uncertain" in inbox(browser)
    settle()
    say("I have a cat.", 5)
    say("I have a dog.", 5, "Alice")
    assert "Nothing is uncertain" in inbox(browser), "a new version of the profile keeps it"
    assert "Nothing is uncertain" in inbox(browser, user="Alice")


def test_who_speaks_with_somebody_is_somebody_else(browser: Client) -> None:
    add(said("I live in Rome."), said("I live in Bern.", by="Alice", at=HOUR // 60), session="both")
    flush("both")
    settle()
    assert "One person" not in inbox(browser)


@pytest.mark.usefixtures("twice")
def test_who_may_not_forget_one_may_not_merge_them(browser: Client, key: Key, settings: Settings) -> None:
    form = question(read(browser, "inbox/", user="alice"), "They are one")
    change_settings(settings, "auth", required=True)
    for actions, limits in ((("read", "write"), {}), ((), {"users": ["alice"]}), (("read",), {})):
        sign_in(browser, key(*actions, **limits))
        assert "move to" not in inbox(browser)
        token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
        assert send(browser, "inbox/answer/", {**form, **token, "answer": "one"}).status_code == 404
    assert list_memories(Scope(), user("Alice"), "atomic_fact").items
