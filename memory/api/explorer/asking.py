"""The page that asks an owner's memory: the answer, why each hit is part of it, and why an expected memory is not."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, datetime
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.api.explorer.drawing import percent
from memory.api.explorer.memory_page import KIND_NAMES, wanted
from memory.api.explorer.owner import Card, card_of
from memory.api.explorer.owners import owners_of
from memory.api.explorer.pages import page, show
from memory.api.explorer.place import Place, known_place
from memory.api.explorer.verdicts import sentence
from memory.api.explorer.visitor import Visitor
from memory.api.mcp.budget import token_cost
from memory.api.mcp.tools.own import Recall, answer_within
from memory.keyed.remembered import recalled
from memory.limits import excess
from memory.retrieval.explanation import Explanation, explained, of_hit, why_not
from memory.retrieval.types import Found, Hit, SearchRequest, Stages, View
from memory.scope import Owner, OwnerType

MOST_OWNERS = 200  # to choose from
LEAST_TOKENS, MOST_TOKENS = 300, 100_000  # of a budget
RECALLED = Recall.model_fields["k"].default  # memories that an agent gets unless it asks for more or fewer
MOST_RECALLED = 50
FIRST_DAY, LAST_DAY = date(MINYEAR + 1, 1, 1), date(MAXYEAR - 1, 12, 31)  # that every time zone can show
METHODS = [(name, name) for name in ("hybrid", "keyword", "vector", "agentic")]


class Asked(forms.Form):
    q = forms.CharField(label=gettext_lazy("Question"))
    method = forms.ChoiceField(label=gettext_lazy("Method"), choices=METHODS, required=False)
    top_k = forms.IntegerField(
        label=gettext_lazy("Maximum number"), min_value=1, max_value=100, required=False
    )
    radius = forms.IntegerField(
        label=gettext_lazy("Minimum similarity (0 to 100)"), min_value=0, max_value=100, required=False
    )
    max_tokens = forms.IntegerField(
        label=gettext_lazy("An agent’s budget in tokens"),
        min_value=LEAST_TOKENS,
        max_value=MOST_TOKENS,
        required=False,
    )
    as_of = forms.DateField(
        label=gettext_lazy("As of"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)],
    )
    session = forms.CharField(label=gettext_lazy("Session"), required=False, max_length=128)
    expect = forms.CharField(label=gettext_lazy("Id of an expected memory"), required=False, max_length=700)

    def clean_q(self) -> str:
        text: str = self.cleaned_data["q"]
        problem = excess("query_chars", len(text))
        if problem is not None:
            raise forms.ValidationError(problem)
        return text

    def request(self, place: Place, owner: Owner) -> SearchRequest:
        given = self.cleaned_data
        day = given["as_of"]
        end = timezone.make_aware(datetime(day.year, day.month, day.day, 23, 59, 59)) if day else None
        return SearchRequest(
            scope=place.scope,
            owner=owner,
            query=given["q"],
            method=given["method"] or "hybrid",
            top_k=given["top_k"] or -1,
            radius=None if given["radius"] is None else given["radius"] / 100,
            filters={"session_id": given["session"]} if given["session"] else None,
            include_profile=True,
            include_foresights=True,
            view=View(as_of=end),
        )


@page
def ask(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    place = known_place(request, visitor)
    owner = place.owner
    form = Asked(request.GET) if request.GET.get("q") else Asked(initial=request.GET.dict())
    context: dict[str, Any] = {"form": form, "owner": owner}
    if owner is None:
        context["owners"] = [
            (each.owner, place.of_owner(each.owner).url("ask", q=request.GET.get("q")))
            for each in owners_of(place.scope, visitor.caller)[:MOST_OWNERS]
        ]
    elif form.is_bound and form.is_valid():
        asked, given = form.request(place, owner), form.cleaned_data
        context |= _answer(visitor, place, asked, given["expect"].strip())
        if given["max_tokens"] and owner.type is OwnerType.USER:
            context["read"] = _within_budget(place, asked, given["max_tokens"])
    return show(request, visitor, "ask", place, **context)


def _within_budget(place: Place, request: SearchRequest, tokens: int) -> dict[str, Any]:
    """What an agent gets from the MCP tool `recall` for the same question."""
    limit = RECALLED if request.top_k == -1 else min(request.top_k, MOST_RECALLED)
    found, pending = recalled(
        request.scope, request.owner, request.query, limit, request.view, filters=request.filters
    )
    answer = answer_within(tokens, found, pending)
    data = answer.data or {}
    return {
        "tokens": tokens,
        "size": token_cost(answer.as_result()),
        "memories": [(each, _url_of(place, each)) for each in data["memories"]],
        "omitted": data["omitted"],
    }


def _url_of(place: Place, memory: dict[str, Any]) -> str:
    """Empty for notes and entities, which have no page, and for what is not extracted yet."""
    has_page = memory["kind"] in ("fact", "episode") and not memory.get("pending")
    return place.memory_url(memory["id"]) if has_page else ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A hit with the numbers behind it, and an episode's facts."""

    card: Card
    kind_name: Any
    score: int
    numbers: Explanation | None
    stages: Sequence[tuple[Any, int]]
    facts: Sequence[tuple[Card, int]]
    pending: bool


def _answer(visitor: Visitor, place: Place, request: SearchRequest, expected: str) -> dict[str, Any]:
    found, stages = explained(request)
    hits = [_shown(place, stages, hit) for kind in found.hits.values() for hit in kind]
    return {
        "hits": hits,
        "profiles": [card_of(place, hit) for hit in found.profiles],
        "pending": found.pending,
        "expected": _expected(visitor, place, request, found, stages, expected) if expected else None,
        "asked": True,
    }


def _shown(place: Place, stages: Stages, hit: Hit) -> Shown:
    numbers = of_hit(stages, hit)
    return Shown(
        card_of(place, hit),
        KIND_NAMES.get(hit.kind, hit.kind),
        percent(hit.score),
        numbers,
        _bars(numbers),
        [(card_of(place, fact), percent(fact.score)) for fact in hit.facts],
        hit.pending,
    )


def _bars(numbers: Explanation | None) -> list[tuple[Any, int]]:
    """The numbers that were compared, in the order of the stages, in percent."""
    if numbers is None:
        return []
    named = (
        (_("Words"), numbers.words),
        (_("Best line"), numbers.best_line),
        (_("Meaning"), numbers.meaning),
        (_("Best fact"), numbers.best_fact),
        (_("Score"), numbers.score),
    )
    return [(name, percent(value)) for name, value in named if value is not None]


def _expected(
    visitor: Visitor, place: Place, request: SearchRequest, found: Found, stages: Stages, identifier: str
) -> dict[str, Any]:
    """Where an expected memory is, or at which stage it was dropped. A memory that the visitor may not read is answered
    like one that does not exist."""
    missing = {
        "id": identifier,
        "stage": "unknown",
        "bars": [],
        "sentence": _("There is no memory with this id here."),
    }
    try:
        memory = wanted(visitor, place, identifier)
    except Http404:
        return missing
    if memory.owner != request.owner:
        return {
            **missing,
            "sentence": _("It belongs to another owner. A question searches the memories of one owner only."),
        }
    if memory.replaced_by:
        return {
            **missing,
            "stage": "replaced",
            "sentence": _("It was merged into another episode, which is found instead."),
        }
    verdict = why_not(request, found, stages, memory.place.kind, memory.entry.id)
    return {
        "id": identifier,
        "url": place.memory_url(identifier),
        "stage": verdict.stage,
        "sentence": sentence(verdict, percent),
        "bars": _bars(verdict.numbers),
        "numbers": verdict.numbers,
        "golden": golden_test(request, memory.entry.values.get("session_id")),
    }


def golden_test(request: SearchRequest, session: object) -> str:
    """A golden test for `everos eval`: the question, and the session that the answer must contain.

    Empty for a memory without a session, and for groups, which `everos eval` cannot ask.
    """
    if not session or request.owner.type is OwnerType.GROUP:
        return ""
    fields: dict[str, Any] = {
        "ask": request.query,
        str(request.owner.type): request.owner.id,
        "sessions": [session],
    }
    if request.method != "hybrid":
        fields["method"] = request.method
    if request.top_k != -1:
        fields["top_k"] = request.top_k
    if request.view.as_of is not None:
        fields["as_of"] = request.view.as_of.isoformat()
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items())
    return "- " + "\n  ".join(lines)
