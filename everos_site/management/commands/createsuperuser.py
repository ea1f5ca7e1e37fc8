from django.contrib.auth.management.commands import createsuperuser

from memory.command import RootCommand


class Command(RootCommand, createsuperuser.Command):
    help = "Makes an account for the admin; on a memory root on which no server was ever started, too."
