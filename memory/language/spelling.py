"""Writes the English of chats in standard spelling: `im free on friday, ill drive` as `I'm free on Friday, I'll drive`.
Pure.

Apostrophes and the capitals of "I", weekdays and months are put where they were left out, and common abbreviations are
written out. Other languages stay as they are, and so do words that may be something else: German "im Park", French
"dont", an "ID", "feel ill", "its fur", and names such as Jony Ive.
"""

import re

from memory.language.detection import language_of

# Words of no other language that the service reads.
_ONLY_ENGLISH = {
    "ive": "I've", "cant": "can't", "didnt": "didn't", "doesnt": "doesn't", "isnt": "isn't", "wasnt": "wasn't",
    "arent": "aren't", "werent": "weren't", "havent": "haven't", "hasnt": "hasn't", "hadnt": "hadn't",
    "couldnt": "couldn't", "wouldnt": "wouldn't", "shouldnt": "shouldn't", "thats": "that's", "whats": "what's",
    "shes": "she's", "theyre": "they're", "youre": "you're", "youve": "you've", "youll": "you'll",
    "theyve": "they've", "weve": "we've", "youd": "you'd", "theyd": "they'd", "theyll": "they'll", "itll": "it'll",
    "thatll": "that'll", "wouldve": "would've", "couldve": "could've", "shouldve": "should've", "hows": "how's",
    "wheres": "where's", "whos": "who's", "theres": "there's", "heres": "here's", "tmrw": "tomorrow",
    "tomoz": "tomorrow", "bday": "birthday", "appt": "appointment",
}  # fmt: skip
# Words that other languages have, too.
_AMBIGUOUS = {"im": "I'm", "id": "I'd", "dont": "don't", "wont": "won't", "hes": "he's", "i": "I", "u": "you"}
_STANDARD = _ONLY_ENGLISH | _AMBIGUOUS

_DAYS = "monday tuesday wednesday thursday friday saturday sunday"
_MONTHS = "january february april june july august september october november december"
_NAMES_OF_TIMES = frozenset((*_DAYS.split(), *(f"{day}s" for day in _DAYS.split()), *_MONTHS.split()))
_MONTHS_OR_VERBS = ("march", "may")
_BY_CONTEXT = frozenset(("its", "ill", "lets", "ur", "gf", "bf", *_NAMES_OF_TIMES, *_MONTHS_OR_VERBS))

# Most texts have none of these words, which is soon seen.
_CHAT_WORDS = frozenset(_STANDARD) | (_BY_CONTEXT - _NAMES_OF_TIMES - {*_MONTHS_OR_VERBS})
_KIN_WORDS = frozenset(
    f"{word}s" for word in ["sister", "brother", "mum", "mom", "dad", "mother", "father", "son", "daughter"]
)
_MAY_BE_CHAT = (
    _CHAT_WORDS
    | _KIN_WORDS
    | _BY_CONTEXT
    | {word.capitalize() for word in _CHAT_WORDS if len(word) > 1}
    | {"ME"}
)
_WORD = re.compile(r"[A-Za-z]+")

# "id" is "I'd" between words that do not stand around an identity card.
_ID = (
    r"(?:\A|(?<=[.,;!?] )|(?<=\band )|(?<=\bbut )|(?<=\bso )|(?<=\bthat )|(?<=\bif )|(?<=\bthink )|(?<=\bthought )"
    r"|(?<=\bsaid )|(?<=\bthem )|(?<=\bhim )|(?<=\bsays )|(?<=\byeah )|(?<=\bmaybe ))[iI]d"
    r"(?= (?:love|like|hate|rather|better|prefer|say|be|have|never|always|really|just|only|also|still|probably|want"
    r"|need|go|get|give|take|guess|been|think|forgotten|already|appreciate|bring|come|buy|eat|do)\b)"
)
_PLAIN = "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in _STANDARD if len(word) > 3)
_CHAT = re.compile(
    r"(?<![\w./@#'’&+(-])(?<!\b[Oo]ption )(?<!\b[Ll]etter )(?<!\b[Pp]lan )(?<!\b[Tt]ype )(?<!\bthe )(?<!\ba )"
    rf"(?:{_ID}|ive(?= had\b)|(?:(?<!\bbin )(?<!\bist )(?<!\bsind )(?<!\bwar )im|ive|\AIm(?= [a-z0-9])|\AIve(?= [a-z]))"
    r"(?! (?:is|was|has|had|says|said|and|or|who)\b)"  # names
    rf"|[iu](?! ?[,;:.!?)/]| is\b)|[Hh]es|{_PLAIN})(?![\w@&+)/-]|\.\w|['’](?!(?:m|ve|d|ll)\b))"
)
# "ME" is the speaker where it is told, given, asked for something, and otherwise may be an illness or Maine.
_LOUD_ME = re.compile(
    r"\b(?P<before>(?:[Tt]o|[Ff]or|at|about|than|[Ll]ike|[Tt]ells?|told|[Gg]ives?|gave|asks?|asked|shows?|showed|[Ll]ets?"
    r"|[Cc]alls?|called|[Mm]akes?|made|left|leaves?|blames?|blamed|wants?|needs?|loves?|hates?) )ME\b(?! ?/)"
)
# What follows "it's" and not the possessive, what follows "I'll" and not an illness, and so on.
_IS = (
    r"an?|the|got|my|his|her|our|their|your|ur|not|been|so|too|really|just|still|now|at|on|in|from|like|about|gonna|going"
    r"|getting|raining|snowing|because|cos|time|ok|okay|fine|called|nearly|almost|already|always|never|tiny|huge|free"
    r"|hard|far|cold|freezing|late|lovely|gorgeous|amazing|awful|expensive|cheap|probably|actually"
)
_DO = (
    r"be|have|do|go|get|come|drop|bring|take|make|see|call|ring|text|send|let|tell|try|ask|pay|pick|meet|give|find"
    r"|check|need|buy|book|cook|never|just|also|probably|definitely|still|then|start|finish|leave|put|drive|look|think"
    r"|wait|keep|show|help|move|sort|sign|stay|pop|message|email|write|grab|fetch|miss|join|order|bake|cancel|explain"
)
_LET_US = (
    r"go|do|meet|see|try|make|get|have|eat|just|not|be|use|keep|talk|say|hope|move|take|grab|book|plan|start|stick|leave"
    r"|call|order|cook|wait|celebrate|catch|chat|find|play|watch|pick|invite|postpone|switch"
)
# What follows "my sister's" where it lacks its apostrophe, and no plural.
_KIN = (
    r"sister|brother|mum|mom|dad|mother|father|son|daughter|wife|husband|boyfriend|girlfriend|partner|fianc[eé]e?|cousin"
    r"|aunt|uncle|boss"
)
_KIN_IS = (
    r"(?:getting (?:married|divorced|engaged)|turning \d"
    r"|(?:coming|moving|staying|visiting|starting|having an?|expecting|going"
    r"|pregnant|allergic|ill|in hospital|called|turned|moved|been|had)\b)"
)
_BEGINS = (
    r"(?:\A|(?<=[.,;!?…] )|(?<=\band )|(?<=\bbut )|(?<=\bso )|(?<=\bthen )|(?<=\bthink )|(?<=\byeah )|(?<=\bok )"
    r"|(?<=\bokay )|(?<=\bsure ))"
)
_IN_CONTEXT = re.compile(
    rf"(?<![\w'’-])(?:(?P<its>[Ii]ts)(?= (?:{_IS})\b)(?! (?:very )?own\b)"
    rf"|{_BEGINS}(?P<ill>[Ii]ll)(?= (?:{_DO})\b)|{_BEGINS}(?P<lets>[Ll]ets)(?= (?:{_LET_US})\b)"
    r"|(?P<youre>[Uu]r)(?= (?:an?|the|so|not|right|welcome|coming|going|joking|kidding|done|ready|late|free|home"
    r"|back)\b)|(?P<your>[Uu]r)(?= [a-z])"
    rf"|(?:(?<=\b[Mm]y )|(?<=\b[Oo]ur ))(?P<kin>(?:{_KIN})s)(?= {_KIN_IS})"
    r"|(?<=\b[Mm]y )(?P<partner>[gb]f)|(?<=\b(?:is|er|ur) )(?P<partner2>[gb]f)"
    rf"|(?P<time>{'|'.join(sorted(_NAMES_OF_TIMES, reverse=True))})"
    r"|(?:(?<=\bin )|(?<=\bsince )|(?<=\buntil )|(?<=\btill )|(?<=\bof )|(?<=\bearly )|(?<=\blate )|(?<=\bnext )"
    r"|(?<=\blast )|(?<=\d )|(?<=\dth )|(?<=\dst )|(?<=\dnd )|(?<=\drd ))(?P<month>march|may))(?![\w'’-])"
)
_WRITTEN_OUT = {
    "its": "it's", "ill": "I'll", "lets": "let's", "youre": "you're", "your": "your", "gf": "girlfriend",
    "bf": "boyfriend",
}  # fmt: skip
_STATES = (
    r"only|just|really|still|very|also|always|never|actually|not|so(?! ge)|too|a|an|the|at|on|from|back|off|out|gonna"
    r"|going|coming|doing|working|looking|thinking|trying|getting|having|making|staying|living|moving|leaving|starting"
    r"|learning|waiting|taking|running|allergic|vegan|vegetarian|tired|sick|fine|happy|sorry|pregnant|diabetic|single"
    r"|married|divorced|retired|knackered|afraid|glad|sure|home|free|busy|late|lactose|coeliac|celiac|scared|excited"
)
_DOES = (
    r"am|was|have|had|do|did|can|could|would|should|might|must|live|work|love|like|hate|want|need|think|know|feel"
    r"|just|also|never|always|really|still|only|got|get|went|go|moved|started|made|took|bought|saw|met|see|hope|guess"
    r"|use|used|play|eat|drink|take|speak|teach|study|prefer|come|came|drive|cook|bake|run|swim|make|grew|left|lost"
)
# What shows English where there is no other of its common words: "im allergic", "i live".
_SHOWS_ENGLISH = re.compile(
    rf"\b(?:[Ii]m (?:{_STATES})|[Ii]d (?:love|like|hate|rather|prefer|say)|[Ii] (?:{_DOES})"
    r"|(?:i|you|they|we) (?:dont|wont)"
    r"|[Dd]ont (?:know|like|want|have|think|eat|drink|worry|need|care)|[Ww]ont (?:be|have|go|make|work|eat)"
    r"|them|they|told|think|thought|know|who|what|when|where|why|how|because|about|there|here|my|your|she|his|would"
    rf"|could|should|for|[Ii]['’](?:m|ve|ll|d)|[Ii]ve|{'|'.join(_ONLY_ENGLISH)})\b"
)


def spelled(text: str) -> str:
    """The text with the apostrophes and capitals of standard English, if it is English."""
    if _MAY_BE_CHAT.isdisjoint(_WORD.findall(text)) or not _is_english(text):
        return text
    return _LOUD_ME.sub(r"\g<before>me", _IN_CONTEXT.sub(_in_context, _CHAT.sub(_standard, text)))


def _is_english(text: str) -> bool:
    """Whether the words that are no matter of spelling are English, or are none and the others show it."""
    others = _CHAT.sub("", text)
    if language_of(others, fewest=1) == "English":
        return True
    return language_of(others, fewest=2) is None and _SHOWS_ENGLISH.search(text) is not None


def _standard(match: re.Match[str]) -> str:
    word = match[0]
    standard = _STANDARD[word.lower()]
    return standard[:1].upper() + standard[1:] if word[:1].isupper() else standard


def _in_context(match: re.Match[str]) -> str:
    group, word = match.lastgroup or "", match[0]
    if group in ("time", "month"):
        return word.capitalize()
    if group == "kin":
        return f"{word[:-1]}'s"
    standard = _WRITTEN_OUT.get(word.lower()) or _WRITTEN_OUT[group]
    return standard[:1].upper() + standard[1:] if word[:1].isupper() else standard
