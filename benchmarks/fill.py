"""Writes episodes into a memory root through the store itself: `python benchmarks/fill.py EPISODES USERS`.

The root is that of EVEROS_MEMORY__ROOT. No server may run there; the next one indexes the files.
"""

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

A_FILE = 50


def main(episodes: int, users: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from benchmarks.texts import Talk
    from memory.kinds.episode import EPISODE
    from memory.markdown.root import current_root
    from memory.markdown.store import append
    from memory.scope import Scope, user

    current_root().ensure()
    call_command("migrate", interactive=False, verbosity=0)
    talk, first = Talk(), datetime(2026, 1, 1, 9, tzinfo=UTC)
    for number in range(episodes // A_FILE):
        owner, day = user(f"user-{number % users}"), first + timedelta(days=number // users)
        drafts = [
            {
                "owner_id": owner.id,
                "session_id": f"session-{number}-{n}",
                "timestamp": day + timedelta(minutes=n),
                "parent_type": "memcell",
                "parent_id": f"mc_{number:012x}",
                "sender_ids": [owner.id, "juniper"],
                "subject": subject,
                "summary": content[:200],
                "content": content,
            }
            for n, (subject, content) in enumerate(talk.narratives(A_FILE))
        ]
        append(EPISODE, Scope(), owner, day.date(), f"mc_{number:012x}", drafts)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
