"""Spanish phrases, as alternatives of patterns."""

from memory.language.lexicon import any_of
from memory.language.spanish_dates import WEEKDAYS

# At the end of a statement: "Empiezo el lunes, ¿te lo dije?"
TAGS = (
    r"verdad|sabes?(?: usted)?|recuerdas"
    r"|te (?:acuerdas|acordás|olvidaste|has olvidado)"
    r"|te lo (?:dije|conté)"
    # What is offered after what is planned: "Hay regata el 18 de abril, ¿te apuntas?"
    r"|te vienes|te apuntas|vienes|venís"
    r"|te (?:viene|va) bien"
)
TAGS_ALONE = "verdad|sí"

# Questions, with or without a question mark.
BEFORE_QUESTION = "y|pero"
_VERBS_BEHIND_PRONOUN = (
    r"(?:ha[ns]?|dij\w+|dice[sn]?|pas[aó]|hac[eé]s?|hacéis|hizo|hiciste|cont[óo]|parece|(?:vas?|van|vais) a)"
)
# "qué te dijo", "q hay", but not "qué bonito"
_VERB = (
    rf"(?:(?:(?:te|le|os|les|se|lo|nos) )?{_VERBS_BEHIND_PRONOUN}"
    r"|tienes?|tenés|quieres?|querés|hay|piensas?|pensás|toca)\b"
)
_BEHIND_HOW = any_of("qued, est, and, fue, va, vas, te, le, os, les, se, sig, lo")
QUESTIONS = (
    # What was thought to be known: "pero tú no eras vegetariana"
    r"(?:pero\s)?tú (?:no )?(?:eras|estabas|tenías|ibas|vivías) [^,.!]{3,60}$"
    # "jajaja y dónde estás", "tú qué tal el Erasmus", "cómo te fue", but not "cómo te quiero"
    r"|(?:ja(?:ja)+[\s,]+|tú\s|vos\s|y\s|oye,?\s|che,?\s|pues\s){0,4}+¿?"
    r"(?:dónde|cuándo|quién(?:es)?|por qué|(?:qu?[eé]?) tal"
    r"|cuánt[oa]s?(?! me alegr)\s(?!más\b)\w"
    rf"|cómo\s(?!te (?:pasas|quiero|odio|extraño|echo)\b){_BEHIND_HOW}"
    rf"|qué\s{_VERB}|q\s{_VERB})"
    # "tu madre cómo está", "sigues en la academia", "te acuerdas de Marta"
    r"|tus?\s\w+(?:\s\w+)?\s(?:cómo\s(?:est|va|sig|and|le|te|lo)\w*|qué\stal\b)"
    r"|(?:y\s)?(?:tú|vos)\s(?:qué|cómo)(?:,?\s[^.!]{2,60})?$"
    r"|(?:sigues|te\s(?:acuerdas|apetece|viene\sbien|apuntas)|sabes\s(?:algo|cuándo|dónde|si|quién|cómo)"
    r"|has\s(?:visto|hablado|probado|comido|ido|podido)|tienes\s(?:tiempo|hambre|planes|ganas))\s[^,.!]{2,60}$"
    # "de qué", "con quién"
    r"|(?:de|a|con|por|para|en|como)\s(?:qué|quién|dónde|cuándo)$"
    # What somebody else is or does: "y tu madre"
    r"|y\s(?:tú|vos|tus?\s\w+(?:\s\w+)?|vuestr[oa]s?\s\w+)$"
    # "y que te dijo"
    r"|y que (?:te|le|os|les) (?:ha[ns]?|dij\w+|cont[óo]|hizo)\b"
    # Which of two: "en tu casa o la tuya"
    r"|[^,.!?]{2,40}\so (?:qué|(?:el|la) tuy[oa])$"
)

# A question behind a statement: "El 3 de agosto me voy de vacaciones, ¿quién me cubre?", "Estoy bien, ¿y tú?"
BEFORE_LAST_QUESTION = "y|pero"
LAST_QUESTION_BEGINS = any_of("""
    puedes, puede, podéis, podría, tienes, tienen, tenéis, hay, es, está,
    quién, cuándo, cómo, cuál, cuánto, qué, dónde
""")
ASKS_IN_RETURN = r"y (?:tú|vosotr[oa]s|usted(?:es)?|vos)"

# What tells a statement of oneself: a day, or what somebody says of themselves without one.
DAYS = rf"{'|'.join(WEEKDAYS)}|mañana"
BEFORE_MONTH = "en|desde"
BEFORE_SELF = "hola|por cierto|oye|y"
FIRST_PERSON = any_of("soy, estoy, tengo, voy, vamos, llego, llegamos, salgo, vuelvo")
_AM_OR_DO = any_of("soy, tengo, vivo, vivimos, somos, tenemos, trabajo, estudio, toco, hablo, no como")
OF_SELF = (
    # "Soy vegana, ¿hay algo para mí?", but not "Tengo una duda, …"
    rf"{_AM_OR_DO}\s(?!una (?:pregunta|duda)|que\s)"
    # "Mi hijo tiene alergia, …"
    r"|mi \w+ (?:es|tiene|está)\s"
)
ASKS_FIRST = "si|cuando|quién|cuándo|cómo|qué|dónde"

_DO_FOR_YEARS = any_of("""
    bailo, canto, cocino, colecciono, conduzco, coso, crío, cultivo, dibujo, enseño, entreno, escribo, estudio,
    fabrico, hablo, juego, leo, nado, odio, padezco, pesco, pinto, prefiero, programo, remo, sufro, tejo, toco, vendo
""")
# Signs of content in a short sentence.
TELLS_OF_SELF = (
    # Verbs that need no pronoun: "Tengo gripe", "Por fin aprobé"
    r"\A(?:soy|estoy|tengo|vivo|trabajo|voy|somos|estamos|tenemos|vivimos|trabajamos)\b"
    # "Toco el violonchelo", but not "Hablo luego"
    rf"|\A{_DO_FOR_YEARS} (?!luego\b|después\b|mañana\b|hoy\b)\w"
    r"|\b\w{2,}(?<!qu)é\b|\b(?!(?:así|aquí|ahí|allí)\b)\w{3,}í\b"
    # News that is less than was feared: "Solo es un esguince."
    r"|\b(?:solo|sólo) es \w|\bes (?:solo|sólo) \w"
)
# What makes a request more than that.
SAYS_MORE = (
    r"mi|mis|yo|nuestr\w+"
    r"|porque"
    r"|siempre|nunca|a partir de ahora"
    rf"|{DAYS}|hoy"
)

# Words at the beginning of a sentence that refer to an earlier one.
BEFORE_POINTER = "y|pero"
POINTERS = "ella?|eso|esto|les"
# "Y ella se fue": somebody must have been named before.
BEFORE_PERSON = "y|pero|sí"
PERSONS = "ella|él"
# Without a pronoun: "Se jubila el 18", "le gusta la cerámica"
OF_SOMEBODY = (
    r"\W*(?:y |pero )?"
    r"(?:se (?:(?:jubil|cas|mud|oper|separ|divorci|march|qued)[aó]|va(?! a\b)|fue|puso)"
    r"|cumple (?-i:[a-z0-9])"
    r"|les? (?:gusta|encanta|interesa|molesta|duele|apetece)n?)\s(?-i:[a-záéíóúñ])"
)

# What is asked for, and says nothing else: "Trae una linterna, por favor".
BEFORE_REQUEST = "pues|y|por favor"
# Asked of an assistant, which tells something: "respóndeme en inglés".
_FOR_ASSISTANTS = any_of("respónd, contést, explíc, escríb, háb, llám, trát, resúm, pregúnt, recuérd")
REQUESTS = (
    r"(?:trae|traed|ven|llévate|quédate"
    # "tráeme", "cómpramelo", but not "dígame que …"
    rf"|(?!{_FOR_ASSISTANTS})[a-záéíóú]{{0,6}}[áéíóú][a-zñ]{{1,6}}(?:te|me|nos)(?:l[oa]s?)?\b(?!.*\bque\b)"
    r"|di (?:algo|que|hola|lo)|dime|cuéntame|avísame|avisa|llámame|mándame|pásame|dale|saluda"
    r"|espera un|cuídate|no te (?:preocupes|olvides)|ten cuidado)(?!\w)"
)

# What adds to what somebody else has said: "con el perro también".
AND = "y"
WITH = "con|sin"
ARTICLES = "el|la|los|las|tod[oa]s?"
TOO = "también|encima"
