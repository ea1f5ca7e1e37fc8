"""German sentences of what somebody does again and again or for years, by their grammar: "Ich singe im Kirchenchor".

The clause becomes the item: its verb in the third person, then what was said, without what holds but for today.
"""

import re
from collections.abc import Iterator

from memory.language.lexicon import any_of
from memory.language.lexicon import german as words
from memory.language.third_person.german import third_person_of
from ome.strategies.extract_user_profile.languages.grammar import Groups, Pattern, ending

MOST_WORDS = 16

# Done for years, if its object is no single thing: "Ich nähe Taschen", but not "Ich nähe ein Kleid".
_CRAFTS = """
    angeln basteln bloggen bouldern boxen brauen chatten dichten dirigieren dolmetschen drechseln fechten filmen
    fischen fotografieren färben gärtnern gerben geocachen häkeln imkern imkere jagen jobben jodeln jonglieren
    joggen kellnern keltern klettern klöppeln komponieren kickboxen kiten lektorieren malen meditieren melken mosten
    musizieren nähen pilgern podcasten programmieren quilten reiten restaurieren rudern räuchern sammeln schlachten
    schmieden schnarchen schneidern schnitzen schreinern segeln singen skaten spinnen sticken stottern streamen
    stricken surfen synchronisieren tanzen tauchen tischlern trommeln turnen töpfern trainieren unterrichten
    vermieten weben wandern zaubern zeichnen züchten zelten übersetzen pendeln babysitten lispeln schielen
    modellieren polstern filzen cosplayen volontieren heizen promovieren forschen lehren
"""
# What is said with the verbs of `_WITH`.
_WORKING_HOURS = any_of(r"""
    schicht, nachts, teilzeit, vollzeit, halbtags, freiberuflich, selbst?ständig, nebenher, auf montage,
    im außendienst, in der werkstatt für, akkord, auf abruf, auf minijob, 30 stunden, 20 stunden, prozent,
    \d\d ?%
""")
_CROPS = any_of("""
    [Gg]emüse, [Kk]artoffeln, [Kk]räuter, [Oo]bst, [Mm]ais, [Ww]eizen, [Rr]oggen, [Rr]aps, [Hh]afer,
    [Gg]erste, [Ww]ein, [Hh]opfen, [Ss]pargel, [Ee]rdbeeren, [Bb]ohnen, [Kk]ürbisse, [Tt]omaten
""")
_BENEFITS = r"(?:\w*rente|bürgergeld|wohngeld|bafög|grundsicherung)"
_CARED_FOR = any_of("""
    kinder, jugendliche, senioren, menschen, flüchtlinge, geflüchtete, klienten, patienten, gruppe, enkel
""")
# What is kept or run: "Ich führe ein Tagebuch", "Wir führen einen Bioladen".
_KEPT_OR_RUN = any_of(r"""
    \w*tagebuch, haushaltsbuch, blog, bullet ?journal, traumtagebuch, logbuch, fernbeziehung, \w*betrieb,
    \w*hof, \w*laden, \w*geschäft, verein, jugendgruppe, gaststätte, kneipe
""")
# "Ich fahre einen Schulbus".
_DRIVEN = any_of("""
    schulbus, linienbus, reisebus, krankenwagen, rettungswagen, müllwagen, gabelstapler, kran, taxi,
    straßenbahn, lkw, bagger, güterzüge, ice, s-bahn
""")
_SCHOOLS = any_of(r"""
    berufsschule, realschule, gesamtschule, hauptschule, gymnasium, abendschule, oberstufe, waldorfschule,
    \w+\. klasse, \w+ klasse
""")
_FARM_ANIMALS = any_of("""
    hühner, bienen, schafe, ziegen, kühe, schweine, pferde, tauben, kaninchen, wachteln, enten, gänse
""")
_WAYS_TO_LIVE = any_of("""
    zu (?:zweit|dritt|viert|fünft|sechst|siebt), allein, alleine, getrennt, abstinent, enthaltsam, vegan,
    polyamor, zölibatär, plastikfrei, autark
""")
# "Ich leite den Kirchenchor".
_LED = any_of(r"""
    \w*gruppe, \w*chor, \w*verein, \w*team, \w*abteilung, \w*schule, \w*kurs, \w*station, \w*werkstatt,
    \w*kita, \w*lager, \w*orchester, \w*kreis, \w*ag, \w*filiale, \w*projekt, \w*küche, \w*betrieb, \w*treff
""")
_COURSES = any_of(r"""
    fsj, föj, bufdi, bundesfreiwilligendienst, \w*therapie, \w*umschulung, \w*weiterbildung, \w*ausbildung,
    intervallfasten, homeoffice, nachtschicht\w*, schichtdienst, kampfsport, musik, krafttraining,
    meisterschule, referendariat, anerkennungsjahr
""")
_NURSED = any_of("""
    mutter, vater, eltern, mann, frau, oma, opa, großmutter, großvater, schwiegermutter, schwiegervater,
    schwiegereltern, tante, onkel, bruder, schwester, sohn, tochter, kind
""")
# "Zu Hause reden wir Polnisch", "Mit meiner Mutter spreche ich Türkisch".
_AT_HOME_OR_WITH_MINE = (
    rf"\b(?:zu [Hh]ause|daheim) .{{0,90}}\b{words.SPOKEN}\b"
    rf"|\bmit (?:meine[mnr]|unsere[mnr]|den) .{{0,90}}\b{words.SPOKEN}\b"
)
# "Ich spiele im Fußballverein": the last part of what it is.
_PLAYED_IN = any_of(r"""
    verein, mannschaft, band, orchester, liga, klasse, theater\w{0,30}, kapelle, herrenmannschaft, quartett,
    ensemble
""")
_WRITTEN = any_of(r"""
    fan ?fictions?, gedichte, krimis, romane, kurzgeschichten, songs, songtexte, kolumnen, kinderbücher,
    liebesromane, drehbücher, tagebuch, (?:an )?(?:einem|meinem|einen) (?:\w+ )?(?:roman|buch)
""")
_WORN = any_of("""
    kopftuch, hijab, kippa, turban, perücke, prothese, einlagen, kompressionsstrümpfe, zeitungen,
    schutzweste, uniform, hörgeräte?, zahnspange, bart, vollbart
""")
_MARKETS = any_of("""
    etsy, ebay, dem wochenmarkt, dem flohmarkt, flohmärkten, dem markt, märkten, kleinanzeigen, vinted,
    instagram
""")
# Where people live: "in einer WG", "im Wohnheim", "in einem Dorf".
_FLATS = any_of("""
    wg, einzimmerwohnung, zweizimmerwohnung, dreizimmerwohnung, wohnung, gemeinschaft, unterkunft, siedlung,
    kommune, laube
""")
_BUILDINGS = any_of("""
    wohnheim, internat, plattenbau, hochhaus, altbau, erdgeschoss, pflegeheim, reihenhaus, stock, tiny house,
    wohnwagen, wohnmobil, bauwagen
""")
_DWELLINGS = any_of("""
    wohnheim, dorf, reihenhaus, hochhaus, altbau, hausboot, wohnwagen, mehrgenerationenhaus, tiny house
""")
# "Ich ziehe Tomaten auf dem Balkon".
_RAISED = any_of("""
    [a-zäöüß]{0,8}tomaten, kräuter, gemüse, chilis?, paprika, salat, bonsais?, orchideen, kartoffeln, gurken,
    rosen, kakteen, pilze, setzlinge, kürbisse, erdbeeren, zucchini
""")
# Done for years, if this is said with it.
_WITH = {
    "arbeiten": rf"(?i:{_WORKING_HOURS})",
    "ausbilden": r"[A-ZÄÖÜ]",
    "bauen": rf"\b(?:{_CROPS}|\w*modelle|\w*schiffe|[Mm]öbel|[Gg]itarren|[Gg]eigen)\b",
    "beziehen": rf"\b(?i:{_BENEFITS}|\w*geld|hartz|stipendium|sozialhilfe)",
    "bekommen": (
        rf"\b(?i:{_BENEFITS}|elterngeld|pflegegeld|kindergeld|arbeitslosengeld"
        r"|hartz|(?:ein )?stipendium|sozialhilfe)\b"
    ),
    "betreiben": r"[A-ZÄÖÜ]",
    "betreuen": rf"(?i:{_CARED_FOR})",
    "bewirtschaften": r"[A-ZÄÖÜ]|\bhof\b",
    "dienen": r"\b(?i:bundeswehr|marine|heer|luftwaffe|armee|bundesheer)\b",
    "engagieren": r"\bmich\b.{0,90}\b(?:[Bb]ei|[Ii]n|[Ii]m|[Ff]ür|[Bb]eim|[Gg]egen)\b",
    "erziehen": r"(?i:allein|zweisprachig|kinder|sohn|tochter)",
    "fasten": r"\b(?i:ramadan|fastenzeit)\b",
    "führen": rf"\b(?i:{_KEPT_OR_RUN})\b",
    "fahren": rf"^(?:beruflich |nachts |tagsüber |einen |den |die |eine )*(?i:{_DRIVEN})$",
    "gehen": (
        rf"\b(?:(?:auf die|in die|aufs) (?i:{_SCHOOLS})|aufs [Gg]ymnasium"
        r"|zur (?i:therapie|psychotherapie|berufsschule)|in (?i:therapie)|in die (?i:kirche|moschee|synagoge))\b"
    ),
    "geben": r"\b(?i:nachhilfe|\w*unterricht|\w*kurse|\w*stunden|deutschkurse?)\b",
    "halten": rf"\b(?i:{_FARM_ANIMALS})\b",
    "handeln": r"\bmit\b",
    "hüten": r"\b(?i:schafe|ziegen|kühe|enkel\w*)\b",
    "investieren": r"\bin\b",
    "kochen": r"\b(?i:vegan|vegetarisch|halal|koscher|glutenfrei|salzarm)\b",
    "leben": (
        rf"\b(?i:{_WAYS_TO_LIVE}"
        r"|von (?:der|meiner|einer|einem|meinem) \w+|von \w*(?:rente|geld|gehalt|hilfe)"
        r"|in einer (?:wg|beziehung|kommune|fernbeziehung|\w*wohngemeinschaft|\w*familie)|in zwei ländern"
        r"|auf einem \w*(?:boot|hof|campingplatz)"
        r"|im (?:wohnwagen|wohnmobil|bauwagen|hausboot|kloster|pflegeheim|frauenhaus))\b"
    ),
    "leiten": rf"\b(?i:eine?n?|die|den|das|unsere?n?)\b [^.]{{0,90}}\b(?i:{_LED})\b",
    "machen": rf"\b(?i:{_COURSES})\b(?! (?:ab|fertig)\b)",
    "moderieren": r"[A-ZÄÖÜ]",
    "pflegen": (
        rf"\b(?i:(?:meinen?|unsere?n?) (?:kranken? |demen\w+ |alten? )?{_NURSED}"
        r"|angehörige\w*)\b"
    ),
    "rauchen": r"\b(?i:pfeife|zigarren|cannabis|e-zigarette)\b",
    "hören": r"^(?:fast |meist |eigentlich )*nur [A-ZÄÖÜ]",
    "reden": _AT_HOME_OR_WITH_MINE,
    "sprechen": _AT_HOME_OR_WITH_MINE,
    "spielen": rf"\b(?i:im|in (?:der|einer|einem)) \w*(?i:{_PLAYED_IN})\b",
    "schlafen": r"\b(?:getrennt\w*|im Sitzen|auf dem (?:Boden|Futon))\b",
    "schreiben": rf"\b(?i:{_WRITTEN})\b",
    "träumen": rf"^(?:noch |immer noch |meistens |oft |nachts )*auf {words.SPOKEN}\b",
    "spritzen": r"\bmir\b",
    "stillen": r"^(?:immer )?noch(?: voll)?$|^voll$|\b(?i:sohn|tochter|kind|baby|kleine|kleinen)\b",
    "unterrichten": r"\b(?:zu Hause|zuhause|daheim)\b|\b(?i:an|in) (?:der|einer|einem)\b",
    "teilen": r"\b(?:mir|uns)\b.{0,90} mit\b",
    "tragen": rf"\b(?i:{_WORN})\b",
    "vertreiben": r"[A-ZÄÖÜ]",
    "verdienen": r"\b(?i:geld) (?:mit|als)\b",
    "verkaufen": rf"\b(?i:auf|über) (?i:{_MARKETS})\b",
    "wohnen": (
        r"\b(?:bei (?:der|den|dem|meine[mnr]|unsere[mnr]) (?:[sS]chwieger\w+|Oma|Opa|Tante|Schwester|Onkel)"
        r"|mit (?:(?:zwei|drei|vier|fünf|\d) |meine[mnr] (?!Eltern|Großeltern)|einer |einem |anderen )"
        rf"|(?i:zur (?:unter)?miete|allein|alleine|in einer [\w-]*{_FLATS}|im [\w-]*{_BUILDINGS}"
        rf"|auf einem [\w-]*(?:hof|boot|campingplatz)|in einem [\w-]*{_DWELLINGS}))"
    ),
    "zahlen": r"\b(?i:unterhalt|kirchensteuer|schulden|(?:\w*kredit|\w*raten?|hypothek|\w*darlehen)\b.{0,90}\bab)\b",
    "ziehen": (
        rf"\b(?i:{_RAISED}\b"
        r"|(?:meine|unsere) (?:kinder|enkel|töchter|söhne|zwillinge) allein\w* (?:groß|auf))"
    ),
}
# "Ich bereite mich auf die Meisterprüfung vor", "Ich hole das Abi nach".
_PREPARED_FOR = any_of(r"""
    prüfung, marathon, examen, abi, abitur, triathlon, auswanderung, rente, staatsexamen, einbürgerung\w*,
    taufe, konfirmation, selbständigkeit, selbstständigkeit
""")
_GRADUATIONS = any_of("""
    abi, abitur, schulabschluss, hauptschulabschluss, realschulabschluss, fachabi, führerschein, ausbildung
""")
# What is worked for.
_AIMS = {
    "sparen": (
        r"\b(?:auf|für) (?!(?:später|morgen|heute)\b)"
        r"(?:eine?n?|ne?n?|die|den|das|unsere?n?|meine?n?|[A-ZÄÖÜ]|mein)\b"
    ),
    "trainieren": r"\b(?:für|auf) (?:eine?n?|den|die|das|meinen?|unseren?)\b",
    "bereiten": (
        r"\b(?:mich|uns) .{0,90}\bauf (?:den|die|das|meine?n?|eine?n?) (?:\w+ )?"
        rf"\w*(?i:{_PREPARED_FOR}) vor\b"
    ),
    "holen": rf"\b(?i:{_GRADUATIONS})\b.{{0,90}}\bnach\b",
}
# Done once as well as again: only with a mark of repetition.
_OFTEN_DONE = """
    arbeiten backen baden besuchen benutzen beten bezahlen bringen duschen einkaufen essen fahren fasten fliegen
    frühstücken geben gehen gucken gießen helfen heben holen hören jäten joggen kaufen kegeln kicken klettern
    kochen laufen legen lernen lesen machen malen messen misten mähen nehmen nutzen nähen paddeln passen
    pflanzen pflegen pflücken pilgern putzen radeln rasieren reden reinigen reisen reparieren rufen rennen
    schauen schicken schlafen schmieren schrauben schreiben schwimmen sehen singen skaten skypen spazieren
    spenden spielen sprechen spritzen springen stehen stellen sticken stricken surfen tanzen tauschen
    telefonieren tragen trainieren treffen treiben trinken turnen unterrichten verbringen verkaufen verzichten
    wandern waschen zahlen zeichnen zocken betreuen zelten übernachten üben vermeiden wohnen leben wechseln
    reiten führen suchen verdienen füttern meditieren inhalieren teilen tippen schneide schneiden kümmern treten
    leiten
"""
_OWNED = any_of(r"""
    Auto, Wagen, Führerschein, Fernseher, TV, Handy, Smartphone, Haustiere?, Balkon, Garten, Keller,
    Waschmaschine, Spülmaschine, Geschirrspüler, Mikrowelle, Backofen, Ofen, WLAN, Facebook, Instagram,
    WhatsApp, Tiktok, TikTok, Twitter, Social Media, Festnetz, Kreditkarte, Paypal, PayPal, Religion, Abitur,
    Abi, Schulabschluss, Ausbildung, Krankenversicherung, Aufzug, Fahrrad, Rad, Computer, Laptop, Tattoos?,
    Heizung, Schulden, (?:\w+ )?Pass, (?:\w+ )?Staatsbürgerschaft, Aufenthaltstitel, Aufenthaltserlaubnis,
    Gallenblase, Schilddrüse, Milz, Mandeln, Uhr, Bankkonto
""")
_PEOPLE = r"(?:Kinder|Geschwister|Enkel|Kontakt zu mein\w+ \w+|Familie hier|Familie in Deutschland)"
# "Ich habe einen Nebenjob", "Wir haben eine Fernbeziehung".
_HAD_FOR_LONG = any_of("""
    Nebenjob, Zweitjob, Ehrenamt, Dauerkarte, Fernbeziehung, offene Beziehung, Schwerbehinderung,
    Schwerbehindertenausweis, Betreuer, Blog, Podcast, Kanal, YouTube-Kanal, Etsy-Shop, Onlineshop,
    Stand auf, Bausparvertrag, Sparplan, ETF-Sparplan, Kredit, Hypothek, Abo, Saisonkarte, Jahreskarte,
    Deutschlandticket, Jagdschein, Acker, Streuobstwiese, Glatze, Vollbart, Bart
""")
_HAVING = (
    rf"(?:(?:zwei|drei|vier) (?:Jobs|Arbeitsstellen|Pflegekinder)|ein Pflegekind|(?:eine?n?|ne?n?) {_HAD_FOR_LONG}"
    r"|Schulden|Gleitzeit|Schichtdienst|Pflegegrad|das Sorgerecht"
    r"|doppelte Staatsbürgerschaft|die doppelte Staatsbürgerschaft)\b[^.]*"
)
_OFFICES = any_of("""
    Alleinerziehende[r]?, Mitglied, Vorsitzender?, Kassenwart(?:in)?, Schriftführer(?:in)?, Schöff(?:e|in),
    Blutspender(?:in)?, Organspender(?:in)?, Pate, Patin, Klassensprecher(?:in)?, Elternsprecher(?:in)?,
    Stadtrat, Stadträtin, Gemeinderat, Gemeinderätin, Reservist(?:in)?, Messdiener(?:in)?, Ministrant(?:in)?,
    Pfadfinder(?:in)?, Tagesmutter, Pflegemutter, Pflegevater, Jugendleiter(?:in)?, Frühschicht,
    Dauercamper(?:in)?
""")
# Of what people are members: "im Betriebsrat", "bei den Johannitern".
_BODIES = any_of(r"""
    vorstand, betriebsrat, elternbeirat, gemeinderat, stadtrat, kirchenvorstand, personalrat, gewerkschaft,
    partei, feuerwehr, thw, technischen hilfswerk, kreuz, malteser\w*, johannitern?, pfadfindern?, ver\.di,
    ig metall, spd, cdu, linken, bundeswehr, marine, schützenverein, kirchenchor, posaunenchor,
    bürgerinitiative, selbsthilfegruppe, anonymen alkoholikern, privatinsolvenz, pflegegrad \w+,
    schichtdienst, landjugend, kirchengemeinde, theatergruppe, orchester
""")
_FAITHS_AND_STANDINGS = any_of("""
    gläubig, evangelisch, katholisch, muslimisch, jüdisch, buddhistisch, orthodox, konfessionslos,
    alleinerziehend, getauft, trocken, clean, hetero, schwul, lesbisch, bisexuell, nichtbinär, trans,
    verbeamtet, verrentet, berentet, schwerbehindert, teilzeitbeschäftigt, pflegebedürftig
""")
# Who somebody is in a group, and how he believes.
_ROLE = (
    r"(?:(?i:im|in der) \w+ (?i:lehrjahr|ausbildungsjahr|semester|klasse)\b.*"
    rf"|{_OFFICES}\b.*"
    r"|(?:im|in der|bei der|beim|bei den|in einer|in einem|in)"
    rf" (?:(?i:freiwilligen?|katholischen|evangelischen|örtlichen|roten) )?\w*(?i:{_BODIES})\b.*"
    rf"|(?:streng |sehr )?{_FAITHS_AND_STANDINGS}\b.*)"
)
# Since when something is done: "seit drei Jahren", "seit meiner Kindheit".
_BEGINNINGS = any_of(rf"""
    Jahr(?:en|zehnten)?, Monaten, Wochen, (?:19|20)\d\d, {words.MONTH}, Neujahr, Ostern, Weihnachten,
    Kindheit, Jugend, Schulzeit, Studium, Abitur, Geburt, Trennung, Umzug, Unfall, Corona, Pandemie, Rente,
    OP, Operation, Scheidung, Tod, Infarkt, Herzinfarkt, Schlaganfall, Lehre, Diagnose, Kind
""")
_OFTEN = re.compile(
    r"\b(?:(?:[Jj]ede[nrs]?|[Aa]lle (?:zwei|drei|vier|paar|\d+)) (?:\w+ )?\w+"
    r"|[Tt]äglich|[Ww]öchentlich|[Mm]onatlich|[Jj]ährlich"
    rf"|{words.ON_WEEKDAYS}"
    r"|(?:[Mm]orgen|[Mm]ittag|[Vv]ormittag|[Nn]achmittag|[Aa]bend|[Nn]acht)s"
    r"|[Ii]mmer(?! (?:noch|mehr|\w+er|wieder)\b)(?<!noch immer)|[Gg]rundsätzlich|[Pp]rinzipiell|[Nn]ormalerweise"
    r"|[Mm]eist(?:ens)?|[Oo]ft|[Hh]äufig|[Rr]egelmäßig"
    r"|(?:ein|zwei|drei|vier|fünf|sechs)mal (?:die|pro|in der|im|am) \w+"
    r"|\w+ [Mm]al (?:die|pro|in der|im|am) \w+"
    r"|nur (?:noch|beim|auf|gebraucht|bio|regional|vegetarisch|vegan|schwarz)|fast nur|[Aa]usschließlich"
    r"|[Nn]ie(?:mals)?"
    r"|[Hh]auptberuflich|[Nn]ebenberuflich|[Bb]eruflich|[Ee]hrenamtlich|[Nn]ebenbei|[Ff]reiberuflich|[Nn]ebenher"
    r"|(?:[Ii]n|[Ii]m) (?:meiner|der) Freizeit|[Uu]nter der Woche|[Aa]n den Wochenenden"
    r"|[Nn]ach (?:der|jeder) (?:Arbeit|Schicht|Schule|Nachtschicht)"
    r"|[Vv]or (?:dem|der) (?:Schlafen(?:gehen)?|Frühstück|Einschlafen|Arbeit)|[Zz]um Frühstück"
    r"|[Nn]eben (?:dem Studium|der Schule|dem Job)"
    r"|[Vv]on klein auf|[Ii]n der Regel|[Ss]chon immer|aus Prinzip|[Ii]n den Ferien|[Ss]emesterferien"
    rf"|[Ss]eit (?:\w+ ){{0,3}}?{_BEGINNINGS})\b",
    re.IGNORECASE,
)
_TODAY = any_of("""
    heute, (?<!jeden )morgen, nie wieder, übermorgen, vorgestern, gestern, gleich, nachher, später, vorhin,
    gerade, grad, eben, jetzt (?:erst|mal|noch), erst ?mal
""")
_MAYBE = any_of("""
    [Bb]ald, schnell, kurz, mal, wohl, hoffentlich, gern, gerne, lieber, liebsten, ungern, dann, solange,
    so lange, bestimmt, sicher, notfalls, sonst, vielleicht
""")
_POINTING = any_of(r"""
    [Ee]s, ['’]s, [Ii]hn, [Ii]hm, [Ii]hr, [Ii]hnen, [Ss]ie, [Dd]ir, [Dd]ich, [Dd]ein\w*, [Ee]uch, [Ee]uer,
    [Ee]ure\w*, [Ss]eine?[mnrs]?, [Dd]u, [Ee]r, man, davon, damit, dazu, daran, dran, darüber, dafür,
    dagegen, dabei, darum, drauf
""")
# With these, a verb means something else: "Ich mache Witze", "Ich sammle Kräfte".
_PHRASES = any_of(r"""
    die Augen, Gedanken, Sorgen, Quatsch, Unsinn, Spaß, Witze?, Fehler, alles, nichts, was(?! vor\b), etwas,
    jemand\w*, Ideen, Infos, Feedback, Vorschläge, Kräfte, Punkte, Stimmen, Adressen, Unterschriften,
    ein Lied davon, unter der Dusche, daneben, [Ii]n (?:dem|diesem|einem) Spiel, Bescheid, recht, Recht,
    Gott, hier noch
""")
# What holds for one day, points back or to who is spoken to, or is said by the way.
_ONCE = re.compile(
    rf"\b(?:{_TODAY}"
    r"|um (?:\d|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|halb)\w*"
    r"|(?:[Aa]m|[Bb]is|[Aa]b|zum) (?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag)"
    r"(?:abend|nachmittag|morgen)?"
    r"|[Aa]m \d+\.|(?:[Nn]ächste|[Kk]ommende|[Ll]etzte|[Dd]iese)[nrsm]?"
    rf"|{_MAYBE}|[Ii]m {words.MONTH}|{_POINTING}|{_PHRASES})\b"
    r"|\bda(?:s|nn)(?= (?:schon|nicht|auch|immer|gern|nie|alles|jetzt|so|ja|doch|einfach|halt)\b|$)"
    r"|\bdie(?=$)|[\"„“”»«?]"
)
_NEVER = re.compile(r"\A(?:aus Prinzip |gar |grundsätzlich |prinzipiell ){0,3}nicht(?: aus Prinzip)?")
_IDLE_WEEKEND = re.compile(
    r"^(?!.*\b(?!Wochenende|Am)[A-ZÄÖÜ]\w{3}).*\b[Aa]m Wochenende\b"
)  # "Am Wochenende wandern wir" may be the next one
_JUST_NOW = re.compile(r"\b(?:gerade|grad|um (?:halb |kurz (?:vor|nach) )?[\w:.]+(?: [Uu]hr)?)(?!\w) ?")
_DENIED = re.compile(r"\b(?:nicht|kaum|weder)\b|\bkeine?[nmrs]?\b")
_NO_LONGER = re.compile(r"\b(?:nicht|kein(?P<ending>e[nmr]?|)) (?=(?:.{0,60} )?mehr\b)")
_MORE = re.compile(r" ?\bmehr\b")
# What does not stand before the verb of a statement: questions, other clauses, the day.
_NO_FRONT = re.compile(
    r"(?i:w(?:ie|as|o|ann|arum|ieso|eshalb|er|em|en|elche[rsnm]?|omit|oran|ofür|enn|eil|ährend)"
    r"|falls|ob|dass|als|bevor|nachdem|sobald|solange|obwohl|damit|bis"
    r"|immer|nie|ständig|so|klar|gern|gerne|dann|jetzt|hier|da|das|dies\w*|ach|trotzdem"
    r"|nein|kein\w*|nicht|glaube?|denke?|hoffe?)\b"
)
_IMAGINED = re.compile(r"^\W*(?i:stell|stellt|stellen|angenommen|nimm|nehmen wir|rate|ratet|träum|gesetzt)\b")
_SINCE_I = re.compile(
    r"^\W*Seit(?:dem)? ich [^,.;!?]{3,40} (?:bin|habe?|arbeite|wohne|lebe),? (?=[a-zäöüß]+ ich\b)"
)
_FILLER_WORDS = any_of("""
    bei uns(?! zu Hause), ja, doch, halt, übrigens, auch, eigentlich, mittlerweile, inzwischen, leider,
    sogar, tatsächlich, nämlich, einfach, echt, irgendwie, sowieso, eh, ehrlich gesagt, jetzt, nun, momentan,
    zurzeit, derzeit, aktuell, wirklich, gerade, trotzdem, wieder, zwar, schon(?! (?:immer|als|seit)), quasi
""")
_FILLERS = re.compile(rf"\b{_FILLER_WORDS}\b ?")
_INTERJECTIONS = any_of("""
    und, also, ja, nee, nein, naja, na, ach, ach so, klar, übrigens, ich meine, hm, hallo, hi, hey, aber,
    außerdem, ansonsten
""")
_OPENING = re.compile(
    rf"^\W*(?:(?:{_INTERJECTIONS}|mein Sohn und|meine (?:Frau|Tochter) und"
    r"|mein (?:Mann|Freund) und|meine (?:Freundin|Schwester) und) )*",
    re.IGNORECASE,
)
# With these words, a clause begins without a comma.
_NEXT_CLAUSE = any_of("""
    ich, wir, mein, meine, er, sie, es, du, ihr, das, die, der, dann, danach, da, dafür, habe?, bin, will,
    kann, muss, möchte, finde, liebe, merke, hoffe, freue, würde, denke, zwar, alle, keiner, trotzdem, so
""")
_CLAUSES = re.compile(
    r"[;:!?()–—…\n]+\s*|\.(?!\d)\s*|,\s+(?!\w+ und \w+\b(?:[.,;]|$))"
    r"| (?=(?:weil|denn|aber|sondern|obwohl|während|damit|sonst|wenn|falls|dass|sodass|bis ich|wo ich)\b)"
    rf"| und (?={_NEXT_CLAUSE}\b)"
)
_TO_EACH_OTHER = frozenset(
    ("telefonieren", "skypen", "schreiben", "reden", "sprechen", "sehen")
)  # of "wir", with whom?
_NOUNS = frozenset(("Lehre", "Suche", "Rede", "Reise", "Stelle", "Lege", "Messe", "Lese", "Übe"))
_AND = re.compile(r" und (?=(?P<verb>[a-zäöüß]+)\b)")
_SUBJECT = re.compile(r"\b(?P<who>ich|wir)\b", re.IGNORECASE)
# A single thing, that no preposition puts beside what is done: "ein Kleid", not "auf dem Balkon".
_BESIDE = re.compile(
    r"\b(?i:mit|auf|in|an|bei|von|zu|nach|aus|über|vor|unter|neben|seit|gegen|für|um|durch)"
    r" (?:(?:eine?[mnr]?|de[rmns]|die|das|meine?[mnr]?|unsere?[mnr]?) )?"
    r"|\b(?:jede[nrsm]?|alle) "
)
_SINGLE = re.compile(
    r"\b(?:eine?n?|ne?n|den|die|das|meine?[nmr]?|mein|unsere?[nmr]?|unser|dem|der|beide)\b", re.IGNORECASE
)
_MINE = re.compile(r"\b(?i:mein|unser)(?P<ending>e[mnrs]?)?\b")
_JOINED = (
    ("zu der ", "zur "),
    ("zu dem ", "zum "),
    ("bei dem ", "beim "),
    ("von dem ", "vom "),
    ("in dem ", "im "),
    ("an dem ", "am "),
)
_KINSHIP = any_of(r"""
    kind(?:er)?n?, sohn, söhnen?, tochter, töchtern?, frau, mann, mutter, vater, mama, papa, oma, opa,
    eltern, bruder, schwester, zwillingen?, enkel\w*, freund(?:in)?, onkel, tante, cousine?, neffe, nichte,
    partner(?:in)?
""")
_KIN = re.compile(rf"(?i:\b\w*{_KINSHIP}\b)|\b{words.PET}\b|\b{words.FLOCK}\b")
_FIRST_WORDS = any_of(r"""
    Am, An, Im, In, Seit, Nach, Vor, Zu, Zum, Zur, Bei, Beim, Mit, Neben, Unter, Von, Für, Jede[nrsm]?, Alle,
    Meine?[mnr]?, Unsere?[mnr]?, Die, Der, Das, Den, Täglich, Einmal, Zweimal, Dreimal, Meist, Meistens, Oft,
    Normalerweise, Regelmäßig, Ehrenamtlich, Beruflich, Nebenbei, Hauptberuflich, Nebenberuflich,
    Freiberuflich, Früh, Nur, Ab, Eine?, \w+s
""")
_LOWER_FIRST = re.compile(rf"^(?={_FIRST_WORDS}\b)")

# The key is the item; the value is what other items of the sentence are compared with, which tell of relatives
# themselves.
_LASTING = Pattern("habit: {k}")
_HAS = Pattern("owns: Hat {v}")
_HAS_NOBODY = Pattern("children: Hat {v}")
_ENDED = ending(ends=("habits",))
_ENDED_TASTE = ending(ends=("taste", "plays", "learning"))
_ENDED_OWNING = ending(ends=("owns",))
_WITHOUT = re.compile(rf"\bkein(?P<ending>e|en)? (?P<thing>{_OWNED}|{_PEOPLE})(?![\w-])")
_HAVING_RE = re.compile(_HAVING)
_IS_ROLE = re.compile(rf"(?:seit [\wäöüß ]{{2,25}} )?{_ROLE}")


def _forms() -> dict[str, tuple[str, str]]:
    """The infinitive and the third person by each form of "ich" and "wir"."""
    forms: dict[str, tuple[str, str]] = {}
    for infinitive in {*_CRAFTS.split(), *_WITH, *_AIMS, *_OFTEN_DONE.split()}:
        if infinitive.endswith("eln"):
            firsts: tuple[str, ...] = (f"{infinitive[:-3]}le", infinitive[:-1], f"{infinitive[:-1]}e")
        elif infinitive.endswith("ern"):
            firsts = (f"{infinitive[:-1]}e", infinitive[:-1], f"{infinitive[:-3]}re")
        else:
            firsts = (f"{infinitive[:-2]}e", infinitive[:-2])
        third = third_person_of(firsts[0]) or firsts[0]
        if third == firsts[0]:  # "züchte" is no past
            third = f"{third}t"
        forms |= dict.fromkeys((*firsts, infinitive), (infinitive, third))
    return forms


_FORMS = _forms()
_COMMAND = re.compile(
    r"\b(?:bitte|immer|nie|jede[nrsm]?|nicht|keine?n?|doch|mir|mich)\b"
)  # "Trage immer einen Helm"
_NOUN = re.compile(r"\b[A-ZÄÖÜ][\wäöüß-]+")
_PARTICIPLE = re.compile(r"t$|en$")  # "Ich habe einen Kredit bekommen"
_NOT_AT_HAND = re.compile(r"\b(?:dabei|da|hier|frei|mehr gefunden|bekommen|gesehen|gefunden|gekauft|für)\b")
_NOW_OWNED = re.compile(
    rf"\b(?:jetzt|endlich|wieder|neuerdings) (?:wieder )?(?P<one>eine?n?) (?P<thing>{_OWNED})(?![\w-])"
)
_NOBODY = re.compile(_PEOPLE)
_NOT_ANY = re.compile(r"\bkeine?n? [\wäöüß-]+(?: [\wäöüß-]+)?$")
_SELF = re.compile(r"\b(?:mich|mir|uns)\b")
_WITH_PATTERNS = {verb: re.compile(said) for verb, said in _WITH.items()}
_AIM_PATTERNS = {verb: re.compile(said) for verb, said in _AIMS.items()}
_CRAFT_WORDS = frozenset(_CRAFTS.split())
_OFTEN_DONE_WORDS = frozenset(_OFTEN_DONE.split())
_STARTS = re.compile(
    rf"\b(?:[Ii]ch|[Ww]ir)\b|^\W*(?i:{'|'.join(sorted(form for form in _FORMS if form.endswith('e')))})\b"
)


def lasting_in(sentence: str, is_sure: bool) -> Iterator[tuple[Pattern, Groups]]:
    """What the sentence tells of the speaker's life, and what it ends."""
    if not is_sure or not _STARTS.search(sentence) or _IMAGINED.match(sentence):
        return
    after_since = _SINCE_I.sub("", sentence)
    names_subject = _SUBJECT.search(sentence) is not None
    is_own, is_since = False, after_since != sentence
    for number, clause in enumerate(_clauses(after_since)):
        if len(clause) > 200:
            continue
        said = _read(clause, is_own, number == 0 and not names_subject, is_since)
        is_own, is_since = said is not None, clause.lstrip().startswith(("Seit", "seit"))
        if said and said[0] not in _TO_EACH_OTHER:
            yield from _told(*said)


def _clauses(sentence: str) -> Iterator[str]:
    for part in _CLAUSES.split(sentence):
        start = 0
        for match in _AND.finditer(part):
            if match["verb"] in _FORMS and not match["verb"].endswith("n"):
                yield part[start : match.start()]
                start = match.end()
        yield part[start:]


def _is_form(verb: str, who: str) -> bool:
    """Whether a verb may be of "ich" or of "wir", as it is said."""
    return (verb.islower() and verb.endswith(("n", "sind")) == (who.lower() == "wir")) or verb == "bin"


def _read(clause: str, is_own: bool, is_first: bool, is_inverted: bool) -> tuple[str, str, str] | None:
    """The verb, what stands before it, and the rest of a clause that is about the speaker."""
    text = _OPENING.sub("", clause, count=1).strip(" .,!'’\"*_")
    subject = _SUBJECT.search(text)
    if subject is None:
        verb, _, rest = text.partition(" ")
        if verb.lower() not in _FORMS or not verb.lower().endswith("e") or verb in _NOUNS:
            return None
        is_told = is_own and verb.islower()
        return (verb.lower(), "", rest) if is_told or (is_first and not _COMMAND.search(rest)) else None
    if _SUBJECT.search(text, subject.end()):
        return None
    before, after = text[: subject.start()].strip(), text[subject.end() :].strip()
    if not before:
        verb, _, rest = after.partition(" ")
        return (verb.lower(), "", rest) if _is_form(verb, subject["who"]) else None
    front, _, verb = before.rpartition(" ")
    if not _is_form(verb, subject["who"]) or not (front or is_inverted):
        return None
    if _NO_FRONT.match(front) or (front and len(front.split()) > 8) or "," in front:
        return None
    return verb.lower(), front, after


def _told(verb: str, front: str, rest: str) -> Iterator[tuple[Pattern, Groups]]:
    whole = f"{front} {rest}".strip()
    if verb in ("bin", "sind"):
        role = _FILLERS.sub("", whole)
        if _IS_ROLE.match(role) and not _ONCE.search(role) and not _DENIED.search(role):
            yield _LASTING, _groups(f"Ist {_as_theirs(role)}")
        return
    if verb in ("habe", "hab", "haben", "besitze", "besitzen"):
        yield from _owned(whole)
        return
    if verb in _FORMS:
        infinitive, third = _FORMS[verb]
    elif (
        verb.endswith("e")
        and verb not in _NO_HABIT
        and _AGAIN.search(whole)
        and (other := third_person_of(verb))
    ):
        infinitive, third = _ANY, other
    else:
        return
    if _NO_LONGER.search(whole):
        yield from _ended(third, front, rest)
    elif infinitive in _CRAFT_WORDS and _IDLE_WEEKEND.search(whole):
        return
    elif not _ONCE.search(
        _JUST_NOW.sub("", whole) if infinitive in _AIMS or _AGAIN.search(whole) else whole
    ) and _lasts(infinitive, whole):
        yield _LASTING, _groups(_item(third, front, rest))


def _lasts(infinitive: str, said: str) -> bool:
    is_often = infinitive == _ANY or _OFTEN.search(said) is not None
    denies = _DENIED.search(said) is not None
    if len(said.split()) > MOST_WORDS or (denies and not _denies_for_good(infinitive, said)):
        return False
    if denies or (is_often and (infinitive in _OFTEN_DONE_WORDS or infinitive == _ANY)):
        return len(said) > 3
    aim = _AIM_PATTERNS.get(infinitive)
    if aim and aim.search(said):
        return True
    if (needed := _WITH_PATTERNS.get(infinitive)) and needed.search(said):
        return True
    if infinitive not in _CRAFT_WORDS:
        return False
    return is_often or not _SINGLE.search(_BESIDE.sub(" ", said))


def _denies_for_good(infinitive: str, said: str) -> bool:
    if infinitive == "fliegen":
        return _NEVER.fullmatch(said) is not None
    return infinitive in _AVOIDED and _NOT_ANY.search(said) is not None


_ANY = "tun"  # a verb that is no habit unless it is said so
_NO_HABIT_WORDS = """
    habe hatte werde wurde denke glaube meine finde hoffe sage frage erzähle höre weiß würde möchte könnte
    hätte wäre wollte will sehe freue ärgere vergesse verliere vermisse merke warte wünsche wünschte brauche
    verstehe kriege bekomme bleibe komme sollte müsste musste durfte konnte verspreche schwöre schulde rufe
    melde schaffe
"""
_NO_HABIT = frozenset(_NO_HABIT_WORDS.split())
_AGAIN = re.compile(rf"\b(?:[Jj]ede[ns]? (?:zweiten? )?{words.RECURRING}|{words.TIMES_A_WEEK})\b")
_AVOIDED = frozenset(("nutzen", "benutzen", "essen", "trinken", "schauen", "gucken", "lesen", "kaufen"))


def _owned(said: str) -> Iterator[tuple[Pattern, Groups]]:
    has = _FILLERS.sub("", said)
    if _HAVING_RE.match(has) and not _ONCE.search(has) and not _PARTICIPLE.search(has):
        yield _LASTING, _groups(f"Hat {_as_theirs(has)}")
        return
    without = _WITHOUT.search(said)
    if without and not _ONCE.search(said) and not _NOT_AT_HAND.search(said):
        yield _HAS_NOBODY if _NOBODY.fullmatch(without["thing"]) else _HAS, Groups("", without[0])
    elif own := _NOW_OWNED.search(said):
        yield _ENDED_OWNING, Groups("", f"k{own['one']} {own['thing']}")


def _ended(third: str, front: str, rest: str) -> Iterator[tuple[Pattern, Groups]]:
    plain = _MORE.sub("", _NO_LONGER.sub("", rest)).strip()
    item = _item(third, front, plain)
    yield _ENDED, Groups("", item)
    for noun in _NOUN.findall(plain):
        yield _ENDED_TASTE, Groups("", noun)


def _item(third: str, front: str, rest: str) -> str:
    kept = _FILLERS.sub("", f"{front} " if front else "") + _FILLERS.sub("", rest)
    lowered = kept[:1].lower() + kept[1:] if _LOWER_FIRST.match(kept) else kept
    return f"{third} {_as_theirs(lowered)}".strip()


def _as_theirs(text: str) -> str:
    """`mit meinem Onkel` as `mit dem Onkel`, whoever speaks."""
    theirs = _MINE.sub(lambda match: f"d{'ie' if match['ending'] == 'e' else match['ending'] or 'as'}", text)
    for apart, joined in _JOINED:
        theirs = theirs.replace(apart, joined) if apart not in text else theirs
    return _SELF.sub("sich", theirs).strip()


def _groups(item: str) -> Groups:
    return Groups(item, _KIN.sub("", item))
