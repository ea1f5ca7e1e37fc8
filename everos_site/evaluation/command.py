"""`everos eval`: golden tests of a memory, and public data sets, on a temporary server or on a running one."""

import argparse
import json
import sys
import urllib.error
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

from everos_site.demo import Caller, complain, refusal, temporary_server, web_address
from everos_site.evaluation import formats, report
from everos_site.evaluation.judging import Verdict
from everos_site.evaluation.running import ask, remember, settle
from everos_site.evaluation.suite import InvalidSuite, Suite
from memory.progress_bar import progress_bar

FAILED, UNUSABLE, UNREACHABLE = 1, 2, 3
TEMPORARY_SECONDS = 3_600.0  # for what is derived and embedded; a large data set takes a while
RUNNING_SECONDS = 120.0  # others write to a running server, too

DESCRIPTION = """\
Remembers the sessions of FILE on a temporary server (or a running one), asks its questions, and reports recall,
precision, tokens and milliseconds. FILE is golden YAML, or a file of LoCoMo, LongMemEval, BEAM or PersonaMem, which is
told from its content. Exit status: 0 all is well, 1 a question or a threshold failed, 2 the file cannot be used, 3 the
server does not answer."""


def main(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    try:
        kind, suites = formats.read(options.file, options.contexts)
        suites = chosen(suites, options.limit)
        if not suites:
            raise InvalidSuite(f"{options.file} has no question that can be asked")
        if options.base_url is None and not any(suite.sessions for suite in suites):
            raise InvalidSuite(
                f"{options.file} has no sessions: say with --base-url which server has the memories"
            )
    except InvalidSuite as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    try:
        with server(options.base_url) as (base_url, _):
            verdicts = evaluate(Caller(base_url, options.token), suites, options)
    except urllib.error.HTTPError as error:
        complain(refusal(error))
        return UNREACHABLE
    except OSError as error:
        complain(f"The server cannot be reached: {getattr(error, 'reason', error)}")
        return UNREACHABLE
    print(report.as_text(verdicts))
    if options.json:
        options.json.write_text(
            json.dumps(report.as_json(verdicts), ensure_ascii=False, indent=1) + "\n", "utf-8"
        )
    return FAILED if too_low(verdicts, options, golden=kind == "golden") else 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="everos eval", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("file", type=Path, metavar="FILE", help="golden test (YAML) or data set")
    made.add_argument("--contexts", type=Path, metavar="JSONL", help="PersonaMem's shared contexts")
    made.add_argument("--base-url", type=web_address, help="a running server (default: a temporary one)")
    made.add_argument("--token", help="API key, if the server requires one")
    made.add_argument(
        "--ask-only", action="store_true", help="send no sessions, because the server already has them"
    )
    made.add_argument(
        "--method",
        choices=("keyword", "vector", "hybrid", "agentic"),
        default="hybrid",
        help="method of the searches (default: hybrid)",
    )
    made.add_argument(
        "--top-k",
        type=int,
        choices=range(1, 101),
        default=5,
        metavar="N",
        help="maximum number of hits (default: 5)",
    )
    made.add_argument(
        "--max-tokens",
        type=count,
        default=1_000,
        metavar="N",
        help="maximum length of an answer (default: 1000)",
    )
    made.add_argument("--limit", type=count, metavar="N", help="only the first N questions")
    made.add_argument("--min-recall", type=share, metavar="SHARE", help="fail below this mean recall")
    made.add_argument("--min-precision", type=share, metavar="SHARE", help="fail below this mean precision")
    made.add_argument("--json", type=Path, metavar="FILE", help="also write all results as JSON")
    return made


def count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("a number from 1")
    return value


def share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError("a share from 0 to 1, such as 0.9")
    return value


def chosen(suites: Sequence[Suite], limit: int | None) -> list[Suite]:
    """The suites with only the first `limit` questions of all; suites without any are left out."""
    left = sum(len(suite.questions) for suite in suites) if limit is None else limit
    kept = []
    for suite in suites:
        questions = suite.questions[: max(0, left)]
        left -= len(questions)
        if questions:
            kept.append(replace(suite, questions=questions))
    return kept


def server(base_url: str | None) -> AbstractContextManager[tuple[str, object]]:
    return nullcontext((base_url, {})) if base_url else temporary_server({"EVEROS_AUTH__REQUIRED": "false"})


def evaluate(caller: Caller, suites: Sequence[Suite], options: argparse.Namespace) -> list[Verdict]:
    with progress_bar() as step:
        for suite in suites if not options.ask_only else ():
            for number, session in enumerate(remember(caller, suite), 1):
                step(f"{suite.project}: {session}", len(suite.sessions), number)
    if not settle(caller, TEMPORARY_SECONDS if options.base_url is None else RUNNING_SECONDS):
        print("Not everything is derived and indexed yet; the answers may lack something.", file=sys.stderr)
    search = {"method": options.method, "top_k": options.top_k}
    asked = (verdict for suite in suites for verdict in ask(caller, suite, search, options.max_tokens))
    total = sum(len(suite.questions) for suite in suites)
    verdicts = []
    with progress_bar() as step:
        for verdict in asked:
            verdicts.append(verdict)
            step("questions", total)
    return verdicts


def too_low(verdicts: Sequence[Verdict], options: argparse.Namespace, golden: bool) -> bool:
    """Whether a threshold is missed, or, of golden tests without thresholds, whether one has failed."""
    figures = report.figures(verdicts)
    limits = [(name, getattr(options, f"min_{name}")) for name in ("recall", "precision")]
    given = [(name, limit) for name, limit in limits if limit is not None]
    low = [(name, limit) for name, limit in given if (figures[name] or 0.0) < limit]
    for name, limit in low:
        print(f"\n{name} is {figures[name]}, below {limit}", file=sys.stderr)
    return bool(low) or (golden and not given and figures["passed"] < figures["questions"])
