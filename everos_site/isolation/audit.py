"""Looking for each canary with every key that must not see it: not what it says, nor that it is there."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from everos_site.isolation.http import Answer, Call
from everos_site.isolation.places import Place, Town, plant, uproot
from everos_site.isolation.probes import Probe, operators_probes, probes
from memory.api_keys import PREFIX
from memory.scope import OwnerType

READY_SECONDS = 180.0
NAMELESS = "nobody named"  # of a probe whose answer is about all that the key may see
PASSING = frozenset({"request_id", "timestamp", "total_latency_ms"})  # differ from call to call


class Impossible(Exception):
    """The audit cannot be made, and so it says nothing."""


@dataclass(frozen=True, slots=True)
class Looker:
    """A key and what it is for."""

    name: str
    key: str
    sees: frozenset[Place]


@dataclass(frozen=True, slots=True)
class Leak:
    looker: str
    probe: Probe
    place: Place
    what: str

    def __str__(self) -> str:
        where = f"{self.probe.method} {self.probe.path} ({self.probe.sort})"
        return f"the key of {self.looker} at {where}: {self.what} of {self.place}"


@dataclass(slots=True)
class Report:
    calls: Counter[str] = field(default_factory=Counter)  # of each looker
    leaks: list[Leak] = field(default_factory=list)
    never_found: list[str] = field(default_factory=list)  # sorts of probes that found nothing with any key

    @property
    def is_clean(self) -> bool:
        return not self.leaks

    def table(self) -> list[tuple[str, ...]]:
        found = Counter(leak.looker for leak in self.leaks)
        rows = [(name, str(number), str(found[name] or "none")) for name, number in self.calls.items()]
        return [("KEY OF", "CALLS", "LEAKS"), *rows]


def audit(call: Call, admin_key: str, tell: Callable[[str], None], first_leak: bool = False) -> Report:
    """`first_leak`: no further key is tried after one that has leaks. Raises Impossible, and OSError where the server
    does not answer."""
    town, made = Town(), list[int]()
    user = _user_of(call, admin_key)

    def new_key(**limits: Any) -> str:
        answer = call(
            "POST", "/api/ops/keys/make", {"user": user, "label": "isolation audit", **limits}, admin_key
        )
        if answer.status != 200:
            raise Impossible(f"No key could be made: {answer.status} {answer.text[:500]}")
        made.append(answer.body["id"])
        return str(answer.body["key"])

    everything = new_key()
    places = list[Place]()
    try:
        tell(f"Planting canaries; all ids end in {town.tag}.")
        places += [plant(call, everything, place) for place in town.places()]
        _wait_for_index(call, admin_key)
        report = Report()
        look_with_everything(call, everything, places, report)
        for looker in lookers(call, places, new_key):
            tell(f"Looking with the key of {looker.name}.")
            report.leaks += look(call, looker, places, report.calls)
            if first_leak and report.leaks:
                break
        return report
    finally:
        for place in places:
            uproot(call, everything, place)
        call("POST", "/api/ops/keys/revoke", {"ids": made}, admin_key)


def lookers(call: Call, places: Sequence[Place], new_key: Callable[..., str]) -> Iterator[Looker]:
    """All keys belong to one user, who may administer: what keeps them apart is what they are for."""
    for place in places:
        limits = {"apps": [place.app], "projects": [place.project], f"{place.type}s": [place.id]}
        yield Looker(str(place), new_key(**limits), frozenset({place}))
    alone = [place for place in places if place.type is OwnerType.USER and place.in_default]
    for place in alone:
        yield Looker(f"a signed token for {place}", _signed(call, new_key(), place), frozenset({place}))
    first = alone[0]
    beginning = f"{first.id[:-1]}*"
    same = {p for p in places if p.type is OwnerType.USER and p.id.startswith(first.id[:-1])}
    yield Looker(f"users {beginning}", new_key(users=[beginning]), frozenset(same))
    for name, of in (("app", lambda place: place.app), ("project", lambda place: place.project)):
        for value in sorted({of(place) for place in places}):
            key = new_key(**{f"{name}s": [value]})
            yield Looker(f"{name} {value}", key, frozenset(p for p in places if of(p) == value))


def _user_of(call: Call, admin_key: str) -> str:
    answer = call("GET", f"/api/ops/keys?q={quote(admin_key[:PREFIX])}", None, admin_key)
    if answer.status != 200:
        raise Impossible(f"The audit needs the key of a superuser: {answer.status} {answer.text[:500]}")
    return str(next(key["user"] for key in answer.body["items"] if key["prefix"] == admin_key[:PREFIX]))


def _signed(call: Call, key: str, place: Place) -> str:
    answer = call("POST", "/api/v1/auth/token", {"user_id": place.id, **place.scope}, key)
    if answer.status != 200:
        raise Impossible(f"No token could be signed: {answer.status} {answer.text[:500]}")
    return str(answer.body["data"]["token"])


def _wait_for_index(call: Call, admin_key: str) -> None:
    """Derived memories are canaries, too."""
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        seen = call("GET", "/health", None, admin_key).body
        if "ome" not in seen:
            raise Impossible("The key is not that of somebody who may view all tables and make keys")
        if seen["ready"] and not seen["ome"]["pending"]:
            return
        time.sleep(0.3)
    raise Impossible(f"The index was not complete within {READY_SECONDS:.0f} seconds")


def look_with_everything(call: Call, key: str, places: Sequence[Place], report: Report) -> None:
    """A search that finds nothing for whoever may see everything would prove nothing."""
    found: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for place in places:
        shown = 0
        for probe in probes(place):
            answer = _ask(call, probe, key)
            report.calls["everything"] += 1
            asked[probe.sort] += 1
            found[probe.sort] += place.proof in answer.text
            shown += place.proof in answer.text
        if not shown:
            raise Impossible(f"The canary of {place} is found by nobody")
    report.never_found = [sort for sort in asked if not found[sort]]


def look(call: Call, looker: Looker, places: Sequence[Place], calls: Counter[str]) -> Iterator[Leak]:
    ghosts: dict[tuple[Any, ...], str] = {}
    for place in places:
        if place in looker.sees:
            continue
        ghost = place.ghost()
        for probe, of_ghost in zip(probes(place), probes(ghost), strict=True):
            calls[looker.name] += 1
            answer = _ask(call, probe, looker.key)
            if place.proof in answer.text:
                yield Leak(looker.name, probe, place, "shows the memory")
            elif NAMELESS not in probe.sort:
                sort = (place.app, place.project, place.type, probe.sort)
                if sort not in ghosts:
                    ghosts[sort] = _essence(_ask(call, of_ghost, looker.key), ghost)
                if _essence(answer, place) != ghosts[sort]:
                    yield Leak(looker.name, probe, place, "tells of the existence")
        for probe in operators_probes(place):
            calls[looker.name] += 1
            answer = _ask(call, probe, looker.key)
            text = answer.text.replace(probe.path, "")  # an error says what was called
            if place.proof in text or place.id in text or _is_told(probe, answer):
                yield Leak(looker.name, probe, place, "shows what only operators see")


def _is_told(probe: Probe, answer: Answer) -> bool:
    return answer.status < 400 and probe.path.startswith(("/api/ops/", "/api/v1/memory/stats"))


def _ask(call: Call, probe: Probe, key: str) -> Answer:
    return call(probe.method, probe.path, probe.body, key)


def _essence(answer: Answer, place: Place) -> str:
    """What must be the same for somebody who is there and somebody who is not."""
    text = answer.text
    for name in (place.session, place.id, place.lure, place.note, place.store.rpartition("/")[2]):
        text = text.replace(name, "…")
    try:
        return f"{answer.status} {json.dumps(_lasting(json.loads(text)), sort_keys=True)}"
    except ValueError:
        return f"{answer.status} {text}"


def _lasting(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _lasting(each) for name, each in value.items() if name not in PASSING}
    return [_lasting(each) for each in value] if isinstance(value, list) else value
