from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.utils import timezone

from everos_site.groups import OBSERVERS, OPERATORS, missing_of
from memory.api_keys import ApiKey
from memory.command import RootCommand

LONGEST_DAYS = 36_500
COLUMNS = ("USER", "KEY", "LABEL", "MADE", "ENDS", "LAST USED", "")


class Command(RootCommand):
    help = (
        "Makes a key for a user, who is made, too, where there is none, and prints it, this once. It goes with each "
        "call: `Authorization: Token <key>`."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="the user")
        parser.add_argument(
            "--label", default="everos token", help="what the key is for, in the list of keys"
        )
        parser.add_argument(
            "--expires", type=days, metavar="DAYS", help="the key ends by itself after these days"
        )
        rights = parser.add_mutually_exclusive_group()
        rights.add_argument(
            "--staff", action="store_true", help="the user is an operator, and an admin of the agents' memory"
        )
        rights.add_argument(
            "--observer", action="store_true", help="the user sees what operators see, and changes nothing"
        )
        instead = parser.add_mutually_exclusive_group()
        instead.add_argument("--renew", action="store_true", help="all other keys of the user end")
        instead.add_argument(
            "--revoke",
            nargs="*",
            metavar="KEY",
            help="make none: all keys of the user end, or those that begin like this",
        )
        instead.add_argument(
            "--list", action="store_true", help="make none: list all keys, or those of the user"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        if options["list"]:
            self._list(keys_of(existing(name)) if name else ApiKey.objects.all())
            return
        if not name:
            raise CommandError(
                "Whose key? Name a user: `everos token NAME`; `everos token --list` lists all keys."
            )
        if options["revoke"] is not None:
            self._revoke(existing(name), options["revoke"])
            return
        self._make(user_named(name), options)

    def _make(self, user: User, options: dict[str, Any]) -> None:
        if options["staff"] or options["observer"]:
            self._admit(user, OPERATORS if options["staff"] else OBSERVERS)
        ends = timezone.now() + timedelta(days=options["expires"]) if options["expires"] else None
        made, key = ApiKey.objects.create_key(user=user, name=options["label"][:50], expiry_date=ends)
        if options["renew"]:
            others = usable(keys_of(user).exclude(pk=made.pk)).update(revoked=True)
            self._note(f"Other keys of {user.username} that have ended: {others}.")
        self.stdout.write(key)
        self._note("This is the only time that the key is shown; the server keeps a digest of it.")
        if not user.is_active:
            self._note(f"{user.username} has been deactivated: the key opens nothing.")

    def _admit(self, user: User, group: str) -> None:
        """As an operator or an observer, which is the more or the less of the same; other rights stay."""
        user.is_staff = True
        user.save(update_fields=["is_staff"])
        user.groups.remove(*Group.objects.filter(name__in=[OPERATORS, OBSERVERS]))
        user.groups.add(Group.objects.get(name=group))
        if user.is_superuser:
            self._note(f"{user.username} is a superuser, and may do everything.")
            return
        held = ", ".join(sorted(user.get_all_permissions()))
        self._note(f"{user.username} belongs to the group {group} now, with the permissions: {held}.")
        lacking = ", ".join(missing_of(user))
        self._note(
            f"Not given: {lacking or 'nothing that operators have'}. Users, groups and keys need a superuser."
        )

    def _revoke(self, user: User, beginnings: list[str]) -> None:
        chosen = keys_of(user)
        for beginning in beginnings:
            if not chosen.filter(prefix=beginning[:8]).exists():
                raise CommandError(
                    f"{user.username} has no key that begins with {beginning[:8]!r}; see --list."
                )
        if beginnings:
            chosen = chosen.filter(prefix__in=[beginning[:8] for beginning in beginnings])
        self._note(f"Keys of {user.username} that have ended: {usable(chosen).update(revoked=True)}.")

    def _list(self, keys: QuerySet[ApiKey]) -> None:
        rows = [line(key) for key in keys.select_related("user").order_by("user__username", "created")]
        for row in aligned([COLUMNS, *rows]):
            self.stdout.write(row)

    def _note(self, text: str) -> None:
        """Beside the key, which may be piped into a file."""
        self.stderr.write(text, style_func=str)


def days(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number <= LONGEST_DAYS:
        raise ArgumentTypeError(f"days from now, more than 0 and at most {LONGEST_DAYS}")
    return number


def keys_of(user: User) -> QuerySet[ApiKey]:
    return ApiKey.objects.filter(user=user)


def usable(keys: QuerySet[ApiKey]) -> QuerySet[ApiKey]:
    return keys.filter(revoked=False)


def line(key: ApiKey) -> tuple[str, ...]:
    state = "revoked" if key.revoked else "expired" if key.has_expired else ""
    return (
        key.user.username,
        f"{key.prefix}…",
        key.name,
        moment(key.created),
        moment(key.expiry_date),
        moment(key.last_used_at),
        state if key.user.is_active else f"{state} (the user is deactivated)".strip(),
    )


def moment(at: datetime | None) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC" if at else "never"


def aligned(rows: list[tuple[str, ...]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def existing(name: str) -> User:
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no user {name!r}; `everos token --list` shows who has keys.")
    return user


def user_named(name: str) -> User:
    """Without a password: such a user can call, and cannot log in to the admin."""
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User(username=name)
        user.set_unusable_password()
        try:
            user.full_clean()
        except ValidationError as error:
            raise CommandError(f"{name!r} cannot be a user: {' '.join(error.messages)}") from error
        user.save()
    return user
