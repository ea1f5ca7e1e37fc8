"""The source of an import, a folder or a zip archive: names and bytes, read with limits."""

import lzma
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from memory import times
from memory.errors import InvalidInput

MOST_FILES = 1_000_000
MOST_BYTES_OF_A_FILE = 256 * 2**20
MOST_RATIO = 200  # compression ratio beyond which a member counts as a zip bomb
UNREADABLE = (
    zipfile.BadZipFile, NotImplementedError, EOFError, OSError, UnicodeError, zlib.error, lzma.LZMAError,
)  # fmt: skip
SMALL = 1 << 20  # smaller members may have any ratio


@dataclass(slots=True)
class Source:
    """`names` are relative, with `/` as separator, in order. Raises InvalidInput for forbidden content."""

    path: Path
    names: list[str] = field(default_factory=list)
    _archive: zipfile.ZipFile | None = None

    @classmethod
    def at(cls, path: Path) -> "Source":
        if path.is_dir():
            return cls(path, sorted(_in_folder(path)))
        if zipfile.is_zipfile(path):
            try:
                archive = zipfile.ZipFile(path)
            except UNREADABLE as error:
                raise InvalidInput(f"{path} cannot be read: {error}") from None
            return cls(path, sorted(_in_archive(archive)), archive)
        if not path.is_file():
            raise InvalidInput(f"{path} does not exist.")
        return cls(path.parent, [path.name])

    def read(self, name: str) -> bytes:
        """Raises InvalidInput for a file that is too large, or that cannot be read."""
        try:
            with self._archive.open(name) if self._archive else (self.path / name).open("rb") as file:
                data = file.read(MOST_BYTES_OF_A_FILE + 1)
        except UNREADABLE as error:
            raise InvalidInput(f"{name} cannot be read: {error}") from None
        if len(data) > MOST_BYTES_OF_A_FILE:
            raise InvalidInput(f"{name} is larger than {MOST_BYTES_OF_A_FILE:,} bytes.")
        return data

    def modified_ms(self, name: str) -> int:
        """When the file, or the archive that holds it, was last changed."""
        path = self.path if self._archive else self.path / name
        return times.milliseconds(times.of_file(path.stat().st_mtime_ns))

    def named(self, name: str) -> str | None:
        """The first file with this name, in any folder."""
        return next((each for each in self.names if PurePosixPath(each).name == name), None)


def _in_folder(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        relative = path.relative_to(folder)
        if (
            path.is_file()
            and not path.is_symlink()
            and not any(part.startswith(".index") for part in relative.parts)
        ):
            yield str(PurePosixPath(relative))


def _in_archive(archive: zipfile.ZipFile) -> Iterator[str]:
    members = [member for member in archive.infolist() if not member.is_dir()]
    if len(members) > MOST_FILES:
        raise InvalidInput(f"The archive has {len(members):,} files; at most {MOST_FILES:,} are read.")
    for member in members:
        name = PurePosixPath(member.filename)
        if name.is_absolute() or ".." in name.parts or "\\" in member.filename:
            raise InvalidInput(f"The archive has a file outside of itself: {member.filename[:200]!r}.")
        if member.flag_bits & 1:
            raise InvalidInput("The archive is encrypted; unpack it first.")
        is_bomb = member.file_size > SMALL and member.file_size > MOST_RATIO * max(1, member.compress_size)
        if member.file_size > MOST_BYTES_OF_A_FILE or is_bomb:
            raise InvalidInput(
                f"{member.filename[:200]!r} would be {member.file_size:,} bytes: that is not read."
            )
        yield member.filename
