"""What people and tools have said, as data inside a prompt. Pure."""

import json
import re

# Control tokens of chat templates, such as <|im_end|>: some servers obey them even inside a message.
_CONTROL_TOKEN = re.compile(r"<(?=[|｜])|\[(?=/?INST\])|<(?=/?s>)")


def data_line(value: object) -> str:
    """One line of JSON without anything that a chat template would obey."""
    return _CONTROL_TOKEN.sub(lambda match: match[0] + " ", json.dumps(value, ensure_ascii=False))
