"""The results of an evaluation, for people and for programs."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean, median
from typing import Any

from everos_site.evaluation.judging import Verdict

MOST_FAULTS = 20  # questions that are printed; --json has all


def figures(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Means over the questions that have such a figure; milliseconds of the searches."""
    times = sorted(verdict.answer.milliseconds for verdict in verdicts)
    return {
        "questions": len(verdicts),
        "passed": sum(verdict.passed for verdict in verdicts),
        "recall": _mean(verdict.recall for verdict in verdicts),
        "precision": _mean(verdict.precision for verdict in verdicts),
        "coverage": _mean(verdict.coverage for verdict in verdicts),
        "tokens_a_question": _mean((verdict.answer.tokens for verdict in verdicts), 0),
        "ms_median": round(median(times), 1),
        "ms_p95": round(times[min(len(times) - 1, int(0.95 * len(times)))], 1),
    }


def _mean(values: Iterable[float | None], digits: int = 3) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), digits) if known else None


def as_json(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    return {
        **figures(verdicts),
        "categories": {name: figures(several) for name, several in _by_category(verdicts).items()},
        "results": [
            {
                "ask": verdict.question.ask,
                **verdict.question.owner,
                "passed": verdict.passed,
                "faults": verdict.faults,
                "recall": verdict.recall,
                "precision": verdict.precision,
                "coverage": verdict.coverage,
                "sessions": list(verdict.answer.sessions),
                "tokens": verdict.answer.tokens,
                "ms": round(verdict.answer.milliseconds, 1),
            }
            for verdict in verdicts
        ],
    }


def as_text(verdicts: Sequence[Verdict]) -> str:
    return "\n".join([*_table(verdicts), *_failed(verdicts)])


def _table(verdicts: Sequence[Verdict]) -> Iterator[str]:
    groups = _by_category(verdicts)
    rows = [*groups.items(), ("all", verdicts)] if len(groups) > 1 else [("all", verdicts)]
    width = max(len(name) for name, _ in rows)
    yield f"{'':{width}}  questions  passed  recall  precision  coverage  tokens  ms median  ms p95"
    for name, several in rows:
        row = figures(several)
        yield (
            f"{name:{width}}  {row['questions']:9}  {row['passed']:6}  {_shown(row['recall']):>6}"
            f"  {_shown(row['precision']):>9}  {_shown(row['coverage']):>8}  {row['tokens_a_question']:6.0f}"
            f"  {row['ms_median']:9.1f}  {row['ms_p95']:6.1f}"
        )


def _shown(share: float | None) -> str:
    return "-" if share is None else f"{share:.3f}"


def _failed(verdicts: Sequence[Verdict]) -> Iterator[str]:
    failed = [verdict for verdict in verdicts if not verdict.passed]
    for verdict in failed[:MOST_FAULTS]:
        first = verdict.answer.texts[0] if verdict.answer.texts else "(nothing was found)"
        yield f"\nFAILED  {verdict.question.ask}"
        yield f"        the answer {'; '.join(verdict.faults)}"
        yield f"        it begins: {' '.join(first.split())[:160]}"
    if len(failed) > MOST_FAULTS:
        yield f"\n… and {len(failed) - MOST_FAULTS} more; --json FILE has all of them"


def _by_category(verdicts: Sequence[Verdict]) -> dict[str, list[Verdict]]:
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        groups[verdict.question.category].append(verdict)
    return dict(sorted(groups.items()))
