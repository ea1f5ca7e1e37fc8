"""`remember`, `recall` and `read`: the tools that the server offers to assistants, called without a model."""

from typing import Any, Literal
from urllib.parse import urlencode

from everos import types
from everos._call import Call, Scope
from everos.errors import error_of_status

STATUS = "everos/status"  # the HTTP status of this failure elsewhere in the API
SourceOfNote = Literal["user", "assistant", "document", "tool", "inferred"]


def remember(
    at: Scope,
    user_id: str,
    text: str,
    *,
    about: str | None = None,
    when: str | None = None,
    valid: str | None = None,
    source: SourceOfNote = "user",
) -> Call[types.Remembered]:
    """Stores a text unchanged as a note of the user. No model is called, and `recall` finds it at once.

    `valid` is a period, `2026-01-01/2026-06-30`, of which either side may be empty. The same words of the same day
    are kept once.
    """
    given = {"text": text, "about": about, "when": when, "valid": valid, "source": source}
    return _tool(at, user_id, "remember", given)


def recall(
    at: Scope,
    user_id: str,
    query: str,
    *,
    k: int = 8,
    max_tokens: int = 2000,
    as_of: str | None = None,
    explain: bool = False,
) -> Call[types.RecallAnswer]:
    """The facts, episodes and notes of a user that match a query: short, and limited in tokens, for a prompt."""
    given = {"query": query, "k": k, "max_tokens": max_tokens, "as_of": as_of, "explain": explain}
    return _tool(at, user_id, "recall", given)


def read(
    at: Scope, user_id: str, memory_id: str, *, section: str | None = None, max_tokens: int = 4000
) -> Call[dict[str, Any]]:
    """A memory of any kind, including notes, by sections; `section="history"` returns its earlier versions."""
    return _tool(at, user_id, "read", {"id": memory_id, "section": section, "max_tokens": max_tokens})


def _tool(at: Scope, user_id: str, name: str, given: dict[str, Any]) -> Call[Any]:
    arguments = {argument: value for argument, value in given.items() if value is not None}
    where = urlencode({"user": user_id, "app": at.app_id, "project": at.project_id})
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }
    return Call("POST", f"/mcp?{where}", body, read=_result)


def _result(answer: Any) -> Any:
    if "error" in answer:
        error = answer["error"]
        raise error_of_status(422)(422, error["message"], code=str(error["code"]), body=answer)
    result = answer["result"]
    if result.get("isError"):
        status = result.get("_meta", {}).get(STATUS, 422)
        raise error_of_status(status)(status, result["content"][0]["text"], body=answer)
    return result["structuredContent"]
