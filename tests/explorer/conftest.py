"""Memories of a few people, read through the pages of the explorer as a browser would."""

import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from memory.api_keys import ApiKey, user_named
from memory.grants import Action, limited

Key = Callable[..., str]
EPISODE = "alice_ep_20230508_00000001"
FACT = "alice_af_20230508_00000001"


@pytest.fixture
def browser(root: Path, db: None) -> Client:
    """A browser on the server's machine. Like a real one, it has to send the tokens of forms."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True, SERVER_NAME="127.0.0.1")


@pytest.fixture
def key(db: None) -> Key:
    def make(*actions: Action, **limits: Any) -> str:
        return ApiKey.objects.make(user_named("shop"), "test", limited(actions, **limits))[1]

    return make


def read(browser: Client, address: str, status: int = 200, **asked: Any) -> str:
    """The page, as it is sent."""
    answer = browser.get(f"/explorer/{address}", asked)
    assert answer.status_code == status, (address, answer.status_code, answer.content[:500])
    return answer.content.decode()


def words(page: str) -> str:
    """What a person reads on it."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def fields(page: str) -> dict[str, str]:
    """The hidden fields and texts of the form that posts to the page's own address."""
    form = re.search(
        r'<form method="post"(?: action="/explorer/(?:memory/edit|memory/forget|try)/")?>(.*?)</form>',
        page,
        re.S,
    )
    assert form, page
    found = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[1]))
    found |= dict(re.findall(r'<textarea name="(\w+)"[^>]*>\n?(.*?)</textarea>', form[1], re.S))
    return {name: html.unescape(value) for name, value in found.items()}


def send(browser: Client, address: str, form: dict[str, str]) -> HttpResponse:
    return browser.post(f"/explorer/{address}", form)


def sign_in(browser: Client, key: str) -> HttpResponse:
    return send(browser, "sign-in/", {**fields(read(browser, "sign-in/")), "key": key})
