"""Keys with which programs call: of each the database has a digest, when it was used, and until when it is good."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import OperationalError, models
from django.utils import timezone
from rest_framework_api_key.models import AbstractAPIKey, APIKeyManager

PREFIX = 8  # characters by which a key is found; the rest of it is only compared
USE_IS_NOTED_EVERY = timedelta(minutes=1)


class ApiKeys(APIKeyManager):
    """Finds `prefix.secret`, as keys are made, and the 40 hex digits of servers before keys had a prefix."""

    def assign_key(self, obj: AbstractAPIKey) -> str:
        """The id tells nothing: it stands in addresses of the admin."""
        key, obj.prefix, obj.hashed_key = self.key_generator.generate()
        return str(key)

    def get_from_key(self, key: str) -> "ApiKey":
        """One query. Raises DoesNotExist for one that is unknown, revoked or expired: nobody learns which."""
        if key.isascii() and key.isprintable():
            known = ApiKey.objects.filter(prefix=key[:PREFIX]).select_related("user")
            for found in known:  # two keys of one beginning are a matter of luck, not a fault
                if self.key_generator.verify(key, found.hashed_key) and found.usable:
                    return found
        raise ApiKey.DoesNotExist


class ApiKey(AbstractAPIKey):
    """A user's key, which is shown once, when it is made."""

    id = models.BigAutoField(primary_key=True)  # type: ignore[assignment]  # the package's has the digest in it
    prefix = models.CharField(max_length=PREFIX, db_index=True, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys")
    last_used_at = models.DateTimeField(null=True, editable=False)  # to the minute

    objects: ClassVar[ApiKeys] = ApiKeys()

    class Meta(AbstractAPIKey.Meta):
        verbose_name = "API key"
        verbose_name_plural = "API keys"

    def __str__(self) -> str:
        return f"{self.prefix}…"

    @property
    def usable(self) -> bool:
        return not self.revoked and not self.has_expired

    def note_use(self) -> None:
        """Writes at most once a minute, and one process only; a database that is busy goes without."""
        now = timezone.now()
        if self.last_used_at is not None and now - self.last_used_at < USE_IS_NOTED_EVERY:
            return
        unchanged = type(self).objects.filter(pk=self.pk, last_used_at=self.last_used_at)
        try:
            unchanged.update(last_used_at=now)
        except OperationalError:
            return
        self.last_used_at = now
