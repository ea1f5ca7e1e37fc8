"""Earlier facts that new ones may make untrue: found in the index, judged by the model that revises the profile."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from logging import getLogger
from typing import Any

from memory.errors import IndexUnavailable
from memory.index import query, sql
from memory.index.schema import identity_of, values_in
from memory.index.tables import KindTable
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.ids import ENTRY_ID, day_of
from memory.language.periods import MONTHS
from memory.markdown import store
from memory.markdown.root import current_root
from memory.providers.registry import get_embedder
from memory.scope import Owner, Scope
from memory.text.tokens import MOST_QUERY_TERMS, forms, terms

MOST_SHOWN = 4
MOST_FOUND = 50
SHARED_TERMS = 2  # fewer words in common, or a smaller share of the shorter fact's, are chance
SHARED = 0.5
_DATE_WORDS = frozenset(terms(" ".join(MONTHS)))

log = getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EarlierFact:
    entry_id: str
    text: str
    day: date


def earlier_facts(
    scope: Scope, owner: Owner, names: Collection[str], new: Mapping[str, str]
) -> list[EarlierFact]:
    """The owner's facts that share most words with new ones (entry id -> text), and were said no later.

    `names` of the owner and dates are in most facts and do not count. A fact that a person has edited, verified or
    given an end or an id of their own is not judged. While the index is unavailable, no fact is.
    """
    common = _DATE_WORDS.union(terms(" ".join(names)))
    wanted = {
        entry_id: _telling(terms(text), common)
        for entry_id, text in new.items()
        if ENTRY_ID.fullmatch(entry_id)
    }
    table = KindTable(ATOMIC_FACT, get_embedder())
    searched = sorted(frozenset[str]().union(*wanted.values()))[:MOST_QUERY_TERMS]
    try:
        found = query.fts(table, searched, sql.owned_by(scope, owner), MOST_FOUND).result()
        alike = _alike(dict(zip(found.row_ids, found.texts, strict=True)), wanted, common)
        payloads = dict(table.payloads(alike))
    except IndexUnavailable as error:
        log.warning("New facts were not compared with earlier ones: %s", error)
        return []
    rows = ((row, values_in(ATOMIC_FACT, payloads[row])) for row in alike if row in payloads)
    open_rows = [_fact(row, values) for row, values in rows if not _is_decided(values)]
    return open_rows[:MOST_SHOWN]


def _alike(
    found: Mapping[str, str], wanted: Mapping[str, frozenset[str]], common: frozenset[str]
) -> list[str]:
    """Row ids, the most alike first."""
    shares = {}
    known = forms(common.union(*wanted.values()))
    for row, text in found.items():
        said = _telling((known.get(word, word) for word in text.split()), common)
        entry_id = identity_of(row)["entry_id"]
        if entry_id in wanted or not ENTRY_ID.fullmatch(entry_id):
            continue
        later = [new for new_id, new in wanted.items() if day_of(entry_id) <= day_of(new_id)]
        shares[row] = max((_share(said, new) for new in later), default=0.0)
    return sorted((row for row in shares if shares[row] >= SHARED), key=lambda row: (-shares[row], row))


def _telling(words: Iterable[str], common: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if not word.isdigit()) - common


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    shared = len(one & other)
    return shared / min(len(one), len(other)) if shared >= SHARED_TERMS else 0.0


def _is_decided(values: Mapping[str, Any]) -> bool:
    by_hand = ATOMIC_FACT.edited(values) or values.get("verified_at") or values.get("valid_to")
    return bool(by_hand or values.get("superseded_by"))


def _fact(row: str, values: Mapping[str, Any]) -> EarlierFact:
    entry_id = identity_of(row)["entry_id"]
    return EarlierFact(entry_id, str(values.get("fact") or ""), day_of(entry_id))


def note_superseded(scope: Scope, owner: Owner, judged: Mapping[str, str]) -> None:
    """Writes into each earlier fact that is still there which later one has taken its place."""
    for entry_id, later in judged.items():
        if store.find_entry(ATOMIC_FACT, scope, owner, entry_id) is not None:
            relative = current_root().file(ATOMIC_FACT, scope, owner, day=day_of(entry_id))
            store.annotate_entry(relative, entry_id, {"superseded_by": later})
