"""How well memories are found by other forms of their words, in languages other than English.

    python benchmarks/bench_word_forms.py                  # two thirds of the questions
    python benchmarks/bench_word_forms.py --held-out       # the others, for a last look after something was changed

The questions of `word_forms/*.txt` are asked about conversations in the same file or in `tests/content/unseen`. All
conversations of a language are in the memory of one user, who is the first speaker of each. The rank of an episode with
the answer is counted.
"""

import argparse
import re
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bench_recall import settle
from benchmarks.served import Connection, Served, fresh_root

LANGUAGES = ("german", "spanish", "french", "russian")
OWN = Path(__file__).parent / "word_forms"
UNSEEN = Path(__file__).resolve().parents[1] / "tests/content/unseen"
MESSAGE = re.compile(r"(?:(assistant) )?(\w[^:]{0,40}): (.+)")
MINUTE_MS = 60_000
FIRST = 10


@dataclass(frozen=True)
class Talk:
    beginning: int  # in milliseconds since 1970
    messages: list[tuple[str, str, str]]  # role, name, text

    def body(self) -> list[dict[str, object]]:
        me = next(name for role, name, _ in self.messages if role == "user")
        return [
            {
                "sender_id": "me" if name == me else name.casefold(),
                "sender_name": name,
                "role": role,
                "timestamp": self.beginning + number * MINUTE_MS,
                "content": text,
            }
            for number, (role, name, text) in enumerate(self.messages)
        ]


def talks(language: str) -> list[Talk]:
    found: list[Talk] = []
    for path in [*sorted(UNSEEN.glob(f"talks*/{language}.txt")), OWN / f"{language}.txt"]:
        for line in path.read_text().splitlines():
            if line.startswith("@ "):
                began = datetime.strptime(line[2:18], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
                found.append(Talk(int(began.timestamp() * 1000), []))
            elif said := MESSAGE.fullmatch(line):
                found[-1].messages.append((said[1] or "user", said[2], said[3]))
    return found


def questions(language: str, held_out: bool) -> Iterator[tuple[str, str]]:
    """The question, and words of the message that answers it. Every third one is held out."""
    asked = re.findall(r"(?m)^\? (.+) => (.+)$", (OWN / f"{language}.txt").read_text())
    return (
        (question, answer) for number, (question, answer) in enumerate(asked) if (number % 3 == 2) is held_out
    )


def remember(server: Connection, language: str, known: list[Talk]) -> None:
    for number, talk in enumerate(known):
        scope = {"session_id": str(number), "project_id": language}
        server.call("add", {**scope, "messages": talk.body()})
        server.call("flush", scope)


def ranks(server: Connection, language: str, known: list[Talk], method: str, held_out: bool) -> list[float]:
    found = []
    for question, answer in questions(language, held_out):
        right = {
            str(n) for n, talk in enumerate(known) if any(answer in text for _, _, text in talk.messages)
        }
        asked = {"user_id": "me", "project_id": language, "query": question, "method": method, "top_k": FIRST}
        hits = [hit["session_id"] for hit in server.call("search", asked)["episodes"]]
        found.append(next((place for place, session in enumerate(hits, 1) if session in right), float("inf")))
    return found


def report(name: str, found: list[float]) -> None:
    first, third = (statistics.fmean(rank <= most for rank in found) for most in (1, 3))
    mrr = statistics.fmean(1 / rank for rank in found)
    print(
        f"  {name:8} recall@1 {first:.2f}  recall@3 {third:.2f}  MRR {mrr:.3f}  ({len(found)} questions)",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--held-out", action="store_true")
    options = parser.parse_args()
    known = {language: talks(language) for language in options.languages}
    with tempfile.TemporaryDirectory() as folder, Served(fresh_root(Path(folder), "forms")) as served:
        server = served.connect()
        for language, of_language in known.items():
            remember(server, language, of_language)
        settle(server)
        for language, of_language in known.items():
            print(f"{language}: {len(of_language)} conversations")
            for method in ("keyword", "hybrid"):
                report(method, ranks(server, language, of_language, method, options.held_out))


if __name__ == "__main__":
    main()
