"""MessageItem, ContentItem, ToolCall: what add takes as a message."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.contract.bodies import add, message, without
from tests.contract.conftest import Post

Refusal = Callable[[str, Any], str]


@pytest.mark.parametrize("name", ["sender_id", "role", "timestamp", "content"])
def test_field_is_required(refusal: Refusal, name: str) -> None:
    assert refusal("add", add(without(message(), name))) == f"Field required: messages.0.{name}"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"sender_id": ""}, "String should have at least 1 character: messages.0.sender_id"),
        ({"sender_id": "x" * 257}, "String should have at most 256 characters: messages.0.sender_id"),
        (
            {"sender_id": "a\nb"},
            "Value error, control characters are not allowed in an id: messages.0.sender_id",
        ),
        (
            {"sender_id": "a\x00b"},
            "Value error, control characters are not allowed in an id: messages.0.sender_id",
        ),
        ({"sender_id": ".."}, "Value error, '..' cannot be used as an id: messages.0.sender_id"),
        ({"sender_id": 7}, "Input should be a valid string: messages.0.sender_id"),
        ({"sender_id": None}, "Input should be a valid string: messages.0.sender_id"),
        ({"sender_name": 7}, "Input should be a valid string: messages.0.sender_name"),
        ({"role": "system"}, "Input should be 'user', 'assistant' or 'tool': messages.0.role"),
        ({"timestamp": 0}, "Input should be greater than 0: messages.0.timestamp"),
        ({"timestamp": -5}, "Input should be greater than 0: messages.0.timestamp"),
        ({"timestamp": True}, "Value error, a number is needed, not true or false: messages.0.timestamp"),
        ({"timestamp": "soon"}, "Input should be a valid integer"),
        ({"timestamp": 1.5}, "Input should be a valid integer"),
        ({"timestamp": None}, "Input should be a valid integer: messages.0.timestamp"),
        ({"timestamp": [1]}, "Input should be a valid integer: messages.0.timestamp"),
        ({"timestamp": 10**17}, "Value error, this time is after the year 9999"),
        ({"timestamp": 10**12 - 1}, "Value error, this time is after the year 9999"),
        ({"timestamp": 10**300}, "Value error, this time is after the year 9999"),
        ({"content": 7}, "Input should be a valid string: messages.0.content"),
        ({"content": {"text": "x"}}, "Input should be a valid string: messages.0.content"),
        (
            {"content": ["x"]},
            "Input should be a valid dictionary or instance of ContentItem: messages.0.content.0",
        ),
        ({"message_id": ""}, "String should have at least 1 character: messages.0.message_id"),
        ({"message_id": "x" * 257}, "String should have at most 256 characters: messages.0.message_id"),
        ({"tool_calls": "x"}, "Input should be a valid list: messages.0.tool_calls"),
        ({"tool_calls": [{}]}, "Field required: messages.0.tool_calls.0.id"),
        ({"tool_calls": [{"id": "1"}]}, "Field required: messages.0.tool_calls.0.function"),
        (
            {"tool_calls": [{"id": "1", "function": {"name": "f"}}]},
            "Field required: messages.0.tool_calls.0.function.arguments",
        ),
        (
            {"tool_calls": [{"id": "1", "function": {"name": "f", "arguments": {}}}]},
            "Input should be a valid string: messages.0.tool_calls.0.function.arguments",
        ),
        (
            {"role": "tool"},
            "Value error, a message with role tool needs the tool_call_id that it answers: messages.0",
        ),
    ],
)
def test_spoilt_message_is_refused(refusal: Refusal, change: dict[str, Any], told: str) -> None:
    assert refusal("add", add(message(**change))).startswith(told)


def test_the_error_names_the_message(refusal: Refusal) -> None:
    spoilt = add(message(), message(timestamp=1_748_390_400_001, role="narrator"))
    assert refusal("add", spoilt).endswith(": messages.1.role")


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ({"text": "x"}, "Field required: messages.0.content.0.type"),
        ({"type": "video", "uri": "http://x/y"}, "Input should be 'text', 'image',"),
        ({"type": "text"}, "Value error, the payload of a text item must be in text"),
        ({"type": "text", "uri": "http://x/y"}, "Value error, the payload of a text item must be in text"),
        (
            {"type": "text", "text": "x", "uri": "http://x/y"},
            "Value error, the payload of a text item must be in text",
        ),
        (
            {"type": "pdf"},
            "Value error, exactly one of text / uri / base64 must be provided: messages.0.content.0",
        ),
        (
            {"type": "pdf", "uri": "http://x/y", "base64": "eA=="},
            "Value error, exactly one of text / uri / base64",
        ),
        (
            {"type": "text", "text": "x", "mime": "y"},
            "Extra inputs are not permitted: messages.0.content.0.mime",
        ),
        (
            {"type": "text", "text": "x", "extras": []},
            "Input should be a valid dictionary: messages.0.content.0.extras",
        ),
    ],
)
def test_spoilt_content_item_is_refused(refusal: Refusal, item: dict[str, Any], told: str) -> None:
    assert refusal("add", add(message(content=[item]))).startswith(told)


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"sender_name": None, "tool_calls": None, "tool_call_id": None, "message_id": None},
        {"sender_name": "Alice Müller", "message_id": "m-1"},
        {"sender_id": "小明"},
        {"sender_id": "auth0|42"},
        {"sender_id": "x" * 256},
        {"timestamp": 1_748_390_400},
        {"timestamp": "1748390400000"},
        {"timestamp": 253_402_214_399_999},
        {"content": ""},
        {"content": "<|endoftext|> \x00 \x1b[31m"},
        {"content": [{"type": "text", "text": "x", "ext": None, "extras": {"page": 1}}]},
        {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "{}"}}]},
        {
            "content": [
                {"type": "text", "text": "x", "extras": {"n": 10**300, "\x00": [1.5, None, {"é": "\x1f"}]}}
            ]
        },
        {"content": []},
        {"sender_name": "x" * 10_000},
        {"role": "tool", "tool_call_id": "1"},
        {"role": "tool", "tool_call_id": "x" * 10_000},
        {"mood": "unknown fields are ignored", "tool_calls": []},
    ],
)
def test_valid_message_is_accepted(post: Post, change: dict[str, Any]) -> None:
    response = post("add", add(message(**change)))
    assert response.status_code == 200, response.content
    assert response.json()["data"] == {"message_count": 1, "status": "accumulated"}


@pytest.mark.parametrize("modality", ["image", "audio"])
def test_content_that_cannot_be_read_is_415(post: Post, modality: str) -> None:
    item = {"type": modality, "base64": "AAAA", "ext": "bin"}
    response = post("add", add(message(content=[item])))
    assert response.status_code == 415
    assert response.json()["error"]["code"] == "HTTP_ERROR"


def test_non_text_item_with_only_text_is_415(post: Post) -> None:
    response = post("add", add(message(content=[{"type": "html", "text": "<p>x</p>"}])))
    assert response.status_code == 415
