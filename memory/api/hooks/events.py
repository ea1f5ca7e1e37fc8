"""Parses the events that coding agents send to hooks: one form for the three agents, which name fields differently."""

import re
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError, field_validator

from memory.errors import InvalidInput
from memory.text.cleaning import clean

Client = Literal["claude-code", "cursor", "codex"]
CLIENTS: tuple[Client, ...] = ("claude-code", "cursor", "codex")
# Cursor's names of events, and those of the other two agents.
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
# Text that the agent itself inserts in the role of the user.
_INSERTED = re.compile(r"\s*<(task-notification|local-command-\w+|bash-\w+|command-\w+|system-reminder)>")


class EventBody(BaseModel):
    """The body of an event. Unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str = Field(alias="hook_event_name", max_length=LONGEST_ID)
    session_id: str = Field(
        min_length=1, max_length=LONGEST_ID, validation_alias=AliasChoices("session_id", "conversation_id")
    )
    turn: str | None = Field(
        None, max_length=LONGEST_ID, validation_alias=AliasChoices("prompt_id", "turn_id", "generation_id")
    )
    prompt: str | None = None
    source: str | None = None  # the author of the prompt, or the reason for the start of the session
    response: str | None = Field(None, validation_alias=AliasChoices("last_assistant_message", "text"))
    tool_name: str | None = None
    tool_input: Any = None
    tool_output: Any = Field(None, validation_alias=AliasChoices("tool_response", "tool_output", "error"))
    tool_use_id: str | None = Field(None, max_length=LONGEST_ID)
    transcript_path: str | None = None
    transcript: list[str] | None = None  # its lines, added by `everos hook`
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
        """The folder in which the agent works."""
        return self.workspace_roots[0] if self.workspace_roots else self.cwd

    @property
    def typed_prompt(self) -> str | None:
        """The prompt, if a person typed it."""
        return None if self.source == "system" or self.prompt is None else text_by_person(self.prompt)


@dataclass(frozen=True, slots=True)
class HookEvent:
    """An event of one of the agents."""

    client: Client
    body: EventBody

    @property
    def name(self) -> str:
        return CURSOR.get(self.body.name, self.body.name)

    @property
    def session(self) -> str:
        """The id of the session in memory, with the agent's name: two agents may use the same id."""
        return f"{self.client}-{self.body.session_id}"


def parse_event(client: Client, body: Any) -> HookEvent:
    """Raises InvalidInput."""
    try:
        return HookEvent(client, EventBody.model_validate(body))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the event"
        raise InvalidInput(f"{where}: {first['msg']}") from None


def text_by_person(text: str) -> str | None:
    """The text; None if it is empty or was inserted by the agent."""
    return None if _INSERTED.match(text) or not text.strip() else text
