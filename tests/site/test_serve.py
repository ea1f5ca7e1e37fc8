"""The server as a program: one a root, clear refusals, and an end that is quick and clean."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.fakes.openai_server import FakeOpenAI, Hang
from tests.system.client import NoAnswer, eventually
from tests.system.server import PROJECT, Server, free_port

COLLECTIONS = 'python_gc_collections_total{generation="0"}'
STOPS_WITHIN = 15  # seconds: four by the settings, and the machine may be busy


@pytest.fixture(scope="module")
def only_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests: the start after one end is the start before the next."""
    server = Server(tmp_path_factory.mktemp("only") / "memory", first=True)
    yield server
    server.kill()


@pytest.fixture
def server(only_server: Server) -> Server:
    """It runs, also after a test that has ended it."""
    return only_server if only_server.running else only_server.start()


def serve(server: Server, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Another server with the settings of `server`, which is expected to refuse."""
    return subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), "serve", *options],
        env={**server.env, **env},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=60,
    )


def pid(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def is_running(process: int) -> bool:
    """Whether it still does anything: one that has ended stays as a zombie until somebody asks for its result."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_for_end(server: Server, within: float) -> int:
    assert server.process is not None
    return server.process.wait(within)


def collections(server: Server) -> float:
    with urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=60) as page:
        [line] = [line for line in page.read().decode().splitlines() if COLLECTIONS in line]
    return float(line.split()[-1])


def test_garbage_is_collected_again_once_it_has_started(server: Server) -> None:
    before = collections(server)
    eventually(lambda: collections(server) > before, "another collection", within=20)


@pytest.mark.long
def test_a_second_server_on_the_root_is_refused_with_one_line(server: Server) -> None:
    refused = serve(server, EVEROS_API__PORT=str(free_port()))
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert len(refused.stderr.splitlines()) == 1
    assert f"is already served by process {pid(server)}" in refused.stderr
    assert server.client().health()["status"] == "ok"


def test_a_busy_port_is_refused_with_one_line(server: Server, tmp_path: Path) -> None:
    refused = serve(server, EVEROS_MEMORY__ROOT=str(tmp_path / "other"))
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert f"port {server.port}: Address already in use" in refused.stderr


def test_an_unusable_setting_is_refused_before_anything_starts(tmp_path: Path) -> None:
    server = Server(tmp_path / "memory", {"EVEROS_LLM__MODLE": "x"})
    refused = serve(server)
    assert refused.returncode == 1
    assert "everos.E002" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not (server.root / ".index" / "engine.lock").exists()


@pytest.mark.long
def test_it_serves_strangers_only_when_told_so(tmp_path: Path) -> None:
    server = Server(tmp_path / "memory")
    refused = serve(server, "--host", "0.0.0.0")
    assert refused.returncode == 1
    assert "everos.E010" in refused.stderr
    assert "EVEROS_AUTH__REQUIRED=true" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not (server.root / ".index" / "engine.lock").exists()
    told = serve(server, "--host", "192.0.2.1", EVEROS_AUTH__OPEN_TO_STRANGERS="true")
    assert "Cannot listen on 192.0.2.1" in told.stderr.splitlines()[-1]


def test_a_host_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    refused = serve(Server(tmp_path / "memory"), "--host", "192.0.2.1", EVEROS_AUTH__REQUIRED="true")
    assert refused.returncode == 1
    assert "Cannot listen on 192.0.2.1" in (told := refused.stderr.splitlines()[-1])
    assert "EVEROS_API__HOST" in told
    assert "Traceback" not in refused.stderr


@pytest.mark.long
def test_the_port_option_wins_over_the_setting(tmp_path: Path) -> None:
    server = Server(tmp_path / "memory")
    server.root.mkdir(exist_ok=True)
    server.root.chmod(0o755)
    port = free_port()
    with server.log.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, str(PROJECT / "manage.py"), "serve", "--port", str(port)],
            env=server.env, cwd=PROJECT, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    server.process, server.port = process, port
    try:
        server.wait_until_up()
    finally:
        server.kill()
    assert server.log.read_text().count("everos.W010") == 1, "a warning is told once"


@pytest.mark.parametrize(
    ("name", "whole_group"),
    [("SIGTERM", False), pytest.param("SIGTERM", True, marks=pytest.mark.long), ("SIGINT", True)],
    ids=["service-manager", "make-run", "ctrl-c"],
)
def test_it_stops_cleanly_whatever_its_clients_do(server: Server, name: str, whole_group: bool) -> None:
    said_before = len(server.log.read_text(errors="replace"))
    client = server.client()
    assert client.health()["status"] == "ok"  # and the connection stays open
    with socket.create_connection(("127.0.0.1", server.port)):  # and one that never says a word
        if whole_group:
            os.killpg(pid(server), getattr(signal, name))
        else:
            os.kill(pid(server), getattr(signal, name))
        assert wait_for_end(server, STOPS_WITHIN) == 0
    said = server.log.read_text()[said_before:]
    assert "Traceback" not in said
    assert said.endswith("EverOS has stopped.\n")


@pytest.mark.long
def test_what_hangs_is_no_reason_to_guess_at_memory(tmp_path: Path, fake_llm: FakeOpenAI) -> None:
    fake_llm.fail_always(Hang())
    hanging = Server(
        tmp_path / "memory", {"EVEROS_LLM__BASE_URL": fake_llm.url, "EVEROS_LLM__MODEL": "m"}
    ).start()
    try:
        asking = threading.Thread(target=remember, args=[hanging])
        asking.start()
        fake_llm.wait_for_calls(1)
        os.killpg(pid(hanging), signal.SIGINT)
        assert wait_for_end(hanging, STOPS_WITHIN) == 0
        asking.join()
        said = hanging.log.read_text()
        assert said.endswith("EverOS has stopped.\n")
        assert "memory?" not in said
        assert "SIGKILL" not in said
    finally:
        hanging.kill()


def remember(server: Server) -> None:
    client = server.client()
    said = {"sender_id": "alice", "role": "user", "timestamp": 1748390400000, "content": "I love climbing."}
    with contextlib.suppress(NoAnswer):
        client.add("s", [said])
        client.flush("s")


def test_it_says_where_everything_is(server: Server) -> None:
    said = server.log.read_text()
    for path in ("/api/v1/memory", "/docs", "/admin/", "/health"):
        assert f"http://127.0.0.1:{server.port}{path}" in said


@pytest.mark.long
def test_the_worker_of_a_killed_server_exits_and_frees_the_root(server: Server) -> None:
    worker, started = server.worker, server.workers_started
    os.kill(pid(server), signal.SIGKILL)
    wait_for_end(server, STOPS_WITHIN)
    server.start(wait=False)  # waits for the worker, which answers and holds the lock until it has noticed
    eventually(lambda: server.workers_started == started + 1, "the next server listens")
    assert not is_running(worker)
    assert server.client().health()["status"] == "ok"


def test_a_killed_worker_is_replaced(server: Server) -> None:
    first = server.worker
    server.kill_worker()
    assert server.risen().worker != first
    assert server.client().health()["status"] == "ok"


def test_the_process_that_forks_has_not_loaded_the_index(server: Server) -> None:
    assert "lancedb" not in Path(f"/proc/{pid(server)}/maps").read_text()
    assert "lancedb" in Path(f"/proc/{server.worker}/maps").read_text()


@pytest.mark.long
def test_a_deleted_index_folder_needs_no_command(server: Server) -> None:
    server.stop()
    subprocess.run(["rm", "-rf", str(server.root / ".index")], check=True)
    server.start()
    assert server.client().health()["status"] == "ok"
