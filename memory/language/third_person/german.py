"""Turns German first-person sentences into the third person. Pure."""

import re

from memory.language.greetings import CALLED, GREETINGS, words_of
from memory.language.pronouns import I, pattern

_SAME_WORDS = """
    war hatte wurde kann konnte könnte muss musste müsste will wollte darf durfte dürfte soll sollte mag mochte
    möchte hätte wäre würde wusste aß bat begann bekam bewarb blieb brach brachte briet dachte empfahl entschied
    erfuhr erhielt erschien fand fiel fing floh flog fror fuhr gab gefiel gelang genoss geschah gewann ging goss
    half hielt hing hieß kam kannte lag las lernte lief ließ lud log maß nahm nannte rannte rief ritt roch
    rannte sah sang saß schien schlief schloss schmolz schnitt schrie schrieb schwamm schwor sprach sprang stach
    stand starb stieg stieß stritt tat traf trank trat trieb trug unterschrieb verband verbrachte vergaß
    verglich verließ verlor verriet versprach verstand vertrat verzieh wandte warf wuchs wusch zog zwang
"""
_SAME = frozenset(_SAME_WORDS.split())
_CHANGED = {
    "bin": "ist", "habe": "hat", "hab": "hat", "werde": "wird", "weiß": "weiß", "tue": "tut", "backe": "backt",
    "bewerbe": "bewirbt", "breche": "bricht", "empfehle": "empfiehlt", "esse": "isst", "fahre": "fährt",
    "falle": "fällt", "fange": "fängt", "fresse": "frisst", "gebe": "gibt", "grabe": "gräbt", "halte": "hält",
    "helfe": "hilft", "lade": "lädt", "lasse": "lässt", "laufe": "läuft", "lese": "liest", "nehme": "nimmt",
    "rate": "rät", "schlafe": "schläft", "sehe": "sieht", "spreche": "spricht", "sterbe": "stirbt",
    "trage": "trägt", "treffe": "trifft", "trete": "tritt", "unterhalte": "unterhält", "verbringe": "verbringt",
    "vergesse": "vergisst", "verlasse": "verlässt", "verspreche": "verspricht", "wachse": "wächst",
    "wasche": "wäscht", "werfe": "wirft", "behalte": "behält", "erhalte": "erhält", "betreibe": "betreibt",
}  # fmt: skip
# Present forms in -te, whose stem ends in t: "ich warte" is the present, "ich wohnte" the past.
_PRESENT_IN_TE_WORDS = """
    achte arbeite bearbeite begleite beobachte berichte biete bitte chatte erwarte faste flirte gestalte heirate
    hafte knete koste leite leiste miete poste reite richte starte streite teste unterrichte vermiete verwalte
    vermute warte bete hüte rette
"""
_PRESENT_IN_TE = frozenset(_PRESENT_IN_TE_WORDS.split())
_PREFIX = re.compile("ver|be|er|ent|zer|ge|über|unter|wider|miss")
OPENERS = re.compile(
    rf"\A(?:(?:{words_of(GREETINGS, CALLED, language='German')}|oh|ok|okay|ja|nein|nee|na ja|naja|tja|also|hi"
    r"|hey|danke|wow|ach|ach so|genau|stimmt"
    r"|klar|gut"
    r"|super|toll|cool"
    r"|übrigens|ehrlich gesagt)[,!.…]+\s+|(?:und|aber|oh|ja)\s+(?=ich\b|mein))+",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\b(?:[Ww]ir|[Uu]ns|[Uu]nser\w*|[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\w*|[Ee]uch|[Ee]uer|[Ee]ure\w*"
    r"|Sie|Ihnen|Ihr\w*|ihr (?:seid|habt|\w+t)|selbst"
    r"|meins)\b|, ich meine?\b"
    r"|\b[Mm]ein(?:e|er)? (?:Großer?|Kleiner?|Lieber?|Schatz|Süßer?|Herz|Junge|Mädchen|Engel)\s?[,!]"  # whom one calls
    r"|\b(?:weil|dass|wenn|ob|als|nachdem|obwohl|damit|falls|bevor|während|seit|sobald|bis|was|wie|wo|d(?:as|ie|er"
    r"|en|em)|und|oder)"
    r" (?:\w+ )?ich\b|[\"“”„«»‚]|^Meiner [a-zäöü]",  # "Meiner fällt durch" names nobody
)
_I = re.compile(r"\b[Ii]ch\b")
_AFTER = re.compile(r"\b[Ii]ch (?P<verb>[a-zäöüß]+)\b")
_BEFORE = re.compile(r"(?P<verb>\b[A-Za-zäöüß]+) ich\b")
_SELF = pattern(I, languages=("German",))
_MINE = re.compile(r"\b[Mm]ein(?P<ending>e[mnrs]?)?\b")
_UNMARKED = re.compile(r"\b[Mm]ein\b|\bMein\w*")  # of unknown gender, "der" or "das"
# A further verb of the same subject, as in "und arbeite in Graz", but not "und große Augen".
_ALSO = re.compile(
    r"(?P<before>(?:,| und| aber| oder) (?:(?:dann|danach|auch|jetzt|noch) )?)"
    r"(?P<verb>bin|(?!(?:alle|andere|beide|bitte|danke|deine|diese|eine|einige|ende|gerade|gerne|heute|ihre|jene|keine"
    r"|lange|manche|meine|ohne|seine|viele|wenige)\b)[a-zäöüß]+e)"
    r"(?P<behind> (?:in|im|bei|beim|als|an|am|auf|mit|für|zu|zum|zur|nach|aus|um|über|m?ein\w*|die|den|das|dem|der"
    r"|gern\w*|viel|wenig"
    r"|oft|vor|ein|her|hin|los|weg|zurück"
    r"|nicht|kein\w*|seit|bis|ab|jeden|jede|dort|da|es|sehr|danach|dann)\b|(?<=\bhabe)(?= )|(?<=\bbin)(?= )|$|[.!])"
)


def in_german(sentence: str, name: str) -> str | None:
    text = OPENERS.sub("", sentence, count=1)
    if not _SELF.search(text) or _REFUSED.search(text):
        return None
    subjects = len(_I.findall(text))
    if subjects > 1 or not (subjects or _MINE.search(text)) or (subjects and _UNMARKED.search(text)):
        return None
    told = _subject(text, name) if subjects else text
    return told and re.sub(r"!+(?=\s|$)", ".", _others(told, name, bool(subjects)))


def _subject(text: str, name: str) -> str | None:
    after, before = _AFTER.search(text), _BEFORE.search(text)
    if before and not text[: before.start()].strip():  # "Richte ich aus", with its object dropped
        return None
    if before and (verb := third_person_of(before["verb"])):
        told = f"{text[: before.start()]}{verb} {name}{text[before.end() :]}"
    elif after and (verb := third_person_of(after["verb"])):
        told = f"{text[: after.start()]}{name} {verb}{text[after.end() :]}"
    else:
        return None
    return _ALSO.sub(
        lambda match: match["before"] + (third_person_of(match["verb"]) or match["verb"]) + match["behind"],
        told,
    )


def third_person_of(verb: str) -> str | None:
    """The third person of a first-person form; None if it may not be a verb."""
    low = verb.lower()
    if low in _SAME:
        return verb
    if low in _CHANGED:
        return _as(verb, _CHANGED[low])
    prefix = _PREFIX.match(low)
    if prefix and low[prefix.end() :] in _CHANGED:  # "vertrage" as "trage"
        return _as(verb, prefix[0] + _CHANGED[low[prefix.end() :]])
    if low.endswith("te") and low not in _PRESENT_IN_TE:
        return verb if len(low) > 4 else None
    if not low.endswith("e") or len(low) < 4:
        return None
    stem = low[:-1]
    if stem.endswith(("el", "er")):
        return _as(verb, f"{stem}t")
    if stem.endswith(("t", "d", "chn", "ffn", "gn", "tm")):
        return _as(verb, f"{stem}et")
    if stem.endswith("l") and stem[-2:-1] not in "aeiouäöülh":
        return _as(verb, f"{stem[:-1]}elt")
    return _as(verb, f"{stem}t")


def _as(form: str, verb: str) -> str:
    return verb.capitalize() if form[:1].isupper() else verb


def _others(text: str, name: str, is_subject: bool) -> str:
    """The text without "mein" and "mich". What belongs to the subject gets an article: "Maya trifft die Eltern"."""
    possessive = f"{name}'" if name[-1:].lower() in "sxzß" else f"{name}s"
    told = _MINE.sub(
        lambda match: f"d{'ie' if match['ending'] == 'e' else match['ending']}" if is_subject else possessive,
        text,
    )
    return re.sub(r"\b(?:mich|mir)\b", "sich" if is_subject else name, told)
