from django.apps import AppConfig


class CascadeConfig(AppConfig):
    """The way from markdown to the index."""

    name = "cascade"

    def ready(self) -> None:
        from cascade import receivers  # noqa: F401 (connects the signals)
