"""Spanish sentences of what somebody does again and again or for years, by their grammar: "Canto en el coro".

The clause becomes the item: its verb in the third person, between what was said before and behind it.
"""

import re
from collections.abc import Iterator

from memory.language.lexicon import any_of
from memory.language.lexicon import spanish as words
from memory.language.spanish_dates import MONTHS
from memory.language.third_person.spanish import FORMS
from ome.strategies.extract_user_profile.languages.grammar import Groups, Pattern, ending

MOST_WORDS = 18

# Done for years, if its object is no single thing: "Tejo bufandas", but not "Tejo una bufanda".
_CRAFTS = """
    apadrinar bailar bloguear bordar bucear cantar cazar coleccionar componer coser cosechar criar cultivar
    dibujar entrenar escalar esculpir fotografiar labrar meditar modelar nadar ordeñar patinar pescar pintar
    podar programar remar restaurar roncar sembrar surfear tallar tartamudear tejer traducir transcribir
    encuadernar tapizar hilar hornear militar navegar opositar pastorear actuar barnizar boxear caligrafiar
    cabalgar versear
"""
# What is said with the verbs of `_WITH`, in their order.
_RENTED = any_of("""
    pisos?, cuartos?, habitación, habitaciones, departamentos?, depa, casa, estudio, local, pieza, apartamentos?
""")
_BENEFITS = any_of("""
    pensión, paro, jubilación, ayuda, subsidio, prestación, ingreso mínimo, renta, beca, invalidez
""")
_SHARED = any_of("""
    piso, casa, cuarto, departamento, depa, habitación, taller, oficina, estudio, consultorio, apartamento,
    local, coche, carro
""")
_DIRECTED = any_of("""
    grupo, coro, equipo, orquesta, banda, escuela, teatro, compañía, taller, revista, colegio, oficina,
    departamento, empresa, tienda, hogar, cooperativa, asociación, cocina, planta, obrador, comparsa
""")
_WRITTEN = any_of("""
    fanfics?, poesía, poemas, cuentos, novelas?, letras, canciones, columnas, guiones, relatos, rimas,
    un diario, una columna
""")
_MODERATED = any_of("servidor, foro, grupo, comunidad, página, fincas, edificios?, canal, condominio")
_SPOKEN_AT_HOME = any_of(f"""
    {words.SPOKEN}, quechua, guaraní, náhuatl, aymara, catalán, gallego, euskera, español, castellano, maya,
    mapudungun, zapoteco, mixteco, lengua de signos
""")
_DONE_FOR_YEARS = any_of("""
    teatro, voluntariado, prácticas, mili, servicio militar, cerámica, turnos?, turno de noche, directos,
    crossfit, homeoffice, teletrabajo, radio, residencia, doctorado, máster, fp, ayuno intermitente, magia,
    malabares, artesanías?, guardias, limpiezas?, casas, danza, lucha libre, terapia, rehabilitación, diálisis,
    jardinería, carpintería, mosaicos?, velas, jabones, quesos?, música, stand ?up, podcast
""")
_ATTENDED = any_of("""
    terapia, psicóloga, la iglesia, la mezquita, misa, la sinagoga, la nocturna, la escuela, la universidad,
    la facultad, la facu, la prepa, la secundaria, cuarto, tercero, segundo, primero
""")
_WORN_OR_KEPT = any_of("""
    las cuentas, la contabilidad, un diario, un blog, velo, hiyab, kipá, prótesis, aparato, brackets, peluca,
    plantillas, faja, una asociación, una dieta, la casa, el negocio, el taller, la granja, la finca, la peña,
    una vida
""")
_DRIVEN = any_of("""
    taxi, uber, camión, micro, colectivo, remís, tráiler, combi, ambulancia, grúa, tractor, montacargas
""")
_PAID_OFF = any_of("""
    hipoteca, préstamo, alquiler, renta, manutención, pensión, cuota alimentaria, deuda, crédito, cuotas
""")
_JOINED = any_of("grupo, taller, asociación, asamblea, coro, club, huerto, cooperativa, comparsa, liga")
_DELIVERED = any_of("comida, paquetes, periódicos, publicidad, pan, pizzas, leche, correo, gas")
_SERVED_IN = any_of("marina, ejército, armada, fuerza aérea, guardia, legión, parroquia, iglesia")
_WORKPLACES = any_of("""
    fábrica, barco, mina, granja, almacén, bodega, matadero, invernadero, plataforma, call center, maquila, obra
""")
_WAYS_TO_WORK = any_of(rf"""
    a turnos, de noche, en negro, media jornada, jornada completa, a tiempo parcial, medio tiempo,
    tiempo completo, a domicilio, por (?:mi|cuenta) (?:cuenta|propia), los (?:fines|findes|sábados|domingos),
    el campo, la tierra, como autónom[oa], en el campo, de lunes a \w+, limpiando, cuidando, a comisión,
    por horas, seis días, a destajo, en (?:una|un) {_WORKPLACES}, turno de noche, doce horas, de noches,
    en la obra
""")
_MARKETS = any_of("""
    línea, el mercado, ferias?, la feria, mercadillos, el tianguis, la calle, Wallapop, Vinted, Etsy,
    Mercado ?Libre, mercados
""")
_SOLD = any_of("""
    tamales, empanadas, flores, tortas, comida, fruta, verdura, cosméticos, seguros, artesanías, quesos?, miel,
    huevos, pan, ropa usada
""")
_DWELLINGS = any_of(r"""
    residencia, pensión, cuarto, barco, caravana, furgoneta, piso compartido, pueblo, rancho, finca, casa,
    departamento, depa, albergue, convento, colegio mayor, internado, vecindad, villa, cooperativa, estudio,
    ático, bajo, sótano, quinto, tercer\w*, aldea
""")
# Done for years, if this is said with it.
_WITH = {
    "acoger": r"^(?:a )?(?:\w+ )?(?:niñ|perr|gat|refugiad|estudiant|menor)\w+",
    "alquilar": rf"\b{_RENTED}\b",
    "ayunar": r"\b(?:[Rr]amadán|cuaresma|viernes)\b",
    "cobrar": rf"\b{_BENEFITS}\b",
    "colaborar": r"\b(?:con|en)\b",
    "compartir": rf"\b{_SHARED}\b.{{0,90}} con\b",
    "coordinar": r"\b(?:grupo|equipo|taller|banco|proyecto|voluntari\w+|comedor)\b",
    "creer": r"\ben (?:Dios|dios|Alá|la reencarnación)\b",
    "criar": r"\b(?:sol[oa]|mi|mis)\b",
    "cuidar": (
        r"\b(?:a (?:mi|mis|un|una|unos|unas) \w+|(?<!los )(?<!las )niñ[oa]s|anciano?a?s|enfermos|personas mayores"
        r"|bebés|abuelos|gente mayor|perros|caballos|ovejas)\b(?!.{0,90}\b(?:mientras|fuera)\b)"
    ),
    "dar": (
        r"\b(?:el pecho|pecho|catequesis|apoyo escolar|clases? particulares|clases? (?:de|en|a)"
        r"|talleres|de mamar|terapia)\b"
    ),
    "dirigir": rf"\b{_DIRECTED}\b",
    "dormir": r"\b(?:camas|cuartos|habitaciones) separad[oa]s\b",
    "caminar": r"\bcon (?:bastón|muletas|andador)\b",
    "andar": r"\bcon (?:bastón|muletas|andador)\b",
    "comprar": (
        r"\b(?:en (?:la cooperativa|el mercado|el mercadillo|la plaza|el tianguis|la feria)"
        r"|de segunda mano|a granel|usad[oa]s?)\b"
    ),
    "escribir": rf"^{_WRITTEN}\b",
    "moderar": r"\b(?:servidor|foro|grupo|comunidad|página|canal)\b",
    "administrar": rf"\b{_MODERATED}\b",
    "distribuir": r"\b(?:comida|alimentos|ropa)\b",
    "donar": r"\b(?:sangre|plasma|plaquetas)\b",
    "enseñar": (
        r"\b(?:en (?:un|una|la|el)|a (?:niñ|adult|jóvenes|migrant|refugiad|leer)\w*|español|inglés|catequesis"
        r"|matemáticas|música|baile|costura)\b"
    ),
    "estudiar": (
        r"\b(?:a distancia|por las noches|en la nocturna|y trabajo|para (?:maestr|enfermer|auxiliar|policía)\w*"
        r"|bachiller\w*|secundaria|prepa\w*|el último año"
        r"|\w+ de (?:carrera|bachillerato|secundaria|prepa|la ESO|facultad))\b"
    ),
    "formar": r"\bparte de\b",
    "hablar": rf"\bcon (?:mis?|nuestr\w+) .{{0,90}}{_SPOKEN_AT_HOME}\b",
    "hacer": rf"^(?:siempre |ahora )?(?:el |la |un |una |las |unas )?{_DONE_FOR_YEARS}\b",
    "invertir": r"\ben\b",
    "ir": (
        rf"^(?!.{{0,90}} a \w+r(?:l[oa]s?)?\b).{{0,90}}\b(?:a {_ATTENDED}"
        r"|en (?:primero|segundo|tercero|cuarto|quinto|sexto) de"
        r"|al (?:instituto|psicólogo|cole|liceo|colegio|culto|templo)"
        r"|a (?:un|una) (?:grupo|taller|clase|escuela|curso)"
        r"|en (?:bici|bicicleta|moto|metro|silla de ruedas) a (?:todas partes|todos lados|todos sitios))\b"
    ),
    "juntar": r"^(?:cartón|cartones|chatarra|botellas|latas|leña)\b",
    "llevar": rf"\b{_WORN_OR_KEPT}\b",
    "manejar": rf"\b(?:un|una|el) {_DRIVEN}\b",
    "militar": r"\ben\b",
    "pagar": rf"\b{_PAID_OFF}\b",
    "participar": rf"\ben (?:un|una|el|la) {_JOINED}\b",
    "pertenecer": r"\ba\b",
    "pinchar": r"\binsulina\b",
    "practicar": r"^(?!un\b|más|mucho|con\b|para\b)\w{4}",
    "presidir": r"\w{4}",
    "recibir": r"\b(?:una pensión|una beca|ayuda|subsidio|diálisis|quimio)\b",
    "rentar": r"\b(?:cuarto|departamento|depa|casa|local|habitación)\b",
    "repartir": rf"\b{_DELIVERED}\b",
    "servir": rf"\ben (?:la|el) {_SERVED_IN}\b",
    "trabajar": rf"\b{_WAYS_TO_WORK}\b",
    "calentar": r"\bcon (?:leña|gas|pellets|una? estufa|estufa|butano|carbón)\b",
    "vender": (
        rf"\b(?:por (?:internet|catálogo|encargo|Instagram|instagram|WhatsApp)|en {_MARKETS}|afuera de\w*"
        rf"|{_SOLD}(?= |$))"
    ),
    "vestir": r"\bde (?:negro|blanco|segunda mano)\b",
    "vivir": (
        r"^(?:todavía |aún |ahora |ya |cinco |cuatro |tres |seis )?"
        r"(?:en casa de|sol[oa]|de alquiler|de (?:mi|una|la) \w+"
        r"|con (?!mis (?:padres|abuelos|tíos))(?:mi|mis|dos|tres|cuatro|un|una|otr[oa]s?|unos|unas|compañer\w+) ?\w*"
        rf"|en (?:una|un) {_DWELLINGS}|al día|separad[oa]s?|juntos|en el campo)\b"
    ),
}
# What is worked for, for months: "sacando el bachillerato", "preparando oposiciones".
_QUALIFICATIONS = any_of("""
    bachillerato, bachiller, carn[eé]t?, título, ESO, graduado, prepa, secundaria, licencia, oposición,
    doctorado
""")
_PREPARED_FOR = any_of(r"""
    oposici\w+, examen de \w+, maratón, tesis, doctorado, selectividad, EBAU, MIR, boda
""")
_COURSES = any_of("""
    prácticas, la tesis, un máster, el máster, un doctorado, el doctorado, un curso, las prácticas,
    una residencia, la residencia, quimio, diálisis, rehabilitación, terapia, el servicio
""")
_MEMBERSHIPS = any_of("""
    el comité, el sindicato, la junta, el AMPA, el ampa, una cooperativa, un grupo, los scouts, un club,
    una asociación, una orquesta, un coro, una banda, segundo de, tercero de, cuarto de, último año, primero de
""")
# "Estoy ahorrando", "sigo pagando": what is worked for, and what takes long.
_DOING = any_of(rf"""
    ahorrando para, juntando (?:dinero|plata|lana) para, sacando(?:me)? (?:el|la|mi) (?:\w+ )?{_QUALIFICATIONS},
    sacándome (?:el|la) \w+, opositando, preparando (?:las?|el|una|mi) {_PREPARED_FOR}, preparándome para,
    estudiando \w+, escribiendo (?:mi|una|un) (?:tesis|novela|libro|tesina|poemario), haciendo {_COURSES},
    pagando (?:la|el|una|un|mi) \w+, criando (?:a |sol[oa]), cuidando (?:a|de) mi, trabajando (?:en|de|como),
    viviendo (?:en|con|de), tomando clases, yendo a (?:terapia|clases), construyendo (?:mi|nuestra|una) casa,
    en tratamiento, de becari[oa], (?:suscrit|afiliad|apuntad)[oa] al?, en \w+ semestre, en {_MEMBERSHIPS}
""")
_LONG = (
    r"(?:(?:más de |casi |ya |como )?(?:\w+ )?(?:años|meses|un año)|toda la vida|media vida"
    r"|desde (?:niñ[oa]|pequeñ[oa]|joven|chic[oa]|(?:el |la )?(?:19|20)\d\d|los \w+ años"
    r"|hace \w+ años|la pandemia|que \w+ \w+))"
)
_NOT_DOING = any_of("""
    esperando, buscando, diciendo, pensando, intentando, viendo, queriendo, aguantando, pidiendo, oyendo,
    enferm, llamando
""")
# Done once as well as again: only with a mark of repetition.
_OFTEN_DONE = """
    almorzar andar aprender arreglar asistir ayudar ayunar bañar barrer beber buscar caminar cargar cenar
    cocinar comer comprar conducir correr cortar criar cuidar dar desayunar dibujar donar dormir enseñar
    entregar enviar escribir escuchar estudiar fumar gastar grabar guisar hablar hacer hornear invertir ir
    jugar lavar leer levantar limpiar llevar mandar manejar merendar mirar montar ofrecer pasear pedalear
    platicar poner practicar preparar publicar quedar recoger regar repartir reparar rezar sacar salir tocar
    tomar trabajar transmitir usar utilizar vender ver viajar visitar volar chambear laburar currar orar subir
    vestir acompañar ahorrar acostar madrugar amasar escalar atender nadar bailar depositar veranear llamar
    teletrabajar tejer pintar cantar coser pescar entrenar planchar
"""
_IRREGULAR = {
    "voy": ("ir", "va"), "vamos": ("ir", "va"), "doy": ("dar", "da"), "hago": ("hacer", "hace"),
    "juego": ("jugar", "juega"), "duermo": ("dormir", "duerme"), "salgo": ("salir", "sale"),
    "vuelvo": ("volver", "vuelve"), "almuerzo": ("almorzar", "almuerza"), "veo": ("ver", "ve"),
    "leo": ("leer", "lee"), "conduzco": ("conducir", "conduce"), "traduzco": ("traducir", "traduce"),
    "siembro": ("sembrar", "siembra"), "riego": ("regar", "riega"), "sirvo": ("servir", "sirve"),
    "visto": ("vestir", "viste"), "recojo": ("recoger", "recoge"), "dirijo": ("dirigir", "dirige"),
    "pongo": ("poner", "pone"), "compongo": ("componer", "compone"), "vuelo": ("volar", "vuela"),
    "acuesto": ("acostar", "acuesta"), "meriendo": ("merendar", "merienda"),
    "invierto": ("invertir", "invierte"), "pertenezco": ("pertenecer", "pertenece"),
    "distribuyo": ("distribuir", "distribuye"), "crío": ("criar", "cría"), "esquío": ("esquiar", "esquía"),
    "envío": ("enviar", "envía"), "actúo": ("actuar", "actúa"), "ofrezco": ("ofrecer", "ofrece"),
    "creo": ("creer", "cree"), "atiendo": ("atender", "atiende"),
}  # fmt: skip
# What people have or don't have, and are asked for: "no tengo carnet de conducir".
_OWNED = any_of(r"""
    coche, carro, auto, móvil, celular, tele, televisión, televisor, redes sociales, redes, Facebook, Instagram,
    WhatsApp, TikTok, Twitter, smartphone, carn[eé]t?(?: de conducir)?, licencia(?: de conducir)?, papeles,
    seguro(?: médico| social)?, lavadora, microondas, horno, calefacción, internet en casa, jardín, balcón,
    ascensor, tarjeta de crédito, mascotas?, religión, estudios, bachillerato, nacionalidad(?: \w+)?,
    pasaporte \w+, ciudadanía(?: \w+)?, vesícula, tatuajes, moto, bici, lavavajillas, aire acondicionado,
    casa propia, contrato fijo, deudas, cuenta bancaria, agua corriente, permiso de \w+
""")
_PEOPLE = any_of(r"hijos, hermanos, pareja, padres, nietos, familia aquí, familia acá, contacto con mi \w+")
# "Soy socia del ateneo", "soy donante de médula".
_ROLES = any_of(r"""
    soci[oa], miembro, voluntari[oa], bomber[oa] voluntari[oa], catequista, delegad[oa](?: sindical| de \w+)?,
    president[ae] de, tesorer[oa] de, secretari[oa] de(?:l| la), vocal de, monitora? de, donante, creyente,
    católic[oa], evangélic[oa], musulmana?, judí[oa], budista, ate[oa], agnóstic[oa], testigo de [Jj]ehová,
    tartamud[oa], (?:madre|padre|mamá|papá) solter[oa], becari[oa], opositora?, hincha de, del [A-Z]\w+ desde,
    scout, jubilad[oa] anticipad[oa], familia de acogida, madre de acogida, padre de acogida, cofrade,
    costaler[oa], faller[oa], concejala?, sindicalista, feminista, abstemi[oa], celadora? voluntari[oa],
    entrenadora? de, árbitr[oa], hij[oa] únic[oa], huérfan[oa], refugiad[oa], indígena, gitan[oa], zapotec[oa],
    quechua, mapuche, autodidacta, sonámbul[oa], ambidiestr[oa], diestr[oa]
""")
_ROLE = rf"(?:(?:(?:el|la|un|una) )?{_ROLES}\b.*)"
# "Tengo dos trabajos", "tengo una beca".
_LONG_HAD = any_of("""
    relación (?:a distancia|abierta), beca, hipoteca, blog, canal, puesto en, podcast, discapacidad, pensión,
    préstamo, crédito, contrato, cuenta de ahorro, plan de pensiones, newsletter, marcapasos, prótesis,
    dispositivo, abono, implante, página, taller, negocio, granja, rancho, milpa, parcela, puesto de
""")
_HAVING = (
    rf"(?:(?:dos|tres) (?:trabajos|empleos|chambas|laburos)|una? {_LONG_HAD}\b.*"
    r"|(?:turno de (?:noche|mañana|tarde)|turnos rotativos|la custodia|deudas|reducción de jornada"
    r"|jornada reducida|contrato \w+|familia numerosa|el pelo teñido)\b.*|un grado de discapacidad.*"
    r"|doble nacionalidad)"
)
_DAYS = any_of("""
    lunes, martes, miércoles, jueves, viernes, sábados, domingos, findes, fines(?: de semana)?, días, festivos,
    feriados, veranos, inviernos
""")
# "Desde que me jubilé", "desde que enviudé".
_BEGUN = any_of("me, nació, nac[ií], tengo, vivo, llegué, murió, estoy, era, empecé, dejé, enviudé")
_SINCE = any_of(rf"""
    hace \w+ (?:años|meses), niñ[oa], pequeñ[oa], joven, chic[oa], (?:el |la )?(?:19|20)\d\d, los \w+ años,
    la pandemia, que {_BEGUN}
""")
# Marks of repetition and of long time.
_REPEATED = any_of(rf"""
    tod(?:os|as) l[oa]s \w+, todo el (?:año|día), cada (?:\w+ )?\w+,
    (?:una vez|(?:dos|tres|cuatro|cinco|varias|\d) (?:veces|días)) (?:por|a la|al) (?:día|semana|mes|año),
    (?<!todos )los {_DAYS}, (?:por|en|todas) las (?:tardes|noches|mañanas), siempre, a menudo, normalmente,
    (?:solo|sólo|solamente|únicamente) (?:en|con|de|por), habitualmente, diario, a diario, entre semana, nunca,
    jamás, de lunes a \w+, al mes, a la semana, antes de (?:dormir(?:me)?|acostarme|desayunar|trabajar|salir),
    después d(?:el trabajo|el cole|e clase|e cenar|e comer|e cada \w+), desde {_SINCE},
    hace \w+ (?:años|meses) que, desde que (?:me|nació|tengo|vivo|llegué|murió|estoy), por principios,
    a todas partes, en mis ratos libres, en mi tiempo libre, como hobby, por hobby
""")
_OFTEN = re.compile(rf"(?i:\b{_REPEATED}(?!\w))")
# What happens once, or is said to somebody, or is about somebody else.
_SINGLE_OCCASIONS = any_of(rf"""
    hoy, (?<!la )(?<!cada )mañana(?!s), pasado mañana, ayer, anoche, anteayer, ahora mismo, ahorita, luego,
    enseguida, ya mismo, en (?:un rato|cuanto), esta (?:mañana|tarde|noche|semana),
    este (?:{words.WEEKDAY}|finde|fin|año|mes|verano),
    el (?:{words.WEEKDAY}|finde|fin de semana|próximo|año|mes|día \d+),
    la (?:semana (?:que viene|pasada|próxima)|próxima), en sueños,
    a las (?:\d|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce), próxim[oa], que viene,
    pasad[oa], en (?:{"|".join(MONTHS)}), te, ti, os, tus?, contigo, usted(?:es)?, vos, vosotr[oa]s, lo,
    les? digo, en la ducha, él, ella, ellos, ellas, (?-i:es[ea]s?|eso|esto), aquell[oa]s?, vuestr[oa]s?,
    cada vez, victoria, demasiado, mientras, si, entonces, quizás?, a lo mejor, igual, tal vez, razón, gracias,
    prisa, un poco, más (?:que|y), esfuerzo, misma cara, lo mismo, todo, nada, algo, alguien, pena, falta, caso,
    cuenta de, de alegría, yo, vale
""")
_ONCE = re.compile(rf"(?i:\b{_SINGLE_OCCASIONS}\b)|[\"«»“”]")
# Where a sentence is cut into clauses.
_CLAUSES = re.compile(
    r"[;:!¡?¿()–—…\n]+\s*|\.(?!\d)\s*|,\s+"
    r"|(?<!vez en) (?=(?:porque|pero|aunque(?! trabaje)|mientras|sino|para que|así que|cuando|si"
    r"|y (?=(?:yo|me|mi|él|ella|el|la|no|nunca|te|se|ahora|luego|así|es|está|tengo|soy|estoy|quiero|creo|ya"
    r"|a veces|nadie|siempre)\b))\b)"
)
# What is said before a clause begins: "bueno, la verdad es que …"
_OPENING = re.compile(
    r"^\W*(?:(?:y|pues|bueno|mira|oye|sí|es que|o sea|la verdad|hola|además|también|ah|eh|total|por cierto"
    r"|nosotr[oa]s|mi (?:marido|mujer|pareja|hermano|esposo|esposa) y yo|(?:acá|aquí)(?= (?:\w{3,12}o|yo|me)\b))"
    r"\b,? )*",
    re.IGNORECASE,
)
# "Desde el accidente …"
_TURNING_POINTS = any_of(r"""
    ictus, accidente, infarto, operación, divorcio, embarazo, pandemia, mudanza, jubilación, boda, parto,
    muerte de \w+ \w+
""")
_SINCE_WHEN = any_of(rf"""
    hace \w+ \w+, (?:el|la) {_TURNING_POINTS}, niñ[oa], pequeñ[oa], chic[oa], (?:19|20)\d\d, los \w+ años
""")
# What may stand before the verb: when, since when, where.
_CIRCUMSTANCES = any_of(rf"""
    los {_DAYS}(?: y (?:los )?{_DAYS})?(?: por la \w+)?, tod[oa]s l[oa]s \w+, cada \w+(?: \w+)?,
    (?:por|en) las? (?:tardes?|noches?|mañanas?|madrugadas?),
    en (?:invierno|verano|primavera|otoño|casa|mis ratos libres|mi tiempo libre|vacaciones|la pandemia|navidad),
    entre semana, de (?:lunes a \w+|noche|día|madrugada), desde {_SINCE_WHEN}, hace \w+ (?:años|meses) que,
    (?:antes|después) de(?:l)? \w+(?: \w+)?, con mis? \w+(?: \w+)?, siempre, normalmente, casi siempre,
    a diario, diario, a veces, además, también, ahora, actualmente,
    (?:acá|aquí)(?: en (?:casa|el pueblo|el rancho))?, una vez (?:al|a la|por) \w+,
    \w+ veces (?:al|a la|por) \w+, en mi (?:pueblo|casa|familia|barrio), solo, sólo, yo, nosotr[oa]s, no, nunca,
    jamás, me, nos, les?
""")
_FRONT = re.compile(rf"(?i:{_CIRCUMSTANCES}\b,? ?)*+")
_SINGLE = re.compile(r"\b(?:una?|el|la|los|las|est[ae]|ese|esa|mi|nuestr[oa]|dos|tres)\b", re.IGNORECASE)
_BESIDE = re.compile(
    r"\b(?i:con|en|de|por|para|a|desde|sobre|entre|hace) (?:(?:una?|el|la|los|las|mis?|nuestr[oa]s?|dos|tres) )?"
    rf"|\b(?i:del|al|todos los|todas las|los (?={_DAYS}))"
)
_RELATIVES = any_of("""
    hij[oa]s?, mujer, marido, espos[oa], novi[oa], pareja, madre, padre, padres, mamá, papá, abuel[oa]s?,
    herman[oa]s?, niet[oa]s?, prim[oa]s?, tí[oa]s?, sobrin[oa]s?, melliz[oa]s, gemel[oa]s, suegr[oa]s?
""")
_KIN = re.compile(rf"(?i:\b{_RELATIVES}\b)|\b{words.PET}\b|\b{words.FLOCK}\b")
_IMAGINED = re.compile(r"^\W*(?i:como siempre|imag[ií]n\w+|figúrate|supon\w*|adivina|sueño)\b")

# The key is the item; the value is what other items of the sentence are compared with, which tell of relatives
# themselves.
_LASTING = Pattern("habit: {k}")
_HAS = Pattern("owns: {v}")
_HAS_NOBODY = Pattern("children: {v}")
_ENDED = ending(ends=("habits",))
_ENDED_TASTE = ending(ends=("taste", "plays", "learning"))
_ENDED_OWNING = ending(ends=("possessions",))


def _forms() -> dict[str, tuple[str, str]]:
    """The infinitive and the third person by each form of "yo" and "nosotros"."""
    forms: dict[str, tuple[str, str]] = {}
    for infinitive in {*_CRAFTS.split(), *_WITH, *_OFTEN_DONE.split()}:
        stem, vowel = infinitive[:-2], "a" if infinitive.endswith("ar") else "e"
        irregular = next((third for verb, third in _IRREGULAR.values() if verb == infinitive), "")
        third = irregular or f"{stem}{vowel}"
        forms |= dict.fromkeys((f"{stem}o", f"{stem}{infinitive[-2]}mos"), (infinitive, third))
    return forms | _IRREGULAR


_FORMS = _forms()
_WITH |= dict.fromkeys(("laburar", "chambear", "currar"), _WITH["trabajar"])
_WITH_PATTERNS = {verb: re.compile(said) for verb, said in _WITH.items()}
_CRAFT_WORDS = frozenset(_CRAFTS.split())
_OFTEN_DONE_WORDS = frozenset(_OFTEN_DONE.split())
_NO_TASK = re.compile(
    rf"^(?:ya )?(?:{_LONG}) (?!{_NOT_DOING})(?:\w+[aeiáéí]ndo(?:me)?\b|sin \w+[aeií]r(?:me)?\b)"
)
_DOING_RE = re.compile(_DOING)
_ROLE_RE = re.compile(_ROLE)
_HAVING_RE = re.compile(_HAVING)
_WITHOUT = re.compile(rf"(?P<thing>{_OWNED}|{_PEOPLE})(?!\w)(?! (?:aquí|ahora|a mano|encima|hoy|para)\b)")
_OWNED_RE = re.compile(rf"(?:una? )?(?P<thing>{_OWNED})(?!\w)")
_OWNS_NOW = re.compile(rf"(?i:tengo|tenemos) {_OWNED_RE.pattern}")
_COPULAS = {
    "soy": "es", "somos": "es", "estoy": "está", "estamos": "está", "tengo": "tiene", "tenemos": "tiene",
    "llevo": "lleva", "llevamos": "lleva", "sigo": "sigue", "seguimos": "sigue",
}  # fmt: skip
_STARTS = re.compile(r"(?<=\w)(?:[aei]mos|[oó]|oy)\b")
_AT = re.compile(r"\ba las? \w+(?: y \w+)?\b")
_AND = re.compile(rf" y (?=(?:los {_DAYS} |por las \w+ |me |l[oa]s? )?(?P<verb>\w+(?:o|oy|mos))\b)")
_IS_NOUN = re.compile(r"\b(?:de|en|entre|el|la|mi|un)$")
_SINCE_I = re.compile(rf"(?i:desde que) (?:\w+ ){{1,6}}?(?=(?:me |nos )?(?i:{'|'.join(sorted(_FORMS))})\b)")
_ANY = "hacer algo"  # a verb that is no habit unless it is said so
_NO_HABIT_WORDS = """
    creo pienso digo quiero puedo siento entiendo pierdo olvido espero espéro llego recuerdo odio adoro
    prefiero conozco encuentro pruebo recomiendo cierro suelo lloro temo prometo dudo sufro necesito tardo
    gano debo echo salvo
"""
_NO_HABIT = frozenset(_NO_HABIT_WORDS.split())
_AGAIN = re.compile(
    rf"(?i:\b(?:tod(?:os|as) l[oa]s {words.PERIODS}|cada {words.PERIOD}"
    r"|(?:una vez|(?:dos|tres|cuatro|cinco) (?:veces|días)) (?:por|a la|al) (?:día|semana|mes|año))\b)"
)
_AVOIDED_WORDS = "usar utilizar ver comer beber tomar comprar leer escuchar volar conducir manejar fumar"
_AVOIDED = frozenset(_AVOIDED_WORDS.split())
_LIKE = re.compile(r"(?:siempre|tod[oa]s|cada|nunca|los|de costumbre)\b")  # "como siempre"
_NEVER = re.compile(r"\b(?i:nunca|jamás)\b")
_NOT_SINCE = re.compile(r"[Hh]ace (?:más de |casi |ya )?\w+ (?:años|meses) que no ")
_ONE_THING = re.compile(r"\w{3,20}(?: \w{3,20})?")
_NOBODY = re.compile(_PEOPLE)
_TO = re.compile(r"^(?:al?|en) ")
_LEFT_OUT = re.compile(r"\b(?i:yo|nosotr[oa]s|ahora|también|además|actualmente|acá|aquí)\b ?")
_MINE = re.compile(r"\b(?i:mi|nuestr[oa])(?P<plural>s?)\b")
_SELF = re.compile(r"\b(?i:me|nos)\b|(?<=[aeiáéí]ndo)me\b")
_AIM = re.compile(
    r"(?i:\b(?:ahorr(?:o|amos) para|me preparo para|nos preparamos para|junto (?:dinero|plata|lana) para)\b) "
    r"(?!(?:mañana|que|eso|luego)\b)"
)


def lasting_in(sentence: str, is_sure: bool) -> Iterator[tuple[Pattern, Groups]]:
    """What the sentence tells of the speaker's life, and what it ends."""
    if not is_sure or not _STARTS.search(sentence) or _IMAGINED.match(sentence):
        return
    for clause in _clauses(sentence):
        if len(clause) < 200:
            yield from _told(_OPENING.sub("", clause, count=1).strip(" .,!'’\"*_"))


def _clauses(sentence: str) -> Iterator[str]:
    for part in _CLAUSES.split(sentence):
        start = 0
        for match in _AND.finditer(part):
            if match["verb"] in _FORMS and not _IS_NOUN.search(part[: match.start()]):
                yield part[start : match.start()]
                start = match.end()
        yield part[start:]


def _told(clause: str) -> Iterator[tuple[Pattern, Groups]]:
    since = _SINCE_I.match(clause)
    found = _FRONT.match(clause, since.end() if since else 0)
    front, rest = (clause[: found.end()], clause[found.end() :]) if found else ("", clause)
    verb, _, said = rest.partition(" ")
    verb = verb.strip(",").lower()
    front_words = front.replace(",", "").lower().split()
    if verb == "como" and _LIKE.match(said):
        return
    if verb == "ya" and said.lower().startswith("no "):
        yield from _ended(said[3:])
        return
    if verb == "ya" and (own := _OWNS_NOW.fullmatch(said)):
        yield _ENDED_OWNING, Groups(f"no tiene {own['thing']}", "")
        yield _HAS, Groups("", f"Tiene {own['thing']}")
        return
    told = f"{' '.join(word for word in front.split() if word.lower() != 'yo')} {said}"
    if _ONCE.search(_AT.sub("", told) if _AGAIN.search(clause) else told) or len(clause.split()) > MOST_WORDS:
        return
    if verb in _COPULAS and (yielded := _state(verb, front, front_words, said)):
        yield yielded
        return
    if verb in _FORMS:
        infinitive, third = _FORMS[verb]
    elif verb.endswith("o") and verb not in _NO_HABIT and verb in FORMS:
        infinitive, third = _ANY, FORMS[verb]
    else:
        return
    denies = "no" in front_words
    if _lasts(infinitive, clause, said, denies):
        item = _item(front, third, said)
        yield _LASTING, Groups(item, _KIN.sub("", item))


def _state(verb: str, front: str, front_words: list[str], said: str) -> tuple[Pattern, Groups] | None:
    third = _COPULAS[verb]
    if third == "tiene":
        if "no" in front_words:
            thing = _WITHOUT.match(said)
            if thing is None:
                return None
            pattern = _HAS_NOBODY if _NOBODY.fullmatch(thing["thing"]) else _HAS
            return pattern, Groups("", f"No tiene {thing['thing']}")
        if own := _OWNED_RE.match(said):
            return _ENDED_OWNING, Groups("", f"no tiene {own['thing']}")
    told = {
        "es": _ROLE_RE,
        "está": _DOING_RE,
        "sigue": _DOING_RE,
        "tiene": _HAVING_RE,
        "lleva": _NO_TASK,
    }.get(third)
    if "no" in front_words or told is None or not told.match(said):
        return None
    item = _item(front, third, said)
    return _LASTING, Groups(item, _KIN.sub("", item))


def _lasts(infinitive: str, clause: str, said: str, denies: bool) -> bool:
    is_often = _OFTEN.search(clause) is not None
    never = _NEVER.search(clause) is not None
    is_long = _NOT_SINCE.match(clause) is not None
    if denies and is_long:
        return infinitive in _OFTEN_DONE_WORDS
    if denies and not never and not (infinitive in _AVOIDED and _ONE_THING.fullmatch(said)):
        return False
    if denies:
        return infinitive in _OFTEN_DONE_WORDS or infinitive in _CRAFT_WORDS
    if _AIM.search(clause):
        return True
    if infinitive == _ANY:
        return _AGAIN.search(clause) is not None
    if is_often and infinitive in _OFTEN_DONE_WORDS:
        return True
    needed = _WITH_PATTERNS.get(infinitive)
    if needed and needed.search(said):
        return True
    if infinitive not in _CRAFT_WORDS:
        return False
    return (
        is_often
        or (bool(said) and not _SINGLE.search(_BESIDE.sub(" ", said)))
        or infinitive in ("tartamudear", "roncar", "opositar")
    )


def _ended(said: str) -> Iterator[tuple[Pattern, Groups]]:
    verb, _, rest = said.partition(" ")
    if verb.lower() in ("tengo", "tenemos") and (thing := _WITHOUT.match(rest)):
        yield _HAS, Groups("", f"No tiene {thing['thing']}")
    if verb.lower() in _FORMS:
        yield _ENDED, Groups("", _item("", _FORMS[verb.lower()][1], rest))
        if rest:
            yield _ENDED_TASTE, Groups("", _TO.sub("", rest))


def _item(front: str, third: str, said: str) -> str:
    before = _LEFT_OUT.sub("", front.replace(",", "")).strip()
    theirs = _MINE.sub(lambda mine: f"su{mine['plural']}", f"{before} {third} {said}".strip())
    return _SELF.sub("se", theirs).strip()
