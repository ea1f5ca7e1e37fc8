"""English words for what people are, have and do, as alternatives of the patterns in `english`."""

from memory.language.lexicon import any_of

# The last word, or the last part, of what people are by trade: a piano tuner, a meat packer, a locksmith.
TRADE_ENDS = any_of("""
    assembler, assistant, attendant, binder, breeder, builder, buyer, cleaner, collector, controller, cutter,
    dealer, designer, dispatcher, dresser, driver, engineer, fitter, grapher, grower, guard, guide, handler,
    hygienist, iatrist, icist, inspector, installer, instructor, keeper, layer,
    (?<!peace)(?<!trouble)(?<!home)maker, manager, mechanic, metrist, minder, monger, nurse, officer, ologist,
    operator, packer, picker, planner, processor, ranger, repairer, restorer, setter, smith, worker, stylist,
    surveyor, teacher, technician, tender, therapist, trainer, tuner, welder, wright, writer
""")
JOBS = any_of(f"""
    accountant, actor, actress, actuary, administrator, analyst, anaesthetist, animator, apprentice(?! [a-z]),
    architect, archivist, artist, astronomer, attorney, auctioneer, auditor, author, baker, banker, barber,
    barista, barrister, beautician, botanist, bouncer, broker, butcher, caretaker, carer, carpenter, cashier,
    chef, chemist, civil servant, clerk, coach, composer, conductor, conservator, consultant, cook, counsellor,
    counselor, courier, curator, dancer, decorator, dentist, developer, dietitian, doctor, economist, editor,
    electrician, entrepreneur, farmer, farrier, firefighter, fisherman, florist, forester, gardener, glazier,
    historian, illustrator, interpreter, janitor, jeweller, joiner, journalist, judge, lawyer, lecturer,
    librarian, lifeguard, linguist, magistrate, mathematician, midwife, musician, nanny, notary, nutritionist,
    optician, osteopath, painter, paediatrician, paralegal, paramedic, pastor, pediatrician, pharmacist,
    physicist, poet, porter, sculptor, steward, stewardess, pilot, plasterer, plumber, postdoc, postman,
    postwoman, potter, priest, producer, professor, programmer, proofreader, realtor, receptionist, recruiter,
    referee, reporter, researcher, roofer, sailor, scaffolder, salesperson, scientist, seamstress, secretary,
    shepherd, singer, soldier, solicitor, statistician, stonemason, surgeon, tailor, tattooist, tiler,
    translator, trucker, undertaker, upholsterer, veterinarian, vet, vicar, violinist, waiter, waitress, weaver,
    [a-z]{{0,12}}{TRADE_ENDS}
""")
PET = any_of("""
    dog, puppy, cat, kitten, parrot, budgie, rabbit, bunny, hamster, turtle, tortoise, horse, pony, snake,
    lizard, gecko, ferret, guinea pig, bird, greyhound, whippet, labrador, terrier, poodle, spaniel, dachshund,
    beagle, collie, husky, retriever, corgi, pug, bulldog, chihuahua, cockatiel, canary, gerbil, rat, donkey,
    mare, kitty, pup, labradoodle, cockapoo, dalmatian, rottweiler, boxer(?! shorts), setter, alsatian,
    german shepherd, schnauzer, shih tzu, maltese, pekingese, staffie, lurcher, mongrel, tabby, tomcat, moggy,
    maine coon, siamese, ragdoll, parakeet, lovebird, cockatoo, macaw, finch, chinchilla, hedgehog, iguana,
    chameleon, bearded dragon, python, tarantula, axolotl, goldfish, terrapin, gelding, stallion
""")
# Animals of which people have several.
FLOCK = any_of("""
    hens, chickens, ducks, geese, goats, sheep, alpacas, llamas, donkeys, quails, pigs, ponies, budgies,
    puppies, kittens, guinea pigs, stick insects, canaries, finches, guppies, goldfish, fish(?! tank), pigeons,
    mice, bunnies
""")
INSTRUMENTS = any_of("""
    accordion, fiddle, violin, viola, cello, double bass, bass(?: guitar)?, guitar, banjo, ukulele, lute, flute,
    recorder, piccolo, clarinet, saxophone, sax, trumpet, trombone, tuba, horn, french horn, cornet, harp,
    piano, keyboards?, organ, harpsichord, drums, percussion, xylophone, marimba, mandolin, bagpipes, oboe,
    bassoon, concertina, harmonica, sitar, theremin, tin whistle, didgeridoo, bodhr[aá]n, tabla
""")
# Makes of cars and motorcycles, also in small letters.
_MAKES = any_of("""
    Volvo, Fiat, Ford, Toyota, Honda, Skoda, Seat, Renault, Peugeot, Citro[eë]n, Dacia, BMW, Audi, Mercedes,
    Volkswagen, VW, Polo, Mini, Nissan, Mazda, Kia, Hyundai, Tesla, Opel, Vauxhall, Suzuki, Yamaha, Kawasaki,
    Ducati, Triumph, Harley, Vespa, Bedford, Land Rover, Subaru, Saab, Brompton
""")
VEHICLES = any_of(f"""
    car, van, campervan, camper(?: van)?, caravan, motorhome, motorbike, motorcycle, scooter, moped, vespa,
    tractor, truck, pick-?up, jeep, boat, canoe, kayak, narrowboat, dinghy, yacht, e-?bike, cargo bike, tandem,
    unicycle, estate, convertible, hatchback, (?i:{_MAKES})
""")
SPOKEN = any_of("""
    Afrikaans, Albanian, Arabic, Armenian, Basque, Bosnian, Breton, Bulgarian, Cantonese, Estonian, Farsi,
    Filipino, Galician, Georgian, Indonesian, Irish, Latvian, Lithuanian, Malay, Maltese, Mongolian, Punjabi,
    Sicilian, Slovak, Slovenian, Somali, Tagalog, Yiddish, Yoruba, Zulu, sign language, Esperanto, Latin,
    Bengali, Catalan, Chinese, Croatian, Czech, Danish, Dutch, English, Finnish, French, Gaelic, German, Greek,
    Hebrew, Hindi, Hungarian, Icelandic, Italian, Japanese, Korean, Mandarin, Norwegian, Persian, Polish,
    Portuguese, Romanian, Russian, Serbian, Spanish, Swahili, Swedish, Tamil, Thai, Turkish, Ukrainian, Urdu,
    Vietnamese, Welsh
""")
PEOPLES = any_of("""
    American, Argentinian, Australian, Austrian, Belgian, Brazilian, British, Bulgarian, Canadian, Chilean,
    Chinese, Colombian, Croatian, Czech, Danish, Dutch, Egyptian, English, Finnish, French, German, Greek,
    Hungarian, Indian, Irish, Israeli, Italian, Japanese, Kenyan, Korean, Mexican, Moroccan, Nigerian,
    Norwegian, Persian, Peruvian, Polish, Portuguese, Romanian, Russian, Scottish, Serbian, Spanish, Swedish,
    Swiss, Syrian, Turkish, Ukrainian, Vietnamese, Welsh
""")
ILLNESS = any_of(r"""
    asthma, diabetes, migraines?, arthritis, anxiety, depression, insomnia, hypertension, high blood pressure,
    epilepsy, adhd, ADHD, eczema, panic attacks, a bad back, a bad knee, tinnitus, an(?:a)?emia,
    co?eliac disease, hay fever, endometriosis, psoriasis, sciatica, glaucoma, vertigo, dyslexia,
    sleep apn(?:o)?ea, osteoporosis, a pacemaker, a heart condition, Crohn['’]s(?: disease)?,
    multiple sclerosis, MS, IBS, PCOS, COPD, PTSD, OCD, RSI, rosacea, gout, angina, lupus, long COVID,
    an? (?:under|over)active thyroid, an? (?:bad|dodgy|gammy|dicky) (?:hip|shoulder|heart|ankle|wrist),
    (?:a )?slipped discs?, (?:a )?herniated disc, high cholesterol, kidney stones, gallstones, acid reflux,
    a heart murmur, arrhythmia, cataracts, narcolepsy, Parkinson['’]?s, Alzheimer['’]?s, dementia, fibromyalgia,
    M\.?E\.?, chronic fatigue, Hashimoto['’]?s, hypothyroidism, Lyme disease, varicose veins, bipolar disorder,
    burnout, shingles, plantar fasciitis, carpal tunnel(?: syndrome)?, restless legs, chilblains, a hernia,
    an ulcer, (?:stomach )?ulcers, reflux, cluster headaches, nut allergy, lactose intolerance,
    [a-z]{3,15}(?:itis|(?<!osm)(?<!hypn)osis|pathy|algia|(?<!acad)emia|plegia)
""")
IMPAIRED = any_of("""
    (?:(?:almost|nearly|half|partly) )?blind, deaf(?: in one ear)?, hard of hearing, partially sighted,
    visually impaired, colou?r[- ]?blind, dyslexic, autistic, short-sighted, an(?:a)?emic,
    lactose[- ]intolerant, gluten[- ]intolerant, fructose[- ]intolerant, histamine[- ]intolerant, teetotal
""")
REACTION = any_of("""
    hives, asthma, hay fever, migraines?, a rash, rashes, a runny nose, itchy eyes, terrible headaches
""")
ILL = {
    "diabetic": "diabetes", "asthmatic": "asthma", "epileptic": "epilepsy", "coeliac": "coeliac disease",
    "celiac": "celiac disease", "prediabetic": "prediabetes", "pre-diabetic": "prediabetes",
}  # fmt: skip
DIETS = r"(?:vegetarian|vegan|pescatarian|gluten[- ]free)"
DRUGS = any_of("""
    insulin, oxygen, dialysis, chemo(?:therapy)?, antidepressants, blood thinners, warfarin, statins,
    beta blockers, thyroxine, HRT, steroids, methotrexate, lithium,
    (?:blood pressure|heart|thyroid) (?:tablets|pills|medication|meds)
""")
DOSE = r"\d{1,4}(?:[.,]\d{1,3})? ?(?:mg|mcg|µg|ml|units|milligrams)"
# The last part of the names of medicines: ramipril, atorvastatin.
_DRUG_ENDS = any_of("""
    pril, sartan, statin, olol, formin, prazole, dipine, oxetine, triptan, zepam, thyroxine, cycline, cillin, profen,
    tadine, tirizine
""")
DRUG_NAME = rf"(?:[a-z]{{2,14}}{_DRUG_ENDS}|aspirin|paracetamol|cortisone)"
# What people avoid because it harms them, apart from food.
ALLERGENS = any_of("""
    pollen, dust(?: mites)?, latex, penicillin, ibuprofen, aspirin, wasps?, bees?, bee stings, wasp stings,
    cats?, dogs?, horses, feathers, mou?ld, nickel, plasters, perfumes?, strawberries, kiwis?, sesame, celery,
    mustard, prawns, lupin
""")
DISHES = any_of("""
    (?:red )?meat, pork, beef, lamb, chicken, fish, seafood, dairy, gluten, lactose, shellfish, eggs, sugar,
    salt, nuts, peanuts, soy, walnuts, hazelnuts, almonds, cashews, pistachios, sesame, mustard, celery, prawns,
    cheese, wheat, bread, spicy food, mushrooms, onions, garlic, tomatoes
""")
DRINKS = r"(?:alcohol|caffeine|coffee|milk|wine|beer)"
FOODS = f"(?:{DISHES}|{DRINKS})"
# Pastimes of which people say that they do them, without saying that they like it.
PASTIMES = any_of("""
    running, jogging, climbing, bouldering, mountaineering, knitting, sewing, quilting, weaving,
    crochet(?:ing)?, embroidery, swimming, hiking, rambling, cycling, mountain biking, painting, drawing,
    sketching, watercolours?, baking, cooking, gardening, fishing, angling, sailing, rowing, surfing,
    windsurfing, kitesurfing, diving, scuba(?: diving)?, snorkell?ing, skiing, snowboarding, dancing, salsa,
    tango, ballet, tap(?: dancing)?, pottery, ceramics, yoga, pilates, karate, judo, boxing, kickboxing,
    fencing, photography, bird-?watching, birding, kayaking, canoeing, paddleboarding, archery, beekeeping,
    woodwork(?:ing)?, carpentry, skating, ice skating, rollerskating, skateboarding, calligraphy, astronomy,
    stargazing, origami, genealogy, blacksmithing, upcycling, metal detecting, geocaching, orienteering,
    horse[- ]riding, dressage, gymnastics, trampolining, weightlifting, powerlifting, crossfit, CrossFit,
    spinning, aerobics, zumba, Zumba, tai chi, Tai Chi, qigong, aikido, taekwondo, jiu[- ]jitsu, jujitsu,
    wrestling, martial arts, meditation, chess, bridge, poker, darts, snooker, pool, bowls, bowling,
    p[eé]tanque, croquet, mahjong, backgammon, scrabble, board games, video games, gaming, role-?playing,
    football, soccer, rugby, hockey, cricket, baseball, softball, netball, basketball, volleyball, handball,
    water polo, lacrosse, tennis, table tennis, ping[- ]?pong, badminton, squash, padel, golf, mini-?golf,
    athletics, triathlons?, (?:half )?marathons, parkruns?, choir, choral singing, singing, karaoke,
    amateur dramatics, improv, stand-up, drama, theatre group, book club, bell-?ringing, puppetry, magic tricks,
    juggling, crosswords, sudoku, jigsaws, model trains, model making, stamp collecting, creative writing,
    poetry, blogging, podcasting, volunteering, wild swimming, open[- ]water swimming, trail running, reading
""")
DONE_FOR_FUN = {
    "row": "rowing", "climb": "climbing", "knit": "knitting", "sew": "sewing", "crochet": "crocheting",
    "sail": "sailing", "surf": "surfing", "ski": "skiing", "fence": "fencing", "paint": "painting",
    "swim": "swimming", "cycle": "cycling", "hike": "hiking", "fish": "fishing", "box": "boxing", "dance": "dancing",
    "jog": "jogging", "bake": "baking", "garden": "gardening", "skate": "skating", "birdwatch": "birdwatching",
    "sing": "singing", "draw": "drawing",
}  # fmt: skip
# Who employs is often named with "the", which otherwise refers to something said before: "I work for the council".
EMPLOYERS = any_of("""
    (?:city |county |town |local )?council, post office, police, railways?, fire (?:service|brigade|department),
    government, NHS, university, hospital, library, airport, army, navy, church, zoo, town hall, port, court,
    job ?cent(?:re|er)
""")
HOUSES = any_of("""
    school, library, bakery, hospital, lab, laboratory, nursery, kitchen, warehouse, museum, bank, shop,
    bookshop, factory, restaurant, pharmacy, garage, brewery, call cent(?:re|er), supermarket, hotel, caf[ée],
    care home, hospice, theatre, clinic, garden cent(?:re|er), law firm, kindergarten
""")
WORKPLACE = rf"(?:an? (?:[a-z'’-]+ ){{0,2}}{HOUSES})"
TRADES = any_of("""
    payroll, procurement, purchasing, quality control, compliance, engineering, law, architecture, design,
    recruitment, admin, reception, tech support, customer care, operations, security, telecoms, forestry,
    farming, fishing, shipping, manufacturing, pharmaceuticals, biotech, journalism, the civil service,
    transport, insurance, marketing, IT, finance, HR, sales, publishing, advertising, accounting, banking,
    education, healthcare, logistics, hospitality, retail, tourism, construction, catering, politics, research,
    cybersecurity, childcare, social care, customer service
""")
# The last word of what is studied: art history, marine biology.
_OF_STUDY = any_of("""
    [a-z]{2,14}ology, engineering, sciences?(?! fiction), studies, literature, history, design, management,
    economics, physics, education
""")
STUDIES = any_of(f"""
    (?:[a-z]{{2,14}} )?{_OF_STUDY}, chemistry, maths, mathematics, law, medicine, nursing, pharmacy, architecture,
    philosophy, astronomy, statistics, geography, politics, linguistics, languages, music, fine art, art, drama,
    film, journalism, marketing, accounting, finance, business, agriculture, forestry, dentistry, midwifery,
    physiotherapy, veterinary medicine, social work, teaching, theology, classics, computing, IT, French,
    German, Spanish, Italian, English, Chinese, Japanese
""")
# What happens to whoever does not tolerate something.
REACTS = (
    r"(?:\bI (?:end up in|swell|come out in|break out in|choke|get (?:hives|ill|sick|a rash)|can['’]t breathe"
    r"|react badly|itch)"
    r"|\bmy (?:throat|tongue|lips|face|eyes) (?:swells?|itch\w*|closes?|goes|go|puffs?|burns?)"
    r"|(?:puts?|sends?) me (?:in|to) (?:hospital|A&E|the ER)|(?:brings?|makes?) me (?:come )?out in"
    r"|makes? me (?:itch|wheeze))"
)
POSSESSIONS = any_of("""
    piano, cello, violin, telescope, allotment, vineyard, greenhouse, 3D printer, kiln, loom, harp, organ,
    drum kit
""")
# Ages in words: forty-two.
AGES = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|eighteen|nineteen)"
)
