"""What SQLite's transactions do by themselves, since one alone may write: one after the other, where that matters."""

from django.db import connections


def one_at_a_time(name: str, using: str = "default") -> None:
    """Until the current transaction ends, nobody else is in one of this name, and what comes next sees what the last
    one has committed. Take several names in their order, and before rows that others change, too."""
    connection = connections[using]
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])
