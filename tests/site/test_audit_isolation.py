"""`everos audit-isolation`: nothing is found on a sound server, and a check that is missing is."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from everos_site.isolation import audit as auditing
from everos_site.isolation import canaries
from memory.scope import OwnerType
from tests.site.test_cli import everos
from tests.system.client import Client
from tests.system.server import PROJECT, Server

HOLE = Path(__file__).parent / "hole"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in which keys are not held to their owners, beside others' memories."""
    paths = f"{HOLE}:{PROJECT}"
    env = {"PYTHONPATH": paths, "EVEROS_TEST_HOLE": "owners", "EVEROS_RATES__ENABLED": "false"}
    running = Server(tmp_path_factory.mktemp("audited") / "memory", env)
    try:
        yield running.start()
    finally:
        running.kill()


@pytest.mark.long
def test_a_sound_server_passes_on_a_root_of_its_own(tmp_path: Path) -> None:
    done = everos(tmp_path / "live", "audit-isolation", timeout=500)
    assert (done.returncode, "No key sees what is not its own." in done.stdout) == (0, True), done.stdout[
        -2000:
    ]
    assert not any((tmp_path / "live").rglob("*.md")), "the root of the settings is left alone"


@pytest.mark.long
def test_a_missing_check_is_found(server: Server, tmp_path: Path) -> None:
    env = {"DJANGO_SUPERUSER_PASSWORD": "kettle-and-tea"}
    server.manage("createsuperuser", "--noinput", "--username", "root", "--email", "", env=env)
    key = server.manage("token", "root").strip()
    asked = ["--url", f"http://127.0.0.1:{server.port}", "--key", key, "--first-leak"]
    done = everos(tmp_path, "audit-isolation", *asked, timeout=300)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "LEAK: the key of user alice-" in done.stdout
    assert "shows the memory of user bob-" in done.stdout
    keys = Client(server.port, token=key).request("GET", "/api/ops/keys?usable=true").body["items"]
    assert [each["user"] for each in keys] == ["root"]
    assert keys[0]["prefix"] == key[:8], "those of the audit have ended"


@pytest.mark.parametrize("given", [["--url", "http://127.0.0.1:1"], ["--key", "x"]])
def test_a_server_is_named_with_its_key(tmp_path: Path, given: list[str]) -> None:
    done = everos(tmp_path, "audit-isolation", *given)
    assert (done.returncode, "go together" in done.stderr) == (2, True)


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    done = everos(tmp_path, "audit-isolation", "--url", "http://127.0.0.1:1", "--key", "x")
    assert (done.returncode, "cannot be reached" in done.stderr) == (2, True)


def test_two_answers_are_alike_but_for_their_names() -> None:
    """What the audit holds against each other."""
    canary = canaries.new_canaries("test")[0]
    twin = canary.unknown_twin()
    told = [
        auditing.Answer(404, json.dumps({"error": f"no {each.id}", "request_id": each.topic, "n": 1}))
        for each in (canary, twin)
    ]
    assert auditing._comparable(told[0], canary) == auditing._comparable(told[1], twin)
    assert auditing._comparable(told[0], canary) != auditing._comparable(
        auditing.Answer(404, '{"n": 2}'), twin
    )


def test_the_canaries_have_an_id_of_two_types_and_messages_that_wait() -> None:
    planted = canaries.new_canaries("test")
    of_default = [canary for canary in planted if canary.in_default]
    by_id = Counter(canary.id for canary in of_default)
    assert {canary.type for canary in of_default if by_id[canary.id] > 1} == {OwnerType.USER, OwnerType.AGENT}
    assert {canary.type for canary in planted if canary.waits} == {OwnerType.USER, OwnerType.GROUP}
    assert len({canary.session for canary in of_default}) == len(of_default), "each in sessions of its own"
