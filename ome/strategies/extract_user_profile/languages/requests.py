"""Finds what a person asks of an assistant for good: "Please don't phone me, just send a text." Pure.

It is asked for good if it says so ("next time", "always"), or is about the form of answers and of what the two make
together ("no long paragraphs", "we use tabs, not spaces"), or about how the person is addressed and reached. What is
wanted once is none: "Please book the table", "Call me at five". Only for conversations of one person with an assistant:
among people, "Don't call me so late" is not for a machine.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from memory.language.lexicon import any_of
from memory.language.sentences import clip
from ome.strategies.extract_user_profile.languages.chinese import CHINESE
from ome.strategies.extract_user_profile.languages.english import ENGLISH
from ome.strategies.extract_user_profile.languages.german import GERMAN
from ome.strategies.extract_user_profile.languages.grammar import Grammar, Groups, Pattern
from ome.strategies.extract_user_profile.languages.spanish import SPANISH

LONGEST = 300  # characters of a sentence that are read
INSTRUCTION_CHARS = 120


@dataclass(frozen=True)
class Requests:
    """How a language asks for something for good. A match reaches from its group `v` to the end of the sentence."""

    grammar: Grammar
    polite: str  # what may stand before a request
    asked: tuple[str, ...]
    once: re.Pattern[str]  # marks what is wanted once
    for_good: re.Pattern[str]  # marks what is wanted for good, whatever else is said
    end: re.Pattern[str]  # cuts what does not belong to the instruction

    @cached_property
    def expressions(self) -> tuple[re.Pattern[str], ...]:
        """Compiled when they are first needed, since a server starts without a text."""
        return tuple(re.compile(f"{self.polite}(?P<v>{one})", re.IGNORECASE) for one in self.asked)

    @cached_property
    def pattern(self) -> Pattern:
        """That of the grammar, whose description the item has."""
        return next(pattern for pattern in self.grammar.patterns if pattern.slot == "instruction")

    def found_in(self, sentence: str) -> str:
        """What is asked for good in the sentence; empty if nothing is."""
        sentence = sentence[:LONGEST]
        matches = [match for one in self.expressions if (match := one.search(sentence))]
        if not matches:
            return ""
        asked = self.end.sub("", sentence[min(match.start("v") for match in matches) :])
        is_once = self.once.search(asked) and not self.for_good.search(sentence)
        return "" if is_once else clip(asked, INSTRUCTION_CHARS)


# English
_EN_DO = any_of("""
    add, answer, ask, avoid, book, bring, buy, call, change, check, choose, comment, commit, convert, deploy,
    document, email, explain, format, give, include, indent, install, keep, leave, let, list, look, make,
    mention, merge, message, name, offer, order, phone, pick, post, propose, push, put, read, recommend,
    remember, remind, remove, rename, reply, respond, review, ring, round, run, save, send, show, skip,
    speak, spell, start, stick, stop, suggest, talk, tell, test, text, translate, treat, try, update, use,
    verify, wait, warn, write
""")
_EN_TOUCH = any_of("""
    touch, change, modify, edit, delete, remove, rename, break, rewrite, overwrite, force-push, publish
""")
# What is not to be touched.
_EN_CODE = any_of("""
    APIs?, code, configs?, configuration, database, db, dependencies, files?, folders?, interface, main,
    master, branch(?:es)?, migrations?, prod(?:uction)?, schemas?, signatures?, styles?, tests?, headers?,
    lockfile
""")
# What answers consist of: "No bullet points".
_EN_FORM = any_of("""
    lists, (?:bullet )?points, bullets, paragraphs, tables, headings, emojis?, jargon, exclamation marks,
    abbreviations, acronyms, footnotes, markdown, small talk, smileys, slang, anglicisms, technical terms,
    long (?:answers|texts|replies|explanations|sentences)
""")
# What the assistant writes.
_EN_TEXTS = any_of("""
    answers, replies, responses, messages, texts, emails, explanations, summaries, comments, commit messages,
    docstrings, variable names, variables, function names, identifiers, docs, documentation, dates, prices,
    distances, measurements, recipes
""")
_EN_LANGUAGES = any_of("""
    English, German, French, Spanish, Italian, Chinese, Dutch, Polish, Turkish, Portuguese, Arabic, Russian
""")
_EN_NOTATIONS = any_of("""
    bullet points, snake[_ ]case, camel ?case, capitals, lower ?case, metric, imperial, euros, pounds,
    dollars, celsius, fahrenheit, grams, kilos, kilometres, miles
""")
# How it writes them: "Keep your answers brief", "in plain English", "in metric".
_EN_MANNER = any_of(rf"""
    briefly, concisely, simply, formally, informally, short, brief, concise, simple, plain, formal, informal,
    in (?:plain|simple|short|full|whole)\b, in {_EN_LANGUAGES}, in {_EN_NOTATIONS}
""")
_EN_REACH = any_of("call, phone, ring, text, email, mail, message, write to, whatsapp")
_EN_THING = (
    r"(?!the\b|my\b|our\b|your\b|his\b|her\b|their\b|this\b|that\b|it\b|them\b|an?\b)"
    r"[\w.+#'’-]{2,20}"
)
_EN_SCOPE = any_of("""
    (?:for )?next time, from now on, from here on, going forward, in (?:the )?future, as a rule, every time,
    each time
""")

# German
_DE_DO = any_of("""
    achte, antworte?, benutze?, buche?, bestelle?, denke?, erkläre?, erwähne?, fasse?, formatiere?,
    formuliere?, frage?, führe?, gib, halte?, kommentiere?, kauf[e]?, lasse?, lege?, lösche?, mache?, nenne?,
    nimm, nutze?, prüfe?, push[e]?, rechne, rede, rufe?, runde, sage?, schicke?, schlage?, schreibe?, sende,
    setze?, sortiere, sprich, starte, teste, übersetze?, vermeide, verwende, verzichte, warte, zeige?
""")
_DE_ASK = rf"(?:{_DE_DO}\b(?! ich\b| er\b| wir\b)|[a-zäöüß]{{3,15}}e?n Sie\b)"
# What answers consist of: "Keine Emojis".
_DE_FORM = any_of("""
    Absätze, Aufzählungen, Listen, Emojis, Smileys, Tabellen, Überschriften, Ausrufezeichen, Fachbegriffe,
    Fachwörter, Fremdwörter, Anglizismen, Abkürzungen, Stichpunkte, Romane, Schachtelsätze, Floskeln,
    Bandwurmsätze, (?:langen|ewigen|ausführlichen) (?:Texte|Antworten|Erklärungen|Sätze)
""")
# What the assistant writes, and how: "Commits bitte auf Englisch".
_DE_TEXTS = any_of("""
    Kommentare, Variablennamen, Variablen, Funktionsnamen, Commits, Commit-Nachrichten, Antworten, Texte,
    Mails, Erklärungen, Code
""")
_DE_MANNER = any_of(r"""
    kurz, knapp, einfach, förmlich, formlos, kürzer, knapper, ohne [A-ZÄÖÜ]\w{2,20},
    in (?:Stichpunkten|ganzen Sätzen|kurzen Sätzen|einfacher Sprache),
    auf (?:Deutsch|Englisch|Französisch|Spanisch|Italienisch|Türkisch|Polnisch)
""")
_DE_FOR_GOOD = any_of("""
    immer(?! (?:wieder|noch|mehr|weiter)), nie, niemals, nur noch, ab jetzt, ab sofort, künftig, in Zukunft,
    von jetzt an, grundsätzlich, standardmäßig, jedes Mal
""")
_DE_THING = r"(?!de[rmns]\b|die\b|das\b|eine?\w?\b|mein\w*\b|es\b|ihn\b|sie\b|uns\b)[\wäöüß.+#-]{2,25}"
_DE_WAY = r"(?:E-?Mail|Mail|SMS|Post|Brief|WhatsApp|Signal)"

# Spanish
_ES_DO = any_of("""
    us[ae], utili[zc]e?a?, escrib[ae], respond[ae], contest[ae], coment[ae], pon, ponga, da, dé, di, diga,
    explica, explique, pregunt[ae], revis[ae], prueb[ae], ejecut[ae], avis[ae], llam[ae], mand[ae], envía,
    envíe, haz, haga, mantén, mantenga, evit[ae], recuerd[ae], habl[ae], resum[ae], traduce, traduzca,
    redonde[ae], muestr[ae], compra, compre, reserv[ae], añad[ae], quit[ae], corre, corra, consult[ae],
    confirm[ae], guard[ae], ll[aá]m[ae], [a-zñ]{1,8}[áéíóú][a-zñ]{1,6}(?:me(?:l[oa]s?)?|l[oa]s?|nos)
""")
_ES_DO_NOT = any_of("""
    uses?, utilices?, escribas?, respondas?, contestes?, pongas?, toques?, cambies?, borres?, elimines?,
    llames?, llamen, mandes?, manden, envíes?, envíen, hagas?, subas?, hables?, des, sugieras?, menciones?,
    propongas?, publiques?, instales?, modifiques?, rompas?
""")
# What answers consist of: "sin emojis".
_ES_FORM = any_of("""
    listas?, párrafos?, emojis, emoticonos, tablas?, tecnicismos, anglicismos, abreviaturas, exclamaciones,
    rodeos, viñetas, títulos, siglas, palabras raras,
    (?:respuestas|frases|textos|explicaciones) (?:tan )?larg[oa]s
""")
# What is not to be touched.
_ES_CODE = any_of("""
    API, código, configuración, base de datos, dependencias, archivos, ficheros, producción, rama,
    migraciones, esquema, tests, pruebas, interfaz
""")
_ES_WAY = any_of("""
    whatsapp, correo, email, mail, sms, teléfono, fijo, móvil, escrito, carta, mensaje, telegram
""")
_ES_THING = r"(?!el\b|la\b|los\b|las\b|un[ao]?\b|mi\b|su\b|lo\b|eso\b|este\b)[\wáéíóúñ.+#-]{2,25}"

# Chinese
_ZH_SCOPE = any_of("以后, 今后, 往后, 下次, 下回, 从现在(?:起|开始), 每次")
_ZH_DO = any_of("""
    不要, 别, 不用, 少, 多, 先, 只, 尽量, 统一, 一律, 直接, 简短, 回复, 回答, 回我, 解释, 翻译, 写, 用, 发,
    叫, 称呼, 问, 提醒, 推荐, 检查, 跑, 测试, 提交, 改, 加, 给我, 列, 说, 讲
""")
# What the assistant writes: names of variables, comments, answers, recipes.
_ZH_TEXTS = any_of("""
    变量名, 变量, 函数名, 命名, 注释, 代码, 回答, 回复, 答复, 文档, 提交信息, 标题, 日期, 单位, 价格, 金额,
    温度, 菜谱, 用量
""")
# In which language, notation or unit.
_ZH_WAY = any_of("""
    中文, 英文, 英语, 日文, 法文, 德文, 西班牙文, 繁体, 简体, 拼音, 列表, 表格, 公制, 英制, 摄氏度?, 华氏度?,
    克, 公斤, 毫升, 人民币, 欧元, 美元, 驼峰, 下划线, 大写, 小写, 缩进, 空格, 制表符, 口语, 白话, 书面语
""")
# What answers consist of: lists, emojis, technical terms, small talk.
_ZH_FORM = any_of("""
    列表, 表格, 表情, 表情符号, 感叹号, 术语, 专业词, 缩写, 长段落, 标题, markdown, 废话, 客套话, 网络词,
    网络用语, 英文
""")
_ZH_END = r"[^。！？；\n]{1,60}"

REQUESTS = (
    Requests(
        ENGLISH,
        r"(?:^\W*|[,;:] |\b(?:and|but|so) )(?:(?:please|and|but|okay|ok|so|also|yes|oh|just)\W{1,3}){0,4}",
        (
            # "From now on, only use tabs", "Ask me every time"
            rf"{_EN_SCOPE},? (?:please,? )?(?:(?:always|never|only|just|do not|don['’]?t) )?{_EN_DO}\b",
            rf"(?:(?:do not|don['’]?t) )?{_EN_DO} [^.,;:!?\n]{{1,80}}"
            rf" (?:{_EN_SCOPE}|by default|unless I (?:ask|say|tell)\b|without asking)",
            rf"(?:always|never) {_EN_DO}\b(?! mind| (?:it|that|this)\b)",
            # "Don't touch the migrations", "Never deploy without asking"
            rf"(?:do not|don['’]?t|never) {_EN_TOUCH} (?:the |any |our |anything in |my |existing ){{0,2}}"
            rf"(?:[\w.-]{{1,20}} ){{0,2}}{_EN_CODE}\b",
            r"(?:do not|don['’]?t|never) (?:commit|push|merge|deploy|install|order|buy|book|send)\b[^.,;:!?\n]{0,60}"
            r" (?:without (?:asking|my|checking|telling)|before (?:I|talking|asking|checking))\b",
            # "Stop giving me long lists", "No emojis please"
            r"(?:don['’]?t|do not|stop|no need to)"
            r" (?:use|using|give me|giving me|write|writing|add|adding|send me|sending me)"
            rf"(?: [a-z]{{2,12}}){{0,3}}? {_EN_FORM}\b",
            r"(?:no|without|skip the|drop the|spare me the)(?: (?!reason|problem|need)[a-z]{2,12}){0,2}?"
            rf" {_EN_FORM}(?=[.,;!]|$| please)",
            # "Keep your answers short", "Reply to me in English", "Distances in kilometres"
            rf"(?:keep|make) (?:your |the |all |any )?(?:{_EN_TEXTS}|it|things)"
            rf" (?:very |nice and |always )?{_EN_MANNER}(?=[.,;!]|$| (?:and|please)\b)",
            r"(?:answer|reply|respond|talk|speak|explain (?:things|everything))(?: to me)?"
            rf" (?:(?:only|always|more|very) )?{_EN_MANNER}(?=[.,;!]|$| (?:and|please|only)\b)",
            rf"(?:(?:write|keep|put|name|give) )?(?:the |your |all )?{_EN_TEXTS}"
            rf" (?:(?:should|must) (?:always )?be )?{_EN_MANNER}(?=[.,;!]|$| please)",
            r"use (?:only )?(?:metric|imperial|British|American|tabs|spaces|plain|simple|short"
            r"|snake_case|camelCase|first names|the metric|the 24-hour)\b",
            # "We use tabs, not spaces"
            r"(?:we|I)(?: (?:always|only|usually))? (?:use|write|deploy with|work with|indent with|stick to)"
            rf" {_EN_THING}(?: {_EN_THING})?,? (?:not|never|instead of|rather than) {_EN_THING}(?: {_EN_THING})?"
            r"(?=[.,;!]|$| (?:here|for|in)\b)",
            # "Stop phoning me at work", "Only text me", "Message me via Signal"
            rf"(?:don['’]?t|do not|never|stop) (?:{_EN_REACH}(?:ing)?|phoning|writing to) me(?=[,.;!]|$"
            r"| (?:on my|at work|at the|by|via|before|after|between|during|unless|any ?more|again|about|please)\b)",
            rf"(?:only|always) {_EN_REACH} me\b",
            rf"{_EN_REACH} me(?:,? please)?,? but (?:not|never|only|don['’]?t)\b",
            rf"{_EN_REACH} me (?:by|via|on|through)"
            r" (?:text|email|e-mail|mail|phone|SMS|WhatsApp|Signal|my (?:mobile|landline|work \w+))"
            r"(?=[.,;!]|$| (?:only|please|instead|not)\b)",
            # "I don't read email, so please call"
            r"I (?:don['’]?t|do not|never) (?:use|read|check|have)"
            r" (?:email|e-mail|whatsapp|texts|voicemail|a mobile|a smartphone)\b,?"
            r" (?:so |please |just |and ){0,2}(?:send|call|ring|phone|text|write|post)\b",
        ),
        re.compile(
            r"\b(?:today|tonight|tomorrow|this (?:time|one|week|evening|morning|afternoon)"
            r"|right now|for now|later|yet|in a (?:minute|moment|bit)"
            r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|when you (?:arrive|get|land|are|come)"
            r"|the following|this (?:text|letter|email|mail|sentence|paragraph|poem|article|story))\b",
            re.IGNORECASE,
        ),
        re.compile(rf"\b(?:{_EN_SCOPE}|always|never)\b", re.IGNORECASE),
        re.compile(
            r"(?:,? please)?[\s.!;]{0,20}$|[.!;]\s.*|,? (?:thanks|thank you|ok|okay)\b.*", re.IGNORECASE
        ),
    ),
    Requests(
        GERMAN,
        r"(?:^\W*|[,;:] |\b(?:und|aber|also) )(?:(?:bitte|und|aber|okay|ok|also|ja|ach)\W{1,3}){0,4}",
        (
            # "Nächstes Mal frag mich vorher", "Antworte mir immer kurz"
            rf"(?:beim |das )?nächste[sn]? Mal,? (?:bitte )?{_DE_ASK}",
            rf"{_DE_ASK} (?:[\wäöüß-]+ ){{0,6}}?(?:beim )?(?:{_DE_FOR_GOOD}|nächstes Mal)\b",
            rf"{_DE_FOR_GOOD} (?:bitte )?{_DE_ASK}",
            # "Nicht so viele Emojis bitte"
            rf"(?:keine?n?|nicht so viele)(?: [a-zäöüß]{{2,12}}){{0,3}}? {_DE_FORM}"
            r"(?=[.,;!]|$| (?:bitte|mehr|verwenden|benutzen)\b)",
            # "Halte deine Antworten knapp", "Commits bitte auf Englisch"
            r"(?:antworte|schreibe?|kommentiere?|erkläre?|formuliere?|rede|sprich|halte?|fasse?"
            r"|antworten Sie|schreiben Sie|sprechen Sie|fassen Sie)"
            rf"(?: (?:mir|mit mir|dich|Sie sich|bitte|den|die|deine|alle|alles|{_DE_TEXTS}"
            rf"|möglichst|immer|etwas|nur)){{0,4}}? {_DE_MANNER}(?=[.,;!]|$| (?:bitte|und)\b)",
            rf"{_DE_TEXTS} (?:bitte )?(?:immer |nur )?"
            r"(?:auf (?:Deutsch|Englisch)|in (?:snake_case|camelCase)|kurz|knapp)"
            r"(?=[.,;!]|$| (?:bitte|schreiben|halten)\b)",
            r"(?:duze? mich|siezen? Sie mich|sieze? mich|duzen Sie mich"
            r"|sag (?:ruhig |einfach |bitte )?(?:du|Sie) zu mir|sagen Sie (?:ruhig |einfach )?du zu mir)\b",
            r"(?:du darfst|du kannst|Sie dürfen|Sie können) mich (?:gerne? |ruhig |auch ){0,2}duzen\b",
            # "Merk dir, wir nehmen Tabs, nicht Leerzeichen"
            r"(?:(?<=merk dir )|(?<=merk dir: )|(?<=merk dir bitte: )|(?<=merk dir, )|(?<=merke dir: ))"
            rf"wir nehmen {_DE_THING},? (?:nicht|statt) {_DE_THING}",
            r"wir (?:benutzen|verwenden|nutzen|schreiben|arbeiten mit|deployen mit)(?: (?:hier|immer|nur)){0,2}"
            rf" {_DE_THING},? (?:nicht|statt|anstatt|und nicht) {_DE_THING}",
            # "Könnten Sie mich bitte nur per Mail kontaktieren"
            r"(?:könnt|könntet|kannst|könntest|würdest|können|könnten|würden) (?:du|ihr|Sie) m(?:ich|ir)(?: bitte)?"
            rf" (?:immer )?(?:nur(?: noch)?|ausschließlich) (?:per|über) {_DE_WAY}"
            r" (?:an)?(?:schreiben|schicken|kontaktieren|antworten|erreichen)\b",
            r"(?:ruf|rufen Sie) mich(?: bitte)? an, aber (?:nicht|nur|erst|nie)\b",
            r"(?:ruf|rufen Sie) mich(?: bitte)? (?:nur|nie|nicht|lieber|immer)(?: [\wäöüß]+){1,5} an\b",
            r"(?:ruf|rufen Sie) mich(?: bitte)? nicht an\b",
            r"(?:schreib|schreiben Sie|schick|schicken Sie|meld dich|melden Sie sich|erreichen Sie mich)"
            rf"(?: (?:mir|mich|bitte|das|alles|bei mir)){{0,3}} (?:nur |lieber |immer )?(?:per|über) {_DE_WAY}\b"
            r"(?=[.,;!]|$| (?:und|nicht|an)\b)",
            # "Fass die Migrationen nicht an", "Kauf nichts, ohne zu fragen"
            r"(?:fass|ändere?|lösche?|fassen Sie|ändern Sie|löschen Sie)(?: bitte)?"
            r" (?:die |das |den |unsere? )?(?:[\wäöüß-]+ ){0,2}"
            r"(?:API|Schnittstelle|Tests|Konfiguration|Datenbank|Migrationen|Produktion|Signaturen|Dateien)"
            r" (?:bitte )?nicht\b",
            r"(?:commit|push|deploy|lösch|bestell|buch|kauf|installier)e?\b[^.,;!?\n]{0,40},?"
            r" ohne (?:zu fragen|mich zu fragen|Rückfrage)",
        ),
        re.compile(
            r"\b(?:heute|morgen|gleich|nachher|diesmal|dieses Mal|jetzt gleich"
            r"|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|wenn du (?:da|zu Hause|angekommen)|noch nicht"
            r"|diese[snrm]? (?:Text|Mail|Brief|Absatz|Woche|Satz))\b",
            re.IGNORECASE,
        ),
        re.compile(rf"\b(?:{_DE_FOR_GOOD}|nächste[sn]? Mal)\b", re.IGNORECASE),
        re.compile(r"(?:,? bitte)?[\s.!;]{0,20}$|[.!;]\s.*|,? (?:danke|ok|okay)\b.*", re.IGNORECASE),
    ),
    Requests(
        SPANISH,
        r"(?:^\W*|[,;:] |\b(?:y|pero) )(?:(?:por favor|y|pero|vale|oye|bueno|sí|también)\W{1,3}){0,4}",
        (
            # "A partir de ahora, responde en inglés", "Nunca uses emojis"
            r"(?:la próxima(?: vez)?|de ahora en adelante|a partir de ahora|en adelante|en el futuro"
            r"|cada vez que [^.,;!?\n]{2,40}),?"
            rf" (?:por favor,? )?(?:no (?:me )?{_ES_DO_NOT}|{_ES_DO})(?!\w)",
            rf"(?:siempre|nunca) (?:(?:me )?{_ES_DO_NOT}|{_ES_DO})(?!\w)",
            rf"{_ES_DO} [^.,;:!?\n]{{0,60}}?\bsiempre\b",
            # "Responde sin tantas listas", "Nada de tecnicismos"
            rf"{_ES_DO}(?!\w)(?: [\wáéíóúñ]+){{0,4}}? sin (?:tant[oa]s? |tan |poner |usar ){{0,2}}{_ES_FORM}\b",
            rf"(?:nada de|sin|menos) (?:tant[oa]s? ){{0,1}}{_ES_FORM}(?=[.,;!]|$| por favor)",
            rf"siempre en {_ES_FORM}(?=[.,;!]|$| por favor)",
            rf"no (?:me )?{_ES_DO_NOT} (?:(?:el|la|los|las|tant[oa]s|más|tan|en) ){{0,2}}(?:{_ES_FORM}|{_ES_CODE})\b",
            # "Respóndeme siempre en español", "Los comentarios en inglés"
            r"(?:respond|contést|escríb|háblam|explícam|contestam|respóndem)[a-zé]{0,4} (?:siempre |solo |sólo )?"
            r"(?:en (?:español|inglés|francés|alemán|catalán|frases cortas)"
            r"|breve(?:mente)?|corto|más corto|de forma breve)(?=[.,;!]|$| por favor)",
            r"(?:los comentarios|los nombres de las variables|las variables|las respuestas|los commits|el código"
            r"|comenta(?: el código)?) (?:siempre )?(?:en (?:inglés|español)|cort[oa]s|breves)"
            r"(?=[.,;!]|$| por favor)",
            r"(?:tutéame|tuteame|trátame de (?:tú|usted)|trátem[ea] de usted|háblame de (?:tú|usted)"
            r"|puedes? tutearme|me puedes? tutear|no me (?:trates|hables) de usted)\b",
            # "Usamos tabuladores, no espacios"
            rf"(?:usamos|utilizamos|escribimos|trabajamos con) {_ES_THING},?"
            rf" (?:no|nunca|en vez de|en lugar de|y no) {_ES_THING}",
            # "No me llames por la noche", "No uso correo, escríbeme al móvil"
            r"no (?:me )?(?:llames|llame|llamen|escribas|escriba|mandes|manden|mande)"
            r"(?: (?:por|a|al|antes|después|nunca|más|entre|correos|mensajes)\b[^.;!?\n]{0,40})?(?=[.,;!]|$)",
            rf"no (?:uso|tengo|miro|leo|veo|entiendo de) (?:el |la )?{_ES_WAY}\b[^.;:!?\n]{{0,25}}?"
            r"[a-z]{1,6}[áéí][a-zñ]{1,4}(?:me(?:l[oa]s?)?|nos) (?:por|al|a)\b",
            r"(?:llám[ea]n?me|escríb[ea]n?me|avís[ea]n?me)(?: por favor)? (?:solo |sólo |únicamente |mejor )?"
            rf"(?:por|al|a) (?:el )?{_ES_WAY}(?=[.,;!]|$| (?:y no|no|pero)\b)",
            r"ll[áa]m[ea]n?me,? pero (?:no|nunca|solo|sólo)\b",
        ),
        re.compile(
            r"\b(?:hoy|esta (?:tarde|noche|mañana|vez|semana)|ahora mismo|luego|todavía"
            r"|cuando (?:llegues|llegue|puedas|pueda|salgas)"
            r"|el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)"
            r"|mañana (?!s)|est[ea] (?:texto|correo|carta|frase|párrafo|mensaje))\b",
            re.IGNORECASE,
        ),
        re.compile(r"\b(?:siempre|nunca|la próxima|en adelante|a partir de ahora|cada vez)\b", re.IGNORECASE),
        re.compile(
            r"(?:,? por favor)?[\s.!;]{0,20}$|[.!;]\s.*|, (?:que me lío|que no veo|gracias|vale)\b.*",
            re.IGNORECASE,
        ),
    ),
    Requests(
        CHINESE,
        r"(?:^|[，。；、！\s])(?:请|麻烦|好的?|对了|另外|还有|嗯|谢谢|那)?，?",
        (
            # 以后请用中文回答 is "please answer in Chinese from now on", 下次写代码之前先问我 "ask before writing code"
            rf"{_ZH_SCOPE}，?(?:请|麻烦|就|都|你|您|记得){{0,2}}{_ZH_DO}(?![了过]|再说|再聊|几|什么)(?:{_ZH_END})?",
            rf"{_ZH_SCOPE}(?:每次)?[^，。！？；\s]{{1,8}}(?:之?前|之?后|时|的时候)，?"
            rf"(?:请|都|要|记得){{0,2}}{_ZH_DO}(?![了过]|再说|再聊|几|什么)(?:{_ZH_END})?",
            # 变量名一律用英文 is "variable names in English", 不要用表情符号 "no emojis",
            # 我们用空格，不用制表符 "we use spaces, not tabs"
            rf"{_ZH_TEXTS}(?:请|都|一律|统一|就|全部|只|要){{0,2}}(?:用|写成|改用|换成)"
            rf"{_ZH_WAY}(?!写的|做的|的|了|吗|过)(?:{_ZH_END})?",
            rf"(?:请)?(?:用|说){_ZH_WAY}(?:回答|回复|写|解释|跟我说|交流|注释)(?![了过吗])(?:{_ZH_END})?",
            rf"(?:请)?(?:不要|别|不用|少|别再)(?:给我)?(?:用|写|发|列|加|说){_ZH_FORM}(?:{_ZH_END})?",
            r"我们(?:都|一直|统一|这边)?(?:用|使用|写)(?![的了过])[A-Za-z0-9.+#\u4e00-\u9fff]{1,12}，"
            rf"(?:不用|不是|别用|不要用|而不是|不写)(?![你您我他她来]){_ZH_END}",
            # 回答请简短一点 is "keep answers short", 说话慢一点 "speak slower"
            r"(?:回答|回复|解释)(?:请|都|要|得|尽量){0,2}(?:简短|简洁|短一?点|详细|通俗|口语化)(?:[一些点]{1,2})?",
            r"[你您]?(?:说话|講話|讲话|說話|回答|回复)(?:也|请|都|要|得|尽量|盡量){0,2}[说說讲講]?"
            r"(?:短|慢|简单|簡單|大声|大聲)(?:一?[点點些]|一些)",
            # 请别给我打电话 is "please don't phone me", 直接叫我你就行 "just say 你 to me"
            r"(?:请|你们(?:客服)?)?(?:别|不要|不用)(?:再)?(?:给我)?"
            r"(?:打(?:推销)?电话|打我电话|发短信|发邮件|发语音|发微信)(?:给我)?"
            r"(?:，(?!我已经)[^。！？；\n]{1,30})?",
            r"(?:直接)?(?:叫我|称呼我)(?:就)?(?:用)?[“「]?你[”」]?(?:就行|就好|就可以|吧)"
            r"|不用(?:称呼|叫|对)我?(?:用)?[“「]?您[”」]?",
            # 不要改公共接口 is "don't change the public API"
            r"(?:别|不要|不能|请勿)(?:再)?(?:改|动|碰|删|修改|改动)(?:了)?"
            r"(?:公共|对外|公开|线上|生产|主|现有|我们的|任何){0,2}的?"
            r"(?:接口|API|api|代码|配置|数据库|表结构|分支|测试|依赖|环境)",
        ),
        re.compile(
            r"今天|今晚|明天|后天|这次|这回|现在就|等一?下|待会|一会儿?|周[一二三四五六日]|这(?:段|篇|封|句|个)"
        ),
        re.compile(r"以后|今后|往后|下次|下回|从现在|每次|永远|始终|总是"),
        re.compile(
            r"[\s。！；，]{0,20}$|[。！；].*|了?，我(?:已经|都|早就)[说跟].*"
            r"|(?:啊|呀|吧|哦)?(?:，(?:谢谢|好吗|行吗|可以吗).*)?$"
        ),
    ),
)


def instructions_in(sentence: str) -> Iterator[tuple[Grammar, Pattern, Groups]]:
    """What the sentence asks of an assistant for good, beyond what the patterns of profiles find."""
    for requests in REQUESTS:
        if asked := requests.found_in(sentence):
            yield requests.grammar, requests.pattern, Groups("", asked)
