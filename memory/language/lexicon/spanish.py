"""Spanish words for what people are, have and do, as alternatives of the patterns in `spanish`."""

from memory.language.lexicon import any_of

# What ends in -ero or -ista like a trade and is none: "soy soltero", "soy optimista".
_NO_TRADES_IN_ERO = any_of("""
    solt, sinc, extranj, hered, vi?aj, cas, friol, ent, verdad, gros, forast, futbol, cafet, fiest, play, prim,
    terc, comp, conse, compañ, lig, zalam, cervec, parrand, prison, caball, milagr, faller, rock, culer?, perr,
    gat, call, madrugu, en, febr, din, sombr, aguj, ac, letr, tabl, cord, send, cruc, band, carret, escal, mad,
    man, nev, niñ, front
""")
_NO_TRADES_IN_ISTA = any_of("""
    optim, pesim, femin, mach, ego, real, perfeccion, ideal, l, madrid, barcelon, tur, bud, social, comun,
    especial, pac, consum, material, minimal, detall, capital, activ, racist, nudist, protagon, narcis, conform,
    derrot, nacional, anarqu, entrev, rev, autop, p, conqu, ar, bromist, cinef, alpin, cicl, malabar, surf,
    ecolog, ventaj, v
""")
# Endings of trades: "soy relojero", "soy taxista", "soy fotógrafa".
TRADE_ENDS = (
    rf"(?!{_NO_TRADES_IN_ERO}er[oa]\b|\w*{_NO_TRADES_IN_ISTA}ista\b)"
    r"(?:[a-záéíóúñ]{3,14}(?:er[oa]|ista|ógraf[oa]|iatra|peuta)|[a-záéíóúñ]{1,14}ólog[oa])"
)
JOBS = any_of(rf"""
    abogad[oa], actor, actriz, administrativ[oa], agricultora?, albañil, analista, apicultora?,
    arquitect[oa], artista, astrónom[oa], auditora?, autora?, auxiliar(?: de \w+)?, azafata,
    bibliotecari[oa], cantante, chofer(?: de [a-z]{{3,12}})?, chófer, celadora?, científic[oa], cirujan[oa],
    comercial, conductora?, conserje, consultora?, contable, contadora?, costurera, cuidadora?,
    dentista, dependient[ea], desarrolladora?, diseñadora?, educadora?, estudiante, farmacéutic[oa],
    físic[oa], funcionari[oa], gestora?, guardia civil, guía, higienista, historiadora?, ilustradora?,
    informátic[oa], instaladora?, intérprete, investigadora?, jueza?, limpiadora?, locutora?,
    logopeda, maestr[oa], matemátic[oa], matrona, mecánic[oa], (?:para)?médic[oa], militar, monitora?,
    músic[oa], notari[oa], óptic[oa], pastora?, peón, pescadora?, pilot[oa], pintora?, policía,
    procuradora?, profesora?, programadora?, químic[oa], repartidora?, restauradora?, sastre,
    secretari[oa], soldadora?, soldado, teleoperadora?, técnic[oa], traductora?, vendedora?,
    veterinari[oa], vigilante, {TRADE_ENDS}
""")
HOUSES = any_of("""
    hospital, colegio, instituto, librería, panadería, banco, restaurante, bar, farmacia, ayuntamiento,
    universidad, fábrica, tienda, taller, hotel, escuela, biblioteca, notaría, gestoría, guardería, residencia,
    clínica, imprenta, obra, oficina, peluquería, gasolinera, museo, laboratorio, almacén, supermercado,
    veterinaria, ferretería, zapatería, frutería, carnicería, consultorio, aeropuerto, correos
""")
PET = any_of("""
    galg[oa], caniche, podenc[oa], mastín, perr[oa], perrit[oa], cachorr[oa], gat[oa], gatit[oa], loro, conejo,
    coneja, conejito, hámster, tortuga, caballo, yegua, serpiente, periquito, cobaya, canario, burro, burra,
    galápago, hurón, poni, labrador, beagle, bulldog, dálmata, teckel, chihuahua, salchicha(?= que),
    pastor alemán, border collie, husky, gecko, iguana, camaleón, erizo, chinchilla, cacatúa, agaporni, ninfa,
    jilguero, loro, pez, carpín, tarántula, ajolote, potro, potra, mula
""")
# Animals of which people have several.
FLOCK = any_of("""
    gallinas, patos, ocas, cabras, ovejas, alpacas, llamas, burros, codornices, abejas, canarios, cobayas,
    perr[oa]s, gat[oa]s, gatit[oa]s, conej[oa]s, tortugas, galg[oa]s, podenc[oa]s, yeguas, caballos,
    cachorr[oa]s, periquitos, peces, palomas, cerdos, hámsters, loros, vacas, hurones, jilgueros
""")
INSTRUMENTS = any_of("""
    acordeón, violín, viola, chelo, violonchelo, contrabajo, bajo, guitarra(?: eléctrica| española)?, banjo,
    ukelele, laúd, bandurria, flauta(?: travesera| dulce)?, clarinete, saxofón, saxo, trompeta, trombón, tuba,
    trompa, arpa, piano, teclado, órgano, batería, percusión, cajón, xilófono, mandolina, gaita, oboe, fagot,
    armónica, tambor, bombo, castañuelas, dulzaina, txistu, bandoneón, charango
""")
_MAKES_OF_CAR = any_of("""
    Volvo, Fiat, Ford, Toyota, Honda, Skoda, Seat, Renault, Peugeot, Citroën, Dacia, BMW, Audi, Mercedes,
    Volkswagen, Polo, Mini, Nissan, Mazda, Kia, Hyundai, Tesla, Opel, Suzuki, Yamaha, Kawasaki, Ducati, Harley,
    Vespa, Panda, Clio, Ibiza
""")
VEHICLES = any_of(f"""
    coche, furgoneta, furgo, autocaravana, caravana, camper, moto, motocicleta, scooter, ciclomotor,
    bici eléctrica, bicicleta eléctrica, patinete, tractor, camión, barco, velero, kayak, piragua, lancha,
    descapotable, todoterreno, carro, (?i:{_MAKES_OF_CAR})
""")
SPOKEN = any_of("""
    albanés, alemán, árabe, armenio, asturiano, bable, bosnio, búlgaro, bretón, cantonés, esperanto, estonio,
    farsi, georgiano, guaraní, indonesio, irlandés, islandés, latín, lengua de signos, letón, lituano, quechua,
    eslovaco, esloveno, tailandés, valenciano, catalán, checo, chino, coreano, croata, danés, español, euskera,
    vasco, finés, finlandés, francés, gallego, griego, hebreo, hindi, holandés, húngaro, inglés, italiano,
    japonés, mandarín, neerlandés, noruego, persa, polaco, portugués, rumano, ruso, serbio, sueco, turco,
    ucraniano, vietnamita
""")
ILLNESS = any_of("""
    asma, alzhéimer, arritmias?, hernia de hiato, hernia discal, ciática, lumbago, vitíligo, dermatitis atópica,
    reflujo, cálculos, herpes zóster, tiroides, fibromialgia, esclerosis múltiple, párkinson, demencia,
    diabetes, migrañas?, artritis, ansiedad, depresión, epilepsia, TDAH, hipertensión, celiaquía, eccema,
    insomnio, tinnitus, artrosis, fibromialgia, ciática, vértigos?, psoriasis, osteoporosis, glaucoma,
    cataratas, dislexia, apnea del sueño, rosácea, gota, anemia, (?:un )?marcapasos, endometriosis, lupus,
    parkinson, EPOC, reuma, (?:una )?hernia(?: discal)?, hipotiroidismo, hipertiroidismo, intestino irritable,
    colon irritable, piedras en el riñón, [a-záéíóúñ]{3,15}(?:itis|patía|algia),
    [a-záéíóúñ]{3,15}(?<!hipn)(?<!d)osis, diálisis, la tensi[óo]n (?:muy )?(?:alta|por las nubes),
    el colesterol alto, rinitis, dermatitis
""")
ILL = {
    "diabétic": "diabetes",
    "prediabétic": "prediabetes",
    "asmátic": "asma",
    "epiléptic": "epilepsia",
    "hipertens": "hipertensión",
    "disléxic": "dislexia",
}
# Pastimes of which people say that they do them, without saying that they like it.
PASTIMES = any_of("""
    yoga, pilates, escalada, natación, senderismo, ciclismo, boxeo, kickboxing, judo, kárate, karate, aikido,
    taekwondo, esgrima, cerámica, punto, ganchillo, costura, teatro, ajedrez, fotografía, pintura, danza,
    ballet, salsa, bachata, tango, flamenco, sevillanas, surf, esquí, snowboard, vela, remo, piragüismo, kayak,
    buceo, pesca, patinaje, atletismo, gimnasia, equitación, astronomía, jardinería, apicultura, encuadernación,
    acuarela, baile, crossfit, zumba, spinning, aeróbic, running, triatlón, maratones, meditación, taichi,
    fútbol, fútbol sala, baloncesto, balonmano, voleibol, vóley, tenis, pádel, bádminton, squash, ping-?pong,
    golf, petanca, bolos, billar, dardos, rugby, hockey, waterpolo, parkour, tiro con arco, halterofilia, mus,
    dominó, parchís, póker, coro, orfeón, batucada, charanga, repostería, cocina, carpintería, bricolaje,
    alfarería, bordado, caligrafía, papiroflexia, genealogía, maquetas, coleccionismo, lectura, petanca
""")
# What is done for fun, as verbs.
DONE_FOR_FUN = any_of(r"""
    pescar, nadar, correr, escalar, bailar, cantar, pintar, dibujar, coser, tejer, cocinar, leer, esquiar,
    patinar, bucear, remar, navegar, montar a caballo, montar en bici, caminar, andar por el monte, hacer pan,
    hacer punto, hacer fotos, jugar al \w+
""")
IMPAIRED = r"(?:(?:(?:casi|medio) )?cieg[oa]|sord[oa]|daltónic[oa]|miope|autista|tartamud[oa]|abstemi[oa])"
PEOPLES = any_of("""
    alemán, alemana, andaluz, andaluza, argentin[oa], asturian[oa], boliviano?a?, brasileñ[oa], canari[oa],
    catalán, catalana, chilen[oa], chin[oa], colombian[oa], cuban[oa], ecuatorian[oa], español, española,
    francés, francesa, galleg[oa], ingles[oa], inglés, italian[oa], japonés, japonesa, madrileñ[oa], marroquí,
    mexican[oa], peruan[oa], polac[oa], portugués, portuguesa, rumano?a?, rus[oa], sevillan[oa], ucranian[oa],
    uruguay[oa], valencian[oa], vasc[oa], venezolan[oa]
""")
TRADES = any_of("""
    compras, ventas, contabilidad, recursos humanos, logística, marketing, informática, administración,
    producción, calidad, atención al cliente, mantenimiento, almacén, recepción, facturación, hostelería,
    la construcción, el campo, la limpieza, seguridad, enfermería, cocina
""")
STUDIES = any_of("""
    Derecho, Medicina, Enfermería, Farmacia, Veterinaria, Odontología, Psicología, Magisterio, Filología,
    Historia, Filosofía, Arquitectura, Ingeniería(?: [A-Z]?[a-záéíóúñ]+)?, Informática, Telecomunicaciones,
    Biología(?: Marina)?, Química, Física, Matemáticas, Económicas, Empresariales, ADE, Periodismo,
    Bellas Artes, Traducción, Turismo, Sociología, Trabajo Social, Pedagogía, Geología, Geografía, Arqueología,
    Antropología, Música, Diseño, Fisioterapia, Nutrición, Ciencias [A-Z][a-záéíóúñ]+
""")
FOODS = any_of("""
    mariscos?, gambas, pescado, huevos?, leche, lactosa, gluten, trigo, frutos secos, nueces, almendras,
    avellanas, cacahuetes, pistachos, sésamo, soja, apio, mostaza, fresas, kiwi, melocotón, piña, plátano,
    tomate, cebolla, ajo, queso, chocolate, vino, picante, penicilina, ibuprofeno, polen, látex, melón, setas,
    carne, cerdo
""")
# What happens to whoever does not tolerate something.
REACTS = (
    r"(?:me (?:salen? (?:ronchas|granos|sarpullido)|pica todo|pongo (?:mal|fatal|mal[oa])|hincho|ahogo"
    r"|lleno de ronchas|sientan? (?:fatal|mal)|dan? (?:alergia|urticaria|ronchas)|cierra la garganta)"
    r"|se me (?:hinchan?|cierra) (?:la|los|el) \w+|acabo en urgencias)"
)
# "Todos los veranos", "cada noche".
PERIODS = any_of("""
    días, mañanas, tardes, noches, semanas, meses, años, veranos, inviernos, lunes, martes, miércoles, jueves,
    viernes, sábados, domingos
""")
PERIOD = any_of("""
    día, mañana, tarde, noche, semana, mes, año, lunes, martes, miércoles, jueves, viernes, sábado, domingo
""")
WEEKDAYS = any_of("lunes, martes, miércoles, jueves, viernes, sábados, domingos")
WEEKDAY = any_of("lunes, martes, miércoles, jueves, viernes, sábado, domingo")
TENS = any_of("treinta, cuarenta, cincuenta, sesenta, setenta, ochenta, noventa")
