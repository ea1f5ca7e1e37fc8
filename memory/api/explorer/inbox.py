"""The inbox: what the engine is unsure of, as questions with two or three answers. No work is held up by one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from memory.api.explorer import inbox_answers, inbox_questions
from memory.api.explorer.inbox_questions import Question
from memory.api.explorer.owners import owners_of
from memory.api.explorer.pages import page, page_number, show
from memory.api.explorer.place import Place, known_place
from memory.api.explorer.visitor import Visitor
from memory.errors import DocumentChanged, InvalidInput
from memory.scope import Owner

A_PAGE = 20  # questions about one topic
FIRST = 5  # of each topic, where all of them are shown
OWNERS_A_PAGE = 20  # whose questions are looked for together


@dataclass(frozen=True, slots=True)
class Topic:
    """`find` returns some of the questions, and the number of all."""

    name: str
    title: Any
    find: Callable[[Visitor, Place, Sequence[Owner], int, int], tuple[list[Question], int]]


TOPICS = (
    Topic("contradiction", _("Contradictions"), inbox_questions.contradictions),
    Topic("conflict", _("Against a correction"), inbox_questions.conflicts),
    Topic("stale", _("Look again"), inbox_questions.stale),
    Topic("trust", _("Not verified"), inbox_questions.little_trusted),
    Topic("name", _("One person or two"), inbox_questions.similar_names),
    Topic("work", _("Work that failed"), inbox_questions.failed_work),
)


@page
def inbox(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    place = known_place(request, visitor)
    return _shown(request, visitor, place, request.GET.get("about", ""))


@page
@require_POST
def answer(request: HttpRequest, visitor: Visitor) -> HttpResponse:
    """Carries out an answer and returns to the inbox, which tells that of the memory as it is by then."""
    place, about = Place.of(request.POST), request.POST.get("about", "")
    carry_out = inbox_answers.CARRY_OUT.get((about, request.POST.get("answer", "")))
    if carry_out is None:
        raise InvalidInput(gettext("Choose one of the answers."))
    back = request.POST.get("topic", "")
    try:
        carry_out(request, visitor, place)
    except DocumentChanged:
        return _shown(request, visitor, place, back, status=409)
    return HttpResponseRedirect(place.url("inbox", about=back, done="1"))


def _shown(
    request: HttpRequest, visitor: Visitor, place: Place, about: str, status: int = 200
) -> HttpResponse:
    topics = [topic for topic in TOPICS if about in ("", topic.name)]
    if not topics:
        raise Http404
    owners = Paginator(_owners(visitor, place), OWNERS_A_PAGE).get_page(request.GET.get("owners"))
    number, size = (page_number(request), A_PAGE) if about else (1, FIRST)
    found = [
        (topic, *topic.find(visitor, place, list(owners), size * (number - 1), size)) for topic in topics
    ]
    total = sum(number for *_rest, number in found)

    def link(**more: Any) -> str:
        return place.url(
            "inbox", **{"about": about, "owners": owners.number if owners.number > 1 else "", **more}
        )

    return show(
        request,
        visitor,
        "inbox",
        place,
        status=status,
        found=[
            (topic, questions, number, link(about=topic.name)) for topic, questions, number in found if number
        ],
        about=about,
        total=total,
        all_url=link(about=""),
        fewer_owners=link(owners=owners.number - 1) if owners.has_previous() else "",
        more_owners=link(owners=owners.number + 1) if owners.has_next() else "",
        owner_url=place.url("owner") if place.owner else "",
        number=number,
        newer=link(page=number - 1) if number > 1 else "",
        older=link(page=number + 1) if about and number * size < total else "",
        owners=owners,
        is_changed=status == 409,
        done=request.GET.get("done", ""),
    )


def _owners(visitor: Visitor, place: Place) -> list[Owner]:
    """The owners whose questions are looked for, the most recently active first."""
    if place.owner is not None:
        return [place.owner]
    return [known.owner for known in owners_of(place.scope, visitor.caller)]
