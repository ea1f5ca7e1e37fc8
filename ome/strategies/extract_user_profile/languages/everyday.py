"""What people say of their everyday life: their youth, what they teach, the way to work, what they wear to see and
hear, the business they own. "I cycle to work", "Ich bin Jahrgang 1980". The same slots in four languages, side by side.
"""

from memory.language.lexicon import any_of
from memory.language.third_person.english import with_s
from ome.strategies.extract_user_profile.languages.grammar import Pattern

_STOP = r"[.,;!)]|$| (?:and|but|so|since|because|y|pero|desde|porque|und|aber|weil)\b"
_END = f"(?={_STOP})"
_END_HAN = r"(?=[，。！？；,.!?\s]|了(?:[，。！]|$)|$)"
_YEAR = r"(?P<v>(?:19|20)\d\d)"
_RANK_EN = r"the (?:youngest|oldest|eldest|middle one) of (?:three|four|five|six|seven|eight|\d{1,2})"
_RANK_DE = r"(?:die|der) (?:Jüngste|Älteste|Mittlere) von (?:drei|vier|fünf|sechs|sieben|acht|\d{1,2})"
_RANK_ES = (
    r"(?:la|el) (?:pequeñ[oa]|mayor|menor|mediana?) de (?:tres|cuatro|cinco|seis|siete|ocho) herman[oa]s"
)
_PLACE_ES = r"[A-ZÁÉÍÓÚ][\wáéíóúñ]+(?: [A-ZÁÉÍÓÚ][\wáéíóúñ]+)?"
_NOT_ES = r"(?<![Nn]o )(?<![Nn]unca )"
_PLACE = r"(?!the [a-z])[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?"
_PLACE_DE = r"[A-ZÄÖÜ][\wäöüß-]+"


def _with_s(text: str) -> str:
    """`take the bus` as `takes the bus`."""
    verb, _, rest = text.partition(" ")
    return f"{with_s(verb)} {rest}".rstrip()


# "I'm teaching on Mondays", "I'm teaching my dog"
_NOT_TAUGHT = any_of(r"""
    you\b, him\b, her\b, them\b, us\b, my, an?\b, it\b, at\b, in\b, on\b, today, tomorrow, tonight, now, here,
    there, again, until, till, all\b, every\b
""")
_COACHED = any_of(r"""
    kids, children, girls, boys, juniors, beginners, youth, under-?[\w]+, football, rugby, hockey, netball,
    tennis, swimming, rowing, athletics, basketball
""")
_GOALS = any_of("""
    licen[cs]e, degree, diploma, certificate, qualification, PhD, master['’]?s, A-levels, bar, finals
""")
_CLASSES = any_of("""
    pottery, ceramics, yoga, pilates, judo, karate, ballet, archery, gymnastics, carpentry, woodwork,
    embroidery, calligraphy, taekwondo, tai chi, crossfit, improv, stand-up
""")
_SINCE_TODAY = any_of("breakfast, lunch, this, six, seven, eight, nine, noon")
_KEPT = any_of("hens, chickens, goats, sheep, pigs, ducks, alpacas, beehives, hives, quails, pigeons")

ENGLISH = (
    Pattern("born: Was born in {v}", rf"\bI was born in {_YEAR}\b"),
    Pattern(
        "youth: Grew up {v}",
        rf"\bI grew up (?P<v>(?:in|on) an? (?:[a-z]+ ){{0,3}}(?:village|town|suburb|farm|island)"
        rf"(?: (?:near|outside|by|in|just outside) [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)?){_END}",
    ),
    Pattern(
        "home: Lives in {v}",
        r"\b(?:I|[Ww]e) rent an? (?:[a-z]+ ){0,2}(?:room|flat|apartment|house|studio|bedsit|cottage) in"
        rf" (?P<v>{_PLACE}){_END}",
    ),
    Pattern(
        "home: Lives in {v}",
        # "We're all squashed into two rooms in Leeds", "I'm finally back home in Leeds"
        r"(?:^\W*|(?<!if )(?<!when )(?<!once )\b[Ww]e(?:['’]re| are) )"
        r"(?:(?:all|both|still|currently|now) ){0,2}(?:squashed|crammed|squeezed|packed) into "
        r"(?:one|two|three|four|an?) (?:(?:tiny|small|little) )?(?:bedrooms?|rooms?|flat|studio|bedsit) in "
        rf"(?P<v>{_PLACE}){_END}"
        r"|(?<!if )(?<!when )(?<!once )\b(?:I['’]m|I am|[Ww]e['’]re|[Ww]e are) "
        rf"(?:(?:finally|now|all) )?back home in (?P<v2>{_PLACE})(?=[.,;!)]|$| (?:now|again|and|after)\b)"
        r"(?![^.!?]{0,40}\b(?:for|till|until|visiting|week|parents)\b)",
        even_if_unsure=True,
    ),
    Pattern(
        "home: Lives in {v}",
        r"\b(?:I|[Ww]e)(?:['’]ve| have)?(?: (?:just|finally))? (?:got|picked up|collected|have) "
        r"the keys (?:to|for) (?:our|my) "
        rf"(?:[a-z]+ )?(?:house|home|flat|apartment|cottage) in (?P<v>{_PLACE})(?=[.,;!)]|$| (?:and|on|last|this|today"
        r"|yesterday|so|now)\b)(?![^.!?]{0,40}\b(?:holidays?|weekends?|summer|rent|let)\b)",
    ),
    Pattern(
        "job: Teaches {v}",
        rf"\bI(?:['’]m| am) teaching (?P<v>(?!{_NOT_TAUGHT})[a-z]+)"
        r"(?= (?:on|at|to|every|twice|once|part-time)\b|[.,;!)]|$)",
        beside=True,
    ),
    Pattern(
        "employer: Works at the {v}",
        r"\bI(?:['’]ve got| have) an? (?:(?:part-time|weekend|full-time|summer|evening|Saturday) )?job "
        rf"at the (?P<v>(?:local )?[a-z]+(?: [a-z]+)?){_END}",
    ),
    Pattern(
        "household: Lives in a household of {v}",
        r"\b[Tt]here(?:['’]s| are| is) (?P<v>two|three|four|five|six|seven|eight|nine|ten) of us "
        r"(?:at home|in (?:the|our|this) (?:house|flat|household|apartment))\b",
    ),
    Pattern("siblings: Is {v}", rf"\bI(?:['’]m| am) (?P<v>{_RANK_EN}){_END}", values=_RANK_EN),
    Pattern(
        "coaching: Coaches {v}",
        r"\bI(?: also)? coach (?P<v>(?:the |an? )?(?:local |village |school )?"
        rf"{_COACHED}(?: (?:team|club|side|squad))?)(?={_STOP}| (?:on|every|at|in)\b)",
        beside=True,
    ),
    Pattern(
        "goal: Is studying for {v}",
        rf"\bI(?:['’]m| am) (?:currently )?studying for (?P<v>(?:an?|my|the) (?:[a-z-]+ ){{0,3}}{_GOALS})"
        rf"(?={_STOP}| (?:now|at|in|exam)\b)",
        shaped=lambda text: text.replace("my ", "their ", 1),
    ),
    Pattern(
        "way: {v} to work",
        r"\bI (?:usually |always )?"
        r"(?P<v>(?:cycle|walk|drive|bike|take the (?:bus|train|tube|tram|metro|ferry))) to work\b"
        r"(?! (?:today|tomorrow|this|yesterday|on|if|when)\b)",
        values=r"(?:Cycles|Walks|Drives|Bikes|Takes the \w+)",
        shaped=_with_s,
    ),
    Pattern(
        "aid: Wears {v}",
        r"\bI wear (?P<v>(?:two )?hearing aids?|a hearing aid|glasses|contact lenses|contacts|dentures)"
        rf"(?! but\b){_END}",
    ),
    Pattern(
        "family: {k}: {v}",
        r"\bI(?:['’]ve got| have) an? (?:twin|older|younger|big|little|elder|baby) (?P<k>brother|sister),?"
        rf" (?:called |named )?(?P<v>[A-Z][a-zà-öø-ÿ-]+){_END}",
    ),
    Pattern(
        "likes: Does {v}",
        rf"\bI(?:['’]ve| have) been doing (?P<v>{_CLASSES})"
        rf"(?= (?:since (?!{_SINCE_TODAY})[\w ]{{3,20}}|for (?:[\w-]+ ){{1,3}}(?:months|years))\b)",
    ),
    Pattern(
        "likes: Keeps {v}",
        r"\b(?:I|[Ww]e) keep (?P<v>(?:two|three|four|five|six|seven|eight|ten|a dozen|a few|some|\d{1,2}) "
        rf"{_KEPT})(?={_STOP}| (?:in|at|on|behind)\b)",
    ),
)

_BUSINESSES_DE = any_of("""
    laden, bäckerei, werkstatt, praxis, kanzlei, agentur, gärtnerei, firma, salon, Laden, Café, Bäckerei,
    Werkstatt, Firma, Praxis, Kanzlei, Restaurant, Imbiss, Agentur, Gärtnerei
""")
_CERTIFICATES_DE = any_of("""
    [A-Z][a-z]*führerschein, Führerschein, Segelschein, Pilotenschein, Jagdschein, Bootsführerschein,
    Motorradführerschein, Abitur, Fachabitur, Meister
""")

GERMAN = (
    Pattern("born: Ist Jahrgang {v}", rf"\b[Ii]ch bin Jahrgang {_YEAR}\b"),
    Pattern("siblings: Ist {v}", rf"\b[Ii]ch bin (?P<v>{_RANK_DE}){_END}", values=_RANK_DE),
    Pattern("born: Ist {v} geboren", rf"\b[Ii]ch bin (?:im Jahr )?{_YEAR} geboren\b"),
    Pattern(
        "youth: Ist {v} aufgewachsen",
        r"\b[Ii]ch bin (?P<v>(?:in|auf) eine[mr] (?:[a-zäöüß]+ )?(?:Dorf|Kleinstadt|Bauernhof|Insel|Hof)"
        rf"(?: (?:bei|in|nahe|im) {_PLACE_DE})?) aufgewachsen\b",
    ),
    Pattern(
        "home: Wohnt in {v}",
        r"\b[Ww]ir (?:hocken|hausen|sitzen|sind|quetschen uns|drängen uns) (?:hier |alle |noch ){0,2}"
        r"(?:zu (?:zweit|dritt|viert|fünft|sechst) )?(?:auf|in) (?:einem|zwei|drei|vier) "
        rf"(?:kleinen |winzigen )?Zimmern? in (?P<v>{_PLACE_DE})"
        r"|\b(?:[Ii]ch bin|[Ww]ir sind|[Bb]in|[Ss]ind) (?:endlich |jetzt )?wieder "
        rf"(?:zu Hause|zuhause|daheim) in (?P<v2>{_PLACE_DE})(?=[.,;!)]|$| (?:und|nach)\b)",
    ),
    Pattern(
        "coaching: Trainiert {v}",
        r"\b[Ii]ch trainiere (?:auch |dort |seit \w+ )?(?P<v>(?:die|eine|unsere|ein) "
        r"(?:[A-G]-Jugend|Bambini|Kinder|Mädchen|Jungs|[\wäöüß-]*(?:[Mm]annschaft|[Jj]ugend|[Tt]eam|gruppe)))\b"
        r"(?! nicht)",
        beside=True,
        shaped=lambda text: text.replace("unsere", "die", 1),
    ),
    Pattern(
        "job: Gibt {v}",
        r"\b[Ii]ch gebe (?:(?!keine?\b|dir\b|euch\b|ihm\b|ihr\b|ihnen\b)[a-zäöüß]+ ){0,2}"
        r"(?P<v>(?:Nachhilfe|Unterricht|Kurse|Stunden) in [A-ZÄÖÜ][\wäöüß-]+"
        rf"|[A-ZÄÖÜ][a-zäöüß]+(?:unterricht|kurse|stunden)){_END}",
        beside=True,
    ),
    Pattern(
        "job: Führt {v}",
        r"\b[Ii]ch (?:habe|führe|betreibe) (?:mit [^.,;!?\n]{3,30} )?"
        rf"(?P<v>eine?n? (?:(?:eigene|kleine)[nrs]? ){{0,2}}(?:[A-ZÄÖÜ]?[a-zäöüß]*{_BUSINESSES_DE})){_END}",
    ),
    Pattern(
        "goal: Macht {v}",
        r"\b[Ii]ch mache (?:gerade |jetzt |zurzeit |nebenbei )*"
        rf"(?P<v>(?:den|das|meinen|mein) {_CERTIFICATES_DE}){_END}",
        shaped=lambda text: text.replace("meinen", "den", 1).replace("mein ", "das ", 1),
    ),
    Pattern(
        "goal: Schreibt eine {v}",
        r"\b[Ii]ch schreibe (?:gerade |jetzt |zurzeit )*(?:an )?meiner? "
        r"(?P<v>(?:Doktorarbeit|Dissertation|Masterarbeit|Bachelorarbeit) über [^.,;!?\n]{3,60}?)"
        r"(?=[.,;!)]|$| und\b)",
    ),
    Pattern(
        "way: Fährt {v} zur Arbeit",
        r"\b[Ii]ch fahre (?:immer |meistens |jeden Tag |meist )?"
        r"(?P<v>mit (?:dem (?:Rad|Fahrrad|Auto|Bus|Zug|E-Bike|Roller)"
        rf"|der (?:Bahn|Straßenbahn|U-Bahn|S-Bahn|Fähre|Tram))) (?:zur Arbeit|ins Büro){_END}",
    ),
    Pattern(
        "condition: Hat {v}",
        r"\b[Ii]ch habe (?:oft|häufig|regelmäßig|immer wieder|ständig) "
        r"(?P<v>Migräne|Rückenschmerzen|Kopfschmerzen|Sodbrennen)\b(?! (?:von|wegen|bei|nach))",
    ),
    Pattern(
        "aid: Trägt {v}",
        r"\b[Ii]ch trage (?:jetzt |seit \w+ |auch )?"
        rf"(?P<v>Hörgeräte|ein Hörgerät|eine Brille|Kontaktlinsen){_END}",
    ),
    Pattern(
        "family: {k}: {v}",
        r"\b[Ii]ch habe eine?n? (?:(?:ältere|jüngere|kleine|große)[nr]? )?"
        r"(?P<k>Zwillingsbruder|Zwillingsschwester|Bruder|Schwester), "
        rf"(?:er heißt |sie heißt |der heißt |die heißt )?(?P<v>[A-ZÄÖÜ][a-zäöüß-]+){_END}",
    ),
)

_BUSINESSES_ES = any_of("""
    librería, tienda, bar, cafetería, panadería, restaurante, taller, empresa, peluquería, clínica, granja,
    floristería, papelería, ferretería, frutería
""")
_VEHICLES_ES = any_of("bici, bicicleta, coche, metro, autobús, bus, tren, moto, tranvía")

SPANISH = (
    Pattern("siblings: Es {v}", rf"{_NOT_ES}\b[Ss]oy (?P<v>{_RANK_ES}){_END}", values=_RANK_ES),
    Pattern("born: Nació en {v}", rf"{_NOT_ES}\b[Nn]ací en (?:el )?{_YEAR}\b"),
    Pattern(
        "youth: Creció en {v}",
        rf"{_NOT_ES}\b(?:[Mm]e crié|[Cc]recí) en (?P<v>una? (?:pueblo|aldea|granja|finca|isla|barrio)"
        r"(?: [a-záéíóúñ]+o?a?)?(?: (?:cerca de|de|en) [A-ZÁÉÍÓÚ][\wáéíóúñ]+)?)(?=[.,;!)]|$| (?:y|pero)\b)",
    ),
    Pattern(
        "home: Vive en {v}",
        rf"{_NOT_ES}\b(?:[Ee]stamos|[Vv]amos|[Ss]eguimos) (?:(?:todos|los \w+) )?"
        r"(?:apretad|apretujad|amontonad|hacinad|metid)[oa]s (?:\w+ )?en (?:una|dos|tres) "
        rf"(?:habitaci(?:ón|ones)|cuartos?) en (?P<v>{_PLACE_ES})"
        rf"|{_NOT_ES}\b(?:[Ee]stoy|[Ee]stamos) (?:ya |por fin )?de vuelta en casa,? en (?P<v2>{_PLACE_ES})"
        r"(?=[.,;!)]|$| y\b)",
    ),
    Pattern(
        "job: Tiene {v}",
        rf"{_NOT_ES}\b[Tt]engo (?P<v>una? {_BUSINESSES_ES}(?: pequeñ[oa])?)(?={_STOP}| (?:con|en)\b)",
    ),
    Pattern(
        "way: Va al trabajo {v}",
        rf"{_NOT_ES}\b[Vv]oy (?:siempre )?al trabajo (?P<v>en {_VEHICLES_ES}|andando|a pie|caminando)"
        r"(?=[.,;!)]|$| (?:y|todos|cada|siempre)\b)",
    ),
    Pattern(
        "home: Vive en {v}",
        r"\b(?:(?:[Nn]os|[Mm]e) (?:dieron|han dado|entregaron|han entregado)|[Tt]enemos|[Tt]engo) (?:ya |por fin )?"
        r"las llaves (?:del?|de la|de nuestr[oa]|de mi) "
        r"(?:nuev[oa] )?(?:piso|casa|apartamento|departamento)(?: nuev[oa])? "
        r"(?:de|en) "
        rf"(?P<v>{_PLACE_ES})(?=[.,;!)]|$| y\b)(?![^.!?]{{0,40}}\b(?:vacaciones|verano|veranear|alquilar)\b)",
    ),
    Pattern("likes: Canta en {v}", rf"{_NOT_ES}\b[Cc]anto en (?P<v>(?:un|el) coro(?: [a-záéíóúñ]+)?){_END}"),
    Pattern(
        "likes: Es {v}",
        rf"{_NOT_ES}\b[Ss]oy (?P<v>voluntari[oa](?: (?:en|de) [^.,;!?\n]{{3,40}}?)?)"
        r"(?=[.,;!)]|$| (?:y|los|desde|pero)\b)",
        values=r"voluntari[oa].*",
    ),
    Pattern(
        "aid: Lleva {v}",
        rf"{_NOT_ES}\b[Ll]levo (?P<v>audífonos|gafas|lentillas|marcapasos)(?={_STOP}| desde\b)",
    ),
    Pattern(
        "family: {k}: {v}",
        r"\b[Tt]engo una? (?P<k>herman[oa] (?:gemel[oa]|melliz[oa]|mayor|menor|pequeñ[oa])),?"
        rf" (?:que se llama |llamad[oa] )?(?P<v>[A-ZÁÉÍÓÚÑ][a-záéíóúñ]+){_END}",
    ),
)

_TAUGHT_HAN = any_of("""
    瑜伽, 钢琴, 吉他, 小提琴, 二胡, 古筝, 英语, 数学, 语文, 物理, 化学, 历史, 美术, 舞蹈, 游泳, 书法, 太极,
    (?:初中|高中|小学)(?:数学|语文|英语)?
""")
_BUSINESSES_HAN = any_of(r"[\u4e00-\u9fff]{0,3}店, [\u4e00-\u9fff]{0,3}馆, 诊所, 工作室, 公司, 餐厅, 民宿")
_EXAMS_HAN = any_of(r"驾照, 研究生, 公务员, 雅思, 托福, 教师资格证, [\u4e00-\u9fff]{2,4}证")
_WAYS_HAN = any_of("骑车, 骑自行车, 骑电动车, 坐地铁, 坐公交, 开车, 走路, 步行")
_NO_MORE_HAN = any_of("卖, 出租, 租给, 租出去, 以前, 原来, 空着")

CHINESE = (
    Pattern("born: {v}年出生", rf"我(?:是)?{_YEAR}年(?:出生|生)(?:的|人)?{_END_HAN}"),
    Pattern(
        "home: 住在{v}",
        r"(?:我们?|一家(?:[三四五六]口)?)(?:都|还|现在)?挤在(?P<v>[\u4e00-\u9fff]{2,5}?)的?"
        r"(?:一间|一居|[一两三]室|小房子|出租屋|老房子)"
        r"|^我们?在(?P<v2>(?![那这外])[\u4e00-\u9fff]{2,5}?)的(?:新房|新家|小?房子|公寓)"
        rf"(?![^。！？]{{0,40}}{_NO_MORE_HAN})"
        # 上周五刚拿到成都新房的钥匙
        r"|^[^他她你您妈爸姐妹哥弟朋同。！？]{0,20}(?:拿到|领到|收到)了?(?:我们)?(?:在)?(?P<v3>(?!我们|咱们|新房|老家)"
        r"[\u4e00-\u9fff]{2,3}?)的?(?:新房|新家|新居|房子)的?钥匙",
    ),
    Pattern(
        "job: 教{v}",
        r"我(?:每?[周週星期]{1,2}[一二三四五六日天末])?(?:晚上|下午|上午)?"
        rf"(?:在[\u4e00-\u9fff]{{2,8}}?)?教(?P<v>{_TAUGHT_HAN}){_END_HAN}",
        beside=True,
    ),
    Pattern(
        "job: 开{v}",
        rf"我[和跟][\u4e00-\u9fff]{{1,4}}开了?(?P<v>一[家间个](?:小)?{_BUSINESSES_HAN}){_END_HAN}",
    ),
    Pattern(
        "studies: 在读{v}",
        r"我(?:现在|目前|正)?在?读"
        rf"(?P<v>(?![\u4e00-\u9fff]{{0,12}}的)[\u4e00-\u9fff]{{2,8}}?(?:博士|硕士|研究生)){_END_HAN}",
    ),
    Pattern("goal: 在考{v}", rf"我(?:最近|现在|正)?在(?:准备)?考(?P<v>{_EXAMS_HAN}){_END_HAN}"),
    Pattern("way: {v}上班", rf"我(?:每天|平时|一般|都){{0,2}}(?P<v>{_WAYS_HAN})(?:去)?上班{_END_HAN}"),
    Pattern(
        "likes: 是{v}成员",
        r"我(?:现在|也|还)?在(?P<v>[\u4e00-\u9fff]{0,6}?(?:合唱团|乐队|乐团))(?:里)?"
        rf"(?:唱歌|唱[\u4e00-\u9fff]{{1,3}}|打鼓){_END_HAN}",
    ),
    Pattern(
        "likes: {v}",
        rf"我[^。！？他她你您]{{0,14}}(?P<v>做义工|做志愿者|当志愿者){_END_HAN}",
        values="做义工|做志愿者|当志愿者",
    ),
    Pattern("aid: 戴{v}", rf"我(?:一直|现在|也)?戴(?:着)?(?P<v>助听器|眼镜|隐形眼镜){_END_HAN}"),
    Pattern(
        "family: {k}：{v}",
        r"我有[一两]?个?(?P<k>(?:双胞胎)?(?:哥哥|弟弟|姐姐|妹妹))，"
        rf"(?:他|她)?(?:名字)?叫(?P<v>[\u4e00-\u9fff]{{2,3}}?){_END_HAN}",
    ),
)
