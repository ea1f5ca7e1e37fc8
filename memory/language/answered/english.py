"""English questions about a person, and what a short answer to them says: "Where do you live?" "Leeds."."""

from memory.language.answered.question import Answers, Question
from memory.language.lexicon import any_of
from memory.language.lexicon import english as words

_YES = r"(?:oh )?(?:yes|yeah|yep|yup|sure|i do|i am|indeed|right|exactly)\b"
_SINCE = r"(?:(?:ever )?since|every|each|always|all my life|for (?:years|ages|\w{1,30} years))\b"
_OPENING = (
    r"(?:well|only|just|mostly|mainly|still|it['’]s|it is|(?:she|he)(?:['’]s| is)(?: called)?|to|a bit of)\b"
)
_DENIES = r"(?:no|not|nope|none|never|nothing|nobody|dunno|don['’]t|why|what|maybe|perhaps|guess|depends)\b"
_NEAREST = r"(?:wife|husband|girlfriend|boyfriend|son|daughter)"
_KIN = any_of("""
    wife, husband, partner, girlfriend, boyfriend, fianc[ée]e?, son, daughter, brother, sister, mother, father,
    mum, mom, dad, grandmother, grandfather, grandma, grandpa, cousin, uncle, aunt, niece, nephew
""")
_END = r"(?=\s*(?:[.,;!?…()–—-]|$|(?:and (?:I|he|she)|but|because|since|at the moment|now|by the way|right now)\b))"
_NO_NAMES = any_of("""
    I, We, My, It, He, She, They, The, A, An, You, Yes, Well, Guess, Good, Great, Thanks, Not, Still, Just,
    Your, Our, Why, How, Ha, Haha, In, At, To, From, After, Like, Sorry, Neither, Either, Both, None, Nowhere,
    Somewhere, Everywhere, Depends, Maybe, Never, Nope, No
""")
_NO_NAME = rf"(?!{_NO_NAMES}\b)"
_NAME = rf"{_NO_NAME}(?P<v>[A-Z][\w'’-]{{1,30}}(?: [A-Z][\w'’-]{{1,30}})?|[a-z]{{3,12}}(?=[.!]?$)){_END}"
_PLACE = rf"(?:in |near )?{_NO_NAME}(?P<v>[A-Z][\w'’-]{{1,30}}(?: [A-Z][\w'’-]{{1,30}})?){_END}"
_VAGUE_WORDS = any_of("""
    several, some, many, few, lots, loads, plenty, two, three, unfortunately, sadly, everything, anything,
    something, i, we, my, the, it, you, that, this, they, there, so, as, same, if, when, thanks?, sorry, a lot,
    a few, let, ask, both
""")
_VAGUE = rf"(?!{_VAGUE_WORDS}\b)"
_WORDS = r"[A-Za-z][\w'’-]{1,30}(?: [a-z][\w'’-]{1,30})?"
# "Any allergies?" "Only Mondays."
_JOKES = any_of("""
    (?:mon|tues|wednes|thurs|fri|satur|sun)days?, mornings?, weekends?, work, homework, housework, exercise,
    people, idiots, fools, nonsense, politics, exams, maths?, taxes, bills, commitment, drama, fun, jokes, puns,
    stupidity, meetings, ex
""")
_NO_ALLERGEN = rf"(?!(?:my |the |bad |stupid )?{_JOKES}\b)"
_THING = rf"{_VAGUE}(?P<v>(?i:{_VAGUE}){_WORDS}(?: and {_VAGUE}{_WORDS})?){_END}"
_LANGUAGES = r"(?P<v>[A-Z][a-z]{3,}(?: and (?:(?:a bit of|a little|some) )?[A-Z][a-z]{3,})?)\b"
_LANGUAGE = r"[A-Z][a-z]{3,}"
_NUMBER = rf"(?P<v>\d{{1,3}}|{words.AGES})(?=\s*(?:[.,;!]|$)| years| in )"
_COUNT = r"(?P<v>one|two|three|four|five|six|\d)\b(?! (?:years|of|weeks|months))"
_YOU = r"(?:you|u)"

_WORK_ASKED = (
    rf"\bwhat do {_YOU} do(?: for (?:a living|work)| now| these days)?\?"
    r"|\bwhat(?:['’]?s| is) your (?:job|profession|occupation)\b"
    rf"|\bwhat do {_YOU} work as\b|\byour (?:occupation|profession)\?"
)
_NO_JOBS = any_of("""
    this, that, same, still, not, the, my, i, we, it, bit, lots, various, whatever, stuff, everything, anything, oh,
    good, fine, well
""")

# An answer that leaves out "I do" or "I have": a few words, then what it is about.
_NOT_FIRST = any_of("""
    i, we, he, she, they, you, it, that, this, there, my, our, your, his, her, not?, never, used, nothing,
    hopefully, maybe, watching, reading, tonight, tomorrow
""")
_NOT_BETWEEN = any_of(r"""
    i, we, he, she, they, you, not, no, never, hate, watch\w*, without, used, would, about, my, your, his, her
""")
_LEFT_OUT = rf"(?P<v>(?!{_NOT_FIRST}\b)(?:(?!{_NOT_BETWEEN}\b)[A-Za-z'’-]+,? ){{0,6}}?"
_GIVEN_UP = (
    r"(?:used to|but (?:I )?(?:quit|stopped|gave|sold|haven['’]t|not any ?more|no longer)"
    r"|until|years ago|as a (?:kid|child))\b"
)


def _left_out(things: str) -> str:
    return rf"(?![^.!?\n]{{0,80}}\b{_GIVEN_UP}){_LEFT_OUT}(?:{things})\b[^.!?\n]{{0,80}})"


_FREE_TIME = (
    r"\b(?:free|spare) time\b"
    rf"|\bwhen {_YOU}(?:['’]re| are) not (?:\w+ing|at work)\b"
    r"|\bfor fun\b|\bhobb(?:y|ies)\b|\boutside (?:of )?work\b|\bto (?:relax|unwind|switch off)\b"
    rf"|\b(?:do|are) {_YOU} (?:still )?(?:do|up to|into|doing) "
    r"(?:at|on) (?:the |your )?(?:weekends?|evenings?)\b"
    rf"|\bwhat (?:do|are) {_YOU} (?:like doing|into|usually do|get up to)\b"
    rf"|\bdo {_YOU} (?:do any |play any |still |also |get any )?"
    r"(?:sports?|exercise|work out|train|music|anything (?:creative|sporty|musical))\b"
    r"|\bany (?:hobbies|sports?|instruments?|music)\b"
    r"|\bkeep (?:fit|busy|yourself)\b"
    rf"|\bdo {_YOU} play (?:anything|an instrument|any(?:thing)?)\b"
)

_SMOKING_ASKED = rf"\bdo {_YOU} (?:still )?smoke\b"
_DIET_ASKED = (
    r"\b(?:dietary|diet)\b|\b(?:anything|something|what)\b[^?]{0,20}\b(?:don['’]t|can['’]t|not) eat\b"
)
_WELL = any_of("ok, okay, well, ill, unwell, poorly, alright, all right, feeling")
_BODY = any_of("back, knees?, hip, heart, stomach, skin, sleep, chest, head, lungs?")
_EXAMINERS = any_of("doctor, gp, specialist, consultant, test, scan, biopsy, results?, hospital, blood test")
_DIAGNOSES = any_of("""
    co?eliac disease, diabetes, asthma, arthritis, migraines?, gout, sciatica, glaucoma, hay fever,
    endometriosis, epilepsy, high blood pressure, vertigo, psoriasis, eczema, an(?:a)?emia
""")
_AVOIDED = any_of("dairy, gluten, wheat, nuts, peanuts, eggs, fish, shellfish, soy, meat, milk")
_UNEATEN = any_of("meat, pork, beef, fish, dairy, gluten, shellfish, eggs, sugar, nuts")

_QUESTIONS = (
    Question(_FREE_TIME, "I do {v}.", _left_out(rf"{words.PASTIMES}|{words.INSTRUMENTS}"), throughout=True),
    Question(
        r"^(?!.{0,100}\ballerg).{0,100}?\b(?:pets?|animals)\b",
        "I have {v}.",
        _left_out(rf"{words.PET}s?|{words.FLOCK}"),
        throughout=True,
    ),
    Question(
        rf"\bhealth\b|\bhow(?:['’]s| is| are) (?:your|the) {_BODY}\b|\b(?:are|r) {_YOU} {_WELL}\b",
        "I have {v}.",
        _left_out(words.ILLNESS),
        throughout=True,
    ),
    Question(
        rf"\bdo {_YOU} (?:still |even |ever )?(?:drink|eat|do|like) (?P<v>{words.FOODS})\?",
        "I don't eat {v}.",
        denied=(
            r"\W*(?:no|never|nope|not? any ?more|not? at all|can['’]t)\b"
            r"(?!,? (?:thanks|thank|today|now|tonight))"
        ),
    ),
    Question(
        rf"\bwhere (?:do|are|r) {_YOU} (?:guys )?(?:live|living|based|staying)\b", "I live in {v}.", _PLACE
    ),
    Question(rf"\bwhere (?:did) {_YOU} (?:move|end up moving)\b", "I moved to {v}.", rf"(?:to )?{_PLACE}"),
    Question(
        rf"\b(?:living|live|are {_YOU}) (?:\w+ )?in [^?]{{2,40}} or [^?]{{2,30}}\?", "I live in {v}.", _PLACE
    ),
    Question(
        rf"^\W*(?:(?:so|and|oh|but|are {_YOU}|do {_YOU}|you)\W+){{0,2}}still "
        r"(?:living |live |based |over |(?:lodging|living|staying|renting) [^?]{1,40}? )?in "
        r"(?P<v>[A-Z][\w'’-]{1,30}(?: [A-Z][\w'’-]{1,30})?)\?",
        "I live in {v}.",
    ),
    Question(
        r"\bnew (?:place|house|flat|apartment|home)\b|\bsettl(?:ed|ing) in\b",
        "I live in {v}.",
        rf"(?:we['’]re|i['’]m) (?:\w{{1,12}} )?{_PLACE}",
    ),
    Question(_SMOKING_ASKED, "I do not smoke.", denied=r"\W*(?:no(?![\w])(?!t)|nope|never)"),
    Question(_SMOKING_ASKED, "I stopped smoking.", denied=r"\W*not (?:any ?more|since|for)\b"),
    Question(
        _SMOKING_ASKED,
        "I stopped smoking.",
        r"(?:i(?:['’]ve)? )?(?:quit|stopped|packed it in|(?:gave|given) (?:it )?up)\b",
    ),
    Question(
        r"\b(?:medication|medicines?|meds|tablets|pills)\b",
        "I take {v} as medication.",
        r"(?:just |only |i take )?"
        r"(?P<v>(?!(?:yes|some|just|several|two|three|the|for|every)\b)[A-Za-z]{5,20})"
        rf"(?: (?:for|since) (?:my|the) [a-z ]{{3,20}})?{_END}",
        several=True,
    ),
    Question(
        rf"\bwho (?:lives|is living) with {_YOU}\b"
        rf"|\bwho do {_YOU} live with\b"
        r"|\bwho(?:['’]s| is) in your household\b",
        "I have my {v}.",
        r"(?:just |only |with )?(?:my|our) "
        rf"(?P<v>(?:old |elderly |little )?[a-z]{{3,12}}(?:,? [A-Z][a-z]{{1,15}})?){_END}",
        several=True,
    ),
    Question(
        rf"\bdo {_YOU} (?:also |still )?speak [A-Z][^?]{{2,40}}\?",
        "I speak {v}.",
        rf"(?P<v>{_LANGUAGE}(?:(?:, | and |, and )(?:a (?:bit|little) of |some )?{_LANGUAGE}){{0,4}})\b",
    ),
    Question(
        rf"\bwhere (?:are|r|did) {_YOU} (?:originally )?(?:from|come from|moved? from)\b"
        rf"|\b(?:have {_YOU}|did {_YOU}) (?:come|moved?) far\b",
        "I am from {v}.",
        rf"(?:from )?{_PLACE}",
    ),
    Question(_WORK_ASKED, "I am {v}.", r"(?:i['’]m )?(?P<v>retired|unemployed|self-employed)\b"),
    Question(
        _WORK_ASKED,
        "I work as an {v}.",
        rf"(?:an )?(?P<v>(?=[aeiou])(?!{_NO_JOBS}\b)[a-z]{{1,30}}(?: [a-z]{{1,30}}){{0,2}}?)"
        rf"(?: (?:at|in|for) [^.,;!?]{{2,40}})?{_END}",
    ),
    Question(
        _WORK_ASKED,
        "I work as a {v}.",
        rf"(?:an? )?(?P<v>(?!{_NO_JOBS}\b)[a-z]{{1,30}}(?: [a-z]{{1,30}}){{0,2}}?)"
        rf"(?: (?:at|in|for) [^.,;!?]{{2,40}})?{_END}",
    ),
    Question(
        r"\b(?:your|the) (?:full |home |postal |billing |current )?address\b",
        "I live at {v}.",
        r"(?:that['’]s |at )?(?P<v>\d{1,4}[a-zA-Z]?,? [A-Z][\w'’ -]{2,40}(?:, [A-Z][\w'’ -]{2,30}){0,2})",
    ),
    Question(
        rf"^\W*(?:(?:so|and|oh|but|are {_YOU}|you)\W+){{0,2}}still (?:working )?(?:at|for) "
        r"(?P<v>(?:the |an? )?[A-Za-z][\w'’-]{1,20}(?: (?!meanwhile|then|now|these)[A-Za-z][\w'’-]{1,20})?)"
        r"(?: (?:meanwhile|then|now|these days))?\?",
        "I work at {v}.",
    ),
    Question(
        rf"^\W*(?:(?:so|and|oh|but|are {_YOU}|you)\W+){{0,2}}still (?:working as )?"
        r"(?P<v>an? [a-z-]{3,20}(?: [a-z-]{3,20})?)\?",
        "I work as {v}.",
    ),
    Question(rf"\bwhere do {_YOU} work\b", "I work at {v}.", rf"(?:at |for )?{_PLACE}"),
    Question(rf"\bhow old (?:are|r) {_YOU}\b", "I am {v} years old.", _NUMBER),
    Question(
        r"\bwhen['’]?(?:s| is) your birthday\b",
        "My birthday is {v}.",
        r"(?:on )?(?:the )?(?P<v>(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?[A-Z][a-z]{2,8}"
        r"|[A-Z][a-z]{2,8} (?:the )?\d{1,2}(?:st|nd|rd|th)?))\b",
    ),
    Question(
        r"\bwhat(?:['’]s| is) your name\b|\bwho am i (?:speaking|talking) (?:to|with)\b",
        "My name is {v}.",
        _NAME,
    ),
    Question(
        rf"\bwhat(?:['’]?s| is| do {_YOU} call)? your (?P<k>{words.PET}|{_KIN})"
        r"(?:['’]s name|(?: is)? called| named|\?)"
        rf"|\bwhat(?:['’]s| is) the name of your (?P<k2>{words.PET}|{_KIN})\b",
        "My {k} is called {v}.",
        _NAME,
        names=True,
    ),
    Question(
        rf"\bwhat['’]?(?:s| is) (?:his|her|its|the|he|she|it)\b[^?()]{{0,10}}\(the (?P<k>{words.PET}|{_KIN})\)",
        "My {k} is called {v}.",
        _NAME,
        names=True,
    ),
    Question(
        rf"^\W*(?:(?:oh|is (?:that|he|she|it)|so|and|how['’]?s)\W+)?your (?P<k>{words.PET}|{_KIN})\?",
        "My {k} is called {v}.",
        rf"{_NO_NAME}(?P<v>[A-Z][\w'’-]{{1,30}})(?=[.,;!]|$)",
    ),
    Question(
        rf"^\W*(?:(?:and|what about|how about) )?(?:the|your) (?P<k>{words.PET}s)\?",
        "My {k} are called {v}.",
        r"(?P<v>[A-Z][\w'’-]{1,30} and [A-Z][\w'’-]{1,30})"
        r"(?=[.,;!]|$| (?:are|stay|come|go|will|can|love|hate|move)\b)",
    ),
    Question(
        rf"^\W*(?:and|what about|how about) (?:the|your) (?P<k>{words.PET})\?",
        "My {k} is called {v}.",
        rf"{_NO_NAME}(?P<v>[A-Z][\w'’-]{{1,30}})(?= (?:is|stays|comes|goes|will|can|loves|hates|moves)\b)",
    ),
    Question(
        rf"\bdo {_YOU} (?:still )?have an? (?P<k>{words.PET}|{_KIN})\?",
        "I have a {k}. My {k} is called {v}.",
        rf"{_NO_NAME}(?P<v>[A-Z][\w'’-]{{1,30}})(?=[.,;!]|$)",
    ),
    Question(
        rf"\b(?:(?:do|have) )?{_YOU} (?:have|got) (?:any )?"
        r"(?P<k>kids|children|siblings|brothers|sisters|grandchildren)\b"
        r"|\bhow many (?P<k2>kids|children|siblings|brothers|sisters|grandchildren) do you have\b",
        "I have {v} {k}.",
        _COUNT,
    ),
    Question(
        r"\ballerg(?:y|ies)\b"
        rf"|\b(?:are|r) {_YOU} allergic to (?:anything|something|any)\b"
        rf"|\bwhat (?:are|r) {_YOU} allergic\b",
        "I have {v}.",
        r"(?P<v>hay ?fever|asthma)\b",
    ),
    Question(
        rf"\bwhat did the {_EXAMINERS}s? (?:say|find|show)\b|\bwhat(?:['’]s| is| was) the diagnosis\b",
        "I have {v}.",
        rf"(?:it['’]s |turns out (?:it['’]s )?)?(?P<v>{_DIAGNOSES}){_END}",
    ),
    Question(
        r"\b(?:medical|health|long-term|pre-?existing|chronic|underlying) "
        r"(?:conditions?|problems?|issues|illness(?:es)?)\b",
        "I have {v}.",
        rf"(?P<v>(?!(?i:since|for|from|but|nothing|only)\b)[A-Za-z]{{3,20}}(?: [a-z]{{3,20}}){{0,2}}){_END}",
        several=True,
    ),
    Question(
        r"\b(?:any|have|your|got|other|known|food)\b[^?]{0,20}\ballerg(?:y|ies)\b"
        rf"|\b(?:are|r) {_YOU} allergic to (?:anything|something|any)\b"
        rf"|\bwhat (?:are|r) {_YOU} allergic\b",
        "I am allergic to {v}.",
        rf"{_NO_ALLERGEN}{_THING}",
    ),
    Question(
        rf"\b(?:not eating|avoiding|don['’]t eat|can['’]t eat|off|without) (?P<v>{_AVOIDED})\b",
        "I am allergic to {v}.",
        r"[^.?!]{0,30}\b(?i:it['’]s an allergy|allergic)\b",
    ),
    Question(
        _DIET_ASKED,
        "I am {v}.",
        r"(?P<v>vegetarian|vegan|pescatarian|gluten[- ]free|lactose[- ]intolerant|co?eliac)\b",
    ),
    Question(
        _DIET_ASKED,
        "I don't eat {v}.",
        rf"(?:no )?(?P<v>{_UNEATEN}){_END}",
    ),
    Question(rf"\b(?:what|which) languages? (?:do|can) {_YOU} speak\b", "I speak {v}.", _LANGUAGES),
    Question(
        rf"\bwhat (?:are|r|do) {_YOU} (?:stud(?:y|ying)|majoring in)\b|\bwhat['’]?s your major\b",
        "I study {v}.",
        _THING,
    ),
    Question(
        rf"\b(?:what|which) instruments? (?:do|can) {_YOU} play\b", "I play {v}.", rf"(?:the )?{_THING}"
    ),
    Question(
        rf"\b(?:hobby|hobbies)\b|\bwhat do {_YOU} (?:like to )?do (?:in your (?:free|spare) time|for fun)\b",
        "I like {v}.",
        _THING,
    ),
    Question(
        r"\bwhat['’]?(?:s| is) your favou?rite (?P<k>[a-z]{1,30}(?: [a-z]{1,30})?)\?",
        "My favourite {k} is {v}.",
        _THING,
    ),
    Question(
        rf"^\W*(?:(?:so|and|oh|wait)\W+)?(?:are|aren['’]t|r) {_YOU} (?:also |still |really |actually )?"
        r"(?P<v>(?:an? |allergic to )?[a-z-]{1,30}(?: [a-z-]{1,30})?)(?: too| as well)?\?",
        "I am {v}.",
    ),
    Question(
        rf"^\W*(?:(?:so|and|oh|wait)\W+)?do {_YOU} (?:also |still |really |actually )?"
        r"(?P<v>(?:have|own|play|speak|live in|work (?:as|at|for)|study|collect) (?!any\b)[\w' -]{2,40}?)"
        r"(?: too| as well| now)?\?",
        "I {v}.",
    ),
    Question(
        rf"\b(?:do|are|r) {_YOU} (?:(?:still|also|ever|often|actually) )?"
        r"(?:play|do|practi[cs]e|sing|into|go(?! (?:to|out))|(?<=still )(?:playing|doing|going|singing)) "
        r"(?:in )?(?:(?:the|any|a) )?"
        rf"(?P<v>{words.PASTIMES}|{words.INSTRUMENTS})(?: (?:too|as well|at all|then|these days|much))?\?",
        "I do {v}.",
    ),
)

_NAME_ASKED = r"\bwhat(?:['’]?s| is| was) (?:(?:he|she|it)\b(?= (?:called|named))|(?:(?:his|her|its) name\b))"
_OWNED = (
    r"(?:\b(?:my|our)|\b(?:i|we)(?:['’]ve)? (?:\w{1,30} ){0,3}?(?:have|got|adopted|bought|rescued|own) an?"
    r"|^\W*(?:got|adopted) an?)"
    rf" (?:\w{{1,30}} ){{0,2}}?(?P<k>{words.PET}|{_NEAREST})\b(?!['’-])"
    r"(?![^.!?]{0,40}\b(?:baby|neighbou?r))"
)

ENGLISH = Answers(
    questions=_QUESTIONS,
    yes=_YES,
    since=_SINCE,
    opening=_OPENING,
    denies=_DENIES,
    name_asked=_NAME_ASKED,
    owned=_OWNED,
    noun_written=" (the {k})",
    named=(
        r"^\W*(?:(?:and|so|oh)\W+)?(?i:(?:he|she|it)(?:['’]s| is)(?: an? [\w -]{2,20}?)?,? (?:called|named)"
        rf"|(?:his|her|its) name(?:['’]s| is)) {_NAME}"
    ),
    name_said="My {k} is called {v}.",
)
