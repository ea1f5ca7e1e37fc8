"""Finds the people, places and topics that several texts mention, by capitals, articles and neighbouring words. Pure.

Without a dictionary such rules are wrong now and then. What several texts mention in the same way is mostly right, so
anything rarer is left out.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Literal

from memory.language import english_dates, german_dates, spanish_dates
from memory.language.detection import language_of
from memory.language.lexicon import any_of
from memory.language.periods import MONTHS
from memory.language.words import EMPTY_CJK, STOP_WORDS

Kind = Literal["person", "place", "topic"]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


LEAST_LINES = 2  # that must mention something
MANY_TEXTS = 5  # from so many texts on, two of them must mention it
LEAST_OF_TOPIC = 3  # texts that must mention a topic, if there are many
COMMON = 0.5  # share of such texts above which a topic distinguishes none of them
LEAST_PLACE = 0.8  # of what speaks for a place: `in` before it once, or `to` twice
SHORTEST = 3  # letters of the short form of a name
SPOKEN = -9  # the line of those who speak in a text: near no other line
_CAPITAL = "A-ZÀ-ÖØ-ÞŁŚŻŽŠČĆĐĞİА-ЯЁІЇЄΑ-Ω"
_SPEAKER = re.compile(r"[^:\n]{1,60}: ")  # at the beginning of a line
_ASIDE = re.compile(r"\[[^\]\n]{0,300}\]|https?://\S+|\((?:del )?\d[^)\n]{0,50}\)")
# A name after a word of the same sentence. Sentences begin with a capital anyway, so what stands there proves nothing.
_NAME = re.compile(
    rf"\b(?P<before>[^\W\d_]+),? (?=(?P<name>[{_CAPITAL}][\w’'-]+(?: [{_CAPITAL}][\w’'-]+){{0,2}})"
    r"(?P<after>[!?.,]| [a-z]+)?)"
)
# Of German.
_NOUN = re.compile(rf"\b(?P<before>[^\W\d_]+),? (?=(?P<name>[{_CAPITAL}][a-zäöüß][\wäöüß-]+)\b)")
_CAPITALIZED = re.compile(rf"\b(?P<name>[{_CAPITAL}][\w-]+)(?: (?=(?P<after>[a-z]+)))?")
_WORDS = r"[^\W\d_A-ZÄÖÜ][\w’'-]*"
# English, Spanish, French, Portuguese, Italian.
_ARTICLES = """
    a an the my your our his her their this that these those some another
    el la los las un una unos unas mi mis tu su sus este esta
    le les des une mon ma mes ton ta ses notre votre ce cette
    o os as um uma meu minha
    il lo gli uno una mio mia
"""
# Words before which a phrase of nouns ends, of the same languages.
_ENDS = """
    and or but in on at to for of with from is was are were that which who by as about because so when where if i you we
    he she it they has have had can will would could should did do does after before while since until than then this
    y o pero en con de del para por que es era está cuando porque
    et ou mais dans avec pour que est était qui sur
    e ou mas em com para
    ma con per che
"""
_PHRASE = re.compile(
    rf"\b(?:(?i:{'|'.join(_ARTICLES.split())}) ){{1,2}}(?P<phrase>(?:{_WORDS} ){{0,2}}?{_WORDS})"
    rf"(?=[.,;:!?)\n…]| (?:{'|'.join(_ENDS.split())})\b| –| -|$)",
    re.MULTILINE,
)
_HEAD_FIRST = ("Spanish", "French", "Italian", "Portuguese")
_GRAMMATICAL_HAN = re.compile(f"[{''.join(EMPTY_CJK)}]")
_HAN_RUN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af]{2,}")
_HAN_LENGTHS = (4, 3, 2)
_HAN_TO = any_of("住在, 搬到, 搬去, 来自, 回到, 飞往, 前往, 去, 来")
_HAN_PLACE = re.compile(
    rf"{_HAN_TO}(?P<place>[\u4e00-\u9fff]{{2,3}}?)(?=[市省县，。！？、；,.了看玩找的]|工作|旅|出差|$)"
)
_HAN_CALLED = any_of("叫, 姐姐, 妹妹, 哥哥, 弟弟, 朋友, 同事, 老师")
_HAN_PERSON = re.compile(
    rf"{_HAN_CALLED}(?P<person>[\u4e00-\u9fff]{{2,3}}?)(?=[，。！？、；,.的和教帮说]|老师|$)"
)
_HAN_RELATIONS = tuple(
    _set("""
    老师 先生 女士 阿姨 叔叔 爷爷 奶奶 妈妈 爸爸 姐姐 妹妹 哥哥 弟弟 妻子 太太 老婆 丈夫 老公 媳妇
    爱人 老伴 朋友 未婚妻 未婚夫 儿子 女儿 闺女 孩子 孙子 孙女 外公 外婆 姥姥 姥爷 父母 母亲 父亲
    侄子 侄女 表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹 舅舅 姑姑 姨妈 伯伯 岳父 岳母 婆婆 同事 同学
    室友 邻居 老板
    """)
)

_NO_NAMES = frozenset(
    word.casefold()
    for word in (
        *MONTHS, *(month[:3] for month in MONTHS), *english_dates.WEEKDAYS, *german_dates.MONTHS,
        *german_dates.WEEKDAYS, *spanish_dates.MONTHS, *spanish_dates.WEEKDAYS, *STOP_WORDS,
        "mr", "mrs", "ms", "dr", "god", "ok", "tv", "utc", "am", "pm", "congrats", "cheers", "sounds", "absolutely",
    )
)  # fmt: skip
# Nouns that every conversation has: they tell nothing about a person.
_EMPTY_NOUNS = _set("""
    time times day days week weeks weekend month months year years hour hours minute minutes moment morning evening
    afternoon night today thing things something way ways bit lot lots kind kinds sort part parts piece end start
    beginning rest side point place places idea ideas chance break world life people person everyone one ones others
    stuff matter case question answer reason problem problems difference couple bunch number plenty while blast hand
    eye eyes face head name word words line list note best most same next last first second third right left top
    good great nice new old big little small few many more less whole own other sense step steps look feeling
    feelings deal fun luck mind change changes support experience experiences memory memories journey goal goals
    wait shame pic pics fave help impact reminder safe spot move moves ride offer hunt progress challenge happen
    happens try future ton chat path process show better boost bring corner past present situation topic example
    detail details effort result success advice message meaning purpose
    tag tage woche wochen monat jahr jahre stunde minuten abend morgen nacht uhr ding dinge sache sachen art teil ende
    anfang mal leute mensch menschen leben welt idee frage grund platz seite stück spaß lust zeit
    día días semana mes año años hora vez veces cosa cosas parte gente vida mundo momento tiempo
    problema
    jour jours semaine mois an ans heure fois chose choses partie gens vie monde temps problème idée
    """)
_HAN_EMPTY = _set("""
    时间 事情 东西 问题 朋友 生活 感觉 一起 一直 一下 一点 已经 开始 最近 下午 上午 晚上 早上 周末 星期 今年 去年 每天
    打算 准备 真的 可能 应该 需要 自己 大家 今晚 几天 以后 以前 后来 其实 还是 或者 然后 出来 起来 过来 回来 下来
    """)
_TITLES = _set("""
    mr mrs ms dr uncle aunt
    frau herr tante onkel oma opa
    señor señora
    monsieur madame
    """)
_BEFORE_PLACE = _set("""
    in near around across visit visiting visited toward towards
    nach aus
    en desde
    à dans
    em
    """)
_MAYBE_PLACE = _set("to from at through leaving left reached")
# Who somebody is to somebody. They stand before names, and are persons themselves: "my wife said".
_RELATIONS = _set("""
    mum mom mama mummy mommy dad daddy papa granny grandma grandpa mother father parents wife husband fiancé fiancée
    sister sisters brother brothers son sons daughter daughters kid kids child children baby cousin cousins aunt uncle
    grandmother grandfather grandparents grandson granddaughter niece nephew friend friends boss colleague colleagues
    coworker teacher neighbour neighbours neighbor neighbors partner girlfriend boyfriend roommate flatmate
    oma opa mutter vater eltern frau mann ehefrau ehemann verlobte verlobter schwester schwestern bruder brüder
    geschwister sohn söhne tochter töchter kind kinder baby cousin cousine onkel tante großmutter großvater großeltern
    enkel enkelin enkelkinder nichte neffe schwiegermutter schwiegervater schwiegereltern schwager schwägerin freund
    freunde freundin freundinnen chef chefin kollege kollegen kollegin kolleginnen lehrer lehrerin nachbar nachbarn
    nachbarin partner partnerin mitbewohner mitbewohnerin
    abuela abuelo abuelos mamá papá madre padre padres esposa esposo mujer marido prometida prometido hermana hermanas
    hermano hermanos hijo hijos hija hijas bebé niños prima primo primos tía tío tíos nieta nieto nietos sobrina sobrino
    suegra suegro suegros cuñada cuñado amigo amigos amiga amigas novia novio pareja jefa jefe compañera compañero
    compañeros vecina vecino vecinos profesora profesor
    sœur frère mère père parents femme mari fils fille ami amie amis
    """)
_BEFORE_PERSON = _RELATIONS | _set("""
    with and hey hi hello thanks dear named called told asked met meet meeting
    mit hallo danke
    con y hola gracias
    avec et salut merci
    """)
_AFTER_PERSON = _set("""
    said says told asked thinks loves likes wants helped gave joined called wrote texted agreed laughed smiled cooked
    brought
    sagt sagte meint hat fragt
    dijo dice quiere
    dit pense veut
    """)
# What people do, and now and then a firm: two of these are enough.
_AFTER_ACTOR = _set("""
    ate baked bought came carried cooked cried danced decided drank drew drove fed feeds fell flew forgot hates hugged
    insisted insists invited knew knocked knows lent lives married met moved nodded painted picked played promised
    proposed proposes rang repaired rode sang sat saw sends sent shouted showed sings slept spoke studied studies
    suggested suggests swam talked taught thought visited waited walked wanted washed watched woke wore
    """)
_ACTING = _AFTER_ACTOR | _AFTER_PERSON
_ACTS = 0.5  # the weight of one such verb, and of a name before "and"
_STREETS = ("straße", "strasse", "street", "avenue", "platz")


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Somebody or something, and where it is mentioned: the numbers of the texts, and (text, line) of each line."""

    name: str
    kind: Kind
    texts: frozenset[int]
    lines: frozenset[tuple[int, int]]


@dataclass(slots=True)
class _Evidence:
    """What speaks for a name: where it is mentioned, and how it is used there."""

    lines: set[tuple[int, int]] = field(default_factory=set)
    spellings: Counter[str] = field(default_factory=Counter)
    person: float = 0.0
    place: float = 0.0

    @property
    def texts(self) -> set[int]:
        return {text for text, _ in self.lines}


def mentioned(
    texts: Sequence[str],
    speakers: Mapping[str, Collection[int]],
    places: Collection[str] = (),
    ignored: Collection[str] = (),
) -> list[Mentioned]:
    """The most mentioned first.

    `speakers` are the numbers of the texts in which each of them speaks; `places` are known names of places, and
    `ignored` are names to leave out.
    """
    lines = [list(_lines(text)) for text in texts]
    sample = "\n".join(line for text in lines[:20] for line in text)
    language = language_of(sample) or "English"
    found = _han(lines) if language in ("Chinese", "Japanese") else _named(lines, language)
    for name, spoken in speakers.items():
        evidence = found.setdefault(name.casefold(), _Evidence())
        evidence.lines |= {(text, SPOKEN) for text in spoken}
        evidence.spellings[name] += 1
        _join_short(found, name, evidence)
    left_out = {word.casefold() for name in ignored for word in (name, *name.split())}
    left_out |= {key for key in found if any(_is_short_for(key, name) for name in left_out)}
    known: dict[str, Kind] = {**dict.fromkeys(_RELATIONS, "person")}
    known |= dict.fromkeys(map(str.casefold, places), "place")
    known |= dict.fromkeys(map(str.casefold, speakers), "person")
    kept = [
        Mentioned(
            evidence.spellings.most_common(1)[0][0],
            known.get(key) or _kind(evidence),
            frozenset(evidence.texts),
            frozenset(evidence.lines),
        )
        for key, evidence in found.items()
        if key not in left_out and _is_enough(evidence, len(texts), known.get(key))
    ]
    return sorted(kept, key=lambda one: (-_weight(one, len(texts)), one.name))


def _join_short(found: dict[str, _Evidence], name: str, evidence: _Evidence) -> None:
    """Mentions under a short form of a name count as its own: `Mel` for Melanie."""
    for key in [key for key in found if _is_short_for(key, name.casefold())]:
        evidence.lines |= found.pop(key).lines


def _is_short_for(key: str, name: str) -> bool:
    return SHORTEST <= len(key) < len(name) and name.startswith(key)


def _is_enough(evidence: _Evidence, count: int, known: Kind | None) -> bool:
    texts = len(evidence.texts)
    if count < MANY_TEXTS:
        return len(evidence.lines) >= LEAST_LINES
    if known is not None or _kind(evidence) != "topic":
        return texts >= LEAST_LINES
    return max(LEAST_LINES, min(LEAST_OF_TOPIC, count // 4)) <= texts <= COMMON * count


def _weight(one: Mentioned, count: int) -> float:
    """How many texts mention it; what is in most of them weighs less."""
    texts = len(one.texts)
    return texts * log(1 + (count + 1) / texts)


def _kind(evidence: _Evidence) -> Kind:
    if evidence.place >= LEAST_PLACE and evidence.place > evidence.person:
        return "place"
    return "person" if evidence.person >= 1 and evidence.person >= evidence.place else "topic"


def _lines(text: str) -> Iterator[str]:
    """Each line without its speaker, links and captions."""
    for line in text.splitlines():
        match = _SPEAKER.match(line)
        yield _ASIDE.sub(". ", line[match.end() :] if match else line)


def _named(lines: Sequence[Sequence[str]], language: str) -> dict[str, _Evidence]:
    names: defaultdict[str, _Evidence] = defaultdict(_Evidence)
    is_german = language == "German"
    for place, line in _placed(lines):
        for match in (_NOUN if is_german else _NAME).finditer(line):
            before = match["before"]
            if is_german or before[0].islower() or before.casefold() in _BEFORE_PERSON:
                _note_name(names, place, match)
    # At the beginning of a sentence, too, now that they are known to be names.
    for place, line in _placed(lines):
        for match in _CAPITALIZED.finditer(line):
            evidence = names.get(match["name"].casefold())
            if evidence is not None:
                evidence.lines.add(place)
                evidence.person += _ACTS if match["after"] in _ACTING else 0.0
    return dict(names) if language == "German" else names | _topics(lines, language)


def _placed(lines: Sequence[Sequence[str]]) -> Iterator[tuple[tuple[int, int], str]]:
    for text, of_text in enumerate(lines):
        for number, line in enumerate(of_text):
            yield (text, number), line


def _note_name(names: defaultdict[str, _Evidence], place: tuple[int, int], match: re.Match[str]) -> None:
    name = re.sub(r"['’]s?$", "", match["name"])
    words = name.split()
    has_title = len(words) > 1 and words[0].casefold().rstrip(".") in _TITLES
    words = words[has_title:]
    while words and words[-1].casefold() in _NO_NAMES:
        words.pop()
    if not words or not _may_be_name(words[0]):
        return
    name = " ".join(words)
    evidence = names[name.casefold()]
    evidence.lines.add(place)
    evidence.spellings[name] += 1
    before = match["before"].casefold()
    after = (match.groupdict().get("after") or "").strip()
    evidence.place += 1.0 if before in _BEFORE_PLACE else 0.4 if before in _MAYBE_PLACE else 0.0
    evidence.person += 1.0 if has_title or before in _BEFORE_PERSON else 0.0
    evidence.place += 1.0 if name.casefold().endswith(_STREETS) else 0.0
    evidence.person += 1.0 if after in _AFTER_PERSON or words[0].casefold() in _RELATIONS else 0.0
    evidence.person += _ACTS if after == "and" else 0.0


def _may_be_name(word: str) -> bool:
    """Neither a day, a month or an empty noun, nor an abbreviation such as BTW."""
    folded = word.casefold()
    is_shout = word.isupper() and word.isascii()
    return (
        len(word) > 1 and not is_shout and not {folded, folded.removesuffix("s")} & (_NO_NAMES | _EMPTY_NOUNS)
    )


def _topics(lines: Sequence[Sequence[str]], language: str) -> dict[str, _Evidence]:
    heads: defaultdict[str, _Evidence] = defaultdict(_Evidence)
    for place, line in _placed(lines):
        for match in _PHRASE.finditer(line):
            words = match["phrase"].split()
            head = words[0] if language in _HEAD_FIRST else words[-1]
            if len(head) < 3 or head in STOP_WORDS or head in _EMPTY_NOUNS or "'" in head or "’" in head:
                continue
            evidence = heads[head]
            evidence.lines.add(place)
            evidence.spellings[_label(words, language)] += 1
    return {head: _with_label(head, evidence) for head, evidence in _joined_plurals(heads).items()}


def _label(words: Sequence[str], language: str) -> str:
    return " ".join(words[:2] if language in _HEAD_FIRST else words[-2:])


def _with_label(head: str, evidence: _Evidence) -> _Evidence:
    """Named by two words if most mentions have the same two: `pottery class` rather than `class`."""
    label, count = evidence.spellings.most_common(1)[0]
    name = label if 2 * count > evidence.spellings.total() and count >= LEAST_LINES else head
    return _Evidence(evidence.lines, Counter({name: 1}))


def _joined_plurals(heads: Mapping[str, _Evidence]) -> dict[str, _Evidence]:
    joined: dict[str, _Evidence] = {}
    for head in sorted(heads, key=len):
        singular = next((one for one in (head[:-1], head[:-2]) if head.endswith("s") and one in joined), head)
        evidence = joined.setdefault(singular, _Evidence())
        evidence.lines |= heads[head].lines
        evidence.spellings += heads[head].spellings
    return joined


def _han(lines: Sequence[Sequence[str]]) -> dict[str, _Evidence]:
    """Pieces of two to four characters that recur and have no grammatical character; the longest of those that always
    stand together."""
    counts: defaultdict[str, _Evidence] = defaultdict(_Evidence)
    for place, line in _placed(lines):
        for run in _HAN_RUN.findall(line):
            for piece in _GRAMMATICAL_HAN.split(run):
                for size in _HAN_LENGTHS:
                    for start in range(len(piece) - size + 1):
                        counts[piece[start : start + size]].lines.add(place)
        for match in _HAN_PLACE.finditer(line):
            counts[match["place"]].place += 1
        for match in _HAN_PERSON.finditer(line):
            counts[match["person"]].person += 1
    places = [piece for piece, evidence in counts.items() if evidence.place or evidence.person]
    # Their characters may be grammatical ones elsewhere.
    for place, line in _placed(lines):
        for piece in places:
            if piece in line:
                counts[piece].lines.add(place)
    kept: dict[str, _Evidence] = {}
    for piece in sorted(counts, key=lambda piece: (-len(piece), piece)):
        evidence = counts[piece]
        whole = [longer for longer in kept if piece in longer]
        is_part = any(2 * len(kept[longer].lines) > len(evidence.lines) for longer in whole)
        if len(evidence.lines) >= LEAST_LINES and not is_part and piece not in _HAN_EMPTY | STOP_WORDS:
            evidence.spellings[piece] += 1
            evidence.person += piece.endswith(_HAN_RELATIONS)
            kept[piece] = evidence
    return kept
