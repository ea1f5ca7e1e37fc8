"""Sentences that explain at which stage of a search a memory was dropped."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.retrieval.explanation import Verdict

SENTENCES = {
    "found": gettext_lazy("It is in the answer, at rank %(rank)s with a score of %(had)s."),
    "not_searched": gettext_lazy("Memories of its kind are not ranked in such a search."),
    "waiting": gettext_lazy("It is not in the index yet, and shares no word with the question."),
    "filtered": gettext_lazy("The filters, or the day that was asked for, leave it out."),
    "radius": gettext_lazy("It is too far away: its similarity is %(had)s, and the least is %(needed)s."),
    "rank": gettext_lazy(
        "Others are better: it has rank %(rank)s with %(had)s, and the last of the answer has %(needed)s."
    ),
    "reranked": gettext_lazy(
        "It was ranked %(rank)s with %(had)s, and fell out when the best were put into another order."
    ),
    "over": gettext_lazy("It is over, or a later foresight about the same matter has replaced it."),
    "score": gettext_lazy("Its score is %(had)s, and the least that was asked for is %(needed)s."),
    "episode": gettext_lazy(
        "Its episode %(episode)s is not in the answer, and a fact is told with its episode only."
    ),
    "weaker": gettext_lazy(
        "Another fact is much better: it has %(had)s, and facts are told from %(needed)s on."
    ),
    "room": gettext_lazy("There is no room for it, or another fact says the same: it has %(had)s."),
}


def sentence(verdict: Verdict) -> str:
    """Why the memory is not part of the answer, with the numbers that it had and needed."""
    had, needed = f"{verdict.had or 0:.2f}", f"{verdict.needed or 0:.2f}"
    numbers = {"rank": verdict.rank, "had": had, "needed": needed, "episode": verdict.episode or ""}
    if verdict.stage == "no_candidate":
        return _no_candidate(verdict)
    return SENTENCES[verdict.stage] % numbers


def _no_candidate(verdict: Verdict) -> str:
    said = [_("It is no candidate: neither its words nor its meaning are among the nearest.")]
    numbers = verdict.numbers
    if numbers is not None and verdict.words_needed is not None:
        pair = {"had": f"{numbers.words:.2f}", "needed": f"{verdict.words_needed:.2f}"}
        said.append(_("By words it has %(had)s, and the last candidate %(needed)s.") % pair)
    if numbers is not None and numbers.meaning is not None and verdict.meaning_needed is not None:
        pair = {"had": f"{numbers.meaning:.2f}", "needed": f"{verdict.meaning_needed:.2f}"}
        said.append(_("By meaning it has %(had)s, and the last candidate %(needed)s.") % pair)
    return " ".join(said)
