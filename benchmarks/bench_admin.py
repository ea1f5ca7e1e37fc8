"""Measures the lists of the admin over many rows, in one process and without a server: what an operator waits for.

python benchmarks/bench_admin.py              # 5,000 rows a list
python benchmarks/bench_admin.py --rows 500
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=int, default=5_000)
    rows = parser.parse_args().rows
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"EVEROS_MEMORY__ROOT": folder, "DJANGO_SETTINGS_MODULE": "everos_site.settings"}
        import django

        django.setup()
        measure(rows)


def measure(rows: int) -> None:
    from django.contrib import admin
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connections
    from django.test import Client

    from benchmarks.served import median
    from memory.admin import ReadOnlyAdmin
    from tests.site.admin_rows import fill_every_list

    for database in connections:
        call_command("migrate", database=database, verbosity=0)
    fill_every_list(rows)
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.create_superuser("operator"), "django.contrib.auth.backends.ModelBackend")
    print(f"{rows:,} rows a list; the median of seven, in ms")
    for model, made in admin.site._registry.items():
        if isinstance(made, ReadOnlyAdmin):
            name = f"{model._meta.app_label}/{model._meta.model_name}"
            print(f"  {name:30} {median([timed(client, name) for _ in range(7)]):6.0f}")


def timed(client: "Client", name: str) -> float:  # type: ignore[name-defined]  # noqa: F821
    started = time.perf_counter()
    assert client.get(f"/admin/{name}/").status_code == 200
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()
