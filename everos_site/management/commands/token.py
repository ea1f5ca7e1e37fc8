from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from rest_framework.authtoken.models import Token

from memory.command import RootCommand


class Command(RootCommand):
    help = (
        "Prints the token of a user, which is made, as the user is, if there is none. It goes with each call: "
        "`Authorization: Token <key>`."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the user")
        parser.add_argument(
            "--staff", action="store_true", help="the user is an operator, and an admin of the agents' memory"
        )
        parser.add_argument("--renew", action="store_true", help="make another token; the old one ends")

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_named(options["name"])
        if options["staff"] and not user.is_staff:
            user.is_staff = True
            user.save(update_fields=["is_staff"])
        if options["renew"]:
            Token.objects.filter(user=user).delete()
        token, _ = Token.objects.get_or_create(user=user)
        self.stdout.write(token.key)
        if not user.is_active:
            self.stderr.write(f"{user.username} has been deactivated: the token opens nothing.")


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
