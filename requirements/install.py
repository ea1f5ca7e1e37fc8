"""Runs `pip install` with the arguments given, and says in a few lines what it fetches, how much and how long it takes.

`python requirements/install.py --require-hashes --requirement requirements/base.txt`. Only the standard library is
needed. On a terminal one line is written over; elsewhere a line comes every few seconds.
"""

import re
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path
from typing import IO

COLLECTED = re.compile(r"Collecting ([^\s=;\[]+)")
FETCHED = re.compile(r"(?:Downloading|Using cached) \S+(?<!\.metadata) \(([\d.]+) (kB|MB|GB)\)")
MEGABYTES = {"kB": 0.001, "MB": 1.0, "GB": 1000.0}
LARGEST = 6  # folders of packages that are named at the end
SILENCE_SECONDS = 5  # between two lines where nobody watches


class Progress:
    """What is being done, with the seconds since the beginning."""

    def __init__(self) -> None:
        self.text = "looking at what is installed"
        self._started = time.monotonic()
        self._ended = threading.Event()
        self._on_terminal = sys.stdout.isatty()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Progress":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        if self._on_terminal:
            sys.stdout.write("\r\033[K")

    @property
    def seconds(self) -> int:
        return round(time.monotonic() - self._started)

    def _run(self) -> None:
        while not self._ended.wait(0.5 if self._on_terminal else SILENCE_SECONDS):
            line = f"{self.seconds:3} s  {self.text}"
            sys.stdout.write(f"\r\033[K{line[:100]}" if self._on_terminal else f"{line}\n")
            sys.stdout.flush()


def main(arguments: list[str]) -> int:
    names = ", ".join(Path(each).name for each in arguments if each.endswith(".txt"))
    packages = sum(count(Path(each)) for each in arguments if each.endswith(".txt"))
    print(f"Installing {names}: {packages} packages with known hashes. The first time takes a minute or two.")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--progress-bar",
        "off",
        *arguments,
    ]
    with Progress() as progress:
        process = subprocess.Popen(pip, stdout=subprocess.PIPE, stderr=None, text=True)
        assert process.stdout is not None
        follow(process.stdout, progress, packages)
        failed = process.wait()
    if not failed:
        print(f"Done in {progress.seconds} s. {sizes(Path(sysconfig.get_path('purelib')))}")
    return failed


def follow(output: IO[str], progress: Progress, packages: int) -> None:
    """Turns each line of pip into the words of `progress`."""
    collected, megabytes = 0, 0.0
    for line in output:
        if found := COLLECTED.match(line):
            collected += 1
            progress.text = f"{collected} of {packages} packages, {megabytes:.0f} MB: {found[1]}"
        elif found := FETCHED.search(line):
            megabytes += float(found[1]) * MEGABYTES[found[2]]
        elif line.startswith("Installing collected packages"):
            progress.text = f"unpacking {collected} packages, {megabytes:.0f} MB, and compiling them"


def count(path: Path) -> int:
    return sum("==" in line for line in path.read_text("utf-8").splitlines())


def sizes(folder: Path) -> str:
    """How large the installation is, and what is the most of it."""
    sums: dict[str, int] = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            name = path.relative_to(folder).parts[0].removesuffix(".libs")
            sums[name] = sums.get(name, 0) + path.stat().st_size
    largest = sorted(sums, key=lambda name: -sums[name])[:LARGEST]
    named = ", ".join(f"{name} {sums[name] / 1e6:.0f}" for name in largest)
    return f"{sum(sums.values()) / 1e6:.0f} MB in {folder}: {named} MB, and {len(sums) - len(largest)} smaller ones."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
