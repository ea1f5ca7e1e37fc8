"""Rates how well a trajectory went, and picks the one thing to remember about it. Pure."""

import re
from collections import Counter
from collections.abc import Sequence

from memory.language.sentences import clip, joined, one_line, split
from memory.language.statements import asks
from memory.language.words import content_words
from ome.strategies.extract_agent_case.approach import shown_value
from ome.strategies.extract_agent_case.trajectory import Step, Trajectory, is_handover
from ome.strategies.extract_agent_case.wording import Wording, wording_of

GOOD, POOR = 0.6, 0.4  # cases of at least GOOD show what works, those below POOR what does not
INSIGHT_CHARS = 400
WORDS_CHARS = 160  # of a quotation
ENOUGH_WORDS = 5  # with content, of a result that is worth telling
USUAL_DEEDS = 3  # changes that a simple task makes; each further one makes a worse example

# The first verb in the name of a tool says whether it changes something or only looks.
_WORD = re.compile(r"[A-Z]?[a-zäöüáéíóúñ]+|[A-Z]+")
_CHANGES = """
    add apply approve assign book buy cancel charge close commit copy create delete deploy disable edit enable exchange
    execute grant insert install issue make merge modify move order patch pay place post publish purchase push put
    refund remove rename replace reply reschedule reserve reset restart return revoke save schedule send set submit
    transfer turn update upload write rollback revert start stop unlock
    actualizar anular borrar cambiar cancelar comprar crear devolver eliminar enviar guardar mandar mover pagar publicar
    reservar subir
    aktualisieren ändern anlegen buchen erstellen löschen senden speichern stornieren verschieben
"""
_LOOKS = """
    calculate check count describe fetch find get inspect is list load lookup query read retrieve search show validate
    verify view
    buscar calcular comprobar consultar contar leer listar obtener revisar ver
    abrufen anzeigen finden lesen prüfen suchen zählen
"""
_CHANGING, _LOOKING = frozenset(_CHANGES.split()), frozenset(_LOOKS.split())

# Complaints about the agent's work, not about the matter itself.
_CORRECTION = re.compile(
    r"\b(?:that(?:'s| is) (?:wrong|incorrect|not (?:right|correct|what))|not what i|didn't (?:work|ask|help)"
    r"|doesn't work|still not|your mistake|useless"
    r"|you(?:'ve| have)? (?:made a mistake|forgot|missed|misunderst\w+|got it wrong)"
    r"|as i (?:said|told)|i (?:already|just) (?:told|said|gave|provided)|already provided|try again|undo|revert)\b"
    # A figure that replaces another: "at 8, not 7", "no 24, sino 48"; but "I have no 24"
    r"|\d[^.!?\n]{0,40}[\s,]\b(?:not|nicht|no) \d+\b|\b(?:not|nicht|no) \d+[,.;]? (?:but |sondern |sino )?(?:at "
    r"|um |a las )?\d"
    r"|nochmal neu|vuelve a \w+lo|\bno es eso\b|重新[算查做来]|不是这个"
    r"|不对|错了|不是这样|違います|間違|incorrecto|equivocad|falsch|stimmt nicht|c'est faux|pas correct",
    re.I,
)
_GIVEN_UP = re.compile(
    r"\b(?:never ?mind|forget (?:it|about it)|hold off|i give up"
    r"|i'll (?:do|handle|try|check) (?:it|that)? ?(?:myself|later)|get back to you)\b"
    r"|算了|もういい|olvídalo|laisse tomber|vergiss es",
    re.I,
)
_REFUSAL = re.compile(
    r"\b(?:unfortunately|unable to|i can ?not|i can't|cannot be|can't be|could not be|not allowed"
    r"|(?:is|are) not (?:possible|permitted|eligible)|do(?:es)? not allow)\b"
    r"|无法|不能|できません|lamentablemente|no es posible|leider|nicht möglich|malheureusement|impossible",
    re.I,
)
# What an agent is about to do is no result.
_ANNOUNCES = re.compile(
    r"\W*(?:(?:ok|okay|sure|now|first|gut|nun|de acuerdo|vale)\b[\s,.]*)?"
    r"(?:I['’]ll|I will|I['’]m (?:checking|looking|going)|let me|ich (?:sehe|schaue|prüfe|suche|werde|hole)"
    r"|(?:busco|reviso|miro|compruebo|calculo|voy a)\b|我(?:先|再|来|去|看)|让我)",
    re.I,
)
_FIGURE = re.compile(r"\d[\d.,:]*")
_THANKS = re.compile(
    r"\b(?:thank\w*|great|perfect|appreciate|merci|gracias|danke|obrigad[oa])\b|谢谢|ありがとう|감사", re.I
)


def changes_something(tool: str) -> bool:
    words = (word.lower() for word in _WORD.findall(tool))
    return next((word in _CHANGING for word in words if word in _CHANGING or word in _LOOKING), False)


def is_deed(tool: str) -> bool:
    """Whether a call of this tool carries out a request: it changes something, and does not only hand the user over."""
    return changes_something(tool) and not is_handover(tool)


def quality(trajectory: Trajectory) -> float:
    """From 0 to 1, rounded to hundredths. Achievements raise it; failures, repetitions and detours lower it."""
    steps = trajectory.deeds
    failed = [step for step in steps if step.failure]
    lost = [step for step in failed if not _made_good(step, steps)]
    score = 0.55
    score += 0.15 if _settled(trajectory) else 0.0
    score += 0.05 if trajectory.answers else -0.15
    score += 0.1 if _THANKS.search(_last(trajectory.asked)) and not given_up(trajectory) else 0.0
    score -= 0.1 if given_up(trajectory) else 0.0
    score -= 0.1 * (len(failed) - len(lost)) + 0.3 * len(lost)
    score -= 0.1 * min(_corrections(trajectory), 3)
    score -= 0.1 * min(_repeats(steps), 3)
    score -= 0.03 * min(max(len(steps) - USUAL_DEEDS, 0), 8)
    return round(min(max(score, 0.0), 1.0), 2)


def key_insight(trajectory: Trajectory) -> str:
    """One line: what went wrong and what helped, what the user corrected, what worked, and what came of it."""
    steps = trajectory.deeds
    words = wording_of(trajectory.said)
    parts = [*_lessons(steps, words), *_corrected(trajectory, words), _outcome(trajectory, words)]
    limit = refusal(trajectory)
    if limit and limit not in parts[-1]:
        parts.append(words.limit.format(limit))
    elif not limit and not given_up(trajectory) and (result := _result(trajectory)):
        parts.append(words.result.format(result))
    return clip(joined(parts), INSIGHT_CHARS)


def refusal(trajectory: Trajectory) -> str:
    """The agent's first statement, after its first call, that something cannot be done; empty if there is none."""
    sentences = (sentence for text in trajectory.answers for sentence in split(text[:2_000]))
    return next((_quoted(sentence) for sentence in sentences if _REFUSAL.search(sentence)), "")


def given_up(trajectory: Trajectory) -> str:
    """The words with which the user gave up; empty if they did not."""
    sentences = (s for text in trajectory.asked[-2:] for s in split(text[-2_000:]))
    return next((_quoted(sentence) for sentence in sentences if _GIVEN_UP.search(sentence)), "")


def _lessons(steps: Sequence[Step], words: Wording) -> list[str]:
    """The error of each of the first two tools that failed, and what was different when the tool worked later."""
    failures: dict[str, str] = {}
    for step in steps:
        if step.failure and step.tool not in failures:
            failure = clip(step.failure, WORDS_CHARS // 2)
            after = _remedy(step, steps, words) if _made_good(step, steps) else words.stop
            failures[step.tool] = f"{words.tool_failed.format(f'`{step.tool}`', failure)}{after}"
    return list(failures.values())[:2]


def _remedy(failed: Step, steps: Sequence[Step], words: Wording) -> str:
    """What was done before the call that worked: other arguments, or other calls before the same one."""
    later = steps[_place(failed, steps) + 1 :]
    cures = [(n, step) for n, step in enumerate(later) if step.tool == failed.tool and _worked(step)]
    same = [(n, step) for n, step in cures if step.arguments == failed.arguments]
    number, cure = (same or cures)[0]
    if changed := _arguments(cure, failed):
        return words.worked_with.format(clip(words.comma.join(changed), WORDS_CHARS // 2))
    between = list(dict.fromkeys(_call(step, failed, words) for step in later[:number] if _worked(step)))
    return words.worked_after.format(words.comma.join(between[-2:])) if between else words.worked_again


def _arguments(step: Step, other: Step) -> list[str]:
    """The arguments that the other call does not have."""
    return [
        f"{key} {shown_value(value)}"
        for key, value in step.arguments.items()
        if other.arguments.get(key) != value
    ]


def _call(step: Step, failed: Step, words: Wording) -> str:
    """The tool; if it is the one that failed, with what was different."""
    changed = clip(words.comma.join(_arguments(step, failed)), WORDS_CHARS // 2)
    return f"`{step.tool}` ({changed})" if step.tool == failed.tool and changed else f"`{step.tool}`"


def _corrected(trajectory: Trajectory, words: Wording) -> list[str]:
    """The user's last correction, which the next task should not need: of its message the sentence that says most."""
    corrections = [text for text in trajectory.asked[1:] if _is_correction(text)]
    sentences = split(corrections[-1][:2_000]) if corrections else []
    return [words.corrected.format(_ended(_quoted(max(sentences, key=_weight)), words))] if sentences else []


def _result(trajectory: Trajectory) -> str:
    """What came of it in the agent's words: the sentence that says most of what it answered to the user's last message
    to which it said anything of weight, and not before the last correction.
    """
    corrected = [n for n, text in enumerate(trajectory.asked) if n and _is_correction(text)]
    since = corrected[-1] + 1 if corrected else 0
    said = list(zip(trajectory.answered, trajectory.answers, strict=True))
    for message in sorted({answered for answered, _ in said if answered >= since}, reverse=True):
        sentences = [
            sentence
            for answered, text in said
            if answered == message
            for sentence in split(text[:2_000])
            if not (asks(sentence) or _ANNOUNCES.match(sentence))
        ]
        best = max(sentences, key=_weight, default="")
        if _weight(best) >= ENOUGH_WORDS:
            return _quoted(best)
    return ""


def _weight(sentence: str) -> float:
    """How much it says: figures count twice, since what was found out often is one."""
    return len(set(content_words(sentence))) + len(_FIGURE.findall(sentence))


def _ended(sentence: str, words: Wording) -> str:
    return (
        sentence if sentence.endswith((".", "!", "?", "…", "。", "！", "？")) else f"{sentence}{words.stop}"
    )


def _outcome(trajectory: Trajectory, words: Wording) -> str:
    steps = trajectory.deeds
    if any(step.is_handover for step in steps):
        reason = refusal(trajectory)
        return f"{words.handed_over}{words.colon}{reason}" if reason else f"{words.handed_over}{words.stop}"
    if leaving := given_up(trajectory):
        return words.let_go.format(leaving)
    worked = list(dict.fromkeys(step.tool for step in steps if _worked(step)))
    if not worked:
        return words.nothing_worked
    path = " → ".join(f"`{tool}`" for tool in worked[:6])
    return (words.worked if any(map(changes_something, worked)) else words.answered_from).format(path)


def _worked(step: Step) -> bool:
    return step.result is not None and not step.failure


def _made_good(failed: Step, steps: Sequence[Step]) -> bool:
    """Whether the same tool succeeded later."""
    later = steps[_place(failed, steps) + 1 :]
    return any(step.tool == failed.tool and _worked(step) for step in later)


def _place(step: Step, steps: Sequence[Step]) -> int:
    return next(place for place, one in enumerate(steps) if one is step)


def _settled(trajectory: Trajectory) -> bool:
    """Whether the request was carried out, refused with a reason, or handed over: all three are good endings."""
    done = [step for step in trajectory.deeds if is_deed(step.tool)]
    return any(map(_worked, done)) or bool(refusal(trajectory))


def _corrections(trajectory: Trajectory) -> int:
    return sum(map(_is_correction, trajectory.asked[1:]))


def _is_correction(text: str) -> bool:
    return _CORRECTION.search(text[:2_000].replace("’", "'")) is not None


def _repeats(steps: Sequence[Step]) -> int:
    """How many calls repeat an earlier one with the same arguments."""
    calls = Counter((step.tool, repr(step.arguments)) for step in steps if step.arguments)
    return sum(count - 1 for count in calls.values())


def _last(texts: Sequence[str]) -> str:
    return texts[-1][:2_000] if texts else ""


def _quoted(sentence: str) -> str:
    return one_line(sentence, WORDS_CHARS)
