"""German questions about a person. "Meine" stands for "mein", too: nobody but the patterns of profiles reads it."""

from memory.language.answered.question import Answers, Question
from memory.language.lexicon import german as words

_YES = r"(?:ja|jo|jap|klar|genau|richtig|stimmt|doch|bin ich|hab ich|leider(?: ja)?)\b"
_SINCE = r"(?:seit|schon immer|immer|jede[nrs]?)\b"
_OPENING = (
    r"(?:also|nur|bloß|hauptsächlich|meistens|immer noch|gegen|auf|(?:sie|er|es|der|die|das)(?: heißt| ist)|als"
    r"|leider|zum beispiel|so|ursprünglich|eigentlich|gebürtig|super|toll|danke|sehr gut)\b"
)
_DENIES = r"(?:nein|nee|nö|keine?\W|nicht|nichts|noch nicht|nie|niemand|weiß nicht|keine ahnung|vielleicht|warum|was|kommt drauf)\b"
_NEAREST = r"(?:Frau|Mann|Freundin|Freund|Tochter|Sohn)"
_KIN = (
    r"(?:Frau|Mann|Partnerin|Partner|Freundin|Freund|Tochter|Sohn|Schwester|Bruder|Mutter|Vater|Oma|Opa|Cousine|Cousin"
    r"|Tante|Onkel|Nichte|Neffe)"
)
_YOU = r"(?:du|ihr|sie)"
_YOUR = r"(?:deine?|ihre?|eure?)"
_END = r"(?=\s*(?:[.,;!?…()–—-]|$|(?:und (?:ich|er|sie|es)|aber|weil|seit|gerade|zurzeit|jetzt)\b))"
_NO_NAME = r"(?!(?:Ich|Wir|Mein|Meine|Er|Sie|Es|Der|Die|Das|Ein|Eine|Du|Ja|Na|Gut|Danke|Nicht|Noch|Immer|Bei|Im|In|Am|Wie|Rate|Hier|Zu|Zwei|Drei|Ach|Weder|Beides|Beide|Keins|Keines|Keiner|Nirgends|Nirgendwo|Irgendwo|Überall|Kommt|Vielleicht|Nein|Nee|Mal|Übergangsweise|Vorübergehend|Momentan|Zurzeit|Derzeit|Aktuell|Gerade)\b)"
_NAME = rf"{_NO_NAME}(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}}(?: [A-ZÄÖÜ][\wäöüß-]{{1,30}})?|[a-zäöüß]{{3,12}}(?=[.!]?$)){_END}"
_PLACE = rf"(?:[Ii]n |[Nn]ach |[Aa]us |[Bb]ei )?{_NO_NAME}(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}}(?: (?:am|an der|im|bei) [A-ZÄÖÜ][\wäöüß-]{{1,30}})?){_END}"
_NOUN = r"(?!(?:Keine?|Keinen|Alles|Vieles|Einiges|Manches|Nichts|Ich|Wir|Das|Es|Die|Der|Zwei|Drei|Viele|Mehrere|So)\b)[A-ZÄÖÜ][\wäöüß-]{1,30}"
# "Allergien?" "Nur gegen Montage."
_NO_ALLERGEN = r"(?!(?:den |die )?(?:Montage?|Montags|Wochenenden?|Arbeit|Hausaufgaben|Hausarbeit|Sport|Leute|Dummheit|Idioten|Politik|Prüfungen|Mathe|Steuern|Sitzungen|Meetings)\b)"
_THING = rf"(?P<v>{_NOUN}(?: und {_NOUN})?){_END}"
_WORDED = r"(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)"
_COUNT = r"(?P<v>ein|zwei|drei|vier|fünf|\d)s?\b(?! (?:Jahre|Wochen|Monate))"

# An answer that leaves out "ich mache" or "ich habe": a few words, then what it is about.
_LEFT_OUT = (
    r"(?P<v>(?!(?:[Ii]ch|[Ww]ir|[Ee]r|[Ss]ie|[Dd]u|[Ee]s|[Dd]as|[Mm]ein\w*|[Uu]nser\w*|[Nn]icht|[Kk]ein\w*|[Nn]ie|[Nn]ichts|[Hh]eute|[Mm]orgen|[Vv]ielleicht|[Ff]rüher)\b)"
    r"(?:(?!(?:ich|wir|er|sie|du|ihr|nicht|kein\w*|nie|hasse|früher|würde|ohne|mein\w*|sein\w*|hat|über)\b)[\wäöüß'’-]+,? ){0,6}?"
)
_GIVEN_UP = (
    r"(?:früher|aufgehört|aufgegeben|verkauft|aber (?:das )?nicht mehr|nicht mehr|als Kind|lange her)\b"
)


def _left_out(things: str) -> str:
    """The case of the first letter matters for what begins with a noun only."""
    return rf"(?![^.!?\n]{{0,80}}\b{_GIVEN_UP})(?:(?=[A-ZÄÖÜ])|(?!(?i:{things})(?!\w))){_LEFT_OUT}(?:{things})(?![\w-])[^.!?\n]{{0,80}})"


_FREE_TIME = (
    rf"\bfreizeit\b|\bfeierabend\b|\bhobb(?:y|ys|ies)\b|\b(?:treib|mach)(?:st|t|en) {_YOU} (?:denn |eigentlich )?(?:(?:so|sonst|noch|gern|gerne|abends|am wochenende|irgendeinen|eigentlich|immer noch) )*(?:sport|musik|sonst|abends|am wochenende|in)\b"
    rf"|\bwas (?:treib|mach)(?:st|t|en) {_YOU} (?:denn |so |eigentlich )*(?:sonst|abends|gern|gerne|am wochenende|den ganzen tag)\b|\bspiel(?:st|t|en) {_YOU} (?:ein|noch ein|irgendein) instrument\b|\bwenn {_YOU} nicht (?:arbeitest|arbeitet|arbeiten|singst|singen)\b"
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
        rf"\b(?:spiel|mach|treib|geh|üb|sing)(?:st|t|en) {_YOU} (?:(?:denn|eigentlich|noch|immer|auch|gern|gerne|weiter|weiterhin) )*(?:(?:zum|beim|im) )?(?P<v>{words.PASTIMES}|{words.INSTRUMENTS})\?",
        "Ich mache {v}.",
    ),
    Question(
        r"\bgesundheit\b|\bwie geht(?:['’]?s| es) (?:dir|ihnen|euch|(?:deine|ihre)[mr])\b|\bwas macht (?:der|die|das|dein\w*|ihr\w*) (?:rücken|knie|hüfte|herz|magen|schulter|gesundheit)\b|\b(?:bist du|sind sie) (?:krank|gesund|wieder fit)\b",
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
        rf"\b(?:wohn|leb)(?:st|t|en) {_YOU} (?:immer )?(?:noch )?in (?P<old>[\wäöüß-]{{2,30}})\b|^\W*(?:immer )?noch in (?P<old2>[\wäöüß-]{{2,30}})\?",
        "Ich wohne in {v}.",
        denied=rf"\W*(?:nein|nee|nö)\W+(?:(?:seit|jetzt|inzwischen|mittlerweile|schon|nun)\b[^.,!?]{{0,20}}? )?in (?P<v>(?-i:{_NO_NAME}[A-ZÄÖÜ])[\wäöüß-]{{1,30}})",
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
        rf"\bwas (?:machst|machen) {_YOU} (?:so )?(?:beruflich|von beruf|jetzt beruflich)\b|\b(?:als )?was (?:arbeitest|arbeiten) {_YOU}\b"
        rf"|\bwas (?:bist|sind) {_YOU} von beruf\b",
        "Ich arbeite als {v}.",
        rf"(?P<v>(?!(?:Nichts|Alles|Vieles|Nix|Dies|Das|Ach|Gar|Immer|Nur|Noch|Ich|Mal|Rentner(?:in)?)\b)[A-ZÄÖÜ][\wäöüß-]{{1,30}})(?: (?:bei|in|an|im|am) [^.,;!?]{{2,40}})?{_END}",
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
        rf"\b(?:arbeitest|arbeiten|bist) {_YOU} (?:immer )?noch als (?P<v>[A-ZÄÖÜ][\wäöüß-]{{2,30}})\?|^\W*(?:und )?(?:immer )?noch als (?P<v2>[A-ZÄÖÜ][\wäöüß-]{{2,30}})\?",
        "Ich arbeite als {v}.",
    ),
    Question(
        rf"\b(?:arbeitest|arbeiten) {_YOU} (?:immer )?noch (?P<v>(?:bei|beim|im|in der|an der|für) [A-ZÄÖÜ][\wäöüß-]{{2,30}})\?",
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
        rf"\bwie heiß(?:t|en) (?:denn )?{_YOUR} (?P<k>{words.PET}|{_KIN})\b|\bwie ist der name {_YOUR}[rs] (?P<k2>{words.PET}|{_KIN})",
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
        rf"{_NO_NAME}(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}})(?=[.,;!]|$)",
    ),
    Question(
        rf"^\W*(?:und|was ist mit) (?:der|die|das|dem|den|{_YOUR}[mrn]?) (?P<k>{words.PET})\?",
        "Meine {k} heißt {v}.",
        rf"{_NO_NAME}(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}})(?<!Mama)(?<!Papa)(?<!Oma)(?<!Opa)(?= (?:bleibt|kommt|ist|hat|liegt|versteckt|geht|schläft|zieht|darf|frisst|will)\b)",
    ),
    Question(
        rf"\b(?:hast|habt|haben) {_YOU} (?:denn |noch )?eine?n? (?P<k>{words.PET})\?",
        "Meine {k} heißt {v}.",
        rf"{_NO_NAME}(?P<v>[A-ZÄÖÜ][\wäöüß-]{{1,30}})(?=[.,;!]|$)",
    ),
    Question(
        rf"\b(?:hast|habt|haben) {_YOU} (?:denn |eigentlich )?(?:(?P<k>Kinder|Geschwister)|viele (?P<k2>Kinder|Geschwister))\b"
        rf"|\bwie viele (?P<k3>Kinder|Geschwister) (?:hast|haben|habt) {_YOU}\b",
        "Ich habe {v} {k}.",
        _COUNT,
    ),
    Question(
        r"\bwas (?:hat|haben|sagt|sagen|meint) (?:der|die|das|dein\w*|ihr\w*) (?!Tier)[\wäöüß-]{3,30}(?: (?:gesagt|ergeben|gemeint|gefunden))?\?|\bwas (?:ist|war) die diagnose\b",
        "Ich habe {v}.",
        rf"(?:[Ee]s ist )?(?P<v>Zöliakie|Asthma|Diabetes|Migräne|Arthrose|Arthritis|Rheuma|Gicht|Heuschnupfen|Bluthochdruck|Epilepsie|Neurodermitis|Laktoseintoleranz){_END}",
    ),
    Question(r"\ballergi(?:en|e|sch)\b", "Ich habe {v}.", r"(?P<v>Heuschnupfen|Asthma)\b"),
    Question(
        rf"\b(?:hast|haben|irgendwelche|bekannte|sonst) [^?]{{0,25}}\ballergien?\b|^\W*(?:und )?allergien\?"
        rf"|\b(?:bist|sind) {_YOU} (?:gegen (?:etwas|was|irgendwas) )?(?:auch )?allergisch\b(?: gegen (?:etwas|was|irgendwas))?"
        r"|\bwogegen (?:bist|sind)\b",
        "Ich bin allergisch gegen {v}.",
        rf"{_NO_ALLERGEN}{_THING}",
    ),
    Question(
        rf"\b(?:was|etwas)\b[^?]{{0,25}}\b(?:isst|essen|esst) {_YOU} nicht\b|\b(?:was|etwas)\b[^?]{{0,25}}\bnicht (?:isst|essen|esst)\b"
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
        rf"\bhobb(?:y|ys|ies)\b|\bwas (?:machst|machen) {_YOU} (?:so |gern |gerne )*in (?:deiner|ihrer) freizeit\b",
        "Ich mag {v}.",
        _THING,
    ),
    Question(
        r"^\W*(?:(?:und|ach|oh|na)\W+)?(?:bist du|sind sie) (?:denn |eigentlich |auch |noch |immer noch )*"
        r"(?P<v>[\wäöüß]{1,30}(?:in|er|e|t|an|isch)|von beruf \w{1,30}|in rente)\?",
        "Ich bin {v}.",
    ),
    Question(
        rf"^\W*(?:(?:und|ach|oh|na)\W+)?(?:hast|haben) {_YOU} (?:denn |eigentlich |auch |noch )*"
        r"(?P<v>(?:eine?n? )?[\wäöüß]{1,30})\?",
        "Ich habe {v}.",
    ),
    Question(
        rf"^\W*(?:(?:und|ach|oh|na)\W+)?(?:wohnst|wohnen|lebst) {_YOU} (?:denn |jetzt |noch |auch |immer noch )*(?P<v>in [\wäöüß-]{{1,30}})\?",
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
        rf"\bwer (?:lebt|wohnt) (?:noch )?(?:mit|bei) (?:dir|euch|ihnen)\b"
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
        r"(?:ich habe? |hab(?:e)? ich )?(?:(?:(?:vor|seit|im|in) )?[\wäöü .]{3,30} (?:aufgehört|nicht mehr)|aufgehört)\b",
    ),
    Question(
        rf"\b(?:treib(?:st|en|t) {_YOU} sport|mach(?:st|en|t) {_YOU} (?:irgendeinen )?sport|sportlich)\b",
        "Ich mag {v}.",
        r"(?P<v>(?:Nordic |nordic )?(?:Walking|walking)|[A-Za-z][a-zäöü]{3,14}en(?=,)|Yoga|yoga|Pilates|pilates|Tennis|tennis|Fußball|fußball|Judo|judo|Karate|karate)\b",
    ),
    Question(
        rf"^\W*(?:(?:und|ach|oh|na)\W+)?(?:sprichst|sprechen) {_YOU} (?:denn |auch |noch |eigentlich |immer ){{0,3}}(?P<v>\w{{1,30}})\?",
        "Ich spreche {v}.",
    ),
    Question(
        rf"^\W*(?:(?:und|ach|oh|na)\W+)?(?:spielst|spielen) {_YOU} (?:denn |auch |noch |immer noch )*(?P<v>\w{{1,30}})\?",
        "Ich spiele {v}.",
    ),
)

_NAME_ASKED = r"\bwie heißt (?:denn )?(?:er|sie|es|der|die|das)\b(?= *(?:denn|eigentlich|überhaupt|nochmal|noch ?mal|noch(?: gleich)?|gleich)?(?:, [A-ZÄÖÜ][a-zäöüß]{1,15})?\?)"
_OWNED = (
    r"(?i:\b(?:meine[nrm]?|mein|unsere?[nrm]?|(?:hab|habe|haben)(?: \w{1,30}){0,4} eine?n?|(?:hole|holen|kriegen|bekommen)(?: \w{1,30}){0,3} eine?n?))"
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
