"""Sentences that explain at which stage of a search a memory was dropped."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memory.retrieval.explanation import Verdict

SENTENCES = {
    "found": gettext_lazy("It is part of the answer: rank %(rank)s, score %(had)s."),
    "not_searched": gettext_lazy("This search does not rank memories of its kind."),
    "waiting": gettext_lazy("It is not indexed yet, and it shares no word with the question."),
    "filtered": gettext_lazy("The filters or the chosen day exclude it."),
    "radius": gettext_lazy("Its similarity is %(had)s, below the minimum of %(needed)s."),
    "rank": gettext_lazy(
        "Other memories score higher: it has rank %(rank)s with %(had)s, and the last of the answer has %(needed)s."
    ),
    "reranked": gettext_lazy(
        "It had rank %(rank)s with a score of %(had)s, and was dropped when the best memories were reranked."
    ),
    "over": gettext_lazy("It is over, or a later foresight about the same matter has replaced it."),
    "score": gettext_lazy("Its score is %(had)s, below the minimum of %(needed)s."),
    "episode": gettext_lazy(
        "Its episode %(episode)s is not part of the answer, and facts are only returned with their episode."
    ),
    "weaker": gettext_lazy(
        "Other facts score much higher: this one has %(had)s, and needed at least %(needed)s."
    ),
    "room": gettext_lazy(
        "The answer has no room for it, or another fact says the same. Its score is %(had)s."
    ),
}


def sentence(verdict: Verdict, shown: Callable[[float], object]) -> str:
    """Why the memory is not part of the answer, with the scores that it had and needed as `shown` writes them."""
    had, needed = shown(verdict.had or 0), shown(verdict.needed or 0)
    numbers = {"rank": verdict.rank, "had": had, "needed": needed, "episode": verdict.episode or ""}
    if verdict.stage == "no_candidate":
        return _no_candidate(verdict, shown)
    return SENTENCES[verdict.stage] % numbers


def _no_candidate(verdict: Verdict, shown: Callable[[float], object]) -> str:
    said = [_("It was not considered: neither its words nor its meaning are close enough to the question.")]
    numbers = verdict.numbers
    if numbers is not None and verdict.words_needed is not None:
        pair = {"had": shown(numbers.words), "needed": shown(verdict.words_needed)}
        said.append(
            _("Its score for words is %(had)s; the last memory that was considered has %(needed)s.") % pair
        )
    if numbers is not None and numbers.meaning is not None and verdict.meaning_needed is not None:
        pair = {"had": shown(numbers.meaning), "needed": shown(verdict.meaning_needed)}
        said.append(
            _("Its similarity is %(had)s; the last memory that was considered has %(needed)s.") % pair
        )
    return " ".join(said)
