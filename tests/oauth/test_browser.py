"""The question in a real browser, which holds the page to its own policy: yes leads to the application."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait

from tests.oauth.person import PASSWORD, Application, Pkce
from tests.system import chromium
from tests.system.chromium import follow
from tests.system.server import Server


class Callback(ThreadingHTTPServer):
    """Where the application waits for its code."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.came: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Handler(BaseHTTPRequestHandler):
    server: Callback

    def do_GET(self) -> None:
        self.server.came.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>Connected</title>")

    def log_message(self, *words: Any) -> None:
        pass


@pytest.fixture
def callback() -> Iterator[Callback]:
    waiting = Callback()
    yield waiting
    waiting.shutdown()


@pytest.fixture
def page() -> Iterator[WebDriver]:
    with chromium.opened() as browser:
        yield browser


@pytest.mark.long
def test_a_person_logs_in_unticks_and_connects(server: Server, page: WebDriver, callback: Callback) -> None:
    to = f"http://127.0.0.1:{callback.server_port}/callback"
    application, pkce = Application(server, to, name="Browser test"), Pkce()
    page.get(f"{application.base}/oauth/authorize?{urlencode(application.request(pkce))}")
    page.find_element(By.NAME, "username").send_keys("alice")
    page.find_element(By.NAME, "password").send_keys(PASSWORD)
    follow(page, "#login-form [type=submit]")
    shown = page.find_element(By.TAG_NAME, "body").text
    assert "An application that calls itself “Browser test” asks to open your memory" in shown
    assert f"127.0.0.1:{callback.server_port}" in shown
    page.find_element(By.CSS_SELECTOR, "[name=granted][value=forget]").click()
    page.find_element(By.NAME, "allow").click()
    WebDriverWait(page, 30).until(lambda b: b.title == "Connected")
    (came,) = [path for path in callback.came if path.startswith("/callback")]
    code = parse_qs(urlsplit(came).query)["code"][0]
    assert application.exchange(code, pkce).json()["scope"] == "read write"
