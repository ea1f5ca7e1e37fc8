"""The YAML block at the head of a file.

Read with libyaml at every change of a file; written in place with ruamel.yaml only where a person may have formatted or
commented it. Dates and times stay text: the kinds define the types.
"""

import io
import re
from collections.abc import Mapping
from typing import Any

import yaml
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from memory.markdown import bounded_yaml

_FENCE = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_NO_WRAP = 2**31 - 1


def split_frontmatter(text: str) -> tuple[str | None, int]:
    """The YAML between the fences and the offset of the body; (None, 0) if there is no such block."""
    opening = _FENCE.match(text)
    closing = _FENCE.search(text, opening.end() + 1) if opening else None
    if opening is None or closing is None:
        return None, 0
    return text[opening.end() + 1 : closing.start()], min(closing.end() + 1, len(text))


def load_frontmatter(header: str) -> dict[str, Any]:
    """Raises ValueError with the line and the reason, for people."""
    try:
        loaded = bounded_yaml.load(header)
    except yaml.YAMLError as error:
        raise ValueError(_reason(error)) from None
    except (ValueError, OverflowError, RecursionError) as error:  # a number or the nesting is out of bounds
        raise ValueError(f"a value in the frontmatter cannot be read: {error}") from None
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise ValueError("the frontmatter must be `key: value` lines")
    return {str(key): value for key, value in loaded.items()}


def render_frontmatter(values: Mapping[str, Any]) -> str:
    """The block with its fences, without keys whose value is None."""
    stated = _writable({key: value for key, value in values.items() if value is not None})
    return _fenced(
        yaml.dump(stated, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=_NO_WRAP)
    )


def merge_frontmatter(header: str, updates: Mapping[str, Any]) -> str:
    """Sets keys of the block, or removes them where the value is None; everything else stays as a person wrote it.

    Raises ValueError if the header cannot be read.
    """
    stated = load_frontmatter(header)
    # Not edited by a person: takes a twentieth of the round-trip editor's time.
    if render_frontmatter(stated) == _fenced(header):
        return render_frontmatter({**stated, **updates})
    return _edited(header, updates)


def _edited(header: str, updates: Mapping[str, Any]) -> str:
    editor = YAML()
    editor.preserve_quotes = True
    editor.width = _NO_WRAP
    try:
        kept = editor.load(header)
    except YAMLError as error:
        raise ValueError(str(error)) from None
    if kept is None:
        return render_frontmatter(updates)
    for key, value in updates.items():
        if value is None:
            kept.pop(key, None)
        elif kept.get(key) != value:
            kept[key] = _unambiguous(_writable(value))
    buffer = io.StringIO()
    editor.dump(kept, buffer)
    return _fenced(buffer.getvalue())


def _fenced(header: str) -> str:
    return f"---\n{header}---\n"


def _reason(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f"line {error.problem_mark.line + 2}: {error.problem or error.context}"  # the fence is line 1
    return f"the frontmatter is not YAML: {error}"


def _writable(value: Any) -> Any:
    """YAML cannot hold lone surrogates, not even escaped."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_writable(key): _writable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_writable(item) for item in value]
    return value


def _unambiguous(value: Any) -> Any:
    """Quotes text that a reader of YAML 1.1 would take for another type."""
    if isinstance(value, str):
        dumped = yaml.dump(value, Dumper=yaml.CSafeDumper, allow_unicode=True, width=_NO_WRAP)
        return (
            value
            if dumped.removesuffix("\n").removesuffix("\n...") == value
            else DoubleQuotedScalarString(value)
        )
    if isinstance(value, dict):
        return {key: _unambiguous(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_unambiguous(item) for item in value]
    return value
