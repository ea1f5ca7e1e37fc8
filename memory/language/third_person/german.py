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
    "schlage": "schlägt", "stehle": "stiehlt", "steche": "sticht", "messe": "misst", "werbe": "wirbt",
    "stoße": "stößt", "brate": "brät", "blase": "bläst", "befehle": "befiehlt", "erschrecke": "erschrickt",
    "wasche": "wäscht", "werfe": "wirft", "behalte": "behält", "erhalte": "erhält", "betreibe": "betreibt",
}  # fmt: skip
# Present forms in -te, whose stem ends in t: "ich warte" is the present, "ich wohnte" the past.
_PRESENT_IN_TE_WORDS = """
    achte arbeite bearbeite begleite beobachte berichte biete bitte chatte erwarte faste flirte gestalte heirate
    hafte knete koste leite leiste miete poste reite richte starte streite teste unterrichte vermiete verwalte
    vermute warte bete hüte rette
"""
_PRESENT_IN_TE = frozenset(_PRESENT_IN_TE_WORDS.split())
# Forms without their -e: "und komm damit nicht klar". Those that are nouns in small letters as well are left out.
_CLIPPED_WORDS = """
    arbeit bleib brauch bring denk fahr find geh glaub hol kauf koch komm krieg lass lauf leb lern mach meld
    miet nehm nutz schau schreib seh sitz spiel steh such treff trink üb verkauf versteh versuch wart wohn zahl zieh
"""
_CLIPPED = frozenset(_CLIPPED_WORDS.split())
# What begins a sentence whose "ich" is left out, and is the form of nobody else.
_BEGINS_WITHOUT_I = re.compile(
    r"(?P<verb>Bin|Habe?|Werde|Brauche?|Esse|Nehme|Lese|Wohne|Studiere|Komme|Fahre|Gehe|Arbeite|Sitze|Bleibe)\b"
    r"(?! (?:ich|dich|euch|dir|bitte|mal|doch|nicht so|keine Angst|Geduld|Mut|Vertrauen)\b)"
)
_PREFIX = re.compile("ver|be|er|ent|zer|ge|über|unter|wider|miss")
OPENERS = re.compile(
    r"\A(?:(?:und |ach )?(?:noch was|noch eins|noch etwas|noch eine sache|eins noch|nächster punkt|nächstes thema"
    r"|was anderes|kurzes update|ach übrigens|ps|p\.s\.|apropos)[,!.…:]+\s+"
    rf"|(?:{words_of(GREETINGS, CALLED, language='German')}|oh|ok|okay|ja|nein|nee|na ja|naja|tja|also|hi"
    r"|hey|danke|wow|ach|ach so|genau|stimmt"
    r"|klar|gut"
    r"|super|toll|cool|(?:sehr|ganz) gut|gut gemacht|ausgezeichnet|prima|perfekt|wunderbar|hör mal|pass auf|ach mensch"
    r"|(?:nein|nee|ne) danke|(?:ja|oh ja) (?:bitte|gerne?|klar|genau)|gerne?|sehr gerne?|na (?:gut|klar|schön)|jap|jep"
    r"|übrigens|nebenbei|hilfe|ehrlich gesagt|danke (?:dir|euch|ihnen|schön|sehr))[,!.…:]+\s+"
    # "Sorry dass ich mich nicht gemeldet hab, die Waschmaschine ist ausgelaufen"
    r"|(?:(?:hey|hallo|hi|moin),? )?(?:sorry|entschuldigung|tut mir leid),? dass ich [^,.!?;]{2,50},\s+(?=\w)"
    r"|danke (?:dir |euch )?(?:nochmal |noch mal )?für [^,.!?;]{2,40},\s+(?=\w)"
    r"|(?:nee?|nö),? (?=\w+s,)"
    r"|(?:nein danke|ja bitte|ja gerne?|und|aber|oh|ja|übrigens|also|ach|ach ja|ach und)\s+(?=ich\b|mein))+",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\b(?:[Ww]ir|[Uu]ns|[Uu]nser\w*|[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\w*|[Ee]uch|[Ee]uer|[Ee]ure\w*"
    r"|Sie|Ihnen|Ihr\w*|ihr (?:seid|habt|\w+t)"
    r"|(?:[Kk]önnt|[Kk]önntet|[Hh]abt|[Ss]eid|[Mm]acht|[Gg]ebt|[Ss]agt|[Ww]ollt|[Mm]üsst|[Dd]ürft) ihr|selbst"
    r"|meins)\b|, ich meine?\b"
    r"|\b[Mm]ein(?:e|er)? (?:Großer?|Kleiner?|Lieber?|Schatz|Süßer?|Herz|Junge|Mädchen|Engel)\s?[,!]"  # whom one calls
    r"|\b(?:weil|dass|wenn|ob|als|nachdem|obwohl|damit|falls|bevor|während|seit|sobald|bis|was|wie|wo|d(?:as|ie|er"
    r"|en|em)|und|oder)"
    r" (?:\w+ )?ich\b|[\"“”„«»‚]|^Meiner [a-zäöü]"
    # What somebody is told to do: "…, erinner mich dran".
    r"|[,;–] (?:(?:und|also|bitte|dann) )?(?:erinner|sag|ruf|schreib|gib|hilf|lass|schick|drück|wünsch|glaub|zeig)e?"
    r" m(?:ich|ir)\b"  # "Meiner fällt durch" names nobody
    r"|^(?i:meine[rsn]?) (?:kann|kannst|könnt|ist|sind|war|hat|steht|liegt|geht|läuft)\b"  # of what was named before
    r"|\bdafür hab(?:e)? ich mein"
)
_I = re.compile(r"\b[Ii]ch\b")
_AFTER = re.compile(r"\b[Ii]ch (?P<verb>[a-zäöüß]+)\b")
_BEFORE = re.compile(r"(?P<verb>\b[A-Za-zäöüß]+) ich\b")
_SELF = pattern(I, languages=("German",))
_MINE = re.compile(r"\b[Mm]ein(?P<ending>e[mnrs]?)?\b")
_MINE_BY_NAME = re.compile(
    r"\b[Mm]eine?[mnrs]?(?= (?:\w{3,12}e[nrms]? )?(?:Frau|Mann|Freund(?:in)?|Kind|Mädchen|Junge|Jungen)\b)"
)
_UNMARKED = re.compile(r"\b[Mm]ein\b|\bMein\w*")  # of unknown gender, "der" or "das"
_ME = re.compile(r"\b[Mm](?:ich|ir)\b")
# Each clause keeps the comma or conjunction before it.
_BETWEEN_CLAUSES = re.compile(r"(?=[,;:–(]|(?<=\s)(?:und|oder|aber|denn|doch|sondern)\s)")
_LEFT_OUT_I = re.compile(
    r"(?:[,;:–(]\s?)?(?:(?:und|oder|aber|doch|sondern) )?(?:(?:dann|danach|auch|jetzt|noch|nun) )?"
    r"(?P<verb>[a-zäöüß]+)\b"
)
# Clauses without a subject: "um mich zu erholen", "mir ein Rad zu kaufen", "und mir den Fuß verstaucht".
_NO_SUBJECT = re.compile(
    r",? ?(?:(?:und|oder|aber) )?(?:(?:um|ohne|statt|anstatt)\b"
    r"|m(?:ich|ir)\b[^,.]{0,60}? (?:zu [a-zäöüß]{3,20}n|[a-zäöüß]{2,8}zu[a-zäöüß]{3,20}n)\b"
    r"|m(?:ich|ir) (?:den|die|das|ein\w{0,2}|dabei|dort|noch|dann|sehr|gut|nicht|auch|im|in|am|an|auf|bei|mit|zu\w?)"
    r" [^,.]{0,60}?(?<=[ \w])(?:ge|ver|be|er|zer|ent)[a-zäöüß]{2,20}(?:t|en)[.!]*\s*\Z)"
)
# A clause without a comma before it: "Ich glaube Tobias hat mich vergessen".
_THINKS = re.compile(
    r"\bich (?:glaube?|denke?|hoffe?|fürchte?|vermute|schätze|finde|meine|wette) (?:\w{1,20} ){1,3}"
    r"(?:hat|hatte|ist|war|wird|will|kann|soll|muss|mag|liebt|hasst|holt|besucht|ruft|kennt|braucht|versteht|haben|sind"
    r"|werden|wollen|können|sollen|müssen|mögen|holen|besuchen|rufen|kennen|brauchen|verstehen) m(?:ich|ir)\b",
    re.IGNORECASE,
)
# What is no verb of "ich", though it ends like one.
_NO_VERBS_WORDS = """
    alle andere beide bitte danke deine diese eine einige ende gerade gerne heute ihre jene keine lange manche meine
    ohne seine viele wenige die sie ihre welche leute freunde eltern solche unsere eure
"""
_NO_VERBS = frozenset(_NO_VERBS_WORDS.split())
# What the third person would turn around: "Mir ist schlecht" says nothing bad of Maya.
_FEELS = re.compile(
    r"\b[Mm]ir (?:ist|war|wird|wurde|wäre)\b|\b(?:ist|war|wird|wurde|wäre) mir (?:\w{1,12} )?"
    r"(?:schlecht|übel|kalt|warm|heiß|langweilig|schwind\w+|komisch|egal)\b"
)
# A sentence whose subject was named before: "Passt meiner Frau auch".
_LOST_SUBJECT = re.compile(
    r"(?:Passt|Geht|Gibt|Hilft|Reicht|Gefällt|Klappt|Macht|Ist|War|Hat|Hatte|Kommt|Wird|Wurde|Kann|Stört|Gehört|Dauert"
    r"|Kostet|Steht|Liegt|Hängt|Fehlt|Tut|Freut|Nervt|Braucht|Will|Muss|Soll|Darf|Sagt|Meint|Findet)\b"
)
# Verbs whose form in -e is no adjective: "und lerne Italienisch", but "und große Augen".
_WITH_OBJECT = "backe brauche esse koche lerne mache spiele spreche studiere trinke unterrichte"
_BEFORE_OBJECT = "|".join(rf"(?<=\b{verb})(?= [A-ZÄÖÜ])" for verb in _WITH_OBJECT.split())
# A further verb of the same subject, as in "und arbeite in Graz", but not "und große Augen".
_ALSO = re.compile(
    r"(?P<before>(?:,| und| aber| oder) (?:(?:dann|danach|auch|jetzt|noch) )?)"
    rf"(?P<verb>bin|{'|'.join(sorted(_CLIPPED))}|(?!(?:alle|andere|beide|bitte|danke|deine|diese|eine|einige|ende|gerade|gerne|heute|ihre|jene|keine"
    r"|lange|manche|meine|ohne|seine|viele|wenige)\b)[a-zäöüß]+e)"
    r"(?P<behind> (?:in|im|bei|beim|als|an|am|auf|mit|für|zu|zum|zur|nach|aus|um|über|m?ein\w*|die|den|das|dem|der"
    r"|gern\w*|viel|wenig|mich|mir|sich"
    r"|oft|vor|ein|her|hin|los|weg|zurück"
    r"|nicht|kein\w*|seit|bis|ab|jeden|jede|dort|da|es|sehr|danach|dann|jetzt|nun|nur|noch|schon|wieder|immer"
    r"|inzwischen|mittlerweile|momentan|gerade|hier|bald|endlich"
    r"|damit|davon|daran|dazu|heim|klar|zurecht)\b|(?<=\bhabe)(?= )|(?<=\bbin)(?= )|$|[.!]"
    rf"|{_BEFORE_OBJECT})"
)


def in_german(sentence: str, name: str) -> str | None:
    text = OPENERS.sub("", sentence, count=1)
    begun = _BEGINS_WITHOUT_I.match(text)
    if begun and _I.search(text):  # without another "ich" it may be a command
        rest = in_german(text[begun.end() :].lstrip(), name) if _SELF.search(text) else None
        verb = third_person_of(begun["verb"])
        return f"{name} {verb.lower()} {rest}" if rest and verb else None
    if not _SELF.search(text) or _REFUSED.search(text):
        return None
    subjects = len(_I.findall(text))
    if subjects > 1 or not (subjects or _MINE.search(text)) or (subjects and _UNMARKED.search(text)):
        return None
    if (not subjects and _LOST_SUBJECT.match(text)) or _FEELS.search(text):
        return None
    own = _with_article(_reflexive(text, name), name) if subjects else _with_name(text, name)
    told = _subject(own, name) if subjects else own
    return told and re.sub(r"(?<!!)!+(?=\s|$)", ".", told)


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
    low = f"{low}e" if low in _CLIPPED else low
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


def _with_article(text: str, name: str) -> str:
    """The text without "mein". What belongs to the subject gets an article: "Maya trifft die Eltern". "Die Frau" would
    be somebody else, so that such words get the name: "Maya trifft Mayas Mann".
    """
    named = _MINE_BY_NAME.sub(_possessive(name), text)
    return _MINE.sub(lambda match: f"d{'ie' if match['ending'] == 'e' else match['ending']}", named)


def _possessive(name: str) -> str:
    return f"{name}'" if name[-1:].lower() in "sxzß" else f"{name}s"


def _with_name(text: str, name: str) -> str:
    """The text with the name for "mein" and "mich": its subject is somebody else."""
    return _ME.sub(name, _MINE.sub(_possessive(name), text))


def _reflexive(text: str, name: str) -> str:
    """The text with "sich" for "mich" in the clauses whose subject is "ich", and the name in the others."""
    parts = [
        _ME.sub("sich" if _is_of_speaker(clause) else name, clause) for clause in _BETWEEN_CLAUSES.split(text)
    ]
    return "".join(parts)


def _is_of_speaker(clause: str) -> bool:
    """Whether the subject of this clause is "ich", or left out: "und lege mich hin", "um mich zu erholen"."""
    if _THINKS.search(clause):
        return False
    if _I.search(clause) or _NO_SUBJECT.match(clause):
        return True
    verb = _LEFT_OUT_I.match(clause)
    return verb is not None and verb["verb"] not in _NO_VERBS and third_person_of(verb["verb"]) is not None
