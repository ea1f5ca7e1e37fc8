"""Requests and responses of the agent memory API."""

from datetime import timedelta
from typing import Any

from rest_framework import serializers

from memory.api.agent_kv.fields import AgentId, Embedding, Key
from memory.api.rest.fields import Flag, Integer, Number, Text
from memory.keyed.documents import KeyedFile
from memory.keyed.nearest import Near

LONGEST_TTL_MS = 10**13  # three hundred years; a later instant has no calendar date
MOST_ENTRIES = 1000  # of a response
DEFAULT_THRESHOLD = 0.75


class StoreBody(serializers.Serializer[Any]):
    key = Key(help_text="Unique among the entries of the agent and the user.")
    value = Text(limit="value_chars")
    ttl = Integer(
        min_value=0, max_value=LONGEST_TTL_MS, default=0, allow_null=True,
        help_text="Milliseconds to live; 0 means forever.",
    )  # fmt: skip
    embedding = Embedding(default=None, allow_null=True, help_text="A vector of your own, of any length.")

    def validate_ttl(self, value: int | None) -> timedelta | None:
        return timedelta(milliseconds=value) if value else None


class NearestBody(serializers.Serializer[Any]):
    text = Text(default=None, allow_null=True, shortest=1, limit="query_chars")
    embedding = Embedding(default=None, allow_null=True)
    limit = Integer(min_value=1, max_value=MOST_ENTRIES, default=20)
    threshold = Number(
        min_value=0, max_value=1, default=DEFAULT_THRESHOLD, help_text="The minimum similarity of a result."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs["text"] is None) == (attrs["embedding"] is None):
            raise serializers.ValidationError("Give one of text and embedding.")
        return attrs


class PinBody(serializers.Serializer[Any]):
    pinned = Flag()


class ShareBody(serializers.Serializer[Any]):
    to = AgentId()
    pattern = Text(shortest=1, longest=1000, help_text="`*` stands for anything, `?` for one character.")

    def get_fields(self) -> dict[str, Any]:
        """Adds `from`, which cannot be an attribute because it is a keyword of Python."""
        return {"from": AgentId(), **super().get_fields()}


class SearchBody(serializers.Serializer[Any]):
    q = Text(shortest=1, not_blank=True, limit="query_chars", help_text="Words to search for.")
    limit = Integer(min_value=1, max_value=MOST_ENTRIES, default=20)


class ListQuery(serializers.Serializer[Any]):
    limit = serializers.IntegerField(min_value=1, max_value=MOST_ENTRIES, default=50)
    offset = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0)


class Reflection(serializers.Serializer[KeyedFile]):
    key = serializers.CharField(source="values.key")
    value = serializers.CharField(source="values.value")


class Entry(Reflection):
    created_at = serializers.SerializerMethodField(help_text="Milliseconds since 1970.")

    def get_created_at(self, file: KeyedFile) -> int:
        return round(file.values["created_at"].timestamp() * 1000)  # type: ignore[union-attr]


class NearEntry(serializers.Serializer[Near]):
    key = serializers.CharField(source="file.values.key")
    value = serializers.CharField(source="file.values.value")
    similarity = serializers.FloatField()


class Done(serializers.Serializer[Any]):
    status = serializers.ChoiceField(["ok"])


class Pinned(Done):
    pinned = serializers.BooleanField()


class Forgotten(Done):
    forgotten = serializers.IntegerField()


class Copied(Done):
    copied = serializers.IntegerField()


class Found(serializers.Serializer[Any]):
    results = Entry(many=True)
    pending = serializers.IntegerField(
        required=False,
        help_text="How many changed files wait to be indexed, if any. They are searched too; of very many, the latest.",
    )


class FoundNear(Found):
    results = NearEntry(many=True)  # type: ignore[assignment]


class Listed(serializers.Serializer[Any]):
    entries = Entry(many=True)


class Reflections(serializers.Serializer[Any]):
    reflections = Reflection(many=True)


class Stats(serializers.Serializer[Any]):
    total_entries = serializers.IntegerField()
    total_agents = serializers.IntegerField()
    total_forgotten = serializers.IntegerField(help_text="How many entries decay has removed so far.")
    pg_enabled = serializers.BooleanField(help_text="Whether entries are stored durably.")
    pgvector_enabled = serializers.BooleanField(help_text="Whether entries can be searched by meaning.")


class Refusal(serializers.Serializer[Any]):
    status = serializers.ChoiceField(["error"])
    error = serializers.CharField()
