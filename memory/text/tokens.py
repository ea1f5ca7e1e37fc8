"""Text as keyword search sees it: terms separated by single spaces. Pure.

A term is the stem of a word: in Latin letters an English one, otherwise one of the script's language. In memories of
other languages in Latin letters, each term becomes a root, without the endings of several languages (`indexed`). Terms
of a query stand for both (`forms`), so a query need not tell its language, and in English memories nothing is mixed up.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import Stemmer

from memory.text.chunks import pieces

# Scripts without spaces between words; and Hangul, because its words include particles.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # kana, Han
    "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"  # Hangul
)
# Vowel signs and points, which belong to a word and are not letters: Hebrew, Arabic, the scripts of India.
MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0963\u0966-\u0dff"
PICTURES = "\u2600-\u27bf\U0001f300-\U0001faff"

TERM = re.compile(
    rf"(?P<run>[{UNSPACED}]+)|(?P<word>(?:(?![{UNSPACED}])[^\W_]|[{MARKS}])+)|(?P<picture>[{PICTURES}])"
)
POSSESSIVE = re.compile(r"(?<=\w)['\u2019](?:s|t|re|ve|ll|d|m)\b")

STEMMERS = {
    re.compile("[a-z]+"): "english",
    re.compile("[\u0370-\u03ff]+"): "greek",
    re.compile("[\u0400-\u04ff]+"): "russian",
    re.compile("[\u0620-\u06ff]+"): "arabic",
    re.compile("[\u0900-\u097f]+"): "hindi",
}
LATIN = re.compile("[a-z\u00df-\u024f]+")
# One after the other, they also take off most endings of Italian and Portuguese.
ROOTS = ("german", "spanish", "french")
# Before a root, because the root of "care" and "career" is "car", and English words are not to find each other.
ROOT = "~"

# Some characters that are neither letters nor digits are combining marks, and normalising a row of them takes time
# quadratic in its length. No language has this many in a row (Unicode's stream-safe text format).
LONG_ROW = re.compile(r"[^\w\x00-\x7f]{30}(?=[^\w\x00-\x7f])")

LONGEST_TERM = 40  # a longer one is a digest or a link, which nobody searches for

ENGLISH_STOP_WORDS = """
a about all also am an and any are as at be because been being but by can could did do does doing don for from had
has have having he her here him his how i if in into is isn it its just me my no nor not of off on or our out over
she should so some such than that the their them then there these they this those through to too up us very was
wasn we were what when where which while who whom whose why will with would you your
"""
STOP_WORDS = frozenset(ENGLISH_STOP_WORDS.split())

# Of a query: an embedder reads fewer of them, and each is compared with every line of every candidate.
MOST_QUERY_TERMS = 1_000

KEPT_STEMS = 10_000  # in memory; most texts consist of the same words

_per_thread = threading.local()


def analyze(text: str) -> str:
    return " ".join(terms(text))


def indexed(text: str, in_english: bool) -> str:
    """A line of a memory as the index holds it."""
    return " ".join(terms(text) if in_english else map(_root, terms(text)))


def forms(terms: Iterable[str]) -> dict[str, str]:
    """What may stand in indexed text for a term of a query -> the term."""
    return {form: term for term in terms for form in (term, _root(term))}


def terms(text: str) -> list[str]:
    """The terms in reading order: folded and stemmed words without stop words; for unspaced scripts, characters and
    pairs.
    """
    return [term for piece in pieces(text) for term in _terms(piece)]


def _terms(text: str) -> list[str]:
    found: list[str] = []
    for match in TERM.finditer(POSSESSIVE.sub("", _fold(text))):
        if match["run"]:
            found.extend(_characters_and_pairs(match["run"]))
        elif match["picture"]:
            found.append(match["picture"])
        elif match["word"] not in STOP_WORDS:
            found.append(_stem(match["word"][:LONGEST_TERM]))
    return found


def query_terms(text: str) -> list[str]:
    """The first terms of a query, as many as a search uses."""
    return terms(text)[:MOST_QUERY_TERMS]


def _fold(text: str) -> str:
    """Unifies spellings: width, case, and accents of Latin and Greek letters."""
    text = unicodedata.normalize("NFKC", LONG_ROW.sub(r"\g<0>\n", text)).casefold()
    return text if text.isascii() else "".join(map(_base_letter, text))


def _base_letter(letter: str) -> str:
    if "\u00c0" <= letter <= "\u03ff" or "\u1e00" <= letter <= "\u1fff":
        return unicodedata.normalize("NFKD", letter)[0]
    return letter


def _characters_and_pairs(run: str) -> list[str]:
    return [*run, *(run[position : position + 2] for position in range(len(run) - 1))]


@lru_cache(maxsize=KEPT_STEMS)
def _stem(word: str) -> str:
    language = next((language for script, language in STEMMERS.items() if script.fullmatch(word)), None)
    return _stemmed(word, language) if language else word


@lru_cache(maxsize=KEPT_STEMS)
def _root(term: str) -> str:
    if not LATIN.fullmatch(term):
        return term
    for language in ROOTS:
        term = _stemmed(term, language)
    return ROOT + term


def _stemmed(word: str, language: str) -> str:
    """A stemmer keeps state, so each thread has its own."""
    stemmers = _per_thread.__dict__
    if language not in stemmers:
        stemmers[language] = Stemmer.Stemmer(language, maxCacheSize=0)
    return str(stemmers[language].stemWord(word))


def without_names(query: str, names: Iterable[str]) -> str:
    """The query without these names as whole words, with or without `'s`; unchanged if little else is left.

    Every memory of the people who took part has their names; in a vector they drown the rest of a query.
    """
    alternatives = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    if not alternatives:
        return query
    rest = re.sub(rf"(?<!\w)(?:{alternatives})(?:['’]s)?(?!\w)", " ", query, flags=re.IGNORECASE)
    return " ".join(rest.split()) if re.search(r"\w", rest) else query
