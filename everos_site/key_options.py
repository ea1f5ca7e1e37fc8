"""Command line options about keys: time spans, actions, and the limits of a key."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.core.management.base import CommandError

from memory.grants import ACTIONS, Action, Grant, limited

LONGEST_DAYS = 36_500
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
LIMITS = {  # option -> what it limits
    "app": ("apps", "limit the key to this app"),
    "project": ("projects", "limit the key to this project"),
    "user": ("users", "limit the key to the memory of this user"),
    "agent": ("agents", "limit the key to the memory of this agent"),
    "group": ("groups", "limit the key to the memory of this group"),
}


def add_limits(parser: ArgumentParser) -> None:
    """Options that may be repeated."""
    for option, (name, text) in LIMITS.items():
        more = "" if name in ("apps", "projects") else ", or of all ids with this prefix: acme-*"
        parser.add_argument(
            f"--{option}", action="append", default=[], metavar="ID", dest=name, help=f"{text}{more}"
        )
    parser.add_argument(
        "--can",
        type=actions,
        default=(),
        metavar="ACTIONS",
        help=f"limit the key to some of {','.join(ACTIONS)} (default with other limits: read,write,forget)",
    )


def grant_of(options: dict[str, Any]) -> Grant:
    """Raises CommandError."""
    try:
        return limited(options["can"], **{name: options[name] for name, _ in LIMITS.values()})
    except ValueError as error:
        raise CommandError(str(error)) from error


def actions(text: str) -> Sequence[Action]:
    words = [word.strip() for word in text.split(",")]
    chosen = [action for action in ACTIONS if action in words]
    if len(chosen) != len(words):
        raise ArgumentTypeError(f"a comma-separated list of {', '.join(ACTIONS)}")
    return chosen


def days(text: str) -> float:
    """Accepts `90`, and spans such as `12h`."""
    if text[-1:] in SECONDS:
        return span(text) / timedelta(days=1)
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= LONGEST_DAYS:
        raise ArgumentTypeError(
            f"days from now, more than 0 and at most {LONGEST_DAYS}, or a span such as 12h"
        )
    return number


def span(text: str) -> timedelta:
    try:
        seconds = float(text[:-1]) * SECONDS[text[-1:]]
    except (ValueError, KeyError):
        seconds = 0
    if not 0 < seconds <= LONGEST_DAYS * SECONDS["d"]:
        raise ArgumentTypeError("a span of time such as 15m, 24h or 7d")
    return timedelta(seconds=seconds)


def span_or_none(text: str) -> timedelta:
    """`0` means at once."""
    return timedelta(0) if text == "0" else span(text)
