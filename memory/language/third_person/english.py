"""Turns English first-person sentences into the third person. Pure."""

import re

from memory.language.greetings import CALLED, GREETINGS, words_of

_MOST_SUBJECTS = 12  # "I" in a sentence; with more of them the name would be repeated endlessly
# Irregular past forms that differ from the present.
_PAST_WORDS = """
    ate awoke became began bent bit bled blew bought bred broke brought built burnt came caught chose clung
    crept dealt dove drank drew dreamt drove dug fed fell felt fled flew forgave forgot fought found froze
    gave got grew hated heard held hid hung kept knelt knew leant leapt learnt led left lent lit lost made
    meant met mistook overcame overslept paid ran rang rebuilt rode rose said sang sank sat saw sent shook
    shot slept slid slipped sold sought spent spilt spoke spoilt spun stood stole stuck stung struck swam
    swept swore taught thought threw told took tore understood undid undertook went wept woke won wore wove
    wrote
"""
IRREGULAR_PAST = frozenset(_PAST_WORDS.split())
_OTHER_WORDS = """
    was had did could would should might may must will shall can can't cannot couldn't wouldn't shouldn't
    won't didn't hadn't wasn't bound burst cost cut fit hit hurt laid lay quit set shut spread upset wound
"""
# Forms that are the same for "I" and "she".
_SAME = IRREGULAR_PAST | frozenset(_OTHER_WORDS.split())
_BASES_WORDS = """
    accept admire adore agree aim appreciate argue arrive ask attend avoid babysit bake be bear become begin
    believe belong bet bike borrow bring budget build buy call camp cancel care carry celebrate change check
    cheer choose climb coach code collect come commute compost cook count cover crave crochet cycle dance deal
    delete depend design develop do donate doubt dream drink drive drop earn eat enjoy exercise expect explore face
    fall fear feel fetch find finish fish fly focus follow forget garden get give go grow guess handle hate have
    head hear help hike hold hope hug hunt imagine intend invest jog join juggle keep knit know lack laugh lead
    learn leave lend like listen live look lose love maintain make manage mean meditate meet mentor mind miss
    move need notice offer organise organize owe own paint park pay perform photograph pick plan play practice
    practise pray prefer prepare produce promise propose pursue race react realize recommend recycle refuse
    regret relax rely remember rename renew rent repair research respect ride row run rush sail save say score
    see seem sell send serve sew share shop sign sing sit skate sketch ski skip sleep smell smoke sneeze snore
    sound speak spend stand start stay stop stress struggle study stutter suffer suggest support suppose surf
    suspect swear swim switch take talk taste teach tell tend think thrive train translate travel treasure treat
    trust try tutor type understand use value visit volunteer vote wait wake walk want watch wear weigh wish
    wonder work worry write
"""
_BASES = frozenset(_BASES_WORDS.split())
_AUXILIARIES = {
    "have": "has", "haven't": "hasn't", "do": "does", "don't": "doesn't", "wanna": "wants to",
    "gotta": "has to",
}  # fmt: skip
_WITH_THEY = {"is": "are", "was": "were", "wasn't": "weren't", "wanna": "want to", "gotta": "have to"}
# The same in present and past, so the tense is unknown.
_UNTOLD_WORDS = "beat bid cast let put read rid shed split thrust"
_UNTOLD = frozenset(_UNTOLD_WORDS.split())
_NOT_PAST_WORDS = "need feed bleed speed breed exceed succeed proceed embed shed heed seed weed"
_NOT_PAST = frozenset(_NOT_PAST_WORDS.split())
_ADVERBS = (
    r"(?:(?:\w{2,}ly|no longer|also|just|still|already|always|never|often|sometimes|even|now|then|almost|soon|once"
    r"|ever|rather"
    r"|both|kind of|sort of|once again|honestly|not)\s)*"
)
# Interjections and fillers at the beginning of a sentence.
OPENERS = re.compile(
    r"\A(?:(?:(?:oh|and|oh and),? )?(?:(?:just )?(?:one|another) (?:more |last )?thing|one more|last thing"
    r"|next (?:point|thing)|(?:also |and |just )?(?:a )?(?:quick )?heads[ -]up"
    r"|p\.?s\.?|(?:the )?(?:thing|truth|fact|problem) is|(?:good|great|bad|big) news)[,!.…:]+\s+"
    rf"|(?:{words_of(GREETINGS, CALLED, language='English')}|oh|ok|okay|well|so|yeah|yh|yea|ya|ye|yes"
    r"|yep|yup|no|nah|nope|haha\w*|wow|woah?|whoa|ah|aw+|hmm+|um+|anyway"
    r"|actually|honestly|man"
    r"|by the way|btw|guess what|thanks|thank you|(?:yes|no|nah),? (?:thanks|thank you|please)"
    r"|sure|right|great|cool|nice|also|plus|absolutely|definitely"
    r"|very good|excellent|splendid|brilliant|perfect|well done|good (?:job|work|answer)|nice one|listen|look"
    r"|totally|exactly|no problem|no worries|of course|good heavens|goodness"
    r"|true|indeed|fair|ouch|phew|legend|star|(?:ok |okay )?noted|aw+ (?:lovely|bless|nice|cute|sweet))"
    r"[,!.…]+\s+|(?:(?:quick |small |short )?update|news|fyi)[:,!.]\s+"
    r"|oh,? and\s+"
    # "Sorry I went quiet, the boiler packed in", "thanks so much for Saturday, mum hasn't stopped talking about it"
    r"|(?:(?:hey|hi|hello),? )?"
    r"(?:(?:so )?sorry (?:that )?(?:I|for|about)\b|thanks?(?: you)?(?: so much| a lot| again)? for\b)"
    r"[^,.!?;]{2,40},\s+(?=\w)"
    r"|(?:yeah|yh|yea|yep)\s+(?=(?-i:[A-Z])[a-z])"
    r"|(?:btw|ugh|omg|tbh|ngl)(?:,? also)?,?\s+(?=\w)"
    r"|(?:(?:mate|dude|bro|guys|babe|hun|girl),?\s+)?(?:did (?:you|u) hear|guess what|(?:you|u) know what)[,!?]+\s+"
    r"|(?:anyway,?\s+)?(?:gotta|got to|have to|need to) (?:go|run|dash)(?: now)?[,.!]+\s+"
    r"|(?:and|but|also|plus|oh|yeah|yh|yea|ya|nah|no no|right so|thing is|haha\w*|lol|btw|by the way|anyway)"
    r"\s+(?=I\b|[Mm]y\b)"
    r"|(?:ok|okay|oh|yeah|yh|yea|yep|haha\w*|lol|btw)\s+(?=(?:it|he|she|they|that|there|we|what|how)\b)"
    r"|so\s+(?=my\b|I(?:['’](?:m|ve)| am| was| have| had| got| went| quit| moved| started)\b))+",
    re.IGNORECASE,
)
# Fillers and thanks at the end of a sentence.
_CLOSERS = re.compile(
    r",? (?:I (?:guess|think|suppose|believe)|lol|haha\w*|btw|tbh)(?=[.!]*$)"
    r"|,? thanks?(?: you)?(?: so much| a lot| again)?(?:,? [A-Z]\w+)?(?=[.!]*$)",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\b(?:we|us|our|ours|ourselves|let['’]s|you|your|yours|yourself|mine|myself|y['’]all|ya|u)\b|[\"“”«»„]"
    r"|\b[Ll]et me\b|\bplease\b|, don['’]t\b|, I mean\b"
    r"|\b(?:am|have|do|did|was|can|could|should|would|will|had|may|might|must|nor|than|as) I\b|\bI$|\bI[,.;!?…]"
    r"|\bbe me\b|\bme\b.*\bme\b"
    # What stands for a sentence ("I am, third night in a row"), and what somebody is told to do ("…, remind me").
    r"|\AI (?:am|do|did|have|had|will|would|can|could|was|should|might), |\band look at me\b"
    rf"|,? so (?:{'|'.join(sorted(_BASES))})\b"
    r"|[,;–] (?:(?:and|so|but|just) )?(?:ask|bear with|believe|call|email|excuse|forgive|give|help|join|let|look at"
    r"|message|phone|pray for|remind|ring|save|send|show|tell|text|trust|wait for|wish) me\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:I|me|[Mm]y|i)\b|\b[Ii]['’](?:m|ve|ll|d)\b")
_I = re.compile(rf"\b[Ii](?:['’](?P<short>m|ve|ll|d))?\s(?P<adverbs>{_ADVERBS})(?P<verb>[A-Za-z]+(?:['’]t)?)")
_AGREES = re.compile(
    r"\W*I(?:['’]m| am| do| did| was| have| had| will| can| would| know| see| agree| guess| bet| wish| think so"
    r"| hope so)\W*"
)
_ENGLISH = re.compile(
    r"\b(?:[Ii](?:['’](?:m|ve|ll|d))?|[Mm]y|the|is|are|was|were|to|for|from|and|of|has|have|had|gave|told|calls?)\b"
)
_LINKING = re.compile(r"\A(?:(?:well|so|and|but|then|or)\b[\s,]*)+")
_INSTRUCTS = re.compile(
    r"\A(?:always|never|only|from now on,?)\s"
)  # "Never delete anything without asking me"
_REQUESTS_WORDS = (
    "please tell let show give explain remind excuse forgive trust wish don't dont text email send pass"
)
_REQUESTS = frozenset(_REQUESTS_WORDS.split())
_IS = re.compile(r"\b[Ii](?:['’]m| am)\b")
_I_BARE = re.compile(r"\b[Ii]\b")
_MY_AND_I = re.compile(r"^[Mm]y (?P<who>\w+(?: [A-Z]\w+)?) and I\b")
_SECOND = re.compile(
    r"(?P<before>,? (?:and|or|but|then) (?:\w+ly |also |still |now |never |always "
    r"|often )?)(?P<verb>[a-z]+)\b(?P<after>\s\w+)?"
)
_SAYS = re.compile(
    r"[A-Z]\w{1,20} (?:says|said|thinks|thought|believes|knows|knew|hopes|claims|hears|heard|wishes)\b"
)
# What is between two verbs of the same subject: "I was born in Lagos but I left". Not a subordinate clause, in which
# somebody else may be the subject.
_CONTINUES = re.compile(
    r"(?:(?!\b(?:that|if|when|while|because|since|before|after|until|as|than|who|which|where|what|how|why|he|she|it|they|we"
    r"|you|hope|think|believe|guess|wish|suppose|bet|say|said|know|knew|hear|heard|told|let|make|see|saw)\b"
    r"|[,;:–(] (?!and |but ))[^.!?]){0,120},? (?:and|but) ",
    re.IGNORECASE,
)
# What may stand before the "I" of a main clause: "Last year I …", but not "My doctor says I …".
_OPENS_SENTENCE = re.compile(
    r"(?:(?:and|but|so|well|then|now|also|still|maybe|perhaps|today|tonight|yesterday|tomorrow|sometimes|usually|once"
    r"|\w{2,20}ly),? ){0,3}"
    r"(?:(?:last|this|next|every|each|most|one|on|in|at|since|for|during|after|before|until|by|with|from|as|these"
    r"|the other) (?!(?:I|he|she|they|it|we|you)\b)"
    r"(?:(?!(?:says?|said|thinks?|thought|tells?|told|knows?|hopes?|claims?|wants?)\b)[\w'’-]{1,20},? ){1,4})?",
    re.IGNORECASE,
)
_AFTER_SECOND_WORDS = """
    a an the my in at as for with on to from by about near of two three four five six seven no some this that
    every each it him her them
"""
_AFTER_SECOND = frozenset(_AFTER_SECOND_WORDS.split())
_OPENS_VERB_PHRASE = re.compile(
    r"\b(?:to|can|could|will|would|let|lets|make|makes|help|helps|that|who|which|when|while|if|because)\b"
)
# Bases that are no nouns: in "I got help and support from Anna", "support" is one.
_VERBS_ALONE_WORDS = """
    accept admire adore agree appreciate arrive attend avoid become begin believe belong bring build buy carry celebrate
    choose collect come depend develop do donate earn eat enjoy feel forget get give go grow handle have hear imagine
    intend invest join keep know learn leave lend like listen live lose maintain make manage mean meditate meet organise
    organize own perform prefer prepare produce realize recommend recycle refuse relax rely remember see seem sell send
    sew sing sit speak spend suffer suggest suppose take teach tell tend think translate understand want weigh write
"""
_VERBS_ALONE = frozenset(_VERBS_ALONE_WORDS.split())
_AFTER_NOUN_OR_VERB = frozenset(("a", "an", "my", "it", "him", "her", "them", "to"))
# After these, "and stay" has no ending of its own: "could go and stay", "helped him pack and stay".
_OPENS_BARE_VERB = re.compile(
    r"\b(?:to (?!the|an?|my|his|her|their|our|this|that|[A-Z])|can|could|will|would|should|might|did|didn['’]t"
    r"|made|let|helped|saw|watched|heard|felt|that|who|which|when|while|if|because)\b"
)
_OBJECT = re.compile(r"\b(?:[Mm]y|me)\b")
_WORD = re.compile(r"[\w'’-]+")
_THEY = re.compile(r"\b(?:they|them|their|those|these)\b", re.IGNORECASE)
_BEFORE_THEY = re.compile(
    r"\b(?:when|whenever|because|after|before|since|while|until|till|if|although|though|once|so|that|and|but|than|where"
    r"|I(?: \w+ly| also| just| still)?"
    r" (?:think|thought|hope|hoped|know|knew|believe|guess|feel|felt|wish|bet|suppose)) $",
    re.IGNORECASE,
)
# Whom "they" could mean instead of the speaker: a plural, a person or something that may be one, a name that is not
# certainly a place, and whoever is told, asked or called. The name is repeated then, which is always right.
_OTHER_PEOPLE = re.compile(
    r"\b(?:the|my|our|his|her|these|those|some|all|both|many|few|several|other|two|three|four|five|six)"
    r" (?:[\w-]+ )?[\w-]+s\b"
    r"|\b(?:an?|the|my|our|this|that|some|every|one) (?:[\w-]+ ){0,2}[\w-]+(?:er|or|our|ist|ian|ant|ent|man)\b"
    r"|\b(?:people|kids?|child|children|parents|friends?|family|team|folks|guys?|men|women|woman|everyone|everybody"
    r"|someone|somebody|couple|others|police|colleagues?|wife|husband|boyfriend|girlfriend|fiancée?|mum|mom|dad|son"
    r"|cousin|aunt|uncle|nephew|niece|grand\w+|boss|nurse|landlord|landlady|baby|girl|boy|client|roommate|flatmate)\b"
    r"|\b(?:tell|told|ask(?:ed)?|call(?:ed)?|text(?:ed)?|email(?:ed)?|phoned?|hired?|meet|met|help(?:ed)?|thank(?:ed)?"
    r"|invited?|warn(?:ed)?|fired?|saw|visit(?:ed)?|dated?|kissed"
    r"|promised?|show(?:ed)?|hug(?:ged)?|married|(?:talk(?:ed)?|speak|spoke) (?:to|with))\b"
    r"|\b(?:he|she|him|her|they|them|their|these|those|who)\b"
    r"|(?<!^)(?<!\bto )(?<!\bin )(?<!\bat )(?<!\bfrom )(?<!\bnear )(?<!\bon )(?<!\bfor )\b(?-i:[A-Z])(?!\b)(?!['’])",
    re.IGNORECASE,
)
_IS_SOMETHING = re.compile(r"\A (?:\w{1,15} ){0,2}(?:is|are|was|were|be|been|as) (?:an?|the) [^,.;:!?]{1,60}")
# Verbs that begin a sentence without its subject: "Went to the gym today."
_LEFT_OUT = re.compile(
    r"\A(?:(?:just|finally|recently|also|already) )?(?:went|got|started|moved|met|bought|finished|visited|tried|saw"
    r"|took|made|joined|signed"
    r"|adopted|had|spent|found|ran|decided|booked|ordered|cooked|baked|painted|watched|quit|lost|won|came back"
    r"|drove|flew"
    r"|haven['’]t|can['’]t (?:wait|do|make|come|stand|bear"
    r"|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\w{0,6}(?=,))|hiked|attended|learned|planted|celebrated|read"
    r"|(?!excited|worried|scared|tired|relieved|surprised|thrilled|pleased|delighted|annoyed)\w{2,}ed my)\b",
    re.IGNORECASE,
)
# The same of sentences in which "I'm" is left out, too: "Looking forward to the summer."
_LEFT_OUT_WITH_IS = re.compile(
    r"(?:(?:just|now|still|also) )?(?:gonna|going to be|planning to|hoping to|trying to|about to|looking forward to)\b"
    r"(?! (?:\w+ ){0,6}is\b)",
    re.IGNORECASE,
)

# Verbs that begin a sentence without its subject, which is not the speaker: "Gives me two more days", "Works for me".
_SUBJECT_IS_ELSEWHERE = re.compile(
    r"(?:(?:only|just|still|also|always|really|probably|now|then|not) )?"
    r"(?:is|was|has|does|will|would|could|can|isn['’]t|wasn['’]t|hasn['’]t|doesn['’]t|won['’]t|wouldn['’]t"
    rf"|(?:{'|'.join(sorted(IRREGULAR_PAST))}|cost|let|put|hurt|\w{{2,15}}ed) me|(?P<verb>[a-z]{{2,15}}s))\b(?!['’])"
    r"(?! (?:with|for|of|in|to|about|and) (?:[\w'’-]{1,20} ){1,4}(?:are|were|is|was|have|has|keep|make)\b)",  # "plans"
    re.IGNORECASE,
)
# The words before ", I" that are left when those are told that say when, where or how.
_FRAGMENT = re.compile(
    r"(?P<words>not\b[^,.;:!?]{1,60}"
    r"|(?!(?:in|on|at|by|for|from|since|until|till|after|before|during|with|without|within|as|like|unlike|despite|due"
    r"|thanks|because|about|around|between|over|under|near|through|throughout|to|of|if|when|whenever|while|where"
    r"|although|though|once|unless|besides|apart|instead|except|along|across|past|up|last|this|next|every|each|most|one"
    r"|some|these|today|tonight|tomorrow|yesterday|now|nowadays|then|later|earlier|soon|sometimes|often|always|never"
    r"|again|first|second|third|still|also|however|otherwise|anyway|overall|maybe|perhaps|so|but|and|yet|or|even|only"
    r"|back|the (?:other|next|same|first|last|whole)|all|that|any|ever|no matter|long|years|months|weeks|days|two"
    r"|three|ten|a (?:few|couple|long|year|month|week|day|while)|more|\w{1,15}(?:ly|day|days))\b)"
    r"(?:[\w'’-]{1,20} ){0,3}[\w'’-]{1,20}), (?:and )?I\b",
    re.IGNORECASE,
)
_HAS_VERB = re.compile(
    rf"\A(?!not\b).*?(?:\b(?:is|are|was|were|am|be|has|have|had|do|does|did|can|could|will|would|may|might|must|should|let"
    rf"|put|cost|hurt|born|{'|'.join(sorted(IRREGULAR_PAST))}|\w{{1,20}}(?:ed|ing)|\w{{1,20}}(?:n['’]t|['’](?:s|re|ve|ll|d|m)))\b"
    rf"|(?:the|my|this|that|[A-Z]\w{{1,20}})(?: \w{{1,20}})? \w{{2,20}}s\b)",
    re.IGNORECASE,
)


def in_english(sentence: str, name: str) -> str | None:
    text = _CLOSERS.sub("", OPENERS.sub("", sentence, count=1))
    if _has_lost_subject(text) or len(_I_BARE.findall(text)) > _MOST_SUBJECTS:
        return None
    if _LEFT_OUT_WITH_IS.match(text):
        text = f"I'm {text[:1].lower()}{text[1:]}"
    if _LEFT_OUT.match(text) and not _I_BARE.search(text.partition(",")[0]):
        text = f"I {text[:1].lower()}{text[1:]}"
    if (
        not _SELF.search(text)
        or _begins_with_fragment(text)
        or _REFUSED.search(text)
        or not _is_statement(text)
    ):
        return None
    told = _subjects(_IS.sub("I is", _couple(text, name)), name)
    if told is None:
        return None
    told = _others(told, name, is_alone=_THEY.search(text) is None)
    return _end(told.replace(f" {name} {name} ", f" {name} that {name} "))  # "told me I should"


def _begins_with_fragment(text: str) -> bool:
    """Whether words without a verb stand before ", I", other than time, place or manner: "Not tonight, I'm tired"."""
    match = _FRAGMENT.match(text)
    return match is not None and not _HAS_VERB.search(match["words"])


def _has_lost_subject(text: str) -> bool:
    """Whether the sentence begins with the verb of a subject that was named before: "Works for me"."""
    match = _SUBJECT_IS_ELSEWHERE.match(text)
    return match is not None and (match["verb"] is None or match["verb"].lower() in _WITH_S)


def _is_statement(text: str) -> bool:
    """Whether it is an English statement, not a request such as `Tell me more`."""
    bare = _INSTRUCTS.sub("", _LINKING.sub("", text.lower()))
    first = bare.partition(" ")[0].strip(",.!")
    if _AGREES.fullmatch(text):
        return False
    return first not in _BASES and first not in _REQUESTS and _ENGLISH.search(text) is not None


def _couple(text: str, name: str) -> str:
    """`My wife and I live in Graz` with the name in front; the verb stays plural."""
    return _MY_AND_I.sub(lambda match: f"{name} and their {match['who']}", text)


def _subjects(text: str, name: str) -> str | None:
    """The text with `name` for each "I" and its verb in the third person; None if a verb is unknown."""
    parts: list[str] = []
    at = last = 0
    is_they = False
    is_main = True  # whether the subject so far is that of the main clause
    for match in _I.finditer(text):
        turned = _finite(match)
        if turned is None:
            return None
        words, is_present = turned
        if is_present and match["verb"] != "is" and _is_one_of_several(text, match.start()):
            return None
        continues = bool(parts) and not is_they and is_main and _continues(text, last, match.start())
        is_main = continues or _opens_main(text, match.start())
        is_they = not continues and _can_be_they(text[: match.start()])
        subject = "" if continues else "they " if is_they else f"{name} "
        parts += [text[at : match.start()], subject + (_with_they(match, words) if is_they else words)]
        at, last = match.end(), match.start()
        if not is_they:
            clause = _clause(text, at)
            following = _second_verbs(clause) if is_present else _verbs_after_past(words, clause)
            if following is None:
                return None
            parts.append(following)
            at += len(clause)
    parts.append(text[at:])
    told = "".join(parts)
    return None if _I_BARE.search(told.replace(name, "")) or re.search(r"\b[Ii]['’]", told) else told


def _continues(text: str, last: int, at: int) -> bool:
    """Whether the "I" at `at` can be left out after that at `last`: not in "I was six when my dog died and I cried"."""
    return _CONTINUES.fullmatch(text, last, at) is not None


def _opens_main(text: str, at: int) -> bool:
    """Whether the "I" at `at` opens the main clause, as it does not in "When I was six" and "My doctor says I …"."""
    return _OPENS_SENTENCE.fullmatch(text, 0, at) is not None


def _can_be_they(before: str) -> bool:
    """Whether "they" can stand for an "I" after this beginning of a sentence: it names the speaker, and nobody else."""
    is_speaker = _SELF.search(before) and _BEFORE_THEY.search(before) and not _SAYS.match(before)
    return bool(is_speaker) and _OTHER_PEOPLE.search(before) is None


def _with_they(match: re.Match[str], words: str) -> str:
    """Adverbs and verb as they go with "they"; `words` is how they go with a name: `are` for `is`."""
    short, adverbs, verb = match["short"], match["adverbs"], match["verb"].replace("’", "'")
    if short:
        return f"have {adverbs}{verb}" if short == "ve" else words
    return adverbs + _WITH_THEY.get(verb.lower(), verb)


def _is_one_of_several(text: str, at: int) -> bool:
    """Whether "I" is part of a joint subject, as in "Tom and I"; in "I like tea, and I" it is not."""
    return text[:at].endswith("and ") and _I_BARE.search(text, 0, at) is None


def _clause(text: str, at: int) -> str:
    """The text up to the next "I"."""
    end = _I_BARE.search(text, at)
    return text[at : end.start()] if end else text[at:]


def _finite(match: re.Match[str]) -> tuple[str, bool] | None:
    """Adverbs and verb in the third person, and whether it is a present form that "and live …" may continue."""
    short, adverbs, verb = match["short"], match["adverbs"], match["verb"].replace("’", "'")
    low = verb.lower()
    if short == "ve":
        return f"has {adverbs}{verb}", False
    if short == "ll":
        return f"will {adverbs}{verb}", False
    if short == "d":
        return _with_d(adverbs, verb)
    if low == "is":
        return f"{adverbs}is", True
    if low in _AUXILIARIES:
        return adverbs + _AUXILIARIES[low], low == "have"
    if low in _UNTOLD:
        return None
    if low in _SAME or (low.endswith("ed") and low not in _NOT_PAST):
        return f"{adverbs}{verb}", False
    return (f"{adverbs}{with_s(low)}", True) if low in _BASES else None


def _with_d(adverbs: str, verb: str) -> tuple[str, bool] | None:
    if verb.lower() in ("better", "rather") or verb.lower() in _BASES:
        return (f"would {adverbs}{verb}", False) if verb.lower() != "better" else None
    return (
        (f"had {adverbs}{verb}", False)
        if verb.lower() in ("been", "gone", "seen", "forgotten", "done")
        else None
    )


def _second_verbs(clause: str) -> str | None:
    """The clause with further verbs of the same subject turned as well: "and live in …"; None if that is unsure."""
    parts, at = [], 0
    for match in _SECOND.finditer(clause):
        if match["verb"] not in _BASES:
            continue
        after = (match["after"] or "").strip().lower()
        if after not in _AFTER_SECOND or _OPENS_VERB_PHRASE.search(clause, 0, match.start()):
            return None
        parts += [clause[at : match.start()], match["before"], with_s(match["verb"])]
        at = match.end("verb")
    return "".join([*parts, clause[at:]])


def _verbs_after_past(first: str, clause: str) -> str:
    """`moved`, ` to Leipzig and work at …`: verbs in the present have their ending, where they are surely verbs."""

    def turned(match: re.Match[str]) -> str:
        verb, after = match["verb"], (match["after"] or "").strip().lower()
        is_verb = after in (_AFTER_SECOND if verb in _VERBS_ALONE else _AFTER_NOUN_OR_VERB)
        is_verb = is_verb or (verb == "work" and after in ("at", "in", "for", "as"))
        if verb not in _BASES or not is_verb or _OPENS_BARE_VERB.search(f"{first}{clause[: match.start()]} "):
            return match[0]
        return f"{match['before']}{with_s(verb)}{match['after']}"

    return _SECOND.sub(turned, clause)


def with_s(verb: str) -> str:
    """The third person singular in the present: `goes`, `tries`, `has`."""
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o", "z")) else f"{verb}s"


_WITH_S = frozenset(map(with_s, _BASES)) | {
    "makes",
    "means",
    "brings",
    "puts",
    "lets",
    "costs",
    "hurts",
    "fits",
    "works",
}


def _others(text: str, name: str, is_alone: bool) -> str:
    """The text with "me" and "my" replaced: by the name at first, then by "them" and "their".

    `is_alone`: the sentence says "they" of nobody else. "Me" is the name, too, if somebody else is named since.
    """
    possessive = f"{name}’s" if "’" in text else f"{name}'s"
    first = next((match.start() for match in _OBJECT.finditer(text)), 0)
    subject = re.compile(rf"\b(?:{re.escape(name)}|they)\b")

    def turned(match: re.Match[str]) -> str:
        is_named = match.start() > first or name in text[: match.start()]
        if match[0] == "me":
            *before, since = subject.split(text[: match.start()])
            return "them" if before and is_alone and not _names_others(since) else name
        return "their" if is_named else possessive

    return _OBJECT.sub(turned, text)


def _names_others(after_subject: str) -> bool:
    """Whether the words after the subject mention somebody else, not what the subject is: "is a nurse, and Tom …"."""
    return _OTHER_PEOPLE.search(f"- {_IS_SOMETHING.sub('', after_subject)}") is not None


def _end(text: str) -> str:
    return re.sub(r"(?<!!)!+(?=\s|$)", ".", text)
