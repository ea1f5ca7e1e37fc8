"""A process of its own that writes into an index: `python -m tests.index.writer <root> <word> <rows> <commits>`."""

import os
import sys


def main() -> None:
    root, word, rows, commits = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    os.environ["EVEROS_MEMORY__ROOT"] = root
    os.environ["DJANGO_SETTINGS_MODULE"] = "everos_site.settings"
    import django

    django.setup()
    from memory.index.tables import KindTable
    from memory.kinds.episode import EPISODE
    from tests.index.episodes import WORDS, episode

    table = KindTable(EPISODE, WORDS, "episode")
    for _ in range(commits):
        table.apply([episode(number, f"{word} again") for number in range(rows)])


if __name__ == "__main__":
    main()
