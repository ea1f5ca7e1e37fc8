"""A real proxy on loopback in front of a real server, configured by the very file of examples/proxy."""

import http.client
import socket
import ssl
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep

from tests.system.server import PROJECT, Server, free_port

NAME = "everos.example.org"
EXAMPLES = PROJECT / "examples" / "proxy"
SETTINGS = {
    "EVEROS_AUTH__REQUIRED": "true",
    "EVEROS_API__ALLOWED_HOSTS": NAME,
    "EVEROS_API__TRUSTED_PROXIES": "127.0.0.1",
    "EVEROS_API__HTTPS": "true",
}


@dataclass
class Reply:
    status: int
    body: bytes
    headers: http.client.HTTPMessage

    @property
    def cookies(self) -> dict[str, str]:
        """Each by its name, with its attributes."""
        lines = self.headers.get_all("Set-Cookie") or []
        return {line.split("=", 1)[0]: line for line in lines}


@dataclass
class Proxy:
    """`command` is what runs; requests go to its port under the server's public name."""

    folder: Path
    server: Server
    port: int = field(default_factory=free_port)
    plain_port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.certificate, self.key = self.folder / "cert.pem", self.folder / "key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(self.key), "-out", str(self.certificate)],
            check=True, capture_output=True,
        )  # fmt: skip

    def configuration(self, name: str, changes: Mapping[str, str]) -> Path:
        """The example with this machine's ports and paths; each of the changes must find something to change."""
        text = (EXAMPLES / name).read_text("utf-8")
        for there, here in changes.items():
            assert there in text, f"{name} has no {there!r}"
            text = text.replace(there, here)
        path = self.folder / name
        path.write_text(text)
        return path

    def run(self, command: list[str], env: Mapping[str, str] | None = None) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, env=dict(env) if env else None
            )
        deadline = monotonic() + 20
        while True:
            assert self.process.poll() is None, self.last_words()
            assert monotonic() < deadline, self.last_words()
            try:
                self.connect().close()
                return
            except OSError:
                sleep(0.05)

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)

    def last_words(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-4_000:]

    def connect(self, source: str = "127.0.0.1") -> ssl.SSLSocket:
        context = ssl.create_default_context(cafile=str(self.certificate))
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=30, source_address=(source, 0))
        return context.wrap_socket(plain, server_hostname=NAME)

    def request(
        self,
        method: str,
        path: str,
        body: str = "",
        headers: Mapping[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> Reply:
        """`source` is the address that the client has."""
        connection = http.client.HTTPConnection(NAME)
        connection.sock = self.connect(source)
        try:
            connection.request(method, path, body.encode() or None, dict(headers or {}))
            response = connection.getresponse()
            return Reply(response.status, response.read(), response.headers)
        finally:
            connection.close()


def nginx(folder: Path, server: Server) -> Proxy:
    proxy = Proxy(folder, server)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    path = proxy.configuration(
        "nginx.conf",
        {
            "http {\n": f"http {{\naccess_log {folder}/access.log;{temporary}\n",
            "listen 80;": f"listen 127.0.0.1:{proxy.plain_port};",
            "listen 443 ssl": f"listen 127.0.0.1:{proxy.port} ssl",
            "server 127.0.0.1:8000;": f"server 127.0.0.1:{server.port};",
            "/etc/ssl/everos/fullchain.pem": str(proxy.certificate),
            "/etc/ssl/everos/privkey.pem": str(proxy.key),
        },
    )
    proxy.run(
        ["nginx", "-p", str(folder), "-c", str(path),
         "-g", f"daemon off; pid {folder}/nginx.pid; error_log stderr;"]
    )  # fmt: skip
    return proxy


def caddy(folder: Path, server: Server) -> Proxy:
    proxy = Proxy(folder, server)
    path = proxy.configuration(
        "Caddyfile",
        {
            "\tadmin off\n": f"\tadmin off\n\tauto_https disable_redirects\n\thttp_port {proxy.plain_port}\n"
            "\tdefault_bind 127.0.0.1\n",
            f"\n{NAME} {{\n": f"\n{NAME}:{proxy.port} {{\n\ttls {proxy.certificate} {proxy.key}\n",
            "127.0.0.1:8000": f"127.0.0.1:{server.port}",
        },
    )
    home = {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    proxy.run(["caddy", "run", "--config", str(path), "--adapter", "caddyfile"], home)
    return proxy
