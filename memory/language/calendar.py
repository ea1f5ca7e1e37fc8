"""Finds the dates in a text, including those that memory.language.dates has added, as spans of days. Pure.

Before that, weekdays that messages shorten are written out, and months get their capitals: `Sat lunch` as `Saturday
lunch`, `Sa 14 Uhr` as `Samstag 14 Uhr`, `jan 4th` as `Jan 4th`, in English and German. A short form that is another
word as well ("sat", "sun", "so", "do") counts only where a day is meant.
"""

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from memory.language import english_dates, german_dates, holidays, spanish_dates
from memory.language.english_dates import WEEKDAYS
from memory.language.german_dates import MONTHS as GERMAN_MONTHS
from memory.language.german_dates import WEEKDAYS as GERMAN_WEEKDAYS
from memory.language.periods import MONTHS

_SHORT_ENGLISH = {day[:3]: day.capitalize() for day in WEEKDAYS} | {
    "tues": "Tuesday", "weds": "Wednesday", "thur": "Thursday", "thurs": "Thursday",
}  # fmt: skip
_SHORT_GERMAN = {day[:2]: day.capitalize() for day in GERMAN_WEEKDAYS}
_SHORT = r"(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)"
_BEGINS = r"(?:(?<=[.,;:!?–—] )|(?<=\band )|(?<=\bor )|(?<=\bso )|(?<=\A))"
# What follows a day that somebody suggests or names: "sat lunch", "fri's no good", "Sun 13th", "sat at 8".
_SUGGESTED = (
    r"(?= (?:morning|afternoon|evening|eve|night|lunch|lunchtime|dinner|brunch|arvo|it is|is|works|would|then"
    r"|instead)\b"
    r"|['’]s\b| (?:the )?\d{1,2}(?:st|nd|rd|th)\b| (?:at |around |from )?\d{1,2}(?::\d\d)? ?(?:am|pm|ish)\b"
    r"| (?:at|around) \d)"
)
_IN_ENGLISH = re.compile(
    r"\b(?:tues|weds|thurs?|thu)\b"
    # "by fri", "next sun", "can't do sat"
    r"|(?:(?<=\bon )|(?<=\bby )|(?<=\btil )|(?<=\btill )|(?<=\buntil )|(?<=\bfrom )|(?<=\bnext )|(?<=\blast )"
    r"|(?<=\bbefore )|(?<=\bcan['’]t )|(?<=\bcant )|(?<=\bdo )|(?<=\bcome ))"
    rf"{_SHORT}\b(?!['’-]\w)|(?<=\bthis ){_SHORT}(?=\W*\Z|[.,;!?])"
    rf"|{_BEGINS}{_SHORT}{_SUGGESTED}|\A{_SHORT}(?=\W*\Z)"
    # With a capital within a sentence: "I'm in Leeds Tue for work"
    r"|(?-i:(?<=[a-z] )(?<!\bthe )(?<!\bmy )(?:Mon|Tue|Wed|Fri|Sat)\b(?!['’-]))",
    re.IGNORECASE,
)
_IN_GERMAN = re.compile(
    r"(?:(?<!\bI am )(?<=\b[Aa]m )|(?<=\b[Bb]is )|(?<=\b[Aa]b )|(?<=\b[Dd]iesen )|(?<=\b[Nn]ächsten ))"
    r"(?:M[oi]|D[io]|Fr|S[ao]|m[oi]|d[io]|fr|sa)\b\.?(?=\s|\W*\Z|[,;:!?])"
    r"|\b(?:M[oi]|D[io]|Fr|S[ao]|m[oi]|d[io]|fr|sa)\b(?=\.?,? (?:\d{1,2}(?:[:.]\d\d)? ?(?:Uhr|uhr|h)\b|\d{1,2}:\d\d\b"
    r"|(?:den )?\d{1,2}\.))"
    r"|\b(?:M[oi]|D[io]|Fr|Sa|m[oi]|d[io]|fr|sa)\b(?= (?:(?:um|ab|gegen) \d|(?:hab|muss|kann|bin) ich\b"
    r"|(?:vormittag|nachmittag|abend|früh|geht|gehts|passt|klappt|ginge)\b))"
    r"|\A(?:Mo|Di|Mi|Do|Fr|Sa|mo|di|mi|do|fr|sa)(?=\?)"
)
_SMALL_MONTHS = "|".join(
    sorted({name.lower() for name in (*MONTHS, *(month[:3] for month in MONTHS), "Sept", *GERMAN_MONTHS)})
)
_SMALL_MONTH = re.compile(
    rf"\b(?:{_SMALL_MONTHS})(?= \d{{1,2}}(?:st|nd|rd|th)\b)"
    r"|(?:(?<=\dst )|(?<=\dnd )|(?<=\drd )|(?<=\dth )|(?<=\dst of )|(?<=\dnd of )|(?<=\drd of )|(?<=\dth of )"
    rf"|(?<=\d\. ))(?:{_SMALL_MONTHS})\b"
)
_MAY_BE_SHORT = re.compile(rf"\b(?:{_SHORT}|mo|di|mi|do|fr|sa|so|{_SMALL_MONTHS})\b", re.IGNORECASE)
SOON_DAYS = 250  # a date without a year is at most this far ahead
NEAR_DAYS = 120  # only a date at most this far ahead is taken for what a conversation is about
BEFORE_HOLIDAY, AFTER_HOLIDAY = timedelta(days=14), timedelta(days=7)
WEEK, FORTNIGHT = timedelta(days=7), timedelta(days=14)
NEAR_MONTH = timedelta(days=130)  # so far ahead a month is no past one
NEAR_WEEKDAY = timedelta(days=3)  # a weekday that is set against a day is at most so far from it
BESIDE = WEEK  # a day without a month may come this long before that date

_NUMBERS_OF_MONTHS = {
    name: number
    for months in (MONTHS, [month[:3] for month in MONTHS], german_dates.MONTHS, spanish_dates.MONTHS)
    for number, name in enumerate(months, 1)
} | {"Sept": 9}
_MONTH = "|".join((*MONTHS, *(month[:3] for month in MONTHS), "Sept", *german_dates.MONTHS))
_WEEKDAYS = {
    name.casefold(): number
    for weekdays in (english_dates.WEEKDAYS, german_dates.WEEKDAYS, spanish_dates.WEEKDAYS, "一二三四五六日")
    for number, name in enumerate(weekdays)
} | {"天": 6}
_HAN = {numeral: number for number, numeral in enumerate("一二三四五六七八九", 1)}
_HAN_DAY = "[一二三四五六七八九十]{1,3}"

_ISO = r"(?P<iso_year>\d{4})-(?P<iso_month>\d\d)(?:-(?P<iso_day>\d\d))?(?![\d-])(?: – (?P<iso_end>\d{4}-\d\d-\d\d))?"
_CHINESE = (
    r"(?:(?P<zh_year>\d{4})年)?(?<!年[の的])(?P<zh_month>\d{1,2})月(?:(?P<zh_day>\d{1,2})[日号號])?"
    r"(?:–(?P<zh_end>\d{4}年\d{1,2}月\d{1,2}日))?"
    rf"|(?P<han_month>{_HAN_DAY})月(?P<han_day>{_HAN_DAY})[日号號]"
    r"|(?<!\d)(?P<zh_only>[12]\d{3})年(?!\d)"
    r"|(?<![上下这這每个個第末日号號])(?:[周週]|星期|礼拜|禮拜)(?P<zh_weekday>[二三四五六日天](?![次遍趟]|回[，。！])|一(?![直起样樣些个個共定次遍趟]))"
)
_PART_OF_DAY = "(?:morgen|früh|vormittag|mittag|nachmittag|abend|nacht)?"
_GERMAN_HOUR = r"(?:\d{1,2}|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)"
_GERMAN_DAYS = "|".join(german_dates.WEEKDAYS)
_NOT_OFTEN = r"(?! (?:immer|meist|meistens|oft|nie|frei)\b)"
_GERMAN = (
    r"(?<![\d.])(?P<number_day>\d{1,2})\.(?P<number_month>\d{1,2})\.(?P<number_year>\d{4})?(?!\d)"
    r"|\b(?:[Aa]m|[Bb]is|[Aa]b|[Zz]um|[Vv]or|[Dd]iesen|[Ll]ieber|[Dd]ann) "
    rf"(?P<de_weekday>{'|'.join(german_dates.WEEKDAYS)}){_PART_OF_DAY}\b"
    r"(?!,? (?:(?:dem|den) )?\d{1,2}\.| \(| (?:in der )?(?:nächste|kommende)[rn] Woche)"
    rf"|\bauf (?P<de_moved_weekday>{'|'.join(german_dates.WEEKDAYS)})(?= (?:verschoben|verschieben|verlegt"
    rf"|verlegen|vorgezogen|vorziehen|gelegt)\b)"
    rf"|(?<!jeden )(?<!letzten )\b(?P<de_timed_weekday>{'|'.join(german_dates.WEEKDAYS)}){_PART_OF_DAY}\b"
    r"(?=,? (?:(?:um|ab|gegen) )?(?:\d{1,2}(?:[.:]\d\d)? ?(?:Uhr|h)\b|\d{1,2}:\d\d\b|halb (?!so\b)\w|nicht da\b|dann\b"
    r"|(?:passt|klappt|gehts?|ginge|wäre)\b|ist (?:leider )?(?:schlecht|blöd|ungünstig|schwierig)\b)"
    rf"|,? (?:um|ab|gegen|zwischen) {_GERMAN_HOUR}\b"
    r"| ist (?:\w{1,20}(?:['’]s)? )?(?:\w{0,15}geburtstag|Geburtstag|Hochzeit|Konzert|Taufe|Beerdigung|Prüfung"
    r"|Elternabend|Umzug|Premiere|Einschulung)\b)"
    # In front of its verb, or within: "Samstag komme ich", "ich bring sie dir Samstag vorbei".
    rf"|(?<!jeden )(?<!letzten )(?<!immer )(?<!am )\b(?P<de_front_weekday>{_GERMAN_DAYS}){_PART_OF_DAY}"
    r"(?= (?:komm|schaff|bin|fahr|hab|geh|muss|kann|flieg|zieh|treff|bring|hol|seh|schreib|feier"
    r"|bekomm|krieg|sind|haben|gehen|fahren|kommen|müssen|können|schaffen|fliegen|ziehen|treffen|feiern|kriegen"
    rf"|bekommen)e? (?:ich|wir)\b{_NOT_OFTEN})"
    r"|\b[Ii]ch (?:schreibe?|hab|habe|muss|bin|komme?|fliege?|treffe?|bekomme?|kriege?) "
    rf"(?P<de_inner_weekday>{_GERMAN_DAYS}){_PART_OF_DAY}\b{_NOT_OFTEN}"
    rf"|\b(?:bring|hol|schick|komm|fahr|ruf)e? (?:ich|wir) (?:\w{{1,12}} ){{0,3}}(?P<de_late_weekday>{_GERMAN_DAYS})"
    rf"{_PART_OF_DAY}(?= (?:vorbei|mit|an|ab|zurück)\b)"
    r"|\b(?:[Kk]omm(?:e|t|en)|[Ff]ahre?n?|[Ff]lieg(?:e|en)|(?:[Gg]inge|[Gg]eht)(?: es)?(?: auch)?"
    r"|[Pp]asst (?:es )?(?:dir|euch|Ihnen)(?: auch)?|[Ww]är['’]?s mit|[Ww]äre es mit) "
    rf"(?P<de_going_weekday>{'|'.join(german_dates.WEEKDAYS)})"
    rf"{_PART_OF_DAY}\b"
)
_SPANISH = (
    rf"\b(?P<es_day>\d{{1,2}}) de (?P<es_month>{'|'.join(spanish_dates.MONTHS)})\b(?: (?:de|del) (?P<es_year>\d{{4}}))?"
    rf"|\b(?P<es_only_month>{'|'.join(spanish_dates.MONTHS)}) (?:de|del) (?P<es_only_year>\d{{4}})\b"
    r"|(?<![\d/])(?P<slash_day>\d{1,2})/(?P<slash_month>\d{1,2})/(?P<slash_year>\d{4})(?![\d/])"
    r"|(?<!\btodos )(?<!\b[Dd]esde )\b(?:[Ee]l|al|[Ee]ste|[Aa]ntes del) "
    rf"(?P<es_weekday>{'|'.join(spanish_dates.WEEKDAYS)})\b"
    r"(?!,? (?:pasado|que viene|de la (?:semana|próxima|siguiente)|\d)| \()"
    rf"|\b[Dd]el (?P<es_weekday_of>{'|'.join(spanish_dates.WEEKDAYS)})(?= (?:es|será|se|empieza|va|queda|ahora|ya)\b)"
    rf"|(?<!los )(?<!cada )\b(?P<es_timed_weekday>{'|'.join(spanish_dates.WEEKDAYS)})"
    r"(?= (?:a las? \d|por la (?:mañana|tarde|noche)))"
)
_ENGLISH = (
    rf"(?:\bthe (?P<stretch>week|weekend) of )?\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? (?P<month>{_MONTH})\b\.?"
    r"(?:,? (?P<year>\d{4}))?"
    rf"|\b(?P<month_first>{_MONTH})\b\.?(?: (?P<its_day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:))?"
    r"(?:,? (?P<its_year>\d{4}))?"
    r"|(?:\(|\b[IiEe]n |\b[Ii]m Jahre? )(?P<only_year>[12]\d{3})\b(?!-)"
    r"|(?:\b(?:[Oo]n|[Bb]y|[Ss]tarting|[Uu]ntil|[Tt]ill|[Bb]efore|[Ff]rom|moved to|this coming"
    r"|(?:booked|rebooked|scheduled|rescheduled|rearranged|planned) for"
    r"|[Cc]an['’]?t(?: (?:do|make|come))?(?: on)?)|\Ato) "
    rf"(?P<weekday>{'|'.join(english_dates.WEEKDAYS)})\b"
    r"(?! \(| (?:mornings|afternoons|evenings|nights)\b| to friday,? (?:I|we) (?:work|go|do|start|teach|have)\b"
    rf"| (?:next )?week\b|,? (?:the )?(?:\d{{1,2}}(?!\d|:|\.\d| ?[ap]\.?m| o['’]clock)|{_MONTH}))"
    # That of the days that are spoken of: "What about the Saturday?"
    rf"|\b[Tt]he (?P<the_weekday>{'|'.join(english_dates.WEEKDAYS)})(?=\W*$|[?,;.!]| there(?:['’]s| is)\b)"
    rf"|\b(?:[Ee]nd of|[Ee]nde) (?P<ending_month>{_MONTH})\b(?!,? \d{{4}})"
    r"|\b(?:starts?|begins?|comes?|arrives?|leaves?|opens?|coming|arriving|leaving|starting|flying|back) "
    rf"(?P<going_weekday>{'|'.join(english_dates.WEEKDAYS)})\b(?! \()"
    r"|(?:['’]ll|\bwill) (?:[\w'’]{1,20} ){1,6}?(?<!the )"
    rf"(?P<will_weekday>{'|'.join(english_dates.WEEKDAYS)})\b(?! \()"
    rf"|(?<![Ee]very )(?<![Ee]ach )(?<![Ss]ince )(?<!last )\b(?P<timed_weekday>{'|'.join(english_dates.WEEKDAYS)})"
    r"(?=,? (?:(?:at|from|around) )?(?:\d{1,2}(?::\d\d)? ?(?:am|pm)\b|(?:half|quarter) (?:past|to)\b|noon\b)"
    r"|,? (?:at|from) \d| (?:morning|afternoon|evening|night)\b"
    r"|(?:['’]s| is) (?:perfect|fine|(?:no )?good|tricky|difficult|bad)\b| works\b|,? please\b"
    r"|(?: \d{1,2})? it is\b| (?:then|instead)\b| (?:would|might|could) (?:be|work|suit)\b| (?:lunch|dinner|brunch)\b"
    r"| (?:I|we)(?:['’](?:ve got|m|re|ll)| have| am| are| need| must)\b(?! (?:always|usually|often|off)\b)"
    r"| for (?:lunch|dinner|breakfast|brunch|coffee|drinks|tea|work|an?|my|our|the(?! (?:first|last)))\b)"
)
# A day without its month, as in "on the 22nd", "am 24." or "10号". The lookaheads exclude numbers that count something,
# as in "on the 3rd floor", "am 3. Tag", "10号线" or "中山路18号".
_BARE_DAY = (
    r"(?:(?:(?<=\bon )|(?<=\bOn )|(?<=\bby )|(?<=\bBy )|(?<=\btill )|(?<=\buntil )|(?<=\bto )|(?<=\bfrom )|(?<=\bfor )"
    rf"|(?<=\bbefore )|(?<=\bbe )|(?<=\bmake )|(?<=\bdo ))the "
    rf"|\b(?P<day_weekday>{'|'.join(english_dates.WEEKDAYS)}),? (?:the )?)(?P<bare_day>\d{{1,2}})(?:st|nd|rd|th)\b"
    r"(?=\W*$|[.,;:!?)…]| (?:at|for|with|in|and|or|to|till|until|if|so|but|then|because|instead|too|is|it is|we|i"
    r"|I|after all|by the way|btw|though|when|where|which|unless|already)\b)"
    r"|(?:\b[Tt]he (?P<suiting_day>\d{1,2})(?:st|nd|rd|th)"
    r"(?= (?:is|would be) (?:fine|perfect|good|great|ok)|['’]s (?:fine|perfect)| works\b"
    r"|(?:['’]s| is) (?:my|our) (?!fav|best|first|only|own))"
    r"|\b(?P<settled_day>\d{1,2})(?:st|nd|rd|th)(?= (?:then|it is|works|is (?:fine|good|perfect|ok|okay))\b)"
    r"|\b(?P<starting_day>\d{1,2})(?:st|nd|rd|th)(?= (?:to|till|until|[-–]) (?:the )?\d{1,2}(?:st|nd|rd|th)\b)"
    r"|(?<=\bis )the (?P<due_day>\d{1,2})(?:st|nd|rd|th)(?=\W*$|[.,;:!?)]| (?:at|and|so|but|because|then)\b))"
    r"|\b(?:[Aa]m|[Aa]b|[Bb]is|[Bb]is zum|[Aa]b dem|[Vv]om|[Zz]um|[Aa]uf den|[Mm]it dem"
    r"|[Dd]ann (?:der|am|den)) (?P<de_bare_day>\d{1,2})\."
    r"(?=\s*$|[,;:!?)…]| (?!Tag)[a-zäöü]| (?:\w{0,15}[Ff]erien|Urlaub|Elternzeit|Dienst|Zeit"
    r"|Frist|Besuch|Prüfung(?:en)?|Premiere)\b)"
    r"|\b[Zz]um (?P<de_first>[Ee]rsten)(?=\W*$|[.,;!?]| (?:zieh|geh|fang|kündig|wechsel|mach|hör|start|beginn|werd"
    r"|will)\w{0,3}\b| (?:um|aus|ein|an|weg|auf)\b(?![^.,;!?]*[a-z]))"
    rf"|\b(?P<de_day_weekday>{'|'.join(german_dates.WEEKDAYS)}),? (?:de[nmr] )?(?P<de_weekday_day>\d{{1,2}})\."
    r"(?=\s*$|[,;:!?)…]| (?!Tag)[a-zäöü])"
    r"|\b[Dd]er (?P<de_suiting_day>\d{1,2})\.(?= (?:tät|ginge|gehts?|passt|wäre|würde|klappt)\b)"
    r"|(?:(?<=\b[Ee]l )|(?<=\b[Dd]el )|(?<=\bal ))"
    rf"(?:(?P<es_day_weekday>{'|'.join(spanish_dates.WEEKDAYS)}),? |día )?(?P<es_bare_day>\d{{1,2}})\b"
    r"(?![.,:]?\d| ?[%ºª€/]| (?:de (?!este mes)|por ciento|y medio|euros?|años?|días?|horas?|minutos?|veces|puntos?)\b)"
    r"|(?<![月年第一二三四五六七八九十路街巷弄村镇区道苑园坊庄])(?<!我住)(?P<han_bare_day>[二三]?十[一二三四五六七八九]?"
    # 二号 alone may count something else
    r"|[一二三四五六七八九](?=[号號](?:早|晚|[上下中]午|上班|吧|见|見|之?前|休|[去回来到走要](?!的)|行|可以|调|那天))|(?<=[那就改到])[一二三四五六七八九])[号號](?![楼樓线線店院公馆館门門机機位选選码碼字])"
    r"|(?<![\d月年第.路街巷弄村镇区道苑园坊庄])(?<!我住)(?P<zh_bare_day>\d{1,2})(?:[、和]\d{1,2}){0,5}[号號](?![楼樓线線店院公馆館门門机機位选選码碼字])"
)
_RANGE = re.compile(r"[)）]?\s*(?:to|until|till|through|bis(?: zum)?|al|hasta(?: el)?|至|到|[-–—])\s*")
_RANGE_WORD = re.compile(r"(?:bis(?: zum)?|until|till) ")
_ALL_WEEKDAYS = "|".join((*english_dates.WEEKDAYS, *german_dates.WEEKDAYS, *spanish_dates.WEEKDAYS))
# What stands before the last day of something that lasts from now on; 改到10号 is the day of a move.
_UNTIL = re.compile(
    r"(?:\b(?:until|till|through|bis|hasta)\b(?: (?:the|this|next|coming|week|end of|zum|zur|ende|diese[nr]|nächste[nr]"
    rf"|kommende[nr]|einschließlich|tomorrow|morgen|übermorgen|el|la|este"
    rf"|próximo|día|pasado|mañana|{_ALL_WEEKDAYS}),?){{0,4}} ?"
    r"|(?<![改换換调調挪推迟遲移前延等轮輪])[到至](?:(?:下下|[下这這本])?[个個]?(?:[周週]|星期|礼拜)[一二三四五六日天末]?|明天|[后後]天)?)"
    r"[(（]?\Z",
    re.IGNORECASE,
)
_BEFORE_END = 40  # characters in which that stands
_MONTH_NAMES = "|".join((*MONTHS, *german_dates.MONTHS, *spanish_dates.MONTHS))
_MONTH_ALONE = re.compile(
    rf"\b(?:[Ii]n|[Ii]m|[Ee]n|[Aa]b|[Ff]rom|[Ss]tarting|(?:finales|fines|principios|mediados) de)"
    rf"\s(?P<name>{_MONTH_NAMES})\b(?! \d| de(?:l)? \d)"
    r"|(?<![年\d一二三四五六七八九十])(?P<number>\d{1,2}|[一二三四五六七八九十]{1,2})月(?!\d|[一二三四五六七八九十]|份?底)"
)
_DATES = re.compile("|".join((_ISO, _CHINESE, _GERMAN, _SPANISH, _ENGLISH, _BARE_DAY, holidays.PATTERN)))
_UNTIL_WEEKDAY = re.compile(r"(?:until|till|bis|(?<=hasta )el) [^\W\d]{5,}", re.IGNORECASE)
_CASE_OF_WEEKDAYS = re.compile(
    rf"\b({'|'.join((*english_dates.WEEKDAYS, *german_dates.WEEKDAYS))})(?={_PART_OF_DAY}\b)", re.IGNORECASE
)

# In "8 to 15 August" the first day takes its month from the last.
_SHARED_MONTHS = (
    re.compile(
        r"(?<![\d.:])(?P<day>\d{1,2}(?:st|nd|rd|th|\.)?)"
        r"(?P<to>\s?(?:to|until|till|through|bis(?: zum)?|[-–])\s?)(?:the )?"
        rf"(?P<last>\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)?(?P<month> (?:{_MONTH})\b(?:,? \d{{4}})?))"
    ),
    # "del 29 de octubre al 3 de noviembre de 2027"
    re.compile(
        rf"\b(?P<day>\d{{1,2}} de (?:{'|'.join(spanish_dates.MONTHS)}))(?P<to> (?:al|a|hasta el) )(?P<last>\d{{1,2}}"
        rf" de (?:{'|'.join(spanish_dates.MONTHS)})(?P<month> del? \d{{4}}))"
    ),
    re.compile(
        r"(?<![\d.:])(?P<day>\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? "
        rf"(?:{_MONTH}))(?P<to>\s?(?:to|until|till|through|bis(?: zum)?|[-–])\s?(?:the )?)"
        rf"(?P<last>\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)? (?:{_MONTH})(?P<month>,? \d{{4}}))"
    ),
    re.compile(
        rf"\b(?P<day>\d{{1,2}})(?P<to> (?:al|a|hasta el) )(?P<last>\d{{1,2}}"
        rf"(?P<month> de (?:{'|'.join(spanish_dates.MONTHS)})\b(?: del? \d{{4}})?))"
    ),
)
# In "in August, from the 3rd to the 9th" both days take the month before them.
_MONTH_BEFORE_DAYS = (
    (
        re.compile(
            rf"\b[Ii]n (?P<month>{'|'.join(MONTHS)}),? from (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?"
            r" (?:to|until|till) (?:the )?(?P<last>\d{1,2})(?:st|nd|rd|th)?\b"
        ),
        r"\g<day> \g<month> to \g<last> \g<month>",
    ),
    (
        re.compile(
            rf"\b[Ii]m (?P<month>{'|'.join(german_dates.MONTHS)}),? vom (?P<day>\d{{1,2}})\."
            r" bis(?: zum)? (?P<last>\d{1,2})\."
        ),
        r"\g<day>. \g<month> bis \g<last>. \g<month>",
    ),
    (
        re.compile(
            rf"\b[Ee]n (?P<month>{'|'.join(spanish_dates.MONTHS)}),? del (?P<day>\d{{1,2}}) al (?P<last>\d{{1,2}})\b"
        ),
        r"\g<day> de \g<month> al \g<last> de \g<month>",
    ),
)
# "del uno al quince de julio"
_WORDS_OF_DAYS = """
    uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho
    diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho
    veintinueve treinta
"""
_GERMAN_ORDINALS = (
    "ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften"
)
_ORDINAL_NUMBERS = {word: number for number, word in enumerate(_GERMAN_ORDINALS.split(), 1)}
_GERMAN_WORDED = re.compile(
    rf"\b(?P<day>{'|'.join(_ORDINAL_NUMBERS)}) (?=(?:{'|'.join(german_dates.MONTHS)})\b)"
)
_WORDED_DAYS = {word: number for number, word in enumerate(_WORDS_OF_DAYS.split(), 1)} | {
    "primero": 1,
    "treinta y uno": 31,
}
_WORDED = "|".join(sorted(_WORDED_DAYS, key=len, reverse=True))
_WORDED_DAY = re.compile(
    rf"\b(?P<day>{_WORDED}) (?=(?:al (?:{_WORDED}|\d{{1,2}}) )?de (?:{'|'.join(spanish_dates.MONTHS)})\b)"
)
# "von Montag bis Donnerstag", in the words that each weekday is found with
_ENGLISH_DAYS, _SPANISH_DAYS = "|".join(english_dates.WEEKDAYS), "|".join(spanish_dates.WEEKDAYS)
_FROM_WEEKDAYS = (
    (
        re.compile(
            rf"(?<!moved )(?<!changed )(?<!pushed )\b(?P<from>[Ff]rom (?:{_ENGLISH_DAYS})) (?:to|through)"
            rf" (?={_ENGLISH_DAYS})"
        ),
        r"\g<from> until ",
    ),
    (re.compile(rf"\b[Vv]on (?P<from>{_GERMAN_DAYS}) bis (?={_GERMAN_DAYS})"), r"am \g<from> bis "),
    (
        re.compile(
            r"(?<!pasado )(?<!pasa )(?<!cambiado )(?<!cambia )(?<!movido )(?<!mueve )(?<!aplazado )"
            rf"\b[Dd]el (?P<from>{_SPANISH_DAYS}) al (?={_SPANISH_DAYS}|\d{{1,2}}(?!\d|[:.,]\d| ?%))"
        ),
        r"el \g<from> hasta el ",
    ),
)
_CHINESE_SHARED = re.compile(
    r"(?P<month>\d{1,2}月)(?P<day>\d{1,2}[日号號]?)(?P<to>[到至–-])(?P<last>\d{1,2}[日号號])"
)


# What may stand beside a day where nothing else is said: "el martes por la tarde mejor", 周六上午吧.
_BESIDE_DAY = re.compile(
    rf"\W*+(?:(?:{'|'.join((*spanish_dates.WEEKDAYS, *spanish_dates.MONTHS))}|pues|bueno|sí|no"
    r"|vale|entonces|mejor|gracias|va|dale|ok|el|la|los|las|a|al|por|para|de|en|este|esta|día|puedo|podemos|mañana|tarde|noche|mediodía|hoy|finde"
    r"|\d{1,2}(?:[:.]\d\d)?)\b\W*+)++\Z",
    re.IGNORECASE,
)
_BESIDE_HAN_DAY = re.compile(
    r"[那就好行可以的嗯吧呢啊呀了還还是改到周週星期禮礼拜一二三四五六日天末上下中午早晚前后後月号號點点半这這个個明\d\s:：，。！]+\Z"
)


def in_full(text: str) -> str:
    """The text with days and months as the rules of dates know them; most texts stay as they are."""
    if _MAY_BE_SHORT.search(text) is None:
        return text
    text = _IN_ENGLISH.sub(lambda match: _SHORT_ENGLISH[match[0].lower()], text)
    text = _IN_GERMAN.sub(lambda match: _SHORT_GERMAN[match[0].lower().rstrip(".")], text)
    return _SMALL_MONTH.sub(lambda match: match[0].capitalize(), text)


@dataclass(frozen=True, slots=True)
class Span:
    """Days from `first` to `last`, both included.

    `sure` is set if the text names the year, `has_month` if it names more than a weekday or a day of the month,
    `is_holiday` if it names a holiday instead. `is_end` is set for a day up to which something lasts ("until
    the 10th"), unless the text names its first day, too.
    """

    first: date
    last: date
    sure: bool = True
    has_month: bool = True
    is_holiday: bool = False
    is_end: bool = False


def says_only_when(sentence: str) -> bool:
    """Whether it names a day and nothing else, in Spanish or Chinese: "el sábado mejor", 周六上午吧."""
    return bool(_BESIDE_DAY.match(sentence) or _BESIDE_HAN_DAY.match(sentence))


@lru_cache(maxsize=1024)
def spans(text: str, said_on: date, about: Span | None = None) -> tuple[Span, ...]:
    """The spans in text order. A date without a year is the next such day; "from 1 July to 3 August" is one span.

    `about` is the time that the conversation is about. A day without a month ("on the 22nd") is the one beside the
    holiday that the text names ("home on the 23rd for Christmas"), else the next such day, and is left out if it could
    also belong to that time. A weekday is that of the time, if it is one day within a fortnight, else the next.

    Cached, since the rules of facts, foresights and states ask for the same sentences.
    """
    lowered = _uniform(text)
    found: list[Span] = []
    end = -1
    matches = list(_DATES.finditer(lowered))
    has_day_alone = any(map(_day_number, matches))
    holiday = holidays.named_in(lowered, said_on) if has_day_alone else None
    month = _near_month(lowered, said_on) if has_day_alone else None
    for match in matches:
        continues = bool(found) and _RANGE.fullmatch(lowered, end, _begins(match)) is not None
        of_month = month[1] if month and month[0] <= match.start() else None
        after = found[-1] if continues else of_month
        alone = _day_alone(match, said_on, about, holiday, after=after)
        span = alone or (
            _weekday_beside(about, match["the_weekday"]) if match["the_weekday"] else _span(match, said_on)
        )
        if span is None or _may_end_later(match, span, about):
            continue
        if alone is None and _may_be_within(match, span, about, said_on):
            continue
        if about is not None and alone is None and _is_weekday_of(about, span, said_on):
            span = replace(about, sure=False, has_month=False)
        if continues and not span.has_month and span.last <= found[-1].first:  # "from Monday until Thursday"
            span = replace(span, last=span.last + WEEK)
        if found and span.sure and _is_same_with_year(lowered, match.start(), span, found[-1]):
            found[-1] = replace(span, is_end=found[-1].is_end)
        elif continues and span.last > found[-1].first:
            found[-1] = replace(found[-1], last=span.last, sure=found[-1].sure and span.sure, is_end=False)
        else:
            found.append(replace(span, is_end=True) if _is_end(match) else span)
        end = match.end()
    # Beside a date, a holiday tells the occasion: "My train for Christmas leaves on the 23rd".
    return tuple(span for span in found if not span.is_holiday) or tuple(found)


def _is_end(match: re.Match[str]) -> bool:
    """Whether "until", "bis", "hasta" or 到 stands before the date, or is what its pattern begins with."""
    before = match.string[max(0, match.start() - _BEFORE_END) : match.start()]
    return bool(_RANGE_WORD.match(match[0].lower()) or _UNTIL.search(before))


def _begins(match: re.Match[str]) -> int:
    """Where the date begins behind the word of a range that some patterns begin with, as in "bis 12."."""
    word = _RANGE_WORD.match(match[0])
    return match.start() + (word.end() if word else 0)


def _is_same_with_year(text: str, start: int, span: Span, before: Span) -> bool:
    """Whether the date in brackets names the year of the one before it: "3 June next year (3 June 2026)"."""
    named = (before.first.month, before.first.day), (span.first.month, span.first.day)
    return (
        text[start - 1 : start] in ("(", "（")
        and not before.sure
        and before.has_month
        and named[0] == named[1]
    )


def _is_weekday_of(about: Span, span: Span, said_on: date) -> bool:
    """Whether a mere weekday is the day that the conversation is about: "next Thursday" … "I'm away on Thursday"."""
    return (
        not span.has_month
        and about.first == about.last
        and about.first.weekday() == span.first.weekday()
        and said_on < about.first <= said_on + FORTNIGHT
    )


def _weekday_beside(about: Span | None, weekday: str) -> Span | None:
    """The weekday around the day that the conversation is about."""
    if about is None or about.last >= about.first + BESIDE:
        return None
    first = about.first - NEAR_WEEKDAY
    day = first + timedelta(days=(_WEEKDAYS[weekday] - first.weekday()) % 7)
    return Span(day, day, sure=False)


def _may_end_later(match: re.Match[str], span: Span, about: Span | None) -> bool:
    """Whether "until Monday" may be the end of something that starts on the date that the conversation is about."""
    is_until = _UNTIL_WEEKDAY.match(match.string, match.start()) is not None
    return is_until and about is not None and span.last < about.first - BESIDE


def _may_be_within(match: re.Match[str], span: Span, about: Span | None, said_on: date) -> bool:
    """Whether a mere weekday may be one of the far days that the conversation is about: "the hut, 12–14 February" …
    "I can only come on Friday". A deadline ("by Friday") is the next.
    """
    if (
        about is None
        or span.has_month
        or about.first <= said_on + FORTNIGHT
        or match[0].startswith(("by ", "By "))
    ):
        return False
    days = (about.last - about.first).days + 1
    return 1 < days <= 7 and any(
        (about.first + timedelta(days=n)).weekday() == span.first.weekday() for n in range(days)
    )


def spoken_of(text: str, said_on: date) -> Span | None:
    """The last date with a month that the text names, if it lies ahead and is not far off."""
    named = [month_ahead(text, said_on), *spans(text, said_on)]
    ahead = [
        span for span in named if span and span.has_month and not span.is_holiday and span.first > said_on
    ]
    return ahead[-1] if ahead and (ahead[-1].first - said_on).days <= NEAR_DAYS else None


def month_ahead(text: str, said_on: date) -> Span | None:
    """The next occurrence of the first month that is named without a day or year: "in July", "im Juli", "七月"."""
    match = _MONTH_ALONE.search(text)
    if match is None:
        return None
    name = match["name"]
    if name:
        return _stretch(None, _NUMBERS_OF_MONTHS[name], None, said_on)
    number = match["number"]
    month = int(number) if number.isdigit() else _from_han(number)
    return _stretch(None, month, None, said_on) if 1 <= month <= 12 else None


def _uniform(text: str) -> str:
    """The text with days in figures, each with its month, and weekdays in small letters."""
    lowered = _CASE_OF_WEEKDAYS.sub(lambda match: match[0].lower(), in_full(text))
    lowered = _WORDED_DAY.sub(lambda match: f"{_WORDED_DAYS[match['day']]} ", lowered)
    lowered = _GERMAN_WORDED.sub(lambda match: f"{_ORDINAL_NUMBERS[match['day']]}. ", lowered)
    for shared in _SHARED_MONTHS:
        lowered = shared.sub(r"\g<day>\g<month>\g<to>\g<last>", lowered)
    for days, written in (*_MONTH_BEFORE_DAYS, *_FROM_WEEKDAYS):
        lowered = days.sub(written, lowered)
    return _CHINESE_SHARED.sub(r"\g<month>\g<day>\g<to>\g<month>\g<last>", lowered)


def _near_month(text: str, said_on: date) -> tuple[int, Span] | None:
    """The month that the text names without a day, and where it ends there. A far one may be past."""
    match, month = _MONTH_ALONE.search(text), month_ahead(text, said_on)
    return (match.end(), month) if match and month and month.first - said_on <= NEAR_MONTH else None


def _day_number(match: re.Match[str]) -> int | None:
    names = (
        "bare_day",
        "suiting_day",
        "due_day",
        "settled_day",
        "starting_day",
        "de_bare_day",
        "de_suiting_day",
        "de_weekday_day",
        "es_bare_day",
        "zh_bare_day",
    )
    if match["de_first"]:
        return 1
    if match["han_bare_day"]:
        return _from_han(match["han_bare_day"])
    return next((int(match[name]) for name in names if match[name]), None)


def _day_alone(
    match: re.Match[str], said_on: date, about: Span | None, holiday: date | None, *, after: Span | None
) -> Span | None:
    """The day, if the match is a day without a month; `after` is the span that it ends, as in "4 May till the 15th", or
    its month, as in "in May, on the 4th".
    """
    day, weekday = (
        _day_number(match),
        match["es_day_weekday"] or match["day_weekday"] or match["de_day_weekday"],
    )
    if not day:
        return None
    if after:
        found = _next_day(day, after.first)
    elif weekday:
        found = _next_day(day, said_on, _WEEKDAYS[weekday.casefold()])
    else:
        found = _beside(day, holiday, said_on) or _near_day(day, said_on, about)
    return Span(found, found, sure=False, has_month=bool(weekday)) if found else None


def _beside(day: int, holiday: date | None, said_on: date) -> date | None:
    """The day of the month around the holiday."""
    if holiday is None:
        return None
    found = _next_day(day, max(said_on, holiday - BEFORE_HOLIDAY))
    return found if found and found - holiday <= AFTER_HOLIDAY else None


def _near_day(day: int, said_on: date, about: Span | None) -> date | None:
    """The next such day; None if a day in the time that the conversation is about could be meant instead."""
    soon = _next_day(day, said_on)
    if about is None:
        return soon
    within = _next_day(day, about.first)
    if within and within <= about.last < about.first + FORTNIGHT:
        return within
    is_in_its_month = soon is not None and (soon.year, soon.month) == (about.first.year, about.first.month)
    there = _next_day(day, about.first - BESIDE)
    return there if there == soon or day == about.last.day else soon if is_in_its_month else None


def _next_day(day: int, start: date, weekday: int | None = None) -> date | None:
    """The first matching day from `start` on: within two months, or within a year if it has to fall on `weekday`."""
    month = start.replace(day=1)
    for _ in range(2 if weekday is None else 12):
        if day <= monthrange(month.year, month.month)[1]:
            found = month.replace(day=day)
            if found >= start and weekday in (None, found.weekday()):
                return found
        if month.year == date.max.year:
            return None
        month = (month + timedelta(days=32)).replace(day=1)
    return None


def _span(match: re.Match[str], said_on: date) -> Span | None:
    group = {name: text for name, text in match.groupdict().items() if text}
    try:
        return next((reading(group, said_on) for name, reading in _READINGS.items() if name in group), None)
    except (ValueError, OverflowError):  # 31 June, the year 0
        return None


def _iso(group: dict[str, str], said_on: date) -> Span | None:
    named = _stretch(group["iso_year"], int(group["iso_month"]), group.get("iso_day"), said_on)
    return Span(named.first, date.fromisoformat(group["iso_end"])) if named and "iso_end" in group else named


def _chinese(group: dict[str, str], said_on: date) -> Span | None:
    named = _stretch(group.get("zh_year"), int(group["zh_month"]), group.get("zh_day"), said_on)
    if named is None or "zh_end" not in group:
        return named
    year, month, day = map(int, re.findall(r"\d+", group["zh_end"]))
    return Span(named.first, date(year, month, day))


def _han(group: dict[str, str], said_on: date) -> Span | None:
    return _stretch(None, _from_han(group["han_month"]), str(_from_han(group["han_day"])), said_on)


def _from_han(text: str) -> int:
    """`十六` as 16, `三十` as 30."""
    tens, ten, units = text.rpartition("十")
    return (_HAN.get(tens, 1) * 10 if ten else 0) + _HAN.get(units, 0)


def _numbers(group: dict[str, str], said_on: date) -> Span | None:
    return _stretch(group.get("number_year"), int(group["number_month"]), group["number_day"], said_on)


def _slashes(group: dict[str, str], said_on: date) -> Span | None:
    """None if the first number could be the month."""
    day, month = int(group["slash_day"]), int(group["slash_month"])
    if day <= 12 and month <= 12 and day != month:
        return None
    day, month = (month, day) if month > 12 else (day, month)
    return _stretch(group["slash_year"], month, str(day), said_on)


def _spanish(group: dict[str, str], said_on: date) -> Span | None:
    return _stretch(group.get("es_year"), _NUMBERS_OF_MONTHS[group["es_month"]], group["es_day"], said_on)


def _spanish_month(group: dict[str, str], said_on: date) -> Span | None:
    return _stretch(group["es_only_year"], _NUMBERS_OF_MONTHS[group["es_only_month"]], None, said_on)


def _day_first(group: dict[str, str], said_on: date) -> Span | None:
    month = _NUMBERS_OF_MONTHS[group["month"]]
    return _stretch(group.get("year"), month, group["day"], said_on, group.get("stretch"))


def _month_first(group: dict[str, str], said_on: date) -> Span | None:
    if "its_day" not in group and "its_year" not in group:
        return None
    month = _NUMBERS_OF_MONTHS[group["month_first"]]
    return _stretch(group.get("its_year"), month, group.get("its_day"), said_on)


def _end_of_month(group: dict[str, str], said_on: date) -> Span | None:
    month = _stretch(None, _NUMBERS_OF_MONTHS[group["ending_month"]], None, said_on)
    return replace(month, first=month.last, has_month=False) if month else None  # others may be spoken of


def _year(group: dict[str, str], said_on: date) -> Span:
    year = int(group.get("only_year") or group["zh_only"])
    return Span(date(year, 1, 1), date(year, 12, 31))


def _weekday(group: dict[str, str], said_on: date) -> Span:
    """The next such weekday. On a Monday, "Monday" is a week later."""
    name = next(text for key, text in group.items() if "weekday" in key)
    ahead = (_WEEKDAYS[name] - said_on.weekday() - 1) % 7 + 1
    day = said_on + timedelta(days=ahead)
    return Span(day, day, sure=False, has_month=False)


def _holiday(group: dict[str, str], said_on: date) -> Span | None:
    name = next(text for key, text in group.items() if key.endswith("holiday"))
    day = holidays.next_holiday(name, said_on)
    return Span(day, day, sure=False, is_holiday=True) if day and (day - said_on).days <= SOON_DAYS else None


_READINGS = {
    "iso_year": _iso,
    "zh_month": _chinese,
    "han_month": _han,
    "number_day": _numbers,
    "slash_day": _slashes,
    "es_month": _spanish,
    "es_only_month": _spanish_month,
    "month": _day_first,
    "month_first": _month_first,
    "ending_month": _end_of_month,
    "only_year": _year,
    "zh_only": _year,
    **dict.fromkeys(
        (
            "weekday",
            "timed_weekday",
            "going_weekday",
            "will_weekday",
            "de_weekday",
            "de_moved_weekday",
            "de_timed_weekday",
            "de_going_weekday",
            "de_front_weekday",
            "de_inner_weekday",
            "de_late_weekday",
            "es_weekday",
            "es_timed_weekday",
            "es_weekday_of",
            "zh_weekday",
        ),
        _weekday,
    ),
    **dict.fromkeys(("en_holiday", "de_holiday", "es_holiday", "zh_holiday"), _holiday),
}


def _stretch(
    year: str | None, month: int, day: str | None, said_on: date, unit: str | None = None
) -> Span | None:
    if year:
        return _of(int(year), month, day, unit, sure=True)
    coming = _of(said_on.year, month, day, unit, sure=False)
    if coming.last < said_on:
        coming = _of(said_on.year + 1, month, day, unit, sure=False)
    return coming if (coming.first - said_on).days <= SOON_DAYS else None


def _of(year: int, month: int, day: str | None, unit: str | None, *, sure: bool) -> Span:
    if not day:
        return Span(date(year, month, 1), date(year, month, monthrange(year, month)[1]), sure)
    first = date(year, month, int(day))
    return Span(first, first + timedelta(days={"week": 6, "weekend": 1}.get(unit or "", 0)), sure)
