"""Pronouns and possessives of the first and second person, by language. Pure.

Chinese puts no space between words: there they are characters, wherever they stand.
"""

import re
from collections.abc import Collection, Mapping

Table = Mapping[str, str]

I: Table = {  # noqa: E741
    "English": r"i|me|my|mine|myself",
    "German": r"ich|mich|mir|mein\w{0,2}",
    "Spanish": r"yo|mi|mis",
    "French": r"je|j|moi|mon|ma|mes",
    "Portuguese": r"eu|meu|minha",
    "Italian": r"io|mio|mia",
}
WE: Table = {
    "English": r"we|us|our|ours",
    "German": r"wir|uns|unser\w{0,2}",
    "Spanish": r"nos|nosotr[oa]s|nuestr[oa]s?",
    "French": r"nous|notre",
    "Portuguese": r"nós",
    "Italian": r"noi",
}
YOU: Table = {
    "English": r"you|your|yours|yourself",
    "German": r"du|dich|dir|dein\w{0,2}",
    "Spanish": r"tú|te|ti|tus?|usted\w*",
    "French": r"tu|vous|votre",
}
# German `ihr` may also be "her" and "their".
ALL_OF_YOU: Table = {"German": r"ihr|euch|euer"}
HAN_I, HAN_WE, HAN_YOU = "我咱俺", "我们|我們|咱", "你您"

# Languages that hardly ever drop pronouns, unlike Spanish, Italian and Portuguese.
WITH_PRONOUNS = ("English", "German")


def pattern(*tables: Table, languages: Collection[str] = (), beside: str = "") -> re.Pattern[str]:
    """A pattern for the words of these tables, in all languages or those named; `beside` is a further alternative."""
    words = "|".join(
        forms for table in tables for name, forms in table.items() if not languages or name in languages
    )
    return re.compile(rf"\b(?:{words})\b" + (f"|{beside}" if beside else ""), re.IGNORECASE)
