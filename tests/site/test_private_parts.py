"""Private parts of libraries: an upgrade fails until the decision that lists the parts has been looked at."""

import re

from tests.system.server import PROJECT

DECISION = PROJECT / "docs/decisions/private-parts-of-libraries.md"
ROW = re.compile(r"^\| ([\w-]+) \| ([\d.]+) \|", re.MULTILINE)


def pinned() -> dict[str, str]:
    lines = (PROJECT / "requirements/base.txt").read_text()
    return dict(re.findall(r"^([\w-]+)==([\w.]+)", lines, re.MULTILINE))


def test_the_versions_are_those_whose_private_parts_were_looked_at() -> None:
    reviewed = dict(ROW.findall(DECISION.read_text()))
    assert len(reviewed) == 5
    assert {name: pinned()[name] for name in reviewed} == reviewed


def test_lancedb_has_the_parts_that_searches_use() -> None:
    from lancedb.background_loop import LOOP
    from lancedb.query import AsyncQuery
    from lancedb.table import AsyncTable, LanceTable

    assert callable(LOOP.run)
    assert hasattr(AsyncTable, "take_row_ids")
    assert hasattr(AsyncTable, "version")
    assert hasattr(AsyncTable, "checkout_latest")
    assert hasattr(AsyncQuery, "to_arrow")
    assert "_table" in LanceTable.__init__.__code__.co_names


def test_a_transport_of_httpx_has_the_pool_that_is_replaced() -> None:
    import httpx2

    assert list(vars(httpx2.HTTPTransport(trust_env=False))) == ["_pool"]


def test_no_other_private_part_is_used() -> None:
    """Attributes of others that begin with an underscore, except those that a decision names."""
    private = re.compile(
        r"(?<![\w.])(?!self|cls|super\(\)|_)[a-z_]\w*(?:\[[^]]*\])?\._(?!_|meta\b|default_manager\b|replace\b|exit\b|table\.(?:query|take_row_ids|version|count_rows|checkout_latest))\w+"
    )
    found = [
        f"{path.relative_to(PROJECT)}: {match.group(0)}"
        for folder in ("memory", "cascade", "ome", "everos_site")
        for path in sorted((PROJECT / folder).rglob("*.py"))
        for match in private.finditer(path.read_text())
    ]
    assert found == []
