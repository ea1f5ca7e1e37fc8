"""Tokens of rest_framework.authtoken, which lay in the database as they are, become keys of which it has a digest."""

import logging

from django.conf import settings
from django.db import OperationalError, migrations, transaction
from django.db.migrations.recorder import MigrationRecorder
from rest_framework_api_key.crypto import KeyGenerator

log = logging.getLogger(__name__)

APP, TABLE = "authtoken", "authtoken_token"
PREFIX = 8


def take_over(apps, schema_editor):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        if TABLE not in connection.introspection.table_names(cursor):
            return
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA secure_delete = ON")
    with transaction.atomic(using=connection.alias):
        _copy(apps, connection)
        _forget(apps, connection)
        connection.check_constraints()  # PostgreSQL drops no table while checks wait for the end of the transaction
        schema_editor.execute(f'DROP TABLE "{TABLE}"')
    if connection.vendor == "sqlite":
        _overwrite(connection)


def _copy(apps, connection):
    keys = apps.get_model("memory", "ApiKey").objects.using(connection.alias)
    generator = KeyGenerator()
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "key", "user_id", "created" FROM "{TABLE}"')
        tokens = cursor.fetchall()
    for key, user_id, created in tokens:
        made = keys.create(
            prefix=key[:PREFIX], hashed_key=generator.hash(key), user_id=user_id, name="from an older version"
        )
        keys.filter(pk=made.pk).update(created=_moment(connection, created))


def _moment(connection, stored):
    """What a query without a model gives for a time."""
    from django.utils import timezone
    from django.utils.dateparse import parse_datetime

    moment = parse_datetime(stored) if isinstance(stored, str) else stored
    return timezone.make_aware(moment, connection.timezone) if timezone.is_naive(moment) else moment


def _forget(apps, connection):
    """The admin's log named tokens by their keys."""
    of_tokens = {"content_type__app_label": APP}
    entries = apps.get_model("admin", "LogEntry").objects.using(connection.alias)
    entries.filter(**of_tokens).update(object_repr="a token", object_id=None, change_message="")
    types = apps.get_model("contenttypes", "ContentType").objects.using(connection.alias)
    types.filter(app_label=APP).delete()
    MigrationRecorder(connection).migration_qs.filter(app=APP).delete()


def _overwrite(connection):
    """No page of the file, or of the log beside it, keeps what was deleted."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except OperationalError as error:  # somebody reads, or the disk is full: the tokens work all the same
        log.warning("the database still has pages with deleted tokens; run VACUUM on it: %s", error)


class Migration(migrations.Migration):
    atomic = False  # SQLite's VACUUM runs in no transaction

    dependencies = [
        ("memory", "0004_api_keys"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(
            take_over, migrations.RunPython.noop, elidable=False, hints={"model_name": "apikey"}  # where they live
        )
    ]
