"""The product's own settings over a root that is thrown away, whatever the developer's machine has configured."""

import atexit
import os
import shutil
import tempfile

for name in [name for name in os.environ if name.startswith("EVEROS_")]:
    del os.environ[name]
_home = tempfile.mkdtemp(prefix="everos-tests-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
os.environ.update(HOME=_home, XDG_CONFIG_HOME=f"{_home}/.config", EVEROS_MEMORY__ROOT=f"{_home}/root")

from everos_site.settings import *  # noqa: E402, F403

# Files as in production, where several threads and processes meet; Django's default for tests is in memory.
for _name, _database in DATABASES.items():  # noqa: F405
    _database["TEST"] = {"NAME": f"{_home}/test-{_name}.db"}
