"""German words for what people are, have and do, as alternatives of patterns."""

from memory.language.german_dates import MONTHS, WEEKDAYS
from memory.language.lexicon import any_of

# The last part of what people are by trade: Bademeister, Physiotherapeutin, Schulbegleiter; but a Skifahrer or a
# Weltmeister is none.
TRADE_ENDS = any_of("""
    angestellter?, arbeiter, arzt, ärztin, assistent, aufseher, bauer, bäuerin, beamter, beamtin,
    beauftragter?, begleiter, berater, betreuer, binder, brauer, designer, dolmetscher, entwickler,
    fachkraft, fachfrau, fachmann,
    (?<![sS]ki)(?<!rad)(?<!Rad)(?<!auto)(?<!Auto)(?<!geister)(?<!Geister)(?<!mit)(?<!Mit)fahrer, führer,
    graf, händler, helfer, hersteller, hilfskraft, ingenieur, installateur, kaufmann, kauffrau, leger,
    lehrer, leiter, lotse, lotsin, macher, maler, (?<!welt)(?<!europa)(?<!vize)(?<!lehr)meister, mechaniker,
    mechatroniker, monteur, ologe, ologin, pädagoge, pädagogin, pfleger, planer, prüfer, referent, reiniger,
    restaurator, schlosser, schneider, schwester, setzer, techniker, therapeut, trainer, verkäufer,
    vertreter, verwalter, wart, wirt, zeichner
""")
_JOB_NAMES = any_of("""
    Anwalt, Anwältin, Apotheker, Architekt, Archivar, Autor, Azubi, Bäcker, Barista, Bibliothekar, Bildhauer,
    Buchhalter, Chemiker, Chirurg, Dachdecker, Dirigent, Dozent, Elektriker, Elektroniker, Erzieher,
    Feuerwehrmann, Feuerwehrfrau, Fischer, Florist, Förster, Fotograf, Friseur, Friseurin, Gärtner,
    Gerüstbauer, Glaser, Goldschmied, Grafiker, Hebamme, Historiker, Illustrator, Imker, Informatiker,
    Journalist, Jurist, Kapitän, Kellner, Klempner, Koch, Köchin, Konditor, Künstler, Landwirt, Lektor,
    Logopäde, Logopädin, Makler, Maskenbildner, Mathematiker, Maurer, Metzger, Musiker, Notar, Optiker,
    Pfarrer, Physiker, Pilot, Polizist, Postbote, Postbotin, Professor, Programmierer, Redakteur, Regisseur,
    Rentner, Richter, Sachbearbeiter, Sänger, Sanitäter, Schäfer, Schauspieler, Schornsteinfeger, Schreiner,
    Schriftsteller, Schweißer, Sekretär, Statiker, Student, Tischler, Töpfer, Übersetzer, Winzer, Zimmermann
""")
JOBS = rf"(?:{_JOB_NAMES}|[A-ZÄÖÜ]?[a-zäöüß]{{0,16}}{TRADE_ENDS})(?:in)?"
PET = any_of("""
    Dackel, Labrador, Pudel, Schäferhund, Terrier, Mops, Beagle, Windhund, Husky, Hund, Hündin, Welpen?,
    Katze, Kater, Kätzchen, Papagei(?:en)?, Kaninchen, Hasen?, Hamster, Schildkröte, Pferd, Pony, Schlange,
    Wellensittich, Meerschweinchen, Kanarienvogel, Gecko, Esel, Retriever, Spaniel, Collie, Mischling,
    Dalmatiner, Rottweiler, Bulldogge, Chihuahua, Corgi, Schnauzer, Malteser, Dogge, Boxer, Setter, Pinscher,
    Spitz, Perser, Maine Coon, Siamkatze, Nymphensittich, Kakadu, Ara, Zwergkaninchen, Goldhamster, Rennmaus,
    Ratte, Chinchilla, Frettchen, Igel, Leguan, Chamäleon, Bartagame, Landschildkröte, Vogelspinne, Axolotl,
    Goldfisch, Stute, Hengst, Wallach, Zwergpudel, Jack Russell
""")
# Animals of which people have several.
FLOCK = any_of("""
    Hühnern?, Hennen, Enten, Gänsen?, Ziegen, Schafen?, Alpakas, Lamas, Esel, Wachteln, Ponys, Bienen,
    Wellensittichen?, Meerschweinchen, Katzen, Katern, Hunden?, Windhunde, Dackel, Terrier, Möpse, Beagle,
    Hasen, Kaninchen, Hamstern?, Pferden?, Schweine, Tauben, Fischen?, Guppys, Goldfische, Mäuse, Ratten,
    Rennmäuse, Schildkröten, Zwerghühner, Papageien, Vögel, Schlangen, Geckos
""")
INSTRUMENTS = any_of("""
    Akkordeon, Geige, Violine, Bratsche, Cello, Kontrabass, E-Bass, Bass, Gitarre, E-Gitarre, Banjo, Ukulele,
    Laute, Flöte, Blockflöte, Querflöte, Klarinette, Saxophon, Saxofon, Trompete, Posaune, Tuba, Horn,
    Waldhorn, Harfe, Klavier, Keyboard, Orgel, Cembalo, Schlagzeug, Percussion, Xylophon, Mandoline,
    Dudelsack, Oboe, Fagott, Mundharmonika, Zither, Hackbrett, Trommel, Tabla
""")
VEHICLES = any_of("""
    Auto, Wohnmobil, Wohnwagen, Camper, Motorrad, Roller, Moped, Mofa, E-Bike, Lastenrad, Rennrad, Tandem,
    Liegerad, Traktor, Transporter, Bulli, Segelboot, Boot, Kajak, Kanu, Hausboot, Cabrio, Kombi, Oldtimer,
    Kleinwagen, Elektroauto,
    Volvo, Fiat, Ford, Toyota, Honda, Skoda, Seat, Renault, Peugeot, Citroën, Dacia, BMW, Audi, Mercedes, VW,
    Polo, Golf(?= gekauft| zugelegt), Passat, Mini, Nissan, Mazda, Kia, Hyundai, Tesla, Opel, Suzuki, Yamaha,
    Kawasaki, Ducati, Harley, Vespa, Trabi, Käfer,
    [A-ZÄÖÜ][a-zäöüß]{2,14}(?:roller|auto|mobil|boot), Ente(?= gekauft)
""")
SPOKEN = any_of("""
    Albanisch, Arabisch, Armenisch, Baskisch, Bosnisch, Bulgarisch, Estnisch, Farsi, Georgisch, Indonesisch,
    Irisch, Isländisch, Katalanisch, Kurdisch, Latein, Lettisch, Litauisch, Mandarin, Kantonesisch,
    Rätoromanisch, Schwäbisch, Platt, Plattdeutsch, Slowakisch, Slowenisch, Thai, Thailändisch, Walisisch,
    Gebärdensprache, Esperanto, Chinesisch, Dänisch, Deutsch, Englisch, Finnisch, Französisch, Griechisch,
    Hebräisch, Hindi, Italienisch, Japanisch, Koreanisch, Kroatisch, Niederländisch, Norwegisch, Persisch,
    Polnisch, Portugiesisch, Rumänisch, Russisch, Schwedisch, Serbisch, Spanisch, Tschechisch, Türkisch,
    Ukrainisch, Ungarisch, Vietnamesisch
""")
# Those of which a woman is told by an ending alone: Spanier, Spanierin.
_PEOPLES_IN = any_of("""
    Amerikaner, Australier, Belgier, Brasilianer, Engländer, Inder, Iraner, Italiener, Japaner, Kanadier,
    Mexikaner, Niederländer, Norweger, Österreicher, Schweizer, Spanier, Syrer, Ukrainer, Waliser
""")
PEOPLES = any_of(f"""
    {_PEOPLES_IN}(?:in)?, Brite, Britin, Chinese, Chinesin, Däne, Dänin, Deutsche[r]?, Finne, Finnin,
    Franzose, Französin, Grieche, Griechin, Ire, Irin, Pole, Polin, Portugiese, Portugiesin, Russe, Russin,
    Schotte, Schottin, Schwede, Schwedin, Tscheche, Tschechin, Türke, Türkin, Ungar, Ungarin
""")
# The last part of the names of illnesses: Bronchitis, Thrombose, Neuralgie, Anämie, Herzschwäche.
_ILLNESS_ENDS = r"(?:itis|ose|algie|emie|ämie|pathie|schwäche|unverträglichkeit|insuffizienz)"
_NAMED_BY_ENDING = (
    rf"(?!(?:Laktose|Fruktose|Glukose|Prognose|Aprikose)\b)[A-ZÄÖÜ][a-zäöüß]{{2,20}}{_ILLNESS_ENDS}"
    r"(?<!Hypnose)(?<!Prognose)(?<!Diagnose)(?<!Akademie)(?<!Hose)(?<!Sympathie)"
)
ILLNESS = any_of(f"""
    Rückenprobleme, Diabetes Typ [12], Bandscheibenvorfall, Schlafapnoe, Herzrhythmusstörungen, Gürtelrose,
    Reizdarm, Fibromyalgie, Alzheimer, Demenz, Schlafstörungen, Panikattacken, Ekzeme?, Nesselsucht,
    Sodbrennen, Hexenschuss, Ischias, Asthma, Diabetes, Migräne, Arthrose, Arthritis, Depressionen,
    Epilepsie, ADHS, Heuschnupfen, Zöliakie, Bluthochdruck, Neurodermitis, Tinnitus, Rheuma, Gicht,
    Osteoporose, Schuppenflechte, Morbus Crohn, Multiple Sklerose, Laktoseintoleranz, Fruktoseintoleranz,
    Legasthenie, Grauer Star, grauen Star, einen Herzschrittmacher, einen Bandscheibenvorfall,
    Angina Pectoris, Parkinson, Endometriose, Hashimoto, Lupus, Borreliose, ADS, COPD, Long Covid,
    Krampfadern, Gallensteine, Nierensteine, Bluthochdruck, zu hohen Blutdruck, hohen Blutdruck,
    {_NAMED_BY_ENDING}
""")
ILL = {
    "Diabetiker": "Diabetes", "Asthmatiker": "Asthma", "Epileptiker": "Epilepsie",
    "zuckerkrank": "Diabetes", "Prädiabetiker": "Prädiabetes", "Legastheniker": "Legasthenie",
}  # fmt: skip
IMPAIRED = any_of("""
    (?:(?:fast|beinahe|halb|stark) )?(?:blind|sehbehindert), taub, gehörlos, schwerhörig, farbenblind,
    kurzsichtig, autistisch, laktoseintolerant, glutenintolerant, fruktoseintolerant, histaminintolerant,
    abstinent
""")
DRUGS = any_of("""
    Insulin, Cortison, Kortison, Marcumar, L-Thyroxin, Blutverdünner, Betablocker, Antidepressiva, Statine,
    Methotrexat, Lithium, (?:Blutdruck|Herz|Schilddrüsen|Asthma)(?:tabletten|medikamente|mittel|spray)
""")
DOSE = r"\d{1,4}(?:[.,]\d{1,3})? ?(?:mg|Milligramm|µg|ml|Einheiten)"
# The last part of the names of medicines.
_DRUG_ENDS = any_of("""
    pril, sartan, statin, olol, formin, prazol, dipin, oxetin, triptan, zepam, thyroxin, cyclin, cillin,
    profen, tadin
""")
DRUG_NAME = rf"(?:[A-ZÄÖÜ][a-zäöüß]{{2,14}}{_DRUG_ENDS}|Aspirin|ASS|Paracetamol)"
# Pastimes of which people say that they do them, without saying that they like it: "Ich rudere", "Ich gehe Rudern".
DONE_FOR_FUN = {
    "rudere": "Rudern", "klettere": "Klettern", "wandere": "Wandern", "nähe": "Nähen",
    "stricke": "Stricken", "häkle": "Häkeln", "male": "Malen", "zeichne": "Zeichnen",
    "töpfere": "Töpfern", "imkere": "Imkern", "gärtnere": "Gärtnern", "angle": "Angeln",
    "segle": "Segeln", "jogge": "Joggen", "tanze": "Tanzen", "fotografiere": "Fotografieren",
    "reite": "Reiten", "schwimme": "Schwimmen", "boxe": "Boxen", "fechte": "Fechten",
    "turne": "Turnen", "surfe": "Surfen", "bouldere": "Bouldern",
}  # fmt: skip
PASTIMES = any_of(f"""
    {", ".join(DONE_FOR_FUN.values())},
    Laufen, Backen, Kochen, Lesen, Singen, Radfahren, Rennradfahren, Mountainbiken, Skifahren, Snowboarden,
    Langlaufen?, Eislaufen, Inlineskaten, Skaten, Tauchen, Schnorcheln, Paddeln, Kajakfahren,
    Stand-up-Paddling, Bergsteigen, Wandern gehen,
    Schnitzen, Basteln, Werken, Tischlern, Weben, Filzen, Sticken,
    Kegeln, Bowlen, Bowling, Billard, Darts?, Schach, Skat, Doppelkopf, Poker, Brettspiele,
    Yoga, Pilates, Karate, Judo, Aikido, Taekwondo, Kickboxen, Ringen, Tai-Chi, Tai Chi, Qigong, Zumba,
    Aerobic, CrossFit, Crossfit, Krafttraining, Fitness, Leichtathletik, Triathlon, Marathon,
    Fußball, Handball, Volleyball, Beachvolleyball, Basketball, Hockey, Eishockey, Rugby, Tennis,
    Tischtennis, Badminton, Squash, Padel, Golf, Minigolf, Boule, Federball,
    Chor, Theatergruppe, Improtheater, Salsa, Tango, Ballett, Bauchtanz,
    Origami, Kalligrafie, Fotografie, Astronomie, Ahnenforschung, Modellbau, Modelleisenbahn, Gartenarbeit,
    Bogenschießen, Geocaching, Meditation, Lesekreis, Ehrenamt, Sudoku, Kreuzworträtsel, Puzzeln
""")
# The last part of the name of where people work: Stadtbibliothek, Grundschule.
_HOUSES = any_of("""
    klinik, klinikum, krankenhaus, schule, gymnasium, kita, kindergarten, rathaus, bibliothek, apotheke,
    bäckerei, universität, theater, museum, supermarkt, baumarkt, pflegeheim, altenheim, fabrik, buchladen,
    hotel, restaurant, finanzamt, jugendamt, werkstatt, labor, praxis, gärtnerei
""")
WORKPLACE = rf"(?=[A-ZÄÖÜ])[A-ZÄÖÜa-zäöüß-]{{0,30}}?(?i:{_HOUSES})"
TRADES = any_of("""
    Einkauf, Vertrieb, Verkauf, Marketing, Buchhaltung, Personalabteilung, Verwaltung, Logistik, Versand,
    Lager, Produktion, Qualitätssicherung, Kundendienst, Kundenservice, IT, EDV, Rechtsabteilung, Pflege,
    Gastronomie, Einzelhandel, Baubranche, Außendienst, Innendienst, Forschung, Entwicklung, Grünflächenamt,
    Bauamt, Standesamt, Ordnungsamt, Sozialamt, Stadtverwaltung, Feuerwehr, Polizei, Post, Bahn, Stadt,
    Bundeswehr, Sparkasse
""")
STUDIES = any_of("""
    Maschinenbau, Elektrotechnik, Informatik, Wirtschaftsinformatik, Bauingenieurwesen, Architektur, Medizin,
    Zahnmedizin, Tiermedizin, Pharmazie, Jura, Rechtswissenschaften, BWL, VWL, Psychologie, Soziologie,
    Pädagogik, Lehramt, Germanistik, Anglistik, Romanistik, Geschichte, Philosophie, Theologie, Physik,
    Chemie, Biologie, Mathe, Mathematik, Geografie, Geologie, Kunst, Kunstgeschichte, Musik, Design, Sport,
    Soziale Arbeit, Politik, Politikwissenschaft, Ethnologie, Archäologie, Linguistik, Forstwirtschaft,
    Agrarwissenschaften, Umwelttechnik, Wirtschaft, Journalismus, Pflege
""")
FOODS = any_of("""
    (?:Erd|Hasel|Wal|Para|Cashew)?[Nn](?:uss|üssen?), Mandeln, Sesam, Soja, Sellerie, Senf, Fisch, Krabben,
    Garnelen, Meeresfrüchten?, Muscheln, Milch, Laktose, Käse, Sahne, Eiern?, Weizen, Gluten, Tomaten,
    Paprika, Erdbeeren, Kiwis?, Äpfeln?, Bananen, Zitrusfrüchten?, Rotwein, Alkohol, Penicillin, Latex,
    Nickel, Pollen, Hausstaub, Bienenstichen?, Wespenstichen?, Knoblauch, Zwiebeln, Pilzen?, Histamin,
    Fruktose, Duftstoffen?
""")
_REACTIONS = any_of("""
    keine Luft, Ausschlag, Quaddeln, Pickel, Bauchschmerzen, Bauchweh, Durchfall, Krämpfe, Atemnot, Juckreiz,
    Nesselsucht, Asthma, Migräne
""")
# What happens to whoever does not tolerate something.
REACTS = (
    rf"(?:(?:krieg|bekomm)e? ich (?:\w+ )?{_REACTIONS}"
    r"|(?:schwillt|schwellen|juckt|jucken|tränt|tränen|brennt) mir"
    r"|wird mir (?:schlecht|übel)"
    r"|lande ich im Krankenhaus)"
)
POSSESSIONS = any_of("""
    Schrebergarten, Kleingarten, Klavier, Cello, Geige, Teleskop, Gewächshaus, Webstuhl, Weinberg,
    3D-Drucker, Brennofen
""")
MONTH = any_of(", ".join(MONTHS))
# "Montags", "mittwochs".
ON_WEEKDAYS = r"(?:(?:[Mm]on|[Dd]iens|[Dd]onners|[Ff]rei|[Ss]ams|[Ss]onn)tags|[Mm]ittwochs)"
# "Jeden Tag", "jeden Montag".
RECURRING = any_of(f"""
    Tag, Morgen, Abend, Nacht, Woche, Wochenende, Monat, Jahr, Sommer, Winter, (?i:{"|".join(WEEKDAYS)})
""")
TIMES_A_WEEK = (
    r"(?:(?:einmal|zweimal|dreimal|viermal|\w+ Mal) (?:pro|die|in der|im) (?:Tag|Woche|Monat|Jahr))"
)
