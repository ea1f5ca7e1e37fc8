"""What stands in the markdown files, read without any product code."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ENTRY = re.compile(r"<!-- entry:(?P<id>\S+) -->\n(?P<text>.*?)\n<!-- /entry:(?P=id) -->", re.DOTALL)


@dataclass(frozen=True)
class WrittenEntry:
    path: Path
    id: str
    text: str


def episode_files(root: Path, user_id: str = "*") -> list[Path]:
    return sorted(root.glob(f"*/*/users/{user_id}/episodes/episode-*.md"))


def episode_entries(root: Path, user_id: str = "*") -> list[WrittenEntry]:
    return [
        WrittenEntry(path, match["id"], match["text"])
        for path in episode_files(root, user_id)
        for match in ENTRY.finditer(path.read_text(encoding="utf-8"))
    ]


def content(text: str) -> str:
    """The Content section: every message stands there once, while subject and summary may quote it again."""
    return text.partition("### Content\n")[2]


def marker_counts(texts: list[str], markers: set[str]) -> Counter[str]:
    """In how many texts each marker stands; markers are words, so that one pass over the words is enough."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(markers & set(re.findall(r"\w+", text)))
    return counts


def repeated(text: str, markers: set[str]) -> set[str]:
    """Markers that stand more than once in one text."""
    counts = Counter(word for word in re.findall(r"\w+", text) if word in markers)
    return {word for word, count in counts.items() if count > 1}
