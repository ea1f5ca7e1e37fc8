"""What a browser does for a page, without the page: cookies, forms, headers."""

import http.client
import re
from urllib.parse import urlencode


class Browser:
    """Keeps cookies, and sends them with whatever it sends."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookies: dict[str, str] = {}
        self.status = 0
        self.headers: http.client.HTTPMessage = http.client.HTTPMessage()

    def call(
        self,
        method: str,
        path: str,
        body: dict[str, str] | str | None = None,
        more: dict[str, str] | None = None,
    ) -> str:
        is_form = isinstance(body, dict)
        headers = {
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded" if is_form else "application/json",
            **(more or {}),
        }
        sent = urlencode(body) if isinstance(body, dict) else body
        self.connection.request(method, path, sent, headers)
        answer = self.connection.getresponse()
        self.status, self.headers = answer.status, answer.headers
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        text = answer.read().decode()
        self.connection.close()  # the next call may be a while away
        return text

    def log_in(self, name: str, password: str, more: dict[str, str] | None = None) -> str:
        """The page that follows; a success is a 302."""
        form = self.call("GET", "/admin/login/", more=more)
        [hidden] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
        sent = {"username": name, "password": password, "csrfmiddlewaretoken": hidden}
        return self.call("POST", "/admin/login/", sent, more)
