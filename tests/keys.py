"""Callers of the tests: a user with a key, in the groups that are named."""

from django.contrib.auth.models import Group, User

from memory.api_keys import ApiKey


def key_of(name: str, *groups: str) -> str:
    """A new key at each call. Who is in a group belongs to the staff."""
    user, _ = User.objects.get_or_create(username=name, defaults={"is_staff": bool(groups)})
    user.groups.add(*Group.objects.filter(name__in=groups))
    _, key = ApiKey.objects.create_key(user=user, name="test")
    return key
