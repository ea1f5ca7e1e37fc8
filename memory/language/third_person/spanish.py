"""Turns Spanish first-person sentences into the third person. Pure."""

import re

from memory.language.greetings import CALLED, GREETINGS, words_of
from memory.language.spanish_dates import MONTHS, WEEKDAYS

_AR = """
    acabar aceptar admirar adoptar adorar ahorrar alquilar amar andar anotar aparcar apreciar apuntar arreglar
    ayudar bailar bajar buscar cambiar caminar cantar cargar celebrar cenar chambear cocinar colaborar comprar contestar
    conversar cortar cruzar cuidar cursar dejar desayunar descansar dibujar diseñar disfrutar dudar echar
    enseñar entrar entregar entrenar escalar escuchar esperar estudiar evaluar evitar explicar firmar
    fotografiar fumar ganar gastar grabar graduar guardar hablar heredar intentar investigar invitar jubilar
    jurar laburar lavar limpiar llamar llegar llevar llorar lograr mandar manejar mejorar mezclar mirar montar mudar
    nadar necesitar observar ocupar odiar olvidar organizar pagar participar pasar pasear patinar pelear pesar
    pintar planear plantar practicar preparar presentar programar quedar regalar regresar reparar reservar
    respetar retirar robar rodar sacar saltar salvar separar solicitar sudar sumar tardar terminar tocar tomar
    trabajar tratar usar viajar visitar votar
"""
_ER = """
    aprender barrer beber comer comprender correr coser creer deber leer meter prometer recorrer responder temer
    vender
"""
_IR = """
    abrir añadir asistir compartir cumplir decidir describir descubrir escribir imprimir inscribir insistir
    recibir subir sufrir vivir
"""
_IRREGULAR = {
    "soy": "es", "estoy": "está", "tengo": "tiene", "voy": "va", "hago": "hace", "digo": "dice",
    "vengo": "viene", "pongo": "pone", "salgo": "sale", "sé": "sabe", "quiero": "quiere", "puedo": "puede",
    "prefiero": "prefiere", "juego": "juega", "vuelvo": "vuelve", "duermo": "duerme", "empiezo": "empieza",
    "pienso": "piensa", "siento": "siente", "entiendo": "entiende", "pierdo": "pierde", "conozco": "conoce",
    "conduzco": "conduce", "traigo": "trae", "oigo": "oye", "veo": "ve", "doy": "da", "he": "ha",
    "sigo": "sigue", "crié": "crió", "encuentro": "encuentra", "encontré": "encontró", "pruebo": "prueba",
    "probé": "probó", "recomiendo": "recomienda", "recojo": "recoge", "recogí": "recogió", "apruebo": "aprueba",
    "aprobé": "aprobó", "suelo": "suele", "colecciono": "colecciona", "cierro": "cierra",
    "recuerdo": "recuerda", "almuerzo": "almuerza", "llevo": "lleva", "fui": "fue", "tuve": "tuvo",
    "hice": "hizo", "estuve": "estuvo", "pude": "pudo", "puse": "puso", "vine": "vino", "dije": "dijo",
    "quise": "quiso", "supe": "supo", "traje": "trajo", "di": "dio", "vi": "vio", "leí": "leyó",
    "creí": "creyó", "oí": "oyó", "empecé": "empezó", "jugué": "jugó", "conocí": "conoció", "perdí": "perdió",
    "volví": "volvió", "salí": "salió", "dormí": "durmió", "pedí": "pidió", "conseguí": "consiguió",
    "nací": "nació", "crecí": "creció", "busqué": "buscó", "llegué": "llegó", "pagué": "pagó", "toqué": "tocó",
    "saqué": "sacó", "practiqué": "practicó", "organicé": "organizó", "comencé": "comenzó",
    "almorcé": "almorzó", "entendí": "entendió", "preferí": "prefirió", "sentí": "sintió", "aparqué": "aparcó",
    "expliqué": "explicó", "tendré": "tendrá", "haré": "hará", "podré": "podrá", "saldré": "saldrá",
    "vendré": "vendrá", "iré": "irá", "seré": "será", "estaré": "estará", "diré": "dirá", "pondré": "pondrá",
    "querré": "querrá", "sabré": "sabrá", "veré": "verá", "volveré": "volverá",
}  # fmt: skip


def _regular() -> dict[str, str]:
    forms: dict[str, str] = {}
    for infinitives, present, past, now, then in (
        (_AR, "o", "é", "a", "ó"), (_ER, "o", "í", "e", "ió"), (_IR, "o", "í", "e", "ió"),
    ):  # fmt: skip
        for infinitive in infinitives.split():
            stem = infinitive[:-2]
            forms |= {
                stem + present: stem + now,
                stem + past: stem + then,
                f"{infinitive}é": f"{infinitive}á",
            }
    return forms


FORMS = _regular() | _IRREGULAR
# Forms that are often nouns. They count as verbs only at the beginning of a sentence.
_NOUN_FORMS = """
    curso pago canto gasto dibujo camino suelo llamada saco monto como trabajo estudio cambio uso regalo juego
    laburo recuerdo anuncio cuento llamo di vino traje sé he fui paso baño
"""
NOUNS = frozenset(_NOUN_FORMS.split())
OPENERS = re.compile(
    r"\A(?:(?:y |ah,? y |ah,? )?(?:otra cosa|una cosa(?: más)?|una última cosa|siguiente punto|por último|a propósito"
    r"|cambiando de tema|posdata|pd)[,.…:!]+\s+"
    rf"|(?:{words_of(GREETINGS, CALLED, language='Spanish')}|ah|ay|oh"
    r"|sí|no|pues|bueno|vale|claro|gracias"
    r"|muy bien|excelente|perfecto|estupendo|bien hecho|oye|escucha"
    r"|genial|exacto|mira|la verdad|por cierto"
    r"|(?:no|sí|muchas|mil),? gracias|(?:sí,? )?por favor|con (?:mucho )?gusto|de acuerdo|dale"
    r"|por supuesto|además)[,.…!]+\s+"
    # "Perdona que no te contestara, estuve pintando"
    r"|(?:(?:hola|hey|ey),? )?(?:perdona|perdón|perdonad|siento) (?:que|por) [^,.!?;]{2,50},\s+(?=\w)"
    r"|gracias (?:otra vez )?por [^,.!?;]{2,40},\s+(?=\w)"
    r"|(?:pues|y|pero(?! si\b)|además|ah,? y)\s+|(?:por cierto|la verdad|bueno|sí|ah)\s+(?=yo\b|mis?\b|me\b))+",
    re.IGNORECASE,
)
_WHEN = (
    r"(?:(?:ayer|hoy|mañana|anoche|ahora|hace poco|actualmente|últimamente|por fin|al final"
    r"|(?:el|la|este|esta|los|las|cada|todos los|todas las)[\w ]{2,40}?|en [\w ]{3,30}?"
    r"|desde [\w ]{3,30}?)(?: \([^)]{1,50}\))?,? )?"
)
_VERB = re.compile(
    rf"(?P<when>{_WHEN})(?:[Yy]o )?(?P<between>(?:también |ya |siempre |nunca |casi siempre |a veces |todavía "
    rf"|aún )?(?:no )?)"
    rf"(?P<me>me )?(?P<aux>(?:lo |la |los |las |le |les )?)(?P<verb>{'|'.join(FORMS)})\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
# Words that are in no phrase of time: "El repartidor me rayó el suelo", "El 17 sí puedo".
_NO_TIME = re.compile(r"\b(?:me|te|se|que?|sí|si|no|mejor|pero|es|son|está|era)\b", re.IGNORECASE)
_TIME = re.compile(
    rf"\b(?:{'|'.join(WEEKDAYS)}|sábados|domingos|ayer|hoy|mañanas?|anoche|ahora|actualmente|últimamente|por fin"
    rf"|al final|tardes?|noches?|días?|semanas?|mes|meses|años?|vez|veces|veranos?|inviernos?|findes?"
    rf"|{'|'.join(MONTHS)})\b",
    re.IGNORECASE,
)
_PLEASES = re.compile(
    r"(?:[Aa] mí )?(?P<no>(?:también |ya |no )?)me (?P<verb>gustan?|encantan?|interesan?|fascinan?|apasionan?"
    r"|duelen?|molestan?|aburren?|gustaría"
    r"|encantaría|gustó|encantó|preocupan?)\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_PARTICIPLE = re.compile(
    r" (?:\w+[aií]do|hecho|visto|dicho|puesto|escrito|vuelto|roto|abierto|muerto|cubierto)\b"
)
_HAVE = re.compile(rf"\bhe(?:{_PARTICIPLE.pattern}| ido\b)")
_MINE = re.compile(
    r"(?P<own>[Mm]is?) (?P<noun>(?:(?:mejor|peor|primer\w?|nuev[oa]|antigu[oa])(?:es"
    r"|s)? )?[a-záéíóúñ]+(?: (?:favorit[oa]|mayor|menor"
    r"|pequeñ[oa]|nuev[oa]|viej[oa]|antigu[oa])(?:es|s)?)?)(?: (?P<name>[A-ZÁÉÍÓÚÑ][\w-]+))?(?P<rest>[ ,].*)",
    re.DOTALL,
)
_ADJECTIVE = re.compile(
    r"(?:mejor|peor|primer\w?|nuev[oa]|viej[oa]|antigu[oa]|favorit[oa]|mayor|menor|pequeñ[oa])(?:es|s)?"
)
_FEMININE_WORDS = "madre mujer clase mano suegra"
_FEMININE = frozenset(_FEMININE_WORDS.split())
_MASCULINE_WORDS = (
    "padre jefe nombre cumpleaños coche color hogar problema día ordenador móvil avión plan hotel"
)
_MASCULINE = frozenset(_MASCULINE_WORDS.split())
_EITHER = re.compile(r"\w*(?:ista|iatra|euta)|colega|atleta|poeta|policía|guía")
# Imperatives with a pronoun: "mándemelo", "acuérdate", "dígame"; without an accent, as in chats, those that are usual.
_IMPERATIVES = (
    r"[a-zñ]{0,8}[áéíóú][a-zñ]{1,3}[ae](?:me(?:l[oa]s?)?|tel[oa]s?|te)|d[íi](?:game|me|gamel[oa]s?|mel[oa]s?)"
    r"|d[áa]me(?:l[oa]s?)?|(?:haz|pon|ten|déje)me(?:l[oa]s?)?|[a-zñ]{1,12}[áéí]r[mt]el[oa]s?|vete|vente|ponte|hazte|(?!caramel)[a-zñ]{2,12}[ae]mel[oa]s?"
    r"|(?:cuént|avís|dí|di|llám|ayúd|mánd|déj|espér)a?nos"
    r"|(?:acord|acuerd|fij|qued|sent|anim|cuid|apur|ven|pon|lev|par|olvid)[aáeé]te"
    r"|(?:avis|mand|cont|cuent|llam|pas|dej|esper|tra|expliqu|explic|ayud|mostr|muestr|perdon|escrib|envi|recuerd"
    r"|recomiend|busqu|busc|d[eé]c|cr[eé])[aeiáéí]me"
)
_REFUSED = re.compile(
    r"\b(?:tú|te|ti|contigo|tus?|vosotr[oa]s|vuestr\w+|usted(?:es)?|nos|nosotr[oa]s|nuestr\w+|conmigo|mí|mío|mía"
    r"|[a-záéíóúñ]+(?:amos|emos|imos)|somos)\b"
    r"|\A[Cc]omo (?:si|siempre|cuando|dices|sabes|quieras)\b|\b(?:quieres|puedes|tienes|sabes|vienes)\b"
    rf"|[\"“”«»]|, (?:digo|quiero decir)\b|\b(?:{_IMPERATIVES})\b",
    re.IGNORECASE,
)
_ITS_OWN = re.compile(r"\b(\w{3,}(?:[aei]r|ndo)|ir|dar|ver)me\b")  # mudarme, mudándome, irme
# Somebody else does what is told in the third person behind "y": "He hablado con el técnico y puede venir".
_OTHERS_ACT = re.compile(
    r"\by (?:no |ya |también )?(?:puede|dice|viene|quiere|va|vuelve|tiene|trabaja|vive|sabe|prefiere)\b",
    re.IGNORECASE,
)
_ALSO = re.compile(
    r"(?P<joint>,| y| pero| o| e) (?P<adverb>(?:(?:también|ahora|luego|después|ya|no) )?)"
    r"(?P<me>me )?(?P<verb>[a-záéíóúñ]+)\b"
)
# Past forms of verbs that are not listed, perhaps in the first person.
_PAST = re.compile(r"\A[a-záéíóúñ]{2,}[éí]")
_PLAYS = re.compile(r"\bjuego al?\b")  # otherwise "juego" is a noun
# A verb that is not listed: "y no soporto", "le pregunto".
_DENIES = re.compile(r"\b(?:(?:y|pero) no|les?) [a-záéíóúñ]{3,}o\b")
# Behind "que" a form that may be a noun is a verb, perhaps of somebody else's clause: "Mi jefe dice que trabajo poco".
_THAT_I = re.compile(rf"\bque (?:(?:no|ya|siempre|nunca|me) )?(?:{'|'.join(sorted(NOUNS))})\b", re.IGNORECASE)
_NO_PAST_WORDS = (
    "qué porqué café bebé té pie así aquí allí ahí sí mí jamás josé andré chalé comité puré bidé rubí"
)
_NO_PAST = frozenset(_NO_PAST_WORDS.split())
# Other languages. "Leo", a verb form, is a name in "Leo you should come".
_NOT_SPANISH = re.compile(
    r"\b(?:the|you|your|have|has|is|are|was|were|should|would|could|and|to|my|of|it|we|they|ich|und|der|die|das"
    r"|nicht|ist|sind"
    r"|sono|il|gli|non|in|nel|nell[ao]|dell[ao]|all[ae]|dall[ae]|anche|ho|hai|mi[ao]|miei|mie|per|due|domani|oggi"
    r"|ieri|fratello|sorella|che(?!,)"  # Italian
    r"|em|na|ao|uma|meus?|minhas?|muit[oa]s?|eu|aluguel)\b|[ãõçâêôàèìòù]"  # Portuguese, and letters of either
    r"|^Leo (?!(?:el|la|los|las|un|una|unos|muchos|muchas|mucho|mi|mis|cada|en|de|todo|todos|todas|sobre|antes|por)\b)",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:yo|me|mis?)\b", re.IGNORECASE)
_WORD = re.compile(r"[a-záéíóúñ]+", re.IGNORECASE)


def in_spanish(sentence: str, name: str) -> str | None:
    text = OPENERS.sub("", sentence, count=1)
    if _REFUSED.search(text) or _NOT_SPANISH.search(text):
        return None
    told = _pleased(text, name) or _acting(text, name) or _owning(text, name)
    return re.sub(r"(?<!!)!+(?=\s|$)", ".", told.replace("¡", "")) if told else None


def _pleased(text: str, name: str) -> str | None:
    match = _PLEASES.fullmatch(text)
    if match is None:
        return None
    rest = _rest(match["rest"])
    return (
        None
        if not _WORD.search(rest or "")
        else f"A {name} {match['no'].lower()}le {match['verb'].lower()}{rest}"
    )


def _acting(text: str, name: str) -> str | None:
    match = _VERB.fullmatch(text)
    verb = FORMS.get(match["verb"].lower()) if match else None
    if match is None or verb is None or _NO_TIME.search(match["when"]) or _OTHERS_ACT.search(match["rest"]):
        return None
    if match["verb"].lower() in NOUNS and match["when"] and not _TIME.search(match["when"]):
        return None
    rest = _rest(match["rest"])
    if match["me"] and not _WORD.search(match["rest"]):  # "Me paso.", but where?
        return None
    if rest is None or (match["verb"].lower() == "he" and not _PARTICIPLE.match(rest)):
        return None
    when = re.sub(r"\bmi(s?)\b", r"su\1", match["when"])
    own = f"{match['between'].lower()}{'se ' if match['me'] else ''}{match['aux'].lower()}"
    return f"{when}{name} {own}{verb}{rest}"


def _owning(text: str, name: str) -> str | None:
    """A sentence about a relative or possession: `Mi hermana vive en Lima` as `La hermana de Ana vive en Lima`."""
    match = _MINE.fullmatch(text)
    rest = _rest(match["rest"], name) if match else None
    article = _article(match["noun"], match["own"]) if match else ""
    if match is None or rest is None or not article:
        return None
    of = f"{article} {match['noun']} de {name}"
    return f"{match['name']}, {of[:1].lower()}{of[1:]}, {rest.lstrip()}" if match["name"] else f"{of}{rest}"


def _article(phrase: str, own: str) -> str:
    """The article of a noun phrase; empty if the ending does not show the gender."""
    noun = next((word for word in reversed(phrase.lower().split()) if not _ADJECTIVE.fullmatch(word)), "")
    plural = own.lower() == "mis"
    one = noun.removesuffix("s") if plural else noun
    if _EITHER.fullmatch(one):
        return ""
    if one in _FEMININE or (one.endswith("a") and one not in _MASCULINE):
        return "Las" if plural else "La"
    if one in _MASCULINE or one.endswith("o"):
        return "Los" if plural else "El"
    return ""


def _rest(text: str, name: str = "") -> str | None:
    """The rest with further verbs and "mi" turned; None if another first-person form remains.

    Where the sentence has another subject, `name` becomes that of these verbs: `empieza en enero y no sé cómo`.
    """
    told = _ALSO.sub(
        lambda match: _turned(match, name), _ITS_OWN.sub(r"\1se", re.sub(r"\bmi(s?)\b", r"su\1", text))
    )
    words = {word.lower() for word in _WORD.findall(told)}
    unknown = (
        _HAVE.search(told)
        or "fui" in words
        or _PLAYS.search(told)
        or _DENIES.search(told)
        or _THAT_I.search(told)
        or any(_PAST.fullmatch(word) and word not in _NO_PAST for word in words)
    )
    return None if unknown or _FIRST.search(told) or words & (FORMS.keys() - NOUNS) else told


def _turned(match: re.Match[str], name: str) -> str:
    verb = FORMS.get(match["verb"])
    subject = f"{name} " if name else ""
    own = f"{match['adverb']}{'se ' if match['me'] else ''}"
    return f"{match['joint']} {subject}{own}{verb}" if verb else match[0]
