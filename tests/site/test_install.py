"""What `make install` says while pip works; what pip does is pip's."""

import subprocess
import sys
import zipfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def test_it_says_what_it_fetches_and_how_large_all_of_it_is(tmp_path: Path) -> None:
    wheel = tmp_path / "tiny_part-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny_part.py", "x = 1\n" * 1000)
        archive.writestr(
            "tiny_part-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny-part\nVersion: 1.0\n"
        )
        archive.writestr(
            "tiny_part-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("tiny_part-1.0.dist-info/RECORD", "")
    (tmp_path / "list.txt").write_text("tiny-part==1.0\n")
    done = install("--no-index", "--find-links", str(tmp_path), "--target", str(tmp_path / "there"),
                   "--requirement", str(tmp_path / "list.txt"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "there" / "tiny_part.py").exists()
    assert done.stdout.splitlines()[0].startswith("Installing list.txt: 1 packages")
    assert " MB in " in done.stdout.splitlines()[-1]


def test_what_pip_refuses_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("tiny-part==2.0\n")
    done = install("--no-index", "--requirement", str(tmp_path / "list.txt"))
    assert done.returncode != 0
    assert "tiny-part==2.0" in done.stderr
    assert "Done" not in done.stdout


def install(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROJECT / "requirements" / "install.py"), *arguments],
        capture_output=True,
        text=True,
        timeout=120,
    )
