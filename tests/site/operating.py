"""A memory root with something in it, for the operators' pages: a conversation that went all the way."""

from html.parser import HTMLParser
from pathlib import Path

from django.test import Client

from cascade import scanner
from cascade.drain import drain
from memory.models import MemCell
from ome.engine import worker
from tests.ingest.talk import HOUR, add, flush, said

EPISODES = "default_app/default_project/users/alice/episodes/episode-2023-05-08.md"


class Links(HTMLParser):
    """The addresses of a page by their texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._address: str | None = None
        self._text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._address, self._text = dict(attrs).get("href"), ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._address:
            self.found.setdefault(" ".join(self._text.split()), self._address)
            self._address = None


def links(client: Client, address: str) -> dict[str, str]:
    return Links(page(client, address)).found


def page(client: Client, address: str, **asked: str) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def remember(*texts: str, session: str = "demo") -> MemCell:
    """Alice says it; the cell of it, when all that follows is on disk and in the index."""
    add(*(said(text, at=number * HOUR // 60) for number, text in enumerate(texts)), session=session)
    flush(session)
    settle()
    return MemCell.objects.get(session_id=session)


def settle() -> None:
    while worker.drain():
        pass
    scanner.scan()
    drain()


def file_of(root: Path) -> Path:
    return root / EPISODES
