"""The language model that one request asks for, with a key that is used for it and kept nowhere."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass

import httpcore2
import httpx2
from django.conf import settings
from pydantic import SecretStr

from memory.errors import InvalidInput, ModelUnavailable, RequestedModelUnavailable, UnsupportedContent
from memory.payloads import Rules
from memory.payloads.fetch import PublicOnly
from memory.providers.protocols import LanguageModel
from memory.providers.registry import get_language_model

SECTION = "llm_config"  # the field of the request
ACCOUNT = "(of the request)"  # in the account of calls; the names that clients think of have no end
OPENROUTER, OPENAI = "https://openrouter.ai/api/v1", "https://api.openai.com/v1"
DEFAULT_MODEL = "qwen/qwen3-235b-a22b-2507"
# Where a key of the environment belongs, and the model that is asked for there unless the request names one.
ENVIRONMENT = {"OPENROUTER_API_KEY": (OPENROUTER, DEFAULT_MODEL), "OPENAI_API_KEY": (OPENAI, "gpt-4.1-mini")}
NO_KEY = (
    "llm_config.api_key is missing: give one, or configure a model for the server (EVEROS_LLM__*). "
    "retrieve_lightweight works without a model."
)


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """What the request says; None where it says nothing."""

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

    Raises InvalidInput when there is none, or when its address must not be called; RequestedModelUnavailable when it
    fails while it is used.
    """
    try:
        with ExitStack() as request:
            yield _model(asked, request)
    except UnsupportedContent as refusal:
        raise InvalidInput(f"{SECTION}.base_url: {refusal}") from refusal
    except ModelUnavailable as error:
        raise RequestedModelUnavailable(str(error)) from error


def _model(asked: ModelConfig, request: ExitStack) -> LanguageModel:
    chosen = _settings(asked)
    if chosen is not None:
        from memory.providers.openai_llm import OpenAILanguageModel  # as long to load as all of Django

        _check_address(chosen.base_url)
        made = OpenAILanguageModel(chosen, SECTION, ACCOUNT, _client())
        return request.enter_context(closing(made))
    own = get_language_model() if asked.base_url is None else None
    if own is None:
        raise InvalidInput(NO_KEY)
    return own


def _settings(asked: ModelConfig) -> _Settings | None:
    if asked.api_key is not None:
        return _made(asked.api_key, asked.base_url or OPENROUTER, asked.model or DEFAULT_MODEL)
    for name, (home, model) in ENVIRONMENT.items():
        key = os.environ.get(name)
        if key and _may_go_to(asked.base_url, home):
            return _made(SecretStr(key), asked.base_url or home, asked.model or model)
    return None


def _may_go_to(base_url: str | None, home: str) -> bool:
    """A key of the server goes to whom it was given by; elsewhere only when it is its owner who calls."""
    return base_url is None or base_url.rstrip("/") == home or settings.EVEROS.api.on_loopback


def _made(api_key: SecretStr, base_url: str, model: str) -> _Settings:
    llm = settings.EVEROS.llm
    return _Settings(base_url, api_key, model, llm.timeout_seconds, llm.max_retries)


def _check_address(base_url: str) -> None:
    try:
        url = httpx2.URL(base_url)
    except httpx2.InvalidURL as error:
        raise InvalidInput("llm_config.base_url: not a valid address") from error
    if url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise InvalidInput("llm_config.base_url: an http:// or https:// address without a password is needed")


def _client() -> httpx2.Client | None:
    """Beyond loopback, one that reaches servers of the public internet only, whatever their names lead to."""
    return None if settings.EVEROS.api.on_loopback else httpx2.Client(transport=_Public(), trust_env=False)


class _Public(httpx2.HTTPTransport):
    def __init__(self) -> None:
        super().__init__(trust_env=False)
        self._pool = httpcore2.ConnectionPool(
            ssl_context=httpx2.create_ssl_context(trust_env=False), network_backend=PublicOnly(Rules())
        )
