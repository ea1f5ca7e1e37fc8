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


def _redis_url(url: SecretStr) -> SecretStr:
    if urlsplit(url.get_secret_value()).scheme not in ("redis", "rediss", "unix"):
        raise ValueError("not a redis://, rediss:// or unix:// address")
    return url


def _database_url(url: SecretStr) -> SecretStr:
    parts = urlsplit(url.get_secret_value())
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise ValueError("not an address such as postgresql://user:password@host:5432/name")
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


def _base_urls(urls: list[str]) -> list[str]:
    for url in urls:
        parts = urlsplit(_http_url(url))
        if parts.query or parts.fragment or parts.username is not None:
            raise ValueError("an address of a model has no user name, ? or #")
    return urls


def _networks(texts: list[str]) -> list[str]:
    try:
        return [str(ipaddress.ip_network(text)) for text in texts]
    except ValueError as error:
        raise ValueError(f"neither an address nor a network such as 10.0.0.0/8: {error}") from error


HttpUrl = Annotated[str, AfterValidator(_http_url)]
BaseUrlList = Annotated[list[str], AfterValidator(_base_urls)]
FolderList = Annotated[list[str], AfterValidator(_whole_paths)]
NetworkList = Annotated[list[str], AfterValidator(_networks)]


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
    client_timeout_seconds: float = Field(
        20,
        gt=0,
        le=3600,
        description="seconds in which a client must send a request, and read its answer; as many again for each MiB",
    )
    trusted_proxies: NetworkList = Field(
        [],
        description="addresses or networks of proxies whose X-Forwarded-For and -Proto are believed, between commas",
    )
    allowed_hosts: list[str] = Field(
        [], description="further names under which clients may call the server, between commas"
    )
    cors_origins: list[str] = Field(
        [], description="web origins whose pages may call the API, between commas; none when empty"
    )
    docs: bool | None = Field(
        None,
        description="true or false: pages about the API at / and /docs, without a key; empty: on loopback, where no "
        "key is asked for",
    )
    https: bool = Field(
        False,
        description="true: clients reach the server over https only, by a proxy; cookies and headers say so",
    )

    @property
    def on_loopback(self) -> bool:
        """Only programs of this machine can call the server; a proxy would let others in."""
        return is_loopback(self.host) and not self.trusted_proxies


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
    call_max_chars: int = Field(
        200_000,
        ge=0,
        description="most characters of which a call makes memories itself; more is left to the background, 0: all",
    )
    boundary_check_messages: int = Field(
        12,
        ge=1,
        description="a model looks for a boundary at most once every so many new messages, 1 or more",
    )
    repeat_window_days: int = Field(
        30, ge=1, description="days for which a repeated message is recognised, 1 or more"
    )
    flush_idle_minutes: int = Field(
        1, ge=0, description="minutes of silence after which a session is flushed by itself; 0: never"
    )


class LimitsSection(Section):
    """How much one request may bring; what is more is refused with a 4xx that names the setting."""

    query_chars: int = Field(32_000, ge=1, description="longest query of a search in characters, 1 or more")
    message_chars: int = Field(
        1_000_000,
        ge=1,
        description="longest message in characters, base64 payloads aside, 1 or more",
    )
    messages: int = Field(1_000, ge=1, description="most messages in one request, 1 or more")
    items: int = Field(200, ge=1, description="most content items, or tool calls, of one message, 1 or more")
    document_chars: int = Field(
        10_000_000,
        ge=1000,
        description="most text of all documents of one request in characters, 1000 or more",
    )
    value_chars: int = Field(
        1_000_000, ge=1, description="longest value of an agent's keyed entry in characters, 1 or more"
    )
    note_chars: int = Field(
        1_000_000,
        ge=1,
        description="longest text of a note, or of the chat that it is made of, in characters, 1 or more",
    )
    stm_message_chars: int = Field(
        1_000_000, ge=1, description="longest message of a session buffer in characters, 1 or more"
    )
    metadata_chars: int = Field(
        100_000, ge=2, description="longest metadata of a note or a message in characters of JSON, 2 or more"
    )
    day_file_bytes: int = Field(
        32 * 1024 * 1024,
        ge=1024,
        description="bytes of an owner's file of one day from which messages of that day are refused, 1024 or more",
    )


class RatesSection(Section):
    """How often a caller (a key's user, or an address) may call, and how much is taken of it a day."""

    enabled: bool | None = Field(
        None,
        description="true or false; empty: where EVEROS_AUTH__REQUIRED is set or others than this machine can call",
    )
    reads_per_minute: int = Field(
        1200, ge=0, description="calls that only read by id or list, 0 or more; 0: no limit"
    )
    writes_per_minute: int = Field(
        1200, ge=0, description="calls that store, change or delete, 0 or more; 0: no limit"
    )
    searches_per_minute: int = Field(
        300, ge=0, description="calls that search, flush or ask a model, 0 or more; 0: no limit"
    )
    messages_per_day: int = Field(
        200_000,
        ge=0,
        description="accepted messages, entries and notes of a day of UTC, 0 or more; 0: no limit",
    )
    bytes_per_day: int = Field(
        1024**3, ge=0, description="bytes of accepted writes of a day of UTC, 0 or more; 0: no limit"
    )


class DatabaseSection(Section):
    """Where queues, buffers and users are kept; without an address, in SQLite files below the memory root."""

    url: Annotated[SecretStr, AfterValidator(_database_url)] | None = Field(
        None, description="a PostgreSQL server, such as postgresql://user:password@host:5432/everos"
    )


class BrokerSection(Section):
    """How work is announced to workers; without an address, all work is done by the one server process."""

    url: Annotated[SecretStr, AfterValidator(_redis_url)] | None = Field(
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
    request_base_urls: BaseUrlList = Field(
        [],
        description="endpoints of the own network that a request may name, between commas; none: public ones only",
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
        description="folders from which file:// addresses are read, between commas; none: nowhere",
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
    parsers: int = Field(
        2, ge=1, le=64, description="documents that a process reads at the same time, 1 to 64"
    )
    request_timeout_seconds: float = Field(
        120,
        gt=0,
        le=3600,
        description="seconds for reading all that one request carries besides text, at most 3600",
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


def web_origins(hosts: list[str]) -> list[str]:
    """Of pages that come from these hosts over https; `.example.org` stands for each name below it, as for Django."""
    named = [f"*{host}" if host.startswith(".") else host for host in hosts if host != "*"]
    return [f"https://{host}" for host in named]


class AuthSection(Section):
    """Who may call the server."""

    required: bool = Field(False, description="true: every call needs a token, made with `everos token NAME`")
    open_to_strangers: bool = Field(
        False,
        description="true: start without keys although other machines may call; without it the server refuses to",
    )
    longest_signed_minutes: float = Field(
        60,
        gt=0,
        le=1440,
        description="the longest life of a signed token for one person, in minutes up to a day",
    )


class RedisSection(Section):
    """A Redis server for session buffers and group histories; without one, the database keeps them."""

    url: Annotated[SecretStr, AfterValidator(_redis_url)] | None = Field(
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
    keep_days: int = Field(
        90, ge=0, description="days after its last message until a session is forgotten; 0: never"
    )


class AgentMemorySection(Section):
    """Keyed entries of agents: how they lose importance, and whether they are ever forgotten."""

    enabled: bool = Field(True, description="false: the calls of the agent memory API answer 503")
    half_life_days: float = Field(
        30, gt=0, description="days in which an entry that nobody reads loses half of its importance"
    )
    forget_below: float = Field(
        0, ge=0, lt=1, description="decay removes entries of less importance, 0 to 1; 0 removes none"
    )
    decay_interval_hours: int = Field(24, ge=1, description="hours between two decays, 1 or more")


class McpSection(Section):
    """The Model Context Protocol at /mcp."""

    user: str = Field(
        "me",
        min_length=1,
        max_length=256,
        description="whose memory it is where neither the key nor the address names a user",
    )


class HooksSection(Section):
    """Hooks of coding agents, below /hooks/."""

    transcript_dirs: FolderList = Field(
        [],
        description="folders below which the server reads transcripts that an event of Claude Code names, such as "
        "~/.claude/projects, between commas; none: nowhere",
    )


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
    limits: LimitsSection = LimitsSection()
    rates: RatesSection = RatesSection()
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
    mcp: McpSection = McpSection()
    hooks: HooksSection = HooksSection()
    log: LogSection = LogSection()
    tracing: TracingSection = TracingSection()

    @property
    def alone(self) -> bool:
        """Embedded mode: one server process does everything. Otherwise workers, beat and watcher are their own."""
        return self.broker.url is None

    @property
    def documented(self) -> bool:
        """Strangers are shown what there is only where somebody has asked for it."""
        if self.api.docs is not None:
            return self.api.docs
        return self.api.on_loopback and not self.auth.required

    @property
    def limits_calls(self) -> bool:
        """The person at this machine is nobody to be protected from; everybody else is counted."""
        if self.rates.enabled is not None:
            return self.rates.enabled
        return self.auth.required or not self.api.on_loopback


def is_secret(model: type[Section], key: str) -> bool:
    return "SecretStr" in str(model.model_fields[key].annotation)
