"""Set phrases that react to what another has said, and say nothing by themselves. Pure."""

import re

from memory.language.lexicon import any_of

_EN_CRIES = any_of(r"uh+, ugh+, oh+, ah+, aw+w?, wow+, omg, yay+, yes+s, woo+\s?hoo+, ey, hey")
_DE_CRIES = any_of("uff+, puh+, och, ach, na, boah, hui, juhu+, hurra, ja{2,}")
_ES_CRIES = any_of("uf+, uy+, ay+, bua+h?, hala, olé, s[ií]{2,}")
_CRIES = rf"{_EN_CRIES}|{_DE_CRIES}|{_ES_CRIES}"

_EN_AMAZED = any_of("""
    really, seriously, for real, no way, shut up, omg, i had no idea, i shall do no such thing
""")
_EN_AGREES = any_of("""
    good point, fair enough, tell me about it, never mind, same here, me too, spot on, exactly right
""")
_EN_PRAISES = any_of("""
    good, well done, splendid, excellent, brilliant, marvellous, wonderful, perfect, correct
""")
_EN_DONE = any_of("job, work, done, answer, question, try, one, thinking")
_EN_PITIED = any_of("you, thing, him, her, boy, girl, man, lad, soul")
_EN_THOUGHT_OF_YOU = any_of("hated, loved, liked, knew, had, were, lived, worked")
_EN_CHEERS = any_of("omg, oh my god, wow, aww?, yay, no{1,9} way, congrats, congratulations, amazing, legend")
_ENGLISH = (
    rf"{_EN_AMAZED}|{_EN_AGREES}"
    r"|lol|yo|ha(?:ha)+|sweet|lovely"
    r"|can['’]t wait|(?:ok )?got it"
    r"|(?:oh )?my (?:god|goodness|word)"
    r"|i (?:know|see|bet|agree)|i remember(?: that| it)?"
    r"|i never knew(?: that)?|i didn['’]?t know(?: that)?"
    r"|no (?:worries|idea|problem|probs|clue)(?: at all)?"
    # "of course you can"
    r"|(?:haha )?(?:of )?course(?: (?:i|you|we|he|she|it|they) (?:can|do|does|will|would|is|are))?"
    # What comes next is the matter: "so about the garden fence".
    r"|(?:so )?about (?:the|my|our|your)(?: (?!(?:i|we|you|he|she|it|they)\b)\w{2,20}){1,3}"
    r"|(?:i['’]d have |i )?(?:almost |nearly |totally )?forg(?:ot|otten)(?: about (?:that|it))?"
    r"|my (?:bad|mistake)|(?:my )?lips(?: are)? sealed|don['’]?t rub it in"
    r"|i could(?:n['’]t| never) do (?:that|it)"
    r"|(?:h?mm+ |ok |oh |well |yeah ){0,2}that['’]?s hard to beat"
    # "I'm with Nora on this"
    r"|i['’]?m with (?:you|\w+ on (?:this|that|here)|\w+ (?:lol|haha\w*))"
    # Pity, and joy for the other.
    rf"|(?:(?:oh|aw+) )?(?:no )?(?:poor|lucky) (?:old )?{_EN_PITIED}"
    r"|(?:so |very )?(?:happy|sorry) (?:for you|to hear (?:that|it))"
    r"|good for (?:you|him|her)|proud of you"
    r"|that['’]s (?:great|sad|lovely|good news|awful)"
    # "at least it's over now", "was lovely seeing you"
    r"|(?:at least|well) (?:it|that)(?:['’]?s| is) (?:all )?(?:sorted|over|done|fixed|something|behind you)(?: now)?"
    r"|(?:(?:it|that) )?was (?:so |really )?(?:lovely|great|nice|good|fun)"
    r"(?: (?:on \w+|last \w+|yesterday|seeing you(?: \w+)?))?"
    # Of the other: "you're a star", "you and your spreadsheets", "I thought you hated olives"
    r"|you(?:['’]re| are) (?:joking|kidding|right|welcome|mad|the best|(?:an? )?(?:star|legend|angel|genius|lifesaver))"
    r"|you (?:nerd|legend|beauty)|(?:my )?dear(?:est)? (?:girl|boy|child|lad|lass)"
    r"|you (?:scared|worried) (?:me|us)"
    r"|you owe me[\w ]{0,30}"
    r"|you and your [\w ]{2,20}"
    r"|you (?:didn['’]t|never) (?:tell|told|say|said)(?: (?:me|us))?(?: anything| that)?"
    rf"|(?:i )?thought you(?:['’]d|['’]re| {_EN_THOUGHT_OF_YOU})[\w ]{{0,40}}"
    # What somebody thinks of an answer: "Very good, Anna, that pleases me."
    rf"|(?:very |really |so |that['’]s )?{_EN_PRAISES}"
    rf"|(?:good|great|nice|well) {_EN_DONE}"
    r"|that (?:pleases me|makes me happy|made my day)"
    # "omg no way congrats"
    rf"|(?:{_EN_CHEERS} ?){{2,6}}"
    r"|(?:congrats|congratulations|well done)"
    r"(?: (?:on (?:the|your) \w{3,12}(?: \w{3,12})?|mate|dude|to you(?: both)?|you \w{3,20}))?"
    # Wishes and farewells.
    r"|(?:i['’]?ll keep my )?fingers crossed(?: for (?:you|them|him|her))?"
    r"|(?:i['’]?m )?rooting for you|you['’]?ll (?:smash|nail|ace) it"
    r"|long time(?: no see)?|mind how you go"
    r"|see (?:you|ya) (?:at|on|then|there|later|soon|in)(?: \w+){0,3}"
)

_DE_AGREES = any_of("""
    weiß ich, ich weiß, versprochen, unbedingt, vermutlich, ach ja, das ist der plan, kann ich verstehen, keine sorge,
    schwamm drüber, mein mund ist zu
""")
_DE_FINDS = any_of("""
    ausgezeichnet, hervorragend, bestens, mega, krass, cool, wunderbar, schade, autsch, oje, oh nein
""")
_DE_HOW = any_of("schön, cool, süß, toll, lieb, nett, blöd, doof, schade")
_DE_NAMES = any_of("schatz, engel, held(?:in)?, irre, verrückt, lieb, süß, beste")
_DE_YOU = "dich|dir|euch|sie|ihnen|ihn|ihm|ihr|uns|euch beide|euch beiden"
_DE_MUCH = any_of("""
    sehr, so, total, voll, echt, riesig, wirklich, schon, auch, aber, wahnsinnig, unglaublich, unendlich, mega, ganz,
    doll, vielmals, herzlich
""")
_DE_TIMES = any_of("""
    urlaub, feierabend, abend, tag, ferien, wochenende, reise, feiertage?, weihnachten, woche, aufenthalt, zeit
""")
_DE_UNTIL = any_of("dann, morgen, gleich, später, bald, nachher, nächste woche")
_DE_LUCK = any_of("glück, erfolg, spaß, kraft, freude, vergnügen, liebe grüße")
_GERMAN = (
    rf"{_DE_AGREES}|{_DE_FINDS}"
    r"|echt|ernsthaft|keine ahnung|das wusste ich (?:gar )?nicht"
    r"|so war(?:['’]?s| das) nicht gemeint"
    r"|kein (?:thema|problem|ding)|na (?:super|toll|schön|gut|klar)"
    r"|ach (?:du )?(?:schande|gott|herrje|je|so|nein|was|schön)|(?:ach |och |oh )?(?:mensch|mann|menno)"
    # "versteh ich", "nehme ich mir"
    r"|versteh(?:e|['’])? ich|(?:merk(?:e|['’])?|mach(?:e|['’])?|nehm(?:e|['’])?) ich(?: mir)?"
    r"|hätt(?:e|['’])? ich (?:fast |beinahe |glatt )?vergessen"
    r"|ich könnte das (?:auch )?nicht|da wär(?:e|['’])? ich tot"
    rf"|(?:wie|so|echt|voll|total) {_DE_HOW}"
    # "nee das war's schon"
    r"|(?:nee?|nein|nö)? ?das war(?:['’]?s| es)(?: (?:schon|auch schon|dann))?"
    # Pity: "ach du Arme", "dein Pech"
    r"|(?:oje |ach |och )?(?:du|sie|ihr) (?:arme|glückliche)[rsn]?|d(?:ie|er) arme"
    r"|(?:das )?tut mir leid|(?:sein|ihr|dein) pech|pech gehabt"
    # "immerhin ist es jetzt vorbei", "war echt schön mit euch übrigens"
    r"|(?:wenigstens|immerhin|zum glück) ist (?:es|das) (?:jetzt )?(?:erledigt|vorbei|geschafft|geregelt|was)"
    r"|(?:(?:es|das) )?war(?:['’]?s)? (?:so |echt |sehr |richtig |total )?(?:schön|toll|nett|lustig|super)"
    r"(?: (?:am \w+|gestern|neulich|bei euch|mit (?:dir|euch)))?(?: übrigens)?"
    # Of the other: "du bist ein Schatz", "du und deine Listen", "die passt zu euch"
    rf"|du bist (?:(?:ein|der|die) )?{_DE_NAMES}"
    r"|du und dein(?:e|en)? \w{2,20}"
    r"|(?:haha )?(?:der|die|das) passt zu (?:uns|euch|dir|ihnen)"
    r"|(?:das )?hast du (?:mir |uns )?(?:noch )?(?:gar nicht|nie) (?:erzählt|gesagt)"
    # What somebody thinks of an answer: "Sehr gut erklärt, Anna, das freut mich."
    r"|(?:sehr |ganz |wirklich |richtig )?(?:gut|fein|brav|richtig|ordentlich)"
    r"(?: gemacht| erklärt| gelöst| geantwortet)?"
    r"|das (?:freut mich|hast du (?:sehr |ganz )?(?:gut|toll|schön|prima) gemacht"
    r"|haben sie (?:sehr )?gut gemacht)(?: sehr| aber)?"
    # Wishes, thanks and greetings: "ich drück euch ganz fest die Daumen", "gute Besserung an deine Mutter"
    r"|(?:ich )?drück(?:e|['’])? (?:(?:dir|euch|ihnen) )?(?:(?:ganz )?fest )?die daumen|alles gute"
    r"|gute besserung|(?:und )?gute besserung (?:für|dir|euch|ihnen|an)(?: \w+){0,4}"
    r"|(?:herzlichen )?glückwunsch(?: (?:dir|euch|euch beiden|ihnen|nochmals?|noch mal|du \w{3,20}))?"
    r"|gratuliere|glückwunsch min \w+"
    rf"|(?:ich )?danke (?:{_DE_YOU})(?: {_DE_MUCH})*(?: für (?:alles|deine? \w+|eure? \w+|die \w+))?"
    rf"|(?:(?:das|es) )?freut mich(?: {_DE_MUCH})*(?: für (?:{_DE_YOU}))?(?: {_DE_MUCH})*(?: zu hören)?"
    rf"|(?:ich )?freu(?:e|['’])?(?: ich)? mich(?: {_DE_MUCH})*(?: (?:drauf|darauf|(?:auf|für) (?:{_DE_YOU})))?"
    rf"|ich mich auch|bis (?:{_DE_UNTIL}|\w+tag|mittwoch)"
    rf"|(?:das )?(?:hast du dir|habt ihr euch|haben sie sich)(?: {_DE_MUCH})* verdient"
    rf"|(?:ich )?(?:wünsche? )?(?:(?:{_DE_YOU}) )?schöne[sn]? {_DE_TIMES}(?: noch)?"
    rf"|(?:(?:ganz )?viel|ganz) {_DE_LUCK}"
    r"(?: (?:dir|euch|ihnen|morgen|dabei|dort|da|beim \w+|mit \w+(?: \w+)?|in \w+))?"
    r"|(?:alles|nur das) (?:gute|liebe)(?: (?:für|dir|euch|ihnen|an|zum)(?: \w+){0,3})?"
    rf"|(?:das )?tut mir(?: {_DE_MUCH})* leid(?: für (?:{_DE_YOU}))?|(?:mein )?(?:herzliches |aufrichtiges )?beileid"
    rf"|(?:ich )?bin(?: ich)?(?: {_DE_MUCH})* (?:stolz auf|froh für|gespannt auf) (?:{_DE_YOU})|respekt|hut ab"
    r"|pass(?:t)? (?:gut )?auf (?:dich|euch) auf|erhol (?:dich|euch)(?: gut)?"
    r"|(?:liebe|viele|schöne) grüße(?: an \w+(?: \w+)?)?"
    r"|(?:ich )?denk(?:e)? (?:ganz fest )?an (?:dich|euch)|(?:du schaffst|ihr schafft) das(?: schon)?|das wird schon"
    r"|(?:ich )?hab(?:e)? dich (?:auch )?lieb|fühl dich (?:gedrückt|umarmt)|lass dich drücken|wie die zeit vergeht"
    r"|gott sei dank|zum glück|lange nix gehört|lange nicht gesehen"
    r"|willkommen(?: im club| zurück| daheim)?|guten (?:tag|morgen|abend) (?:frau|herr) \w+"
)

_ES_CALLS = r"(?:bolud[oa]|t[íi][oa]|nena|amig[oa]|che|güey|wey|carnal|herman[oa])"
_ES_AMAZED = any_of("""
    en serio, de veras, de verdad, posta, no manches, bendito dios, mentira, madre mía, agárrate, qué me dices, y eso
""")
_ES_AGREES = any_of("""
    claro(?: claro)?, ya ves, ya lo sé, por supuesto, (?:también )?es verdad, (?:ya )?lo tengo en cuenta,
    me (?:lo|la) apunto, ni idea, ni falta que hace, y punto, otr[oa] más, por (?:favor|lo menos)
""")
_ES_PRAISES = any_of("""
    muy bien(?: hecho)?, bien hecho, excelente, perfecto, correcto, estupendo, fenomenal, así me gusta, buen trabajo,
    buena respuesta
""")
_ES_HOW = any_of("""
    pena, alivio, bien, mala?, malo, fuerte, envidia, vergüenza, romántico, va, dices, rabia, susto, risa, guay,
    ilusión, suerte, horror, lástima, majo, maja, sabio
""")
_ES_YOU = "ti|vos|vosotr[oa]s|usted|ustedes|ell[oa]s?|él|tod[oa]s"
_ES_UNTIL = any_of(
    "luego, mañana, pronto, entonces, ahora, otra, lunes, martes, miércoles, jueves, viernes, sábado, domingo"
)
_ES_MUCH = any_of(
    "mucho, muchísimo, un montón, tanto, enormes?, muy fuerte, fuerte, grandes?, de corazón, también"
)
_SPANISH = (
    rf"{_ES_AMAZED}|{_ES_AGREES}|{_ES_PRAISES}"
    r"|ja(?:ja)+|vaya(?: hombre)?|menos mal"
    rf"|qué {_ES_HOW}"
    r"|(?:ja(?:ja)+ )?(?:no hay (?:problema|drama|bronca|lío)|sin problema)"
    r"|casi se me olvida|se me había olvidado|no (?:lo )?sabía(?: nada)?"
    r"|no me (?:fastidies|digas(?: qu?e? [\w ]{2,30})?)"
    # "me estás jodiendo"
    r"|(?:me )?est[áa]s (?:jodiendo|bromeando|de coña)|qu[eé]{2,}|qu[eé]{2,} me est[áa]s jodiendo"
    # What comes next is the matter: "tío no sabes lo que pasó", "tengo que contarte una cosa"
    rf"|(?:{_ES_CALLS} )?(?:no (?:sabes|sabés|te imaginas|vas a creer)|adivina) (?:lo que|qué) [\w ]{{2,20}}"
    rf"|(?:{_ES_CALLS} )?no (?:te|os|se) lo vas? a creer|a ver qué (?:has|habéis|ha) hecho"
    r"|(?:te )?tengo que contar(?:te|os)? (?:algo|una cosa)"
    # Pity: "pobrecita", "al menos ya está arreglado"
    r"|pobre(?:cit[oa])?(?: [oh]\w+)?|te acompaño en el sentimiento|pasa en las mejores familias"
    r"|(?:al menos|por lo menos) (?:ya )?(?:está|pasó|es algo)(?: (?:hecho|arreglado|resuelto))?"
    # Of the other: "eres un sol", "tú y tus listas", "pensaba que eras vegetariana"
    r"|eres (?:(?:un|una|el|la) )?(?:sol|cielo|crack|mejor)|qué (?:suerte|haría yo) (?:contigo|con vos)"
    r"|me (?:has salvado|salvas) la vida"
    r"|tú y tus? [\w ]{2,20}"
    r"|no (?:me|nos) (?:has|habías|habéis|habíais) (?:dicho|contado)(?: nada)?"
    r"|(?:yo )?(?:creía|pensaba) que (?:tú )?(?:no )?(?:eras|estabas|tenías|vivías|ibas)[\w ]{0,40}"
    # Wishes and thanks: "enhorabuena a los dos", "dedos cruzados por ti"
    r"|(?:enhorabuena|felicidades|felicitaciones)(?: (?:\w{3,15}|a l[oa]s dos))?"
    r"|cuánto me alegro|me alegro(?: mucho)?"
    r"|(?:cruzo los dedos|dedos cruzados)(?: por (?:ti|vos|usted))?|suerte|mucha suerte|suerte mañana"
    rf"|te (?:lo )?(?:mereces|has ganado)(?: {_ES_MUCH})?"
    rf"|me alegro(?: {_ES_MUCH})*(?: (?:por|de) (?:{_ES_YOU}|verte|oírlo))?"
    r"|(?:muchas |muchísimas )?(?:felicidades|enhorabuena)"
    rf"(?: (?:por|a) (?:{_ES_YOU}|(?:tu|la|el|vuestr[oa]) \w+(?: \w+)?))?"
    rf"|(?:un |muchos )?(?:besos?|abrazos?|saludos?)(?: {_ES_MUCH})*(?: (?:para|a) (?:{_ES_YOU}|tu \w+|tod[oa]s))?"
    rf"|tú también|igualmente|cu[íi]d(?:ate|aos|ense)(?: {_ES_MUCH})*|ánimo|(?:mucha|muchísima) (?:fuerza|suerte)"
    rf"|lo siento(?: {_ES_MUCH})*(?: por (?:{_ES_YOU}))?|mi más sentido pésame"
    rf"|(?:estoy )?(?:muy |tan )?orgullos[oa] de (?:{_ES_YOU})|te quiero(?: {_ES_MUCH})*"
    r"|que (?:te|os|le) vaya (?:muy |todo )?(?:bien|genial)|que (?:te |os )?lo pas(?:es|éis) (?:muy )?(?:bien|genial)"
    r"|que (?:te mejores|descanses|aproveche)|(?:madre mía )?cómo pasa el tiempo"
    r"|qué (?:alegría|bonito|bien|maravilla)(?: (?:más grande|me das|por ti))?"
    rf"|cuánto tiempo|calla calla|hasta (?:el )?{_ES_UNTIL}"
    r"|(?:gracias|mil gracias) (?:a (?:l[oa]s dos|tod[oa]s|ti|vos)"
    r"|por (?:todo|tu \w+|la \w+))|era un (?:amor|sol|cielo)"
    r"|gracias|te lo agradezco(?: (?:mucho|muchísimo|un montón|en el alma))?"
)

_CHINESE = (
    # 真的啊, 笑死我了, 太棒了
    r"真的(?:啊|呀|吗)?|[吓笑]死我?了?|[啊哎]?别[吓嚇]我|扎心了?|怎么会"
    r"|太(?:好|棒|厉害)了|厉害|羡慕你?|羨慕|羡慕死[我你]?了?"
    r"|哈+|那就好|没办法|真不容易|不容易|我都不知道"
    r"|知道了|收到|明白|记住了|没问题|在[的呢啊]?"
    r"|差点忘了?|[对對][吼哦噢]?我?忘了|[哦噢]{0,4}我?[记搞]?(?:记混|搞混|记错|搞错)了"
    r"|那?我再(?:想想|看看|考虑考虑|考虑一下|問問|问问)吧?"
    # What comes next is the matter: 我跟你说个事.
    r"|我?(?:[跟和][你您](?:们|們)?)(?:说|說|讲|講|吐槽|分享|商量)一?[个個件下](?:事儿?|事情)?[啊哈呗哦]?"
    # Of the other: 你怎么不早说, 我还以为你不吃辣
    r"|(?:你)?怎么不早说|(?:你)?(?:都)?没(?:跟我|和我|告诉我)(?:说过?)?|我还?以为你[^，。]{1,20}"
    # What somebody thinks of an answer: 回答得很好, 非常正确
    r"|(?:非常|很|真|太)?(?:好|棒|不错|正确)(?:的)?[啊呀哦呢]?"
    r"|(?:做|回答|答|说|写)得?(?:很|真|非常)?(?:好|棒|对|不错)"
    r"|答对了|没错"
    # Wishes, thanks and greetings: 恭喜你们, 哇小美恭喜, 我真谢谢他
    r"|恭喜(?:恭喜|你们?|他们?|她)?[啊呀]?(?:学霸|大神|老板|美女|兄弟)?|[哇哦噢]{1,8}[^我，]{1,6}恭喜|替你高兴"
    r"|加油(?:加油)?|祝你?好运|保重|一路(?:顺风|平安)|[節节]哀"
    r"|那?多不好意思|辛苦(?:了|你了|啦)?|我真的?[谢謝]{1,2}[他她你]"
    r"|(?:真|太)?(?:恭喜|祝贺|祝福)(?:祝贺|恭喜|你们?|他们?|她)?[啊呀]?|实至名归|当之无愧|我?(?:真|太)?(?:为|替)你(?:高兴|开心|骄傲)"
    r"|[節节]哀(?:顺变)?|有事(?:儿)?(?:尽管|随时)(?:说|找我|开口)|(?:多|好好)?保重(?:身体)?|注意(?:身体|安全)|早日(?:康复|恢复)"
    r"|(?:谢谢|多谢|感谢)(?:你们?|您|大家|各位|\w?[姐哥总])?[啊啦了呀]?|牛啊?|厉害厉害|请客(?:请客)?|必须的|放心吧?"
    r"|(?:一切|万事)(?:顺利|如意)|玩得开心|生日快乐|新年快乐|时间过得(?:真|好)快|在吗|好久没(?:聊|见)了?"
    r"|好久(?:不见|没联系)[了啦呀]?|欢迎(?:加入|回来)?|你忙吧?"
)
_PHRASE = re.compile(
    rf"(?:(?:{_CRIES})\s)?"
    rf"(?:{_ENGLISH}|{_GERMAN}|{_SPANISH}|{_CHINESE})"
    r"(?:\s(?-i:[A-ZÁÉÍÓÚÄÖÜÑ]\w+))?",  # "Suerte Iker"
    re.IGNORECASE,
)
_CRY = re.compile(_CRIES, re.IGNORECASE)
_CALLED = re.compile(r"[A-ZÁÉÍÓÚÄÖÜÑ]\w+(?<!day)(?<!tag)(?<!woch)")  # beside a phrase: "Very good, Anna"
_CLAUSE_END = re.compile(r"[,.!?…;，。！？；、]+|[\U0001f300-\U0001faff]+")
_BESIDE_WORDS = re.compile(r"\A[^\w]+|[^\w]+\Z")
_LONGEST = 80  # characters
# What is only imagined, and laughed about: 要是我中了彩票就不上班了哈哈.
_IMAGINES = re.compile(
    r"如果|要是|假如"
    r"|\bsi (?:pudiera|tuviera|fuera|me tocara|supiera|ganara)\b",
    re.IGNORECASE,
)
_IMPOSSIBLE = re.compile(r"(?:如果|要是)[^，。]{0,4}年[轻輕][^，。]{0,4}[岁歲]")
_LAUGHS = re.compile(r"哈哈|嘿嘿|嘻嘻|😂|🤣|😏|😆|\bja(?:ja)+\b", re.IGNORECASE)
# What mocks what the other said: "sí cómo no, eso dijiste la otra vez", "uy sí, con lo listo que es".
_MOCKS = re.compile(
    r"\W*(?:ja(?:ja)+\s)?(?:s[ií],? c[óo]mo no|uy s[ií]|s[ií],? claro, y yo soy)\b", re.IGNORECASE
)


def is_in_jest(sentence: str) -> bool:
    """Whether it mocks, laughs about what is only imagined, or imagines what cannot be."""
    if _MOCKS.match(sentence) or _IMPOSSIBLE.search(sentence):
        return True
    return bool(_IMAGINES.search(sentence) and _LAUGHS.search(sentence))


def has_only_set_phrases(sentence: str) -> bool:
    """`No way!`, `真的啊，恭喜他！`"""
    if len(sentence) > _LONGEST:
        return False
    if is_in_jest(sentence):
        return True
    clauses = [words for each in _CLAUSE_END.split(sentence) if (words := _BESIDE_WORDS.sub("", each))]
    is_phrase = [_PHRASE.fullmatch(clause) is not None for clause in clauses]
    return any(is_phrase) and all(
        phrase or _CALLED.fullmatch(clause) or _CRY.fullmatch(clause)
        for phrase, clause in zip(is_phrase, clauses, strict=True)
    )


# What is wished, praised or thanked for, in sentences that say nothing else of the person addressed.
_DEGREES = any_of(
    "so, really, very, truly, super, just, always, greatly, all, even, also, pretty, definitely"
)
_INTENSELY = rf"(?:{_DEGREES} ){{0,4}}"
_PRAISE = any_of("""
    amazing, awesome, great, incredible, inspiring, an inspiration, wonderful, fantastic, thoughtful, kind, strong,
    brave, lovely, impressive, appreciated, admirable, contagious, lucky, sweet, right, cool, beautiful, the best,
    talented, exciting
""")
_FEELS = any_of("""
    glad, happy, pleased, proud, thrilled, excited, sorry, hop(?:e|ing), wish(?:ing)?, sure, bet, appreciate,
    thank(?:s|ful)?, grateful, rooting, cheering
""")
_OFFERS_OR_TELLS = any_of("tell, let, inform, announce, share, show, say, ask, come, join, visit, meet")
_KEEP = any_of("""
    it up, on, at it, going, pushing, trying, fighting, believing, dreaming, smiling, chasing, spreading, inspiring
""")
_COURTESY = re.compile(
    # "I'm so happy for you". Offers, invitations and news begin in the same way: "happy to help you", "I hope you can
    # come".
    rf"(?:I(?:['’]m| am)? |we(?:['’]re| are)? )?{_INTENSELY}"
    rf"(?!\w+ to (?!hear|know|see|learn))(?!.{{0,30}}\b{_OFFERS_OR_TELLS}\b)"
    rf"{_FEELS} (?:(?:\w+ ){{0,4}}?(?:you|yours?)\b.*|it (?:helps?|works|went well|goes well))"
    # "I'm always here for you"
    r"|I(?:['’]m| am) (?:always |right )?here (?:for you|to (?:support|listen|cheer))\b.*"
    # "You've got this", "you'll do great"
    r"|you(?:['’]ll| will| can|['’]ve got| got)"
    r" (?:do (?:great|it|this|fine|well)|be (?:great|fine|okay|ok)|this|get there|rock it|nail it)\b.*"
    # "You're such an inspiration", but not "You're great at chess"
    rf"|you(?:['’]re| are) (?:(?:a|an|the|such|doing) ){{0,3}}{_INTENSELY}{_PRAISE}\b(?! (?:at|in)\b).*"
    # "Your hard work is really inspiring", "your effort pays off"
    rf"|your [\w' ]{{3,30}} (?:is|are|looks?|sounds?) {_INTENSELY}{_PRAISE}(?: (?:to|for) me| too)?"
    r"|your [\w' ]{3,30} (?:really |truly )?(?:inspires?|inspired|shines?|means? (?:a lot|so much)|pays? off)\b.*"
    rf"|keep {_KEEP}\b.*"
    r"|stay (?:strong|positive|safe|true|focused|motivated|hopeful)\b.*"
    r"|(?:believe in|never give up|don['’]t give up|hang in)\b.*"
    r"|take care(?: of yourself)?|enjoy (?:it|your)\b.*"
    r"|have (?:fun|an? (?:\w+ )?(?:time|day|night|evening|weekend|trip|holiday|one))\b.*",
    re.IGNORECASE,
)
# A number, a name, or the speaker once more: "I'm happy you asked, I was made redundant".
_SAYS_MORE = re.compile(r"\d|(?<!^)\b(?:[A-Z]\w|I\b|my\b|mine\b|we\b|our\b|me\b(?!\W*\Z))")
_COURTESY_CHARS = 110


def is_courtesy(sentence: str) -> bool:
    """`I hope you enjoy it!`, `Your hard work is really inspiring.`: wishes, praise and thanks, without a name or a
    number. English.
    """
    words = _BESIDE_WORDS.sub("", sentence)
    return len(words) <= _COURTESY_CHARS and bool(_COURTESY.fullmatch(words) and not _SAYS_MORE.search(words))
