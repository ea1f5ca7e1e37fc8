"""The Model Context Protocol on the wire: JSON-RPC in both of its eras, told apart and checked before anything is done.

Revisions up to 2025-11-25 begin with `initialize`; since 2026-07-28 every request says in `params._meta` and in its
headers what it speaks and calls. Here no revision has a session: each request stands alone.
"""

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = ("2026-07-28",)
VERSIONS = (*HANDSHAKE, *MODERN)
OF_BATCHES = frozenset(
    {None, "2024-11-05", "2025-03-26"}
)  # as their header says; a list is one message to no other
MOST_AT_ONCE = 20  # messages of a batch

VERSION_HEADER, METHOD_HEADER, NAME_HEADER = "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"
HEADERS = (VERSION_HEADER, METHOD_HEADER, NAME_HEADER)
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}  # what `Mcp-Name` repeats
META = "io.modelcontextprotocol/"
VERSION_KEY, CAPABILITIES_KEY = f"{META}protocolVersion", f"{META}clientCapabilities"

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR = -32602, -32603
SERVER_ERROR = -32000  # of the server around the protocol: no key, too often, too large
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022
STATUS = {
    PARSE_ERROR: 400,
    INVALID_REQUEST: 400,
    INVALID_PARAMS: 400,
    HEADER_MISMATCH: 400,
    UNSUPPORTED_VERSION: 400,
    METHOD_NOT_FOUND: 404,
}

_ENCODED = re.compile(r"=\?base64\?(?P<payload>.*)\?=")

Json = dict[str, Any]


class Fault(Exception):
    """What is wrong with a message, as JSON-RPC says it."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data

    def as_json(self) -> Json:
        error: Json = {"code": self.code, "message": self.message}
        return error if self.data is None else {**error, "data": self.data}


@dataclass(frozen=True, slots=True)
class Message:
    """A request, or without an id a notification."""

    method: str
    params: Json = field(default_factory=dict)
    id: int | str | None = None
    is_modern: bool = False

    @property
    def is_request(self) -> bool:
        return self.id is not None


def messages_of(body: Any, headers: Mapping[str, str]) -> list[Message | Fault]:
    """What a body holds; of a batch, what each of its members is. Raises Fault for one that is none of all these."""
    version = headers.get(VERSION_HEADER)
    if not isinstance(body, list):
        return [message_of(body, headers)]
    if version not in OF_BATCHES:
        raise Fault(INVALID_REQUEST, "The body must be one JSON-RPC message: this revision has no batches")
    if not 0 < len(body) <= MOST_AT_ONCE:
        raise Fault(INVALID_REQUEST, f"A batch has 1 to {MOST_AT_ONCE} messages, not {len(body)}")
    return [_of_batch(each, headers) for each in body]


def message_of(body: Any, headers: Mapping[str, str]) -> Message:
    """Raises Fault."""
    if not isinstance(body, dict) or body.get("jsonrpc") != "2.0" or not isinstance(body.get("method"), str):
        raise Fault(INVALID_REQUEST, "The body must be a JSON-RPC 2.0 request or notification")
    identifier, params = body.get("id"), body.get("params", {})
    if "id" in body and (isinstance(identifier, bool) or not isinstance(identifier, int | str)):
        raise Fault(INVALID_REQUEST, "The id of a request must be a string or an integer")
    if not isinstance(params, dict):
        raise Fault(INVALID_PARAMS, "params must be an object")
    method, version = body["method"], headers.get(VERSION_HEADER)
    is_modern = version in MODERN or _stated(params) is not None
    if not is_modern and version is not None and version not in HANDSHAKE:
        raise _unsupported(version)
    if is_modern and identifier is not None:
        _verify(method, params, headers)
    return Message(method, params, identifier, is_modern)


def id_of(body: Any) -> int | str | None:
    """Of a body with which something is wrong, if it has one."""
    identifier = body.get("id") if isinstance(body, dict) else None
    return identifier if isinstance(identifier, int | str) and not isinstance(identifier, bool) else None


def result_of(identifier: int | str | None, result: Json) -> Json:
    return {"jsonrpc": "2.0", "id": identifier, "result": result}


def error_of(identifier: int | str | None, fault: Fault) -> Json:
    return {"jsonrpc": "2.0", "id": identifier, "error": fault.as_json()}


def decoded(value: str | None) -> str | None:
    """A header as it was meant: what ASCII cannot say comes as `=?base64?…?=`. None for what is damaged."""
    match = _ENCODED.fullmatch(value or "")
    if match is None:
        return value
    try:
        data = base64.b64decode(match["payload"], validate=True)
        return data.decode() if base64.b64encode(data).decode() == match["payload"] else None
    except (binascii.Error, ValueError):
        return None


def encoded(value: str) -> str:
    """The other way round, for who sends such a header."""
    is_plain = value.isascii() and value.isprintable() and value == value.strip()
    if is_plain and not _ENCODED.fullmatch(value):
        return value
    return f"=?base64?{base64.b64encode(value.encode('utf-8', 'replace')).decode()}?="


def _of_batch(body: Any, headers: Mapping[str, str]) -> Message | Fault:
    try:
        message = message_of(body, headers)
        if message.is_modern or message.method == "initialize":
            raise Fault(INVALID_REQUEST, f"{message.method} cannot be part of a batch")
    except Fault as fault:
        return fault
    return message


def _stated(params: Json) -> Any:
    meta = params.get("_meta")
    version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    return version if isinstance(version, str) else None


def _verify(method: str, params: Json, headers: Mapping[str, str]) -> None:
    """Of a request that stands alone: it says all that it has to, and headers and body say the same. Raises Fault."""
    meta = params.get("_meta")
    if not isinstance(meta, dict):
        raise Fault(
            INVALID_PARAMS, f"params._meta must be an object with {VERSION_KEY!r} and {CAPABILITIES_KEY!r}"
        )
    missing = [key for key in (VERSION_KEY, CAPABILITIES_KEY) if key not in meta]
    if missing:
        raise Fault(INVALID_PARAMS, f"params._meta lacks {', '.join(missing)}")
    if not isinstance(meta[CAPABILITIES_KEY], dict):
        raise Fault(INVALID_PARAMS, f"params._meta: {CAPABILITIES_KEY} must be an object")
    if headers.get(VERSION_HEADER) != meta[VERSION_KEY]:
        raise _mismatch(VERSION_HEADER, "the protocol version of params._meta")
    if headers.get(METHOD_HEADER) != method:
        raise _mismatch(METHOD_HEADER, "the method of the body")
    name = params.get(NAMED.get(method, ""))
    if name is not None and decoded(headers.get(NAME_HEADER)) != name:
        raise _mismatch(NAME_HEADER, f"params.{NAMED[method]} of the body")
    if meta[VERSION_KEY] not in MODERN:
        raise _unsupported(meta[VERSION_KEY])


def _mismatch(header: str, told: str) -> Fault:
    return Fault(HEADER_MISMATCH, f"The header {header} is not {told}")


def _unsupported(version: Any) -> Fault:
    told = {"supported": list(VERSIONS), "requested": version}
    return Fault(UNSUPPORTED_VERSION, "Unsupported protocol version", told)
