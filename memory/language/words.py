"""Splits text of any script into words, tells which of them carry content, and finds the key phrases and the most
telling sentences of a conversation by counting them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import log1p, sqrt

from memory.text.chunks import QUESTION_MARKS

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_TOKEN = re.compile(rf"(?P<cjk>[{_CJK}]+)|[^\W_{_CJK}]+(?:['’\-][^\W_{_CJK}]+)*")

# Function words of English, Spanish, French and German, and words that occur in every conversation.
_STOP_WORDS = """
    a about absolutely actually after again against ago agree all almost alright also although always am amazing
    among an and another any anybody anyone anything anyway are aren't around as at away awesome back be
    because been before being between bit both but by bye came can can't cannot come coming cool could couldn't
    day definitely did didn't do does doesn't doing don't done each either else even ever every
    everybody everyone everything excited exciting feel feeling feels felt few for from fun get gets
    getting give glad go goes going gone gonna good got gotta great guess guys had hadn't happy has
    hasn't have haven't having he he'd he'll he's hear heard hello her here here's hers herself hey hi
    him himself his hope how how's i i'd i'll i'm i've if in interesting into is isn't it it'd it'll
    it's its itself just keep kind know last lately least less let let's like likely look looking looks
    lot lots love lovely luck made make makes making many may maybe me mean might mine more most much
    must my myself need needs never new next nice no nobody none nor not nothing now of off oh ok okay
    on once one only onto or other others our ours out over own people perhaps please pretty proud put
    quite rather really right said same saw say says see seem seems seen she she'd she'll she's should
    shouldn't since so some somebody someone something sometimes soon sort sounds still stuff such super
    sure take taken takes taking talk tell than thank thanks that that'd that'll that's the their theirs
    them themselves then there there's these they they'd they'll they're they've thing things think this
    those though thought through till time to today together tomorrow tonight too took totally toward try
    trying two under until up upon us use used usually very via wanna want wanted wants was wasn't way we we'd
    we'll we're we've well went were weren't what what's whatever when whenever where where's whether which while who
    who's whoever whole whom whose why will with within without won't wonderful would wouldn't wow yeah year yep
    yes yesterday yet you you'd you'll you're you've your yours yourself

    aber al als am auch auf aus aussi aux avec bei bin bis bist c'est ce ces cette como con cuando da
    dans das dass de dein del dem den der des desde die dir doch donc donde du ein eine einem einen
    einer el ella elle elles ellos en er era es est esta estaba este esto está et eux fue für ha hab
    habe haben hace han hat hay ich ihm ihn ihr il ils im ist j'ai ja je kann la las le les leur lo los
    lui ma mais me mein mes mi mich mir mis mit moi muy más même nach ne nicht noch nos notre nous nur o
    oder on ou où par para pas pero plus por porque pour qu'il quand que qui qué sa schon se sehr sein
    ser ses si sich sie sin sind sobre son sont su sur sus ta también te tengo tes tiene toi très tu um
    un una und une uno uns von vor vous war was wenn wer wie wir wird wo y ya yo zu zum zur à été être
    über

    昨天 今天 明天 我们 你们 他们 什么 怎么 知道 觉得 不错 可以 没有 因为 所以 但是 如果 现在 时候
    一个 这个 那个 非常 喜欢
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
# Grammatical characters: a Chinese or Japanese pair with one of them carries no content.
EMPTY_CJK = frozenset(
    "的了是在我你他她它们們这這那就也和有不会會吗嗎呢吧啊哦很都要说說个個去来來上下のはをにがてでとも"
)
# A word. Neighbouring words form a phrase if only a single space lies between them.
_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+(?:['’\-][^\W_]+)*")
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]{2,}")
_ASIDE = re.compile(r"\[[^\]\n]{0,300}\]")  # bracketed captions, notes and links in a message
_PHRASE_WORDS = 3
_USUAL_SENTENCE = 25  # content words; longer sentences get no further weight


def words(text: str) -> Iterator[str]:
    """The words in order, in lower case. Chinese, Japanese and Korean text yields overlapping pairs of characters."""
    for match in _TOKEN.finditer(text):
        run = match["cjk"]
        if run is None:
            yield match[0].lower().replace("’", "'")
        elif len(run) == 1:
            yield run
        else:
            yield from (run[i : i + 2] for i in range(len(run) - 1))


def is_content(word: str) -> bool:
    if word in STOP_WORDS:
        return False
    if word[0] >= "\u3040":
        return not EMPTY_CJK.intersection(word)
    return len(word) > 1 or word.isdigit()


def content_words(text: str) -> Iterator[str]:
    return (word for word in words(text) if is_content(word))


class Salience:
    """Word weights of one conversation; `ignored` words, such as the speakers' names, weigh nothing."""

    def __init__(self, texts: Sequence[str], ignored: Iterable[str] = ()) -> None:
        self._texts = [_ASIDE.sub(". ", text) for text in texts]
        self._ignored = frozenset(word.lower() for word in ignored)
        self._counts = Counter(
            word for text in self._texts for word in content_words(text) if word not in self._ignored
        )

    def of_sentence(self, sentence: str) -> float:
        """Higher for sentences with many words that the conversation returns to; lower for questions."""
        words = set(content_words(_ASIDE.sub(" ", sentence)))
        weight = sum(self._weight(word) for word in words) / sqrt(max(len(words), 4))
        weight *= min(1.0, _USUAL_SENTENCE / max(len(words), 1))
        return weight * (0.4 if sentence.rstrip("\"'”’」)）").endswith(tuple(QUESTION_MARKS)) else 1.0)

    def returning(self, sentence: str) -> int:
        """How many of its words the conversation uses again, at most two."""
        return min(2, sum(self._counts[word] > 1 for word in set(content_words(sentence))))

    def key_phrases(self, limit: int) -> list[str]:
        """Up to `limit` phrases as they were written, no two of which share a word."""
        counts = Counter(phrase for text in self._texts for phrase in self._candidates(text))
        ranked = sorted(counts.items(), key=lambda item: -self._phrase_weight(*item))
        chosen: list[str] = []
        used: set[str] = set()
        for phrase, _ in ranked:
            parts = (
                set(phrase.lower().split())
                if phrase.isascii() or " " in phrase
                else set(content_words(phrase))
            )
            if parts and not parts & used:
                chosen.append(phrase)
                used |= parts
            if len(chosen) == limit:
                break
        return chosen

    def _weight(self, word: str) -> float:
        # Longer words tend to be rarer; no other measure of rarity works without a corpus.
        return log1p(self._counts[word]) * (0.5 + min(len(word), 10) / 10) if word in self._counts else 0.0

    def _phrase_weight(self, phrase: str, count: int) -> float:
        weight = sum(self._weight(word) for word in content_words(phrase))
        named = 1.3 if phrase[:1].isupper() else 1.0
        return weight * named * sqrt(count)

    def _candidates(self, text: str) -> Iterator[str]:
        run: list[str] = []
        end = -1
        for match in _WORD.finditer(text):
            word = match[0]
            content = self._counts_as_content(word)
            joined = match.start() == end + 1 and text[end] == " " and len(run) < _PHRASE_WORDS
            if run and not (joined and content):
                yield " ".join(run)
                run = []
            if content:
                run.append(word)
            end = match.end()
        if run:
            yield " ".join(run)
        for match in _CJK_RUN.finditer(text):
            yield from self._cjk_phrases(match[0])

    def _counts_as_content(self, word: str) -> bool:
        folded = word.lower().replace("’", "'")
        return folded in self._counts and is_content(folded) and not word.isdigit()

    def _cjk_phrases(self, run: str) -> Iterator[str]:
        """Pieces of up to six characters between grammatical ones, since there is no dictionary to find words."""
        piece = ""
        for pair in (run[i : i + 2] for i in range(len(run) - 1)):
            if is_content(pair) and len(piece) < 6:
                piece = piece + pair[1] if piece else pair
            else:
                if piece:
                    yield piece
                piece = pair if is_content(pair) else ""
        if piece:
            yield piece
