"""Recognises what is called off, declined or moved to another day. Pure.

English, German, Spanish and Chinese.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from memory.language import english_dates, german_dates, spanish_dates
from memory.language.addressing import is_about_addressee, is_about_speaker
from memory.language.agreement import offers, only_names_day
from memory.language.calendar import Span, in_full, spans
from memory.language.lexicon import any_of
from memory.language.periods import Unit, shifted
from memory.language.third_person import speaks_of_self
from memory.language.words import content_words

_GERMAN_DAY, _SPANISH_DAY = (
    f"(?:{'|'.join(language.WEEKDAYS)})" for language in (german_dates, spanish_dates)
)
_CLAUSE = re.compile(
    r"([,;，；]\s?(?:(?:but|so|and|aber|und|pero|y)\s)?|\s(?:but|so|and|aber|und|pero|y|así que)\s)"
)

_ENGLISH_CANCELS = (
    r"\b(?:cancel(?:l?ed|l?ing|s)?|postpon(?:e|ed|ing)|resched\w+)\b"
    r"|\bcall(?:ed|ing)? (?:it |that )?off\b"
)
_GERMAN_CANCELLING = any_of(r"""
    verschieben, verschiebt, verschoben, verleg(?:t|en), absagen, abgesagt, abzusagen, stornier\w+, abgeblasen,
    ausgefallen
""")
_GERMAN_CANCELS = (
    rf"\b{_GERMAN_CANCELLING}\b"
    # "Ich sage das Essen ab", but not "Ich sage es dir ab Montag"
    r"|\bsag(?:e|t|en)? [^.,;!?]{1,30}\bab\b(?!\s(?:\w+tag|mittwoch|morgen|heute|\d)\b)"
    r"|\bfällt [^.,;!?]{0,40}\b(?:aus|ins wasser)\b"
)
_SPANISH_CANCELS = (
    r"\bcancel(?:ar|amos|ad[oa]s?|aron|é|ó|an?)\b"
    r"|\banul(?:ar|ad[oa]s?|aron|é|ó)\b"
    r"|\baplaz(?:ar|ad[oa]s?|aron|amos)\b"
    r"|\b(?:suspendid[oa]s?|se suspende)\b"
)
_CHINESE_CANCELS = any_of("取消, 推迟, 推遲, 延期, 改签, 改期, 不去了, 不办了, 去不成, 泡汤")
_CALLS_OFF = re.compile(
    f"{_ENGLISH_CANCELS}|{_GERMAN_CANCELS}|{_SPANISH_CANCELS}|{_CHINESE_CANCELS}", re.IGNORECASE
)
# "I need to change my appointment, it's on Thursday"
_CALLS_OFF_WHOLE = re.compile(
    r"\b(?:change|move|cancel|reschedule|postpone"
    r"|verschieben|verlegen|absagen|ändern)\b[^,.;!?]{0,40}, "
    r"(?:(?:it['’]?s|it is|that['’]?s|which is) (?:on )?|(?:er|der|sie|die|es|das) (?:ist|wäre) )\w",
    re.IGNORECASE,
)
# Something that is to be cancelled by a day is a matter for that day.
_BY_A_DAY = re.compile(
    r"\b(?:by|before|until)\b|policy|free"
    r"|\b(?:bis|vor|spätestens)\b|kostenlos"
    r"|\b(?:antes del?|hasta)\b|gratis"
    r"|前|免费",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|if|unless)\b|n['’]t\b"
    r"|\b(?:nicht|nie|falls|wenn)\b"
    r"|\b(?:no (?:se|lo|la|han?)|si|nunca)\b"
    r"|没有?取消|如果|要是",
    re.IGNORECASE,
)
# A day that it cannot be, or no longer is: "it can't be the 12th", "doch nicht am 12."
_NOT_THEN = re.compile(
    r"\b(?:can['’]?t|cannot|won['’]?t) be (?=(?:on )?(?:the \d|\w+day\b))"
    r"|\b(?:kann|wird) (?:doch )?nicht am\b"
    r"|\bdoch nicht (?=am\b)",
    re.IGNORECASE,
)
# Proposals to move something: "Could we make it Friday?", "Können wir das verschieben?"
_MOVES = re.compile(
    rf"\b{any_of('make it, push, move, shift, reschedule, postpone, bring (?:it|that) forward, instead')}\b"
    r"|\b(?:(?:ver)?(?:schieben|legen)|vorziehen|stattdessen)\b"
    r"|[改挪换換推调調][到成至]",
    re.IGNORECASE,
)

# Nothing but another day is asked for, so it is that of the matter at hand: "¿mejor el jueves?", "周六行不行？"
_SPANISH_ASKS_FOR_DAY = (
    rf"(?:\A|[:,.] )¿?(?:(?:y|o|mejor|pues|entonces) ){{0,2}}(?:el )?{_SPANISH_DAY}"
    r"(?: a las? \d{1,2}| por la \w{5,6})?(?: mejor)?\?"
)
_CHINESE_ASKS_FOR_DAY = (
    r"(?:\A|[：:，。,.] ?)(?:那就?|要不|还是|還是|改)?(?:[周週]|星期|[礼禮]拜)[一二三四五六日天末](?:（[^）]{1,20}）)?"
    r"[早上下午中晚前后後\d一二两兩三四五六七八九十点點半]{0,8}"
    r"(?:行不行|成不成|(?:可以|行|好|方便)[吗嗎]|怎么样|怎麼樣|吧)[？?。…！]"
)
_ASKS_FOR_DAY = re.compile(f"{_SPANISH_ASKS_FOR_DAY}|{_CHINESE_ASKS_FOR_DAY}", re.IGNORECASE)
# What stands around the day in "Ginge Donnerstag?", "Would Thursday work?", "¿Puede ser el jueves?"
_IF_IT_SUITS = re.compile(
    r"\A\W*(?:(?:ginge|geht|passt|klappt)(?: (?:es|das|auch|denn|dir|euch|Ihnen))*|wie wär['’]?e?s? mit"
    r"|(?:how|what) about|(?:could|can|shall) (?:we|you) (?:do|make it|say)"
    r"|would|could it be|puede ser|podría ser|qué tal)\b(?: el\b)?"
    r"|\b(?:work|suit)(?: (?:you|for you))?\Z",
    re.IGNORECASE,
)
_THINKS_OVER = re.compile(r"\A\W*+(?:pues|entonces|al final|mejor) ", re.IGNORECASE)
_TIMES = frozenset((*spanish_dates.WEEKDAYS, "mañana", "tarde", "noche"))
# What plans of one day have in common, whatever they are.
_WORDS_OF_ANY_PLAN = """
    morning afternoon evening night noon pm am plan change changed longer instead moved
    morgen vormittag nachmittag abend uhr jetzt mehr statt ort
    ahora vez lugar
"""
_OF_ANY_PLAN = _TIMES.union(english_dates.WEEKDAYS, german_dates.WEEKDAYS, _WORDS_OF_ANY_PLAN.split())
_HAN_OF_ANY_PLAN = frozenset(
    "周週星期天日月号点上下中午早晚的在我你您他她它们了吧吗是有和跟不改换到成去来家吃个这那一二三四五六七八九十"
)
_HAN = re.compile("[\u4e00-\u9fff]")
_MOVES_IT = re.compile(
    r"\b(?:make|push|move|shift|reschedule|postpone|bring) (?:it|that)\b"
    r"|\b(?:das|es|ihn|sie)\b"
    r"|[:：] ?(?:那|可以|能不能|能|要不)?[改挪换換推调調][到成至]",
    re.IGNORECASE,
)
_YES_OR_BUT = any_of("yes, yeah, no, but, oh, ja, nein, aber, ach, sí, pero")
_REFERS = re.compile(
    rf"\W{{0,5}}(?:{_YES_OR_BUT}\b[,\s]{{0,3}}){{0,3}}"
    r"(?:(?:it|that|this|they)\b"
    r"|(?:der|die|das|es)\b"
    r"|(?:se|lo|la|ha|han|fue)\b)"
    r"|\W{0,5}(?:已经|都|被)*(?:取消|推迟|改期|不办)",
    re.IGNORECASE,
)
_WEEKEND = re.compile(r"[周週]末|\bfinde\b|\bfin de semana\b")

# Whoever cannot come on a day has nothing to expect then.
_ENGLISH_DECLINES = (
    # "I can't do Sunday", "can't make it on the 5th"
    r"(?:(?:i|we) )?(?:can['’]t|cannot|won['’]t)(?: be able to)?(?: (?:do|make|come))?(?: it)?"
    r"(?: (?:on|this|next|by))?(?: the)? \w{2,12}"
    r"|(?:\w+day|tomorrow)(?:['’]s| is) (?:no good|bad|tricky|difficult)(?: for (?:me|us))?"
)
_GERMAN_DECLINES = (
    r"(?:ich|wir) k(?:ann|önnen) (?:am |diesen )?(?:\w+tag|mittwoch|morgen|heute|\d{1,2}\.) (?:leider |da )?nicht"
    r"|(?:\w+tag|mittwoch|morgen) ist (?:leider )?(?:schlecht|blöd|ungünstig|schwierig)"
    r"|(?:\w+tag|mittwoch|morgen) (?:schaff(?:e|['’])? ich(?: es)?|schaffen wir(?: es)?|geht(?: es)? bei (?:mir|uns))"
    r" (?:leider |gar )?nicht"
    # "Am Freitag geht es leider nicht", "Morgen passt mir gar nicht"
    r"|(?:am |diesen )?(?:\w+tag|mittwoch|morgen|heute)"
    r" (?:kann ich|können wir|geht(?: es)?|passt(?: es)?(?: mir)?) (?:leider |gar )?nicht"
)
_SPANISH_DECLINES = (
    # "El lunes por la tarde no puedo", "mañana no vengo, mamá"
    rf"(?:el )?(?:{_SPANISH_DAY}|mañana|hoy)(?: a las? \d{{1,2}}| por la (?:mañana|tarde|noche))?"
    r" (?:no pued(?:o|en?)|no podemos|imposible|me es imposible|no me viene bien|no hace falta"
    r"|no (?:vengo|venimos|voy|vamos)(?: (?:mamá|papá|hij[oa]|tí[oa]))?)"
    rf"|no pued(?:o|emos) (?:el )?(?:{_SPANISH_DAY}|mañana|hoy)"
)
_CHINESE_DECLINES = (
    r"(?:[这這下]?个?(?:[周週][一二三四五六日天末]|(?:星期|礼拜|禮拜)[一二三四五六日天])"
    r"|明天|今天|后天|那天|\d{1,2}[号號])(?:（[^）]{1,20}）)?"
    r"我?(?:不行|没空|没时间|去不了|来不了|不方便)"
)
_DECLINED = re.compile(
    rf"\W{{0,5}}(?:{any_of('no, sorry, ah, oh, ach, nee, leider, ay, uf, lo siento')}\b[\s,]*)*"
    rf"(?:{_ENGLISH_DECLINES}|{_GERMAN_DECLINES}|{_SPANISH_DECLINES}|{_CHINESE_DECLINES})"
    r"(?: \([^)]{1,50}\))?(?: any ?more| after all| though)?(?: \([^)]{1,50}\))?"
    r"(?:,? (?:sorry|i['’]m afraid|leider))?\W{0,5}\Z",
    re.IGNORECASE,
)
# A day on which it is not, after all: "el martes no es", "el finde no va a poder ser".
_NOT_ON = re.compile(
    rf"\b(?:(?:el )?{_SPANISH_DAY}|el finde|el \d{{1,2}}) (?:al final |ya )?no "
    r"(?:es|(?:va a )?(?:puede|poder) ser|se arma|se hace|se puede)\W*\Z",
    re.IGNORECASE,
)

# What stands before the new day, which begins where the match ends.
_ENGLISH_MOVED_TO = (
    r"\b(?:moved|postponed|rescheduled|pushed(?: back)?|brought forward) "
    r"(?:(?:\w{1,20} ){0,3}from \w{1,20} )?(?=to (?:the \d|\d|[A-Z]|next\b))"
    # "It isn't the end of March any more, it's 18 April"
    r"|\b(?:isn['’]?t|is not|not) [^,.;!?]{3,30} any ?more,? "
)
# "instead of Monday it's now Tuesday", "statt morgen jetzt nächsten Dienstag"
_INSTEAD_OF = (
    r"\b(?:instead of|statt|anstatt) (?:on |am |wie geplant )?\w{3,12}(?: \([^)]{1,50}\))?,? "
    r"(?=(?:it|that|we|now|jetzt|nun|erst|schon)\b)"
)
_GERMAN_MOVED_TO = (
    r"\bnicht mehr [^,;!?]{3,20},? sondern "
    # "Das Treffen wird auf Donnerstag verschoben"
    rf"|(?=auf (?:den )?(?:\d|(?i:{_GERMAN_DAY}))"
    r"[\w .]{0,20} (?:verschoben|verschieben|verlegt|verlegen|vorgezogen|vorziehen))"
)
_SPANISH_MOVED_TO = (
    r"\bya no (?:es|va a ser) [^,.;!?]{3,20},? (?:sino|es) "
    # "¿Podemos mover la cena al jueves?", "la dejo para el 5"
    r"|\b(?:mover|pasar|cambiar|aplazar|adelantar)(?:l[ao]s?)? (?:\w{1,12} ){0,5}?"
    rf"(?=(?:al|para el) (?:\d|{_SPANISH_DAY}\b))"
    rf"|\b{any_of('muevo, movemos, paso, pasamos, cambio, cambiamos, dejo, dejamos')} "
    rf"(?=(?:al|para el) (?:\d|{_SPANISH_DAY}\b))"
    # "La clase pasa del lunes al martes", "retrasada al 12"
    r"|\bpasan? (?:del? (?:\w{1,12} ){1,4}?)?(?=al (?:\d|lunes|martes|mi|jue|vie|sáb|dom))"
    r"|\b(?:retrasad|aplazad|adelantad|cambiad|pasad)[oa] "
    r"(?=(?:al|para el) [\w ]{0,12}\d|al (?:lunes|martes|mi|jue|vie|sáb|dom))"
)
_CHINESE_MOVED_TO = r"(?:改|换|调|挪|推迟|推遲|提前|延期?)(?:[到至成]|(?<=改)(?=\d|[周下明后]|星期))"
_MOVED_TO = re.compile(
    r"^[^。！？.!?]{0,80}?"
    rf"(?:{_ENGLISH_MOVED_TO}|{_INSTEAD_OF}|{_GERMAN_MOVED_TO}|{_SPANISH_MOVED_TO}|{_CHINESE_MOVED_TO})"
)

# That something takes place elsewhere, or at another hour of its day: "The dinner on Friday is at Rossi's now".
_ENGLISH_CHANGED = any_of(r"""
    no longer, not (?:at|in) \w, instead, now, change of plans?,
    (?:changed|moved|postponed|rescheduled|forward) to
""")
_GERMAN_CHANGED = any_of("""
    jetzt, nun, nicht mehr, statt, stattdessen, doch (?:bei|in|um|im|am), verlegt, verschoben, vorgezogen,
    geändert
""")
_SPANISH_CHANGED = any_of(r"""
    ahora, ya no, en vez de, en lugar de, cambi\w{1,4}, al final, se pasa, se ha (?:pasado|movido)
""")
_CHINESE_CHANGED = "改[在到成为为]|换[在到成]|挪[到在]|不在|推到|提前到|推迟到"
CHANGED = re.compile(
    rf"\b(?:{_ENGLISH_CHANGED}|{_GERMAN_CHANGED}|{_SPANISH_CHANGED})\b|{_CHINESE_CHANGED}", re.IGNORECASE
)
_ANOTHER_HOUR = re.compile(
    r"\b(?:to|auf|al?|para) (?:las? )?(?:\d{1,2}(?:[:.]\d\d)? ?(?:[ap]\.?m|o['’]clock|Uhr|h\b)"
    r"|(?<=las )\d|\d{1,2}[:.]\d\d|noon|midday)"
    r"|(?:上午|下午|早上|晚上|中午)?(?:\d{1,2}|[一二两三四五六七八九十]{1,2})(?:点|點|[:：]\d\d)",
    re.IGNORECASE,
)


def is_same_matter(plan: str, change: str) -> bool:
    """Whether both name the same thing, apart from its day and hour."""
    if _HAN.search(change):
        return bool({*_HAN.findall(plan)} & {*_HAN.findall(change)} - _HAN_OF_ANY_PLAN)
    named = {word.removesuffix("'s") for word in content_words(change)} - _OF_ANY_PLAN
    return not named.isdisjoint(word for word in content_words(plan) if not word[0].isdigit())


def declines(sentence: str) -> bool:
    """Whether all it says is that somebody cannot come on a day: "I can't do Sunday"."""
    said = in_full(sentence)
    return bool(_DECLINED.match(said) or _NOT_ON.search(said))


def declined_in(sentence: str) -> tuple[str, str]:
    """The clause with which a sentence declines a day, and the sentence without it; empty and all if there is none."""
    clauses = _CLAUSE.split(sentence)
    for place, clause in enumerate(clauses):
        if declines(clause):
            return clause, "".join((*clauses[:place], *clauses[place + 2 :]))
    return "", sentence


def from_new_day(sentence: str) -> str:
    """`The talk is moved to Tuesday` as `to Tuesday`; a sentence that moves nothing, or only the hour, as it is."""
    rest = _MOVED_TO.sub("", sentence)
    return sentence if _ANOTHER_HOUR.match(rest) else rest


def without_called_off(sentence: str) -> str:
    """`The flight got cancelled, I'm going on the 6th` as `I'm going on the 6th`; empty if nothing else is said."""
    if _CALLS_OFF_WHOLE.search(sentence):
        return ""
    if not any(map(_calls_off, _CLAUSE.split(sentence))):
        return sentence
    kept, off = "", False
    for part in _CLAUSE.split(sentence):
        if _CLAUSE.fullmatch(part):
            kept += part if kept and not off else ""
        else:
            off = _calls_off(part)
            kept += "" if off else part
    return kept.strip()


def days_off(sentences: Sequence[str], earlier: str, said_on: date, about: Span | None) -> list[Span]:
    """The days on which nothing takes place any more, as a message says; `earlier` is what was said just before it.

    A message that names no day, such as "It was cancelled", speaks of the last day named before it.
    """
    found = [span for one in sentences for span in _days_off(one, said_on, about)]
    calling_off = [one for one in sentences if _CALLS_OFF.search(one)]
    if found or not calling_off:
        return found
    named = set(content_words(earlier))
    is_named = any(_calls_it_off(one, named) for one in calling_off)
    return [span for span in spans(earlier, said_on, about) if span.first > said_on][-1:] if is_named else []


def declined_days(sentences: Sequence[str], said_on: date, about: Span | None) -> list[Span]:
    """The days on which the speaker cannot come."""
    clauses = (declined_in(sentence)[0] for sentence in sentences)
    return [
        span for one in filter(None, clauses) for span in spans(one, said_on, about) or _weekend(one, said_on)
    ]


def _weekend(clause: str, said_on: date) -> list[Span]:
    """The coming weekend, if the clause names one without saying which."""
    if not _WEEKEND.search(clause):
        return []
    weekend = shifted(Unit.WEEKEND, 0, said_on)
    return [Span(weekend.first, weekend.last)]


def is_another_day(proposal: str) -> bool:
    """Whether a proposal with its speaker only names a day, instead of one that another has named: "Sunday?"."""
    asked, mark, _ = proposal.partition(": ")[2].partition("?")
    return bool(mark) and only_names_day(_IF_IT_SUITS.sub("", asked))


def given_up(proposal: str, message: Sequence[str], said_on: date, about: Span | None) -> Span | None:
    """The day of an earlier message that a proposal gives up: that of what it moves, or of "it".

    "Can we push the kick-off to Thursday?" "See you on Monday." "Could we make it Friday?"
    """
    if _ASKS_FOR_DAY.search(proposal):
        clauses = (clause for one in reversed(message) for clause in _CLAUSE.split(one))
        return _first_ahead((one for one in clauses if not _is_of_teller(one)), said_on, about)
    if not (is_another_day(proposal) or _MOVES.search(proposal)):
        return None
    moved = set(content_words(proposal))
    for sentence in message:
        days = [span for span in spans(sentence, said_on, about) if span.first > said_on]
        if days and (
            is_another_day(proposal)
            or _MOVES_IT.search(proposal)
            or not moved.isdisjoint(content_words(sentence))
        ):
            return days[-1]
    return None


def thinks_over(sentence: str) -> bool:
    """Whether it is what somebody has decided instead, in Spanish: "Pues el martes"."""
    return _THINKS_OVER.match(sentence) is not None


def given_up_for(sentence: str, message: Sequence[str], said_on: date, about: Span | None) -> Span | None:
    """The day of an earlier message on which the same takes place no more, as its speaker has thought it over: "La
    compra la hago el sábado." "Pues la compra el viernes."
    """
    moved = set(content_words(_THINKS_OVER.sub("", sentence))) - _TIMES
    clauses = [clause for one in message for clause in _CLAUSE.split(one)]
    if not moved:  # "Pues el martes."
        return _first_ahead((one for one in reversed(clauses) if not _is_of_teller(one)), said_on, about)
    return _first_ahead((one for one in clauses if not moved.isdisjoint(content_words(one))), said_on, about)


def _first_ahead(clauses: Iterable[str], said_on: date, about: Span | None) -> Span | None:
    found = (span for clause in clauses for span in spans(clause, said_on, about))
    return next((span for span in found if span.first > said_on), None)


def _is_of_teller(sentence: str) -> bool:
    """Whether somebody speaks only of themselves, whatever day the two agree on: 我周三考试, but not 周五来我家吧."""
    if offers(sentence):
        return False
    return (is_about_speaker(sentence) or speaks_of_self(sentence)) and not is_about_addressee(sentence)


def _days_off(sentence: str, said_on: date, about: Span | None) -> Sequence[Span]:
    moved = from_new_day(sentence)
    if moved != sentence:
        return spans(sentence.removesuffix(moved), said_on, about)
    if _CALLS_OFF_WHOLE.search(sentence):
        return spans(sentence, said_on, about)
    clauses = filter(_calls_off, _CLAUSE.split(sentence))
    return [span for clause in clauses for span in spans(clause, said_on, about)]


def _calls_it_off(sentence: str, named: set[str]) -> bool:
    """Whether it calls off "it", or something that has been named."""
    return any(
        _calls_off(clause) and (_REFERS.match(clause) or not named.isdisjoint(content_words(clause)))
        for clause in _CLAUSE.split(sentence)
    )


def _calls_off(clause: str) -> bool:
    if _NOT_THEN.search(clause):
        return True
    is_kept = _BY_A_DAY.search(clause) or _DENIED.search(clause) or _ANOTHER_HOUR.search(clause)
    return bool(_CALLS_OFF.search(clause)) and not is_kept
