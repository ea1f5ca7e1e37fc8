"""Rows as a busy server has them, for every list of the admin: long paths, long ids, errors of a paragraph."""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from django.contrib import admin
from django.db import models
from django.utils import timezone

OWNER = "Bartholomew-Featherstonehaugh_0042@example.org"
SESSION = "9b2d6f1e-4a53-4d0e-8f35-1f2f2f7b6b5e"
PATH = f"default_app/default_project/users/{OWNER}/.atomic_facts/atomic_fact-2026-05-02-{{n}}.md"
ERROR = (
    "HTTPConnectionPool(host='embeddings.internal.example.org',port=8080):ReadTimeoutError(read timeout=30.0) "
    * 3
)
TEXT = (
    "On the way to Lisbon I talked with my sister about what our parents would like for their anniversary. "
    * 3
)
VALUES: Mapping[str, Any] = MappingProxyType(
    {
        "app_id": "customer-support", "project_id": "europe-and-africa", "session_id": SESSION,
        "owner_id": OWNER, "user_id": OWNER, "sender_id": OWNER, "agent_id": "assistant", "owner_type": "user",
        "sender_name": "Bartholomew Featherstonehaugh", "message_id": "msg_018f6c2a9d3e7b40a1c2", "role": "assistant",
        "group_id": "family-of-the-featherstonehaughs", "path": PATH, "name": "preferences/of/the/whole/family-{n}",
        "kind": "atomic_fact", "category": "preference", "key": "b:" + "0123456789abcdef" * 4 + "{n}",
        "error": ERROR, "last_error": ERROR, "reason": ERROR, "text": TEXT, "content": TEXT, "attempts": 3,
        "table": "atomic_fact_12", "embedder": "local:intfloat/multilingual-e5-small@1f2e3d4c5b6a/384",
        "strategy": "extract_agent_skill", "status": "pending", "results": ["af_20260502_00000001"] * 20,
        "lane": "cluster:assistant", "purpose": "extract_user_profile", "host": "worker-7f9c5d6b8-x2x4q.internal",
        "model": "meta-llama/Llama-3.3-70B-Instruct-Turbo", "user_agent": "Mozilla/5.{n} (X11; Linux x86_64) " * 3,
        "username": OWNER, "email": OWNER, "ip_address": "2001:db8:85a3:8d3:1319:8a2e:370:7348",
        "path_info": "/admin/login/", "first_timestamp_ms": 1_777_000_000_000,
        "payload": {"sender_name": "Bartholomew Featherstonehaugh", "content": TEXT},
        "last_timestamp_ms": 1_777_000_900_000, "timestamp_ms": 1_777_000_000_000, "timestamp": 1_777_000_000.0,
        "mtime_ns": 1_777_000_000_000_000_000, "prompt_tokens": 1_234_567, "completion_tokens": 345_678,
        "seconds": 12_345.678, "message_count": 240, "token_count": 31_234, "first_name": "Bartholomew",
        "last_name": "Featherstonehaugh", "type": "memcell_extracted", "model_calls": 12_345, "calls": 12_345,
    }
)  # fmt: skip


def fill_every_list(rows: int = 3, first: int = 0) -> list[type[models.Model]]:
    """Rows for each table that the admin lists, numbered from `first`; which tables these are."""
    listed = list(admin.site._registry)
    for model in sorted(listed, key=_depends):
        related = {
            field.name: list(field.related_model._default_manager.all())
            for field in model._meta.concrete_fields
            if isinstance(field, models.ForeignKey)
        }
        made = [
            model(**_values(model, number), **{name: rows[number] for name, rows in related.items()})
            for number in range(first, first + rows)
        ]
        model._default_manager.bulk_create(made)
    return listed


def _depends(model: type[models.Model]) -> int:
    return sum(isinstance(field, models.ForeignKey) for field in model._meta.concrete_fields)


def _values(model: type[models.Model], number: int) -> dict[str, Any]:
    return {
        field.name: _value(field, number)
        for field in model._meta.concrete_fields
        if not isinstance(field, models.AutoField | models.ForeignKey)
    }


def _value(field: "models.Field[Any, Any]", number: int) -> Any:
    if isinstance(field, models.DateTimeField):
        return timezone.now() - timedelta(days=number, hours=11)
    value = VALUES.get(field.name)
    if field.primary_key or field.unique:
        room = (field.max_length or 200) - 5
        value = f"{str(value or 'cell:mc_0a1b2c3d4e5f')[:room]}-{number:04}"
    if isinstance(value, str):
        return value.replace("{n}", str(number))[: field.max_length]
    if value is not None:
        return value
    if isinstance(field, models.BooleanField):
        return True
    if isinstance(field, models.IntegerField | models.FloatField):
        return 123_456 + number
    return (
        field.get_default()
        if field.has_default()
        else None
        if field.null
        else f"value-{number}"[: field.max_length]
    )
