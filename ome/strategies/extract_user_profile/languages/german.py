"""German patterns."""

import re

from memory.language.german_dates import MONTHS
from memory.language.lexicon import german as words
from ome.strategies.extract_user_profile.languages import asides, everyday
from ome.strategies.extract_user_profile.languages.german_frames import GERMAN_FRAMES
from ome.strategies.extract_user_profile.languages.german_lasting import lasting_in
from ome.strategies.extract_user_profile.languages.grammar import Grammar, Pattern, ending, noted, small

_ADVERB = r"(?:(?:ja|doch|halt|übrigens|eben|jetzt|nun|auch|gerade|zurzeit|derzeit|mittlerweile|inzwischen|endlich|wirklich|sehr|aber|zwar|allerdings|nämlich|leider|schließlich|selbst|selber|neuerdings|nur|bloß|in Schichten|in Teilzeit|in Vollzeit|Teilzeit|Vollzeit|eigentlich|sowieso|immer noch|noch immer|noch|schon|längst|überhaupt|seit [\wäöüß]+ [\wäöüß]+|seit \d{4}|seit [A-ZÄÖÜ][\wäöüß]+|wieder|meistens) )*"
_NAME = r"[A-ZÄÖÜ][\wäöüß-]*(?: [A-ZÄÖÜ][\wäöüß-]*){0,2}"
_PLACE = r"[A-ZÄÖÜ][\wäöüß-]*(?: (?:am|an der|im|ob der|bei) [A-ZÄÖÜ][\wäöüß-]*| [A-ZÄÖÜ][\wäöüß-]*){0,2}"
# Places that are named with an article; "aus dem Büro" is none.
_REGION = (
    r"(?:der (?:Altmark|Bretagne|Eifel|Lausitz|Normandie|Oberpfalz|Pfalz|Provence|Rhön|Schweiz|Slowakei|Steiermark|Toskana|Türkei"
    r"|Uckermark|Ukraine|Wetterau)|dem (?:Allgäu|Burgenland|Elsass|Emsland|Erzgebirge|Harz|Hunsrück|Irak|Iran|Kosovo|Libanon"
    r"|Münsterland|Norden|Odenwald|Osten|Rheinland|Ruhrgebiet|Ruhrpott|Saarland|Sauerland|Schwarzwald|Spessart|Sudan|Süden|Tessin"
    r"|Vogtland|Wallis|Wendland|Westen|Westerwald)|den (?:Niederlanden|USA))"
)
_NO_PLACE = (
    r"(?!Hause|Ruhe|Urlaub|Moment|Zukunft|Rente|Angst|Sorge|Untermiete|Scheidung|Trennung|Armut|Frieden)"
)
_NOUNS = r"(?:[a-zäöüß]+(?:e|en|es|er) ){0,2}[A-ZÄÖÜ][\wäöüß-]*(?: und [A-ZÄÖÜ][\wäöüß-]*)?"
_PARTNERS = r"(?:Frau|Mann|Partnerin|Partner|Freundin|Ehefrau|Ehemann|Verlobte|Verlobter)"
_FROM_A_DAY_TO_COME = (
    r"(?:\b[Aa]b (?:(?:dem |den )?\d{1,2}\.(?!\d| ?Uhr)|(?:nächste|kommende)[rnms]? \w|dem (?:nächsten|kommenden) \w"
    rf"|(?:{'|'.join(MONTHS)}|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Sommer|Herbst|Winter|Frühjahr|Ostern)\b(?! bis\b))"
    r"|\b[Nn]ächste[snr]? (?:Jahr|Monat|Woche|Sommer|Herbst|Winter|Frühjahr)\b)"
)
_RELATIVES = r"(?:Schwester|Bruder|Tochter|Sohn|Enkelin|Enkel)"
_PARENTS = r"(?:Mutter|Vater|Mama|Papa|Oma|Opa|Großmutter|Großvater)"
_OTHERS = r"(?:Cousine|Cousin|Tante|Onkel|Nichte|Neffe)"
_ACQUAINTANCES = r"(?:beste Freundin|bester Freund|Mitbewohnerin|Mitbewohner|Chefin|Chef)"
_WHO_IS = rf"(?: heißt|,)? (?P<v>(?!Jahre){_NAME})"
# "Am 29. hat unsere Tochter Abiball": what follows is what she has.
_NOT_INVERTED = "".join(
    rf"(?<!{verb} )"
    for verb in (
        "hat",
        "haben",
        "hatte",
        "hatten",
        "feiert",
        "bekommt",
        "kriegt",
        "macht",
        "braucht",
        "spielt",
    )
)
_ALONE = r"(?=[.,;:!?)\n]|$| (?:und|ist|hat|schläft|liebt|mag|will|war|frisst|bellt|kommt|muss|braucht|kann|darf|geht|bleibt|macht|mitnehmen|würde|wird|weckt|jagt|klaut|haart|schnarcht|seit|aus|bei|zu|im|in|geholt|gekauft|adoptiert|zugelegt)\b)(?! (?:von|seit heute|und Kopf|ist (?:gestern|heute|letzte)))"
# What has to be known of relatives, too, by who cooks for them.
_IS_UNWELL = (
    r"(?: ist (?:auch |stark |leicht |sehr |leider |hochgradig |übrigens |gerade |ja |doch |total |extrem |ziemlich )*(?:allergisch (?:gegen|auf) [A-ZÄÖÜ][\wäöüß-]{2,25}(?: und [A-ZÄÖÜ][\wäöüß-]{2,25})?"
    r"|gegen [A-ZÄÖÜ][\wäöüß-]{2,25} allergisch|(?:Diabetiker|Asthmatiker|Epileptiker|Vegetarier|Veganer)(?:in)?\b|vegan\b|laktoseintolerant|glutenintolerant|schwanger)"
    r"| (?:verträgt|isst|darf) kein(?:e|en)? [A-ZÄÖÜ][\wäöüß-]{2,25}(?: essen| trinken)?"
    rf"| hat (?:auch |leider |ja |doch )*(?:{words.ILLNESS}|eine [A-ZÄÖÜ][a-zäöüß]{{2,20}}allergie)\b)"
)
_BEFORE_NOTE = (
    r"\bist (?:auch |sehr |leider |übrigens |gerade |ja |doch )*|(?=\b(?:verträgt|isst|darf|hat)\b)"
)
_OTHER_KIN = r"(?:(?:Jüngste|Älteste|Mittlere|Kleine|Große)r?|Kinder|Zwillinge|Eltern|Schwieger(?:mutter|vater|eltern|sohn|tochter)|Schwägerin|Schwager)"
_KIN_LIKES = (
    rf"(?:{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS}|{_OTHER_KIN})(?: [A-ZÄÖÜ][a-zäöüß]+)? (?:hasst|hassen|liebt|lieben|mag|mögen|(?:hat|haben) Angst vor) "
    r"(?:(?:auch|gar|überhaupt|total|sehr) ){0,2}(?:kein(?:e|en)? )?(?!dich\b|mich\b)(?:[a-zäöüß]{2,12}(?:en|es|er|e) )?(?<!dein )(?<!deine )(?<!seine )(?<!ihre )[A-ZÄÖÜ][\wäöüß-]+(?: (?:und|oder) [A-ZÄÖÜ][\wäöüß-]+)?(?: (?:(?:gar |überhaupt )?nicht|sehr))?"
    r"(?=[.,;:!?)]|$| (?:und|aber|weil|auch)\b)"
)
_DOSE = r"\d{1,4}(?:[.,]\d{1,3})? ?(?:mg|Milligramm|µg|ml|Einheiten)"
# The last part of the names of medicines.
_DRUG_NAME = r"(?:[A-ZÄÖÜ][a-zäöüß]{2,14}(?:pril|sartan|statin|olol|formin|prazol|dipin|oxetin|triptan|zepam|thyroxin|cyclin|cillin|profen|tadin)|Aspirin|ASS|Paracetamol)"
_PASTIME = rf"(?:{'|'.join(sorted({*words.DONE_FOR_FUN.values(), 'Laufen', 'Backen', 'Kochen', 'Yoga', 'Pilates', 'Schach', 'Tennis', 'Karate', 'Judo', 'Golf', 'Gitarre', 'Klavier', 'Geige', 'Cello'}))})"
_OFTEN = (
    r"(?:jede[ns]? (?:zweiten? )?(?:Tag|Morgen|Abend|Nacht|Woche|Wochenende|Monat|Jahr|Sommer|Winter"
    r"|(?i:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag))"
    r"|(?:einmal|zweimal|dreimal|viermal|\w+ Mal) (?:pro|die|in der|im) (?:Tag|Woche|Monat|Jahr))"
)
_AGAIN_AND_AGAIN = (
    rf"\b(?:{_OFTEN}|(?:[Mm]on|[Dd]iens|[Dd]onners|[Ff]rei|[Ss]ams|[Ss]onn)tags|[Mm]ittwochs|(?:[Mm]orgen|[Aa]bend)s"
    r"|[Ii]mmer|[Oo]ft|[Rr]egelmäßig|[Ww]öchentlich|[Mm]eistens)\b"
)
# What did not come about, and what somebody else says that the speaker does not believe.
_ALMOST = (
    r"(?:\b[Uu]m ein Haar\b|\b(?:[Ff]ast|[Bb]einahe) (?!jede|alle)(?:[^.,;:!?\n]{1,60} )?"
    r"(?:[a-zäöüß]{0,12}ge[a-zäöüß]{2,15}|(?:ver|be|ent)[a-zäöüß]{3,15})(?:t|en)(?=[.,;:!?\n]|$))"
)
_DISBELIEF = (
    r"\b(?:[Ii]ch glaube?|glaube? ich) (?:(?:das|es|dem|ihm|ihr|ihnen|daran|dran|aber|ja|ehrlich gesagt|wirklich) ){0,4}nicht\b(?!,)"
    r"|\b(?:aber|doch|nur|was) (?:(?:das|es) )?(?:stimmt|(?:ist|wäre)) (?:[a-zäöüß]{1,12} ){0,2}(?:gar |überhaupt )?(?:nicht(?: wahr)?|Unsinn|Quatsch)(?=[.,;!)]|$)"
    r"|\b(?:das |was |woran )ich (?:sehr |stark |aber )?(?:bezweifle|nicht glaube)\b|\b(?:ich bezweifle|bezweifle ich)\b"
)
# What a person wants of the assistant for good.
_ANSWER = (
    r"(?:[Aa]ntworte|[Ss]chreibe?|[Nn]enne?|[Dd]uze?|[Ss]ieze?|[Ee]rkläre?|[Ss]chlage?|[Ee]mpfiehl|[Vv]erwende"
    r"|[Bb]enutze?|[Nn]utze?|[Ff]asse?|[Üü]bersetze?|[Ee]rwähne?|[Ff]ormuliere?|[Nn]imm|[Gg]ib|[Zz]eige?|[Rr]echne|[Ff]rage?"
    r"|[Ss]chicke?|[Rr]unde|[Ss]ortiere|[Ll]ösche?|[Ss]etze?|[Vv]erzichte)"
)
# "Schreiben Sie mir die Preise künftig …"
_ASKED_FOR = r"[A-ZÄÖÜ]?[a-zäöüß]{3,15}en Sie(?: mir| mich| uns)?"
_FOR_GOOD = r"(?:immer|nie|niemals|nur noch|ab jetzt|ab sofort|künftig|in Zukunft|von jetzt an)"
_FROM_NOW_ON = r"(?:[Aa]b (?:jetzt|sofort|nun|heute)|[Kk]ünftig|[Ii]n Zukunft|[Vv]on (?:jetzt|nun) an)"
# The form in which somebody wants answers: "Bitte immer in Gramm, nicht in Tassen".
_AS_FORM = (
    r"(?:in (?:Gramm|Kilo|Litern|Metern|Kilometern|Euro|Celsius|Stichpunkten|kurzen Sätzen|ganzen Sätzen|einfacher Sprache)"
    r"|auf (?:Deutsch|Englisch|Französisch|Spanisch|Türkisch)|als (?:Liste|Tabelle)|ohne (?:Emojis|Ausrufezeichen|Fachbegriffe|Anglizismen))\b"
)
_INSTRUCTED = r"[^.,;:!?\n()]{2,100}?(?=(?: bitte)?(?:[.,;:!?\n()]|$| und (?:bitte|nie|niemals)\b| (?:weil|damit|denn) ))"
_INFINITIVES = {
    "wandere": "wandern", "klettere": "klettern", "segle": "segeln", "bastle": "basteln", "angle": "angeln",
}  # fmt: skip


def _infinitive(verb: str) -> str:
    """`koche` as `kochen`."""
    return _INFINITIVES.get(verb, f"{verb}n")


# Verbs of which what people say in passing often lacks "ich" or the ending, or has "ich" behind it.
_VERBS = {
    "hab": "habe", "ess": "esse", "trink": "trinke", "wohn": "wohne", "leb": "lebe", "arbeit": "arbeite", "spiel": "spiele",
    "lern": "lerne", "studier": "studiere", "sprech": "spreche", "mag": "mag", "bin": "bin", "komm": "komme",
    "back": "backe", "koch": "koche", "geh": "gehe", "fahr": "fahre", "schreib": "schreibe", "mach": "mache", "les": "lese", "lauf": "laufe",
    "schwimm": "schwimme", "nehm": "nehme", "steh": "stehe", "treff": "treffe", "wander": "wandere",
    "vertrag": "vertrage", "unterricht": "unterrichte", "lieb": "liebe", "hass": "hasse", "heiß": "heiße",
}  # fmt: skip
_VERB = rf"(?:{'|'.join(_VERBS)})"
_LEFT_OUT = re.compile(
    rf"^\W*(?:(?:ja|nee|nein|und|also|klar|übrigens|ach),? )*(?P<verb>{_VERB})e? (?!ich\b)", re.IGNORECASE
)
_ARTICLE = re.compile(r"(?<=\b[hH]ab )(?<!\w)['’]?(nen|ne)\b")
_EMPHATIC = re.compile(r"\b([Ii]ch) (?:selbst|selber|persönlich) ")
# Messages without any large letter: "komm aus der eifel", "bin gegen hunde allergisch".
_SMALL_NOUN = re.compile(
    r"\b(?P<before>(?:wohne?|lebe?) (?:ich )?(?:jetzt |noch |immer noch )*in|komme? (?:ich )?(?:\w+ )?aus(?: der| dem)?|gegen|meine?|arbeite?(?: ich)? als) "
    r"(?P<noun>(?!eine?[mnr]?\b|d(?:er|ie|as|em|en)\b|meine?\w*|de(?:in|ine)\w*|ih[rn]\w*|un[sd]|alle|ganz)[a-zäöüß]{3,30})"
)
_SMALL_RELATIVE = re.compile(
    r"\b(?P<before>[Mm]ein(?:e[mnr]?)?|[Uu]nsere?[mnr]?) (?P<kin>schwester|bruder|tochter|sohn|enkelin|enkel|ehefrau|ehemann|frau|mann"
    r"|freundin|mutter|vater|mama|papa|oma|opa|cousine|cousin|tante|onkel|nichte|neffe)\b"
)
_BEHIND = re.compile(rf"\b(?P<verb>{_VERB})e? ich\b", re.IGNORECASE)
_SELF = re.compile(r"\b[Ii]ch\b")
_AND = re.compile(rf"\bund (?P<verb>{_VERB})e?(?= [A-ZÄÖÜa-zäöüß])(?! ich\b)")
_SHORT = re.compile(rf"\bich (?P<verb>{_VERB})\b", re.IGNORECASE)


def _written_out(sentence: str) -> str:
    """`Bin jetzt Lehrer`, `jetzt bin ich Lehrer` and `ich wohn in Köln` with `ich bin` and `ich wohne`."""
    sentence = _ARTICLE.sub(
        lambda match: f"ei{match[1]}" if match[1] != "n" else "ein", _EMPHATIC.sub(r"\1 ", sentence)
    )
    if sentence.islower():
        sentence = _SMALL_NOUN.sub(lambda match: f"{match['before']} {match['noun'].capitalize()}", sentence)
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
_FORMER = rf"[A-ZÄÖÜ]?[a-zäöüß]{{0,30}}(?i:{words.JOBS}|(?:zeit)?soldat(?:in)?|sportler(?:in)?|seemann|matrose|bergmann|türsteher|hausfrau|beamte[r]?|messdiener|kellner(?:in)?|postbote|taxifahrer)"
_AGE = (
    r"(?:(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig"
    r"|achtzig|neunzig)|achtzehn|neunzehn)"
)
_MONTH = "|".join(MONTHS)

GERMAN = Grammar(
    patterns=(
        Pattern(
            "name: Heißt {v}",
            rf"\b[Ii]ch (?:heiße|heißt) (?P<v>{_NAME})|\b[Mm]ein Name ist (?P<v2>{_NAME})|\b[Nn]enn(?:t|en)? mich (?:einfach |ruhig )?(?P<v3>{_NAME})",
        ),
        Pattern(
            "age: Ist {v} Jahre alt",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>\d{{1,3}}|{_AGE}) Jahre alt|\b[Ii]ch bin {_ADVERB}(?P<v3>[2-9]\d|{_AGE})(?=[,.;!]|$| und\b)|"
            r"\b[Ii]ch bin (?:[\wäöüß]+ ){0,2}(?P<v2>\d{1,3}) geworden",
        ),
        Pattern(
            "birthday: Geburtstag: {v}",
            rf"\b[Ii]ch (?:bin|wurde) am (?P<v3>\d{{1,2}}\. (?:{_MONTH}))(?: \d{{4}})? geboren|\b[Ii]ch werde am (?P<v4>\d{{1,2}}\. (?:{_MONTH})) \d{{1,3}}\b|"
            r"\b[Ii]ch (?:habe|hat) am (?P<v>\d[^,;!?\n]{1,20}?) Geburtstag|\b[Mm]ein Geburtstag ist (?:am |der )?(?P<v2>\d[^,;!?\n]{2,20})",
        ),
        Pattern(
            "from: Kommt aus {v}",
            rf"\b[Ii]ch (?:komme|kommt|stamme|stammt) {_ADVERB}(?:ursprünglich )?aus (?P<v>{_PLACE}|{_REGION})|\b[Ii]ch (?:bin|ist) in (?P<v2>{_PLACE}) (?:aufgewachsen|geboren)|\b(?:[Aa]ufgewachsen|[Gg]eboren) (?:bin|wurde) ich in (?P<v3>{_PLACE})",
        ),
        Pattern(
            "from: Ist aus {v} zugezogen",
            rf"\b(?:[Ii]ch (?:bin|ist)|[Ww]ir sind) (?:[\wäöüß.]{{1,15}} ){{0,4}}aus (?P<v>{_NO_PLACE}{_PLACE}|{_REGION})"
            rf" (?:(?:hier)?her ?(?:gezogen|gekommen)|zugezogen|eingewandert|nach {_PLACE} (?:gezogen|gekommen))\b",
        ),
        Pattern("from: Ist {v}", rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>{words.PEOPLES})\b"),
        Pattern(
            "hand: Ist {v}", rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>Linkshänder(?:in)?|Beidhänder(?:in)?)\b"
        ),
        Pattern(
            "home: Wohnt in {v}",
            rf"\b(?:[Ii]ch (?:wohne|wohnt|lebe|lebt)|[Ww]ir (?:wohnen|leben)) (?:(?:(?!\b(?:nicht|nie|kein))[^.,;:!?\n]){{0,40}}? )?in (?P<v>{_NO_PLACE}{_PLACE})"
            rf"|\b(?:[Ii]ch bin|[Ii]ch ist|[Ww]ir sind) (?:[^.!?\n]{{0,30}} )?nach (?P<v2>{_NO_PLACE}{_PLACE}) (?:um)?gezogen"
            rf"|\b(?:[Mm]eine|[Uu]nsere) (?:(?:neue|kleine|eigene) )?(?:Wohnung|Bude|WG) in (?P<v3>{_NO_PLACE}(?>{_PLACE}))(?![^.!?\n]{{0,40}}\b(?:verkauft|gekündigt|vermiete[tn]?|aufgegeben|war|hatte)\b)"
            rf"|\b(?:[Ii]ch bin|[Ww]ir sind|bin ich|sind wir) (?:\w+ ){{0,3}}in (?P<v4>{_NO_PLACE}{_PLACE}) (?:zu Hause|zuhause|daheim)\b"
            rf"|\b(?:[Ii]ch (?:bin|ist)|[Ww]ir sind|bin ich|sind wir) (?:[\wäöüß.]{{1,15}} ){{0,4}}in (?P<v5>{_NO_PLACE}{_PLACE}) eingezogen\b",
        ),
        Pattern(
            "job: Arbeitet als {v}",
            rf"\b[Ii]ch (?:arbeite|arbeitet|fange|fang|beginne)(?:(?! wenn | dass )[^.,;:!?\n]){{0,30}} als (?P<v>{_NOUNS})"
            rf"|\b(?:[Ss]telle|[Jj]ob) (?:(?:am|im|bei|an der) \w+ )?als (?P<v3>{_NOUNS})(?= (?:bekommen|gefunden|angenommen))"
            rf"|\b(?:[Ii]ch bin|bin ich) {_ADVERB}selbstst?ändig als (?P<v2>{_NOUNS})",
            rf"^\W*[Aa]ls (?P<v>[A-ZÄÖÜ]?[a-zäöüß]{{0,30}}(?i:{words.JOBS})) (?:(?:\w+ )?ich\b|ist (?:das|es)\b|(?:hat|muss|kann|darf|weiß|kennt|lernt|verdient|sieht) man\b)|\b[Ii]ch verdiene mein Geld als (?P<v2>{_NOUNS})",
            rf"\b(?:angefangen|angestellt|eingestiegen),? als (?P<v>{_NOUNS})|\b[Ii]ch (?:habe?|bin) [^.!?\n]{{0,50}}?\bals (?P<v2>{_NOUNS}) (?:angefangen|angestellt|eingestiegen)",
        ),
        Pattern(
            "job: Ist {v}",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?:von Beruf |gelernte[r]? |ausgebildete[r]? |studierte[r]? |freie[r]? |angestellte[r]? |freiberufliche[r]? |selbstst?ändige[r]? )?(?P<v>[A-ZÄÖÜ]?[a-zäöüß]{{0,30}}(?i:{words.JOBS}))(?=[.,;:!?)\n]|$| (?:und|am|an|auf|bei|beim|in|im|im|von|der|für|seit|geworden|aber|mit|weil)\b)",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>arbeitslos|selbstständig|selbständig|in Rente|pensioniert|im Ruhestand)\b(?! als)",
        ),
        Pattern(
            "job: Unterrichtet {v}",
            rf"\b[Ii]ch unterrichte {_ADVERB}(?P<v>{_NOUNS})|\b[Ii]ch (?:wohne|lebe?|bin|arbeite) [^.!?\n]{{3,60}}, unterrichte (?P<v2>{_NOUNS})",
            beside=True,
        ),
        Pattern(
            "job: Fährt {v}",
            r"\b[Ii]ch fahre? (?:(?:seit|beruflich|nachts) (?:[\wäöüß]+ ){0,2})(?P<v>Bus|Taxi|Straßenbahn|U-Bahn|LKW|Lkw|Tram)\b",
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
            r"\b(?:[Ii]ch (?:wohne|wohnt|lebe|lebt)|[Ww]ir (?:wohnen|leben)) (?:jetzt |seit \w+ (?:Jahren|Monaten) |hier )*(?P<v>auf dem (?:Land|Dorf)|am Stadtrand|im Grünen|am Waldrand|an der Küste)\b",
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
            rf"\b[Ii]ch mache? (?:[\wäöüß]+ ){{0,3}}(?:eine |meine )?(?:Ausbildung|Lehre|Umschulung) (?:zum|zur|als) (?P<v>{_NOUNS})",
        ),
        Pattern(
            "former: War früher {v}",
            rf"^\W*(?:(?:[Aa]lso|[Jj]a|[Uu]nd|[Ii]ch meine),? )*(?:[Ii]ch war (?:(?:ja|selbst|auch|mal) )*(?:früher|lange|jahrelang|{_YEARS})(?: (?:mal|lang|Zeit|selbst|auch))*|[Ff]rüher war ich(?: (?:mal|ja|auch|selbst|lange))*) (?:als |ein |eine )?"
            rf"(?P<v>{_FORMER})(?=[.,;:!)\n]|$| (?:und|in|im|am|an|auf|bei|beim|von|aber|mit)\b)",
            rf"^\W*(?:(?:[Aa]lso|[Jj]a|[Uu]nd),? )*(?:[Ii]ch (?:habe?|hab) (?:früher|lange|jahrelang|{_YEARS})(?: (?:mal|lang|Zeit))*|[Ff]rüher habe? ich(?: (?:mal|ja|auch|lange))*) (?:[^.,;:!?\n]{{1,30}} )?als (?P<v>{_FORMER}) (?:[^.,;:!?\n]{{1,30}} )?gearbeitet\b",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "former: Hat früher {v}",
            r"^\W*(?:(?:[Aa]lso|[Jj]a|[Uu]nd),? )*(?:[Ii]ch (?:habe?|hab) (?:früher|jahrelang)|[Ff]rüher habe? ich) (?:mal |auch |viel |lange )*(?P<v>(?!als\b)[^.,;:!?\n]{3,60}?"
            r"\b(?:gespielt|gesungen|getanzt|geturnt|geboxt|gerudert|gesammelt|gezüchtet|trainiert|unterrichtet|gemalt|gefochten|getöpfert|geraucht|geritten|gestrickt|genäht|geangelt|gefochten))(?=[.,;!]|$| und\b)",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "employer: Arbeitet {v}",
            rf"\b[Mm]eine (?:Kollegen|Kolleginnen|Kolleg\*innen) (?P<v>(?:im|in der|an der|am|vom) {words.WORKPLACE})\b"
            rf"|\b(?P<v2>(?:im|in der|an der|am) {words.WORKPLACE}), wo ich (?:jetzt |auch )?arbeite\b",
            r"\b(?:[Ii]ch (?:habe?|bin)|(?:habe?|bin) ich) (?:(?:im|seit|am|jetzt|gerade|letzten|vor) ?[\wäöüß]*[,.]? ?){0,4}?(?P<v>(?:bei (?:der|den|dem)|beim|bei|im|in der|an der) [A-ZÄÖÜ][\wäöüß-]{2,30}) (?:neu )?(?:angefangen|angestellt|eingestiegen)\b",
        ),
        ending(
            r"\b[Ii]ch (?:habe|hat) (?:[\wäöüß]+ ){0,3}gekündigt\b|\b[Ii]ch (?:wurde|bin) (?:[\wäöüß]+ ){0,3}(?:gekündigt|entlassen)",
            ends=("job", "employer"),
        ),
        Pattern(
            "studies: Studiert {v}",
            rf"\b(?:[Ii]ch (?:bin|ist)|bin ich) (?:[\wäöüß]{{1,15}} ){{0,3}}von {words.STUDIES} (?:auf|zu|zur|zum) (?P<v>{words.STUDIES}) (?:gewechselt|umgestiegen)\b",
        ),
        Pattern("studies: Studiert {v}", rf"\b[Ii]ch (?:studiere|studiert) {_ADVERB}(?P<v>{_NOUNS})"),
        Pattern(
            "family: {k}: {v}",
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<k>{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS})(?P<v>,? [A-ZÄÖÜ][\wäöüß-]{{1,20}},?{_IS_UNWELL})",
            noted=True,
            shaped=noted(_BEFORE_NOTE),
        ),
        Pattern(
            "family: Familie: {k} {v}",
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<k>{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS})(?P<v>{_IS_UNWELL})",
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
            rf"{_NOT_INVERTED}\b[Mm]eine? (?P<k>{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS}){_WHO_IS}",
            even_if_unsure=True,
        ),
        Pattern(
            "family: {k}: {v}",
            rf"\b(?:mit|bei|von) (?:mein|unser)(?:er|em) (?P<k>{_PARTNERS}|{_RELATIVES}|{_OTHERS}),? (?P<v>(?!Jahre)(?>{_NAME}))(?=[.,;!?)]|$| (?:und|in|zusammen|nach|auf|zum|zur|am|im)\b)",
            rf"{_NOT_INVERTED}\b[Uu]nsere? (?P<k>Tochter|Sohn){_WHO_IS}",
            rf"\b(?:mit|und|von|für|ist|heißt|kommt) (?P<v>{_NAME}), mein(?:e|em|er)? (?P<k>{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS})(?=[.,;!?)]|$| und\b)",
        ),
        Pattern(
            "family: Familie: {k}",
            r"\b[Ii]ch habe (?:jetzt |wieder |endlich |seit \w+ )*eine?n? (?:feste[n]? )?(?P<k>Freundin|Freund|Partnerin|Partner|Tochter|Sohn)(?=[.,;!]|$| (?:und|jetzt)\b)",
            rf"\b(?![Mm]eine Enkel\b)(?:[Mm]eine?|[Uu]nsere?[mn]?(?= (?:Sohn|Tochter|Enkel))) (?P<k>{_PARTNERS}|{_RELATIVES})\b(?! [A-ZÄÖÜ]| heißt|, [A-ZÄÖÜ])"
            rf"|\b[Mm]eine[mnr] (?P<k2>Ehefrau|Ehemann|Verlobten|{_RELATIVES}|Frau|Mann)\b",
        ),
        Pattern("family: {k}: {v}", rf"\b[Mm]eine? (?P<k>{_ACQUAINTANCES}){_WHO_IS}", category="people"),
        Pattern(
            "partner: Ist mit {v} verlobt",
            rf"\b[Ii]ch habe? mich (?:[\wäöüß]+ ){{0,2}}mit (?P<v>{_NAME}) verlobt\b",
        ),
        Pattern(
            "status: Ist {v}",
            r"\b[Ii]ch (?:bin|ist) (?:jetzt |seit [\wäöüß]+ |mit [A-ZÄÖÜ][\wäöüß]+ |glücklich |frisch )*(?P<v>ledig|single|Single|verheiratet|verlobt|geschieden|verwitwet|schwanger)\b|\b[Ww]ir haben uns (?:[\wäöüß]+ ){0,2}(?P<v2>verlobt)|\b[Ww]ir sind (?:[\wäöüß]+ ){0,2}(?P<v3>verlobt|verheiratet)\b"
            r"|\b[Ii]ch habe? mich (?:(?:mit|[A-ZÄÖÜ][\wäöüß]+|gestern|jetzt|am|letzte|Woche) ){0,4}(?P<v4>verlobt)\b",
        ),
        Pattern(
            "status: Ist {v}",
            r"\b[Ii]ch bin (?:seit \w+ (?:\w+ )?)?(?P<v>Witwer?|alleinerziehend)\b",
            shaped=lambda text: "verwitwet" if text.startswith("Witwe") else text,
        ),
        Pattern(
            "children: Hat {v} Kinder",
            r"\b[Ii]ch bin (?:alleinerziehende[r]? |stolze[r]? )?(?:Mutter|Vater|Mama|Papa) von (?P<v>zwei|drei|vier|fünf)\b",
        ),
        ending(
            r"\b(?:[Ww]ir haben uns|[Ii]ch habe mich) (?:[\wäöüß]+ ){0,4}(?:getrennt|scheiden lassen)|\b[Ii]ch (?:bin|ist) (?:jetzt )?(?:geschieden|verwitwet|single|Single)",
            ends=("partner",),
        ),
        Pattern(
            "children: Hat {v}",
            r"\b(?:[Ii]ch (?:habe|hat)|[Ww]ir haben) (?:ja |auch |schon |inzwischen )?(?P<v>(?:ein|zwei|drei|vier|fünf|\d) (?:kleine |erwachsene )?(?:Kind(?:er)?|Jungs|Mädchen|Söhne|Töchter|Brüder|Schwestern|Geschwister|Enkel))\b"
            r"|\b[Mm]eine (?:beiden )?(?P<v2>(?:zwei|drei|vier) (?:Kinder|Söhne|Töchter|Brüder|Schwestern|Geschwister|Enkel))\b|\b(?:[Uu]nseren?|[Mm]einen?|[Mm]it den) (?P<v3>Zwillingen?)\b"
            r"|\b(?:[Mm]eine|[Uu]nsere) (?P<v4>Kinder|Enkelkinder|Enkel(?=[.,;!]|$| (?:sind|kommen|haben|wollen|gehen|waren|spielen|lieben)\b))\b",
            shaped=lambda text: "Zwillinge" if text.startswith("Zwilling") else text,
        ),
        Pattern(
            "children: Hat ein Kind",
            r"\b(?:[Dd]ie Kleine|[Dd]er Kleine|[Dd]ie Große|[Dd]er Große)\b(?=[^.!?\n]{0,60}\b(?:Kita|Kindergarten|Krippe|Schule|Hort|Schulranzen|Windeln?)\b)"
            r"|\b(?:[Mm]ein Kleiner|[Mm]eine Kleine|[Mm]ein Großer|[Mm]eine Große|[Mm]ein Baby)\b(?! [A-ZÄÖÜ]|[,!])",
        ),
        Pattern(
            "pet: {k}: {v}",
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<k>{words.PET})(?: heißt|,)? (?P<v>{_NAME})|\b(?:[Ii]ch habe|[Ii]ch hat|[Ww]ir haben) eine?n? (?:[a-zäöüß]+ )?(?P<k2>{words.PET})(?:,)? (?:namens|der|die) (?:heißt )?(?P<v2>{_NAME})"
            rf"|\b(?:[Ii]ch habe|[Ww]ir haben) [^.!?\n]{{0,50}}?\beine?n? (?:[a-zäöüß]+ )?(?P<k3>{words.PET})(?: namens|, (?:der|die) heißt) (?P<v3>{_NAME})",
        ),
        Pattern(
            "pet: Haustier: {k}",
            r"\b(?:[Bb]ring|[Nn]ehm|[Ll]ass)e? ich (?:\w+ )?(?:den|die) (?P<k2>Hund|Hündin|Dackel|Welpen|Katze|Kater)\b|\b[Ii]ch (?:bring|nehm|lass)e? (?:\w+ )?(?:den|die) (?P<k3>Hund|Hündin|Dackel|Welpen|Katze|Kater)\b|"
            r"\b[Ii]ch (?:gehe?|war|bin|muss) (?:(?:noch|kurz|gerade|jeden|Morgen|Abend|Tag) ){0,3}mit (?:dem|der) (?P<k>Hund|Hündin|Dackel|Welpen) (?:raus|spazieren|Gassi|gassi|draußen|unterwegs)\b",
            rf"\b(?:[Mm]eine?|[Uu]nsere?) (?P<k>{words.PET}){_ALONE}|\b(?:[Ii]ch habe|[Ii]ch hat|[Ww]ir haben) (?:mir |uns |jetzt )?eine?n? (?:[a-zäöüß]+ )?(?P<k2>{words.PET}){_ALONE}",
        ),
        Pattern(
            "pet: Hat {v}",
            r"\b(?:[Ii]ch habe|[Ww]ir haben) (?:(?:nur|auch|jetzt|noch|ein paar|zu Hause) )*(?P<v>(?:Hühner|Hennen|Enten|Gänse|Ziegen|Schafe|Alpakas|Lamas|Esel|Wachteln|Ponys|Bienen|Wellensittiche|Meerschweinchen))(?=[.,;!]|$| (?:und|im)\b)|\b(?:[Ii]ch (?:züchte|halte)|und (?:züchte|halte)) (?P<v2>(?:Hühner|Hennen|Enten|Gänse|Ziegen|Schafe|Alpakas|Lamas|Esel|Wachteln|Ponys|Bienen|Wellensittiche|Meerschweinchen))\b",
            r"\b(?:[Ii]ch habe|[Ww]ir haben) (?:[\wäöüß]+ ){0,4}?(?P<v>(?:zwei|drei|vier|fünf|sechs) (?:Katzen|Kater|Hunde|Windhunde|Dackel|Terrier|Möpse|Beagle|Esel|Ponys|Hasen|Kaninchen|Hamster|Meerschweinchen|Wellensittiche|Pferde|Hühner|Hennen|Ziegen|Schafe|Enten))\b",
        ),
        ending(
            rf"\b[Mm]eine? (?P<k>{words.PET})(?: (?P<v>{_NAME}))? ist (?:[^.!?\n]{{0,30}} )?gestorben",
            ends=("pet",),
        ),
        Pattern(
            "favourite: Lieblings{k}: {v}",
            r"\b[Mm]eine? Lieblings-?(?P<k>[\wäöüß]{2,20}) (?:ist|sind|heißt) (?:(?i:der |die |das ))?(?P<v>[^.,;:!?\n()]{2,60})",
            rf"(?:^\W*|[,;:] )(?P<v>(?!Das\b|Es\b|Dies\b){_NOUNS}) (?:ist|sind) meine? Lieblings-?(?P<k>[\wäöüß]{{2,20}})\b",
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
            rf"(?:^\W*|[,;:] |\bund )(?P<v>{_NOUNS}) (?:mag ich (?:sehr|gern|total|besonders)|(?:ist|sind) (?:genau |total )?(?:mein Ding|meine Leidenschaft|mein (?:größtes |liebstes )?Hobby))\b"
            rf"|\b[Ii]ch (?:stehe?|fahre?) (?:total |voll )?(?:auf (?P<v2>{_NOUNS}) ab\b|auf (?P<v3>{_NOUNS})(?=[.,;!]|$))|\b[Ii]ch bin (?:ein )?(?:großer |totaler |riesiger )?Fan von (?P<v4>{_NOUNS})",
        ),
        Pattern(
            "likes: Mag {v}",
            r"\b[Ii]ch (?P<v>(?!hätte|würde|möchte|habe|bin|spiele|esse|trinke)[a-zäöüß]+e) (?:sehr |wirklich |auch )*gerne?\b(?= *(?:[.,;!?\n]|$|in |im |am |mit |und ))",
            shaped=lambda verb: _infinitive(verb),
        ),
        Pattern(
            "likes: Mag {v}",
            rf"\b[Ii]ch (?P<v>{'|'.join(words.DONE_FOR_FUN)})(?=(?: [a-zäöüß]+)?(?: wieder| viel| oft| regelmäßig| leidenschaftlich| lieber| am liebsten| seit Jahren| in (?:meiner|der) Freizeit|, (?:ein|zwei|drei)mal)\b|[.!]?$)",
            shaped=words.DONE_FOR_FUN.__getitem__,
        ),
        Pattern(
            "likes: Geht zum {v}",
            rf"(?:\b[Ii]ch (?:habe?|hab|muss|gehe?|war)|\b(?:habe?|hab|muss|gehe?|war) ich|^\W*(?:[Mm]uss|[Hh]ab|[Bb]in)) (?:(?:heute|morgen|noch|gleich|dann|abends?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?) ){{0,3}}(?:zum|beim|zur) (?P<v>{_PASTIME}|Chor|Chorprobe|Fußball|Handball|Volleyball|Basketball|Hockey|Ballett|Bandprobe)\b(?! (?:von|meine[rs]?)\b)",
            if_often=True,
        ),
        Pattern(
            "likes: Ist im {v}",
            rf"\b[Ii]ch bin {_ADVERB}(?:im|in einem) (?P<v>[A-ZÄÖÜ][a-zäöüß-]*(?:verein|chor|club|klub|orchester))(?=[.,;!]|$| und\b)",
        ),
        Pattern(
            "likes: Singt im {v}",
            r"\b(?:[Ii]ch singe?|singe? ich) (?:(?!nicht\b|nie\b|kaum\b)\w+ ){0,2}(?:im|in einem|in unserem|mit dem|mit meinem) (?P<v>[A-Z]?[a-zäöüß-]*[Cc]hor)\b",
        ),
        Pattern(
            "learning: Hat mit {v} angefangen",
            rf"\b[Ii]ch (?:habe?|hab) (?:(?:jetzt|gerade|neulich|letztes|Jahr|wieder|endlich) ){{0,3}}mit (?:dem )?(?P<v>{_PASTIME}) angefangen\b",
        ),
        Pattern(
            "dislikes: Mag {v} nicht",
            r"(?:^\W*|[,;:] |\b(?:und|aber) )(?P<v>(?!das |es |so |dich |wen |den |die |der )[A-Za-zÄÖÜäöüß]{4,30}) mag ich (?:gar |überhaupt |wirklich |eigentlich )?nicht\b"
            rf"|\b[Ii]ch kann (?P<v2>{_NOUNS}) nicht (?:leiden|ausstehen|ab)\b|(?:^\W*|[,;:] |\bund )(?P<v3>{_NOUNS}) (?:kann ich nicht (?:leiden|ausstehen)|(?:ist|sind) (?:gar |so gar )?nicht(?:s für mich| mein Ding))\b",
            r"\b(?P<v>[A-ZÄÖÜ][a-zäöüß]{3,25}), (?:den|die|das) ich (?:(?:wirklich|echt|total|einfach|gar) )*(?:hasse|verabscheue|nicht (?:ausstehen|leiden|ab) kann|nicht (?:mag|leiden mag))\b",
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
            rf"\b[Ii]ch (?:vertrage?|verträgt) {_ADVERB}(?:gar )?keine?n? (?P<v>[A-ZÄÖÜ][\wäöüß-]+)\b(?<!Kritik)(?<!Spaß)|\b[Ii]ch vertrage {_ADVERB}(?P<v3>[A-ZÄÖÜ][\wäöüß-]+) (?:gar |überhaupt )?nicht\b"
            r"|\b(?P<v4>(?!Das\b|Es\b|So\b|Arbeit|Ruhe|Urlaub|Stress|Wetter|Klima|Schicht|Job|Leben|Gesellschaft)[A-ZÄÖÜ][\wäöüß-]{2,25})(?:, (?:die|der|das))? (?:bekomm(?:t|en)|tu(?:t|n)) mir (?:[\wäöüß]+ )?nicht(?: gut)?\b"
            r"|\b(?:[Nn]ichts mit|[Oo]hne|[Kk]eine?n?) (?P<v5>[A-ZÄÖÜ][\wäöüß-]{2,25})(?: bitte)?, (?:(?:die|der|das|den) (?:bekomm(?:t|en) mir|vertrag(?:e)? ich|ich vertrage) nicht|sonst (?:bekomme?|kriege?) ich (?:\w+ )?(?:Ausschlag|Bauchschmerzen|Durchfall|Krämpfe))"
            rf"|\b[Kk]eine?n? (?P<v6>{words.FOODS})(?: [a-zäöüß]{{2,12}}){{0,3}}, (?:sonst (?:schwelle? ich|{words.REACTS})|(?:da|davon|von denen) schwelle? ich)"
            r"|\b(?P<v2>(?!Das\b|Es\b|So\b)[A-ZÄÖÜ][\wäöüß-]+) (?:ich vertrage|vertrage? ich) (?:[\wäöüß]+ ){0,2}nicht\b",
        ),
        Pattern(
            "condition: Ist {v}",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?P<v>{words.IMPAIRED})(?=[.,;!]|$| (?:und|auf|seit|aber)\b)",
            values=words.IMPAIRED,
        ),
        Pattern(
            "condition: Hat {v}",
            rf"^(?!.{{0,200}}\b(?:[Ee]r|[Ss]ie|über|Buch|Patienten|sein\w*|[Ii]hr\w*|Mutter|Vater|Mama|Papa|Oma|Opa|Frau|Mann|Sohn|Tochter|Freund\w*|Schwester|Bruder|du|dein\w*)\b)(?:[^.!?\n]{{0,120}}[,;:] )?(?P<v>{words.ILLNESS})(?=[,;.!]|$)",
        ),
        Pattern(
            "condition: Hat {v}",
            rf"\b(?:[Ii]ch (?:habe?|hat)|hab(?:e)? ich) {_ADVERB}(?:[^.,;!?\n]{{0,25}} )?(?P<v>(?:eine?n?|ne|nen) (?:künstliche[ns]?|neue[ns]?) (?:Hüfte|Hüftgelenk|Kniegelenk|Knie|Herzklappe)|(?:einen|nen) (?:Herzschrittmacher|künstlichen Darmausgang))\b",
            r"\b(?:[Ii]ch|und|,) hab(?:e)? (?P<v2>ne? künstliche hüfte|nen? herzschrittmacher)\b",
        ),
        Pattern(
            "condition: {v} ist angeschlagen",
            r"\b[Mm]ein(?:e)? (?:(?:linke|rechte|kaputte)[srn]? )?(?P<v>Knie|Rücken|Hüfte|Schulter|Sprunggelenk|Handgelenk|Herz|Nacken|Bandscheibe) (?:ist (?:\w+ )?(?:kaputt|hinüber|im Eimer|hin|ruiniert|schlecht)|macht nicht mehr mit)\b",
        ),
        Pattern(
            "condition: Nimmt {v}",
            r"\b[Ii]ch (?:nehme?|spritze?(?: mir)?|brauche?) (?:(?:seit [\wäöüß]+(?: [\wäöüß]+)?|täglich|jeden (?:Tag|Morgen|Abend)|morgens|abends|auch|noch|schon|nur) )*(?P<v>Insulin|Cortison|Kortison|Marcumar|L-Thyroxin|Blutverdünner|Betablocker|Antidepressiva|Statine|Methotrexat|Lithium|(?:Blutdruck|Herz|Schilddrüsen|Asthma)(?:tabletten|medikamente|mittel|spray))\b",
            rf"\b[Ii]ch (?:nehme?|bekomme?) (?:(?:seit [\wäöüß]+(?: [\wäöüß]+)?|täglich|jeden (?:Tag|Morgen|Abend)|morgens|abends|auch|noch|schon|nur|zurzeit) )*(?P<v>[A-ZÄÖÜ][a-zäöüß]{{3,20}} {_DOSE}|{_DRUG_NAME}(?: {_DOSE})?)(?!\w)",
            r"^Ich nehme (?P<v>[A-ZÄÖÜ][\wäöüß-]{3,20}) als Medikament\b",
            rf"\b[Ii]ch nehme? (?:[\wäöüß]+ ){{0,3}}?(?P<v>{_DOSE} [A-ZÄÖÜ][a-zäöüß]{{3,20}})\b",
        ),
        Pattern(
            "smoking: Raucht nicht mehr",
            r"\b[Ii]ch (?:habe?|hab) (?:[\wäöüß.]+ ){0,4}(?:aufgehört zu rauchen|mit dem Rauchen aufgehört|das Rauchen aufgegeben)\b|\b[Ii]ch rauche (?:[\wäöüß]+ ){0,3}nicht mehr\b",
        ),
        Pattern(
            "smoking: Raucht nicht",
            r"\b[Ii]ch rauche (?:gar |überhaupt )?nicht(?=[.,;!]|$| (?:und|aber)\b)|\b[Ii]ch bin Nichtraucher(?:in)?\b",
        ),
        Pattern(
            "smoking: Raucht",
            r"\b[Ii]ch rauche(?=[.,;!]|$| (?:viel|zu viel|etwa|seit|leider|noch|wieder|eine Schachtel|\d)\b)|\b[Ii]ch bin (?:starke[r]? )?Raucher(?:in)?\b",
        ),
        Pattern(
            "leave: Ist in {v}",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}in (?P<v>Elternzeit|Mutterschutz|Karenz|Altersteilzeit|Kurzarbeit)\b",
            values="Elternzeit|Mutterschutz|Karenz|Altersteilzeit|Kurzarbeit",
        ),
        Pattern(
            "household: Wohnt bei den {v}",
            r"\b[Ii]ch wohne? (?:(?:jetzt|noch|immer|wieder|seit \w+ \w+) ){0,3}(?:bei|mit) meinen (?P<v>Eltern|Großeltern)(?=[.,;!]|$| (?:und|weil|bis|zusammen)\b)",
        ),
        Pattern(
            "condition: Sitzt im Rollstuhl", r"\b[Ii]ch sitze? (?:seit [^.,;!?\n]{2,20} )?im Rollstuhl\b"
        ),
        Pattern(
            "allergy: Reagiert auf {v}",
            rf"(?<![\w-])(?P<v6>{words.FOODS})(?![\w-])(?=[^.!?\n]{{0,50}}?\b{words.REACTS})|\b{words.REACTS}[^.!?\n]{{0,20}}? von (?P<v7>{words.FOODS})(?![\w-])",
            rf"\b[Ii]ch (?:reagiere?|reagiert) {_ADVERB}(?:(?:allergisch|empfindlich|stark|heftig) )*auf (?P<v>(?!Kritik|Stress|Druck|Nachrichten|Mails|Leute){_NOUNS})(?! (?:allergisch|empfindlich|gereizt)?$)?"
            r"|(?:^\W*|[,;:] |\bund )(?P<v4>[A-ZÄÖÜ][\wäöüß-]{3,25}) (?:sind|ist) (?:bei|für) mi[rc]h? (?:\w+ )?(?:lebensgefährlich|tödlich|ein Notfall|gefährlich)(?! wichtig)"
            r"|\b(?:[Bb]ei|[Ww]egen) (?P<v5>[A-ZÄÖÜ][\wäöüß-]{3,25}) (?:schwillt|jucken|juckt|tränen|läuft) mir\b"
            rf"|\b[Vv]on (?P<v2>{_NOUNS}) (?:bekomme?|kriege?) ich (?:\w+ )?(?:Ausschlag|Quaddeln|Pickel|Asthma|Migräne|Bauchschmerzen|Durchfall)\b",
        ),
        Pattern(
            "allergy: Ist allergisch gegen {v}",
            r"\b(?:[Ii]ch (?:habe|hat)|habe ich|^\W*[Hh]abe?|, habe?) (?:\w+ ){0,2}eine (?:[a-zäöüß]+ )?(?P<v>(?!haus\b)[A-ZÄÖÜa-zäöü][a-zäöüß]{2,20}?)-?(?:allergie|Allergie)\b"
            r"|\b[Mm]eine (?P<v2>[A-ZÄÖÜ][a-zäöüß]{2,20})-?(?:allergie|Allergie)\b|\bkeine?n? (?P<v3>[A-ZÄÖÜ][a-zäöüß]{2,20})(?: bitte)?, (?:da(?:gegen)? |denn )?(?:ich bin|bin ich) (?:dagegen )?allergisch\b",
            rf"\b[Gg]egen (?P<v>{_NOUNS}) bin ich {_ADVERB}(?:stark |leicht )?allergisch\b",
            rf"\b[Ii]ch (?:bin|ist) {_ADVERB}(?:stark |leicht )?allergisch (?:gegen|auf) (?P<v>{_NOUNS})|\b[Ii]ch (?:habe|hat) eine (?:[a-zäöüß]+ )?Allergie gegen (?P<v2>{_NOUNS})|\b[Ii]ch (?:bin|ist) {_ADVERB}(?:stark |leicht )?gegen (?P<v3>[A-ZÄÖÜ][\wäöüß-]+) allergisch\b",
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
            rf"\b(?:[Ii]ch (?:lebe|lebt|esse|isst|ernähre mich)|[Ww]ir leben) {_ADVERB}(?:nur )?(?P<v>vegan|vegetarisch|halal|koscher|glutenfrei|laktosefrei|salzarm|zuckerfrei|fettarm)\b"
            r"|\b(?:muss|soll|darf) ich {0,1}(?:nur )?(?P<v2>salzarm|glutenfrei|laktosefrei|zuckerfrei|fettarm|vegan) (?:essen|leben)\b|\b[Ii]ch (?:muss|soll|darf) (?:[\wäöüß]+ ){0,3}(?P<v3>salzarm|glutenfrei|laktosefrei|zuckerfrei|fettarm) (?:essen|leben)\b",
        ),
        Pattern(
            "diet: Lebt ohne {v}",
            rf"\b[Ii]ch (?:lebe|esse|koche|backe) {_ADVERB}ohne (?P<v>Fleisch|Gluten|Zucker|Milch|Milchprodukte|Weizen|Laktose|Alkohol|Eier)\b",
            beside=True,
        ),
        *(
            Pattern(
                f"diet: {avoids} {{v}}",
                rf"\b[Ii]ch (?:esse|trinke) (?:schon )?(?:lange|ewig|seit [\wäöüß ]{{3,20}}) kein(?:en|e)? (?P<v>{things}) mehr\b",
                rf"\b[Ii]ch (?:esse|isst|trinke|trinkt) {_ADVERB}(?:gar |überhaupt )?kein(?:en|e)? (?P<v>{things})\b",
                rf"(?:^\W*|[,;:] |\bund )(?P<v>{things}) (?:esse?|trinke?) ich (?:[\wäöüß]+ ){{0,3}}?(?:nicht|keins|keinen|keine|nie)\b"
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
            r"\b[Kk]eine? [^.,;!?\n]{0,30}?(?:mit |ohne )?(?P<v5>[A-ZÄÖÜ][a-zäöüß]{2,20}nüssen?|Nüssen?|Erdnüssen?|Mandeln|Sesam|Sellerie|Krabben)\b[^.,;!?\n]{0,20}, da (?:geht|schwillt) mir der Hals zu"
            r"|(?:^\W*|[,;:] )(?P<v4>(?!Da\b|Das\b|Dann\b)[A-ZÄÖÜ][\wäöüß-]{2,20}) (?:darf|dürfen|kommt|kommen) [^.!?,]{2,40}, da(?:von)? (?:krieg|bekomm)e? ich (?:sofort |immer )?(?:Ausschlag|Pusteln|Atemnot|Asthma|Quaddeln)"
            r"|(?:^\W*|[,;:] |\b[Uu]nd )(?P<v>[A-ZÄÖÜ][\wäöüß-]{2,25}) (?:muss|soll|sollte) ich (?:leider |unbedingt |strikt )?(?:ver)?meiden\b"
            r"|\b[Ii]ch (?:muss|soll|sollte) (?P<v2>[A-ZÄÖÜ][\wäöüß-]{2,25}) (?:leider |unbedingt |strikt )?(?:ver)?meiden\b",
        ),
        Pattern(
            "likes: Geht regelmäßig {v}",
            r"\b(?:(?:[Mm]on|[Dd]iens|[Dd]onners|[Ff]rei|[Ss]ams|[Ss]onn)tags|[Mm]ittwochs) (?:gehe?|bin) ich (?P<v>(?:zum|beim|ins|zur|in die) (?!Arbeit|Büro|Arzt|Schule|Bett|Dienst)[A-ZÄÖÜ][\wäöüß-]{2,25})(?=[.,;!]|$| und\b)",
            category="habits",
        ),
        Pattern(
            "owns: Hat {v}",
            r"\b[Mm]eine?[nm]? (?:(?:alte[ns]?|neue[ns]?) )?(?P<v>Akkordeon|Geige|Bratsche|Cello|Gitarre|Banjo|Ukulele|Flöte|Querflöte|Klarinette|Saxophon|Trompete|Posaune|Harfe|Klavier|Schlagzeug|Mandoline|Oboe|Motorrad|Wohnmobil|Wohnwagen|Segelboot|Schrebergarten|Kleingarten|Teleskop|Webstuhl|Gewächshaus)(?=[.,;!?)]|$| (?:ist|war|in|mit|und|mitbringen|mitnehmen|dabei)\b)(?![^.!?]{0,30}\b(?:verkauft|gestohlen|verschenkt|kaputt))",
            values=r"(?!\d|zwei |drei |vier |ein |eine ).+",
            even_if_unsure=True,
        ),
        Pattern(
            "habit: Ist {v}",
            rf"\b(?:[Ii]ch bin|bin ich) (?:jetzt |auch |immer |dann )*(?P<v>{_OFTEN} (?:beim|im|in der|auf dem|bei der) [A-ZÄÖÜ][\wäöüß-]{{2,25}})",
        ),
        Pattern(
            "speaks: Spricht {v}",
            rf"\b[Ii]ch (?:spreche|spricht) (?:fließend |etwas |auch |zu Hause )*(?P<v>{words.SPOKEN})\b|\b(?:[Ww]ir sprechen|sprechen wir) (?:zu Hause )?(?P<v2>{words.SPOKEN})\b",
            rf"(?:^\W*|[,;:] |\bund )(?:[Mm]ein )?(?P<v2>{words.SPOKEN}) (?:(?:kann|spreche|verstehe) ich(?! (?:\w+ )?(?:nicht|kaum|nur schlecht|kein))|ist (?:ganz |recht |ziemlich )?(?:gut|okay|passabel|fließend)\b)"
            rf"|\b[Ii]ch (?:spreche|spricht) (?:fließend |etwas |auch )*{words.SPOKEN} und (?:etwas )?(?P<v>{words.SPOKEN})\b",
        ),
        Pattern(
            "learning: Lernt {v}",
            rf"\b[Ii]ch (?:lerne|lernt) {_ADVERB}(?P<v>{words.SPOKEN}|[A-ZÄÖÜ][\wäöüß-]*)",
            r"(?:^\W*|[,;:] |\bund )(?P<v>(?!Das\b|Dann\b|Jetzt\b|Da\b|Heute\b|Hier\b|So\b|Dort\b|Zurzeit\b|Gerade\b|Nebenbei\b|Seit\b|Deshalb\b)[A-ZÄÖÜ][\wäöüß-]{2,20}) lerne? ich (?:gerade|jetzt|seit|noch|auch|neuerdings|zurzeit)\b",
        ),
        *everyday.GERMAN,
        *asides.GERMAN,
        Pattern(
            "instruction: Anweisung: {v}",
            r"(?:^\W*|[,;:] |\bund )(?:(?:[Bb]itte|[Uu]nd|[Oo]kay|[Oo]k|[Aa]lso)\W{1,5}){0,4}"
            rf"(?:{_FROM_NOW_ON},? (?:bitte )?(?P<v>{_ANSWER}\b{_INSTRUCTED})"
            rf"|[Bb]itte (?P<v8>(?:immer |nur |stets |künftig )?{_AS_FORM}(?:,? nicht [^.,;!?\n()]{{2,40}})?)"
            r"|[Bb]itte (?P<v9>(?:ruf|schick|schreib|send)(?:en? Sie|t)? (?:mich|mir) (?:[^.,;!?\n]{0,40} )?(?:nicht|keine \w+) mehr\b[^.,;!?\n]{0,30})"
            rf"|[Bb]itte {_FROM_NOW_ON} (?P<v3>(?:immer|nur noch|nur|keine?n?) {_INSTRUCTED})"
            rf"|(?P<v4>{_ASKED_FOR} (?:{_FOR_GOOD}|(?:[\wäöüß]+ ){{1,6}}?{_FOR_GOOD})\b{_INSTRUCTED})"
            r"|(?P<v6>(?:Preise|Entfernungen|Mengen|Beträge|Temperaturen|Maße|Gewichte) (?:bitte )?in (?:Euro|Metern|Kilometern|Meilen|Gramm|Kilo|Celsius|Dollar|Franken))(?=[.,;!]|$| bitte\b)"
            rf"|(?:bitte )?(?P<v5>(?:nur |lieber )?(?:per (?:E-?)?Mail|(?:an)?rufen|telefonisch|schriftlich|per (?:SMS|Post|Brief|WhatsApp)),? (?:bitte )?(?:und )?(?:nicht|nie) (?:per \w+|anrufen|schreiben|telefonisch|mailen|telefonieren))\b"
            rf"|(?P<v2>{_ANSWER}(?: mir| mich)?(?: bitte)? (?:immer|nie|niemals|nur noch|ab jetzt|ab sofort|künftig"
            rf"|in Zukunft)\b{_INSTRUCTED}))",
            shaped=small,
            even_if_unsure=True,
        ),
    ),
    frames=GERMAN_FRAMES,
    unsure=re.compile(
        r"\b(?:(?<![Aa]uch )[Ww]enn|[Ff]alls|[Vv]ielleicht(?! (?:ein|zwei|drei|vier)mal)|würde|könnte|hätte|wäre|wünschte|wünsche|früher|angenommen|eventuell|möchte"
        rf"|vermisse|gestorben ist)\b|{_FROM_A_DAY_TO_COME}|{_ALMOST}|{_DISBELIEF}"
        r"|\b(?:sagt|sagte|meint|meinte|fragt|fragte)[,:]? [\"„“‚']"
        r"|\b(?:glaubt|denkt|meint|behauptet|findet|erzählt|glauben|denken|meinen)(?: \w+)?, (?:dass )?ich\b|\b[Aa]ngeblich\b|\b[Ii]rgendwann (?!hab|bin)|\bhält mich\b|\b[Ii]m (?:Spiel|Stück|Film|Traum|Roman|Musical|Theaterstück)\b"
    ),
    often=re.compile(_AGAIN_AND_AGAIN),
    value_end=re.compile(
        r"\s(?:weil|da|aber|und (?:ich|wir|mein|jetzt|habe|bin|wohne|lebe|arbeite|spiele|fahre|hasse|liebe|studiere)|wenn|als|seit|für|mit (?:meiner?|meinem)|sehr|zurzeit|gerade|von (?:gestern|heute)|in [A-ZÄÖÜ]\w+|[—–-])(?!\w).*"
    ),
    no_value=re.compile(
        r"(?:es|kein\w*|das|dies|diese[rsnm]?|dich|euch|ihn|sie|ihm|ihr|dein\w*|sein\w*|euer\w*|mein\w*|unser\w*|alles|nichts|etwas|jemand|wie|was|wo|wer|die|der|den)\b",
        re.IGNORECASE,
    ),
    name_end=" ",
    first_person="Ich ",
    conjunction=" und ",
    separator=", ",
    full_stop=".",
    partners=re.compile(_PARTNERS, re.IGNORECASE),
    several=re.compile(rf"{_RELATIVES}|{_OTHERS}|Mitbewohner(?:in)?", re.IGNORECASE),
    until="Bis {month} {year}: {v}",
    months=MONTHS,
    doubts=re.compile(
        rf"{_FROM_A_DAY_TO_COME}|{_ALMOST}|"
        r"\b(?:(?:[Vv]ielleicht|würde|könnte|hätte|wäre|früher|eventuell|möchte|vermisse)\b"
        r"|[Ww]enn (?=(?:es (?:was|dort|da|hier)|noch)\b|(?:du|ihr|Sie)\b(?! (?:willst|wollt|wollen|magst|mögt|mögen|möchte|Lust|Zeit))|(?:Ihnen|dir|was|es Ihnen|es dir|man)\b)"
        r"|[Ff]alls (?=(?:du|Sie|was|Ihnen|dir)\b))"
    ),
    written_out=_written_out,
    lasting=lasting_in,
)
