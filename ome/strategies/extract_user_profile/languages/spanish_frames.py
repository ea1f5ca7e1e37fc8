"""Spanish frames: each way to say that one has, does or suffers from something, with all words for such things.

"Tengo un perro, Toby", "hemos adoptado dos gatas", "hago yoga y natación", "tengo la tensión alta".
"""

import re

from memory.language.lexicon import any_of
from memory.language.lexicon import spanish as words
from memory.language.spanish_dates import MONTHS
from ome.strategies.extract_user_profile.languages.grammar import Frame, Frames, Pattern

_NAME = r"[A-ZÁÉÍÓÚÑ][a-záéíóúñ-]+"
_NAMES = rf"{_NAME}(?: y {_NAME})?"
_COUNT = r"(?:dos|tres|cuatro|cinco|seis|siete|varios|varias|unos|unas|\d)"
_RELATIVES = any_of("""
    hij[oa], niñ[oa], mujer, marido, novi[oa], espos[oa], pareja, herman[oa], prim[oa], sobrin[oa], niet[oa],
    tí[oa], abuel[oa], suegr[oa], cuñad[oa]
""")
_KIN = rf"{_RELATIVES}(?: (?:mayor|pequeñ[oa]|menor))?"
_ANIMAL = rf"(?:{words.PET}|{words.FLOCK})"
# "Tengo", "hemos adoptado": what comes before an animal or a relative.
_OWNING = any_of("""
    tengo, tenemos, crío, criamos, he adoptado, hemos adoptado, adopté, adoptamos, hemos acogido, he acogido,
    he recogido, hemos recogido, me he comprado, nos hemos comprado, me regalaron, nos regalaron
""")
_HAVE = (
    rf"(?:\b(?i:{_OWNING})\b|\b(?i:mis?|nuestr[oa]s?) (?={_ANIMAL}\b)"
    rf"|\b(?i:vivo|vivimos) (?:[\wáéíóúñ]+ )?con (?=(?:mis?|una?|dos|tres) (?:{_ANIMAL}|{_KIN})))"
)
_OTHERS = any_of("""
    hij[oa]s?, niñ[oa]s?, mujer, marido, herman[oa]s?, madre, padre, mamá, papá, abuel[oa]s?, amig[oa]s?,
    novi[oa], pareja, compañer[oa]s?, vecin[oa]s?, gente, alguien, jef[ea], prim[oa]s?, tí[oa]s?, sobrin[oa]s?,
    suegr[oa]s?, profesora?, todos ellos
""")
_PEOPLE = rf"\b{_OTHERS}\b"
# What happens once, is over or is only seen, read or wished: "ayer", "dejé", "película", "quería".
_SINGLE_OCCASIONS = any_of(rf"""
    en sueños, hoy, ayer, mañana(?!s), anoche, anteayer, esta (?:mañana|tarde|noche|semana),
    este (?:{words.WEEKDAY}|finde|fin de semana|año|mes|verano), la semana (?:que viene|pasada),
    el {words.WEEKDAY}(?!s), próxim[oa], que viene, en (?:{"|".join(MONTHS)}),
    de (?:niñ[oa]|pequeñ[oa]|joven|crí[oa]), antes, ya no, dej[ée]\w*, dejado, vi, vimos, veo, ver, viendo,
    leo sobre, sobre, enseño, doy, odio, película, serie, libro, canción, novela, tele, partido, vend\w*,
    compr\w*, perd\w*, gan[ée], ganamos, llev(?:o|ar|é) a, recog\w*, alérgic[oa], alergia, trabaj\w*, estudi\w*,
    busc\w*, pens\w*, intent\w*, quier\w*, quería, gustaría, echo de menos, aprend\w*, entrada\w*,
    apunt(?:é|ado) a mi, lesion\w*, cancel\w*, organiz\w*, fui, hacía, jugaba, tocaba, iba
""")
_ONCE = rf"(?i:\b{_SINGLE_OCCASIONS}\b)|{_PEOPLE}"
# "Tuve un perro", "quiero un gato", "el perro de mi vecina".
_NO_OWNING = any_of(r"""
    tenía, tuve, quiero, quería, miedo, alergia, alérgic[oa], vi, visto, perdí, perdido, vendí, vendido, soñ\w*,
    película, libro, foto\w*, cuento, peluche, murió, muerto, falleció, cuid(?:o|ar|ando), ganas,
    que (?:dar|pasear|llevar), hambre, sueño, comida, pienso, vecin[oa]s?, amig[oa]s?, herman[oa]s? (?:de|que),
    el deber, cara de, como, cita
""")
_NOT_HAD = rf"\b{_NO_OWNING}\b"
_FUN = {
    "corro": "correr", "nado": "nadar", "escalo": "escalar", "bailo": "bailar", "pinto": "pintar",
    "canto": "cantar", "dibujo": "dibujar", "coso": "coser", "tejo": "tejer", "pesco": "pescar",
    "buceo": "bucear", "patino": "patinar", "esquío": "esquiar", "cocino": "cocinar",
}  # fmt: skip
# "Hago", "me he apuntado a": what comes before a pastime.
_PRACTISING = any_of("""
    hago, practico, juego, jugamos, hacemos, entreno, bailo, bailamos, canto, voy, vamos, sigo, llevo, empiezo,
    he empezado, he vuelto, me he (?:apuntado|aficionado|enganchado|metido), me apunté, me ha dado por,
    me dio por, estoy (?:haciendo|yendo|con|en), suelo
""")
_DO = (
    rf"(?:\b(?i:{_PRACTISING})\b"
    r"|\b(?i:lo (?:único|mío|que (?:más )?(?:hago|me gusta))(?: que hago)?(?: es| son)?"
    r"|mi (?:afición|pasión|hobby|deporte|vicio)(?: es| son)?"
    rf"|los (?:{words.WEEKDAYS}|findes)(?:,| toca| tengo| es)?)(?!\w))"
)


def _pets(pattern: Pattern, animals: str) -> Frame:
    return Frame(pattern, _HAVE, animals, unless=_NOT_HAD)


# What goes on after a verb without an object: "nado mucho", "corro por las mañanas".
_ALONE = any_of("""
    mucho, bastante, por las, por la, todos, todas, los, cada, en (?:el|mi|la|mis), con, un poco, también,
    ahora, dos, tres, y
""")
# "Vendí un coche", "el coche de mi padre".
_NOT_MINE = any_of(r"""
    tenía, tuve, vendí, vendido, alquil\w*, prestad[oa], empresa, robaron, robado, accidente, taller, choc\w*,
    quiero, de mi (?:padre|madre|herman[oa]|amig[oa]), hoy, mañana, ayer
""")
# "Un libro sobre la diabetes", "pacientes con asma".
_NOT_ILL = any_of(r"""
    sobre, libro, película, artículo, pacientes?, miedo, prueba, descart\w*, tuve, tenía, pasé, vacuna,
    investig\w*, trabaj\w*, perr[oa], gat[oa]
""")
# In a clause with these, nothing is said of the speaker, or the contrary.
_BARRED = any_of("""
    no, nunca, jamás, ni, sin, nadie, nada, tampoco, él, ella, ellos, ellas, usted, tú, sus?, tus?, te, os,
    vuestr[oa]s?, si, ojalá, quizás?, a lo mejor, tal vez, como si, canción, novela
""")
# Stems of the conditional: "me encantaría", "tendría".
_CONDITIONALS = any_of("""
    encanta, gusta, que, pod, debe, se, esta, tend, ha, i, preferi, compra, vivi, sab, pond, vend, da, deja
""")

SPANISH_FRAMES = Frames(
    frames=(
        _pets(
            Pattern("pet: {k}: {v}"),
            rf"\b(?P<k>{words.PET}|{words.FLOCK})(?:(?: que)?,? (?:se llaman?|llamad[oa]s?)|,) (?P<v>{_NAMES})"
            r"(?=[.,;:!?)]|$| (?:y|que|es)\b)",
        ),
        _pets(
            Pattern("pet: Tiene {v}"),
            rf"\b(?P<v>(?:{_COUNT} )?{words.FLOCK})(?!\w)(?!,? (?:llamad|que se llaman))",
        ),
        _pets(
            Pattern("pet: Mascota: {k}"),
            rf"\b(?:una?|mi|nuestr[oa]|otr[oa]) (?P<k>{words.PET})(?!\w)(?!,? (?:que se llama|llamad[oa]|{_NAME}))",
        ),
        Frame(
            Pattern("family: {k}: {v}"),
            _HAVE,
            rf"\b(?P<k>{_KIN}),? (?:que se llama |llamad[oa] )?(?P<v>{_NAME})"
            r"(?=[.,;:!?)]|$| (?:y|de \w+ (?:años|meses)|que|es|está|tiene|trabaja|estudia|vive)\b)",
        ),
        Frame(
            Pattern("plays: Toca {v}"),
            r"\b(?i:toco|tocamos)\b|\b(?i:le doy|darle) (?=a(?:l| la)\b)",
            rf"(?<!\w)(?P<v>{words.INSTRUMENTS})(?!\w)",
            unless=_ONCE.replace("doy|", ""),
        ),
        Frame(
            Pattern("learning: Aprende {v}"),
            r"\b(?i:estoy aprendiendo|aprendo|voy a clases? de|doy clases? con|he empezado con"
            r"|tomo clases? de|estoy con)\b",
            rf"(?<!\w)(?P<v>{words.INSTRUMENTS}|{words.SPOKEN})(?!\w)",
            unless=_PEOPLE,
        ),
        Frame(
            Pattern("likes: Practica {v}"),
            _DO,
            rf"(?<!\w)(?P<v>{words.PASTIMES})(?!\w)",
            unless=rf"{_ONCE}|\b[Ee]stoy (?:en|haciendo) {words.PASTIMES}\W*\Z",
        ),
        Frame(
            Pattern("likes: Practica {v}", if_often=True),
            r"\b(?i:tengo|tenemos)\b",
            rf"(?<!\w)(?P<v>{words.PASTIMES})(?!\w)",
            unless=r"(?i:\b(?:hoy|mañana|entradas?)\b)",
        ),
        Frame(
            Pattern("likes: Le gusta {v}"), _DO, rf"(?<!\w)(?P<v>{words.DONE_FOR_FUN})(?!\w)", unless=_ONCE
        ),
        Frame(
            Pattern("likes: Le gusta {v}", shaped=_FUN.__getitem__),
            r"(?:^\W*|\b(?:[Yy]o|y|también|ahora|además|pero|siempre) )"
            rf"(?=(?:{'|'.join(_FUN)})\b(?:[.,;!)]|$| {_ALONE}\b))",
            rf"\b(?P<v>{'|'.join(_FUN)})\b",
            unless=_ONCE,
        ),
        Frame(
            Pattern("owns: Tiene {v}"),
            r"\b(?i:tengo|tenemos|me he comprado|me compré|nos hemos comprado|conduzco|voy (?:en|con)"
            r"|vengo (?:en|con)|me muevo (?:en|con)|con)\b",
            rf"\b(?P<v>(?:una?|mi|nuestr[oa]) {words.VEHICLES}"
            r"(?: (?:viej[oa]|nuev[oa]|roj[oa]|eléctric[oa]|de segunda mano))?)(?!\w)",
            unless=rf"\b{_NOT_MINE}\b",
        ),
        Frame(
            Pattern("condition: Tiene {v}"),
            r"\b(?i:tengo|sufro|padezco|mis?"
            r"|me (?:han encontrado|han dicho|diagnosticaron|han diagnosticado)|con mi|yo con(?: mi| la| el)?"
            r"|es (?:el|la) (?=\w+,? ya sabes)"
            r"|(?:la|el) (?=\w+,? (?:controlad[oa]|como siempre|fatal)))(?!\w)",
            rf"(?<!\w)(?P<v>{words.ILLNESS})(?!\w)",
            unless=rf"\b{_NOT_ILL}\b|{_PEOPLE}",
        ),
        Frame(
            Pattern("speaks: Habla {v}"),
            r"\b(?i:hablo|chapurreo|me defiendo (?:en|con el)|domino|mi lengua materna es)\b",
            rf"(?<!\w)(?P<v>{words.SPOKEN})(?!\w)",
            unless=r"\b(?:mejor que|peor que|casi no|quisiera|antes|apenas|con (?:el|la|mi) \w+ de)\b",
        ),
        Frame(
            Pattern("job: Trabaja en {v}"),
            r"\b(?i:estoy|trabajo|sigo)(?: (?:ahora|ya|todavía|aún|también|trabajando))* en\b"
            r"|^\W*[Ee]n(?= compras\b)",
            rf" (?:el departamento de )?(?P<v>{words.TRADES})(?=[.,;!)]|$| (?:de|en|desde|y|ahora)\b)",
            several=False,
        ),
        Frame(
            Pattern("job: Trabaja de {v}"),
            r"\b(?i:estoy|sigo|llevo \w+ años)(?: (?:ahora|ya|todavía|aún|también|trabajando))* de\b",
            rf" (?P<v>{words.JOBS})(?=[.,;!)]|$| (?:en|para|desde|y)\b)",
            unless=r"\b(?:prácticas|vacaciones|baja|viaje|hoy|esta semana)\b",
            several=False,
        ),
        Frame(
            Pattern("studies: Estudia {v}"),
            r"\b(?i:estudio|estoy (?:estudiando|haciendo|acabando|terminando|en)"
            r"|(?:acabo|acabé|he acabado|he terminado|terminé|acabo de (?:terminar|acabar))|hago|curso"
            r"|soy estudiante de|me he matriculado en|empiezo|he empezado)\b",
            rf"(?<!\w)(?P<v>{words.STUDIES})(?!\w)",
            unless=rf"{_PEOPLE}|\b(?:dej[ée]|dejado|quería|antes)\b",
        ),
        Frame(
            Pattern("partner: Está con {v}"),
            r"\b(?i:estoy (?:saliendo|casad[oa]|prometid[oa]|liad[oa])|salgo|me he casado|me casé|vivo)"
            r"(?: (?:ahora|ya|desde hace \w+ \w+))* con\b",
            rf" (?P<v>{_NAME})(?=[.,;!)]|$| (?:y|desde|hace|que)\b)",
            unless=r"\b(?:hoy|mañana|esta noche|cenar|comer)\b",
            several=False,
        ),
        Frame(
            Pattern("home: Vive en {v}"),
            r"\b(?i:llevo|llevamos)\b(?=[^.;!?]{0,40}\b(?:desde|años|meses)\b)",
            rf"\ben (?P<v>{_NAME}(?: (?:de |del |de la )?{_NAME})?)"
            r"(?=,? (?:desde|ya|casi|más|\w+ (?:años|meses))|[.,;!]|$)",
            unless=r"\b(?:trabaj\w*|emple\w*|de baja|esperando)\b",
        ),
    ),
    needs=re.compile(
        r"\b(?:[Mm]is?|[Nn]os|[Nn]uestr[oa]s?|[Ll]os?|[Ll]as?|el|con|una?|[Yy]o|[Ss]oy|[Vv]oy|[Dd]oy|[Ee]stoy"
        r"|[Ee]n|de)\b|\b\w{2,12}(?:o|[aei]mos)\b"
    ),
    clause_end=re.compile(
        r"[;:.!?()–—¡¿]\s*|,\s+(?!(?:que se llama|llamad[oa]))"
        r"| (?:pero|porque|aunque|mientras|hasta que|sino"
        r"|y (?=\w+[aei]r\b|(?:yo|él|ella|mi|me|nos|su|tu|mis|sus|ellos|te|os)\b)) ?"
    ),
    barred=re.compile(
        rf"\b(?i:{_BARRED})\b"
        rf"|\b(?:{_CONDITIONALS}r{{1,2}}ía(?:mos|s)?|(?:tuv|fu|pud|quis|hic|hub)iera(?:mos)?)\b"
    ),
    goes_on=re.compile(
        r"\A\W*(?:(?:y|e|o|además|también|más) )*"
        r"(?:(?:una?|el|la|los|las|algo de|un poco de|mi|dos|tres|a(?:l| la)) )*"
    ),
)
