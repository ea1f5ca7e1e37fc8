"""Removes the words of a fact from its episode's text, also if a person has edited the one or the other since."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from memory.kinds.atomic_fact import spoken_words, without_fact
from memory.kinds.base import Values
from memory.kinds.episode import is_edited
from memory.language import sentences
from memory.markdown import entry_history
from memory.text.tokens import terms


def without_words(episode: Values, fact: Values, path: PurePosixPath, identifier: str) -> str | None:
    """The episode's content without the words of the fact, which is stored in this file under this id; None if it does
    not contain them.
    """
    content = str(episode["content"])
    versions = [fact, *_earlier(fact, path, identifier)]
    for version in versions:
        if (left := without_fact(content, version)) is not None:
            return left
    return _without_reworded(content, versions) if is_edited(episode) else None


def _earlier(fact: Values, path: PurePosixPath, identifier: str) -> Iterator[Values]:
    for change in reversed(entry_history.changes(path, identifier)):
        fact = {**fact, **change.old}
        yield fact


def _without_reworded(content: str, versions: list[Values]) -> str | None:
    """Without the sentences that still say all that the fact says: it would be derived from them again."""
    left = None
    for wanted in filter(None, (set(terms(spoken_words(version))) for version in versions)):
        for sentence in [each for line in content.split("\n") for each in sentences.split(line)]:
            if wanted <= set(terms(sentence)):
                left = without_fact(left or content, {"said": sentence, "fact": sentence}) or left
    return left
