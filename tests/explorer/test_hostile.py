"""Texts that are made to break a page are shown as what they are: texts."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from cascade.scanner import scan
from tests.conftest import change_settings
from tests.explorer.conftest import fields, read, send, words
from tests.ingest.talk import add, flush, said
from tests.site.operating import remember, settle

SCRIPT = "<script>alert(1)</script>"
HOSTILE = (
    f"I live in Rome. {SCRIPT} <img src=x onerror=alert(1)> \u202egnihtemos {{{{ 7*7 }}}} {{% now 'Y' %}}"
)
NAME = "a/b <b>ob</b> \"'&?#%2e\u202e"


def test_what_was_said_is_never_run(browser: Client) -> None:
    remember(HOSTILE + " x" * 50_000)
    identifier = "alice_ep_20230508_00000001"
    for address in (
        "owner/?user=alice", "owner/?user=alice&part=timeline", "owner/?user=alice&part=facts",
        f"memory/?id={identifier}", f"memory/edit/?id={identifier}", f"memory/forget/?id={identifier}",
        "ask/?user=alice&q=Rome",
    ):  # fmt: skip
        page = read(browser, address)
        assert SCRIPT not in page, address
        assert "<img" not in page, address
        assert f" {7 * 7} " not in words(page), address
    assert "{{ 7*7 }}" in words(read(browser, f"memory/?id={identifier}"))


def test_what_is_asked_is_never_run(browser: Client) -> None:
    remember("I live in Rome.")
    for address, asked in (
        ("", {"find": f'"{SCRIPT}'}),
        ("ask/", {"user": "alice", "q": f'"{SCRIPT}', "expect": SCRIPT, "session": SCRIPT}),
        ("sign-in/", {"next": f'"{SCRIPT}'}),
    ):
        assert SCRIPT not in read(browser, address, **asked), address


def test_an_owner_with_a_strange_name_has_pages(browser: Client, root: Path) -> None:
    add(said("I live in Rome.", by=NAME.replace("\u202e", "")), session="s")
    flush("s")
    settle()
    name = NAME.replace("\u202e", "")
    assert "<b>ob</b>" not in read(browser, "")
    page = read(browser, "owner/", user=name, part="facts")
    assert "Rome" in words(page)
    identifier = f"{name}_af_20230508_00000001"
    form = fields(read(browser, "memory/edit/", id=identifier))
    assert send(browser, "memory/edit/", {**form, "fact": "Somebody lives in Bern."}).status_code == 302
    assert "Bern" in words(read(browser, "memory/", id=identifier))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sources:", "sources: 5\n  was:"),
        ("sources:", "sources: [ep_20269999_00000001]\n  was:"),
        ("explicit_info:", "explicit_info: 5\nwas:"),
        ("profile_timestamp_ms:", "profile_timestamp_ms: noon\nwas:"),
        ("profile_timestamp_ms:", "profile_timestamp_ms: .inf\nwas:"),
        ("category:", "confidence: .nan\n  category:"),
    ],
)
def test_a_profile_with_anything_in_it_has_pages(browser: Client, root: Path, old: str, new: str) -> None:
    remember("I live in Rome.", "I am allergic to nuts.")
    [profile] = root.rglob("user.md")
    assert old in profile.read_text()
    profile.write_text(profile.read_text().replace(old, new))
    scan()
    settle()
    read(browser, "owner/", user="alice")
    for address in ("memory/", "memory/forget/"):
        answer = browser.get(f"/explorer/{address}", {"id": "profile_alice"})
        assert answer.status_code == 200 or "cannot be read" in words(answer.content.decode())
    asked = {"user_id": "alice", "memory_type": "profile"}
    assert browser.post("/api/v1/memory/get", asked, content_type="application/json").status_code == 200
    assert browser.get("/v2/entities/user/alice/profile/").status_code == 200


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_ends_of_the_calendar_are_no_errors(browser: Client, settings: Settings, zone: str) -> None:
    change_settings(settings, "memory", timezone=zone)
    remember("I live in Rome.")
    for month in ("0001-01", "9999-12"):
        read(browser, "owner/", 404, user="alice", part="timeline", month=month)
    for day in ("0001-01-01", "0999-01-01", "9999-12-31"):
        read(browser, "ask/", user="alice", q="Where?", as_of=day)


@pytest.mark.usefixtures("db")
def test_a_first_try_with_anything_is_answered(browser: Client) -> None:
    form = fields(read(browser, ""))
    for said_, question in (("\0", "?"), (" ", "?"), ("I like tea.", " "), ("", "")):
        answer = send(browser, "try/", {**form, "said": said_, "question": question})
        assert answer.status_code in (200, 422), (said_, question, answer.content)
    assert browser.get("/explorer/try/").status_code == 405


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Kiritimati"])
@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_day_of_the_calendar_in_a_file(
    browser: Client, root: Path, settings: Settings, zone: str, day: str
) -> None:
    """As people write what never began or never ends; in some time zones such a day cannot be shown."""
    change_settings(settings, "memory", timezone=zone)
    remember("I live in Rome.")
    [file] = root.rglob(".atomic_facts/*.md")
    edges = "".join(f"**{name}**: {day}\n" for name in ("valid_to", "verified_at", "stale_after"))
    file.write_text(file.read_text().replace("**source**", f"{edges}**source**", 1))
    settle()
    asked = {"user_id": "alice", "memory_type": "atomic_fact"}
    answer = browser.post("/api/v1/memory/get", asked, content_type="application/json")
    [fact] = answer.json()["data"]["atomic_facts"]
    assert fact["valid_to"][:4] in (day[:4], "9999")
    for address in (
        "owner/?user=alice&part=facts",
        f"memory/?id={fact['id']}",
        "ask/?user=alice&q=Rome",
        "inbox/",
    ):
        read(browser, address)
