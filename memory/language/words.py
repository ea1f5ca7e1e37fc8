"""Splits text of any script into words and tells which of them carry content."""

import re
from collections.abc import Iterator

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_TOKEN = re.compile(rf"(?P<cjk>[{_CJK}]+)|[^\W_{_CJK}]+(?:['’\-][^\W_{_CJK}]+)*")

# Function words of English, Spanish, French and German, and words that occur in every conversation.
_STOP_WORDS = """
    a about absolutely actually after again ago agree all almost alright also although always am amazing
    an and another any anybody anyone anything anyway are aren't around as at away awesome back be
    because been before being bit both but by bye came can can't cannot come coming cool could couldn't
    day definitely did didn't do does doesn't doing don't done each either else even ever every
    everybody everyone everything excited exciting feel feeling feels felt few for from fun get gets
    getting give glad go goes going gone gonna good got gotta great guess guys had hadn't happy has
    hasn't have haven't having he he'd he'll he's hear heard hello her here here's hers herself hey hi
    him himself his hope how how's i i'd i'll i'm i've if in interesting into is isn't it it'd it'll
    it's its itself just keep kind know last lately least less let let's like likely look looking looks
    lot lots love lovely luck made make makes making many may maybe me mean might mine more most much
    must my myself need needs never new next nice no nobody none nor not nothing now of off oh ok okay
    on once one only onto or other others our ours out over own people perhaps please pretty proud put
    quite rather really right said same saw say says see seem seems seen she she'd she'll she's should
    shouldn't since so some somebody someone something sometimes soon sort sounds still stuff such super
    sure take taken takes taking talk tell than thank thanks that that'd that'll that's the their theirs
    them themselves then there there's these they they'd they'll they're they've thing things think this
    those though thought through time to today together tomorrow tonight too took totally toward try
    trying two under until up upon us use used very via wanna want wanted wants was wasn't way we we'd
    we'll we're we've well went were weren't what what's when where where's whether which while who
    who's whole whom whose why will with within without won't wonderful would wouldn't wow yeah year yep
    yes yesterday yet you you'd you'll you're you've your yours yourself

    aber al als am auch auf aus aussi aux avec bei bin bis bist c'est ce ces cette como con cuando da
    dans das dass de dein del dem den der des desde die dir doch donc donde du ein eine einem einen
    einer el ella elle elles ellos en er era es est esta estaba este esto está et eux fue für ha hab
    habe haben hace han hat hay ich ihm ihn ihr il ils im ist j'ai ja je kann la las le les leur lo los
    lui ma mais me mein mes mi mich mir mis mit moi muy más même nach ne nicht noch nos notre nous nur o
    oder on ou où par para pas pero plus por porque pour qu'il quand que qui qué sa schon se sehr sein
    ser ses si sich sie sin sind sobre son sont su sur sus ta también te tengo tes tiene toi très tu um
    un una und une uno uns von vor vous war was wenn wer wie wir wird wo y ya yo zu zum zur à été être
    über

    昨天 今天 明天 我们 你们 他们 什么 怎么 知道 觉得 不错 可以 没有 因为 所以 但是 如果 现在 时候
    一个 这个 那个 非常 喜欢
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
# Grammatical characters: a Chinese or Japanese pair with one of them carries no content.
EMPTY_CJK = frozenset(
    "的了是在我你他她它们們这這那就也和有不会會吗嗎呢吧啊哦很都要说說个個去来來上下のはをにがてでとも"
)


def words(text: str) -> Iterator[str]:
    """The words in order, in lower case. Chinese, Japanese and Korean text yields overlapping pairs of characters."""
    for match in _TOKEN.finditer(text):
        run = match["cjk"]
        if run is None:
            yield match[0].lower().replace("’", "'")
        elif len(run) == 1:
            yield run
        else:
            yield from (run[i : i + 2] for i in range(len(run) - 1))


def is_content(word: str) -> bool:
    if word in STOP_WORDS:
        return False
    if word[0] >= "\u3040":
        return not EMPTY_CJK.intersection(word)
    return len(word) > 1 or word.isdigit()


def content_words(text: str) -> Iterator[str]:
    return (word for word in words(text) if is_content(word))
