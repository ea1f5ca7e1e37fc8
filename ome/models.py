"""Events, their runs, who works on them, and what they cost.

The tables are in a separate database where one is configured (`everos_site.sqlite.base`): no row here is ever changed
in the same transaction as a row of another app.
"""

from django.db import models

from memory.prepared import change_rows
from memory.scope import LONGEST_ID, Owner, OwnerType, Scope


class RecordedEvent(models.Model):
    """An event, kept as long as it has runs. Its content is deleted when the last of them has succeeded."""

    id = models.TextField(primary_key=True)
    type = models.CharField(max_length=64)
    payload = models.JSONField(null=True)  # ome.engine.events; None once nobody needs it any more
    kept = models.JSONField(default=dict)  # values that a replay finds again: Work.once
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "event"
        indexes = [models.Index(fields=["created_at"], name="event_created")]

    def __str__(self) -> str:
        return self.id


class StrategyRun(models.Model):
    """One strategy, one event, one owner. These rows are the queue; `pk` is their order."""

    class Status(models.TextChoices):
        HELD = "held"  # waits for its strategy's trigger: a count, a silence, a time of day
        # Waits for (another) attempt, see available_at; in progress while its lane is leased.
        PENDING = "pending"
        DONE = "done"
        DEAD = "dead"  # failed too often; needs a person
        CANCELLED = "cancelled"  # cancelled by a person

    strategy = models.CharField(max_length=64)
    event = models.ForeignKey(RecordedEvent, on_delete=models.CASCADE, related_name="runs")
    app_id = models.CharField(max_length=128)
    project_id = models.CharField(max_length=128)
    owner_type = models.CharField(max_length=8, choices=[(each.value, each.value) for each in OwnerType])
    owner_id = models.CharField(max_length=LONGEST_ID)
    lane = models.TextField()
    turn = models.BigIntegerField(default=0)  # of its event: see ome.engine.queue
    status = models.CharField(max_length=16, choices=Status, default=Status.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)  # failed attempts while the model was available
    # Unusable answers of a model: then rules do the work.
    unusable_answers = models.PositiveIntegerField(default=0, db_default=0)
    # Consecutive crashes of processes working on it; it is then run alone.
    deaths = models.PositiveIntegerField(default=0)
    available_at = models.DateTimeField()  # not attempted before
    model_calls = models.PositiveIntegerField(default=0)  # these three over all attempts
    prompt_tokens = models.PositiveBigIntegerField(default=0)
    completion_tokens = models.PositiveBigIntegerField(default=0)
    results = models.JSONField(default=list)  # ids of entries and documents
    note = models.TextField(blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # The latest attempt, whatever its result:
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
    """The claim on a lane, valid until `lease_until`. Deleted when the work ends."""

    lane = models.TextField(primary_key=True)
    claimed_by = models.CharField(max_length=32)
    lease_until = models.DateTimeField()

    def __str__(self) -> str:
        return self.lane


class StrategyAccount(models.Model):
    """Totals of a strategy, which outlive its runs."""

    strategy = models.CharField(primary_key=True, max_length=64)
    done = models.PositiveBigIntegerField(default=0)
    failed = models.PositiveBigIntegerField(default=0)  # attempts
    dead = models.PositiveBigIntegerField(default=0)
    cancelled = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0.0)
    model_calls = models.PositiveBigIntegerField(default=0)
    prompt_tokens = models.PositiveBigIntegerField(default=0)
    completion_tokens = models.PositiveBigIntegerField(default=0)
    fired_at = models.DateTimeField(null=True)  # when `cron` last released its runs

    def __str__(self) -> str:
        return self.strategy

    @staticmethod
    def add(strategy: str, **numbers: float) -> None:
        """Adds to the named columns of the strategy's row, creating it if necessary."""
        if not change_rows(StrategyAccount, {"pk": strategy}, {}, numbers):
            StrategyAccount.objects.bulk_create([StrategyAccount(strategy=strategy)], ignore_conflicts=True)
            change_rows(StrategyAccount, {"pk": strategy}, {}, numbers)
