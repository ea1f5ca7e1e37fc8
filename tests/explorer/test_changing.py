"""Correcting and forgetting on the pages of the explorer, and the first try."""

from pathlib import Path

from django.test import Client

from memory import editing
from memory.models import Forgetting
from memory.scope import Scope
from tests.explorer.conftest import EPISODE, FACT, Key, fields, read, send, sign_in, words
from tests.ingest.talk import add, flush, said
from tests.site.operating import remember, settle


def test_a_correction_is_written_and_in_the_history_with_its_reason(browser: Client, key: Key) -> None:
    remember("I live in Rome.")
    sign_in(browser, key())
    form = fields(read(browser, "memory/edit/", id=FACT))
    answer = send(browser, "memory/edit/", {**form, "fact": "alice lives in Bern.", "reason": "I moved"})
    assert answer["Location"] == f"/explorer/memory/?id={FACT}&done=edited"
    page = words(read(browser, "memory/", id=FACT))
    assert "alice lives in Bern." in page
    assert "· I moved" in page
    assert "key " in page, "who it was"


def test_a_correction_never_overwrites_what_somebody_else_has_written(browser: Client) -> None:
    remember("I live in Rome.")
    form = fields(read(browser, "memory/edit/", id=FACT))
    editing.edit(Scope(), FACT, {"fact": "alice lives in Oslo."}, "somebody")
    mine = {**form, "fact": "alice lives in Bern."}
    answer = send(browser, "memory/edit/", mine)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Somebody else has changed this memory" in words(page)
    assert "The memory now says: alice lives in Oslo." in words(page)
    assert fields(page)["fact"] == "alice lives in Bern.", "what was written is kept"
    assert send(browser, "memory/edit/", {**mine, "hash": fields(page)["hash"]}).status_code == 302
    assert editing.find(Scope(), FACT).entry.values["fact"] == "alice lives in Bern."


def test_a_preview_shows_what_a_correction_would_change_and_changes_nothing(browser: Client) -> None:
    remember("I live in Rome.", "I like tea.")
    form = fields(read(browser, "memory/edit/", id=EPISODE))
    content = form["content"].replace("I live in Rome", "I live in Bern")
    answer = send(browser, "memory/edit/", {**form, "content": content, "preview": "1"})
    page = answer.content.decode()
    assert "<del>Rome.</del><ins>Bern.</ins>" in page
    shown = words(page)
    assert "Facts that would be removed alice: I live in Rome." in shown
    assert "Facts that would be added alice lives in Bern." in shown
    assert "1 fact would stay." in shown
    assert "Rome" in str(editing.find(Scope(), EPISODE).entry.values["content"])
    assert fields(page)["content"] == content, "what was written is kept"
    send(browser, "memory/edit/", fields(page))
    settle(), settle()  # what the first has indexed leads to further work
    facts = words(read(browser, "owner/", user="alice", part="facts"))
    assert "alice lives in Bern." in facts, "the preview was right"
    assert "alice likes tea." in facts
    assert "Rome" not in facts


def test_a_preview_does_not_hide_what_somebody_else_has_changed(browser: Client) -> None:
    remember("I live in Rome.")
    form = {**fields(read(browser, "memory/edit/", id=FACT)), "fact": "alice lives in Bern."}
    editing.edit(Scope(), FACT, {"fact": "alice lives in Oslo."}, "somebody")
    preview = send(browser, "memory/edit/", {**form, "preview": "1"}).content.decode()
    assert send(browser, "memory/edit/", fields(preview)).status_code == 409


def test_a_text_cannot_be_emptied(browser: Client) -> None:
    remember("I live in Rome.")
    form = fields(read(browser, "memory/edit/", id=FACT))
    answer = send(browser, "memory/edit/", {**form, "fact": " "})
    assert answer.status_code == 422
    assert "cannot be empty" in words(answer.content.decode())


def test_a_text_is_saved_unchanged_if_nothing_was_changed(browser: Client) -> None:
    """Browsers send other line ends, and leave out a first line that is empty."""
    remember("I live in Rome.", "I like tea.")
    form = fields(read(browser, "memory/edit/", id=EPISODE))
    before = editing.find(Scope(), EPISODE).entry.sha256
    send(browser, "memory/edit/", {name: text.replace("\n", "\r\n") for name, text in form.items()})
    assert editing.find(Scope(), EPISODE).entry.sha256 == before


def test_forgetting_first_shows_what_would_go(browser: Client, root: Path) -> None:
    remember("I live in Rome.", "I like tea.")
    page = read(browser, "memory/forget/", id=EPISODE)
    assert "1 episode 2 facts" in words(page)
    assert "Nothing has been removed yet." in words(page)
    assert not Forgetting.objects.exists()
    answer = send(browser, "memory/forget/", fields(page))
    assert not Forgetting.objects.exists(), "a form without the button removes nothing"
    answer = send(browser, "memory/forget/", {**fields(page), "confirmed": "1"})
    receipt = Forgetting.objects.get().pk
    assert answer["Location"] == f"/explorer/memory/forget/?receipt={receipt}", "it can be loaded again"
    assert receipt in words(read(browser, "memory/forget/", receipt=receipt))
    read(browser, "memory/forget/", 404, receipt="fg_0")
    read(browser, "memory/", 404, id=EPISODE)
    assert "tea" not in "".join(path.read_text() for path in root.rglob("*.md"))


def test_all_of_an_owner_is_forgotten_and_nothing_of_others(browser: Client) -> None:
    remember("I live in Rome.")
    add(said("I live in Bern.", by="bob"), session="b")
    flush("b")
    settle()
    page = read(browser, "memory/forget/", user="alice")
    assert "Forget everything of alice for good?" in words(page)
    send(browser, "memory/forget/", {**fields(page), "confirmed": "1"})
    page = read(browser, "memory/forget/", receipt=Forgetting.objects.get().pk)
    assert 'href="/explorer/">Back<' in page, "there is no page of hers any more"
    settle()
    assert "alice" not in words(read(browser, ""))
    assert "Bern" in words(read(browser, "owner/", user="bob"))


def test_a_first_try_remembers_finds_and_shows_the_calls(browser: Client, root: Path) -> None:
    page = read(browser, "")
    assert "There are no memories here yet" in words(page)
    form = {**fields(page), "said": "I moved to Lisbon.\nIt's 'warm' here.", "question": "Where do I live?"}
    shown = words(send(browser, "try/", form).content.decode())
    assert "Lisbon" in shown
    [file] = root.rglob("episodes/*.md")
    assert str(file) in shown
    assert "curl http://127.0.0.1/api/v1/memory/search" in shown
    assert r"It'\''s '\''warm'\''" in shown, "a shell would end the text at a quote"
    assert "me" in words(read(browser, ""))


def test_nothing_is_changed_without_the_tokens_of_forms(browser: Client) -> None:
    remember("I live in Rome.")
    for address, form in (
        ("memory/edit/", {"id": FACT, "fact": "alice lives in Bern."}),
        ("memory/forget/", {"id": FACT, "confirmed": "1"}),
        ("try/", {"said": "I like tea.", "question": "Tea?"}),
        ("sign-in/", {"key": "x"}),
        ("sign-out/", {}),
    ):
        assert send(browser, address, form).status_code == 403, address
    assert "Rome" in str(editing.find(Scope(), FACT).entry.values["fact"])
