"""Recognises questions about a state, such as "Where does she live?" about the home. Pure.

English, German, Spanish and Chinese. Questions about somebody's relatives, or about how it was once, ask for none.
"""

import re

from memory.language.lexicon import any_of

LONGEST = 200  # characters; a longer question asks for more than a state

_OF_MATTER = {
    "home": (
        r"\bwhere\b[^?.!]{0,40}\b(?:liv(?:e|es|ing)|resid(?:e|es|ing)|based)\b"
        r"|\b(?:which|what) (?:city|town|country|place)\b[^?.!]{0,40}\b(?:liv(?:e|es|ing)|based)\b"
        r"|\bcurrent address\b"
        r"|\bwo (?:wohn|leb)(?:e|st|t|en)\b"
        r"|\b(?:in )?welche[rnm]? (?:stadt|land|ort)\b[^?.!]{0,40}\b(?:wohn|leb)(?:e|st|t|en)\b"
        r"|\b(?:d[óo]nde|en qu[ée] (?:ciudad|pa[íi]s))\b[^?.!]{0,20}\bviv(?:o|e|es|en|imos)\b"
        r"|住在?(?:哪|什么地方|什麼地方)|[现現]在住|家住哪"
    ),
    "job": (
        r"\bwhat\b[^?.!]{0,30}\b(?:do(?:es)? for (?:a living|work)|work(?:s|ing)? as)\b"
        r"|\bwhat(?:['’]s| is| was)\b[^?.!]{0,25}\b(?:job|profession|occupation|line of work)\b"
        r"|\bals was arbeite(?:t|st|n)?\b"
        r"|\bwas\b[^?.!]{0,30}\b(?:beruflich|von beruf)\b"
        r"|\bwelchen? (?:beruf|job)\b"
        r"|\b(?:de|en) qu[ée] trabaj(?:o|a|as|an)\b"
        r"|\ba qu[ée] [^?.!]{0,10}\bdedic(?:o|a|as)\b"
        r"|\bqu[ée] profesi[óo]n\b"
        r"|做什么(?:工作|的)|做什麼(?:工作|的)|什么(?:工作|职业)|什麼(?:工作|職業)"
    ),
    "employer": (
        r"\bwhere\b[^?.!]{0,30}\bwork(?:s|ing)?\b"
        r"|\bwho(?:m)?\b[^?.!]{0,30}\bwork(?:s|ing)? for\b"
        r"|\bemployer\b"
        r"|\b(?:wo|bei wem|für wen) arbeite(?:t|st|n)?\b"
        r"|\barbeitgeber\b"
        r"|\b(?:d[óo]nde|para qui[ée]n|en qu[ée] empresa)\b[^?.!]{0,20}\btrabaj(?:o|a|as|an)\b"
        r"|在哪(?:里|裡|儿|兒|家公司|个公司)?(?:工作|上班)|什么公司"
    ),
    "diet": (
        r"\b(?:diet|dietary|vegan|vegetarian)\b"
        r"|\bwhat\b[^?.!]{0,20}\beats?\b"
        r"|\bernähr\w{1,6}\b"
        r"|\bveget?ari\w{1,6}\b|\bvegan\w{0,4}\b"  # in German and Spanish
        r"|\bdieta\b"
        r"|饮食|吃素|飲食"
    ),
    "partner": (
        r"\bwho(?:['’]s| is)\b[^?.!]{0,30}\b(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?"
        r"|married to|dating)\b"
        r"|\bmit wem\b[^?.!]{0,30}\b(?:zusammen|verheiratet|verlobt)\b"
        r"|\bwie heißt\b[^?.!]{0,20}\b(?:frau|mann|freundin|freund|partner(?:in)?)\b"
        r"|\bcon qui[ée]n\b[^?.!]{0,20}\b(?:sale|casad[oa])\b"
        r"|\bc[óo]mo se llama (?:tu|su|mi) (?:mujer|marido|espos[oa]|pareja|novi[oa])\b"
        r"|(?:老婆|老公|妻子|丈夫|女朋友|男朋友)(?:是谁|叫什么|叫什麼|是誰)"
    ),
    "status": (
        r"\b(?:marital|relationship) status\b"
        r"|\b(?:is|are|am)\b[^?.!]{0,20}\b(?:married|single|engaged|divorced)\b"
        r"|\bfamilienstand\b"
        r"|\b(?:ist|bist|bin)\b[^?.!]{0,20}\b(?:verheiratet|ledig|geschieden|verlobt)\b"
        r"|\bestado civil\b"
        r"|\best[áo]y?s?\b[^?.!]{0,20}\b(?:casad[oa]|solter[oa]|divorciad[oa])\b"
        r"|结婚了吗|結婚了嗎|单身吗|婚姻状况"
    ),
    "age": (
        r"\bhow old\b"
        r"|\bwie alt\b"
        r"|\bcu[áa]ntos a[ñn]os\b"
        r"|多大(?:了|年纪)|几岁|幾歲"
    ),
    "birthday": (
        r"\bwhen\b[^?.!]{0,30}\bbirthday\b"
        r"|\bwann\b[^?.!]{0,30}\bgeburtstag\b"
        r"|\bcu[áa]ndo\b[^?.!]{0,30}\b(?:cumplea[ñn]os|cumple)\b"
        r"|生日是(?:哪|什么|几)|什么时候(?:过)?生日"
    ),
}
_ASKS = {matter: re.compile(pattern, re.IGNORECASE) for matter, pattern in _OF_MATTER.items()}
_ENGLISH_OTHERS = any_of(r"""
    sister, brother, mother, father, mom, mum, dad, parents?, son, daughter, kids?, child(?:ren)?, friend,
    boss, cousin, uncle, aunt, grand\w{2,8}, neighbou?r, colleague, roommate, dogs?, cats?, pets?
""")
_GERMAN_OTHERS = any_of(r"""
    schwester, bruder, mutter, vater, eltern, sohn, tochter, kind(?:er)?, freunde, chef(?:in)?, oma, opa,
    tante, onkel, nachbar\w{0,3}, hund, katze
""")
_SPANISH_OTHERS = any_of("""
    herman[oa]s?, madre, padre, padres, hij[oa]s?, amig[oa]s?, jef[ea], prim[oa], t[íi][oa], abuel[oa],
    vecin[oa], perr[oa], gat[oa]
""")
_CHINESE_OTHERS = any_of("""
    姐, 妹, 哥, 弟, 妈, 媽, 爸, 父母, 儿子, 女儿, 兒子, 女兒, 朋友(?!叫|是谁), 老板, 同事, 邻居, 狗, 猫
""")
_OF_OTHERS = re.compile(
    rf"\b(?:{_ENGLISH_OTHERS}|{_GERMAN_OTHERS}|{_SPANISH_OTHERS})\b|{_CHINESE_OTHERS}", re.IGNORECASE
)
_ENGLISH_ONCE = any_of(r"did, was, were, used to, before, previously, originally, grew up, 19\d\d, 20\d\d")
_ONCE = re.compile(
    rf"\b(?:{_ENGLISH_ONCE}"
    r"|wohnte|lebte|arbeitete|früher|damals|vorher"
    r"|viv[íi]a|vivió|trabajaba|trabajó|antes)\b"
    r"|以前|之前|曾经|原来|小时候",
    re.IGNORECASE,
)


def matters_asked(question: str) -> list[str]:
    """The matters, named as in the `states` of facts; none if the question is about a relative or about the past."""
    if len(question) > LONGEST or _OF_OTHERS.search(question) or _ONCE.search(question):
        return []
    return [matter for matter, pattern in _ASKS.items() if pattern.search(question)]
