"""A chat completion: how it is requested and received, what it costs, and whether its content can be used."""

from collections.abc import Iterable
from typing import Any

import openai
from pydantic import BaseModel, Field

from memory.providers.endpoint import Endpoint
from memory.providers.tokens import Reported, Usage, estimate_tokens
from memory.providers.usage import Spending


class Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class Choice(BaseModel):
    message: Message
    finish_reason: str | None = None

    @property
    def is_cut_off(self) -> bool:
        return self.finish_reason == "length"

    def unusable(self, max_tokens: int) -> str | None:
        """Why the answer cannot be used. One that was cut off is not repaired: the rest would be lost."""
        if self.is_cut_off:
            return f"was cut off at {max_tokens} tokens"
        if self.finish_reason == "content_filter" or self.message.refusal:
            return "was refused by the model or its content filter"
        return None


class Completion(BaseModel):
    """What is read from an answer; everything else may be missing or unusual."""

    choices: list[Choice] = Field(min_length=1)
    usage: Usage = Reported()


def request_completion(client: openai.OpenAI, seconds: float, request: dict[str, Any]) -> bytes:
    """The body of the answer to one request."""
    create = client.chat.completions.with_streaming_response.create
    with create(timeout=seconds, **request) as response:
        return response.http_response.read()


def completion_of(body: bytes, endpoint: Endpoint, spent: Spending) -> Completion:
    """Raises ModelUnreachable for anything else."""
    with endpoint.reading("a chat completion", spent):
        return Completion.model_validate_json(body)


def count_tokens(spent: Spending, completion: Completion, prompt: Iterable[str], answer: str) -> None:
    """Adds the tokens that the endpoint reports; if it reports none, an estimate from these texts."""
    reported = completion.usage
    if reported.prompt_tokens:
        spent.prompt_tokens += reported.prompt_tokens
        spent.completion_tokens += reported.completion_tokens
        return
    spent.prompt_tokens += sum(map(estimate_tokens, prompt))
    spent.completion_tokens += estimate_tokens(answer)
