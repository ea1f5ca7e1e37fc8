"""Parses and validates the JSON-RPC messages of the Model Context Protocol.

Clients of revisions up to 2025-11-25 begin with a handshake (`initialize`). Since 2026-07-28 each request names the
protocol version and method in `params._meta` and in its headers ("modern" here). This server keeps no sessions for
either.
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
VERSIONS_WITH_BATCHES = frozenset({None, "2024-11-05", "2025-03-26"})  # by the version header
MOST_AT_ONCE = 20  # messages of a batch

VERSION_HEADER, METHOD_HEADER, NAME_HEADER = "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"
HEADERS = (VERSION_HEADER, METHOD_HEADER, NAME_HEADER)
# The parameters that a request repeats in its header `Mcp-Name`.
NAME_PARAMETERS = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
META = "io.modelcontextprotocol/"
VERSION_KEY, CAPABILITIES_KEY = f"{META}protocolVersion", f"{META}clientCapabilities"

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR = -32602, -32603
SERVER_ERROR = -32000  # errors from outside the protocol: no key, too many or too large requests
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
    """A JSON-RPC error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data

    def as_json(self) -> Json:
        error: Json = {"code": self.code, "message": self.message}
        return error if self.data is None else {**error, "data": self.data}


@dataclass(frozen=True, slots=True)
class Message:
    """A request, or a notification if it has no id."""

    method: str
    params: Json = field(default_factory=dict)
    id: int | str | None = None
    is_modern: bool = False

    @property
    def is_request(self) -> bool:
        return self.id is not None


def parse_messages(body: Any, headers: Mapping[str, str]) -> list[Message | Fault]:
    """The message of a body, or those of a batch with a Fault for each invalid one. Raises Fault."""
    version = headers.get(VERSION_HEADER)
    if not isinstance(body, list):
        return [parse_message(body, headers)]
    if version not in VERSIONS_WITH_BATCHES:
        raise Fault(INVALID_REQUEST, "The body must be one JSON-RPC message: this revision has no batches")
    if not 0 < len(body) <= MOST_AT_ONCE:
        raise Fault(INVALID_REQUEST, f"A batch has 1 to {MOST_AT_ONCE} messages, not {len(body)}")
    return [_batch_message(each, headers) for each in body]


def parse_message(body: Any, headers: Mapping[str, str]) -> Message:
    """Raises Fault."""
    if not isinstance(body, dict) or body.get("jsonrpc") != "2.0" or not isinstance(body.get("method"), str):
        raise Fault(INVALID_REQUEST, "The body must be a JSON-RPC 2.0 request or notification")
    identifier, params = body.get("id"), body.get("params", {})
    if "id" in body and (isinstance(identifier, bool) or not isinstance(identifier, int | str)):
        raise Fault(INVALID_REQUEST, "The id of a request must be a string or an integer")
    if not isinstance(params, dict):
        raise Fault(INVALID_PARAMS, "params must be an object")
    method, version = body["method"], headers.get(VERSION_HEADER)
    is_modern = version in MODERN or _meta_version(params) is not None
    if not is_modern and version is not None and version not in HANDSHAKE:
        raise _unsupported(version)
    if is_modern and identifier is not None:
        _verify(method, params, headers)
    return Message(method, params, identifier, is_modern)


def id_of(body: Any) -> int | str | None:
    """The id of a body that may be invalid; None if it has none."""
    identifier = body.get("id") if isinstance(body, dict) else None
    return identifier if isinstance(identifier, int | str) and not isinstance(identifier, bool) else None


def result_of(identifier: int | str | None, result: Json) -> Json:
    return {"jsonrpc": "2.0", "id": identifier, "result": result}


def error_of(identifier: int | str | None, fault: Fault) -> Json:
    return {"jsonrpc": "2.0", "id": identifier, "error": fault.as_json()}


def decoded(value: str | None) -> str | None:
    """The value of a header, which may be encoded as `=?base64?…?=`; None if the encoding is damaged."""
    match = _ENCODED.fullmatch(value or "")
    if match is None:
        return value
    try:
        data = base64.b64decode(match["payload"], validate=True)
        return data.decode() if base64.b64encode(data).decode() == match["payload"] else None
    except (binascii.Error, ValueError):
        return None


def encoded(value: str) -> str:
    """A value as a header, encoded as `=?base64?…?=` if it is not plain ASCII."""
    is_plain = value.isascii() and value.isprintable() and value == value.strip()
    if is_plain and not _ENCODED.fullmatch(value):
        return value
    return f"=?base64?{base64.b64encode(value.encode('utf-8', 'replace')).decode()}?="


def _batch_message(body: Any, headers: Mapping[str, str]) -> Message | Fault:
    try:
        message = parse_message(body, headers)
        if message.is_modern or message.method == "initialize":
            raise Fault(INVALID_REQUEST, f"{message.method} cannot be part of a batch")
    except Fault as fault:
        return fault
    return message


def _meta_version(params: Json) -> Any:
    meta = params.get("_meta")
    version = meta.get(VERSION_KEY) if isinstance(meta, dict) else None
    return version if isinstance(version, str) else None


def _verify(method: str, params: Json, headers: Mapping[str, str]) -> None:
    """Checks that a modern request has all metadata and that headers and body agree. Raises Fault."""
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
    name = params.get(NAME_PARAMETERS.get(method, ""))
    if name is not None and decoded(headers.get(NAME_HEADER)) != name:
        raise _mismatch(NAME_HEADER, f"params.{NAME_PARAMETERS[method]} of the body")
    if meta[VERSION_KEY] not in MODERN:
        raise _unsupported(meta[VERSION_KEY])


def _mismatch(header: str, expected: str) -> Fault:
    return Fault(HEADER_MISMATCH, f"The header {header} is not {expected}")


def _unsupported(version: Any) -> Fault:
    data = {"supported": list(VERSIONS), "requested": version}
    return Fault(UNSUPPORTED_VERSION, "Unsupported protocol version", data)
