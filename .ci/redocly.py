"""Lints the OpenAPI schemas of all dialects with Redocly's CLI: `python .ci/redocly.py`.

Needs node and npm. Where one of them is missing, or the registry cannot be reached, it says so and ends with 0: what
`.ci/schemas.py` checks needs neither.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from schemas import served

FOLDER = Path(__file__).resolve().parent / "redocly"
LINTER = FOLDER / "node_modules" / ".bin" / "redocly"
INSTALLED = FOLDER / "node_modules" / ".package-lock.json"  # npm writes it last
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


def main() -> int:
    reason = not_installed()
    if reason:
        sys.stderr.write(f"NOT LINTED with Redocly: {reason}\n")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for path, schema in served():
            file = Path(folder) / path.strip("/").replace("/", "-")
            file.write_text(json.dumps(schema, indent=1, ensure_ascii=False), "utf-8")
            files.append(str(file))
        command = [
            str(LINTER),
            "lint",
            "--config",
            str(FOLDER / "redocly.yaml"),
            "--max-problems",
            "1000",
            *files,
        ]
        done = subprocess.run(command, env=os.environ | QUIET, capture_output=True, text=True, check=False)
    report = done.stdout + done.stderr
    is_clean = done.returncode == 0 and "warning" not in done.stdout
    sys.stdout.write(f"Redocly finds nothing in {len(files)} schemas.\n" if is_clean else report)
    return 0 if is_clean else 1


def not_installed() -> str | None:
    """Why the linter cannot be had; it is installed where it is missing or older than its lock."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "node and npm are not installed"
    lock = FOLDER / "package-lock.json"
    if LINTER.exists() and INSTALLED.exists() and INSTALLED.stat().st_mtime >= lock.stat().st_mtime:
        return None
    command = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    if done.returncode:
        return f"npm ci failed: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}"
    return None


if __name__ == "__main__":
    sys.exit(main())
