"""Greetings, and what people call each other instead of by name, by language. Pure.

They stand before what is said, and say nothing themselves: "Guten Morgen, …", "Abuela, …", 小姐姐，….
"""

from collections.abc import Mapping

GREETINGS: Mapping[str, str] = {
    "English": (
        r"(?:hey|hiya|hi|hello)(?: (?:all|there|both|team|guys|folks|coach|boss|every(?:one|body)))?"
        r"|(?:good )?(?:morning|afternoon|evening)(?: \w{2,8})?"
    ),
    "German": (
        r"na(?: du| mein \w{1,12})?|du{1,5}"
        r"|(?:hallo|hi)(?: ihr lieben| zusammen| leute| trainer| chef)?|moin|servus|mahlzeit|grüezi"
        r"|grüß (?:gott|dich)"
        r"|(?:guten? )?(?:morgen|tag|abend)(?: zusammen| allerseits| ihr lieben| miteinander)?"
    ),
    "Spanish": r"hola|oye|qu[eé] onda(?: \w{2,10})?|quiubo|egunon|buen(?:[oa]s?)?(?: d[ií]as?| tardes| noches)?",
    "Chinese": r"早上好|晚上好|早|你好|您好|大家好",
}
CALLED: Mapping[str, str] = {
    "English": r"mum|mom|dad|gran|granny|grandpa|grandma|darling|love|mate|dear",
    "German": r"mama|papa|mutti|oma|opa|kind|schatz|liebe[rs]?",
    "Spanish": (
        r"mamá|papá|hij[oa](?: mí[oa])?|niñ[oa]|abuel[oa]|tí[oa]|sobrin[oa]|señorita|señora?|vecin[oa]|chic[oa]s"
    ),
    "Chinese": r"妈妈?|爸爸?|闺女|女儿|儿子|[小大]?[姐哥弟妹]|老同学|囡囡|孩子|小助手",
}


def words_of(*tables: Mapping[str, str], language: str = "") -> str:
    """The words of these tables as alternatives of a pattern, in all languages or in one."""
    return "|".join(words for table in tables for name, words in table.items() if language in ("", name))
