"""How a language declares questions about a person and what their answers say."""

import re
from dataclasses import dataclass

from memory.language.sentences import split


class Question:
    """`asked` finds the question, `answer` what follows a yes. Without `answer` a yes is enough, and nothing else is.

    `says` is the sentence: {k} is the group of the question whose name begins with k, {v} the group v of the answer, or
    of the question if a yes is enough. `names` is set if the answer is a name, which may be written small in a chat.
    """

    def __init__(self, asked: str, says: str, answer: str = "", *, names: bool = False) -> None:
        self.asked = re.compile(asked, re.IGNORECASE)
        self.answer = re.compile(answer) if answer else None
        self._says = says
        self._names = names

    def stated(self, question: str, answer: str, agrees: bool) -> str:
        asked = self.asked.search(question)
        given = self._given(answer) if asked and self.answer else asked if agrees else None
        if asked is None or given is None:
            return ""
        groups = asked.groupdict() | given.groupdict()
        key = next((text for name, text in groups.items() if name.startswith("k") and text), "")
        value = groups.get("v") or ""
        return self._says.format(k=key, v=value[:1].upper() + value[1:] if self._names else value)

    def _given(self, answer: str) -> re.Match[str] | None:
        """What is answered; the first letter may be large only because the answer begins with it."""
        assert self.answer is not None
        return self.answer.match(answer[:1].lower() + answer[1:]) or self.answer.match(answer)


@dataclass(frozen=True)
class Answers:
    """The questions of a language and the words around their answers.

    `yes` begins an answer that agrees, and so does `since` ("Every spring."); `opening` may stand before what is
    answered, and `denies` begins an answer that says nothing of the sort.
    """

    questions: tuple[Question, ...]
    yes: re.Pattern[str]
    since: re.Pattern[str]
    opening: re.Pattern[str]
    denies: re.Pattern[str]
    name_asked: re.Pattern[str]  # ends where the noun may be written
    owned: re.Pattern[str]  # finds what a speaker says to have
    noun_written: str
    named: re.Pattern[str]  # finds the name of somebody who was spoken of before
    name_said: str

    def stated(self, question: str, answer: str) -> str:
        if not any(one.asked.search(question) for one in self.questions):
            return ""
        sentences = split(answer)
        if not sentences or self.denies.match(sentences[0]):
            return ""
        yes = self.yes.match(sentences[0])
        first = sentences[0][yes.end() :] if yes else sentences[0]
        if yes and not first and len(sentences) > 1 and not self.denies.match(sentences[1]):
            first = sentences[1]  # "Yes! Peanuts."
        agrees = yes is not None or self.since.match(first) is not None
        opening = self.opening.match(first)
        said = first[opening.end() :] if opening else first
        return next(filter(None, (one.stated(question, said, agrees) for one in self.questions)), "")
