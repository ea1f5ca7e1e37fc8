"""Files that are copied, moved and renamed by hand."""

import shutil

from cascade.drain import drain
from cascade.models import MdChangeState
from cascade.scanner import scan
from tests.cascade.conftest import FILE, FOLDER, absolute, change, indexed, row, tell

COPY = FOLDER / "episode-2026-11-22.md"
EARLIER = FOLDER / "episode-2026-11-20.md"


def synchronise() -> None:
    scan()
    drain()


def test_a_copy_steals_nothing_and_is_reported(told):
    before = indexed()
    shutil.copy(told, absolute(COPY))
    synchronise()
    assert indexed() == before
    assert change(COPY).status == "failed"
    assert "entry ep_20261121_00000001 is already in" in change(COPY).error


def test_removing_the_copy_removes_nothing(told):
    before = indexed()
    shutil.copy(told, absolute(COPY))
    synchronise()
    absolute(COPY).unlink()
    synchronise()
    assert indexed() == before
    assert not MdChangeState.objects.filter(path=str(COPY)).exists()


def test_a_waiting_copy_takes_over_when_the_original_goes(told):
    shutil.copy(told, absolute(COPY))
    synchronise()
    told.unlink()
    synchronise()
    assert list(indexed()) == [str(COPY)]
    assert change(COPY).status == "done"


def test_what_is_new_in_a_copy_is_indexed(told):
    text = told.read_text("utf-8").replace("ep_20261121_00000002", "ep_20261122_00000009")
    absolute(COPY).write_text(text, "utf-8")
    synchronise()
    assert indexed()[str(COPY)] == ["ep_20261122_00000009"]
    assert change(COPY).entries == 1


def test_the_original_wins_whichever_is_read_first(root):
    tell("Alice bought a red bicycle.")
    shutil.copy(absolute(), absolute(EARLIER))
    absolute().rename(root / "aside")
    synchronise()
    assert list(indexed()) == [str(EARLIER)]
    (root / "aside").rename(absolute())
    synchronise()
    assert list(indexed()) == [str(FILE)]
    assert change(EARLIER).status == "failed"


def test_the_original_of_a_skill_wins_also_against_a_copy_with_a_part_of_its_name(root):
    folder = root / "default_app/default_project/agents/bot/skills"
    copy, original = folder / "skill_tea", folder / "skill_tea_making"
    copy.mkdir(parents=True)
    text = "---\nid: sk_tea_making\ntype: agent_skill\nname: tea_making\n---\nWarm the pot first.\n"
    (copy / "SKILL.md").write_text(text)
    synchronise()
    shutil.copytree(copy, original)
    synchronise()
    failed = MdChangeState.objects.get(status="failed")
    assert failed.path == str((copy / "SKILL.md").relative_to(root))
    assert "already in" in failed.error


def test_both_new_at_once(root):
    tell("Alice bought a red bicycle.")
    shutil.copy(absolute(), absolute(EARLIER))
    synchronise()
    assert list(indexed()) == [str(FILE)]
    assert change(EARLIER).status == "failed"
    assert change(EARLIER).entries == 0


def test_an_entry_moved_by_hand_to_another_file(told):
    text = told.read_text("utf-8")
    cut = text.index("<!-- entry:ep_20261121_00000002 -->")
    absolute(COPY).write_text(text[: text.index("<!-- entry:")] + text[cut:], "utf-8")
    told.write_text(text[:cut], "utf-8")
    synchronise()
    assert indexed() == {str(FILE): ["ep_20261121_00000001"], str(COPY): ["ep_20261121_00000002"]}


def test_a_renamed_file(told):
    told.rename(absolute(COPY))
    synchronise()
    assert list(indexed()) == [str(COPY)]
    assert change(COPY).status == "done"
    assert not MdChangeState.objects.filter(path=str(FILE)).exists()


def test_a_renamed_owner_is_served_under_the_new_name_only(told):
    owner = told.parent.parent
    owner.rename(owner.with_name("alicia"))
    synchronise()
    assert row("ep_20261121_00000001", owner="alice") is None
    assert row("ep_20261121_00000001", owner="alicia").owner_id == "alicia"
    assert not MdChangeState.objects.exclude(status="done").exists()


def test_a_copied_owner_has_memories_of_their_own(told):
    owner = told.parent.parent
    shutil.copytree(owner, owner.with_name("alicia"))
    synchronise()
    shutil.rmtree(owner)
    synchronise()
    assert row("ep_20261121_00000001", owner="alice") is None
    assert row("ep_20261121_00000001", owner="alicia") is not None


def test_a_file_with_a_name_that_means_nothing_is_reported_as_stray(told):
    stray = told.with_name("episode-2026-11-21 (copy).md")
    told.rename(stray)
    synchronise()
    assert indexed() == {}
    from cascade.status import status

    assert [each["path"] for each in status()["scan"]["strays"]] == [str(FOLDER / stray.name)]
