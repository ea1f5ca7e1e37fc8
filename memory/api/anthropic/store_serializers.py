"""Requests and responses of Memory Stores."""

import re
from typing import Any

from rest_framework import serializers

from memory.api.rest.fields import OPTIONAL, Identifier, Integer, Moment, Object, Text

MOST_CONTENT_BYTES = 102_400
MOST_PAIRS, MOST_KEY, MOST_VALUE = 16, 64, 512
SHA256 = re.compile("[0-9a-f]{64}")
VIEWS = ("basic", "full")
OPERATIONS = ("created", "modified", "deleted")


class Name(Identifier):
    def __init__(self, **more: Any) -> None:
        super().__init__(longest=255, names_folder=False, **more)


class Metadata(Object):
    """Pairs of texts; `updates`: in an update of a store, `null` removes a pair."""

    default_error_messages = {
        "pairs": f"at most {MOST_PAIRS} pairs are possible",
        "pair": f"keys are texts of 1 to {MOST_KEY} characters, and values texts of at most {MOST_VALUE}",
    }

    def __init__(self, *, updates: bool = False, **more: Any) -> None:
        super().__init__(**OPTIONAL, **more)
        self.updates = updates

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        pairs = super().to_internal_value(data)
        if len(pairs) > MOST_PAIRS:
            self.fail("pairs")
        for key, value in pairs.items():
            if not 1 <= len(key) <= MOST_KEY or "\0" in key or not self._fits(value):
                self.fail("pair")
        return pairs

    def _fits(self, value: Any) -> bool:
        if value is None:
            return self.updates
        return isinstance(value, str) and len(value) <= MOST_VALUE and "\0" not in value


class Content(Text):
    default_error_messages = {"bytes": f"at most {MOST_CONTENT_BYTES} bytes are possible"}

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        if len(text.encode()) > MOST_CONTENT_BYTES:
            self.fail("bytes")
        return text


class Sha256(Text):
    default_error_messages = {"sha256": "64 lowercase hexadecimal characters are needed"}

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        if not SHA256.fullmatch(text):
            self.fail("sha256")
        return text


class NewStore(serializers.Serializer[Any]):
    name = Name()
    description = Text(longest=1024, **OPTIONAL, default="")
    metadata = Metadata()


class ChangedStore(serializers.Serializer[Any]):
    """Fields that are missing or null stay unchanged."""

    name = Name(**OPTIONAL)
    description = Text(longest=1024, **OPTIONAL)
    metadata = Metadata(updates=True)


class NewMemory(serializers.Serializer[Any]):
    path = Text(longest=1024)
    content = Content(allow_null=True)


class Precondition(serializers.Serializer[Any]):
    type = serializers.ChoiceField(["content_sha256"])
    content_sha256 = Sha256()


class ChangedMemory(serializers.Serializer[Any]):
    """Fields that are missing or null stay unchanged."""

    path = Text(longest=1024, **OPTIONAL)
    content = Content(**OPTIONAL)
    precondition = Precondition(**OPTIONAL)


class ViewQuery(serializers.Serializer[Any]):
    view = serializers.ChoiceField(VIEWS, required=False)


class DeleteQuery(serializers.Serializer[Any]):
    expected_content_sha256 = Sha256(required=False)


class PageQuery(serializers.Serializer[Any]):
    limit = Integer(min_value=1, max_value=100, required=False, default=20)
    page = Text(required=False, longest=3000)


class CreatedQuery(PageQuery):
    """Adds the bounds of the creation time, whose names cannot be attributes in Python."""

    def get_fields(self) -> dict[str, Any]:
        bounds = {f"created_at[{side}]": Moment(required=False) for side in ("gte", "lte")}
        return {**super().get_fields(), **bounds}


class StoresQuery(CreatedQuery):
    include_archived = serializers.ChoiceField(["true", "false"], required=False, default="false")


class MemoriesQuery(PageQuery):
    path_prefix = Text(required=False, longest=1025)
    depth = Integer(required=False, default=0, max_value=1)
    view = serializers.ChoiceField(VIEWS, required=False, default="basic")

    def validate_path_prefix(self, value: str) -> str:
        if not (value.startswith("/") and value.endswith("/")):
            raise serializers.ValidationError("a prefix begins and ends with /, such as /notes/")
        return value


class VersionsQuery(CreatedQuery):
    memory_id = Text(required=False)
    operation = serializers.ChoiceField(OPERATIONS, required=False)
    api_key_id = Text(required=False)
    session_id = Text(required=False)
    service_account_id = Text(required=False)
    view = serializers.ChoiceField(VIEWS, required=False, default="basic")


class StoreOut(serializers.Serializer[Any]):
    id = serializers.CharField()
    type = serializers.CharField(default="memory_store")
    name = serializers.CharField()
    description = serializers.CharField()
    metadata = serializers.DictField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    archived_at = serializers.DateTimeField(allow_null=True)


class MemoryOut(serializers.Serializer[Any]):
    id = serializers.CharField()
    type = serializers.CharField(default="memory")
    memory_store_id = serializers.CharField()
    memory_version_id = serializers.CharField()
    path = serializers.CharField()
    content = serializers.CharField(allow_null=True)
    content_sha256 = serializers.CharField()
    content_size_bytes = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class VersionOut(serializers.Serializer[Any]):
    id = serializers.CharField()
    type = serializers.CharField(default="memory_version")
    memory_store_id = serializers.CharField()
    memory_id = serializers.CharField()
    operation = serializers.ChoiceField(OPERATIONS)
    path = serializers.CharField(allow_null=True)
    content = serializers.CharField(allow_null=True)
    content_sha256 = serializers.CharField(allow_null=True)
    content_size_bytes = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    created_by = serializers.DictField(allow_null=True)
    redacted_at = serializers.DateTimeField(allow_null=True)
    redacted_by = serializers.DictField(allow_null=True)


class Deleted(serializers.Serializer[Any]):
    id = serializers.CharField()
    type = serializers.CharField()


class StorePage(serializers.Serializer[Any]):
    data = StoreOut(many=True)  # type: ignore[assignment]
    next_page = serializers.CharField(allow_null=True)


class MemoryPage(serializers.Serializer[Any]):
    """Memories, and `memory_prefix` items for folders below the requested depth."""

    data = serializers.ListField(child=serializers.DictField())  # type: ignore[assignment]
    next_page = serializers.CharField(allow_null=True)


class VersionPage(serializers.Serializer[Any]):
    data = VersionOut(many=True)  # type: ignore[assignment]
    next_page = serializers.CharField(allow_null=True)
