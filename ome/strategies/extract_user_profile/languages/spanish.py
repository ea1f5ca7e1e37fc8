"""Spanish sentences about oneself, and what a profile says of them: "Soy enfermera" becomes "Es enfermera"."""

import re

from memory.language.lexicon import any_of
from memory.language.lexicon import spanish as words
from memory.language.spanish_dates import MONTHS
from ome.strategies.extract_user_profile.languages import asides, at_work, endings, everyday, recovery
from ome.strategies.extract_user_profile.languages.grammar import Grammar, Pattern, ending, noted, small
from ome.strategies.extract_user_profile.languages.spanish_capitals import with_capitals
from ome.strategies.extract_user_profile.languages.spanish_frames import SPANISH_FRAMES
from ome.strategies.extract_user_profile.languages.spanish_lasting import lasting_in

_UP = "A-ZÁÉÍÓÚÑ"
_NAME = rf"[{_UP}][\w'’-]*(?: [{_UP}][\w'’-]*){{0,2}}"
_PAIR = rf"[{_UP}][\wáéíóúñ]+ y [{_UP}][\wáéíóúñ]+"  # two names
_PLACE = rf"(?:(?:el|la|los|las) )?[{_UP}][\w'’-]*(?: (?:de |del |de la )?[{_UP}][\w'’-]*){{0,2}}"
_ANY = r"[^.,;:!?¡¿\n()\[\]]{2,60}"
# Excludes negated verbs: `no vivo`, `ya no vivo`.
_NOT = r"(?<![Nn]o )(?<![Yy]a no )"
_LED = any_of("""
    sala, cocina, obra, ventas, equipo, taller, planta, estudios, proyectos?, almacén, tienda, sección,
    producción, turno
""")
_WORK = r"(?:[Tt]rabaj|[Ll]abur|[Cc]hambe|[Cc]urr)o"
_LIVES = (
    r"(?! (?:se )?(?:nos )?(?:murió|falleció|fue de este mundo|ha muerto|ha fallecido|que en paz descanse))"
)
_PARTNERS = r"(?:mujer|marido|esposa|esposo|pareja|novia|novio)"
_RELATIVES = r"(?:hermana|hermano|hija|hijo|nieta|nieto)"
_PARENTS = r"(?:madre|padre|mamá|papá|abuela|abuelo)"
_OTHERS = r"(?:prima|primo|tía|tío|sobrina|sobrino)"
_FAMILY = rf"(?:{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS})"
_ACQUAINTANCES = r"(?:mejor amiga|mejor amigo|compañera de piso|compañero de piso|jefa|jefe)"
_WHO_IS = rf"(?: se llama|,)? (?P<v>{_NAME})"
_ALONE = (
    r"(?=[.,;:!?)\n]|$"
    r"| (?:y|que(?! se llama)|es|está|tiene|duerme|come|ladra|viene|va|ha|se(?! llama)|no|me|quiere|necesita"
    r"|siempre|desde|en|muy)\b)"
)
# What has to be known of relatives, too, by who cooks for them.
_IS_UNWELL = (
    r"(?: (?:es|está) (?:muy |también )?(?:alérgic[oa] (?:a los |a las |a la |al |a )[a-záéíóúñ]{3,20}"
    r"(?: secos)?(?: y (?:a los |a las |a la |al |a )[a-záéíóúñ]{3,20})?|celíac[oa]|diabétic[oa]|asmátic[oa]"
    r"|epiléptic[oa]|vegan[oa]|vegetarian[oa]|intolerante (?:a la lactosa|al gluten)|embarazada)"
    r"| no (?:puede (?:comer|tomar)|come|tolera) (?:el |la |los )?[a-záéíóúñ]{3,20}(?: secos)?"
    rf"| tiene (?:{words.ILLNESS}|alergia (?:a los |a las |a la |al |a )[a-záéíóúñ]{{3,20}}))(?![\wáéíóúñ])"
)
_BEFORE_NOTE = r"\b(?:es|está) (?:muy |también )?|(?=\b(?:no|tiene)\b)"
_AGED = r"(?: (?:pequeñ[oa]|mayor|menor|median[oa]))"
_KIN = (
    rf"(?:(?:{_PARTNERS}|{_RELATIVES}|{_PARENTS}|{_OTHERS}|hij[oa]s|niñ[oa]s?|herman[oa]s|padres|suegr[oa]s?"
    rf"|cuñad[oa])s?{_AGED}?(?: [{_UP}][a-záéíóúñ]+)?)"
)
_THING = (
    r"(?:el |la |los |las )?"
    r"(?!(?:que|eso|esto|todo|nada|cuando|cómo|lo|l[oa]s|su|sus|tu|mi|un|una|me|te|a|al|ir|ver)\b)"
    r"[a-záéíóúñ]{3,20}"
    r"(?: (?:de|con) [a-záéíóúñ]{3,15}| (?!pero\b|porque\b|desde\b|cuando\b|como\b)[a-záéíóúñ]{4,15})?"
    r"(?: (?:y|ni) (?:el |la |los |las )?[a-záéíóúñ]{3,15})?(?=[.,;:!?)]|$| (?:y|pero|porque|así|desde)\b)"
)
_KIN_LIKES = (
    r"(?:\b(?:[Mm]is?|[Nn]uestr[oa]s?) "
    rf"(?P<v>{_KIN} (?:odian?|detestan?|adoran?|no (?:soportan?|aguantan?)|(?:tiene|tienen) miedo a) {_THING})"
    rf"|\b(?P<v2>[Aa] (?:mis?|nuestr[oa]s?) {_KIN} (?:no )?les? (?:gustan?|encantan?|dan? (?:miedo|asco)|chiflan?) "
    rf"(?:mucho |nada )?{_THING}))"
)
_DOSE = r"\d{1,4}(?:[.,]\d{1,3})? ?(?:mg|miligramos|mcg|ml|unidades)"
# The last part of the names of medicines.
_DRUG_ENDS = any_of("""
    pril, sartán, statina, olol, formina, prazol, dipino, oxetina, triptán, zepam, tiroxina, ciclina, cilina,
    profeno, tadina
""")
_DRUG_NAME = rf"(?:[a-záéíóúñ]{{2,14}}{_DRUG_ENDS}|aspirina|paracetamol)"
_OFTEN = (
    rf"(?:tod(?:os|as) l[oa]s {words.PERIODS}|cada {words.PERIOD}"
    r"|(?:una vez|(?:dos|tres|cuatro) veces|(?:dos|tres|cuatro|cinco) días) (?:por|a la|al) "
    r"(?:día|semana|mes|año))"
)
_AGAIN_AND_AGAIN = (
    rf"\b(?:{_OFTEN}|[Ll]os (?:{words.WEEKDAYS}|findes|fines de semana)"
    r"|[Ss]iempre|[Aa] menudo|[Nn]ormalmente)\b"
)
# What did not come about, and what somebody else says that the speaker does not believe.
_ALMOST = (
    r"\b(?:[Cc]asi (?:que )?(?:me|nos|vivo|acabo|acabamos)|[Pp]or poco(?! (?:dinero|tiempo))"
    r"|[Ee]stuv(?:e|imos) a punto de|[Aa] punto estuv(?:e|imos))\b"
)
_DISBELIEF = (
    r"\b(?:[Pp]ero|[Aa]unque|y|cosa que) (?:yo |la verdad,? |eso |no es que ){0,2}"
    r"(?:no (?:me )?(?:lo|la|le|les) cre(?:o|emos)\b|no es (?:verdad|cierto|así)\b|(?:lo )?dudo(?: mucho)?\b"
    r"|no estoy (?:muy |nada |tan )?(?:segur|convencid)[oa]\b)"
)
_ASKED_FOR = any_of("""
    [Rr]esp[óo]nde(?:me)?, [Cc]ont[ée]sta(?:me)?, [Ee]scr[íi]be(?:me)?, [Ll]lámame, [Hh]áblame, [Tt]rátame,
    [Ee]xpl[íi]ca(?:me)?, [Rr]es[úu]me(?:me)?, [Tt]raduce, usa, utiliza, [Dd]ame, [Pp]onme, [Pp]on,
    [Mm]u[ée]strame, [Pp]reg[úu]ntame, [Mm]ándame, [Ee]nvíame, [Cc]ita, [Rr]edondea, [Oo]rdena, [Gg]uarda
""")
# What a person wants of the assistant for good.
_ANSWER = rf"{_ASKED_FOR}\b"
_FORBIDDEN = any_of("""
    sugieras, propongas, recomiendes, menciones, uses, utilices, escribas, respondas, contestes, redondees,
    borres, elimines, envíes, mandes, cambies, toques, pongas, publiques, instales, me des
""")
_NEVER_ANSWER = rf"{_FORBIDDEN}\b"
_NOT_ANSWER = rf"(?:no|nunca) (?:me )?{_NEVER_ANSWER}"
_FROM_NOW_ON = (
    r"(?:[Aa] partir de (?:ahora|hoy)|[Dd]e (?:ahora|aquí|hoy) en adelante|[Dd]esde ya|[Ee]n adelante"
    r"|[Dd]esde ahora|[Ee]n el futuro)"
)
_INSTRUCTED = (
    r"[^.,;:!?\n()]{2,100}?"
    r"(?=(?: por favor)?(?:[.,;:!?\n()]|$| y (?:nunca|no|siempre)\b| (?:porque|para que) ))"
)
# Excludes nouns: "busco trabajo", "mi estudio".
_VERB = (
    r"(?<![Bb]usco )(?<!buscando )(?<!buscar )(?<!encontré )(?<!un )(?<!el )(?<!mi )(?<!de )(?<!nuevo )(?<!otro )"
    r"(?<!sin )\b"
)

_FORMER_JOBS = any_of(f"""
    {words.JOBS}, militar, soldado, marino, marinero, minero, minera, ama de casa, monja, monje, cura,
    futbolista, deportista, taxista, policía, carter[oa], portero, camionero
""")
_FORMER = rf"{_FORMER_JOBS}(?: de (?:escuela|hospital|primaria|secundaria|obra))?"
_AGE = (
    rf"(?:{words.TENS}(?: y (?:un|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve))?"
    r"|veinte|veinti\w{2,7}|dieciocho|diecinueve)"
)
_MONTH = "|".join(MONTHS)
# "Nos mudamos a Getafe en diciembre" may be a plan.
_NOT_AHEAD = (
    rf"(?!,? (?:en (?:{_MONTH})|el (?:próximo|mes|año|{words.WEEKDAY}|\d)"
    r"|la (?:próxima|semana)|dentro|pronto|mañana))"
)

# Words of single rules, in the order of the rules.

# "Trabajo de noche", "trabajo como una loca".
_NO_JOB = any_of("una?, siempre, loc[oa], lunes, noches?, tardes?, mañanas?, turno, día, casa, sol, lo")
_DRIVEN_FOR_WORK = any_of("""
    autobús, bus, taxi, camión, ambulancia, tren, metro, tranvía, furgoneta de reparto, grúa
""")
_OPENING = r"^\W*(?:(?:[Yy]o|[Pp]ues|[Bb]ueno|[Yy]),? )*"
# So many years was somebody what they were before.
_FOR_YEARS = any_of(r"""
    \d{1,2}, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, doce, quince, veinte, treinta, muchos
""")
# Pastimes that were given up.
_USED_TO = any_of("""
    jugaba, cantaba, bailaba, tocaba, nadaba, entrenaba, coleccionaba, pintaba, corría, montaba, escalaba,
    criaba, cultivaba, fumaba, boxeaba, pescaba, cosía, tejía
""")
_FARM_ANIMALS = any_of("""
    gallinas, patos, ocas, cabras, ovejas, alpacas, llamas, burros, codornices, abejas, canarios, cobayas
""")
# Animals without the ending that tells their gender.
_PET_STEMS = any_of("perr, gat, conej, tortug, gallin, cabr, canari, galg, podenc, burr, yegu, cachorr")
# "Me apunté a media maratón", "a la lista", "a cenar".
_NOT_JOINED = any_of(r"""
    club del barrio, media\b, carrera\b, maratón\b, examen\b, (?:la|el|los|las|una?)\b, lista\b, boda\b, cena\b,
    viaje\b, fiesta\b, plan\b, ir\b, eso\b, todo\b, lo\b, comer\b, cenar\b
""")
_CLUBS_FOR = any_of("""
    lectura, escritura, montaña, teatro, ajedrez, senderismo, costura, fotografía, conversación
""")
_ENSEMBLES = any_of("coro, banda, orquesta, grupo, cuarteto, teatro, comparsa, charanga")
# People, without the ending that tells their gender.
_PEOPLE_STEMS = any_of("herman, prim, jef, vecin, compañer, suegr, cuñad, amig, chic, tí, ex")
# Who else, or what else, a sentence with an illness may be about.
_SOMEBODY_ELSE = any_of("""
    él, ella, sobre, libro, pacientes, [Ss]u, [Ss]us, madre, padre, mamá, papá, abuel[oa], mujer, marido,
    hij[oa], herman[oa], amig[oa], suegr[oa], tú, tu
""")
_BODY_PARTS = any_of("rodilla, espalda, cadera, tobillo, hombro, cuello, muñeca, corazón")
_TREATMENTS = any_of("""
    (?:la )?insulina, sintrom, cortisona, antidepresivos, anticoagulantes, metotrexato, litio, levotiroxina,
    oxígeno, (?:pastillas|medicación) para (?:la tensión|el tiroides|el corazón|el azúcar)
""")
_NOT_TOLERATED = any_of("""
    lactosa, gluten, leche, lácteos, fructosa, huevo, marisco, trigo, ibuprofeno, aspirina, penicilina, alcohol,
    calor, picante
""")
# "El picante me sienta mal."
_UPSETTING = any_of("lactosa, gluten, leche, lácteos, picante, marisco, cebolla, ajo, huevo, café, vino")
_NOT_EATEN = any_of("""
    carne, cerdo, pescado, gluten, azúcar, lácteos, marisco, huevos?, queso, picante, chile, pan, animales,
    bichos, trigo, frutos secos, lactosa
""")
# "Estudié mucho", "estudié en Madrid".
_NO_SUBJECT = any_of(r"mucho, poco, en\b, con\b, para\b, hasta\b, toda\b, anoche, ayer, un\b, el\b, la\b")
_BELONGINGS = any_of("""
    acordeón, violín, violonchelo, guitarra, banjo, ukelele, flauta, clarinete, saxofón, trompeta, trombón,
    arpa, piano, batería, mandolina, gaita, autocaravana, caravana, moto, velero, huerto, telescopio
""")
_POSSESSIONS = any_of("""
    coche, furgoneta, autocaravana, caravana, moto, patinete, bicicleta, bici, barco, velero, kayak, piano,
    violín, huerto, telescopio, tractor
""")
_CHANNELS = any_of("""
    fijo, móvil, correo, email, mail, carta, teléfono, WhatsApp, whatsapp, SMS, escrito, la tarde,
    las? (?:tardes?|mañanas?)
""")
_MEASURES = any_of("cantidades, precios, fechas, medidas, horas, importes, distancias, temperaturas, pesos")
_FICTIONS = any_of("""
    la obra, la película, esta película, el juego, la novela, la historia, el sueño, mi sueño, el musical
""")
# "Me gusta eso", "me encanta verte": nothing is told.
_NO_VALUE = any_of("""
    es[oae]s?, est[oae]s?, aquell[oa]s?, lo, la (?:idea|forma|manera|película|parte|verdad),
    el (?:sitio|lugar|plan|final), tu, tus, su, sus, mi, mis, todo, nada, algo, cómo, qué, cuando, donde, que,
    verte, verlo, oír, saber, mucho, más, tanto, así, decirlo, ti, usted, él, ella
""")

SPANISH = Grammar(
    patterns=(
        Pattern(
            "name: Se llama {v}",
            rf"\b[Mm]e llamo (?P<v>{_NAME})|\b[Mm]i nombre es (?P<v2>{_NAME})|\b[Mm]e llaman (?P<v3>{_NAME})"
            rf"|^\W*Soy (?P<v4>{_NAME})(?=, (?:la|el|encantad[oa]|mucho gusto)\b)",
        ),
        Pattern(
            "age: Tiene {v} años",
            rf"\b[Tt]engo (?:ya )?(?P<v3>{_AGE}) años(?! de\b)"
            rf"|\b[Aa] mis (?P<v4>[2-9]\d|{_AGE})(?: años)?(?=[,.;!)]|$| (?:todavía|aún|ya|sigo|no|me|estoy|y)\b)"
            r"|\b[Tt]engo (?P<v>\d{1,3}) años(?! de\b)|\b[Cc]umplí (?P<v2>\d{1,3})(?: años)?\b",
        ),
        Pattern(
            "birthday: Cumpleaños: {v}",
            rf"\b[Nn]ací el (?P<v2>\d{{1,2}} de (?:{_MONTH}))"
            rf"|\b[Cc]umplo (?:(?:\d{{1,3}}|{_AGE})(?: años)? )?el (?P<v3>\d{{1,2}} de (?:{_MONTH}))"
            r"|\b[Mm]i cumple(?:años)? es (?:el )?(?P<v>\d[^.,;!?\n]{2,30})",
        ),
        Pattern(
            "from: Es de {v}",
            rf"{_NOT}\b(?:[Ss]oy|[Ss]omos) de (?P<v>(?!los|las){_PLACE})|\b[Nn]ací en (?P<v2>{_PLACE})"
            rf"|\b[Mm]e crié en (?P<v3>{_PLACE})|\b[Cc]recí en (?P<v4>{_PLACE})",
        ),
        Pattern(
            "from: Vino de {v}",
            r"\b(?:[Mm]e (?:vine|mudé|trasladé)|[Nn]os (?:vinimos|mudamos|trasladamos)) "
            rf"(?:(?:para )?(?:aquí|acá) |a {_PLACE} )?(?:de|desde) (?P<v>{_PLACE})"
            rf"|\b(?:[Vv]ine|[Vv]inimos) (?:(?:aquí|acá) )?(?:de|desde) (?P<v2>{_PLACE})"
            r"(?= (?:hace|en (?:19|20)\d\d|cuando|con \w{1,12} años|a los))",
        ),
        Pattern("from: Es {v}", rf"{_NOT}\b[Ss]oy (?P<v>{words.PEOPLES})\b"),
        Pattern(
            "home: Vive en {v}",
            rf"{_NOT}\b[Vv]iv(?:o|imos) (?:(?:(?! que | donde )[^.;:!?\n]){{0,30}}?,? )?en (?P<v>{_PLACE})"
            rf"|\b(?:[Mm]e (?:he mudado|mudé)|[Nn]os hemos mudado) (?:de {_PLACE} )?a (?P<v2>{_PLACE})"
            rf"|\b[Nn]os mudamos (?:de {_PLACE} )?a (?P<v4>(?>{_PLACE})){_NOT_AHEAD}"
            rf"|\b[Yy]o vive en (?P<v3>{_PLACE})"
            rf"|\b(?:[Ll]levo|[Ll]levamos) (?:aquí )?(?:viviendo )?en (?P<v9>(?>{_PLACE}))"
            r"(?= (?:desde (?:el )?\d{4}|\w+ años|más de \w+ años))"
            r"|\b(?:[Aa]cab(?:o|amos) de mudar(?:me|nos)|[Mm]e acabo de mudar|[Nn]os acabamos de mudar) "
            rf"(?:de {_PLACE} )?a (?P<v8>{_PLACE})"
            rf"|\b[Dd]esde (?:[\wáéíóúñ]+ ){{1,3}}(?:estoy|estamos|vivo|vivimos) en (?P<v5>(?>{_PLACE}))"
            r"(?!, de [a-z])(?<!Correos)"
            r"|\b(?:[Mm]e vine|[Mm]e he venido|[Nn]os vinimos|[Nn]os hemos venido|[Mm]e instalé|[Nn]os instalamos"
            rf"|[Mm]e he instalado) (?:a vivir )?(?:a|en) (?P<v6>{_PLACE})"
            rf"|\b(?:[Mm]i|[Nn]uestro) piso (?:de|en) (?P<v7>(?![Ee]studiantes|[Aa]lquiler)(?>{_PLACE}))"
            r"(?![^.!?\n]{0,40}\b(?:vend|alquil|era\b))",
        ),
        Pattern(
            "job: Trabaja como {v}",
            rf"{_NOT}{_VERB}{_WORK} (?:como|de) (?P<v>(?!{_NO_JOB}\b)[\wáéíóúñ]+(?: de [\wáéíóúñ]+)?)",
        ),
        Pattern(
            "job: Trabaja de {v}",
            r"\b(?:[Ee]mpiezo|[Hh]e empezado|[Ee]mpecé"
            r"|[Mm]e han (?:cogido|contratado|fichado|dado (?:la plaza|el puesto|un puesto|trabajo))"
            rf"|[Mm]e cogieron)(?:(?! que | si )[^.,;:!?\n]){{0,30}}? (?:de|como) (?P<v>{words.JOBS})\b"
            rf"|\b[Ss]igo (?:[^.;:!?\n]{{0,30}}, )?(?:de|como) (?P<v3>{words.JOBS})\b"
            r"|\b[Mm]e (?:han hecho|hicieron|han nombrado|nombraron|han ascendido a|ascendieron a)"
            r" (?P<v2>jef[ea] de [\wáéíóúñ]+"
            rf"|(?:sub|vice)?directora?(?: de [\wáéíóúñ]+)?|encargad[oa](?: de [\wáéíóúñ]+)?|{words.JOBS})\b",
            rf"\b(?:[Cc]obro|[Gg]ano)(?: yo)? (?:[\wáéíóúñ]+ ){{0,2}}de (?P<v>{words.JOBS})\b",
            rf"{_NOT}\b[Ee]stoy en (?:el |la )?[\wáéíóúñÁÉÍÓÚÑ]{{3,25}}, de (?P<v>{words.JOBS})\b",
        ),
        Pattern(
            "job: Conduce {v}",
            rf"{_NOT}\b(?:[Cc]onduzco|[Mm]anejo|[Ll]levo) (?P<v>(?:una?|el|la) {_DRIVEN_FOR_WORK})\b",
        ),
        Pattern(
            "job: Es {v}",
            rf"^\W*[Cc]omo (?P<v>{words.JOBS})(?: que soy)?,? (?:yo\b|(?:te|me|se|eso|esto|uno|una)\b)",
            rf"{_NOT}\b[Ss]oy (?:una? |el |la )?"
            rf"(?P<v>{words.JOBS}(?: de [\wáéíóúñ]+| autónom[oa])?|(?:jef[ea]|encargad[oa]|directora?) de {_LED})\b",
            rf"{_NOT}\b[Ss]oy (?P<v>jubilad[oa]|autónom[oa])(?=[.,;!]|$| (?:y|desde|de)\b)",
        ),
        Pattern(
            "former: Antes era {v}",
            rf"{_OPENING}(?:[Aa]ntes (?:yo )?(?:era|fui)|(?:[Yy]o )?era antes) "
            rf"(?:una? )?(?P<v>{_FORMER})(?=[.,;:!)\n]|$| (?:y|en|del?|pero|hasta)\b)(?! de \w+ en la)",
            rf"\b(?:[Ff]ui|[Ee]stuve de|[Tt]rabajé (?:de|como)) (?P<v>{_FORMER}) "
            rf"(?:durante )?(?:más de )?{_FOR_YEARS} años\b"
            rf"|\b(?:[Ff]ui|[Tt]rabajé|[Ee]stuve) (?:durante )?{_FOR_YEARS} años (?:trabajando )?(?:de |como )?"
            rf"(?P<v2>{_FORMER})(?=[.,;:!)\n]|$| (?:y|en|pero|hasta)\b)",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "former: Antes {v}",
            rf"{_OPENING}[Aa]ntes (?:yo )?(?P<v>{_USED_TO} [^.,;:!?\n]{{2,50}}?)"
            r"(?=[.,;!]|$| (?:y|pero|hasta)\b)",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "former: Antes trabajaba {v}",
            rf"{_OPENING}(?:[Aa]ntes (?:yo )?"
            r"(?:trabajaba|laburaba|chambeaba|curraba)"
            r"|(?:[Yy]o )?(?:trabajaba|laburaba|chambeaba|curraba) antes) "
            r"(?P<v>(?:de|como|en) (?!(?:casa|noche|lunes|eso|ello|otra cosa)\b)(?:una? |la |el )?"
            r"[\wáéíóúñ]{3,20}(?: de [\wáéíóúñ]{3,20})?)(?=[.,;:!)\n]|$| (?:y|pero|hasta|en)\b)",
            category="past",
            even_if_unsure=True,
        ),
        Pattern(
            "job: Se forma como {v}",
            rf"\b[Mm]e estoy (?:formando|preparando|sacando el título) (?:como|de|para) (?P<v>{words.JOBS})\b"
            rf"|\b[Ee]stoy de (?:aprendiz|prácticas) (?:de|como) (?P<v2>{words.JOBS})\b",
        ),
        Pattern(
            "job: Da clases de {v}",
            rf"{_NOT}\b[Dd]oy clases? de (?P<v>(?!apoyo|\w+ a (?!las? \d))[\wáéíóúñ]+)"
            r"(?= (?:en|a|por|los|las)\b|[.,;!]|$)",
        ),
        Pattern("job: Está {v}", rf"{_NOT}\b[Ee]stoy (?P<v>jubilad[oa]|en paro|desemplead[oa])\b"),
        Pattern("job: Se ha jubilado", r"\b[Mm]e (?:he jubilado|jubilé)\b"),
        Pattern(
            "job: Se dedica {v}",
            rf"{_NOT}\b[Mm]e dedico (?P<v>(?:al|a la|a los|a las) [\wáéíóúñ]+(?: de [\wáéíóúñ]+)?)",
        ),
        Pattern(
            "employer: Trabaja en {v}",
            rf"{_NOT}{_VERB}{_WORK} (?:de|como) {words.JOBS} en (?P<v2>[Ll]a [A-ZÁÉÍÓÚÑ]\w+|[Ee]l [A-ZÁÉÍÓÚÑ]\w+)"
            rf"|{_NOT}{_VERB}{_WORK} (?:(?:hasta|de|desde|por) [\wáéíóúñ ]{{1,20}} )?en "
            rf"(?P<v>{_PLACE}|(?:una?|el|la) {words.HOUSES}(?: de [\wáéíóúñ]+)?)",
            rf"\b[Mm]is (?:compañer[oa]s|colegas) (?:de(?= la)|de(?= el)|en) (?P<v>(?:la|el) {words.HOUSES})\b"
            rf"|\bcompañer[oa]s del (?P<v3>{words.HOUSES})\b"
            r"|\b(?:en|de) (?P<v2>(?:una|un|la|el) [\wáéíóúñ]{3,15}),? donde (?:ahora )?trabajo\b"
            rf"|\bcon (?:dos|tres|un[oa]s?|vari[oa]s) (?:compañer[oa]s|colegas) de (?P<v4>(?:la|el) {words.HOUSES})\b",
            rf"{_NOT}\b[Ss]oy {words.JOBS} en (?P<v>(?:una?|el|la) {words.HOUSES}"
            rf"(?: (?:(?:de|del|de la) )?[{_UP}][\wáéíóúñ]+(?: (?:de |del |de la )?[{_UP}][\wáéíóúñ]+){{0,3}})?)",
            rf"{_NOT}\b[Ee]stoy en (?P<v>(?:el |la )?[\wáéíóúñÁÉÍÓÚÑ]{{3,25}}), de (?:{words.JOBS})\b",
        ),
        Pattern(
            "remote: Trabaja desde casa",
            rf"{_NOT}\b[Tt](?:rabajo|eletrabajo) (?:siempre )?(?:desde casa|en remoto)\b"
            r"(?! (?:hoy|mañana|los|el|un|una|dos|tres|algunos|casi)\b)",
        ),
        Pattern(
            "employer: Trabaja para {v}",
            rf"{_NOT}{_VERB}{_WORK} para (?P<v>(?!mí|ti|él|ella)(?:(?:el|la) )?[\wáéíóúñ]+)",
        ),
        ending(
            r"\b(?:[Hh]e dejado|[Dd]ejé|[Rr]enuncié a|[Pp]erdí|[Hh]e perdido) (?:mi|el) trabajo"
            r"|\b[Mm]e (?:han despedido|despidieron|echaron)",
            ends=("job", "employer"),
        ),
        Pattern(
            "studies: Estudia {v}",
            rf"{_NOT}{_VERB}"
            r"(?:[Ee]studio|[Hh]ago|[Ee]stoy haciendo|[Hh]e empezado|vuelto a estudiar,? (?:fíjate,? )?) ?"
            r"(?:un|el|una) (?P<v2>(?:máster|grado|carrera|curso|doctorado) (?:de|en) [\wáéíóúñ]+"
            r"(?: [\wáéíóúñ]+(?:ica|ina|al|ar|iva))?)"
            rf"|{_NOT}{_VERB}[Ee]studio (?P<v>(?!el\b|l[ao]s?\b|para|en|con|una?\b|mucho|por|cada|todos|todas)"
            r"[\wáéíóúñ]+(?: (?:y|de) [\wáéíóúñ]+)?)",
        ),
        Pattern(
            "family: {k}: {v}",
            rf"\b(?:[Mm]i|[Nn]uestr[oa]) (?P<k>{_FAMILY})"
            rf"(?P<v>,? [{_UP}][\w-]{{1,20}},?{_IS_UNWELL})",
            noted=True,
            shaped=noted(_BEFORE_NOTE),
        ),
        Pattern(
            "family: Familia: {k} {v}",
            rf"\b(?:[Mm]i|[Nn]uestr[oa]) (?P<k>{_FAMILY}{_AGED}?)"
            rf"(?P<v>{_IS_UNWELL})",
            noted=True,
            values=r"\(.+\)",
            shaped=noted(_BEFORE_NOTE),
        ),
        Pattern(
            "kin: {v}",
            _KIN_LIKES,
            values=rf"(?:a sus? )?{_KIN} .+",
            shaped=lambda text: re.sub(r"^[Aa] (?:mi|nuestr[oa])(s?) ", r"a su\1 ", text),
        ),
        Pattern(
            "family: {k}: {v}",
            rf"\b[Mm]i (?P<k>{_FAMILY}){_WHO_IS}",
            rf"\b[Nn]uestr[oa] (?P<k>hij[oa]){_WHO_IS}",
            rf"\b(?i:con|y|de|para|es|viene|vino|a|traigo|llevo) (?P<v>{_NAME}), mi "
            rf"(?P<k>{_FAMILY})(?=[.,;!?)]|$| y\b)",
        ),
        Pattern(
            "family: Familia: {k}",
            rf"{_NOT}\b[Tt]engo (?P<k>novi[oa]|pareja)(?=[.,;!]|$| (?:y|desde)\b)",
            rf"\b(?:[Mm]i|[Nn]uestr[oa](?= (?:hij|niet))) (?P<k>{_PARTNERS}|{_RELATIVES})\b"
            rf"(?! [{_UP}]| se llama|, [{_UP}]){_LIVES}",
        ),
        Pattern(
            "family: {k}: {v}", rf"\b[Mm]i (?:nuev[oa] )?(?P<k>{_ACQUAINTANCES}){_WHO_IS}", category="people"
        ),
        Pattern("hand: Es {v}", rf"{_NOT}\b[Ss]oy (?:muy )?(?P<v>zurd[oa]|ambidiestr[oa])\b"),
        Pattern(
            "status: Está {v}",
            rf"{_NOT}\b[Ee]stoy (?P<v>solter[oa]|casad[oa]|comprometid[oa]|divorciad[oa]|viud[oa]|embarazada)\b",
        ),
        Pattern("status: Ha enviudado", r"\b[Ee]nviudé\b"),
        Pattern("status: Es {v}", rf"{_NOT}\b[Ss]oy (?P<v>solter[oa]|viud[oa]|divorciad[oa])\b"),
        Pattern(
            "status: Están {v}",
            rf"\b[Nn]os (?P<v2>comprometimos|casamos)\b{_NOT_AHEAD}"
            r"|\b[Ee]stamos (?P<v3>prometid[oa]s|comprometid[oa]s|casad[oa]s)\b"
            r"|\b[Ll]levamos [\wáéíóúñ]+ (?:[\wáéíóúñ]+ )?años (?P<v4>casad[oa]s)\b",
            shaped=lambda text: {"comprometimos": "comprometidos", "casamos": "casados"}.get(text, text),
        ),
        ending(
            r"\b[Nn]os (?:divorciamos|separamos)|\b[Ee]stoy (?:divorciad[oa]|viud[oa]|solter[oa])",
            ends=("partner",),
        ),
        Pattern(
            "children: Tiene {v}",
            rf"{_NOT}\b[Tt]en(?:go|emos) "
            r"(?P<v>(?:un|una|dos|tres|cuatro|cinco|\d) (?:hij[oa]s?|niñ[oa]s?|hermanos?|hermanas?|niet[oa]s?))\b"
            r"|\b[Mm]is (?P<v2>(?:dos|tres|cuatro|cinco) (?:hij[oa]s|herman[oa]s|niet[oa]s))\b"
            r"|\b(?:[Mm]is|[Cc]on los|[Cc]on las) (?P<v3>melliz[oa]s|gemel[oa]s)\b"
            r"|\b(?:[Mm]is|[Nn]uestr[oa]s) (?P<v6>hij[oa]s|niet[oa]s)\b"
            r"|\b[Yy]o,? (?:es que )?con "
            r"(?P<v5>(?:dos|tres|cuatro) (?:bebés|niñ[oa]s|hij[oa]s|crí[oa]s|peques|enanos))\b"
            r"|\b[Ss]oy (?:madre|padre)(?: solter[oa])? de "
            r"(?P<v4>(?:dos|tres|cuatro|cinco|\d) (?:hij[oa]s|niñ[oa]s)|mellizos|gemelos)\b",
        ),
        Pattern(
            "children: Tiene {v}",
            r"\b[Mm]i (?P<v>niñ[oa]|cr[íi][oa]|peque) "
            r"(?=(?:está|anda|tiene|va|no|se|es|ha|cumple|empieza|todavía|ya|duerme|juega)\b)",
            values="(?:un hijo|una hija|un hijo pequeño)",
            shaped=lambda text: "una hija" if text.endswith("a") else "un hijo",
        ),
        Pattern(
            "pet: {k}: {v}",
            rf"\b(?:[Mm]i|[Nn]uestr[oa]) (?P<k>{words.PET})(?: se llama|,)? (?P<v>{_NAME})"
            rf"|{_NOT}\b(?:[Tt]engo|[Tt]enemos|[Aa]dopté|[Aa]doptamos) una? (?P<k2>{words.PET}) "
            rf"(?:que se llama|llamad[oa]) (?P<v2>{_NAME})"
            rf"|{_NOT}\b[Tt]en(?:go|emos) (?:[^.!?\n]{{2,50}} y )?una? (?P<k3>{words.PET})(?: [a-záéíóúñ]{{3,12}})?,? "
            rf"(?:(?:que se llama |llamad[oa] )(?P<v3>{_NAME})|(?<=, )(?P<v4>{_NAME}))",
            rf"\b(?:el|la|[Mm]i) (?P<k>{words.PET}), (?:el|la) (?P<v>{_NAME})",
        ),
        Pattern(
            "pet: Mascota: {k}",
            r"\b(?:[Pp]aseo|[Ss]aco|[Cc]amino con|[Ss]algo con|pasear|sacar) (?:al|a la|el|la) "
            rf"(?P<k>perr[oa]|galg[oa]|cachorr[oa])\b(?!,? (?:el |la )?[{_UP}])",
            rf"{_NOT}\b[Tt]en(?:go|emos) [\wáéíóúñ]+ [\wáéíóúñ]+ y una? (?P<k>{words.PET})\b",
            rf"\b(?:[Mm]i|[Nn]uestr[oa]) (?P<k>{words.PET}){_ALONE}"
            rf"|{_NOT}\b(?:[Tt]engo|[Tt]enemos|[Aa]dopté|[Aa]doptamos) una? (?P<k2>{words.PET}){_ALONE}",
        ),
        Pattern(
            "pet: Tiene {v}",
            rf"{_NOT}\b[Tt]en(?:go|emos) (?:solo |unas |también )*(?P<v>{_FARM_ANIMALS})(?=[.,;!]|$| (?:y|en)\b)"
            rf"|\b(?:[Cc]rí(?:o|amos)|solo tenemos|y crío) (?P<v2>{_FARM_ANIMALS})\b",
            rf"{_NOT}\b[Tt]en(?:go|emos) (?P<v>(?:dos|tres|cuatro|cinco|seis) {_PET_STEMS}[oa]s"
            rf"(?:,? (?:llamad[oa]s |que se llaman )?{_PAIR})?)\b",
        ),
        ending(
            rf"\b(?:[Mm]i|[Nn]uestr[oa]) (?P<k>{words.PET})(?: (?P<v>{_NAME}))? (?:ha muerto|murió|falleció)",
            ends=("pet",),
        ),
        Pattern(
            "favourite: {k}: {v}",
            r"\b[Mm]i (?P<k>[\wáéíóúñ]+ favorit[oa]) es (?:el |la |los |las )?(?P<v>[^.,;:!?\n()]{2,60})",
        ),
        Pattern(
            "likes: Le gusta {v}",
            rf"{_NOT}\b[Mm]e (?:gusta|encanta|fascina) (?:mucho |muchísimo )?(?P<v>(?:(?:el|la) )?{_ANY})",
            shaped=lambda text: text,
        ),
        Pattern(
            "likes: Le gustan {v}",
            rf"{_NOT}\b[Mm]e (?:gustan|encantan|fascinan) (?:mucho |muchísimo )?(?P<v>(?:(?:los|las) )?{_ANY})",
        ),
        Pattern(
            "likes: Le gusta {v}",
            r"\b(?:[Mm]e he enganchado a|[Ee]stoy enganchad[oa] a|[Mm]e he aficionado a"
            rf"|[Mm]i (?:afición|hobby|pasión) es) (?P<v>{_ANY})",
        ),
        Pattern(
            "likes: Le gusta {v}",
            rf"{_NOT}\b[Mm]e (?:chifla|flipa|mola|pirra|apasiona|vuelve loc[oa])n? (?:mucho )?"
            rf"(?P<v>(?:(?:el|la|los|las) )?{_ANY})"
            rf"|\b[Ss]oy (?:muy |un gran |una gran )?(?:aficionad[oa]|fan|amante) (?:al|a|de|del) (?P<v2>{_ANY})"
            r"|(?:^\W*|[,;:] |\by )(?P<v3>(?:(?:[Ee]l|[Ll]a|[Ll]os|[Ll]as) )?[\wáéíóúñ]{3,20}) "
            r"(?:es|son) (?:lo mío|mi pasión)\b",
            shaped=small,
        ),
        Pattern(
            "likes: Se ha apuntado {v}",
            rf"\b[Mm]e (?:he apuntado|apunté) (?P<v>(?:al|a la|a los|a las|a un|a una|a) (?!{_NOT_JOINED})"
            r"(?:(?:club|curso|grupo|equipo|clases?|coro|taller) (?:de |del )?)?[\wáéíóúñ]+)",
        ),
        Pattern(
            "likes: Va a un {v}",
            r"\b(?:[Tt]engo|[Vv]oy (?:a|al)|[Ee]stoy en) (?:(?:el|mi|un) )?"
            rf"(?P<v>(?:club|grupo|taller) de {_CLUBS_FOR})\b",
        ),
        Pattern(
            "likes: Ensaya {v}",
            rf"{_NOT}\b(?:[Tt]engo ensayo|[Ee]nsayo) (?P<v>(?:de|con) (?:el |la |mi |un |una )?{_ENSEMBLES})\b",
            if_often=True,
        ),
        Pattern(
            "dislikes: No soporta {v}",
            r"\b[Nn]o puedo ni (?:oler|ver|probar|tocar) (?:es )?(?P<v>(?:el|la|los|las) [a-záéíóúñ]{3,20})\b",
            r"\b[Ll]o que no (?:puedo|soporto) (?:ni )?(?:oler |ver |probar )?es "
            r"(?P<v>(?:el|la|los|las) [a-záéíóúñ]{3,20})\b",
            r"\b[Yy]o,? (?P<v>(?:el|la|los|las) [a-záéíóúñ]{3,20}),? ni (?:toc|prob|ol|v)[ae]rl[oa]s?\b",
            rf"\b[Nn]o (?:soporto|aguanto) (?:nada )?(?P<v>(?:(?:el|la|los|las) )?(?!que\b|más\b|ni\b){_ANY})",
        ),
        Pattern(
            "dislikes: No le gusta {v}",
            rf"\b[Nn]o me gustan? (?:nada |mucho )?(?P<v>(?:(?:el|la|los|las) )?{_ANY})",
        ),
        Pattern(
            "dislikes: Odia {v}",
            rf"{_NOT}\b(?:[Oo]dio|[Dd]etesto) (?P<v>(?!\w+[aeéií]r(?:te|os|l[oa])){_ANY})",
            rf"\b(?P<v>(?!(?:que|cosa|eso|gente|vez|{_PEOPLE_STEMS}[oa]?s?)\b)[a-záéíóúñ]{{3,20}}), que "
            r"(?:l[oa]s? (?:odio|detesto|aborrezco)|no (?:l[oa]s? )?(?:soporto|aguanto|trago))\b",
        ),
        Pattern("dislikes: Tiene miedo a {v}", rf"{_NOT}\b[Tt]engo (?:mucho )?miedo (?:a|de) (?P<v>{_ANY})"),
        Pattern(
            "allergy: Tiene alergia a {v}",
            rf"{_NOT}\b[Ss]oy alérgic[oa] (?:a|al) (?P<v>{_ANY})|{_NOT}\b[Tt]engo alergia (?:a|al) (?P<v2>{_ANY})"
            rf"|\b[Mm]e dan? alergia (?P<v3>{_ANY})"
            r"|(?:^\W*|[,;:] |\b(?:y|que|porque) )(?P<v4>(?:[Ee]l|[Ll]a|[Ll]os|[Ll]as) [\wáéíóúñ]+) "
            r"me dan? alergia\b"
            r"|\b[Ss]in (?P<v5>[\wáéíóúñ]{3,20})(?: por favor)?, (?:que |porque )?soy alérgic[oa](?=[.,;!]|$)",
            shaped=small,
        ),
        Pattern(
            "allergy: No puede tomar {v}",
            rf"(?<!\w)(?P<v6>{words.FOODS})(?!\w)(?=[^.!?\n]{{0,50}}?\b{words.REACTS})"
            rf"|\b{words.REACTS}[^.!?\n]{{0,20}}? con (?:el |la |los |las )?(?P<v7>{words.FOODS})(?!\w)",
            r"\b(?:(?:[Nn]o|[Nn]unca) (?:me )?(?:lleve|lleven|tenga|tengan|ponga[ns]?|pongas|eches|eche[ns]?)) "
            r"(?P<v>(?!nada\b|eso\b|que\b)[\wáéíóúñ]{3,20}(?: secos)?)(?: en (?:nada|ningún sitio|la comida))?"
            r"(?:,? por favor)?, (?:que|porque|si no) (?:me (?:ahogo|hincho|lleno de ronchas"
            r"|pongo (?:mal|mal[oa]|fatal)|sientan? (?:mal|fatal)|salen ronchas"
            r"|dan? (?:alergia|urticaria|ronchas)|muero de verdad)|acabo en urgencias|no (?:l[oa]s? )?tolero)\b"
            r"|(?:^\W*|[,;:] |\b(?:y|que|porque) )"
            r"(?P<v2>(?:[Ee]l|[Ll]a|[Ll]os|[Ll]as) [\wáéíóúñ]{3,20}(?: secos)?) me "
            r"(?:hinchan? (?:la|los|las) \w+|llenan? de ronchas|mandan? (?:a urgencias|al hospital)"
            r"|dan? urticaria|producen? (?:ronchas|urticaria|asma))\b",
            shaped=small,
        ),
        Pattern(
            "condition: Tiene {v}",
            rf"^(?!.{{0,200}}\b{_SOMEBODY_ELSE}\b)(?:[^.!?\n]{{0,120}}[,;:] )?(?P<v>{words.ILLNESS})(?=[,;.!]|$)",
            rf"{_NOT}\b"
            r"(?:[Tt]engo|[Ss]ufro de|[Pp]adezco|[Mm]e diagnosticaron|[Mm]e han diagnosticado|[Mm]i|[Mm]is) "
            rf"(?P<v>{words.ILLNESS})\b",
        ),
        Pattern(
            "condition: Operación: {v}",
            r"\b[Mm]e (?:operaron|han operado|operé|he operado) (?:de )?"
            r"(?P<v>(?:del|la|el|los|las|un|una|cataratas|apendicitis)(?: [a-záéíóúñ]{3,20})?)"
            r"(?=[.,;!]|$| (?:y|hace|en|el|la|de)\b)",
        ),
        Pattern(
            "condition: Tiene mal {v}",
            rf"\b[Tt]engo (?P<v>(?:la|el) {_BODY_PARTS})(?: \w+)? (?:fatal|mal|destrozad[oa]|fastidiad[oa])\b",
        ),
        Pattern(
            "condition: Toma {v}",
            r"(?<![Nn]o )\b(?:[Tt]omo|[Mm]e (?:pincho|pongo|inyecto)|[Ee]stoy (?:con|tomando)) "
            rf"(?P<v>{_TREATMENTS})\b",
            r"(?<![Nn]o )\b(?:[Tt]omo|[Ee]stoy (?:con|tomando)) "
            rf"(?P<v>[a-záéíóúñ]{{4,20}} (?:de )?{_DOSE}|{_DRUG_NAME}(?: de)?(?: {_DOSE})?)(?![\wáéíóúñ])",
            r"^Tomo (?P<v>[A-Za-záéíóúñ]{4,20})(?: para [a-záéíóúñ ]{3,25})? como medicación\b",
            rf"(?<![Nn]o )\b[Tt]omo (?P<v>{_DOSE} de [a-záéíóúñ]{{4,20}})\b",
        ),
        Pattern(
            "smoking: Ya no fuma", r"\b(?:[Dd]ejé|[Hh]e dejado) (?:de fumar|el tabaco)\b|\b[Yy]a no fumo\b"
        ),
        Pattern("smoking: No fuma", r"\b(?<![Yy]a )[Nn]o fumo\b(?! (?:casi|mucho|tanto))"),
        Pattern(
            "smoking: Fuma",
            rf"{_NOT}\b[Ff]umo(?=[.,;!]|$| (?:mucho|poco|demasiado|un paquete|desde|\d)\b)"
            rf"|{_NOT}\b[Ss]oy fumadora?\b",
        ),
        Pattern(
            "leave: Está de {v}",
            rf"{_NOT}\b[Ee]stoy de (?P<v>baja (?:maternal|paternal|por maternidad|por paternidad)"
            r"|permiso (?:de maternidad|de paternidad|parental))\b",
        ),
        Pattern(
            "household: Vive con sus {v}",
            rf"{_NOT}\b[Vv]ivo (?:todavía |aún |otra vez )?(?:con|en casa de) mis (?P<v>padres|abuelos|tíos)"
            r"(?=[.,;!]|$| (?:y|porque|hasta|todavía)\b)"
            r"|\b[Ss]igo (?:viviendo )?(?:con|en casa de) mis (?P<v2>padres|abuelos)"
            r"(?=[.,;!]|$| (?:y|porque|hasta)\b)",
        ),
        Pattern(
            "condition: No tolera {v}",
            rf"\b[Nn]o tolero (?P<v>(?!que\b)(?:(?:el|la|los|las) )?{_NOT_TOLERATED})\b"
            rf"|{_NOT}\b[Tt]engo intolerancia (?:a|al) (?P<v2>{_ANY})"
            rf"|{_NOT}\b[Ss]oy intolerante (?:al|a) (?P<v4>(?!la lactosa)(?:(?:la|los|las) )?[\wáéíóúñ]+)"
            rf"|(?:^\W*|[,;:] |\b(?:y|que|porque) )(?P<v3>(?:[Ee]l|[Ll]a|[Ll]os|[Ll]as) {_UPSETTING}) "
            r"me sientan? (?:muy |fatal|mal)",
            shaped=small,
        ),
        Pattern(
            "condition: Es {v}",
            rf"{_NOT}\b[Ss]oy (?:un poco |algo |medio |muy |bastante )?(?P<v>{words.IMPAIRED})"
            r"(?=[.,;!]|$| (?:y|de|del|desde|pero)\b)"
            r"|\b[Ee]stoy (?:muy |bastante |un poco |algo |medio |casi )?(?P<v2>sord[oa]|cieg[oa])"
            r"(?=[.,;!]|$| (?:y|de|desde|pero)\b)",
            values=words.IMPAIRED,
        ),
        Pattern(
            "condition: Va en silla de ruedas",
            r"\b(?:[Vv]oy|[Aa]ndo|[Uu]so|[Ee]stoy) (?:en )?silla de ruedas\b",
        ),
        Pattern(
            "condition: Tiene {v}",
            rf"{_NOT}\b[Ss]oy (?P<v>{'|'.join(words.ILL)})[oa]\b",
            shaped=words.ILL.__getitem__,
        ),
        Pattern(
            "diet: Es {v}",
            rf"{_NOT}\b[Ss]oy (?P<v>vegetarian[oa]|vegan[oa]|celíac[oa]|intolerante a la lactosa)\b"
            rf"|{_NOT}\b[Ss]omos (?P<v2>vegan[oa]s|vegetarian[oa]s)\b",
        ),
        Pattern(
            "diet: No come {v}",
            rf"\b[Nn]o (?:como|comemos|tomo|puedo (?:comer|tomar)) (?:nada de )?(?P<v>{_NOT_EATEN})\b"
            r"|(?:^\W*|[,;] |\by )(?P<v3>[Cc]arne|[Cc]erdo|[Pp]escado|[Gg]luten|[Aa]zúcar|[Ll]ácteos|[Mm]arisco) no "
            r"(?:como|tomo|pruebo|puedo (?:comer|tomar))\b"
            r"|\b(?:[Hh]e dejado|[Dd]ejé) (?:de comer )?(?:el |la |los )?"
            r"(?P<v2>carne|azúcar|gluten|lácteos|pescado)\b",
            beside=True,
        ),
        Pattern(
            "diet: No bebe {v}",
            r"\b[Nn]o (?:bebo|tomo|pruebo) (?:nada de )?(?P<v>alcohol|café|leche|vino|cerveza)\b",
            beside=True,
        ),
        Pattern(
            "diet: Come {v}", rf"{_NOT}\b[Cc]omo (?:solo |sólo )?(?:comida |carne )?(?P<v>halal|kosher)\b"
        ),
        ending(r"\b(?:[Yy]a no|[Nn]o) soy (?:vegetarian[oa]|vegan[oa])", ends=("diet",)),
        Pattern(
            "speaks: Habla {v}",
            rf"{_NOT}\b[Hh]abl(?:o|amos) (?:un poco de )?(?P<v>{words.SPOKEN})\b",
            rf"{_NOT}\b[Ss]é (?P<v>{words.SPOKEN})(?=[.,;!]|$| y\b)",
        ),
        Pattern("plays: Toca {v}", rf"{_NOT}\b[Tt]oco (?P<v>(?:el|la) [\wáéíóúñ]+)"),
        Pattern("plays: Juega a {v}", rf"{_NOT}\b[Jj]uego (?:al|a) (?P<v>[\wáéíóúñ]+)"),
        Pattern(
            "learning: Aprende {v}",
            rf"{_NOT}\b(?:[Ee]stoy aprendiendo|[Aa]prendo) a tocar (?P<v9>(?:el|la) [a-záéíóúñ]{{4,15}})"
            rf"|{_NOT}\b(?:[Ee]stoy aprendiendo|[Aa]prendo) "
            r"(?P<v>(?!a\b|mucho\b|que\b|el\b|la\b|un[ao]?\b)[\wáéíóúñ]+)"
            r"|\b[Ll]levo [\wáéíóúñ ]{2,20} aprendiendo (?P<v2>(?!a\b)[\wáéíóúñ]+)",
        ),
        Pattern(
            "job: Lleva {v}",
            r"\b(?:[Yy]o|[Aa]hora) llevo (?P<v>(?:la "
            r"(?:contabilidad|administración|gestión|comunicación|cocina|barra)"
            r"|los? (?:almacén|pedidos|números|cuentas))(?: del? (?:la )?[\wáéíóúñ]{3,20})?)(?=[.,;!]|$)",
        ),
        Pattern(
            "studies: Estudió {v}",
            rf"(?<![Nn]o )\b[Ee]studié (?P<v>(?!{_NO_SUBJECT})[a-záéíóúñ]{{4,20}}(?: [a-záéíóúñ]{{4,20}})?)"
            r"(?=[.,;!]|$| (?:y|en|pero)\b)",
        ),
        Pattern(
            "owns: Tiene {v}",
            r"(?<!regalar )(?<!vender )(?<!vendido )(?<!vendí )(?<!robado )\b"
            rf"(?:[Mm]i|[Ll]levar el|[Ll]levar la|[Tt]raigo el|[Tt]raigo la) (?P<v2>{_BELONGINGS})"
            r"(?=[.,;!?)]|$| (?:y|para|que|es)\b)"
            rf"|{_NOT}\b(?:[Tt]engo|[Tt]enemos|[Mm]e he comprado|[Cc]onduzco) (?:ahora |también )?"
            rf"(?P<v>una? (?:[a-záéíóúñ]{{3,12}} )?{_POSSESSIONS}"
            r"(?: (?:eléctric[oa]|nuev[oa]|de segunda mano|viej[oa]))?)(?=[.,;!]|$| (?:y|en|desde|para|que)\b)",
        ),
        *everyday.SPANISH,
        *endings.SPANISH,
        *recovery.SPANISH,
        *at_work.SPANISH,
        *asides.SPANISH,
        Pattern(
            "instruction: Instrucción: {v}",
            r"(?:^\W*|[,;:] |\by )(?:(?:[Pp]or favor|[Yy]|[Vv]ale|[Oo]ye|[Tt]ambién)\W{1,5}){0,4}"
            rf"(?:{_FROM_NOW_ON},? (?:por favor,? )?(?P<v>(?:siempre )?(?:{_ANSWER}|{_NOT_ANSWER}){_INSTRUCTED})"
            # How somebody wants to be reached: "llámenme al fijo", "escríbeme, no me llames".
            r"|(?P<v3>(?:(?:[Ll]l[áa]m(?:a|e|en)me|[Aa]v[íi]s(?:a|e|en)me|[Cc]ontáct(?:a|e|en)me"
            rf"|[Ee]scr[íi]b(?:e|a|an)me|[Mm]ándenme) (?:al|por|solo por|únicamente por) {_CHANNELS}))\b"
            r"(?! (?:si|cuando|mañana|hoy|luego|esta)\b)"
            # "Por favor, dejad de llamarme."
            r"|[Pp]or favor,? (?P<v7>dej(?:a|e|en|ad) de (?:llamar|escribir|mandar|enviar|sugerir|recomendar)"
            r"me\b[^.;:!?\n]{0,60}?)(?=,? por favor\b|[.;:!?\n]|$)"
            # "Ponme las distancias en millas."
            r"|(?:[Pp]óngame|[Pp]onme|[Dd]ame|[Dd]eme|[Dd]é|[Pp]onga) "
            rf"(?P<v6>(?:las|los|el|la) {_MEASURES} en [a-z]{{3,20}}(?: [a-z]{{3,12}})?)(?=[.,;!]|$)"
            rf"|(?P<v2>(?:[Ss]iempre {_ANSWER}|{_ANSWER} siempre|[Nn]unca (?:me )?{_NEVER_ANSWER}"
            rf"|[Nn]o (?:me )?{_NEVER_ANSWER} (?:nunca|jamás)\b){_INSTRUCTED}))",
            shaped=small,
            even_if_unsure=True,
        ),
        Pattern(
            "instruction: Instrucción: {v}",
            r"\b(?:siempre|[Ss]iempre|[Nn]unca|[Ee]n adelante|[Aa] partir de ahora)\b[^.;!?\n]{3,80}? y "
            rf"(?P<v>{_NOT_ANSWER}{_INSTRUCTED})",
            even_if_unsure=True,
        ),
    ),
    frames=SPANISH_FRAMES,
    unsure=re.compile(
        r"\b(?:(?<![Pp]or )(?<![Pp]ero )[Ss]i(?= (?!(?:te|quieres)\b))|[Oo]jalá|[Qq]uizás?|[Tt]al vez|gustaría"
        rf"|querría|antes(?! de\b)|imagina|sueño con|echo de menos|extraño)\b|{_ALMOST}|{_DISBELIEF}"
        # What has not begun yet: "desde el mes que viene".
        r"|\b(?:[Aa] partir d(?:e|el)|[Dd]esde el) (?!ahora\b|hoy\b)(?:\w+ ){0,2}(?:que viene|próxim[oa])\b"
        r"|\b[Aa] partir d(?:e|el) (?!ahora\b|hoy\b|las? \d|l[ao]s \w+ de la)"
        r"|^\W*(?:[Ee]l|[Ll]a) (?:año|mes|semana|curso) que viene\b|\b(?:dice|dijo|preguntó)[,:]? [\"«“']"
        # What others say of the speaker: "dicen que soy médico".
        r"|\b(?:se )?(?:cree|creen|piensa|piensan|asegura|jura|va diciendo|dicen?(?: a \w+)?) que (?:yo )?"
        rf"(?:soy|estoy|tengo|vivo|trabajo)\b|\b[Ee]n {_FICTIONS}\b"
    ),
    often=re.compile(_AGAIN_AND_AGAIN),
    value_end=re.compile(
        r"\s(?:porque|pero|cuando|mientras|desde|aunque|ya que|como|que"
        r"|y (?:yo|mi|me|nos|no|nunca|siempre|ya|ahora|tengo|vivo|trabajo|soy|estoy|voy|hago|estudio|juego|toco"
        r"|quiero|odio|llevo|hablo)|con mi|con mis|en casa|hoy|ayer|mañana|ahora|mucho|muchísimo|siempre|también"
        r"|ja(?:ja)+|[—–-])(?!\w).*"
    ),
    no_value=re.compile(rf"{_NO_VALUE}\b", re.IGNORECASE),
    name_end=" ",
    first_person="Yo ",
    conjunction=" y ",
    separator=", ",
    full_stop=".",
    called=re.compile(rf"{_FAMILY}|{_ACQUAINTANCES}|{words.PET}", re.IGNORECASE),
    partners=re.compile(_PARTNERS, re.IGNORECASE),
    several=re.compile(rf"{_RELATIVES}|{_OTHERS}", re.IGNORECASE),
    until="Hasta {month} de {year}: {v}",
    months=MONTHS,
    doubts=re.compile(
        rf"{_ALMOST}|\b(?:(?:[Qq]uizás?|[Tt]al vez|gustaría|querría|antes(?! de\b)|echo de menos|extraño)\b"
        r"|[Ss]i (?=(?:necesitas?|hace falta|os hace|te hace|lo sab|alguna vez)))"
    ),
    with_capitals=with_capitals,
    lasting=lasting_in,
)
