"""Log lines and traces continue in Celery tasks where the request left them."""

from contextlib import ExitStack
from typing import Any

from celery.signals import before_task_publish, setup_logging, task_postrun, task_prerun
from django.conf import settings
from django.db import close_old_connections
from structlog.contextvars import bound_contextvars

from everos_site import logs, tracing
from memory.coordination.request_ids import REQUEST_ID, current_request_id, with_request_id

_under_way: dict[str, ExitStack] = {}


@before_task_publish.connect
def add_request_id(headers: dict[str, Any], **_: object) -> None:
    request_id = current_request_id()
    if request_id is not None:
        headers[REQUEST_ID] = request_id
    tracing.carry(headers)


@task_prerun.connect
def task_begins(task_id: str, task: Any, **_: object) -> None:
    """A wake-up serves many requests: rows that do not know their request get the id of the one that sent it."""
    close_old_connections()  # as Django does before a request: those that broke or have become too old
    headers = task.request.headers or {}
    stack = _under_way[task_id] = ExitStack()
    stack.enter_context(with_request_id(headers.get(REQUEST_ID)))
    stack.enter_context(bound_contextvars(task=task.name))
    stack.enter_context(tracing.task(task.name, headers))


@task_postrun.connect
def task_ends(task_id: str, **_: object) -> None:
    if stack := _under_way.pop(task_id, None):
        stack.close()


@setup_logging.connect
def log_like_the_web_process(**_: object) -> None:
    """With a receiver here, Celery attaches no handlers and changes no levels; --loglevel has no effect."""
    logs.configure(settings.LOGGING)
