"""Reads what agents run in shells: `cd api && pytest -q tests` runs `pytest`, and "2 failed" is its failure. Pure.

A shell can do anything, so that its name says nothing about a task; the programs that it ran do.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

_SHELLS = """
    bash cmd console exec exec_command execute execute_bash execute_command local_shell powershell run run_command
    run_in_terminal run_shell run_shell_command run_terminal_cmd sh shell shell_command terminal zsh
"""
# Further general-purpose tools.
_OTHERS = """
    apply_patch cat code_interpreter create_file edit edit_file execute_code execute_python file_editor find glob grep
    ipython jupyter list_dir list_directory list_files ls multiedit notebookedit open_file python python_repl read
    read_file run_python search_files str_replace_based_edit_tool str_replace_editor think todowrite view view_file
    write write_file
"""
# Programs that only show something. What they print of others' errors is not their own failure.
_READERS = """
    awk cat cut df diff du echo env find grep head journalctl less ls nl printf ps pwd rg sort stat tail top tree uniq
    wc which
"""
# Further programs whose first word behind is an argument and not a part of what they do, as it is in `git commit`.
_WITH_ARGUMENTS = """
    chmod chown cp curl kill ln mkdir mv mysql patch ping psql pytest redis-cli rm rsync scp sed sqlite3 ssh tar tee
    touch unzip vi vim wget xargs zip
"""
# Programs and parts of programs that developers run with any task.
_EVERYDAY = (
    "black eslint git isort jest mypy node pre-commit prettier pytest ruff sed tox tsc vi vim vitest xargs"
)
_EVERYDAY_PARTS = "build check fmt format install lint test tests"  # `make test`
_AROUND = "cd export set source . true for while if pushd popd mkdir sleep jq"  # other programs
# Words of the shell, and programs that start the one behind them.
_SHELL_WORDS = "sudo time timeout nohup exec command env do done then else fi esac ! { } ("
_SHOWING_PARTS = "describe diff get list log logs ps show status"  # `git log`
_OPTIONS_OF_PLACE = "-n -C -H --namespace --context --kubeconfig --profile --region --project"  # with a value
SHELLS, READERS = frozenset(_SHELLS.split()), frozenset(_READERS.split())
GENERAL_TOOLS = SHELLS | frozenset(_OTHERS.split())
_PLAIN, _PASSING = READERS | frozenset(_WITH_ARGUMENTS.split()), READERS | frozenset(_AROUND.split())
_BEFORE, _WITH_VALUE = frozenset(_SHELL_WORDS.split()), frozenset(_OPTIONS_OF_PLACE.split())
_SHOWING = frozenset(_SHOWING_PARTS.split())
_ANY_TASK, _ANY_TASK_PARTS = READERS | frozenset(_EVERYDAY.split()), frozenset(_EVERYDAY_PARTS.split())
_LOGS = frozenset({"describe", "diff", "log", "logs", "show"})
_ARGUMENTS = ("command", "cmd", "script")  # of shells: the one with the command
_INTERPRETERS = re.compile(r"(?:bash|sh|zsh|node|ruby|perl|php|Rscript|deno|bun|python[\d.]*)\Z")
# Programs that run another one, and programs of which two words say what they do.
_RUNNERS = frozenset(
    {"npx", "bunx", "uv run", "poetry run", "pipenv run", "bundle exec", "pnpm exec", "yarn exec"}
)
_OF_TWO_WORDS = frozenset({"aws", "az", "gcloud", "gh"})
_OF_TWO_PARTS = frozenset({"npm run", "pnpm run", "yarn run", "docker compose", "kubectl rollout"})
_NO_PROGRAM = re.compile(r"-|\w+=|\d+[smhd]?\Z")  # `-E`, `DEBUG=1`, and the 30 of `timeout 30`
_AS_SOMEBODY = "-u"  # of sudo
_PROGRAM = re.compile(r"[\w.+][\w.+-]{0,39}\Z")
_PART_OF_IT = re.compile(r"[a-z][a-z:-]{1,29}\Z")
# Signs of a failure in what a program prints, the telling ones first; each up to the end of its line.
_FAILURES = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^(?:bash|zsh|sh)(?:: line \d{1,6})?: (?P<said>.*)",
        r"^(?:fatal|E(?:rror|RROR)): (?P<said>.*)",
        r"^error(?:\[E\d+\]| TS\d+)?: (?P<said>.*)",
        r"^\S{1,200}:\d+(?::\d+)?:? (?:fatal )?error: (?P<said>.*)",
        r"^(?:FAILED|ERROR) (?P<said>(?:tests?|spec|src)\S* .*)",
        r"^(?P<said>[A-Za-z_][\w.]{0,80}(?:Error|Exception): .*)",
        r"(?P<said>\b[1-9]\d{0,5} (?:failed|errors?)\b(?! (?:were |was )?(?:fixed|resolved)).*)",
        r"^(?:npm ERR! |make(?:\[\d{1,2}\])?: \*\*\* )(?P<said>.*)",
        r"(?P<said>\b(?:[Ee]xit(?:ed)?(?: with)? (?:code|status)|exit_code|returncode)\b\W{1,4}[1-9]\d{0,2}\b.*)",
    )
)
_GOES_ON = re.compile(r"(?:\b(?:do|then|else)|[;&|{(])\Z")
_DIRECTORY = re.compile(r"\A\s*cd \S{1,300}\s*(?:&&|;)\s*(?=\S)")
_HERE_DOCUMENT = re.compile(r"<<-?\s{0,2}['\"]?(?P<end>\w{1,40})['\"]?")
READ_CHARS = 1_000  # of a command


def command_of(tool: str, arguments: Mapping[str, Any]) -> str:
    """The beginning of the command that a call of a shell runs; empty for other tools."""
    if tool.casefold() not in SHELLS:
        return ""
    given = next((arguments[name] for name in _ARGUMENTS if arguments.get(name)), "")
    words = [str(word) for word in given] if isinstance(given, list) else []
    if words[1:2] in (["-c"], ["-lc"]):  # ["bash", "-lc", "make test"]
        words = words[2:]
    return (" ".join(words) if words else str(given))[:READ_CHARS]


def program_of(command: str) -> str:
    """`kubectl -n staging get pods -l app=api` -> `kubectl get`. Of several programs the last that does something."""
    named = [name for pipeline in _pipelines(command) if (name := _of_pipeline(pipeline))]
    return ([name for name in named if does_something(name)] or named or [""])[-1]


def in_one_line(command: str) -> str:
    """As it is shown: without comments, the texts of here documents, and a change of folder before everything else."""
    shown = ""
    for line in filter(None, map(str.strip, _lines(command))):
        shown += line if not shown else f" {line}" if _GOES_ON.search(shown) else f"; {line}"
    return _DIRECTORY.sub("", shown) or command


def does_something(program: str) -> bool:
    """Whether it does more than to show something: `git commit`, but not `git log`."""
    words = program.split()
    return words[0] not in _PASSING and words[-1] not in _SHOWING


def is_general(tool: str) -> bool:
    """Whether a tool or program is used for any task, so that sharing it says nothing: `edit_file`, `git commit`."""
    program, _, part = tool.casefold().partition(" ")
    return tool.casefold() in GENERAL_TOOLS or program in _ANY_TASK or part.split(" ")[-1] in _ANY_TASK_PARTS


def failure_of_run(program: str, printed: str) -> str:
    """What a program says went wrong; empty if nothing did, and for programs that only show something: what is in a log
    is no failure of `tail`.
    """
    words = program.split()
    if words[0] in _PASSING or words[-1] in _LOGS:
        return ""
    found = next((match["said"] for sign in _FAILURES if (match := sign.search(printed))), "")
    own = (line.partition(": ")[2] for line in printed.splitlines() if line.startswith(f"{words[0]}: "))
    return " ".join((found or next(own, "")).split())


def _of_pipeline(programs: Sequence[list[str]]) -> str:
    """The program that the others pass something to, or only show what it prints."""
    named = [name for words in programs if (name := _named(words))]
    return next(filter(does_something, named), named[0] if named else "")


def _pipelines(command: str) -> Iterator[list[list[str]]]:
    """What is run one after the other, each as the words of its programs."""
    pipeline: list[list[str]] = [[]]
    for before, word in pairwise(["", *_words(" ; ".join(_lines(command))), ";"]):
        if word in ("&&", "||", ";", "&"):
            yield pipeline
            pipeline = [[]]
        elif word in ("|", "|&"):
            pipeline.append([])
        elif pipeline[-1] or not (word in _BEFORE or _NO_PROGRAM.match(word) or before == _AS_SOMEBODY):
            pipeline[-1].append(word)


def _lines(command: str) -> Iterator[str]:
    """Without comments and here documents, and with continued lines in one."""
    end = ""
    for line in command.replace("\\\n", " ").splitlines():
        if end:
            end = "" if line.strip() == end else end
        elif not line.lstrip().startswith("#"):
            yield _HERE_DOCUMENT.sub("", line)
            begun = _HERE_DOCUMENT.search(line)
            end = begun["end"] if begun else ""


def _words(line: str) -> list[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|")
    lexer.whitespace_split, lexer.commenters = True, ""
    try:
        return list(lexer)
    except ValueError:  # a quotation without an end
        return line.split()


def _named(words: Sequence[str]) -> str:
    """The program and the part of it: `git commit`."""
    if not words:
        return ""
    program = words[0].strip("()").rpartition("/")[2]
    if not _PROGRAM.match(program):
        return ""
    if _INTERPRETERS.match(program):
        return _interpreted(program, words[1:])
    arguments = [] if program in _PLAIN else _arguments(words[1:])
    parts = [word for word in arguments[: 2 if program in _OF_TWO_WORDS else 1] if _PART_OF_IT.match(word)]
    name = " ".join([program, *parts])
    if program in _RUNNERS or name in _RUNNERS:
        return _named(arguments[1:] if name in _RUNNERS and parts else arguments) or name
    if name in _OF_TWO_PARTS and _PART_OF_IT.match("".join(arguments[1:2])):
        return f"{name} {arguments[1]}"
    return name


def _interpreted(program: str, rest: Sequence[str]) -> str:
    """The script or module that an interpreter runs; of a module without the interpreter."""
    if rest[:1] == ["-m"] and len(rest) > 1:
        return _named(rest[1:])
    script, part, *_ = [*_arguments(rest), "", ""] if rest[:1] != ["-c"] else ["", ""]
    name = script.rpartition("/")[2]
    if not _PROGRAM.match(name):
        return program
    return " ".join([program, name, *([part] if _PART_OF_IT.match(part) else [])])


def _arguments(words: Sequence[str]) -> list[str]:
    """Without options, and without the values of those that say where."""
    pairs = pairwise(["", *words])
    return [word for before, word in pairs if not (word.startswith("-") or before in _WITH_VALUE)]
