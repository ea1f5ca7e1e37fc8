"""What the pages show of owners and memories."""

import re
import time
from pathlib import Path

import pytest
from django.test import Client

from memory.kinds.agent_skill import AGENT_SKILL
from memory.markdown import store
from memory.markdown.root import current_root
from memory.scope import Scope, agent
from tests.explorer.conftest import EPISODE, FACT, read, words
from tests.ingest.talk import HOUR, START, add, flush, said
from tests.site.operating import remember, settle

DAY = 24 * HOUR
MENTIONS = (
    "My sister Clara lives in Leipzig now.",
    "I went to the pottery class with Clara.",
    "We moved to Leipzig, and Clara helped with the boxes.",
    "The pottery class was great, and Clara made a bowl.",
    "Our garden is full of tomatoes.",
    "I missed the pottery class because the train to Leipzig was late.",
)


def test_the_first_page_lists_owners_with_what_there_is_of_each(browser: Client) -> None:
    remember("I live in Rome.", "I am allergic to nuts.")
    page = words(read(browser, ""))
    assert "alice" in page
    assert "1 episode" in page
    assert "2 facts" in page
    assert "last on 8 May 2023" in page


def test_owners_are_found_by_a_part_of_their_id(browser: Client) -> None:
    add(said("I live in Rome."), session="a")
    add(said("I live in Bern.", by="Bob Smith"), session="b")
    flush("a"), flush("b")
    settle()
    page = words(read(browser, "", find="smith"))
    assert "Bob Smith" in page
    assert "alice" not in page


def test_apps_and_projects_are_kept_apart_and_can_be_chosen(browser: Client) -> None:
    remember("I live in Rome.")
    (current_root().path / "shop" / "live" / "users").mkdir(parents=True)
    assert "shop / live" in words(read(browser, ""))
    assert "alice" not in words(read(browser, "", app="shop", project="live"))
    assert "default / default" in words(read(browser, "", app="another")), "one finds back"
    assert (
        browser.get("/explorer/scope/", {"scope": "shop/live"})["Location"]
        == "/explorer/?app=shop&project=live"
    )


def test_a_person_is_told_in_prose_and_in_items_with_their_evidence(browser: Client) -> None:
    remember("I live in Rome.", "I am allergic to nuts.")
    page = words(read(browser, "owner/", user="alice"))
    assert "lives in Rome" in page
    assert "Is allergic to nuts" in page
    assert "alice: I am allergic to nuts." in page
    assert "8 May 2023" in page
    assert "That’s wrong" in page


def test_facts_say_what_has_taken_their_place(browser: Client) -> None:
    remember("I live in Rome.")
    add(said("I moved to Bern.", at=40 * DAY), session="later")
    flush("later")
    settle()
    page = words(read(browser, "owner/", user="alice", part="facts"))
    assert "Superseded by alice moved to Bern" in page
    assert "held until 17 June 2023" in page
    assert "Superseded by alice moved to Bern" in words(read(browser, "memory/", id=FACT))


def test_an_episode_is_not_said_by_the_assistant_who_answered(browser: Client) -> None:
    add(said("I live in Rome."), said("Lovely!", sender_id="bot", role="assistant"))
    flush()
    settle()
    page = words(read(browser, "memory/", id=EPISODE))
    assert "with an assistant’s words" in page
    assert "said by an assistant" not in page
    assert "said by a user" in words(read(browser, "memory/", id=FACT))


def test_a_fact_whose_id_a_person_has_changed_has_no_page_to_lead_to(browser: Client, root: Path) -> None:
    remember("I live in Rome.")
    assert "Derived from it" in words(read(browser, "memory/", id=EPISODE))
    [file] = root.rglob("atomic_fact-*.md")
    file.write_text(file.read_text().replace(FACT.removeprefix("alice_"), "af_mine"))
    assert "Derived from it" not in words(read(browser, "memory/", id=EPISODE))


def test_the_timeline_counts_months_and_shows_the_chosen_one(browser: Client) -> None:
    remember("I live in Rome.")
    add(said("I moved to Bern.", at=40 * DAY), session="later")
    flush("later")
    settle()
    whole = words(read(browser, "owner/", user="alice", part="timeline"))
    assert "2023 2 June 1 May 1" in whole
    june = words(read(browser, "owner/", user="alice", part="timeline", month="2023-06"))
    assert "Bern" in june
    assert "Rome" not in june


def test_long_lists_have_pages(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.api.explorer.owner.A_PAGE", 2)
    remember("I live in Rome.", "I like tea.", "I like rain.")
    page = read(browser, "owner/", user="alice", part="facts")
    assert "rain" in page
    assert "Rome" not in page
    assert "part=facts&amp;page=2" in page
    assert "Rome" in read(browser, "owner/", user="alice", part="facts", page="2")
    read(browser, "owner/", 404, user="alice", part="facts", page="two")


def test_what_is_expected_is_apart_from_what_is_over(browser: Client) -> None:
    remember("My dentist appointment is tomorrow at 9.")
    add(said("My flight to Lisbon leaves tomorrow.", at=int(time.time() * 1000) - START), session="now")
    flush("now")
    settle()
    due, _, over = words(read(browser, "owner/", user="alice", part="expected")).partition("Over or replaced")
    assert "Lisbon" in due
    assert "dentist" in over


def test_nobody_waits_for_what_has_begun_long_ago(browser: Client) -> None:
    remember("I signed up for a pottery class.")
    assert "pottery" in words(read(browser, "owner/", user="alice", part="expected"))
    assert "What is due" not in words(read(browser, "owner/", user="alice"))
    add(said("My flight to Lisbon leaves tomorrow.", at=int(time.time() * 1000) - START), session="now")
    flush("now")
    settle()
    due = (
        words(read(browser, "owner/", user="alice")).partition("What is due")[2].partition("What happened")[0]
    )
    assert "Lisbon" in due
    assert "pottery" not in due


def test_the_map_shows_whom_and_what_episodes_mention_and_opens_them(browser: Client) -> None:
    for number, text in enumerate(MENTIONS):
        add(said(text, at=number * DAY), session=f"day-{number}")
        flush(f"day-{number}")
    settle()
    page = read(browser, "owner/", user="alice", part="map")
    found = {name: kind for kind, name in re.findall(r'class="node (\w+)"[^>]*><title>([^<]+)<', page)}
    assert found == {"Clara": "person", "Leipzig": "place", "pottery class": "topic"}
    assert "pottery class topic 3 episodes" in words(page)
    assert re.search(r'<path d="M\d+ \d+Q-?\d+ -?\d+ \d+ \d+"><title>Clara – pottery class<', page)
    opened = words(read(browser, "owner/", user="alice", part="map", about="Leipzig"))
    listed = opened.partition("Search all memories for Leipzig")[0]
    assert "Clara lives in Leipzig" in listed or "moved to Leipzig" in listed
    assert "tomatoes" not in listed
    assert "alice" not in found, "everything is about the owner"


def test_assistants_are_not_among_the_people_of_a_map(browser: Client) -> None:
    for number, text in enumerate(MENTIONS):
        say = {"session": f"day-{number}"}
        add(
            said(text, at=number * DAY),
            said("Juniper is glad.", at=number * DAY + 1, sender_id="juniper", role="assistant"),
            said("I came along.", at=number * DAY + 2, by="bob"),
            **say,
        )
        flush(f"day-{number}")
    settle()
    page = read(browser, "owner/", user="alice", part="map")
    found = {name: kind for kind, name in re.findall(r'class="node (\w+)"[^>]*><title>([^<]+)<', page)}
    assert found["bob"] == found["Clara"] == "person"
    assert "juniper" not in {name.casefold() for name in found}


def test_an_unknown_owner_is_not_found_and_said_to_be_unknown(browser: Client) -> None:
    remember("I live in Rome.")
    told = "Nothing is remembered of “nobody” in default / default."
    for address in ("owner/?user=nobody", "owner/?user=nobody&part=map", "owner/?agent=nobody",
                    "owner/?group=nobody", "ask/?user=nobody&q=Rome", "inbox/?user=nobody"):  # fmt: skip
        assert told in words(read(browser, address, 404)), address
    browser.cookies["django_language"] = "de"
    told = "Über „nobody“ gibt es in default / default keine Erinnerungen."
    assert told in words(read(browser, "owner/", 404, user="nobody"))
    read(browser, "owner/", 404, agent="alice"), read(browser, "owner/", 404, user="alice", project="other")


def test_somebody_whose_first_messages_wait_is_known(browser: Client) -> None:
    add(said("I live in Rome."), said("Fine.", sender_id="bot", role="assistant"))
    read(browser, "owner/", user="alice"), read(browser, "owner/", agent="bot")
    assert "Rome" in words(read(browser, "ask/", user="alice", q="Where do I live?"))
    read(browser, "owner/", 404, user="bot"), read(browser, "owner/", 404, agent="alice")


def test_without_enough_episodes_there_is_no_map(browser: Client) -> None:
    remember("I live in Rome.")
    assert "There is no map yet" in words(read(browser, "owner/", user="alice", part="map"))
    read(browser, "owner/", user="alice", part="map", about="<nobody>")


def test_an_agents_skills_name_their_cases(browser: Client) -> None:
    skill = {"name": "refunds", "description": "How to refund.", "content": "1. Look.", "confidence": 0.5,
             "maturity_score": 0.5, "source_case_ids": ["ac_20230508_00000001"]}  # fmt: skip
    store.write_document(AGENT_SKILL, Scope(), agent("bot"), skill, name="refunds")
    settle()
    page = read(browser, "owner/", agent="bot", part="skills")
    assert "How to refund." in words(page)
    assert "confidence 50 " in words(page), "on the scale of scores"
    assert "id=bot_ac_20230508_00000001" in page


def test_each_text_is_read_in_the_direction_of_its_own_language(browser: Client) -> None:
    remember("أنا أسكن في القاهرة مع قطتي.", "I live in Rome.")
    page = read(browser, "memory/", id=EPISODE)
    assert re.search(r'<p dir="rtl"[^>]*>alice: <mark>أنا', page), "though a name in Latin letters begins it"
    assert re.search(r'<p dir="auto"[^>]*>alice: <mark>I live', page)
    for address, asked in (
        ("owner/", {"user": "alice"}),
        ("owner/", {"user": "alice", "part": "timeline"}),
        ("owner/", {"user": "alice", "part": "facts"}),
        ("ask/", {"user": "alice", "q": "القاهرة"}),
        ("memory/forget/", {"id": EPISODE}),
        ("memory/edit/", {"id": EPISODE}),
    ):
        shown = re.findall(
            r'<(\w+)[^>]*dir="rtl"[^>]*>(?:<a [^>]*>)?[^<]*القاهرة', read(browser, address, **asked)
        )
        assert shown, address


def test_an_episode_shows_where_each_fact_comes_from_and_how_it_came_about(
    browser: Client, root: Path
) -> None:
    cell = remember("I live in Rome.", "Hello there!")
    page = read(browser, "memory/", id=EPISODE)
    assert '<mark>I live in Rome.</mark> <a class="ref" href="#drawn-1"' in page
    shown = words(page)
    assert f"Messages of session demo 2 Memory cell {cell.pk} Episode ep_20230508_00000001" in shown
    assert "Index up to date" in shown
    assert str(root / "default_app/default_project/users/alice/episodes/episode-2023-05-08.md") in shown
    assert "Hello there!" in shown


def test_a_fact_leads_to_its_episode_and_says_since_when_it_holds(browser: Client) -> None:
    remember("I live in Rome.")
    page = read(browser, "memory/", id=FACT)
    assert f'href="/explorer/memory/?id={EPISODE}"' in page
    assert "holds from 8 May 2023" in words(page)


def test_an_edit_of_the_file_is_in_the_history_with_what_changed(browser: Client, root: Path) -> None:
    remember("I live in Rome.")
    file = root / "default_app/default_project/users/alice/.atomic_facts/atomic_fact-2023-05-08.md"
    file.write_text(file.read_text().replace("lives in Rome", "lives in Bern"))
    settle()
    page = read(browser, "memory/", id=FACT)
    assert "by hand, in the file" in words(page)
    assert "<del>Rome.</del><ins>Bern.</ins>" in page


NOWHERE = (
    "nothing/", "owner/", "owner/?user=..", "owner/?user=a%00b", "owner/?user=alice&part=nothing",
    "owner/?user=a&app=default_app",
    "owner/?user=alice&part=timeline&month=2023-13", "memory/", "memory/?id=alice_ep_20230508_00000009",
    "memory/?id=%00", f"memory/?id={'x' * 800}_ep_20230508_00000001", "memory/?id=alice_ep_99999999_00000001",
    "memory/edit/?id=nobody_ep_20230508_00000001", "memory/forget/", "ask/?user=.",
)  # fmt: skip


def test_what_is_not_there_is_a_page_that_says_so(browser: Client) -> None:
    for address in NOWHERE:
        assert "Not found" in words(read(browser, address, 404))
