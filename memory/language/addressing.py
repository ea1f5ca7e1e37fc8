"""Recognises whom a sentence is about: its speaker, the one who is spoken to, or both. Pure."""

import re

from memory.language.detection import language_of
from memory.language.lexicon import any_of
from memory.language.pronouns import HAN_I, WE, WITH_PRONOUNS, YOU, I, pattern

# Of languages that do not leave pronouns out; what is not recognised stays with the speaker.
_FIRST_PERSON = pattern(I, WE, languages=WITH_PRONOUNS, beside=rf"\byo\b(?![,!])|[{HAN_I}]")
_I_ALONE = pattern(I, languages=WITH_PRONOUNS, beside=r"\b(?:yo|mis?)\b|[我俺](?![们們])")
_WE = pattern(WE, beside="我们|我們|咱")
_SECOND_PERSON = pattern(YOU, languages=WITH_PRONOUNS, beside=r"\btú\b")
# "We" alone may be the speaker and somebody else.
_ENGLISH_TOGETHER = (
    r"\blet['’]s\b"
    r"|\bwe (?:both|two)\b"
    r"|\b(?:both|the two) of us\b"
    r"|\b(?:we|us|our)\b.{0,100}?\btogether\b"
)
_GERMAN_TOGETHER = (
    r"\bwir (?:beide|zwei)\b"
    r"|\blasst? uns\b"
    r"|\bwir\b.{0,100}?\b(?:zusammen|gemeinsam)\b"
)
_SPANISH_TOGETHER = (
    r"\bnosotr[oa]s dos\b"
    # "Vamos los dos", but not "a las dos", when it is a time
    r"|(?<!\ba )(?<!\bde )(?<!hasta )(?<!desde )(?<!sobre )\bl[oa]s dos\b"
    r"|\bjunt[oa]s\b"
    r"|\b(?:vente|veníos)\b"
)
_CHINESE_TOGETHER = r"咱俩|咱们(?:俩|一起|都)|我们(?:俩|一起)|我們(?:倆|一起)"
_TOGETHER = re.compile(
    f"{_ENGLISH_TOGETHER}|{_GERMAN_TOGETHER}|{_SPANISH_TOGETHER}|{_CHINESE_TOGETHER}", re.IGNORECASE
)
_INVITES = re.compile(
    r"\blet['’]s (?!say|see|hope|face|be honest|not|just)"
    r"|\b(?:come (?:along|over|with us|and see)|join us)\b"
    r"|\bkomm(?:t)? (?:doch |auch |gern )*(?:mit|vorbei|rum)\b"
    r"|\b(?:vente|veníos)\b"
    r"|[你您]们?也?(?:一起)?来(?:看|玩|吃)|你们?(?:可得|一定要|必须|可要)来",
    re.IGNORECASE,
)

_ENGLISH_KIN = any_of(r"""
    grand\w+, gran, nan, mother, mum, mom, father, dad, parents, sister, brother, son, daughter, uncle, aunt,
    cousin, niece, nephew, husband, wife
""")
_GERMAN_KIN = any_of(r"""
    groß\w+, oma, opa, mutter, mama, vater, papa, eltern, schwester, bruder, sohn, tochter, onkel, tante,
    cousine?, nichte, neffe, frau, mann
""")
_SPANISH_KIN = any_of("""
    madre, padre, mamá, papá, hermano, hermana, abuel[oa], prim[oa], tí[oa], hij[oa]
""")
_KIN = (
    rf"\byour {_ENGLISH_KIN}(?!['’])\b"
    rf"|\bdeine? {_GERMAN_KIN}\b"
    rf"|\b(?:tu|vuestr[oa]) {_SPANISH_KIN}\b"
)
_CHINESE_KIN = (
    "们?家?(?:爸|妈|媽|爹|娘|父|母|哥|弟|姐|妹|爷|爺|奶|外公|外婆|姥|舅|姨|姑|叔|伯"
    "|儿子|女儿|兒子|女兒|孙|老公|老婆)"
)
_BEGINS_WITH_KIN = re.compile(
    rf"\W*(?:{any_of('and, but, so, oh, well, und, aber, oye, y, pero')}\b[\s,]*)*(?:{_KIN}|[你您]{_CHINESE_KIN})",
    re.IGNORECASE,
)

# "You" in what only keeps up the talk, in what somebody else is quoted with, in advice and offers, and in a name for
# somebody else, such as "your grandmother". All of it is taken out; the first alternative that matches says how much.
_SAID_TO_YOU = any_of("""
    thank, see, love, miss, bet, tells?, told, proud of, happy for, jealous of, promise, wish, remind, warn, show
""")
_NOT_OF_YOU_IN_ENGLISH = (
    rf"\b{_SAID_TO_YOU} you\b"
    r"|\b(?:talk|speak|chat|write|get back) (?:to|with) you\b"
    r"|\bcatch you\b"
    # Of a couple that one of them tells of: "We're moving in together".
    r"|\b(?:mov\w+ in|liv\w+|been|back) together\b"
    r"|\b(?:you|as you|so you) know\b"
    r"|\bif you (?:like|want)\b"
    r"|\bdid i tell you\b"
    r"|\b(?:can|could|to|and|will) \w{1,20} (?:with|to|at|about) (?:you|u)\b"
    r"|\byou(?:['’]d| (?:could|should|can|might|would|ought to))\b"
    # What the speaker will do for the other is the speaker's promise.
    r"|\byou(?:['’]ll| will) (?:have|get|hear)\b(?! to\b)"
    r"|\bi(?:['’]ll| will|['’]m going to)\b[^.,;!?]{0,40}?\b(?:you|yours?)\b"
    r"|\byour (?:call|message|email|mail|text|letter|voicemail|postcard)\b"
    # What the speaker can or cannot do to the other, what is only supposed of them, and who is to do what.
    r"|\bi (?:can(?:['’]t|not)?|could(?:n['’]t)?|don['’]t|won['’]t)\b(?!['’])"
    r"(?! (?:even )?(?:believe|imagine|think|know|wait))[^.,;!?]{0,40}?\b(?:you|yours?)\b"
    r"|\b(?:if|in case|unless) you\b[^.,;!?]{0,60}"
    r"|\byou owe me\b"
    r"|\A\W*(?:then |so |ok,? )?you (?:take|hold|carry|bring|keep|grab|drive|cook|choose|pick)\b"
)
_NOT_OF_YOU_IN_GERMAN = (
    r"\b(?:ziehen|wohnen|leben|sind) (?:\w+ ){0,4}zusammen(?=\W*\Z)"
    r"|\bdanke? (?:dir|euch|ihnen)\b"
    r"|\b(?:dass|damit) du(?: es|['’]s)? weißt\b"
    r"|\bweißt du\b"
    r"|\bwie du weißt\b"
    r"|\bdu (?:könntest|solltest|kannst)\b"
    # "Du bekommst das Buch morgen", "Ich leg es dir hin"
    r"|\b(?:du (?:bekommst|kriegst)|sie (?:bekommen|erhalten))\b"
    r"|(?<!\bhab )(?<!\bhabe )\bich\b(?! (?:hab|war|bin))[^.,;!?]{0,40}?\b(?:dir|dich|ihnen)\b"
    r"|\bdeine[nr]? (?:anruf|nachricht|mail|brief|karte)\b"
    r"|\b(?:wenn|falls) du\b[^.,;!?]{0,60}"
)
_NOT_OF_YOU_IN_SPANISH = (
    r"\b(?:vivir|vivimos|estamos|años) junt[oa]s\b"
    r"|\btu (?:llamada|mensaje|correo|carta)\b"
)
_NOT_OF_YOU_IN_CHINESE = r"(?:要是|如果|假如|万一)[^。！？]*|[你您][^，。]{1,10}再说吧?"
_QUOTED = r"[\"“„«][^\"“”„«»]{0,200}[\"“”»]"
_NOT_OF_YOU = re.compile(
    f"{_NOT_OF_YOU_IN_ENGLISH}|{_NOT_OF_YOU_IN_GERMAN}|{_NOT_OF_YOU_IN_SPANISH}|{_NOT_OF_YOU_IN_CHINESE}"
    f"|{_KIN}|{_QUOTED}",
    re.IGNORECASE,
)
_HAN_CLAUSE = re.compile(r"[，,；;。！!？?：:…\s]+")
# Not requests, and not what somebody only says to the other, wishes them, or will do for them: 周五之前给您.
_HAN_YOU = re.compile(
    r"(?<![对對替向等想跟找问問像看祝])(?:(?<![给給帮幫请請送发發陪借寄带帶])|(?=.{0,60}[了过過]))"
    r"(?<!告诉)(?<!告訴)(?<!恭喜)(?<!同情)(?<!羡慕)(?<!谢谢)[你您]"
    r"(?!们?(?:少|多|别|別|快|记得|放心|等着|慢慢))"
    rf"(?!{_CHINESE_KIN})"
)
_SHORTEST_CLAUSE = 4  # characters; 你忘啦 says nothing


def is_about_speaker(sentence: str) -> bool:
    return _FIRST_PERSON.search(sentence) is not None


def is_about_speaker_alone(sentence: str) -> bool:
    """Whether it is about "I" or "my" and not about "we"."""
    return _I_ALONE.search(sentence) is not None and _WE.search(sentence) is None


def is_about_addressee(sentence: str) -> bool:
    said = _NOT_OF_YOU.sub("", sentence)
    return (
        _has_second_person(said)
        or _TOGETHER.search(said) is not None
        or any(map(_is_clause_about_addressee, _HAN_CLAUSE.split(said)))
    )


def _has_second_person(said: str) -> bool:
    found = {match[0].lower() for match in _SECOND_PERSON.finditer(said)}
    # "Du" is German for "you" and French for "of the".
    return bool(found) and not (found == {"du"} and language_of(said, fewest=1) == "French")


def _is_clause_about_addressee(clause: str) -> bool:
    return len(clause) >= _SHORTEST_CLAUSE and _HAN_YOU.search(clause) is not None


def is_invitation(sentence: str) -> bool:
    """Whether it invites to what the speaker is at as well: "On 6 June at the fair, vente"."""
    return _INVITES.search(sentence) is not None


def is_about_relative(sentence: str) -> bool:
    """Whether its subject is a relative of the addressee, as in "Your grandmother will be here"."""
    return _BEGINS_WITH_KIN.match(sentence) is not None
