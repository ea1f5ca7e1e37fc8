"""What English speakers do or are for long, known by grammar: "I sing second soprano in the parish choir".

A simple present tells a habit where its verb is one of doing and nothing ties it to one occasion: its object has no
article ("I write crime novels"), its verb tells nothing else ("I quilt"), or it is said how often.
"""

import re
from collections.abc import Iterator

from memory.language.lexicon import any_of
from memory.language.third_person.english import IRREGULAR_PAST, with_s
from ome.strategies.extract_user_profile.languages.english_activities import (
    ACTIVITIES,
    DAYS,
    FOR_NOW,
    HAD_OFTEN,
    INSTITUTION,
    KIND,
    LIKE_ADVERBS,
    MONTHS_NAMED,
    OF_THE_MOMENT,
    OFTEN,
    PERIOD,
    SEASON,
    SEVERAL,
    TOGETHER,
    TOGETHER_OFTEN,
    WITH_ONLY,
)
from ome.strategies.extract_user_profile.languages.grammar import Groups, Pattern

MOST_CHARS = 90  # a longer clause tells a story
MOST_CLAUSE_CHARS = 200

_ITEMS = {
    category: Pattern("habit: {v}", category=category)
    for category in (
        "habits", "identity", "work", "home", "family", "education", "health", "possessions", "plans", "past"
    )
}  # fmt: skip
_BY_VERB: dict[str, list[tuple[re.Pattern[str], str]]] = {}
for _verb, _follows, _where in ACTIVITIES:
    _BY_VERB.setdefault(_verb, []).append((re.compile(rf"\A(?:{_follows})", re.IGNORECASE), _where))
_OFTEN = re.compile(rf"\b{OFTEN}", re.IGNORECASE)
_SEVERAL = re.compile(SEVERAL, re.IGNORECASE)
_KIND = re.compile(KIND, re.IGNORECASE)
_HAD_OFTEN = re.compile(HAD_OFTEN)
_MOMENTS = any_of("secs?, seconds?, minutes?, mins?, bit, moment, hours?, while, row")
_HOURS = any_of(r"\d, noon, one, two, three, four, five, six, seven, eight, nine, ten")
# What ties a clause to one occasion.
_OCCASIONS = any_of(rf"""
    tonight, today, tomorrow, tmrw, yesterday, this (?!is\b)[a-z]+, these (?!days)[a-z]+, (?:next|last) [a-z]+,
    on {DAYS}(?! (?:nights|mornings|evenings|afternoons)), on the \d\w*, later, soon, asap, then, right now,
    now and, meanwhile, for (?:tonight|today|tomorrow|{DAYS}|supper|dinner|lunch), from {_HOURS}\b, at the door,
    already, again, just now, instead, someday, one day, the other day, once (?!(?:a|every|or twice)\b),
    in (?:an?|half an|a few|two|three|five|ten|\d+) {_MOMENTS}\b(?! (?:each|door)),
    for (?:\w+ ){{1,2}}(?:minutes?|hours?|days?|moment|while|bit), first(?=\W{{0,9}}\Z| and\b), like an?, the whole,
    half (?:my life|the time), so (?:much|many), too (?:much|many), as usual, typical, for now, out there,
    down there, up there, over there, ago
""")
_ONCE = re.compile(rf"\b{_OCCASIONS}\b", re.IGNORECASE)
_STORIES = any_of("story, game, play, film, movie, dream, book, novel, panto, musical, sketch, script")
# Of the whole sentence: told by somebody else, of somebody who is not, a bargain or a story of the moment.
_NOT_TOLD = re.compile(
    r"[\"“”„]|\b(?:you(?! know\b)|your|u|he goes|she goes"
    r"|(?:he|she|they|mum|mom|dad|everyone|people) (?:thinks?|says?|said|thought|told|claims?|reckons?)"
    rf"|as if|imagine|suppose|pretend|let's|would|could|should|in (?:the|this|my|a) {_STORIES}"
    r"|guess what|suddenly|first I|joking|jk|sarcastic\w{0,5}|swear|in my (?:head|dreams|next life|mind)"
    r"|in (?:another|the next) life|my character|in the (?:sims|game)"
    r"|while (?:he|she|they|[a-z]{1,20})(?:'s| is| are|'re) (?:in|away|on|off|at|out)\b"
    r"|lottery|obviously|castles in the air"
    r"|(?:wonders?|wants? to know|asks?|asked|knows|assumes?|whether) (?:if |why |whether |that )?I)\b",
    re.IGNORECASE,
)
# What a clause may begin with before it tells of "I": "Fun fact, I ..."
_OPENINGS = any_of(f"""
    so, and, but, also, well, yeah, yes, yep, yup, no, nah, nope, oh, ok, okay, plus, honestly, actually, tbh,
    lol, haha, fyi, btw, by the way, basically, anyway, to be (?:fair|honest), full disclosure, fun fact,
    funny enough, for what it's worth, the thing is, same, mind, ah, hm+, um+, i mean, as for me, for me,
    personally, in fact, at home, these days, nowadays, currently, at the moment,
    (?:in|over|during) (?:the )?{SEASON}s?, most {PERIOD}s, (?:on )?{DAYS}s, (?:on|at) weekends,
    in the (?:mornings|afternoons|evenings), every {PERIOD}
""")
_OPENER = rf"(?:{_OPENINGS}\b[,:!.]*\s+)*"
_ADVERB = any_of("""
    also, still, just, currently, actually, honestly, basically, really, kinda, kind of, sort of, now, even,
    already, here, personally, generally, normally, typically, only, mostly, mainly, always, usually, often,
    sometimes, regularly, never, rarely, hardly ever
""")
_TOLD_ADVERBS_WORDS = "only mostly mainly always usually often never rarely"
_TOLD_ADVERBS = frozenset(_TOLD_ADVERBS_WORDS.split())
_CLAUSE = re.compile(
    rf"\A\W*{_OPENER}(?P<who>I|we)"
    r"(?:(?P<is>'(?:m|re)|\s+am|\s+are)|(?P<has>'ve|\s+have(?=\s+(?:never\s+\w+ed|(?:\w+\s+)?been)\b)))?"
    rf"(?P<adverbs>(?:\s+{_ADVERB}(?=\s))*)\s+(?P<said>\S.*)\Z",
    re.IGNORECASE,
)
# What after "and" begins another clause.
_CLAUSE_STARTS = any_of("""
    I, we, my, our, he, she, it, they, you, his, her, the, there, that'?s, nobody, everyone, then, now, am,
    have, hate, love, get, do, don't, can't, never, always, still, a
""")
# Where a clause ends, and what would change the meaning if it were left out.
_BETWEEN = re.compile(
    r"(?:[;:.!?()–—]| - |, )(?: ?(?:and|but|so|because|cos|cause|although|though|while|which|who) )?"
    r"| (?:but(?! only)|because|cos|'cause|cause|so(?= I\b| that\b| no\b| my\b| we\b| it\b)"
    r"|although|though|while|whereas|which|who|where|that (?=(?:is|are|we|I|they|\w+s)\b)"
    r"|as (?=I\b|it\b|we\b|my\b|the\b|they\b)"
    rf"|and (?={_CLAUSE_STARTS}\b))"
)
_RESTRICTED = re.compile(
    r" (?:if|unless|until|till|except|apart from|(?:but )?only (?:for|to|when|if|because|the)"
    r"|when(?:ever)?(?! (?:I can|I get (?:the|a) chance|the weather)\b))\b",
    re.IGNORECASE,
)
# What adds nothing at the end of a clause.
_TAILS = any_of(r"""
    these days, nowadays, now, still, at the moment, atm, currently, lol, haha\w*, tbh, though, too, as well,
    I think, btw, by the way, anyway, right, you know, honestly, sadly, actually,
    when(?:ever)? (?:I can|I get|the weather)\b[^\n]{0,60}, and
""")
_TAIL = re.compile(rf"(?:,? {_TAILS}){{1,4}}\W{{0,9}}\Z", re.IGNORECASE)
_REASON = re.compile(r" since (?:I|my|we|it|he|she|they|the)\b.*")
_HEDGE = re.compile(r"\A(?:really|usually|actually|even|normally|ever) ")
_THEIRS = {
    "my": "their", "our": "their", "me": "them", "us": "them", "myself": "themselves", "ourselves": "themselves",
    "mine": "theirs", "ours": "theirs",
}  # fmt: skip
_POINTS_BACK = re.compile(
    r"\b(?:I|it|that|this|him|her|them|there|here|(?<!little )ones?|something|someone|somebody|stuff)\b"
    r"(?! own\b)"
)

_SINCE_WHEN = any_of(rf"""
    (?:early |late )?(?:19|20)\d\d, (?:{MONTHS_NAMED})(?: \d{{4}})?, new year(?: \d{{4}})?, college, uni,
    university, school, high school, primary school, childhood, birth, (?:my|our|the) [^.,;!?]{{3,40}}, covid,
    lockdown, the pandemic, the (?:divorce|accident|baby|stroke|kids|move)\b,
    (?:I|we) (?:was|were|turned|retired|moved|married|left) [^.,;!?]{{2,30}}
""")
_ABOUT = any_of("about, over, almost, nearly, more than, the (?:last|past), a few, several, the best part of")
# "for almost twenty-five years", "since lockdown"
_LONG = (
    rf"(?:(?:for (?:{_ABOUT} ){{0,2}}(?:\w+ (?:and a half )?|twenty-\w+ |thirty-\w+ )?"
    r"(?:months|years|decades?)\b"
    r"|for (?:a|over a|about a|almost a) (?:year|decade)\b"
    r"|for (?:years|decades)\b"
    rf"|since {_SINCE_WHEN}))"
)
_AGE_BEGUN = re.compile(r"since I was (?:about |around )?(?P<age>\w+)(?: years old)?\b")
# What one may have been doing for months without a habit.
_PASSING = any_of("""
    waiting, ringing, calling, trying, meaning, thinking, wanting, feeling, hoping, looking, telling, saying,
    asking, wondering, dreading, sitting, standing, staring, going on, talking, being, getting, avoiding,
    putting, begging, nagging, planning, considering, wishing, dying, missing, worrying, chasing, ignoring,
    debating, expecting
""")
_LASTING_STATES = any_of(r"""
    sober, clean, vegan, vegetarian, single, married, widowed, divorced, together, retired, self-employed,
    an? (?!bit|lot|while|year|few|long|hard|tough|bad)\w+[^,;!?]{0,40}?,
    in (?:the|a|recovery|therapy|remission)\b[^,;!?]{0,40}?, with (?:my|the)\b[^,;!?]{0,40}?, off (?:the )?\w+,
    on (?:a|the|insulin|HRT|antidepressants|benefits)\b[^,;!?]{0,40}?
""")
# Participles of what is no habit, however long it goes on.
_PARTICIPLES_OF_NO_HABIT = any_of("""
    wanted, known, hated, loved, liked, had, felt, thought, needed, seen, heard, said, told, waited, tried,
    meant, been, not, never, missed, wondered, dreamed, dreamt, asked, planned, looked, hoped, gone, come, got,
    lost, left, put, spent, avoided, ignored, suspected, noticed, believed, complained, argued, begged, warned,
    called, emailed, messaged, texted, chased, worried, promised, dreaded, struggled, resisted, delayed, postponed,
    wished, feared, doubted, deserved, owed, nagged, pestered, threatened, refused, regretted, admired, watched,
    wasted, searched, pretended, resented, envied, tolerated, suffered, moaned, fancied, survived, stayed, lived
""")
_IRREGULAR_PARTICIPLES = any_of("""
    done, taught, sung, driven, kept, grown, run, swum, ridden, written, made, sold, taken, drawn, bred, built,
    caught, held, worn, eaten, spoken, slept, read, led, sewn, flown, given, shot
""")
_NEVER_DONE = any_of("""
    learn(?:ed|t) to, smoked, flown, driven, been (?:abroad|married|on a plane), left [A-Z], eaten meat,
    touched alcohol, had (?:a drink|kids|children|a driving licence|a passport)
""")
# What follows "I have": "been singing in a choir since 2015", "taught maths for years", "never smoked".
_SO_FAR = re.compile(
    rf"(?:been (?!{_PASSING})(?:[a-z-]+ing\b[^,;!?]{{0,60}}?|{_LASTING_STATES}) {_LONG})"
    rf"|(?!{_PARTICIPLES_OF_NO_HABIT}\b)(?:\w{{2,}}ed|{_IRREGULAR_PARTICIPLES})\b[^,;!?]{{2,60}}? {_LONG}"
    rf"|never {_NEVER_DONE}\b[^,;!?]{{0,40}}"
)
_AIMS = any_of("""
    saving(?: up)? (?:for|to), paying off, working towards, studying (?:for|to), training (?:for|to),
    fundraising for, preparing for
""")
_NO_AIMS = any_of(r"""
    you\b, me\b, him\b, her\b, it\b, that\b, this\b, them\b, last\b, the (?:last|new|other)\b, later\b, when\b,
    dinner\b, be ready\b
""")
_TRIED = any_of(r"""
    quit, give up, stop, cut down, cut back, lose (?:weight|a stone), get pregnant, conceive, learn,
    get (?:fit|sober|my \w+ (?:licen[cs]e|qualification))
""")
_NOT_TRIED = any_of("you, this, that, it, him, her, them, thinking, crying, laughing, worrying")
_WRITINGS = any_of("novel, book, thesis, dissertation, memoir, PhD, cookbook, screenplay, musical, trilogy")
_COURSES = any_of("""
    course, degree, apprenticeship, masters?, MA, PhD, diploma, NVQ, A[- ]levels, GCSEs?, BTEC, HND,
    foundation year, Open University, qualification, traineeship, residency, internship
""")
# What follows "I am", as all of these: "saving up for a boat", "trying to quit", "doing a degree in law".
_OF_AN_AIM = re.compile(
    rf"(?:{_AIMS} (?!{_NO_AIMS})\w"
    r"|learning to (?!live\b|love\b|accept\b|deal\b|let\b|cope\b|say\b|be\b)\w"
    rf"|trying (?:to {_TRIED}\b|for a baby\b)(?! (?:\w+ )?{_NOT_TRIED}\b)"
    r"|(?:restoring|renovating|doing up|rebuilding|converting|building) (?:an?|our|my) "
    r"(?!(?:bit|lot|list|case|world|life)\b)\w"
    rf"|writing (?:an?|my) (?:\w+ ){{0,3}}{_WRITINGS}\b"
    rf"|doing (?:an?|my|the) (?=[^.,;!?]{{0,40}}\b{_COURSES}\b))"
)
_STUDIES = any_of("""
    degree, course, apprenticeship, training, PhD, masters?, diploma, A[- ]levels, residency, qualification,
    thesis, studies, NVQ
""")
_PARTWAY = any_of("""
    halfway, half way, part way, partway, most of the way, three quarters of the way, a year, two years
""")
_COLLEGES = any_of("""
    uni, college, university, medical school, law school, drama school, sixth form, catering college
""")
# "halfway through my apprenticeship", "a second-year student"
_OF_A_STAGE = re.compile(
    rf"(?:{_PARTWAY} (?:through|into) (?:my|an?|the) (?=[^.,;!?]{{0,40}}\b{_STUDIES}\b)"
    r"|in (?:my|the) (?:first|second|third|fourth|fifth|final|last|\d\w\w) year "
    r"(?:of|at|studying) (?!my\b|our\b)\w"
    r"|(?:an?|in) (?:first|second|third|final)[- ]year (?:\w+ )?student\b"
    rf"|at {_COLLEGES}\b)"
)
_HELD_AS = any_of("vice, deputy, co, joint, honorary, acting, club, team, branch, band, parish, village")
# What people are for a club, a parish or those whom they look after.
_OFFICES = any_of(r"""
    treasurer, secretary, chair(?:man|woman|person)?, captain, president, trustee, moderator, admin, organist,
    churchwarden, bell ?ringer, lay preacher, parish councillor, school governor, magistrate, scout leader,
    guide leader, brownie leader, union rep, shop steward, first aider, godparent, godmother, godfather,
    foster parent, foster carer, carer, young carer, registered carer, reservist, veteran, volunteer \w+,
    lifeboat volunteer
""")
_VISAS = any_of("student, work, spouse, skilled worker, working holiday, tourist, family")
# Where people are "on the ..." for work, or for want of it.
_POSTS = any_of(r"""
    PTA, rota, parish council, tills?, checkouts?, reception desk, front desk, wards?, phones, buses, bins,
    railways, rigs, boats, door, bar, tools, land, dole, sick, council waiting list, waiting list for \w+
""")
# "club treasurer", "in the navy", "on the dole", "on a student visa"
_OF_A_ROLE = re.compile(
    rf"(?:(?:the |a |an )?(?:{_HELD_AS}[- ])?{_OFFICES}\b(?! (?:now|today)\b)[^.,;!?]{{0,50}}"
    rf"|in (?:the|a) (?:[a-z]+ )?{INSTITUTION}\b[^.,;!?]{{0,30}}"
    r"|stationed (?:in|at) [^.,;!?]{2,30}"
    rf"|on (?:the {_POSTS}\b|disability|universal credit|benefits|a zero[- ]hours contract"
    rf"|an? {_VISAS} visa|the (?:board|committee|transplant list|autism spectrum|spectrum)"
    r"|probation|dialysis|night shifts|permanent nights|nights(?! out)|shift work|HRT)\b[^.,;!?]{0,40})"
)
_OF_A_DIET = re.compile(
    r"(?:dairy|gluten|wheat|sugar|caffeine|nut)[- ]free(?=\W{0,9}\Z| (?:for|since|because|on)\b)"
)
_BELIEVING = any_of("""
    lapsed, practising, practicing, devout, strict, secular, reform, orthodox, non-practising, born-again,
    cultural, roman, greek, liberal, ex-
""")
_FAITHS = any_of("""
    Quaker, Catholic, Muslim, Hindu, Sikh, Buddhist, Jewish, Jew, Christian, atheist, agnostic, Mormon,
    Methodist, Baptist, Anglican, Protestant, Lutheran, Presbyterian, Pentecostal, Adventist, Evangelical,
    Jehovah's Witness, pagan, Wiccan, humanist, Sunni, Shia, Jain, Baha'i, Zoroastrian, Rastafarian, Amish,
    Mennonite
""")
# "a lapsed Catholic"
_OF_A_FAITH = re.compile(
    rf"(?:an? )?(?:{_BELIEVING} ?)?{_FAITHS}\b(?! (?:school|food|friend|holiday|church|wedding))"
    r"(?=\W{0,9}\Z| (?:so|but|and|by|on|from|who)\b)",
    re.IGNORECASE,
)
_PARENTS = any_of("mum, mom, mam, dad, parent, mother, father")
# "a stay-at-home dad", "the eldest of five siblings", "raising twins on my own"
_OF_A_FAMILY = re.compile(
    rf"(?:an? )?(?:single|stay-at-home|solo|step|foster|adoptive|first-time) ?-?{_PARENTS}\b[^.,;!?]{{0,30}}"
    r"|the (?:first|only|eldest|oldest|youngest) (?:one )?"
    r"(?:in my family|of (?:\w+ )?(?:siblings|kids|children|brothers|sisters))\b[^.,;!?]{0,40}"
    r"|(?:raising|bringing up) (?:my|our|two|three|four|five|six|an?|twins)\b[^.,;!?]{2,50}"
)
_STATES = (
    (_OF_AN_AIM, "plans"),
    (_OF_A_STAGE, "education"),
    (_OF_A_FAMILY, "family"),
    (_OF_A_FAITH, "identity"),
    (_OF_A_DIET, "health"),
    (_OF_A_ROLE, "work"),
)
# What people say they don't own, have, use or watch.
_NOT_OWNED = any_of("""
    car, tv, telly, television, phone, smartphone, mobile, credit card, driving licen[cs]e, licen[cs]e,
    passport, dishwasher, bank account, washing machine, garden, pension, sense of smell, thyroid, spleen,
    degree, computer, laptop, microwave, mortgage
""")
_NOT_HAD = any_of("""
    kids, children, siblings, pets, social media, facebook, wifi, central heating, brothers or sisters
""")
_NOT_USED = any_of("""
    social media, facebook, instagram, twitter, whatsapp, plastic, cash, a smartphone, a microwave, a car,
    conditioner, alarm clocks, an alarm, the internet, online banking, apps, drugs, palm oil
""")
_NOT_WATCHED = any_of("""
    telly, tv, television, the news, football, sport, sports, reality tv, horror films?, horror, films, youtube
""")
_LEFT_UNDONE = any_of("""
    drive, fly, vote, swim, cook, gamble, dance, bet, drink, ski, bank online, shop online
""")
_WHEN_NOT = any_of("""
    at all, any ?more, on (?:motorways|planes|the motorway|Sundays|Saturdays), at night, after dark, alcohol,
    during the week, abroad, long distances
""")
_NOT_WORN = any_of("makeup, make-up, leather, fur, wool, heels, perfume, jewellery, a bra, a watch")
_NO_OBJECTS = any_of("""
    miracles, things, stuff, words, much, anything, business, favours, homework, lists, count, secrets, quiet,
    calm, track
""")
_DAYS_OFF = any_of("Fridays, Mondays, Wednesdays, Tuesdays, Thursdays, weekends, Sundays, Saturdays")
# What follows "I don't".
_NOT_DONE = re.compile(
    rf"(?:own (?:an?|any) \w[^,;!?]*|{_LEFT_UNDONE}(?: {_WHEN_NOT})?|watch {_NOT_WATCHED}|use {_NOT_USED}"
    rf"|have (?:an?|any) (?:\w+ )?{_NOT_OWNED}|have {_NOT_HAD}"
    # "I don't celebrate birthdays"
    r"|(?:celebrate|do|use|watch|buy|trust|keep|read|follow|support)"
    rf"(?={KIND}) (?!{_NO_OBJECTS}\b)[^,;!?]{{3,40}}"
    rf"|wear {_NOT_WORN}|eat (?:breakfast|out|sugar|after \w+|before \w+)|work {_DAYS_OFF}"
    r"|speak (?-i:[A-Z])[^,;!?]{2,30}|take (?:sugar|milk)\b[^,;!?]{0,20}"
    r"|read (?:fiction|music|novels|the news))",
    re.IGNORECASE,
)
_NONE_OF = any_of("""
    car, telly, tv, kids, children, siblings, sense of smell, thyroid, spleen, pets, degree, garden, wifi,
    central heating, credit card, social media, smartphone, licen[cs]e, living relatives, pension,
    brothers or sisters
""")
_HAS_NO = re.compile(rf"no {_NONE_OF}", re.IGNORECASE)
_DONE_BADLY = any_of("read, write, spell, see, hear, walk, swim, cook, drive")
_ABILITIES = any_of(rf"""
    drive, swim, ride a bike, cook, read music, whistle, sing, dance, drive (?:at night|on motorways),
    stand for long, lift heavy things, climb stairs, see (?:out of|with) my \w+ eye,
    hear (?:out of|in|with) my \w+ ear, have (?:kids|children), read or write,
    {_DONE_BADLY}(?: very)? (?:well|properly|far), taste or smell, smell, roll my Rs, work full[- ]time,
    eat solids
""")
# What follows "I can't".
_UNABLE = re.compile(_ABILITIES, re.IGNORECASE)
# "I used to be a bit shy" tells of no former self.
_NO_CALLINGS = any_of("""
    bit, lot, good, bad, big, nice, nightmare, mess, pain, kid, child, baby, time, fan, shy, quiet, better,
    worse, real, right, total, huge, great, terrible, little
""")
_FORMER_SELF = (
    rf"(?:an? (?!{_NO_CALLINGS}\b)(?:[\w-]+ ){{0,3}}[\w-]+[^.,;!?]{{0,40}}"
    r"|in (?:the|a) [^.,;!?]{2,40}"
    r"|(?:vegan|vegetarian|married|self-employed|engaged)\b[^.,;!?]{0,20})"
)
_FORMER_DOINGS = any_of("""
    work, teach, volunteer, row, sail, coach, compete, perform, busk, box, fence, ski, surf, commute, farm,
    breed, keep, collect, freelance, serve, smoke, sing, play, race, foster, dance, drive, paint, weld, knit,
    study, train
""")
_NOT_FOR_LONG = any_of(r"""
    it, that, this, them, him, her, you, with (?:it|him|her|them|you), the (?:\w+ )?(?:blame|fool|game),
    (?:a )?tricks?, hide, hard, fine, well
""")
_NO_BELONGINGS = any_of("""
    thing, crush, problem, feeling, laugh, go, look, lot, bit, time, friend, mile, dream
""")
_DONE_FOR_YEARS = any_of("""
    worked, drove, taught, served, lived, played, sang, ran, farmed, coached, danced, nursed, sailed, boxed,
    rowed, fished
""")
_FOR_YEARS = r"for (?:\w+ |over \w+ |almost \w+ |twenty-\w+ |thirty-\w+ ){1,2}years\b"
# What is over: "(I) used to row for my college", "drove a taxi for ten years", "was a nurse for two years".
_OVER = re.compile(
    rf"used to (?:be {_FORMER_SELF}|{_FORMER_DOINGS} (?!{_NOT_FOR_LONG}\b)[^.,;!?]{{2,60}}"
    rf"|(?:own|run|have) (?:an?|my own|our own|two|three) (?!{_NO_BELONGINGS}\b)[^.,;!?]{{3,50}})"
    rf"|{_DONE_FOR_YEARS} [^.,;!?]{{2,50}} {_FOR_YEARS}"
    rf"|was (?:{_FORMER_SELF}) {_FOR_YEARS}"
    r"|served (?:\w+|twenty-\w+) years in the \w+",
)
# Several ways to write the same, as the one that the patterns expect. Chat spelling is read before that
# (memory.language.spelling).
_WRITTEN_ALIKE = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"’", "'"),
        (r"\s+", " "),
        (r"'ve got\b|'ve(?= (?:an?|no) )", " have"),
        (
            r"\b(bell|metal|home|fly|dog|house|litter|wild|bird) "
            r"(ring|detect|educate|fish|sit|pick|swim|watch)\b",
            r"\1-\2",
        ),
        (r" like(?= (?:\d|a hundred|twenty))", ""),
    )
)
_SELF = re.compile(r"\b(?:[Ii]|[Ww]e|[Ii]m|[Ii]ve)\b")
_SECOND_VERB = re.compile(r" (?:and|or) (?P<verb>[a-z-]+)\b(?P<back> (?:it|them|those)\b)?")


def lasting_in(sentence: str, is_sure: bool) -> Iterator[tuple[Pattern, Groups]]:
    """What a sentence tells of its speaker for long; only what is over, if the sentence is not sure."""
    if not _SELF.search(sentence):
        return
    for pattern, instead in _WRITTEN_ALIKE:
        sentence = pattern.sub(instead, sentence)
    for clause in map(str.strip, _BETWEEN.split(sentence)):
        match = _CLAUSE.match(clause) if len(clause) <= MOST_CLAUSE_CHARS else None
        # Without its condition a clause would mean something else.
        if match and not _RESTRICTED.search(clause) and (told := _of_self(match, is_sure)):
            if _NOT_TOLD.search(sentence):
                return
            category, description = told
            yield _ITEMS[category], Groups("", _upper(as_theirs(description)))


def _of_self(match: re.Match[str], is_sure: bool) -> tuple[str, str] | None:
    """Category and description."""
    said = _TAIL.sub("", match["said"])
    if not 3 <= len(said) <= MOST_CHARS:
        return None
    if not match["has"] and (over := _OVER.match(said)):
        return None if _POINTS_BACK.search(over[0]) else ("past", over[0].replace(" myself", ""))
    if not is_sure or _ONCE.search(said):
        return None
    if match["has"]:
        return _so_far(f"{match['adverbs']} {said}".strip())
    return _being(said) if match["is"] else _doing(said, match["adverbs"], match["who"].casefold() == "we")


def _so_far(said: str) -> tuple[str, str] | None:
    found = _SO_FAR.match(said)
    told = _AGE_BEGUN.sub(_since_age, found[0]) if found else ""
    return ("habits", f"has {told}") if told and not _POINTS_BACK.search(told) else None


def _since_age(match: re.Match[str]) -> str:
    is_child = match["age"] in ("a", "little", "small")
    return "since childhood" if is_child else f"since the age of {match['age']}"


def _being(said: str) -> tuple[str, str] | None:
    category = next((category for expression, category in _STATES if expression.match(said)), None)
    return None if category is None or _POINTS_BACK.search(said) else (category, f"is {said}")


def _doing(said: str, adverbs: str, is_we: bool) -> tuple[str, str] | None:
    verb, _, rest = said.partition(" ")
    verb = verb if verb == "DJ" else verb.casefold()
    told = " ".join(one for one in adverbs.casefold().split() if one in _TOLD_ADVERBS)
    if verb == "don't" or told == "never":
        denied = _HEDGE.sub("", rest) if verb == "don't" else said
        return ("habits", f"does not {denied}") if _NOT_DONE.fullmatch(denied) else None
    if verb in ("can't", "cannot"):
        return ("habits", f"cannot {rest}") if _UNABLE.fullmatch(rest) else None
    if verb == "have" and _HAS_NO.fullmatch(rest):
        return "possessions", f"has {rest}"
    rest = _REASON.sub("", rest)
    category = _category(verb, f" {rest}".rstrip(), told, is_we)
    seconds = _SECOND_VERB.finditer(f" {rest}")
    end = next((one.start() for one in seconds if one["back"] or one["verb"] in _BY_VERB), None)
    rest = f" {rest}"[:end].strip()
    if category is None or _POINTS_BACK.search(rest):
        return None
    return category, f"{told} {with_s(verb)} {rest}"


def _category(verb: str, rest: str, adverb: str, is_we: bool) -> str | None:
    """The category of what the verb tells with `rest`, which begins with a space; None if that may be one occasion."""
    for expression, category in _BY_VERB.get(verb, ()) if not is_we or verb in TOGETHER else ():
        if expression.match(rest):
            return category
    is_doing = _is_of_doing(verb)
    of_a_kind = verb in WITH_ONLY and adverb.endswith("only") and _KIND.match(rest)
    following, *_ = *rest.split(), ""
    is_adverb = following in OF_THE_MOMENT or following in _BY_VERB
    several = is_doing and not is_adverb and verb not in FOR_NOW and _SEVERAL.match(rest)
    if (of_a_kind or several) and not is_we:
        return "habits"
    often = _OFTEN.search(rest)
    if not (often and is_doing) or (is_we and verb not in TOGETHER_OFTEN):
        return None
    is_told = {
        "have": _HAD_OFTEN.match(rest) is not None,
        "do": following not in OF_THE_MOMENT,
        "go": rest.strip() != often[0],
    }
    return "habits" if is_told.get(verb, True) else None


def _is_of_doing(verb: str) -> bool:
    """Whether its form allows it to be a verb in the present, and it is none of thinking, feeling and speaking."""
    may_be = verb.isalpha() and (verb in LIKE_ADVERBS or not verb.endswith(("ed", "ly", "ing")))
    return may_be and verb not in IRREGULAR_PAST and verb not in OF_THE_MOMENT


def as_theirs(text: str) -> str:
    """`my dad and me` as `their dad and them`."""
    return " ".join(_THEIRS.get(word, word) for word in text.strip(" ,.!?").split())


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
