"""A chat model behind any OpenAI-compatible endpoint, asked for structured answers."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import httpx2
from openai.types.chat import ChatCompletionMessageParam
from pydantic import BaseModel

from memory.errors import AnswerCutOff, AnswerUnusable
from memory.providers import answers, budget, shares, structured
from memory.providers.completions import Choice, completion_of, count_tokens, request_completion
from memory.providers.deadline import Deadline
from memory.providers.endpoint import Endpoint, RequestRefused, RetryingSettings
from memory.providers.protocols import Shape
from memory.providers.tokens import head
from memory.providers.usage import Spending
from memory.text.cleaning import clean

SECTION = "EVEROS_LLM"
TOO_LONG = re.compile("context[ _-](length|size|window)", re.IGNORECASE)
RETURNED_TOKENS = 2000  # of a wrong answer, shown to the model when it is asked to correct it


@dataclass(frozen=True, slots=True)
class Dialect:
    """How much of the protocol an endpoint understands, as learned from what it refuses."""

    form: Literal["json_schema", "json_object", "text"] = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"

    def simpler(self, refusal: RequestRefused) -> "Dialect | None":
        """What to try next; None if nothing is left."""
        if self.limit == "max_tokens" and "max_completion_tokens" in refusal.detail:
            return replace(self, limit="max_completion_tokens")
        if TOO_LONG.search(refusal.detail):
            return None
        if self.form == "json_schema":
            return replace(self, form="json_object")
        return replace(self, form="text") if self.form == "json_object" else None


@dataclass(frozen=True, slots=True)
class _Question:
    """One structured question, independent of how it is sent to the endpoint; until when, and what it has cost."""

    system: str
    shape: type[BaseModel]
    max_tokens: int
    deadline: Deadline
    spent: Spending

    def request(self, dialect: Dialect, turns: Sequence[ChatCompletionMessageParam]) -> dict[str, Any]:
        schema = structured.schema_of(self.shape)
        system = self.system
        request: dict[str, Any] = {dialect.limit: self.max_tokens}
        if dialect.form == "json_schema":
            named = {"name": self.shape.__name__, "schema": schema, "strict": True}
            request["response_format"] = {"type": "json_schema", "json_schema": named}
        else:
            system += (
                f"\n\nAnswer with one JSON object of this JSON schema and nothing else:\n{json.dumps(schema)}"
            )
        if dialect.form == "json_object":
            request["response_format"] = {"type": "json_object"}
        return request | {"messages": [{"role": "system", "content": system}, *turns]}


class OpenAILanguageModel:
    """Thread-safe. Connects only when it is used."""

    def __init__(
        self,
        config: RetryingSettings,
        section: str = SECTION,
        account: str | None = None,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """`account` is the name under which calls are counted for a model that is not the server's own, since its
        answers say nothing about the server.

        `section` and `transport` are as for the endpoint.
        """
        self._endpoint = Endpoint(section, config, config.max_retries, transport)
        self._account = account
        # By shape: an endpoint may take one schema and refuse another.
        self._dialects: dict[type[BaseModel], Dialect] = {}

    @property
    def name(self) -> str:
        return self._endpoint.model

    def close(self) -> None:
        self._endpoint.close()

    def complete(self, purpose: str, system: str, user: str, shape: type[Shape], max_tokens: int) -> Shape:
        if self._account is None:
            budget.require(purpose)
        provider, model = (None, self._account) if self._account else (answers.LANGUAGE_MODEL, self.name)
        with (
            shares.LANGUAGE.one(),
            answers.noted(provider, f"The model call for {purpose}", purpose, model) as spent,
        ):
            deadline = Deadline.after(self._endpoint.timeout_seconds)
            question = _Question(clean(system), shape, max_tokens, deadline, spent)
            return self._answer(question, clean(user), shape)

    def _answer(self, question: _Question, user: str, shape: type[Shape]) -> Shape:
        """The model's answer. If it has the wrong form, the model is asked once more, with the reason."""
        turns: list[ChatCompletionMessageParam] = [{"role": "user", "content": user}]
        content = self._content(question, turns)
        try:
            return structured.read(content, shape)
        except structured.NotTheShape as problem:
            question.spent.failed(f"The model's answer is not of the asked form: {problem}.")
            request = (
                f"That cannot be used: {problem}. Answer again, with the whole corrected JSON object only."
            )
        turns.append({"role": "assistant", "content": head(clean(content), RETURNED_TOKENS) or "(nothing)"})
        turns.append({"role": "user", "content": request})
        content = self._content(question, turns)
        try:
            return structured.read(content, shape)
        except structured.NotTheShape as problem:
            message = f"The model {self.name!r} did not answer in the asked form, twice: {problem}."
            question.spent.failed(message)
            raise AnswerUnusable(message) from problem

    def _content(self, question: _Question, turns: Sequence[ChatCompletionMessageParam]) -> str:
        """The text of one complete answer. One that was cut off is requested once more, with twice the tokens."""
        choice = self._choice(question, turns)
        if choice.is_cut_off:
            question.spent.failed(self._why_not(choice, question))
            question = replace(question, max_tokens=2 * question.max_tokens)
            try:
                choice = self._choice(question, turns)
            except RequestRefused as refusal:
                raise AnswerCutOff(str(refusal)) from refusal
        if why := self._why_not(choice, question):
            question.spent.failed(why)
            raise AnswerCutOff(why) if choice.is_cut_off else AnswerUnusable(why)
        return choice.message.content or ""

    def _choice(self, question: _Question, turns: Sequence[ChatCompletionMessageParam]) -> Choice:
        body = self._negotiated(question, turns)
        completion = completion_of(body, self._endpoint, question.spent)
        choice = completion.choices[0]
        prompt = [question.system, *(str(turn.get("content")) for turn in turns)]
        count_tokens(question.spent, completion, prompt, choice.message.content or "")
        return choice

    def _negotiated(self, question: _Question, turns: Sequence[ChatCompletionMessageParam]) -> bytes:
        """Asks in the best form that this endpoint is known to accept, and in simpler ones while it refuses."""
        dialect = self._dialects.get(question.shape, Dialect())
        while True:
            request = {"model": self.name, **question.request(dialect, turns)}
            send = partial(request_completion, request=request)
            try:
                body = self._endpoint.call(send, question.deadline, question.spent)
            except RequestRefused as refusal:
                simpler = dialect.simpler(refusal)
                if simpler is None:
                    raise
                dialect = simpler
                continue
            self._dialects[question.shape] = dialect
            return body

    def _why_not(self, choice: Choice, question: _Question) -> str:
        reason = choice.unusable(question.max_tokens)
        return f"The answer of the model {self.name!r} {reason}." if reason else ""
