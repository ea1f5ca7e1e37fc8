"""The questions of the inbox: what is uncertain, the evidence, and what each answer would do.

Candidates come from the index. What is shown is read from the files, so a question that has just been answered is not
asked again while its file waits for the index.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Model, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from cascade.models import MdChangeState
from memory import editing, times
from memory.api.explorer.drawing import percent
from memory.api.explorer.owner import card_of
from memory.api.explorer.owners import OwnerSummary, owners_of
from memory.api.explorer.place import Place
from memory.api.explorer.visitor import Visitor
from memory.editing import Known
from memory.errors import DamagedDocument, NoSuchMemory
from memory.grants import may
from memory.kinds.atomic_fact import ATOMIC_FACT, never_held
from memory.kinds.base import moment
from memory.kinds.ids import named_day, wire_id
from memory.kinds.provenance import is_stale, source_of, trust_of
from memory.markdown.root import owner_folder, scope_folder
from memory.models import MemCell
from memory.retrieval import doubts
from memory.retrieval.doubts import LOW_TRUST
from memory.scope import Owner, OwnerType
from memory.transfer import merging
from ome.models import StrategyRun
from ome.strategies.extract_user_profile import conflicts as profile_conflicts
from ome.strategies.extract_user_profile.items import CONFLICT

AGAIN_AFTER = timedelta(days=365)  # the next verification, where nothing tells how often
SHORTEST = timedelta(days=30)
MOST_PAIRS = 50  # of similar ids that are looked at
FAILING = 3  # attempts after which a memory cell is taken for failed; it never ends by itself

Questions = tuple[list["Question"], int]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One of the texts that are compared, with where it comes from."""

    label: Any
    text: str
    url: str = ""
    when: datetime | None = None
    item: Mapping[str, Any] = field(default_factory=dict)  # source, verified_at, stale
    trust: int = 0
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A button, or with a `url` a link to the page where it is done; and what follows from it."""

    name: str
    words: Any
    effect: Any
    url: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    about: str
    owner: Owner | None
    evidence: Sequence[Evidence]
    answers: Sequence[Answer]  # none for a visitor who may only read
    fields: Mapping[str, str]  # hidden in the form: which memory, and the version that is shown
    note: Any = ""


def contradictions(
    visitor: Visitor, place: Place, owners: Sequence[Owner], offset: int, limit: int
) -> Questions:
    pairs = [(owner, *pair) for owner in owners for pair in doubts.contradictions(place.scope, owner)]
    questions = []
    for owner, older, newer in pairs[offset : offset + limit]:
        earlier, later = _known(place, owner, older.entry_id), _known(place, owner, newer.entry_id)
        if earlier is None or later is None or is_settled(earlier, later):
            continue
        answers = [
            Answer(
                "newer",
                _("The newer one holds"),
                _("The older one ends when the newer one begins, and is kept as past."),
            ),
            Answer(
                "older",
                _("The older one holds"),
                _("The newer one counts as never true, and the profile follows."),
            ),
            Answer("both", _("Both hold"), _("Neither ends the other.")),
        ]
        questions.append(
            Question(
                "contradiction",
                owner,
                [_evidence(place, later, _("The newer one")), _evidence(place, earlier, _("The older one"))],
                answers if may(visitor.caller, "write", place.scope, owner) else [],
                {**_named(earlier), "other": _id(later), "other_hash": later.entry.sha256},
                _("A model has judged that the newer one makes the older one untrue.")
                if older.superseded_by == newer.entry_id
                else _("Both were said within a month, and only one of them is taken to hold."),
            )
        )
    return questions, len(pairs)


def conflicts(visitor: Visitor, place: Place, owners: Sequence[Owner], offset: int, limit: int) -> Questions:
    """What somebody has said against an item of the profile that was corrected by hand."""
    hits = doubts.profiles_saying(place.scope, owners, "category", CONFLICT)
    found = [(hit.owner, each) for hit in hits for each in _conflicts_of(place, hit.owner)]
    answers = [
        Answer("corrected", _("The correction holds"), _("What was said is removed from the profile.")),
        Answer("said", _("What was said holds"), _("It takes the place of the correction in the profile.")),
    ]
    questions = [
        Question(
            "conflict",
            owner,
            [
                Evidence(_("corrected by hand"), str(each.corrected["description"])),
                _said(place, owner, each.said),
            ],
            answers if may(visitor.caller, "write", place.scope, owner) else [],
            {"id": f"profile_{owner.id}", "conflict": each.id, "hash": each.sha256},
        )
        for owner, each in found[offset : offset + limit]
    ]
    return questions, len(found)


def little_trusted(
    visitor: Visitor, place: Place, owners: Sequence[Owner], offset: int, limit: int
) -> Questions:
    hits, total = doubts.little_trusted(place.scope, owners, offset, limit)
    right = Answer("right", _("That’s right"), _("It is marked as verified, by you and today."))
    questions = [
        _of_one(visitor, place, "trust", memory, [right])
        for hit in hits
        if (memory := _known(place, hit.owner, hit.entry_id)) and is_doubtful(memory)
    ]
    return questions, total


def stale(visitor: Visitor, place: Place, owners: Sequence[Owner], offset: int, limit: int) -> Questions:
    today = times.local_day(timezone.now())
    hits, total = doubts.stale(place.scope, owners, today, offset, limit)
    questions = []
    for hit in hits:
        memory = _known(place, hit.owner, hit.entry_id)
        if memory is None or not is_stale(memory.entry.values.get("stale_after"), today):
            continue
        still = Answer(
            "still",
            _("Still true"),
            _("It is marked as verified, and asked about again after %(day)s.")
            % {"day": date_format(next_verification(memory, today), gettext("j F Y"))},
        )
        ended = Answer("over", _("No longer"), _("It ends today, and is kept as past."))
        answers = [still, ended] if memory.place.kind is ATOMIC_FACT else [still]
        questions.append(_of_one(visitor, place, "stale", memory, answers))
    return questions, total


def similar_names(
    visitor: Visitor, place: Place, owners: Sequence[Owner], offset: int, limit: int
) -> Questions:
    """Users with ids that are spelt nearly alike, who never spoke with each other. Not if somebody has decided it."""
    known = {
        each.owner: each
        for each in owners_of(place.scope, visitor.caller)
        if each.owner.type is OwnerType.USER
    }
    looked_for = [known[owner] for owner in owners if owner in known]
    pairs = {
        frozenset((one.owner, other)): (one, known[other])
        for one in looked_for
        for other in known
        if other != one.owner and merging.is_near(one.owner.id, other.id)
    }
    found = [pair for pair in list(pairs.values())[:MOST_PAIRS] if _may_be_one(place, *pair)]
    return [_who(visitor, place, *pair) for pair in found[offset : offset + limit]], len(found)


def _may_be_one(place: Place, one: OwnerSummary, other: OwnerSummary) -> bool:
    owners = one.owner, other.owner
    return not merging.are_two(place.scope, *owners) and not doubts.spoke_together(place.scope, *owners)


def _who(visitor: Visitor, place: Place, one: OwnerSummary, other: OwnerSummary) -> Question:
    """Whether two users are one person; the one with fewer memories would be merged into the other."""
    fewer, more = sorted((one, other), key=lambda each: (each.counts.total(), each.owner.id))
    may_write, may_forget = (
        all(may(visitor.caller, action, place.scope, each.owner) for each in (one, other))
        for action in ("write", "forget")
    )
    answers = []
    if may_write:
        answers.append(
            Answer("two", _("They are two"), _("A profile keeps that, and it is not asked again."))
        )
    if may_write and may_forget:
        effect = _(
            "The memories of %(one)s move to %(other)s, whose profile follows. What was kept of %(one)s is forgotten."
        )
        answers.append(
            Answer("one", _("They are one"), effect % {"one": fewer.owner.id, "other": more.owner.id})
        )
    evidence = [
        Evidence(
            _("user"),
            each.owner.id,
            place.of_owner(each.owner).url("owner"),
            item={"said_on": each.last},
            quote=ngettext("%(n)s memory", "%(n)s memories", each.counts.total())
            % {"n": each.counts.total()},
        )
        for each in (more, fewer)
    ]
    fields = {"id": fewer.owner.id, "other": more.owner.id}
    return Question("name", None, evidence, answers, fields)


def failed_work(
    visitor: Visitor, place: Place, owners: Sequence[Owner], offset: int, limit: int
) -> Questions:
    """Failed work; only for those who may run the server, since errors can quote what others have said."""
    if not may(visitor.caller, "admin", None):
        return [], 0
    scope, owner = place.scope, place.owner
    folder = owner_folder(scope, owner) if owner else scope_folder(scope)
    of_scope = Q(**scope.columns)
    of_owner = Q(**owner.columns) if owner else Q()
    rows: list[tuple[str, Any, Any]] = [
        (
            "change",
            _("indexing a file"),
            FAILED_CHANGES.filter(path__startswith=f"{folder}/").order_by("path"),
        ),
        ("run", _("deriving memories"), DEAD_RUNS.filter(of_scope, of_owner).order_by("-pk")),
    ]
    if owner is None:
        rows.append(("cell", _("extracting a conversation"), FAILING_CELLS.filter(of_scope).order_by("pk")))
    found: list[Question] = []
    total = 0
    again = Answer("again", _("Try again"), _("It is put into the queue for another attempt now."))
    for name, label, chosen in rows:
        skipped, room = max(0, offset - total), limit - len(found)
        found += [_of_row(name, label, row, again) for row in chosen[skipped : skipped + room]]
        total += chosen.count()
    return found, total


FAILED_CHANGES = MdChangeState.objects.filter(status=MdChangeState.Status.FAILED)
DEAD_RUNS = StrategyRun.objects.filter(status=StrategyRun.Status.DEAD)
FAILING_CELLS = MemCell.objects.filter(status=MemCell.Status.PENDING, attempts__gte=FAILING).exclude(error="")


def is_settled(earlier: Known, later: Known) -> bool:
    """Whether a person has decided which of both holds."""
    stated = earlier.entry.values
    beside = stated.get("holds_beside")
    if stated.get("valid_to") or (isinstance(beside, list) and later.entry.id in beside):
        return True
    return never_held(later.entry.values)


def is_doubtful(memory: Known) -> bool:
    trust = trust_of(source_of(memory.place.kind, memory.entry.values))
    return trust is not None and trust <= LOW_TRUST and not memory.entry.values.get("verified_at")


def began_at(memory: Known) -> datetime | None:
    return moment(memory.entry.values, "valid_from", "timestamp")


def next_verification(memory: Known, today: date) -> date:
    """After as long as the last time, from the last verification or when it was said to the day that has passed."""
    values = memory.entry.values
    looked = moment(values, "verified_at", "timestamp")
    if looked is None:
        return today + AGAIN_AFTER
    due = date.fromisoformat(str(values["stale_after"]))
    return today + min(AGAIN_AFTER, max(SHORTEST, due - times.local_day(looked)))


def _of_one(visitor: Visitor, place: Place, about: str, memory: Known, answers: Sequence[Answer]) -> Question:
    """A question about one memory, which can also be corrected or forgotten on its own pages."""
    card = card_of(place, memory.as_hit())
    may_write, may_forget = (
        may(visitor.caller, action, place.scope, memory.owner) for action in ("write", "forget")
    )
    links = []
    if may_write:
        links.append(
            Answer(
                "edit",
                _("Correct it"),
                _("You change its text; what was drawn from it follows."),
                card.edit_url,
            )
        )
    if may_forget:
        links.append(
            Answer("forget", _("Forget it"), _("First it shows what would go with it."), card.forget_url)
        )
    return Question(
        about,
        memory.owner,
        [_evidence(place, memory, "")],
        [*(answers if may_write else ()), *links],
        _named(memory),
    )


def _of_row(name: str, label: Any, row: Model, again: Answer) -> Question:
    when = getattr(row, "enqueued_at", None) or getattr(row, "created_at", None)
    evidence = Evidence(label, str(row), when=when, quote=str(getattr(row, "error", "")))
    return Question("work", None, [evidence], [again], {"row": name, "id": str(row.pk)})


def _evidence(place: Place, memory: Known, label: Any) -> Evidence:
    card = card_of(place, memory.as_hit())
    said = str(memory.entry.values.get("said") or memory.entry.values.get("evidence") or "")
    return Evidence(
        label, card.title, card.url, card.timestamp, card.item, card.trust, said if said != card.title else ""
    )


def _said(place: Place, owner: Owner, item: Mapping[str, Any]) -> Evidence:
    """What contradicts a correction, with the latest episode that says so."""
    sources = item.get("sources")
    source = sources[-1] if isinstance(sources, list) and sources else None
    url = place.memory_url(wire_id(owner, str(source))) if source else ""
    quote, trust = str(item.get("evidence") or ""), percent(trust_of(item.get("source")))
    dated = {**item, "said_on": named_day(str(source))}
    return Evidence(_("said since"), str(item["description"]), url, None, dated, trust, quote)


def _conflicts_of(place: Place, owner: Owner) -> Iterator[profile_conflicts.Conflict]:
    """The conflicts of a profile; none of one that cannot be read, which the admin lists as a failed change."""
    try:
        yield from profile_conflicts.conflicts_of(place.scope, owner)
    except DamagedDocument:
        return


def _known(place: Place, owner: Owner, entry_id: str) -> Known | None:
    """The memory; None if it was removed, or its file damaged, since it was indexed."""
    try:
        return editing.find(place.scope, wire_id(owner, entry_id))
    except (NoSuchMemory, DamagedDocument):
        return None


def _named(memory: Known) -> dict[str, str]:
    return {"id": _id(memory), "hash": memory.entry.sha256}


def _id(memory: Known) -> str:
    return wire_id(memory.owner, memory.entry.id)
