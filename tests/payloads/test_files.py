"""file:// addresses, and where they may lead."""

import os
from pathlib import Path

import pytest

from memory.errors import UnsupportedContent
from memory.payloads.files import read
from memory.payloads.payload import Rules


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "open").mkdir()
    (tmp_path / "open/a b#?é.txt").write_text("inside")
    (tmp_path / "secret.txt").write_text("outside")
    return tmp_path / "open"


def refused(uri: str, rules: Rules) -> str:
    with pytest.raises(UnsupportedContent) as caught:
        read(uri, rules)
    return str(caught.value)


@pytest.mark.parametrize("start", ["file://", "file://localhost", "FILE://LOCALHOST"])
def test_a_file_of_an_allowed_folder(folder: Path, start: str) -> None:
    payload = read(f"{start}{folder}/a%20b%23%3F%C3%A9.txt", Rules(folders=(folder,)))
    assert (payload.data, payload.mime) == (b"inside", "")


def test_outside_of_the_folders_nothing_is_told(folder: Path) -> None:
    (folder / "link.txt").symlink_to("../secret.txt")
    (folder / "dead.txt").symlink_to("../nothing.txt")
    paths = ["../secret.txt", "../nothing.txt", "link.txt", "dead.txt", "%2e%2e/secret.txt", "../open2/a.txt"]
    reasons = {refused(f"file://{folder}/{path}", Rules(folders=(folder,))) for path in paths}
    assert len(reasons) == 1
    assert "outside of the folders" in reasons.pop()


def test_a_link_inside_and_a_folder_that_is_a_link(folder: Path) -> None:
    (folder / "link.txt").symlink_to("a b#?é.txt")
    (folder.parent / "alias").symlink_to("open")
    rules = Rules(folders=(folder.parent / "alias",))
    assert read(f"file://{folder}/link.txt", rules).data == b"inside"


def test_without_folders_nothing_is_read(folder: Path) -> None:
    uris = (
        f"file://{folder.parent}/secret.txt",
        f"file://{folder}/none.txt",
        "file:none",
        "file:///proc/self/environ",
    )
    assert len({refused(uri, Rules()) for uri in uris}) == 1


def test_size(folder: Path) -> None:
    uri = f"file://{folder.parent}/secret.txt"
    assert read(uri, Rules(folders=(folder.parent,), max_file_bytes=7)).data == b"outside"
    assert "larger than 6 bytes" in refused(uri, Rules(folders=(folder.parent,), max_file_bytes=6))


def test_only_regular_files(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    assert "does not name a regular file" in refused(f"file://{folder}/pipe.txt", Rules(folders=(folder,)))
    assert refused(f"file://{folder}", Rules(folders=(folder,)))
    assert "No such file" in refused(f"file://{folder}/none.txt", Rules(folders=(folder,)))


def test_files_of_the_system_and_of_the_server(folder: Path) -> None:
    for path in ("/proc/self/environ", "/dev/zero", "/sys/kernel/uevent_seqnum", f"{folder}/a b.txt"):
        reason = refused(f"file://{path}", Rules(folders=(Path("/"),), forbidden=folder))
        assert "system or to the server" in reason


@pytest.mark.parametrize(
    "uri",
    [
        *(
            "file://example.org/a.txt",
            "file://127.0.0.1/a",
            "file:a.txt",
            "file://",
            "file:///a?b",
            "file:///a#b",
        ),
        *("file:///a%00b", "file://" + "/a" * 5000),
    ],
)
def test_what_is_no_file_address(uri: str) -> None:
    assert refused(uri, Rules(folders=(Path("/"),)))
