"""The settings themselves: every section and key, its default, and what it may hold."""

import ipaddress
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr


def _expanded(path: Path) -> Path:
    return path.expanduser().absolute()


def _time_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError("no such time zone is known") from error
    return name


def _http_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("not an http:// or https:// address")
    return url


def _redis_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("redis", "rediss", "unix"):
        raise ValueError("not a redis://, rediss:// or unix:// address")
    return url


def _database_url(url: SecretStr) -> SecretStr:
    parts = urlsplit(url.get_secret_value())
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise ValueError("not an address such as postgresql://user:password@host:5432/name")
    return url


def _broker_url(url: SecretStr) -> SecretStr:
    _redis_url(url.get_secret_value())
    return url


def _index_uri(uri: str) -> str:
    scheme = urlsplit(uri).scheme
    if scheme not in ("", "s3"):
        raise ValueError("neither a folder nor an s3:// address")
    return uri.rstrip("/") if scheme else str(_expanded(Path(uri)))


def _whole_paths(folders: list[str]) -> list[str]:
    expanded = [Path(folder).expanduser() for folder in folders]
    if not all(folder.is_absolute() for folder in expanded):
        raise ValueError("a folder is named by its whole path")
    return [str(folder) for folder in expanded]


HttpUrl = Annotated[str, AfterValidator(_http_url)]
FolderList = Annotated[list[str], AfterValidator(_whole_paths)]


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


class ApiSection(Section):
    """The HTTP server."""

    host: str = Field("127.0.0.1", min_length=1, description="the address to listen on")
    port: int = Field(8000, ge=1, le=65535, description="the TCP port to listen on, 1 to 65535")
    threads: int = Field(
        16, ge=1, le=256, description="requests that a process serves at the same time, 1 to 256"
    )
    processes: int = Field(
        1, ge=1, le=64, description="processes that serve, 1 to 64; more than one needs EVEROS_BROKER__URL"
    )
    max_body_bytes: int = Field(
        32 * 1024 * 1024, ge=1024, description="largest request body in bytes, 1024 or more"
    )
    allowed_hosts: list[str] = Field(
        [], description="further names under which clients may call the server, between commas"
    )
    cors_origins: list[str] = Field(
        [], description="web origins whose pages may call the API, between commas; none when empty"
    )

    @property
    def on_loopback(self) -> bool:
        """Only programs of this machine can call the server."""
        return is_loopback(self.host)


class MemorySection(Section):
    """Where memories live and how conversations are cut."""

    root: Annotated[Path, AfterValidator(_expanded)] = Field(
        Path("~/.everos"), description="the folder that holds all memories"
    )
    timezone: Annotated[str, AfterValidator(_time_zone)] = Field(
        "UTC", description="an IANA time zone such as Europe/Berlin, in which times are shown"
    )
    boundary_gap_minutes: int = Field(
        30, ge=1, description="a silence of so many minutes ends an episode, 1 or more"
    )
    boundary_max_messages: int = Field(100, ge=1, description="most messages in one episode, 1 or more")
    boundary_max_chars: int = Field(24_000, ge=100, description="most characters in one episode, 100 or more")
    boundary_check_messages: int = Field(
        12,
        ge=1,
        description="a model looks for a boundary at most once every so many new messages, 1 or more",
    )
    repeat_window_days: int = Field(
        30, ge=1, description="days for which a repeated batch is recognised, 1 or more"
    )
    flush_idle_minutes: int = Field(
        0, ge=0, description="minutes of silence after which a session is flushed by itself; 0: never"
    )


class DatabaseSection(Section):
    """Where queues, buffers and users are kept; without an address, in SQLite files below the memory root."""

    url: Annotated[SecretStr, AfterValidator(_database_url)] | None = Field(
        None, description="a PostgreSQL server, such as postgresql://user:password@host:5432/everos"
    )


class BrokerSection(Section):
    """How work is announced to workers; without an address, all work is done by the one server process."""

    url: Annotated[SecretStr, AfterValidator(_broker_url)] | None = Field(
        None,
        description="a Redis server, such as redis://127.0.0.1:6379/1; workers and beat are then started",
    )


class LancedbSection(Section):
    """Where the index lies; without an address, below the memory root."""

    uri: Annotated[str, AfterValidator(_index_uri)] | None = Field(
        None, description="a folder, or an object store such as s3://bucket/index"
    )
    storage_options: dict[str, SecretStr] = Field(
        {},
        description='how the object store is reached, as JSON: {"endpoint": "…", "aws_access_key_id": "…", …}',
    )


class EndpointSection(Section):
    """A model behind an HTTP endpoint."""

    base_url: HttpUrl | None = Field(None, description="the endpoint's http(s) address")
    api_key: SecretStr | None = Field(None, description="the endpoint's key")
    model: str | None = Field(None, description="the model's name; setting it switches the endpoint on")

    @property
    def configured(self) -> bool:
        return self.model is not None


class LlmSection(EndpointSection):
    """A language model behind an OpenAI-compatible endpoint; without one, memories are extracted by rules."""

    base_url: HttpUrl | None = Field(
        None, description="the endpoint's http(s) address, such as http://127.0.0.1:8080/v1"
    )
    model: str | None = Field(None, description="the model's name; setting it switches the model on")
    timeout_seconds: float = Field(
        60, gt=0, le=3600, description="seconds until a call is given up, at most 3600"
    )
    max_retries: int = Field(
        2, ge=0, le=10, description="how often a failed call is repeated at once, 0 to 10"
    )


class EmbeddingSection(EndpointSection):
    """An embedding model behind an OpenAI-compatible endpoint; without one, the local model is used."""

    dimensions: int | None = Field(
        None, ge=1, le=16_384, description="length of the vectors to ask for, 1 to 16384"
    )
    timeout_seconds: float = Field(
        30, gt=0, le=3600, description="seconds until a call is given up, at most 3600"
    )
    batch_size: int = Field(32, ge=1, le=2048, description="texts in one call, 1 to 2048")
    query_prefix: str = Field("", description="text before each query, for models that want a role")
    passage_prefix: str = Field(
        "", description="text before each stored passage, for models that want a role"
    )


class RerankSection(EndpointSection):
    """A reranking model behind an HTTP endpoint, for agentic search; without one, rules rank."""

    base_url: HttpUrl | None = Field(
        None, description="the endpoint's http(s) address, to which /rerank is added"
    )
    timeout_seconds: float = Field(
        10, gt=0, le=3600, description="seconds until a call is given up, at most 3600"
    )
    max_retries: int = Field(
        1, ge=0, le=10, description="how often a failed call is repeated at once, 0 to 10"
    )

    @property
    def configured(self) -> bool:
        return self.model is not None and self.base_url is not None


class MultimodalSection(EndpointSection):
    """What messages carry besides text: where it may be read from, and a model for pictures and sound."""

    model: str | None = Field(
        None, description="the name of a model that takes images or audio; setting it switches it on"
    )
    timeout_seconds: float = Field(
        120, gt=0, le=3600, description="seconds until a call is given up, at most 3600"
    )
    max_retries: int = Field(
        2, ge=0, le=10, description="how often a failed call is repeated at once, 0 to 10"
    )
    file_uri_allow_dirs: FolderList = Field(
        [],
        description="folders from which file:// addresses are read, between commas; none: any, on loopback only",
    )
    file_uri_max_bytes: int = Field(
        50 * 1024 * 1024, ge=1, description="largest file of a file:// address in bytes, 1 or more"
    )
    fetch_max_bytes: int = Field(
        50 * 1024 * 1024, ge=1, description="largest answer of an http(s):// address in bytes, 1 or more"
    )
    fetch_timeout_seconds: float = Field(
        30, gt=0, le=600, description="seconds for fetching one address, at most 600"
    )
    parse_timeout_seconds: float = Field(
        30, gt=0, le=600, description="seconds for reading one document, at most 600"
    )
    parse_memory_bytes: int = Field(
        1024**3,
        ge=128 * 1024 * 1024,
        description="memory for reading one document in bytes, 134217728 or more",
    )
    max_text_chars: int = Field(
        1_000_000, ge=1000, description="longest text of one document in characters, 1000 or more"
    )


class CascadeSection(Section):
    """The way from markdown files into the index."""

    scan_interval_seconds: int = Field(
        60, ge=1, description="seconds between two scans of the folder, 1 or more"
    )
    batch_files: int = Field(64, ge=1, le=1000, description="files in one commit of the index, 1 to 1000")
    max_attempts: int = Field(8, ge=1, description="attempts until a change is reported as failed, 1 or more")
    optimize_after_commits: int = Field(
        100, ge=1, description="commits until a table is compacted, 1 or more"
    )
    keep_versions_minutes: int = Field(
        2, ge=1, description="minutes for which old table versions stay, 1 or more"
    )


class OmeSection(Section):
    """The Offline Memory Engine; its strategies are chosen in `ome.toml`, in the folder of the memories."""

    workers: int = Field(
        4, ge=1, le=64, description="runs done at the same time when a language model is configured, 1 to 64"
    )
    keep_runs_days: int = Field(
        30, ge=1, description="days for which runs that have ended can be looked at, 1 or more"
    )


class AuthSection(Section):
    """Who may call the server."""

    required: bool = Field(False, description="true: every call needs a token, made with `everos token NAME`")


class RedisSection(Section):
    """A Redis server for session buffers and group histories; without one, the database keeps them."""

    url: Annotated[str, AfterValidator(_redis_url)] | None = Field(
        None, description="its address, such as redis://127.0.0.1:6379/0"
    )


class StmSection(Section):
    """Short-term memory: what a session's context holds unless the session says otherwise."""

    strategy: Literal["sliding_window", "token_threshold"] = Field(
        "sliding_window", description="sliding_window or token_threshold"
    )
    max_messages: int = Field(50, ge=1, description="messages in a sliding window, 1 or more")
    max_tokens: int = Field(
        4000, ge=1, description="tokens from which the older part is summarised, 1 or more"
    )


class AgentMemorySection(Section):
    """Keyed entries of agents: how they lose importance and are forgotten."""

    enabled: bool = Field(True, description="false: the calls of the agent memory API answer 503")
    half_life_days: float = Field(
        30, gt=0, description="days in which an entry that nobody reads loses half of its importance"
    )
    forget_below: float = Field(
        0.1, ge=0, lt=1, description="entries of less importance are forgotten, 0 to 1; 0 forgets none"
    )
    decay_interval_hours: int = Field(24, ge=1, description="hours between two decays, 1 or more")


class LogSection(Section):
    """What the server writes to its standard error."""

    level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "INFO", description="DEBUG, INFO, WARNING or ERROR"
    )
    format: Literal["console", "json"] = Field("console", description="console or json")


class TracingSection(Section):
    """Traces, sent by OpenTelemetry's protocol over HTTP; needs the packages of `everos-django[tracing]`."""

    endpoint: HttpUrl | None = Field(
        None, description="a collector's http(s) address, such as http://127.0.0.1:4318; switches traces on"
    )
    service_name: str = Field("everos", min_length=1, description="the name under which the traces appear")
    sample_ratio: float = Field(
        1.0,
        ge=0,
        le=1,
        description="share of the traces that is sent, 0 to 1; a caller's decision goes first",
    )


class Config(BaseModel):
    """All settings. Below `everos_site` they are read as `settings.EVEROS.<section>.<name>`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    api: ApiSection = ApiSection()
    memory: MemorySection = MemorySection()
    database: DatabaseSection = DatabaseSection()
    broker: BrokerSection = BrokerSection()
    lancedb: LancedbSection = LancedbSection()
    llm: LlmSection = LlmSection()
    embedding: EmbeddingSection = EmbeddingSection()
    rerank: RerankSection = RerankSection()
    multimodal: MultimodalSection = MultimodalSection()
    cascade: CascadeSection = CascadeSection()
    ome: OmeSection = OmeSection()
    auth: AuthSection = AuthSection()
    redis: RedisSection = RedisSection()
    stm: StmSection = StmSection()
    agent_memory: AgentMemorySection = AgentMemorySection()
    log: LogSection = LogSection()
    tracing: TracingSection = TracingSection()

    @property
    def alone(self) -> bool:
        """Embedded mode: one server process does everything. Otherwise workers, beat and watcher are their own."""
        return self.broker.url is None


def is_secret(model: type[Section], key: str) -> bool:
    return "SecretStr" in str(model.model_fields[key].annotation)
