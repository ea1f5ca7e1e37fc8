"""A process that appends to alice's day, for tests of several at once."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date


def main(root: str, name: str, appends: int) -> None:
    os.environ.update(EVEROS_MEMORY__ROOT=root, DJANGO_SETTINGS_MODULE="everos_site.settings")
    from memory.kinds.episode import EPISODE
    from memory.markdown import store
    from memory.scope import Scope, user
    from tests.markdown.conftest import episode

    def append(number: int) -> str:
        parent = f"mc_{name}_{number}"
        ids = store.append(
            EPISODE, Scope(), user("alice"), date(2026, 11, 21), parent, [episode(f"{name} {number}")]
        )
        return f"{parent} {ids[0]}"

    with ThreadPoolExecutor(3) as threads:
        sys.stdout.writelines(f"{line}\n" for line in threads.map(append, range(appends)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
