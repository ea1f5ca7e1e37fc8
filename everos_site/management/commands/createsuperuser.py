from django.contrib.auth.management.commands import createsuperuser

from everos_site.checks import TAG
from memory.command import RootCommand


class Command(RootCommand, createsuperuser.Command):
    requires_system_checks = [TAG]  # the other checks load the views, and with them the index
    help = "Makes an account for the admin; on a memory root on which no server was ever started, too."
