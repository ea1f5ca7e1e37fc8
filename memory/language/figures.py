"""Recognises threats, exaggerations and jokes that nobody takes at their word: "I'll murder my brother", "papa bringt
mich um", "soy alérgica a los lunes", 我快住在公司了. Pure.
"""

import re

_FIGURES = (
    r"\b(?:(?:I|he|she|it|they|that|this|\w{2,12})(?:['’]ll| will|['’]d| would|['’][sm] (?:going to|gonna)"
    r"| is (?:going to|gonna))|I could) (?:\w{3,10}ly )?(?:murder|kill|strangle|throttle) "
    r"(?:me|you|him|her|us|them|my|our|the|that|this|for|[A-Z]\w+)\b"
    r"|\bbringt? (?:mich|dich|ihn|sie|uns|euch) (?:noch |ja )?um\b"
    r"|\bich (?:bring|erwürg|erschlag|ermord|kill)e? (?:mein\w*|dich|ihn|sie|den|die|euch)\b"
    r"|\bI['’]?m (?:literally |actually )?(?:crying|dying|dead|screaming|howling)\b"
    r"|\bdr(?:ive|ives|iving) [^.,;!?]{2,30} (?:mad|crazy|insane|nuts|bonkers|up the wall|round the bend)\b"
    # Who practically lives somewhere does not live there.
    r"|\b(?:practically|basically|virtually|literally|pretty much) liv(?:e|es|ing)\b"
    r"|\bliv(?:e|es|ing) (?:here|there|on|in|at) [^.,;!?]{0,30}\b(?:basically|practically|bloody|damn)\b"
    r"|\b(?:wohne?|lebe?) (?:\w+ ){0,2}?(?:praktisch|quasi|gefühlt|sozusagen)\b"
    r"|\bviv(?:o|iendo) [^.,;!?]{0,30}\b(?:prácticamente|básicamente)|\b(?:prácticamente|básicamente|casi) vivo\b"
    r"|(?:[快像]|简直)住(?:在|公司)|住在?[你您]的?[心梦]"
    r"|\b(?:at this rate|in my (?:head|dreams|next life)|im nächsten leben|a este paso|en (?:otra|mi próxima) vida)\b"
    r"|下辈子"
    r"|\bkatze im sack\b|\bgato encerrado\b|[爱愛]死|养了?一(?:屋子|身|肚子)|[跟像][^，。]{1,12}似的"
    # What the rest takes back: "…, said no one", "My husband, sorry, my phone", "vegan until somebody says ham".
    r"|\bsa(?:id|ys) no(?:body| one)\b|\bsagte niemand\b|\bdijo nadie\b|才怪|骗你的"
    r"|\A\W*(?:my|meine?|mis?) \w+, (?:sorry|I mean|as I call|äh|also|digo|o sea),? (?:my|meine?|die|mis?)\b"
    r"|\A我[^，。]{1,5}，不对，"
    r"|\b(?:one of them is my|eins davon|uno es mi)\b|其中一个是我"
    r"|\buntil (?:someone|somebody|I (?:see|smell))\b|\bbis (?:jemand|einer)\b"
    r"|\bhasta que (?:huelo|veo|alguien)\b"
    r"|\b(?:been an? [^.,;!?]{2,30} for (?:about )?|seit |desde hace )\w+ (?:minutes|minuten|minutos)\b"
    r"|\b(?:years old inside|años por dentro|innerlich \d)|内心[^，。]{0,2}\d"
    r"|\b(?:I['’]m|bin|soy) [^.,;!?]{3,25} (?:for everyone|de tod[oa]s)\b"
    r"|我是(?:全家|大家)的"
)
# What nobody can mean by the words before it, whatever the language.
_ABSURD = (
    (
        r"\ballergic to|\ballergisch (?:gegen|auf)|\bal[ée]rgic[oa] a(?:l| las| los)?|[对對](?=.{1,4}[过過]敏)",
        "mornings mondays sundays work hard.work people small.talk drama commitment housework nonsense"
        " montage arbeit sport menschen smalltalk frühaufstehen excel vibes excuses ausreden excusas"
        " lunes trabajo madrugar madrugones gente compromiso tonterías"
        " 周一 星期一 上班 工作 加班 早起 开会 学习 考试 他的 她的 PPT",
    ),
    (
        r"\bcasad[oa] con (?:mi|el|la)|\bmit meine[mr](?= \w+ verheiratet)|嫁给了?|[跟和](?=.{1,3}结婚)|我的?对象是",
        "job arbeit handy beruf trabajo móvil cama sofá 工作 床 手机 电脑 沙发",
    ),
    (
        r"\b(?:live|living) for(?: the)?|\bleb\w* (?:\w+ ){0,2}für(?:s| das| den)?|\bvivo para(?: los| el| las)?",
        "friday fridays weekend weekends wochenende feierabend freitag viernes findes finde vacaciones",
    ),
    (
        r"\bplay(?: the)?|\bspiele? (?:\w+ ){0,2}(?:den|die)",
        "villain fool victim hero clown martyr waiting hard buhmann bösen helden taxi",
    ),
    (
        r"\b(?:degree|phd|masters|doktor|diplom|máster|doctorado) (?:in|en)",
        "procrastination sarcasm overthinking laziness faulheit prokrastination ausreden perder pereza dormir",
    ),
    (r"\bcollect|\bsamm(?:le|el)(?: \w+)?|\bcolecciono", "fines parking strafzettel absagen multas fracasos"),
    (r"\bdon['’]?t do", "mornings mondays weekdays drama people"),
    (r"\blive in", "my.pyjamas my.head my.leggings"),
    (r"\b(?:from|vom|de(?= marte))|来自", "mars marte 火星"),
    (
        r"\blove|\bliebe|\bme encantan?(?: el| los)?|爱",
        "being.stuck queueing traffic stau warteschlangen atasco atascos 加班 堵车",
    ),
    (r"\bgrow|\bzüchte|\bcultivo|养了一堆", "mould mold schimmel moho 霉"),
)
_JOINED = "|".join(rf"(?:{before}) ?(?:{'|'.join(words.split())})(?![a-zäöü])" for before, words in _ABSURD)
_FIGURE = re.compile(f"{_FIGURES}|{_JOINED}", re.IGNORECASE)


def is_figure_of_speech(sentence: str) -> bool:
    return _FIGURE.search(sentence) is not None
