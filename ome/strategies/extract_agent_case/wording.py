"""The words around tools in cases and skills, in the language of the conversation. Pure."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from memory.language.detection import language_of


@dataclass(frozen=True, slots=True)
class Wording:
    """`asked` stands in front of a step before which the user was asked; `failed` and what follows it behind one."""

    called: str
    ran: str
    asked: str
    arguments: str
    more: str
    failed: str
    unanswered: str
    empty: str
    reasoned: str
    further: str
    answered: str
    # of the insight
    tool_failed: str
    worked_with: str
    worked_after: str
    worked_again: str
    corrected: str
    for_good: str
    handed_over: str
    let_go: str
    nothing_worked: str
    worked: str
    answered_from: str
    limit: str
    result: str
    # of a skill
    when: str
    requests: str
    steps: str
    pitfalls: str
    example: str
    call: str
    run: str
    always: str
    often: str
    failures: str
    comma: str = ", "
    semicolon: str = "; "
    stop: str = "."
    colon: str = ": "

    def step(self, text: str, asked_first: bool) -> str:
        """A step, with what was done before it."""
        if asked_first and self.asked.endswith(", "):
            text = text[0].lower() + text[1:]
        return f"{self.asked if asked_first else ''}{text}"


_ENGLISH = Wording(
    called="Called {}",
    ran="Ran {}",
    asked="After asking the user, ",
    arguments=" with {}",
    more=" and {} more",
    failed="; it failed: {}",
    unanswered="; nothing answered",
    empty="; it found nothing",
    reasoned="Reasoned: {}",
    further="… {} further steps",
    answered="Answered: {}",
    tool_failed="{} failed: {}",
    worked_with="; it worked with {}.",
    worked_after="; it worked after {}.",
    worked_again="; it worked when called again.",
    corrected="The user corrected: {}",
    for_good="For the next time: {}",
    handed_over="Handed over to a person",
    let_go="The user let it go: {}",
    nothing_worked="Nothing that was tried worked.",
    worked="Worked: {}.",
    answered_from="Answered from {}.",
    limit="Limit met: {}",
    result="Result: {}",
    when="When to use",
    requests="For requests such as:",
    steps="Steps",
    pitfalls="Pitfalls",
    example="Example",
    call="Call {}",
    run="Run {}",
    always="always",
    often="in {} of {} cases",
    failures="; failed: {} ×, see below",
)
_WORDINGS = {
    "German": Wording(
        called="Aufruf von {}",
        ran="Ausgeführt: {}",
        asked="Nach Rückfrage: ",
        arguments=" mit {}",
        more=" und {} weiteren",
        failed="; fehlgeschlagen: {}",
        unanswered="; keine Antwort",
        empty="; nichts gefunden",
        reasoned="Überlegt: {}",
        further="… {} weitere Schritte",
        answered="Geantwortet: {}",
        tool_failed="{} ist fehlgeschlagen: {}",
        worked_with="; es gelang mit {}.",
        worked_after="; es gelang nach {}.",
        worked_again="; es gelang beim nächsten Versuch.",
        corrected="Korrigiert wurde: {}",
        for_good="Fürs nächste Mal: {}",
        handed_over="An einen Menschen übergeben",
        let_go="Aufgegeben wurde mit: {}",
        nothing_worked="Nichts davon ist gelungen.",
        worked="Zum Ziel führte: {}.",
        answered_from="Beantwortet mit {}.",
        limit="Grenze: {}",
        result="Ergebnis: {}",
        when="Wofür",
        requests="Für Anfragen wie:",
        steps="Schritte",
        pitfalls="Fallstricke",
        example="Beispiel",
        call="{} aufrufen",
        run="{} ausführen",
        always="immer",
        often="in {} von {} Fällen",
        failures="; {} × fehlgeschlagen, siehe unten",
    ),
    "Spanish": Wording(
        called="Llamada a {}",
        ran="Se ejecutó {}",
        asked="Tras preguntar al usuario: ",
        arguments=" con {}",
        more=" y {} más",
        failed="; falló: {}",
        unanswered="; sin respuesta",
        empty="; no encontró nada",
        reasoned="Razonamiento: {}",
        further="… {} pasos más",
        answered="Respuesta: {}",
        tool_failed="{} falló: {}",
        worked_with="; funcionó con {}.",
        worked_after="; funcionó después de {}.",
        worked_again="; funcionó al repetirlo.",
        corrected="El usuario corrigió: {}",
        for_good="Para la próxima vez: {}",
        handed_over="Se pasó a una persona",
        let_go="El usuario lo dejó: {}",
        nothing_worked="No funcionó nada de lo intentado.",
        worked="Funcionó: {}.",
        answered_from="Se respondió con {}.",
        limit="Límite: {}",
        result="Resultado: {}",
        when="Cuándo usarlo",
        requests="Para peticiones como:",
        steps="Pasos",
        pitfalls="Dificultades",
        example="Ejemplo",
        call="Llamar a {}",
        run="Ejecutar {}",
        always="siempre",
        often="en {} de {} casos",
        failures="; falló {} ×, véase abajo",
    ),
    "Chinese": Wording(
        called="调用 {}",
        ran="运行 {}",
        asked="询问用户后，",
        arguments="，参数 {}",
        more=" 等，另有 {} 个",
        failed="；失败：{}",
        unanswered="；没有返回",
        empty="；没有找到",
        reasoned="思考：{}",
        further="… 另有 {} 步",
        answered="回答：{}",
        tool_failed="{} 失败：{}",
        worked_with="；改用 {} 后成功。",
        worked_after="；在 {} 之后成功。",
        worked_again="；再次调用后成功。",
        corrected="用户纠正：{}",
        for_good="下次注意：{}",
        handed_over="已转交人工",
        let_go="用户放弃：{}",
        nothing_worked="所有尝试都没有成功。",
        worked="有效：{}。",
        answered_from="依据 {} 回答。",
        limit="限制：{}",
        result="结果：{}",
        when="适用情况",
        requests="适用于这样的请求：",
        steps="步骤",
        pitfalls="注意事项",
        example="示例",
        call="调用 {}",
        run="运行 {}",
        always="每次",
        often="{} / {} 次",
        failures="；失败 {} 次，见下文",
        comma="、",
        semicolon="；",
        stop="。",
        colon="：",
    ),
}
_ALL = (_ENGLISH, *_WORDINGS.values())


def wording_of(texts: Iterable[str]) -> Wording:
    """That of the language in which people wrote `texts`; English for other languages."""
    return _WORDINGS.get(language_of(" ".join(texts), fewest=1) or "", _ENGLISH)


def _any_of(words: Callable[[Wording], str]) -> str:
    """A pattern of the words in all languages, up to where something is filled in."""
    return "|".join(re.escape(words(one).partition("{}")[0].strip(" ;；")) for one in _ALL)


RAN = re.compile(_any_of(lambda one: one.ran), re.IGNORECASE)
ASKED_FIRST = re.compile(_any_of(lambda one: one.asked), re.IGNORECASE)
FAILED = re.compile(rf"(?:\bfailed: |{_any_of(lambda one: one.failed)}) ?(?P<failure>.*?)[.。]?\Z")
# The tools that worked and what came of it, of which a pitfall says nothing.
_PATH = "|".join(
    f"{re.escape(before)}`[^`]{{1,80}}`(?: → `[^`]{{1,80}}`){{0,6}}{re.escape(behind)}"
    for one in _ALL
    for before, _, behind in (one.worked.partition("{}"), one.answered_from.partition("{}"))
)
WENT_WELL = re.compile(rf"(?<!\s)\s*+(?:(?:{_PATH})|(?:{_any_of(lambda one: one.result)}).*\Z)")
TROUBLE = re.compile(
    r"\bfailed:|"
    + "|".join(
        (
            *(re.escape(one.tool_failed.replace("{}", "").strip()) for one in _ALL),
            _any_of(lambda one: one.limit),
            _any_of(lambda one: one.handed_over),
            _any_of(lambda one: one.corrected),
            _any_of(lambda one: one.for_good),
        )
    )
)
