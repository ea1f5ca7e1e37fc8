"""Searches for each canary with every key that must not see it: no answer may show its text, or that it exists."""

import json
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from everos_site.isolation.canaries import Canary, new_canaries, plant, remove
from everos_site.isolation.http import Answer, Call
from everos_site.isolation.probes import NO_OWNER, Probe, operators_probes, probes
from memory.api_keys import PREFIX
from memory.progress_bar import Step
from memory.scope import OwnerType

READY_SECONDS = 180.0
VOLATILE = frozenset({"request_id", "timestamp", "total_latency_ms"})  # fields that differ from call to call
# Of forms in pages; differs from call to call.
CSRF_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


class AuditFailed(Exception):
    """The audit could not be carried out, so it has no result."""


@dataclass(frozen=True, slots=True)
class AuditKey:
    """A key, and the canaries that it may see."""

    name: str
    key: str
    sees: frozenset[Canary]


@dataclass(frozen=True, slots=True)
class Leak:
    key: str  # the name of the audited key
    probe: Probe
    canary: Canary
    what: str

    def __str__(self) -> str:
        where = f"{self.probe.method} {self.probe.path} ({self.probe.name})"
        return f"the key of {self.key} at {where}: {self.what} of {self.canary}"


@dataclass(slots=True)
class Report:
    calls: Counter[str] = field(default_factory=Counter)  # with each key
    leaks: list[Leak] = field(default_factory=list)
    never_found: list[str] = field(default_factory=list)  # probes that found nothing with any key

    @property
    def is_clean(self) -> bool:
        return not self.leaks

    def table(self) -> list[tuple[str, ...]]:
        found = Counter(leak.key for leak in self.leaks)
        rows = [(name, str(number), str(found[name] or "none")) for name, number in self.calls.items()]
        return [("KEY OF", "CALLS", "LEAKS"), *rows]


def audit(call: Call, admin_key: str, step: Step, first_leak: bool = False) -> Report:
    """Plants canaries on a server, and searches for each with the keys of all others. Removes canaries and keys again.

    `first_leak`: stops after the first key with leaks. Raises AuditFailed, and OSError if the server does not answer.
    """
    tag, made = secrets.token_hex(3), list[int]()
    user = _user_of(call, admin_key)

    def new_key(**limits: Any) -> str:
        answer = call(
            "POST", "/api/ops/keys/make", {"user": user, "label": "isolation audit", **limits}, admin_key
        )
        if answer.status != 200:
            raise AuditFailed(f"No key could be made: {answer.status} {answer.text[:500]}")
        made.append(answer.body["id"])
        return str(answer.body["key"])

    everything = new_key()
    canaries = list[Canary]()
    try:
        planted = new_canaries(tag)
        for canary in planted:
            step(f"planting {canary}", len(planted))
            canaries.append(plant(call, everything, canary))
        _wait_for_index(call, admin_key, step)
        report = Report()
        step("searching with a key without limits", 1, 0)
        check_probes(call, everything, canaries, report)
        keys = list(audit_keys(call, canaries, new_key))
        for audited in keys:
            step(f"the key of {audited.name}", len(keys))
            report.leaks += leaks_of(call, audited, canaries, report.calls)
            if first_leak and report.leaks:
                break
        return report
    finally:
        for number, canary in enumerate(canaries):
            step(f"removing {canary}", len(canaries), number)
            remove(call, everything, canary)
        call("POST", "/api/ops/keys/revoke", {"ids": made}, admin_key)


def audit_keys(call: Call, canaries: Sequence[Canary], new_key: Callable[..., str]) -> Iterator[AuditKey]:
    """Makes the keys to test. All belong to one superuser, so nothing but their limits restricts them."""
    for canary in canaries:
        limits = {"apps": [canary.app], "projects": [canary.project], f"{canary.type}s": [canary.id]}
        yield AuditKey(str(canary), new_key(**limits), frozenset({canary}))
    alone = [canary for canary in canaries if canary.type is OwnerType.USER and canary.in_default]
    for canary in alone:
        yield AuditKey(f"a signed token for {canary}", _signed(call, new_key(), canary), frozenset({canary}))
    first = alone[0]
    prefix = f"{first.id[:-1]}*"
    same = {p for p in canaries if p.type is OwnerType.USER and p.id.startswith(first.id[:-1])}
    yield AuditKey(f"users {prefix}", new_key(users=[prefix]), frozenset(same))
    for name, of in (("app", lambda canary: canary.app), ("project", lambda canary: canary.project)):
        for value in sorted({of(canary) for canary in canaries}):
            key = new_key(**{f"{name}s": [value]})
            yield AuditKey(f"{name} {value}", key, frozenset(p for p in canaries if of(p) == value))


def _user_of(call: Call, admin_key: str) -> str:
    answer = call("GET", f"/api/ops/keys?q={quote(admin_key[:PREFIX])}", None, admin_key)
    if answer.status != 200:
        raise AuditFailed(f"The audit needs the key of a superuser: {answer.status} {answer.text[:500]}")
    return str(next(key["user"] for key in answer.body["items"] if key["prefix"] == admin_key[:PREFIX]))


def _signed(call: Call, key: str, canary: Canary) -> str:
    answer = call("POST", "/api/v1/auth/token", {"user_id": canary.id, **canary.scope}, key)
    if answer.status != 200:
        raise AuditFailed(f"No token could be signed: {answer.status} {answer.text[:500]}")
    return str(answer.body["data"]["token"])


def _wait_for_index(call: Call, admin_key: str, step: Step) -> None:
    """Waits until all memories are indexed and derived, because derived memories are canaries, too."""
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        seen = call("GET", "/health", None, admin_key).body
        if "ome" not in seen:
            raise AuditFailed("The key is not that of somebody who may view all tables and make keys")
        if seen["ready"] and not seen["ome"]["pending"]:
            return
        step("waiting for the index", 1, 0)
        time.sleep(0.3)
    raise AuditFailed(f"The index was not complete within {READY_SECONDS:.0f} seconds")


def check_probes(call: Call, key: str, canaries: Sequence[Canary], report: Report) -> None:
    """Calls all probes with a key without limits. A probe that finds nothing even with it would prove nothing."""
    found: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for canary in canaries:
        shown = 0
        for probe in probes(canary):
            answer = _ask(call, probe, key)
            report.calls["everything"] += 1
            asked[probe.name] += 1
            found[probe.name] += canary.secret_word in answer.text
            shown += canary.secret_word in answer.text
        if not shown:
            raise AuditFailed(f"The memory of {canary} is not found by any call")
    report.never_found = [name for name in asked if not found[name]]


def leaks_of(
    call: Call, audited: AuditKey, canaries: Sequence[Canary], calls: Counter[str]
) -> Iterator[Leak]:
    """Searches with one key for all canaries that it must not see, and counts the calls."""
    expected: dict[tuple[Any, ...], str] = {}
    known = {canary.id for canary in audited.sees}  # two apps may have an owner of the same name
    for canary in canaries:
        if canary in audited.sees:
            continue
        # Calls that name an id and not its type are about the key's own user or agent: then only words are compared.
        is_namesake = any(own.id == canary.id and own.scope == canary.scope for own in audited.sees)
        twin = canary.unknown_twin()
        for probe, twin_probe in zip(probes(canary), probes(twin), strict=True):
            calls[audited.name] += 1
            answer = _ask(call, probe, audited.key)
            if canary.secret_word in answer.text:
                yield Leak(audited.name, probe, canary, "shows the memory")
            elif NO_OWNER in probe.name:
                if canary.id in answer.text and canary.id not in known:
                    yield Leak(audited.name, probe, canary, "shows the id")
            elif not is_namesake:
                case = (canary.app, canary.project, canary.type, probe.name)
                if case not in expected:
                    expected[case] = _comparable(_ask(call, twin_probe, audited.key), twin)
                if _comparable(answer, canary) != expected[case]:
                    yield Leak(audited.name, probe, canary, "reveals the existence")
        for probe in operators_probes(canary):
            calls[audited.name] += 1
            answer = _ask(call, probe, audited.key)
            text = answer.text.replace(probe.path, "")  # an error repeats the path
            if canary.secret_word in text or canary.id in text or _is_answered(probe, answer):
                yield Leak(audited.name, probe, canary, "shows what only operators see")


def _is_answered(probe: Probe, answer: Answer) -> bool:
    return answer.status < 400 and probe.path.startswith(("/api/ops/", "/api/v1/memory/stats"))


def _ask(call: Call, probe: Probe, key: str) -> Answer:
    return call(probe.method, probe.path, probe.body, key)


def _comparable(answer: Answer, canary: Canary) -> str:
    """The part of an answer that must be the same for an owner that exists and one that does not."""
    text = CSRF_TOKEN.sub("", answer.text)
    for name in (canary.session, canary.id, canary.topic, canary.note, canary.store.rpartition("/")[2]):
        text = text.replace(name, "…")
    try:
        return f"{answer.status} {json.dumps(_without_volatile(json.loads(text)), sort_keys=True)}"
    except ValueError:
        return f"{answer.status} {text}"


def _without_volatile(value: Any) -> Any:
    """A JSON value without the fields that differ from call to call."""
    if isinstance(value, dict):
        return {name: _without_volatile(each) for name, each in value.items() if name not in VOLATILE}
    return [_without_volatile(each) for each in value] if isinstance(value, list) else value
