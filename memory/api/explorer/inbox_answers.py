"""What the answers of the inbox do: edits of the files with a line in their histories, or an operator's operation."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import structlog
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from cascade.models import MdChangeState
from cascade.operations import RETRY_FAILED
from memory import editing, times
from memory.admin.operations import EXTRACT_AGAIN
from memory.api.explorer.inbox_questions import began_at, is_settled, next_verification
from memory.api.explorer.memory_page import wanted
from memory.api.explorer.owners import owners_of
from memory.api.explorer.place import Place
from memory.api.explorer.visitor import Visitor
from memory.editing import Known
from memory.errors import DocumentChanged, InvalidInput
from memory.grants import Action, may
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Value
from memory.kinds.ids import wire_id
from memory.models import MemCell
from memory.scope import Owner
from memory.transfer import merging
from ome.models import StrategyRun
from ome.operations import RUN_AGAIN
from ome.strategies.extract_user_profile import conflicts
from ome.strategies.forgetting import redraw_from

log = structlog.get_logger(__name__)

WORK: Mapping[str, tuple[Any, Any]] = {
    "change": (MdChangeState, RETRY_FAILED),
    "run": (StrategyRun, RUN_AGAIN),
    "cell": (MemCell, EXTRACT_AGAIN),
}

CarryOut = Callable[[HttpRequest, Visitor, Place], None]


def _newer_holds(request: HttpRequest, visitor: Visitor, place: Place) -> None:
    earlier, later = _both(request, visitor, place)
    ends = max(_began(earlier), _began(later))
    _write(visitor, earlier, {"valid_to": ends}, _("The newer one holds"))


def _older_holds(request: HttpRequest, visitor: Visitor, place: Place) -> None:
    """The earlier one first: if the second edit is not made, the question is still asked."""
    earlier, later = _both(request, visitor, place)
    reason = _("The older one holds")
    verified: dict[str, Value] = {**_unjudged(earlier, later), **_verified(visitor)}
    _write(visitor, earlier, verified, reason)
    _write(visitor, later, {"valid_to": _began(later)}, reason)
    redraw_from(place.scope, earlier.owner, [earlier.entry.id, later.entry.id])


def _both_hold(request: HttpRequest, visitor: Visitor, place: Place) -> None:
    earlier, later = _both(request, visitor, place)
    beside = earlier.entry.values.get("holds_beside")
    known = [each for each in beside if each != later.entry.id] if isinstance(beside, list) else []
    values: dict[str, Value] = {
        "holds_beside": [*known, later.entry.id],
        **_unjudged(earlier, later),
        **_verified(visitor),
    }
    _write(visitor, earlier, values, _("Both hold"))


def _is_right(request: HttpRequest, visitor: Visitor, place: Place) -> None:
    _write(visitor, _asked(request, visitor, place), _verified(visitor), _("That’s right"))


def _still_true(request: HttpRequest, visitor: Visitor, place: Place) -> None:
    memory, today = _asked(request, visitor, place), times.local_day(timezone.now())
    if not memory.entry.values.get("stale_after"):
        raise DocumentChanged
    again = next_verification(memory, today).isoformat()
    _write(visitor, memory, {**_verified(visitor), "stale_after": again}, _("Still true"))


def _is_over(request: HttpRequest, visitor: Visitor, place: Place) -> None:
    memory = _asked(request, visitor, place)
    if memory.place.kind is not ATOMIC_FACT:
        raise Http404
    _write(visitor, memory, {"valid_to": _now(), "stale_after": None}, _("No longer"))


def _decide_conflict(decision: conflicts.Decision, reason: str) -> CarryOut:
    def carry_out(request: HttpRequest, visitor: Visitor, place: Place) -> None:
        profile = wanted(visitor, place, request.POST.get("id", ""), "write")
        given = request.POST.get("conflict", ""), decision, request.POST.get("hash", "")
        conflicts.decide(place.scope, profile.owner, *given, visitor.name, _(reason))

    return carry_out


def _are_two(request: HttpRequest, visitor: Visitor, place: Place) -> None:
    merging.note_two(place.scope, *_users(request, visitor, place, "write"))


def _are_one(request: HttpRequest, visitor: Visitor, place: Place) -> None:
    report, _row = merging.merge(
        place.scope, *_users(request, visitor, place, "write", "forget"), visitor.name
    )
    if report.left_out:
        raise InvalidInput(
            _("%(n)s memories could not be moved, so nothing was forgotten. The first is %(name)s: %(why)s.")
            % {"n": len(report.left_out), "name": report.left_out[0][0], "why": report.left_out[0][1]}
        )


def _users(request: HttpRequest, visitor: Visitor, place: Place, *needed: Action) -> tuple[Owner, Owner]:
    """The two users whom the form names. Raises Http404 for users who are not alike, and for what is not allowed."""
    named = [Place.of({"user": request.POST.get(name)}).owner for name in ("id", "other")]
    known = {each.owner for each in owners_of(place.scope, visitor.caller)}
    one, other = (owner if owner in known else None for owner in named)
    if one is None or other is None or one == other or not merging.is_near(one.id, other.id):
        raise Http404
    if not all(may(visitor.caller, each, place.scope, owner) for each in needed for owner in (one, other)):
        raise Http404
    if merging.are_two(place.scope, one, other):
        raise DocumentChanged
    return one, other


def _try_again(request: HttpRequest, visitor: Visitor, place: Place) -> None:
    """Has failed work tried again, unless it has been done or is being tried."""
    if not may(visitor.caller, "admin", None) or request.POST.get("row") not in WORK:
        raise Http404
    model, operation = WORK[request.POST["row"]]
    identifier = request.POST.get("id", "")
    if model is not MemCell and not (identifier.isascii() and identifier.isdigit() and len(identifier) < 19):
        raise Http404
    chosen = model.objects.filter(pk=identifier)
    if request.user.pk is not None:
        operation.perform(request, chosen)
    else:  # the admin's log names accounts; here a key, or the person at this machine
        number = operation.act(operation.possible(chosen))
        log.info(
            "another attempt requested", row=request.POST["row"], id=identifier, by=visitor.name, rows=number
        )


CARRY_OUT: Mapping[tuple[str, str], CarryOut] = {
    ("contradiction", "newer"): _newer_holds,
    ("contradiction", "older"): _older_holds,
    ("contradiction", "both"): _both_hold,
    ("conflict", "corrected"): _decide_conflict("corrected", gettext_noop("The correction holds")),
    ("conflict", "said"): _decide_conflict("said", gettext_noop("What was said holds")),
    ("trust", "right"): _is_right,
    ("stale", "still"): _still_true,
    ("stale", "over"): _is_over,
    ("name", "two"): _are_two,
    ("name", "one"): _are_one,
    ("work", "again"): _try_again,
}


def _asked(
    request: HttpRequest, visitor: Visitor, place: Place, name: str = "id", version: str = "hash"
) -> Known:
    """The memory that the form names, as it was shown. Raises Http404, DocumentChanged."""
    memory = wanted(visitor, place, request.POST.get(name, ""), "write")
    if memory.entry.sha256 != request.POST.get(version):
        raise DocumentChanged
    return memory


def _both(request: HttpRequest, visitor: Visitor, place: Place) -> tuple[Known, Known]:
    """Two facts of one person. Raises Http404, DocumentChanged if it has been decided already."""
    earlier = _asked(request, visitor, place)
    later = _asked(request, visitor, place, "other", "other_hash")
    kinds = {each.place.kind.name for each in (earlier, later)}
    if earlier.owner != later.owner or earlier.entry.id == later.entry.id or kinds != {ATOMIC_FACT.name}:
        raise Http404
    if is_settled(earlier, later):
        raise DocumentChanged
    return earlier, later


def _write(visitor: Visitor, memory: Known, values: Mapping[str, Value], reason: str) -> None:
    identifier = wire_id(memory.owner, memory.entry.id)
    editing.decide(memory.place.scope, identifier, values, visitor.name, reason, memory.entry.sha256)


def _verified(visitor: Visitor) -> dict[str, Value]:
    name = visitor.caller.username
    return {"verified_at": _now(), "verified_by": f"human:{name}" if name else None}


def _unjudged(earlier: Known, later: Known) -> dict[str, Value]:
    """Withdraws a model's judgement."""
    judged = earlier.entry.values.get("superseded_by") == later.entry.id
    return {"superseded_by": None} if judged else {}


def _began(memory: Known) -> datetime:
    """When the fact began. Raises DocumentChanged for a fact without a time: its file was damaged since."""
    began = began_at(memory)
    if began is None:
        raise DocumentChanged
    return began


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
