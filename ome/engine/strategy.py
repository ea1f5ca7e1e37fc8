"""What a strategy declares, receives and returns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal

from django.conf import settings

from memory.providers.protocols import LanguageModel
from memory.scope import Owner, Scope
from ome.engine.events import Event

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Work:
    """The input of a run.

    `once(key, make)` stores the result of `make` with the event: a replay after a crash, and other strategies of the
    same event, get the same value. Use it for answers of a model, which would differ the second time.
    """

    scope: Scope
    owner: Owner
    events: Sequence[Event]  # in order; one, unless the strategy takes several together
    model: LanguageModel | None  # None: use rules
    once: Callable[[str, Callable[[], Json]], Json]
    shared: dict[str, Any] = field(default_factory=dict)  # what runs of one lease need not compute again
    why_rules: str = ""  # why `model` is None although one is configured, for the run's note


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a run. `events` are announced in the transaction that ends the run."""

    results: list[str] = field(default_factory=list)  # ids of entries or documents
    events: list[Event] = field(default_factory=list)
    note: str = ""  # why nothing was made, for operators
    was_read: bool = False  # decided by what a model has read before, so `Work.model` did not matter


@dataclass(frozen=True, slots=True)
class Strategy:
    """How one kind of memory is derived.

    Runs are made for each event of a type in `on` and each owner that `owners` names. Runs of one lane go one after
    the other, in the order of their events: `serial="event"` is the event's own lane, which its strategies share;
    `serial="owner"` is a lane of the strategy for each owner, for strategies that rewrite one document.

    Attributes:
        purpose: What its questions to a model are counted under; its name if None, empty if it asks none.
        together: How many waiting runs of a lane one call of `run` may take; the others end with it.
        every: Runs start at every n-th event of an owner, for all its events since the last time.
        pause_minutes: Instead, with a language model: an owner has no run for so many minutes after the last one; its
            events wait until then. Without a model each event starts its run at once, since rules cost nothing.
        idle_minutes: Instead, runs start when an owner has had no event for so long.
        cron: Instead, runs start at these times (five fields, UTC), for owners with events since.
    """

    name: str
    on: tuple[type, ...]
    owners: Callable[[Any], list[Owner]]
    run: Callable[[Work], Outcome]
    serial: Literal["event", "owner"] = "event"
    purpose: str | None = None
    together: int = 1
    enabled: bool = True
    max_retries: int = 5
    every: int = 1
    pause_minutes: int | None = None
    idle_minutes: int | None = None
    cron: str | None = None

    @property
    def at_once(self) -> bool:
        """Whether each event starts a run immediately."""
        return self.every == 1 and self.idle_minutes is None and self.cron is None and self.pause is None

    @property
    def pause(self) -> timedelta | None:
        """The pause between two runs for an owner; None without one, and without a language model."""
        if self.pause_minutes is None or not settings.EVEROS.llm.configured:
            return None
        return timedelta(minutes=self.pause_minutes)
