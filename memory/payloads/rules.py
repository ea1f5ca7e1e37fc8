"""Where payloads may come from, and how large and how slow they may be."""

from dataclasses import dataclass
from pathlib import Path

from memory.payloads.addresses import AddressCheck, is_public


@dataclass(frozen=True, slots=True)
class Rules:
    """`folders` empty: no file at all. `forbidden` is the server's own folder."""

    folders: tuple[Path, ...] = ()
    forbidden: Path | None = None
    max_file_bytes: int = 50 * 1024 * 1024
    max_fetched_bytes: int = 50 * 1024 * 1024
    fetch_seconds: float = 30
    max_redirects: int = 5
    may_connect: AddressCheck = is_public
