"""The files that evaluations are read from, one module for each format. They are the user's: nothing is downloaded."""

import json
from pathlib import Path
from typing import Any, Literal

from everos_site.evaluation.formats import beam, golden, locomo, longmemeval, personamem
from everos_site.evaluation.suite import InvalidSuite, Suite

Format = Literal["golden", "locomo", "longmemeval", "beam", "personamem"]


def read(path: Path, contexts: Path | None = None) -> tuple[Format, list[Suite]]:
    """Recognises the format by the file's name and content. Raises InvalidSuite."""
    try:
        if path.suffix in (".yaml", ".yml"):
            return "golden", golden.read(path)
        if path.suffix == ".csv":
            if contexts is None:
                raise InvalidSuite(f"{path}: questions of PersonaMem need --contexts shared_contexts_….jsonl")
            return "personamem", personamem.read(path, contexts)
        return _of_json(path)
    except InvalidSuite:
        raise
    except OSError as error:
        raise InvalidSuite(f"{path} cannot be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, SyntaxError) as error:
        raise InvalidSuite(
            f"{path} has another form than expected: {type(error).__name__}: {error}"
        ) from error


def _of_json(path: Path) -> tuple[Format, list[Suite]]:
    data = _objects(path)
    keys = set(data[0]) if data and isinstance(data[0], dict) else set()
    if {"haystack_sessions", "question"} <= keys:
        return "longmemeval", longmemeval.read(data)
    if {"conversation", "qa"} <= keys:
        return "locomo", locomo.read(data)
    if {"chat", "probing_questions"} <= keys:
        return "beam", beam.read(data)
    raise InvalidSuite(
        f"{path} is neither golden YAML nor a file of LoCoMo, LongMemEval, BEAM or PersonaMem (docs/evaluation.md)"
    )


def _objects(path: Path) -> list[Any]:
    text = path.read_text("utf-8")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.split("\n") if line.strip()]
    data = json.loads(text)
    return data if isinstance(data, list) else [data]
