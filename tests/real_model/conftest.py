"""One small model for the whole suite, in a process of its own, and language models that ask it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from everos_site.sections import LlmSection
from memory.providers.openai_llm import OpenAILanguageModel
from tests.system.server import free_port

SLOW = 240  # seconds: a hundred tokens take one second on a quiet machine, and twenty on a busy one


@pytest.fixture(scope="session")
def small_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What belongs into EVEROS_LLM__BASE_URL."""
    log = tmp_path_factory.mktemp("small-model") / "log"
    command = [sys.executable, str(Path(__file__).with_name("serve.py")), str(free_port())]
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address, log.read_text(errors="replace")[-2_000:]
            yield f"{address}/v1"
        finally:
            process.kill()


@pytest.fixture
def ask(small_model: str) -> Iterator[Callable[..., OpenAILanguageModel]]:
    models: list[OpenAILanguageModel] = []

    def make(**values: float) -> OpenAILanguageModel:
        config = {"base_url": small_model, "model": "smollm2", "timeout_seconds": SLOW, "max_retries": 0}
        models.append(OpenAILanguageModel(LlmSection.model_validate(config | values)))
        return models[-1]

    yield make
    for model in models:
        model.close()
