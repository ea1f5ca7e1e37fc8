"""German frames: each way to say that one has, does or suffers from something, with all words for such things.

A verb may stand behind its object ("Geige spiele ich"), so most heads only look into the clause.
"""

import re

from memory.language.lexicon import any_of
from memory.language.lexicon import german as words
from ome.strategies.extract_user_profile.languages.grammar import Frame, Frames, Pattern

_SELF = r"^(?=.{0,120}\b(?:[Ii]ch|[Ww]ir)\b)"
_NAME = r"[A-ZÄÖÜ][a-zäöüß-]+"
_NAMES = rf"{_NAME}(?: und {_NAME})?"
_COUNT = r"(?:zwei|drei|vier|fünf|sechs|sieben|paar|einige|mehrere|\d)"
_MINE = r"\b(?:[Mm]ein|[Uu]nser)(?:e[nmrs]?)?\b"
_ANIMAL = rf"(?:{words.PET}|{words.FLOCK})"
# "Wir halten Hühner", "Mein Hund", "Bei uns", "Ich wohne mit meinen Katzen", "Dafür zwei Katzen".
_HAVE = (
    r"(?:\b(?:ich|wir|Ich|Wir) (?:[a-zäöüß']+ ){0,3}?(?:habe?|haben|halten?|züchten?|besitzen?|teilen?)\b"
    rf"|{_MINE} (?=(?:[a-zäöüß]+ )?{_ANIMAL})"
    r"|^(?:\w+ )?[Bb]ei (?:mir|uns)\b"
    r"|\b(?:ich|wir|Ich|Wir) (?:wohnen?|leben?) (?:[\wäöüß]+ ){0,4}?"
    rf"mit (?=(?:meine\w|unsere\w|eine\w|zwei|drei) (?:[a-zäöüß]+ )?{_ANIMAL})"
    rf"|^[Dd]afür (?=(?:\w+ )?{_ANIMAL}))"
)
# Whom else a clause may be about.
_OTHERS = any_of(r"""
    Sohn, Tochter, Kinder, Mann, Frau, Bruder, Schwester, Mutter, Vater, Mama, Papa, Oma, Opa,
    Freund(?:in)?(?:nen|e)?, Partner(?:in)?, Kolleg\w+, Nachbar\w*, Leute, jemand, alle, Chef(?:in)?
""")
_PEOPLE = rf"\b{_OTHERS}\b"
# What is said of one day or of a time that is over, not of what is done again and again.
_DAYS = any_of("""
    heute, gestern, morgen, übermorgen, vorgestern, nachher, gleich, vorhin, nächste[nrsm]?, letzte[nrsm]?
""")
_THEN = any_of(r"""
    als (?:Kind|Jugendliche[r]?), damals, in der Schule, war(?:en|st)?, hatten?, wollte\w*, will, wollen,
    soll, musste\w*, konnte\w*, durfte\w*, ging\w*, spielten?, machten?
""")
# Watched, read, taught, planned, bought or given up, but not done.
_NOT_DONE = any_of(r"""
    schau\w*, guck\w*, seh\w*, les(?:e|en), schreib\w*, unterricht\w*, hass\w*, über, von, Film, Fernsehen,
    Buch, Roman, Lied, Spiel, verkauf\w*, kauf\w*, gekauft, aufgehört, aufgegeben, gekündigt, abgesagt,
    ausgefallen, verletzt, verloren, gewonnen, getroffen, bring\w*, fahr\w* (?:zum|zur|zu), hol\w*,
    allergisch, arbeit\w*, studier\w*, überleg\w*, plan\w*, versuch\w*, gegen, anmelden, statt, anstatt,
    sonst
""")
_ONCE = (
    r"\b(?:trainier\w+ (?:die|den|eine?n?|unsere)|muss|müssen|habe?n? (?![^.]{0,80}angefangen)"
    rf"|{_DAYS}|diese[nrs]? (?:Woche|Jahr|Monat|Sommer)"
    r"|am (?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Wochenende)(?!s)"
    rf"|im {words.MONTH}|{_THEN}|{_NOT_DONE})\b"
    r"|\bge[a-zäöü]{3,}(?:t|en|rn)\b(?<!gesund)(?<!gestern)"
    rf"|{_PEOPLE}"
)
# With these words, an animal is somebody else's, or gone, or none.
_NOT_OWNED = any_of(r"""
    Kopfweh, Kopfschmerzen, gestern, hatten?, war(?:en)?, wollen?, will, verkauft, verloren, gesehen,
    getroffen, gestreichelt, gehört, geträumt, gefüttert, gebraucht, gemalt, überfahren, gefunden, besucht,
    gemietet, geliehen, ausgeliehen, fast, Film, Buch, Foto\w*, Bild\w*, Angst, Allergie, allergisch, gegen,
    Nachbar\w*, Freund\w*, Schwester, Bruder, Kolleg\w+, Futter, füttern?, hüten?, aufpassen, spiel\w*, wie,
    ausgedacht, geschenkt(?! bekommen), gestorben, eingeschläfert, Idee, Tierheim
""")
_NOT_HAD = rf"\b{_NOT_OWNED}\b"
# Animals that need no number: "Wir haben Hühner".
_SEVERAL = any_of("""
    Hühner, Hennen, Enten, Gänse, Ziegen, Schafe, Alpakas, Lamas, Wachteln, Ponys, Wellensittiche, Katzen,
    Hunde, Pferde, Schweine, Tauben, Fische, Guppys, Goldfische, Mäuse, Ratten, Rennmäuse, Schildkröten,
    Papageien, Vögel
""")
# With these words, a car is none of the speaker's, or for a day.
_NOT_MINE = any_of(r"""
    hatten?, war, verkauft, gemietet, geliehen, ausgeliehen, Leihwagen, gesehen, will, wollen, gestohlen,
    geklaut, Probe, zu Schrott, Unfall, kaputt, morgen, gestern, heute, Freund\w*
""")
# Read, treated or feared, but not had.
_NOT_ILL = any_of(r"""
    über, gegen, Buch, Film, Patient\w*, behandel\w*, Vortrag, Angst, Vorsorge, Impfung, forsch\w*, les\w*,
    schreib\w*, hatten?, glaub\w*, denk\w*, fürchte\w*, Verdacht, Test, keine?, los, geheilt, weg,
    ausgeheilt, verheilt, überstanden, vorbei, verschwunden, abgeklungen, ausgeschlossen, arbeit\w*,
    Facharzt
""")
# "Ich bin seit März in Rente" names no place.
_STATES = any_of("""
    Rente, Urlaub, Elternzeit, Hause, Mutterschutz, Pension, Ruhe, Quarantäne, Therapie, Behandlung, Panik,
    Eile, Sicherheit, Führung, Kurzarbeit, Altersteilzeit, Karenz, Reha
""")
# What denies, imagines or is about somebody else.
_BARRING = any_of(r"""
    nicht, nie, niemals, kaum, keine?[nmrs]?, ohne, niemand, weder, noch nie, [Ee]r, [Ss]ie, [Dd]u,
    [Ii]hr(?:e[nmrs]?)?, [Dd]eine?[nmrs]?, [Ss]eine?[nmrs]?, [Ee]uer, [Ee]ure?[nmrs]?, dir, dich, euch, ihm,
    ihn, ihnen, würde\w*, hätte\w*, könnte\w*, wäre\w*, sollte\w*, möchte\w*, wenn, falls, ob, als ob, statt,
    Lied, Roman
""")


def _pets(pattern: Pattern, animals: str) -> Frame:
    return Frame(pattern, _HAVE, animals, unless=_NOT_HAD)


GERMAN_FRAMES = Frames(
    frames=(
        _pets(
            Pattern("pet: {k}: {v}"),
            rf"\b(?P<k>{words.PET}|{words.FLOCK})"
            r"(?:,? (?:de[rmn]|die|das|sie|er)? ?(?:heiß(?:t|en)|namens|genannt)|,)?"
            rf" (?P<v>{_NAMES})(?=[.,;:!?)]|$| (?:und|ist|sind)\b)",
        ),
        _pets(
            Pattern("pet: Hat {v}"),
            rf"\b(?P<v>{_COUNT} (?:[a-zäöüß-]+ )?{words.FLOCK}"
            rf"|(?<!ein )(?<!ne )(?<!nen )(?<!einen )(?<!eine ){_SEVERAL})(?![\w-])(?!,? (?:namens|die heißen))",
        ),
        _pets(
            Pattern("pet: Haustier: {k}"),
            r"\b(?:(?:[Ee]ine?n?|'?nen?|[Mm]eine?n?|[Uu]nsere?n?|noch|wieder|den|die|de[rm]) (?:[a-zäöüß]+ )?)"
            rf"(?P<k>{words.PET})(?![\w-])(?! seit heute)(?!,? (?:(?:der|die|das) )?(?:namens|heißt|{_NAME}))",
        ),
        Frame(
            Pattern("plays: Spielt {v}"),
            rf"{_SELF}(?=.{{0,120}}\b(?:spiel|mach|üb|trommel|begleit)"
            r"|.{0,120}\bim \w*(?:orchester|verein|band|kapelle|chor))",
            rf"\b(?P<v>{words.INSTRUMENTS})(?![\w-])",
            unless=rf"{_ONCE}|\b(?:lern\w*|stimm\w*)\b",
        ),
        Frame(
            Pattern("likes: Mag {v}"),
            rf"{_SELF}|\b[Mm]ein(?:e)? (?:\w+ )?(?:Hobbys?|Ding|Leidenschaft|Sport) (?:ist|sind)\b"
            r"|\b(?:[Aa]m Wochenende|[Mm]ontags|[Dd]ienstags|[Mm]ittwochs|[Dd]onnerstags"
            r"|[Ff]reitags|[Ss]amstags|[Ss]onntags) (?:ist|gibt['’]?s)\b",
            rf"(?<![\w-])(?P<v>{words.PASTIMES})(?![\w-])",
            # One time: "Ich bin am Klettern", "Wir sind beim Yoga".
            unless=rf"{_ONCE}|\b[Ll]asse? ich\b"
            r"|\b(?:bin|sind)(?: ich| wir)? (?:(?:gerade|noch|schon|jetzt|grad) )*(?:am|beim|im) [A-ZÄÖÜ]\w+"
            r"(?![^.!?]{0,120}(?:viel|oft|regelmäßig|tags\b|jede|immer))",
        ),
        Frame(
            Pattern("likes: Ist eine {v}"),
            r"\b[Ii]ch bin\b",
            r"\b(?P<v>Leseratte|Naschkatze|Nachteule|Wasserratte|Sportskanone)(?!\w)",
        ),
        *(
            Frame(
                Pattern(f"owns: {has} {{v}}"),
                rf"\b(?:[Ii]ch|[Ww]ir) (?:[a-zäöüß']+ ){{0,3}}?(?:{have})\b",
                rf"\b(?P<v>(?:eine?n?|meine?n?|'?nen?) (?:[a-zäöüß]{{2,14}} ){{0,3}}{things})(?![\w-])",
                unless=rf"\b{_NOT_MINE}\b",
            )
            for has, have, things in (
                (
                    "Besitzt",
                    "habe?n?|besitzen?|hole?n? (?:mir|uns)",
                    f"(?:{words.VEHICLES}|{words.POSSESSIONS})",
                ),
                ("Fährt", "fahren?", words.VEHICLES),
            )
        ),
        Frame(
            Pattern("condition: Hat {v}"),
            r"^(?=.{0,120}\b(?:[Ii]ch|mir|mich|[Mm]eine?[nmrs]?|wieder da|plagt)\b)",
            rf"(?<![\w-])(?P<v>{words.ILLNESS})(?![\w-])",
            unless=rf"\b{_NOT_ILL}\b|{_PEOPLE}",
        ),
        Frame(
            Pattern("condition: {v} ist angeschlagen"),
            r"\b(?:[Bb]ei mir (?:ist es|ist['’]s|zwickt|macht|zickt)(?: nur| eher| leider)?|[Mm]ich plagt)\b",
            r" (?:der|die|das) (?P<v>Blutdruck|Rücken|Nacken|Schulter|Hüfte|Knie|Herz|Magen|Schilddrüse|Bandscheibe)"
            r"(?!\w)",
        ),
        Frame(
            Pattern("employer: Arbeitet {v}"),
            r"\b(?:[Ii]ch|[Ww]ir) (?:bin|arbeite|sitze|sind)"
            r"(?: (?:ja|jetzt|noch|immer|immer noch|nach wie vor|weiterhin|inzwischen|mittlerweile"
            r"|seit [\wäöüß ]{3,20}|auch|wieder|neu))*(?= (?:bei|beim|im|in|an|am)\b)",
            r" (?P<v>(?:bei (?:der|dem)|beim|im|in der|in einem|in einer|an der|an einer|am)"
            rf" (?:{words.TRADES}|{words.WORKPLACE}))(?![\w-])",
            unless=r"\b(?:gerade|heute|morgen|kurz|eben|bis|Urlaub|warte\w*|um)\b",
            several=False,
        ),
        Frame(
            Pattern("studies: Studiert {v}"),
            r"^(?=.{0,80}\b(?:[Ii]ch|[Ss]tudium)\b)(?=.{0,120}\b(?:[Ss]tudi|Master|Bachelor|Uni\b))",
            rf"(?<![\w-])(?P<v>{words.STUDIES})(?![\w-])",
            unless=rf"{_PEOPLE}|\b(?:abgebrochen|früher|wollte|damals|will|statt)\b",
        ),
        Frame(
            Pattern("home: Wohnt in {v}"),
            r"\b(?:[Ii]ch bin|[Ww]ir sind|bin ich|sind wir) (?:(?:jetzt|inzwischen|nun|schon) )*"
            r"seit [\wäöüß ]{3,20} in\b",
            rf" (?P<v>(?!{_STATES}){_NAME})(?=[.,;!]|$| (?:und|zu Hause|angekommen|gelandet)\b)",
            unless=r"\b(?:Termin|Meeting|kurz|heute|Besuch|Urlaub|gerade)\b|\bin (?:der|die|das|dem|den|eine\w)\b",
            several=False,
        ),
        Frame(
            Pattern("partner: Ist mit {v} zusammen"),
            r"\b(?:[Ii]ch bin|bin ich)"
            r" (?:(?:jetzt|noch|immer|auch|schon|seit [\wäöüß ]{3,25}|inzwischen|endlich) )*mit\b",
            rf" (?P<v>{_NAME}) (?:zusammen|verheiratet|verlobt|liiert)(?!\w)(?! (?:in|auf|beim|zum|nach|zur)\b)",
            several=False,
        ),
        Frame(
            Pattern("speaks: Spricht {v}"),
            r"\b[Ii]ch (?:(?:auch|noch|nur|ja|sogar) )*(?:spreche?|kann|verstehe?)\b"
            r"|^(?=.{0,60}\bmeine Muttersprache\b)",
            rf"(?<![\w-])(?P<v>{words.SPOKEN})(?![\w-])",
            unless=r"\b(?:kaum|unterrichten|würde|könnte|möchte|lern\w*|bald|vergessen|verlernt)\b",
        ),
    ),
    needs=re.compile(
        r"\b(?:[Ii]ch|[Ww]ir|[Mm]ein\w{0,2}|[Uu]nser\w{0,2}|mir|mich|uns|[Dd]afür|plagt|wieder da)\b"
    ),
    clause_end=re.compile(
        r"[;:.!?()–—]\s*|,\s+(?!(?:(?:der|die|das) heiß|namens\b))"
        r"| (?:aber|weil|denn|sondern|obwohl|während|bis"
        r"|und (?=(?:ich|wir|mein\w*|er|sie|es|du|ihr\w*|sein\w*|die Kinder|der|die|das)\b)) ?"
    ),
    barred=re.compile(rf"\b{_BARRING}\b"),
    goes_on=re.compile(
        r"\A\W*(?:(?:und|oder|sowie|dazu|außerdem|auch|noch) )*"
        r"(?:(?:eine?n?|das|die|der|den|etwas|ein bisschen|mein\w*|zwei|drei) )*(?:[a-zäöüß]+ )?"
    ),
)
