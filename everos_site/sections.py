"""All settings: sections and keys, defaults and allowed values."""

import ipaddress
import re
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr

from memory.scope import LONGEST_ID

# Schemes that browsers handle themselves, or that send something somewhere: no desktop program waits behind them.
NO_APP_SCHEMES = {
    "about", "blob", "chrome", "content", "data", "file", "filesystem", "ftp", "http", "https", "intent", "jar",
    "javascript", "mailto", "resource", "sftp", "smb", "sms", "ssh", "tel", "vbscript", "view-source", "ws", "wss",
}  # fmt: skip


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


def _origin(url: str) -> str:
    """https, since passwords and tokens go over it; http where it is the same machine."""
    parts = urlsplit(_http_url(url.rstrip("/")))
    if parts.path or parts.query or parts.fragment or parts.username is not None:
        raise ValueError("an address without a path, such as https://everos.example.org")
    if parts.scheme != "https" and not is_loopback(parts.hostname or ""):
        raise ValueError("not an https:// address")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _app_schemes(schemes: list[str]) -> list[str]:
    for scheme in schemes:
        if not re.fullmatch(r"[a-z][a-z0-9+.-]*", scheme):
            raise ValueError("a scheme is in lower case and without ://, such as cursor or com.example.app")
        if scheme in NO_APP_SCHEMES:
            raise ValueError(f"{scheme} is not the scheme of a desktop program")
    return schemes


def _editor_url(url: str) -> str:
    if url:
        _app_schemes([url.partition(":")[0]])
        if "{path}" not in url:
            raise ValueError("it must contain {path}, as in vscode://file{path}:{line}")
    return url


HttpUrl = Annotated[str, AfterValidator(_http_url)]
AppSchemeList = Annotated[list[str], AfterValidator(_app_schemes)]
BaseUrlList = Annotated[list[str], AfterValidator(_base_urls)]
FolderList = Annotated[list[str], AfterValidator(_whole_paths)]
Amount = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Price = Annotated[float, Field(ge=0, allow_inf_nan=False)]
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
    threads: int = Field(16, ge=1, le=256, description="concurrent requests per process, 1 to 256")
    processes: int = Field(
        1, ge=1, le=64, description="web processes, 1 to 64; more than one needs EVEROS_BROKER__URL"
    )
    max_body_bytes: int = Field(
        32 * 1024 * 1024, ge=1024, description="largest request body in bytes, 1024 or more"
    )
    client_timeout_seconds: float = Field(
        20,
        gt=0,
        le=3600,
        description="seconds for a client to send a request and to read its answer, plus as many for each MiB",
    )
    trusted_proxies: NetworkList = Field(
        [],
        description="addresses or networks of proxies whose X-Forwarded-For and -Proto are trusted, comma-separated",
    )
    allowed_hosts: list[str] = Field(
        [], description="further host names under which clients may call the server, comma-separated"
    )
    cors_origins: list[str] = Field(
        [], description="web origins whose pages may call the API (CORS), comma-separated; empty: none"
    )
    docs: bool | None = Field(
        None,
        description="true or false: serve the API documentation at / and /docs without a key; empty: only on loopback "
        "without required keys",
    )
    https: bool = Field(
        False,
        description="true: clients reach the server only over https, through a proxy; adapts cookies and headers",
    )

    @staticmethod
    def is_this_machine(host: str) -> bool:
        """Whether a host name or address is that of the server's own machine."""
        return is_loopback(host)

    @property
    def on_loopback(self) -> bool:
        """Only programs on this machine can call the server; a proxy would admit others."""
        return is_loopback(self.host) and not self.trusted_proxies


class MemorySection(Section):
    """Where memories are stored, and how conversations are divided into episodes."""

    root: Annotated[Path, AfterValidator(_expanded)] = Field(
        Path("~/.everos"), description="the directory that holds all memories"
    )
    timezone: Annotated[str, AfterValidator(_time_zone)] = Field(
        "UTC", description="the IANA time zone in which times are shown, such as Europe/Berlin"
    )
    boundary_gap_minutes: int = Field(
        30, ge=1, description="minutes of silence that end an episode, 1 or more"
    )
    boundary_max_messages: int = Field(100, ge=1, description="maximum messages in one episode, 1 or more")
    boundary_max_chars: int = Field(
        24_000, ge=100, description="maximum characters in one episode, 100 or more"
    )
    call_max_chars: int = Field(
        200_000,
        ge=0,
        description="maximum characters that a call extracts itself; the rest is left to the background, 0: no maximum",
    )
    boundary_check_messages: int = Field(
        12, ge=1, description="new messages after which a model may look for a boundary again, 1 or more"
    )
    repeat_window_days: int = Field(
        30, ge=1, description="days for which a repeated message is recognised, 1 or more"
    )
    flush_idle_minutes: int = Field(
        1, ge=0, description="minutes of silence after which a session is flushed automatically; 0: never"
    )


class LimitsSection(Section):
    """Limits on the size of one request; anything larger is refused with a 4xx that names the setting."""

    query_chars: int = Field(32_000, ge=1, description="maximum characters of a search query, 1 or more")
    message_chars: int = Field(
        1_000_000,
        ge=1,
        description="maximum characters of a message, not counting base64 payloads, 1 or more",
    )
    messages: int = Field(1_000, ge=1, description="maximum messages in one request, 1 or more")
    items: int = Field(
        200, ge=1, description="maximum content items, or tool calls, of one message, 1 or more"
    )
    document_chars: int = Field(
        10_000_000,
        ge=1000,
        description="maximum characters of text in all documents of one request, 1000 or more",
    )
    value_chars: int = Field(
        1_000_000, ge=1, description="maximum characters of the value of an agent's keyed entry, 1 or more"
    )
    note_chars: int = Field(
        1_000_000,
        ge=1,
        description="maximum characters of a note, or of the chat that it is made from, 1 or more",
    )
    stm_message_chars: int = Field(
        1_000_000, ge=1, description="maximum characters of a message in a session buffer, 1 or more"
    )
    metadata_chars: int = Field(
        100_000, ge=2, description="maximum characters of the JSON metadata of a note or message, 2 or more"
    )
    day_file_bytes: int = Field(
        32 * 1024 * 1024,
        ge=1024,
        description="maximum bytes of an owner's file of one day, then its messages are refused, 1024 or more",
    )


class RatesSection(Section):
    """Rate limits and daily quotas of a caller (the user of a key, or an address)."""

    enabled: bool | None = Field(
        None,
        description="true or false; empty: on if EVEROS_AUTH__REQUIRED is set or other machines can call",
    )
    reads_per_minute: int = Field(
        1200, ge=0, description="calls that read by id or list, 0 or more; 0: no limit"
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
        description="accepted messages, entries and notes per day (UTC), 0 or more; 0: no limit",
    )
    bytes_per_day: int = Field(
        1024**3, ge=0, description="accepted bytes per day (UTC), 0 or more; 0: no limit"
    )


class DatabaseSection(Section):
    """Where queues, buffers and users are stored; without a URL, in SQLite files below the memory root."""

    url: Annotated[SecretStr, AfterValidator(_database_url)] | None = Field(
        None, description="URL of a PostgreSQL server, such as postgresql://user:password@host:5432/everos"
    )


class BrokerSection(Section):
    """How workers are woken up; without a URL, one server process does all the work."""

    url: Annotated[SecretStr, AfterValidator(_redis_url)] | None = Field(
        None,
        description="URL of a Redis server, such as redis://127.0.0.1:6379/1; start workers and beat yourself then",
    )


class LancedbSection(Section):
    """Where the index is stored; without a URI, below the memory root."""

    uri: Annotated[str, AfterValidator(_index_uri)] | None = Field(
        None, description="a directory, or an object store such as s3://bucket/index"
    )
    storage_options: dict[str, SecretStr] = Field(
        {}, description='options of the object store, as JSON: {"endpoint": "…", "aws_access_key_id": "…", …}'
    )


class EndpointSection(Section):
    """A model behind an HTTP endpoint."""

    base_url: HttpUrl | None = Field(None, description="the endpoint's http(s) URL")
    api_key: SecretStr | None = Field(None, description="the endpoint's API key")
    model: str | None = Field(None, description="the model's name; setting it enables the endpoint")

    @property
    def configured(self) -> bool:
        return self.model is not None


def _timeout(seconds: int) -> Any:
    return Field(seconds, gt=0, le=3600, description="timeout of a call in seconds, at most 3600")


def _of(work: str) -> Any:
    """The model for one purpose of the language model."""
    return Field(None, description=f"another model of the same endpoint for {work}")


class LlmSection(EndpointSection):
    """A language model behind an OpenAI-compatible endpoint; without one, memories are extracted by rules."""

    base_url: HttpUrl | None = Field(
        None, description="the endpoint's http(s) URL, such as http://127.0.0.1:8080/v1"
    )
    model: str | None = Field(None, description="the model's name; setting it enables the model")
    timeout_seconds: float = _timeout(60)
    max_retries: int = Field(2, ge=0, le=10, description="immediate retries of a failed call, 0 to 10")
    request_base_urls: BaseUrlList = Field(
        [],
        description="endpoints in your network that a request may name, comma-separated; empty: public ones only",
    )
    # By purpose, as the usage names it (memory.providers.budget).
    boundary__model: str | None = _of("finding changes of topic")
    episode__model: str | None = _of("episodes, with the facts and foresights of a conversation")
    reading__model: str | None = _of("facts and foresights of an episode that a person has edited")
    extract_user_profile__model: str | None = _of("profiles")
    extract_agent_case__model: str | None = _of("cases of agents")
    extract_agent_skill__model: str | None = _of("skills of agents")
    reflect_episodes__model: str | None = _of("merging episodes")
    ltm_distil__model: str | None = _of("notes")
    stm_summary__model: str | None = _of("summaries of session buffers")
    agentic__model: str | None = _of("agentic search")
    llm_rerank__model: str | None = _of("reranking, where a search asks for it")

    def model_for(self, purpose: str) -> str | None:
        """The model of this purpose, else the model of all others."""
        return self.models_by_purpose.get(purpose) or self.model

    @property
    def models_by_purpose(self) -> dict[str, str]:
        """The purposes with a model of their own."""
        keys = (key for key in type(self).model_fields if key.endswith("__model") and getattr(self, key))
        return {key.removesuffix("__model"): getattr(self, key) for key in keys}


class EmbeddingSection(EndpointSection):
    """An embedding model behind an OpenAI-compatible endpoint; without one, the local model is used."""

    dimensions: int | None = Field(
        None, ge=1, le=16_384, description="dimensions of the vectors to request, 1 to 16384"
    )
    timeout_seconds: float = _timeout(30)
    batch_size: int = Field(32, ge=1, le=2048, description="texts per call, 1 to 2048")
    query_prefix: str = Field("", description="text put before each query, for models that expect a role")
    passage_prefix: str = Field(
        "", description="text put before each stored passage, for models that expect a role"
    )


class RerankSection(EndpointSection):
    """A reranking model behind an HTTP endpoint, for agentic search; without one, rules rank."""

    base_url: HttpUrl | None = Field(
        None, description="the endpoint's http(s) URL, to which /rerank is added"
    )
    timeout_seconds: float = _timeout(10)
    max_retries: int = Field(1, ge=0, le=10, description="immediate retries of a failed call, 0 to 10")

    @property
    def configured(self) -> bool:
        return self.model is not None and self.base_url is not None


class MultimodalSection(EndpointSection):
    """Attachments of messages: where they may be read from, and a model for images and audio."""

    model: str | None = Field(
        None, description="the name of a model that takes images or audio; setting it enables it"
    )
    timeout_seconds: float = _timeout(120)
    max_retries: int = Field(2, ge=0, le=10, description="immediate retries of a failed call, 0 to 10")
    file_uri_allow_dirs: FolderList = Field(
        [], description="directories from which file:// URIs may be read, comma-separated; empty: none"
    )
    file_uri_max_bytes: int = Field(
        50 * 1024 * 1024, ge=1, description="maximum bytes of a file:// file, 1 or more"
    )
    fetch_max_bytes: int = Field(
        50 * 1024 * 1024, ge=1, description="maximum bytes of the response of an http(s):// URI, 1 or more"
    )
    fetch_timeout_seconds: float = Field(
        30, gt=0, le=600, description="timeout for fetching one URI in seconds, at most 600"
    )
    parse_timeout_seconds: float = Field(
        30, gt=0, le=600, description="timeout for parsing one document in seconds, at most 600"
    )
    parsers: int = Field(
        2, ge=1, le=64, description="documents that a process parses at the same time, 1 to 64"
    )
    request_timeout_seconds: float = Field(
        120,
        gt=0,
        le=3600,
        description="timeout for reading all attachments of one request in seconds, at most 3600",
    )
    parse_memory_bytes: int = Field(
        1024**3,
        ge=128 * 1024 * 1024,
        description="memory for parsing one document in bytes, 134217728 or more",
    )
    max_text_chars: int = Field(
        1_000_000, ge=1000, description="maximum characters of text taken from one document, 1000 or more"
    )


class Limits(Section):
    """Limits on what models may cost; None: no limit."""

    day: Amount | None = Field(None, description="maximum cost of a day (UTC); empty: no limit")
    month: Amount | None = Field(None, description="maximum cost of a month (UTC); empty: no limit")
    day_tokens: int | None = Field(
        None, gt=0, description="maximum tokens of a day (UTC), read and written; empty: no limit"
    )
    month_tokens: int | None = Field(
        None, gt=0, description="maximum tokens of a month (UTC); empty: no limit"
    )


class BudgetSection(Limits):
    """What models may cost. When a limit comes near, rules take over step by step."""

    soft_share: float = Field(
        0.8,
        gt=0,
        le=1,
        description="share of a limit from which rules take over, profiles first and episodes last; 1: at the limit",
    )
    parts: dict[str, Limits] = Field(
        {},
        description="limits of an app, a project or a key besides, as JSON: "
        '{"shop/berlin": {"day": 2}, "key ab12cd34": {"month_tokens": 1000000}}',
    )
    prices: dict[str, tuple[Price, Price]] = Field(
        {},
        description="prices of a million tokens read and written, by model, as JSON: "
        '{"gpt-4.1-mini": [0.40, 1.60], "text-embedding-3-small": [0.02, 0]}',
    )
    currency: str = Field("USD", min_length=1, max_length=8, description="the currency of prices and limits")


class CascadeSection(Section):
    """How changed markdown files reach the index."""

    scan_interval_seconds: int = Field(
        60,
        ge=1,
        description="seconds between two scans of the memory root, 1 or more; longer after a scan that took long",
    )
    collect_seconds: float = Field(
        0.5,
        ge=0,
        le=4,
        description="seconds for which changed files are collected before they are embedded and indexed together, 0 to"
        " 4; searches read them meanwhile",
    )
    batch_files: int = Field(
        64, ge=1, le=1000, description="maximum files in one commit to the index, 1 to 1000"
    )
    max_attempts: int = Field(
        8, ge=1, description="attempts before a change is reported as failed, 1 or more"
    )
    optimize_after_commits: int = Field(
        100, ge=1, description="commits before a table is compacted, 1 or more"
    )
    keep_versions_minutes: int = Field(
        2, ge=1, description="minutes for which old table versions are kept, 1 or more"
    )


class OmeSection(Section):
    """The Offline Memory Engine; its strategies are configured in `ome.toml` in the memory root."""

    workers: int = Field(
        4, ge=1, le=64, description="concurrent runs when a language model is configured, 1 to 64"
    )
    keep_runs_days: int = Field(30, ge=1, description="days for which finished runs are kept, 1 or more")


def web_origins(hosts: list[str]) -> list[str]:
    """Origins of https pages on these hosts; `.example.org` stands for all its subdomains, as in Django."""
    named = [f"*{host}" if host.startswith(".") else host for host in hosts if host != "*"]
    return [f"https://{host}" for host in named]


class AuthSection(Section):
    """Who may call the server."""

    required: bool = Field(
        False, description="true: every call needs a key; make one with `everos token NAME`"
    )
    open_to_strangers: bool = Field(
        False,
        description="true: start without required keys even if other machines can call, instead of refusing to",
    )
    longest_signed_minutes: float = Field(
        60, gt=0, le=1440, description="maximum lifetime of a signed token in minutes, at most a day"
    )
    oauth_url: Annotated[str, AfterValidator(_origin)] | None = Field(
        None,
        description="the https address under which clients reach the server; set, remote connectors such as those of "
        "claude.ai and ChatGPT are let in by OAuth 2.1",
    )
    oauth_app_schemes: AppSchemeList = Field(
        ["cursor", "vscode", "vscode-insiders"],
        description="URL schemes of desktop programs to which a person may be sent back after allowing a connection",
    )


class RedisSection(Section):
    """A Redis server for session buffers and group histories; without one, the database keeps them."""

    url: Annotated[SecretStr, AfterValidator(_redis_url)] | None = Field(
        None, description="URL of the server, such as redis://127.0.0.1:6379/0"
    )


class StmSection(Section):
    """Short-term memory: the defaults for the context of a session."""

    strategy: Literal["sliding_window", "token_threshold"] = Field(
        "sliding_window", description="sliding_window or token_threshold"
    )
    max_messages: int = Field(50, ge=1, description="messages in a sliding window, 1 or more")
    max_tokens: int = Field(
        4000, ge=1, description="tokens above which the older part is summarised, 1 or more"
    )
    keep_days: int = Field(
        90, ge=0, description="days after its last message until a session is deleted; 0: never"
    )


class AgentMemorySection(Section):
    """Keyed entries of agents: how their importance decays, and whether decay deletes them."""

    enabled: bool = Field(True, description="false: the agent memory API answers 503")
    half_life_days: float = Field(
        30, gt=0, description="days in which an unread entry loses half of its importance"
    )
    forget_below: float = Field(
        0, ge=0, lt=1, description="decay deletes entries below this importance, 0 to 1; 0: none"
    )
    decay_interval_hours: int = Field(24, ge=1, description="hours between two runs of decay, 1 or more")


class McpSection(Section):
    """The Model Context Protocol at /mcp."""

    user: str = Field(
        "me",
        min_length=1,
        max_length=LONGEST_ID,
        description="the user whose memory is served if neither the key nor the URL names one",
    )


class HooksSection(Section):
    """Hooks of coding agents, below /hooks/."""

    transcript_dirs: FolderList = Field(
        [],
        description="folders below which the server reads transcripts that an event of Claude Code names, such as "
        "~/.claude/projects, between commas; none: nowhere",
    )


class ExplorerSection(Section):
    """The pages for people, at /explorer/."""

    editor_url: Annotated[str, AfterValidator(_editor_url)] = Field(
        "vscode://file{path}:{line}",
        description="the link that opens a memory's file in an editor on the server's machine, with {path} and {line}; "
        "empty: no link",
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
        None,
        description="http(s) URL of a collector, such as http://127.0.0.1:4318; setting it enables traces",
    )
    service_name: str = Field("everos", min_length=1, description="the service name of the traces")
    sample_ratio: float = Field(
        1.0,
        ge=0,
        le=1,
        description="share of the traces that are sent, 0 to 1; the caller's decision takes precedence",
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
    budget: BudgetSection = BudgetSection()
    cascade: CascadeSection = CascadeSection()
    ome: OmeSection = OmeSection()
    auth: AuthSection = AuthSection()
    redis: RedisSection = RedisSection()
    stm: StmSection = StmSection()
    agent_memory: AgentMemorySection = AgentMemorySection()
    mcp: McpSection = McpSection()
    hooks: HooksSection = HooksSection()
    explorer: ExplorerSection = ExplorerSection()
    log: LogSection = LogSection()
    tracing: TracingSection = TracingSection()

    @property
    def alone(self) -> bool:
        """Embedded mode: one server process does everything. Otherwise workers, beat and watcher are separate
        processes.
        """
        return self.broker.url is None

    @property
    def documented(self) -> bool:
        """Where others can call, the API documentation is served only if a setting says so."""
        if self.api.docs is not None:
            return self.api.docs
        return self.api.on_loopback and not self.auth.required

    @property
    def limits_calls(self) -> bool:
        """A caller on this machine is not limited by default; all others are."""
        if self.rates.enabled is not None:
            return self.rates.enabled
        return self.auth.required or not self.api.on_loopback


def is_secret(model: type[Section], key: str) -> bool:
    return "SecretStr" in str(model.model_fields[key].annotation)
