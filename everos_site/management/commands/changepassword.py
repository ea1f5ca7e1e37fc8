from django.contrib.auth.management.commands import changepassword
from django.core.management.base import CommandParser

from everos_site.sqlite.base import database_of_accounts
from memory.command import RootCommand


class Command(RootCommand, changepassword.Command):
    help = "Changes the password of an account of the admin."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database=database_of_accounts())
