"""Celery tasks that concern all apps."""

from celery import shared_task

from everos_site import logins
from everos_site.runtime import release_claims
from memory import oauth_tokens
from memory.coordination import dead_processes, processes


@shared_task
def release_dead_claims() -> None:
    """Resumes the work of a killed process at once, before the leases of its claims run out; also work whose end a
    server that runs alone could not record, as on a full disk.
    """
    if token := processes.abandoned_token():
        release_claims(of=token, clean=True)
        processes.forget_abandoned_token()
    for token in dead_processes.dead():
        release_claims(of=token)
        dead_processes.remove(token)


@shared_task
def prune() -> int:
    from everos_site.dashboard import samples  # imports the index
    from memory.agent_sessions import items  # imports the buffer

    number = logins.prune() + items.prune() + samples.prune()
    if oauth_tokens.is_on():
        from memory.api.oauth import clients

        number += clients.prune()
    return number


@shared_task
def sample() -> None:
    """Samples the state of the server for the admin's charts."""
    from everos_site.dashboard import samples  # imports the index

    samples.take()


@shared_task
def settle_sessions() -> int:
    """Completes what a crash interrupted in agents' sessions."""
    from memory.agent_sessions import work  # imports extraction

    return work.settle()


@shared_task
def forget() -> int:
    """Resumes requests to forget that were left to workers or interrupted by a crash."""
    from memory.forgetting import work  # imports the index

    return work.resume()
