from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "everos_site"
    verbose_name = "EverOS"

    def ready(self) -> None:
        from everos_site import celery, checks  # noqa: F401  (the app that @shared_task finds; the system checks)
