"""What goes into a table comes out of it, once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from lancedb.table import LanceTable

from memory.coordination import locks
from memory.errors import LockLost
from memory.index import generations, handles, query, sql
from memory.index.schema import values_of
from memory.index.tables import KindTable, follow
from memory.kinds.episode import EPISODE
from memory.models import IndexTable
from memory.scope import Scope
from memory.text.tokens import terms
from tests.conftest import Lost, change_settings
from tests.index.episodes import ALICE, BOB, NOON, WORDS, episode

AWKWARD = [
    "o'brien",
    'quo"te',
    "back\\slash",
    "per%cent_",
    "李雷",
    "telegram:7",
    "''; --",
    "🎉 party",
    "a'b\\'c",
]


def found(table: KindTable, text: str, owner=ALICE) -> list[str]:
    return query.fts(table, terms(text), sql.owned_by(Scope(), owner), 10).result().row_ids


def test_a_kind_that_never_had_a_table_is_empty_and_sound(table: KindTable):
    assert (table.count(), table.bytes(), table.check(), table.ready) == (0, 0, None, True)
    assert table.entries_of(["alice/episode-2026-03-01.md"]) == {}
    assert found(table, "anything") == []


def test_rows_keep_every_value(table: KindTable):
    row = episode(
        1,
        'She said: "it\'s 5 \\ 6"\n## 東京 🎉',
        session_id="s1",
        sender_ids=["alice", "o'brien"],
        subject="Numbers",
    )
    table.apply([row])

    kept = query.by_row_ids(table, [row.row_id])[row.row_id]

    assert (kept.timestamp, kept.session_id, kept.sender_ids) == (NOON, "s1", ["alice", "o'brien"])
    values = values_of(EPISODE, kept)
    assert values["content"] == 'She said: "it\'s 5 \\ 6"\n## 東京 🎉'
    assert values["timestamp"] == NOON
    assert values["subject"] == "Numbers"


def test_what_another_process_has_committed_is_seen_on_its_word(table: KindTable, settings, monkeypatch):
    """An object store may answer so late that a check by the clock comes too late, too."""
    monkeypatch.setattr(handles, "READ_CONSISTENCY", timedelta(hours=1))
    change_settings(settings, "broker", url="redis://127.0.0.1:1/0")
    table.apply([episode(1, "Walnuts.")])
    assert table.count() == 1
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(handles, "_open", {})
        table.apply([episode(2, "Cedars.")])
        table.apply([], delete_ids=[episode(1, "Walnuts.").row_id])
    assert found(table, "Cedars") == []

    follow(EPISODE)

    assert found(table, "Cedars") == [episode(2, "Cedars.").row_id]
    assert table.count() == 1


def test_a_commit_whose_process_died_before_telling_of_it_is_told_by_the_next(
    table: KindTable, settings, monkeypatch
):
    """The work is done again, and finds that nothing is left to be committed."""
    monkeypatch.setattr(handles, "READ_CONSISTENCY", timedelta(hours=1))
    change_settings(settings, "broker", url="redis://127.0.0.1:1/0")
    table.apply([episode(1, "Walnuts.")])
    assert table.count() == 1
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(handles, "_open", {})
        with monkeypatch.context() as death:
            death.setattr(generations, "record_version", lambda *_: None)
            table.apply([episode(2, "Cedars.")])
        table.apply([])

    follow(EPISODE)

    assert table.count() == 2


def test_what_another_process_has_done_last_is_compared_with(table: KindTable, monkeypatch):
    monkeypatch.setattr(handles, "READ_CONSISTENCY", timedelta(hours=1))
    table.apply([episode(1), episode(2)])
    before = table.latest()
    handles.connect().open_table("episode").delete("entry_id = 'ep_20260301_00000001'")
    assert table.latest().version > before.version
    new = table.begin_rebuild()
    assert table.name == "episode"
    IndexTable.objects.update(table=new.name)
    assert table.latest().generation == new.name
    IndexTable.objects.update(table="episode")
    assert table.name == new.name
    monkeypatch.setattr(generations, "CACHE_SECONDS", 0)
    assert table.name == "episode"


def test_an_upsert_replaces_and_never_doubles(table: KindTable):
    table.apply([episode(1, "old words"), episode(2)])
    table.apply([episode(1, "older words"), episode(1, "new phrase")])
    table.apply([episode(1, "new phrase")])

    assert table.count() == 2
    assert found(table, "phrase") == [episode(1).row_id]
    assert found(table, "words") == []


def test_rows_that_are_new_are_there_once(table: KindTable, monkeypatch: pytest.MonkeyPatch):
    """Also when the first attempt has succeeded, and its answer is lost."""
    table.apply([episode(1, "old words")])
    add, failures = LanceTable.add, [True]

    def add_and_fail(self: LanceTable, batch: object) -> None:
        add(self, batch)
        if failures:
            failures.pop()
            raise RuntimeError("made up: no answer")

    monkeypatch.setattr(LanceTable, "add", add_and_fail)
    for number in (2, 3):
        row = episode(number, "new phrase")
        table.apply([episode(1, "newer words"), row], new_ids={row.row_id})
    assert failures == []
    assert table.count() == 3
    assert len(found(table, "phrase")) == 2
    assert len(found(table, "newer")) == 1


def test_deleted_rows_are_gone_unless_they_are_upserted_in_the_same_call(table: KindTable):
    table.apply([episode(1), episode(2), episode(3)])

    table.apply([episode(2, "kept")], delete_ids=[episode(1).row_id, episode(2).row_id, "unknown"])

    left = table.places([], [episode(number).row_id for number in (1, 2, 3)])
    assert {place.row_id for place in left} == {episode(2).row_id, episode(3).row_id}


def test_a_purge_moves_the_rows_if_earlier_versions_stay(table: KindTable, monkeypatch):
    """LanceDB keeps those that are younger than its clock, which may have been set back."""
    table.apply([episode(1, "Tea."), episode(2, "Coffee.")])
    table.apply([], [episode(1).row_id])
    monkeypatch.setattr(handles, "has_earlier_versions", lambda name: True)
    table.purge()
    assert (table.name, handles.names()) == ("episode_2", ["episode_2"])
    table.apply([episode(3, "Milk.")])
    assert (table.check(thorough=True), table.count()) == (None, 2)
    assert found(table, "Coffee") == [episode(2).row_id]


def test_what_was_added_after_the_indexes_were_made_is_found_at_once(table: KindTable):
    for number, word in enumerate(["apricot", "banana", "cherry", "damson"]):
        table.apply([episode(number, f"we ate a {word}")])
        assert found(table, word) == [episode(number).row_id]


def test_the_cascade_learns_what_each_file_holds(table: KindTable):
    table.apply([episode(1, path="a.md"), episode(2, path="a.md"), episode(1, owner=BOB, path="it's b.md")])

    assert table.entries_of(["a.md", "it's b.md", "c.md"]) == {
        "a.md": {row.entry_id: row.content_sha256 for row in (episode(1), episode(2))},
        "it's b.md": {episode(1).entry_id: episode(1, owner=BOB).content_sha256},
    }
    assert table.rows_per_path() == {"a.md": 2, "it's b.md": 1}
    [elsewhere] = table.places(["c.md"], [episode(1, owner=BOB).row_id, "x"])
    assert (elsewhere.row_id, elsewhere.md_path) == (episode(1, owner=BOB).row_id, "it's b.md")
    assert len(table.places(["a.md"], [episode(number).row_id for number in (1, 2)])) == 2


@pytest.mark.parametrize("name", AWKWARD)
def test_owners_and_scopes_are_kept_apart_whatever_their_names(table: KindTable, name: str):
    from memory.scope import user

    mine, wild = user(name), user("%")
    table.apply([episode(1, "secret plan", owner=mine), episode(1, "secret plan", owner=ALICE)])

    assert found(table, "secret", mine) == [episode(1, owner=mine).row_id]
    assert found(table, "secret", wild) == []
    other_scope = sql.owned_by(Scope("other", "default"), mine)
    assert query.fts(table, ["secret"], other_scope, 10).result().row_ids == []


@pytest.mark.parametrize("other", ["al/b", "al%2Fb", "al0", "al%", "a", "alb"])
def test_an_owner_whose_name_begins_another_sees_its_own_alone(table: KindTable, other: str):
    from memory.scope import user

    short, long = episode(1, "secret plan", owner=user("al")), episode(1, "secret plan", owner=user(other))
    table.apply([short, long])

    assert found(table, "secret", user("al")) == [short.row_id]
    assert found(table, "secret", user(other)) == [long.row_id]


def test_more_ids_than_fit_one_condition(table: KindTable):
    table.apply([episode(number) for number in range(1200)])

    assert len(table.places([], [episode(number).row_id for number in range(1200)])) == 1200

    table.apply([], delete_ids=[episode(number).row_id for number in range(1, 1200)])
    assert table.count() == 1


def test_optimize_keeps_the_answers_and_is_due_after_the_configured_commits(table: KindTable, settings):
    cascade = settings.EVEROS.cascade.model_copy(
        update={"optimize_after_commits": 3, "keep_versions_minutes": 0}
    )
    settings.EVEROS = settings.EVEROS.model_copy(update={"cascade": cascade})
    assert not table.optimize_if_due()
    for number in range(3):
        table.apply([episode(number, f"number{number}")])
    before = table.bytes()

    assert table.optimize_if_due()
    assert not table.optimize_if_due()

    assert table.bytes() < before
    assert found(table, "number2") == [episode(2).row_id]
    assert table.check() is None


def test_pages_are_sorted_stably_and_count_everything(table: KindTable):
    days = [datetime(2026, 3, day, tzinfo=UTC) for day in (3, 1, 2, 2, 2)]
    table.apply([episode(number, timestamp=day) for number, day in enumerate(days)])
    where = sql.owned_by(Scope(), ALICE)

    def page(descending: bool, offset: int) -> list[int]:
        rows, total = query.page(table, where, "timestamp", descending, offset, 2)
        assert total == 5
        return [int(row.entry_id[-8:]) for row in rows]

    assert [page(True, offset) for offset in (0, 2, 4, 6)] == [[0, 2], [3, 4], [1], []]
    assert [page(False, offset) for offset in (0, 2, 4)] == [[1, 2], [3, 4], [0]]


def test_a_commit_is_seen_at_once_while_threads_open_the_table_again(table: KindTable):
    table.apply([episode(0)])
    same = KindTable(EPISODE, WORDS, "episode")
    done = threading.Event()

    def reopen() -> None:
        while not done.is_set():
            handles.close("episode")
            assert same.count()

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(reopen) for _ in range(3)]
        try:
            for number in range(1, 30):
                same.apply([episode(number)], new_ids={episode(number).row_id} if number % 2 else ())
                assert same.count() == number + 1
        finally:
            done.set()
        [reader.result() for reader in readers]


def test_who_has_lost_a_lock_changes_no_table(table: KindTable):
    table.apply([episode(1, "Tea.")])
    swap = partial(table.swap, table.begin_rebuild())
    with locks.under(Lost()):
        for change in (lambda: table.apply([episode(2, "Coffee.")]), table.purge, swap):
            with pytest.raises(LockLost):
                change()
    assert table.count() == 1
