"""What a remark about something else gives away: "My boss at the council says no", "Donnerstags hab ich Chor"."""

import re

from memory.language.lexicon import any_of
from memory.language.lexicon import english as words
from memory.language.third_person.english import with_s
from ome.strategies.extract_user_profile.languages.grammar import Pattern, ending, small

_END = r"(?=[.,;:!?)]|$| (?:and|but|so|because|since|though|now|again|these|lol|haha)\b)"
_NO_NAMES = any_of("""
    I, He, She, It, We, They, You, The, A, An, And, But, So, Monday, Tuesday, Wednesday, Thursday, Friday,
    Saturday, Sunday
""")
_NAME = rf"(?!{_NO_NAMES}\b)[A-Z][a-zà-öø-ÿ'’-]+"
_NAMES = rf"{_NAME}(?: {_NAME})?"
_DAYS = (
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends)"
)
_WEEKDAYS = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b")
_ALL_DAYS = rf"{_DAYS}(?: and {_DAYS})?(?: (?:mornings?|afternoons?|evenings?|nights?|after \w+))?"
_YEARS = (
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty)(?:-odd)? years"
)
_KNOWN_ALLERGENS = any_of("""
    peanuts?, nuts, shellfish, prawns, sesame, gluten, dairy, eggs?, kiwi, strawberries, soya?, latex,
    penicillin, mustard, celery
""")
# What one has again and again is none of these: no tickets, plans or guests.
_NO_MEETINGS = any_of("""
    nothing, no, time, it, them, him, her, you, that, this, off, to, a, an, the day, work, tickets?, plans?,
    people, friends, guests, one, another, more, loads?, lots?
""")
_MEETING = rf"(?!{_NO_MEETINGS}\b)(?:(?:my|our) )?[a-z][a-z'’-]+(?: (?!on\b)[a-z'’-]+){{0,3}}"
_AT_WORK = r"(?:line )?(?:manager|boss|supervisor|team leader|workmates?|coworkers?) (?:at|down at|over at)"
_UNITS = any_of("team, clinic, ward, department, desk, branch, unit, office, kitchen, line")
_UNIT = rf"the (?:[a-z&-]+ ){{1,2}}{_UNITS}"
_BACK_THEN = r"(?![^.!?\n]{0,60}\b(?:back then|used to|when I (?:was|worked)|in those days)\b)"


def _on_days(text: str) -> str:
    """`my choir on thursdays` as `their choir on Thursdays`."""
    return re.sub(r"\b(?:my|our)\b", "their", _WEEKDAYS.sub(lambda day: day[0].capitalize(), text))


def _with_s(text: str) -> str:
    """`swim instead now, tuesdays after work` as `swims on Tuesdays after work`."""
    verb, _, rest = text.partition(" ")
    when = re.sub(r"^(?:instead |now |instead, |now, )*(?=\w+days)", "on ", rest.replace("now,", "now"))
    return f"{with_s(verb)} {_on_days(when)}"


def _with_article(text: str) -> str:
    """`allotment` as `an allotment`; what is several stays."""
    return text if text.endswith("hives") else f"an {text}" if text[0] in "aeiou" else f"a {text}"


def _taken_up(text: str) -> str:
    """`wednesdays, that's my night class` as `has their night class on Wednesdays`."""
    days, what = text.split(maxsplit=1)[0], re.split(r"\b(?:my|our) ", text, maxsplit=1)[1]
    return f"has their {what} on {_on_days(days.rstrip(','))}"


def _usually(text: str) -> str:
    """`After work I usually hit the gym` as `usually hits the gym after work`."""
    when, _, done = text.partition(" I ")
    often, verb, *rest = done.split(" ")
    return " ".join((often, with_s(verb), *rest, when.lower()))


_DONE_REGULARLY = any_of("""
    swim, run, cycle, row, climb, dance, sing, play, train, volunteer, teach, work, box, paint, knit, sew
""")
_AIDS = any_of("""
    insulin pump, inhaler, epi-?pen, wheelchair, pacemaker, walking stick, white cane, guide dog, cpap machine,
    CPAP machine, stoma bag, prosthetic leg, rollator
""")
_LOOKED_AFTER = any_of("""
    give up, giving up, feed, feeding, leave, get back to, muck out, look after, see to, shut up, let out
""")
_PET_TROUBLE = any_of("""
    been sick, been ill, at the vet, off (?:his|her|its) food, not eating, peed, chewed, eaten my, scratched,
    knocked, driving me, needs? (?:a walk|walking|feeding)
""")
_LANDS = any_of("""
    allotment, greenhouse, vegetable patch, veg patch, beehives?, narrowboat, smallholding, orchard, vineyard,
    woodland, polytunnel
""")

ENGLISH = (
    Pattern(
        "habit: {v}",
        rf"(?:^\W*|[,;] )(?:(?:no|nope|sorry|can['’]?t|but)\b[, ]*)*(?:I['’]ve got|I have|[Gg]ot|I['’]ve) "
        rf"(?P<v>{_MEETING} on {_ALL_DAYS})(?! (?:off|free)\b){_END}",
        shaped=lambda text: f"has {_on_days(text)}",
    ),
    Pattern(
        "habit: {v}",
        # "can't do wednesdays, that's my night class"
        rf"\b(?:can['’]?t|cannot|don['’]?t) (?:do|make|come|work) (?P<v>{_DAYS},? (?:because )?"
        rf"(?:that|it)['’]?s (?:always )?(?:my|our) [a-z-]+(?: [a-z-]+)?){_END}",
        shaped=_taken_up,
    ),
    Pattern(
        "habit: {v}",
        r"(?:^\W*|[,;] |\b(?:and|but) )I "
        rf"(?P<v>{_DONE_REGULARLY}(?:(?: (?!(?:on|with you)\b)[a-z-]+){{0,3}}? on|(?: instead)?(?: now)?,?) "
        rf"{_ALL_DAYS}(?: (?:at|in) the [a-z]+)?){_END}",
        values=rf"\w+s\b.* on {_DAYS}.*",
        shaped=_with_s,
    ),
    Pattern(
        "habit: {v}",
        r"\bI(?:['’]m| am) (?P<v>on call every (?:other |second |third )?(?:weekend|week|night|month))\b",
        shaped=lambda text: f"is {text}",
    ),
    Pattern("shift: Shift: {v}", rf"\b[Mm]y shifts (?P<v>(?:finish|end) at [^.,;!?\n]{{2,20}}?){_END}"),
    Pattern(
        "remote: Works from home",
        r"^\W*(?:(?:still|mostly|just) )?[Ww]orking from home (?:now|these days|nowadays|most days)\b",
    ),
    Pattern(
        "employer: Works at the {v}",
        rf"\b[Mm]y {_AT_WORK} the (?P<v>{words.EMPLOYERS}|{words.HOUSES}){_BACK_THEN}",
        r"\bI(?:['’]m)? (?:start|starting|go|going) back at the "
        rf"(?P<v>{words.EMPLOYERS}|{words.HOUSES}|surgery|practice|office|salon)"
        r"(?<!school)(?<!nursery)(?<!library)\b",
    ),
    Pattern("employer: Works at {v}", rf"\b[Mm]y {_AT_WORK} (?P<v>{_NAMES}){_BACK_THEN}"),
    Pattern(
        "unit: Was moved to {v}",
        r"\b(?:[Tt]hey(?:['’]ve| have)? (?:moved|transferred) me"
        r"|I(?:['’]ve been|['’]m being| was| got) (?:moved|transferred)) (?:over )?(?:to|into) "
        rf"(?P<v>{_UNIT})\b",
        values=_UNIT,
        category="work",
    ),
    Pattern(
        "home: Lives in {v}",
        r"\bI(?:['’]ve been|['’]m| am) renting (?:a|my) (?:[a-z]+ )?"
        rf"(?:flat|room|house|place|studio|bedsit|apartment) in (?P<v3>{_NAMES})"
        r"(?![^.!?\n]{0,30}\b(?:week|holiday|weekend)\b)",
        rf"\bI commute (?:in )?from (?P<v>{_NAMES})(?= (?:so|and|every|by|on)\b|[.,;!)]|$)",
        rf"\b(?:I|[Ww]e)['’]ve been (?:here )?in (?P<v2>{_NAMES})(?: for)?"
        rf"(?: (?:nearly|almost|about|over|around))* {_YEARS}(?! ago)\b",
    ),
    Pattern("from: Is from {v}", rf"\bin (?P<v>{_NAMES}),? where I (?:grew up|was born|come from)\b"),
    Pattern(
        "letting: Rents their home",
        r"\b[Mm]y (?:landlord|landlady)(?:['’]s| is| has| won['’]t| wants| put| never| finally)\b"
        r"|\b(?:[Mm]y|[Oo]ur) rent(?:['’]s| is| has| went) (?:gone |going )?up\b",
        r"\b(?:landlord|landlady)['’]s (?:putting|raising) (?:my|our|the) rent\b",
    ),
    Pattern(
        "children: Has {v}",
        r"\b[Mm]y ex (?:has|had|gets|is having|takes) the (?P<v>kids|children|boys|girls|twins)\b",
        r"(?:^\W*|[,;] |\b(?:and|but|because|so) )(?:[Mm]y|[Oo]ur|[Tt]he) (?P<v2>twins|triplets) "
        r"(?:start|are (?:starting|teething|ill|asleep|at|in|off|both)|go to|have their|turn|need)\b",
    ),
    Pattern(
        "children: Parent of {v}",
        r"\bI(?: need to|['’]ve got to|['’]ve to| have to| must)\b[^.!?\n]{0,30} (?:pick|collect|fetch|drop) "
        rf"(?P<v>{_NAME})(?: (?:up|off))? (?:from|at) (?:the )?"
        r"(?:school|nursery|daycare|preschool|kindergarten|childminder)\b",
    ),
    Pattern(
        "partner: Is together with {v}",
        rf"\b(?:[Mm]e and (?P<v>{_NAME})|(?P<v2>{_NAME}) and (?:I|me)) "
        rf"(?:have been|['’]ve been|have) together (?:for )?(?:{_YEARS}|since|almost|nearly|over)\b",
    ),
    Pattern(
        "allergy: Is allergic to {v}",
        rf"\b(?P<v>{_KNOWN_ALLERGENS})\b[^.!?\n]{{0,80}}\bI(?:['’]m| am)"
        r"(?: (?:really|very|badly|so))? allergic(?! to\b)",
    ),
    Pattern("aid: Uses {v}", rf"\b[Mm]y (?P<v>{_AIDS})\b", shaped=_with_article),
    Pattern("diet: Does not eat {v}", rf"\b(?:I|[Ww]e) don['’]?t do (?P<v>{words.DISHES})\b", beside=True),
    Pattern(
        "studies: Is writing a {v}",
        r"\b[Mm]y (?P<v>thesis|dissertation)(?:['’]s| is) "
        r"(?:due|nearly|almost|not|driving|killing|going|still|half)\b",
    ),
    Pattern(
        "pet: Has {v}",
        rf"\b{_LOOKED_AFTER} (?:my|our|the) (?P<v>{words.FLOCK})\b",
        even_if_unsure=True,
    ),
    Pattern(
        "pet: Has a {k}",
        rf"(?:^\W*|[,;] |\b(?:and|but|because|so|sorry) )[Tt]he (?P<k>{words.PET})(?:['’]s| has| is) "
        rf"(?:(?:just|still|only) )?{_PET_TROUBLE}",
    ),
    Pattern(
        "owns: Has {v}",
        rf"\b(?:[Mm]y|[Oo]ur) (?P<v>{_LANDS})\b(?! (?:plan|idea|dream|project|application|waiting)s?\b)",
        shaped=_with_article,
    ),
    Pattern(
        "habit: {v}",
        r"^\W*(?P<v>(?:[Aa]fter|[Bb]efore) (?:work|school|breakfast|dinner|lunch|bed|my shift) I "
        rf"(?:usually|always|normally|mostly) [a-z]+[^.,;!?\n]{{2,60}}?){_END}",
        shaped=_usually,
    ),
)

_DAYS_DE = r"(?:(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs)"
_WHAT_DE = (
    r"(?!(?:ich|auch|noch|nie|nicht|keine?n?|kaum|Zeit|Lust|Angst|Hunger)\b)"
    r"(?:(?:die|den|das|immer|meine?n?) ){0,2}[A-ZÄÖÜ][\wäöüß-]+(?: und [A-ZÄÖÜ][\wäöüß-]+)?|frei"
)
_HOUSE_DE = any_of("""
    Kindergarten, Krankenhaus, Pflegeheim, Hort, Hotel, Supermarkt, Museum, Rathaus, Amt, Büro, Labor, Theater,
    Altenheim, Jugendamt, Finanzamt
""")


def _days_first(text: str) -> str:
    """`Donnerstags hab ich Chor` as `hat donnerstags Chor`."""
    days, what = re.split(r" habe? ich ", text)
    return f"hat {days.lower()} {what}"


def _day_taken(text: str) -> str:
    """`donnerstags nicht, da hab ich Chor` as `hat donnerstags Chor`."""
    days, _, rest = text.partition(" nicht, ")
    return (
        f"hat {days.removesuffix(' kann ich').lower()} {re.sub(r'^da (?:hab ich|habe ich|ist) ', '', rest)}"
    )


GERMAN = (
    Pattern(
        "habit: {v}",
        rf"(?i:(?:^\W*|[,;] )(?:nee?,? |nein,? |und |aber )?)(?P<v>(?i:{_DAYS_DE}) habe? ich (?:{_WHAT_DE}))"
        r"(?=[.,;!]|$| (?:und|weil|da)\b)",
        shaped=_days_first,
    ),
    Pattern(
        "habit: {v}",
        rf"(?:\b(?:[Ii]ch kann|[Kk]ann) |^\W*)(?P<v>(?i:{_DAYS_DE})(?: kann ich)? nicht, "
        rf"da (?:hab ich|habe ich|ist) (?:{_WHAT_DE}))(?=[.,;!]|$)",
        shaped=_day_taken,
    ),
    Pattern(
        "employer: Arbeitet {v}",
        r"\b[Mm]eine? (?:Chefin|Chef|Vorgesetzte|Teamleiterin|Teamleiter) "
        rf"(?P<v>im {_HOUSE_DE}|(?:bei|beim) (?:der )?[A-ZÄÖÜ][\wäöüß-]+)(?! (?:früher|damals))",
        even_if_unsure=True,
    ),
    Pattern(
        "letting: Wohnt zur Miete",
        r"\b(?:[Mm]ein Vermieter|[Mm]eine Vermieterin|[Uu]nser Vermieter|[Uu]nsere Vermieterin) "
        r"(?:erhöht|will|hat|zahlt|meint|kommt|lässt|wollte)\b"
        r"|\bder Vermieter (?:erhöht|zahlt|will)\b",
    ),
    Pattern(
        "owns: Hat einen {v}",
        r"\b(?:[Uu]nser|[Mm]ein) "
        r"(?P<v>Schrebergarten|Kleingarten|Wohnwagen|Weinberg|Bienenstock|Gemüsegarten)\b"
        r"(?! (?:Verein|wird verkauft|wurde))",
    ),
    Pattern(
        "pet: Haustier: {k}",
        r"\b(?:[Ii]ch|[Ww]ir)\b[^.!?\n]{0,40}\bmit dem (?P<k>Hund) "
        r"(?:raus|Gassi|spazieren|joggen|laufen)\b(?! (?:von|meiner|meines|der Nachbar))",
    ),
    ending(
        r"(?:^\W*|[,;] )(?:[Dd]as )?(?P<v>[A-ZÄÖÜ][a-zäöüß]{2,15}en) (?:lasse?|habe?) ich "
        r"(?:(?:jetzt|lieber|erst ?mal|erstmal|ganz|seitdem) ){0,2}(?:sein|bleiben|aufgegeben|aufgehört)\b",
        r"(?:^\W*|[,;] )(?:[Dd]as )?(?P<v2>[A-ZÄÖÜ][a-zäöüß]{2,15}en) (?:lasse?) ich (?:jetzt |lieber )?"
        r"(?:erst ?mal|vorerst)(?=[.,;!]|$)",
        ends=("about",),
    ),
)

_LINES_ES = any_of("cercanías, metro, autobús, bus, bici, tren, coche, moto, tranvía")
_DAY_ES = any_of("lunes, martes, miércoles, jueves, viernes, sábados, domingos")
_DAYS_ES = rf"(?:los {_DAY_ES}(?: y (?:los )?{_DAY_ES})?)"
_EMPLOYERS_EL_ES = any_of("banco, hospital, colegio, ayuntamiento, hotel, taller, museo, supermercado")
_EMPLOYERS_LA_ES = any_of("tienda, clínica, fábrica, biblioteca, farmacia, guardería, universidad")

SPANISH = (
    Pattern(
        "habit: {v}",
        rf"\b[Vv]oy (?P<v>en {_LINES_ES} (?:casi siempre|siempre|a diario|todos los días|al trabajo))\b",
        shaped=lambda text: f"va {text}",
    ),
    Pattern(
        "habit: {v}",
        rf"(?:^\W*|[,;] )(?P<v>(?i:{_DAYS_ES}) (?:puedo teletrabajar|teletrabajo))\b",
        shaped=lambda text: f"teletrabaja {re.sub(' (?:puedo )?teletrabaj.*', '', text).lower()}",
    ),
    Pattern(
        "habit: {v}",
        rf"\b(?P<v>(?i:{_DAYS_ES}) no puedo, tengo "
        r"(?!que\b|cita|una? cita|médico)(?:clase de |ensayo de |entreno de )?[a-záéíóúñ]+)(?=[.,;!]|$)",
        shaped=lambda text: "tiene {1} {0}".format(*small(text).split(" no puedo, tengo ")),
    ),
    Pattern(
        "diet: No bebe {v}",
        r"\b[Ee]l (?P<v>café|alcohol|vino) ni lo (?:pruebo|toco)\b"
        r"|\b[Ll]a (?P<v2>leche|cerveza) ni la (?:pruebo|toco)\b",
        beside=True,
    ),
    Pattern(
        "letting: Vive de alquiler",
        r"\b[Mm]i caser[oa] (?:nos|me|no|quiere|ha)\b|\b[Nn]uestr[oa] caser[oa]\b",
    ),
    Pattern(
        "employer: Trabaja en {v}",
        rf"\b[Mm]i jef[ea] (?:de|en) (?P<v>el {_EMPLOYERS_EL_ES}|la {_EMPLOYERS_LA_ES})\b",
    ),
    Pattern(
        "pet: Mascota: {k}",
        r"\b(?:[Ss]algo|[Pp]aseo|[Cc]orro|[Cc]amino)\b[^.!?\n]{0,25}\bcon (?:el|mi) (?P<k>perro)\b(?! de\b)",
    ),
)
