"""One server with an authorization server, and the people who have a password there."""

import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.oauth.person import PASSWORD, Application, Person
from tests.system.server import Server

PEOPLE = (
    "from django.contrib.auth.models import User;"
    f"[User.objects.create_user(name, password={PASSWORD!r}) for name in ('alice', 'bob', 'gone')];"
    f"User.objects.create_superuser('operator', password={PASSWORD!r})"
)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    """Of the address at which applications publish documents about themselves; the server trusts it."""
    if not shutil.which("openssl"):
        pytest.skip("no openssl on PATH, to make a certificate")
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.2",
         "-addext", "subjectAltName=IP:127.0.0.2,IP:127.0.0.1,DNS:localhost",
         "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    context.certificate = folder / "cert.pem"  # type: ignore[attr-defined]
    return context


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, certificate: ssl.SSLContext) -> Iterator[Server]:
    path: Path = certificate.certificate  # type: ignore[attr-defined]
    running = Server(
        tmp_path_factory.mktemp("oauth") / "memory",
        {
            "DJANGO_SETTINGS_MODULE": "tests.oauth.settings",
            "EVEROS_AUTH__REQUIRED": "true",
            "EVEROS_API__TRUSTED_PROXIES": "127.0.0.1",
            "EVEROS_AUTH__OAUTH_APP_SCHEMES": "cursor,com.example.app",
            "SSL_CERT_FILE": str(path),
        },
    )
    running.env["EVEROS_AUTH__OAUTH_URL"] = f"http://127.0.0.1:{running.port}"
    try:
        running.start()
        running.manage("shell", "--no-imports", "--command", PEOPLE)
        yield running
    finally:
        running.kill()


@pytest.fixture(scope="session")
def alice(server: Server) -> Person:
    return Person(server)


@pytest.fixture(scope="session")
def application(server: Server) -> Application:
    return Application(server)
