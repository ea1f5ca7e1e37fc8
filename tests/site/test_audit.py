"""What `make check` says of known vulnerabilities, with a service of its own in the place of osv.dev."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

PROJECT = Path(__file__).resolve().parents[2]
KNOWN = {
    "id": "PYSEC-2026-1",
    "summary": "it lets everybody in",
    "affected": [{"package": {"name": "django", "ecosystem": "PyPI"}, "ranges": []}],
}


@pytest.fixture
def requirements(tmp_path: Path) -> Path:
    path = tmp_path / "some.txt"
    path.write_text("".join(f"{name}==1.0 --hash=sha256:{'0' * 64}\n" for name in ("django", "celery")))
    return path


def audit(requirements: Path, osv: str) -> subprocess.CompletedProcess[str]:
    """With nobody to ask but `osv`: everything else lies behind a proxy that is not there."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        environment = {
            **os.environ,
            "PIP_AUDIT_OSV_URL": osv,
            "HTTPS_PROXY": f"http://127.0.0.1:{unused.getsockname()[1]}",
            "NO_PROXY": "127.0.0.1",
            "HOME": str(requirements.parent),
        }
        command = [sys.executable, str(PROJECT / ".ci" / "audit.py"), str(requirements)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_known_vulnerability_fails(httpserver: HTTPServer, requirements: Path) -> None:
    def answer(request: Request) -> Response:
        asked = json.loads(request.data)["package"]["name"]
        return Response(json.dumps({"vulns": [KNOWN]} if asked == "django" else {}))

    httpserver.expect_request("/").respond_with_handler(answer)
    done = audit(requirements, httpserver.url_for("/"))
    assert done.returncode == 1
    assert done.stderr == "VULNERABLE: django 1.0: PYSEC-2026-1\n"


def test_no_known_vulnerability(httpserver: HTTPServer, requirements: Path) -> None:
    httpserver.expect_request("/").respond_with_json({})
    done = audit(requirements, httpserver.url_for("/"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "No requirement has a known vulnerability.\n"


def test_without_the_data_it_says_that_nothing_was_checked(
    httpserver: HTTPServer, requirements: Path
) -> None:
    httpserver.expect_request("/").respond_with_data("", status=503)
    done = audit(requirements, httpserver.url_for("/"))
    assert done.returncode == 0
    assert "NOT CHECKED for known vulnerabilities: 2 requirements (celery, django): " in done.stderr
