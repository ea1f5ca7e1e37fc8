"""Detects the language of a text from its script and its most common words. Pure."""

import re
from collections import defaultdict
from functools import lru_cache
from operator import itemgetter

_SCRIPTS = (
    ("Japanese", re.compile(r"[\u3040-\u30ff]")),  # before Chinese: Japanese has Chinese characters too
    ("Korean", re.compile(r"[\uac00-\ud7af]")),
    ("Chinese", re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("Ukrainian", re.compile(r"[іїєґІЇЄҐ]")),
    ("Russian", re.compile(r"[а-яёА-ЯЁ]")),
    ("Greek", re.compile(r"[α-ωάέήίόύώΑ-Ω]")),
    ("Arabic", re.compile(r"[\u0600-\u06ff]")),
    ("Hebrew", re.compile(r"[\u05d0-\u05ea]")),
    ("Hindi", re.compile(r"[\u0900-\u097f]")),
    ("Thai", re.compile(r"[\u0e00-\u0e7f]")),
)
_SCRIPT_SHARE = 0.2  # of the letters; Chinese text often contains Latin names
_COMMON_WORDS = {

    "English": "the and is are was you i'm it's that this with for have has had my not what your of to be do a in at "
    "on he she we they i me can but from by i've don't",
    "German": "der die das und ist nicht ich du wir mit ein eine für auf auch habe mein sich es den dem von zu nach "
    "noch sehr sind er hat bei im schon zum zur einer einem einen wie wird doch mal oder aber dass sagt kommt bin bis "
    "vom ins meine meinen meiner unser unsere wann heute dann nur kein keine hab haben muss kann dir mir in",
    "Spanish": "el la los las y es que no en un una por con para mi tu está pero muy yo del se lo me "
    "al estoy tengo soy fuera más también porque hay ha de voy ir ser sí qué su nos te este esta todo hasta desde "
    "como cuando tú ti eres usted a he",
    "French": "le la les et est que ne pas en un une pour avec mon ma je tu il nous vous des du c'est j'ai mais "
    "on oui au aux ce cet cette dans suis sommes sont ont avez avons fait très aussi à été chez "
    "elle elles leur notre votre",
    "Italian": "il lo la gli e è che non in un una per con mio mia sono di del della anche ma ho ti mi",
    "Portuguese": "o a os as e é que não em um uma por com para meu minha eu você do da mas muito no na",
    "Dutch": "de het een en is niet ik je wij met voor op ook heb mijn van te dat zijn maar er",
}  # fmt: skip
_LANGUAGES_OF: defaultdict[str, list[str]] = defaultdict(list)  # by word
for _language, _common in _COMMON_WORDS.items():
    for _each in set(_common.split()):
        _LANGUAGES_OF[_each].append(_language)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
FEWEST = 3  # common words; fewer may be a name or a quotation
_MARGIN = 1.2  # by which the first language must lead
SAMPLE_CHARS = 4_000  # of a text, which show its language


def language_of(text: str, fewest: int = FEWEST) -> str | None:
    """The English name of the language of the text's beginning; None if it is unclear, or if fewer than `fewest` of the
    language's common words are in it.
    """
    return _language_of(text[:SAMPLE_CHARS], fewest)


@lru_cache(maxsize=32)
def _language_of(text: str, fewest: int) -> str | None:
    words = _WORD.findall(text.lower().replace("’", "'"))
    if not text.isascii():
        letters = sum(map(len, words))
        for language, script in _SCRIPTS:
            if letters and len(script.findall(text)) >= _SCRIPT_SHARE * letters:
                return language
    found = dict.fromkeys(_COMMON_WORDS, 0)
    for word in words:
        for language in _LANGUAGES_OF.get(word, ()):
            found[language] += 1
    (first, most), (_, next_most) = sorted(found.items(), key=itemgetter(1), reverse=True)[:2]
    return first if most >= fewest and most >= _MARGIN * next_most else None
