"""What Celery logs while the database or the broker is away."""

import logging
from collections.abc import Iterator


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
