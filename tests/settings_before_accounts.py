"""A server as it was before accounts had a file of their own: they lie in `system.db`, with all the rest."""

from everos_site.settings import *  # noqa: F403

DATABASES.pop("accounts", None)  # noqa: F405  (on PostgreSQL there is none)
