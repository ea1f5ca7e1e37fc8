"""Every link between the project's pages leads somewhere, to the heading too."""

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """As GitHub and most renderers make them from headings."""
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in HEADING.findall(prose(page))}


def test_nobody_is_told_to_install_the_other_project_of_this_name() -> None:
    """`everos` on PyPI is not the client of this server, so every command names the folder."""
    told = [
        *PAGES,
        *PROJECT.glob("clients/**/*.md"),
        *PROJECT.glob("examples/*.py"),
        *PROJECT.glob("clients/python/src/**/*.py"),
    ]
    wrong = re.compile(r"pip install [^\n]*(?<![\w/-])everos\[")
    assert [page.name for page in told if wrong.search(page.read_text("utf-8"))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link
