"""Writes places and names in Spanish messages without any large letter with theirs: "vivo en sevilla", "se llama ana".
Pure.

Patterns know them by their capitals.
"""

import re

from memory.language.lexicon import any_of

# "vivo en pareja", "me mudé a casa de mis padres"
_NO_PLACE = any_of(r"""
    el, la, los, las, un, una, mi, mis, su, sus, tu, casa, pareja, paz, familia, comunidad, alquiler, compañía, pecado,
    concubinato, plena, pleno, este, esta, ese, esa, aquel, otra, otro, general, vivir, ver, por, allí, aquí, donde
""")
_SMALL_PLACE = re.compile(
    r"\b(?P<before>(?:vivo|vivimos|vivo ahora|ahora vivo) en|(?:me|nos) (?:he |hemos )?mud(?:é|amos|ado) a"
    r"|(?:piso|casa|apartamento|departamento) (?:de|en)) "
    rf"(?P<name>(?!{_NO_PLACE}\b)[a-záéíóúñ]{{4,20}})(?=[.,;!)]|$| (?:y|desde|con|este|el|hace|pero|porque|por)\b)"
)
_NO_NAME = any_of(
    "así, como, igual, el, la, lo, a, al, y, o, ya, también, ahora, cuando, por, para, todos, todo"
)
_SMALL_NAME = re.compile(
    rf"\b(?P<before>(?:se llaman?|me llamo)) (?P<name>(?!{_NO_NAME}\b)[a-záéíóúñ]{{2,15}})(?=[.,;!)]|$| (?:y|pero)\b)"
)


def with_capitals(sentence: str) -> str:
    """`mi hermana se llama ana` as `mi hermana se llama Ana`; other sentences as they are."""
    if not sentence.islower():
        return sentence
    for pattern in (_SMALL_PLACE, _SMALL_NAME):
        sentence = pattern.sub(lambda match: f"{match['before']} {match['name'].capitalize()}", sentence)
    return sentence
