from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "everos_site"
    verbose_name = "EverOS"

    def ready(self) -> None:
        from django.core.signals import request_finished, request_started
        from django.db.backends.signals import connection_created
        from django.db.models.signals import post_migrate

        from everos_site import celery, checks  # noqa: F401  (the app that @shared_task finds; the system checks)
        from everos_site.databases import keep_no_read_only
        from everos_site.groups import make_groups
        from memory.coordination import request_priority
        from memory.index import store_time

        for part in (request_priority, store_time):
            request_started.connect(part.request_begins)
            request_finished.connect(part.request_ends)
        connection_created.connect(keep_no_read_only)
        post_migrate.connect(make_groups)
