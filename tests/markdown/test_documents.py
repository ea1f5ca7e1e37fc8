"""Documents that are rewritten by who read them before: an edit that came between is neither lost nor passed over."""

import threading
from pathlib import Path

import pytest

from memory.coordination import locks
from memory.errors import DocumentChanged
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.profile import PROFILE
from memory.markdown import entry_history, files, store
from memory.markdown.entry_history import Change
from memory.markdown.root import current_root
from memory.scope import agent
from tests.markdown.conftest import ALICE, SCOPE

BOT = agent("bot")


def write(summary: str, expected: str | None = None):
    return store.write_document(PROFILE, SCOPE, ALICE, {"summary": summary}, expected=expected)


def summary() -> object:
    return store.read(current_root().file(PROFILE, SCOPE, ALICE)).entries[0].values["summary"]


def skill(name: str = "ask") -> Path:
    path = store.write_document(AGENT_SKILL, SCOPE, BOT, {"name": name, "content": "1."}, name=name)
    return current_root().absolute(path)


def test_the_version_that_was_read_is_replaced(root):
    path = write("one", store.NO_FILE)
    write("two", store.document_sha256(path))
    assert summary() == "two"


@pytest.mark.parametrize("expected", [store.NO_FILE, "0" * 64])
def test_another_version_stays(root, expected):
    write("by hand")
    with pytest.raises(DocumentChanged):
        write("ours", expected)
    assert summary() == "by hand"


def test_a_document_that_is_gone_is_not_made_again(root):
    path = write("one")
    seen = store.document_sha256(path)
    current_root().absolute(path).unlink()
    with pytest.raises(DocumentChanged):
        write("two", seen)
    assert store.document_sha256(path) == store.NO_FILE


class AtTheLastMoment:
    """Somebody removes or saves a document just before ours takes its place."""

    def __init__(self, document: Path, saved: bytes | None = None) -> None:
        self.document, self.saved = document, saved

    def verify(self) -> None:
        self.document.unlink(missing_ok=True)
        if self.saved is not None:
            self.document.write_bytes(self.saved)


def test_a_document_that_goes_at_the_last_moment_is_not_made_again(root):
    path = write("one")
    with pytest.raises(DocumentChanged), locks.under(AtTheLastMoment(current_root().absolute(path))):
        write("two", store.document_sha256(path))
    assert store.document_sha256(path) == store.NO_FILE


def test_a_document_that_is_saved_at_the_last_moment_is_not_removed(root):
    file = current_root().absolute(write("one"))
    saved = file.read_bytes().replace(b"one", b"by hand")
    with pytest.raises(DocumentChanged), locks.under(AtTheLastMoment(file, saved)):
        store.delete_document(file.relative_to(root))
    assert summary() == "by hand"


def test_a_history_that_goes_at_the_last_moment_is_written_whole(root, log):
    changes = [Change(entry, "2026-11-21T10:00:00", "test", "", {"subject": "Tea"}, "") for entry in "ab"]
    entry_history.note(log, changes[0])
    history = current_root().absolute(entry_history.path_of(log))
    with locks.under(AtTheLastMoment(history)):
        entry_history.note(log, changes[1])
    assert entry_history.all_changes(log) == changes


def test_one_of_many_writers_of_a_version_wins(root):
    path = write("start")
    seen, lost = store.document_sha256(path), []

    def attempt(number: int) -> None:
        try:
            write(f"writer {number}", seen)
        except DocumentChanged:
            lost.append(number)

    threads = [threading.Thread(target=attempt, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {f"writer {number}" for number in range(8) if number not in lost} == {summary()}


def test_a_save_into_the_old_file_while_ours_took_its_place(root, monkeypatch):
    path = current_root().absolute(write("as it was"))
    seen, exchange = store.document_sha256(path.relative_to(root)), files.exchange
    with path.open("r+b") as editor:

        def late(*paths: Path) -> bool:
            done = exchange(*paths)
            if not editor.closed:
                editor.write(path.read_text().replace("ours", "late").encode())
                editor.close()
            return done

        monkeypatch.setattr(files, "exchange", late)
        with pytest.raises(DocumentChanged):
            write("ours", seen)
    assert "late" in str(summary())


def test_a_skill_goes_with_its_folder(root, announced):
    file = skill()
    store.delete_document(file.relative_to(root))
    assert not file.parent.exists()
    assert file.parent.parent.is_dir()
    assert announced == [file.relative_to(root)] * 2


def test_a_folder_with_other_files_stays(root):
    file = skill("ask" * 90)
    (file.parent / "references").mkdir()
    store.delete_document(file.relative_to(root), store.document_sha256(file.relative_to(root)))
    assert (file.parent / "references").is_dir()
    (file.parent / "references").rmdir()
    store.delete_document(file.relative_to(root))
    assert list((root / "default_app/default_project/agents/bot/skills").iterdir()) == []


def test_an_edited_skill_is_not_removed(root):
    file = skill()
    seen = store.document_sha256(file.relative_to(root))
    file.write_text(file.read_text() + "2. by hand\n")
    with pytest.raises(DocumentChanged):
        store.delete_document(file.relative_to(root), seen)
    assert "by hand" in file.read_text()


def test_a_document_without_a_name_leaves_its_folder(root):
    path = write("one")
    assert store.delete_document(path)
    assert not (root / path).exists()
    assert (root / path).parent.is_dir()
