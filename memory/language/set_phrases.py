"""Set phrases that react to what another has said, and say nothing by themselves. Pure."""

import re

_CRIES = (
    r"uff+|puh+|uh+|ugh+|boah|hui|juhu+|hurra|yay+|yes+s|woo+\s?hoo+|wow+|omg|oh+|ah+|aw+w?|ey|hey|och|ach|na"
    r"|ja{2,}"
    r"|s[ií]{2,}|uf+|uy+|ay+|bua+h?|hala|olé"
)
_ENGLISH = (
    r"really|seriously|for real"
    r"|long time(?: no see)?|no way|shut up|you(?:['’]re| are) (?:joking|kidding|right|welcome|mad|the best"
    r"|(?:an? )?(?:star|legend|angel|genius|lifesaver))|(?:oh )?my (?:god|goodness|word)|omg"
    r"|(?:(?:oh|aw+) )?(?:no )?(?:poor|lucky) (?:old )?"
    r"(?:you|thing|him|her|boy|girl|man|lad|soul)|good for (?:you|him|her)|good point|fair enough|tell me about it"
    r"|you (?:scared|worried) (?:me|us)|i (?:know|see|bet|agree)|never mind"
    r"|no (?:worries|idea|problem|probs|clue)(?: at all)?"
    r"|(?:haha )?(?:of )?course(?: (?:i|you|we|he|she|it|they) (?:can|do|does|will|would|is|are))?"
    r"|i remember(?: that| it)?"
    r"|(?:so )?about (?:the|my|our|your)(?: (?!(?:i|we|you|he|she|it|they)\b)\w{2,20}){1,3}"
    r"|i could(?:n['’]t| never) do (?:that|it)"
    r"|(?:my )?lips(?: are)? sealed|i['’]?m with (?:you|\w+ on (?:this|that|here)|\w+ (?:lol|haha\w*))"
    r"|(?:h?mm+ |ok |oh |well |yeah ){0,2}that['’]?s hard to beat|i never knew(?: that)?|i didn['’]?t know(?: that)?"
    r"|can['’]t wait|proud of you|well done|ha(?:ha)+|lol|yo|sweet|lovely|same here|me too"
    r"|you and your [\w ]{2,20}|you (?:didn['’]t|never) (?:tell|told|say|said)(?: (?:me|us))?(?: anything| that)?"
    r"|(?:(?:it|that) )?was (?:so |really )?(?:lovely|great|nice|good|fun)"
    r"(?: (?:on \w+|last \w+|yesterday|seeing you(?: \w+)?))?"
    r"|(?:at least|well) (?:it|that)(?:['’]?s| is) (?:all )?(?:sorted|over|done|fixed|something|behind you)(?: now)?"
    r"|(?:so |very )?(?:happy|sorry) (?:for you|to hear (?:that|it))|i had no idea"
    r"|you owe me[\w ]{0,30}|(?:i )?thought you(?:['’]d|['’]re| hated| loved| liked| knew| had| were| lived"
    r"| worked)[\w ]{0,40}"
    r"|that['’]s (?:great|sad|lovely|good news|awful)"
    # What somebody thinks of an answer: "Very good, Anna, that pleases me."
    r"|(?:very |really |so |that['’]s )?(?:good|well done|splendid|excellent|brilliant|marvellous|wonderful|perfect"
    r"|correct)"
    r"|(?:good|great|nice|well) (?:job|work|done|answer|question|try|one|thinking)"
    r"|that (?:pleases me|makes me happy|made my day)"
    r"|my (?:bad|mistake)|don['’]?t rub it in"
    # "omg no way congrats"
    r"|(?:(?:omg|oh my god|wow|aww?|yay|no{1,9} way|congrats|congratulations|amazing|legend) ?){2,6}"
    r"|(?:congrats|congratulations|well done)(?: (?:mate|dude|to you(?: both)?|you \w{3,20}))?"
    r"|(?:i['’]?ll keep my )?fingers crossed(?: for (?:you|them|him|her))?"
    r"|(?:i['’]d have |i )?(?:almost |nearly |totally )?forg(?:ot|otten)(?: about (?:that|it))?"
    r"|(?:i['’]?m )?rooting for you|you['’]?ll (?:smash|nail|ace) it|you (?:nerd|legend|beauty)"
    r"|see (?:you|ya) (?:at|on|then|there|later|soon|in)(?: \w+){0,3}|(?:ok )?got it"
    r"|spot on|exactly right|i shall do no such thing|mind how you go|(?:my )?dear(?:est)? (?:girl|boy|child|lad|lass)"
)
_GERMAN = (
    r"echt|ernsthaft|so war(?:['’]?s| das) nicht gemeint"
    r"|du arme[rs]?|du bist (?:(?:ein|der|die) )?(?:schatz|engel|held(?:in)?|irre|verrückt|lieb|süß|beste)"
    r"|(?:(?:es|das) )?war(?:['’]?s)? (?:so |echt |sehr |richtig |total )?(?:schön|toll|nett|lustig|super)"
    r"(?: (?:am \w+|gestern|neulich|bei euch|mit (?:dir|euch)))?(?: übrigens)?"
    r"|(?:wenigstens|immerhin|zum glück) ist (?:es|das) (?:jetzt )?(?:erledigt|vorbei|geschafft|geregelt|was)"
    r"|weiß ich|ich weiß|keine ahnung|das ist der plan|kein (?:thema|problem|ding)|na (?:super|toll|schön|gut|klar)"
    r"|ach (?:du )?(?:schande|gott|herrje|je|so|nein|was|schön)"
    r"|kann ich verstehen|versteh(?:e|['’])? ich|(?:merk(?:e|['’])?|mach(?:e|['’])?|nehm(?:e|['’])?) ich(?: mir)?"
    r"|oje|d(?:ie|er) arme"
    r"|(?:ich )?drück(?:e|['’])? (?:(?:dir|euch|ihnen) )?(?:(?:ganz )?fest )?die daumen|hätt(?:e"
    r"|['’])? ich (?:fast |beinahe |glatt )?vergessen|versprochen|unbedingt|vermutlich"
    r"|(?:das )?tut mir leid|oh nein|gute besserung|ich könnte das (?:auch )?nicht"
    r"|guten (?:tag|morgen|abend) (?:frau|herr) \w+"
    r"|(?:herzlichen )?glückwunsch(?: (?:dir|euch|euch beiden|ihnen|nochmals?|noch mal|du \w{3,20}))?"
    r"|mein mund ist zu|schwamm drüber|alles gute|ach ja|keine sorge"
    r"|(?:wie|so|echt|voll|total) (?:schön|cool|süß|toll|lieb|nett|blöd|doof|schade)|das wusste ich (?:gar )?nicht"
    r"|du und dein(?:e|en)? \w{2,20}|(?:das )?hast du (?:mir |uns )?(?:noch )?(?:gar nicht|nie) (?:erzählt|gesagt)"
    r"|(?:sehr |ganz |wirklich |richtig )?(?:gut|fein|brav|richtig|ordentlich)"
    r"(?: gemacht| erklärt| gelöst| geantwortet)?"
    r"|das (?:freut mich|hast du (?:sehr |ganz )?(?:gut|toll|schön|prima) gemacht"
    r"|haben sie (?:sehr )?gut gemacht)(?: sehr| aber)?"
    r"|ausgezeichnet|hervorragend|bestens|(?:ach |och |oh )?(?:mensch|mann|menno)|da wär(?:e|['’])? ich tot"
    r"|(?:sein|ihr|dein) pech|pech gehabt"
    r"|(?:oje |ach |och )?(?:du|sie|ihr) arme[rsn]?|glückwunsch min \w+"
    r"|(?:und )?gute besserung (?:für|dir|euch|ihnen|an)(?: \w+){0,4}"
    r"|(?:haha )?(?:der|die|das) passt zu (?:uns|euch|dir|ihnen)"
    r"|(?:nee?|nein|nö)? ?das war(?:['’]?s| es)(?: (?:schon|auch schon|dann))?|danke (?:euch|dir|ihnen)"
    r"|gratuliere|willkommen(?: im club| zurück| daheim)?|mega|krass|cool|autsch|wunderbar|schade"
)
_SPANISH_CALLS = r"(?:bolud[oa]|t[íi][oa]|nena|amig[oa]|che|güey|wey|carnal|herman[oa])"
_SPANISH = (
    r"(?:ja(?:ja)+ )?(?:no hay (?:problema|drama|bronca|lío)|sin problema)"
    r"|te lo agradezco(?: (?:mucho|muchísimo|un montón|en el alma))?|en serio|de veras|posta|otr[oa] más|no manches"
    r"|bendito dios|claro(?: claro)?|ya ves|mentira|pasa en las mejores familias|(?:ya )?lo tengo en cuenta"
    r"|qué (?:suerte|haría yo) (?:contigo|con vos)|y eso"
    r"|madre mía|(?:también )?es verdad"
    r"|no me (?:fastidies|digas(?: qu?e? [\w ]{2,30})?)"
    r"|qué (?:pena|alivio|bien|mala?|malo|fuerte|envidia|vergüenza|romántico|va"
    r"|dices|rabia|susto|risa|guay|ilusión|suerte|horror|lástima|majo|maja|sabio)|ni idea|ni falta que hace"
    r"|tú y tus? [\w ]{2,20}|no (?:me|nos) (?:has|habías|habéis|habíais) (?:dicho|contado)(?: nada)?"
    r"|(?:al menos|por lo menos) (?:ya )?(?:está|pasó|es algo)(?: (?:hecho|arreglado|resuelto))?"
    r"|menos mal|por (?:favor|lo menos)|y punto|suerte|ya lo sé|por supuesto|gracias|vaya(?: hombre)?"
    r"|ja(?:ja)+|de verdad|(?:enhorabuena|felicidades|felicitaciones)(?: (?:\w{3,15}|a l[oa]s dos))?"
    r"|(?:cruzo los dedos|dedos cruzados)(?: por (?:ti|vos|usted))?|casi se me olvida"
    r"|te acompaño en el sentimiento|se me había olvidado"
    r"|mucha suerte|suerte mañana|no (?:lo )?sabía(?: nada)?|me (?:lo|la) apunto"
    rf"|(?:{_SPANISH_CALLS} )?(?:no (?:sabes|sabés|te imaginas|vas a creer)|adivina) (?:lo que|qué) [\w ]{{2,20}}"
    rf"|(?:{_SPANISH_CALLS} )?no (?:te|os|se) lo vas? a creer|a ver qué (?:has|habéis|ha) hecho"
    r"|muy bien(?: hecho)?|bien hecho|excelente|perfecto|correcto|estupendo|fenomenal|así me gusta|buen trabajo"
    r"|buena respuesta"
    r"|pobre(?:cit[oa])?(?: [oh]\w+)?|qué me dices|agárrate|me (?:has salvado|salvas) la vida"
    r"|(?:te )?tengo que contar(?:te|os)? (?:algo|una cosa)|(?:me )?est[áa]s (?:jodiendo|bromeando|de coña)"
    r"|qu[eé]{2,}|qu[eé]{2,} me est[áa]s jodiendo"
    r"|(?:yo )?(?:creía|pensaba) que (?:tú )?(?:no )?(?:eras|estabas|tenías|vivías|ibas)[\w ]{0,40}"
    r"|cuánto me alegro|me alegro(?: mucho)?|eres (?:(?:un|una|el|la) )?(?:sol|cielo|crack|mejor)"
)
_CHINESE = (
    r"(?:吓|笑)死我?了?|扎心了?|那?多不好意思|真的(?:啊|呀|吗)?|恭喜(?:恭喜|你们?|他们?|她)?[啊呀]?(?:学霸|大神|老板|美女|兄弟)?|加油(?:加油)?|差点忘了?|祝你?好运|太(?:好|棒|厉害)了|没办法|辛苦(?:了|你了"
    r"|啦)?|知道了|收到|明白"
    r"|(?:你)?怎么不早说|(?:你)?(?:都)?没(?:跟我|和我|告诉我)(?:说过?)?|没问题|好久(?:不见|没联系)[了啦呀]?|记住了|羡慕你?|厉害|一路(?:顺风|平安)|哈+|那就好|怎么会|真不容易|不容易|我都不知道|替你高兴|保重|我还?以为你[^，。]{1,20}|欢迎(?:加入|回来)?"
    r"|(?:非常|很|真|太)?(?:好|棒|不错|正确)(?:的)?[啊呀哦呢]?|(?:做|回答|答|说|写)得?(?:很|真|非常)?(?:好|棒|对|不错)"
    r"|答对了|没错|[哦噢]{0,4}我?[记搞]?(?:记混|搞混|记错|搞错)了"
    # What comes next is the matter: 我跟你说个事.
    r"|我?(?:[跟和][你您](?:们|們)?)(?:说|說|讲|講|吐槽|分享|商量)一?[个個件下](?:事儿?|事情)?[啊哈呗哦]?"
    r"|[啊哎]?别[吓嚇]我|羡慕死[我你]?了?|羨慕|[对對][吼哦噢]?我?忘了|[哇哦噢]{1,8}[^我，]{1,6}恭喜|[節节]哀|那?我再(?:想想|看看|考虑考虑|考虑一下|問問|问问)吧?|你忙吧?|在[的呢啊]?|我真的?[谢謝]{1,2}[他她你]"
)
_PHRASE = re.compile(
    rf"(?:(?:{_CRIES})\s)?(?:{_ENGLISH}|{_GERMAN}|{_SPANISH}"
    rf"|{_CHINESE})(?:\s(?-i:[A-ZÁÉÍÓÚÄÖÜÑ]\w+))?",  # "Suerte Iker"
    re.IGNORECASE,
)
_CRY = re.compile(_CRIES, re.IGNORECASE)
_CALLED = re.compile(r"[A-ZÁÉÍÓÚÄÖÜÑ]\w+(?<!day)(?<!tag)(?<!woch)")  # beside a phrase: "Very good, Anna"
_CLAUSE_END = re.compile(r"[,.!?…;，。！？；、]+|[\U0001f300-\U0001faff]+")
_BESIDE_WORDS = re.compile(r"\A[^\w]+|[^\w]+\Z")
_LONGEST = 80  # characters
# What is only imagined, and laughed about: 要是我中了彩票就不上班了哈哈.
_IMAGINES = re.compile(
    r"如果|要是|假如|\bsi (?:pudiera|tuviera|fuera|me tocara|supiera|ganara)\b", re.IGNORECASE
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
_INTENSELY = r"(?:(?:so|really|very|truly|super|just|always|greatly|all|even|also|pretty|definitely) )*"
_PRAISE = (
    r"(?:amazing|awesome|great|incredible|inspiring|an inspiration|wonderful|fantastic|thoughtful|kind|strong|brave"
    r"|lovely|impressive|appreciated|admirable|contagious|lucky|sweet|right|cool|beautiful|the best|talented|exciting)"
)
_COURTESY = re.compile(
    # Offers, invitations and news begin in the same way: "happy to help you", "I hope you can come".
    rf"(?:I(?:['’]m| am)? |we(?:['’]re| are)? )?{_INTENSELY}"
    r"(?!\w+ to (?!hear|know|see|learn))"
    r"(?!.{0,30}\b(?:tell|let|inform|announce|share|show|say|ask|come|join|visit|meet)\b)"
    r"(?:glad|happy|pleased|proud|thrilled|excited|sorry|hop(?:e|ing)|wish(?:ing)?|sure|bet|appreciate|thank(?:s|ful)?"
    r"|grateful|rooting|cheering) (?:(?:\w+ ){0,4}?(?:you|yours?)\b.*|it (?:helps?|works|went well|goes well))"
    r"|I(?:['’]m| am) (?:always |right )?here (?:for you|to (?:support|listen|cheer))\b.*"
    r"|you(?:['’]ll| will| can|['’]ve got| got) (?:do (?:great|it|this|fine|well)|be (?:great|fine|okay|ok)|this"
    r"|get there|rock it|nail it)\b.*"
    rf"|you(?:['’]re| are) (?:(?:a|an|the|such|doing) )*{_INTENSELY}{_PRAISE}\b(?! (?:at|in)\b).*"
    rf"|your [\w' ]{{3,30}} (?:is|are|looks?|sounds?) {_INTENSELY}{_PRAISE}(?: (?:to|for) me| too)?"
    r"|your [\w' ]{3,30} (?:really |truly )?(?:inspires?|inspired|shines?|means? (?:a lot|so much)|pays? off)\b.*"
    r"|keep (?:it up|on|at it|going|pushing|trying|fighting|believing|dreaming|smiling|chasing|spreading|inspiring)\b.*"
    r"|stay (?:strong|positive|safe|true|focused|motivated|hopeful)\b.*"
    r"|(?:believe in|never give up|don['’]t give up|hang in)\b.*|take care(?: of yourself)?|enjoy (?:it|your)\b.*"
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
