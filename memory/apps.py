from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "memory"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from memory import hand_edits  # noqa: F401 (connects the signals)
        from memory.ingest import pending  # noqa: F401 (registers what waits in the buffer, before what files say)
        from memory.keyed import receivers  # noqa: F401 (connects the signals)
