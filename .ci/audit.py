"""Asks whether a pinned requirement has a known vulnerability: `python .ci/audit.py requirements/*.txt`.

Ends with 1 when one has. Where the data cannot be had (no network, or an index without it), it ends with 0 and says
which requirements were not checked: nobody should take silence for an answer.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SERVICES = ("osv", "pypi")
TIMEOUT_SECONDS = 300


@dataclass(frozen=True)
class Answer:
    vulnerable: dict[str, list[str]]
    unchecked: list[str]
    reason: str


def main(files: list[str]) -> int:
    answer = ask(SERVICES[0], files)
    if answer.unchecked and not answer.vulnerable:
        other = ask(SERVICES[1], files)
        answer = other if len(other.unchecked) < len(answer.unchecked) else answer
    for requirement, advisories in sorted(answer.vulnerable.items()):
        sys.stderr.write(f"VULNERABLE: {requirement}: {', '.join(advisories)}\n")
    if answer.unchecked:
        names = ", ".join(answer.unchecked[:3]) + (", …" if len(answer.unchecked) > 3 else "")
        sys.stderr.write(
            f"NOT CHECKED for known vulnerabilities: {len(answer.unchecked)} requirements ({names}): {answer.reason}\n"
        )
    elif not answer.vulnerable:
        sys.stdout.write("No requirement has a known vulnerability.\n")
    return 1 if answer.vulnerable else 0


def ask(service: str, files: list[str]) -> Answer:
    """What one service knows of the requirements in these files."""
    given = [argument for file in files for argument in ("--requirement", file)]
    command = [
        sys.executable, "-m", "pip_audit", "--vulnerability-service", service, "--require-hashes", "--disable-pip",
        "--progress-spinner", "off", "--format", "json", *given,
    ]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
        dependencies = json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        return Answer({}, pinned(files), f"{service} did not answer within {TIMEOUT_SECONDS} s")
    except ValueError:  # it ended with a traceback
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        return Answer({}, pinned(files), f"{service} does not answer: {last[:200]}")
    vulnerable, unchecked, reason = {}, [], ""
    for dependency in dependencies:
        name = dependency["name"]
        if "skip_reason" in dependency:
            unchecked.append(name)
            reason = dependency["skip_reason"]
        elif dependency["vulns"]:
            advisories = [advisory["id"] for advisory in dependency["vulns"]]
            vulnerable[f"{name} {dependency['version']}"] = advisories
    return Answer(vulnerable, unchecked, reason)


def pinned(files: list[str]) -> list[str]:
    lines = [line for file in files for line in Path(file).read_text("utf-8").splitlines()]
    return sorted({line.split("==")[0] for line in lines if "==" in line})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
