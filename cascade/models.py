"""The queue of changed markdown files, the state of each file when it was last indexed, and the progress of repairs."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

SCAN_PAUSE_FACTOR = 300  # of its processor time: a third of a percent of a core, however many files there are


class MdChangeState(models.Model):
    """One markdown file: its place in the queue, and what the index holds of it.

    These rows are the queue. A pending row with a lease is being processed. A change that arrives in the meantime
    raises `lsn` above `claimed_lsn`, and the row stays pending when the work ends.
    """

    class Status(models.TextChoices):
        PENDING = "pending"  # waits for (another) indexing; see available_at
        DONE = "done"  # the index agrees with the file
        FAILED = "failed"  # see error; what was indexed before is still found

    path = models.TextField(unique=True)  # relative to the memory root, with `/` as separator
    kind = models.CharField(max_length=32)
    status = models.CharField(max_length=16, choices=Status, default=Status.PENDING)
    lsn = models.BigIntegerField()  # number of the file's latest change
    claimed_lsn = models.BigIntegerField(null=True)  # the change that the latest claim covers
    text_lsn = models.BigIntegerField(null=True)  # the change whose new texts can already be found by keyword
    claimed_by = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    # Consecutive crashes of processes working on it; it is then processed alone.
    deaths = models.PositiveIntegerField(default=0)
    available_at = models.DateTimeField(null=True)  # next attempt; None: not before the file changes
    error = models.TextField(blank=True)
    # The file as it was last read, or written by the server since then; file_sha256 only if the index agrees with it.
    mtime_ns = models.BigIntegerField(null=True)
    size = models.BigIntegerField(null=True)
    file_sha256 = models.CharField(max_length=64, blank=True)
    entries = models.PositiveIntegerField(default=0)  # rows of this file in the index
    enqueued_at = models.DateTimeField()  # waiting since
    done_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "md_change_state"
        verbose_name = "markdown change"
        indexes = [
            models.Index(fields=["status", "available_at"], name="change_claimable"),
            models.Index(fields=["kind", "status"], name="change_kind_status"),
            models.Index(fields=["lsn"], name="change_lsn"),
        ]

    def __str__(self) -> str:
        return self.path


class LogSequence(models.Model):
    """One row: the number of the latest change. It only increases."""

    value = models.BigIntegerField(default=0)

    class Meta:
        db_table = "md_change_lsn"

    def __str__(self) -> str:
        return str(self.value)


class IndexRepair(models.Model):
    """The index of a kind is being repaired from the files; the row is deleted when that is done."""

    kind = models.CharField(primary_key=True, max_length=32)
    reason = models.TextField()
    files_total = models.PositiveIntegerField(default=0)
    files_done = models.PositiveIntegerField(default=0)
    through_queue = models.BooleanField(default=False)  # files_done is counted from the queue, up to `lsn`
    lsn = models.BigIntegerField(default=0)
    started_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}"


class RebuildRequest(models.Model):
    """An operator's request to rebuild the index of a kind; deleted when a rebuild that began later has ended."""

    kind = models.CharField(primary_key=True, max_length=32)
    reembed = models.BooleanField(default=False)  # compute all vectors again
    asked_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.kind


class ScanReport(models.Model):
    """One row: the result of the latest scan of the memory root."""

    finished_at = models.DateTimeField()
    documents = models.PositiveIntegerField()
    changed = models.PositiveIntegerField()  # files that were new, changed or gone
    strays = models.JSONField(default=list)  # the first of them, as relative paths
    stray_count = models.PositiveIntegerField(default=0)
    unreadable = models.JSONField(default=list)  # folders that could not be read
    problems = models.JSONField(default=list)  # why tables could not be checked or repaired
    seconds = models.FloatField()  # for comparing the files
    processor_seconds = models.FloatField(default=0)  # of these

    def __str__(self) -> str:
        return f"scan of {self.finished_at:%Y-%m-%d %H:%M:%S} UTC"

    @property
    def pause(self) -> timedelta:
        """How long only a request leads to another scan."""
        return timedelta(seconds=SCAN_PAUSE_FACTOR * self.processor_seconds)

    @property
    def period(self) -> timedelta:
        """The time from this scan to the next regular one."""
        return max(self.pause, timedelta(seconds=settings.EVEROS.cascade.scan_interval_seconds))

    def is_due(self, now: datetime) -> bool:
        """Whether the pause is over; also if the clock was set back since."""
        return now >= self.finished_at + self.pause or now < self.finished_at
