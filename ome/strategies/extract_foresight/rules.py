"""Extracts foresights by rules, preferring few certain ones to many. Pure.

They are drawn from the facts of a conversation, in which relative dates have their absolute ones already and which
are filed under the person whom they are about.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from zoneinfo import ZoneInfo

from memory.kinds.atomic_fact import SPEAKER, SPOKEN, teller_apart
from memory.language.addressing import is_about_addressee, is_about_speaker
from memory.language.agreement import (
    confirms,
    consent_to,
    days_agreed,
    only_names_day,
    proposes,
    proposes_another_day,
    settles,
)
from memory.language.calendar import Span, in_full, month_ahead, says_only_when, spans
from memory.language.certainty import is_uncertain, what_counts, without_condition_behind
from memory.language.corrections import corrected, day_instead, with_corrections
from memory.language.figures import is_figure_of_speech
from memory.language.german_dates import MONTHS as GERMAN_MONTHS
from memory.language.periods import MONTHS
from memory.language.rescheduling import (
    CHANGED,
    declined_in,
    declines,
    from_new_day,
    is_same_matter,
    without_called_off,
)
from memory.language.retelling import needs_question
from memory.language.sentences import clip, joined, split
from memory.language.spanish_dates import MONTHS as SPANISH_MONTHS
from memory.language.spanish_dates import WEEKDAYS as SPANISH_WEEKDAYS
from memory.language.spelling import spelled
from memory.language.statements import (
    asks,
    is_of_somebody,
    is_short,
    only_reacts,
    without_question_in_front,
    without_tag,
)
from memory.language.third_person import told_of, without_openers
from memory.language.third_person.english import IRREGULAR_PAST
from memory.times import local_time
from ome.strategies.extract_atomic_facts.rules import Fact

MOST_FORESIGHTS = 8  # of one user and cell
SENTENCE_CHARS = 300
LONGEST_STRETCH = 31  # days; a longer one that has begun is no plan beside a day
FARTHEST_YEARS = 30
FEWEST_WORDS = 4  # with a month and no day; "From July." does not say what

# Verbs of small actions within the next minutes: "I'm going to make tea".
_TRIFLES = (
    r"(?:be|make|say|tell|try|ask|get|have|take|need|go|sleep|bed|call|think|check|look|see|eat|cook|drink|watch|do"
    r"|let|give"
    r"|explain|show|leave you|stop|start with)\b"
)
_PLAN = re.compile(
    r"\b(?:(?:i|we)(?:['’](?:m|re)| am| are)\s(?:\w+\s)?"
    rf"(?:(?:going to|gonna|about to) (?!{_TRIFLES})|planning (?:to|on)|hoping to"
    r"|(?:moving|flying|travell?ing|starting(?! to\b)|getting married|leaving|expecting)\b)"
    r"|(?:i|we)\s(?:\w+\s)?(?:plan|intend|have decided|decided|aim)\s(?:to|on)\b"
    r"(?!\s(?:use|keep|go with|stick|drop|skip|ignore|replace)\b)"
    r"|(?:i|we)(?:['’]ve| have)? (?:signed up|booked|registered|reserved|scheduled)\b(?=\s\w)"
    r"|(?:my|our) (?:plan|goal|appointment|deadline|flight|exam|wedding|surgery|interview|due date) (?:is|for)\b"
    r"|(?:have|has|got) (?:an? )?(?:[\w-]+ )?(?:appointment|deadline|exam|interview|surgery)\b"
    r"|(?:tengo planeado|planeo|(?<!no )(?:voy|vamos) a "
    r"(?!(?:ir|ser|estar|hacer|decir|ver|tener|comer|cenar|dormir|mirar|pensar|llamar"
    r"|dejar|dar|poner)\b)\w+r|je prévois|j['’]ai prévu|je vais \w+(?:er|ir|re)"
    r"|ich plane|ich habe vor(?! (?:\d|eine[mrn]|ein paar|zwei|drei|vier|fünf|sechs"
    r"|zehn|viele\w|lange\w|kurze\w|de[mnr]|all\w+"
    r"|Jahr\w+|Monat\w*|Woche\w|Tag\w+|Angst|mein\w*|ander\w+)\b)|wir planen)\b)"
    r"|打算|计划|計劃|准备去|準備去|つもり|予定",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|['’]ll|shall|going to|gonna|want to|hope to|have to|need to|must|due|deadline|appointment"
    r"|(?:is|are|['’]s|['’]re) (?:coming|arriving|starting|leaving|visiting)|needs? (?:it|them|this|that) \w{2,20}"
    r"|starts?|begins?|scheduled|(?:re)?booked|rearranged|upcoming|looking forward|plan"
    r"|voy a|vamos a|vais|allons|werde|werden|muss|müssen|soll|tengo que|tenemos que|dois"
    r"|remind me|erinner\w{0,2} mich|recuérdame"
    r"|let['’]s|promised|promise|exam|exams|interview|surgery|wedding|meeting|flight"
    r"|\w{0,20}Prüfung|Klausur|Termin|Abgabe|Frist|Hochzeit|Vorstellungsgespräch|versprochen"
    r"|release|launch|fly|close|hire|have (?:an?|two|three|my)|have got|on call|off to|leav(?:e|ing)|arriv(?:e|ing)"
    r"|habe(?:n)? (?:ich |wir )?(?:eine?n?|meine?n?|unsere?n?)|Probefahrt|Treffen|Konzert|Umzug|Feier|fiesta|cumple"
    r"|tengo|tenemos|necesit(?:o|amos) \w+[aei]r(?:l\w{1,3})?"
    rf"|(?:{'|'.join(SPANISH_WEEKDAYS)}|finde|mañana) (?:es|son)"
    r"|examen|cita|entrevista|boda|entrega|plazo|operación|prometí|quedamos|examen)\b"
    r"|[要会會将將有]|[晚早上午](?:（[^）]{1,20}）)?的(?:飞机|航班|高铁|火车|船)|开学|出发|毕业|入职|放假|请假|考试|面试|手术|婚礼|截止|到期|上小学|上初中|上高中|上大学|开会|会议|约好|答应",
    re.IGNORECASE,
)
_BEGINNING = re.compile(
    rf"{_PLAN.pattern}|\b(?:i['’]m|i am|we['’]re|we are) (?:\w{{1,20}} )?\w{{2,20}}ing\b"
    r"|\b(?:will|['’]ll|starts?|starting|begins?|beginnt?|werden?|wird|fängt|fange"
    rf"|(?:ab|from|starting) (?:{'|'.join((*MONTHS, *GERMAN_MONTHS))})"
    rf"|para (?:finales|fines|principios|mediados) de (?:{'|'.join(SPANISH_MONTHS)})"
    r"|me voy|nos vamos|me marcho|viaj(?:o|amos)"
    r"|empiez[oa]|empezamos|sal(?:go|e) de cuentas|me mudo|nos mudamos|nos casamos|me caso"
    rf"|(?:hab|habe|haben|hat|feiern?|feiere) im (?:{'|'.join(GERMAN_MONTHS)})|(?:off|up|away) (?:to|in|until)"
    r"|eingeschult|in die Schule|in den Kindergarten|heirate[tn]?"
    r"|zieh(?:e|t|en)"
    rf"|(?:back|due|comes? (?:back|home|over)|returns?|opens?|retires?|graduates?) in (?:{'|'.join(MONTHS)})"
    r"|flieg(?:e|t|en)|kommt? [^.,;]{0,40}(?:zurück|zu Besuch)|(?:vuelv|regres)(?:o|e|a|en|an)|volvemos|nace[rn]?"
    r"|geh(?:t|en) [^.,;]{0,40}\blos)\b"
    r"|\b(?:['’]s|is|are) (?:getting married|having a baby)\b"
    r"|\b(?:kriegt|bekommt|kriegen|bekommen) [^.,;]{0,20}\b(?:baby|kind)\b"
    r"|\bse casan?\b|从[^，。]{1,6}[起开]|担任|上任"
    r"|要去|要搬|开始|上小学|上初中|上高中|上大学|入学|毕业|开学|放假|回国|回来|的票|入职|上岗|订婚|领证|办婚礼|预产期",
    re.IGNORECASE,
)
# Farewells, wishes, hopes and the weather are about the future, but nobody needs a reminder of them.
_IDLE = re.compile(
    r"^(?:\W*+(?:oh|ok|okay|well|so|alright|und|also|bueno|vale|好的?|那)\b)*+\W*+"
    r"(?:(?:until|till) \w+\W*(?:\(|$)|see you|see ya|talk to you|catch you|speak to you|enjoy|congrat\w*|good luck"
    r"|have a (?:nice|good|great|lovely|safe|wonderful|fun)|all the best|fingers crossed"
    r"|(?:happy|merry) (?:birthday|new|anniversary|holidays?|weekend|easter|christmas)"
    r"|(?:i )?(?:hope|wish|bet|guess|wonder)\b(?! to\b)|it(?: will|['’]ll| is going to|['’]s going to) (?:rain|snow|be)"
    r"|bis \w+\W*(?:\(|$)|schöne[sn]? (?:wochenende|tag|feier|reise|ferien|urlaub)|viel (?:glück|erfolg|spaß)"
    r"|alles gute|frohe[sn]?|ich (?:hoffe|wünsche)|hoffentlich|es (?:wird|soll)\b.{0,40}\b(?:regnen|schneien)"
    r"|hasta (?:el |la )?\w+\W*(?:\(|$)|(?:te|os) (?:voy|vamos) a echar de menos|(?:i|we)(?:['’]ll| will) miss you"
    r"|du wirst (?:mir|uns) fehlen|nos vemos|feliz|que (?:tengas|te|lo|pases)|(?:mucha )?suerte|ojalá|espero que"
    r"|buen(?:os|as|a|o)? (?:d[ií]as?|fin|viaje|noches?|tardes?|suerte)|va a (?:llover|nevar)"
    r"|[^，。]{1,30}再说[吧啦]?[。！]*$|祝|加油|希望|但愿|再见|回头见|[^，。]{0,4}(?:（[^）]{1,20}）)?见[！!。]*$)",
    re.IGNORECASE,
)

# What the other had better do: "Then ring the dentist tomorrow."
_ADVISES = re.compile(
    r"\W*(?:(?:then|so|just|dann|also|na|pues|entonces)\b[\s,]*)*"
    r"(?:(?:call|ring|phone|ask|book|order|take|go)\b(?!.*\b(?:I|I['’]\w+|me|we|us|my|our)\b)"
    r"|(?:ruf|frag|geh|nimm|bestell|buch)\b(?!.*\b(?:ich|mich|mir|wir|uns|mein\w*)\b)"
    r"|(?:llama|pide|pregunta|vete|reserva)\b(?!.*\b(?:me|yo|nos|mi|conmigo)\b))",
    re.IGNORECASE,
)
_HAN_WEEKDAY = "(?:周|週|星期|礼拜)[一二三四五六日天]"
# A day of each month is no appointment: "I earn 2,000 a month, and nothing is left on the 25th." Neither is a weekday
# of a habit: 平时周三, 周二和周四.
_HABIT = re.compile(
    r"\b(?:(?<!for )(?<!in )a|per|each|every) month\b|\b(?:pro|jeden|jedes) monat\b|\b(?:al|cada) mes\b|每个?月"
    rf"|(?:平时|一般|通常|以后|往后|逢)[^，。]{{0,4}}{_HAN_WEEKDAY}"
    rf"|(?<![这這下本]){_HAN_WEEKDAY}(?:早上|上午|下午|晚上)?(?:都|总是|一般|通常|经常|[和跟、]{_HAN_WEEKDAY})",
    re.IGNORECASE,
)
# What somebody does from one weekday to another, and in every week if its verb is one of these: "I work from Monday
# to Friday".
_WEEKDAYS_LONG = re.compile(
    r"\b(?:from|von|del?) \w{5,10} (?:to|until|till|through|bis|al?|hasta el) \w{5,10}\b"
    rf"|{_HAN_WEEKDAY}[到至]{_HAN_WEEKDAY}",
    re.IGNORECASE,
)
_REGULAR = re.compile(
    r"\b(?:work|works|open|teach|arbeite|arbeitet|arbeiten|geöffnet|offen|unterrichte|trabaj\w{1,4}|abr(?:o|e|en|imos)"
    r"|abiert[oa]s?|doy clase|usually|always|normally|immer|meistens|normalerweise|siempre|normalmente)\b"
    r"|上班|上学|上课|营业|开门|工作",
    re.IGNORECASE,
)
# "The meeting on Friday was great"
_WAS_THEN = re.compile(
    r"\b(?:on|am|el|del) \w{5,10} (?:was|were|went|war|waren|lief|fue|estuvo|salió)\b(?! (?:supposed|going|geplant))",
    re.IGNORECASE,
)
# A lesson or a shift that moves to another weekday, and is held every week: 钢琴课从周三改到周五.
_HABIT_MOVED = re.compile(
    rf"(?:课|班|训练|排练)[^，。]{{0,4}}从?{_HAN_WEEKDAY}[^，。]{{0,4}}(?:改|换|调|挪)[到至成]{_HAN_WEEKDAY}"
)

# Past tense: "My birthday was on 3 May" is no plan. Some past forms are other words: "a bit", "two seats left".
_IRREGULAR = "|".join(sorted((IRREGULAR_PAST | {"quit", "won(?!['’]t)"}) - {"bit", "left", "rose", "won"}))
_PAST = re.compile(
    r"\b(?:(?<!dir )(?<!mir )(?<!euch )(?<!Ihnen )"
    r"was(?! (?:in|an|auf|mit|zu|bei) (?:der|dem|den|die|das)\b| (?:ich|du|er|wir|ihr|man|geplant|gemacht|gesagt)\b)"
    rf"|were|did|had|been|{_IRREGULAR}"
    r"|(?<!be )(?!(?:terrified|excited|worried|scared|tired|relieved|delighted|thrilled"
    r"|married|bored|need|indeed|speed|supposed|(?:re)?scheduled|planned|expected|invited|(?:re)?booked|rearranged)\b)\w{2,}ed"
    r"|war(?:en)?|hatten?|wurden?|kam(?:en)?|ging(?:en)?|fuhr(?:en)?|nahm(?:en)?|traf(?:en)?|blieb(?:en)?"
    r"|sah(?:en)?|gab(?:en)?|(?<!krank )ge(?!bucht|plant|mietet)\w{2,}(?:t|en)"
    r"|(?:bin|habe?|ist|hat|sind|haben) [^.,;!?]{0,60}\b"
    r"(?!angemeldet|eingeladen|angesetzt|eingeplant|ausgebucht|eingetragen)(?:ab|an|auf|aus|ein|her|hin|mit|nach|um|weg|zurück)ge\w{2,}(?:t|en)"
    r"|vimos|dimos|dijimos|(?:aprend|beb|com|conoc|corr|entend|perd|romp|vend|volv)imos|fu(?:e|i|imos|eron)|eran?|(?:estuv|tuv|hic|vin|pus|pud|quis|sup)(?:e|o|imos|ieron)|hizo|hubo|había\w*"
    r"|di(?:o|eron|je|jo|jeron|jiste)|(?!triste|existe|insiste|asiste|chiste|basta|viste)\w{3,}(?:iste|aste)"
    r"|traj(?:e|o|eron)|(?!(?:estar|tendr|har|podr|saldr|vendr|dir|ser|ver|dar|llegar|empezar|volver|traer|llevar"
    r"|pedir|pondr|llamar|mandar|enviar)é\b)\w{3,}[óé]|\w+aba|\w{2,}(?:aron|ieron))\b"
    r"|(?<![约約订訂买買定挂])(?<![买订约选]好)(?<!抢到)(?<![别別]忘)(?<!报名)(?<!安排)了|(?<!不)[过過](?!生日|年|节|節|周末|週末|来|來|去)",
    re.IGNORECASE,
)

_HAN = re.compile("[\u4e00-\u9fff]")
# Past, but of what is ahead: "We said Thursday the 26th".
_ARRANGED = re.compile(
    r"\b(?:[Ww]e|I)(?:['’]d)? (?:said|agreed(?: on)?|settled on) (?=(?:the \d|next |\d"
    r"|(?i:mon|tue|wed|thu|fri|sat|sun)\w*))"
)
# Past as well, and what holds is the new hour: "The dentist on Friday has been moved to 3 pm".
_MOVED_HOUR = re.compile(
    r"\b(?:(?:has been|was|got|is) (?:now )?(?:moved|changed|pushed(?: back)?|brought forward|rescheduled|postponed)"
    r"(?= to (?:\d{1,2}[:. ap]|noon))|wurde(?= auf \d{1,2}(?:[:.]\d\d)? Uhr))"
)
_HAVE_GOT = re.compile(r"(?:['’]ve|['’]s|\shave|\shas) got\b")
# Whoever said it, and when: what they said is ahead. "My sister said yesterday that she arrives on Friday".
_SAYS = re.compile(
    r"\A[^,.;:!?\n，。：]{0,60}?(?:\b(?:said|says|told (?:me|us)|tells (?:me|us)|wrote|writes|mentioned)"
    r"(?: (?:yesterday|today|earlier|last \w{3,10}|this \w{3,10}|on \w{3,10}|the other day)(?: \([^)]{1,50}\))?)?"
    r"(?:,? that\b)?[,:]? (?=[\"“]|(?:I|we|s?he|they|it|there|the|my|our|his|her|their|[A-Z]\w+)\b)"
    r"|\b(?:sagte?|meinte?|schrieb|schreibt|gesagt|geschrieben|erzählt)(?: (?:gestern|heute|am \w{3,12}))?"
    r"(?: \([^)]{1,50}\))?(?:, (?:dass )?|: ?)(?=[\"„“\w])"
    r"|\b(?:dijo|dice|dicho|cont[óa]|contado|avis[óa]|avisado|escribi[óo]|escrito)"
    r"(?: (?:ayer|hoy|el \w{3,10}))?(?: \([^)]{1,50}\))?(?: que |: ?)(?=[\"«“\w])"
    r"|(?:告诉[我咱]们?|(?<![听据])说)(?![好定过不明服话起])了?(?:[:：，]|(?=[^，。]{3})))"
)
# What is about to happen ends with the character of the past: 九月份就要开学了.
_IMMINENT = re.compile(r"((?:就|快)要[^，。！？了]{1,10})了")
# At the end of the clause that names the new day: 周六了啊，别跑错.
_DONE = re.compile(r"\A([^，。！？了啦]{1,30})[了啦](?=[啊呀哦哈]?(?:[，。！!\s]|$))")
# What the speaker did about the change, behind its new day: "… to Friday 2 pm, I said yes".
_REMARK = re.compile(
    r"[,;，] ?(?:(?:and|und|y|so|but|aber|pero) )?(?:(?:I|we|ich|wir|hab|yo|le|les) [^,;.!?\d]{2,40}"
    r"|he \w+d[oi]\b[^,;.!?\d]{0,30}|我[^，。\d]{1,12})[.!。]?\s*\Z"
)
# Marks a proposal, if it stands in the clause that has the date.
_PROPOSED = re.compile(
    r"\b(?:could|would (?:be|work|suit)|könnt\w*|tät|ginge|wäre|podría\w*)\b", re.IGNORECASE
)
_CLAUSE = re.compile(r"[,;，；]| but | aber | pero ")
# An English clause with a subject of its own, whose tense is its own too: "…, we're switching in January".
_HAS_SUBJECT = re.compile(
    r"\b(?:(?:I|we|he|she|they|it|there)(?:['’](?:m|re|s|ll|ve|d)\b|\s\w)|(?:my|our|his|her|their|the)\s(?!\d)\w)",
    re.IGNORECASE,
)
# An answer that only names a day, before a clause with a day of its own: "Yes but tomorrow, tonight I'm at work".
_ANSWERS_FIRST = re.compile(
    r"\A\W*(?:yes|yeah|yep|ok|okay|sure|no|nah|nope)\b[\s,]*(?:(?:but|rather|maybe|make it)\b\s*)?"
    r"(?P<day>[^,]{3,60}),\s"
)
# When something is that was named before: "I got the interview! It's on Thursday."
_IT_IS = re.compile(r"\W*it(?:['’]s| is) (?:on|at|the|this|next|tomorrow|tonight)\b", re.IGNORECASE)
# What begins a clause that can be understood without the ones before it.
_FURTHER = re.compile(
    r"[,;] (?:and|und|y|then|dann|luego|but|aber|pero) |; | (?:and|und|y) (?=(?:the|my|our|I|we|he|she|they|der|die|das"
    r"|mein\w{0,2}|unser\w{0,2}|ich|wir|er|sie|el|la|los|las|mi|yo|ella|él|nos)\b)|, (?=(?:I|we|ich|wir|yo)\b)|[，；]"
)
# A farewell at the end of a sentence: "I'm worn out, talk tomorrow".
_FAREWELL = re.compile(
    r"[,;–—]\s?(?:(?:see|talk to|speak to|catch) (?:you|ya)|talk|bis|hasta|nos vemos)\s(?:\w{1,20}\s){0,2}\w{1,20}"
    r"(?: \([^)]{1,50}\))?\W{0,3}$|[，,]\s?明天(?:（[^）]{1,20}）)?[聊见說说][！。]?$",
    re.IGNORECASE,
)

# What lasts until a day and has begun when it is said: "I'm in Lisbon until the 10th". German "bis" and 到 are
# deadlines as well, so that a verb has to tell that something lasts.
_LASTS = re.compile(
    r"\b(?:until|till|through|hasta|bin|ist|sind|bleib\w{1,3}|hab(?:e|en)?|hat|gilt|läuft|dauer[tn]|wohn(?:e|t|en)"
    r"|arbeit(?:e|et|en)|besuch(?:e|t|en))\b"
    r"|(?:[待住休假忙呆差租借玩歇陪留守班病]|一直|持续|[开開]放|营业|活动|展览?|优惠|有效|培训|不在)[到至]"
    r"|[到至][^，。！？]{1,14}(?:都在|都不|都有|都没|为止|结束|有效)",
    re.IGNORECASE,
)
# What has to be done by then, or begins only then: "I have until the 10th", "I'm not back until Friday", 到周五才回来.
_NOT_FROM_NOW = re.compile(
    r"\b(?:have|has|got|gives?|gave|given)(?: \w{1,10}){0,2} (?:until|till)\b|n['’]t\b"
    r"|\b(?:not|never|afterwards|let['’]s)\b"
    r"|\b(?:fertig|m[uü]ss(?:t?e(?:n|st|t)?|t)?|soll\w{0,4}|spätestens|Zeit|Frist|kann|können|will|wollen|möchte\w{0,2}"
    r"|danach|nicht|keine?n?|erst|brauch\w{1,3}"
    r"|schick\w{1,3}|melde\w{0,2}|ab(?:zu)?geben|erledig\w{1,3})\b"
    r"|\b(?:plazo|tiempo|tengo|tenemos|tienes?|tienen|hay) hasta\b|\b(?:no|luego|después)\b"
    r"|才|然后|之前|以前|[要得][^，。]{0,6}(?:交|完成|做完)|截止",
    re.IGNORECASE,
)

_HOW_LONG = re.compile(
    r"\b(?:how long (?:are|is|do|does)|wie lange (?:bleib|bist|seid|ist|sind|wohn|hat)"
    r"|(?:hasta cuándo|cuánto (?:tiempo )?)"
    r"(?:est|te qued|os qued|se qued|vas|dur))|(?:待|呆|住|放|玩)(?:多久|几天|到什么时候|到几号)"
    r"|谁在?(?:值班|当班|在岗)",
    re.IGNORECASE,
)
_OTHER_CANNOT = re.compile(r"\bno pueden?\b", re.IGNORECASE)

_ANSWERED = re.compile(
    rf"(?P<asker>{SPEAKER}): (?P<asked>[^?？]{{1,200}}(?:[?？]+|[.!。！…~])) (?P<name>{SPEAKER}): (?P<answer>.+)",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Foresight:
    """A foresight; `start` and `end` are None if no date was said."""

    text: str
    evidence: str
    timestamp_ms: int
    start: date | None = None
    end: date | None = None
    source: str | None = None  # as of a fact


@dataclass(frozen=True, slots=True)
class _Agreed:
    """A plan that one has proposed, and the sentence by which the other agrees to it."""

    plan: Foresight
    answer: str


def foresights_of(facts: Sequence[Fact], zone: ZoneInfo) -> list[Foresight]:
    """At most MOST_FORESIGHTS from the facts of one user, in their order. Dated ones take precedence."""
    found = _without_changed(
        _without_parts(list({item.text: item for fact in facts for item in _in_fact(fact, zone)}.values()))
    )
    dated = [item for item in found if item.end is not None]
    kept = [*dated, *(item for item in found if item.end is None)][:MOST_FORESIGHTS]
    return [item for item in found if item in kept]


def _without_parts(found: Sequence[Foresight]) -> list[Foresight]:
    """Without a plan that stands in another one of the day, such as a proposal or an answer beside both together, or
    that stands without a day in one that has it.
    """
    return [
        item
        for item in found
        if not any(
            one is not item and item.start in (None, one.start) and _stands_in(item, one) for one in found
        )
    ]


def _without_changed(found: Sequence[Foresight]) -> list[Foresight]:
    """Without a plan of which a later one of the same day says that it is elsewhere or at another hour now."""
    changes = [(n, item) for n, item in enumerate(found) if item.start and CHANGED.search(item.text)]
    return [
        item
        for n, item in enumerate(found)
        if not any(
            n < later and item.start == change.start and is_same_matter(_said(item), _said(change))
            for later, change in changes
        )
    ]


def _said(plan: Foresight) -> str:
    """Without the name of who says it, in which all plans agree."""
    speaker = plan.evidence.partition(":")[0]
    return plan.text.replace(speaker, " ")


def _stands_in(plan: Foresight, other: Foresight) -> bool:
    """Of an answer, an agreement holds only the first clause, behind the proposal."""
    return plan.text in other.text or other.text.find(_CLAUSE.split(plan.text)[0]) > 0


def _in_fact(fact: Fact, zone: ZoneInfo) -> Iterator[Foresight]:
    said_on = local_time(fact.timestamp_ms, zone).date()
    speaker, said = _spoken(fact)
    said = spelled(said)
    agreed = _agreed(fact, said_on)
    if agreed:
        yield agreed.plan
        said = said.replace(agreed.answer, "", 1)
    by_another = len(teller_apart(fact.text)) > 1
    sentences = [
        _without_answer(without_question_in_front(without_tag(_FAREWELL.sub("", one))))
        for one in _with_days(with_corrections(split(said)))
    ]
    for before, sentence in pairwise(["", *sentences]):
        if asks(sentence) or (by_another and not _is_for_owner(sentence)):
            continue
        only_when = only_names_day(sentence) or says_only_when(sentence)
        if (
            settles(sentence)
            or proposes_another_day(sentence)
            or (only_when and not _asked_before(fact, sentence))
        ):
            continue  # it does not say of what
        if correction := corrected(sentence):
            span = _instead(*correction, said_on, fact.about)
            if span and _still_holds(span, fact):
                yield _foresight(fact, said_on, speaker, sentence, span, before)
            continue
        planned = without_condition_behind(_as_it_stands_now(sentence))
        stands = _without_declined(planned, said_on, fact.about)
        if _is_idle(sentence, stands) or is_uncertain(stands):
            continue
        span = _ahead(stands, said_on, fact.about)
        if (span or _PLAN.search(stands)) and _still_holds(span, fact):
            yield _foresight(fact, said_on, speaker, sentence, span, before)
        for clause, further in _in_further_clauses(stands, said_on, fact.about, span):
            if _still_holds(further, fact) and (not by_another or _is_for_owner(clause)):
                yield _foresight(fact, said_on, speaker, clause, further)


def _with_days(sentences: Iterable[str]) -> list[str]:
    """The sentences; one that only names a day belongs to the statement before it: "Lanzarote. 22 to 29 December." """
    together: list[list[str]] = []
    for sentence in sentences:
        if together and only_names_day(sentence) and not asks(together[-1][0]):
            together[-1].append(sentence)
        else:
            together.append([sentence])
    return list(map(joined, together))


def _without_answer(sentence: str) -> str:
    """`Yes but tomorrow, tonight I'm at work` without the day that answers an invitation."""
    answer = _ANSWERS_FIRST.match(sentence)
    if answer is None or not only_names_day(answer["day"]):
        return sentence
    rest = sentence[answer.end() :]
    return rest if _HAS_SUBJECT.search(rest) else sentence


def _is_for_owner(sentence: str) -> bool:
    """Whether what another says to the owner is the owner's to expect."""
    return is_about_addressee(sentence) or confirms(sentence)


def _instead(first: str, instead: str, said_on: date, about: Span | None) -> Span | None:
    """The day of a plan that somebody has corrected at once."""
    span = day_instead(first, instead, said_on, about)
    is_plan = _ahead(first, said_on, about) or _ahead(instead, said_on, about)
    return Span(max(span.first, said_on), span.last) if span and is_plan and span.last >= said_on else None


def _still_holds(span: Span | None, fact: Fact) -> bool:
    return span is None or span.first not in fact.off


def _foresight(
    fact: Fact, said_on: date, speaker: str, said: str, span: Span | None, before: str = ""
) -> Foresight:
    """`before` is the sentence before it, which names whom a sentence about somebody else means, or what "it" is."""
    said = without_openers(said)
    of_question = asks(before) and needs_question(said)
    of_it = not asks(before) and _IT_IS.match(said) is not None
    if before and not only_reacts(before) and (of_question or of_it or _is_of_another(before, said)):
        said = joined((before, said))
    text = (told_of(speaker, said) or f"{_asked_before(fact, said)}{speaker}: {said}") if speaker else said
    first, last = (
        (_first_day(span, said, f"{_question_of(fact)} {text}", said_on), span.last) if span else (None, None)
    )
    return Foresight(clip(text, SENTENCE_CHARS), fact.text, fact.timestamp_ms, first, last, fact.source)


def _question_of(fact: Fact) -> str:
    match = _ANSWERED.fullmatch(fact.text)
    return match["asked"] if match and asks(match["asked"]) else ""


def _first_day(span: Span, said: str, text: str, said_on: date) -> date:
    """The day on which it is said, if that is when it lasts already: "I'm in Lisbon until the 10th", "How long are you
    in Lisbon?" "Until the 10th." `text` has the question.
    """
    lasts = _HOW_LONG.search(text) or (_LASTS.search(said) and not _NOT_FROM_NOW.search(said))
    return said_on if span.is_end and lasts else span.first


def _is_of_another(before: str, sentence: str) -> bool:
    """Whether it is about somebody whom it does not name: "She's due in May", 她辞职了。下个月去澳洲."""
    if is_of_somebody(sentence):
        return True
    return bool(_HAN.search(sentence)) and is_of_somebody(before) and not is_about_speaker(sentence)


def _in_further_clauses(
    sentence: str, said_on: date, about: Span | None, before: Span | None
) -> Iterator[tuple[str, Span]]:
    """The clauses that look forward to days of their own: "… on the 28th, and the report is due by the 25th"."""
    known = [before] if before else []
    # In "Christmas Eve in Burgos, and the 25th with you" only the whole sentence tells the month.
    meant = {span.first for span in spans(sentence, said_on, about)}
    clauses = _FURTHER.split(sentence)
    for clause in clauses[1:] if before or len(clauses) == 1 else clauses:
        words = len(_HAN.findall(clause)) // 2 or len(clause.split())
        span = _ahead(clause, said_on, about) if words >= FEWEST_WORDS else None
        if (
            span
            and span.first in meant
            and not asks(clause)
            and not _IDLE.match(clause)
            and not any(one.first <= span.first <= one.last for one in known)
        ):
            known.append(span)
            yield clause, span


def _asked_before(fact: Fact, sentence: str) -> str:
    """The question that a short answer needs, as in "When do you move?" "April 1st.", and what only says when,
    wherever it stands; empty for other sentences.
    """
    of_another = is_of_somebody(sentence) and not is_about_speaker(sentence)
    match = _ANSWERED.fullmatch(fact.text) or (_ANSWERED.fullmatch(fact.told) if of_another else None)
    is_clear = is_about_speaker(sentence) or not (is_short(sentence) or of_another)
    if match is None or is_clear:
        return ""
    needs_it = of_another or match["answer"].startswith(sentence) or says_only_when(sentence)
    return f"{match['asker']}: {match['asked']} " if needs_it else ""


def _spoken(fact: Fact) -> tuple[str, str]:
    """Who says the fact, and the words; those of the answer, if it is an answer with what it answers."""
    answered = _ANSWERED.fullmatch(fact.text)
    match = SPOKEN.fullmatch(fact.text)
    if answered and not asks(answered["asked"]):
        return answered["name"], answered["answer"]
    return (match["name"], match["text"]) if match else ("", fact.text)


def _agreed(fact: Fact, said_on: date) -> _Agreed | None:
    """The plan, if the fact is a proposal and the answer that agrees to it."""
    match = _ANSWERED.fullmatch(fact.text)
    agreed = consent_to(match["asked"], match["answer"], said_on, fact.about) if match else ""
    if match is None or not agreed or is_uncertain(match["asked"]):
        return None
    if not (proposes(match["asked"]) or settles(match["asked"])):
        return None
    ahead = days_agreed(match["asked"], agreed, said_on, fact.about)
    if not ahead or not _still_holds(ahead[0], fact):
        return None
    text = clip(f"{match['asker']}: {match['asked']} {match['name']}: {agreed}", SENTENCE_CHARS)
    first, last = ahead[0].first, ahead[0].last
    return _Agreed(Foresight(text, fact.text, fact.timestamp_ms, first, last, fact.source), agreed)


def _as_it_stands_now(sentence: str) -> str:
    """Without what was planned once, and what is called off; from the new date on, if something was moved, as in
    `The talk is moved to Tuesday`, `周五的会改到周二了`.
    """
    said = _MOVED_HOUR.sub("is now", _SAYS.sub("", sentence))
    said = _IMMINENT.sub(r"\1", _HAVE_GOT.sub(" have", _ARRANGED.sub("", said)))
    stands = from_new_day(said)
    if stands != said or CHANGED.search(said):
        stands = _DONE.sub(r"\1", stands)  # the character of the past is of the change
    if stands != said:
        stands = _REMARK.sub("", stands)
    return what_counts(without_called_off(said)) if stands == said else stands


def _without_declined(sentence: str, said_on: date, about: Span | None) -> str:
    """`明天不行，我后天回去` without the day that is declined; if no other day is named, the rest is about that day,
    unless it is somebody else who cannot come.
    """
    clause, rest = declined_in(sentence)
    if spans(rest, said_on, about):
        return rest
    return "" if _OTHER_CANNOT.search(clause) else sentence


def _is_idle(sentence: str, stands: str) -> bool:
    if not stands or declines(stands) or _ADVISES.match(stands) or is_figure_of_speech(stands):
        return True
    if _WAS_THEN.search(stands):
        return True
    is_weekly = _WEEKDAYS_LONG.search(stands) and _REGULAR.search(stands)
    return bool(is_weekly or _IDLE.match(stands) or _HABIT.search(stands) or _HABIT_MOVED.search(sentence))


def _dated_parts(
    sentence: str, said_on: date, about: Span | None
) -> Iterator[tuple[Sequence[Span], str, str]]:
    """The spans, the clause that has them, and the part of the sentence in which tense is looked for.

    In Chinese each clause with a date counts by itself, with what follows it, since 了 in an earlier clause does not
    refer to the date. A holiday counts only if there is no date. English clauses that have subjects of their own have
    tenses of their own: "I quit last week, my last day is the 18th".
    """
    clauses = _CLAUSE.split(sentence)
    dated = [(n, found) for n, clause in enumerate(clauses) if (found := spans(clause, said_on, about))]
    if _HAN.search(sentence):
        for n, found in [part for part in dated if not part[1][0].is_holiday] or dated:
            yield found, clauses[n], "，".join(clauses[n:])
    elif dated and all(_HAS_SUBJECT.search(clauses[n]) for n, _ in dated):
        yield from ((found, clauses[n], clauses[n]) for n, found in dated)
    else:
        yield spans(sentence, said_on, about), clauses[dated[0][0] if dated else 0], sentence


def _ahead(sentence: str, said_on: date, about: Span | None) -> Span | None:
    """The first span of days that the sentence looks forward to, not before the day on which it was said.

    A month without a day is one only where a plan or a beginning is told: "I ski in February" is a habit.
    """
    for found, clause, told in _dated_parts(in_full(sentence), said_on, about):  # "Sat" is no past
        speaks_of_future = _PLAN.search(told) or _AHEAD.search(told)
        for n, span in enumerate(found):
            begun = span.first <= said_on
            if begun and n + 1 < len(found) and (span.last - span.first).days > LONGEST_STRETCH:
                continue  # "the third one this year, the next is on the 27th"
            is_far = span.first.year > said_on.year + FARTHEST_YEARS
            if span.last < said_on or is_far or _PROPOSED.search(clause):
                continue
            if speaks_of_future or (not begun and not _PAST.search(told)):
                return replace(span, first=max(span.first, said_on))
    is_chinese = _HAN.search(sentence) is not None
    if not is_chinese and len(sentence.split()) < FEWEST_WORDS:
        return None
    clauses = _CLAUSE.split(sentence)
    if not is_chinese:
        clauses = [sentence, *filter(_HAS_SUBJECT.search, clauses[1:] and clauses)]
    beginning = (one for one in clauses if _BEGINNING.search(one) and not _PAST.search(one))
    return next(filter(None, (month_ahead(one, said_on) for one in beginning)), None)
