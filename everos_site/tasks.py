"""Celery's way into what concerns all apps."""

from celery import shared_task

from everos_site import logins
from everos_site.runtime import release_claims
from memory import roll_call


@shared_task
def release_dead_claims() -> None:
    """Takes up at once what a killed process was working on, and not only when the leases of its claims run out."""
    for token in roll_call.dead():
        release_claims(of=token)
        roll_call.bury(token)


@shared_task
def prune() -> int:
    return logins.prune()
