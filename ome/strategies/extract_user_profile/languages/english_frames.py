"""English frames: each way to say that one has, does or suffers from something, with all words for such things.

"I've got two cats", "We do judo on Mondays", "My asthma is back".
"""

import re

from memory.language.lexicon import any_of
from memory.language.lexicon import english as words
from ome.strategies.extract_user_profile.languages.english_activities import DAYS, MONTHS_NAMED
from ome.strategies.extract_user_profile.languages.grammar import Frame, Frames, Pattern

_SELF = r"\b(?:I|[Ww]e)(?:['’](?:m|ve|re))?(?= )"
_ANIMAL = rf"(?:{words.PET}|{words.FLOCK})"
_GOT = any_of("have, got, keep, own, adopted, rescued, inherited, breed, foster, bought, share, took in")
# "I also keep", "we've only", "I live alone with my", "our old", "just me and my"
_HAVE = (
    r"(?:\b(?:I|[Ww]e)(?:['’]ve)? "
    rf"(?:(?:also|now|just|only|still|actually|both|all|currently|do|even) )*{_GOT}\b"
    r"|\b(?:I|[Ww]e)['’]ve (?:(?:also|now|just|only|still|actually|both|currently|even) )*"
    r"(?=an?\b|two|three|got)"
    r"|\b(?:I|[Ww]e) (?:also |now |still |just )*(?:live|am|['’]m|['’]re) (?:here |alone |just )?with "
    r"(?=my |our |(?:an?|two|three) (?:[a-z-]+ )?{_ANIMAL}))"
    r"|\b(?:[Mm]y|[Oo]ur) (?=(?:[a-z-]+(?<!s) )?{_ANIMAL})"
    r"|\b(?:just|only) me and (?=my|our|an?\b|the)"
)
# What may stand behind the word, which is else the first part of another: "a climbing wall", "tennis elbow".
_BEHIND = any_of(r"""
    and, or, but, in, on, at, with, every, each, once, twice, three, four, two, a lot, mostly, mainly, these,
    most, all, as, because, is, are, has, when, after, before, to (?:relax|unwind|keep),
    for (?:fun|years|ages|a (?:while|year)|\w+ (?:years|months|weeks)), since, now, too, again, from, who,
    which, that, there, regularly, weekly, daily, instead, myself, quite, really, so, class(?:es)?, lessons?,
    practice, training, club, group, team, type, person, fan, nut, addict, player, teacher training, course,
    twice, lately, recently, anyway, by, though, my, our, at, while, like, until, called, named, I, we, de,
    professionally, badly, semi, competitively, occasionally, sometimes, often, these days, together, as well
""")
_ALONE = rf"(?![\w'’-])(?=[.,;:!?)…\n–—]|$| {_BEHIND}\b)"
_NO_NAMES = any_of("I, We, He, She, It, They, The, And, But, So, You, My, Our, This, That, Yes, No")
_NAME = rf"(?!{_NO_NAMES}\b)[A-Z][a-zà-öø-ÿ'’-]+"
_NAMES = rf"{_NAME}(?:,? (?:and|&) {_NAME})?"
_COUNT = r"(?:two|three|four|five|six|seven|several|some|a few|\d)"
_VERBS = "|".join(words.DONE_FOR_FUN)
# What happens once, is seen or read or wanted, or is somebody else's.
_NO_HABIT = any_of(rf"""
    coach\w*, since (?:breakfast|lunch|noon|this|\w+ o['’]clock), have, got(?! (?:back )?into), tickets?,
    tonight, tomorrow, today, yesterday, this (?:morning|afternoon|evening|week|weekend|year|summer), next,
    last (?:night|week|weekend|month|year|summer|time), on {DAYS}\b, watch\w*, saw, see, seen, seeing,
    hear\w*, read(?! a lot), wr(?:ite|ote|iting), about, teach, taught, hat(?:e|ed|ing), miss\w*, wants?,
    wanted, need, book(?:ed|ing)?, buy, bought, sell, sold, tr(?:y|ied|ying),
    going(?! (?:\w+ )?(?:every|regularly)), gonna, films?, videos?, tv, telly, games?(?! night), drive, drove,
    driving, pick(?:ed|ing)?, take (?=my|the|him|her|them), took (?!up), taking (?=my|the|him|her|them), bring,
    photos? of, did, was, were, went, ran, sang, danced, as an? (?:child|student|kid|teenager|boy|girl),
    at school, back then, in (?:{MONTHS_NAMED}), used, thinking, considering, planning, tempted, thought, fancy, hope,
    hoping, wonder, suck at, rubbish at, useless at, bad at, terrible at, stopped, quit, gave up, given up,
    giving up, retired from, injured, dropped, kids?, son, daughter, children, wife, husband, sister, brother,
    mum, mom, dad, friends?, partner, boyfriend, girlfriend, colleagues?, everyone, people, someone,
    paint(?:ed)? the, organi[sz]e, sponsor, cancell?ed, work(?:ed)?(?! out), met, meet,
    allergic, won, lost, made, left, found, called, looked?, looking, support, supported, follow, shop, store
""")
_ONCE_BUT_STUDIES = (
    rf"(?i:\b{_NO_HABIT}\b)|\bI (?:[a-z]+ly )?(?!started|joined|retired|hooked|addicted|need)[a-z]+ed\b"
)
_ONCE = rf"{_ONCE_BUT_STUDIES}|(?i:\bstud(?:y|ied)\b)"
_REGULARLY = any_of(f"""
    a lot, lots, these days, lately, more, regularly, every, most, weekly, weekends, {DAYS}s, twice,
    once
""")
# One time: "I'm climbing", "We're playing tennis".
_DOING_NOW = (
    r"\b(?:I['’]?m|I am|[Ww]e['’]re|[Ww]e are) (?:(?:just|out|off|busy|still|only) )*"
    rf"(?:(?:doing|playing|having) )?{words.PASTIMES}\b(?![^.!?\n]{{0,120}}\b{_REGULARLY}\b)"
)
# In clauses with these an animal is not the speaker's, or no more.
_NO_PETS = any_of(r"""
    (?<!from a )(?<!from the )(?<!from my )(?:friends?|neighbou?rs?|shelter),
    (?:memory|brain|ears|eyes|patience|appetite|manners) of, for (?:my|his|her)[ ], had, was, were, did, lost, sold,
    died, want(?:ed|s)?, need, saw, see, film, book, stor(?:y|ies), picture, photos?, dream\w*, toy,
    friend['’]?s, sister['’]s, brother['’]s, borrow\w*, rent(?:ed|ing)?, hir(?:e|ed), for (?:sale|work), feed,
    sit, look(?:ing)? after, minding, costumes?, allerg\w+, like, fear, scared, afraid, afraid, hate, vet nurse,
    hit, ran over
""")
_NOT_HAD = rf"\b{_NO_PETS}\b"
# And a vehicle with these.
_NO_VEHICLES = any_of(r"""
    had, was, were, did, sold, hire, hired, rent(?:ed|al)?, borrow\w*, toy, model, company, school, city, night,
    crash\w*, accident, lift, friend, stolen, film, game, used to, tomorrow, today, yesterday, keys?, lessons?,
    rehearsal
""")
_NOT_OWNED = rf"\b{_NO_VEHICLES}\b"


def _pets(pattern: Pattern, animals: str) -> Frame:
    return Frame(pattern, _HAVE, animals, unless=_NOT_HAD)


def _with_article(thing: str) -> str:
    return thing if thing.startswith(("a ", "an ", "my ")) else f"a {thing}"


def _vehicles(pattern: Pattern, head: str, things: str) -> Frame:
    said = (
        rf"\b(?P<v>(?:(?:an?|my) (?:[a-z-]{{2,12}} ){{0,3}}|(?<=by )|(?<=on ))(?:[A-Z]\w+ )?{things}){_ALONE}"
    )
    return Frame(pattern, head, said, unless=_NOT_OWNED)


# "I swim twice a week", "I knit for fun"
_AFTER_A_PASTIME = any_of(r"""
    now, again, a lot, every, twice, once, three, in (?:my|the), on (?:the )?(?:\w+days|weekends|side), for fun,
    most, at weekends, with, when I can, too, regularly, and
""")
_AFTER_ILLNESS = any_of("""
    and, or, but, since, for, again, is, keeps?, has, so, now, too, in, from, because, these, all, at, are,
    playing, acting, back, really, made, makes
""")
# "I wrote a paper on asthma", "my aunt's arthritis"
_ILLNESS_OF_OTHERS = any_of(r"""
    wr(?:ite|ote|itten|iting), papers?, essay, talk, about, read\w*, research\w*, stud(?:y|ied|ying), article,
    book, film, charity, patients?, treat\w*, cure, vaccin\w*, raise, money for, avoid, prevent, think, thought,
    thinks, worr\w*, afraid, scared, test(?:ed)? for, check\w*, had, died, caught, specialist, nurse, work,
    colleagues?, mum, mom, dad, mother, father, wife, husband, son, daughter, sister, brother, nan, gran,
    friend, uncle, aunt, cousin, dog, cat, horse
""")
# Whoever waits, visits or meets somebody there doesn't work there.
_AT_THE_MOMENT = any_of("""
    waiting, right now, at the moment, today, tonight, till, until, queue, visiting, meeting, stuck,
    just arrived, by
""")
_STUDYING = any_of(r"""
    stud, doing, read, major, degree, master, PhD, doctorate, course, diploma, uni\b, university, college
""")
_DEGREES = any_of("degree, master['’]?s?, bachelor['’]?s?, PhD, doctorate, course, diploma, A[- ]levels?")
_ON_A_TRIP = any_of("holiday, visiting, trip, meeting, right now, just for, until, till, weekend, today")
# Somebody else, a denial, what is only thought of.
_OTHERS_AND_DENIALS = any_of("""
    not, never, no, nor, neither, without, cannot, nobody, none, [Hh]e, [Ss]he, [Tt]hey, [Yy]ou, [Hh]is, [Hh]er,
    [Tt]heir, [Yy]our, him, them, who['’]s, whose, wish, would, could, should, if, unless, pretend, imagine,
    as if, like I, anymore, any more, any longer, hardly, barely, song, novel
""")
_HARDLY_SPOKEN = any_of(r"""
    wish, want, would, could, used, hardly, barely, forgot\w*, should, with (?:the|my) \w+
""")

ENGLISH_FRAMES = Frames(
    frames=(
        _pets(
            Pattern("pet: {k}: {v}"),
            rf"\b(?P<k>{words.PET}s?)(?:,? (?:called|named) (?P<v>{_NAMES})"
            rf"|,? (?P<v2>{_NAMES})(?=[.,;:!?)]|$| (?:and|who|is|are)\b))",
        ),
        _pets(
            Pattern("pet: Has {v}"),
            # "two old cats", "hens"
            rf"\b(?P<v>(?:{_COUNT} )?(?:(?!(?:of|the|and|or|with|for|my|our)\b)[a-z-]{{1,30}} )?"
            rf"(?:{words.PET}s|{words.FLOCK})"
            rf"|{_COUNT} {words.PET}s)(?! (?:called|named)){_ALONE}",
        ),
        _pets(Pattern("pet: Has a {k}"), rf"\b(?P<k>{words.PET})(?!,? (?:called|named)|, {_NAME}){_ALONE}"),
        Frame(
            Pattern("plays: Plays {v}"),
            rf"(?:{_SELF}(?! (?:learn|am learning)\b)|\bon(?= (?:the )?))",
            rf"\b(?:the )?(?P<v>{words.INSTRUMENTS}){_ALONE}",
            unless=(
                rf"{_ONCE}"
                r"|\b(?:learn\w*|practi[cs]ing for|tun(?:e|ed|ing)|repair|fix\w*|have|has|own|got(?! back into))\b"
            ),
        ),
        Frame(
            Pattern("likes: Likes {v}"),
            rf"(?:{_SELF}|\b(?:[Tt]hese days|[Nn]owadays|[Ll]ately|[Mm]ostly|[Nn]ow) it['’]s\b"
            r"|\b[Mm]y (?:hobby|hobbies|thing|passion|sport)(?: is|['’]s| are)?\b"
            rf"|\b(?:[Ww]eekends|[Ee]venings|{DAYS}s)(?: (?:it['’]s|are|is|means?)| for me)?\b)",
            rf"(?<!the )\b(?P<v>{words.PASTIMES}){_ALONE}",
            unless=rf"{_ONCE}|{_DOING_NOW}",
        ),
        Frame(
            Pattern("likes: Does {v}", if_often=True),
            r"\b(?:I|[Ww]e)(?:['’]ve| have)(?: got)?\b|\bI(?:['’]m| am) (?:off to|back from|late for)\b",
            rf"\b(?P<v>{words.PASTIMES}){_ALONE}",
            unless=r"(?i:\b(?:tonight|tomorrow|today|tickets?)\b)",
        ),
        Frame(
            Pattern("likes: Likes {v}", shaped=words.DONE_FOR_FUN.__getitem__),
            r"\b(?:I|[Ww]e) (?:(?:also|now|still|just|mostly|mainly|usually|often|even|do|love to|like to) )*"
            rf"(?=(?:{_VERBS})\b(?:[.,;!)]|$| {_AFTER_A_PASTIME}\b))",
            rf"\b(?P<v>{_VERBS})\b",
            unless=_ONCE,
        ),
        _vehicles(
            Pattern("owns: Owns {v}"),
            r"\b(?:I|[Ww]e)(?:['’]ve)? "
            r"(?:(?:also|now|just|only|still|actually|currently|even|finally|have|recently) )*"
            r"(?:have|got|own|bought|inherited|restored?)\b",
            rf"(?:{words.VEHICLES}|{words.POSSESSIONS})",
        ),
        _vehicles(
            Pattern("owns: Drives {v}", shaped=_with_article),
            r"\b(?:I|[Ww]e) (?:(?:also|now|just|only|still|actually|currently|mostly) )*"
            r"(?:drive|ride|commute (?:by|on)|get around (?:by|on|in)|cycle (?:on|with))s?\b"
            r"|(?:^\W*|[,;] )[Cc]ommute (?:by|on)\b",
            words.VEHICLES,
        ),
        Frame(
            Pattern("condition: Has {v}"),
            rf"{_SELF}|\b[Mm]y|\bgives me\b",
            rf"\b(?:an? )?(?P<v>{words.ILLNESS})(?=[.,;:!?)…]|$| {_AFTER_ILLNESS}\b)",
            unless=rf"\b{_ILLNESS_OF_OTHERS}\b",
        ),
        Frame(
            Pattern("job: Works in {v}"),
            r"\bI(?:['’]m| am)? "
            r"(?:(?:also|now|still|actually|currently|work|working|over|down|up|based|mostly) )*in(?: the)?\b",
            rf" (?P<v>{words.TRADES})(?: department| team)?"
            r"(?=[.,;!)]|$| (?:at|for|now|and|here|so|these|since|of)\b)",
        ),
        Frame(
            Pattern("employer: Works at the {v}"),
            r"\bI(?:['’]m| am)(?: (?:also|now|still|actually|currently|back|over|down|up))+ (?:at|with) the\b",
            rf" (?P<v>(?:[a-z]+ )?(?:{words.EMPLOYERS}|{words.HOUSES}))"
            r"(?=[.,;!)]|$| (?:now|and|since|these|in [A-Z])\b)",
            unless=rf"\b{_AT_THE_MOMENT}\b",
            several=False,
        ),
        Frame(
            Pattern("studies: Studies {v}"),
            rf"(?:{_SELF}(?=[^,.]{{0,120}}\b{_STUDYING})|^doing (?=an? |my ))[^,.]{{0,120}}?"
            rf"\b(?:study(?:ing)?|reading|majoring in|doing|{_DEGREES}(?: degree)? in)\b",
            rf"\b(?P<v>{words.STUDIES})(?=[.,;!)]|$| (?:at|in|and|now|part|on|from|since|with)\b)",
            unless=_ONCE_BUT_STUDIES,
        ),
        Frame(
            Pattern("home: Lives in {v}"),
            r"\b(?:I|[Ww]e)(?:['’](?:m|re)| am| are) (?:(?:now|back|still|living|based|both) )*in\b",
            rf" (?P<v>(?!(?:{MONTHS_NAMED}|Year)\b){_NAME}(?: {_NAME})?)"
            r"(?=,? (?:permanently|for good|since|for (?:the last |over |almost )?\w+ years)\b)",
            unless=rf"\b{_ON_A_TRIP}\b",
            several=False,
        ),
        Frame(
            Pattern("partner: Is together with {v}"),
            r"\bI(?:['’]m| am|['’]ve been) (?:(?:now|still|happily|also|actually) )*"
            r"(?:dating|seeing|engaged to|married to|going out with|in a relationship with)\b",
            rf" (?P<v>{_NAME})(?=[.,;!)]|$| (?:now|and|for|since|from)\b)",
            unless=r"\b(?:tonight|tomorrow|today|doctor|Dr|Mr|Mrs|next|on)\b",
            several=False,
        ),
        Frame(
            Pattern("speaks: Speaks {v}"),
            r"\bI(?: can)? (?:(?:also|only|still|just|mostly|mainly|even|do) )*(?:speak|get by in)\b"
            r"|\b[Mm]y (?:mother tongue|native language|first language) is\b",
            rf"\b(?P<v>{words.SPOKEN})\b(?! (?:teacher|food|class|course|friends?|lessons?))",
            unless=rf"\b{_HARDLY_SPOKEN}\b",
        ),
    ),
    needs=re.compile(
        r"\b(?:I|[Ww]e|[Mm]y|[Oo]ur|me|it['’]s|[Cc]ommute|(?:[Ww]eekend|[Ee]vening|day)s|doing)\b"
    ),
    clause_end=re.compile(
        r"[;:.!?()–—]\s*|,\s+(?!(?:called|named)\b)"
        r"| (?:but|because|since (?=I\b|my\b|we\b)|so|while|whereas|although|though|until|till"
        r"|and (?=(?:I|[Ww]e|[Mm]y|he|she|they|it|you|his|her|our|the kids)\b)) ?"
    ),
    barred=re.compile(rf"\b{_OTHERS_AND_DENIALS}\b|n['’]t\b|\b[Ii]['’]d\b"),
    goes_on=re.compile(
        r"\A\W*(?:(?:and|or|plus|also|as well as|then) )*"
        r"(?:(?:an?|the|some|my|a bit of|a little|one|two|three) )*(?:[a-z]+ (?=\w+s?\b))?"
    ),
)
