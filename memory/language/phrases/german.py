"""German phrases, as alternatives of patterns."""

from memory.language.german_dates import WEEKDAYS
from memory.language.lexicon import any_of

# At the end of a statement: "Ich fange am Montag an, weißt du?"
TAGS = (
    r"oder|weißt du|ne|gell"
    r"|stimmt['’]?s"
    # What is offered after what is planned: "Am 18. April ist Regatta, kommst du mit?"
    r"|kommst du(?: mit| auch)?|kommt ihr(?: mit| auch)?"
    r"|bist du dabei|seid ihr dabei"
    r"|passt (?:das|dir das)"
    r"|hast du (?:lust|zeit)"
)
TAGS_ALONE = "oder|gell|ne"

# Questions, with or without a question mark.
BEFORE_QUESTION = "und|aber"
# "nimmst du die Tabletten noch", but not "weißt du, …"
_ASKS_LISTENER = (
    r"(?:(?!(?:weißt|siehst|merkst|verstehst|hörst|kannst du mal|hättest|wärst|sonst|selbst)\b)[a-zäöüß]{2,12}st"
    r"|magst|seid|habt|kommt)"
)
_HOW_IS = any_of(r"""
    wars, war['’]?s, war, ist, sind, gehts, geht['’]?s, läufts, läuft['’]?s, läuft, lief
""")
QUESTIONS = (
    # "Dein Bruder, wie hieß der noch"
    r"[^.!?]{2,60},\s(?:wie|wo)\s(?:hieß|heißt|war|wohnt|hat|ist)\s(?:er|sie|es|das|der|die|doch|noch)\b[^,.!]{0,20}$"
    # "als was", "wofür denn"
    r"|(?:als|von|mit|für|gegen|auf)\swas(?:\s\w+){0,3}$|wo(?:für|mit|rauf|zu|gegen|rum|von)(?:\s\w+){0,4}$"
    # "wie wärs mit Kino"
    r"|wie\swär['’]?s\s(?:mit|wenn)\s"
    # "wann kommt deine Schwester", but not "wie gesagt die Karten"
    r"|(?:wie|wo|was|wer|wann|warum)\s(?!gesagt|schon|immer|auch)\w+(?:st|t|en)"
    r"\s(?:dein|deine|euer|eure|die|der|das)\s\w+[^,.!]{0,30}$"
    # "seit wann", "mit wem", "um wie viel Uhr"
    r"|(?:(?:seit|bis|ab)\swann|(?:mit|für|von|zu|bei)\swem|um\swie\s?viel\suhr)\b"
    # "na hast du schon gepackt"
    rf"|(?:(?:ey|na|du|hey|huhu|hallo|hi|sag(?:\smal)?|ach|achso|also|ok|okay),?\s){{0,2}}{_ASKS_LISTENER}\s(?:du|ihr)\s(?!.*,\sdann\b)"
    # What somebody else is or does: "und deine Schwester"
    r"|(?:dein|deine|euer|eure|bei)\s(?:dir|euch|\w{2,15})(?:\sso)?$"
    # "wie kommen wir hin"
    r"|(?:wie|wo|was|wer|wann|warum|wohin|woher)\s(?!gesagt|schon|immer|auch)\w+(?:st|t|en)"
    r"\s(?:du|ihr|wir|er|sie|es|man)\b"
    # "und wie wars bei deinem Vater", "was macht die Arbeit"
    rf"|(?:na\s|ach\s)?(?:wie\s{_HOW_IS}|was\smacht\s(?:der|die|das|dein\w*))\s(?!gesagt|immer)[^,.!]{{1,50}}$"
    # Which of two: "kommst du oder was"
    r"|[^,.!?]{2,40}\soder (?:deins|was)$"
    # What was thought to be known: "warst du nicht in Kiel"
    r"|(?:warst|bist|hattest|wolltest|hast) du nicht\s"
)

# A question behind a statement: "Am 3. August habe ich Urlaub, und wer vertritt mich?", "Mir geht es gut, und bei dir?"
BEFORE_LAST_QUESTION = "und|also|aber"
LAST_QUESTION_BEGINS = any_of(r"""
    kannst, könntest, könnt, können, könnten, kann, gibt, haben, hast, habt, ist, sind, geht, muss, darf, soll, sollen,
    steht, weißt, brauchst, stört, reicht, welche\w?, wer, was, wann, wie, wo
""")
ASKS_IN_RETURN = r"und (?:du|ihr|selbst|bei (?:dir|ihnen))"

# What tells a statement of oneself: a day, or what somebody says of themselves without one.
_WEEKDAYS = rf"{'|'.join(WEEKDAYS)}|Wochenende"
DAYS = rf"{_WEEKDAYS}|morgen|übermorgen"
BEFORE_MONTH = "in|im|ab|seit"
BEFORE_SELF = "ach|also|hallo|übrigens|und"
OF_SELF = (
    # "Ich bin Vegetarierin, gibt es etwas für mich?", but not "Ich bin mir nicht sicher, …"
    r"ich (?:bin|habe?|wohne?|lebe|arbeite|studiere|spiele|esse|spreche)\s"
    r"(?!(?:mir |ja )?(?:nicht sicher|gespannt|unsicher)|(?:da )?(?:eine|ne) (?:kurze )?frage)"
    r"|wir (?:sind|haben|wohnen)\s"
    # "Mein Sohn verträgt keine Nüsse, …"
    r"|mein\w? \w+ (?:ist|hat|verträgt)\s"
)
ASKS_FIRST = any_of("wenn, falls, wer, was, wann, wie, wo, hast, bist, kannst")

# Signs of content in a short sentence.
TELLS_OF_SELF = (
    # Without a pronoun: "Hab bestanden!"
    r"\A(?:bin|hab|habe|war|wohne|arbeite|lerne|studiere|rauche|singe|spiele)\b"
    # News that is less than was feared: "Ist nur verstaucht."
    r"|\bist (?:nur|bloß) (?!(?:so|fair)\b)\w"
)
# What makes a request more than that.
SAYS_MORE = (
    r"ich|mein(?:e[mnrs]?)?|wir|unser\w*"
    r"|weil"
    r"|immer|nie|niemals|ab jetzt|ab sofort|künftig"
    rf"|{_WEEKDAYS}|heute|morgen"
)

# Words at the beginning of a sentence that refer to an earlier one.
BEFORE_POINTER = "und|aber"
POINTERS = r"er|sie|es|das(?!\s(?-i:[A-ZÄÖÜ]))"
_VERBS_BEHIND_PRONOUN = any_of(r"""
    ist, sind, war, waren, geht['’]?s, hat, hab, habe, haben, hatten?, wird, kann, will, wollen, muss, soll, mag, kommt,
    geht,     macht, weiß, wissen, kenn\w{0,2}, find\w{0,3}
""")
# In front of their verb, for what was named before: "Den hat mein Bruder", "der ist nett".
DEMONSTRATIVE = rf"(?:der|die|den|dem|denen)\s(?={_VERBS_BEHIND_PRONOUN}\b)"
# "Und er zieht aus": somebody must have been named before.
BEFORE_PERSON = "und|aber|nee|nein|ja"
PERSONS = r"er|(?-i:sie)|seine?"
OF_SOMEBODY = rf"\W*(?:(?:quatsch|nein|ja|ach|na|und|aber)\b[\s,]{{0,3}})?{DEMONSTRATIVE}"
# "das mach ich morgen"
DOES_THAT = r"\A\W*das (?:mache?|tu|erledige?) ich\b"

# What is asked for, and says nothing else: "Bring bitte eine Lampe mit".
BEFORE_REQUEST = "bitte|dann|und|also"
_DO = any_of("leg, stell, häng, hol, nimm, kauf, räum, besorg, schalt, mach, klick, lösch, zieh")
REQUESTS = (
    r"(?:komm|bring"
    r"|lass (?:dir|dich|mal|uns)"
    r"|sag|frag|ruf|schreib|gib|schick|vergiss"
    r"|grüße?|erzähl|warte mal|stell dir|denk (?:dran|an)"
    r"|melde? dich|pass (?:auf|gut)"
    # "stell mir das Rad hin"
    r"|(?:leg|stell|häng|park)e? (?:mir|uns)"
    # "mach doch mal das Licht aus", "hol es bitte"
    rf"|{_DO}e? (?:(?:schon|doch|ruhig|bitte|es|das|den|die) )?(?:mal|bitte))(?!\w)"
)

# What adds to what somebody else has said: "und mit dem Hund auch".
AND = "und"
WITH = "mit|ohne"
ARTICLES = "dem|den|der|all dem"
TOO = "auch|noch"
