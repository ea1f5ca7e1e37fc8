"""German sentences about oneself, and what a profile says of them: "Ich wohne jetzt in Kiel", "Wohnt in Kiel"."""

import re

from memory.language.german_dates import MONTHS
from memory.language.lexicon import any_of
from memory.language.lexicon import german as words
from ome.strategies.extract_user_profile.languages import asides, at_work, endings, everyday, recovery
from ome.strategies.extract_user_profile.languages.german_capitals import with_capitals
from ome.strategies.extract_user_profile.languages.german_frames import GERMAN_FRAMES
from ome.strategies.extract_user_profile.languages.german_lasting import lasting_in
from ome.strategies.extract_user_profile.languages.grammar import Grammar, Pattern, ending, noted, small

_ADVERBS = any_of(r"""
    ja, doch, halt, übrigens, eben, jetzt, nun, auch, gerade, zurzeit, derzeit, mittlerweile, inzwischen,
    endlich, wirklich, sehr, aber, zwar, allerdings, nämlich, leider, schließlich, selbst, selber,
    neuerdings, nur, bloß, in Schichten, in Teilzeit, in Vollzeit, Teilzeit, Vollzeit, eigentlich, sowieso,
    immer noch, noch immer, noch, schon, längst, überhaupt, seit [\wäöüß]+ [\wäöüß]+, seit \d{4},
    seit [A-ZÄÖÜ][\wäöüß]+, wieder, meistens
""")
_ADVERB = rf"(?:{_ADVERBS} )*"
_NAME = r"[A-ZÄÖÜ][\wäöüß-]*(?: [A-ZÄÖÜ][\wäöüß-]*){0,2}"
_PLACE = r"[A-ZÄÖÜ][\wäöüß-]*(?: (?:am|an der|im|ob der|bei) [A-ZÄÖÜ][\wäöüß-]*| [A-ZÄÖÜ][\wäöüß-]*){0,2}"
# Places that are named with an article; "aus dem Büro" is none.
_DER_REGIONS = any_of("""
    Altmark, Bretagne, Eifel, Lausitz, Normandie, Oberpfalz, Pfalz, Provence, Rhön, Schweiz, Slowakei,
    Steiermark, Toskana, Türkei, Uckermark, Ukraine, Wetterau
""")
_DEM_REGIONS = any_of("""
    Allgäu, Burgenland, Elsass, Emsland, Erzgebirge, Harz, Hunsrück, Irak, Iran, Kosovo, Libanon,
    Münsterland, Norden, Odenwald, Osten, Rheinland, Ruhrgebiet, Ruhrpott, Saarland, Sauerland, Schwarzwald,
    Spessart, Sudan, Süden, Tessin, Vogtland, Wallis, Wendland, Westen, Westerwald
""")
_REGION = rf"(?:der {_DER_REGIONS}|dem {_DEM_REGIONS}|den (?:Niederlanden|USA))"
_NO_PLACE = (
    r"(?!Hause|Ruhe|Urlaub|Moment|Zukunft|Rente|Angst|Sorge|Untermiete|Scheidung|Trennung|Armut|Frieden)"
)
_NOUNS = r"(?:[a-zäöüß]+(?:e|en|es|er) ){0,2}[A-ZÄÖÜ][\wäöüß-]*(?: und [A-ZÄÖÜ][\wäöüß-]*)?"
# A noun of some length: no pronoun, no abbreviation.
_THING = r"[A-ZÄÖÜ][\wäöüß-]{2,25}"
_PARTNERS = r"(?:Frau|Mann|Partnerin|Partner|Freundin|Ehefrau|Ehemann|Verlobte|Verlobter)"
_FROM_A_DAY_TO_COME = (
    r"(?:\b[Aa]b (?:(?:dem |den )?\d{1,2}\.(?!\d| ?Uhr)|(?:nächste|kommende)[rnms]? \w|dem (?:nächsten|kommenden) \w"
    rf"|(?:{words.MONTH}|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch"
    r"|Sommer|Herbst|Winter|Frühjahr|Ostern)\b(?! bis\b))"
    r"|\b[Nn]ächste[snr]? (?:Jahr|Monat|Woche|Sommer|Herbst|Winter|Frühjahr)\b)"
)
_RELATIVES = r"(?:Schwester|Bruder|Tochter|Sohn|Enkelin|Enkel)"
_PARENTS = r"(?:Mutter|Vater|Mama|Papa|Oma|Opa|Großmutter|Großvater)"
_OTHERS = r"(?:Cousine|Cousin|Tante|Onkel|Nichte|Neffe)"
_KIN = rf"(?:{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS})"
_ACQUAINTANCES = r"(?:beste Freundin|bester Freund|Mitbewohnerin|Mitbewohner|Chefin|Chef)"
_WHO_IS = rf"(?: heißt|,)? (?P<v>(?!Jahre){_NAME})"
# "Am 29. hat unsere Tochter Abiball": what follows is what she has.
_INVERTED = "hat haben hatte hatten feiert bekommt kriegt macht braucht spielt"
_NOT_INVERTED = "".join(rf"(?<!{verb} )" for verb in _INVERTED.split())
# What may follow a pet that is named without its name: "mein Hund schläft", "unsere Katze im Garten".
_AFTER_A_PET = any_of("""
    und, ist, hat, schläft, liebt, mag, will, war, frisst, bellt, kommt, muss, braucht, kann, darf, geht,
    bleibt, macht, mitnehmen, würde, wird, weckt, jagt, klaut, haart, schnarcht, seit, aus, bei, zu, im, in,
    geholt, gekauft, adoptiert, zugelegt
""")
_ALONE = (
    rf"(?=[.,;:!?)\n]|$| {_AFTER_A_PET}\b)"
    r"(?! (?:von|seit heute|und Kopf|ist (?:gestern|heute|letzte)))"
)
# What has to be known of relatives, too, by who cooks for them.
_IS_UNWELL = (
    r"(?: ist (?:auch |stark |leicht |sehr |leider |hochgradig |übrigens |gerade |ja |doch |total |extrem |ziemlich )*"
    rf"(?:allergisch (?:gegen|auf) {_THING}(?: und {_THING})?|gegen {_THING} allergisch"
    r"|(?:Diabetiker|Asthmatiker|Epileptiker|Vegetarier|Veganer)(?:in)?\b|vegan\b"
    r"|laktoseintolerant|glutenintolerant|schwanger)"
    rf"| (?:verträgt|isst|darf) kein(?:e|en)? {_THING}(?: essen| trinken)?"
    rf"| hat (?:auch |leider |ja |doch )*(?:{words.ILLNESS}|eine [A-ZÄÖÜ][a-zäöüß]{{2,20}}allergie)\b)"
)
_BEFORE_NOTE = (
    r"\bist (?:auch |sehr |leider |übrigens |gerade |ja |doch )*|(?=\b(?:verträgt|isst|darf|hat)\b)"
)
_OTHER_KIN = (
    r"(?:(?:Jüngste|Älteste|Mittlere|Kleine|Große)r?|Kinder|Zwillinge|Eltern"
    r"|Schwieger(?:mutter|vater|eltern|sohn|tochter)|Schwägerin|Schwager)"
)
# "Meine Mutter hasst Koriander", "Unsere Kinder haben Angst vor Hunden".
_KIN_LIKES = (
    rf"(?:{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS}|{_OTHER_KIN})(?: [A-ZÄÖÜ][a-zäöüß]+)?"
    r" (?:hasst|hassen|liebt|lieben|mag|mögen|(?:hat|haben) Angst vor)"
    r" (?:(?:auch|gar|überhaupt|total|sehr) ){0,2}(?:kein(?:e|en)? )?"
    r"(?!dich\b|mich\b)(?:[a-zäöüß]{2,12}(?:en|es|er|e) )?(?<!dein )(?<!deine )(?<!seine )(?<!ihre )"
    r"[A-ZÄÖÜ][\wäöüß-]+(?: (?:und|oder) [A-ZÄÖÜ][\wäöüß-]+)?(?: (?:(?:gar |überhaupt )?nicht|sehr))?"
    r"(?=[.,;:!?)]|$| (?:und|aber|weil|auch)\b)"
)
# "Ich nehme seit drei Jahren Insulin", "Ich nehme morgens Insulin".
_SINCE_OR_WHEN = (
    r"seit [\wäöüß]+(?: [\wäöüß]+)?|täglich|jeden (?:Tag|Morgen|Abend)|morgens|abends|auch|noch|schon|nur"
)
# "Ich geh heute zum Yoga".
_GONE_TO = "Laufen Backen Kochen Yoga Pilates Schach Tennis Karate Judo Golf Gitarre Klavier Geige Cello"
_PASTIME = any_of(", ".join(sorted({*words.DONE_FOR_FUN.values(), *_GONE_TO.split()})))
_OFTEN = rf"(?:jede[ns]? (?:zweiten? )?{words.RECURRING}|{words.TIMES_A_WEEK})"
_AGAIN_AND_AGAIN = (
    rf"\b(?:{_OFTEN}|{words.ON_WEEKDAYS}|(?:[Mm]orgen|[Aa]bend)s"
    r"|[Ii]mmer|[Oo]ft|[Rr]egelmäßig|[Ww]öchentlich|[Mm]eistens)\b"
)
# What did not come about, and what somebody else says that the speaker does not believe.
_ALMOST = (
    r"(?:\b[Uu]m ein Haar\b|\b(?:[Ff]ast|[Bb]einahe) (?!jede|alle)(?:[^.,;:!?\n]{1,60} )?"
    r"(?:[a-zäöüß]{0,12}ge[a-zäöüß]{2,15}|(?:ver|be|ent)[a-zäöüß]{3,15})(?:t|en)(?=[.,;:!?\n]|$))"
)
_DISBELIEF = (
    r"\b(?:[Ii]ch glaube?|glaube? ich)"
    r" (?:(?:das|es|dem|ihm|ihr|ihnen|daran|dran|aber|ja|ehrlich gesagt|wirklich) ){0,4}nicht\b(?!,)"
    r"|\b(?:aber|doch|nur|was) (?:(?:das|es) )?(?:stimmt|(?:ist|wäre)) (?:[a-zäöüß]{1,12} ){0,2}"
    r"(?:gar |überhaupt )?(?:nicht(?: wahr)?|Unsinn|Quatsch)(?=[.,;!)]|$)"
    r"|\b(?:das |was |woran )ich (?:sehr |stark |aber )?(?:bezweifle|nicht glaube)\b"
    r"|\b(?:ich bezweifle|bezweifle ich)\b"
)
# What a person wants of the assistant for good.
_ANSWER = any_of("""
    [Aa]ntworte, [Ss]chreibe?, [Nn]enne?, [Dd]uze?, [Ss]ieze?, [Ee]rkläre?, [Ss]chlage?, [Ee]mpfiehl,
    [Vv]erwende, [Bb]enutze?, [Nn]utze?, [Ff]asse?, [Üü]bersetze?, [Ee]rwähne?, [Ff]ormuliere?, [Nn]imm,
    [Gg]ib, [Zz]eige?, [Rr]echne, [Ff]rage?, [Ss]chicke?, [Rr]unde, [Ss]ortiere, [Ll]ösche?, [Ss]etze?,
    [Vv]erzichte
""")
# "Schreiben Sie mir die Preise künftig …"
_ASKED_FOR = r"[A-ZÄÖÜ]?[a-zäöüß]{3,15}en Sie(?: mir| mich| uns)?"
_FOR_GOOD = r"(?:immer|nie|niemals|nur noch|ab jetzt|ab sofort|künftig|in Zukunft|von jetzt an)"
_FROM_NOW_ON = r"(?:[Aa]b (?:jetzt|sofort|nun|heute)|[Kk]ünftig|[Ii]n Zukunft|[Vv]on (?:jetzt|nun) an)"
# The form in which somebody wants answers: "Bitte immer in Gramm, nicht in Tassen".
_UNITS_AND_STYLES = any_of("""
    Gramm, Kilo, Litern, Metern, Kilometern, Euro, Celsius, Stichpunkten, kurzen Sätzen, ganzen Sätzen,
    einfacher Sprache
""")
_AS_FORM = (
    rf"(?:in {_UNITS_AND_STYLES}|auf (?:Deutsch|Englisch|Französisch|Spanisch|Türkisch)|als (?:Liste|Tabelle)"
    r"|ohne (?:Emojis|Ausrufezeichen|Fachbegriffe|Anglizismen))\b"
)
_INSTRUCTED = (
    r"[^.,;:!?\n()]{2,100}?"
    r"(?=(?: bitte)?(?:[.,;:!?\n()]|$| und (?:bitte|nie|niemals)\b| (?:weil|damit|denn) ))"
)
_INFINITIVES = {
    "wandere": "wandern", "klettere": "klettern", "segle": "segeln", "bastle": "basteln", "angle": "angeln",
}  # fmt: skip


def _infinitive(verb: str) -> str:
    """`koche` as `kochen`."""
    return _INFINITIVES.get(verb, f"{verb}n")


# Verbs of which what people say in passing often lacks "ich" or the ending, or has "ich" behind it.
_VERBS = {
    "hab": "habe", "ess": "esse", "trink": "trinke", "wohn": "wohne", "leb": "lebe", "arbeit": "arbeite",
    "spiel": "spiele", "lern": "lerne", "studier": "studiere", "sprech": "spreche", "mag": "mag", "bin": "bin",
    "komm": "komme", "back": "backe", "koch": "koche", "geh": "gehe", "fahr": "fahre", "schreib": "schreibe",
    "mach": "mache", "les": "lese", "lauf": "laufe", "schwimm": "schwimme", "nehm": "nehme", "steh": "stehe",
    "treff": "treffe", "wander": "wandere", "vertrag": "vertrage", "unterricht": "unterrichte", "lieb": "liebe",
    "hass": "hasse", "heiß": "heiße",
}  # fmt: skip
_VERB = rf"(?:{'|'.join(_VERBS)})"
_LEFT_OUT = re.compile(
    rf"^\W*(?:(?:ja|nee|nein|und|also|klar|übrigens|ach|sorry|hey|oh|haha|naja),? )*(?P<verb>{_VERB})e? (?!ich\b)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?<=\b[hH]ab )(?<!\w)['’]?(nen|ne)\b")
_EMPHATIC = re.compile(r"\b([Ii]ch) (?:selbst|selber|persönlich) ")
_SMALL_KIN = any_of("""
    schwester, bruder, tochter, sohn, enkelin, enkel, ehefrau, ehemann, frau, mann, freundin, mutter, vater,
    mama, papa, oma, opa, cousine, cousin, tante, onkel, nichte, neffe
""")
_SMALL_RELATIVE = re.compile(rf"\b(?P<before>[Mm]ein(?:e[mnr]?)?|[Uu]nsere?[mnr]?) (?P<kin>{_SMALL_KIN})\b")
_BEHIND = re.compile(rf"\b(?P<verb>{_VERB})e? ich\b", re.IGNORECASE)
_SELF = re.compile(r"\b[Ii]ch\b")
_AND = re.compile(rf"\bund (?P<verb>{_VERB})e?(?= [A-ZÄÖÜa-zäöüß])(?! ich\b)")
_SHORT = re.compile(rf"\bich (?P<verb>{_VERB})\b", re.IGNORECASE)


def _written_out(sentence: str) -> str:
    """`Bin jetzt Lehrer`, `jetzt bin ich Lehrer` and `ich wohn in Köln` with `ich bin` and `ich wohne`."""
    sentence = _ARTICLE.sub(
        lambda match: f"ei{match[1]}" if match[1] != "n" else "ein", _EMPHATIC.sub(r"\1 ", sentence)
    )
    sentence = _SMALL_RELATIVE.sub(lambda match: f"{match['before']} {match['kin'].capitalize()}", sentence)
    sentence = _LEFT_OUT.sub(lambda match: f"ich {_VERBS[match['verb'].lower()]} ", sentence)
    if _SELF.search(sentence):
        sentence = _AND.sub(lambda match: f"und ich {_VERBS[match['verb'].lower()]}", sentence)
    for pattern in (_BEHIND, _SHORT):
        sentence = pattern.sub(lambda match: f"ich {_VERBS[match['verb'].lower()]}", sentence)
    return sentence


_YEARS = (
    r"(?:\d{1,2}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|fünfzehn|zwanzig|dreißig) Jahre"
)
# What people may have been: any job, and more.
_FORMER = (
    rf"[A-ZÄÖÜ]?[a-zäöüß]{{0,30}}(?i:{words.JOBS}|(?:zeit)?soldat(?:in)?|sportler(?:in)?|seemann|matrose"
    r"|bergmann|türsteher|hausfrau|beamte[r]?|messdiener|kellner(?:in)?|postbote|taxifahrer)"
)
_AGE = (
    r"(?:(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?"
    r"(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)|achtzehn|neunzehn)"
)
# "Früher habe ich Handball gespielt".
_DONE_THEN = any_of("""
    gespielt, gesungen, getanzt, geturnt, geboxt, gerudert, gesammelt, gezüchtet, trainiert, unterrichtet,
    gemalt, gefochten, getöpfert, geraucht, geritten, gestrickt, genäht, geangelt, gefochten
""")
_FARM_ANIMALS = any_of("""
    Hühner, Hennen, Enten, Gänse, Ziegen, Schafe, Alpakas, Lamas, Esel, Wachteln, Ponys, Bienen,
    Wellensittiche, Meerschweinchen
""")
_SEVERAL_PETS = any_of("""
    Katzen, Kater, Hunde, Windhunde, Dackel, Terrier, Möpse, Beagle, Esel, Ponys, Hasen, Kaninchen, Hamster,
    Meerschweinchen, Wellensittiche, Pferde, Hühner, Hennen, Ziegen, Schafe, Enten
""")
# "Ich muss montags zum Chor".
_ON_A_DAY = any_of("""
    heute, morgen, noch, gleich, dann, abends?, montags?, dienstags?, mittwochs?, donnerstags?, freitags?,
    samstags?, sonntags?
""")
# "Das Wetter bekommt mir nicht" is of no food.
_NO_FOOD = r"(?!Das\b|Es\b|So\b|Arbeit|Ruhe|Urlaub|Stress|Wetter|Klima|Schicht|Job|Leben|Gesellschaft)"
# With these words in it, a sentence may tell of the illness of somebody else.
_SOMEBODY_ELSE = any_of(r"""
    [Ee]r, [Ss]ie, über, Buch, Patienten, sein\w*, [Ii]hr\w*, Mutter, Vater, Mama, Papa, Oma, Opa, Frau,
    Mann, Sohn, Tochter, Freund\w*, Schwester, Bruder, du, dein\w*
""")
_PARTS_OF_THE_BODY = any_of("""
    Knie, Rücken, Hüfte, Schulter, Sprunggelenk, Handgelenk, Herz, Nacken, Bandscheibe
""")
_LEAVES = "Elternzeit|Mutterschutz|Karenz|Altersteilzeit|Kurzarbeit"
_PRESCRIBED_DIETS = "salzarm|glutenfrei|laktosefrei|zuckerfrei|fettarm"
# "Mein Cello ist in der Werkstatt": what is "mine" is owned.
_CHERISHED = any_of("""
    Akkordeon, Geige, Bratsche, Cello, Gitarre, Banjo, Ukulele, Flöte, Querflöte, Klarinette, Saxophon,
    Trompete, Posaune, Harfe, Klavier, Schlagzeug, Mandoline, Oboe, Motorrad, Wohnmobil, Wohnwagen,
    Segelboot, Schrebergarten, Kleingarten, Teleskop, Webstuhl, Gewächshaus
""")
# These begin no value: "Ich mag das", "Ich liebe meine Frau".
_PRONOUNS = any_of(r"""
    es, kein\w*, das, dies, diese[rsnm]?, dich, euch, ihn, sie, ihm, ihr, dein\w*, sein\w*, euer\w*, mein\w*,
    unser\w*, alles, nichts, etwas, jemand, wie, was, wo, wer, die, der, den
""")

GERMAN = Grammar(
    patterns=(
        Pattern(
            "name: Heißt {v}",
            rf"\b[Ii]ch (?:heiße|heißt) (?P<v>{_NAME})"
            rf"|\b[Mm]ein Name ist (?P<v2>{_NAME})"
            rf"|\b[Nn]enn(?:t|en)? mich (?:einfach |ruhig )?(?P<v3>{_NAME})",
        ),
        Pattern(
            "age: Ist {v} Jahre alt",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>\d{{1,3}}|{_AGE}) Jahre alt"
            rf"|\b[Ii]ch bin {_ADVERB}(?P<v3>[2-9]\d|{_AGE})(?=[,.;!]|$| und\b)"
            r"|\b[Ii]ch bin (?:[\wäöüß]+ ){0,2}(?P<v2>\d{1,3}) geworden",
        ),
        Pattern(
            "birthday: Geburtstag: {v}",
            rf"\b[Ii]ch (?:bin|wurde) am (?P<v3>\d{{1,2}}\. {words.MONTH})(?: \d{{4}})? geboren"
            rf"|\b[Ii]ch werde am (?P<v4>\d{{1,2}}\. {words.MONTH}) \d{{1,3}}\b"
            r"|\b[Ii]ch (?:habe|hat) am (?P<v>\d[^,;!?\n]{1,20}?) Geburtstag"
            r"|\b[Mm]ein Geburtstag ist (?:am |der )?(?P<v2>\d[^,;!?\n]{2,20})",
        ),
        Pattern(
            "from: Kommt aus {v}",
            rf"\b[Ii]ch (?:komme|kommt|stamme|stammt) {_ADVERB}(?:ursprünglich )?aus (?P<v>{_PLACE}|{_REGION})"
            rf"|\b[Ii]ch (?:bin|ist) in (?P<v2>{_PLACE}) (?:aufgewachsen|geboren)"
            rf"|\b(?:[Aa]ufgewachsen|[Gg]eboren) (?:bin|wurde) ich in (?P<v3>{_PLACE})",
        ),
        Pattern(
            "from: Ist aus {v} zugezogen",
            r"\b(?:[Ii]ch (?:bin|ist)|[Ww]ir sind) (?:[\wäöüß.]{1,15} ){0,4}"
            rf"aus (?P<v>{_NO_PLACE}{_PLACE}|{_REGION})"
            rf" (?:(?:hier)?her ?(?:gezogen|gekommen)|zugezogen|eingewandert|nach {_PLACE} (?:gezogen|gekommen))\b",
        ),
        Pattern("from: Ist {v}", rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>{words.PEOPLES})\b"),
        Pattern(
            "hand: Ist {v}", rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>Linkshänder(?:in)?|Beidhänder(?:in)?)\b"
        ),
        Pattern(
            "home: Wohnt in {v}",
            # "Ich wohne seit Mai in Kiel"
            r"\b(?:[Ii]ch (?:wohne|wohnt|lebe|lebt)|[Ww]ir (?:wohnen|leben))"
            r" (?:(?:(?!\b(?:nicht|nie|kein))[^.,;:!?\n]){0,40}? )?"
            rf"in (?P<v>{_NO_PLACE}{_PLACE})"
            # "Wir sind nach Kiel gezogen"
            r"|\b(?:[Ii]ch bin|[Ii]ch ist|[Ww]ir sind) (?:[^.!?\n]{0,30} )?"
            rf"nach (?P<v2>{_NO_PLACE}{_PLACE}) (?:um)?gezogen"
            # "Meine WG in Kiel"
            r"|\b(?:[Mm]eine|[Uu]nsere) (?:(?:neue|kleine|eigene) )?(?:Wohnung|Bude|WG)"
            rf" in (?P<v3>{_NO_PLACE}(?>{_PLACE}))"
            r"(?![^.!?\n]{0,40}\b(?:verkauft|gekündigt|vermiete[tn]?|aufgegeben|war|hatte)\b)"
            # "Wir sind in Kiel zu Hause", "Ich bin gestern in Kiel eingezogen"
            r"|\b(?:[Ii]ch bin|[Ww]ir sind|bin ich|sind wir) (?:\w+ ){0,3}"
            rf"in (?P<v4>{_NO_PLACE}{_PLACE}) (?:zu Hause|zuhause|daheim)\b"
            r"|\b(?:[Ii]ch (?:bin|ist)|[Ww]ir sind|bin ich|sind wir) (?:[\wäöüß.]{1,15} ){0,4}"
            rf"in (?P<v5>{_NO_PLACE}{_PLACE}) eingezogen\b",
        ),
        Pattern(
            "job: Arbeitet als {v}",
            r"\b[Ii]ch (?:arbeite|arbeitet|fange|fang|beginne)(?:(?! wenn | dass )[^.,;:!?\n]){0,30}"
            rf" als (?P<v>{_NOUNS})"
            rf"|\b(?:[Ss]telle|[Jj]ob) (?:(?:am|im|bei|an der) \w+ )?als (?P<v3>{_NOUNS})"
            r"(?= (?:bekommen|gefunden|angenommen))"
            rf"|\b(?:[Ii]ch bin|bin ich) {_ADVERB}selbstst?ändig als (?P<v2>{_NOUNS})",
            # "Als Lehrerin habe ich …", "Als Lehrer ist das …"
            rf"^\W*[Aa]ls (?P<v>[A-ZÄÖÜ]?[a-zäöüß]{{0,30}}(?i:{words.JOBS})) (?:(?:\w+ )?ich\b|ist (?:das|es)\b"
            r"|(?:hat|muss|kann|darf|weiß|kennt|lernt|verdient|sieht) man\b)"
            rf"|\b[Ii]ch verdiene mein Geld als (?P<v2>{_NOUNS})",
            rf"\b(?:angefangen|angestellt|eingestiegen),? als (?P<v>{_NOUNS})"
            rf"|\b[Ii]ch (?:habe?|bin) [^.!?\n]{{0,50}}?\bals (?P<v2>{_NOUNS})"
            r" (?:angefangen|angestellt|eingestiegen)",
        ),
        Pattern(
            "job: Ist {v}",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}"
            r"(?:von Beruf |gelernte[r]? |ausgebildete[r]? |studierte[r]? |freie[r]? |angestellte[r]? "
            r"|freiberufliche[r]? |selbstst?ändige[r]? )?"
            rf"(?P<v>[A-ZÄÖÜ]?[a-zäöüß]{{0,30}}(?i:{words.JOBS}))(?=[.,;:!?)\n]|$"
            r"| (?:und|am|an|auf|bei|beim|in|im|im|von|der|für|seit|geworden|aber|mit|weil)\b)",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}"
            r"(?P<v>arbeitslos|selbstständig|selbständig|in Rente|pensioniert|im Ruhestand)\b(?! als)",
        ),
        Pattern(
            "job: Unterrichtet {v}",
            rf"\b[Ii]ch unterrichte {_ADVERB}(?P<v>{_NOUNS})"
            rf"|\b[Ii]ch (?:wohne|lebe?|bin|arbeite) [^.!?\n]{{3,60}}, unterrichte (?P<v2>{_NOUNS})",
            beside=True,
        ),
        Pattern(
            "job: Fährt {v}",
            r"\b[Ii]ch fahre? (?:(?:seit|beruflich|nachts) (?:[\wäöüß]+ ){0,2})"
            r"(?P<v>Bus|Taxi|Straßenbahn|U-Bahn|LKW|Lkw|Tram)\b",
        ),
        *(
            Pattern(
                f"employer: Arbeitet {at} {{v}}",
                rf"\b[Ii]ch (?:arbeite|arbeitet) {_ADVERB}(?:als {_NOUNS} )?{at} (?P<v>{_PLACE})",
            )
            for at in ("bei", "bei der", "bei dem", "beim", "für", "für die", "für den", "für das")
        ),
        Pattern(
            "home: Wohnt {v}",
            r"\b(?:[Ii]ch (?:wohne|wohnt|lebe|lebt)|[Ww]ir (?:wohnen|leben))"
            r" (?:jetzt |seit \w+ (?:Jahren|Monaten) |hier )*"
            r"(?P<v>auf dem (?:Land|Dorf)|am Stadtrand|im Grünen|am Waldrand|an der Küste)\b",
        ),
        Pattern(
            "remote: Arbeitet von zu Hause",
            rf"\b[Ii]ch (?:arbeite|arbeitet) {_ADVERB}(?:von zu ?[Hh]ause|im Homeoffice)\b(?! heute| morgen| am)",
        ),
        Pattern(
            "diet: Isst alles außer {v}",
            rf"\b[Ii]ch (?:esse|isst) {_ADVERB}alles außer (?P<v>[^.,;:!?\n()]{{3,40}})",
            beside=True,
        ),
        Pattern(
            "job: Lernt {v}",
            r"\b[Ii]ch mache? (?:[\wäöüß]+ ){0,3}(?:eine |meine )?(?:Ausbildung|Lehre|Umschulung)"
            rf" (?:zum|zur|als) (?P<v>{_NOUNS})",
        ),
        Pattern(
            "former: War früher {v}",
            # "Ich war mal Seemann", "Früher war ich Lehrerin"
            r"^\W*(?:(?:[Aa]lso|[Jj]a|[Uu]nd|[Ii]ch meine),? )*"
            rf"(?:[Ii]ch war (?:(?:ja|selbst|auch|mal) )*(?:früher|lange|jahrelang|{_YEARS})"
            r"(?: (?:mal|lang|Zeit|selbst|auch))*"
            r"|[Ff]rüher war ich(?: (?:mal|ja|auch|selbst|lange))*) (?:als |ein |eine )?"
            rf"(?P<v>{_FORMER})(?=[.,;:!)\n]|$| (?:und|in|im|am|an|auf|bei|beim|von|aber|mit)\b)",
            # "Ich habe zehn Jahre lang als Kellner gearbeitet"
            r"^\W*(?:(?:[Aa]lso|[Jj]a|[Uu]nd),? )*"
            rf"(?:[Ii]ch (?:habe?|hab) (?:früher|lange|jahrelang|{_YEARS})(?: (?:mal|lang|Zeit))*"
            r"|[Ff]rüher habe? ich(?: (?:mal|ja|auch|lange))*)"
            rf" (?:[^.,;:!?\n]{{1,30}} )?als (?P<v>{_FORMER}) (?:[^.,;:!?\n]{{1,30}} )?gearbeitet\b",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "former: Hat früher {v}",
            r"^\W*(?:(?:[Aa]lso|[Jj]a|[Uu]nd),? )*"
            r"(?:[Ii]ch (?:habe?|hab) (?:früher|jahrelang)|[Ff]rüher habe? ich) (?:mal |auch |viel |lange )*"
            rf"(?P<v>(?!als\b)[^.,;:!?\n]{{3,60}}?\b{_DONE_THEN})(?=[.,;!]|$| und\b)",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "employer: Arbeitet {v}",
            # "Meine Kollegen im Krankenhaus", "in der Kita, wo ich arbeite"
            r"\b[Mm]eine (?:Kollegen|Kolleginnen|Kolleg\*innen)"
            rf" (?P<v>(?:im|in der|an der|am|vom) {words.WORKPLACE})\b"
            rf"|\b(?P<v2>(?:im|in der|an der|am) {words.WORKPLACE}), wo ich (?:jetzt |auch )?arbeite\b",
            # "Ich habe im Mai bei der Sparkasse angefangen"
            r"\b(?:[Ii]ch (?:habe?|bin)|(?:habe?|bin) ich)"
            r" (?:(?:im|seit|am|jetzt|gerade|letzten|vor) ?[\wäöüß]*[,.]? ?){0,4}?"
            r"(?P<v>(?:bei (?:der|den|dem)|beim|bei|im|in der|an der) [A-ZÄÖÜ][\wäöüß-]{2,30})"
            r" (?:neu )?(?:angefangen|angestellt|eingestiegen)\b",
        ),
        ending(
            r"\b[Ii]ch (?:habe|hat) (?:[\wäöüß]+ ){0,3}gekündigt\b"
            r"|\b[Ii]ch (?:wurde|bin) (?:[\wäöüß]+ ){0,3}(?:gekündigt|entlassen)",
            ends=("job", "employer"),
        ),
        Pattern(
            "studies: Studiert {v}",
            r"\b(?:[Ii]ch (?:bin|ist)|bin ich) (?:[\wäöüß]{1,15} ){0,3}"
            rf"von {words.STUDIES} (?:auf|zu|zur|zum) (?P<v>{words.STUDIES}) (?:gewechselt|umgestiegen)\b",
        ),
        Pattern("studies: Studiert {v}", rf"\b[Ii]ch (?:studiere|studiert) {_ADVERB}(?P<v>{_NOUNS})"),
        Pattern(
            "family: {k}: {v}",
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<k>{_KIN})(?P<v>,? [A-ZÄÖÜ][\wäöüß-]{{1,20}},?{_IS_UNWELL})",
            noted=True,
            shaped=noted(_BEFORE_NOTE),
        ),
        Pattern(
            "family: Familie: {k} {v}",
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<k>{_KIN})(?P<v>{_IS_UNWELL})",
            noted=True,
            values=r"\(.+\)",
            shaped=noted(_BEFORE_NOTE),
        ),
        Pattern(
            "kin: {v}",
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<v>{_KIN_LIKES}|{_OTHER_KIN}{_IS_UNWELL})",
            values=rf"(?:{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS}|{_OTHER_KIN})\b.+",
        ),
        Pattern(
            "family: {k}: {v}",
            rf"{_NOT_INVERTED}\b[Mm]eine? (?P<k>{_KIN}){_WHO_IS}",
            even_if_unsure=True,
        ),
        Pattern(
            "family: {k}: {v}",
            rf"\b(?:mit|bei|von) (?:mein|unser)(?:er|em) (?P<k>{_PARTNERS}|{_RELATIVES}|{_OTHERS}),?"
            rf" (?P<v>(?!Jahre)(?>{_NAME}))(?=[.,;!?)]|$| (?:und|in|zusammen|nach|auf|zum|zur|am|im)\b)",
            rf"{_NOT_INVERTED}\b[Uu]nsere? (?P<k>Tochter|Sohn){_WHO_IS}",
            rf"\b(?:mit|und|von|für|ist|heißt|kommt) (?P<v>{_NAME}), mein(?:e|em|er)? (?P<k>{_KIN})"
            r"(?=[.,;!?)]|$| und\b)",
        ),
        Pattern(
            "family: Familie: {k}",
            r"\b[Ii]ch habe (?:jetzt |wieder |endlich |seit \w+ )*eine?n? (?:feste[n]? )?"
            r"(?P<k>Freundin|Freund|Partnerin|Partner|Tochter|Sohn)(?=[.,;!]|$| (?:und|jetzt)\b)",
            r"\b(?![Mm]eine Enkel\b)(?:[Mm]eine?|[Uu]nsere?[mn]?(?= (?:Sohn|Tochter|Enkel)))"
            rf" (?P<k>{_PARTNERS}|{_RELATIVES})\b(?! [A-ZÄÖÜ]| heißt|, [A-ZÄÖÜ])"
            rf"|\b[Mm]eine[mnr] (?P<k2>Ehefrau|Ehemann|Verlobten|{_RELATIVES}|Frau|Mann)\b",
        ),
        Pattern(
            "family: {k}: {v}",
            rf"\b[Mm]eine? (?:neue[rs]? )?(?P<k>{_ACQUAINTANCES}){_WHO_IS}",
            category="people",
        ),
        Pattern(
            "partner: Ist mit {v} verlobt",
            rf"\b[Ii]ch habe? mich (?:[\wäöüß]+ ){{0,2}}mit (?P<v>{_NAME}) verlobt\b",
        ),
        Pattern(
            "status: Ist {v}",
            r"\b[Ii]ch (?:bin|ist)"
            r" (?:jetzt |seit [\wäöüß]+ |mit [A-ZÄÖÜ][\wäöüß]+ |glücklich |frisch )*"
            r"(?P<v>ledig|single|Single|verheiratet|verlobt|geschieden|verwitwet|schwanger)\b"
            r"|\b[Ww]ir haben uns (?:[\wäöüß]+ ){0,2}(?P<v2>verlobt)"
            r"|\b[Ww]ir sind (?:[\wäöüß]+ ){0,2}(?P<v3>verlobt|verheiratet)\b"
            r"|\b[Ii]ch habe? mich (?:(?:mit|[A-ZÄÖÜ][\wäöüß]+|gestern|jetzt|am|letzte|Woche) ){0,4}(?P<v4>verlobt)\b",
        ),
        Pattern(
            "status: Ist {v}",
            r"\b[Ii]ch bin (?:seit \w+ (?:\w+ )?)?(?P<v>Witwer?|alleinerziehend)\b",
            shaped=lambda text: "verwitwet" if text.startswith("Witwe") else text,
        ),
        Pattern(
            "children: Hat {v} Kinder",
            r"\b[Ii]ch bin (?:alleinerziehende[r]? |stolze[r]? )?(?:Mutter|Vater|Mama|Papa)"
            r" von (?P<v>zwei|drei|vier|fünf)\b",
        ),
        ending(
            r"\b(?:[Ww]ir haben uns|[Ii]ch habe mich) (?:[\wäöüß]+ ){0,4}(?:getrennt|scheiden lassen)"
            r"|\b[Ii]ch (?:bin|ist) (?:jetzt )?(?:geschieden|verwitwet|single|Single)",
            ends=("partner",),
        ),
        Pattern(
            "children: Hat {v}",
            # "Ich habe zwei kleine Kinder", "Meine beiden Söhne", "mit den Zwillingen"
            r"\b(?:[Ii]ch (?:habe|hat)|[Ww]ir haben) (?:ja |auch |schon |inzwischen )?"
            r"(?P<v>(?:ein|zwei|drei|vier|fünf|\d) (?:kleine |erwachsene )?"
            r"(?:Kind(?:er)?|Jungs|Mädchen|Söhne|Töchter|Brüder|Schwestern|Geschwister|Enkel))\b"
            r"|\b[Mm]eine (?:beiden )?"
            r"(?P<v2>(?:zwei|drei|vier) (?:Kinder|Söhne|Töchter|Brüder|Schwestern|Geschwister|Enkel))\b"
            r"|\b(?:[Uu]nseren?|[Mm]einen?|[Mm]it den) (?P<v3>Zwillingen?)\b"
            r"|\b(?:[Mm]eine|[Uu]nsere) (?P<v4>Kinder|Enkelkinder"
            r"|Enkel(?=[.,;!]|$| (?:sind|kommen|haben|wollen|gehen|waren|spielen|lieben)\b))\b",
            shaped=lambda text: "Zwillinge" if text.startswith("Zwilling") else text,
        ),
        Pattern(
            "children: Hat ein Kind",
            r"\b(?:[Dd]ie Kleine|[Dd]er Kleine|[Dd]ie Große|[Dd]er Große)\b"
            r"(?=[^.!?\n]{0,60}\b(?:Kita|Kindergarten|Krippe|Schule|Hort|Schulranzen|Windeln?)\b)"
            r"|\b(?:[Mm]ein Kleiner|[Mm]eine Kleine|[Mm]ein Großer|[Mm]eine Große|[Mm]ein Baby)\b(?! [A-ZÄÖÜ]|[,!])",
        ),
        Pattern(
            "pet: {k}: {v}",
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<k>{words.PET})(?: heißt|,)? (?P<v>{_NAME})"
            rf"|\b(?:[Ii]ch habe|[Ii]ch hat|[Ww]ir haben) eine?n? (?:[a-zäöüß]+ )?(?P<k2>{words.PET})"
            rf"(?:,)? (?:namens|der|die) (?:heißt )?(?P<v2>{_NAME})"
            r"|\b(?:[Ii]ch habe|[Ww]ir haben) [^.!?\n]{0,50}?\beine?n? (?:[a-zäöüß]+ )?"
            rf"(?P<k3>{words.PET})(?: namens|, (?:der|die) heißt) (?P<v3>{_NAME})",
        ),
        Pattern(
            "pet: Haustier: {k}",
            # "Ich lass den Hund raus", "Ich gehe mit dem Hund Gassi"
            r"\b(?:[Bb]ring|[Nn]ehm|[Ll]ass)e? ich (?:\w+ )?(?:den|die) (?P<k2>Hund|Hündin|Dackel|Welpen|Katze|Kater)\b"
            r"|\b[Ii]ch (?:bring|nehm|lass)e? (?:\w+ )?(?:den|die) (?P<k3>Hund|Hündin|Dackel|Welpen|Katze|Kater)\b"
            r"|\b[Ii]ch (?:gehe?|war|bin|muss) (?:(?:noch|kurz|gerade|jeden|Morgen|Abend|Tag) ){0,3}"
            r"mit (?:dem|der) (?P<k>Hund|Hündin|Dackel|Welpen)"
            r" (?:raus|spazieren|Gassi|gassi|draußen|unterwegs)\b",
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<k>{words.PET}){_ALONE}"
            r"|\b(?:[Ii]ch habe|[Ii]ch hat|[Ww]ir haben) (?:mir |uns |jetzt )?eine?n? (?:[a-zäöüß]+ )?"
            rf"(?P<k2>{words.PET}){_ALONE}",
        ),
        Pattern(
            "pet: Hat {v}",
            r"\b(?:[Ii]ch habe|[Ww]ir haben) (?:(?:nur|auch|jetzt|noch|ein paar|zu Hause) )*"
            rf"(?P<v>{_FARM_ANIMALS})(?=[.,;!]|$| (?:und|im)\b)"
            rf"|\b(?:[Ii]ch (?:züchte|halte)|und (?:züchte|halte)) (?P<v2>{_FARM_ANIMALS})\b",
            r"\b(?:[Ii]ch habe|[Ww]ir haben) (?:[\wäöüß]+ ){0,4}?"
            rf"(?P<v>(?:zwei|drei|vier|fünf|sechs) {_SEVERAL_PETS})\b",
        ),
        ending(
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<k>{words.PET})(?: (?P<v>{_NAME}))? ist (?:[^.!?\n]{{0,30}} )?gestorben",
            ends=("pet",),
        ),
        Pattern(
            "favourite: Lieblings{k}: {v}",
            r"\b[Mm]eine? Lieblings-?(?P<k>[\wäöüß]{2,20}) (?:ist|sind|heißt) (?:(?i:der |die |das ))?"
            r"(?P<v>[^.,;:!?\n()]{2,60})",
            rf"(?:^\W*|[,;:] )(?P<v>(?!Das\b|Es\b|Dies\b){_NOUNS})"
            r" (?:ist|sind) meine? Lieblings-?(?P<k>[\wäöüß]{2,20})\b",
        ),
        Pattern(
            "plays: Spielt {v}",
            rf"\b[Ii]ch (?:spiele|spielt) {_ADVERB}(?:gern |gerne )?(?P<v>(?!Bei|Mit)[A-ZÄÖÜ][\wäöüß-]*)",
        ),
        Pattern(
            "likes: Mag {v}",
            rf"\b[Ii]ch (?:mag|liebe|liebt) {_ADVERB}(?:lieber |am liebsten )?(?P<v>{_NOUNS})",
            rf"\b[Mm]ein(?:e)? (?:größtes |liebstes |neues )?Hobby ist {_ADVERB}(?:das )?(?P<v>{_NOUNS})",
            rf"\b[Ii]ch (?:esse|trinke) (?:sehr |am liebsten )*gerne? (?P<v>{_NOUNS})",
            # "Brettspiele mag ich sehr", "Oldtimer sind mein Ding"
            rf"(?:^\W*|[,;:] |\bund )(?P<v>{_NOUNS}) (?:mag ich (?:sehr|gern|total|besonders)"
            r"|(?:ist|sind) (?:genau |total )?"
            r"(?:mein Ding|meine Leidenschaft|mein (?:größtes |liebstes )?Hobby))\b"
            # "Ich fahre voll auf Krimis ab", "Ich stehe auf Krimis"
            rf"|\b[Ii]ch (?:stehe?|fahre?) (?:total |voll )?(?:auf (?P<v2>{_NOUNS}) ab\b"
            rf"|auf (?P<v3>{_NOUNS})(?=[.,;!]|$))"
            rf"|\b[Ii]ch bin (?:ein )?(?:großer |totaler |riesiger )?Fan von (?P<v4>{_NOUNS})",
        ),
        Pattern(
            "likes: Mag {v}",
            r"\b[Ii]ch (?P<v>(?!hätte|würde|möchte|habe|bin|spiele|esse|trinke)[a-zäöüß]+e)"
            r" (?:sehr |wirklich |auch )*gerne?\b(?= *(?:[.,;!?\n]|$|in |im |am |mit |und ))",
            shaped=lambda verb: _infinitive(verb),
        ),
        Pattern(
            "likes: Mag {v}",
            rf"\b[Ii]ch (?P<v>{'|'.join(words.DONE_FOR_FUN)})(?=(?: [a-zäöüß]+)?"
            r"(?: wieder| viel| oft| regelmäßig| leidenschaftlich| lieber| am liebsten| seit Jahren"
            r"| in (?:meiner|der) Freizeit|, (?:ein|zwei|drei)mal)\b|[.!]?$)",
            shaped=words.DONE_FOR_FUN.__getitem__,
        ),
        Pattern(
            "likes: Geht zum {v}",
            r"(?:\b[Ii]ch (?:habe?|hab|muss|gehe?|war)|\b(?:habe?|hab|muss|gehe?|war) ich"
            rf"|^\W*(?:[Mm]uss|[Hh]ab|[Bb]in)) (?:{_ON_A_DAY} ){{0,3}}(?:zum|beim|zur)"
            rf" (?P<v>{_PASTIME}|Chor|Chorprobe|Fußball|Handball|Volleyball|Basketball|Hockey|Ballett|Bandprobe)\b"
            r"(?! (?:von|meine[rs]?)\b)",
            if_often=True,
        ),
        Pattern(
            "likes: Ist im {v}",
            rf"\b[Ii]ch bin {_ADVERB}(?:im|in einem)"
            r" (?P<v>[A-ZÄÖÜ][a-zäöüß-]*(?:verein|chor|club|klub|orchester))(?=[.,;!]|$| und\b)",
        ),
        Pattern(
            "likes: Singt im {v}",
            r"\b(?:[Ii]ch singe?|singe? ich) (?:(?!nicht\b|nie\b|kaum\b)\w+ ){0,2}"
            r"(?:im|in einem|in unserem|mit dem|mit meinem) (?P<v>[A-Z]?[a-zäöüß-]*[Cc]hor)\b",
        ),
        Pattern(
            "learning: Hat mit {v} angefangen",
            r"\b[Ii]ch (?:habe?|hab) (?:(?:jetzt|gerade|neulich|letztes|Jahr|wieder|endlich) ){0,3}"
            rf"mit (?:dem )?(?P<v>{_PASTIME}) angefangen\b",
        ),
        Pattern(
            "dislikes: Mag {v} nicht",
            # "Rosenkohl mag ich gar nicht"
            r"(?:^\W*|[,;:] |\b(?:und|aber) )"
            r"(?P<v>(?!das |es |so |dich |wen |den |die |der )[A-Za-zÄÖÜäöüß]{4,30})"
            r" mag ich (?:gar |überhaupt |wirklich |eigentlich )?nicht\b"
            # "Ich kann Schlager nicht leiden", "Camping ist nichts für mich"
            rf"|\b[Ii]ch kann (?P<v2>{_NOUNS}) nicht (?:leiden|ausstehen|ab)\b"
            rf"|(?:^\W*|[,;:] |\bund )(?P<v3>{_NOUNS}) (?:kann ich nicht (?:leiden|ausstehen)"
            r"|(?:ist|sind) (?:gar |so gar )?nicht(?:s für mich| mein Ding))\b",
            # "Koriander, den ich wirklich hasse"
            r"\b(?P<v>[A-ZÄÖÜ][a-zäöüß]{3,25}), (?:den|die|das) ich (?:(?:wirklich|echt|total|einfach|gar) )*"
            r"(?:hasse|verabscheue|nicht (?:ausstehen|leiden|ab) kann|nicht (?:mag|leiden mag))\b",
        ),
        Pattern("dislikes: Mag keinen {v}", rf"\b[Ii]ch (?:mag|esse) keinen (?P<v>{_NOUNS})"),
        Pattern("dislikes: Mag keine {v}", rf"\b[Ii]ch mag keine (?P<v>{_NOUNS})"),
        Pattern("dislikes: Mag kein {v}", rf"\b[Ii]ch mag kein (?P<v>{_NOUNS})"),
        Pattern("dislikes: Hasst {v}", rf"\b[Ii]ch (?:hasse|hasst|verabscheue) (?P<v>{_NOUNS})"),
        Pattern(
            "dislikes: Hat Angst vor {v}", rf"\b[Ii]ch (?:habe|hat) (?:große )?Angst vor (?P<v>{_NOUNS})"
        ),
        Pattern(
            "condition: Verträgt {v} nicht",
            # "Ich vertrage keine Milch", "Milch bekommt mir nicht"
            rf"\b[Ii]ch (?:vertrage?|verträgt) {_ADVERB}(?:gar )?keine?n? (?P<v>[A-ZÄÖÜ][\wäöüß-]+)\b"
            r"(?<!Kritik)(?<!Spaß)"
            rf"|\b[Ii]ch vertrage {_ADVERB}(?P<v3>[A-ZÄÖÜ][\wäöüß-]+) (?:gar |überhaupt )?nicht\b"
            rf"|\b(?P<v4>{_NO_FOOD}{_THING})(?:, (?:die|der|das))? (?:bekomm(?:t|en)|tu(?:t|n)) mir"
            r" (?:[\wäöüß]+ )?nicht(?: gut)?\b"
            # "Nichts mit Paprika, die vertrage ich nicht", "Ohne Zwiebeln bitte, sonst kriege ich Krämpfe"
            rf"|\b(?:[Nn]ichts mit|[Oo]hne|[Kk]eine?n?) (?P<v5>{_THING})(?: bitte)?,"
            r" (?:(?:die|der|das|den) (?:bekomm(?:t|en) mir|vertrag(?:e)? ich|ich vertrage) nicht"
            r"|sonst (?:bekomme?|kriege?) ich (?:\w+ )?(?:Ausschlag|Bauchschmerzen|Durchfall|Krämpfe))"
            rf"|\b[Kk]eine?n? (?P<v6>{words.FOODS})(?: [a-zäöüß]{{2,12}}){{0,3}},"
            rf" (?:sonst (?:schwelle? ich|{words.REACTS})|(?:da|davon|von denen) schwelle? ich)"
            # "Milch vertrage ich leider nicht"
            r"|\b(?P<v2>(?!Das\b|Es\b|So\b)[A-ZÄÖÜ][\wäöüß-]+) (?:ich vertrage|vertrage? ich)"
            r" (?:[\wäöüß]+ ){0,2}nicht\b",
        ),
        Pattern(
            "condition: Ist {v}",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>{words.IMPAIRED})(?=[.,;!]|$| (?:und|auf|seit|aber)\b)",
            values=words.IMPAIRED,
        ),
        Pattern(
            "condition: Hat {v}",
            # An illness at the end, without a verb: "Na ja, Rheuma."
            rf"^(?!.{{0,200}}\b{_SOMEBODY_ELSE}\b)(?:[^.!?\n]{{0,120}}[,;:] )?(?P<v>{words.ILLNESS})(?=[,;.!]|$)",
        ),
        Pattern(
            "condition: Hat {v}",
            rf"\b(?:[Ii]ch (?:habe?|hat)|hab(?:e)? ich) {_ADVERB}(?:[^.,;!?\n]{{0,25}} )?"
            r"(?P<v>(?:eine?n?|ne|nen) (?:künstliche[ns]?|neue[ns]?)"
            r" (?:Hüfte|Hüftgelenk|Kniegelenk|Knie|Herzklappe)"
            r"|(?:einen|nen) (?:Herzschrittmacher|künstlichen Darmausgang))\b",
            r"\b(?:[Ii]ch|und|,) hab(?:e)? (?P<v2>ne? künstliche hüfte|nen? herzschrittmacher)\b",
        ),
        Pattern(
            "condition: {v} ist angeschlagen",
            rf"\b[Mm]ein(?:e)? (?:(?:linke|rechte|kaputte)[srn]? )?(?P<v>{_PARTS_OF_THE_BODY})"
            r" (?:ist (?:\w+ )?(?:kaputt|hinüber|im Eimer|hin|ruiniert|schlecht)|macht nicht mehr mit)\b",
        ),
        Pattern(
            "condition: Nimmt {v}",
            rf"\b[Ii]ch (?:nehme?|spritze?(?: mir)?|brauche?) (?:(?:{_SINCE_OR_WHEN}) )*(?P<v>{words.DRUGS})\b",
            rf"\b[Ii]ch (?:nehme?|bekomme?) (?:(?:{_SINCE_OR_WHEN}|zurzeit) )*"
            rf"(?P<v>[A-ZÄÖÜ][a-zäöüß]{{3,20}} {words.DOSE}|{words.DRUG_NAME}(?: {words.DOSE})?)(?!\w)",
            r"^Ich nehme (?P<v>[A-ZÄÖÜ][\wäöüß-]{3,20}) als Medikament\b",
            rf"\b[Ii]ch nehme? (?:[\wäöüß]+ ){{0,3}}?(?P<v>{words.DOSE} [A-ZÄÖÜ][a-zäöüß]{{3,20}})\b",
        ),
        Pattern(
            "smoking: Raucht nicht mehr",
            r"\b[Ii]ch (?:habe?|hab) (?:[\wäöüß.]+ ){0,4}"
            r"(?:aufgehört zu rauchen|mit dem Rauchen aufgehört|das Rauchen aufgegeben)\b"
            r"|\b[Ii]ch rauche (?:[\wäöüß]+ ){0,3}nicht mehr\b",
        ),
        Pattern(
            "smoking: Raucht nicht",
            r"\b[Ii]ch rauche (?:gar |überhaupt )?nicht(?=[.,;!]|$| (?:und|aber)\b)"
            r"|\b[Ii]ch bin Nichtraucher(?:in)?\b",
        ),
        Pattern(
            "smoking: Raucht",
            r"\b[Ii]ch rauche(?=[.,;!]|$| (?:viel|zu viel|etwa|seit|leider|noch|wieder|eine Schachtel|\d)\b)"
            r"|\b[Ii]ch bin (?:starke[r]? )?Raucher(?:in)?\b",
        ),
        Pattern(
            "leave: Ist in {v}",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}in (?P<v>{_LEAVES})\b",
            values=_LEAVES,
        ),
        Pattern(
            "household: Wohnt bei den {v}",
            r"\b[Ii]ch wohne? (?:(?:jetzt|noch|immer|wieder|seit \w+ \w+) ){0,3}"
            r"(?:bei|mit) meinen (?P<v>Eltern|Großeltern)(?=[.,;!]|$| (?:und|weil|bis|zusammen)\b)",
        ),
        Pattern(
            "condition: Sitzt im Rollstuhl", r"\b[Ii]ch sitze? (?:seit [^.,;!?\n]{2,20} )?im Rollstuhl\b"
        ),
        Pattern(
            "allergy: Reagiert auf {v}",
            # "Erdnüsse, davon kriege ich Ausschlag", "mir wird schlecht von Sellerie"
            rf"(?<![\w-])(?P<v6>{words.FOODS})(?![\w-])(?=[^.!?\n]{{0,50}}?\b{words.REACTS})"
            rf"|\b{words.REACTS}[^.!?\n]{{0,20}}? von (?P<v7>{words.FOODS})(?![\w-])",
            # "Ich reagiere empfindlich auf Duftstoffe"
            rf"\b[Ii]ch (?:reagiere?|reagiert) {_ADVERB}(?:(?:allergisch|empfindlich|stark|heftig) )*"
            rf"auf (?P<v>(?!Kritik|Stress|Druck|Nachrichten|Mails|Leute){_NOUNS})"
            r"(?! (?:allergisch|empfindlich|gereizt)?$)?"
            # "Wespen sind für mich lebensgefährlich", "Bei Pollen jucken mir die Augen"
            r"|(?:^\W*|[,;:] |\bund )(?P<v4>[A-ZÄÖÜ][\wäöüß-]{3,25}) (?:sind|ist) (?:bei|für) mi[rc]h?"
            r" (?:\w+ )?(?:lebensgefährlich|tödlich|ein Notfall|gefährlich)(?! wichtig)"
            r"|\b(?:[Bb]ei|[Ww]egen) (?P<v5>[A-ZÄÖÜ][\wäöüß-]{3,25})"
            r" (?:schwillt|jucken|juckt|tränen|läuft) mir\b"
            rf"|\b[Vv]on (?P<v2>{_NOUNS}) (?:bekomme?|kriege?) ich (?:\w+ )?"
            r"(?:Ausschlag|Quaddeln|Pickel|Asthma|Migräne|Bauchschmerzen|Durchfall)\b",
        ),
        Pattern(
            "allergy: Ist allergisch gegen {v}",
            # "Ich habe eine schwere Nussallergie", "Keine Nüsse bitte, da bin ich allergisch"
            r"\b(?:[Ii]ch (?:habe|hat)|habe ich|^\W*[Hh]abe?|, habe?) (?:\w+ ){0,2}eine (?:[a-zäöüß]+ )?"
            r"(?P<v>(?!haus\b)[A-ZÄÖÜa-zäöü][a-zäöüß]{2,20}?)-?(?:allergie|Allergie)\b"
            r"|\b[Mm]eine (?P<v2>[A-ZÄÖÜ][a-zäöüß]{2,20})-?(?:allergie|Allergie)\b"
            r"|\bkeine?n? (?P<v3>[A-ZÄÖÜ][a-zäöüß]{2,20})(?: bitte)?,"
            r" (?:da(?:gegen)? |denn )?(?:ich bin|bin ich) (?:dagegen )?allergisch\b",
            rf"\b[Gg]egen (?P<v>{_NOUNS}) bin ich {_ADVERB}(?:stark |leicht )?allergisch\b",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?:stark |leicht )?allergisch (?:gegen|auf) (?P<v>{_NOUNS})"
            rf"|\b[Ii]ch (?:habe|hat) eine (?:[a-zäöüß]+ )?Allergie gegen (?P<v2>{_NOUNS})"
            rf"|\b[Ii]ch (?:bin|ist) {_ADVERB}(?:stark |leicht )?gegen (?P<v3>[A-ZÄÖÜ][\wäöüß-]+) allergisch\b",
        ),
        Pattern(
            "condition: Hat {v}",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>{'|'.join(words.ILL)})(?:in)?\b(?! nach)",
            shaped=words.ILL.__getitem__,
        ),
        Pattern(
            "diet: Ist {v}",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>(?:Vegetarier|Veganer)(?:in)?|vegan|vegetarisch)\b",
        ),
        Pattern(
            "diet: Lebt {v}",
            rf"\b(?:[Ii]ch (?:lebe|lebt|esse|isst|ernähre mich)|[Ww]ir leben) {_ADVERB}(?:nur )?"
            r"(?P<v>vegan|vegetarisch|halal|koscher|glutenfrei|laktosefrei|salzarm|zuckerfrei|fettarm)\b"
            rf"|\b(?:muss|soll|darf) ich {{0,1}}(?:nur )?(?P<v2>{_PRESCRIBED_DIETS}|vegan) (?:essen|leben)\b"
            rf"|\b[Ii]ch (?:muss|soll|darf) (?:[\wäöüß]+ ){{0,3}}(?P<v3>{_PRESCRIBED_DIETS}) (?:essen|leben)\b",
        ),
        Pattern(
            "diet: Lebt ohne {v}",
            rf"\b[Ii]ch (?:lebe|esse|koche|backe) {_ADVERB}"
            r"ohne (?P<v>Fleisch|Gluten|Zucker|Milch|Milchprodukte|Weizen|Laktose|Alkohol|Eier)\b",
            beside=True,
        ),
        *(
            Pattern(
                f"diet: {avoids} {{v}}",
                r"\b[Ii]ch (?:esse|trinke) (?:schon )?(?:lange|ewig|seit [\wäöüß ]{3,20})"
                rf" kein(?:en|e)? (?P<v>{things}) mehr\b",
                rf"\b[Ii]ch (?:esse|isst|trinke|trinkt) {_ADVERB}(?:gar |überhaupt )?kein(?:en|e)? (?P<v>{things})\b",
                rf"(?:^\W*|[,;:] |\bund )(?P<v>{things}) (?:esse?|trinke?) ich (?:[\wäöüß]+ ){{0,3}}?"
                r"(?:nicht|keins|keinen|keine|nie)\b"
                rf"|\b[Ii]ch verzichte (?:[\wäöüß]+ ){{0,3}}?auf (?P<v2>{things})\b",
                beside=True,
            )
            for avoids, things in (
                ("Isst kein", "(?:Fleisch|Schweinefleisch|Gluten)"),
                ("Isst keinen", "(?:Fisch|Zucker|Käse|Weizen)"),
                ("Isst keine", "(?:Milchprodukte|Eier|Nüsse)"),
                ("Trinkt keinen", "(?:Alkohol|Kaffee|Wein)"),
                ("Trinkt keine", "Milch"),
            )
        ),
        ending(
            r"\b[Ii]ch (?:bin|ist) (?:keine? (?:Vegetarier|Veganer)(?:in)?|nicht mehr (?:vegan|vegetarisch))",
            ends=("diet",),
        ),
        Pattern(
            "allergy: Muss {v} meiden",
            # "Keine Sauce mit Erdnüssen, da schwillt mir der Hals zu"
            r"\b[Kk]eine? [^.,;!?\n]{0,30}?(?:mit |ohne )?"
            r"(?P<v5>[A-ZÄÖÜ][a-zäöüß]{2,20}nüssen?|Nüssen?|Erdnüssen?|Mandeln|Sesam|Sellerie|Krabben)\b"
            r"[^.,;!?\n]{0,20}, da (?:geht|schwillt) mir der Hals zu"
            # "Sellerie darf nicht hinein, davon bekomme ich Atemnot"
            r"|(?:^\W*|[,;:] )(?P<v4>(?!Da\b|Das\b|Dann\b)[A-ZÄÖÜ][\wäöüß-]{2,20})"
            r" (?:darf|dürfen|kommt|kommen) [^.!?,]{2,40},"
            r" da(?:von)? (?:krieg|bekomm)e? ich (?:sofort |immer )?"
            r"(?:Ausschlag|Pusteln|Atemnot|Asthma|Quaddeln)"
            # "Sellerie muss ich strikt meiden"
            rf"|(?:^\W*|[,;:] |\b[Uu]nd )(?P<v>{_THING}) (?:muss|soll|sollte) ich"
            r" (?:leider |unbedingt |strikt )?(?:ver)?meiden\b"
            rf"|\b[Ii]ch (?:muss|soll|sollte) (?P<v2>{_THING}) (?:leider |unbedingt |strikt )?(?:ver)?meiden\b",
        ),
        Pattern(
            "likes: Geht regelmäßig {v}",
            rf"\b{words.ON_WEEKDAYS} (?:gehe?|bin) ich"
            rf" (?P<v>(?:zum|beim|ins|zur|in die) (?!Arbeit|Büro|Arzt|Schule|Bett|Dienst){_THING})"
            r"(?=[.,;!]|$| und\b)",
            category="habits",
        ),
        Pattern(
            "owns: Hat {v}",
            rf"\b[Mm]eine?[nm]? (?:(?:alte[ns]?|neue[ns]?) )?(?P<v>{_CHERISHED})"
            r"(?=[.,;!?)]|$| (?:ist|war|in|mit|und|mitbringen|mitnehmen|dabei)\b)"
            r"(?![^.!?]{0,30}\b(?:verkauft|gestohlen|verschenkt|kaputt))",
            values=r"(?!\d|zwei |drei |vier |ein |eine ).+",
            even_if_unsure=True,
        ),
        Pattern(
            "habit: Ist {v}",
            r"\b(?:[Ii]ch bin|bin ich) (?:jetzt |auch |immer |dann )*"
            rf"(?P<v>{_OFTEN} (?:beim|im|in der|auf dem|bei der) {_THING})",
        ),
        Pattern(
            "speaks: Spricht {v}",
            rf"\b[Ii]ch (?:spreche|spricht) (?:fließend |etwas |auch |zu Hause )*(?P<v>{words.SPOKEN})\b"
            rf"|\b(?:[Ww]ir sprechen|sprechen wir) (?:zu Hause )?(?P<v2>{words.SPOKEN})\b",
            # "Polnisch verstehe ich", "Mein Polnisch ist ganz passabel"
            rf"(?:^\W*|[,;:] |\bund )(?:[Mm]ein )?(?P<v2>{words.SPOKEN})"
            r" (?:(?:kann|spreche|verstehe) ich(?! (?:\w+ )?(?:nicht|kaum|nur schlecht|kein))"
            r"|ist (?:ganz |recht |ziemlich )?(?:gut|okay|passabel|fließend)\b)"
            rf"|\b[Ii]ch (?:spreche|spricht) (?:fließend |etwas |auch )*{words.SPOKEN}"
            rf" und (?:etwas )?(?P<v>{words.SPOKEN})\b",
        ),
        Pattern(
            "learning: Lernt {v}",
            rf"\b[Ii]ch (?:lerne|lernt) {_ADVERB}(?P<v>{words.SPOKEN}|[A-ZÄÖÜ][\wäöüß-]*)",
            r"(?:^\W*|[,;:] |\bund )(?P<v>(?!Das\b|Dann\b|Jetzt\b|Da\b|Heute\b|Hier\b|So\b|Dort\b"
            r"|Zurzeit\b|Gerade\b|Nebenbei\b|Seit\b|Deshalb\b)[A-ZÄÖÜ][\wäöüß-]{2,20})"
            r" lerne? ich (?:gerade|jetzt|seit|noch|auch|neuerdings|zurzeit)\b",
        ),
        *everyday.GERMAN,
        *endings.GERMAN,
        *recovery.GERMAN,
        *at_work.GERMAN,
        *asides.GERMAN,
        Pattern(
            "instruction: Anweisung: {v}",
            r"(?:^\W*|[,;:] |\bund )(?:(?:[Bb]itte|[Uu]nd|[Oo]kay|[Oo]k|[Aa]lso)\W{1,5}){0,4}"
            # "Ab jetzt antworte kurz", "Bitte immer in Gramm, nicht in Tassen"
            rf"(?:{_FROM_NOW_ON},? (?:bitte )?(?P<v>{_ANSWER}\b{_INSTRUCTED})"
            rf"|[Bb]itte (?P<v8>(?:immer |nur |stets |künftig )?{_AS_FORM}(?:,? nicht [^.,;!?\n()]{{2,40}})?)"
            # "Bitte schick mir keine Rezepte mehr", "Bitte ab sofort keine Emojis"
            r"|[Bb]itte (?P<v9>(?:ruf|schick|schreib|send)(?:en? Sie|t)? (?:mich|mir) (?:[^.,;!?\n]{0,40} )?"
            r"(?:nicht|keine \w+) mehr\b[^.,;!?\n]{0,30})"
            rf"|[Bb]itte {_FROM_NOW_ON} (?P<v3>(?:immer|nur noch|nur|keine?n?) {_INSTRUCTED})"
            # "Schreiben Sie mir die Preise künftig in Euro", "Entfernungen bitte in Kilometern"
            rf"|(?P<v4>{_ASKED_FOR} (?:{_FOR_GOOD}|(?:[\wäöüß]+ ){{1,6}}?{_FOR_GOOD})\b{_INSTRUCTED})"
            r"|(?P<v6>(?:Preise|Entfernungen|Mengen|Beträge|Temperaturen|Maße|Gewichte) (?:bitte )?"
            r"in (?:Euro|Metern|Kilometern|Meilen|Gramm|Kilo|Celsius|Dollar|Franken))(?=[.,;!]|$| bitte\b)"
            # "Nur per Mail, bitte nicht anrufen"
            r"|(?:bitte )?(?P<v5>(?:nur |lieber )?"
            r"(?:per (?:E-?)?Mail|(?:an)?rufen|telefonisch|schriftlich|per (?:SMS|Post|Brief|WhatsApp)),?"
            r" (?:bitte )?(?:und )?(?:nicht|nie)"
            r" (?:per \w+|anrufen|schreiben|telefonisch|mailen|telefonieren))\b"
            # "Antworte mir immer auf Deutsch"
            rf"|(?P<v2>{_ANSWER}(?: mir| mich)?(?: bitte)? (?:immer|nie|niemals|nur noch|ab jetzt|ab sofort|künftig"
            rf"|in Zukunft)\b{_INSTRUCTED}))",
            shaped=small,
            even_if_unsure=True,
        ),
    ),
    frames=GERMAN_FRAMES,
    unsure=re.compile(
        r"\b(?:(?<![Aa]uch )[Ww]enn|[Ff]alls|[Vv]ielleicht(?! (?:ein|zwei|drei|vier)mal)|würde|könnte|hätte|wäre"
        r"|wünschte|wünsche|früher|angenommen|eventuell|möchte|vermisse|gestorben ist)\b"
        rf"|{_FROM_A_DAY_TO_COME}|{_ALMOST}|{_DISBELIEF}"
        # What others say: "Er sagt: „Ich …“", "Sie glaubt, ich …"
        r"|\b(?:sagt|sagte|meint|meinte|fragt|fragte)[,:]? [\"„“‚']"
        r"|\b(?:glaubt|denkt|meint|behauptet|findet|erzählt|glauben|denken|meinen)(?: \w+)?, (?:dass )?ich\b"
        r"|\b[Aa]ngeblich\b|\b[Ii]rgendwann (?!hab|bin)|\bhält mich\b"
        r"|\b[Ii]m (?:Spiel|Stück|Film|Traum|Roman|Musical|Theaterstück)\b"
    ),
    often=re.compile(_AGAIN_AND_AGAIN),
    value_end=re.compile(
        r"\s(?:weil|da|aber|und (?:ich|wir|mein|jetzt|habe|bin|wohne|lebe|arbeite|spiele|fahre|hasse|liebe|studiere)"
        r"|wenn|als|seit|für|mit (?:meiner?|meinem)|sehr|zurzeit|gerade|von (?:gestern|heute)|in [A-ZÄÖÜ]\w+|[—–-])"
        r"(?!\w).*"
    ),
    no_value=re.compile(rf"{_PRONOUNS}\b", re.IGNORECASE),
    name_end=" ",
    first_person="Ich ",
    conjunction=" und ",
    separator=", ",
    full_stop=".",
    called=re.compile(rf"{_KIN}|{_ACQUAINTANCES}|{words.PET}", re.IGNORECASE),
    partners=re.compile(_PARTNERS, re.IGNORECASE),
    several=re.compile(rf"{_RELATIVES}|{_OTHERS}|Mitbewohner(?:in)?", re.IGNORECASE),
    until="Bis {month} {year}: {v}",
    months=MONTHS,
    doubts=re.compile(
        rf"{_FROM_A_DAY_TO_COME}|{_ALMOST}|"
        r"\b(?:(?:[Vv]ielleicht|würde|könnte|hätte|wäre|früher|eventuell|möchte|vermisse)\b"
        # "Wenn du das da hast …", but not "Wenn du Zeit hast …"
        r"|[Ww]enn (?=(?:es (?:was|dort|da|hier)|noch)\b"
        r"|(?:du|ihr|Sie)\b(?! (?:willst|wollt|wollen|magst|mögt|mögen|möchte|Lust|Zeit))"
        r"|(?:Ihnen|dir|was|es Ihnen|es dir|man)\b)"
        r"|[Ff]alls (?=(?:du|Sie|was|Ihnen|dir)\b))"
    ),
    with_capitals=with_capitals,
    written_out=_written_out,
    lasting=lasting_in,
)
