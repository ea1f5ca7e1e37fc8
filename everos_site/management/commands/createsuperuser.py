from django.contrib.auth.management.commands import createsuperuser
from django.core.management.base import CommandParser

from memory import accounts
from memory.command import RootCommand


class Command(RootCommand, createsuperuser.Command):
    help = "Creates an account for the admin, even on a memory root on which no server has been started yet."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database=accounts.database())
