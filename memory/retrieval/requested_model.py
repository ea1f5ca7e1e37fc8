"""A language model that one request asks for, with a key that is used for it and stored nowhere."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass

import httpcore2
import httpx2
from django.conf import settings
from pydantic import SecretStr

from memory.errors import (
    InvalidInput,
    ModelBusy,
    ModelUnavailable,
    ModelUnreachable,
    RequestedModelUnavailable,
)
from memory.payloads.fetch import PublicOnly
from memory.payloads.payload import Rules
from memory.providers import budget
from memory.providers.protocols import LanguageModel
from memory.providers.registry import get_language_model
from memory.retrieval.refine import PURPOSE

SECTION = "llm_config"  # the field of the request
OPENROUTER, OPENAI = "https://openrouter.ai/api/v1", "https://api.openai.com/v1"
DEFAULT_MODEL = "qwen/qwen3-235b-a22b-2507"
# Where a key from the environment belongs, and the default model there.
ENVIRONMENT = {"OPENROUTER_API_KEY": (OPENROUTER, DEFAULT_MODEL), "OPENAI_API_KEY": (OPENAI, "gpt-4.1-mini")}
NO_KEY = (
    "llm_config.api_key is missing: give one, or configure a model for the server (EVEROS_LLM__*). "
    "retrieve_lightweight works without a model."
)
NO_ENDPOINT = (
    "llm_config.base_url: no model answers there. Name an OpenAI-compatible endpoint of the public internet, or one "
    "that EVEROS_LLM__REQUEST_BASE_URLS names"
)


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """The fields of the request; None where it has none."""

    api_key: SecretStr | None = None
    base_url: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class _Settings:
    base_url: str
    api_key: SecretStr
    model: str
    timeout_seconds: float
    max_retries: int


@contextmanager
def requested_model(asked: ModelConfig) -> Iterator[LanguageModel]:
    """The request's own model, else that of a key in the environment, else the server's.

    Raises InvalidInput if there is none, or if no model answers at the address in the request;
    RequestedModelUnavailable if it fails while it is used; ModelBusy.
    """
    try:
        with ExitStack() as request:
            yield _model(asked, request)
    except ModelBusy:
        raise
    except ModelUnreachable as error:
        if asked.base_url is None:
            raise RequestedModelUnavailable(str(error)) from error
        # The same text for a missing server, port or name and for a forbidden address.
        raise InvalidInput(NO_ENDPOINT) from error
    except ModelUnavailable as error:
        raise RequestedModelUnavailable(str(error)) from error


def _model(asked: ModelConfig, request: ExitStack) -> LanguageModel:
    chosen = _settings(asked)
    if chosen is not None:
        # Takes as long to import as all of Django.
        from memory.providers.openai_llm import OpenAILanguageModel

        made = OpenAILanguageModel(chosen, SECTION, budget.OF_REQUEST, _transport(chosen.base_url))
        return request.enter_context(closing(made))
    if settings.EVEROS.llm.configured and asked.base_url is None:
        budget.require(PURPOSE)
    own = get_language_model(PURPOSE) if asked.base_url is None else None
    if own is None:
        raise InvalidInput(NO_KEY)
    return own


def _settings(asked: ModelConfig) -> _Settings | None:
    """A key of the server is sent only to the address that it was configured for, whoever asks."""
    named = None if asked.base_url is None else _address(asked.base_url)
    if asked.api_key is not None:
        return _made(asked.api_key, named or OPENROUTER, asked.model or DEFAULT_MODEL)
    for name, (home, model) in ENVIRONMENT.items():
        key = os.environ.get(name)
        if key and named in (None, home):
            return _made(SecretStr(key), home, asked.model or model)
    return None


def _made(api_key: SecretStr, base_url: str, model: str) -> _Settings:
    llm = settings.EVEROS.llm
    return _Settings(base_url, api_key, model, llm.timeout_seconds, llm.max_retries)


def _address(base_url: str) -> str:
    """The address in canonical form. Raises InvalidInput for an invalid one."""
    try:
        url = httpx2.URL(base_url)
    except httpx2.InvalidURL as error:
        raise InvalidInput("llm_config.base_url: not a valid address") from error
    if url.scheme not in ("http", "https") or not url.host or url.userinfo or url.query or url.fragment:
        raise InvalidInput(
            "llm_config.base_url: an http:// or https:// address without a password, ? and # is needed"
        )
    return str(url).rstrip("/")


def _transport(base_url: str) -> httpx2.BaseTransport | None:
    """Connects to public internet servers only, whatever their names resolve to, and to those that a setting names.

    None for the built-in endpoints.
    """
    if base_url in (OPENROUTER, OPENAI):
        return None
    if base_url in map(_address, settings.EVEROS.llm.request_base_urls):
        return httpx2.HTTPTransport(trust_env=False)
    return _Public()


class _Public(httpx2.HTTPTransport):
    def __init__(self) -> None:
        super().__init__(trust_env=False)
        self._pool = httpcore2.ConnectionPool(
            ssl_context=httpx2.create_ssl_context(trust_env=False), network_backend=PublicOnly(Rules())
        )
