import os
from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser

from everos_site.sqlite.base import database_of_accounts
from memory.command import RootCommand


class Command(RootCommand, createsuperuser.Command):
    help = (
        "Creates an account for the admin. Works on a new memory root, too, before a server has been started."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database=database_of_accounts())

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Django checks passwords that are typed, but not the one of the environment."""
        password = os.environ.get("DJANGO_SUPERUSER_PASSWORD")
        if password and not options["interactive"]:
            try:
                validate_password(password)
            except ValidationError as error:
                raise CommandError(f"DJANGO_SUPERUSER_PASSWORD: {' '.join(error.messages)}") from error
        return super().handle(*args, **options)
