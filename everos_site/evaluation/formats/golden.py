"""Golden tests in YAML: a conversation and questions of one's own, as docs/evaluation.md describes them."""

import json
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError, model_validator
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from everos_site.evaluation.suite import InvalidSuite, Json, Question, Session, Suite, spoken_at
from memory.scope import LONGEST_ID

Words = Annotated[list[Annotated[str, Field(min_length=1)]], Field(default_factory=list)]
Id = Annotated[str, Field(min_length=1, max_length=LONGEST_ID)]


class Form(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class GoldenMessage(Form):
    sender: Id = Field(alias="from")
    text: str = Field(min_length=1)
    role: Literal["user", "assistant"] = "user"
    name: str | None = None
    at: datetime | date | None = None


class GoldenSession(Form):
    id: Id
    at: datetime | date | None = None
    messages: list[GoldenMessage] = Field(min_length=1)


class SessionFile(Form):
    """Sessions in the form of `add`: {"sessions": [{"session_id": …, "messages": […]}]}."""

    file: Path


def _form(given: Any) -> str:
    return "file" if "file" in given else "session"


Sessions = Annotated[
    Annotated[GoldenSession, Tag("session")] | Annotated[SessionFile, Tag("file")], Discriminator(_form)
]


class GoldenQuestion(Form):
    ask: str = Field(min_length=1)
    user: Id | None = None
    agent: Id | None = None
    find: Words
    not_find: Words
    sessions: Words
    nothing: bool = False
    category: str = ""
    method: Literal["keyword", "vector", "hybrid", "agentic"] | None = None
    top_k: int | None = Field(None, ge=1, le=100)
    as_of: datetime | date | None = None

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if (self.user is None) == (self.agent is None):
            raise ValueError("say whose memory is asked: `user` or `agent`")
        if not (self.find or self.not_find or self.sessions or self.nothing):
            raise ValueError("say what is expected: `find`, `not_find`, `sessions` or `nothing: true`")
        if self.nothing and (self.find or self.sessions):
            raise ValueError("`nothing` leaves no room for `find` and `sessions`")
        return self


class Golden(Form):
    app: str = "default"
    project: str = "eval"
    sessions: list[Sessions] = Field(default_factory=list)
    questions: list[GoldenQuestion] = Field(min_length=1)


def read(path: Path) -> list[Suite]:
    """Raises InvalidSuite."""
    try:
        golden = Golden.model_validate(YAML(typ="safe").load(path))
    except YAMLError as error:
        raise InvalidSuite(f"{path} is not YAML: {error}") from error
    except ValidationError as error:
        raise InvalidSuite("\n".join(f"{path}: {_mistake(each)}" for each in error.errors())) from error
    sessions = [session for given in golden.sessions for session in _sessions(given, path.parent)]
    known = {session.session_id for session in sessions}
    for question in golden.questions:
        if sessions and (unknown := set(question.sessions) - known):
            raise InvalidSuite(f"{path}: no session is called {sorted(unknown)[0]!r} ({question.ask!r})")
    return [Suite(golden.project, sessions, [_question(given) for given in golden.questions], golden.app)]


def _mistake(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"])
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


def _sessions(given: GoldenSession | SessionFile, folder: Path) -> list[Session]:
    if isinstance(given, SessionFile):
        return _of_file(folder / given.file)
    start = given.at or given.messages[0].at
    if start is None:
        raise InvalidSuite(f"session {given.id!r}: say with `at` when it was, or when its first message was")
    messages = []
    for number, message in enumerate(given.messages):
        moment = spoken_at(message.at, 0) if message.at else spoken_at(start, number)
        body = {
            "sender_id": message.sender,
            "role": message.role,
            "timestamp": moment,
            "content": message.text,
        }
        messages.append({**body, "sender_name": message.name} if message.name else body)
    return [Session(given.id, messages)]


def _of_file(path: Path) -> list[Session]:
    try:
        sessions = json.loads(path.read_text("utf-8"))["sessions"]
        return [Session(session["session_id"], session["messages"]) for session in sessions]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidSuite(
            f'{path} cannot be read as {{"sessions": [{{"session_id": …, "messages": […]}}]}}: {error}'
        ) from error


def _question(given: GoldenQuestion) -> Question:
    as_of = given.as_of and given.as_of.isoformat()
    search: Json = {"method": given.method, "top_k": given.top_k, "as_of": as_of}
    return Question(
        ask=given.ask,
        owner={"user_id": given.user} if given.user else {"agent_id": given.agent},
        category=given.category,
        find=given.find,
        not_find=given.not_find,
        sessions=frozenset(given.sessions),
        nothing=given.nothing,
        search={name: value for name, value in search.items() if value},
    )
