"""Sentences that say what somebody no longer has, keeps, plays or belongs to: "I sold the car", "Cello spiele ich nicht
mehr". They end the items about that thing, whatever these say of it.
"""

from memory.language.lexicon import any_of
from ome.strategies.extract_user_profile.languages.grammar import Pattern, ending

_EN_THING = (
    r"(?P<v>(?:[a-z]{2,15} )?[A-Za-z][\w-]{1,20})"
    r"(?=[.,;!)]|$| (?:to|last|in|this|after|because|and|but|so|now|when|for|a|two|years)\b)"
)
ENGLISH: tuple[Pattern, ...] = (
    ending(
        r"\b(?:[Ii]|[Ww]e)(?:['’]ve| have| had to)? (?:sold|sell|got rid of|get rid of|gave away|given away"
        rf"|rehomed|scrapped|gave up|given up|give up|cancelled) (?:the|my|our|both|all) {_EN_THING}",
        r"\b(?:[Ii]|[Ww]e)(?:['’]ve| have)? (?:closed|shut)(?: down)? (?:the|my|our) (?P<v>[a-z]{3,20})"
        r"(?= for good| down\b| in [A-Z]| last )",
        # "The cats are no longer with us", "Our dog isn't with us any more"
        r"\b(?:[Tt]he|[Mm]y|[Oo]ur) (?P<v>[a-z]{3,20}) (?:(?:is|are) no longer with us"
        r"|(?:isn['’]t|aren['’]t) with us any ?more)",
        ends=("about",),
    ),
    ending(r"\bI(?:['’]m| am| have| ['’]ve)? (?:eat|eating|started eating) meat again\b", ends=("diet",)),
    ending(
        r"\b(?:I|[Ww]e)(?:['’]ve| have)? (?:broke(?:n)? up|split up|separated|(?:called|broke(?:n)?) off (?:the|our) "
        r"(?:engagement|wedding))\b",
        r"\b[Ww]e(?:['’]re| are)(?: no longer| not) (?:together|engaged)\b(?! yet)",
        ends=("partner", "about engaged"),
    ),
    ending(
        r"\b(?:[Tt]he|[Oo]ur|[Mm]y) (?:baby|son|daughter|little (?:boy|girl)|twins)(?:['’]s| is| are| was| were)"
        r"(?: finally)? (?:here|born|arrived)\b(?! (?:today|yet|for|to visit|on)\b)",
        r"\b[Ii](?:['’]ve| have)? (?:gave|given) birth\b"
        r"|\b[Ii](?:['’]ve| have|['’]ve had| had)? (?:miscarried|a miscarriage)\b"
        r"|\b(?:[Ii]|[Ww]e)(?:['’]ve| have)? (?:had|lost) (?:the|our) (?:baby|twins)\b",
        ends=("expecting",),
    ),
)

_DE_NOUN = r"(?P<v>[A-ZÄÖÜ][\wäöüß-]{2,25})"
_DE_BETWEEN = r"(?:(?:jetzt|leider|schon|auch|inzwischen|mittlerweile|ja|seit \w+|(?:schon )?lange) ){0,3}"
_DE_END = r"(?=[.,;!)]|$| (?:und|aber|weil|seit|denn)\b)"  # not "nicht mehr gefunden"
_DE_ARTICLE = r"(?:[Ee]in(?:e|en)?|[Dd](?:as|ie|en|er)|[Mm]ein(?:e|en)?|[Uu]nser(?:e|en)?)"
GERMAN: tuple[Pattern, ...] = (
    ending(
        # "Ein Auto hab ich nicht mehr", "Cello spiele ich leider nicht mehr"
        rf"(?:^\W*|[,;] )(?:{_DE_ARTICLE} )?{_DE_NOUN} "
        r"(?:hab(?:e|en)?|besitzen?|fahren?|spielen?|sprechen?|halten?|lernen?) (?:ich|wir) "
        rf"{_DE_BETWEEN}nicht mehr{_DE_END}",
        # "Zum Boxen gehe ich nicht mehr"
        rf"(?:^\W*|[,;] )(?:[Zz]u[mr]|[Ii]ns|[Ii]n (?:den|die|das)) {_DE_NOUN} "
        rf"gehe? ich {_DE_BETWEEN}nicht mehr{_DE_END}",
        rf"\b[Ii]ch gehe? {_DE_BETWEEN}nicht mehr (?:zu[mr]|ins|in (?:den|die|das)) {_DE_NOUN}{_DE_END}",
        # "Ich hab kein Auto mehr", "Wir halten keine Hühner mehr"
        r"\b(?:[Ii]ch|[Ww]ir) (?:hab(?:e|en)?|besitzen?|fahren?|spielen?|halten?) "
        rf"{_DE_BETWEEN}kein(?:e|en)? {_DE_NOUN} mehr{_DE_END}",
        # "Ich hab das Auto verkauft", "Das Cello hab ich aufgegeben"
        rf"\b(?:[Ii]ch|[Ww]ir) hab(?:e|en)? {_DE_BETWEEN}(?:{_DE_ARTICLE} )?{_DE_NOUN} (?:\w+ )?"
        r"(?:verkauft|verschenkt|abgegeben|abgeschafft|aufgegeben|gekündigt)\b",
        rf"(?:^\W*|[,;] )(?:{_DE_ARTICLE} )?{_DE_NOUN} hab(?:e|en)? (?:ich|wir) {_DE_BETWEEN}"
        r"(?:verkauft|verschenkt|abgegeben|abgeschafft|aufgegeben)\b",
        # "Mit dem Cello hab ich aufgehört", "Aus dem Ruderverein bin ich ausgetreten"
        rf"\b(?:[Mm]it|[Aa]us) (?:d(?:em|er) )?{_DE_NOUN} (?:habe?|bin) ich {_DE_BETWEEN}(?:aufgehört|ausgetreten)\b",
        rf"\b[Ii]ch (?:habe?|bin) {_DE_BETWEEN}(?:mit|aus) (?:d(?:em|er) )?{_DE_NOUN} (?:aufgehört|ausgetreten)\b",
        # "Die Katzen leben nicht mehr"
        rf"\b(?:[Dd]ie|[Dd]er|[Dd]as|[Mm]eine?|[Uu]nsere?) {_DE_NOUN} (?:lebt|leben) {_DE_BETWEEN}nicht mehr{_DE_END}",
        ends=("about",),
    ),
    ending(r"\b[Ii]ch esse (?:jetzt |inzwischen |seit \w+ )?wieder Fleisch\b", ends=("diet",)),
    ending(
        r"\b(?:[Ww]ir sind|sind wir) (?:jetzt )?nicht mehr (?:zusammen|verlobt)\b"
        r"|\b(?:hab(?:e|en)?|ist) (?:mit (?:ihm|ihr|[A-ZÄÖÜ]\w+) |jetzt )?Schluss(?: gemacht)?\b"
        r"|\b(?:[Ww]ir haben|haben wir) (?:die|unsere) Verlobung (?:gelöst|aufgelöst)\b",
        ends=("partner", "about verlobt"),
    ),
    ending(
        r"\b(?:[Dd]as Baby|[Uu]nsere? (?:Sohn|Tochter|Kleine[rs]?)|[Dd]ie Zwillinge) (?:ist|sind) (?:endlich )?"
        r"(?:da|geboren|auf der Welt)\b|\b[Ii]ch habe? (?:\w+ ){0,2}(?:entbunden|das Baby verloren)\b"
        r"|\bFehlgeburt\b",
        ends=("expecting",),
    ),
)

_ES_ARTICLE = r"(?:el|la|los|las|mi|mis|un|una|nuestr[oa]s?)"
_ES_THING = r"(?P<v>[a-záéíóúñA-Z][\wáéíóúñ-]{2,25})(?=[.,;!)]|$| (?:y|porque|hace|desde|este|el|ayer)\b)"
_ES_LEFT_SOMEWHERE = any_of(
    r"coche, carro, auto, moto, bici\w*, niñ\w*, perr\w*, gat\w*, trabajo, maletas?, móvil, llaves"
)
SPANISH: tuple[Pattern, ...] = (
    ending(
        # "Ya no tengo coche", "Ya no toco el violonchelo"
        r"\b[Yy]a no (?:tengo|tenemos|toco|juego al?|hablo|conduzco|monto en|estudio|aprendo|voy al?) "
        rf"(?:{_ES_ARTICLE} )?{_ES_THING}",
        # "He vendido el coche", "Dejé el violonchelo"
        r"\b(?:[Hh]e(?:mos)? (?:vendido|regalado)|[Vv]end(?:í|imos)|[Rr]egal(?:é|amos)"
        rf"|(?:[Hh]e(?:mos)? dejado|[Dd]ej(?:é|amos))(?! \w+ {_ES_LEFT_SOMEWHERE})) "
        rf"{_ES_ARTICLE} {_ES_THING}",
        # "Me salí del coro", "Me he dado de baja del gimnasio"
        r"\b[Mm]e (?:salí|borré|di de baja|he salido|he borrado|he dado de baja) de(?:l| la) "
        rf"{_ES_THING}",
        ends=("about",),
    ),
    ending(r"\b(?:[Vv]uelvo|[Vv]olví|[Hh]e vuelto) a comer carne\b", ends=("diet",)),
    ending(
        r"\b(?:[Hh]emos roto|[Rr]ompimos|[Hh]emos cortado|[Cc]ortamos|[Ll]o hemos dejado|[Ll]o dejamos)\b"
        r"(?! (?:para|a|el|la|en|todo|con)\b)"
        r"|\b[Yy]a no estamos (?:junt[oa]s|comprometid[oa]s|prometid[oa]s)\b",
        ends=("partner", "about comprometida", "about comprometido", "about prometida", "about prometido"),
    ),
    ending(
        r"\b(?:[Yy]a )?(?:ha nacido|nació) (?:mi|nuestr[oa]|el|la) (?:hij[oa]|beb[eé]|niñ[oa])\b"
        r"|\b(?:[Dd]i|[Hh]e dado) a luz\b|\b(?:[Pp]erdí|[Hh]e perdido) (?:al|el) beb[eé]\b",
        ends=("expecting",),
    ),
)

_ZH_THING = r"(?P<v>(?!时间|工作|办法|意思|钱|什么|人|意见|问题|事|空|[你您他她它])[\u4e00-\u9fff]{1,5}?)"
CHINESE: tuple[Pattern, ...] = (
    ending(
        # 我现在没有车了, 猫已经不养了
        rf"(?:^|[，。])(?:我们?家?|家里)(?:现在|已经|早就|早)*没有?{_ZH_THING}了(?=[，。！]|$)",
        rf"(?:^|[，。])(?:我们?家?)(?:现在|已经|早就|早)*不再?(?:养|弹|拉|开|玩|打|学|骑){_ZH_THING}了(?=[，。！]|$)",
        # 葡萄牙语我不学了
        rf"(?:^|[，。]){_ZH_THING}(?:我|我们)(?:现在|已经)?不再?(?:学|练|弹|拉|打|玩|养|去)了(?=[，。！]|$)",
        # 我把车卖了, 车已经卖掉了
        rf"(?:^|[，。])(?:我们?家?)?(?:已经|刚)?把?{_ZH_THING}(?:已经|都)?(?:卖|送人|送)(?:掉|出去)?了(?=[，。！]|$)",
        # 我退出了合唱团
        rf"(?:^|[，。])我(?:已经|刚)?退(?:出)?了{_ZH_THING}(?=[，。！]|$)",
        ends=("about",),
    ),
    ending(r"我(?:现在)?(?:又|重新)(?:开始)?吃(?:肉|荤)了", ends=("diet",)),
    ending(r"我(?:已经|刚)?从[^，。！？]{1,12}(?:辞职|离职)了", ends=("job", "employer")),
    ending(r"我们(?:已经)?(?:不在一起了|取消(?:了)?婚约|解除(?:了)?婚约)", ends=("partner", "about 订婚")),
    ending(
        r"(?:宝宝|孩子|女儿|儿子)(?:终于|已经)?(?:出生|生下来|降生)了(?=[，。！]|$)|(?:^|[，。])我(?:昨天|前天|上周|已经)?生了(?=[，。！]|$)"
        r"|我(?:上周|上个月)?流产了",
        ends=("expecting",),
    ),
)
