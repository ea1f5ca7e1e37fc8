"""What the server keeps below the root for itself."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from everos_site import state


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    state.prepare(tmp_path)
    key = state.secret_key(tmp_path)
    assert len(key) >= 50
    assert state.secret_key(tmp_path) == key
    file = tmp_path / ".accounts.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [".accounts.key"]


def test_a_key_file_with_nothing_in_it_is_made_anew(tmp_path: Path) -> None:
    state.prepare(tmp_path)
    (tmp_path / ".accounts.key").touch()
    key = state.secret_key(tmp_path)
    assert len(key) >= 50
    assert state.secret_key(tmp_path) == key


def test_processes_that_start_together_agree_on_the_key(tmp_path: Path) -> None:
    state.prepare(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: state.secret_key(tmp_path), range(8)))) == 1


def test_a_root_that_cannot_be_made_still_gives_a_key(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    state.prepare(tmp_path / "file" / "memory")
    assert state.secret_key(tmp_path / "file" / "memory")
