from django.apps import AppConfig


class OmeConfig(AppConfig):
    """Derives memories from episodes and cases in the background."""

    name = "ome"
    verbose_name = "Offline Memory Engine"

    def ready(self) -> None:
        from ome import receivers  # noqa: F401 (connects the signals)
