"""Prompts that a person chooses: to start with what is remembered, and to remember what was agreed."""

from memory.api.mcp.connection import Connection
from memory.api.mcp.tools.base import Json
from memory.api.mcp.tools.own import Profile, Recall, profile, recall
from memory.api.mcp.wire import INVALID_PARAMS, Fault

CONTEXT, KEEP = "context", "keep"
LISTED: list[Json] = [
    {
        "name": CONTEXT,
        "title": "What you know of me",
        "description": "Puts the profile, and what is remembered of a topic, into the conversation.",
        "arguments": [{"name": "topic", "description": "What it will be about.", "required": False}],
    },
    {
        "name": KEEP,
        "title": "Keep what we agreed",
        "description": "Asks to remember decisions, preferences and facts of this conversation.",
        "arguments": [],
    },
]
KEEP_TEXT = """Look back over this conversation. For each decision, preference or fact about me that will matter later,
call `remember` with one sentence that can be understood on its own: names instead of pronouns, dates instead of
"tomorrow". Leave out small talk, what you only assume, secrets and keys. Then list what you have kept."""


def get(connection: Connection, name: object, arguments: object) -> Json:
    """The messages of a prompt. Raises Fault for an unknown prompt or arguments that are not strings."""
    values = arguments if arguments is not None else {}
    if not isinstance(values, dict) or not all(isinstance(each, str) for each in values.values()):
        raise Fault(INVALID_PARAMS, "The arguments of a prompt must be strings")
    if name == CONTEXT:
        return _message("What is known of me", _context(connection, values.get("topic", "")))
    if name == KEEP:
        return _message("Keep what we agreed", KEEP_TEXT)
    raise Fault(INVALID_PARAMS, f"There is no prompt {str(name)[:100]}")


def _context(connection: Connection, topic: str) -> str:
    parts = [
        "This is remembered of me; use it where it helps.",
        profile.run(connection, Profile(user=None)).text,
    ]
    if topic.strip():
        found = recall.run(connection, Recall(query=topic)).text
        parts.append(f"Of {topic}:\n{found}")
    return "\n\n".join(parts)


def _message(description: str, text: str) -> Json:
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"description": description, "messages": [message]}
