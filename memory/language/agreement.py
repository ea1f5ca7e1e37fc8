"""Recognises a proposal or an offer and the answer that agrees to it: "Shall we meet on the 22nd?" "Perfect."

English, German, Spanish and Chinese. Pure.
"""

import re
from collections.abc import Sequence
from datetime import date

from memory.language import english_dates, german_dates, spanish_dates
from memory.language.calendar import Span, in_full, spans
from memory.language.lexicon import any_of
from memory.language.periods import MONTHS
from memory.language.pronouns import ALL_OF_YOU, WE, YOU, pattern
from memory.language.sentences import split

_ENGLISH_WEEKDAY, _GERMAN_WEEKDAY, _SPANISH_WEEKDAY = (
    f"(?:{'|'.join(language.WEEKDAYS)})" for language in (english_dates, german_dates, spanish_dates)
)
_ENGLISH_DAY, _GERMAN_DAY = f"(?:{_ENGLISH_WEEKDAY}|tomorrow)", f"(?:{_GERMAN_WEEKDAY}|morgen)"
_HAN_DAY = (
    r"(?:下?个?(?:[周週]|星期|[礼禮]拜)[一二三四五六日天末]|[明后後]天|\d{1,2}[号號])(?:（[^）]{1,20}）)?"
)
_ENGLISH_DATE = r"(?:the )?\d{1,2}(?:st|nd|rd|th)"

_ENGLISH_PROPOSALS = (
    r"\blet['’]s\b"
    r"|\b(?:how|what) about\b"
    # What somebody asks for: "Could I have it on Friday?", "I'll come on Friday if that's ok?"
    r"|\b(?:can|could|may|shall) I\b"
    r"|\bif that['’]?s (?:ok|okay|alright|all right|fine)\b"
    # "Friday at eight?", also behind the name of the speaker
    rf"|(?:^|: )\W{{0,5}}(?:(?:then|or|and|so|maybe) ){{0,2}}(?:on )?{_ENGLISH_WEEKDAY}\b"
)
_GERMAN_PROPOSALS = (
    r"\bSie\b"
    r"|\b(?:kommt|habt|könnt|wollt|seid|fahrt|geht|bleibt) ihr\b"
    r"|\bbei (?:mir|dir|uns)\b"
    # "Passt es Freitag?", "Freitag ginge?"
    rf"|\b(?:ginge|gehts?|passt|klappt)\b[^.!?]{{0,20}}?(?:\b{_GERMAN_DAY}\b|\d)"
    rf"|\b{_GERMAN_DAY} (?:ginge|gehts?|passt)\b"
    r"|\b(?:kann|könnte|darf|soll) ich\b"
    rf"|(?:^|: )\W{{0,5}}(?:(?:dann|oder|und|also|lieber|vielleicht) ){{0,2}}(?:am )?{_GERMAN_WEEKDAY}\b"
)
_SPANISH_PROPOSALS = (
    r"\b\w{2,}[aei]mos\b"  # "¿Quedamos el martes?"
    r"|\bqué tal\b"
    r"|\b(?:vienes|venís|puedes|podéis|(?:puede|podría) ser)\b"
    rf"|(?:^|: )\W{{0,5}}(?:(?:y|o|mejor|pues|entonces) ){{0,2}}(?:el )?{_SPANISH_WEEKDAY}\b"
)
_CHINESE_PROPOSALS = r"[\u4e00-\u9fff]"  # a proposal often names no person: 那就16号出发？
_PROPOSES = re.compile(
    pattern(WE, YOU, ALL_OF_YOU).pattern
    + f"|{_ENGLISH_PROPOSALS}|{_GERMAN_PROPOSALS}|{_SPANISH_PROPOSALS}|{_CHINESE_PROPOSALS}",
    re.IGNORECASE,
)
_ASKS_FOR_CONSENT = re.compile(
    r"\W*(?:(?:does|would) that (?:work|suit)|is that (?:ok|okay|alright|all right)"
    r"|(?:passt|geht|klappt|ginge) (?:das|es))\b",
    re.IGNORECASE,
)
_AWAY_OR_BUSY = any_of("going, flying, driving, travelling, off, away, leaving, working, moving")
_OF_LISTENER = re.compile(
    rf"\b(?:are|will) you (?:still )?{_AWAY_OR_BUSY}\b"
    r"|\b(?:fährst|fliegst|arbeitest|bist) du\b"
    r"|\b(?:vas|viajas|trabajas|te vas)\b"
    r"|[你您][^，。？]{0,40}(?:去|出差|放假|休息|上班|出发)",
    re.IGNORECASE,
)
_OF_BOTH = re.compile(
    r"\b(?:us|we|our|me|my|with|join)\b"
    r"|\b(?:uns|mir|mich|mit)\b"
    r"|\b(?:nosotr[oa]s|conmigo|nos)\b"
    r"|[我咱]|一起|来",
    re.IGNORECASE,
)

# Without a question: "Come round on Sunday", "We could see you on Monday at seven", 周六来吃饭吧.
_ENGLISH_OFFERS = (
    r"\b(?:come|pop|drop|swing) (?:round|over|up|by|in|along|down|for|and)\b"
    r"|\bjoin us\b"
    r"|\bcould (?:come|do|offer|see you|fit you in|send)\b"
    r"|\bwe (?:have|['’]ve got|could) [^.,;!?]{0,20}(?:slot|appointment|space|table|room|place)\b"
    # "Thursday would be ok", "the 13th is better"
    rf"|\b(?:{_ENGLISH_DAY}|the \d{{1,2}}(?:st|nd|rd|th)) (?:would|could|might) (?:be|work|suit)\b"
    rf"|\b(?:{_ENGLISH_DAY}|the \d{{1,2}}(?:st|nd|rd|th))(?:['’]s| is) (?:free|better|fine|ok|okay|possible)\b"
    # "I have Thursday the 26th", "there's still Friday"
    rf"|\bI(?:['’]ve| have)(?: got)? (?:{_ENGLISH_DAY}|the \d)"
    rf"|\bthere['’]?(?:s| is| are) (?:still )?(?:on )?(?:{_ENGLISH_DAY}|the \d)"
    # "better on Friday", "they can do the 13th"
    rf"|\b(?:rather|better) (?:on )?{_ENGLISH_DAY}"
    rf"|\bcan do (?:on )?(?:{_ENGLISH_DAY}|the \d)"
)
_GERMAN_OFFERS = (
    r"\bkomm(?:t|en Sie)? (?:doch|gern|einfach|am|ruhig|mit)\b"
    r"|\b(?:hätten?|haben) [^.,;!?]{0,40}(?:Termin|Platz|Tisch|frei)\b"
    r"|\bkönnten? (?:wir|ein\w*)\b"
    # "Ich hätte noch Donnerstag", "lieber Freitag"
    rf"|\b(?:ich|wir) hätten? (?:noch )?(?:am |den )?(?:{_GERMAN_DAY}|\d)"
    rf"|\blieber (?:am )?{_GERMAN_DAY}"
    # "Donnerstag kann ich", "der 13. ginge"
    rf"|\b{_GERMAN_DAY} (?:kann|könnte) ich (?!(?:leider )?nicht\b)"
    rf"|\b(?:{_GERMAN_DAY}|der \d{{1,2}}\.) (?:tät|ginge|geht|passt|klappt|wäre)\b"
)
_SPANISH_OFFERS = (
    rf"\b{any_of('vente, venid, veníos, pásate, pasaos, venga usted, pásese, acompáñanos')}\b"
    r"|\bpodría(?:mos)?\b"
    r"|\btenemos (?:hueco|cita|sitio|mesa)\b"
    r"|\b(?:puedo|podemos) darle cita\b"
)
_CHINESE_OFFERS = (
    # 那后天上午十点, 周六师傅要去喝喜酒，周日吧
    rf"(?:^|[，。：,:] ?)(?:(?:那就?|要不|还是|還是){_HAN_DAY}[^，。？?]{{0,8}}|{_HAN_DAY}[^，。？?]{{0,8}}吧)[。！…]?$"
    r"|来(?:吃|玩|坐|家里|我家)"
    r"|(?:可以|能)(?:给[您你]|安排|为[您你])"
    r"|你(?:们)?(?:可得|一定要|记得|必须|可要)来"
)
_OFFERS = re.compile(f"{_ENGLISH_OFFERS}|{_GERMAN_OFFERS}|{_SPANISH_OFFERS}|{_CHINESE_OFFERS}", re.IGNORECASE)
# What somebody else does as the reason for another day: 周六师傅要去喝喜酒，周日吧.
_ANOTHER_INSTEAD = re.compile(
    rf"\A[^我咱，。]{{0,4}}{_HAN_DAY}[^我咱，。]{{2,30}}，(?:那就?|要不|还是|還是)?{_HAN_DAY}[^，。]{{0,8}}吧[。！]?\Z"
)

_ENGLISH_CONSENTS = any_of("""
    yes, yeah, yep, yup, sure, ok, okay, deal, done, perfect, great, cool, fine (?:by|with) me, fine,
    brilliant, works for me, sounds good, suits me, i['’]d love (?:to|that), love to, with pleasure, gladly,
    will do, of course, i['’]ll take (?:it|that), absolutely, happy to, count me in, i['’]m in,
    i['’]ll be there, no (?:bother|problem|worries|probs)
""")
_GERMAN_CONSENTS = any_of("""
    (?:mega|total|voll|super|furchtbar)[ -]?gerne?, na klar, klaro, logo, auf jeden fall,
    passt (?:mir|uns|gut|super|perfekt|bei (?:mir|uns))(?: (?:gut|super|perfekt))?,
    kein (?:problem|ding|thema), ja, klar, gerne?, passt, abgemacht, perfekt, super, prima, machen wir,
    (?:den )?nehm(?:e|['’])? ich, sehr gerne?, mit vergnügen, wunderbar, mache? ich, richte ich aus,
    geht klar, bin dabei, einverstanden, gut
""")
_SPANISH_CONSENTS = any_of("""
    por supuesto, cómo no, sin problema, dale, encantad[oa], con mucho gusto, estupendo, sí, vale, claro,
    perfecto, hecho, venga, genial, de acuerdo, me (?:parece|va|viene) (?:bien|genial|perfecto),
    cuenta conmigo, allí estaré, me apunto
""")
_CHINESE_CONSENTS = any_of("""
    [是对對][的呀啊], 没错, 好[的啊呀吧嘞]?, 行[啊吧]?, 可以, 没问题, 沒問題, 嗯, 收到, 当然, 說定了, 算我一个,
    知道了, 那?太好了, 一定[去来到]
""")
_CONSENTS = re.compile(
    rf"\W{{0,10}}+(?:(?:(?:{_ENGLISH_CONSENTS}|{_GERMAN_CONSENTS}|{_SPANISH_CONSENTS})\b|{_CHINESE_CONSENTS})[\W_]*+)++",
    re.IGNORECASE,
)
_YES_IN_CHINESE = re.compile(r"(?:是的|对的|對的|没错)")  # whatever follows, which no space parts from it

# "Sunday's perfect", "Mittwoch passt": agrees to a day, and names it.
_ENGLISH_SUITS = (
    rf"(?:{_ENGLISH_DAY}|that|{_ENGLISH_DATE})(?: (?:morning|afternoon|evening))?"
    r"(?: works|(?:['’]s| is| sounds| would be) (?:perfect|great|good|fine|lovely|ok(?:ay)?|better))(?: for me)?"
)
_GERMAN_SUITS = (
    rf"(?:am )?(?:{_GERMAN_DAY}|das) (?:passt|klappt|geht)(?: (?:mir|gut|super|perfekt|bei mir)){{0,3}}"
    rf"|(?:dann )?(?:am )?{_GERMAN_WEEKDAY} dann"
)
_SPANISH_SUITS = (
    rf"(?:el )?(?:{_SPANISH_WEEKDAY}|mañana) (?:me (?:viene|va) (?:bien|genial|perfecto)|perfecto)"
    rf"|(?:pues )?el {_SPANISH_WEEKDAY}(?: a las? \w{{2,10}})? entonces"
)
_CHINESE_SUITS = (
    rf"(?:{_HAN_DAY}|那天)[也就都]?(?:可以|行(?!不行)|没问题|沒問題)(?![吗嗎？?])"
    r"|那就(?:周|星期)[一二三四五六日天](?:吧|见)?"
)
_SUITS = re.compile(
    rf"\W{{0,10}}+(?:{_ENGLISH_SUITS}|{_GERMAN_SUITS}|{_SPANISH_SUITS}|{_CHINESE_SUITS})[\W_]*+",
    re.IGNORECASE,
)

# Naming the day settles it: "Sunday it is, around two", "the 13th then", "dann der 13."
_ENGLISH_SETTLES = (
    rf"(?:{_ENGLISH_DAY}(?:,? (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)?|{_ENGLISH_DATE})"
    r"(?: (?:of )?[a-z]{3,9})?(?: (?:at )?\d{1,2}(?::\d\d)?(?: ?[ap]m)?)? (?:it is|then)"
)
_GERMAN_SETTLES = (
    r"dann (?:(?:machen|nehmen|treffen|sagen|legen) wir (?:(?:es|das|uns|ihn|sie) )?(?:auf )?)?"
    rf"(?:(?:am|der|den) \d{{1,2}}\.|(?:(?:am|den) )?{_GERMAN_DAY})"
)
_SPANISH_SETTLES = (
    rf"(?:(?:pues|entonces|vale),? )?el {_SPANISH_WEEKDAY}(?: a las? \w{{2,10}})? (?:entonces|pues)"
)
_SETTLES = re.compile(
    rf"\W{{0,10}}+(?:{any_of('ok, okay, fine, right, great, alright, gut, passt, super, na gut')}\b[\W_]{{0,3}}){{0,2}}"
    rf"(?:{_ENGLISH_SETTLES}|{_GERMAN_SETTLES}|{_SPANISH_SETTLES})"
    r"(?![\w?])(?=\W*$|[,.;!–—]| (?:at|um|around)\b|\s\W)",
    re.IGNORECASE,
)
_MOST_SENTENCES = 4  # of an answer that settles a day; what stands behind them is another matter

# What stands beside the day in an answer that only names it again: "Friday, 27 November, between 1 and 5."
_ENGLISH_BESIDE_DAY = any_of("""
    ok, okay, please, at, the, on, of, between, and, around, to, in, morning, afternoon, evening, am
""")
_GERMAN_BESIDE_DAY = any_of("""
    bitte, gut, also, dann, um, den, der, dem, zwischen, und, gegen, ab, bis, uhr, vormittags, nachmittags, abends
""")
_NUMBER_OR_MONTH = (
    f"(?:{'|'.join((*english_dates.NUMBERS, *german_dates.NUMBERS, *MONTHS, *german_dates.MONTHS))})"
)
_WITH_DAY = re.compile(
    rf"\b(?:{_ENGLISH_DAY}|{_GERMAN_DAY}(?:vormittag|mittag|nachmittag|abend)?s?)\b"
    r"|\d[\d:.]*(?:st|nd|rd|th|am|pm)?"
    rf"|\b(?:{_ENGLISH_BESIDE_DAY}|{_GERMAN_BESIDE_DAY}|{_NUMBER_OR_MONTH})\b"
    r"|\W+",
    re.IGNORECASE,
)

_WORDS_BESIDE = 3  # as in "deal, see you there"; a longer rest may withdraw the consent
_ENGLISH_PROMISED = any_of(
    "do, bring, leave, drop, put, send, pick, be, come, meet, take, get, make, cover, see"
)
_GERMAN_PROMISED = any_of(
    "leg, bring, stell, mach, hol, komm, schick, nehm, back, koch, fahr, geb, besorg, übernehm"
)
_ADDS = re.compile(
    # "Sí, y llevo a Marta".
    r"(?:and|und|y) (?!aber|pero|but)[^,;:!?]{2,40}\Z"
    # When and where: "Friday works, 7pm at the garage".
    r"|(?:at |um |gegen |ab )?\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|uhr)?\b[^,;:!?]{0,30}\Z"
    r"|(?:at|bei|im) [^,;:!?]{2,30}\Z"
    # What one will do: "yes, I'll do it", "klar, ich leg sie dir vor die Tür".
    rf"|(?:(?:I['’]ll|I will) {_ENGLISH_PROMISED}"
    rf"|ich {_GERMAN_PROMISED}\w{{0,3}}"
    r"|(?:ahí estaré|allí estaré|yo me encargo|ya (?:lo|la) (?:hago|llevo)|te (?:lo|la) (?:llevo|traigo|dejo)))\b"
    r"(?![^.!?]{0,80}\b(?:not|n['’]t|unless|if|nicht|kein\w*|erst|falls|wenn|no|si|aber|but|pero)\b)"
    # Where one is then: "Yes, I'm home".
    r"|(?:I['’]m (?:in|home|free|around|there)|(?:da )?bin ich (?:da|daheim|zu ?hause))\b[^,;:!?]{0,30}\Z"
    # "Gern, aber bitte nichts mit Milch".
    r"|(?:but|aber|pero) (?:please |bitte |por favor )?(?:no|nothing|without|only|ohne|nichts|nur|sin|nada) "
    # "Passt, da fang ich erst um neun an".
    r"|(?:because|since|da|denn|weil|que|porque) "
    r"(?![^.!?]{0,80}\b(?:not|n['’]t|but|nicht|kein\w*|leider|aber|no|pero)\b)",
    re.IGNORECASE,
)

# Arrangements that somebody has made for another: "Tuesday between 1 and 5 pm is booked."
_CONFIRMS = re.compile(
    r"\b(?:booked|confirmed|reserved|scheduled)\b"
    r"|\b(?:gebucht|eingetragen|bestätigt|reserviert|vereinbart)\b"
    r"|\b(?:reservad[oa]s?|reservé|confirmad[oa]s?|agendad[oa]s?)\b"
    r"|已(?:经|經)?(?:为|帮)?(?:您|你)?(?:预订|预约|订|约|安排|确认)"
    # 好的，周六上午9点上门。
    r"|\A\W*(?:好的?|没问题|沒問題|可以的?)[，,][^，。？?]{0,6}(?:[周週]|星期|[日号號明后天])"
    r"[^，。？?]{0,12}[点點时時][^？?吗嗎]{0,40}\Z",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\d"
    r"|day\b|\b(?:tomorrow|tonight)\b"
    r"|tag\b|\b(?:mittwoch|morgen)\b"
    rf"|\b{any_of('lunes, martes, miércoles, jueves, viernes, sábado, domingo, mañana')}\b"
    r"|[周号日月天]",
    re.IGNORECASE,
)
_CONFIRMS_NOTHING = re.compile(
    r"\b(?:not|n['’]t|fully|already|if|once|until)\b"
    r"|\b(?:nicht|ausgebucht|falls|sobald|wenn)\b"
    r"|\b(?:no|completo|si|cuando)\b"
    r"|还没|如果",
    re.IGNORECASE,
)

_DAY_OF_MONTH = re.compile(r"\d(?:st|nd|rd|th|\.(?!\W*\Z)|[号號日])")
_CLAUSE = re.compile(r"[,;，；] ?(?!\d)|\s[–—-]\s(?!\d)|(?<=[^\d][.!?]) ")
_BUT = re.compile(r"(?:but|aber|pero)\b|但|不过", re.IGNORECASE)


def proposes(question: str) -> bool:
    """Whether the question is about the listener or about both; "Is Ann coming on the 3rd?" is not."""
    last_clause = _CLAUSE.split(question)[-1].rpartition(": ")[2].rstrip("?")  # without the speaker
    names_day = _WHEN.search(last_clause) is not None and only_names_day(last_clause)
    if asks_for_consent(next(reversed(split(question)), "")):
        return True
    return names_day or _PROPOSES.search(in_full(question)) is not None or offers(question)


def offers(sentence: str) -> bool:
    """Whether it invites or offers without asking: "Come round on Sunday.", "Wir hätten am Montag einen Termin."."""
    return _OFFERS.search(in_full(sentence)) is not None


def proposes_another_day(sentence: str) -> bool:
    """Whether it proposes a day because of what somebody else does on the one before: neither is a plan yet."""
    return _ANOTHER_INSTEAD.match(sentence) is not None


def asks_for_consent(question: str) -> bool:
    """Whether it only asks if what was said before it will do: "Does that work for you?", "Passt das?"."""
    return _ASKS_FOR_CONSENT.match(question) is not None


def asks_about_listener_alone(question: str) -> bool:
    """Whether it asks what the listener does anyway, "Are you off to York next week?": the answer makes it no plan of
    the asker.
    """
    return _OF_LISTENER.search(question) is not None and _OF_BOTH.search(question) is None


def confirms(sentence: str) -> bool:
    """Whether it says that something has been arranged for the listener: "The table for Friday is booked"."""
    arranges = _CONFIRMS.search(sentence) is not None and _CONFIRMS_NOTHING.search(sentence) is None
    return arranges and _WHEN.search(sentence) is not None


def begins_with_consent(sentence: str) -> bool:
    """Whether it begins as an answer does that agrees: "Sure, I'll bring it", "行，20号见"."""
    match = _CONSENTS.match(sentence)
    return _YES_IN_CHINESE.match(sentence) is not None or (match is not None and not match[0][-1].isalnum())


def only_consents(sentence: str) -> bool:
    return _CONSENTS.fullmatch(sentence) is not None


def consent(answer: str) -> str:
    """The first sentence of the answer, if all it does is agree, or else one that settles a day; otherwise empty."""
    first, *others = [*split(answer)[:_MOST_SENTENCES], ""]
    said = in_full(first)
    match = _CONSENTS.match(said) or _SUITS.match(said)
    if match is not None:
        beside = said[match.end() :]
        is_little = len(beside.split()) <= _WORDS_BESIDE and len(beside) <= 20 and not _BUT.match(beside)
        if is_little or _ADDS.match(beside):
            return first
    return next((sentence for sentence in (first, *others) if settles(sentence)), "")


def consent_to(proposal: str, answer: str, said_on: date, about: Span | None) -> str:
    """As `consent`; also the first sentence of an answer that only names the day again: "Could we make it Friday?"
    "Friday at 8:15."
    """
    agreed = consent(answer)
    first = next(iter(split(answer)), "")
    if agreed or not first or not only_names_day(first):
        return agreed
    meant = {span.first for span in _meant(first, proposal, said_on, about)}
    return first if meant & {span.first for span in spans(proposal, said_on, about)} else ""


def only_names_day(sentence: str) -> bool:
    """`Friday at 8:15.`"""
    return "?" not in sentence and not _WITH_DAY.sub("", in_full(sentence))


def settles(sentence: str) -> bool:
    """Whether naming a day settles it: `Sat it is, around two`, `dann der 13.`"""
    return _SETTLES.match(in_full(sentence)) is not None


def days_agreed(proposal: str, agreed: str, said_on: date, about: Span | None) -> list[Span]:
    """The days ahead that the two agree to: those that the answer names, then the day with which the proposal ends.
    "The 5th or the 6th?" "Sure." names none.
    """
    answered = [span for span in _meant(agreed, proposal, said_on, about) if span.first > said_on]
    clauses = (spans(clause, said_on, about) for clause in (*reversed(_CLAUSE.split(proposal)), proposal))
    proposed = [span for span in next(filter(None, clauses), []) if span.first > said_on]
    return [*answered, *(proposed if len(proposed) == 1 else [])]


def _meant(answer: str, proposal: str, said_on: date, about: Span | None) -> Sequence[Span]:
    """The days of the answer; a mere weekday is that of the proposal: "Friday the 18th of June?" "Friday it is"."""
    found, proposed = spans(answer, said_on, about), spans(proposal, said_on, about)
    if _DAY_OF_MONTH.search(answer):
        return found
    return [
        next((one for one in proposed if one.first.weekday() == span.first.weekday()), span) for span in found
    ]
