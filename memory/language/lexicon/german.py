"""German words for what people are, have and do, as alternatives of patterns."""

# The last part of what people are by trade: Bademeister, Physiotherapeutin, Schulbegleiter.
TRADE_ENDS = (
    r"(?:angestellter?|arbeiter|arzt|ärztin|assistent|aufseher|bauer|bäuerin|beamter|beamtin|beauftragter?|begleiter|berater|betreuer|binder|brauer|designer|dolmetscher"
    r"|entwickler|fachkraft|fachfrau|fachmann|(?<![sS]ki)(?<!rad)(?<!Rad)(?<!auto)(?<!Auto)(?<!geister)(?<!Geister)(?<!mit)(?<!Mit)fahrer|führer|graf|händler|helfer|hersteller|hilfskraft|ingenieur|installateur|kaufmann|kauffrau|leger|lehrer|leiter|lotse|lotsin|macher|maler|(?<!welt)(?<!europa)(?<!vize)(?<!lehr)meister"
    r"|mechaniker|mechatroniker|monteur|ologe|ologin|pädagoge|pädagogin|pfleger|planer|prüfer|referent|reiniger|restaurator|schlosser|schneider|schwester|setzer|techniker"
    r"|therapeut|trainer|verkäufer|vertreter|verwalter|wart|wirt|zeichner)"
)
JOBS = (
    r"(?:Anwalt|Anwältin|Apotheker|Architekt|Archivar|Autor|Azubi|Bäcker|Barista"
    r"|Bibliothekar|Bildhauer|Buchhalter|Chemiker|Chirurg"
    r"|Dachdecker|Dirigent|Dozent|Elektriker|Elektroniker|Erzieher|Feuerwehrmann|Feuerwehrfrau"
    r"|Fischer|Florist|Förster|Fotograf|Friseur|Friseurin|Gärtner|Gerüstbauer|Glaser|Goldschmied|Grafiker"
    r"|Hebamme|Historiker|Illustrator|Imker|Informatiker|Journalist|Jurist|Kapitän"
    r"|Kellner|Klempner|Koch|Köchin|Konditor|Künstler|Landwirt"
    r"|Lektor|Logopäde|Logopädin|Makler|Maskenbildner|Mathematiker|Maurer|Metzger"
    r"|Musiker|Notar|Optiker|Pfarrer|Physiker|Pilot|Polizist|Postbote|Postbotin|Professor"
    r"|Programmierer|Redakteur|Regisseur|Rentner|Richter|Sachbearbeiter|Sänger|Sanitäter|Schäfer"
    r"|Schauspieler|Schornsteinfeger|Schreiner|Schriftsteller|Schweißer|Sekretär"
    r"|Statiker|Student|Tischler|Töpfer|Übersetzer|Winzer|Zimmermann"
    rf"|[A-ZÄÖÜ]?[a-zäöüß]{{0,16}}{TRADE_ENDS})(?:in)?"
)
PET = (
    r"(?:Dackel|Labrador|Pudel|Schäferhund|Terrier|Mops|Beagle|Windhund|Husky|Hund|Hündin|Welpen?|Katze|Kater|Kätzchen|Papagei(?:en)?|Kaninchen|Hasen?|Hamster|Schildkröte|Pferd|Pony|Schlange|Wellensittich|Meerschweinchen|Kanarienvogel"
    r"|Gecko|Esel|Retriever|Spaniel|Collie|Mischling|Dalmatiner|Rottweiler|Bulldogge|Chihuahua|Corgi|Schnauzer|Malteser|Dogge|Boxer|Setter|Pinscher|Spitz|Perser|Maine Coon|Siamkatze|Nymphensittich|Kakadu|Ara|Zwergkaninchen|Goldhamster|Rennmaus|Ratte|Chinchilla|Frettchen|Igel|Leguan|Chamäleon"
    r"|Bartagame|Landschildkröte|Vogelspinne|Axolotl|Goldfisch|Stute|Hengst|Wallach|Zwergpudel|Jack Russell)"
)
# Animals of which people have several.
FLOCK = r"(?:Hühnern?|Hennen|Enten|Gänsen?|Ziegen|Schafen?|Alpakas|Lamas|Esel|Wachteln|Ponys|Bienen|Wellensittichen?|Meerschweinchen|Katzen|Katern|Hunden?|Windhunde|Dackel|Terrier|Möpse|Beagle|Hasen|Kaninchen|Hamstern?|Pferden?|Schweine|Tauben|Fischen?|Guppys|Goldfische|Mäuse|Ratten|Rennmäuse|Schildkröten|Zwerghühner|Papageien|Vögel|Schlangen|Geckos)"
INSTRUMENTS = (
    r"(?:Akkordeon|Geige|Violine|Bratsche|Cello|Kontrabass|E-Bass|Bass|Gitarre|E-Gitarre|Banjo|Ukulele|Laute|Flöte|Blockflöte|Querflöte|Klarinette|Saxophon|Saxofon|Trompete|Posaune|Tuba|Horn|Waldhorn|Harfe|Klavier|Keyboard|Orgel|Cembalo"
    r"|Schlagzeug|Percussion|Xylophon|Mandoline|Dudelsack|Oboe|Fagott|Mundharmonika|Zither|Hackbrett|Trommel|Tabla)"
)
VEHICLES = (
    r"(?:Auto|Wohnmobil|Wohnwagen|Camper|Motorrad|Roller|Moped|Mofa|E-Bike|Lastenrad|Rennrad|Tandem|Liegerad|Traktor|Transporter|Bulli|Segelboot|Boot|Kajak|Kanu|Hausboot|Cabrio|Kombi|Oldtimer|Kleinwagen|Elektroauto"
    r"|Volvo|Fiat|Ford|Toyota|Honda|Skoda|Seat|Renault|Peugeot|Citroën|Dacia|BMW|Audi|Mercedes|VW|Polo|Golf(?= gekauft| zugelegt)|Passat|Mini|Nissan|Mazda|Kia|Hyundai|Tesla|Opel|Suzuki|Yamaha|Kawasaki|Ducati|Harley|Vespa|Trabi|Käfer|[A-ZÄÖÜ][a-zäöüß]{2,14}(?:roller|auto|mobil|boot)|Ente(?= gekauft))"
)
SPOKEN = (
    r"(?:Albanisch|Arabisch|Armenisch|Baskisch|Bosnisch|Bulgarisch|Estnisch|Farsi|Georgisch|Indonesisch|Irisch|Isländisch|Katalanisch|Kurdisch|Latein|Lettisch|Litauisch|Mandarin|Kantonesisch|Rätoromanisch|Schwäbisch|Platt|Plattdeutsch|Slowakisch|Slowenisch|Thai|Thailändisch|Walisisch|Gebärdensprache|Esperanto|Chinesisch|Dänisch|Deutsch|Englisch|Finnisch|Französisch|Griechisch|Hebräisch|Hindi"
    r"|Italienisch|Japanisch|Koreanisch|Kroatisch|Niederländisch|Norwegisch|Persisch|Polnisch|Portugiesisch|Rumänisch"
    r"|Russisch|Schwedisch|Serbisch|Spanisch|Tschechisch|Türkisch|Ukrainisch|Ungarisch|Vietnamesisch)"
)
PEOPLES = (
    r"(?:(?:Amerikaner|Australier|Belgier|Brasilianer|Engländer|Inder|Iraner|Italiener|Japaner|Kanadier|Mexikaner"
    r"|Niederländer|Norweger|Österreicher|Schweizer|Spanier|Syrer|Ukrainer|Waliser)(?:in)?|Brite|Britin|Chinese|Chinesin"
    r"|Däne|Dänin|Deutsche[r]?|Finne|Finnin|Franzose|Französin|Grieche|Griechin|Ire|Irin|Pole|Polin|Portugiese"
    r"|Portugiesin|Russe|Russin|Schotte|Schottin|Schwede|Schwedin|Tscheche|Tschechin|Türke|Türkin|Ungar|Ungarin)"
)
ILLNESS = r"(?:Rückenprobleme|Diabetes Typ [12]|Bandscheibenvorfall|Schlafapnoe|Herzrhythmusstörungen|Gürtelrose|Reizdarm|Fibromyalgie|Alzheimer|Demenz|Schlafstörungen|Panikattacken|Ekzeme?|Nesselsucht|Sodbrennen|Hexenschuss|Ischias|Asthma|Diabetes|Migräne|Arthrose|Arthritis|Depressionen|Epilepsie|ADHS|Heuschnupfen|Zöliakie|Bluthochdruck|Neurodermitis|Tinnitus|Rheuma|Gicht|Osteoporose|Schuppenflechte|Morbus Crohn|Multiple Sklerose|Laktoseintoleranz|Fruktoseintoleranz|Legasthenie|Grauer Star|grauen Star|einen Herzschrittmacher|einen Bandscheibenvorfall|Angina Pectoris|Parkinson|Endometriose|Hashimoto|Lupus|Borreliose|ADS|COPD|Long Covid|Krampfadern|Gallensteine|Nierensteine|Bluthochdruck|zu hohen Blutdruck|hohen Blutdruck|(?!(?:Laktose|Fruktose|Glukose|Prognose|Aprikose)\b)[A-ZÄÖÜ][a-zäöüß]{2,20}(?:itis|ose|algie|emie|ämie|pathie|schwäche|unverträglichkeit|insuffizienz)(?<!Hypnose)(?<!Prognose)(?<!Diagnose)(?<!Akademie)(?<!Hose)(?<!Sympathie))"
ILL = {
    "Diabetiker": "Diabetes", "Asthmatiker": "Asthma", "Epileptiker": "Epilepsie",
    "zuckerkrank": "Diabetes", "Prädiabetiker": "Prädiabetes", "Legastheniker": "Legasthenie",
}  # fmt: skip
IMPAIRED = (
    r"(?:(?:(?:fast|beinahe|halb|stark) )?(?:blind|sehbehindert)|taub|gehörlos|schwerhörig|farbenblind|kurzsichtig|autistisch|laktoseintolerant|glutenintolerant"
    r"|fruktoseintolerant|histaminintolerant|abstinent)"
)
# Pastimes of which people say that they do them, without saying that they like it.
DONE_FOR_FUN = {
    "rudere": "Rudern", "klettere": "Klettern", "wandere": "Wandern", "nähe": "Nähen", "stricke": "Stricken", "häkle": "Häkeln",
    "male": "Malen", "zeichne": "Zeichnen", "töpfere": "Töpfern", "imkere": "Imkern", "gärtnere": "Gärtnern", "angle": "Angeln",
    "segle": "Segeln", "jogge": "Joggen", "tanze": "Tanzen", "fotografiere": "Fotografieren", "reite": "Reiten",
    "schwimme": "Schwimmen", "boxe": "Boxen", "fechte": "Fechten", "turne": "Turnen", "surfe": "Surfen", "bouldere": "Bouldern",
}  # fmt: skip
PASTIMES = (
    r"(?:Rudern|Klettern|Wandern|Nähen|Stricken|Häkeln|Malen|Zeichnen|Töpfern|Imkern|Gärtnern|Angeln|Segeln|Joggen|Tanzen|Fotografieren|Reiten|Schwimmen|Boxen|Fechten|Turnen|Surfen|Bouldern|Laufen|Backen|Kochen|Lesen|Singen"
    r"|Radfahren|Rennradfahren|Mountainbiken|Skifahren|Snowboarden|Langlaufen?|Eislaufen|Inlineskaten|Skaten|Tauchen|Schnorcheln|Paddeln|Kajakfahren|Stand-up-Paddling|Bergsteigen|Wandern gehen|Schnitzen|Basteln|Werken|Tischlern|Weben|Filzen|Sticken|Kegeln|Bowlen|Bowling|Billard|Darts?"
    r"|Schach|Skat|Doppelkopf|Poker|Brettspiele|Yoga|Pilates|Karate|Judo|Aikido|Taekwondo|Kickboxen|Ringen|Tai-Chi|Tai Chi|Qigong|Zumba|Aerobic|CrossFit|Crossfit|Krafttraining|Fitness|Leichtathletik|Triathlon|Marathon|Fußball|Handball|Volleyball|Beachvolleyball|Basketball|Hockey|Eishockey|Rugby"
    r"|Tennis|Tischtennis|Badminton|Squash|Padel|Golf|Minigolf|Boule|Federball|Chor|Theatergruppe|Improtheater|Salsa|Tango|Ballett|Bauchtanz|Origami|Kalligrafie|Fotografie|Astronomie|Ahnenforschung|Modellbau|Modelleisenbahn|Gartenarbeit|Bogenschießen|Geocaching|Meditation|Lesekreis|Ehrenamt|Sudoku|Kreuzworträtsel|Puzzeln)"
)
WORKPLACE = (
    r"(?=[A-ZÄÖÜ])[A-ZÄÖÜa-zäöüß-]{0,30}?(?i:klinik|klinikum|krankenhaus|schule|gymnasium|kita|kindergarten|rathaus|bibliothek|apotheke"
    r"|bäckerei|universität|theater|museum|supermarkt|baumarkt|pflegeheim|altenheim|fabrik|buchladen|hotel|restaurant"
    r"|finanzamt|jugendamt|werkstatt|labor|praxis|gärtnerei)"
)
TRADES = r"(?:Einkauf|Vertrieb|Verkauf|Marketing|Buchhaltung|Personalabteilung|Verwaltung|Logistik|Versand|Lager|Produktion|Qualitätssicherung|Kundendienst|Kundenservice|IT|EDV|Rechtsabteilung|Pflege|Gastronomie|Einzelhandel|Baubranche|Außendienst|Innendienst|Forschung|Entwicklung|Grünflächenamt|Bauamt|Standesamt|Ordnungsamt|Sozialamt|Stadtverwaltung|Feuerwehr|Polizei|Post|Bahn|Stadt|Bundeswehr|Sparkasse)"
STUDIES = r"(?:Maschinenbau|Elektrotechnik|Informatik|Wirtschaftsinformatik|Bauingenieurwesen|Architektur|Medizin|Zahnmedizin|Tiermedizin|Pharmazie|Jura|Rechtswissenschaften|BWL|VWL|Psychologie|Soziologie|Pädagogik|Lehramt|Germanistik|Anglistik|Romanistik|Geschichte|Philosophie|Theologie|Physik|Chemie|Biologie|Mathe|Mathematik|Geografie|Geologie|Kunst|Kunstgeschichte|Musik|Design|Sport|Soziale Arbeit|Politik|Politikwissenschaft|Ethnologie|Archäologie|Linguistik|Forstwirtschaft|Agrarwissenschaften|Umwelttechnik|Wirtschaft|Journalismus|Pflege)"
FOODS = r"(?:(?:Erd|Hasel|Wal|Para|Cashew)?[Nn](?:uss|üssen?)|Mandeln|Sesam|Soja|Sellerie|Senf|Fisch|Krabben|Garnelen|Meeresfrüchten?|Muscheln|Milch|Laktose|Käse|Sahne|Eiern?|Weizen|Gluten|Tomaten|Paprika|Erdbeeren|Kiwis?|Äpfeln?|Bananen|Zitrusfrüchten?|Rotwein|Alkohol|Penicillin|Latex|Nickel|Pollen|Hausstaub|Bienenstichen?|Wespenstichen?|Knoblauch|Zwiebeln|Pilzen?|Histamin|Fruktose|Duftstoffen?)"
# What happens to whoever does not tolerate something.
REACTS = r"(?:(?:krieg|bekomm)e? ich (?:\w+ )?(?:keine Luft|Ausschlag|Quaddeln|Pickel|Bauchschmerzen|Bauchweh|Durchfall|Krämpfe|Atemnot|Juckreiz|Nesselsucht|Asthma|Migräne)|(?:schwillt|schwellen|juckt|jucken|tränt|tränen|brennt) mir|wird mir (?:schlecht|übel)|lande ich im Krankenhaus)"
POSSESSIONS = r"(?:Schrebergarten|Kleingarten|Klavier|Cello|Geige|Teleskop|Gewächshaus|Webstuhl|Weinberg|3D-Drucker|Brennofen)"
