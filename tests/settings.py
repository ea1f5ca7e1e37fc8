"""The product's own settings over a root that is thrown away, whatever the developer's machine has configured.

`TEST_DATABASE_URL=postgresql://…` runs the tests on that server, in databases that Django makes and removes.
"""

import atexit
import os
import shutil
import tempfile

for name in [name for name in os.environ if name.startswith("EVEROS_")]:
    del os.environ[name]
_home = tempfile.mkdtemp(prefix="everos-tests-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
os.environ.update(HOME=_home, XDG_CONFIG_HOME=f"{_home}/.config", EVEROS_MEMORY__ROOT=f"{_home}/root")
os.environ["SSL_CERT_DIR"] = (
    _home  # no certificate is trusted: to read those of the system takes 30 ms a client
)
if "TEST_DATABASE_URL" in os.environ:
    os.environ["EVEROS_DATABASE__URL"] = os.environ["TEST_DATABASE_URL"]

from everos_site.settings import *  # noqa: E402, F403

# Files as in production, where several threads and processes meet; Django's default for tests is in memory. Servers,
# which tests do kill, have the settings of production; under these databases nobody turns the power off.
_UNSYNCED = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA secure_delete=ON;"
for _name, _database in DATABASES.items():  # noqa: F405
    if "sqlite" in _database["ENGINE"]:
        _database["OPTIONS"] = _database["OPTIONS"] | {"init_command": _UNSYNCED}
        _database["TEST"] = {"NAME": f"{_home}/test-{_name}.db"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real ones are slow on purpose
WHITENOISE_AUTOREFRESH = True  # every test client would otherwise read the headers of all static files again
