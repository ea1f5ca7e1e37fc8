"""Where settings come from, which wins, and that a mistake is reported instead of raised or ignored."""

from pathlib import Path

import pytest

from everos_site.config import Problem, load


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def here(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def only(problems: list[Problem]) -> Problem:
    assert len(problems) == 1, problems
    return problems[0]


def test_without_any_settings_the_defaults_are_in_force(here: Path, home: Path) -> None:
    config, problems = load({"HOME": str(home)}, here)
    assert problems == []
    assert (config.api.host, config.api.port) == ("127.0.0.1", 8000)
    assert not config.llm.configured
    assert not config.embedding.configured


@pytest.mark.parametrize("place", ["project/.env", "home/.config/everos/.env", "home/.everos/.env"])
def test_a_dotenv_is_found_in_each_search_place(tmp_path: Path, here: Path, home: Path, place: str) -> None:
    write(tmp_path / place, "EVEROS_API__PORT=8123\n")
    config, problems = load({"HOME": str(home)}, here)
    assert problems == []
    assert config.api.port == 8123


@pytest.mark.parametrize("place", ["project", "home/.config/everos", "home/.everos"])
def test_a_toml_is_found_in_each_search_place(tmp_path: Path, here: Path, home: Path, place: str) -> None:
    write(tmp_path / place / "everos.toml", '[memory]\nroot = "/srv/memory"\ntimezone = "Asia/Shanghai"\n')
    config, problems = load({"HOME": str(home)}, here)
    assert problems == []
    assert config.memory.root == Path("/srv/memory")
    assert config.memory.timezone == "Asia/Shanghai"


def test_xdg_config_home_takes_the_place_of_dot_config(tmp_path: Path, here: Path, home: Path) -> None:
    write(tmp_path / "xdg/everos/.env", "EVEROS_API__PORT=8124\n")
    write(home / ".config/everos/.env", "EVEROS_API__PORT=8125\n")
    config, _ = load({"HOME": str(home), "XDG_CONFIG_HOME": str(tmp_path / "xdg")}, here)
    assert config.api.port == 8124


def test_the_first_dotenv_found_is_the_only_one_read(here: Path, home: Path) -> None:
    write(here / ".env", "EVEROS_API__PORT=8126\n")
    write(home / ".everos/.env", "EVEROS_API__PORT=1\nEVEROS_API__THREADS=3\n")
    config, _ = load({"HOME": str(home)}, here)
    assert (config.api.port, config.api.threads) == (8126, 16)


def test_the_environment_wins_over_dotenv_and_dotenv_over_toml(here: Path, home: Path) -> None:
    write(here / "everos.toml", "[api]\nport = 8001\nthreads = 1\nmax_body_bytes = 4096\n")
    write(here / ".env", "EVEROS_API__PORT=8002\nEVEROS_API__THREADS=2\n")
    config, problems = load({"HOME": str(home), "EVEROS_API__PORT": "8003"}, here)
    assert problems == []
    assert (config.api.port, config.api.threads, config.api.max_body_bytes) == (8003, 2, 4096)


def test_an_empty_value_means_unset(here: Path, home: Path) -> None:
    config, problems = load({"HOME": str(home), "EVEROS_LLM__MODEL": "", "EVEROS_API__PORT": ""}, here)
    assert problems == []
    assert not config.llm.configured


def test_a_purpose_has_a_model_of_its_own(here: Path, home: Path) -> None:
    write(
        here / "everos.toml",
        '[llm]\nmodel = "big"\n[llm.episode]\nmodel = "small"\n[llm.pets]\nmodel = "x"\n',
    )
    environ = {"HOME": str(home), "EVEROS_LLM__BOUNDARY__MODEL": "tiny"}
    config, problems = load(environ, here)
    models = {config.llm.model_for(purpose) for purpose in ("episode", "boundary", "extract_user_profile")}
    assert models == {"small", "tiny", "big"}
    assert [problem.setting for problem in problems] == ["[llm] pets__model"]


def test_limits_and_prices_are_tables(here: Path, home: Path) -> None:
    write(
        here / "everos.toml",
        '[budget]\nday = 5\n[budget.prices]\n"gpt-x" = [0.5, 2]\n[budget.parts."shop/rome"]\nmonth_tokens = 10\n',
    )
    config, problems = load({"HOME": str(home)}, here)
    assert problems == []
    assert (config.budget.day, config.budget.prices) == (5, {"gpt-x": (0.5, 2)})
    assert config.budget.parts["shop/rome"].month_tokens == 10
    wrong = {"EVEROS_BUDGET__PRICES": '{"x": [1]}', "EVEROS_BUDGET__PARTS": '{"shop": {"year": 1}}'}
    _, problems = load({"HOME": str(home), **wrong, "EVEROS_BUDGET__DAY": "0"}, here)
    assert {problem.setting for problem in problems} == {*wrong, "EVEROS_BUDGET__DAY"}


@pytest.mark.parametrize(
    "written", ["http://a.example,http://b.example", '["http://a.example", "http://b.example"]']
)
def test_a_list_is_words_between_commas_or_json(here: Path, home: Path, written: str) -> None:
    config, problems = load({"HOME": str(home), "EVEROS_API__CORS_ORIGINS": written}, here)
    assert problems == []
    assert config.api.cors_origins == ["http://a.example", "http://b.example"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EVEROS_API__PORT", "eighty"),
        ("EVEROS_API__PORT", "0"),
        ("EVEROS_API__THREADS", "-1"),
        ("EVEROS_MEMORY__TIMEZONE", "Mars/Olympus"),
        ("EVEROS_MEMORY__TIMEZONE", "../etc/passwd"),
        ("EVEROS_LLM__BASE_URL", "127.0.0.1:8080"),
        ("EVEROS_LOG__FORMAT", "xml"),
        ("EVEROS_LANCEDB__URI", "ftp://bucket/index"),
    ],
)
def test_a_wrong_value_is_reported_and_the_default_stays(
    here: Path, home: Path, name: str, value: str
) -> None:
    config, problems = load({"HOME": str(home), name: value, "EVEROS_LLM__TIMEOUT_SECONDS": "7"}, here)
    problem = only(problems)
    assert problem.kind == "value"
    assert name in problem.message
    assert value in problem.message
    assert "Value error" not in problem.message, "a word of the library"
    assert problem.hint.startswith("Allowed: ")
    assert config.llm.timeout_seconds == 7, "the other settings are in force"
    assert config.api.port == 8000
    assert config.memory.timezone == "UTC"


def test_several_wrong_values_are_all_reported(here: Path, home: Path) -> None:
    environ = {
        "HOME": str(home),
        "EVEROS_API__PORT": "x",
        "EVEROS_API__THREADS": "y",
        "EVEROS_LOG__LEVEL": "LOUD",
    }
    _, problems = load(environ, here)
    assert {problem.setting for problem in problems} == environ.keys() - {"HOME"}


def test_a_wrong_secret_is_not_shown(here: Path, home: Path) -> None:
    write(here / "everos.toml", "[llm]\napi_key = 271828182845\n")
    _, problems = load({"HOME": str(home)}, here)
    problem = only(problems)
    assert "[llm] api_key" in problem.message
    assert "271828182845" not in problem.message + problem.hint


def test_secrets_are_not_in_the_text_of_the_settings(here: Path, home: Path) -> None:
    config, _ = load({"HOME": str(home), "EVEROS_LLM__API_KEY": "sk-very-secret"}, here)
    assert "sk-very-secret" not in f"{config!r} {config}"


@pytest.mark.parametrize(
    ("name", "kind"),
    [("EVEROS_LLM__MODLE", "key"), ("EVEROS_LLMM__MODEL", "section"), ("EVEROS_LLM_MODEL", "section")],
)
def test_a_mistyped_name_is_reported_with_the_one_that_was_meant(
    here: Path, home: Path, name: str, kind: str
) -> None:
    for environ, origin in (({name: "m"}, "the environment"), ({}, str(here / ".env"))):
        write(here / ".env", "" if environ else f"{name}=m\n")
        _, problems = load({"HOME": str(home), **environ}, here)
        problem = only(problems)
        assert (problem.kind, problem.origin) == (kind, origin)
        assert "Did you mean EVEROS_LLM__MODEL?" in problem.hint


def test_a_mistyped_table_or_key_in_toml_is_reported(here: Path, home: Path) -> None:
    write(here / "everos.toml", 'port = 1\n[memroy]\nroot = "x"\n[memory]\nrot = "y"\n')
    _, problems = load({"HOME": str(home)}, here)
    assert {(problem.kind, problem.setting) for problem in problems} == {
        ("section", "port"),
        ("section", "[memroy] root"),
        ("key", "[memory] rot"),
    }


def test_names_of_other_programs_are_left_alone(here: Path, home: Path) -> None:
    write(here / ".env", "OPENAI_API_KEY=x\nENV=DEV\n")
    _, problems = load({"HOME": str(home), "EVEROS_HOME": "/opt/everos", "EVEROSION": "1"}, here)
    assert problems == []


def test_folders_are_named_by_their_whole_path(here: Path, home: Path) -> None:
    environ = {"HOME": str(home), "EVEROS_MULTIMODAL__FILE_URI_ALLOW_DIRS": "/srv/a, /srv/b"}
    config, problems = load(environ, here)
    assert (config.multimodal.file_uri_allow_dirs, problems) == (["/srv/a", "/srv/b"], [])
    environ["EVEROS_MULTIMODAL__FILE_URI_ALLOW_DIRS"] = "uploads"
    config, problems = load(environ, here)
    assert (config.multimodal.file_uri_allow_dirs, [p.kind for p in problems]) == ([], ["value"])


@pytest.mark.parametrize("content", [b"[api\nport=", b"[api]\nport = \xff\xfe"])
def test_an_unreadable_toml_is_reported(here: Path, home: Path, content: bytes) -> None:
    (here / "everos.toml").write_bytes(content)
    config, problems = load({"HOME": str(home)}, here)
    assert only(problems).kind == "file"
    assert config.api.port == 8000


def test_a_dotenv_that_is_not_utf8_is_reported(here: Path, home: Path) -> None:
    (here / ".env").write_bytes(b"EVEROS_API__PORT=\xff\n")
    _, problems = load({"HOME": str(home)}, here)
    assert only(problems).kind == "file"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EVEROS_DATABASE__URL", "mysql://everos:hunter2@db/everos"),
        ("EVEROS_DATABASE__URL", "postgresql://everos:hunter2@db"),
        ("EVEROS_BROKER__URL", "amqp://everos:hunter2@broker"),
        ("EVEROS_LANCEDB__STORAGE_OPTIONS", "aws_secret_access_key=hunter2"),
    ],
)
def test_a_wrong_address_is_reported_without_its_password(
    here: Path, home: Path, name: str, value: str
) -> None:
    config, problems = load({"HOME": str(home), name: value}, here)
    problem = only(problems)
    assert name in problem.message
    assert "hunter2" not in problem.message + problem.hint
    assert config.alone


def test_services_of_several_processes(here: Path, home: Path) -> None:
    given = {
        "HOME": str(home),
        "EVEROS_DATABASE__URL": "postgresql://everos:hunter2@db:5432/everos",
        "EVEROS_BROKER__URL": "redis://broker:6379/1",
        "EVEROS_LANCEDB__URI": "s3://memories/index/",
        "EVEROS_LANCEDB__STORAGE_OPTIONS": '{"endpoint": "http://store:9000", "allow_http": "true"}',
    }
    config, problems = load(given, here)
    assert problems == []
    assert not config.alone
    assert config.lancedb.uri == "s3://memories/index"
    assert config.lancedb.storage_options["allow_http"].get_secret_value() == "true"
    assert "hunter2" not in repr(config)
