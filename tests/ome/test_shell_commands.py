"""What agents run in shells: which program it was, and whether it failed."""

import pytest

from ome.strategies.extract_agent_case.commands import (
    command_of,
    failure_of_run,
    in_one_line,
    is_general,
    program_of,
)
from ome.strategies.extract_agent_case.rules import Case, case_of
from tests.ome.trajectories import answer, call, say


@pytest.mark.parametrize(
    ("command", "program"),
    [
        ("kubectl -n staging get pods -l app=api", "kubectl get"),
        ("cd src && pytest -q tests | tail -5", "pytest"),
        ("FOO=1 sudo systemctl restart nginx", "systemctl restart"),
        ("for i in 1 2 3; do pytest tests/test_upload.py -q; done", "pytest"),
        ("git -C repo commit -m 'x && y'", "git commit"),
        ("git status && git add -A && git commit -m fix", "git commit"),
        (
            "kubectl rollout restart deploy/api && kubectl rollout status deploy/api",
            "kubectl rollout restart",
        ),
        ("python -m pytest -q", "pytest"),
        ("python3 export.py --once", "python3 export.py"),
        ("poetry run python manage.py migrate", "python manage.py migrate"),
        ("./scripts/run.sh --all", "run.sh"),
        ("cat <<'EOF' > x.py\nrm('-rf')\nEOF", "cat"),
        ("cat > x.py <<'EOF'\nprint(1)\nEOF\npython x.py", "python x.py"),
        ("cat <<EOF | kubectl apply -f -\nkind: Pod\nEOF", "kubectl apply"),
        ("# look around\npytest -q", "pytest"),
        ("git add . # all of it\ngit push", "git push"),
        ("curl http://127.0.0.1/#top && make deploy", "make deploy"),
        ("kubectl get pods \\\n  -n staging", "kubectl get"),
        ("sudo -u postgres psql -c 'select 1'", "psql"),
        ("timeout 30 make test", "make test"),
        ("while true; do sleep 5; done", "sleep"),
        ("npm run build", "npm run build"),
        ("npx tsc --noEmit", "tsc"),
        ("aws iam get-role-policy --role-name export", "aws iam get-role-policy"),
        ("(cd a; make)", "make"),
        ("tail -50 logs/export.log", "tail"),
        ("ls", "ls"),
        ("cd /x", "cd"),
        ("'a quotation without an end", ""),
        ("", ""),
        ("x" * 5_000, ""),
        ("$(rm -rf /)", ""),
    ],
)
def test_the_program_of_a_command(command: str, program: str):
    assert program_of(command) == program


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("cd /srv/api && git pull", "git pull"),
        ("# look around\npytest -q", "pytest -q"),
        ("set -e\ncd api\n\nnpm ci\nnpm test", "set -e; cd api; npm ci; npm test"),
        ("for f in *; do\n  make $f\ndone", "for f in *; do make $f; done"),
        ("cat > x.py <<'EOF'\nprint(1)\nEOF\npython x.py", "cat > x.py; python x.py"),
        ("kubectl get pods \\\n  -n staging", "kubectl get pods -n staging"),
        ("ls", "ls"),
        ("# only a remark", "# only a remark"),
    ],
)
def test_a_command_is_shown_in_one_line_and_is_the_same_program(command: str, shown: str):
    assert " ".join(in_one_line(command).split()) == shown
    assert program_of(shown) == program_of(command)


@pytest.mark.parametrize(
    ("tool", "arguments", "command"),
    [
        ("Bash", {"command": "make test", "description": "tests"}, "make test"),
        ("shell", {"command": ["bash", "-lc", "make test"]}, "make test"),
        ("local_shell", {"command": ["make", "test"]}, "make test"),
        ("exec_command", {"cmd": "make test"}, "make test"),
        ("bash", {"restart": True}, ""),
        ("bash", {"command": {"odd": 1}}, "{'odd': 1}"),
        ("send_command", {"command": "open the door"}, ""),  # no shell
    ],
)
def test_the_command_of_a_call(tool: str, arguments: dict, command: str):
    assert command_of(tool, arguments) == command


@pytest.mark.parametrize(
    ("tool", "general"),
    [
        ("edit_file", True),
        ("Bash", True),
        ("pytest", True),
        ("git commit", True),
        ("make test", True),
        ("npm run build", True),
        ("cat", True),
        ("make deploy", False),
        ("terraform apply", False),
        ("python export.py", False),
        ("refund_order", False),
    ],
)
def test_what_is_used_for_any_task(tool: str, general: bool):
    assert is_general(tool) is general


@pytest.mark.parametrize(
    ("program", "printed", "failure"),
    [
        (
            "pytest",
            ".F\nFAILED tests/test_a.py::test_b - AssertionError\n1 failed",
            "tests/test_a.py::test_b - AssertionError",
        ),
        ("pytest", "112 passed in 3.10s", ""),
        ("pytest", "0 failed, 3 passed", ""),
        ("make test", "12 passed, 1 failed\nmake: *** [test] Error 1", "1 failed"),
        ("make build", "make: *** [build] Error 2", "[build] Error 2"),
        ("kubectl rollout status", "error: timed out waiting for the condition", "timed out waiting for the condition"),
        ("psql", 'ERROR:  column "churned_at" does not exist\nLINE 1: select', 'column "churned_at" does not exist'),
        ("gcc", "a.c:3:5: error: expected ';'", "expected ';'"),
        ("tsc", "src/a.ts(1,2): error TS2304: Cannot find name 'x'.\nFound 2 errors.", "2 errors."),
        ("foo", "bash: foo: command not found", "foo: command not found"),
        ("python app.py", 'Traceback (most recent call last):\n  File "a"\nKeyError: \'x\'', "KeyError: 'x'"),
        ("git push", "error: failed to push some refs", "failed to push some refs"),
        ("ruff check", "3 errors were fixed", ""),
        ("deploy", "all good\nExit code 3", "Exit code 3"),
        ("deploy", "Exit code 0", ""),
        # What somebody else's log says is no failure of the program that shows it.
        ("tail", "ERROR: AccessDenied", ""),
        ("kubectl logs", "ERROR: AccessDenied", ""),
        ("cat", "cat: x: No such file or directory", ""),
    ],
)  # fmt: skip
def test_whether_a_program_failed(program: str, printed: str, failure: str):
    assert failure_of_run(program, printed) == failure


def test_each_command_is_a_step_and_what_helped_is_named():
    case = case_of(
        [
            say("Deploy the api to staging, please."),
            *call("bash", "ok", command="cd /srv/api && git pull"),
            *call("bash", "error: timed out", command="kubectl rollout status deploy/api"),
            *call("bash", "boom: migration missing", command="kubectl logs deploy/api"),
            *call("bash", "OK", command="python manage.py migrate"),
            *call("bash", "successfully rolled out", command="kubectl rollout status deploy/api"),
            answer("Done. The api runs on staging; the first rollout hung because a migration was missing."),
            say("Great, thanks. Next time run the migrations first."),
            answer("Will do."),
        ],
        "atlas",
    )
    assert isinstance(case, Case)
    assert case.task_intent == "Deploy the api to staging"
    assert case.approach.splitlines() == [
        "1. Ran `git pull`",
        "2. Ran `kubectl rollout status deploy/api`; it failed: timed out",
        "3. Ran `kubectl logs deploy/api`",
        "4. Ran `python manage.py migrate`",
        "5. Ran `kubectl rollout status deploy/api`",
        "6. Answered: The api runs on staging; the first rollout hung because a migration was missing.",
    ]
    assert case.key_insight == (
        "`kubectl rollout status` failed: timed out; it worked after `python manage.py migrate`."
        " For the next time: run the migrations first."
        " Worked: `git pull` → `kubectl logs` → `python manage.py migrate` → `kubectl rollout status`."
        " Result: The api runs on staging; the first rollout hung because a migration was missing."
    )


def test_of_many_steps_those_that_say_most_are_kept():
    looks = [
        turn for n in range(30) for turn in call("bash", "text", command=f"{'cat' if n % 2 else 'ls'} {n}.py")
    ]
    tests = [*call("bash", "1 failed", command="pytest -q"), *call("edit_file", "ok", path="a.py")]
    turns = [
        say("Fix it."),
        *looks,
        *tests,
        *looks,
        *call("bash", "9 passed", command="pytest -q"),
        answer("Fixed."),
    ]
    case = case_of(turns, "atlas")

    assert isinstance(case, Case)
    told = [line.partition(". ")[2] for line in case.approach.splitlines()]
    assert "Ran `pytest -q`; it failed: 1 failed" in told
    assert "Called `edit_file` with path a.py" in told
    assert told[-3:] == ["Ran `pytest -q`", "… 51 further steps", "Answered: Fixed."]
