"""Which path belongs to which memory, in both directions, and which path to none."""

import os
import time
from pathlib import Path, PurePosixPath

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import DamagedDocument, InvalidInput
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.episode import EPISODE
from memory.kinds.profile import PROFILE
from memory.kinds.registry import KINDS
from memory.markdown import store
from memory.markdown.root import LEFTOVER_SECONDS, MemoryRoot, current_root
from memory.scope import Owner, Scope, agent, user
from tests.markdown.conftest import ALICE, DAY, SCOPE, episode

ANYWHERE = MemoryRoot(Path("/nowhere"))
HOME = "default_app/default_project/users/alice"

IDS = [
    "alice",
    "Alice",
    "auth0|42",
    "张三",
    "a/b",
    ".hidden",
    "..hidden",
    "a%41",
    "100%",
    "telegram:7",
    "a b ",
    "con.",
    "con",
    "COM1.txt",
    "a.",
    "a..",
]
LONG_IDS = [
    "a" * 199 + "..",
    "a" * 199 + ".",
    "a" * 199 + "con",
    "张" * 256,
    "🧑" * 256,
    "a" * 199,
    "a" * 200,
    "a" * 201,
    "%" * 256,
    "a" * 198 + "张",
]


@pytest.mark.parametrize(
    ("kind", "names", "path"),
    [
        ("episode", {"day": DAY}, f"{HOME}/episodes/episode-2026-11-21.md"),
        ("atomic_fact", {"day": DAY}, f"{HOME}/.atomic_facts/atomic_fact-2026-11-21.md"),
        ("foresight", {"day": DAY}, f"{HOME}/.foresights/foresight-2026-11-21.md"),
        ("profile", {}, f"{HOME}/user.md"),
        (
            "agent_case",
            {"day": DAY},
            "default_app/default_project/agents/alice/.cases/agent_case-2026-11-21.md",
        ),
        ("agent_skill", {"name": "x"}, "default_app/default_project/agents/alice/skills/skill_x/SKILL.md"),
        ("keyed_entry", {"name": "x"}, "default_app/default_project/agents/alice/.entries/x.md"),
        ("note", {"name": "x"}, f"{HOME}/.notes/x.md"),
    ],
)
def test_the_place_of_each_kind(kind, names, path):
    owner = Owner(max(KINDS[kind].owner_types), "alice")  # a user where one can have it
    relative = ANYWHERE.file(KINDS[kind], SCOPE, owner, **names)
    assert str(relative) == path
    located = ANYWHERE.locate(relative)
    assert located is not None
    assert (located.kind.name, located.scope, located.owner) == (kind, SCOPE, owner)
    assert located.bucket == {"day": "2026-11-21", "name": "x"}.get(next(iter(names), ""), "")


@pytest.mark.parametrize("identifier", IDS + LONG_IDS)
@pytest.mark.parametrize(
    "scope", [SCOPE, Scope("shop", "x.y+z@1"), Scope("a.b", "-"), Scope("users", "default")]
)
def test_an_id_comes_back_from_its_path(identifier, scope):
    relative = ANYWHERE.file(EPISODE, scope, user(identifier), day=DAY)
    located = ANYWHERE.locate(relative)
    assert located is not None
    assert (located.owner.id, located.scope) == (identifier, scope)
    assert all(len(part.encode()) <= 255 for part in relative.parts)
    assert ".." not in relative.parts


@given(identifier=st.text(min_size=1, max_size=256), name=st.text(min_size=1, max_size=300))
def test_generated_ids_and_names(identifier, name):
    if identifier in (".", ".."):
        return
    located = ANYWHERE.locate(ANYWHERE.file(AGENT_SKILL, SCOPE, agent(identifier), name=name))
    assert located is not None
    assert (located.owner.id, located.bucket) == (identifier, name)


@pytest.mark.parametrize("identifier", ["", ".", "..", "\ud800"])
def test_ids_that_are_refused(identifier):
    with pytest.raises(InvalidInput):
        ANYWHERE.file(PROFILE, SCOPE, user(identifier))


@pytest.mark.parametrize(
    "scope",
    [
        *map(
            Scope,
            (
                "default_app",
                "Default_App",
                "..",
                ".index",
                ".git",
                "OME.toml",
                "nul",
                "Con.x",
                "a.",
                "a" * 300,
            ),
        ),
        Scope("default", "default_project"),
        Scope("default", ".tmp"),
    ],
)
def test_scopes_that_are_refused(scope):
    with pytest.raises(InvalidInput):
        ANYWHERE.file(PROFILE, scope, ALICE)


def test_two_ids_never_share_a_folder():
    paths = {ANYWHERE.file(PROFILE, SCOPE, user(identifier)) for identifier in IDS + LONG_IDS}
    assert len(paths) == len(IDS + LONG_IDS)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (f"{HOME}/episodes/episode-2026-11-21 copy.md", "the name must be episode-<YYYY-MM-DD>.md"),
        (f"{HOME}/episodes/episode-2026-13-45.md", "the name must be episode-<YYYY-MM-DD>.md"),
        (f"{HOME}/episodes/episode-٢٠٢٦-11-21.md", "the name must be episode-<YYYY-MM-DD>.md"),
        (f"{HOME}/episodes/old/episode-2026-11-21.md", "directly in episodes/"),
        (f"{HOME}/.atomic_facts/episode-2026-11-21.md", "the name must be atomic_fact-<YYYY-MM-DD>.md"),
        ("default_app/default_project/agents/bot/skills/x/SKILL.md", "must be skills/skill_<name>"),
        ("default_app/default_project/agents/bot/skills/x.md", "it must be skills/skill_<name>/SKILL.md"),
        (f"{HOME}/.notes/a b.md", "it must be .notes/<name>.md, the name as the server writes it"),
        (f"{HOME}/.notes/old/x.md", "it must be .notes/<name>.md"),
        ("con/default_project/users/alice/episodes/episode-2026-11-21.md", "cannot be an app and a project"),
        ("default_app/default_project/users/con/episodes/episode-2026-11-21.md", "must be named %63on"),
        (
            "default_app/default_project/users/jo\u0308rg/episodes/episode-2026-11-21.md",
            "must be named j%C3%B6rg",
        ),
        ("default_app/default_project/users/张三/episodes/episode-2026-11-21.md", "named %E5%BC%A0%E4%B8%89"),
        ("default_app/default_project/users/张三/user.md", "must be named %E5%BC%A0%E4%B8%89"),
        ("default_app/default_project/users/Alice Smith/user.md", "must be named Alice%20Smith"),
        ("default/default/users/alice/user.md", "cannot be an app and a project"),
        (f"{HOME}/profile/user.md", "it must be directly in the folder of its owner"),
        (f"{HOME}/episodes/user.md", "the name must be episode-<YYYY-MM-DD>.md"),
    ],
)
def test_a_file_in_the_wrong_place_is_told_so(path, reason):
    assert ANYWHERE.locate(PurePosixPath(path)) is None
    assert reason in str(ANYWHERE.stray(PurePosixPath(path)))


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "default_app/default_project/knowledge/x.md",
        f"{HOME}/soul.md",
        "default_app/default_project/users/Alice Smith/soul.md",
        "default_app/default_project/agents/the bot/user.md",
        f"{HOME}/episodes/.episode-2026-11-21.md.tmp.md",
        f"{HOME}/episodes/notes.txt",
        f"{HOME}/user.md",
        "default_app/default_project/agents/bot/skills/skill_x/references/how.md",
        ".index/default_project/users/alice/user.md",
    ],
)
def test_what_is_not_ours_is_left_alone(path):
    assert ANYWHERE.stray(PurePosixPath(path)) is None


DEFAULT = "default_app/default_project"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (f"{DEFAULT}/user/alice/user.md", f"must be named {DEFAULT}/users"),
        (f"{DEFAULT}/Users/alice/episodes/episode-2026-11-21.md", f"must be named {DEFAULT}/users"),
        (f"{DEFAULT}/agent/bot/skills/skill_x/SKILL.md", f"must be named {DEFAULT}/agents"),
        ("users/alice/user.md", "must be named <app>/<project>/users"),
        ("shop/users/alice/episodes/episode-2026-11-21.md", "must be named shop/<project>/users"),
        (f"{HOME}/episode/episode-2026-11-21.md", "directly in episodes/"),
        (f"{HOME}/episode-2026-11-21.md", "directly in episodes/"),
        (f"{HOME}/atomic_facts/atomic_fact-2026-11-21.md", "directly in .atomic_facts/"),
        (f"{DEFAULT}/agents/bot/skill/skill_x/SKILL.md", "skills/skill_<name>/SKILL.md"),
        (f"{HOME}/.note/x.md", "must be named .notes"),
        (f"{HOME}/USER.md", "must be named user.md"),
        (f"{HOME}/notes/x.md", None),
        (f"{DEFAULT}/used/alice/x.md", None),
        ("house/users/manual.md", None),
    ],
)
def test_a_misspelt_folder_is_told_with_the_name_that_it_should_have(path: str, told: str | None) -> None:
    reason = ANYWHERE.stray(PurePosixPath(path))
    assert reason is None if told is None else told in str(reason)


def test_the_walk_finds_memories_and_strays_and_nothing_else(root):
    written = {store.append(EPISODE, SCOPE, user(who), DAY, "mc_1", [episode()]) and who for who in IDS}
    for foreign in (
        ".index/lancedb/a.md",
        ".tmp/b.md",
        "knowledge/c.md",
        "default_app/default_project/knowledge/d.md",
    ):
        (root / foreign).parent.mkdir(parents=True, exist_ok=True)
        (root / foreign).write_text("x")
    stray = root / HOME / "episodes" / "episode-2026-11-21 (1).md"
    stray.write_text("x")
    os.symlink(root / HOME, root / "default_app/default_project/users/linked")
    located = [current_root().locate(path) for path in current_root().documents()]
    assert sorted(place.owner.id for place in located if place) == sorted(written)
    assert [root / path for path, _ in current_root().strays()] == [stray]


@pytest.mark.parametrize(
    "linked", ["default_app", "default_app/default_project/users/alice", f"{HOME}/episodes"]
)
def test_a_linked_folder_never_leads_a_write_out(root, tmp_path, linked):
    outside = tmp_path / "outside"
    outside.mkdir()
    (root / linked).parent.mkdir(parents=True, exist_ok=True)
    os.symlink(outside, root / linked)
    with pytest.raises(DamagedDocument, match="symbolic link"):
        store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode()])
    assert list(outside.rglob("*")) == []


def test_a_linked_file_is_neither_read_nor_written(root, tmp_path, log, log_file):
    outside = tmp_path / "secret.md"
    outside.write_text("secret")
    log_file.parent.mkdir(parents=True)
    os.symlink(outside, log_file)
    with pytest.raises(DamagedDocument, match="symbolic link"):
        store.read(log)
    with pytest.raises(DamagedDocument, match="symbolic link"):
        store.append(EPISODE, SCOPE, ALICE, DAY, "mc_1", [episode()])
    assert outside.read_text() == "secret"
    assert list(current_root().documents()) == []


@pytest.mark.parametrize("path", ["../x.md", f"{HOME}/../../../../../etc/passwd", "/etc/passwd"])
def test_a_path_that_leads_out_is_refused(root, path):
    with pytest.raises(InvalidInput):
        store.read(PurePosixPath(path))
    with pytest.raises(InvalidInput):
        current_root().absolute(PurePosixPath(path))


def test_only_old_leftovers_are_removed_at_start(root):
    left = root / ".tmp" / "left.md"
    left.write_text("x")
    os.utime(left, (0, 0))  # what it says may be old: a file that is being removed is moved there
    current_root().ensure()
    assert left.exists()
    with time_machine.travel(time.time() + LEFTOVER_SECONDS + 1):
        current_root().ensure()
    assert not left.exists()
