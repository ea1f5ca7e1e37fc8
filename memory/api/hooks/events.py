"""What a coding agent tells its hooks: one shape for the three agents, whose fields have names of their own."""

import re
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, field_validator

from memory.errors import InvalidInput
from memory.text.cleaning import clean

Client = Literal["claude-code", "cursor", "codex"]
CLIENTS: tuple[Client, ...] = ("claude-code", "cursor", "codex")
# Cursor's names for what the two others call alike.
CURSOR = {
    "sessionStart": "SessionStart",
    "beforeSubmitPrompt": "UserPromptSubmit",
    "postToolUse": "PostToolUse",
    "afterAgentResponse": "Stop",
    "stop": "Stop",
    "preCompact": "PreCompact",
    "sessionEnd": "SessionEnd",
}
LONGEST_ID = 100
# What the agent's own machinery says in the user's place.
_MACHINE = re.compile(r"\s*<(task-notification|local-command-\w+|bash-\w+|command-\w+|system-reminder)>")


class Event(BaseModel):
    """Fields that the server does not know are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str = Field(alias="hook_event_name", max_length=LONGEST_ID)
    session_id: str = Field(
        min_length=1, max_length=LONGEST_ID, validation_alias=AliasChoices("session_id", "conversation_id")
    )
    turn: str | None = Field(
        None, max_length=LONGEST_ID, validation_alias=AliasChoices("prompt_id", "turn_id", "generation_id")
    )
    prompt: str | None = None
    source: str | None = None  # who wrote the prompt, or why the session starts
    response: str | None = Field(None, validation_alias=AliasChoices("last_assistant_message", "text"))
    tool_name: str | None = None
    tool_input: Any = None
    tool_output: Any = Field(None, validation_alias=AliasChoices("tool_response", "tool_output", "error"))
    tool_use_id: str | None = Field(None, max_length=LONGEST_ID)
    transcript_path: str | None = None
    transcript: list[str] | None = None  # lines of it, put in by `everos hook`
    cwd: str | None = None
    workspace_roots: list[str] = []

    @field_validator("session_id")
    @classmethod
    def _on_one_line(cls, value: str) -> str:
        cleaned = "".join(sign for sign in clean(value) if sign.isprintable())
        if not cleaned:
            raise ValueError("a session needs an id")
        return cleaned

    @property
    def folder(self) -> str | None:
        """In which the agent works."""
        return self.workspace_roots[0] if self.workspace_roots else self.cwd

    @property
    def asked(self) -> str | None:
        """What a person has typed."""
        return None if self.source == "system" or self.prompt is None else said_by_a_person(self.prompt)


@dataclass(frozen=True, slots=True)
class Heard:
    """An event, and of which agent."""

    client: Client
    event: Event

    @property
    def name(self) -> str:
        return CURSOR.get(self.event.name, self.event.name)

    @property
    def session(self) -> str:
        """Where its messages wait: sessions of two agents may have one id."""
        return f"{self.client}-{self.event.session_id}"


def heard(client: Client, body: Any) -> Heard:
    """Raises InvalidInput."""
    try:
        return Heard(client, Event.model_validate(body))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the event"
        raise InvalidInput(f"{where}: {first['msg']}") from None


def said_by_a_person(text: str) -> str | None:
    """None for what only looks like a prompt."""
    return None if _MACHINE.match(text) or not text.strip() else text
