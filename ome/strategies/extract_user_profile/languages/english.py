"""What people say of themselves in English: "I work as a nurse", "My dog is called Bo", "Always answer in French"."""

import re

from memory.language.english_dates import WEEKDAYS
from memory.language.lexicon import any_of
from memory.language.lexicon import english as words
from memory.language.periods import MONTHS
from memory.language.third_person.english import with_s
from ome.strategies.extract_user_profile.languages import asides, at_work, endings, everyday, recovery
from ome.strategies.extract_user_profile.languages.english_activities import DAYS
from ome.strategies.extract_user_profile.languages.english_frames import ENGLISH_FRAMES
from ome.strategies.extract_user_profile.languages.english_lasting import as_theirs, lasting_in
from ome.strategies.extract_user_profile.languages.grammar import Grammar, Pattern, ending, noted, small

_MONTHS = "|".join(MONTHS)
_I = (
    r"\b[Ii](?:['’]ve)?"
    r"(?: (?:also|now|just|only|still|currently|recently|finally|actually|really|mostly|mainly|have|had))*"
)
_WE = rf"(?:{_I}|\b[Ww]e(?:['’]ve)?(?: (?:also|now|just|recently|finally|have))*)"
_I_AM = (
    rf"(?:\b[Ii](?:['’]m| am)|{_I} (?:is|became|been)|\b[Ii](?:['’]ve| have) been)"
    r"(?: (?:also|now|currently|still|actually|just))*"
)
_I_HAVE = rf"(?:{_WE} (?:have|has|got|adopted|own)|\b(?:[Ii]|[Ww]e)['’]ve(?: got)?|\b(?:[Ii]|[Ww]e)ve got)"
_MY = r"\b[Mm]y"
_NAME = r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2}"
_PLACE = rf"(?!{at_work.TOOLS}(?!\w))(?:the )?[A-Z][\w'’-]*(?:(?: (?:de|of|la|del|am|on|the))? [A-Z][\w'’-]*){{0,3}}"
_ANY = r"[^.,;:!?\n()\[\]]{2,90}"
_WORK = r"[^.,;:!?\n()]{2,60}?(?=\s(?:at|for|in|on|with|and|because)\b|[.,;:!?(\n]|$)"
# "I'm a good cook" is no job.
_PRAISE = any_of("""
    good, bad, great, terrible, awful, decent, better, slow, fast, hard, careful, nervous, keen, bit, fan,
    friend, big, natural, born
""")
_NO_TRADE = rf"(?!an? (?:[a-z-]+ )?{_PRAISE} )"
_NOT_AT_HOME = r"(?! in (?:crime|law|business|the firm)\b)"
_PARTNERS = rf"(?:wife|husband|partner{_NOT_AT_HOME}|girlfriend|boyfriend|fianc[ée]e?|spouse)"
_PARENTS = r"(?:mother|father|mom|mum|dad|grandmother|grandfather|grandma|grandpa)"
_CHILDREN = r"(?:son|daughter|brother|sister|grandson|granddaughter)"
_RELATIVES = rf"(?:{_PARTNERS}|{_PARENTS}|{_CHILDREN}|cousin|uncle|aunt|niece|nephew)"
# What has to be known of relatives, too, by who cooks for them.
_IS_UNWELL = (
    # "is badly allergic to cow milk and eggs"
    r"(?:(?: is|['’]s| are) (?:(?:very|badly|severely|also|really|highly) )?(?:allergic to [a-z]{3,20}"
    r"(?: (?!(?:and|but|since|which|because)\b)[a-z]{3,12})?(?: (?:and|or) (?![a-z]+s [a-z])[a-z]{3,20})?"
    rf"|(?:an? )?(?:{'|'.join(words.ILL)}|{words.DIETS}|{words.IMPAIRED}|pregnant)"
    r"(?=[.,;!)]|$| (?:and|so|but|too|since)\b))"
    # "can't eat fish", "has diabetes"
    r"| (?:can['’]?t|cannot|doesn['’]?t|don['’]?t|mustn['’]?t) (?:eat|have|drink|tolerate) "
    rf"(?:any )?{words.FOODS}\b"
    rf"| (?:has|have) (?:{words.ILLNESS}|an? (?:[a-z]+ )?[a-z]+ allergy)\b)"
)
_BEFORE_NOTE = (
    r"(?:\bis|['’]s) (?:(?:very|badly|severely|also|really|highly|an?) )*"
    r"|(?=\b(?:can|doesn|mustn|has)\b|\bcannot\b)"
)
# Relatives who have no pattern of their own that notes it.
_OTHER_KIN = any_of("""
    youngest, eldest, oldest, middle one, little one, kids, children, twins, parents, in-laws,
    (?:mother|father|brother|sister)-in-law
""")
_NOT_LIKED = any_of("""
    it, that, this, these, those, them, him, her, me, us, you, the, my, your, our, his, their, when, how, what,
    where, being, seeing, to, everything, anything, nothing, nobody, an?, each, every, all, one
""")
# "sister Anna hates loud music", "kids are afraid of dogs"
_KIN_LIKES = (
    rf"(?:{_RELATIVES}|{_OTHER_KIN})(?: [A-Z][a-zà-öø-ÿ]+)? "
    r"(?:(?:really|absolutely|just|also|totally|all|both) ){0,2}"
    r"(?:hates?|loves?|likes?|adores?|detests?|can['’]?t stand|(?:doesn|don)['’]?t (?:like|touch)"
    r"|won['’]?t (?:eat|drink|touch)|(?:is|are) (?:scared|afraid|terrified) of) "
    rf"(?!{_NOT_LIKED}\b)[A-Za-z][\w'’-]+(?: (?!and\b|or\b|but\b|so\b)[\w'’-]+){{0,3}}?"
    r"(?: (?:and|or) [a-z]{3,15})?(?=[.,;:!?)]|$| (?:and|but|so|because|though|too|lol|haha)\b)"
)
_ACQUAINTANCES = r"(?:best friend|friend|roommate|flatmate|housemate|boss)"
_NO_NAMES = any_of("""
    I, He, She, It, That, This, There, Here, Who, What, My, Our, Her, His, Your, Their, The, They, Which, Where,
    And, But, So
""")
_NO_PERSON = rf"(?!{_NO_NAMES}\b)"
_OURS = r"\b(?:[Mm]y|[Oo]ur)"
# Excludes compounds, which name something else: a horse painting, a cat allergy.
_AFTER_ITS_VERB = any_of("""
    like, on, the, my, me, us, our, all, every, when, if, too, so, into, over, through, off, up, down
""")
_BEHIND_A_PET = any_of("""
    and, who, which, that, at, since, for, now, but, too, in, as, is(?! called| named), was, has, just, keeps?,
    loves?, likes?, hates?, sleeps?, always, never, wants?, needs?, gets?, got, went, goes, comes?, came, can,
    ate, eats, thinks, woke, wakes, chewed, snores, refuses, decided, hid, hides, ran, runs, barks, jumps,
    knows, follows, stole, steals, yesterday, today, last
""")
_ALONE = (
    r"(?=[.,;:!?)\n]|$|['’]s (?:been|a|so|very|always)\b"
    rf"| [a-z]{{2,12}}s {_AFTER_ITS_VERB}\b| {_BEHIND_A_PET}\b)"
)
_CALLED = r"(?:['’]s name is|['’]s called| is called| is named|,? named|,? called|,)"
_WHO_IS = rf"(?:{_CALLED}| is)? (?P<v>(?!I\b|{words.PEOPLES}\b)(?>{_NAME}))(?<!['’]s)"
_NOT_ALWAYS = r"(?! (?:on|during|most|some|every|apart|except|half|when|but)\b)"
_CLUBS = any_of("""
    choir, band, orchestra, quartet, club, team, gym, society, league, committee, board, council, allotment,
    group(?! chat), newsletter, scouts
""")
_FROM_A_DAY_TO_COME = (
    r"(?:\b(?:[Ff]rom|[Ss]tarting(?: in)?|[Aa]s of|[Bb]eginning(?: in)?) "
    rf"(?:next \w+|the \d|\d{{1,2}}(?:st|nd|rd|th) |(?:{_MONTHS}|{DAYS})\b(?! (?:to|till|until|through|on)\b))"
    r"|(?:^\W*|[,;] )[Nn]ext (?:week|month|year|spring|summer|autumn|fall|winter)\b)"
)
_PERIODS = any_of(f"""
    day, morning, evening, night, week, weekend, month, year, spring, summer, autumn, fall, winter, {DAYS}
""")
_OFTEN = (
    rf"(?:(?:every|each) (?:other )?(?:single )?{_PERIODS}"
    r"|(?:once|twice|three times|\w+ times) a (?:day|week|month|year)"
    r"|most (?:days|mornings|evenings|nights|weekends))"
)
_NOT_NOW = any_of(r"""
    \w+ed\b, was, were, had, did, went, ran, met, saw, got, took, made, came, thought, knew, felt, said, told,
    found, left, brought, bought, kept, gave, wrote, drove, ate, drank, slept, lost, spent, paid, heard,
    read about, began, became, grew, wanted, loved, could, would, will, have\b, am\b, can['’]t
""")
_NOT_PRESENT = rf"(?!{_NOT_NOW})"
_HABITUAL = r"(?:usually|always|often|normally|typically)"
_OFTEN_DONE = re.compile(rf"{_HABITUAL}|still|also|just|only|mostly|now")
_AGAIN_AND_AGAIN = rf"\b(?:{_OFTEN}|{_HABITUAL}|regularly|weekly|{DAYS}s|weekends)\b"

# What did not come about, and what somebody else says that the speaker does not believe.
_HAPPENED = any_of("""
    [a-z]{2,15}ed, became, bought, gave, got, had, left, quit, took, went, was, were, lost, chose
""")
_ALMOST = rf"\b(?:almost|nearly|just about) {_HAPPENED}\b"
_DISBELIEF = (
    r"\bI (?:(?:really|still|honestly|just|personally) )?(?:don['’]?t|do not) (?:(?:really|quite) )?"
    r"(?:believe|buy) (?:it|that|this|him|her|them|a word)\b"
    r"|\b(?:but|though|which) I (?:don['’]?t think so|(?:very much |really )?doubt)\b"
    r"|\b(?:but|which|though) (?:that |it |this )?(?:isn['’]?t|is not|['’]s not|is nonsense|is rubbish)"
    r"(?: (?:really|at all))?(?: (?:true|so|right|the case))?(?=[.,;!)]|$)"
)

# What a person wants of the assistant for good. Advice to friends uses other verbs: "Always wear a helmet".
_ANSWER = any_of("""
    answer, reply, respond, write, call me, address me, talk to me, speak to me, explain, format, suggest,
    recommend, propose, mention, summari[sz]e, translate, give me, show me, send me, ask me, ask before,
    check with me, cite, quote, round, delete, overwrite, commit, push, merge, deploy, install, rename, promise,
    offer
""")
_TEXTS = r"(?:answers|replies|responses|messages|texts|emails|explanations|summaries)"
_REACH = r"(?:[Rr]ing|[Cc]all|[Pp]hone|[Tt]ext|[Ee]mail|[Ww]rite|[Mm]essage)(?: to)?(?: me)?"
_FROM_NOW_ON = r"(?:[Ff]rom now on|[Gg]oing forward|[Ff]rom here on|[Ii]n (?:the )?future|[Aa]s a rule)"
_INSTRUCTED = (
    r"[^.,;:!?\n()]{2,100}?(?=(?:,? please|,? from now on|,? in (?:the )?future)?"
    r"(?:[.,;:!?\n()]|$| and (?:always|never|don['’]t|please)\b| (?:because|since|so that) ))"
)


def _third_person(text: str) -> str:
    """`go to my choir` as `goes to their choir`."""
    parts = text.split()
    place = 1 if len(parts) > 1 and _OFTEN_DONE.fullmatch(parts[0]) else 0
    parts[place] = with_s(parts[place])
    return as_theirs(" ".join(parts))


_BEFORE = r"^\W*(?:(?:yes|yeah|yh|yep|well|so|and|also|ok|just|haha|btw),? )*"
# Sentences whose subject and verb are left out: "Moved to Lisbon last month", "Allergic to nuts, by the way".
_DROPPED = (
    (
        rf"{_BEFORE}"
        r"(?P<rest>moved to (?-i:[A-Z])|(?:got|adopted) an? |work (?:as|at|for) |live in (?-i:[A-Z]))",
        "I ",
    ),
    (
        rf"{_BEFORE}(?P<rest>(?:(?:currently|now) )?(?:living in|working (?:as|at|for)|studying|allergic to) )",
        "I am ",
    ),
    (rf"{_BEFORE}been (?P<rest>living in )", "I am "),
    (rf"{_BEFORE}(?P<rest>{words.DIETS} (?:now|these days)\b)", "I am "),
    (rf"(?:{_BEFORE}|[,;] )(?P<rest>(?:re)?training (?:as|to be(?:come)?) an? )", ", I am "),
    (rf"(?:{_BEFORE}|[,;] )(?P<rest>back (?:living )?(?:at|with|in) (?:my|our) )", ", I am "),
    (rf"{_BEFORE}(?P<rest>can['’]?t (?:stand|bear|abide) )", "I "),
    (rf"{_BEFORE}(?P<rest>don['’]?t eat (?:any )?[a-z]+ any ?more\b)", "I "),
    (rf"{_BEFORE}(?:still )?(?P<rest>can['’]?t (?:eat|have|drink) (?:any )?{words.FOODS}\b)", "I "),
    (
        r"\b(?:I['’]ve|I have) been (?P<rest>(?:living in|working (?:as|at|for)) )|\bim (?P<rest2>[a-z])",
        "I am ",
    ),
    # Whoever asks "guess who" means themselves.
    (r"^\W*guess who (?P<rest>(?:(?:finally|just) )?(?:got an?|adopted|made the|joined|moved to) )", "I "),
    (
        r"^\W*guess who(?:['’]s| is) (?P<rest>(?:(?:finally|now) )?(?:an? |engaged|pregnant|vegan|vegetarian))",
        "I am ",
    ),
)
# "live in fear", "live in my van", "got our house in order"
_NO_PLACES = any_of(r"""
    fear, hope, town, chaos, halls, squalor, sin, denial, luxury, peace, poverty, pain, harmony, the\b, my\b,
    our\b, an?\b, this\b, that\b, one\b, two\b, it\b, her\b, his\b, their\b, student, shared, rented, separate,
    different, order, mourning, ruins, bed, bits, boxes, pieces, flames, tears, strike, need, question, general
""")
_AFTER_PLACE = any_of("""
    now, and, with, since, in, last, this, from, for, but, so, because, on, after, when, by, yesterday, today
""")
# Messages without any large letter: "i live in bristol", "the keys to our flat in leeds".
_SMALL_PLACE = re.compile(
    r"\b(?P<before>(?:I|i|[Ww]e)(?:['’]ve)?(?: (?:still|now|just|recently|both|finally)){0,2} "
    r"(?:live in|(?:moved|relocated) (?:back )?to)"
    r"|(?:our|my|a)(?: (?:new|little|tiny|own|first)){0,2} (?:flat|apartment|house|studio|bedsit) in) "
    rf"(?P<place>(?!{_NO_PLACES})[a-z]{{3,20}})(?=[.,;!)]|$| {_AFTER_PLACE}\b)"
)
_NO_NAMES = any_of(r"""
    it, him, her, them, me, us, you, off, out, in, back, up, for, on, the, a, an, and, my, yesterday, today, earlier,
    again, twice, home
""")
_SMALL_NAME = re.compile(
    rf"\b(?P<before>(?:called|named)) (?P<place>(?!{_NO_NAMES}\b)[a-z]{{2,12}})(?=[.,;!)]|$| and\b)"
)
# Other than those that standard spelling has put in (memory.language.spelling).
_CAPITAL = re.compile(rf"\b(?!I\b|(?:{'|'.join((*MONTHS, *map(str.capitalize, WEEKDAYS)))})s?\b)[A-Z]")
_DROPPED_WORDS = tuple((re.compile(pattern, re.IGNORECASE), said) for pattern, said in _DROPPED)


# Verbs that share the subject of the clause before them: "I work as a nurse and live with my sister".
_LASTING_VERBS = any_of(r"""
    live (?:in|with|at|near|on|alone), work (?:as|at|for|in|from), speak [A-Z], play (?:the|in|for), study,
    teach, run an?, own an?, drive an?, ride an?,
    (?:love|enjoy) (?!me\b|you\b|it\b|them\b|him\b|her\b|th[aei]\w*\b)[a-z]+, coach, collect, volunteer,
    sing in, keep (?:bees|hens|chickens|horses), have (?:an?|two|three)
""")
_SHARED_SUBJECT = re.compile(
    r"\b(?P<before>(?:I|[Ww]e)(?:['’](?:m|ve|re))?\b"
    r"(?:(?! (?:to|would|could|should|let|make|help|watch|hear|see)\b)[^.!?;:\n]){2,80}?(?:,? and|,? but|,) )"
    rf"(?P<between>(?:(?:also|now|still|just|only|then|mostly) )?{_LASTING_VERBS}\b)"
)
# "I speak Dutch, French and a bit of Welsh"
_SPOKEN_LIST = re.compile(
    rf"\b(?P<verb>I(?: can)? speak )(?P<list>(?:fluent )?{words.SPOKEN}"
    rf"(?:(?:, | and |, and )(?:(?:a (?:bit|little) of|some|basic|a little|passable) )?{words.SPOKEN}){{1,5}})\b"
)
_SPOKEN_WORD = re.compile(rf"\b{words.SPOKEN}\b")


def _written_out(sentence: str) -> str:
    """`Moved to Lisbon` and `I've been living in Lisbon` as `I moved to Lisbon` and `I am living in Lisbon`.

    Clauses that share their subject get one each: "I work as a nurse and I live with my sister".
    """
    subject = "we" if sentence[:2].lower() == "we" else "I"
    sentence = _SHARED_SUBJECT.sub(rf"\g<before>{subject} \g<between>", sentence)
    sentence = _SPOKEN_LIST.sub(
        lambda match: ", ".join(f"{match['verb']}{one}" for one in _SPOKEN_WORD.findall(match["list"])),
        sentence,
    )
    if _CAPITAL.search(sentence) is None:
        for pattern in (_SMALL_PLACE, _SMALL_NAME):
            sentence = pattern.sub(lambda match: f"{match['before']} {match['place'].title()}", sentence)
    for dropped, said in _DROPPED_WORDS:
        match = dropped.search(sentence)
        if match:
            rest = match["rest"] or match.groupdict().get("rest2") or ""
            sentence = (
                f"{sentence[: match.start()]}{said}{rest[:1].lower()}{rest[1:]}{sentence[match.end() :]}"
            )
    return sentence


_BIRTH = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTHS})|(?:{_MONTHS}) \d{{1,2}}(?:st|nd|rd|th)?)"

_PERSON_PATTERNS = (
    Pattern(
        "name: Is called {v}",
        rf"{_MY} name(?:['’]s| is) (?P<v>{_NAME})|{_I}(?:['’]ve)? changed my name to (?P<v4>{_NAME})"
        rf"|\b(?:[Cc]all|calls) me (?P<v2>{_NAME})"
        rf"|^\W*+(?:(?:[Hh]i|[Hh]ello)\W++)?I(?:['’]m| am) (?P<v3>{_NAME})"
        r"(?=, (?:nice|pleased|glad)|,? by the way)",
    ),
    Pattern(
        "age: Is {v} years old",
        rf"{_I_AM} (?P<v>\d{{1,3}}) years old|{_I} turned (?P<v2>\d{{1,3}})\b"
        rf"|{_I_AM} (?P<v3>1[6-9]|[2-9]\d|{words.AGES})(?=[,.;!)]|$| (?:now|already|years old|and(?! \d))\b)",
    ),
    Pattern(
        "birthday: Birthday: {v}",
        rf"{_MY} birthday(?:['’]s| is) (?:on )?(?:the )?(?P<v>\d[^.,;!?\n]{{2,30}}|[A-Z][^.,;!?\n]{{2,30}})"
        rf"|{_I} was born on (?:the )?(?P<v2>{_BIRTH})"
        rf"|{_I} turn(?:ed)? (?:\d{{1,3}}|{words.AGES}) on (?:the )?(?P<v3>{_BIRTH})",
    ),
    Pattern(
        "from: Is from {v}",
        rf"{_I_AM} (?:originally )?from (?P<v>(?!the [a-z]){_PLACE})"
        rf"|{_I} (?:grew up|was born) (?:in|on) (?P<v2>{_PLACE})",
    ),
    Pattern(
        "from: Moved here from {v}",
        rf"{_WE} (?:moved|relocated|emigrated) (?:over )?(?:here|over|to {_PLACE}) from (?P<v>{_PLACE})"
        rf"|{_WE} came (?:over )?(?:here )?from (?P<v2>{_PLACE})"
        r"(?= (?:when I|as an? |in (?:19|20)\d\d|(?:\w{1,10} ){1,2}years ago))",
    ),
    Pattern("from: Is {v}", rf"{_I_AM} (?P<v>{words.PEOPLES})\b"),
    Pattern("hand: Is {v}", rf"{_I_AM} (?P<v>left-handed|ambidextrous)\b"),
)

# With whom people live, for a time, or for good.
_HOSTS = any_of("parents, nan, gran, mum, mom, dad, folks, sister, brother, aunt, uncle, grandparents")
_HOME_PATTERNS = (
    Pattern(
        "home: Lives in {v}",
        rf"{_WE} (?:moved|relocated) (?:back )?(?:from {_PLACE} )?to (?P<v>(?!the [a-z]){_PLACE})"
        # "I and Ben live right by the river in York"
        rf"|{_WE} (?:and {_NAME} )?lives? (?:(?:right|just|alone|close|near|down|out|up|with|by)\b"
        rf"(?:(?! who | and | where )[^.,;:!?\n]){{0,30}}? )?in (?P<v2>(?!the [a-z]){_PLACE})"
        rf"|{_MY} {_PARTNERS} and I live in (?P<v3>{_PLACE})"
        rf"|{_I}(?:['’]ve| have)? lived in (?P<v4>{_PLACE})(?= (?:for|since) [^.!?]{{1,30}}(?:now|$|[.!?]))"
        rf"|{_I} arrived in (?P<v5>{_PLACE})(?=,? (?:my|our) new home)"
        rf"|{_I_AM} (?:living|based) in (?P<v6>(?!the [a-z]){_PLACE})"
        # "Our little flat in Leith", unless it was sold
        rf"|{_OURS} (?:(?:new|little|tiny|own) )?(?:flat|apartment|place)(?:['’]s| is)? in "
        rf"(?P<v7>(?!the [a-z])(?>{_PLACE}))(?![^.!?\n]{{0,40}}\b(?:sold|selling|let|rented|was|were|had)\b)"
        # "We've been in Leith since spring"
        rf"|\b(?:[Ii]|[Ww]e)(?:['’]ve| have) been (?:back )?in (?P<v8>(?!the [a-z]){_PLACE})"
        r"(?= (?:for (?:[\w-]{1,12} ){1,2}years|since (?:\d{4}|(?:last )?(?:spring|summer|autumn|fall|winter))))"
        # "I have a studio in York", unless for holidays
        rf"|{_I_HAVE} an? (?:[a-z-]{{1,12}} ){{0,2}}(?:flat|apartment|house|studio|bedsit|cottage) in "
        rf"(?P<v10>(?!the [a-z])(?>{_PLACE}))"
        r"(?![^.!?\n]{0,40}\b(?:sell|sold|selling|let|rent|holidays?|summer|weekends?)\b)"
        # "I've lived here in York for almost ten years"
        rf"|\b(?:[Ii]|[Ww]e)(?:['’]ve| have) (?:lived|been) (?:here )?in (?P<v11>(?!the [a-z])(?>{_PLACE}))"
        r"(?=,? (?:since \d{4}|for (?:over |about |almost )?[\w-]+ years))"
        rf"|{_WE} settled (?:down )?in (?P<v9>(?!the [a-z]){_PLACE})",
        # "I'm back living with my parents in York now"
        rf"{_I_AM}(?: back| living){{1,2}} (?:at|with|in) (?:my|our) {_HOSTS}['’]?s?['’]?"
        rf"(?: (?:place|house|flat))? in (?P<v>{_PLACE})"
        r"(?= (?:now|again|for now|after|since|because)\b|[.,;!)]|$)",
    ),
    Pattern(
        "household: Lives with their {v}",
        rf"{_I}(?: still)? live (?:with|at) my (?P<v>parents|mum|mom|dad|grandparents|sister|brother|aunt)"
        r"(?=[.,;!)]|$| (?:and|because|while|until|at the moment)\b)",
    ),
    Pattern(
        "home: Lives at {v}",
        r"^I live at (?P<v>\d{1,4}[a-z]? [A-Z][^.;:!?\n]{3,60}|[A-Z][^.;:!?\n]{3,60}\d[^.;:!?\n]{0,30})",
    ),
    Pattern(
        "home: Lives in {v}",
        rf"(?<![\w'’-])(?P<v>(?!The ){_PLACE}), (?:which|that)(?:['’]s| is) (?:home|where (?:I|we) live)\b",
        even_if_unsure=True,
    ),
)

# The council, the bakery: what is known by its kind.
_WORKPLACES = rf"(?:{words.EMPLOYERS}|{words.HOUSES})"
_BUSINESSES = any_of("""
    shop, bookshop, bakery, caf[ée], restaurant, company, business, farm, studio, startup, firm, clinic,
    gallery, hotel, garage, pub, bar, salon, nursery, hostel
""")
_NOT_TAUGHT = any_of("""
    you, him, her, them, us, my, an?, it, that, those, these, some, his, our, your, on, at, in, every, there,
    part, again, for, the, this, next, from, most, two, three, full, till, until, every, tonight, today,
    tomorrow, mornings, evenings, abroad, here, there, near, with, by, as, all, so, and, but, because, now,
    online, again
""")
_WORKING_TIMES = any_of("nights, days, shifts, evenings, weekends, mornings, part[- ]time, full[- ]time")
_WORK_PATTERNS = (
    Pattern(
        "job: Works as {v}",
        rf"(?:{_I} works?|{_I_AM} working) as (?P<v>{_WORK})",
        rf"{_I} (?:start(?:ed|s)?|begin)(?: (?:work|on \w+|next \w+|in \w+))? as "
        rf"(?P<v>an? (?:[a-z-]+ ){{0,2}}{words.JOBS})\b",
        rf"{_I_AM} {_NO_TRADE}(?P<v>an? (?:[a-z-]+ ){{0,3}}{words.JOBS})\b",
        # "I'm the head of sales", "I'm with the city council, as a planner", "I'm a joiner by trade",
        # "As a nurse, I see a lot"
        rf"{_I_AM} (?P<v>(?:the|an?) (?:head|director|manager|founder|owner|CEO|CTO) of {_WORK})"
        rf"|{_I_AM} (?:now )?(?:with|at|in) [^.,;:!?\n]{{3,40}}, (?:as )?(?:an? )?"
        rf"(?P<v4>(?:[a-z-]+ )?{words.JOBS})(?=[,.;!]|$)"
        rf"|{_I_AM} (?P<v2>an? [a-z][a-z -]{{2,30}}?) by (?:trade|profession|training)\b"
        rf"|^\W*(?:[Aa]s|[Bb]eing) (?P<v3>an? (?:[a-z-]+ ){{0,2}}{words.JOBS}),? "
        r"(?:I\b|(?:that|this|it)['’]s\b|you (?:get|see|learn|know|have|need|can)\b)",
        rf"{_I} (?:got|started|landed|took|accepted)(?: an?| my)? (?:new )?job as (?P<v>{_WORK})",
    ),
    Pattern(
        "job: Is training as {v}",
        rf"{_I_AM} (?:re)?training (?:as|to be(?:come)?) (?P<v>an? (?:[a-z-]+ ){{0,2}}{words.JOBS})\b"
        rf"|{_I_AM} an? (?:apprentice|trainee) (?P<v2>(?:[a-z-]+ ){{0,2}}{words.JOBS})\b",
    ),
    Pattern(
        "leave: Is on {v}",
        rf"{_I_AM} (?:currently )?on (?P<v>(?:maternity|paternity|parental|adoption) leave)\b",
        values=r"(?:maternity|paternity|parental|adoption) leave",
    ),
    Pattern(
        "remote: Works from home",
        rf"(?:{_I} works?|{_I_AM} working) from home\b"
        r"(?! (?:today|tomorrow|this|on|one|two|three|some|most|a)\b)",
    ),
    Pattern(
        "job: Drives {v}",
        rf"{_I} drives? (?P<v>(?:the |an? )?(?:school |night |city )?"
        r"(?:bus|buses|taxis?|trams?|lorry|lorries|ambulances?|cabs?))\b(?! to)",
    ),
    Pattern(
        "job: Runs {v}",
        rf"{_I} (?:run|own)s? (?P<v>(?:my|an?) (?:own )?(?:[a-z-]+ ){{0,2}}{_BUSINESSES})\b",
    ),
    Pattern(
        "job: Teaches {v}",
        rf"{_I} teach(?:es)? (?P<v>(?!{_NOT_TAUGHT}\b)[a-z]+(?: and [a-z]+)?)\b",
        beside=True,
    ),
    Pattern(
        "job: Is {v}",
        rf"{_I_AM} (?P<v>retired|unemployed|self-employed|a freelancer)\b"
        rf"|{_I} (?P<v2>retired)(?=[.,;!)]|$| (?:now|so|from|in|last|at|two|three|\w+ years|early|this)\b)",
    ),
    Pattern(
        "employer: Works at {v}",
        rf"(?:{_I} works?|{_I_AM} working) (?:{_WORKING_TIMES} )?(?:at|for) "
        rf"(?P<v>(?!home|myself|the moment|it|you|me|free|\d|the (?-i:[a-z])){_ANY})"
        rf"|{_I} works? as an? [^.,;:!?\n()]{{2,40}}? (?:at|for) (?P<v4>[A-Z][^.,;:!?\n()]{{1,60}})"
        rf"|{_I} (?:got|started|landed|took)(?: an?| my)? (?:new )?job at (?P<v2>{_ANY})"
        rf"|{_I_AM} (?:an?|the) (?:[a-z-]+ ){{0,3}}"
        rf"(?:{words.JOBS}|(?:head|director|manager) of [a-z ]{{2,30}}) at (?P<v3>[A-Z][^.,;:!?\n()]{{1,60}})"
        # "I've been at Siemens for ten years"
        rf"|\b[Ii](?:['’]ve| have) been at (?P<v5>{_NAME})(?<!['’]s) "
        r"(?=(?:for|since) [^.,;:!?\n()]{0,20}(?:years\b|months\b|\d{4}))",
    ),
    Pattern(
        "employer: Works at the {v}",
        rf"(?:{_I} (?:works?|finish)|{_I_AM} working) (?:{_WORKING_TIMES} )?(?:at|for) the "
        rf"(?P<v>(?:(?!same|nearest|other|wrong|whole|entire|old|former|only)[a-z]+ ){{0,2}}{_WORKPLACES})\b"
        r"(?! table)",
        # "at the care home, where I work", "my colleagues at the museum"
        r"\b(?:at|from|in) the (?P<v>[a-z]{3,15}(?: [a-z]{3,15})?),? where I(?: now)? work\b"
        rf"|\b[Mm]y (?:colleagues|workmates|co-?workers) (?:at|from|in) the (?P<v2>{_WORKPLACES})\b",
    ),
    Pattern(
        "employer: Works in {v}",
        rf"{_I_AM} (?:now )?with (?P<v3>(?:the |a )?{_WORKPLACES})\b"
        rf"|{_I} works? in (?P<v>{words.WORKPLACE})\b"
        r"|\b(?:at|from|in) (?P<v2>an? [a-z]{3,15}(?: [a-z]{3,15})?),? where I(?: now)? work\b",
    ),
    ending(
        rf"{_I} (?:quit|lost|left|resigned from|was fired from) (?:my|the) job"
        rf"|{_I} (?:was|got) (?:fired|laid off)\b"
        rf"|{_I} (?:give|gave|given) (?:my )?notice at (?:work|{_NAME})"
        rf"|{_I} (?:resigned\b|(?:handed|sent) in my (?:notice|resignation))",
        ends=("job", "employer"),
    ),
)

_NOT_STUDIED = any_of("""
    for, nights, days, evenings, mornings, weekends, hard, at, full-time, part-time, all, really, a lot, too,
    like, abroad, online
""")
_KINDS_OF_DEGREE = any_of("""
    university, college, bachelor['’]?s, master['’]?s, postgraduate, joint, first, law, teaching
""")
_DEGREES = any_of("degree, diploma, doctorate, PhD, BSc, BA, MSc, MA")
_COURSES = any_of("PhD, doctorate, master['’]?s?, bachelor['’]?s?, degree, diploma, course, class")
_EDUCATION_PATTERNS = (
    Pattern(
        "studies: Studies {v}",
        rf"{_I_AM} (?:studying|majoring in) (?!{_NOT_STUDIED}\b)(?P<v>{_ANY})",
        rf"{_I} stud(?:y|ies) (?!for\b)(?P<v>{_ANY})",
        rf"{_I_AM} (?:doing|taking) (?:an? |my )?(?:[a-z-]{{1,12}} ){{0,2}}{_COURSES} in (?P<v>{_ANY}?)"
        r"(?= at | on |[.,;:!?\n]|$)",
    ),
    Pattern(
        "studies: Is {v}",
        rf"{_I_AM} {_NO_TRADE}(?P<v>an? (?:[A-Za-z-]+ ){{0,3}}student)\b(?! (?:nurse|teacher|at heart|of))",
        r"(?:^|[,;] )\W*[Aa]s (?P<v>an? (?:[A-Za-z-]+ ){0,3}student),? I(?:['’]m| am| get| have| live| pay)\b",
        values=r"an? .*student",
    ),
    Pattern(
        "degree: Has {v}",
        rf"{_I_HAVE} (?P<v>an? (?:{_KINDS_OF_DEGREE} )?{_DEGREES} in "
        r"(?!mind\b|common\b)[a-z]+(?: (?:and )?[a-z]+)?)(?=[.,;!)]|$| (?:and|from|but)\b)",
    ),
    Pattern(
        "studies: Studies {v}",
        rf"{_I}(?:['’]ve| have)? (?:swapped|switched|changed|transferred) from {words.STUDIES} to "
        rf"(?P<v>{words.STUDIES})\b",
    ),
    Pattern(
        "studies: Studied {v}",
        rf"{_I} (?:did|studied|read) (?P<v>(?!my |the |a |it\b|this |that )[a-z]{{4,20}}(?: [a-z]{{3,20}})?)"
        r" at (?:university|uni|college|[A-Z])",
    ),
    Pattern("graduated: Graduated from {v}", rf"{_I} graduated from (?P<v>{_ANY})"),
)

_OFFSPRING = any_of("""
    kids?, children, child, sons?, daughters?, brothers?, sisters?, siblings, grandchildren, boys, girls
""")
_FAMILY_PATTERNS = (
    Pattern(
        "family: {k}: {v}",
        rf"{_OURS} (?P<k>{_RELATIVES})(?P<v>,? [A-Z][\w-]{{1,20}}(?: [A-Z][\w-]{{1,20}})?,?{_IS_UNWELL})",
        noted=True,
        shaped=noted(_BEFORE_NOTE),
    ),
    Pattern(
        "family: Has a {k} {v}",
        rf"{_OURS} (?P<k>{_RELATIVES})(?P<v>{_IS_UNWELL})",
        noted=True,
        values=r"\(.+\)",
        shaped=noted(_BEFORE_NOTE),
    ),
    Pattern(
        "kin: {v}",
        rf"{_OURS} (?P<v>{_KIN_LIKES}|{_OTHER_KIN}{_IS_UNWELL})",
        values=rf"(?:{_RELATIVES}|{_OTHER_KIN})\b.+",
        shaped=lambda text: re.sub(r"^(\w+est)\b", r"\1 child", text),
    ),
    Pattern("family: {k}: {v}", rf"{_MY} (?P<k>{_RELATIVES}){_WHO_IS}", even_if_unsure=True),
    Pattern(
        "family: {k}: {v}",
        rf"\b[Oo]ur (?P<k>son|daughter){_WHO_IS}",
        # "with Anna, my wife", "Anna is my wife"
        rf"\b(?:with|and|is|meet|met|ask|asked|thank|love|for) (?P<v>(?!I\b){_NAME}), my (?P<k>{_RELATIVES})"
        r"(?=[.,;!?)]|$| (?:and|who|is|was|has|will)\b)",
        rf"(?:^\W*|[,;] |\band ){_NO_PERSON}(?P<v>[A-Z][a-zà-öø-ÿ-]+)(?:['’]s| is) my (?P<k>{_RELATIVES})"
        r"(?=[.,;!?)]|$| and\b)",
    ),
    Pattern(
        "family: Has a {k}",
        r"\b[Oo]ur (?P<k>son|daughter|grandson|granddaughter)\b"
        r"(?!-|['’]s| [A-Z]|, [A-Z]| is called| is named|, named|, called)",
        rf"{_MY} (?P<k>{_PARTNERS}|{_CHILDREN})\b"
        r"(?!-| [A-Z]|['’]s name| is called| is named|, named|, called)"
        rf"|{_MY} (?P<k2>{_PARTNERS}) and I\b"
        rf"|{_I_HAVE} an? (?P<k3>{_PARTNERS}|{_CHILDREN})\b",
    ),
    Pattern(
        "family: {k}: {v}",
        rf"{_MY} (?:new )?(?P<k>{_ACQUAINTANCES}){_WHO_IS}",
        rf"(?:^\W*|[,;] |\band ){_NO_PERSON}(?P<v>[A-Z][a-zà-öø-ÿ-]+)(?:['’]s| is) my "
        r"(?P<k>roommate|flatmate|housemate|boss)(?=[.,;!?)]|$| and\b)",
        category="people",
    ),
    Pattern(
        "status: Is {v}",
        rf"{_I_AM} (?P<v>single|married|engaged|divorced|widowed|pregnant)\b(?! to)"
        rf"|{_MY} (?:ex-?)?{_PARTNERS} and I (?:are|got) (?P<v7>divorced)\b"
        rf"|{_WE} got (?P<v2>married|engaged|divorced)\b(?! to the)"
        rf"|{_I_AM} (?P<v3>married)(?= to [A-Z])"
        r"|\b[Ww]e(?:['’]re| are) (?P<v4>married|engaged|divorced)\b(?! to)"
        r"|\b[Ww]e(?:['’]ve| have) been (?P<v5>married)(?= (?:for|since|(?:[\w-]{1,12} ){1,2}years)\b)"
        r"|(?:^\W*|[,;] )(?:\w{1,10} ){1,2}years (?P<v6>married)\b",
    ),
    Pattern(
        "status: Is {v}",
        rf"{_I_AM} (?:an? )?(?P<v>widow(?:er)?)\b"
        rf"|\bsince (?:{_MY[2:]} (?P<v2>(?:husband|wife)) (?:died|passed away)"
        r"|I lost my (?P<v3>(?:husband|wife)))\b",
        shaped=lambda text: "widowed",
    ),
    Pattern(
        "children: Parent of {v}",
        rf"{_I_AM} (?:an? )?(?:(?:single|new|proud|working|stay-at-home) )?"
        r"(?:mum|mom|mother|dad|father|parent) (?:of|to) "
        r"(?P<v>(?:two|three|four|five|six|twins|triplets)"
        r"(?: (?:boys|girls|kids|children|sons|daughters|teenagers))?)\b",
    ),
    ending(
        rf"{_WE} (?:got|are|have) (?:a )?divorced?\b"
        rf"|{_I_AM} (?:divorced|widowed|single)\b",
        ends=("partner",),
    ),
    Pattern(
        "children: Has a child",
        r"\b[Mm]y (?:(?:own|little|oldest|eldest|youngest) )?(?:kid|child|little one|eldest|oldest|youngest)"
        r"(?=['’]s\b|[.,;!)]|$| (?:is|has|was|and|goes|got|can|needs|wants|starts|loves)\b)"
        r"|\bsince the baby(?=[.,;!)]|$| came| was born| arrived)",
        even_if_unsure=True,
    ),
    Pattern(
        "children: Has {v}",
        rf"{_I_HAVE} "
        rf"(?P<v>(?:one|two|three|four|five|six|\d) (?:young |little |older |younger )?{_OFFSPRING})\b"
        rf"|{_MY} (?P<v2>kids|children|grandchildren|grandkids|toddler|teenagers?|baby (?:boy|girl))\b"
        r"|\b(?:[Ww]ith the|[Mm]y|[Oo]ur|me and the) (?P<v7>twins|triplets)\b"
        rf"|{_I_AM} a parent of (?P<v3>twins|triplets)\b"
        rf"|{_OURS} (?P<v4>(?:two|three|four|five) (?:(?:young|little|older|younger|grown-up) )?"
        r"(?:kids|children|sons|daughters|boys|girls|brothers|sisters|grandchildren))\b"
        rf"|{_I_HAVE} (?P<v5>a newborn|a baby|twins|triplets)\b(?! (?:due|coming|on the way)\b)"
        r"(?! [a-z]+ (?:bump|shower))"
        # "I have a six-month-old"
        rf"|{_I_HAVE} (?P<v6>an? [\w-]{{1,20}}[- ](?:year|month|week)s?[- ]old"
        r"(?: (?:baby|son|daughter|toddler|boy|girl))?)(?=[.,;!)]|$| (?:and|who|at|so|to)\b)",
    ),
)

# "My sister has a dog and a cat called Tom", "I saw ..."
_NOT_MY_PET = any_of("has, had, have, gave, saw, met, know, he, she, they, his, her, their, neighbou?rs?")
# "I have to groom the horse": who does that has one.
_SEEN_TO = any_of("bring, take, leave, let, brush, groom, collect, bringing, taking, leaving")
_FLOCK = any_of("""
    hens, chickens, ducks, geese, goats, sheep, alpacas, llamas, donkeys, quails, ponies, budgies, guinea pigs,
    stick insects
""")
_SEVERAL_PETS = any_of(f"""
    {words.PET}s, puppies, ponies, hens, chickens, geese, ducks, goats, sheep, donkeys
""")
_PET_PATTERNS = (
    Pattern(
        "pet: {k}: {v}",
        rf"{_OURS} (?P<k>{words.PET})(?:{_CALLED}| is)? (?P<v>{_NAME})",
        # "It's me, my wife and a dog called Bo"
        rf"^(?!.{{0,80}}\b{_NOT_MY_PET}\b)[^.!?\n]{{0,60}}?\b(?:[Mm]y|[Oo]ur)\b[^.!?\n]{{1,40}}?"
        rf",? and an? (?:[a-z]+ ){{0,2}}?(?P<k>{words.PET}) (?:called|named) (?P<v>{_NAME})",
        rf"{_OURS} (?P<k>{words.PET}s)(?: are called| are named|,)? (?P<v>[A-Z][a-z]+ and [A-Z][a-z]+)\b",
        # "Yes, a black cat named Bo", "I have two sons and a cat called Bo"
        r"^\W*(?:(?:[Yy]es|[Yy]eah|[Yy]ep|[Jj]ust|[Oo]nly),? )*(?:[Aa]n?|[Oo]ne) (?:[a-z]+ ){0,3}"
        rf"(?P<k>{words.PET}),? (?:named|called) (?P<v>{_NAME})",
        rf"(?:{_I_HAVE}|\b[Ii]['’]ve|\b[Ww]e['’]ve) [^.!?\n]{{2,50}}? and (?:an? |one )(?:[a-z]+ ){{0,2}}"
        rf"(?P<k>{words.PET}),? (?:named |called )(?P<v>{_NAME})",
    ),
    Pattern(
        "pet: Has a {k}",
        r"\b(?:[Ii]|[Ii]['’]ll|[Ii]['’]m|[Ww]e|[Ww]e['’]ll) (?:have to |need to |must |will |can |could )?"
        rf"{_SEEN_TO} the (?P<k3>{words.PET})\b(?! (?:food|bowl|bed|lead|flap|basket|show|out of the bag))"
        rf"|\b(?:garden|space|room|run|hutch|cage|stable) for the (?P<k4>{words.PET})\b"
        rf"|\b(?:walk|walking|feed|feeding|fed) the (?P<k>{words.PET})\b"
        rf"|\b(?:at|from|to) the vet(?:['’]?s)? with (?:the|my|our) (?P<k2>{words.PET})\b",
        rf"{_OURS} (?P<k>{words.PET})\b{_ALONE}|{_I_HAVE} an? (?:(?!toy)[a-z]+ )?(?P<k2>{words.PET})\b{_ALONE}",
    ),
    Pattern(
        "pet: Has {v}",
        rf"\b(?:at|from|to) the vet(?:['’]?s)? with (?:the|my|our) (?P<v>{words.PET}s)\b",
        rf"(?:{_I_HAVE}|\b(?:[Ii]|[Ww]e)['’]ve (?:only|also|even|just) got|\b[Ww]e have) "
        rf"(?:only |just |also |some |a few )*(?P<v>{_FLOCK})\b(?=[.,;!)]|$| (?:and|in|too|now)\b)"
        rf"|{_I} (?:breed|keep|raise)s? (?P<v2>{_FLOCK})\b"
        rf"|\band (?:breed|keep|raise) (?P<v3>{_FLOCK})\b",
        rf"{_OURS} (?P<v>(?:two|three|four) "
        rf"(?:[a-z]+ )?{words.PET}s(?:, [A-Z][a-z]+ and [A-Z][a-z]+)?)\b(?! (?:food|bowls))",
        rf"{_I_HAVE} (?P<v>(?:two|three|four|five|six|\d) "
        rf"{_SEVERAL_PETS}(?:,? (?:called |named )?[A-Z][a-z]+ and [A-Z][a-z]+)?)\b",
    ),
    ending(
        rf"{_MY} (?P<k>{words.PET})(?: (?P<v>{_NAME}))? (?:has )?(?:just )?(?:died|passed away)"
        rf"|{_I} lost (?:my|our) (?P<k2>{words.PET})\b"
        rf"|{_WE} had to put (?:my|our) (?P<k3>{words.PET}) down",
        ends=("pet",),
    ),
)

_PLAYED = any_of("""
    bridge, chess, tennis, squash, badminton, hockey, rugby, golf, cricket, darts, poker, cello, violin, guitar,
    piano
""")
_SPORTSPEOPLE = any_of("""
    runner, swimmer, climber, cyclist, rower, birdwatcher, knitter, quilter, hiker, surfer
""")
_NOT_DISLIKED = any_of(r"""
    one\b, way\b, thing\b, something\b, day\b, time\b, part\b, bit\b, it\b, that\b, this\b, them\b
""")
_TASTE_PATTERNS = (
    Pattern(
        "favourite: Favourite {k}: {v}",
        # "Ramen is my all-time favourite food"
        r"(?:^\W*|[,;:] )(?P<v2>(?!(?:It|That|This|He|She|They|What|These|Those|There)\b)"
        r"[A-Z][\w'’ -]{2,30}?) (?:is|are) my (?:all-time )?favou?rite "
        r"(?P<k2>(?!part|bit|thing|one|place is|way|hobby|of\b)[\w-]{2,20})(?=[.,;!)]|$)",
        rf"{_MY} (?:all-time )?favou?rite (?P<k>(?!part|bit|thing|one|place is|way)[\w -]{{2,30}}?) "
        rf"(?:is|are) (?P<v>{_ANY})",
    ),
    Pattern(
        "likes: Likes {v}",
        rf"{_I} (?:(?:absolutely|truly|totally|do) )*(?:loves?|likes?|enjoys?|adores?) (?P<v>{_ANY})"
        rf"|{_I_AM} (?:really )?"
        r"(?:a (?:big|huge|great) fan of|really into|into|passionate about|crazy about|fond of) "
        rf"(?P<v2>{_ANY})",
        rf"(?:{_I_AM}|\b[Ii] got|\bgot me) (?:(?:totally|completely|really) )?"
        rf"(?:hooked on|obsessed with|addicted to) (?P<v>{_ANY})",
    ),
    Pattern(
        "learning: Has taken up {v}",
        rf"{_I} (?:took up|taken up|got into) (?:the )?(?P<v>(?!a lot|the habit|trouble|bed|work){_ANY})",
    ),
    Pattern(
        "likes: Likes {v}",
        r"(?:^\W*|[,;:] |\b(?:and|but) )(?P<v>[A-Za-z][a-z'’ -]{2,30}?) (?:is|are) (?:really |very much )?my "
        r"(?:thing|passion|(?:main |favou?rite |big )?hobby|great love)\b",
        shaped=small,
    ),
    Pattern(
        "likes: Is a keen {v}",
        rf"{_I_AM} an? (?:keen|avid|passionate|enthusiastic) (?P<v>[a-z][a-z -]{{2,30}})",
    ),
    Pattern(
        "likes: Is a member of the {v}",
        rf"{_I} (?:made|got into) the (?P<v>(?:[a-z-]+ ){{1,3}}team)\b"
        rf"|{_I} (?:joined|sing in|play in|row for) the (?P<v2>(?:[a-z-]+ ){{0,3}}(?:choir|band|orchestra))\b",
    ),
    Pattern(
        "likes: Is a member of {v}",
        rf"{_I} (?:joined|sing in|play in|row for) "
        r"(?P<v>an? (?:[a-z-]+ ){0,3}(?:choir|band|orchestra|club|society|league|team))\b",
        rf"{_I_AM} a member of (?P<v>(?:an?|the) {_ANY})",
    ),
    Pattern(
        "likes: Keeps {v}",
        rf"{_I} keep (?:the )?(?P<v>bees|hens|chickens|goats|sheep|pigs|ducks|budgies|pigeons)\b",
    ),
    Pattern(
        "likes: Is a {v}",
        rf"{_I_AM} (?:more of |mostly |mainly |really |very much )*an? (?P<v>{_PLAYED} player"
        rf"|(?:fell |marathon |cold-?water |open-?water |wild )?{_SPORTSPEOPLE})\b",
    ),
    Pattern(
        "likes: Collects {v}",
        rf"{_I} collects? (?P<v>(?!(?:mum|mom|dad|nan|gran|him|her|you|my)\b){_ANY})",
    ),
    Pattern("prefers: Prefers {v}", rf"{_I} prefers? (?P<v>(?!not\b|to\b){_ANY})"),
    Pattern(
        "dislikes: Dislikes {v}",
        rf"{_I} (?:hates?|dislikes?|detests?|loathes?|can['’]t stand|cannot stand|can['’]t abide"
        rf"|(?:don['’]t|doesn['’]t|do not) (?:really )?(?:like|enjoy)) (?P<v>(?!to\b){_ANY})"
        rf"|{_I} no longer (?:like|enjoy|love) (?P<v2>{_ANY})"
        rf"|{_I} can['’]t bear (?P<v3>(?!to\b|it\b|the thought){_ANY})"
        rf"|{_I_AM} not (?:really )?(?:a (?:big |great |huge )?fan of|keen on) (?P<v4>{_ANY})",
        rf"\b(?P<v>(?!{_NOT_DISLIKED})[a-z]{{3,20}}), which I (?:really |absolutely )?"
        r"(?:hate|can['’]t stand|can['’]t bear|loathe|detest)(?=[.,;!)]|$)",
    ),
    Pattern(
        "dislikes: Dislikes {v}",
        r"(?:^\W*|[,;:] |\b(?:and|but) )(?P<v>[A-Za-z][a-z'’ -]{2,30}?) (?:isn['’]t|is not|aren['’]t|are not) "
        r"(?:really )?(?:my thing|my cup of tea)\b",
        shaped=small,
    ),
    Pattern("dislikes: Is afraid of {v}", rf"{_I_AM} (?:scared|afraid|terrified) of (?P<v>{_ANY})"),
)

_HARMFUL = rf"(?:{words.FOODS}|{words.ALLERGENS})"
_LEFT_OUT = any_of("[Nn]o, without, any, suggest, recommend, bring, eat, have, add, use")
# "Peanuts would kill me", "milk upsets my stomach"
_UPSETS = any_of(r"""
    (?:would|could|will|can) kill me, (?:upsets?|upset) my stomach, doesn['’]?t agree with me,
    don['’]?t agree with me, makes? me (?:really |very |so )?(?:sick|ill|throw up|bloated)(?! of),
    (?:makes?|made) my (?:throat|tongue|lips|face|eyes) \w+,
    (?:sends?|puts?|would send|would put) me (?:to|in) (?:A&E|hospital),
    (?:gives?) me (?:terrible |awful |bad |stomach )*cramps
""")
_OF_OTHERS = any_of("""
    he, she, his, her, they, their, mum, mom, dad, wife, husband, son, daughter, friend, sister, brother, you,
    charity, patients?, about, reading, research, book, film
""")
_BODY_PARTS = any_of("knee, back, hip, shoulder, ankle, wrist, heart, neck")
_RUINED = any_of("shot, knackered, gone, had it, bad, dodgy, ruined, wrecked, given out, gave out")
_TREATED = any_of("""
    blood pressure, heart, thyroid, cholesterol, asthma, diabetes, migraines?, back, stomach, anxiety, sleep,
    nerves
""")
_AFTER_MY_ILLNESS = any_of("""
    is, was, has, would, will, won['’]t, and, again, makes, comes, came, got, keeps, started, medication,
    tablets
""")
_HEALTH_PATTERNS = (
    Pattern(
        "allergy: Is allergic to {v}",
        rf"{_I_AM} allergic to (?P<v>(?!Mondays|work|you){_ANY})",
        rf"{_I_HAVE} an allergy to (?P<v>{_ANY})"
        rf"|(?:{_I_HAVE} an?|{_MY})(?: (?:severe|bad|mild|serious|slight|terrible|nasty))? "
        r"(?P<v2>(?!severe|bad|mild|serious|slight|food)[a-z]+) allergy\b"
        # What should be left out, and is named only there: "No nuts please, I'm allergic to them".
        rf"|\b{_LEFT_OUT} (?P<v3>(?!it\b|that\b|this\b|them\b|any\b|no\b)"
        r"[a-z]{3,20}(?: [a-z]{3,12}(?<!please))?)(?: please)?(?:,| –| -| because| since| as) I(?:['’]m| am) "
        r"(?:(?:very|really|badly) )?allergic(?= to (?:it|that|them)\b|[.!]|$)",
    ),
    Pattern(
        "allergy: Reacts badly to {v}",
        rf"(?<![\w-])(?P<v6>(?i:{_HARMFUL}))\b(?=[^.!?\n]{{0,60}}?{words.REACTS})"
        rf"|{words.REACTS} [^.!?\n]{{0,30}}?(?:from|of|with|on|when I (?:eat|drink|touch|have)) "
        rf"(?P<v7>{_HARMFUL})\b",
        # "Red wine gives me migraines", "No kiwis, they make me ill", "No walnuts, they make my throat itch"
        r"(?:^\W*|[,;:] |\b(?:and|but|because|since) )"
        r"(?P<v>(?!it\b|that\b|this\b|he\b|she\b|they\b|you\b|what\b|the\b|which\b)[A-Za-z]+(?: [a-z]+)?) "
        rf"(?:brings? me out in|gives? me|makes me come out in) {words.REACTION}\b"
        r"|\b[Nn]o (?P<v4>[a-z]{3,20})\b[^.,;!?\n]{0,40}, (?:they|it) "
        rf"(?:(?:brings? me out in|gives? me|makes? me come out in) {words.REACTION}"
        r"|makes? me (?:really |very |so )?(?:sick|ill|throw up|bloated))\b"
        rf"|\b[Nn]o [^.,;!?\n]{{0,30}}?\b(?P<v5>[a-z]{{0,8}}nuts|{words.FOODS}|{words.ALLERGENS})\b"
        r"[^.,;!?\n]{0,40}, (?:they|it) makes? my (?:throat|tongue|lips|face) "
        rf"|{_I} (?:come|came|break|broke) out in (?:hives|a rash|spots) "
        rf"(?:from|with|(?:when|if) I (?:eat|touch|drink)) (?P<v2>{_ANY})"
        rf"|{_I} (?:react|reacts) (?:badly|allergically) to "
        rf"(?P<v3>(?!criticism|change|stress|people|pressure|surprises|being){_ANY})",
        shaped=small,
    ),
    Pattern(
        "allergy: Has to avoid {v}",
        rf"{_I}(?:['’]ve got to| have to|['’]ve to| must| need to| ought to)? "
        r"(?:avoid|steer clear of|stay (?:away from|off)|keep (?:away from|off)|lay off|go near) "
        rf"(?P<v>{_HARMFUL})\b(?<!go near cats)(?<!go near dogs)"
        r"(?! (?:till|until|before|this|tonight|today|tomorrow|for (?:a|the|two|three|now|today))\b)"
        # "Gluten is the only thing I have to avoid", "Milk upsets my stomach"
        rf"|(?:^\W*|[,;:] |\b(?:and|but) )(?P<v2>{_HARMFUL}|(?i:{_HARMFUL})) (?:is|are) (?:the )?(?:only )?"
        r"(?:one |thing |things |what )?I (?:do )?(?:have to|['’]ve got to|need to|must) "
        r"(?:avoid|steer clear of|stay away from|keep away from|watch out for)"
        rf"|(?:^\W*|[,;:] |\b(?:and|but|because) )(?P<v3>(?i:{_HARMFUL})) {_UPSETS}",
        shaped=small,
        even_if_unsure=True,
    ),
    Pattern(
        "allergy: Does not tolerate {v}",
        rf"{_I} (?:can['’]?t|cannot) (?:have|touch|be near) (?P<v9>{_HARMFUL})\b[^.!?]{{0,40}}, I "
        r"(?:swell|come out|get ill|choke|can['’]t breathe|break out)"
        rf"|{_I_AM} intolerant to (?P<v>{_ANY})"
        rf"|{_I_HAVE} an? (?P<v2>[a-z]+) intolerance\b"
        rf"|{_I} (?:can['’]t|cannot|don['’]t) (?:tolerate|digest) (?P<v3>{words.FOODS})\b",
    ),
    Pattern(
        "condition: Is {v}",
        rf"{_I_AM} (?:(?:a bit|a little|slightly|very|quite|rather|pretty|practically|going) )?"
        rf"(?P<v>{words.IMPAIRED})(?=[.,;!)]|$| (?:in|and|so|since|from|too|myself)\b)",
        values=words.IMPAIRED,
    ),
    Pattern(
        "condition: {v}",
        rf"{_I} (?P<v>use a wheelchair|walk with an? (?:stick|cane|frame))\b",
        shaped=_third_person,
    ),
    Pattern(
        "condition: Has {v}",
        rf"(?:{_I_HAVE}|\b[Ii](?:['’]ve| have) had(?=[^.!?]{{1,40}}\b(?:for|since)\b)"
        r"|\b[Ii](?:['’]ve| have) been having"
        rf"|{_I} (?:keep )?get(?:ting)?|{_I} suffers? from|because of(?: my)?) (?P<v>{words.ILLNESS})\b",
        # By itself, or what is wrong of the body: "I'd go by bike, osteoarthritis", "my knee's shot".
        rf"^(?!.{{0,200}}\b(?i:{_OF_OTHERS})\b)(?:[^.!?\n]{{0,120}}[,;:] )?(?:an? |two |three |my )?"
        rf"(?P<v>{words.ILLNESS})(?=[,;.!]|$)",
    ),
    Pattern(
        "condition: Has a bad {v}",
        rf"{_MY} (?:(?:left|right|bad|poor) )?(?P<v>{_BODY_PARTS})"
        r"(?:['’]s| is| has| are| weren['’]t| wasn['’]t)? "
        rf"(?:(?:really|completely|totally|always been) )?{_RUINED}\b",
        even_if_unsure=True,
    ),
    Pattern(
        "condition: Is on {v}",
        rf"{_I_AM} (?:back )?on (?P<v>{words.DRUGS})\b"
        rf"|{_I} (?:take|inject|need) (?P<v2>(?!oxygen){words.DRUGS})\b",
    ),
    Pattern(
        "condition: Has {v}",
        rf"{_I_AM} (?:an? )?(?:type [12] )?"
        rf"(?P<v>{'|'.join(words.ILL)})\b(?! (?!(?:so|and|but|since|too|as|now|which|or)\b)[a-z])",
        shaped=words.ILL.__getitem__,
    ),
    Pattern(
        "condition: Takes {v}",
        r"^I take (?P<v5>[A-Za-z]{5,20}) as medication"
        rf"|{_I}(?:['’]m| am)? (?:take|taking|on) "
        rf"(?P<v>[a-z]{{4,20}}(?<!about)(?<!only)(?<!over) {words.DOSE})"
        rf"|{_I} (?:take|am taking) (?P<v2>{words.DOSE} (?:of )?[a-z]{{4,20}})\b"
        rf"|{_I}(?:['’]m| am)? (?:take|taking|on) "
        r"(?P<v3>(?!care|time|something|pills|tablets|medicine|medication)[a-z]{4,20})"
        rf"(?= for my {_TREATED}\b)"
        rf"|{_I}(?:['’]m| am)? (?:take|taking|on) (?P<v4>{words.DRUG_NAME})\b",
        # By itself, as an answer: "Just ramipril 5 mg for my blood pressure".
        r"^(?!.{0,200}\b(?i:he|she|his|her|they|their|you|your|patients?)\b)(?:[^.!?\n]{0,80}[, ])?"
        rf"(?P<v>[a-z]{{4,20}} {words.DOSE})(?= for my\b)",
    ),
    Pattern(
        "smoking: No longer smokes",
        rf"{_I} (?:stopped|quit|gave up|given up) smoking\b(?! (?:for|till|until|during)\b)"
        rf"|{_I} (?:no longer smoke|(?:don['’]?t|do not) smoke any ?more)\b"
        rf"|{_I_AM} an ex-smoker\b",
    ),
    Pattern(
        "smoking: Does not smoke",
        rf"{_I} (?:don['’]?t|do not|never) smoked?(?=[.,;!)]|$| (?:and|or|but|at all)\b)"
        rf"|{_I_AM} a non-?smoker\b",
    ),
    Pattern(
        "smoking: Smokes",
        rf"{_I} smoke"
        r"(?=[.,;!)]|$| (?:a lot|about|around|\d|ten|twenty|a pack|too much|cigarettes|when)\b)"
        rf"|{_I_AM} a (?:heavy |light )?smoker\b",
    ),
    Pattern(
        "condition: Has {v}",
        rf"{_MY} (?P<v>(?!an? ){words.ILLNESS})(?=[.,;!)]|$| {_AFTER_MY_ILLNESS}\b)",
        even_if_unsure=True,
    ),
    Pattern("condition: Was diagnosed with {v}", rf"{_I} (?:was|got|been) diagnosed with (?P<v>{_ANY})"),
    Pattern(
        "diet: Is {v}",
        rf"(?:{_I_AM} (?:an? )?(?P<v>{words.DIETS})"
        rf"|\b[Ww]e(?:['’]re| are) (?P<v2>vegetarian|vegan))\b{_NOT_ALWAYS}"
        rf"|\b(?:is|['’]s|are|['’]re) (?:an? )?(?P<v3>{words.DIETS})s?,? (?:and )?so (?:I am|am I)\b",
    ),
    Pattern(
        "diet: Eats {v}",
        rf"{_I} (?:only )?eats? (?:only )?(?P<v>{words.DIETS}|halal|kosher)\b|{_I} keep (?P<v2>kosher|halal)\b",
    ),
    *(
        Pattern(
            f"diet: Does not {verb} {{v}}",
            rf"{_WE} (?:don['’]?t|doesn['’]?t|do not|can['’]?t|cannot|never) (?:eat|drink) (?:any )?"
            rf"(?P<v>{things})\b"
            rf"|{_I} (?:can['’]?t|cannot) (?:do|have) (?:any )?(?P<v2>{things})\b"
            rf"|\b[Nn]either of us (?:eats|drinks|can eat|can have) (?P<v3>{things})\b"
            rf"|{_WE} (?:gave up|given up|stopped (?:eating|drinking)|cut out|(?:don['’]t|never) touch"
            rf"|(?:haven['’]t|not) (?:eaten|drunk|touched)) (?:any )?(?P<v4>{things})\b",
            beside=True,
        )
        for verb, things in (("eat", words.DISHES), ("drink", words.DRINKS))
    ),
    Pattern(
        "diet: Drinks no alcohol",
        rf"{_I} (?:don['’]t|do not) drink(?= (?:at all|any ?more)\b)|\bhaven['’]t touched a drop\b",
        beside=True,
    ),
    ending(rf"{_I_AM} (?:no longer|not) (?:an? )?{words.DIETS}\b", ends=("diet",)),
)

# What others only borrow or play on somewhere: "my cello".
_OWN_THINGS = any_of("""
    accordion, fiddle, violin, viola, cello, guitar, banjo, ukulele, flute, clarinet, saxophone, trumpet,
    trombone, harp, piano, drums, mandolin, bagpipes, oboe, concertina, motorbike, campervan, camper van,
    caravan, narrowboat, sailing boat, allotment, telescope, kiln, loom, greenhouse
""")
_SKILL_PATTERNS = (
    Pattern(
        "owns: Has their own {v}",
        r"(?<!sold )(?<!lost )(?<!away )(?<!sell )(?<!selling )(?<!stole )(?<!stolen )\b[Mm]y (?:own )?"
        rf"(?:(?:old|new|beloved|electric|acoustic) )?(?P<v>{_OWN_THINGS})"
        r"(?=[.,;!?)]|$| (?:is|was|in|at|to|with|and|on|for|along)\b)(?! (?:teacher|lesson))",
        even_if_unsure=True,
    ),
    Pattern(
        "speaks: Speaks {v}",
        rf"{_I}(?: can)? speaks? (?:fluent |a little |some )?(?P<v>{words.SPOKEN})\b"
        rf"|fluent in (?P<v2>{words.SPOKEN})\b",
        rf"{_I} (?:only |also )?(?:know|understand) (?P<v3>{words.SPOKEN})(?=[.,;!]|$| and\b)"
        rf"|{_MY} (?P<v2>{words.SPOKEN})(?:['’]s| is) (?:(?:quite|pretty|really|fairly|actually) )?"
        r"(?:decent|good|fluent|okay|ok|fine|not bad|passable)\b"
        rf"|{_I}(?: can)? speaks? (?:fluent )?{words.SPOKEN},? and (?:a little |some )?"
        rf"(?P<v>{words.SPOKEN})\b",
    ),
    Pattern(
        "plays: Plays {v}",
        rf"{_I}(?: can)? plays? (?:a (?:bit|little) of )?(?:the )?(?!with\b|a role|it\b|any\b|along\b)"
        rf"(?P<v>{_ANY}?)(?=\s(?:in|with|for|at|on|every|since)\b|[.,;:!?\n()\[]|$)",
    ),
    Pattern(
        "learning: Is learning {v}",
        rf"{_I_AM} (?:learning|practi[cs]ing) (?:the )?(?P<v>(?!to\b|about\b|how\b|that\b){_ANY}?)"
        r"(?= (?:with|from|on|using|at|because|since|now|by)\b|[.,;:!?\n()]|$)"
        rf"|{_I} started learning (?:the )?(?P<v2>{_ANY})"
        rf"|{_I_AM} taking (?P<v3>[A-Za-z]+) (?:lessons|classes)\b"
        rf"|{_I_AM} teaching myself (?:the )?(?P<v4>(?!to\b|how\b){_ANY})",
    ),
)

# What tells that no pursuit has been given up: "stopped working for today", "quit bothering him".
_NO_OBJECTS = any_of("""
    for, until, till, when, because, him, her, them, you, it, me, that, this, so, as
""")
_HABIT_PATTERNS = (
    Pattern(
        "habit: {v}",
        rf"(?:^\W*|[,;] |\b(?:and|but) )[Ii] (?P<v>{_NOT_PRESENT}(?!go (?:{_OFTEN}|maybe|about|at least)\b)"
        rf"(?:{_HABITUAL} )?[a-z]+ (?:(?!\band (?:I|[Ww]e|my)\b)[^.,;!?\n]){{0,100}}?\b"
        rf"{_OFTEN}(?: (?:morning|evening|night|before \w+|after \w+))?)"
        rf"|^\W*I (?P<v2>{_HABITUAL} {_NOT_PRESENT}[a-z]+ [^.,;!?\n]{{2,80}}?)"
        r"(?=[.,;!?\n]|$| (?:since|because|but|so|and I|when)\b)",
        shaped=_third_person,
    ),
    Pattern(
        "commute: Commute: {v}",
        r"\b[Mm]y commute(?:['’]s| is| takes(?: me)?) "
        r"(?P<v>(?:(?:about|around|over|nearly|almost|roughly|only) )?"
        r"(?:an hour|half an hour|\d{1,3}|[a-z-]{2,15} (?:minutes|mins|hours|miles)|door to door)"
        r"(?! (?:late|today|this|behind))[^.,;!?\n]{0,50})",
    ),
    Pattern(
        "shift: Shift: {v}",
        r"\b[Mm]y shifts? (?P<v>(?:starts?|begins?|runs?) (?:at|from) (?!the\b)[^.,;!?\n]{2,40})"
        r"(?![^.!?]{0,40}\b(?:today|tomorrow|tonight)\b)",
    ),
    Pattern(
        "letting: {k}: {v}",
        r"\b(?:[Mm]y|[Oo]ur) (?P<k>landlord|landlady|lease|housing association) "
        r"(?P<v>(?:(?:won['’]t|doesn['’]t|does not) (?:let|allow)|lives (?!in)) ?[^.,;!?\n]{3,60})",
        shaped=as_theirs,
    ),
    Pattern(
        "family: {k}: {v}",
        r"\b[Mm]y (?P<k>(?:mum|mom|mam|dad|mother|father)['’]s "
        r"(?:side(?: of the family)?|family|people|parents)|family|parents|grandparents|folks)"
        r"(?:['’]s| is| are|['’]re| were| was| came| come| emigrated| moved| immigrated)? "
        r"(?P<v>(?:(?:over|here|originally) ){0,2}from (?-i:[A-Z])[^.,;!?\n]{2,40}"
        rf"|{words.PEOPLES})(?=[.,;!?)]|$)",
    ),
    ending(
        rf"{_WE} (?:quit|left|gave up|given up|dropped out of) (?:the|my|our) "
        rf"(?P<v>(?:[a-z]+ ){{0,2}}{_CLUBS})\b(?![- ](?!last|this|in|after|because|and|but|so|now|when)\w)",
        rf"{_WE} (?:quit|stopped|gave up|given up) "
        rf"(?P<v>(?!smoking\b)[a-z]{{2,12}}ing(?: (?!{_NO_OBJECTS}\b)[A-Za-z]{{1,15}}){{0,4}})\b"
        r"(?![^.!?]{0,60}\b(?:for (?:a|now)|until|till|today|tonight|to \w+)\b)",
        r"\b(?:[Ii]|[Ww]e) (?:(?:don['’]?t|do not) (?P<v>(?!(?:like|love|enjoy|smoke)\b)[a-z]{2,12}"
        rf"(?: (?!{_NO_OBJECTS}\b)[a-z]{{1,15}}){{0,4}}) (?:any ?more|any longer)"
        r"|no longer (?P<v2>(?!(?:like|love|enjoy|smoke)\b)[a-z]{2,12}"
        rf"(?: (?!{_NO_OBJECTS}\b)[a-z]{{1,15}}){{0,4}}))\b",
        ends=("about",),
    ),
)

_UNITS = any_of(r"""
    metric, imperial, miles, kilometres, kilos, grams, euros, pounds, dollars, celsius, fahrenheit,
    the 24-hour \w+
""")
_MEASURED = any_of("[Pp]rices, [Dd]istances, quantities, amounts, temperatures, measurements, weights, times")
_INSTRUCTION_PATTERNS = (
    Pattern(
        "instruction: Instruction: {v}",
        r"(?:^\W*|[,;:] |\b(?:and|but) )"
        r"(?:(?:[Pp]lease|[Aa]nd|[Bb]ut|[Oo]kay|[Oo]k|[Ss]o|[Aa]lso)\W{1,5}){0,4}"
        rf"(?:{_FROM_NOW_ON},? (?:please )?(?P<v>(?:(?:always|never|only|do not|don['’]t) )?"
        rf"(?:{_ANSWER}|use|keep|include|add|put|start|end|leave out|convert|sort) {_INSTRUCTED})"
        rf"|(?:please )?(?P<v2>(?:[Aa]lways|[Nn]ever) {_ANSWER} {_INSTRUCTED})"
        # How somebody wants to be reached, and what is wanted instead of what:
        # "Please ring, don't text", "miles please, never kilometres".
        r"|(?:please |only |just |do ){0,2}"
        rf"(?P<v3>{_REACH},? (?:please,? )?(?:and )?(?:don['’]t|do not|not|never|rather than|instead of) "
        rf"(?:(?:just|by|to) )?(?:{_REACH}|texting|calling|ringing|phoning|emailing|writing)\b)"
        # "Distances in miles, please"
        r"|(?:(?i:give|show|put|write|list|keep|convert) (?:me )?)?(?:the |all )?"
        rf"(?P<v7>{_MEASURED} in {_UNITS})(?=,? please\b|[.,;!]|$)"
        r"|(?P<v4>[a-z]{3,15},? please,? (?:and )?(?:never|not) [a-z]{3,15})(?=[.,;!]|$)"
        rf"|(?:please )?(?P<v6>{_ANSWER} [^.,;:!?\n()]{{2,80}}?)"
        r"(?=,? (?:from now on|going forward|in (?:the )?future)\b)"
        r"|[Pp]lease (?P<v8>stop (?:call|text|email|phon|ring|messag|send|suggest|add|us)ing\b"
        r"[^.;:!?\n()]{2,60}?)(?=[.;:!?\n]|$)"
        rf"|[Pp]lease (?P<v5>(?:keep|make) (?:your |the |all |any )?{_TEXTS} {_INSTRUCTED}))",
        shaped=small,
        even_if_unsure=True,
    ),
)

_IN_A_STORY = any_of("story, game, play, film, movie, dream, book, novel, sketch, musical, panto")
_UNSURE = any_of(r"""
    [Ii]f, unless, wish, might, (?:maybe|perhaps)(?! (?:once|twice|\d|two|three|four|five)), would, could,
    [Ii]['’]d, used to, pretend, imagine, dreamt, dreamed, miss, misses, looking for, applied
""")
_CLAUSE_STARTS = any_of("""
    I, we, my, it, he, she, they, the, now, a, an, am, have, live, work, own, study, speak, run, drive, keep,
    hate, love, want, need
""")
# Where the value ends.
_TAILS = any_of(rf"""
    (?:for|with|to|on|at|in|of|about) (?:that|this|it|them|those|these|him|her), because, since, but, so, when,
    whenever, while, which, who, that, after, before, although, though, if, as (?:I|well), and {_CLAUSE_STARTS},
    with (?:my|him|her|them), at the moment, right now, these days, nowadays,
    at (?:\d{{1,2}}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty),
    for (?:the|about|over|almost|a|my|\w+ (?:years|months|weeks)), from \d, in \d{{4}}, last,
    this (?:week|month|year|morning|summer|winter|spring|autumn|fall|time), next, since, yesterday, today,
    recently, lately, now, too, anymore, any more, a lot, very much, so much, haha, lol,
    on (?:{DAYS}s?|weekends), in (?:{_MONTHS}|[A-Z]\w+), as a child
""")
# What only refers to something said before, or says too little.
_NO_VALUES = any_of("""
    it, its, that, this, these, those, my, our, your, his, her, their, you, him, them, how, what, when, where,
    why, who, people, things, stuff, someone, somebody, everyone, seeing, being able, all, everything, anything,
    nothing, here, there, one, some, more, is, are, was, were, and, or, of, a ton, a lot, so much, new things,
    from, to, hearing, both, each, every, any, not, part, another, for, with, in, on, at, by, -
""")

ENGLISH = Grammar(
    patterns=(
        *_PERSON_PATTERNS,
        *_HOME_PATTERNS,
        *_WORK_PATTERNS,
        *_EDUCATION_PATTERNS,
        *_FAMILY_PATTERNS,
        *_PET_PATTERNS,
        *_TASTE_PATTERNS,
        *_HEALTH_PATTERNS,
        *_SKILL_PATTERNS,
        *_HABIT_PATTERNS,
        *everyday.ENGLISH,
        *endings.ENGLISH,
        *recovery.ENGLISH,
        *at_work.ENGLISH,
        *asides.ENGLISH,
        *_INSTRUCTION_PATTERNS,
    ),
    frames=ENGLISH_FRAMES,
    unsure=re.compile(
        rf"\b{_UNSURE}\b|{_FROM_A_DAY_TO_COME}|{_ALMOST}|{_DISBELIEF}"
        r"|(?<!\bI )\b"
        r"(?:thinks?|believes?|reckons?|assumes?|swears?|convinced|tells? (?:people|everyone|everybody)) "
        r"(?:(?:that|why) )?I\b"
        r"|\b(?:asks?|asked|wonders?|wondered|wants to know) (?:whether|why) I\b"
        r"|\b[Ii]t['’]?s not like I\b"
        rf"|\b[Ii]n (?:this|the|my|a|our) {_IN_A_STORY}\b"
        r"|\b(?:says?|said|goes|joke[sd]?|asked)[,:]? [\"“‘']"
    ),
    often=re.compile(_AGAIN_AND_AGAIN),
    value_end=re.compile(rf"\s(?:{_TAILS}|[—–-])(?!\w).*"),
    no_value=re.compile(
        rf"(?-i:[Tt]he (?![A-Z]))|{_NO_VALUES}(?!\w)|.{{0,90}}\b(?:this|these|that|those|them|it|him|you)\b",
        re.IGNORECASE,
    ),
    name_end=" ",
    first_person="I ",
    conjunction=" and ",
    separator=", ",
    full_stop=".",
    called=re.compile(rf"{_RELATIVES}|{_ACQUAINTANCES}|{words.PET}", re.IGNORECASE),
    partners=re.compile(_PARTNERS, re.IGNORECASE),
    several=re.compile(
        rf"{_CHILDREN}|cousin|uncle|aunt|niece|nephew|(?:best )?friend|roommate|flatmate|housemate",
        re.IGNORECASE,
    ),
    until="Until {month} {year}: {v}",
    months=MONTHS,
    doubts=re.compile(
        rf"{_FROM_A_DAY_TO_COME}|{_ALMOST}"
        r"|\b(?:might|maybe|perhaps|would|could|[Ii]['’]d|used to|miss|misses|looking for|applied"
        r"|[Ii]f (?=you(?:['’](?:re|ve|d)| (?:need|ever|have|don['’]t|see|can|could|are))\b))\b"
    ),
    written_out=_written_out,
    lasting=lasting_in,
)
