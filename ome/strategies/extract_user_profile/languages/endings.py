"""Sentences that say that something no longer holds: "I sold the car", "Cello spiele ich nicht mehr", "me gradué".

Those that end "about" something end the items about that thing, whatever these say of it. Patterns of what begins stand
with their languages; an item that takes the place of another needs no ending.
"""

from memory.language.lexicon import any_of
from ome.strategies.extract_user_profile.languages.grammar import Pattern, ending

_I = r"\bI(?:['’]ve| have)?(?: (?:just|finally|now|already)){0,2}"
_WE = r"\b(?:[Ii]|[Ww]e)(?:['’]ve| have)?(?: (?:just|finally|now|already|had to)){0,2}"
_THING = (
    r"(?P<v>(?:[a-z]{2,15} )?[A-Za-z][\w-]{1,20})"
    r"(?=[.,;!)]|$| (?:to|last|in|this|after|because|and|but|so|now|when|for|a|two|years)\b)"
)
_PARTED_WITH = any_of("""
    sold, got rid of, gave away, given away, rehomed, scrapped, gave up, given up,
    (?<=had to )(?:sell|get rid of|give away|give up)
""")
# "Car died this morning" is no death.
_NAME = (
    r"(?P<v>(?!(?:Car|Phone|Battery|Laptop|Computer|Bike|Van|Fridge|Oven|Boiler|Engine)\b)[A-Z][a-z]{1,15})"
)
_DIED = (
    r"(?: (?:has|just|sadly)){0,2} (?:died|passed away)\b"
    r"(?! (?:laughing|of (?:laughter|shame|boredom)|inside|a little))"
)
_PARENTS = any_of("mother, father, mom, mum, dad, grandmother, grandfather, grandma, grandpa")
_KIN = any_of("son, daughter, brother, sister, cousin, uncle, aunt")
_COURSES = r"(?:degree|studies|PhD|doctorate|master['’]?s|bachelor['’]?s|course)"
_DROPPED_OUT = (
    r"dropped out(?=[.,;!)]|$| of (?:\w+ )?(?:uni|university|college|school|my (?:degree|course))\b)"
)
ENGLISH: tuple[Pattern, ...] = (
    ending(
        rf"{_WE} {_PARTED_WITH} (?:the|my|our|both|all) {_THING}",
        # "I closed the bakery in June", but not "I closed the bakery, then went home"
        rf"{_WE} (?:closed|shut)(?: down)? (?:the|my|our) (?P<v>[a-z]{{3,20}})(?= for good| down\b| in [A-Z]| last )",
        # "The cats are no longer with us", "Our band split up"
        r"\b(?:[Tt]he|[Mm]y|[Oo]ur) (?P<v>[a-z]{3,20}) (?:(?:is|are) no longer with us"
        r"|(?:is|are)n['’]t with us any ?more)",
        r"\b(?:[Tt]he|[Mm]y|[Oo]ur) (?P<v>band|choir|club|team|group|quartet) (?:has )?"
        r"(?:split up|broke up|disbanded|folded)\b",
        # "Miso died last night", "We had to put Rex down"
        rf"\b{_NAME}{_DIED}",
        rf"\bhad to (?:have |put ){_NAME} (?:put )?(?:down|to sleep)\b",
        # "I've left Bosch"
        rf"{_I} (?:left|quit) (?P<v>(?!I\b)[A-Z][\w&]{{1,20}})(?=[.,;!)]|$| (?:last|in|after|for good|because)\b)",
        ends=("about",),
    ),
    ending(
        # "Bosch let me go", but not "let me go and look", "they let me go early"
        r"\b[A-Z]\w+ let me go(?=[.,;!)]|$| (?:in|last|after|because)\b)",
        r"\b(?:laid me off|fired me|made me redundant)\b",
        r"\bI(?:['’]ve been| was| have been) (?:made redundant|let go(?! early\b))\b",
        ends=("job", "employer"),
    ),
    ending(rf"{_I} (?:graduated\b|{_DROPPED_OUT}|(?:finished|completed) my {_COURSES}\b)", ends=("studies",)),
    ending(rf"{_I} (?:qualified as|finished my (?:training|apprenticeship))\b", ends=("about training",)),
    ending(
        rf"{_I} (?:passed my driving test|got my (?:driving |driver['’]s )?licen[cs]e)\b",
        ends=("plans is learning to drive",),
    ),
    ending(
        r"\bI(?:['’]m| am) (?:no longer|not) allergic to (?:the )?(?P<v>[a-z]{3,15})\b",
        rf"{_I} (?:grown out of|outgrown|outgrew|grew out of) my (?P<v>[a-z]{{3,15}}) allergy\b",
        ends=("allergy",),
        even_if_unsure=True,
    ),
    ending(
        r"\bI(?:['’]m| am) back (?:at|to) work\b",
        r"\b[Mm]y (?:maternity|paternity|parental) leave (?:is over|ended|has ended)\b",
        ends=("leave",),
    ),
    ending(
        rf"{_I} moved out (?:of|from) (?:my|our) (?:parents|mum|mom|dad|folks|nan|gran)\b",
        ends=("household",),
    ),
    ending(
        rf"\b[Mm]y (?P<k>{_PARENTS})(?:,? {_NAME},?)?{_DIED}",
        r"\bI lost my (?P<k>mother|father|mom|mum|dad)\b",
        rf"\b[Mm]y (?P<k>{_KIN}),? {_NAME},?{_DIED}",
        ends=("family",),
    ),
    ending(
        rf"\b[Mm]y (?:(?:older|younger|elder|big|little|twin|only) )?(?P<k>{_KIN}){_DIED}",
        rf"\bI lost my (?:(?:older|younger|elder|big|little|twin|only) )?(?P<k>{_KIN})"
        r"(?=[.!]|$| (?:to \w|last year|in [A-Z\d]))",
        ends=("unnamed family",),
    ),
    ending(
        rf"\b[Mm]y (?:husband|wife|partner|boyfriend|girlfriend)(?:,? [A-Z]\w+,?)?{_DIED}", ends=("partner",)
    ),
    ending(
        r"\b[Ii](?: have|['’]ve got) a (?:new )?(?:boyfriend|girlfriend|partner)\b",
        r"\bI['’]m (?:seeing|dating) (?:someone|somebody)\b|\b[Ww]e(?:['’]re| are) (?:together|a couple) now\b",
        ends=("about single",),
    ),
    ending(
        rf"{_WE} (?:broken? up|split up(?! (?:at|to|into|for)\b)|separated)\b",
        rf"{_WE} (?:called|broken?) off (?:the|our) (?:engagement|wedding)\b",
        r"\b[Ww]e(?:['’]re| are)(?: no longer| not) (?:together|engaged)\b(?! yet)",
        ends=("partner", "about engaged"),
    ),
    ending(
        r"\b(?:[Tt]he|[Oo]ur|[Mm]y) (?:baby|son|daughter|little (?:boy|girl)|twins)(?:['’]s| is| are| was| were)"
        r"(?: finally)? (?:here|born|arrived)\b(?! (?:today|yet|for|to visit|on)\b)",
        rf"{_I} (?:gave birth|given birth|miscarried|had a miscarriage)\b",
        rf"{_WE} (?:had|lost) (?:the|our) (?:baby|twins)\b",
        ends=("expecting",),
    ),
    ending(
        r"\bI(?:['’]m| am| have|['’]ve)? (?:eat|eating|started eating) (?:meat|fish|chicken|poultry|seafood) again\b"
        r"(?! and again)",
        r"\bI(?:['’]ve| have)? (?:gone|went|am|['’]m) back (?:to|on) (?:eating )?"
        r"(?:meat|fish|chicken|poultry|seafood)\b",
        ends=("diet",),
    ),
)

_NOUN = r"(?P<v>[A-ZÄÖÜ][\wäöüß-]{2,25})"
_BETWEEN = r"(?:(?:jetzt|leider|schon|auch|inzwischen|mittlerweile|ja|seit \w+|(?:schon )?lange) ){0,3}"
_CLAUSE_ENDS = r"(?=[.,;!)]|$| (?:und|aber|weil|seit|denn)\b)"
_NOT_ANY_MORE = rf"nicht mehr{_CLAUSE_ENDS}"  # not "nicht mehr gefunden"
_ARTICLE = r"(?:[Ee]in(?:e|en)?|[Dd](?:as|ie|en|er)|[Mm]ein(?:e|en)?|[Uu]nser(?:e|en)?)"
_CLAUSE = r"(?:^\W*|[,;] )"
_ICH_HABE = r"\b(?:[Ii]ch|[Ww]ir) hab(?:e|en)?"
_GONE = (
    r"(?:verkauft|verschenkt|abgegeben|abgeschafft|aufgegeben|gekündigt"
    r"|(?:im [A-ZÄÖÜ]\w+|endgültig|für immer) geschlossen)\b"
)
_DO = r"(?:hab(?:e|en)?|besitzen?|fahren?|spielen?|sprechen?|halten?|lernen?|brauchen?|tragen?)"
_FINISHED = r"(?:abgeschlossen|abgebrochen|beendet|geschmissen|fertig)\b"
_TO = r"(?:[Zz]u[mr]|[Ii]ns|[Ii]n (?:den|die|das))"
GERMAN: tuple[Pattern, ...] = (
    ending(
        # "Ein Auto hab ich nicht mehr", "Zum Boxen gehe ich nicht mehr"
        rf"{_CLAUSE}(?:{_ARTICLE} )?{_NOUN} {_DO} (?:ich|wir) {_BETWEEN}{_NOT_ANY_MORE}",
        rf"{_CLAUSE}{_TO} {_NOUN} gehe? ich {_BETWEEN}{_NOT_ANY_MORE}",
        rf"\b[Ii]ch gehe? {_BETWEEN}nicht mehr {_TO} {_NOUN}(?=[.,;!)]|$)",
        # "Ich hab kein Auto mehr"
        rf"\b(?:[Ii]ch|[Ww]ir) {_DO} {_BETWEEN}kein(?:e|en)? {_NOUN} mehr{_CLAUSE_ENDS}",
        # "Ich hab das Auto verkauft", "Das Cello hab ich aufgegeben"
        rf"{_ICH_HABE} {_BETWEEN}(?:{_ARTICLE} )?{_NOUN} (?:\w+ )?{_GONE}",
        rf"{_CLAUSE}(?:{_ARTICLE} )?{_NOUN} hab(?:e|en)? (?:ich|wir) {_BETWEEN}{_GONE}",
        # "Mit dem Cello hab ich aufgehört", "Aus dem Ruderverein bin ich ausgetreten", "Bei Bosch hab ich aufgehört"
        rf"\b(?:[Mm]it|[Aa]us|[Bb]ei) (?:d(?:em|er) )?{_NOUN} (?:habe?|bin) ich {_BETWEEN}(?:aufgehört|ausgetreten)\b",
        rf"\b[Ii]ch (?:habe?|bin) {_BETWEEN}(?:mit|aus|bei) (?:d(?:em|er) )?{_NOUN} (?:aufgehört|ausgetreten)\b",
        # "Die Katzen leben nicht mehr", "Miso ist gestern gestorben", "Wir mussten Rex einschläfern lassen"
        rf"\b(?:[Dd]ie|[Dd]er|[Dd]as|[Mm]eine?|[Uu]nsere?) {_NOUN} (?:lebt|leben) {_BETWEEN}{_NOT_ANY_MORE}",
        rf"{_CLAUSE}(?!Es\b|Er\b|Sie\b){_NOUN} ist (?:\w+ ){{0,2}}(?:gestorben|tot|verstorben)\b",
        rf"\b(?:[Ww]ir mussten|[Ii]ch musste) {_NOUN} (?:\w+ ){{0,2}}einschläfern\b",
        # "Den Führerschein hab ich bestanden", "Unsere Band hat sich aufgelöst"
        r"\b[Dd]en (?P<v>Führerschein) habe? ich (?:\w+ ){0,2}(?:bestanden|geschafft)\b",
        r"\b[Uu]nsere? (?P<v>Band|Chor|Gruppe|Mannschaft|Verein) (?:hat sich aufgelöst|gibt es nicht mehr)\b",
        # "Meine Ausbildung hab ich abgeschlossen"
        rf"\b[Ii]ch habe? (?:\w+ ){{0,2}}(?:meine|die) (?P<v>Ausbildung) (?:\w+ ){{0,2}}{_FINISHED}",
        rf"\b[Mm]eine (?P<v>Ausbildung) habe? ich (?:\w+ ){{0,2}}{_FINISHED}",
        ends=("about",),
    ),
    ending(
        rf"\b[Mm]ein Studium (?:habe?|ist) (?:\w+ ){{0,3}}{_FINISHED}",
        rf"\b[Ii]ch habe? (?:\w+ ){{0,2}}(?:mein|das) Studium (?:\w+ ){{0,2}}{_FINISHED}",
        r"\b[Ii]ch bin (?:\w+ ){0,2}mit dem Studium fertig\b",
        ends=("studies",),
    ),
    ending(
        rf"\b(?:[Ii]ch bin|bin ich) (?:jetzt )?nicht mehr (?:allergisch )?gegen {_NOUN}",
        rf"\b[Gg]egen {_NOUN} bin ich (?:jetzt )?nicht mehr allergisch\b",
        ends=("allergy",),
    ),
    ending(
        r"\b[Ii]ch bin (?:wieder|zurück) (?:im Job|in der Arbeit|auf der Arbeit|aus der Elternzeit)\b",
        r"\b[Mm]eine (?:Elternzeit|Mutterschutzzeit) ist (?:vorbei|zu Ende|um)\b",
        ends=("leave",),
    ),
    ending(r"\b[Ii]ch bin (?:\w+ ){0,3}bei meinen Eltern ausgezogen\b", ends=("household",)),
    ending(
        r"\b[Mm]eine? (?P<k>Mutter|Vater|Mama|Papa|Oma|Opa|Großmutter|Großvater)(?: (?P<v>[A-ZÄÖÜ]\w+))? "
        r"ist (?:\w+ ){0,3}(?:gestorben|verstorben)\b",
        ends=("family",),
    ),
    ending(
        r"\b[Mm]eine? (?:(?:große|ältere|kleine|jüngere)r? )?(?P<k>Schwester|Bruder|Tochter|Sohn|Cousine?|Tante|Onkel) "
        r"ist (?!(?:\w+ )?vor (?:Lachen|Scham|Schreck|Angst|Langeweile)|fast\b|beinahe\b)"
        r"(?:\w+ ){0,3}(?:gestorben|verstorben)\b(?! vor\b)",
        ends=("unnamed family",),
    ),
    ending(
        r"\b[Mm]eine? (?:Mann|Frau|Freund|Freundin|Partner(?:in)?)(?: [A-ZÄÖÜ]\w+)? "
        r"ist (?:\w+ ){0,3}(?:gestorben|verstorben)\b",
        ends=("partner",),
    ),
    ending(
        r"\b[Ii]ch habe? (?:jetzt )?(?:einen (?:neuen )?Freund|eine (?:neue )?(?:feste )?Freundin)"
        r"(?=[.,;!)]|$| gefunden\b)",
        r"\b[Ii]ch bin (?:jetzt |wieder )?vergeben\b",
        ends=("about single", "about ledig"),
    ),
    ending(
        r"\b(?:[Ww]ir sind|sind wir) (?:jetzt )?nicht mehr (?:zusammen|verlobt)\b",
        # not "Für heute hab ich Schluss gemacht"
        r"\b[Mm]it (?:ihm|ihr|[A-ZÄÖÜ]\w+) (?:habe? ich )?(?:jetzt )?Schluss gemacht\b",
        r"\b(?:[Ww]ir haben|haben wir) (?:die|unsere) Verlobung (?:gelöst|aufgelöst)\b",
        ends=("partner", "about verlobt"),
    ),
    ending(
        r"\b(?:[Dd]as Baby|[Uu]nsere? (?:Sohn|Tochter|Kleine[rs]?)|[Dd]ie Zwillinge) (?:ist|sind) (?:endlich )?"
        r"(?:da|geboren|auf der Welt)\b",
        r"\b[Ii]ch habe? (?:\w+ ){0,2}(?:entbunden|das Baby verloren)\b|\bFehlgeburt\b",
        ends=("expecting",),
    ),
    ending(
        r"\b[Ii]ch esse (?:jetzt |inzwischen |seit \w+ )?wieder (?:Fleisch|Fisch|Geflügel|Huhn)\b",
        ends=("diet",),
    ),
)

_EL = r"(?:el|la|los|las|mi|mis|un|una|nuestr[oa]s?)"
_COSA = r"(?P<v>[a-záéíóúñA-Z][\wáéíóúñ-]{2,25})(?=[.,;!)]|$| (?:y|porque|hace|desde|este|el|ayer)\b)"
_NOMBRE = r"(?P<v>[A-ZÁÉÍÓÚÑ][a-záéíóúñ]{2,15})"
_MURIO = r"(?:ha muerto|se murió|murió|falleció|ha fallecido)\b"
_LEFT_SOMEWHERE = any_of(
    r"coche, carro, auto, moto, bici\w*, niñ\w*, perr\w*, gat\w*, trabajo, maletas?, móvil, llaves"
)
_HAGO = any_of("""
    tengo, tenemos, toco, juego al?, hablo, conduzco, monto en, estudio, aprendo, voy al?, uso, llevo, necesito
""")
SPANISH: tuple[Pattern, ...] = (
    ending(
        # "Ya no tengo coche", "He vendido el coche", "Dejé el violonchelo", but not "Dejé el coche"
        rf"\b[Yy]a no {_HAGO} (?:{_EL} )?{_COSA}",
        rf"\b(?:[Hh]e(?:mos)? (?:vendido|regalado)|[Vv]end(?:í|imos)|[Rr]egal(?:é|amos)) {_EL} {_COSA}",
        rf"\b(?:[Hh]e(?:mos)? dejado|[Dd]ej(?:é|amos))(?! \w+ {_LEFT_SOMEWHERE}) {_EL} {_COSA}",
        # "Me salí del coro"
        rf"\b[Mm]e (?:salí|borré|di de baja|he salido|he borrado|he dado de baja) de(?:l| la) {_COSA}",
        # "Miso murió ayer", "Tuvimos que sacrificar a Rex"
        rf"\b{_NOMBRE} {_MURIO}",
        rf"\b[Tt]uvimos que (?:sacrificar|dormir) a {_NOMBRE}\b",
        ends=("about",),
    ),
    ending(
        r"\b[Mm]e (?:gradué|he graduado)\b",
        r"\b(?:[Tt]erminé|[Hh]e terminado|[Aa]cabé|[Hh]e acabado|[Dd]ejé|[Hh]e dejado) "
        r"(?:la carrera|los estudios|la universidad|el máster|el doctorado)\b",
        ends=("studies",),
    ),
    ending(
        r"\b[Yy]a no soy alérgic[oa] al? (?P<v>(?:(?:la|los|las) )?[a-záéíóúñ]{3,15})\b", ends=("allergy",)
    ),
    ending(r"\b(?:[Hh]e vuelto|[Vv]olví) al trabajo\b|\b[Ss]e me acabó la baja\b", ends=("leave",)),
    ending(
        r"\b[Mm]e (?:fui|he ido|mudé|he mudado) de (?:la )?casa de mis padres\b",
        r"\b[Mm]e (?:independicé|he independizado)\b",
        ends=("household",),
    ),
    ending(
        rf"\b[Mm]i (?P<k>madre|padre|mamá|papá|abuela|abuelo)(?: {_NOMBRE})? {_MURIO}",
        ends=("family",),
    ),
    ending(
        rf"\b[Mm]i (?P<k>herman[oa]|hij[oa]|prim[oa]|tí[oa])(?: (?:mayor|menor|pequeñ[oa]))? {_MURIO}"
        r"(?! de (?:risa|vergüenza|miedo|envidia|sueño))",
        ends=("unnamed family", "unnamed children una", "unnamed children un"),
    ),
    ending(
        rf"\b[Mm]i (?:marido|mujer|espos[oa]|pareja|novi[oa])(?: [A-ZÁÉÍÓÚÑ]\w+)? {_MURIO}",
        ends=("partner",),
    ),
    ending(
        r"\b(?:[Yy]a |[Aa]hora )?tengo (?:novi[oa]|pareja)(?=[.,;!)]|$)",
        ends=("about soltera", "about soltero"),
    ),
    ending(
        # "Eva y yo lo dejamos", but not "Lo dejamos así", "Rompimos un vaso"
        r"\b(?:[A-ZÁÉÍÓÚÑ]\w+|[Mm]i (?:novi[oa]|pareja|prometid[oa])) y yo "
        r"(?:hemos roto|rompimos|hemos cortado|cortamos|lo hemos dejado|lo dejamos)(?=[.,;!)]|$| hace\b)",
        r"\b(?:[Hh]emos roto|[Hh]emos cortado)(?=[.,;!)]|$)",
        r"\b[Yy]a no estamos (?:junt[oa]s|comprometid[oa]s|prometid[oa]s)\b",
        ends=("partner", "about comprometida", "about comprometido", "about prometida", "about prometido"),
    ),
    ending(
        r"\b(?:ha nacido|nació) (?:mi|nuestr[oa]|el|la) (?:hij[oa]|beb[eé]|niñ[oa])\b",
        r"\b(?:[Dd]i|[Hh]e dado) a luz\b|\b(?:[Pp]erdí|[Hh]e perdido) (?:al|el) beb[eé]\b",
        ends=("expecting",),
    ),
    ending(r"\b(?:[Vv]uelvo|[Vv]olví|[Hh]e vuelto) a comer (?:carne|pescado|pollo)\b", ends=("diet",)),
)

_HAN = r"[\u4e00-\u9fff]"
_NO_THING = "时间|工作|办法|意思|钱|什么|人|意见|问题|事|空|[你您他她它]"
_ZH_THING = rf"(?P<v>(?!{_NO_THING}){_HAN}{{1,5}}?)"
_ZH_CLAUSE = r"(?:^|[，。])"
_ZH_END = r"(?=[，。！]|$)"
_ZH_NOW = "(?:现在|已经|早就|早|刚|终于)*"
_ZH_WHEN = r"(?:昨天|前天|上周|上个月|去年|今年|前年|已经|[\d一二三四五六七八九十]{1,3}月(?:份)?){0,2}"
CHINESE: tuple[Pattern, ...] = (
    ending(
        # 我现在没有车了, 我们家不养猫了, 葡萄牙语我不学了
        rf"{_ZH_CLAUSE}(?:我们?家?|家里){_ZH_NOW}没有?{_ZH_THING}了{_ZH_END}",
        rf"{_ZH_CLAUSE}我们?家?{_ZH_NOW}不再?(?:养|弹|拉|开|玩|打|学|骑|戴){_ZH_THING}了{_ZH_END}",
        rf"{_ZH_CLAUSE}{_ZH_THING}我们?{_ZH_NOW}不再?(?:学|练|弹|拉|打|玩|养|去)了{_ZH_END}",
        # 我把车卖了, 我退出了合唱团, 咪咪昨天死了
        rf"{_ZH_CLAUSE}(?:我们?家?)?{_ZH_NOW}把?{_ZH_THING}(?:已经|都)?(?:卖|送人|送)(?:掉|出去)?了{_ZH_END}",
        rf"{_ZH_CLAUSE}我{_ZH_NOW}退出?了{_ZH_THING}{_ZH_END}",
        rf"{_ZH_CLAUSE}(?P<v>(?![我他她它你]){_HAN}{{2,3}}?){_ZH_WHEN}(?:死了|去世了|走丢了)",
        ends=("about",),
    ),
    ending("我(?:大学|研究生|博士|硕士|已经|刚|今年)*(?:毕业|退学|肄业)了", ends=("studies",)),
    ending(rf"我{_ZH_NOW}[对對](?P<v>{_HAN}{{1,5}}?)(?:已经)?不[过過]敏了", ends=("allergy",)),
    ending(rf"产假(?:已经)?(?:结束|休完)了|我休完产假|我{_ZH_NOW}(?:回去|开始)上班了", ends=("leave",)),
    ending(rf"我{_ZH_NOW}从(?:爸妈|父母|爸爸妈妈)家?里?搬出来", ends=("household",)),
    ending(
        rf"我的?(?P<k>妈妈|爸爸|母亲|父亲|奶奶|爷爷|外婆|外公){_ZH_WHEN}(?:去世|过世)了",
        ends=("family",),
    ),
    ending(
        rf"我的?(?P<k>姐姐|妹妹|哥哥|弟弟|儿子|女儿|叔叔|姑姑|舅舅|姨妈){_ZH_WHEN}(?:去世|过世)了",
        ends=("unnamed family", "unnamed family 一个"),
    ),
    ending(rf"我的?(?:老公|老婆|丈夫|妻子|男朋友|女朋友){_ZH_WHEN}(?:去世|过世)了", ends=("partner",)),
    ending(rf"我{_ZH_NOW}(?:有(?:男|女)朋友|脱单|谈恋爱)了", ends=("about 单身",)),
    ending("我们(?:已经)?(?:不在一起了|取消了?婚约|解除了?婚约)", ends=("partner", "about 订婚")),
    ending(rf"我{_ZH_NOW}从[^，。！？]{{1,12}}(?:辞职|离职)了", ends=("job", "employer")),
    ending(
        rf"(?:宝宝|孩子|女儿|儿子)(?:终于|已经)?(?:出生|生下来|降生)了{_ZH_END}",
        rf"{_ZH_CLAUSE}我{_ZH_WHEN}生了{_ZH_END}|我{_ZH_WHEN}流产了",
        ends=("expecting",),
    ),
    ending(
        rf"{_ZH_CLAUSE}我?(?:现在|今年|最近|已经)?(?:开始)?(?:又|重新)(?:开始)?吃(?:肉|荤|鱼|海鲜)了",
        ends=("diet",),
    ),
)
