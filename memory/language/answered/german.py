"""German questions about a person, and what their answers say: "Wo wohnst du?" "In Kiel." is "Ich wohne in Kiel."

"Meine" stands for "mein", too: nobody but the patterns of profiles reads it.
"""

from memory.language.answered.question import Answers, Question
from memory.language.lexicon import any_of
from memory.language.lexicon import german as words

_YES = r"(?:ja|jo|jap|klar|genau|richtig|stimmt|doch|bin ich|hab ich|leider(?: ja)?)\b"
_SINCE = r"(?:seit|schon immer|immer|jede[nrs]?)\b"
_OPENING = (
    r"(?:also|nur|bloß|hauptsächlich|meistens|immer noch|gegen|auf|(?:sie|er|es|der|die|das)(?: heißt| ist)|als"
    r"|leider|zum beispiel|so|ursprünglich|eigentlich|gebürtig|super|toll|danke|sehr gut)\b"
)
_DENIES = (
    r"(?:nein|nee|nö|keine?\W|nicht|nichts|noch nicht|nie|niemand|weiß nicht|keine ahnung"
    r"|vielleicht|warum|was|kommt drauf)\b"
)
_NEAREST = r"(?:Frau|Mann|Freundin|Freund|Tochter|Sohn)"
_KIN = any_of("""
    Frau, Mann, Partnerin, Partner, Freundin, Freund, Tochter, Sohn, Schwester, Bruder, Mutter, Vater, Oma,
    Opa, Cousine, Cousin, Tante, Onkel, Nichte, Neffe
""")
_YOU = r"(?:du|ihr|sie)"
_YOUR = r"(?:deine?|ihre?|eure?)"
# What may stand before a question: "Ach, und …".
_ANYWAY = r"^\W*(?:(?:und|ach|oh|na)\W+)?"
_END = r"(?=\s*(?:[.,;!?…()–—-]|$|(?:und (?:ich|er|sie|es)|aber|weil|seit|gerade|zurzeit|jetzt)\b))"
# With a large letter, too, these are no names.
_NAMELESS = any_of("""
    Ich, Wir, Mein, Meine, Er, Sie, Es, Der, Die, Das, Ein, Eine, Du, Ja, Na, Gut, Danke, Nicht, Noch, Immer,
    Bei, Im, In, Am, Wie, Rate, Hier, Zu, Zwei, Drei, Ach, Weder, Beides, Beide, Keins, Keines, Keiner,
    Nirgends, Nirgendwo, Irgendwo, Überall, Kommt, Vielleicht, Nein, Nee, Mal, Übergangsweise, Vorübergehend,
    Momentan, Zurzeit, Derzeit, Aktuell, Gerade
""")
_NO_NAME = rf"(?!{_NAMELESS}\b)"
_NAME = (
    rf"{_NO_NAME}(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}}(?: [A-ZÄÖÜ][\wäöüß-]{{1,30}})?|[a-zäöüß]{{3,12}}(?=[.!]?$))"
    rf"{_END}"
)
_PLACE = (
    rf"(?:[Ii]n |[Nn]ach |[Aa]us |[Bb]ei )?{_NO_NAME}"
    rf"(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}}(?: (?:am|an der|im|bei) [A-ZÄÖÜ][\wäöüß-]{{1,30}})?){_END}"
)
_NOUN = (
    r"(?!(?:Keine?|Keinen|Alles|Vieles|Einiges|Manches|Nichts"
    r"|Ich|Wir|Das|Es|Die|Der|Zwei|Drei|Viele|Mehrere|So)\b)[A-ZÄÖÜ][\wäöüß-]{1,30}"
)
# "Allergien?" "Nur gegen Montage."
_JOKES = any_of("""
    Montage?, Montags, Wochenenden?, Arbeit, Hausaufgaben, Hausarbeit, Sport, Leute, Dummheit, Idioten,
    Politik, Prüfungen, Mathe, Steuern, Sitzungen, Meetings
""")
_NO_ALLERGEN = rf"(?!(?:den |die )?{_JOKES}\b)"
_THING = rf"(?P<v>{_NOUN}(?: und {_NOUN})?){_END}"
_WORDED = (
    r"(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?"
    r"(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)"
)
_COUNT = r"(?P<v>ein|zwei|drei|vier|fünf|\d)s?\b(?! (?:Jahre|Wochen|Monate))"
# "Hast du einen Hund?" "Bello."
_NAMED = rf"{_NO_NAME}(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}})(?=[.,;!]|$)"
_NO_JOB = r"(?!(?:Nichts|Alles|Vieles|Nix|Dies|Das|Ach|Gar|Immer|Nur|Noch|Ich|Mal|Rentner(?:in)?)\b)"
# "Was hat die Ärztin gesagt?" "Rheuma."
_DIAGNOSES = any_of("""
    Zöliakie, Asthma, Diabetes, Migräne, Arthrose, Arthritis, Rheuma, Gicht, Heuschnupfen, Bluthochdruck,
    Epilepsie, Neurodermitis, Laktoseintoleranz
""")
_SPORTS = any_of("""
    Yoga, yoga, Pilates, pilates, Tennis, tennis, Fußball, fußball, Judo, judo, Karate, karate
""")

# An answer that leaves out "ich mache" or "ich habe": a few words, then what it is about.
_LEFT_OUT = (
    r"(?P<v>(?!(?:[Ii]ch|[Ww]ir|[Ee]r|[Ss]ie|[Dd]u|[Ee]s|[Dd]as|[Mm]ein\w*|[Uu]nser\w*"
    r"|[Nn]icht|[Kk]ein\w*|[Nn]ie|[Nn]ichts|[Hh]eute|[Mm]orgen|[Vv]ielleicht|[Ff]rüher)\b)"
    r"(?:(?!(?:ich|wir|er|sie|du|ihr|nicht|kein\w*|nie|hasse|früher|würde|ohne|mein\w*|sein\w*|hat|über)\b)"
    r"[\wäöüß'’-]+,? ){0,6}?"
)
_GIVEN_UP = (
    r"(?:früher|aufgehört|aufgegeben|verkauft|aber (?:das )?nicht mehr|nicht mehr|als Kind|lange her)\b"
)


def _left_out(things: str) -> str:
    """The case of the first letter matters for what begins with a noun only."""
    return (
        rf"(?![^.!?\n]{{0,80}}\b{_GIVEN_UP})(?:(?=[A-ZÄÖÜ])|(?!(?i:{things})(?!\w)))"
        rf"{_LEFT_OUT}(?:{things})(?![\w-])[^.!?\n]{{0,80}})"
    )


_FREE_TIME = (
    r"\bfreizeit\b|\bfeierabend\b|\bhobb(?:y|ys|ies)\b"
    rf"|\b(?:treib|mach)(?:st|t|en) {_YOU} (?:denn |eigentlich )?"
    r"(?:(?:so|sonst|noch|gern|gerne|abends|am wochenende|irgendeinen|eigentlich|immer noch) )*"
    r"(?:sport|musik|sonst|abends|am wochenende|in)\b"
    rf"|\bwas (?:treib|mach)(?:st|t|en) {_YOU} (?:denn |so |eigentlich )*"
    r"(?:sonst|abends|gern|gerne|am wochenende|den ganzen tag)\b"
    rf"|\bspiel(?:st|t|en) {_YOU} (?:ein|noch ein|irgendein) instrument\b"
    rf"|\bwenn {_YOU} nicht (?:arbeitest|arbeitet|arbeiten|singst|singen)\b"
)

_QUESTIONS = (
    Question(
        _FREE_TIME, "Ich mache {v}.", _left_out(rf"{words.PASTIMES}|{words.INSTRUMENTS}"), throughout=True
    ),
    Question(
        r"^(?!.{0,100}\ballerg).{0,100}?\b(?:haus)?tiere?\b",
        "Ich habe {v}.",
        _left_out(rf"{words.PET}|{words.FLOCK}"),
        throughout=True,
    ),
    Question(
        rf"\b(?:spiel|mach|treib|geh|üb|sing)(?:st|t|en) {_YOU}"
        r" (?:(?:denn|eigentlich|noch|immer|auch|gern|gerne|weiter|weiterhin) )*(?:(?:zum|beim|im) )?"
        rf"(?P<v>{words.PASTIMES}|{words.INSTRUMENTS})\?",
        "Ich mache {v}.",
    ),
    Question(
        r"\bgesundheit\b|\bwie geht(?:['’]?s| es) (?:dir|ihnen|euch|(?:deine|ihre)[mr])\b"
        r"|\bwas macht (?:der|die|das|dein\w*|ihr\w*) (?:rücken|knie|hüfte|herz|magen|schulter|gesundheit)\b"
        r"|\b(?:bist du|sind sie) (?:krank|gesund|wieder fit)\b",
        "Ich habe {v}.",
        _left_out(words.ILLNESS),
        throughout=True,
    ),
    Question(
        r"\bsprachen?\b|\bsprichst du (?:noch|auch)\b",
        "Ich spreche {v}.",
        _left_out(words.SPOKEN),
        throughout=True,
    ),
    Question(
        rf"\bkomm(?:st|t|en) {_YOU} (?:denn |eigentlich |auch |gebürtig )*(?:von hier|aus der gegend|aus \w+)\b",
        "Ich komme aus {v}.",
        rf"(?:[^.!?,]{{0,20}}, )?(?:gebürtig |ursprünglich )?aus {_PLACE}",
    ),
    Question(
        rf"\b(?:wohn|leb)(?:st|t|en) {_YOU} (?:immer )?(?:noch )?in (?P<old>[\wäöüß-]{{2,30}})\b"
        r"|^\W*(?:immer )?noch in (?P<old2>[\wäöüß-]{2,30})\?",
        "Ich wohne in {v}.",
        # "Nein, seit Mai in Kiel"
        denied=r"\W*(?:nein|nee|nö)\W+"
        r"(?:(?:seit|jetzt|inzwischen|mittlerweile|schon|nun)\b[^.,!?]{0,20}? )?"
        rf"in (?P<v>(?-i:{_NO_NAME}[A-ZÄÖÜ])[\wäöüß-]{{1,30}})",
    ),
    Question(rf"\bwo (?:wohn|leb)(?:st|t|en) {_YOU}\b", "Ich wohne in {v}.", _PLACE),
    Question(
        r"\bwohin (?:bist|seid|sind) (?:du|ihr|sie)\b[^?]{0,20}\bgezogen\b",
        "Ich bin nach {v} gezogen.",
        _PLACE,
    ),
    Question(
        rf"\b(?:wohn|leb)(?:st|t|en) {_YOU} [^?]{{0,30}}\bin [^?]{{2,40}} oder [^?]{{2,30}}\?",
        "Ich wohne in {v}.",
        _PLACE,
    ),
    Question(
        r"^\W*(?:(?:und|ach|oh|na|du|bist du|seid ihr)\W+){0,2}(?:immer )?noch in (?P<v>[A-ZÄÖÜ][\wäöüß-]{1,30})\?",
        "Ich wohne in {v}.",
    ),
    Question(
        rf"\bwoher komm(?:st|t|en) {_YOU}\b|\bwo komm(?:st|t|en) {_YOU} (?:denn |eigentlich )?her\b",
        "Ich komme aus {v}.",
        _PLACE,
    ),
    Question(
        rf"\bwas (?:machst|machen) {_YOU} (?:so )?(?:beruflich|von beruf|jetzt beruflich)\b"
        rf"|\b(?:als )?was (?:arbeitest|arbeiten) {_YOU}\b"
        rf"|\bwas (?:bist|sind) {_YOU} von beruf\b",
        "Ich arbeite als {v}.",
        rf"(?P<v>{_NO_JOB}[A-ZÄÖÜ][\wäöüß-]{{1,30}})(?: (?:bei|in|an|im|am) [^.,;!?]{{2,40}})?{_END}",
    ),
    Question(
        rf"\b(?:wo|bei wem|für wen) (?:arbeitest|arbeiten) {_YOU}\b",
        "Ich arbeite bei {v}.",
        rf"(?:[Bb]ei(?: der| dem)? |[Bb]eim |[Ff]ür )?{_THING}",
    ),
    Question(
        r"\b(?:adresse|anschrift)\b",
        "Ich wohne in {v}.",
        r"[^.!?\n]{3,40}? \d{1,4}[a-z]?,? (?:in )?(?:\d{5} )?(?P<v>[A-ZÄÖÜ][\wäöüß-]{2,30})(?=[.,;!]|$)",
    ),
    Question(
        rf"\b(?:arbeitest|arbeiten|bist) {_YOU} (?:immer )?noch als (?P<v>[A-ZÄÖÜ][\wäöüß-]{{2,30}})\?"
        r"|^\W*(?:und )?(?:immer )?noch als (?P<v2>[A-ZÄÖÜ][\wäöüß-]{2,30})\?",
        "Ich arbeite als {v}.",
    ),
    Question(
        rf"\b(?:arbeitest|arbeiten) {_YOU} (?:immer )?noch"
        r" (?P<v>(?:bei|beim|im|in der|an der|für) [A-ZÄÖÜ][\wäöüß-]{2,30})\?",
        "Ich arbeite {v}.",
    ),
    Question(
        r"\b(?:medikamente?|tabletten|medizin|arznei\w*)\b",
        "Ich nehme {v} als Medikament.",
        rf"(?:ich nehme |nur )?(?P<v>[A-ZÄÖÜ][\wäöüß-]{{2,30}}){_END}",
        several=True,
    ),
    Question(
        rf"\bwie alt (?:bist|sind) {_YOU}\b",
        "Ich bin {v} Jahre alt.",
        rf"(?P<v>\d{{1,3}}|{_WORDED})(?=\s*(?:[.,;!]|$)| Jahre)",
    ),
    Question(
        r"\bwann (?:hast du|haben sie|ist dein|ist ihr) geburtstag\b",
        "Mein Geburtstag ist am {v}.",
        r"(?:[Aa]m )?(?P<v>\d{1,2}\. ?(?:[A-ZÄÖÜ][a-zä]{2,8}|\d{1,2}\.))",
    ),
    Question(r"\bwie (?:heißt du|heißen sie|ist (?:dein|ihr) name)\b(?! \()", "Mein Name ist {v}.", _NAME),
    Question(
        rf"\bwie heiß(?:t|en) (?:denn )?{_YOUR} (?P<k>{words.PET}|{_KIN})\b"
        rf"|\bwie ist der name {_YOUR}[rs] (?P<k2>{words.PET}|{_KIN})",
        "Meine {k} heißt {v}.",
        _NAME,
        names=True,
    ),
    Question(
        rf"\bwie heißt (?:denn )?(?:er|sie|es|der|die|das)\b[^?()]{{0,8}}\((?P<k>{words.PET}|{_KIN})\)",
        "Meine {k} heißt {v}.",
        _NAME,
        names=True,
    ),
    Question(
        rf"^\W*(?:(?:ach|ist das|oh|und)\W+)?{_YOUR} (?P<k>{words.PET}|{_KIN})\?",
        "Meine {k} heißt {v}.",
        _NAMED,
    ),
    Question(
        rf"^\W*(?:und|was ist mit) (?:der|die|das|dem|den|{_YOUR}[mrn]?) (?P<k>{words.PET})\?",
        "Meine {k} heißt {v}.",
        # "Bello bleibt hier"
        rf"{_NO_NAME}(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}})(?<!Mama)(?<!Papa)(?<!Oma)(?<!Opa)"
        r"(?= (?:bleibt|kommt|ist|hat|liegt|versteckt|geht|schläft|zieht|darf|frisst|will)\b)",
    ),
    Question(
        rf"\b(?:hast|habt|haben) {_YOU} (?:denn |noch )?eine?n? (?P<k>{words.PET})\?",
        "Meine {k} heißt {v}.",
        _NAMED,
    ),
    Question(
        rf"\b(?:hast|habt|haben) {_YOU} (?:denn |eigentlich )?"
        r"(?:(?P<k>Kinder|Geschwister)|viele (?P<k2>Kinder|Geschwister))\b"
        rf"|\bwie viele (?P<k3>Kinder|Geschwister) (?:hast|haben|habt) {_YOU}\b",
        "Ich habe {v} {k}.",
        _COUNT,
    ),
    Question(
        r"\bwas (?:hat|haben|sagt|sagen|meint) (?:der|die|das|dein\w*|ihr\w*) (?!Tier)[\wäöüß-]{3,30}"
        r"(?: (?:gesagt|ergeben|gemeint|gefunden))?\?|\bwas (?:ist|war) die diagnose\b",
        "Ich habe {v}.",
        rf"(?:[Ee]s ist )?(?P<v>{_DIAGNOSES}){_END}",
    ),
    Question(r"\ballergi(?:en|e|sch)\b", "Ich habe {v}.", r"(?P<v>Heuschnupfen|Asthma)\b"),
    Question(
        r"\b(?:hast|haben|irgendwelche|bekannte|sonst) [^?]{0,25}\ballergien?\b|^\W*(?:und )?allergien\?"
        rf"|\b(?:bist|sind) {_YOU} (?:gegen (?:etwas|was|irgendwas) )?(?:auch )?allergisch\b"
        r"(?: gegen (?:etwas|was|irgendwas))?"
        r"|\bwogegen (?:bist|sind)\b",
        "Ich bin allergisch gegen {v}.",
        rf"{_NO_ALLERGEN}{_THING}",
    ),
    Question(
        rf"\b(?:was|etwas)\b[^?]{{0,25}}\b(?:isst|essen|esst) {_YOU} nicht\b"
        r"|\b(?:was|etwas)\b[^?]{0,25}\bnicht (?:isst|essen|esst)\b"
        rf"|\bwas (?:isst|essen|esst) {_YOU} nicht\b|\bernähr",
        "Ich esse kein {v}.",
        r"(?:[Kk]eine?n? )?(?P<v>Fleisch|Schweinefleisch|Fisch|Gluten|Zucker|Milchprodukte|Eier|Nüsse)\b",
    ),
    Question(
        r"\bernähr|\bwas\b[^?]{0,25}\bnicht\b[^?]{0,10}\b(?:isst|essen)\b|\b(?:isst|essen) (?:du|sie) nicht\b",
        "Ich bin {v}.",
        r"(?:[Ii]ch bin )?(?P<v>vegan|vegetarisch|Veganer(?:in)?|Vegetarier(?:in)?)\b",
    ),
    Question(rf"\bwas (?:studierst|studieren) {_YOU}\b", "Ich studiere {v}.", _THING),
    Question(
        rf"\b(?:welches instrument|was für ein instrument) (?:spielst|spielen) {_YOU}\b",
        "Ich spiele {v}.",
        _THING,
    ),
    Question(
        r"\bhobb(?:y|ys|ies)\b"
        rf"|\bwas (?:machst|machen) {_YOU} (?:so |gern |gerne )*in (?:deiner|ihrer) freizeit\b",
        "Ich mag {v}.",
        _THING,
    ),
    Question(
        rf"{_ANYWAY}(?:bist du|sind sie) (?:denn |eigentlich |auch |noch |immer noch )*"
        r"(?P<v>[\wäöüß]{1,30}(?:in|er|e|t|an|isch)|von beruf \w{1,30}|in rente)\?",
        "Ich bin {v}.",
    ),
    Question(
        rf"{_ANYWAY}(?:hast|haben) {_YOU} (?:denn |eigentlich |auch |noch )*"
        r"(?P<v>(?:eine?n? )?[\wäöüß]{1,30})\?",
        "Ich habe {v}.",
    ),
    Question(
        rf"{_ANYWAY}(?:wohnst|wohnen|lebst) {_YOU} (?:denn |jetzt |noch |auch |immer noch )*"
        r"(?P<v>in [\wäöüß-]{1,30})\?",
        "Ich wohne {v}.",
    ),
    Question(
        r"\b(?:neue[nrs]? (?:Haus|Wohnung|Heim|Bude|Zuhause)|eingelebt)\b",
        "Ich wohne in {v}.",
        rf"(?:wir sind|ich bin|wir wohnen) (?:jetzt |nun )?{_PLACE}",
    ),
    Question(
        r"\b(?:vorerkrankungen|krankheiten|beschwerden|chronisch\w*)\b",
        "Ich habe {v}.",
        rf"(?:nur |ich habe )?(?P<v>[A-ZÄÖÜ][\wäöüß-]{{2,30}}){_END}",
        several=True,
    ),
    Question(
        r"\bwer (?:lebt|wohnt) (?:noch )?(?:mit|bei) (?:dir|euch|ihnen)\b"
        rf"|\bmit wem (?:lebst|wohnst|leben|wohnen) {_YOU}\b",
        "Ich habe {v}.",
        r"(?:nur |mit )?(?P<v>(?:mein|meine|unser|unsere|ein|eine) (?:alter? |kleiner? )?[A-ZÄÖÜ][\wäöüß-]{2,20}"
        rf"(?:,? [A-ZÄÖÜ][a-zäöüß]{{2,15}})?){_END}",
        several=True,
    ),
    Question(
        rf"\brauch(?:st|en|t) {_YOU}\b",
        "Ich bin Nichtraucher.",
        denied=r"\W*(?:nein|nee|nö|nie)\b(?!, (?:nicht|seit))",
    ),
    Question(
        rf"\brauch(?:st|en|t) {_YOU}\b",
        "Ich habe mit dem Rauchen aufgehört.",
        denied=r"\W*(?:nein, |nee, )?(?:nicht mehr|seit [^.!?]{3,30} nicht mehr)",
    ),
    Question(
        rf"\brauch(?:st|en|t) {_YOU}\b",
        "Ich habe mit dem Rauchen aufgehört.",
        r"(?:ich habe? |hab(?:e)? ich )?"
        r"(?:(?:(?:vor|seit|im|in) )?[\wäöü .]{3,30} (?:aufgehört|nicht mehr)|aufgehört)\b",
    ),
    Question(
        rf"\b(?:treib(?:st|en|t) {_YOU} sport|mach(?:st|en|t) {_YOU} (?:irgendeinen )?sport|sportlich)\b",
        "Ich mag {v}.",
        rf"(?P<v>(?:Nordic |nordic )?(?:Walking|walking)|[A-Za-z][a-zäöü]{{3,14}}en(?=,)|{_SPORTS})\b",
    ),
    Question(
        rf"{_ANYWAY}(?:sprichst|sprechen) {_YOU} (?:denn |auch |noch |eigentlich |immer ){{0,3}}(?P<v>\w{{1,30}})\?",
        "Ich spreche {v}.",
    ),
    Question(
        rf"{_ANYWAY}(?:spielst|spielen) {_YOU} (?:denn |auch |noch |immer noch )*(?P<v>\w{{1,30}})\?",
        "Ich spiele {v}.",
    ),
)

_NAME_ASKED = (
    r"\bwie heißt (?:denn )?(?:er|sie|es|der|die|das)\b"
    r"(?= *(?:denn|eigentlich|überhaupt|nochmal|noch ?mal|noch(?: gleich)?|gleich)?(?:, [A-ZÄÖÜ][a-zäöüß]{1,15})?\?)"
)
_OWNED = (
    r"(?i:\b(?:meine[nrm]?|mein|unsere?[nrm]?|(?:hab|habe|haben)(?: \w{1,30}){0,4} eine?n?"
    r"|(?:hole|holen|kriegen|bekommen)(?: \w{1,30}){0,3} eine?n?))"
    rf" (?:[a-zäöüß]{{1,30}} ){{0,2}}?(?P<k>{words.PET}|{_NEAREST})\b"
)

GERMAN = Answers(
    questions=_QUESTIONS,
    yes=_YES,
    since=_SINCE,
    opening=_OPENING,
    denies=_DENIES,
    name_asked=_NAME_ASKED,
    owned=_OWNED,
    noun_written=" ({k})",
    named=(
        r"^\W*(?:(?:und|ach)\W+)?(?i:(?:er|sie|es|der|die|das) heißt|heißt)(?: jetzt| übrigens)? "
        rf"{_NO_NAME}(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}})"
    ),
    name_said="Meine {k} heißt {v}.",
)
