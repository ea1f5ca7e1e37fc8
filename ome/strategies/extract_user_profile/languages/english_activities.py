"""What English speakers do for long: verbs, and what has to follow each of them to tell a habit and no errand.

"I keep bees", and not "I keep waiting"; "I share a flat with two others", and not "I share your view".
"""

from memory.language.lexicon import any_of
from memory.language.periods import MONTHS

MONTHS_NAMED = "|".join(MONTHS)
DAYS = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
SEASON = r"(?:spring|summer|autumn|fall|winter)"
PERIOD = any_of(f"""
    day, night, morning, afternoon, evening, week, weekday, weekend, fortnight, month, term, {MONTHS_NAMED},
    year, season, Christmas, Easter, Ramadan, {SEASON}, {DAYS}
""")
_NUMBERS = any_of(r"""
    \d[\d,]*, one, two, three, four, five, six, seven, eight, ten, twelve, fifteen, twenty, thirty, forty,
    fifty, a hundred, a thousand, several, a few
""")
OFTEN = (
    rf"(?:(?:every|each) (?:other |second |third |single |few |\w{{2,8}} (?=\w{{3,12}}s\b))?{PERIOD}s?"
    rf"|(?:once|twice|{_NUMBERS}(?: \w{{1,15}}){{0,3}}) (?:a|per) {PERIOD}"
    rf"|most (?:of the {PERIOD}|{PERIOD}s)"
    rf"|(?:in|during) term(?: time)?|(?:on )?{DAYS}s|(?:on|at) weekends"
    r"|on (?:school|week|weekend) ?(?:days|nights|mornings|evenings)"
    r"|in the (?:mornings|afternoons|evenings)"
    rf"|(?:in|over|during) the (?:{SEASON}s|week|school holidays)"
    r"|all year(?: round)?|for a living"
    r"|(?:on|in) my (?:days? off|spare time|free time|lunch breaks?))"
)
# What stands after a verb other than a noun.
_ARTICLES = any_of(r"""
    an?, the, th(?:is|at|ese|ose), my, your, his, her, its, our, their, some, any, no, none, each, all, both,
    either, neither, such, two, three, four, five, six, another, one, every(?:thing|one|body)?, any\w+, some\w+,
    nothing, nobody, me, you, him, it, them, us, myself, what\w*, how\w*, where\w*, when\w*, why, who\w*, if,
    whether, which\w*, that, to, and, or, but, so, than, as, not
""")
_PARTICLES = any_of(r"""
    up, down, in, out, on, off, over, away, back, around, about, through, at, for, with, from, by, into, onto,
    of, along, across, past, after, before, behind, under, together, ahead, apart, round, against, upon,
    without, here, there, now, then, just, too, very, really, again, well, maybe, probably, hard, fast, late,
    early, nice, fine, ok, better, best, badly, alone, home, outside, inside, right, left, straight, quick\w*,
    slow\w*, sense, mistakes?, plans?, time, times, progress, friends, calls?, noise, sure, fun, room, way,
    notes?, notice, advice, evidence, birth, thanks, it, dinner, lunch, breakfast, tea, paperwork, poison,
    nonsense, attention, goalie, lots of people, day, night, today, tomorrow, tonight
""")
# A noun phrase without an article, which in English stands for all of its kind.
KIND = rf" (?!{_ARTICLES}\b|{_PARTICLES}\b)(?=[A-Za-z]{{2}})"
# "our own vegetables", "most of my clothes"
_OWN = r" (?:all )?(?:of )?(?:my|our) own(?= [a-z])"
_MUCH = (
    r" (?:a lot of|lots of|most of (?:my|our)"
    r"|(?:all )?(?:my|our|the) (?:\w+ )?(?=veg(?:etables|gies)?\b|clothes\b|bread\b|fruit\b|meals\b))"
)
_GENERIC = rf"(?:{KIND}(?!(?-i:[A-Z])\w+ an? |(?:excuses|miracles|fools?|paperwork)\b)|{_OWN}|{_MUCH})"
# How, when, where and with what something is done: "part-time", "with friends", "to keep fit". Or nothing follows.
_PREPOSITIONS = any_of("""
    with, in, at, from, for, on, near, around, along, by, round, off, to (?:relax|unwind|keep|stay|de-?stress)
""")
_NO_CIRCUMSTANCES = any_of("""
    it, that, this, him, her, them, me, us, sleep, compliments, trouble, ages, circles, paperwork, debt, pain,
    despair, joy, anger, air, purpose
""")
_CIRCUMSTANCES = any_of(rf"""
    a (?:bit|lot|fair bit), mostly, mainly, occasionally, quite, full[- ]time, part[- ]time, professionally,
    competitively, seasonally, locally, online, freelance, most, every, once, twice, three times, regularly,
    daily, weekly, {_PREPOSITIONS} (?!{_NO_CIRCUMSTANCES}\b)[\w'-]+, as an?, outdoors, indoors, all year, everywhere,
    to work, during, through, \w+ (?:days|nights|mornings|times)
""")
_HOW = rf"(?:\W{{0,9}}\Z| {_CIRCUMSTANCES}\b)"
_RELATIVE = any_of("""
    mum, mom, mam, dad, mother, father, nan, gran, granny, grandad, grandma, grandpa, grandmother, grandfather,
    parents?, husband, wife, partner, son, daughter, kids, children, sister, brother, grandkids, grandchildren,
    grandson, granddaughter, aunt, auntie, uncle, niece, nephew, twins, in-laws
""")
_GROUP = any_of("""
    committee, council, board, association, society, club, team, squad, choir, band, orchestra, quartet, group,
    circle, league, union, branch, chapter, parish, church, mosque, temple, synagogue, school, newsletter,
    magazine, blog, channel, page, server, forum, subreddit, podcast, website, site, account, shop, stall,
    market, caf[ée], bakery, pub, bar, studio, workshop, sessions?, class, classes, course, courses, department,
    ward, shift, unit, crew, kitchen, bank, shelter, library, kennels, farm, allotments?, garden, festival,
    fair, fete, party, quiz, raffle, lottery, meetup, network, charity, foundation, hostel, rescue, line, desk,
    office, company, business, firm, salon, gallery, troupe, theatre, playgroup, nursery, scheme, project,
    campaign, fund, archive
""")
_OF_A_GROUP = rf" (?:the|a|an|our|my|two|three) (?=[^.,;!?]{{0,50}}\b{_GROUP}\b)(?![^.,;!?]*\bpast\b)"
_FOR_A_GROUP = (
    r" (?:the|our|all the) (?:[\w'-]+ ){1,5}(?:for|at|in) (?:(?:the|our|my|a|an|local) (?:[\w'-]+ ){0,3})?"
    rf"(?:{_GROUP}|garage|hospice|St\.? \w+|town hall|village hall|community centre|day centre|care home)\b"
)
_HOUSE = any_of(r"""
    flat, apartment, house, home, room, studio, bungalow, cottage, bedsit, caravan, static, maisonette, terrace,
    place, two-bed, one-bed, three-bed, \w+-bed(?:room)?, basement, annexe, unit
""")
_NO_ABODES = any_of("world, dream, bubble, state, constant, mess, queue, hurry")
_BESIDE = any_of(r"""
    above, below, opposite, next (?:door )?to, round the corner from, near, close to, behind, between,
    halfway between, outside, just outside, with, at home with, \w+ (?:minutes|miles) (?:from|outside)
""")
# "on a boat", "off-grid", "above a bakery", "in halls"
_ABODE = (
    rf"(?: (?:on|in) (?:an?|my|our) (?!{_NO_ABODES}\b)[a-z]"
    r"| (?:alone|off[- ](?:the[- ])?grid|on (?:my|our) own|rurally|abroad)\b"
    rf"| {_BESIDE} (?!(?:it|that|this|him|her|them|you)\b)\w"
    r"| (?:at home|in (?:sheltered|supported|temporary|student|social) \w+|in (?:halls|digs))\b)"
)
_MACHINE = any_of(r"""
    forklift, crane, digger, excavator, tractor, combine, bus, coach, minibus, taxi, cab, lorry, truck, van,
    HGV, artic, tanker, tram, train, tube, ambulance, fire engine, snowplough, bin lorry, school bus, night bus,
    delivery \w+, milk float, hearse
""")
_PLACES_VISITED = any_of("""
    gym, mosque, temple, synagogue, gurdwara, allotment, football, rugby, cricket, bingo, library, pool
""")
_PLACE_OF_HABIT = any_of(f"""
    mass, church, chapel, temple, mosque, gurdwara, synagogue, shul, therapy, counselling, physio, rehab,
    meetings, choir, rehearsals?, dialysis, slimming world, AA, Al-Anon, NA, night school, evening classes,
    playgroup, confession, the {_PLACES_VISITED}
""")
_TABLETS = any_of(r"tablets, pills, meds, medication, medicine, insulin, inhaler, vitamins, \w+ tablets")
_MEDICINE = any_of(rf"""
    my {_TABLETS}, antidepressants, statins, beta blockers, blood thinners, painkillers, sleeping pills,
    supplements, vitamin \w
""")
INSTITUTION = any_of("""
    army, navy, air force, RAF, marines, reserves, territorials, TA, police, fire (?:brigade|service),
    ambulance service, coast ?guard, lifeboats?, RNLI, national guard, merchant navy, military, band, choir,
    orchestra, WI, scouts, guides, cadets, legion, civil service, union, lodge
""")
# What anybody does once in a while with several things: "I run errands".
_NO_TRADE = any_of("""
    drinks, errands, strings, corners, things, stuff, tickets, cards, presents, words, emails, texts, messages,
    excuses, hands, eyes, fingers, heads, points, sides, minutes, hours, days, weeks, months, years, lots,
    loads, tons, kids, friends, others, news, yes, chores, bills, groceries, pictures, photos, prices, dishes,
    memories, times, ways, goosebumps, chills, vibes, congrats, thoughts, feelings, questions, answers, results,
    steps
""")
# Things of one kind, several of them, after a verb that need not be known: "I tune pianos".
SEVERAL = (
    rf"{KIND}(?!{_NO_TRADE}\b)(?:[a-z][\w'-]+ ){{0,2}}"
    r"(?:[a-z][\w-]*[^s\W]s|people|children|sheep|fish|cattle)"
    r"(?=\W{0,9}\Z| (?:for|at|in|on|with|from|to|about|and|around|near|online)\b)"
)
# Verbs of which each tells a habit by itself, and those that need an object without an article.
_ALONE = """
    abseil babysit bake beachcomb beatbox bell-ring bird-watch blog boulder box breakdance brew busk caddie
    canoe cave climb commute compost cosplay crochet cycle deadlift dog-sit drum embroider fast fence fly-fish
    forage freestyle fundraise garden geocache hike homebrew homestead hot-desk house-sit hunt interpret journal
    juggle kayak kitesurf knit larp leatherwork letterbox lift lip-read litter-pick longboard lurk marshal
    meditate mentor metal-detect nap orienteer paddleboard paint pet-sit plane-spot podcast pothole powerlift
    pray quilt rap referee roller-skate rollerblade row sail scrapbook scuba sew skate skateboard sketch ski
    skydive sleepwalk snorkel snowboard speedrun stammer stargaze stream stutter surf swim thrift tithe
    trainspot trampoline translate tutor umpire unicycle upholster vlog volunteer wakeboard weave whittle
    wild-swim windsurf worship wrestle yodel
"""
_OF_A_KIND = """
    adopt arrange bake bale bind blog bottle breed brew build calve campaign carve celebrate choreograph churn
    climb coach collect compose cook craft crochet cure dance darn decorate dig draw dub dye embroider enamel
    engrave etch exhibit ferment film fish fix flip fly follow forage forge foster gild groom grow gut harvest
    hatch hem host hunt ice illustrate import invest judge knead knit lift lino-print log machine-knit make
    master mend mentor mill mix mod moderate narrate organise organize paint perform photograph pickle play
    plough practice practise preserve press produce prune quarry quilt race raise read rear rebuild recite
    record referee rehearse rehome remix renovate rent repair rescue resell restore ride roast sail sculpt sell
    sew shoot show sing sketch sow speedrun spin sponsor stitch stream study support tailor tan teach tend tie
    trade train transcribe translate trap trawl tutor umpire upcycle voice volunteer watch wear weave whittle
    write
"""
_WORK_ALONE = """
    freelance childmind nanny gig weld caddy tattoo dispatch temp DJ job-share scaffold contract clerk sub locum
    bartend barback barber waitress steward lecture plaster roof thatch farm fish haul
"""
_WORK_OF_A_KIND = """
    administer appraise assess audit butcher caption clean code counsel debug deliver design dispatch dredge
    drill edit embalm excavate export fit glaze groom inspect install interpret landscape lay load machine
    midwife mine nurse operate pave plaster plumb print program programme proofread rewire rivet sand service
    shoe solder stack subtitle survey tarmac thatch tile treat unload upholster vaccinate weld wire x-ray
"""
_DONE_FOR_A_GROUP = "do sing play ring clean drive lead teach arrange mow"
_OF_A_GROUP_VERBS = (
    "run lead head direct edit organise organize manage coordinate host coach conduct oversee curate"
)


def _each(verbs: str, rest: str, category: str = "habits") -> list[tuple[str, str, str]]:
    return [(verb, rest, category) for verb in verbs.split()]


# What follows one verb or two of those below: who is led, what is driven, kept, counted or shared.
_LED = any_of("""
    team, staff, people, department, site, store, branch, ward, engineers, nurses, students, apprentices
""")
_DRIVEN = any_of("lorries, trucks, buses, taxis, vans, trams, trains, coaches, tractors, cranes")
_KEPT = any_of("""
    journal, diary, notebook, logbook, scrapbook, blog, allotment, garden, orchard, aquarium, terrarium,
    fish tank, stall, aviary, sketchbook, smallholding, patch
""")
_KEPT_ANIMALS = any_of("""
    fish, koi, reptiles, snakes, hives, horses, canaries, finches, parrots, tarantulas, geckos, quail, rabbits,
    ferrets, cattle, cows, llamas
""")
_NOT_LODGED_WITH = any_of("fact, idea, consequences, guilt, pain, shame, door")
_INCOMES = any_of("pension, benefits, disability, allowance, grant, wage, salary, scholarship")
_COUNTED = any_of("food, meals, calories, macros, carbs, steps, points, sleep")
_SHARED = any_of("""
    studio, workshop, office, allotment, desk, horse, darkroom, bathroom, kitchen, bedroom, car
""")
_OWNED = any_of(f"""
    {_HOUSE}, farm, shop, boat, narrowboat, woodland, land, acres, business, company, franchise
""")
_SHIFTS_WORKED = any_of("""
    nights, days, lates, earlies, shifts, weekends, split shifts, night shifts, rotating shifts, part[- ]time,
    full[- ]time, freelance, remotely, offshore, abroad, two jobs, three jobs, nine to five
""")
_WORKED_ON = any_of("""
    a farm, a ship, the rigs, an oil rig, cruise ships, building sites, farms, commission, the railways?,
    the boats, ferries
""")
_WORKED_WITH = any_of(r"""
    my hands, kids, children, horses, animals, refugees, the elderly,
    (?:disabled|autistic|deaf|homeless|young|older) \w+, wood, leather, glass, clay, metal
""")
_TIMES_OF_SHIFTS = any_of("early, late, night, morning, evening, day, weekend, graveyard, split")
_WORK_DONE = any_of(f"""
    (?:(?:the|mostly) )?{_TIMES_OF_SHIFTS}s? shifts?, nights, shift work, lates, earlies, alterations, odd jobs,
    supply teaching, agency work, bank shifts, locum work, commissions, payroll, data entry, deliveries,
    home care, house clearances, nails
""")
_PURSUITS = any_of("""
    the (?:school run|night feeds|flowers|crossword|sudoku|lottery), (?:cryptic )?crosswords, jigsaws, sudokus?,
    voluntary work, park ?run, triathlons, stand-?up, am-?dram, improv, open mics, calligraphy, origami,
    cross[- ]stitch, woodwork, (?:brazilian )?jiu[- ]jitsu, bjj, karate, judo, aikido, muay thai, tai chi,
    taekwondo, zumba, pilates, crossfit, spin classes, ballet, salsa,
    (?:line|morris|clog|ballroom|swing) dancing, burlesque, parkour, archery, re-?enactments?, genealogy,
    family history, nail art, face painting, intermittent fasting, keto
""")
_VOICES = any_of("soprano, alto, mezzo, tenor, baritone, bass, vocals, harmony")
_PLAYED_IN = any_of("""
    band, orchestra, quartet, trio, team, side, club, eleven, league, ensemble, group, seconds, thirds
""")
_LIVED_WITH = any_of(r"""
    stammer, stutter, lisp, guide dog, assistance dog, pacemaker, stoma, prosthetic \w+, cochlear implant,
    insulin pump, hearing aid, carer, learning disability
""")
_HELD = any_of("""
    mortgage, season ticket, side hustle, side business, stall at, beach hut, timeshare, lodger,
    zero[- ]hours contract, paper round, licen[cs]e, green card
""")
_AIDS = any_of("""
    wheelchair, CPAP(?: machine)?, stick, cane, crutch, inhaler, walker, rollator, insulin pump, hearing loop,
    screen reader, stairlift, mobility scooter, frame, guide dog, catheter, nebuliser
""")
_WORN = any_of("""
    hijab, niqab, turban, headscarf, kippah, wig, brace, insulin pump, patch, uniform, hearing aid,
    medical bracelet
""")
_ATTENDED = any_of("""
    church, mass, meetings?, group, mosque, temple, synagogue, classes, clinic, services, college
""")
_THERAPISTS = any_of("""
    physio, physiotherapist, therapist, counsellor, psychiatrist, psychologist, osteopath, chiropractor,
    dietitian, specialist, podiatrist
""")
_OWN_CARE = any_of("physio, exercises, stretches, accounts, taxes, nails, hair, prayers")
_WAYS_OF_EATING = any_of("""
    mostly, mainly, only, strictly, gluten[- ]free, halal, kosher, vegan, plant[- ]based, low[- ]carb, keto
""")
_WAYS_OF_STUDYING = any_of("""
    at night, part[- ]time, full[- ]time, from home, remotely, by correspondence, online, in the evenings
""")
_RIDDEN = any_of("motorbike, horse, bike, moped, scooter, unicycle, recumbent, Harley, Triumph, Vespa")
_PARTIES = any_of("Labour, Tory, Green, Lib Dem, Conservative, Republican, Democrat, independent, SNP")

# Verbs, what has to follow each of them, and the category of the item.
ACTIVITIES = (
    *_each(_ALONE, _HOW),
    *_each(_WORK_ALONE, _HOW, "work"),
    *_each(_OF_A_KIND, _GENERIC),
    *_each(_WORK_OF_A_KIND, _GENERIC, "work"),
    *_each("farm lamb shear", r"(?=\W{0,9}\Z| (?!it\b|that\b|out\b))", "work"),
    *_each("homeschool home-school home-educate co-parent co-sleep breastfeed", r"(?=\W{0,9}\Z| )", "family"),
    *_each("foster", r"(?=\W{0,9}\Z| (?:with|through|for) )", "family"),
    *_each(
        "chair co-chair captain co-run moderate admin mod referee umpire steward",
        r" (?:the|an?|our|my|for|at|in) \w",
    ),
    *_each("manage supervise", rf" (?:an?|the|\w+) (?:\w+ )?{_LED}\b", "work"),
    *_each(_OF_A_GROUP_VERBS, _OF_A_GROUP),
    *_each(
        "drive",
        rf" (?:an?|the) (?:\w+ )?{_MACHINE}\b(?! (?:to|down|up|over|into|home)\b)"
        rf"| for (?:Uber|Bolt|Lyft|an?|the)\b| (?:\w+ )?{_DRIVEN}\b",
        "work",
    ),
    *_each(
        "keep",
        rf" an? (?:\w+ ){{0,2}}{_KEPT}\b"
        rf"| (?:shabbat|shabbos|(?:the )?sabbath|lent|(?:\w+ )?{_KEPT_ANIMALS})\b",
    ),
    *_each(
        "lodge bunk board live",
        rf" (?:with|at) (?!(?:it|that|this|him|her|them|you|the {_NOT_LODGED_WITH})\b)\w",
        "home",
    ),
    *_each(
        "live",
        rf" on (?:an?|my|the) (?:\w+ )?{_INCOMES}\b| on (?:benefits|disability|universal credit)\b",
        "home",
    ),
    *_each("dream think", r" in (?-i:[A-Z])\w+"),
    *_each(
        "claim",
        r" (?:benefits|disability|carer's allowance|housing benefit|universal credit|(?-i:[A-Z]{2,4})\b)",
        "work",
    ),
    *_each(
        "get",
        r" paid (?:weekly|monthly|fortnightly|by the (?:hour|day|piece)|in cash|cash in hand|\w+ an hour)\b",
        "work",
    ),
    *_each("cover", r" my (?:hair|head)\b"),
    *_each("weigh count track log", rf" (?:all )?my {_COUNTED}\b", "health"),
    *_each(_DONE_FOR_A_GROUP, _FOR_A_GROUP),
    *_each("share", rf" an? (?:\w+ )?{_HOUSE} (?:with|in|near|on)\b", "home"),
    *_each("share", r" (?:joint )?custody\b", "family"),
    *_each("share", rf" an? {_SHARED} with\b"),
    *_each("live", _ABODE, "home"),
    *_each(
        "rent",
        r" (?:(?:out|an?|the|my|our|from|small|social) ){1,3}"
        rf"(?=[^.,;!?]{{0,30}}\b(?:{_HOUSE}|council|housing)\b)(?!.*\b(?:every|each|summer|holidays?)\b)",
        "home",
    ),
    *_each("own", rf" (?:(?:an?|my|our|two|three|half) ){{1,2}}(?=(?:\w+ ){{0,2}}{_OWNED}\b)", "possessions"),
    *_each(
        "run",
        r" (?:with (?:a|the|my) (?:\w+ ){0,2}(?:club|group|crew)"
        r"|(?:\w+ )?(?:marathons|ultras|half marathons|5ks|10ks|trails|cross[- ]country))\b",
    ),
    *_each(
        "work",
        rf" (?:(?:(?:mostly|permanent) )?{_SHIFTS_WORKED}"
        r"|the (?:\w+ )?(?:shift|nights)"
        r"|(?:two|three|four|five|six|\d) (?:days|nights|shifts) (?:a|per) week"
        rf"|(?:two|three|four|five|seven) on|on {_WORKED_ON}|at sea|with {_WORKED_WITH})\b",
        "work",
    ),
    *_each("do", rf" {_WORK_DONE}\b", "work"),
    *_each("do", rf" {_PURSUITS}\b"),
    *_each(
        "serve",
        rf" (?:in the (?:[a-z]+ )?{INSTITUTION}|as an? \w+"
        r"|on (?:the|an?) (?:\w+ )?(?:board|committee|council|jury|bench)"
        r"|at the (?:altar|food bank|soup kitchen))\b",
        "work",
    ),
    *_each("belong", r" to (?:an?|the) \w"),
    *_each(
        "sit", r" on (?:the|an?|our|two|three) (?=[^.,;!?]{0,40}\b(?:board|committee|council|panel|bench)\b)"
    ),
    *_each(
        "sing",
        rf" (?:(?:(?:first|second|lead|backing) )?{_VOICES}\b"
        r"|(?:in|with) (?:an?|the|our|my|two) \w"
        r"|at (?:church|weddings|funerals|open mics|mass)\b)",
    ),
    *_each("play", rf" (?:in|for|with) (?:an?|the|our) (?=[^.,;!?]{{0,40}}\b{_PLAYED_IN}\b)"),
    *_each(
        "look",
        r" after (?:(?:my|our|the|\w+) )?(?:\w+ )?"
        rf"(?:{_RELATIVE}|elderly|people|kids|toddlers|horses|grounds)\b",
        "family",
    ),
    *_each("care", rf" for (?:(?:my|our) )?(?:\w+ )?(?:{_RELATIVE}|people|elderly|adults)\b", "family"),
    *_each(
        "raise",
        rf" (?:my|our|two|three|four|five|six) (?:\w+ )?(?:{_RELATIVE}|boys|girls|sons|daughters)\b",
        "family",
    ),
    *_each(
        "have",
        r" (?:joint|shared|full|sole) custody\b"
        rf"| (?:my|the|our) (?:\w+ )?(?:{_RELATIVE}|boys|girls) (?=every|most|on \w+days\b)",
        "family",
    ),
    *_each("have", rf" (?:an? (?:\w+ )?{_LIVED_WITH}|perfect pitch)\b", "health"),
    *_each(
        "have",
        rf" (?:an? (?:\w+ )?{_HELD}|two jobs|dual (?:nationality|citizenship)|settled status"
        r"|(?:two|three|four|five|six|\d+) (?:acres|tattoos|tenants|lodgers|employees))\b",
        "possessions",
    ),
    *_each(
        "go",
        rf" to {_PLACE_OF_HABIT}(?=\W{{0,9}}\Z| (?:on|every|most|with|once|twice|at|three|in|before|after)\b)"
        r"| to (?:bed|sleep) (?:at|around|by|before|about|early|late)\b",
    ),
    *_each(
        "get wake",
        r" up (?:early|late|before \w+"
        r"|(?:at|around|about) (?:the crack of dawn|dawn|\w+(?::\d\d)?)(?: (?:thirty|am|a\.m\.))?)"
        r"(?=\W{0,9}\Z| (?:to|for|every|most|on|and)\b)",
    ),
    *_each(
        "take", rf" {_MEDICINE}(?=\W{{0,9}}\Z| (?:at|with|every|twice|before|after|in the|for)\b)", "health"
    ),
    *_each(
        "take",
        r" the (?:bus|train|ferry|tram|tube|metro|stairs) (?:everywhere|to (?:work|school|college|uni))\b",
    ),
    *_each("inject", r" (?!it\b|them\b|him\b|her\b|some\b|a bit\b)", "health"),
    *_each("use", rf" an? (?:\w+ )?{_AIDS}\b", "health"),
    *_each("wear", rf" (?:an? (?:\w+ )?{_WORN}|insoles|compression \w+)\b"),
    *_each(
        "pay",
        r" (?:into (?:an?|the|my) \w"
        r"|(?:my|our) (?:mum|mom|dad|parents) (?:rent|board)"
        r"|child support|maintenance|alimony"
        r"|off (?:my|our|the) (?=[^.,;!?]{0,30}\b(?:loans?|debts?|mortgage|cards?|overdraft)\b))",
    ),
    *_each("send", r" (?:money|remittances) (?:home|back|to (?:my|our) )"),
    *_each(
        "give donate",
        r" (?:blood|plasma|(?:\w+ )?(?:lessons|tours|talks|massages|workshops|tutorials)"
        r"|ten per ?cent|to (?:charity|the church))\b",
    ),
    *_each("put", r" (?:aside|away|by) (?=[^.,;!?]*\b(?:a month|a week|every|each)\b)"),
    *_each("save", r" [^.,;!?]{2,20} (?:a|every|each) (?:week|month|year)\b"),
    *_each("budget", r" (?:with|in|using) \w"),
    *_each("speak", r" (?=[A-Z])[^.,;!?]{3,30} (?:at home|with my|with the|to my|at work|to the)\b"),
    *_each(
        "spend",
        rf" (?:(?:{SEASON}|weekend)s|Christmas|(?:every|each|most) \w+|half the year"
        rf"|my (?:\w+ )?(?:weekends|{SEASON}s|holidays|evenings|lunch breaks|days off)) \w",
    ),
    *_each("read", r" (?:the (?:Quran|Koran|Bible|Torah|paper|papers)|tarot)\b"),
    *_each(
        "watch", r" (?:every|all (?:the|of)) (?=[^.,;!?]*\b(?:match|matches|games?|races?|episode|season)\b)"
    ),
    *_each("subscribe", r" to \w"),
    *_each("listen", r" to (?!me\b|you\b|him\b|her\b|it\b|them\b|this\b|that\b|the\b|my\b|an?\b)[a-z]"),
    *_each("attend", rf" (?:(?:an?|the|\w+) )?(?=[^.,;!?]{{0,40}}\b{_ATTENDED}\b)"),
    *_each("help", r" out (?:at|with) (?:an?|the|our) \w"),
    *_each(
        "see",
        rf" (?:an?|my) (?:\w+ )?{_THERAPISTS}\b(?=.*\b(?:every|once|twice|each|regularly)\b)",
        "health",
    ),
    *_each("walk", r" with (?:an?|two) (?:\w+ )?(?:sticks?|canes?|crutch|crutches|frame|limp)\b", "health"),
    *_each("do", rf" my (?:own )?{_OWN_CARE}\b"),
    *_each("sleep", r" with (?:an?|the) (?:CPAP|fan|light|weighted blanket|eye mask)\b", "health"),
    *_each("drink", r" (?:my|our) (?:coffee|tea) \w"),
    *_each("eat", rf" {_WAYS_OF_EATING}\b", "health"),
    *_each("skip", r" breakfast\b"),
    *_each("milk", r" (?:\w+ )?(?:cows|goats|sheep)\b", "work"),
    *_each("cover", r" (?:the )?(?:night|weekend|early|late)s? shifts?\b", "work"),
    *_each("pick", r" up (?:\w+ )?shifts\b", "work"),
    *_each("study", rf" {_WAYS_OF_STUDYING}\b", "education"),
    *_each("observe", r" (?:lent|ramadan|shabbat|the sabbath)\b"),
    *_each("light", r" candles\b"),
    *_each("ride", rf" (?:an?|my) {_RIDDEN} (?:to|every|in)\b"),
    *_each("train", r" at (?:an?|the|my) (?=[^.,;!?]{0,30}\b(?:gym|dojo|club|academy)\b)"),
    *_each("vote", rf" {_PARTIES}\b"),
    *_each("ring", r" (?:the )?(?:church )?bells (?:at|in|on)\b"),
    *_each("fish", r" (?:the|off|in|on) (?!.*\bout of\b)\w"),
)
# What "we" do is about a family or household with these, and about anybody's work or evening with others.
_TOGETHER_WORDS = """
    adopt bake breed brew camp care celebrate co-parent co-sleep commute compost farm fast foster garden grow
    holiday home-educate home-school homeschool keep lamb light live look milk observe own pray raise rear
    rehome rent rescue run sail share shear speak spend
"""
TOGETHER = frozenset(_TOGETHER_WORDS.split())
_TOGETHER_OFTEN_WORDS = """
    attend camp celebrate cook cycle dance drive eat fly go hike holiday host light order play pray read row
    sail shop sing ski spend stay swim visit walk
"""
TOGETHER_OFTEN = frozenset(_TOGETHER_OFTEN_WORDS.split())
# Verbs of thinking, feeling, speaking and happening, of which "often" makes no habit that anybody has to know.
_OF_THE_MOMENT_WORDS = """
    agree am appear are argue ask assume be believe bet bother bring bump call can care catch come complain
    could cry d decide did die disagree does doubt dread dream end expect explain fall fear feel find finish
    forget gain get gonna gotta guess had happen has hate have hear hope imagine intend is joke keep know lack
    laugh learn leave let lets like ll look lose love m matter may mean mention might mind miss moan must need
    no not notice offer owe panic plan prefer pretend promise re reach realise realize recall reckon regret
    remember say scream see seem shall should show sigh sit sound stand start stay stop struggle suppose suspect
    swear tell tend text thank think trip try turn understand use ve vow wait wanna want was waste were whine
    will wish wonder worry would
"""
OF_THE_MOMENT = frozenset(_OF_THE_MOMENT_WORDS.split())
# What is done once as well as often: "I order drinks".
_FOR_NOW_WORDS = """
    accept add blame book break bring burn buy carry catch check clear close cook cut drink drive drop eat fill
    fix get give grab hand hang hit hold hurt kill lie live lock make meet move open order own pack pass pay
    pick play pull push put read roll rub ruin run save send sense serve set share smell sort spend stick take
    taste text throw touch use walk wash watch work write
"""
FOR_NOW = frozenset(_FOR_NOW_WORDS.split())
_WITH_ONLY_WORDS = "buy use eat drink wear shop listen read watch speak cook smoke take drive"
WITH_ONLY = frozenset(_WITH_ONLY_WORDS.split())
_LIKE_ADVERBS_WORDS = "fly sing ring bring shed"
LIKE_ADVERBS = frozenset(_LIKE_ADVERBS_WORDS.split())  # verbs that look like adverbs and participles
_HAD_OFTEN = any_of(r"""
    choir, band practice, rehearsals?, football, training, therapy, physio, counselling, dialysis, chemo,
    lessons, piano lessons, driving lessons, an? (?:\w+ )?(?:class|lesson|stall|market stall), lectures,
    seminars, evening classes, choir practice, Sunday lunch
""")
HAD_OFTEN = rf" {_HAD_OFTEN}\b"
