"""How a language declares questions about a person and what their answers say."""

import re
from collections.abc import Sequence
from functools import cached_property

from memory.language.sentences import split

MOST_PARTS = 6  # of an answer to a question for several things
MOST_SENTENCES = 3  # of an answer, of which the first may be "Thanks!"
_PART = re.compile(r"[,，、;；.。!！]\s*|\s(?:and|und|y)\s|(?<=[\u4e00-\u9fff])和(?=[\u4e00-\u9fff]{2})")

# A sentence that only stands before the answer: "Thanks!", "Sehr gut!", 谢谢。
_ONLY_OPENS = re.compile(
    r"\W*(?:[a-zA-ZäöüßáéíóúñÄÖÜ]{2,12}(?: [a-zA-ZäöüßáéíóúñÄÖÜ]{2,12})?|[\u4e00-\u9fff]{2,4})[.!…。！]+"
)
_BEFORE_PART = re.compile(
    r"\A(?:(?:and|und|y|sowie|además|also|también|auch)\s(?:de )?|又|还有|还|和)", re.IGNORECASE
)


class Question:
    """`asked` finds the question, `answer` what follows a yes. Without `answer` a yes is enough, and nothing else is.

    `says` is the sentence: {k} is the group of the question whose name begins with k, {v} the group v of the answer, or
    of the question if a yes is enough. `names` is set if the answer is a name, which may be written small in a chat.
    `several` is set if the answer may list things of one sort, each of which is stated, `throughout` if each of its
    sentences may go on with what the question began: "Any pets?" "Two cats. And a tortoise." `denied` is how an answer
    begins that denies and says this sentence with it: "Do you smoke?" "Never."
    """

    def __init__(
        self,
        asked: str,
        says: str,
        answer: str = "",
        *,
        names: bool = False,
        several: bool = False,
        throughout: bool = False,
        denied: str = "",
    ) -> None:
        self._asked = asked
        self._answer = answer
        self._says = says
        self._names = names
        self._several = several
        self.throughout = throughout
        self._denied = re.compile(rf"\A(?:{denied})", re.IGNORECASE) if denied else None

    @cached_property
    def asked(self) -> re.Pattern[str]:
        return re.compile(self._asked, re.IGNORECASE)

    @cached_property
    def answer(self) -> re.Pattern[str] | None:
        return re.compile(rf"\A(?:{self._answer})") if self._answer else None

    def stated_by_denial(self, question: str, answer: str) -> str:
        denied = self._denied.match(answer) if self._denied else None
        asked = self.asked.search(question) if denied else None
        return self._says.format(**(asked.groupdict() | denied.groupdict())) if asked and denied else ""

    def stated(self, question: str, answer: str, agrees: bool) -> str:
        if self._denied:
            return ""
        if self._several and self.answer:
            parts = [_BEFORE_PART.sub("", part) for part in _PART.split(answer)[:MOST_PARTS]]
            given_each = (
                filter(None, map(self._given, filter(None, parts))) if self.asked.search(question) else ()
            )
            return " ".join(self._says.format(v=given["v"]) for given in given_each)
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


def _matters(asked: Sequence[Question], question: str) -> list[list[Question]]:
    """The questions by what they ask for: those that find the same words of the question ask for the same."""
    found: list[tuple[int, int, list[Question]]] = []
    for one in asked:
        match = one.asked.search(question)
        assert match is not None
        same = next(
            (matter for start, end, matter in found if start < match.end() and match.start() < end), None
        )
        if same is None:
            found.append((match.start(), match.end(), [one]))
        else:
            same.append(one)
    return [matter for _, _, matter in found]


class Answers:
    """The questions of a language and, as patterns, the words around their answers.

    `yes` begins an answer that agrees, and so does `since` ("Every spring."); `opening` may stand before what is
    answered, and `denies` begins an answer that says nothing of the sort. `name_asked` finds a question for a name and
    ends where the noun may be written, `owned` what a speaker says to have, and `named` the name of somebody who was
    spoken of before; only in `named` the case of letters matters.
    """

    def __init__(
        self,
        *,
        questions: Sequence[Question],
        yes: str,
        since: str,
        opening: str,
        denies: str,
        name_asked: str,
        owned: str,
        noun_written: str,
        named: str,
        name_said: str,
    ) -> None:
        self.questions = questions
        self._yes = re.compile(rf"\A\W{{0,5}}(?:{yes})[\s,.!，。！：:–-]*", re.IGNORECASE)
        self._since = re.compile(rf"\A(?:{since})", re.IGNORECASE)
        self._opening = re.compile(rf"\A(?:(?:{opening})[\s,，:]*){{1,3}}", re.IGNORECASE)
        self._denies = re.compile(rf"\A\W{{0,3}}(?:{denies})", re.IGNORECASE)
        self._name_asked = re.compile(name_asked, re.IGNORECASE)
        self._owned = re.compile(owned, re.IGNORECASE)
        self._noun_written = noun_written
        self._named = re.compile(named)
        self._name_said = name_said

    def stated(self, question: str, answer: str) -> str:
        """The sentence that the answer makes of the question; empty if the two do not fit together."""
        asked = [one for one in self.questions if one.asked.search(question)]
        if not asked:
            return ""
        sentences = split(answer)[:MOST_SENTENCES]
        for place, sentence in enumerate(sentences):
            denial = next(filter(None, (one.stated_by_denial(question, sentence) for one in asked)), "")
            if denial or self._denies.match(sentence):
                return denial
            said = self._stated(asked, question, sentences[place:])
            if said or not _ONLY_OPENS.fullmatch(sentence):
                return said
        return ""

    def _stated(self, asked: Sequence[Question], question: str, sentences: Sequence[str]) -> str:
        yes = self._yes.match(sentences[0])
        first = sentences[0][yes.end() :] if yes else sentences[0]
        if yes and not first and len(sentences) > 1 and not self._denies.match(sentences[1]):
            first = sentences[1]  # "Yes! Peanuts."
        agrees = yes is not None or self._since.match(first) is not None
        said = self._said(first)
        matters = _matters(asked, question)
        if len(matters) > 1 and (several := self._stated_of_each(matters, question, " ".join(sentences))):
            return several
        answers = [said, *map(self._said, sentences[1:])]
        for one in asked:
            parts = answers if one.throughout else answers[:1]
            if stated := " ".join(filter(None, (one.stated(question, part, agrees) for part in parts))):
                return stated
        return ""

    def _stated_of_each(self, matters: Sequence[Sequence[Question]], question: str, answer: str) -> str:
        """What each part of the answer makes of a matter that is asked for: "39. Carpenter." of age and work."""
        left = list(matters)
        found = []
        for part in _PART.split(answer)[:MOST_PARTS]:
            said = self._said(part)
            if self._denies.match(said):
                continue
            for matter in left:
                stated = next(filter(None, (one.stated(question, said, False) for one in matter)), "")
                if stated:
                    found.append(stated)
                    left.remove(matter)
                    break
        return " ".join(found)

    def _said(self, part: str) -> str:
        """Without what may stand before an answer."""
        begun = _BEFORE_PART.sub("", part)
        opening = self._opening.match(begun)
        return begun[opening.end() :] if opening else begun

    def noun_for(self, question: str, said_before: str) -> str:
        """The question with the noun that it is about, if what was said before tells of only one; else empty."""
        match = self._name_asked.search(question)
        nouns = self._nouns(said_before) if match else []
        if not match or len(nouns) != 1:
            return ""
        return question[: match.end()] + self._noun_written.format(k=nouns[0]) + question[match.end() :]

    def named_after(self, sentence: str, said_before: str) -> str:
        """What the sentence says of a name, with the noun if what was said before tells of only one; else empty."""
        match = self._named.search(sentence)
        nouns = self._nouns(said_before) if match else []
        return self._name_said.format(k=nouns[0], v=match["v"]) if match and len(nouns) == 1 else ""

    def _nouns(self, said: str) -> list[str]:
        """The pets, children and partners that the speaker says to have, each once."""
        return list({found["k"].lower(): found["k"] for found in self._owned.finditer(said)}.values())
