"""Recognises requests in sentences, and strips the politeness around them. Pure.

English is covered best; for other languages the usual openings. A request that is not recognised is omitted.
"""

import re

from memory.language.lexicon import any_of
from memory.language.sentences import clip
from memory.language.words import content_words

WISH_CHARS = 160

# Greetings and fillers before a request, or instead of one.
_LEAD = re.compile(
    r"^(?:\W*\b(?:hi|hello|hey|good (?:morning|afternoon|evening)|dear|sure|yes|yeah|yep|no|ok|okay|great|perfect"
    r"|well|actually|also|and|so|but|oh|thanks|thank you(?: so much| very much)?|alright|all right|right|then"
    r"|certainly|in that case|instead|unfortunately|there|again|now|next(?! time)|finally|lastly"
    r"|btw|by the way|one more thing"
    r"|hola|bonjour|merci|hallo|guten tag|danke|gracias|oui|ja|s[ií])\b[\s,.!:;—–-]*)+",
    re.I,
)
_LEAD_ASIAN = re.compile(
    r"^(?:(?:你好|您好|好的?|嗯|行|谢谢|はい|こんにちは|すみません|네|안녕하세요)[\s，,。！!、]+|那就)+"
)
# Openings of a request; the rest of the sentence is the request itself.
_WANT = re.compile(
    r"^(?:(?:please|pls|plz|kindly|just|maybe|perhaps|i was wondering if|i wonder if|do you think)[\s,]+)*(?:"
    r"i(?:'d| would)(?: really| also| first)? (?:like|love|want|appreciate it if you could|appreciate)"
    r"(?: for)?(?: you)?(?: to)?"
    r"|i(?:'d| would) (?:rather|prefer(?: to)?)"
    r"|i(?: really| just| also| only| still|'ll| will)* (?:want|need|wish|have)(?: for)?(?: you)? to(?: be able to)?"
    r"|i(?: really| just| also| only| still)* (?:want|need)"
    r"|i(?:'m| am)(?: just| really| also)? (?:looking|trying|hoping|calling|planning|interested in|here)(?: to| for)?"
    r"|(?:can|could|would|will) (?:you|u|ya)(?: please| pls| plz| kindly| also| now| just| at least| possibly)*"
    r"(?: help me| assist me| assist)?(?: to| with| in)?"
    r"|(?:can|could|may) (?:i|we)(?: please| also| just)*"
    r"|help me(?: please)?(?: to| with| out with)?|let's(?: just)?|let us|we (?:need|want|would like) to|please|pls|plz"
    r")\b[\s,]*",
    re.I,
)
_WANT_ELSEWHERE = re.compile(
    r"^(?:quiero|quisiera|necesito|me gustar[ií]a|puedes|podr[ií]as?|je (?:veux|voudrais)|j'aimerais|j'ai besoin"
    r"|pouvez-vous|peux-tu|pourriez-vous|ich (?:m[öo]chte|will|brauche|h[äa]tte)|k[öo]nn(?:en sie|test du|ten sie)"
    r"|kannst du|bitte|vorrei|voglio|puoi|potresti|quero|preciso|gostaria|pode|хочу|мне нужно|можете|пожалуйста)\b"
    r"|^.*(?:请|請|帮我|幫我|我想|我要|我需要|能不能|能否|可以.{0,12}吗|ください|お願い|してほしい|したい"
    r"|해 ?주세요|싶)",
    re.I,
)
_WANT_INSIDE = re.compile(
    r"\b(?:i(?:'d| would) (?:like|love|prefer|rather)|i(?: really| just| also)* (?:want|need) |can you |could you "
    r"|would you |please |help me |is it possible|is there (?:any|a|some) |how (?:can|do|much|many) |let's )",
    re.I,
)
_ORDERS = any_of("""
    add, analy[sz]e, apply, arrange, back up, benchmark, book, build, bump, buy, calculate, call, cancel, change, check,
    clean, clone, close, commit, compare, compute, configure, connect, convert, copy, create, debug, delete, deploy,
    describe, diagnose, disable, document, downgrade, download, draft, email, enable, exchange, explain, export, extend,
    extract, fetch, file, fill, find, fix, format, generate, get, give, help, implement, import, improve, inspect,
    install, investigate, list, look, make, merge, migrate, monitor, move, open, optimi[sz]e, order, parse, pay, pin,
    plan, port, post, prepare, print, profile, publish, pull, push, put, read, rebase, refactor, refund, release,
    remind, remove, rename, replace, reply, reproduce, reschedule, reserve, reset, resolve, restart, restore, return,
    revert, review, rewrite, roll back, rotate, run, scan, schedule, search, send, set, show, simplify, sort, split,
    squash, start, stop, summari[sz]e, switch, sync, tag, tell, test, trace, track, translate, turn, update, upgrade,
    upload, use, validate, verify, wire, write
""")
_IMPERATIVE = re.compile(rf"^{_ORDERS}\b", re.I)
# Where the request begins in `I have no number, but I'd like to cancel`.
_TURN = re.compile(
    r"[,;]?\s(?:but|so|and|then)\s+(?=(?:"
    r"i(?:'d| would| really| just| also|'m)*\s+(?:like|love|prefer|want|need|hoping|looking)"
    r"|need to|want to|can you|could you|would you|please)\b)",
    re.I,
)
_NEED = re.compile(r"^(?:need|want) to\b\s*", re.I)
_OPEN_QUESTION = re.compile(
    r"^(?:is|are|am|was|were|do|does|did|has|have|how|what|which|when|where|who|why|if)\b", re.I
)
# Sentences that do not name the task: agreement, thanks, farewells, requests for a human, and requests for help with
# what was named before.
_NO_REQUEST = re.compile(
    r"^(?:please )?(?:go ahead|proceed)\b"
    r"|^(?:that|this|it|everything|all)(?:'?s| is| sounds| looks| works| seems)(?: \w+)?"
    r" (?:correct|right|all|good|great|fine|ok|okay|perfect)\b[^,;]*$"
    r"|^(?:sounds|looks) (?:good|great|right|fine)\b|^(?:i|we) (?:agree|confirm)\b(?! (?:to|with))"
    r"|^(?:never ?mind|forget (?:it|about it))\b"
    r"|^(?:i(?:'d| would)? )?(?:really )?(?:appreciate (?:your|that|it|the|you)|thank\w*)\b(?!-)"
    r"|^(?:have an? (?:great|good|nice|lovely)|(?:talk|see you|speak) (?:soon|later|then))\b"
    r"|^(?:i|we)(?:'ll| will) (?:get back to|reach out|be in touch|think about it|check again)\b"
    r"|\b(?:help|assist\w{0,20})(?: me)? (?:out )?with (?:that|this|it)\W*$"
    r"|\b(?:speak\w*|talk\w*|transfer\w*|connect\w*|escalate\w*|put)(?: \w+){0,4}? (?:to|with|through)(?: \w+){0,3}?"
    r" (?:human|person|representative|supervisor|manager|someone|somebody)\b",
    re.I,
)
_SAYS_NOTHING = frozenset({"help", "assist", "assistance", "check", "issue", "issues", "request", "question"})


def bare(sentence: str) -> str:
    """The sentence without greetings, thanks and the like at its beginning."""
    text = " ".join(sentence.replace("’", "'").split()).lstrip("¿¡ ")
    return _LEAD_ASIAN.sub("", _LEAD.sub("", text))


def is_request(sentence: str) -> bool:
    """Whether a sentence asks for something; call it with a `bare` one."""
    if _NO_REQUEST.search(sentence) or not set(content_words(sentence)) - _SAYS_NOTHING:
        return False
    inside = _TURN.search(sentence) or _WANT_INSIDE.search(sentence)
    return _begins(sentence) or bool(inside) or sentence.endswith(("?", "？"))


def request_in(sentence: str) -> str:
    """`I have no number, but I'd like to move my flight, please.` -> `move my flight`."""
    turn = _TURN.search(sentence)
    text = _NEED.sub("", sentence[turn.end() :]) if turn and not _begins(sentence) else sentence
    while (begin := _WANT.match(text)) and begin.end() < len(text):
        text = text[begin.end() :]
    text = re.sub(r"(?<![\s,])[\s,]*+\b(?:please|pls|plz)\b[\s!.?]*$", "", text, flags=re.I).strip(
        " \t.,;!。！"
    )
    return clip(text if _OPEN_QUESTION.match(text) else text.rstrip("?？ "), WISH_CHARS)


def is_order(text: str) -> bool:
    """Whether the sentence begins like an order: `book a table`."""
    return _IMPERATIVE.match(text) is not None


def _begins(sentence: str) -> bool:
    return any(begin.match(sentence) for begin in (_WANT, _WANT_ELSEWHERE, _IMPERATIVE))
