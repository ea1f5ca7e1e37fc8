"""Recognizes prompts such as "ok", "danke, weiter" and "好的", for which nothing needs to be recalled."""

import re

ENGLISH = (
    "ok okay k yes yep yeah yup no nope sure fine good great nice cool perfect right correct exactly thanks thank you "
    "thx ty please continue go on ahead proceed next more again retry do it that done stop wait hi hello hey lgtm"
)
GERMAN = (
    "ja jo jep nein nee gut genau richtig passt prima super toll danke dankeschön bitte weiter mach weitermachen "
    "nochmal los fertig halt stopp hallo"
)
SPANISH = (
    "sí si vale bien bueno claro perfecto genial gracias muchas favor por sigue siga continúa continua adelante "
    "listo otra vez para espera hola dale"
)
CHINESE = (  # whole phrases, since Chinese has no spaces between words
    "好 好的 好吧 好啊 可以 行 是 是的 对 对的 没错 不 不是 不用 谢谢 谢了 多谢 继续 继续吧 请继续 再来 下一步 "
    "嗯 嗯嗯 明白 明白了 知道了 停 你好"
)
WORDS = frozenset(" ".join((ENGLISH, GERMAN, SPANISH, CHINESE)).split())
MOST_WORDS = 5
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_COMMAND = re.compile(r"[/!#][\w:-]*\s*\Z")  # a command of the agent without arguments


def is_trivial(prompt: str) -> bool:
    """Whether nothing needs to be recalled for the prompt."""
    text = prompt.strip()
    if _COMMAND.match(text):
        return True
    words = _WORD.findall(text[:200].casefold())
    return len(words) <= MOST_WORDS and all(word in WORDS for word in words)
