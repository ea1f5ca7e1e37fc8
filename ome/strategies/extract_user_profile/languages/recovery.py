"""Sentences that say that somebody is well again or no longer takes a medicine: "My asthma is gone", "Metformin hab ich
abgesetzt", 胃病治好了. The same in four languages, side by side.
"""

from memory.language.lexicon import any_of, chinese, english, german, spanish
from ome.strategies.extract_user_profile.languages.grammar import Pattern, ending

_ILL = rf"(?P<v>(?:[a-z]{{3,12}} )?(?:cancer|leuka?emia|lymphoma|{english.ILLNESS}))"
_GONE = any_of("gone, cured, healed, over, in remission, cleared up, disappeared, gone away")
_MEDICINE = r"(?P<v>[a-z]{4,20})"
_NEW_MEDICINE = rf"(?P<v>{english.DRUGS}|{english.DRUG_NAME})"
ENGLISH: tuple[Pattern, ...] = (
    ending(
        rf"(?:^\W*|[,;:] |\b(?:and|but|so|that|since|because) )(?:[Mm]y|[Tt]he) {_ILL}(?:['’]s| is| are| has| have)"
        rf"(?: (?:now|all|completely|finally|fully|officially|been)){{0,2}} {_GONE}\b",
        rf"\bI(?:['’]m| am|['’]ve been|['’]ve got)(?: \w+)? (?:cured of|rid of|over) (?:(?:my|the) )?{_ILL}\b",
        r"\bI(?:['’]ve| have)? (?:beat(?:en)?|recovered from|got (?:over|rid of)|overc[ao]me) "
        rf"(?:(?:my|the) )?{_ILL}\b",
        ends=("about",),
    ),
    ending(
        rf"\b(?:took|taken|weaned) me off (?:(?:my|the) )?{_MEDICINE}\b",
        rf"\bI(?:['’]m| am|['’]ve been taken|['’]ve come| came)(?: (?:now|finally|completely))? off (?:(?:my|the) )?"
        rf"{_MEDICINE}\b",
        rf"\b(?:[Ss]witched|[Cc]hanged|moved)(?: me)? from {_MEDICINE} to\b",
        ends=("condition",),
    ),
    Pattern(
        "condition: Takes {v}",
        rf"\bI(?:['’]ve| have)?(?: just)? (?:switched|changed)(?: from [a-z]{{4,20}})? to {_NEW_MEDICINE}\b",
        rf"\b(?:switched|changed|moved|put) me (?:from [a-z]{{4,20}} )?(?:on|to|onto) {_NEW_MEDICINE}\b",
    ),
)

_KRANKHEIT = rf"(?P<v>{german.ILLNESS}|[A-ZÄÖÜ]?[a-zäöüß]{{0,15}}[Kk]rebs|Leukämie)"
_THE = r"(?:[Mm]eine?n?|[Dd](?:ie|er|as|en))"
_NOW = r"(?:(?:jetzt|endlich|komplett|ganz|vollständig|inzwischen|mittlerweile|zum Glück|seit \w+) ){0,3}"
_WEG = any_of("weg, geheilt, ausgeheilt, verheilt, überstanden, verschwunden, in Remission, abgeklungen")
_MITTEL = r"(?P<v>[A-ZÄÖÜ][a-zäöüß]{3,20})"
GERMAN: tuple[Pattern, ...] = (
    ending(
        rf"\b{_THE} {_KRANKHEIT} (?:ist|sind) {_NOW}{_WEG}(?=[.,;!)]|$| und\b)",
        rf"\b{_THE} {_KRANKHEIT} (?:bin ich|ich bin) {_NOW}los\b|\b[Ii]ch bin {_NOW}{_THE} "
        rf"{_KRANKHEIT.replace('<v>', '<v2>')} {_NOW}los\b",
        rf"\b[Ii]ch bin {_NOW}v(?:om|on (?:der|meiner|meinem)) {_KRANKHEIT} {_NOW}geheilt\b",
        ends=("about",),
    ),
    ending(
        rf"(?:^\W*|[,;] |\bund )(?:{_THE} )?{_MITTEL} (?:ich )?habe?(?: ich)? (?:[a-zäöüß]+ ){{0,3}}abgesetzt\b",
        rf"\b[Ii]ch habe? (?:[a-zäöüß]+ ){{0,2}}(?:{_THE} )?{_MITTEL} (?:[a-zäöüß]+ ){{0,2}}abgesetzt\b",
        rf"\b[Ii]ch (?:nehme?|spritze?|brauche?) (?:[a-zäöüß]+ ){{0,2}}keine?n? {_MITTEL} mehr\b",
        rf"\b[Ii]ch nehme? (?:{_THE} )?{_MITTEL} (?:[a-zäöüß]+ )?nicht mehr\b",
        ends=("condition",),
    ),
)

_ENFERMEDAD = rf"(?P<v>{spanish.ILLNESS}|cáncer|leucemia)"
_REMEDIO = r"(?P<v>[a-záéíóúñ]{4,20})"
SPANISH: tuple[Pattern, ...] = (
    ending(
        rf"\b(?:[Mm]i|[Ee]l|[Ll]a) {_ENFERMEDAD} (?:se me (?:ha )?(?:cur|quit|pas|fue)\w{{0,3}}"
        r"|(?:ya )?(?:está|ha)(?: \w+)? (?:curad[oa]|superad[oa]|en remisión|remitido|desaparecido))(?!\w)",
        r"\b(?:[Mm]e (?:he )?(?:cur|recuper)(?:é|ado)|[Ee]stoy curad[oa]|[Hh]e superado|[Ss]uperé) "
        rf"(?:del?|de la|de las|el|las?|los|mis?) {_ENFERMEDAD}(?!\w)",
        ends=("about",),
    ),
    ending(
        rf"\b[Yy]a no (?:tomo|me pincho|me pongo) (?:(?:la|el|los|las) )?{_REMEDIO}(?!\w)",
        rf"\b[Mm]e (?:han quitado|quitaron|han retirado|retiraron) (?:la|el|los|las) {_REMEDIO}(?!\w)",
        ends=("condition",),
    ),
)

_HAN = r"[\u4e00-\u9fff]"
_CLAUSE = r"(?:^|[，。！])"
_ZH_NOW = "(?:现在|终于|已经|早就|总算|都)*"
_ZH_ILL = rf"(?P<v>{chinese.ILLNESS})"
CHINESE: tuple[Pattern, ...] = (
    ending(
        rf"{_CLAUSE}(?:我的?)?{_ZH_ILL}{_ZH_NOW}(?:好了|治好了|痊愈了?|康复了?|治愈了|根治了)(?=[，。！]|$)",
        rf"我{_ZH_NOW}(?:治好|战胜)了{_ZH_ILL}(?=[，。！]|$)",
        ends=("about",),
    ),
    ending(
        rf"{_CLAUSE}(?P<v>(?![我他她]){_HAN}{{2,6}}?)我?{_ZH_NOW}(?:停了|停药了|不吃了|不用吃了)(?=[，。！]|$)",
        rf"我{_ZH_NOW}(?:停了(?P<v>{_HAN}{{2,8}}?)|(?:不吃|不用吃)(?P<v2>{_HAN}{{2,6}}?)了"
        rf"|把(?P<v3>{_HAN}{{2,8}}?)停了)(?=[，。！]|$)",
        ends=("condition",),
    ),
)
