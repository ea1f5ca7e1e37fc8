"""What happened, what is to be made of it, who is at work, and what it has cost.

The tables lie in a database of their own where one is configured (`everos_site.routers`): no row here is ever changed
in one transaction with a row of another app.
"""

from collections.abc import Mapping
from typing import Any

from django.db import models

from memory.scope import Owner, OwnerType, Scope


class RecordedEvent(models.Model):
    """An event for as long as there are runs of it. What was said goes when the last of them has ended well."""

    id = models.TextField(primary_key=True)
    type = models.CharField(max_length=64)
    payload = models.JSONField(null=True)  # ome.engine.events; None when nobody needs it any more
    kept = models.JSONField(default=dict)  # what a replay finds again: Work.once
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "event"
        indexes = [models.Index(fields=["created_at"], name="event_created")]

    def __str__(self) -> str:
        return self.id


class StrategyRun(models.Model):
    """One strategy, one event, one owner. The rows are the queue; `pk` is their order."""

    class Status(models.TextChoices):
        HELD = "held"  # waits for its strategy's trigger: a count, a silence, a time of day
        PENDING = (
            "pending"  # waits for (another) attempt, see available_at; under way while its lane is leased
        )
        DONE = "done"
        DEAD = "dead"  # failed too often; waits for a person
        CANCELLED = "cancelled"  # a person decided that it is not to be done

    strategy = models.CharField(max_length=64)
    event = models.ForeignKey(RecordedEvent, on_delete=models.CASCADE, related_name="runs")
    app_id = models.CharField(max_length=128)
    project_id = models.CharField(max_length=128)
    owner_type = models.CharField(max_length=8, choices=[(each.value, each.value) for each in OwnerType])
    owner_id = models.CharField(max_length=256)
    lane = models.TextField()
    turn = models.BigIntegerField(default=0)  # of its event: see ome.engine.turns
    status = models.CharField(max_length=16, choices=Status, default=Status.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)  # attempts that failed while the model was there
    unusable_answers = models.PositiveIntegerField(
        default=0, db_default=0
    )  # of a model: then rules do the work
    deaths = models.PositiveIntegerField(
        default=0
    )  # in a row, of processes that were at it: then it is done alone
    available_at = models.DateTimeField()  # not tried before
    model_calls = models.PositiveIntegerField(default=0)  # these three over all attempts
    prompt_tokens = models.PositiveBigIntegerField(default=0)
    completion_tokens = models.PositiveBigIntegerField(default=0)
    results = models.JSONField(default=list)  # ids of entries and documents
    note = models.TextField(blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # The latest attempt, whatever came of it:
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    seconds = models.FloatField(default=0.0)

    class Meta:
        verbose_name = "run"
        constraints = [
            models.UniqueConstraint(
                fields=["event", "strategy", "owner_type", "owner_id"], name="run_once_an_event"
            )
        ]
        indexes = [
            models.Index(fields=["status", "turn", "available_at", "id"], name="run_claimable"),
            models.Index(fields=["turn"], name="run_latest_turn"),
            models.Index(
                fields=["app_id", "project_id", "owner_type", "owner_id", "turn"], name="run_owner_turn"
            ),
            models.Index(fields=["lane", "status", "id"], name="run_lane"),
            models.Index(fields=["status", "strategy"], name="run_strategy"),
            models.Index(fields=["status", "finished_at"], name="run_finished"),
        ]

    def __str__(self) -> str:
        return f"{self.strategy} for {self.owner_type} {self.owner_id}"

    @property
    def scope(self) -> Scope:
        return Scope(self.app_id, self.project_id)

    @property
    def owner(self) -> Owner:
        return Owner(OwnerType(self.owner_type), self.owner_id)


class LaneLease(models.Model):
    """Somebody works at the runs of a lane; after `lease_until`, nobody does any more. Goes when the work ends."""

    lane = models.TextField(primary_key=True)
    claimed_by = models.CharField(max_length=32)
    lease_until = models.DateTimeField()

    def __str__(self) -> str:
        return self.lane


class StrategyAccount(models.Model):
    """What a strategy has done so far; runs are forgotten after a while, this is not."""

    strategy = models.CharField(primary_key=True, max_length=64)
    done = models.PositiveBigIntegerField(default=0)
    failed = models.PositiveBigIntegerField(default=0)  # attempts
    dead = models.PositiveBigIntegerField(default=0)
    cancelled = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    model_calls = models.PositiveBigIntegerField(default=0)
    prompt_tokens = models.PositiveBigIntegerField(default=0)
    completion_tokens = models.PositiveBigIntegerField(default=0)
    fired_at = models.DateTimeField(null=True)  # when `cron` last made its runs pending

    def __str__(self) -> str:
        return self.strategy

    @staticmethod
    def add(strategy: str, **numbers: float) -> None:
        """Adds to the named columns of the strategy's row, which is made when there is none."""
        row = StrategyAccount.objects.filter(pk=strategy)
        if not row.update(**raised_by(numbers)):
            StrategyAccount.objects.bulk_create([StrategyAccount(strategy=strategy)], ignore_conflicts=True)
            row.update(**raised_by(numbers))


def raised_by(numbers: Mapping[str, float]) -> dict[str, Any]:
    """For an update: each column becomes what is in the row and so much more."""
    return {name: models.F(name) + number for name, number in numbers.items()}
