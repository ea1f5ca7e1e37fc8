"""What Docker is told, as far as it can be checked without it. That the processes work, every other test here shows:
they start the commands and the settings of docker-compose.yml."""

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from everos_site import alive
from everos_site.config import load
from everos_site.starter import starter_env
from tests.distributed import compose
from tests.distributed.stack import HEALTH_NAMES
from tests.system.server import PROJECT

DOCKERFILE = (PROJECT / "Dockerfile").read_text("utf-8")
SERVICES = compose.services()
SECRETS = {"POSTGRES_PASSWORD": "chosen-by-a-person"}
PINNED = r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}"


def stages() -> list[str]:
    return re.split(r"^(?=FROM )", DOCKERFILE, flags=re.MULTILINE)[1:]


def copied(stage: str) -> set[str]:
    """What a stage takes from the project."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", stage, flags=re.MULTILINE)
    return {source for line in lines for source in line.split()[:-1]}


@pytest.mark.parametrize("role", compose.ROLES)
def test_the_settings_of_a_role_are_right(role: str, tmp_path: Path) -> None:
    environment = compose.environment(role, SECRETS, places={})
    config, problems = load({**environment, "HOME": str(tmp_path)}, tmp_path)
    assert problems == []
    assert not config.alone
    assert config.database.url is not None
    assert "chosen-by-a-person" in config.database.url.get_secret_value()
    assert config.lancedb.uri is None, "the index is on the volume that all of them share"
    assert str(config.memory.root) == "/data"


def test_all_roles_share_one_image_and_one_volume() -> None:
    for role in compose.ROLES:
        service = SERVICES[role]
        assert (service["image"], service["volumes"]) == ("everos-django", ["memories:/data"])
        assert service["env_file"] == ".env"
        assert service["restart"] == "unless-stopped"


def test_an_object_store_is_a_matter_of_the_env_file() -> None:
    """Nothing that docker-compose.yml sets would win over it."""
    chosen = {"EVEROS_LANCEDB__URI": "s3://everos/index", **SECRETS}
    for role in compose.ROLES:
        assert compose.environment(role, chosen, places={})["EVEROS_LANCEDB__URI"] == "s3://everos/index"


@pytest.mark.parametrize("name", SERVICES)
def test_each_container_may_do_no_more_than_it_must(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert "privileged" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is True
    assert "/tmp" in service["tmpfs"]
    assert name in compose.ROLES or service["user"] == name, "not root"


def test_only_its_processes_reach_the_database_and_redis() -> None:
    networks = yaml.safe_load((PROJECT / "docker-compose.yml").read_text("utf-8"))["networks"]
    assert networks["services"]["internal"] is True
    for name, service in SERVICES.items():
        assert service["networks"] == (["services", "outside"] if name in compose.ROLES else ["services"])


def test_every_image_is_named_by_its_digest() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, flags=re.MULTILINE)
    foreign = [service["image"] for name, service in SERVICES.items() if name not in compose.ROLES]
    assert len(set(bases)) == 1
    assert foreign
    for image in bases + foreign:
        assert re.fullmatch(PINNED, image), image


def test_make_digests_writes_what_docker_says(tmp_path: Path) -> None:
    """Into both files, and nothing else of them changes."""
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(f"#!/bin/sh\necho sha256:{'5e' * 32}\n")
    docker.chmod(0o755)
    files = [tmp_path / "docker-compose.yml", tmp_path / "Dockerfile"]
    for file in files:
        shutil.copy(PROJECT / file.name, file)
    environment = {"PATH": f"{docker.parent}:{os.environ['PATH']}"}
    command = ["make", "--file", str(PROJECT / "Makefile"), "digests"]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    for file in files:
        text = (PROJECT / file.name).read_text("utf-8")
        assert file.read_text("utf-8") == re.sub(r"@sha256:[0-9a-f]{64}", f"@sha256:{'5e' * 32}", text)


def test_nothing_starts_before_what_it_needs_is_healthy() -> None:
    for role in compose.ROLES:
        for name, need in SERVICES[role]["depends_on"].items():
            assert need["condition"] == "service_healthy"
            assert "healthcheck" in SERVICES[name]


@pytest.mark.parametrize("role", compose.ROLES)
def test_each_health_check_asks_for_its_own_role(role: str) -> None:
    test = SERVICES[role]["healthcheck"]["test"]
    assert test == ["CMD", "python", "-m", "everos_site.alive", HEALTH_NAMES.get(role, role)]
    assert test[-1] in alive.ROLES


def test_only_the_loopback_of_the_machine_reaches_it() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert list(published) == ["web"]
    assert all(port.startswith("127.0.0.1:") for port in published["web"])


def test_no_password_stands_in_the_file() -> None:
    """Each comes from `.env`, and Docker says which one is missing."""
    text = (PROJECT / "docker-compose.yml").read_text("utf-8")
    for name in SECRETS:
        assert re.search(rf"^# {name}=$", starter_env(), flags=re.MULTILINE)
        assert f"${{{name}:?" in text
    with pytest.raises(AssertionError, match="choose one in"):
        compose.environment("web", {}, places={})
    given = [str(value) for service in SERVICES.values() for value in service.get("environment", {}).items()]
    secret = [value for value in given if re.search(r"PASSWORD'|SECRET|://\w+:\S+@", value)]
    assert secret
    assert all("${" in value for value in secret)


def test_every_volume_is_named() -> None:
    used = {mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])}
    declared: dict[str, Any] = yaml.safe_load((PROJECT / "docker-compose.yml").read_text("utf-8"))["volumes"]
    assert used == set(declared)


def test_the_image_holds_all_that_the_product_imports() -> None:
    build, final = stages()
    packages = {path.parent.name for path in PROJECT.glob("*/apps.py")} | {"everos_site", "templates"}
    assert packages <= copied(build)
    assert {"manage.py", "pyproject.toml", "requirements/base.txt"} <= copied(build)
    assert all((PROJECT / source).exists() for source in copied(build))
    assert copied(final) == set(), "only what was built"
    assert "apt-get" not in final


def test_the_builder_is_sent_exactly_what_it_copies() -> None:
    lines = (PROJECT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in lines, "everything is left out that is not named"
    assert {line[1:] for line in lines if line.startswith("!")} == copied(stages()[0])


def test_the_image_runs_as_nobody_in_particular() -> None:
    final = stages()[-1]
    [user] = re.findall(r"^USER (\d+):(\d+)$", final, flags=re.MULTILINE)
    assert user == ("10001", "10001")
    assert final.index("USER ") < final.index("CMD ")
    assert "HEALTHCHECK" in final


def test_the_image_starts_the_embedded_mode_by_itself() -> None:
    [command] = re.findall(r"^CMD (\[.+\])$", stages()[-1], flags=re.MULTILINE)
    assert ast.literal_eval(command) == compose.command("web")


@pytest.mark.skipif(shutil.which("docker") is None, reason="docker is not there")
def test_docker_reads_the_file_as_we_do(tmp_path: Path) -> None:
    if subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("docker compose is not there")
    env_file = tmp_path / ".env"
    env_file.write_text("".join(f"{name}={value}\n" for name, value in SECRETS.items()))
    shutil.copy(PROJECT / "docker-compose.yml", tmp_path)
    done = subprocess.run(
        ["docker", "compose", "--env-file", str(env_file), "config"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    shown = yaml.safe_load(done.stdout)["services"]
    for role in compose.ROLES:
        assert shown[role]["command"] == compose.command(role)
        for name, value in compose.environment(role, SECRETS, places={}).items():
            assert str(shown[role]["environment"][name]) == value
