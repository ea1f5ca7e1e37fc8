"""What a remark about something else gives away: "My boss at the council says no", "Can't do Wednesdays, that's my choir"."""

import re

from memory.language.lexicon import english as words
from memory.language.third_person.english import with_s
from ome.strategies.extract_user_profile.languages.grammar import Pattern

_END = r"(?=[.,;:!?)]|$| (?:and|but|so|because|since|though|now|again|these|lol|haha)\b)"
_NAME = r"(?!(?:I|He|She|It|We|They|You|The|A|An|And|But|So|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b)[A-Z][a-zà-öø-ÿ'’-]+"
_NAMES = rf"{_NAME}(?: {_NAME})?"
_DAYS = (
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends)"
)
_ALL_DAYS = rf"{_DAYS}(?: and {_DAYS})?(?: (?:mornings?|afternoons?|evenings?|nights?|after \w+))?"
_YEARS = (
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty)(?:-odd)? years"
)
_KNOWN_ALLERGENS = r"(?:peanuts?|nuts|shellfish|prawns|sesame|gluten|dairy|eggs?|kiwi|strawberries|soya?|latex|penicillin|mustard|celery)"
_MEETING = (  # what one has again and again, and no tickets, plans or guests
    r"(?!(?:nothing|no|time|it|them|him|her|you|that|this|off|to|a|an|the day|work|tickets?|plans?|people|friends|guests|one|another|more|loads?|lots?)\b)"
    r"(?:(?:my|our) )?[a-z][a-z'’-]+(?: (?!on\b)[a-z'’-]+){0,3}"
)
_AT_WORK = (
    r"(?:line )?(?:manager|boss|supervisor|team leader|workmates?|coworkers?) (?:at|down at|over at) the"
)
_UNIT = r"the (?:[a-z&-]+ ){1,2}(?:team|clinic|ward|department|desk|branch|unit|office|kitchen|line)"
_BACK_THEN = r"(?![^.!?\n]{0,60}\b(?:back then|used to|when I (?:was|worked)|in those days)\b)"


def _day_name(text: str) -> str:
    return " ".join(word.capitalize() if word.endswith("days") else word for word in text.split())


def _on_days(text: str) -> str:
    """`choir on thursdays` as `choir on Thursdays`."""
    return _day_name(text).replace("my ", "their ").replace("our ", "their ")


def _with_s(text: str) -> str:
    """`swim instead now, tuesdays after work` as `swims on Tuesdays after work`."""
    verb, _, rest = text.partition(" ")
    when = re.sub(r"^(?:instead |now |instead, |now, )*(?=\w+days)", "on ", rest.replace("now,", "now"))
    return f"{with_s(verb)} {_on_days(when)}"


def _taken_up(text: str) -> str:
    """`wednesdays, that's my night class` as `has their night class on Wednesdays`."""
    days, _, what = text.partition("s my ") if "s my " in text else text.partition("s our ")
    return f"has their {what} on {_day_name(days.split(',')[0].split()[0])}"


def _usually(text: str) -> str:
    """`After work I usually hit the gym` as `usually hits the gym after work`."""
    when, _, done = text.partition(" I ")
    often, verb, *rest = done.split(" ")
    return " ".join((often, with_s(verb), *rest, when.lower()))


ENGLISH_ASIDES = (
    Pattern(
        "habit: {v}",
        rf"(?:^\W*|[,;] )(?:(?:no|nope|sorry|can['’]?t|but)\b[, ]*)*(?:I['’]ve got|I have|[Gg]ot|I['’]ve) "
        rf"(?P<v>{_MEETING} on {_ALL_DAYS})(?! (?:off|free)\b){_END}",
        shaped=lambda text: f"has {_on_days(text)}",
    ),
    Pattern(
        "habit: {v}",
        rf"\b(?:can['’]?t|cannot|don['’]?t) (?:do|make|come|work) (?P<v>{_DAYS},? (?:because )?(?:that|it)['’]?s (?:always )?(?:my|our) [a-z-]+(?: [a-z-]+)?){_END}",
        shaped=_taken_up,
    ),
    Pattern(
        "habit: {v}",
        rf"(?:^\W*|[,;] |\b(?:and|but) )I (?P<v>(?:swim|run|cycle|row|climb|dance|sing|play|train|volunteer|teach|work|box|paint|knit|sew)"
        rf"(?:(?: (?!(?:on|with you)\b)[a-z-]+){{0,3}}? on|(?: instead)?(?: now)?,?) {_ALL_DAYS}(?: (?:at|in) the [a-z]+)?){_END}",
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
        rf"\b[Mm]y {_AT_WORK} (?P<v>{words.EMPLOYERS}|{words.HOUSES}){_BACK_THEN}",
        rf"\bI(?:['’]m)? (?:start|starting|go|going) back at the (?P<v>{words.EMPLOYERS}|{words.HOUSES}|surgery|practice|office|salon)(?<!school)(?<!nursery)(?<!library)\b",
    ),
    Pattern(
        "employer: Works at {v}",
        rf"\b[Mm]y {_AT_WORK.replace(' the', '')} (?P<v>{_NAMES}){_BACK_THEN}",
    ),
    Pattern(
        "unit: Was moved to {v}",
        r"\b(?:[Tt]hey(?:['’]ve| have)? (?:moved|transferred) me|I(?:['’]ve been|['’]m being| was| got) (?:moved|transferred)) (?:over )?(?:to|into) "
        rf"(?P<v>{_UNIT})\b",
        values=_UNIT,
        category="work",
    ),
    Pattern(
        "home: Lives in {v}",
        rf"\bI(?:['’]ve been|['’]m| am) renting (?:a|my) (?:[a-z]+ )?(?:flat|room|house|place|studio|bedsit|apartment) in (?P<v3>{_NAMES})(?![^.!?\n]{{0,30}}\b(?:week|holiday|weekend)\b)",
        rf"\bI commute (?:in )?from (?P<v>{_NAMES})(?= (?:so|and|every|by|on)\b|[.,;!)]|$)",
        rf"\b(?:I|[Ww]e)['’]ve been (?:here )?in (?P<v2>{_NAMES})(?: for)?(?: (?:nearly|almost|about|over|around))* {_YEARS}(?! ago)\b",
    ),
    Pattern("from: Is from {v}", rf"\bin (?P<v>{_NAMES}),? where I (?:grew up|was born|come from)\b"),
    Pattern(
        "letting: Rents their home",
        r"\b[Mm]y (?:landlord|landlady)(?:['’]s| is| has| won['’]t| wants| put| never| finally)\b|\b(?:[Mm]y|[Oo]ur) rent(?:['’]s| is| has| went) (?:gone |going )?up\b",
        r"\b(?:landlord|landlady)['’]s (?:putting|raising) (?:my|our|the) rent\b",
    ),
    Pattern(
        "children: Has {v}",
        r"\b[Mm]y ex (?:has|had|gets|is having|takes) the (?P<v>kids|children|boys|girls|twins)\b",
        r"(?:^\W*|[,;] |\b(?:and|but|because|so) )(?:[Mm]y|[Oo]ur|[Tt]he) (?P<v2>twins|triplets) (?:start|are (?:starting|teething|ill|asleep|at|in|off|both)|go to|have their|turn|need)\b",
    ),
    Pattern(
        "children: Parent of {v}",
        rf"\bI(?: need to|['’]ve got to|['’]ve to| have to| must)\b[^.!?\n]{{0,30}} (?:pick|collect|fetch|drop) (?P<v>{_NAME})(?: (?:up|off))? (?:from|at) (?:the )?(?:school|nursery|daycare|preschool|kindergarten|childminder)\b",
    ),
    Pattern(
        "partner: Is together with {v}",
        rf"\b(?:[Mm]e and (?P<v>{_NAME})|(?P<v2>{_NAME}) and (?:I|me)) (?:have been|['’]ve been|have) together (?:for )?(?:{_YEARS}|since|almost|nearly|over)\b",
    ),
    Pattern(
        "allergy: Is allergic to {v}",
        rf"\b(?P<v>{_KNOWN_ALLERGENS})\b[^.!?\n]{{0,80}}\bI(?:['’]m| am)(?: (?:really|very|badly|so))? allergic(?! to\b)",
    ),
    Pattern(
        "aid: Uses {v}",
        r"\b[Mm]y (?P<v>insulin pump|inhaler|epi-?pen|wheelchair|pacemaker|walking stick|white cane|guide dog|cpap machine|CPAP machine|stoma bag|prosthetic leg|rollator)\b",
        shaped=lambda text: f"an {text}" if text[0] in "aeiou" else f"a {text}",
    ),
    Pattern("diet: Does not eat {v}", rf"\b(?:I|[Ww]e) don['’]?t do (?P<v>{words.DISHES})\b", beside=True),
    Pattern(
        "studies: Is writing a {v}",
        r"\b[Mm]y (?P<v>thesis|dissertation)(?:['’]s| is) (?:due|nearly|almost|not|driving|killing|going|still|half)\b",
    ),
    Pattern(
        "pet: Has {v}",
        rf"\b(?:give up|giving up|feed|feeding|leave|get back to|muck out|look after|see to|shut up|let out) (?:my|our|the) (?P<v>{words.FLOCK})\b",
        even_if_unsure=True,
    ),
    Pattern(
        "pet: Has a {k}",
        rf"(?:^\W*|[,;] |\b(?:and|but|because|so|sorry) )[Tt]he (?P<k>{words.PET})(?:['’]s| has| is) (?:(?:just|still|only) )?(?:been sick|been ill|at the vet|off (?:his|her|its) food|not eating|peed|chewed|eaten my|scratched|knocked|driving me|needs? (?:a walk|walking|feeding))",
    ),
    Pattern(
        "owns: Has {v}",
        r"\b(?:[Mm]y|[Oo]ur) (?P<v>allotment|greenhouse|vegetable patch|veg patch|beehives?|narrowboat|smallholding|orchard|vineyard|woodland|polytunnel)\b(?! (?:plan|idea|dream|project|application|waiting)s?\b)",
        shaped=lambda text: (
            text if text.endswith("hives") else f"an {text}" if text[0] in "aeiou" else f"a {text}"
        ),
    ),
    Pattern(
        "habit: {v}",
        r"^\W*(?P<v>(?:[Aa]fter|[Bb]efore) (?:work|school|breakfast|dinner|lunch|bed|my shift) I (?:usually|always|normally|mostly) [a-z]+[^.,;!?\n]{2,60}?)"
        + _END,
        shaped=_usually,
    ),
)
