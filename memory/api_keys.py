"""API keys. The database holds a digest of each key, its label, grant, last use and expiry."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import User
from django.db import OperationalError, models, router, transaction
from django.utils import timezone
from rest_framework_api_key.models import AbstractAPIKey, APIKeyManager

from memory import grants
from memory.errors import Forbidden
from memory.grants import Grant

PREFIX = 8  # characters by which a key is looked up; the rest is only compared
LONGEST_LABEL = 50
USE_IS_NOTED_EVERY = timedelta(minutes=1)


def usable() -> models.Q:
    """Selects keys that are neither revoked nor expired."""
    return models.Q(revoked=False) & (models.Q(expiry_date=None) | models.Q(expiry_date__gte=timezone.now()))


class ApiKeys(APIKeyManager):
    """Looks up keys of the form `prefix.secret`."""

    def assign_key(self, obj: AbstractAPIKey) -> str:
        """The id reveals nothing: it appears in addresses of the admin."""
        key, obj.prefix, obj.hashed_key = self.key_generator.generate()
        return str(key)

    def get_from_key(self, key: str) -> "ApiKey":
        """One query. Raises DoesNotExist for an unknown, revoked or expired key, without telling which."""
        if key.isascii() and key.isprintable():
            known = ApiKey.objects.filter(prefix=key[:PREFIX]).select_related("user")
            for found in known:  # two keys with one prefix are a coincidence, not a fault
                if self.key_generator.verify(key, found.hashed_key) and found.usable:
                    return found
        raise ApiKey.DoesNotExist

    def make(
        self, user: User, label: str, grant: Grant = grants.EVERYTHING, until: datetime | None = None
    ) -> tuple["ApiKey", str]:
        """The row, and the key itself, which is stored nowhere."""
        made, key = self.create_key(
            user=user, name=label[:LONGEST_LABEL], grant_given=grant.as_json(), expiry_date=until
        )
        assert isinstance(made, ApiKey)
        return made, key

    def rotate(
        self, old: "ApiKey", overlap: timedelta, until: datetime | None = None
    ) -> tuple["ApiKey", str]:
        """Replaces a key for the same user and with the same limits; both are valid during the overlap.

        The new key expires when the old one would have, unless `until` says otherwise.
        """
        now = timezone.now()
        if until is None and old.expiry_date is not None:
            until = now + (old.expiry_date - old.created)
        with transaction.atomic(using=router.db_for_write(ApiKey)):
            made, key = self.make(old.user, old.name, old.grant, until)
            ends = now + overlap
            ApiKey.objects.filter(pk=old.pk).filter(
                models.Q(expiry_date=None) | models.Q(expiry_date__gt=ends)
            ).update(expiry_date=ends)
        return made, key


class ApiKey(AbstractAPIKey):
    """A user's key. The key itself is displayed only when it is created."""

    id = models.BigAutoField(primary_key=True)  # type: ignore[assignment]  # the package's has the digest in it
    prefix = models.CharField(max_length=PREFIX, db_index=True, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys")
    last_used_at = models.DateTimeField(null=True, editable=False)  # to the minute
    grant_given = models.JSONField(
        default=dict, db_default=models.Value({}, models.JSONField()), editable=False
    )

    objects: ClassVar[ApiKeys] = ApiKeys()

    class Meta(AbstractAPIKey.Meta):
        verbose_name = "API key"
        verbose_name_plural = "API keys"

    def __str__(self) -> str:
        return f"{self.prefix}…"

    @property
    def usable(self) -> bool:
        return not self.revoked and not self.has_expired

    @property
    def grant(self) -> Grant:
        return grants.from_json(self.grant_given)

    def record_use(self) -> None:
        """Writes at most once a minute, from one process only; skipped if the database is busy."""
        now = timezone.now()
        if self.last_used_at is not None and now - self.last_used_at < USE_IS_NOTED_EVERY:
            return
        unchanged = type(self).objects.filter(pk=self.pk, last_used_at=self.last_used_at)
        try:
            unchanged.update(last_used_at=now)
        except OperationalError:
            return
        self.last_used_at = now


def user_for_key(caller: User, name: str) -> User:
    """The user that the caller makes a key for, created if necessary and allowed.

    Raises Forbidden, and ValidationError for an invalid name.
    """
    if not User.objects.filter(username=name).exists() and not caller.has_perm("auth.add_user"):
        raise Forbidden(f"There is no user {name!r}, and creating one needs the permission auth.add_user")
    found = user_named(name)
    require_no_more_rights(caller, found)
    return found


def require_no_more_rights(caller: User, user: User) -> None:
    """Nobody may make a key for a user with more rights than their own. Raises Forbidden."""
    if caller.is_superuser or caller.pk == user.pk:
        return
    if user.is_superuser or not user.get_all_permissions() <= caller.get_all_permissions():
        raise Forbidden(
            f"A key has the permissions of its user: to make one for {user.username}, you need all permissions that "
            f"{user.username} has"
        )


def user_named(name: str) -> User:
    """A user created here has no password, so can call but not log in to the admin. Raises ValidationError for an
    invalid name.
    """
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User(username=name)
        user.set_unusable_password()
        user.full_clean()
        user.save()
    return user
