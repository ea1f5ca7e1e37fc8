"""Database tables of the core: accepted messages and cells in progress, buffers, registers and counters."""

from django.db import models

from memory.api_keys import ApiKey  # noqa: F401  (a table of this app as well)
from memory.scope import LONGEST_ID, Owner, Scope, group, user


class Scoped(models.Model):
    """Columns that identify a session."""

    app_id = models.CharField(max_length=128)
    project_id = models.CharField(max_length=128)
    session_id = models.CharField(max_length=128)

    class Meta:
        abstract = True

    @property
    def scope(self) -> Scope:
        return Scope(self.app_id, self.project_id)


class MemCell(Scoped):
    """A closed stretch of a session: the unit that is extracted, retried and never lost."""

    class Status(models.TextChoices):
        PENDING = "pending"  # waits for (another) extraction; see available_at
        DONE = "done"  # its episodes are on disk

    id = models.CharField(primary_key=True, max_length=32)  # mc_<12 hex>
    status = models.CharField(max_length=16, choices=Status, default=Status.PENDING)
    message_count = models.PositiveIntegerField()
    first_timestamp_ms = models.BigIntegerField()
    last_timestamp_ms = models.BigIntegerField()
    owners = models.JSONField(default=list)  # user ids that get the episode
    message_ids = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField())
    )  # of the messages
    agents = models.JSONField(default=list)  # ids of the assistants and tools that spoke
    group_id = models.CharField(max_length=LONGEST_ID, null=True)  # the group that gets it too
    # Subject, summary, content: kept until the files are written, so that a replay writes the same text.
    extraction = models.JSONField(null=True)
    entries = models.JSONField(default=dict)  # owner id -> entry id on disk
    group_entry = models.CharField(max_length=64, blank=True)  # entry id of the group's episode
    attempts = models.PositiveIntegerField(default=0)
    # Unusable answers of a model; then rules extract it.
    unusable_answers = models.PositiveIntegerField(default=0, db_default=0)
    # Consecutive crashes of processes working on it; it is then done alone.
    deaths = models.PositiveIntegerField(default=0)
    available_at = models.DateTimeField()  # not retried in the background before
    lease_until = models.DateTimeField(null=True)  # the end of the claim
    claimed_by = models.CharField(max_length=8, blank=True)  # the process that holds, or held, the claim
    behind = models.BooleanField(default=False)  # left to workers, in the order of its session
    # Whose call completed it: see memory.providers.attribution.
    requester = models.CharField(max_length=100, blank=True, default="", db_default="")
    note = models.TextField(blank=True, default="", db_default="")  # what rules made of it, and why
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "memory cell"
        indexes = [
            models.Index(fields=["status", "available_at"]),
            models.Index(fields=["app_id", "project_id", "session_id", "status"], name="memcell_session"),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def episodes(self) -> dict[Owner, str]:
        """The entry of each owner's episode, as far as it is on disk."""
        of_users = {user(owner_id): entry for owner_id, entry in self.entries.items()}
        of_group = {group(self.group_id): self.group_entry} if self.group_id and self.group_entry else {}
        return of_users | of_group


class BufferedMessage(Scoped):
    """An accepted message that is not yet part of a memory on disk. Order: (timestamp_ms, id)."""

    message_id = models.CharField(max_length=LONGEST_ID)  # the client's, or generated: msg_<hex>
    sender_id = models.CharField(max_length=LONGEST_ID)
    sender_name = models.CharField(max_length=LONGEST_ID, null=True)
    role = models.CharField(max_length=16)
    timestamp_ms = models.BigIntegerField()
    content = models.JSONField()  # as the client sent it
    text = models.TextField()  # what extraction reads
    documents = models.JSONField(null=True)  # [start, end] of each attached document within the text
    tool_calls = models.JSONField(null=True)
    tool_call_id = models.TextField(null=True)  # some providers' ids are kilobytes long
    group_id = models.CharField(
        max_length=LONGEST_ID, null=True
    )  # said in this group, which remembers it too
    boundary_checked = models.BooleanField(default=False)  # a model has already looked for a boundary here
    cell = models.ForeignKey(MemCell, null=True, on_delete=models.PROTECT, related_name="messages")
    accepted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        permissions = [
            ("read_server_files", "Can send file:// items, for which the server reads its own files")
        ]
        indexes = [
            models.Index(
                fields=["app_id", "project_id", "session_id", "timestamp_ms", "id"],
                name="buffer_session_order",
            ),
            models.Index(fields=["app_id", "project_id", "sender_id"], name="buffer_sender"),
        ]

    def __str__(self) -> str:
        return self.message_id


class AcceptedKey(Scoped):
    """Recognises a repeated message: by the client's id, or by the digest of its content."""

    key = models.CharField(
        max_length=320
    )  # m:<client's message id>, g:<the same in a group>, c:<sha256>:<how many>
    digest = models.CharField(max_length=64, default="", db_default="")  # of its content, without its time
    accepted_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["app_id", "project_id", "session_id", "key"], name="accepted_once"
            )
        ]

    def __str__(self) -> str:
        return self.key


class Forgetting(models.Model):
    """A request to forget: what is left to do, and the receipt of what was done.

    It names what is removed and where it was stored, and contains none of its text.
    """

    class Stage(models.TextChoices):
        FIND = "find"  # searching; waiting messages are removed already
        REMOVE = "remove"  # removing from files, runs and buffers
        INDEX = "index"  # removing index rows
        PURGE = "purge"  # purging what index and database keep of deleted content
        DONE = "done"

    id = models.CharField(primary_key=True, max_length=32)  # fg_<12 hex>
    app_id = models.CharField(max_length=128)
    project_id = models.CharField(max_length=128)
    selection = models.JSONField()  # memory.forgetting.selection
    # The beginning of a key, a user of the admin, or a command.
    asked_by = models.CharField(max_length=200, blank=True)
    stage = models.CharField(max_length=8, choices=Stage, default=Stage.FIND)
    found = models.JSONField(default=dict)  # memory.forgetting.finding
    receipt = models.JSONField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    available_at = models.DateTimeField()  # not retried in the background before
    lease_until = models.DateTimeField(null=True)  # the end of the claim
    claimed_by = models.CharField(max_length=32, blank=True)  # memory.forgetting.claims
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["stage", "available_at"], name="forgetting_due")]

    def __str__(self) -> str:
        return self.id

    @classmethod
    def release_claims(cls, of: str = "") -> int:
        """Releases the claims of a dead process (by its token); without one, all, because a server that runs alone has
        just started.
        """
        held = cls.objects.exclude(lease_until=None).filter(claimed_by__startswith=of)
        return held.update(lease_until=None)


class IndexTable(models.Model):
    """Which LanceDB table answers for a kind: the pointer that a rebuild swaps."""

    kind = models.CharField(primary_key=True, max_length=32)
    table = models.CharField(max_length=64)  # `episode`, after a rebuild `episode_2`, …
    embedder = models.CharField(max_length=200)  # fingerprint of the model whose vectors it holds
    schema_version = models.PositiveIntegerField()
    ready = models.BooleanField(default=False)  # False: the markdown files have not all been indexed yet
    # The table's latest version, where several processes use it: what one commits, the others then look for.
    version = models.PositiveBigIntegerField(default=0, db_default=0)
    built_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.kind}: {self.table}"


class EmptyTable(models.Model):
    """The index of this kind lacks most of the files; the row is deleted when their texts are indexed."""

    kind = models.CharField(primary_key=True, max_length=32)
    # All its files are queued: once the queue is empty, they are indexed.
    queued = models.BooleanField(default=False)
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.kind


class ModelCall(models.Model):
    """Usage: calls to models by hour, purpose, model, project and requester, and the latest error."""

    hour = models.DateTimeField()
    purpose = models.CharField(max_length=64)  # boundary, episode, embedding, …
    model = models.CharField(max_length=200)
    # These three are empty where they are not known: see memory.providers.attribution.
    app_id = models.CharField(max_length=128, blank=True, default="", db_default="")
    project_id = models.CharField(max_length=128, blank=True, default="", db_default="")
    requester = models.CharField(max_length=100, blank=True, default="", db_default="")
    calls = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    prompt_tokens = models.PositiveBigIntegerField(default=0)
    completion_tokens = models.PositiveBigIntegerField(default=0)
    cost = models.FloatField(default=0.0, db_default=0.0)  # by the prices of that time
    last_error = models.TextField(blank=True)
    last_called_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["hour", "purpose", "model", "app_id", "project_id", "requester"],
                name="model_call_attributed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.hour:%Y-%m-%d %H}h"


class KeyedDocument(models.Model):
    """The register of keyed entries and notes: lookup by key or id, listing, expiry and decay without reading files.

    A row says what the file says, and can be rebuilt from it; only `importance` and `accessed_at` exist nowhere else.
    """

    path = models.TextField(unique=True)  # relative to the memory root, with `/` as separator
    kind = models.CharField(max_length=32)
    app_id = models.CharField(max_length=128)
    project_id = models.CharField(max_length=128)
    owner_type = models.CharField(max_length=8)
    owner_id = models.CharField(max_length=LONGEST_ID)
    name = models.TextField()  # the id of a note, the key of an entry
    user_id = models.CharField(max_length=LONGEST_ID, blank=True)
    agent_id = models.CharField(max_length=LONGEST_ID, blank=True)
    session_id = models.CharField(max_length=LONGEST_ID, blank=True)
    category = models.CharField(max_length=32, blank=True)
    # The path under which a client keeps the note as a file.
    file_path = models.CharField(max_length=1024, blank=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    pinned = models.BooleanField(default=False)
    importance = models.FloatField(default=1.0)
    accessed_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)  # the file is gone; its history is still available

    class Meta:
        indexes = [
            models.Index(fields=["kind", "owner_type", "owner_id", "created_at"], name="keyed_owner"),
            models.Index(fields=["kind", "name"], name="keyed_name"),
            models.Index(fields=["kind", "user_id"], name="keyed_user"),
            models.Index(fields=["kind", "agent_id"], name="keyed_agent"),
            models.Index(fields=["kind", "session_id"], name="keyed_session"),
            models.Index(fields=["expires_at"], name="keyed_expiry"),
        ]

    def __str__(self) -> str:
        return self.path


class SessionMessage(models.Model):
    """A message of a short-term session, if no Redis is configured. Order: (timestamp, id)."""

    session_id = models.CharField(max_length=LONGEST_ID)
    message_id = models.CharField(max_length=64)
    role = models.CharField(max_length=16)
    content = models.TextField()
    metadata = models.JSONField(null=True)
    timestamp = models.FloatField()  # seconds since 1970
    token_count = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["session_id", "timestamp", "id"], name="stm_order")]

    def __str__(self) -> str:
        return self.message_id


class SessionItem(Scoped):
    """An item of an agent framework's session, unchanged. Order: seq.

    Its content is added to memory as the message `message_id`, and `told` records that. A popped item is removed from
    memory again, unless it was already extracted.
    """

    user_id = models.CharField(max_length=LONGEST_ID)  # the session's user
    agent_id = models.CharField(max_length=LONGEST_ID)
    seq = models.BigIntegerField()
    item = models.TextField()  # JSON, as the client sent it
    batch = models.CharField(max_length=64)  # the client's id of the call; identifies repeated calls
    message_id = models.CharField(max_length=64)
    told = models.BooleanField(default=False)
    stored_at_ms = models.BigIntegerField()
    pop_id = models.CharField(max_length=64, default="")  # of the call that popped it
    popped_at_ms = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["app_id", "project_id", "session_id", "seq"], name="session_item_place"
            )
        ]
        indexes = [
            models.Index(fields=["app_id", "project_id", "user_id"], name="session_item_user"),
            models.Index(
                fields=["id"],
                name="session_item_unsettled",
                condition=models.Q(told=False, popped_at_ms=None)
                | models.Q(told=True, popped_at_ms__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.message_id


class SessionSettings(models.Model):
    """Settings of a short-term session that differ from the defaults, if no Redis is configured."""

    session_id = models.CharField(primary_key=True, max_length=LONGEST_ID)
    strategy = models.CharField(max_length=32, null=True)
    max_messages = models.PositiveIntegerField(null=True)
    max_tokens = models.PositiveIntegerField(null=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.session_id


class GroupMessage(models.Model):
    """A raw message of a group's recent history, if no Redis is configured; kept for a day."""

    group_id = models.CharField(max_length=LONGEST_ID)
    payload = models.JSONField()
    received_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        indexes = [models.Index(fields=["group_id", "id"], name="group_history")]

    def __str__(self) -> str:
        return f"{self.group_id} {self.pk}"


class CallerUsage(models.Model):
    """What a caller has had accepted on a day (UTC), if quotas are in force; kept for a week."""

    caller = models.CharField(max_length=200)  # user:<name> or address:<network>
    day = models.DateField(db_index=True)
    messages = models.PositiveBigIntegerField(default=0)
    bytes = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["caller", "day"], name="caller_day")]

    def __str__(self) -> str:
        return f"{self.caller} {self.day}"


class Tally(models.Model):
    """Counts events that leave no rows behind."""

    name = models.CharField(primary_key=True, max_length=64)
    total = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.name}: {self.total}"

    @classmethod
    def add(cls, name: str) -> None:
        cls.objects.get_or_create(name=name)
        cls.objects.filter(name=name).update(total=models.F("total") + 1)

    @classmethod
    def total_of(cls, name: str) -> int:
        return sum(cls.objects.filter(name=name).values_list("total", flat=True))


class StatusSample(models.Model):
    """How the server stood in one minute, for the charts of operators; kept for two weeks.

    What waits is null if nobody took a sample in this minute. Requests are added by each process that answers some.
    """

    minute = models.BigIntegerField(primary_key=True)  # since 1970
    files = models.PositiveIntegerField(null=True)  # that wait to be indexed
    cells = models.PositiveIntegerField(null=True)  # that wait for extraction
    runs = models.PositiveIntegerField(null=True)  # of strategies that are due
    # Changes between the latest one and the last that the index has.
    lag = models.PositiveIntegerField(null=True)
    answered = models.PositiveIntegerField(default=0)  # requests with a status below 400
    refused = models.PositiveIntegerField(default=0)  # 4xx
    failed = models.PositiveIntegerField(default=0)  # 5xx

    def __str__(self) -> str:
        return f"minute {self.minute}"


class ServerProcess(models.Model):
    """A process that shares a PostgreSQL with others. Its claims and locks count while it is alive."""

    token = models.CharField(primary_key=True, max_length=8)
    role = models.CharField(max_length=16)  # web, worker, beat, watcher, command
    host = models.CharField(max_length=255)
    pid = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    alive_until = models.DateTimeField()  # renewed every few seconds

    class Meta:
        verbose_name_plural = "server processes"

    def __str__(self) -> str:
        return f"{self.role} {self.pid} on {self.host}"


class LonelyWork(models.Model):
    """Work that a process does alone, because other processes crashed on it (memory.coordination.isolation)."""

    token = models.CharField(primary_key=True, max_length=8)
    what = models.CharField(max_length=64)  # run 12, cell mc_…, change 5

    def __str__(self) -> str:
        return self.what


class HeldLock(models.Model):
    """A lock among the processes that share a PostgreSQL. There are few names, so the rows stay."""

    name = models.CharField(primary_key=True, max_length=64)
    # A ServerProcess; the lock is free if there is none with this token.
    holder = models.CharField(max_length=8, blank=True)

    def __str__(self) -> str:
        return self.name
