"""Sentences in which people say who they are, and what a profile says instead. English; pure data.

Each pattern is careful rather than complete: what it does not match stays a fact. `{v}` and `{k}` in a description are
the groups of its pattern.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    category: str
    description: str
    expression: re.Pattern[str]


def _pattern(category: str, description: str, expression: str) -> Pattern:
    return Pattern(category, description, re.compile(expression))


_I = r"\b[Ii](?:['’]ve)?(?: (?:also|now|just|still|currently|recently|finally|actually|really|mostly|mainly|have|had))*"
_I_AM = rf"(?:\b[Ii](?:['’]m| am)|{_I} (?:is|became))(?: (?:also|now|currently|still|actually|just))*"
_MY = r"\b[Mm]y"
_NAME = r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2}"
_PLACE = r"(?:the )?[A-Z][\w'’-]*(?:(?: (?:de|of|la|del|am|on|the))? [A-Z][\w'’-]*){0,3}"
_ANY = r"[^.,;:!?\n()\[\]]{2,90}"
_WORK = r"[^.,;:!?\n()]{2,60}?(?=\s(?:at|for|in|with|and|because)\b|[.,;:!?(\n]|$)"
_JOBS = (
    r"(?:accountant|actor|actress|analyst|architect|artist|attorney|author|baker|barista|biologist|builder|carpenter"
    r"|chef|chemist|coach|consultant|cook|counselor|dancer|dentist|designer|developer|doctor|driver|economist|editor"
    r"|electrician|engineer|entrepreneur|farmer|firefighter|florist|gardener|historian|illustrator|instructor"
    r"|journalist|lawyer|lecturer|librarian|manager|mechanic|midwife|musician|nurse|nutritionist|painter|paramedic|pharmacist"
    r"|photographer|physicist|physiotherapist|pilot|plumber|police officer|producer|professor|programmer|psychologist"
    r"|realtor|researcher|scientist|secretary|social worker|soldier|student|surgeon|tailor|teacher|technician"
    r"|therapist|trainer|translator|veterinarian|vet|waiter|waitress|welder|writer)"
)
_PARTNERS = r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|spouse)"
_PARENTS = r"(?:mother|father|mom|mum|dad|grandmother|grandfather|grandma|grandpa)"
_OTHERS = r"(?:son|daughter|brother|sister|cousin|uncle|aunt|niece|nephew|friend|best friend|roommate|boss)"
_PET = r"(?:dog|puppy|cat|kitten|parrot|rabbit|hamster|turtle|horse|pony|snake|lizard|gecko|ferret|guinea pig|bird)"
_CALLED = r"(?:['’]s name is|['’]s called| is called| is named|,? named|,? called|,| is)"
_LANGUAGES = (
    r"(?:Arabic|Chinese|Dutch|English|French|German|Greek|Hebrew|Hindi|Italian|Japanese|Korean|Mandarin|Polish"
    r"|Portuguese|Russian|Spanish|Swedish|Turkish|Ukrainian|Vietnamese)"
)
_ILLNESS = (
    r"(?:asthma|diabetes|migraines?|arthritis|anxiety|depression|insomnia|hypertension|high blood pressure|epilepsy"
    r"|adhd|ADHD|eczema|a bad back|a bad knee|tinnitus|anemia|celiac disease)"
)
_OFTEN = (
    r"(?:(?:every|each) (?:other )?(?:day|morning|evening|night|week|weekend|month|year|spring|summer|autumn|fall"
    r"|winter|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
    r"|(?:once|twice|three times|\w+ times) a (?:day|week|month|year))"
)

PATTERNS = (
    _pattern(
        "identity", "Is called {v}", rf"{_MY} name(?:['’]s| is) (?P<v>{_NAME})|\b[Cc]all me (?P<w>{_NAME})"
    ),
    _pattern(
        "identity", "Is {v} years old", rf"{_I_AM} (?P<v>\d{{1,3}}) years old|{_I} turned (?P<w>\d{{1,3}})\b"
    ),
    _pattern("identity", "Birthday: {v}", rf"{_MY} birthday(?:['’]s| is) (?:on )?(?:the )?(?P<v>{_ANY})"),
    _pattern(
        "identity",
        "Is from {v}",
        rf"{_I_AM} (?:originally )?from (?P<v>{_PLACE})|{_I} (?:grew up|was born) in (?P<w>{_PLACE})",
    ),
    _pattern(
        "home",
        "Lives in {v}",
        rf"{_I} (?:moved|relocated) (?:back )?(?:from {_PLACE} )?to (?P<v>{_PLACE})|{_I} lives? in (?P<w>{_PLACE})"
        rf"|{_I_AM} (?:living|based) in (?P<x>{_PLACE})",
    ),
    _pattern("work", "Works as {v}", rf"{_I} works? as (?P<v>{_WORK})"),
    _pattern("work", "Works as {v}", rf"{_I_AM} (?P<v>an? (?:[a-z-]+ ){{0,2}}{_JOBS})\b"),
    _pattern(
        "work",
        "Works as {v}",
        rf"{_I} (?:got|started|landed|took|accepted)(?: an?| my)? (?:new )?job as (?P<v>{_WORK})",
    ),
    _pattern(
        "work",
        "Works at {v}",
        rf"{_I} works? (?:at|for) (?P<v>{_ANY})"
        rf"|{_I} (?:got|started|landed|took)(?: an?| my)? (?:new )?job at (?P<w>{_ANY})",
    ),
    _pattern("work", "Is {v}", rf"{_I_AM} (?P<v>retired|unemployed|self-employed|a freelancer)\b"),
    _pattern("education", "Studies {v}", rf"{_I_AM} (?:studying|majoring in) (?!for\b)(?P<v>{_ANY})"),
    _pattern("education", "Studies {v}", rf"{_I} stud(?:y|ies) (?!for\b)(?P<v>{_ANY})"),
    _pattern("education", "Graduated from {v}", rf"{_I} graduated from (?P<v>{_ANY})"),
    _pattern("family", "{k}: {v}", rf"{_MY} (?P<k>{_PARTNERS}|{_PARENTS}|{_OTHERS}){_CALLED} (?P<v>{_NAME})"),
    _pattern("family", "{k}: {v}", rf"{_MY} (?P<k>{_PARTNERS}|{_PARENTS}|{_OTHERS}) (?P<v>{_NAME})"),
    _pattern("family", "Has a {k}", rf"{_MY} (?P<k>{_PARTNERS}|(?:son|daughter|brother|sister))\b(?! [A-Z])"),
    _pattern(
        "family",
        "Is {v}",
        rf"{_I_AM} (?P<v>single|married|engaged|divorced|widowed|pregnant)\b"
        rf"|{_I} got (?P<w>married|engaged|divorced)\b|\bWe got (?P<x>married|engaged|divorced)\b",
    ),
    _pattern(
        "family",
        "Has {v}",
        rf"{_I} (?:have|has) (?P<v>(?:one|two|three|four|five|six|\d) (?:young |little |older |younger )?"
        r"(?:kids?|children|child|sons?|daughters?|brothers?|sisters?|siblings|grandchildren))\b",
    ),
    _pattern(
        "pets", "{k}: {v}", rf"{_MY} (?P<k>{_PET}){_CALLED} (?P<v>{_NAME})|{_MY} (?P<l>{_PET}) (?P<w>{_NAME})"
    ),
    _pattern(
        "pets",
        "{k}: {v}",
        rf"{_I} (?:have|has|got|adopted|own) an? (?:[a-z]+ ){{0,2}}(?P<k>{_PET}),? (?:named|called) (?P<v>{_NAME})",
    ),
    _pattern(
        "pets", "Has a {k}", rf"{_MY} (?P<k>{_PET})\b(?! [A-Z])|{_I} (?:have|has|adopted) an? (?P<l>{_PET})\b"
    ),
    _pattern(
        "likes",
        "Favourite {k}: {v}",
        rf"{_MY} (?:all-time )?favou?rite (?P<k>[\w -]{{2,30}}?) (?:is|are) (?P<v>{_ANY})",
    ),
    _pattern(
        "likes",
        "Likes {v}",
        rf"{_I} (?:(?:absolutely|truly|totally|do) )*(?:loves?|likes?|enjoys?|adores?) (?P<v>{_ANY})"
        rf"|{_I_AM} (?:a (?:big|huge|great) fan of|really into|into|passionate about|crazy about|fond of)"
        rf" (?P<w>{_ANY})",
    ),
    _pattern("likes", "Prefers {v}", rf"{_I} prefers? (?P<v>{_ANY})"),
    _pattern(
        "dislikes",
        "Dislikes {v}",
        rf"{_I} (?:hates?|dislikes?|detests?|can['’]t stand|cannot stand|(?:don['’]t|doesn['’]t|do not) (?:really )?"
        rf"(?:like|enjoy)) (?P<v>{_ANY})|{_I} no longer (?:like|enjoy|love) (?P<w>{_ANY})",
    ),
    _pattern("health", "Is allergic to {v}", rf"{_I_AM} allergic to (?P<v>{_ANY})"),
    _pattern("health", "Is allergic to {v}", rf"{_I} (?:have|has) an allergy to (?P<v>{_ANY})"),
    _pattern("health", "Has {v}", rf"{_I} (?:have|has|suffer from) (?P<v>{_ILLNESS})\b"),
    _pattern("health", "Was diagnosed with {v}", rf"{_I} (?:was|got|been) diagnosed with (?P<v>{_ANY})"),
    _pattern(
        "health",
        "Eats {v}",
        rf"{_I_AM} (?:an? )?(?P<v>vegetarian|vegan|pescatarian|gluten[- ]free|lactose[- ]intolerant)\b",
    ),
    _pattern(
        "skills",
        "Speaks {v}",
        rf"{_I}(?: can)? speaks? (?:fluent )?(?P<v>{_LANGUAGES})\b|fluent in (?P<w>{_LANGUAGES})\b",
    ),
    _pattern("skills", "Plays {v}", rf"{_I} plays? (?:the )?(?!with\b|a role|it\b)(?P<v>{_ANY})"),
    _pattern(
        "skills",
        "Is learning {v}",
        rf"{_I_AM} (?:learning|practi[cs]ing) (?P<v>{_ANY})|{_I} started learning (?P<w>{_ANY})",
    ),
    _pattern(
        "habits",
        "",
        rf"{_I} (?:usually|always|often|never|normally|typically) [a-z]+|{_I} .{{3,120}}\b{_OFTEN}\b",
    ),
    _pattern(
        "plans",
        "",
        rf"{_I_AM} (?:going|planning|hoping) to [a-z]+|{_I} (?:plan|hope|intend|want) to [a-z]+"
        rf"|{_MY} (?:goal|dream|plan) is",
    ),
)

# Said of what is not so, or of somebody's wishes: nothing for a profile.
UNSURE = re.compile(
    r"\b(?:[Ii]f|unless|wish|might|maybe|perhaps|would|could|[Ii]['’]d|used to|pretend|imagine|dreamt|dreamed)\b"
    r"|[Ii] (?:don['’]t|do not|never) (?:live|work|have|own|play|speak|study)\b"
)
# Where a value ends although the sentence goes on.
VALUE_END = re.compile(
    r"\s(?:because|since|but|so|when|whenever|while|which|who|that|after|before|although|though|if|as (?:I|well)"
    r"|and (?:I|we|my|it|he|she|they|the|now)|with (?:my|him|her|them)|at the moment|right now|these days|nowadays"
    r"|for (?:the|about|over|almost|a|my|\w+ (?:years|months|weeks))|from \d|in \d{4}|last|this|next|since|yesterday"
    r"|today|recently|lately|now|too|anymore|any more|a lot|very much|so much|[—–-])\b.*"
)
NO_VALUE = re.compile(
    r"(?:it|its|that|this|these|those|you|your|him|her|them|how|what|when|where|seeing|being able|all|everything|here"
    r"|there|one|some|more|is|are|was|were|and|or|of|a ton"
    r"|a lot|so much|new things|from|to hear|hearing|to see|to be|the idea|the way|the sound|both|each|any)\b",
    re.IGNORECASE,
)
