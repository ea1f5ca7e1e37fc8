"""Spanish questions about a person, and what the answers tell: "¿Dónde vives?" "En Soria." is "Vivo en Soria."."""

from memory.language.answered.question import Answers, Question
from memory.language.lexicon import any_of
from memory.language.lexicon import spanish as words

_UP = "A-ZÁÉÍÓÚÑ"
_YES = (
    r"(?:s[íi]|pues sí|qué remedio|ahí sigo|todavía|claro|exacto|eso es|así es|lo soy|por desgracia sí)(?!\w)"
)
_SINCE = r"(?:desde|cada|tod[oa]s l[oa]s|siempre|de toda la vida|hace \w{1,30} años)(?!\w)"
_OPENING = (
    r"(?:pues|sólo|solo|solamente|sobre todo|todavía|(?:ella |él )?se llama|es|a la|al|a los|a las|a|de|en"
    r"|como|bueno|genial|muy bien|fenomenal|estupendo|gracias|encantad[oa]s?)(?!\w)"
)
_DENIES = (
    r"(?:no|nada|nadie|ningun[oa]|ninguna|nunca|ni idea|todavía no|quizás?|depende"
    r"|qué(?! remedio)|por qué|tal vez)(?!\w)"
)
# How a short question begins: "¿Y hablas ruso?"
_START = r"^\W*(?:(?:y|ah|oye|pero)\W+)?"
_NEAREST = r"(?:mujer|marido|novi[oa]|hij[oa])"
_KIN = any_of("""
    mujer, marido, espos[oa], pareja, novi[oa], hij[oa], herman[oa], madre, padre, mamá, papá, abuel[oa],
    prim[oa], tí[oa], sobrin[oa]
""")
_END = r"(?=\s*(?:[.,;!?…()–—-]|$|(?:y (?:yo|es|tiene)|pero|porque|desde|ahora|hace)\b))"
_NO_NAMES = any_of("""
    Yo, Mi, El, La, Los, Las, Un, Una, Sí, Pues, Bien, Gracias, Ya, Todavía, Aquí, Es, Está, En, De, Con, Se,
    Soy, Ja, Adivina, Tengo, Dos, Tres, Te, Me, Como, Ay, Ninguno, Ninguna, Ni, Ambos, Ambas, Depende, Quizás?,
    No, Qué, Nunca
""")
_NO_NAME = rf"(?!{_NO_NAMES}\b)"
_NAME = rf"{_NO_NAME}(?P<v>[{_UP}][\w'’-]{{1,30}}(?: [{_UP}][\w'’-]{{1,30}})?|[a-záéíóúñ]{{3,12}}(?=[.!]?$)){_END}"
_PLACE = rf"{_NO_NAME}(?P<v>[{_UP}][\w'’-]{{1,30}}(?: (?:de |del |de la )?[{_UP}][\w'’-]{{1,30}})?){_END}"
_VAGUE_WORDS = any_of("""
    much[oa]s?, vari[oa]s, algun[oa]s?, algo, todo, tod[oa]s, un poco, yo, me, mi, te, lo, que, si, ya, tengo,
    hay, así, dos, tres, gracias, por, para, cuando
""")
_VAGUE = rf"(?!{_VAGUE_WORDS}\b)"
_WORDS = r"[a-záéíóúñA-Z][\wáéíóúñ-]{1,30}(?: [a-záéíóúñ]{1,30}s)?"
# "¿Alergias?" "Solo a los lunes."
_NO_ALLERGENS = any_of("""
    lunes, martes, fines? de semana, madrugar, trabajo, trabajar, estudiar, deberes, exámenes, tonterías, gente,
    mentiras, deporte, política, compromiso, reuniones
""")
_NO_ALLERGEN = rf"(?!(?:(?:el|la|los|las) )?{_NO_ALLERGENS}\b)"
_THING = rf"{_VAGUE}(?P<v>(?:(?:el|la|los|las) )?{_WORDS}(?: y {_VAGUE}(?:(?:el|la|los|las|al?) )?{_WORDS})?){_END}"
_WORDED = (
    rf"{words.TENS}(?: y (?:uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve))?"
    r"|veinte|veinti[a-zé]{2,7}|dieciocho|diecinueve"
)
_COUNT = r"(?P<v>un|una|uno|dos|tres|cuatro|cinco|\d)(?!\w)(?! (?:años|meses|semanas))"

# An answer that leaves out "hago" or "tengo": a few words, then what it is about.
_LEFT_OUT = (
    r"(?P<v>(?!(?i:yo|él|ella|ellos|tú|mis?|tus?|sus?|no|nunca|ni|nada|hoy|mañana|antes|quizás?|me|te|se|estoy"
    r"|tengo|soy|voy|hago|juego|toco|es|está|sin)\b)"
    r"(?:(?!(?:yo|él|ella|tú|mis?|tus?|sus?|no|nunca|ni|odio|antes|sin|me|te|se|es|tiene|sobre|que)\b)"
    r"[\wáéíóúñ’-]+,? ){0,6}?"
)
_GIVEN_UP = r"(?:l[oa] (?:dejé|he dejado)|ya no|antes|de (?:niñ[oa]|pequeñ[oa])|hace (?:años|mucho) que no)\b"


def _left_out(things: str) -> str:
    return rf"(?![^.!?\n]{{0,80}}\b{_GIVEN_UP}){_LEFT_OUT}(?:{things})(?!\w)[^.!?\n]{{0,80}})"


_FREE_TIME = (
    r"\btiempo libre\b|\baficiones\b|\bafición\b|\bhobb(?:y|ies)\b|\bpasatiempos?\b"
    r"|\b(?:haces|hacéis|hace usted) (?:algo de |algún |alguna |mucho )?"
    r"(?:deporte|ejercicio|música|los fines de semana|por las tardes|cuando no trabajas|fuera del trabajo"
    r"|para (?:relajarte|desconectar|divertirte))\b|\bcuando no (?:trabajas|cantas|estás trabajando)\b"
    r"|\bqué (?:sueles hacer|te gusta hacer)\b|\b(?:juegas|practicas) a algo\b|\bpracticas algún\b"
)

# "¿Qué tal la espalda?"
_ACHES = any_of("""
    tos, espalda, rodillas?, cadera, corazón, estómago, azúcar, tensión, salud, cabeza, piernas?, alergia
""")
_DIAGNOSES = any_of("""
    celiaquía, asma, diabetes, migrañas?, artrosis, artritis, hipertensión, epilepsia, gota, vértigos?, anemia,
    rinitis, ciática
""")
_AVOIDED = any_of("carne, cerdo, pescado, gluten, azúcar, lácteos, marisco, huevos, lactosa, frutos secos")
# "¿A qué te dedicas?" "A todo un poco."
_NO_TRADES = any_of("todo, nada, lo, eso, mucho, poco, bueno, pues, ahora, yo, siempre, un, una")

_QUESTIONS = (
    Question(_FREE_TIME, "Hago {v}.", _left_out(rf"{words.PASTIMES}|{words.DONE_FOR_FUN}"), throughout=True),
    Question(
        r"\b(?:tocas|toca usted|tocáis) (?:algo|algún instrumento|música)\b|\bqué tocas\b",
        "Toco {v}.",
        _left_out(words.INSTRUMENTS),
    ),
    Question(
        r"^(?!.{0,100}\b(?:alergi|alérgic)).{0,100}?\b(?:mascotas?|animal(?:es)?|bichos)\b",
        "Tengo {v}.",
        _left_out(rf"{words.PET}|{words.FLOCK}"),
        throughout=True,
    ),
    Question(
        r"\b(?:(?:sigues|seguís|sigue usted) (?:\w+ndo|con|yendo)|juegas|tocas|haces|practicas|vas)"
        r"(?: todavía| aún)? (?:(?:a(?:l| la| los| las| clases de)?|en el|el|la|con el|con la) )?"
        rf"(?P<v>{words.PASTIMES}|{words.INSTRUMENTS})\?",
        "Hago {v}.",
    ),
    Question(
        r"\bsalud\b"
        r"|\bcómo (?:estás|está usted|andas|te encuentras|sigues)\b"
        rf"|\b(?:y|qué tal|cómo va|cómo llevas) (?:lo de(?:l| la)? |la|el|los|las|tu|tus|esa|ese) ?{_ACHES}\b",
        "Tengo {v}.",
        rf"(?:es )?(?:el |la )?{_left_out(words.ILLNESS)}",
        throughout=True,
    ),
    Question(r"\bidiomas?\b", "Hablo {v}.", _left_out(words.SPOKEN), throughout=True),
    Question(
        r"\ba qué te dedicas\b|\bdónde trabajas\b|\bde qué trabajas\b|^\W*(?:¿?y tú|y usted)\?",
        "Trabajo {v}.",
        rf"(?:[Yy]o,? )?(?P<v>en (?:una?|el|la) {words.HOUSES})(?!\w)",
    ),
    Question(
        r"\b(?:hijos|niños|críos|familia)\?",
        "Tengo {v}.",
        _left_out(rf"(?:hij|niñ|chic|crí)[oa]s?|peques?|mellizos|gemelos|{words.PET}|{words.FLOCK}"),
        throughout=True,
    ),
    Question(
        r"\b(?:sigues|seguís|vives|vivís) (?:viviendo )?(?:todavía |aún )?en (?P<old>[\wáéíóúñ ]{2,30})\?",
        "Vivo en {v}.",
        denied=r"\W*no\W+(?:(?:ahora|ya|desde)\b[^.,!?]{0,20}? )?(?:estoy |estamos |ahora )?en "
        rf"(?P<v>(?-i:[{_UP}])[\w-]{{1,30}})",
    ),
    Question(r"\bd[óo]nde (?:viv(?:es|e|ís)|estás viviendo)\b|\ben qué ciudad viv", "Vivo en {v}.", _PLACE),
    Question(
        r"\ba d[óo]nde (?:te (?:has mudado|mudaste)|os (?:habéis mudado|mudasteis))\b",
        "Me mudé a {v}.",
        _PLACE,
    ),
    Question(r"\bviv(?:es|e|ís) [^?]{0,20}\ben [^?]{2,40} o (?:en )?[^?]{2,30}\?", "Vivo en {v}.", _PLACE),
    Question(
        rf"{_START}(?:sigues|seguís|sigue|todavía|aún) (?:viviendo )?en "
        rf"(?P<v>(?-i:[{_UP}])[\w-]{{1,30}}(?: [{_UP}][\w-]{{1,30}})?)\?",
        "Vivo en {v}.",
    ),
    Question(r"\bde d[óo]nde (?:eres|es usted|sois|vienes|viene)\b", "Soy de {v}.", rf"(?:de )?{_PLACE}"),
    Question(
        r"\ba qué te dedicas\b|\ba qué se dedica\b(?! (?:tu|su))|\b(?:en|de) qué trabaj(?:as|a)\b",
        "Trabajo de {v}.",
        rf"(?:un |una )?(?P<v>(?!(?!(?:militar|auxiliar|chófer)\b)[a-záéíóúñ]{{1,20}}[aei]r\b|{_NO_TRADES}\b)"
        rf"[a-záéíóúñ]{{1,30}})(?: (?:de|en|para) [^.,;!?]{{2,40}})?{_END}",
    ),
    Question(
        r"\b(?:dirección|domicilio)\b",
        "Vivo en {v}.",
        rf"[^.!?\n]{{3,40}}? \d{{1,4}}\w?,? (?:en |de )?(?:\d{{5}} )?(?P<v>[{_UP}][\w-]{{2,30}})(?=[.,;!]|$)",
    ),
    Question(
        rf"(?:\b(?:sigues|sigue usted|todavía|aún)|{_START}sigue) (?:trabajando )?(?:de|como) "
        r"(?P<v>[a-záéíóúñ]{3,20})\b",
        "Trabajo de {v}.",
    ),
    Question(
        rf"(?:\b(?:sigues|sigue usted|todavía|aún)|{_START}sigue) (?:trabajando )?en "
        r"(?P<v>(?:la|el) [a-záéíóúñ]{3,20})\?",
        "Trabajo en {v}.",
    ),
    Question(
        r"\b(?:medicación|medicamentos?|pastillas)\b",
        "Tomo {v} como medicación.",
        rf"(?:tomo |solo )?(?P<v>[a-záéíóúñA-Z]{{3,20}}(?: para (?:la|el) [a-záéíóúñ]{{3,15}})?){_END}",
        several=True,
    ),
    Question(r"\bd[óo]nde trabaj(?:as|a)\b", "Trabajo en {v}.", _PLACE),
    Question(
        r"\b(?:cuántos años tienes?(?: usted)?|qué edad tiene(?:s)?)\b",
        "Tengo {v} años.",
        rf"(?P<v>\d{{1,3}}|{_WORDED})(?=\s*(?:[.,;!]|$)| años)",
    ),
    Question(
        r"\bcuándo (?:es tu cumpleaños|es su cumpleaños|cumples años)\b",
        "Mi cumpleaños es el {v}.",
        r"(?:[Ee]l )?(?P<v>\d{1,2} de [a-z]{4,10})\b",
    ),
    Question(r"\bcómo (?:te llamas|se llama usted)\b|\bcuál es (?:tu|su) nombre\b", "Me llamo {v}.", _NAME),
    Question(
        rf"\bcómo se llama(?:n)? (?:tu|su|vuestr[oa]) (?P<k>{words.PET}|{_KIN})\b"
        rf"|\btu (?P<k2>{words.PET}|{_KIN}),? cómo se llama\b",
        "Mi {k} se llama {v}.",
        _NAME,
        names=True,
    ),
    Question(rf"\bcómo se llama \((?P<k>{words.PET}|{_KIN})\)", "Mi {k} se llama {v}.", _NAME, names=True),
    Question(
        rf"^\W*(?:(?:y|ah|es)\W+)?(?:tu|su) (?P<k>{words.PET}|{_KIN})\?",
        "Mi {k} se llama {v}.",
        rf"{_NO_NAME}(?P<v>[{_UP}][\w-]{{1,30}})(?=[.,;!]|$)",
    ),
    Question(
        rf"^\W*(?:y|qué pasa con|qué tal) (?:el|la|tu|vuestr[oa]) (?P<k>{words.PET})\?",
        "Mi {k} se llama {v}.",
        rf"{_NO_NAME}(?P<v>[{_UP}][\w-]{{1,30}})(?= (?:se|es|está|viene|va|sigue|duerme)\b)",
    ),
    Question(
        rf"\b(?:tienes|tiene|tenéis) (?:un|una|algún|alguna) (?P<k>{words.PET})\?",
        "Mi {k} se llama {v}.",
        rf"{_NO_NAME}(?P<v>[{_UP}][\w-]{{1,30}})(?=[.,;!]|$)",
    ),
    Question(
        r"\b(?:tienes|tiene|tenéis|hay) (?:alguna )?(?:(?:niños|hijos) (?:o|y) )?(?:mascotas?|animales)\b",
        "Tengo {v}.",
        rf"(?P<v>[Uu]na? {words.PET}(?: (?:que se llama|llamad[oa]) [{_UP}]\w{{1,30}})?)\b",
    ),
    Question(
        r"\b(?:tienes|tiene|tenéis) (?P<k>hijos|hermanos|nietos)\b|\bcuántos (?P<k2>hijos|hermanos|nietos) tienes?\b",
        "Tengo {v} {k}.",
        _COUNT,
    ),
    Question(
        r"\bqué (?:te|le) (?:ha dicho|dijo|han dicho|dijeron|han encontrado)\b|\bqué (?:ha salido|salió) en\b"
        r"|\bcuál es el diagnóstico\b",
        "Tengo {v}.",
        rf"(?:que tengo |que es )?(?P<v>{_DIAGNOSES}){_END}",
    ),
    Question(
        r"\b(?:enfermedad(?:es)?|dolencias?)\b",
        "Tengo {v}.",
        rf"(?P<v>[a-záéíóúñ]{{1,30}})(?:{_END}|(?= (?:en (?:el|la|los|las|ambos)|leve|desde)\b))",
    ),
    Question(
        r"\balergias?\b|\balérgic[oa] a l?(?:algo|alguna|os|as|a|el)\b|\ba qué (?:eres|es) alérgic[oa]\b",
        "Tengo alergia a {v}.",
        rf"{_NO_ALLERGEN}{_THING}",
    ),
    Question(
        r"\bqué no (?:comes|come)\b|\bno (?:comas|coma|puedas comer|pueda comer)\b|\bdieta\b|\brestricci",
        "No como {v}.",
        rf"(?:no como |no puedo comer )?(?:(?i:el|la|los|las) )?(?P<v>{_AVOIDED})\b",
    ),
    Question(
        r"\bqué no (?:comes|come)\b|\bno (?:comas|coma|puedas comer|pueda comer)\b|\bdieta\b|\brestricci",
        "Soy {v}.",
        r"(?P<v>vegetarian[oa]|vegan[oa]|celíac[oa]|intolerante a la lactosa)\b",
    ),
    Question(
        r"\bqué (?:estudias|estudia usted|estás estudiando|carrera (?:haces|estudias))\b",
        "Estudio {v}.",
        _THING,
    ),
    Question(
        r"\b(?:aficiones|afición|hobby|hobbies|pasatiempos?)\b|\btiempo libre\b"
        rf"|\bqué haces los (?:{words.WEEKDAYS}|fines de semana)\b",
        "Me gusta {v}.",
        rf"(?!(?i:trabaj|nada|dorm|descans|voy|tengo|clases?|estudi|estoy)\w*){_THING}",
    ),
    Question(
        rf"{_START}(?:eres|es usted) (?:también )?(?P<v>\w{{1,30}}(?: de [A-Z]\w{{1,30}})?)\?",
        "Soy {v}.",
    ),
    Question(rf"{_START}(?:tienes|tiene usted) (?P<v>(?:una? )?\w{{1,30}})\?", "Tengo {v}."),
    Question(
        rf"{_START}(?:vives|vive usted) (?:todavía |ahora )?(?P<v>en [\w ]{{3,30}})\?",
        "Vivo {v}.",
    ),
    Question(
        r"\b(?:casa|piso|apartamento) nuev[oa]\b|\bnuev[oa] (?:casa|piso)\b",
        "Vivo en {v}.",
        rf"(?:ya |ahora )?(?:estamos|estoy|vivimos) (?:ya |ahora )?(?:instalad[oa]s? )?en {_PLACE}",
    ),
    Question(
        r"\benfermedad(?:es)?\b|\b(?:problemas? de salud|dolencias?)\b",
        "Tengo {v}.",
        r"(?:tengo )?(?:la )?(?P<v>[a-záéíóúñ]{4,20}(?: alta)?)(?: en (?:las?|los?|el) [a-z]{3,12})?"
        r"(?=\s*(?:[.,;!?]|$))",
        several=True,
    ),
    Question(
        r"\bcon quién vives?\b|\bquién vive con\b",
        "Tengo {v}.",
        r"(?:con )?(?P<v>(?:mi|mis|un|una) [a-záéíóúñ]{3,12}(?:,? [A-ZÁÉÍÓÚÑ][a-záéíóúñ]{2,15})?)"
        r"(?=\s*(?:[.,;!?]|$))",
    ),
    Question(r"\bfumas?\b", "No fumo.", denied=r"\W*(?:no(?!\w)(?!,? (?:lo|ya|desde))|nunca|jamás)"),
    Question(
        r"\bfumas?\b", "He dejado de fumar.", denied=r"\W*(?:no,? )?(?:ya no|desde hace [^.!?]{3,20} no)"
    ),
    Question(r"\bfumas?\b", "He dejado de fumar.", r"(?:lo dejé|lo he dejado|dejé de fumar)"),
    Question(rf"{_START}(?:hablas|habla usted) (?P<v>\w{{1,30}})\?", "Hablo {v}."),
    Question(rf"{_START}(?:tocas|toca usted) (?P<v>(?:el|la) \w{{1,30}})\?", "Toco {v}."),
)

_NAME_ASKED = r"\bcómo se llama(?= *(?:él|ella)?\?)"
_OWNED = (
    r"(?:\b(?:mi|nuestr[oa])"
    r"|\b(?:tengo|tenemos|he adoptado|hemos adoptado|adopté|adoptamos|me compré|nos dieron) una?) "
    rf"(?P<k>{words.PET}|{_NEAREST})\b"
)

SPANISH = Answers(
    questions=_QUESTIONS,
    yes=_YES,
    since=_SINCE,
    opening=_OPENING,
    denies=_DENIES,
    name_asked=_NAME_ASKED,
    owned=_OWNED,
    noun_written=" ({k})",
    named=r"^\W*(?:(?:y|pues)\W+)?[Ss]e llama " + _NAME,
    name_said="Mi {k} se llama {v}.",
)
