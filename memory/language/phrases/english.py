"""English phrases, as alternatives of patterns."""

from memory.language.english_dates import WEEKDAYS
from memory.language.lexicon import any_of

# At the end of a statement: "I start on Monday, did I tell you?"
TAGS = (
    r"right|ok|okay|yeah|remember"
    r"|did I (?:tell|mention)[^,?]{0,20}"
    r"|you know"
    # What is offered after what is planned: "There's a regatta on 18 April, are you coming?"
    r"|(?:do you )?(?:want to|wanna) (?:come|join)(?: along| us| me)?"
    r"|(?:are )?(?:you|u) (?:coming|in|free)"
    r"|fancy (?:it|coming)"
    r"|(?:come|pop) (?:up|over|along|round|by|too|down)"
    r"|(?:does|would) that (?:work|suit you)"
    r"|is that (?:ok|okay|alright)"
)
TAGS_ALONE = "right|innit|no|yeah|ok"  # "Right??"

# Questions, with or without a question mark.
BEFORE_QUESTION = any_of(r"""
    and, so, but, ok, now, oh, well, anyway, he+y+(?: \w{3,12})?, hi+(?: \w{3,12})?, hiya, haha, lol
""")
_AUXILIARIES = any_of("have, has, had, do, does, did, are, is, was, were, will, would, can, could, should")
_ASKS_LISTENER = any_of("are, were, did, do, have, can, will, would, is, has, does")
_MEASURES = any_of("old, long, much, many, far, big, often, late, bad, tall")
_AFTER_MEASURE = any_of("is, are, was, were, do, does, did, has, have, will")
_ASKED_AFTER = any_of("it, he, she, they, the, your, things, work, life, everyone, everybody, mum, mom, dad")
_AGREED_WITH_US = any_of("on, meeting, going, doing, allowed, late, ok, okay, good, coming")
_THINKS = any_of("say, think, mean, want, do, know, like, feel, look, sound")
QUESTIONS = (
    # "since when", "how's the new job"
    r"since\swhen\b"
    r"|how['’]s\s\w[^,.!]{0,40}$"
    # "where have you been hiding"
    rf"|(?:where|what|who|when|why|how)\s{_AUXILIARIES}\s(?:you|we|they|he|she|it)\b"
    # "what shall i bring", "who owns the exporter these days", but not "who knows"
    r"|(?:where|what|who|when|how)\s(?:shall|should)\si\b"
    r"|who(?:['’]?s|\s(?!knows\b|cares\b|would\b|else\b)\w{2,12}s)\s[^,.!]{3,60}$"
    # "olu which keyboard do you need", "marek is it true you're leaving"
    r"|[^,.!?]{0,20}\bwhich\s\w+\s(?:do|are|did|will|can|should)\syou\s[^,.!]{1,30}$"
    r"|(?:\w{2,12}\s)?is\sit\strue\s"
    # "as what", "with who"
    r"|(?:as|for|with|about|from|to)\s(?:what|who|whom|where)$"
    # What somebody else is or does: "and your sister"
    r"|your\s\w{2,12}$"
    # "did everyone get home", but not "do you know"
    rf"|{_ASKS_LISTENER}\s(?:you|u|every(?:one|body)|any(?:one|body))\s(?!know\b|see\b|look\b)"
    # "does nadia still live there", but not "does the trick"
    r"|does\s(?!(?:not|so|well|nothing|the trick|it for)\b)\w+\s\w[^!]*$"
    # "is she back yet"
    r"|(?:is|are|was|were|has|have)\s(?:he|she|they|there|this|your)\s[^!,]*$"
    # "how many people are coming"
    rf"|how\s{_MEASURES}\s(?:\w+\s)?{_AFTER_MEASURE}\s\w"
    # "how's the thesis going", "where are your keys"
    rf"|(?:how|what|where|who|when)(?:['’]?s| is| are| was| were)\s{_ASKED_AFTER}\b[^,.!]{{0,50}}$"
    # "are we still on for Thursday"
    rf"|are\swe\s(?:still\s)?{_AGREED_WITH_US}\b[^.!]*$"
    # "what about 390 if I fetch it tonight"
    r"|(?:what|how)\sabout\s[^.!]{2,80}$"
    # "whose bike is this"
    r"|whose\s\w+\s(?:is|are|was)\s(?:it|this|that)\b"
    # "what did Nora say"
    rf"|(?:what|how|where|when|why)\s(?:does|did|do)\s\w{{2,15}}\s{_THINKS}\b[^,.!]{{0,30}}$"
    # What was thought to be known: "weren't you allergic to cats"
    r"|(?:were|did|are|have|do|is)n['’]?t (?:you|u|that|it)\s(?!dare|worry)[^,.!]{3,60}$"
    # Which of two: "his place or yours"
    r"|[^,.!?]{2,40}\sor (?:yours|what)$"
)

# A question behind a statement: "On 3 August I go on leave, so who takes over?", "I'm fine, and you?"
BEFORE_LAST_QUESTION = "and|so|also|but"
LAST_QUESTION_BEGINS = any_of("""
    can, could, will, would, do, does, did, are, is, have, has, should, shall, any,
    who, what, which, when, how, where
""")
ASKS_IN_RETURN = r"(?:and|what about|how about) you"

# What tells a statement of oneself: a day, or what somebody says of themselves without one.
DAYS = rf"{'|'.join(WEEKDAYS)}|weekend|tomorrow|tonight"
BEFORE_MONTH = "in|from|since"
BEFORE_SELF = any_of("by the way, also, oh, actually, and, so, hi, hello")
_WRITES_BECAUSE = any_of("""
    sorry, wondering, curious, just wondering, not sure, afraid, confused, calling, writing, looking, trying
""")
_DOES_OR_DID = any_of("""
    have, live, work, study, play, teach, eat, speak, don['’]t eat, got, moved, bought, started, quit, left, lost,
    met, went, took, booked, adopted, sold, signed, passed, failed
""")
OF_SELF = (
    # "I'm vegetarian, is there anything for me?", but not "I'm just wondering, …"
    rf"(?:I['’]?m|I am|we['’]re|we are)\s(?!{_WRITES_BECAUSE})"
    # "We adopted a dog, …", but not "I have a quick question, …"
    rf"|(?:I|we)\s{_DOES_OR_DID}\s(?!an? (?:question|quick|problem)|no idea)"
    r"|(?:I|we)['’]ve got\s"
    r"|my \w+(?:['’]s| is| has| can['’]t)\s"
)
ASKS_FIRST = any_of("""
    if, when, where, what, who, how, why, do, does, did, are, is, can, could, will, would
""")

# Signs of content in a short sentence.
TELLS_OF_SELF = (
    r"\bi['’]"
    # Without a pronoun: "Got the job!"
    r"|\A(?:got|went|moved|started|quit|lost|bought|sold|adopted|joined|retired|graduated|broke|finished|passed)\b"
    # News that is less than was feared: "It's only gallstones."
    r"|\b(?:it|that)(?:['’]s| is| was) (?:only|just) (?!(?:fair|right|me|you|so|as|like|that|not)\b)\w"
)
# What makes a request more than that.
SAYS_MORE = (
    r"I|I['’](?:m|ve|ll|d)|my|we|our"
    r"|because"
    r"|always|never|from now on"
    rf"|{DAYS}"
)

# Words at the beginning of a sentence that refer to an earlier one.
BEFORE_POINTER = "and|but|so|because|then|also|or"
POINTERS = any_of("""
    it, its, it's, he, his, she, her, they, their, them, that, that's, this, these, those, there, both, one
""")
# "And she's moved out": somebody must have been named before.
BEFORE_PERSON = any_of("and, but, so, then, nah?, no, yes, yeah, oh, well")
PERSONS = "he|she|they|his|her|their"
_DOES = any_of("starts, begins, finishes, leaves, moves, works, lives, loves, hates, wants, says, turns")
# Without a pronoun: "Starts on the 2nd of November".
OF_SOMEBODY = rf"\W*{_DOES} (?-i:[a-z])"
# "I have to do that before Christmas"
DOES_THAT = r"\A[^,;.!?]{0,40}\b(?:do|did|done) that\b"

# What is asked for, and says nothing else: "Please bring a torch".
BEFORE_REQUEST = any_of("please, pls, plz, so, and, but, then, just, also, oh")
_HANDS = any_of("""
    send, forward, upload, ping, grab, pass, fetch, hand, turn, open, close, remind, hide, buy, pick up, drop, call,
    ring, text, email
""")
REQUESTS = (
    r"(?:come (?:and|over|in|here)"
    r"|bring|tell|ask"
    r"|(?:call|text) (?:me|us|her|him|them)"
    r"|let me know|keep me posted"
    r"|send (?:me|us|my|him|her)|give (?:me|him|her|them|my)"
    r"|don['’]?t (?:worry|forget|tell|say|be|get)"
    # "take care", "take the keys with you"
    r"|take (?:care|it easy|[^.,;]{1,30} (?:with you|along))"
    r"|put (?:in|it|them) |check (?:it|with|the)|chase (?:it|them)"
    # "forward me the mail", but not "buy some milk, we're out"
    rf"|{_HANDS} (?:me|us|him|her|it|them|that|this|the|some|an?)(?![^,;]*[,;] ?+(?!please|pls|thanks))"
    r"|stay (?:by|near|there|put)|leave (?:it|me|them|us)"
    r"|say (?:hi|hello)|listen|guess(?! who\b)|wait|enjoy|imagine|look after|get well)\b"
)

# What adds to what somebody else has said: "with the baby too".
AND = "and"
WITH = "with|without"
ARTICLES = "the|an?|all|your|this|that"
TOO = "too|as well|and all"
