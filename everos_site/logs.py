"""Logging: one line for each event, for people or as JSON, with the id of the request that caused it; little of what
Celery says while the database or the broker is away.
"""

import logging
import logging.config
import os
import re
import sys
from collections.abc import Iterator, MutableMapping
from datetime import datetime
from typing import Any

import structlog

from memory.text.cleaning import CONTROL_CHARACTERS

# Added to every line. The middleware binds a request's id with structlog.contextvars.
SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]

WIDEST = 300  # characters of a line for people; JSON is never cut
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def configure(config: dict[str, Any]) -> None:
    """Django's LOGGING_CONFIG: structlog, the standard library's loggers and its warnings write the same format."""
    logging.config.dictConfig(config)
    logging.captureWarnings(True)
    structlog.configure(
        processors=[*SHARED_PROCESSORS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )


def logging_config(level: str, format: str) -> dict[str, Any]:
    """The dictionary of `logging.config.dictConfig`."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structlog": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": [structlog.stdlib.ExtraAdder(), *SHARED_PROCESSORS],
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *_rendering(format),
                ],
            }
        },
        "filters": {"killed": {"()": KilledWorker}, "outage": {"()": Outage}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "structlog", "filters": ["outage"]}
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django attaches handlers of its own to these two
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "django.request": {"level": logging.ERROR},  # refused requests are logged by the middleware
            "httpx2": {"level": _at_least(level, logging.WARNING)},
            "gunicorn.error": {
                "level": _at_least(level, logging.WARNING),
                "propagate": True,
                "filters": ["killed"],
            },
            "waitress": {"level": _at_least(level, logging.WARNING)},
            "waitress.queue": {"level": logging.ERROR},  # warns about each request that waits for a thread
            "celery": {"level": _at_least(level, logging.WARNING)},
            "celery.worker.control": {"level": logging.ERROR},  # warns about each orderly shutdown
            "watchdog": {"level": _at_least(level, logging.WARNING)},
            "opentelemetry": {"level": _at_least(level, logging.ERROR)},  # warns about each attempt to send
        },
    }


def _rendering(format: str) -> list[Any]:
    """The last processors, which turn an event into a line."""
    if format == "json":
        return [
            _add_process,
            # Without local variables: they contain messages, and keys.
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    return [
        _escape_control_characters,
        *([_brief] if on_terminal() else []),
        structlog.dev.ConsoleRenderer(
            colors=on_terminal() and "NO_COLOR" not in os.environ,
            pad_event_to=0 if on_terminal() else 30,
            exception_formatter=structlog.dev.plain_traceback,
        ),
        _clip,
    ]


def on_terminal() -> bool:
    """Whether a person is reading, so that lines are short and coloured."""
    return sys.stderr.isatty()


class KilledWorker(logging.Filter):
    """Corrects gunicorn, which blames memory even if it killed the worker itself."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = str(record.msg).replace(
            " Perhaps out of memory?", " It was asked to end and did not, or the system was short of memory."
        )
        return True


def _brief(logger: Any, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """For a terminal: a short time, and the request's id only for warnings and errors."""
    line["timestamp"] = f"{datetime.fromisoformat(line['timestamp']).astimezone():%H:%M:%S}"
    if line.get("level") in ("debug", "info"):
        line.pop("request_id", None)
    return line


def _clip(logger: Any, method: str, text: str) -> str:
    """No line is longer than a screenful; a clipped one loses its colours."""
    return "\n".join(_clipped(line) for line in text.split("\n"))


def _clipped(line: str) -> str:
    plain = COLOUR.sub("", line)
    return line if len(plain) <= WIDEST else f"{plain[: WIDEST - 1]}…"


def _escape_control_characters(
    logger: Any, method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Client input must not move the cursor, colour the screen or start a line of its own in a terminal."""
    for key, value in line.items():
        if isinstance(value, str):
            line[key] = value.translate(CONTROL_CHARACTERS)
    return line


def _add_process(logger: Any, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Which of several processes wrote the line; log collectors know the machine."""
    line["pid"] = os.getpid()
    return line


def _at_least(level: str, minimum: int) -> int:
    """Libraries that report each call stay silent unless the operator asked for everything."""
    return logging.DEBUG if level == "DEBUG" else max(logging.getLevelNamesMapping()[level], minimum)


class Outage(logging.Filter):
    """Makes one line of what a task meets during an outage. Celery would add a traceback to each, which is always the
    same, and buries everything else.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info and record.name.startswith("celery") else None
        if error and (away := _away(error)):
            told = record.getMessage().partition("\n")[0]
            record.msg = "%s is away; the work is kept, and done when it is back: %s"
            record.args = (away, told)
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
            record.exc_info = record.exc_text = None
            vars(record).pop("data", None)  # the task's arguments, and the traceback again
        return True


def _away(error: BaseException) -> str:
    """What does not answer; empty for any other error."""
    # Imported only now: all processes log, and few meet an outage.
    import redis.exceptions
    from kombu.exceptions import OperationalError as BrokerError

    from memory.api.failures import DATABASE_AWAY, status_and_message

    for each in _causes(error):
        if isinstance(each, BrokerError | redis.exceptions.ConnectionError | redis.exceptions.TimeoutError):
            return "the broker"
        if isinstance(each, Exception) and status_and_message(each)[1] == DATABASE_AWAY:
            return "the database"
    return ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error:
        yield error
        error = error.__cause__ or error.__context__
