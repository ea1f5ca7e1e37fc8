"""Two groups for people who operate the server. Each upgrade resets them; for other rights, make other groups."""

from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission, User
from django.db import router
from django.db.models import Q, QuerySet

OPERATORS, OBSERVERS = "operators", "observers"
ACTIONS: Mapping[str, tuple[str, ...]] = {
    OBSERVERS: ("view",),
    OPERATORS: ("view", "change", "read"),  # read_server_files
}
APPS = ("memory", "cascade", "ome")
EXCLUDED_MODELS = ("apikey",)  # superusers decide who may call, and with which rights


def make_groups(sender: AppConfig, using: str, apps: Apps = installed, **kwargs: Any) -> None:
    """After the migrations of an app, grants the groups their rights on it. `apps` is the state so far."""
    if sender.label not in APPS or not router.allow_migrate_model(using, Group):
        return
    # They may not exist yet: the receivers of a migration run in any order.
    create_permissions(sender, verbosity=0, using=using, apps=apps)
    try:
        groups, permissions = (
            apps.get_model("auth", name).objects.using(using) for name in ("Group", "Permission")
        )
    except LookupError:
        return
    of_app = permissions.filter(content_type__app_label=sender.label)
    for name, actions in ACTIONS.items():
        group, _ = groups.get_or_create(name=name)
        granted = set(_permitted(of_app, actions))
        group.permissions.remove(*set(of_app.filter(group=group)) - granted)
        group.permissions.add(*granted)


def missing_of(user: User) -> list[str]:
    """What operators may do and this user may not."""
    full = _permitted(Permission.objects.filter(content_type__app_label__in=APPS), ACTIONS[OPERATORS])
    named = {f"{each.content_type.app_label}.{each.codename}" for each in full.select_related("content_type")}
    return sorted(named - user.get_all_permissions())


def _permitted(permissions: QuerySet[Permission], actions: tuple[str, ...]) -> QuerySet[Permission]:
    named = Q()
    for action in actions:
        named |= Q(codename__startswith=f"{action}_")
    return permissions.filter(named).exclude(content_type__model__in=EXCLUDED_MODELS)
