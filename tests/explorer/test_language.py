"""The explorer in English and German; everything else stays in English."""

import ast
import gettext
import re
from pathlib import Path

from django.test import Client
from django.utils import translation

from everos_site.templatetags.explorer import category_name
from memory.api import failures
from memory.errors import (
    DamagedDocument,
    DocumentChanged,
    IndexAway,
    IndexUnavailable,
    LockLost,
    LockTimeout,
)
from ome.strategies.extract_user_profile.items import CATEGORIES
from tests.explorer.conftest import EPISODE, fields, read, words
from tests.site.operating import remember

PROJECT = Path(__file__).parents[2]
CATALOG = PROJECT / "everos_site/locale/de/LC_MESSAGES/django"
TEMPLATES = [*(PROJECT / "templates/explorer").rglob("*.html")]
CODE = [*(PROJECT / "memory/api/explorer").glob("*.py"), PROJECT / "everos_site/templatetags/explorer.py"]
IN_TEMPLATE = re.compile(r"""\{% translate (?:"([^"]*)"|'([^']*)') %\}""")
BLOCK = re.compile(r"\{% blocktranslate[^%]*%\}(.*?)(?:\{% plural %\}.*?)?\{% endblocktranslate %\}", re.S)
IN_CODE = re.compile(r"""\b(?:_|gettext|gettext_lazy|ngettext_lazy)\(\s*"((?:[^"\\]|\\.)*)\"""")


def texts() -> set[str]:
    found: set[str] = set()
    for path in TEMPLATES:
        source = path.read_text()
        found |= {one or other for one, other in IN_TEMPLATE.findall(source)}
        found |= {re.sub(r"\{\{ (\w+) \}\}", r"%(\1)s", text) for text in BLOCK.findall(source)}
    for path in CODE:
        found |= set(IN_CODE.findall(path.read_text()))
    return found


def test_every_text_is_in_german_and_the_compiled_catalog_is_that_of_the_source() -> None:
    with CATALOG.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    known = compiled._catalog  # type: ignore[attr-defined]
    ids = {key[0] if isinstance(key, tuple) else key for key in known}
    assert len(texts()) > 150, "they are found"
    assert texts() - ids == set()
    source = CATALOG.with_suffix(".po").read_text()
    for identifier, text in re.findall(r'^msgid ("[^\n]+")\nmsgstr ("[^\n]*")$', source, re.M):
        if ast.literal_eval(identifier):
            assert compiled.gettext(ast.literal_eval(identifier)) == ast.literal_eval(text)
            assert ast.literal_eval(text), identifier


FAILURES = [
    *failures.OF_SQLITE.values(), failures.DATABASE_AWAY, failures.INTERNAL,
    *(each.__doc__ for each in (DamagedDocument, DocumentChanged)),
    *(each.__doc__ for each in (IndexAway, IndexUnavailable, LockLost, LockTimeout)),
]  # fmt: skip


def test_what_did_not_work_is_told_in_german(browser: Client, root: Path) -> None:
    remember("I live in Rome.")
    file = root / "default_app/default_project/users/alice/episodes/episode-2023-05-08.md"
    file.write_text(file.read_text().replace("<!-- /entry", "<!-- "))
    page = browser.get("/explorer/memory/", {"id": EPISODE}, headers={"Accept-Language": "de"})
    assert page.status_code == 503
    assert "Eine Markdown-Datei lässt sich nicht" in words(page.content.decode())
    with translation.override("de"):
        assert [said for said in FAILURES if said and translation.gettext(said) == said] == []


def test_every_category_of_a_profile_has_a_name_in_german() -> None:
    with translation.override("de"):
        assert [name for name in CATEGORIES if category_name(name) == name] == []
        assert category_name("Text") == "Text", "a category of a person's own"


def test_a_page_is_in_the_language_of_the_browser_or_in_the_chosen_one(browser: Client) -> None:
    remember("I live in Rome.")
    german = browser.get("/explorer/", headers={"Accept-Language": "de-AT,fr;q=0.5"})
    assert german["Content-Language"] == "de"
    page = german.content.decode()
    assert '<html lang="de">' in page
    assert "zuletzt am 8. Mai 2023" in words(page)
    assert "1 Episode 1 Fakt" in words(page)
    assert "Memories" in words(read(browser, ""))
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    chosen = {"csrfmiddlewaretoken": token[1], "language": "de", "next": "/explorer/owner/?user=alice"}
    assert browser.post("/explorer/language/", chosen)["Location"] == "/explorer/owner/?user=alice"
    shown = words(read(browser, "owner/", user="alice", part="facts"))
    assert "von einer Person gesagt" in shown
    assert "Wohnen" in words(read(browser, "owner/", user="alice")), "the category of an item"
    form = fields(read(browser, "memory/edit/", id="alice_af_20230508_00000001"))
    assert form["fact"].startswith("alice lives in Rome."), "what was said stays as it was said"
    drawing = read(browser, "ask/", user="alice", q="Rome")
    assert re.search(r'rect width="\d+" height="8"', drawing), "whole numbers, whatever the language"


def test_the_admin_and_the_api_stay_in_english(browser: Client) -> None:
    accepted = {"Accept-Language": "de"}
    browser.get("/explorer/", headers=accepted)
    assert "Log in" in browser.get("/admin/login/", headers=accepted).content.decode()
    answer = browser.post("/ltm/memories/", {}, content_type="application/json", headers=accepted)
    assert "erforderlich" not in answer.content.decode()


def test_what_would_be_forgotten_is_named_in_german(browser: Client) -> None:
    remember("I live in Rome.")
    browser.cookies["django_language"] = "de"
    shown = words(read(browser, "memory/forget/", user="alice"))
    assert "1 Profil " in shown
    assert "profile" not in shown
