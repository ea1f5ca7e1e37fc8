"""Splits a message into statements that can be understood on their own. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from memory.language import german_dates, spanish_dates
from memory.language.agreement import only_consents
from memory.language.corrections import with_corrections
from memory.language.periods import MONTHS
from memory.language.pronouns import ALL_OF_YOU, HAN_I, HAN_YOU, WE, YOU, I, pattern
from memory.language.sentences import clip, joined, split
from memory.language.set_phrases import has_only_set_phrases, is_courtesy
from memory.language.third_person import without_openers
from memory.language.words import EMPTY_CJK, STOP_WORDS, content_words
from memory.text.chunks import GREEK_ASKS, QUESTION_MARKS

_QUESTION_MARKS = (*QUESTION_MARKS, "…", '"', "”", "’", "」", "』", "）", ")", "]")
STATEMENT_CHARS = 400
QUESTION_CHARS = 120  # of a question that is kept with its answer
SHORT_ANSWER = 90  # characters; a shorter answer is kept together with its question
MOST_OF_A_MESSAGE = 12  # statements; a longer message is a document, and the episode holds all of it

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
# Bracketed captions, notes and links. The lookbehind lets a run of spaces be tried only once, which keeps it linear.
ASIDE = re.compile(r"(?<!\s)\s*+(\[[^\]\n]{1,300}\])")
_SPACE = re.compile(r"\s+")
_QUESTION = re.compile(
    rf"(?:[{QUESTION_MARKS}]|{GREEK_ASKS}|(?<=\w)(?<!的好)[吗嗎][。！]?)[\"'”’」』）)\]]*$"
)
# One word of a script other than Latin: "Здорово!", "رائع!".
_CRY = re.compile(r"[\u0370-\u1fff]+\W{0,3}!+\W*")
_GREEK_QUESTION = re.compile(rf"{GREEK_ASKS}\Z")
# A tag question after a statement: "I start on Monday, did I tell you?".
_TAG = re.compile(
    r",\s¿?(?:right|ok|okay|yeah|remember|did I (?:tell|mention)[^,?]{0,20}|you know|oder|weißt du|ne|gell|stimmt['’]?s"
    r"|verdad|sabes?(?: usted)?|te (?:acuerdas|acordás|olvidaste|has olvidado)"
    r"|recuerdas|te lo (?:dije|conté)|te vienes|te apuntas|知道吧|对吧|是吧"
    # What is offered after what is planned: "There's a regatta on 18 April, are you coming?"
    r"|(?:do you )?(?:want to|wanna) (?:come|join)(?: along| us| me)?|(?:are )?(?:you|u) (?:coming|in|free)"
    r"|fancy (?:it|coming)|(?:come|pop) (?:up|over|along|round|by|too|down)"
    r"|(?:does|would) that (?:work|suit you)|is that (?:ok|okay|alright)"
    r"|kommst du(?: mit| auch)?|kommt ihr(?: mit| auch)?"
    r"|bist du dabei|seid ihr dabei"
    r"|passt (?:das|dir das)|hast du (?:lust|zeit)|vienes|venís|te (?:viene|va) bien"
    r")[?？]++\W*+$|[，,]\s?(?:(?:你|要)?(?:一起)?来(?:看看?|玩|吃饭?)?[吗不]?"
    r"|你?要?一起(?:去|来|吃个?饭|看)?[吗吧]?|行吗|可以吗|好吗|来不来)[?？]++\W*+$",
    re.IGNORECASE,
)
_TAG_ALONE = re.compile(
    r"\W*(?:right|innit|no|yeah|ok|oder|gell|ne|verdad|sí|对吧|是吧|对不对)\W*", re.IGNORECASE
)
_ES_ASKED = (
    r"(?:(?:(?:te|le|os|les|se|lo|nos) )?"
    r"(?:ha[ns]?|dij\w+|dice[sn]?|pas[aó]|hac[eé]s?|hacéis|hizo|hiciste|cont[óo]|parece|(?:vas?|van|vais) a)"
    r"|tienes?|tenés|quieres?|querés|hay|piensas?|pensás|toca)\b"
)
_HAN_WONDERS = "[知记記忘问問看说說管想猜]|考虑|商量|纠结|确定|取决|担心"
# Questions without a question mark: "where have you been hiding", "wie kommen wir hin", "是不是又不吃早饭".
_UNMARKED_QUESTION = re.compile(
    r"\W*(?:(?:and|so|but|ok|now|oh|well|anyway|und|aber|y|pero),?\s)?(?:"
    r"since\swhen\b|how['’]s\s\w[^,.!]{0,40}$"
    r"|[^.!?]{2,60},\s(?:wie|wo)\s(?:hieß|heißt|war|wohnt|hat|ist)\s(?:er|sie|es|das|der|die|doch|noch)\b[^,.!]{0,20}$|"
    r"(?:where|what|who|when|why|how)\s(?:have|has|had|do|does|did|are|is|was|were|will|would|can|could|should)"
    r"\s(?:you|we|they|he|she|it)\b|(?:are|were|did|do|have|can|will|would|is|has|does)\s(?:you|u|every(?:one|body)|any(?:one|body))\s(?!know\b|see\b|look\b)"
    r"|does\s(?!(?:not|so|well|nothing|the trick|it for)\b)\w+\s\w[^!]*$"
    r"|(?:is|are|was|were|has|have)\s(?:he|she|they|there|this|your)\s[^!,]*$"
    r"|wie\swär['’]?s\s(?:mit|wenn)\s"
    r"|how\s(?:old|long|much|many|far|big|often|late|bad|tall)\s(?:\w+\s)?(?:is|are|was|were|do|does|did|has|have|will)\s\w"
    r"|(?:wie|wo|was|wer|wann|warum)\s(?!gesagt|schon|immer|auch)\w+(?:st|t|en)\s(?:dein|deine|euer|eure|die|der|das)\s\w+"
    r"[^,.!]{0,30}$"
    r"|(?:(?:seit|bis|ab)\swann|(?:mit|für|von|zu|bei)\swem|um\swie\s?viel\suhr)\b"
    r"|(?:ey\s|na\s|du,?\s)?(?:hast|bist|kannst|willst|kommst|warst|machst|gehst|magst|musst|darfst|seid|habt|kommt)\s(?:du|ihr)\s"
    r"|(?:wie|wo|was|wer|wann|warum|wohin|woher)\s(?!gesagt|schon|immer|auch)\w+(?:st|t|en)\s"
    r"(?:du|ihr|wir|er|sie|es|man)\b"
    # "how's the thesis going", "und wie wars bei deinem Vater", "tú qué tal el Erasmus"
    r"|(?:how|what|where|who|when)(?:['’]?s| is| are| was| were)\s(?:it|he|she|they|the|your|things|work|life"
    r"|everyone|everybody|mum|mom|dad)\b[^,.!]{0,50}$"
    r"|(?:na\s|ach\s)?(?:wie\s(?:wars|war['’]?s|war|ist|sind|gehts|geht['’]?s|läufts|läuft['’]?s|läuft|lief)|was\smacht\s(?:der|die|das|dein\w*))\s(?!gesagt|immer)[^,.!]{1,50}$"
    # "are we still on for Thursday", "what about 390 if I fetch it tonight"
    r"|are\swe\s(?:still\s)?(?:on|meeting|going|doing|allowed|late|ok|okay|good|coming)\b[^.!]*$"
    r"|(?:what|how)\sabout\s[^.!]{2,80}$"
    r"|whose\s\w+\s(?:is|are|was)\s(?:it|this|that)\b"
    r"|(?:what|how|where|when|why)\s(?:does|did|do)\s\w{2,15}\s(?:say|think|mean|want|do|know|like|feel|look|sound)\b[^,.!]{0,30}$"
    # What was thought to be known: "weren't you allergic to cats"
    r"|(?:were|did|are|have|do|is)n['’]?t (?:you|u|that|it)\s(?!dare|worry)[^,.!]{3,60}$"
    # Which of two: "his place or yours", "kommst du oder was"
    r"|[^,.!?]{2,40}\s(?:or (?:yours|what)|oder (?:deins|was)|o (?:qué|(?:el|la) tuy[oa]))$"
    r"|(?:warst|bist|hattest|wolltest|hast) du nicht\s|(?:pero\s)?tú (?:no )?(?:eras|estabas|tenías|ibas"
    r"|vivías) [^,.!]{3,60}$"
    r"|(?:ja(?:ja)+[\s,]+|tú\s|vos\s|y\s|oye,?\s|che,?\s|pues\s){0,4}+"
    r"¿?(?:dónde|cuándo|quién(?:es)?|por qué|(?:qu?[eé]?) tal"
    r"|cuánt[oa]s?(?! me alegr)\s(?!más\b)\w"
    r"|cómo\s(?!te (?:pasas|quiero|odio|extraño|echo)\b)(?:qued|est|and|fue|va|vas|te|le|os|les|se|sig|lo)"
    # "y qué te dijo", but "qué bonito"
    rf"|qué\s{_ES_ASKED}|q\s{_ES_ASKED})"
    r"|y que (?:te|le|os|les) (?:ha[ns]?|dij\w+|cont[óo]|hizo)\b)"
    r"|(?:.*[，,！!])?(?:是不是|有没有|要不要|能不能|会不会)[^，,。]*$|.{0,60}来着[。！]?$|(?:.*[，,！!])?[^，,。]{1,20}了没(?:有)?[。！]?$"
    r"|(?:哎|欸|诶)?[你您][^，,。我]{0,8}(?:干嘛|干啥|干什么|在哪儿?|去哪儿?|怎么样|是谁)[呢呀啊]?(?:[，,。！]|$)"
    r"|(?:.*[，,])?(?:[你您]去哪儿?|啥时候)[^，,。]{1,6}$"
    r"|(?!.*(?:不知道|不晓得|不清楚))(?:.*[，,])?[^，,。]{0,10}(?:咋办|怎么办|咋样|怎么样|咋了|怎么了|咋整)[呀啊呢嘛了]{0,2}[。！]?$"
    r"|.{0,40}(?P<asked>[去来吃要行好买看走玩能想])不(?P=asked)[^，,。]{0,2}[。！]?$"
    r"|(?:.*[，,！!])?[^，,。]{1,12}(?<![说說绝絕从從并並也都可才偏决決不])不[啊呀]?[。！]?$"
    # What somebody does not know is no question: 不知道考试哪天, 我问他是不是生气了.
    rf"|(?!.*{_HAN_WONDERS})(?:.*[，,！!])?[^，,。]{{1,12}}(?:哪天|几[点号]|幾[點號]|多久|多少[钱錢]?|哪[里裡儿兒]|咋说)"
    r"(?:[能可來来去到走好完]{1,2}[^，,。]?)?[了呢啊呀]{0,2}[。！]?$"
    r"|(?:.*[，,！!])?[周週][^，,。]{1,3}[还還]是[下周週][^，,。]{1,4}$|(?:.*[，,！!])?多少[钱錢][。！]?$"
    # 9床呢, 那孩子他妈妈呢; but 他在吃饭呢, 挺好呢
    r"|(?:.*[，,！!])?[^，,。我在正着著還还才可了说說多好很挺早]{1,8}呢[。！]?$"
    rf"|(?!.*{_HAN_WONDERS})(?:.*[，,！!])?[^，,。]{{1,10}}(?:是不是|有[没沒]有|要不要|能不能|[会會]不[会會])[^，,。]*$"
    r"|什么时候[^，,。]{1,12}$|猜猜?[^，,。]{0,12}(?:什么|谁|哪)[^，,。]{0,3}$",
    re.IGNORECASE,
)
_ADDRESSES = pattern(YOU, ALL_OF_YOU, beside=f"[{HAN_YOU}]")
SHORTEST_TAGGED = 12
SHORTEST_OF_SELF = 9  # "Soy vegana, …"
_ASKS_AT_END = re.compile(
    r"[,，]\s?¿?(?:(?:and|und|y|so|also|but|aber|pero)\s)?(?:(?:can|could|will|would|do|does|did|are|is|have|has|should|any|who|what|which|when|how|where"
    r"|shall|kannst|könntest|könnt|können|könnten|gibt|haben|hast|habt|ist|sind|geht|muss|darf|kann|steht|weißt|brauchst|stört|reicht"
    r"|welche\w?|wer|was|wann|wie|wo|soll|sollen"
    r"|puedes|puede|podéis|podría|tienes|tienen|tenéis|hay|es|está|quién|cuándo|cómo|cuál|cuánto|qué|dónde)\s[^,，?？]{1,60}"
    r"|(?:y (?:tú|vosotr[oa]s|usted(?:es)?|vos)|(?:and|what about|how about) you|und (?:du|ihr|selbst|bei (?:dir"
    r"|ihnen)))\b[^,?]{0,20}"
    r"|(?:[你您谁誰]|能不能|可以|[这那](?:个|样|么)?|是)[^,，?？]{1,20})[?？]+\W{0,3}$"
    r"|[,，][^,，?？。]{1,30}(?:可以|方便|有空|行|好)[吗嗎][?？。]{0,3}$|[，,][^，,?？。]{1,12}不[啊呀]?。?$"
    # Whether it is known: 我青霉素过敏您知道吧？
    r"|[，,]?[你您][们們]?(?:知道|晓得|曉得|记得|記得)的?[吧吗嗎]?[?？]{1,3}$",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th|\.)?|tomorrow|tonight|morgen|übermorgen|mañana|weekend|Wochenende"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch"
    r"|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b|\d{1,2}[号號日月]|(?:周|星期)[一二三四五六日天]|[明后]天"
    r"|下下?个?(?:月|周|星期)|周末|今晚|明年|月底|年底|每(?:天|周|晚|年|个月)",
    re.IGNORECASE,
)
# Of three words that say when: "Nace en mayo", "Back in March".
_MONTH = re.compile(
    rf"\b(?:in|im|ab|en|from|since|seit|desde) (?:{'|'.join((*MONTHS, *german_dates.MONTHS, *spanish_dates.MONTHS))})\b"
)
_OF_SELF = pattern(
    I, WE, beside=rf"[{HAN_I}]|[\u4e00-\u9fff]|\b(?:soy|estoy|tengo|voy|vamos|llego|llegamos|salgo|vuelvo)\b"
)
# What somebody says of themselves without a day: "I'm vegetarian, is there anything for me?"
_IS_OF_SELF = re.compile(
    r"\W*+(?:(?:by the way|also|ach|oh|actually|and|so|hi|hello|hallo|übrigens|hola"
    r"|por cierto|oye|und|y)\b[\s,]*|(?:对了|那个|你好"
    r"|您好)[，,]?)*+"
    r"(?:(?:I['’]?m|I am|we['’]re|we are)\s(?!sorry|wondering|curious|just wondering|not sure|afraid|confused"
    r"|calling|writing|looking|trying)"
    r"|(?:I|we)\s(?:have|live|work|study|play|teach|eat|speak|don['’]t eat|got|moved|bought|started|quit|left|lost"
    r"|met|went|took|booked|adopted|sold|signed|passed|failed)\s(?!an? (?:question|quick|problem)|no idea)|(?:I"
    r"|we)['’]ve got\s"
    r"|my \w+(?:['’]s| is| has| can['’]t)\s"
    r"|ich (?:bin|habe?|wohne?|lebe|arbeite|studiere|spiele|esse|spreche)\s(?!(?:mir |ja )?(?:nicht sicher|gespannt"
    r"|unsicher)|(?:da )?(?:eine|ne) (?:kurze )?frage)"
    r"|wir (?:sind|haben|wohnen)\s|mein\w? \w+ (?:ist|hat|verträgt)\s"
    r"|(?:soy|tengo|vivo|vivimos|somos|tenemos|trabajo|estudio|toco|hablo|no como)\s(?!una (?:pregunta|duda)|que\s)"
    r"|mi \w+ (?:es|tiene|está)\s"
    r"|(?:可是?|但是?)?(?:我|我们|我家)(?:是|住|养|不吃|吃素|对|属于|家住|有(?!什么|啥|事|个问题)|[^，。？?你您]{1,8}[过過]敏)(?![^，。]{0,6}(?:什么|谁|哪|怎么)))",
    re.IGNORECASE,
)
_ASKS_FIRST = re.compile(
    r"\W*(?:(?:if|when|where|what|who|how|why|do|does|did|are|is|can|could|will|would|wenn|falls|wer|was|wann|wie|wo|hast"
    r"|bist|kannst|si|cuando|quién|cuándo|cómo|qué|dónde)\b|如果|要是|什么|谁|怎么)",
    re.IGNORECASE,
)
FEW_WORDS, FEW_CHARACTERS = 3, 5
# Scripts for which there is no table of pronouns.
_UNREAD = re.compile(r"[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7af]")
# Signs of content in a short sentence: a pronoun, a number, a name, or a verb whose pronoun was dropped.
_TELLS_OF_SELF = re.compile(
    pattern(I, WE, beside=f"[{HAN_I}]|周[一二三四五六日天末]|星期|明天|后天|下个?月").pattern
    + r"|\bi['’]|\d|(?-i:(?<=[a-záéíóúñäöüß,] )[A-ZÄÖÜÁÉÍÓÚ][a-zäöüß])"
    r"|\A(?:got|went|moved|started|quit|lost|bought|finished"
    r"|passed|bin|hab|habe|war|soy|estoy|tengo|vivo|trabajo|voy)\b|\b\w{2,}(?<!qu)é\b"
    # News that is less than was feared: "It's only gallstones."
    r"|\b(?:it|that)(?:['’]s| is| was) (?:only|just) (?!(?:fair|right|me|you|so|as|like|that|not)\b)\w"
    r"|\bist (?:nur|bloß) (?!(?:so|fair)\b)\w|\b(?:solo|sólo) es \w|\bes (?:solo|sólo) \w",
    re.IGNORECASE,
)
# Polite words and interjections, tokenised as in memory.language.words: CJK text in pairs of characters.
_COURTEOUS_WORDS = """
    hier moin servus hey hej morning evening afternoon night welcome cheers congrats congratulations sorry goodbye
    hola gracias adiós buenos días bonjour merci salut hallo danke tschüss bitte guten tag
    morgen ciao grazie olá obrigado obrigada привет gern gerne klar genau stimmt super
    toll prima klasse enhorabuena glückwunsch congratulations nein ugh haha idee idea sí vale claro
    perfecto gute guter gutes buena bueno buen спасибо 谢谢 謝謝 哈哈 嘿嘿 嗯嗯 好吧 好啊 好呀 早上 晚上 上好 晚安
    再见 再見 こん んに にち ちは あり りが がと とう おは はよ よう
"""
_COURTESIES = frozenset(_COURTEOUS_WORDS.split())
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_CHINESE_COURTESIES = """
    你好 您好 大家好 好的 好呀 好啊 好吧 是的 对的 真的 晚上好 早上好 早安 午安 哈哈 嘿嘿 嗯嗯
    加油 周末好 恭喜 没事 不用 当然
"""
_COMMON_PAIRS = re.compile(
    "|".join(
        sorted(
            {*_CHINESE_COURTESIES.split(), *(word for word in _COURTESIES | STOP_WORDS if _HAN.match(word))},
            key=lambda word: (-len(word), word),
        )
    )
)
# German pronouns in front of their verb, for what was named before: "Den hat mein Bruder", "der ist nett".
_DEMONSTRATIVE = (
    r"(?:der|die|den|dem|denen)\s(?=(?:ist|sind|war|waren|hat|hab|habe|haben|hatten?|wird|kann|will|wollen|muss|soll|mag"
    r"|kommt|geht|macht|weiß|wissen|kenn\w{0,2}|find\w{0,3})\b)"
)
# Words at the beginning of a sentence that refer to an earlier one.
_POINTS_BACK = re.compile(
    r"\A(?:(?:(?:and|but|so|because|then|also|or|und|aber|y|pero)\b[\s,]*+)*+(?:it|its|it's|he|his|she|her|they|their|them"
    r"|that|that's|this|these|those|there|both|one|er|sie|es|das(?!\s(?-i:[A-ZÄÖÜ]))|ella?|eso|esto|les)\b|[他她它牠]|[这這那]"
    rf"|\W*{_DEMONSTRATIVE})",
    re.IGNORECASE,
)

_OF_SOMEBODY = re.compile(
    r"\W*(?:(?:and|but|so|then|nah?|no|yes|yeah|oh|well|und|aber|nee|nein|ja|y|pero|sí)\b[\s,]{0,3}){0,3}"
    r"(?:he|she|they|his|her|their|er|(?-i:sie)|seine?|ella|él)(?:['’](?:s|d|ll|re|ve))?\s\w"
    # "Starts on the 2nd of November", of somebody named before
    r"|\W*(?:starts|begins|finishes|leaves|moves|works|lives|loves|hates|wants|says|turns) (?-i:[a-z])"
    # "Se jubila el 18", "le gusta la cerámica"
    r"|\W*(?:y |pero )?(?:se (?:(?:jubil|cas|mud|oper|separ|divorci|march|qued)[aó]|va(?! a\b)"
    r"|fue|puso)|cumple (?-i:[a-z0-9])|les? (?:gusta|encanta|interesa|molesta|duele|apetece)n?)\s(?-i:[a-záéíóúñ])"
    r"|\W*(?:但是?|可是|所以)?[他她](?!的?话)"
    rf"|\W*(?:(?:quatsch|nein|ja|ach|na|und|aber)\b[\s,]{{0,3}})?{_DEMONSTRATIVE}",
    re.IGNORECASE,
)


_DOES_THAT = re.compile(
    r"\A[^,;.!?]{0,40}\b(?:do|did|done) that\b|\A\W*das (?:mache?|tu|erledige?) ich\b", re.IGNORECASE
)
_LONGEST = 60  # characters; a longer one says more
_REQUESTS = re.compile(
    r"\W{0,10}+(?:(?:please|pls|plz|so|and|but|then|just|also|oh|bitte|dann|und|also|pues|y|por favor|那)\b[\s,]*|那"
    r"|请|麻烦你?){0,2}"
    r"(?:(?:come (?:and|over|in|here)|bring|tell|ask|(?:call|text) (?:me|us|her|him|them)|let me know|keep me posted"
    r"|send (?:me|us|my|him|her)|give (?:me|him|her|them|my)|don['’]?t (?:worry|forget|tell|say|be|get)"
    r"|take (?:care|it easy|[^.,;]{1,30} (?:with you|along))|put (?:in|it|them) |check (?:it|with|the)"
    r"|chase (?:it|them)"
    r"|(?:send|forward|upload|ping|grab|pass|fetch|hand|turn|open|close|remind|hide|buy|pick up|drop|call|ring|text"
    r"|email)"
    r" (?:me|us|him|her|it|them|that|this|the|some|an?)(?![^,;]*[,;] ?(?!please|pls|thanks))"
    r"|stay (?:by|near|there|put)|leave (?:it|me|them"
    r"|us)"
    r"|say (?:hi|hello)|listen|guess(?! who\b)|wait|enjoy|imagine|look after|get well)\b"
    r"|(?:komm|bring"
    r"|lass (?:dir|dich|mal|uns)|sag|frag|ruf|schreib|gib|schick"
    r"|vergiss|grüße?|erzähl|warte mal|stell dir|denk (?:dran|an)"
    r"|melde? dich|pass (?:auf|gut)|(?:leg|stell|häng|park)e? (?:mir|uns)"
    r"|(?:leg|stell|häng|hol|nimm|kauf|räum|besorg|schalt|mach|klick|lösch|zieh)e? (?:(?:schon|doch|ruhig|bitte|es"
    r"|das|den|die) )?(?:mal|bitte))(?!\w)"
    r"|(?:trae|traed|ven|llévate|quédate"
    r"|(?!respónd|contést|explíc|escríb|háb|llám|trát|resúm|pregúnt|recuérd)[a-záéíóú]{0,6}[áéíóú][a-zñ]{1,6}(?:te"
    r"|me|nos)(?:l[oa]s?)?\b(?!.*\bque\b)"
    r"|di (?:algo|que|hola|lo)|dime|cuéntame|avísame|avisa|llámame|mándame|pásame|dale|saluda|espera un|cuídate"
    r"|no te (?:preocupes|olvides)|ten cuidado)(?!\w)"
    r"|带(?:上|[^，。]{1,6}(?:来|去))|告诉我|(?:记得|别忘了?)(?:[带吃穿早打给把买来叫])|代我|替我|帮我(?:带|拿|买|取|捎|倒|关|开|收|递|占|留|接|送|寄)|(?:发|传"
    r"|转)(?:给)?我|给我(?:发|带|拿|买|留|打)|把[^，。]{1,10}(?:发|传|转|给|带|拿|关|打开)(?:给)?我?|买点?[^，。我]{1,6}[回过]来|快(?:[点来去说])|小心"
    r"|你?先忙)",
    re.IGNORECASE,
)
_SAYS_MORE = re.compile(
    r"\d|\b(?:I|I['’](?:m|ve|ll|d)|my|we|our|ich|mein(?:e[mnrs]?)?|wir|unser\w*|mi|mis|yo|nuestr\w+|because|weil"
    r"|porque"
    r"|always|never|from now on|immer|nie|niemals|ab jetzt|ab sofort|künftig|siempre|nunca|a partir de ahora"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|weekend|tomorrow|tonight"
    r"|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Wochenende|morgen|heute"
    r"|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|hoy)\b|[我周号月]|以后|今后|永远|一直|明天|今天|今晚|后天|星期",
    re.IGNORECASE,
)
# What repeats or adds to what somebody else has said: "62!!", "with the baby too", "und das mit 80".
_LEFT_OVER = re.compile(
    r"\W*(?:[$£€]?\d[\d.,]{0,8}k?\W{2,}\Z"
    r"|(?:(?:and|und|y) )?(?:with|without|mit|ohne|con|sin)"
    r" (?:the|an?|all|your|this|that|dem|den|der|all dem|el|la|los|las|tod[oa]s?)"
    r"(?: [^\W\d]{2,15}){1,2}(?: (?:too|as well|and all|auch|noch|también|encima))\W*\Z)",
    re.IGNORECASE,
)


def statements(text: str, names: Collection[str], question: str = "") -> list[str]:
    """The message as statements of bounded length; none if it only greets, thanks or asks.

    Sentences stay together as long as they fit: what is around it says what a sentence is about. `names` are those
    of the participants: calling somebody says nothing. `question` is what the message answers, if anything; an
    answer counts whatever it says.
    """
    packed = _packed(list(sentences_of(text)))
    assertions = [statement for statement in packed if _tells(statement, names)]
    if not assertions and question:
        assertions = [statement for statement in packed if not asks(statement) or _answers(statement, names)]
    return assertions[:MOST_OF_A_MESSAGE]


def _answers(statement: str, names: Collection[str]) -> bool:
    """Whether it says something before it asks in turn: "Ja, Samstag geht auch. Bringst du deine Freundin mit?"."""
    return any(
        says_something(one, names) and not (asks(one) or only_reacts(one)) for one in sentences_of(statement)
    )


def has_aside(statement: str) -> bool:
    return ASIDE.search(statement) is not None


def is_short(statement: str) -> bool:
    return len(ASIDE.sub("", statement)) < SHORT_ANSWER


def last_question(text: str, names: Collection[str]) -> str:
    """The last question of a message; empty if it has none."""
    return next(reversed(questions_of(text, names)), "")


def questions_of(text: str, names: Collection[str]) -> list[str]:
    """The questions of a message that ask for something, each with a question mark."""
    asked = [
        clip(sentence, QUESTION_CHARS)
        for sentence in sentences_of(text)
        if asks(sentence)
        and says_something(sentence, names)
        and not (has_only_set_phrases(sentence) or is_tag(sentence))
    ]
    return list(map(with_question_mark, asked))


def with_question_mark(question: str) -> str:
    """`does nadia still live there` as `does nadia still live there?`"""
    if question.endswith(_QUESTION_MARKS) or _GREEK_QUESTION.search(question):
        return question
    question = question.rstrip(".。")
    return f"{question}{'？' if _HAN.search(question) else '?'}"


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a message, each with the asides that follow it, and with its correction."""
    together: list[str] = []
    for sentence in with_corrections(split(_CODE.sub("\n", text))):
        for piece in filter(None, (part.strip() for part in ASIDE.split(sentence))):
            if together and not (piece.startswith("[") and not asks(together[-1])):
                yield " ".join(together)
                together.clear()
            together.append(piece)
    if together:
        yield " ".join(together)


@lru_cache(maxsize=1024)
def asks(sentence: str) -> bool:
    """Whether it is a question; a statement with a tag question is none.

    Cached, since each rule asks it first.
    """
    if _UNMARKED_QUESTION.match(sentence):
        return not _tells_before_it_asks(sentence)
    if _QUESTION.search(sentence) is None:
        return False
    tag = _TAG.search(sentence)
    if tag is None and _tells_before_it_asks(sentence):
        return False
    return (
        tag is None
        or _ADDRESSES.search(sentence, 0, tag.start()) is not None
        or tag.start() < SHORTEST_TAGGED
    )


def without_tag(sentence: str) -> str:
    """`There's a regatta on 18 April, are you coming?` without the question at its end."""
    tag = _TAG.search(sentence) or (
        _ASKS_AT_END.search(sentence) if _tells_before_it_asks(sentence) else None
    )
    return sentence[: tag.start()] if tag else sentence


def is_tag(sentence: str) -> bool:
    """Whether it only asks for agreement: `Right??`"""
    return _TAG_ALONE.fullmatch(sentence) is not None


def _tells_before_it_asks(sentence: str) -> bool:
    """`On 3 August I go on leave, who takes over?`: a statement of oneself, and a question behind it."""
    end = _ASKS_AT_END.search(sentence)
    if end is None or end.start() < (FEW_CHARACTERS if _HAN.search(sentence) else SHORTEST_OF_SELF):
        return False
    said = sentence[: end.start()]
    return (
        (
            (_DAY.search(said) is not None and _OF_SELF.search(said) is not None)
            or _IS_OF_SELF.match(said) is not None
        )
        and _ADDRESSES.search(said) is None
        and _ASKS_FIRST.match(said) is None
    )


def is_of_somebody(sentence: str) -> bool:
    """Whether it begins with a pronoun for a person, who must have been named before: "She moved out in May"."""
    return _OF_SOMEBODY.match(sentence) is not None


def names_day(sentence: str) -> bool:
    return _DAY.search(sentence) is not None


def does_what_was_said(sentence: str) -> bool:
    """`I have to do that before Christmas`, `das mach ich morgen`: without what was said before, it tells nothing."""
    return _DOES_THAT.search(sentence) is not None


def points_back(sentence: str) -> bool:
    """Whether it begins with a word that refers to an earlier sentence."""
    return _POINTS_BACK.match(sentence) is not None


def only_reacts(sentence: str) -> bool:
    """Whether it is a mere reaction, such as `Good for you!`, `Ach herrje`, `qué alivio` or `fine by me`, a courtesy,
    or only asks for something.
    """
    said = ASIDE.sub("", sentence)
    if only_consents(said) or has_only_set_phrases(said):
        return True
    if ASIDE.search(sentence) is None and (only_asks(said) or is_courtesy(without_openers(said))):
        return True
    few = (
        len(_HAN.findall(said)) <= FEW_CHARACTERS
        if _HAN.search(said)
        else sum(any(map(str.isalnum, word)) for word in said.split()) <= FEW_WORDS
    )
    return (
        few
        and _UNREAD.search(said) is None
        and ASIDE.search(sentence) is None
        and _TELLS_OF_SELF.search(said) is None
        and _MONTH.search(said) is None
    )


def _tells(statement: str, names: Collection[str]) -> bool:
    return any(
        not asks(sentence)
        and says_something(sentence, names)
        and not only_reacts(said := without_openers(sentence))
        and _LEFT_OVER.match(said) is None
        for sentence in sentences_of(statement)
    )


def says_something(sentence: str, names: Collection[str]) -> bool:
    """Whether it is more than a greeting, thanks or a name; `names` are in lower case."""
    if _CRY.fullmatch(sentence):
        return False
    said = any(word not in _COURTESIES and not _calls(word, names) for word in content_words(sentence))
    return said or _has_chinese_content(sentence)


def _has_chinese_content(sentence: str) -> bool:
    """Whether Chinese text says something although each pair has a grammatical character, as in `我现在住在成都`."""
    return not EMPTY_CJK.issuperset(_HAN.findall(_COMMON_PAIRS.sub("", sentence)))


def _calls(word: str, names: Collection[str]) -> bool:
    """Whether the word is a participant's name or a short form of it."""
    return any(name == word or (len(word) > 2 and name.startswith(word)) for name in names)


def _packed(sentences: Sequence[str]) -> list[str]:
    """Sentences packed into statements. One that refers back starts a new statement with the sentence before it."""
    packed: list[str] = []
    for before, sentence in pairwise(["", *_cut(sentences)]):
        if packed and len(packed[-1]) + 1 + len(sentence) <= STATEMENT_CHARS:
            packed[-1] = joined((packed[-1], sentence))
        elif points_back(sentence) and len(before) + 1 + len(sentence) <= STATEMENT_CHARS:
            packed.append(joined((before, sentence)))
        else:
            packed.append(sentence)
    return packed


def _cut(sentences: Sequence[str]) -> Iterator[str]:
    """The sentences; those that are too long for a statement are cut, between words if possible."""
    for sentence in sentences:
        start, stop = 0, len(sentence)
        while stop - start > STATEMENT_CHARS:
            space = sentence.rfind(" ", start + STATEMENT_CHARS // 2, start + STATEMENT_CHARS)
            end = space if space > 0 else start + STATEMENT_CHARS
            yield sentence[start:end].rstrip()
            space_behind = _SPACE.match(sentence, end)
            start = space_behind.end() if space_behind else end
        yield sentence[start:]


def only_asks(sentence: str) -> bool:
    """`Let me know how it goes.`, `Sag Bescheid`, `trae fotos`, `记得带伞`."""
    asked = _REQUESTS.match(sentence) if len(sentence) <= _LONGEST else None
    return asked is not None and _SAYS_MORE.search(sentence, asked.end()) is None
