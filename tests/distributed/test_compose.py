"""What Docker is told, as far as it can be checked without it. That the processes work, every other test here shows:
they start the commands and the settings of docker-compose.yml."""

import ast
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
SECRETS = {"POSTGRES_PASSWORD": "chosen-by-a-person", "S3_PASSWORD": "by-another-person"}


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
    assert config.lancedb.storage_options["aws_secret_access_key"].get_secret_value() == "by-another-person"
    assert str(config.memory.root) == "/data"


def test_all_roles_share_one_image_and_one_volume() -> None:
    for role in compose.ROLES:
        service = SERVICES[role]
        assert (service["image"], service["volumes"]) == ("everos-django", ["memories:/data"])
        assert service["env_file"] == ".env"
        assert service["restart"] == "unless-stopped"
        assert service["cap_drop"] == ["ALL"]


def test_nothing_starts_before_what_it_needs_is_healthy() -> None:
    for role in compose.ROLES:
        for name, need in SERVICES[role]["depends_on"].items():
            ends = "command" in SERVICES[name] and SERVICES[name]["restart"] == "on-failure"
            assert need["condition"] == ("service_completed_successfully" if ends else "service_healthy")
            assert ends or "healthcheck" in SERVICES[name]


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
