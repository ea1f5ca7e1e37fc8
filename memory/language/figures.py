"""Recognises threats, exaggerations and jokes that nobody takes at their word: "I'll murder my brother", "papa bringt
mich um", "soy alérgica a los lunes", 我快住在公司了. Pure.
"""

import re

from memory.language.lexicon import any_of

_EN_SUBJECTS = r"(?:I|he|she|it|they|that|this|\w{2,12})"
_EN_VICTIMS = any_of(r"me, you, him, her, us, them, my, our, the, that, this, for, [A-Z]\w+")
_ENGLISH = (
    # "I'll murder my brother", "this is going to kill me"
    rf"\b(?:{_EN_SUBJECTS}(?:['’]ll| will|['’]d| would|['’][sm] (?:going to|gonna)| is (?:going to|gonna))|I could)"
    rf" (?:\w{{3,10}}ly )?(?:murder|kill|strangle|throttle) {_EN_VICTIMS}\b"
    # "I'm literally dying"
    r"|\bI['’]?m (?:literally |actually )?(?:crying|dying|dead|screaming|howling)\b"
    # "She drives the whole office mad"
    r"|\bdr(?:ive|ives|iving) [^.,;!?]{2,30} (?:mad|crazy|insane|nuts|bonkers|up the wall|round the bend)\b"
    # Who practically lives somewhere does not live there: "I basically live at the gym".
    r"|\b(?:practically|basically|virtually|literally|pretty much) liv(?:e|es|ing)\b"
    r"|\bliv(?:e|es|ing) (?:here|there|on|in|at) [^.,;!?]{0,30}\b(?:basically|practically|bloody|damn)\b"
    r"|\b(?:at this rate|in my (?:head|dreams|next life))\b"
    # What the rest takes back: "…, said no one", "two dogs, one of them is my husband", "vegan until someone says ham"
    r"|\bsa(?:id|ys) no(?:body| one)\b"
    r"|\bone of them is my\b"
    r"|\buntil (?:someone|somebody|I (?:see|smell))\b"
    r"|\byears old inside"
)
_GERMAN = (
    # "papa bringt mich noch um", "ich erwürg ihn"
    r"\bbringt? (?:mich|dich|ihn|sie|uns|euch) (?:noch |ja )?um\b"
    r"|\bich (?:bring|erwürg|erschlag|ermord|kill)e? (?:mein\w*|dich|ihn|sie|den|die|euch)\b"
    # "Ich wohne quasi im Büro"
    r"|\b(?:wohne?|lebe?) (?:\w+ ){0,2}?(?:praktisch|quasi|gefühlt|sozusagen)\b"
    r"|\bim nächsten leben\b"
    r"|\bkatze im sack\b"
    # What the rest takes back: "…, sagte niemand", "zwei Hunde, eins davon ist mein Mann", "vegan, bis einer grillt"
    r"|\bsagte niemand\b"
    r"|\beins davon\b"
    r"|\bbis (?:jemand|einer)\b"
    r"|\binnerlich \d"
)
_SPANISH = (
    # "Vivo prácticamente en la oficina", "casi vivo aquí"
    r"\bviv(?:o|iendo) [^.,;!?]{0,30}\b(?:prácticamente|básicamente)"
    r"|\b(?:prácticamente|básicamente|casi) vivo\b"
    r"|\b(?:a este paso|en (?:otra|mi próxima) vida)\b"
    r"|\bgato encerrado\b"
    # What the rest takes back: "…, dijo nadie", "dos perros, uno es mi marido", "vegana hasta que huelo jamón"
    r"|\bdijo nadie\b"
    r"|\buno es mi\b"
    r"|\bhasta que (?:huelo|veo|alguien)\b"
    r"|\baños por dentro"
)
_CHINESE = (
    # 我快住在公司了, 我住在你心里
    r"(?:[快像]|简直)住(?:在|公司)|住在?[你您]的?[心梦]"
    r"|下辈子"
    # 爱死咖啡了, 养了一身肉, 跟猪似的
    r"|[爱愛]死|养了?一(?:屋子|身|肚子)|[跟像][^，。]{1,12}似的"
    # What the rest takes back: 两只猪，其中一个是我, 我老公，不对，我手机
    r"|才怪|骗你的|其中一个是我"
    r"|\A我[^，。]{1,5}，不对，"
    r"|内心[^，。]{0,2}\d"
    r"|我是(?:全家|大家)的"
)
# Those whose parts may be of two languages.
_OF_ANY_LANGUAGE = (
    # "My husband, sorry, my phone", "Meine Frau, sorry, die Katze"
    r"\A\W*(?:my|meine?|mis?) \w+, (?:sorry|I mean|as I call|äh|also|digo|o sea),? (?:my|meine?|die|mis?)\b"
    # "I've been a vegan for ten minutes", "seit fünf Minuten", "desde hace diez minutos"
    r"|\b(?:been an? [^.,;!?]{2,30} for (?:about )?|seit |desde hace )\w+ (?:minutes|minuten|minutos)\b"
    # "I'm the taxi for everyone", "soy el taxi de todos"
    r"|\b(?:I['’]m|bin|soy) [^.,;!?]{3,25} (?:for everyone|für alle|de tod[oa]s)\b"
)
# What nobody can mean by the words before it, whatever the language.
_ABSURD = (
    # "I'm allergic to mornings"
    (
        r"\ballergic to"
        r"|\ballergisch (?:gegen|auf)"
        r"|\bal[ée]rgic[oa] a(?:l| las| los)?"
        r"|[对對](?=.{1,4}[过過]敏)",
        """
            mornings, mondays, sundays, work, hard.work, people, small.talk, drama, commitment, housework, nonsense,
            vibes, excuses,
            montage, arbeit, sport, menschen, smalltalk, frühaufstehen, excel, ausreden,
            lunes, trabajo, madrugar, madrugones, gente, compromiso, tonterías, excusas,
            周一, 星期一, 上班, 工作, 加班, 早起, 开会, 学习, 考试, 他的, 她的, PPT
        """,
    ),
    # "Estoy casada con mi trabajo"
    (
        r"\bmit meine[mr](?= \w+ verheiratet)"
        r"|\bcasad[oa] con (?:mi|el|la)"
        r"|嫁给了?|[跟和](?=.{1,3}结婚)|我的?对象是",
        """
            job, arbeit, handy, beruf,
            trabajo, móvil, cama, sofá,
            工作, 床, 手机, 电脑, 沙发
        """,
    ),
    # "Living for the weekend"
    (
        r"\b(?:live|living) for(?: the)?"
        r"|\bleb\w* (?:\w+ ){0,2}für(?:s| das| den)?"
        r"|\bvivo para(?: los| el| las)?",
        """
            friday, fridays, weekend, weekends,
            wochenende, feierabend, freitag,
            viernes, findes, finde, vacaciones
        """,
    ),
    # "I play the villain"
    (
        r"\bplay(?: the)?"
        r"|\bspiele? (?:\w+ ){0,2}(?:den|die)",
        """
            villain, fool, victim, hero, clown, martyr, waiting, hard,
            buhmann, bösen, helden, taxi
        """,
    ),
    # "I have a degree in procrastination"
    (
        r"\b(?:degree|phd|masters|doktor|diplom|máster|doctorado) (?:in|en)",
        """
            procrastination, sarcasm, overthinking, laziness,
            faulheit, prokrastination, ausreden,
            perder, pereza, dormir
        """,
    ),
    # "I collect parking tickets"
    (
        r"\bcollect|\bsamm(?:le|el)(?: \w+)?|\bcolecciono",
        "fines, parking, strafzettel, absagen, multas, fracasos",
    ),
    (r"\bdon['’]?t do", "mornings, mondays, weekdays, drama, people"),
    (r"\blive in", "my.pyjamas, my.head, my.leggings"),
    (r"\b(?:from|vom|de(?= marte))|来自", "mars, marte, 火星"),
    # "I love being stuck in traffic"
    (
        r"\blove|\bliebe|\bme encantan?(?: el| los)?|爱",
        """
            being.stuck, queueing, traffic,
            stau, warteschlangen,
            atasco, atascos,
            加班, 堵车
        """,
    ),
    # "I grow mould"
    (r"\bgrow|\bzüchte|\bcultivo|养了一堆", "mould, mold, schimmel, moho, 霉"),
)
_JOINED = "|".join(rf"(?:{before}) ?{any_of(things)}(?![a-zäöü])" for before, things in _ABSURD)
_FIGURE = re.compile(
    f"{_ENGLISH}|{_GERMAN}|{_SPANISH}|{_CHINESE}|{_OF_ANY_LANGUAGE}|{_JOINED}",
    re.IGNORECASE,
)


def is_figure_of_speech(sentence: str) -> bool:
    return _FIGURE.search(sentence) is not None
