"""The texts in `references/` beside a skill are part of what is searched."""

import os
from pathlib import Path, PurePosixPath

import pytest
from pytest_django.fixtures import Settings

from cascade import batch, queue, scanner
from cascade.drain import drain
from cascade.reading import ALL_BYTES, FILE_BYTES, MOST_FILES, document_of, text_beside
from memory.index import query, sql
from memory.kinds.agent_skill import AGENT_SKILL
from memory.markdown import store
from memory.scope import agent
from memory.text.tokens import terms
from tests.cascade.conftest import HERE, change, edit, row, settle, table
from tests.conftest import change_settings

ATLAS = agent("atlas")
SKILL = PurePosixPath("default_app/default_project/agents/atlas/skills/skill_refunds/SKILL.md")


@pytest.fixture
def skill(root: Path) -> Path:
    """The folder of an indexed skill."""
    values = {"name": "refunds", "description": "How to give money back", "content": "Look up the order."}
    store.write_document(AGENT_SKILL, HERE, ATLAS, values, "refunds")
    settle()
    return (root / SKILL).parent


def refer(skill: Path, name: str, text: str) -> Path:
    (skill / "references").mkdir(exist_ok=True)
    path = skill / "references" / name
    path.write_text(text, "utf-8")
    return path


def found(word: str) -> bool:
    where = sql.owned_by(HERE, ATLAS)
    return bool(query.fts(table(AGENT_SKILL), terms(word), where, 5).result().row_ids)


@pytest.mark.parametrize("name", ["policy.md", "policy.txt"])
def test_a_scan_takes_up_a_new_text(skill: Path, name: str):
    refer(skill, name, "Vouchers expire in November. 退款需要三天。")
    settle()

    assert found("vouchers")
    assert found("退款")
    assert found("policy")
    assert found("order")
    assert change(SKILL).status == "done"


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("mended_first", [False, True], ids=["mended later", "mended before the restart"])
def test_a_text_that_kills_the_process_is_left_until_it_is_mended(
    skill: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings, mended_first: bool
):
    def kill(*_: object) -> None:
        raise Killed

    change_settings(settings, "cascade", max_attempts=1)
    if mended_first:
        deadly = skill / "SKILL.md"
        edit(deadly, "the order", "Vouchers")
    else:
        deadly = refer(skill, "policy.md", "Vouchers expire.")
    scanner.scan()
    with monkeypatch.context() as patch:
        patch.setattr(batch, "understand", kill)
        for last in (False, True):
            with pytest.raises(Killed):
                drain()
            if last and mended_first:
                edit(deadly, "Vouchers", "Cheques")
            queue.release_claims()
    assert change(SKILL).status == "failed"
    assert scanner.scan() == mended_first
    if not mended_first:
        edit(deadly, "Vouchers", "Cheques")
    settle()
    assert found("cheques")


def test_an_edit_and_a_removal_are_noticed(skill: Path):
    policy = refer(skill, "policy.md", "Vouchers expire.")
    settle()
    policy.write_text("Cheques are slow.", "utf-8")
    settle()
    assert found("cheques")
    assert not found("vouchers")

    policy.unlink()
    settle()
    assert not found("cheques")
    assert found("order")


def test_a_folder_that_goes_takes_its_texts_along(skill: Path):
    refer(skill, "a.md", "Vouchers.").rename(skill / "elsewhere.md")
    (skill / "references").rmdir()
    settle()

    assert not found("vouchers")


def test_what_has_not_changed_is_not_indexed_again(skill: Path):
    refer(skill, "policy.md", "Vouchers expire.")
    settle()
    before = row("sk_refunds", "atlas", AGENT_SKILL).content_sha256

    assert scanner.scan() == 0
    queue.enqueue([SKILL], recheck=True)
    settle()
    assert row("sk_refunds", "atlas", AGENT_SKILL).content_sha256 == before


def test_a_full_scan_finds_what_time_and_size_hide(skill: Path):
    policy = refer(skill, "policy.md", "Vouchers expire.")
    settle()
    seen = policy.stat()
    policy.write_text("Vouchers endure.", "utf-8")
    os.utime(policy, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert scanner.scan(full=True) == 1
    settle()

    assert found("endure")


def test_many_and_long_texts_are_bounded(skill: Path):
    for number in range(MOST_FILES + 10):
        refer(skill, f"{number:03}.md", f"word{number} " * FILE_BYTES)

    text = text_beside(skill / "SKILL.md")
    assert len(text.encode()) < ALL_BYTES + MOST_FILES * 20
    assert "word0" in text
    assert "word40" not in text


def test_links_other_files_and_bytes_that_are_no_text(skill: Path, tmp_path: Path):
    secret = tmp_path / "secret.md"
    secret.write_text("hidden treasure")
    refer(skill, "policy.md", "Vouchers.")
    (skill / "references" / "link.md").symlink_to(secret)
    (skill / "references" / "picture.png").write_bytes(b"\x89PNG treasure")
    (skill / "references" / "broken.txt").write_bytes(b"caf\xe9 \x00 voucher")

    text = text_beside(skill / "SKILL.md")
    assert "treasure" not in text
    assert "Vouchers." in text
    assert "voucher" in text


def test_a_linked_folder_is_not_followed(skill: Path, tmp_path: Path):
    (tmp_path / "notes.md").write_text("hidden treasure")
    (skill / "references").symlink_to(tmp_path)

    assert text_beside(skill / "SKILL.md") == ""


def test_an_event_beside_a_skill_is_one_of_the_skill(root: Path):
    folder = SKILL.parent / "references"
    assert document_of(folder / "policy.md") == SKILL
    assert document_of(folder) == SKILL
    for other in (folder / "a.png", folder / "deep" / "a.md", SKILL.parent / "notes.md", SKILL):
        assert document_of(other) == other
    stray = PurePosixPath("default_app/default_project/users/alice/references/a.md")
    assert document_of(stray) == stray


def test_the_text_stays_with_a_rebuilt_index(skill: Path):
    from cascade.rebuild import rebuild

    refer(skill, "policy.md", "Vouchers expire.")
    settle()
    rebuild([AGENT_SKILL])

    assert found("vouchers")
