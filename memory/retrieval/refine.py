"""Decides whether the results are sufficient, and what else to ask, with a language model or by rules."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import structlog
from pydantic import BaseModel, Field, field_validator

from memory.errors import ModelUnavailable
from memory.language import sentences
from memory.providers.protocols import LanguageModel
from memory.providers.registry import get_language_model
from memory.retrieval.passages import Passages, weights_of
from memory.retrieval.rerank import DATA_RULE, asked_of_model, excerpts
from memory.retrieval.types import Hit
from memory.text.cleaning import clean
from memory.text.tokens import terms as terms_of
from memory.text.tokens import without_names

log = structlog.get_logger(__name__)

PURPOSE = "agentic"
MOST_QUERIES = 3  # per round
QUERY_CHARS = 300
QUESTION_CHARS = 2_000
SHOWN = 10  # memories shown to a model
SHOWN_CHARS = 600
ANSWER_TOKENS = 300

ENOUGH = 0.8  # share of the query's weight in one passage beyond which the answer is most likely in it
PART_TERMS = 2  # with fewer terms, a part is not a question of its own
_JOINT = re.compile(
    r"[,;?，；？、]|\b(?:and|or|before|after|while|when|und|oder|bevor|nachdem|y|o|antes|después|et|ou|avant|après)\b"
    r"|以及|还有|還有|或者",
    re.IGNORECASE,
)


SUFFICIENT = f"""You help to search somebody's long-term memory. You see a query and the memories found so far.
{DATA_RULE}
- sufficient: true when these memories together hold all that is needed to answer the query.
- queries: otherwise up to three short search queries for what is missing, in the language of the memories: the parts of
  a question that asks for several things, names and places that the memories reveal, other words for the same. Leave
  out what was asked before. An empty list when sufficient."""

SUFFICIENT_WITH_REASON = f"""{SUFFICIENT}
- reasoning: in one sentence, what of the query these memories answer and what is missing."""


class Sufficiency(BaseModel):
    """The schema limits lengths because small models otherwise never stop; longer text is cut, not refused."""

    sufficient: bool
    queries: list[Annotated[str, Field(max_length=QUERY_CHARS)]] = Field(max_length=MOST_QUERIES)

    @field_validator("queries", mode="before")
    @classmethod
    def _first_queries(cls, value: Any) -> Any:
        return [_cut(query) for query in value[:MOST_QUERIES]] if isinstance(value, list) else value


class ReasonedSufficiency(Sufficiency):
    reasoning: str = Field(max_length=QUERY_CHARS)

    @field_validator("reasoning", mode="before")
    @classmethod
    def _beginning(cls, value: Any) -> Any:
        return _cut(value)


def _cut(value: Any) -> Any:
    return value[:QUERY_CHARS] if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Verdict:
    """`queries` are at most three new ones; none if the results are sufficient."""

    sufficient: bool
    queries: list[str]
    reasoning: str = ""


Told = TypeVar("Told", bound=Sufficiency)


class Judge:
    """Judges for one search.

    After a failure the model is not asked again, and rules continue. A model configured for this search alone must not
    fail silently: its failures are the search's.
    """

    def __init__(self, query: str, own_model: LanguageModel | None = None) -> None:
        self._query = query
        self._own_model = own_model
        self._model = None if own_model else get_language_model(PURPOSE)

    def verdict(self, hits: Mapping[str, Sequence[Hit]], asked: Sequence[str]) -> Verdict:
        """Raises ModelUnavailable if the search has a model of its own."""
        before = [self._query, *asked]
        if self._own_model is not None:
            reasoned = _by_model(
                self._own_model, SUFFICIENT_WITH_REASON, ReasonedSufficiency, self._query, hits, asked
            )
            return _verdict(reasoned, before, clean(reasoned.reasoning))
        if self._model is not None:
            try:
                answer = _by_model(self._model, SUFFICIENT, Sufficiency, self._query, hits, asked)
                return _verdict(answer, before)
            except ModelUnavailable as error:
                log.warning("agentic search goes on by rules", reason=str(error))
                self._model = None
        queries = _new(by_rules(self._query, hits), before)
        return Verdict(not queries, queries)


def _verdict(answer: Sufficiency, before: Sequence[str], reasoning: str = "") -> Verdict:
    return Verdict(answer.sufficient, [] if answer.sufficient else _new(answer.queries, before), reasoning)


def by_rules(query: str, hits: Mapping[str, Sequence[Hit]]) -> list[str]:
    """No query if one passage contains nearly all of the query; otherwise its parts, if it has several.

    Words of the results are not added: they lead away from the question (benchmarks/HISTORY.md).
    """
    shown = _shown(hits)
    text = without_names(query[:QUESTION_CHARS], {hit.owner_id for hit in shown})
    terms = terms_of(text)
    memories = [Passages.of(hit, terms) for hit in shown]
    weights = weights_of(terms, memories)
    if max((memory.score(weights) for memory in memories), default=0.0) >= ENOUGH:
        return []
    parts = _parts(text)
    return parts[:MOST_QUERIES] if len(parts) > 1 else []


def _by_model(
    model: LanguageModel,
    task: str,
    shape: type[Told],
    query: str,
    hits: Mapping[str, Sequence[Hit]],
    asked: Sequence[str],
) -> Told:
    shown = _shown(hits)
    query = sentences.clip(query, QUESTION_CHARS)
    prompt = asked_of_model(query, asked, shown, excerpts(query, shown, SHOWN_CHARS))
    return model.complete(PURPOSE, task, prompt, shape, ANSWER_TOKENS)


def _shown(hits: Mapping[str, Sequence[Hit]]) -> list[Hit]:
    """The best of all kinds."""
    return [hit for found in hits.values() for hit in found[: SHOWN // max(1, len(hits))]]


def _parts(text: str) -> list[str]:
    """The parts of a query that asks for several things; parts with too little content are left out."""
    return [part for part in map(str.strip, _JOINT.split(text)) if len(set(terms_of(part))) >= PART_TERMS]


def _new(queries: Iterable[str], asked: Sequence[str]) -> list[str]:
    """Those with content that were not asked yet."""
    seen = {_folded(query) for query in asked}
    found: dict[str, str] = {}
    for query in queries:
        written = clean(query).strip()[:QUERY_CHARS]
        if written and _folded(written) not in seen:
            found.setdefault(_folded(written), written)
    return list(found.values())[:MOST_QUERIES]


def _folded(query: str) -> str:
    return " ".join(query.casefold().split())
