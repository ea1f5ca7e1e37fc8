from argparse import ArgumentParser
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db.models import QuerySet
from django.utils import timezone

from everos_site.groups import OBSERVERS, OPERATORS, missing_of
from everos_site.key_options import LIMITS, add_limits, days, grant_of, span, span_or_none
from memory import signed_tokens
from memory.api_keys import PREFIX, ApiKey, usable, user_named
from memory.command import RootCommand
from memory.command_options import some_text
from memory.errors import Forbidden, InvalidInput
from memory.grants import described
from memory.text.wording import in_columns

OVERLAP = timedelta(hours=24)
OPTIONS = ("list", "renew", "revoke", "rotate", "for-user")  # that somebody may write without hyphens
COLUMNS = ("USER", "KEY", "LABEL", "MADE", "ENDS", "LAST USED", "LIMITS", "")


class Command(RootCommand):
    help = (
        "Creates an API key for a user (and the user, if there is none) and prints it. The key is shown only once. "
        "Send it with each call: `Authorization: Token <key>`. Other options list, rotate and revoke keys."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="the user's name")
        parser.add_argument("--label", default="everos token", help="what the key is for; shown in lists")
        parser.add_argument(
            "--expires",
            type=days,
            metavar="DAYS",
            help="the key expires after so many days, or after a span such as 12h",
        )
        add_limits(parser)
        rights = parser.add_mutually_exclusive_group()
        rights.add_argument(
            "--staff",
            action="store_true",
            help="make the user an operator, and an administrator of the agent memory",
        )
        rights.add_argument(
            "--observer",
            action="store_true",
            help="make the user an observer, who sees what operators see and changes nothing",
        )
        parser.add_argument(
            "--overlap",
            type=span_or_none,
            default=OVERLAP,
            metavar="SPAN",
            help="with --rotate: how long the old key stays valid (default: 24h; 0: not at all)",
        )
        parser.add_argument(
            "--ttl",
            type=span,
            metavar="SPAN",
            help="with --for-user: the lifetime of the token (default: 15m)",
        )
        add_alternatives(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        name = options["name"]
        if options["list"]:
            self._list(keys_of(name))
        elif options["for_user"] is not None:
            self._sign(options)
        elif options["rotate"]:
            self._rotate(keys_of(name), options)
        elif options["revoke"] or (options["revoke"] is not None and name):
            self._revoke(keys_of(name), options["revoke"], f"Keys of {name}" if name else "Keys")
        elif not name:
            raise CommandError(
                "Whose key? Name a user: `everos token NAME`; `everos token --list` lists all keys."
            )
        elif name in OPTIONS:
            raise CommandError(f"A user cannot be named {name!r} here: did you mean `everos token --{name}`?")
        else:
            grant_of(options)  # before anybody is made
            self._make(new_or_existing_user(name), options)

    def _make(self, user: User, options: dict[str, Any]) -> None:
        if options["staff"] or options["observer"]:
            self._add_to_group(user, OPERATORS if options["staff"] else OBSERVERS)
        grant = grant_of(options)
        made, key = ApiKey.objects.make(user, options["label"], grant, end_of(options))
        if options["renew"]:
            others = ApiKey.objects.filter(user=user, revoked=False).exclude(pk=made.pk).update(revoked=True)
            self._note(f"Other keys of {user.username} that have ended: {others}.")
        self._show(key)
        if grant.has_limits:
            self._note(f"It is for: {described(grant)}.")
        if not user.is_active:
            self._note(f"{user.username} has been deactivated: the key is of no use.")

    def _add_to_group(self, user: User, group: str) -> None:
        """Makes the user a member of one of the two groups and of no other of them; other rights stay."""
        user.is_staff = True
        user.save(update_fields=["is_staff"])
        user.groups.remove(*Group.objects.filter(name__in=[OPERATORS, OBSERVERS]))
        user.groups.add(Group.objects.get(name=group))
        if user.is_superuser:
            self._note(f"{user.username} is a superuser, and may do everything.")
            return
        self._note(f"{user.username} belongs to the group {group} now.")
        lacking = ", ".join(missing_of(user))
        self._note(
            f"Not given: {lacking or 'nothing that operators have'}. Users, groups and keys need a superuser."
        )

    def _show(self, key: str) -> None:
        self.stdout.write(key)
        self._note("This is the only time that the key is shown; the server keeps a digest of it.")

    def _rotate(self, keys: QuerySet[ApiKey], options: dict[str, Any]) -> None:
        prefix = options["rotate"][:PREFIX]
        found = list(keys.filter(usable(), prefix=prefix).select_related("user"))
        if len(found) != 1:
            which = "No usable key begins" if not found else "Several keys begin"
            raise CommandError(f"{which} with {prefix!r}; see `everos token --list`.")
        if options["can"] or any(options[name] for name, _ in LIMITS.values()):
            raise CommandError("A rotated key has the limits of the old one; for others, make a new key.")
        _, key = ApiKey.objects.rotate(found[0], options["overlap"], end_of(options))
        self._show(key)
        found[0].refresh_from_db()
        self._note(f"{found[0]} of {found[0].user.username} is good until {moment(found[0].expiry_date)}.")

    def _sign(self, options: dict[str, Any]) -> None:
        """From the newest key that may; what it is part of must be somebody's."""
        name = options["name"]
        found = keys_of(name).filter(usable()).select_related("user").order_by("-created", "-pk")
        if not name and len({key.user_id for key in found}) > 1:
            raise CommandError("From whose key? Name a user: `everos token NAME --for-user ID`.")
        if options["users"] or options["groups"]:
            raise CommandError("A signed token is for the one person of --for-user.")
        why = "There is no usable key that it could come from; make one: `everos token NAME`."
        for key in found:
            try:
                limits = (options["apps"], options["projects"], options["agents"], options["ttl"])
                signed = signed_tokens.issue(key, options["for_user"], options["can"], *limits)
            except InvalidInput as error:
                raise CommandError(str(error)) from error
            except Forbidden as error:
                why = f"No key of {key.user.username} allows it: {error}."
                continue
            self.stdout.write(signed.token)
            whose = f"It comes from the key {key} of {key.user.username}, and ends with it"
            self._note(f"{whose}, or at {moment(signed.expires_at)}.")
            return
        raise CommandError(why)

    def _revoke(self, chosen: QuerySet[ApiKey], beginnings: list[str], whose: str) -> None:
        prefixes = [text[:PREFIX] for text in beginnings]
        for prefix in prefixes:
            if not chosen.filter(prefix=prefix).exists():
                raise CommandError(f"{whose}: no key that begins with {prefix!r}; see --list.")
        if prefixes:
            chosen = chosen.filter(prefix__in=prefixes)
        self._note(f"{whose} that have ended: {chosen.filter(revoked=False).update(revoked=True)}.")

    def _list(self, keys: QuerySet[ApiKey]) -> None:
        rows = [line(key) for key in keys.select_related("user").order_by("user__username", "created")]
        for row in in_columns([COLUMNS, *rows]):
            self.stdout.write(row)

    def _note(self, text: str) -> None:
        """Writes to standard error, because the key on standard output may be piped into a file."""
        self.stderr.write(text, style_func=str)


def add_alternatives(parser: ArgumentParser) -> None:
    """Options for something else than creating a key."""
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--renew", action="store_true", help="create a key and revoke all other keys of the user"
    )
    instead.add_argument(
        "--revoke",
        nargs="*",
        type=some_text,
        metavar="KEY",
        help="create no key; revoke the keys that begin like this, or all keys of the user",
    )
    instead.add_argument(
        "--rotate",
        type=some_text,
        metavar="KEY",
        help="replace the key that begins like this by a new one with the same limits",
    )
    instead.add_argument(
        "--for-user",
        type=some_text,
        metavar="ID",
        help="create no key; sign a short-lived token for the memory of this user only",
    )
    instead.add_argument(
        "--list", action="store_true", help="create no key; list all keys, or those of the user"
    )


def keys_of(name: str | None) -> QuerySet[ApiKey]:
    """Of this user, or all keys. Raises CommandError."""
    if not name:
        return ApiKey.objects.all()
    if not User.objects.filter(username=name).exists():
        raise CommandError(f"There is no user {name!r}; `everos token --list` shows who has keys.")
    return ApiKey.objects.filter(user__username=name)


def line(key: ApiKey) -> tuple[str, ...]:
    state = "revoked" if key.revoked else "expired" if key.has_expired else ""
    return (
        key.user.username,
        f"{key.prefix}…",
        key.name,
        moment(key.created),
        moment(key.expiry_date),
        moment(key.last_used_at),
        described(key.grant),
        state if key.user.is_active else f"{state} (the user is deactivated)".strip(),
    )


def moment(at: datetime | None) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC" if at else "never"


def end_of(options: dict[str, Any]) -> datetime | None:
    return timezone.now() + timedelta(days=options["expires"]) if options["expires"] else None


def new_or_existing_user(name: str) -> User:
    try:
        return user_named(name)
    except ValidationError as error:
        raise CommandError(f"{name!r} cannot be a user: {' '.join(error.messages)}") from error
