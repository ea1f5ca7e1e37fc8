"""Prints the table of docs/reliability.md from runs of these tests: `python -m tests.faults.report FILE…`.

The files are what `pytest --junitxml=FILE tests/faults` writes, one a run or many.
"""

import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from pathlib import Path
from statistics import median

Run = dict[str, str]


def runs(files: list[Path]) -> dict[str, list[Run]]:
    """By fault, in the order of their first run."""
    found: dict[str, list[Run]] = defaultdict(list)
    for file in files:
        for case in ET.parse(file).iter("testcase"):
            values = {p.attrib["name"]: p.attrib["value"] for p in case.iter("property")}
            if "fault" in values:
                found[values["fault"]].append(values)
    return found


def line(fault: str, of: list[Run]) -> str:
    total = [sum(int(run[name]) for run in of) for name in ("accepted", "lost", "doubled")]
    seconds = sorted(float(run["seconds"]) for run in of)
    figures = [len(of), *total, f"{median(seconds):.1f}", f"{seconds[-1]:.1f}"]
    return f"| {fault} | {' | '.join(f'{figure}' for figure in figures)} |"


HEAD = """| fault | runs | accepted | lost | doubled | seconds to recover, median | longest |
|---|---|---|---|---|---|---|
"""


def main(files: list[str]) -> None:
    of_faults = runs([Path(file) for file in files])
    sys.stdout.write(HEAD + "".join(f"{line(fault, of)}\n" for fault, of in of_faults.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
