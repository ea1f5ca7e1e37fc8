"""A time of day that a test may set, for the server alone. Needs a C compiler."""

import shutil
import struct
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).with_suffix(".c")
DAY = 86_400


class Clock:
    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            pytest.skip("there is no C compiler here")
        self._library, self._shift = folder / "clock.so", folder / "clock.shift"
        command = [compiler, "-shared", "-fPIC", "-O1", "-o", self._library, SOURCE, "-ldl"]
        subprocess.run(command, check=True, timeout=60)
        self._shift.write_bytes(struct.pack("l", 0))

    @property
    def env(self) -> dict[str, str]:
        """For those who are to see it."""
        return {"LD_PRELOAD": str(self._library), "EVEROS_TEST_CLOCK": str(self._shift)}

    def set(self, seconds: int) -> None:
        """Ahead of the real time, or behind it; at once, in running processes too."""
        with self._shift.open("r+b") as file:
            file.write(struct.pack("l", seconds))
