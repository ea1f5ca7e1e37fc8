"""The defaults that the documents name, and the variables that override them."""

from pathlib import Path

import pytest

from everos_site.config import load

CASES = [
    ("EVEROS_API__HOST", "api", "host", "127.0.0.1", "0.0.0.0", "0.0.0.0"),
    ("EVEROS_API__PORT", "api", "port", 8000, "8123", 8123),
    ("EVEROS_MEMORY__ROOT", "memory", "root", Path("~/.everos").expanduser(), "/srv/m", Path("/srv/m")),
    ("EVEROS_MEMORY__TIMEZONE", "memory", "timezone", "UTC", "Asia/Shanghai", "Asia/Shanghai"),
    ("EVEROS_MULTIMODAL__FILE_URI_MAX_BYTES", "multimodal", "file_uri_max_bytes", 50 * 2**20, "9", 9),
    ("EVEROS_MULTIMODAL__FILE_URI_ALLOW_DIRS", "multimodal", "file_uri_allow_dirs", [], "/a,/b", ["/a", "/b"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "section", "key", "default", "written", "value"), CASES)
def test_it_has_its_default_and_can_be_set(
    tmp_path: Path, name: str, section: str, key: str, default: object, written: str, value: object
) -> None:
    for environ, expected in (({}, default), ({name: written}, value)):
        config, problems = load({"HOME": str(Path.home()), **environ}, tmp_path)
        assert problems == []
        assert getattr(getattr(config, section), key) == expected
