"""Responses to mem0's clients, for the schema."""

from typing import Any

from rest_framework import serializers

from memory.api.rest.fields import Integer, Object, Text

Fields = serializers.Serializer[Any]


class Done(Fields):
    message = Text()


class Ping(Fields):
    status = Text()
    org_id = Text()
    project_id = Text()
    user_email = Text(help_text="The name of the user of the key.")


class Memory(Fields):
    id = Text()
    memory = Text()
    hash = Text()
    user_id = Text(allow_null=True)
    agent_id = Text(allow_null=True)
    run_id = Text(allow_null=True)
    actor_id = Text(allow_null=True)
    role = Text(allow_null=True)
    metadata = Object()
    expiration_date = serializers.DateField(allow_null=True)
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class FoundMemory(Memory):
    score = serializers.FloatField(help_text="0 to 1")
    score_details = Object(required=False)


class PlatformMemory(Memory):
    app_id = Text(allow_null=True)
    session_id = Text(allow_null=True)
    categories = serializers.ListField(child=Text())


class FoundPlatformMemory(PlatformMemory):
    score = serializers.FloatField(help_text="0 to 1")


class Memories(Fields):
    results = Memory(many=True)


class FoundMemories(Fields):
    results = FoundMemory(many=True)


class FoundPlatformMemories(Fields):
    results = FoundPlatformMemory(many=True)


class Page(Fields):
    count = Integer()
    next = Text(allow_null=True)
    previous = Text(allow_null=True)


class PlatformMemories(Page):
    results = PlatformMemory(many=True)


class Added(Fields):
    id = Text()
    memory = Text()
    event = Text()


class AddedMemories(Fields):
    results = Added(many=True)
    status = Text(
        required=False, help_text="PENDING if the messages are stored and their extraction is not finished."
    )
    event_id = Text(required=False)


class PlatformAdded(Fields):
    id = Text()
    data = Object()  # type: ignore[assignment]  # the framework takes fields out of the class
    event = Text()


class PlatformAddedMemories(Fields):
    message = Text()
    status = Text()
    event_id = Text()
    results = PlatformAdded(many=True, required=False)


class Change(Fields):
    id = Text()
    memory_id = Text()
    old_memory = Text(allow_null=True)
    new_memory = Text(allow_null=True)
    event = Text(help_text="ADD, UPDATE or DELETE")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    is_deleted = serializers.BooleanField()
    actor_id = Text(allow_null=True)
    role = Text(allow_null=True)


class PlatformChange(Change):
    user_id = Text(allow_null=True)
    metadata = Object()


class Entity(Fields):
    id = Text()
    name = Text()
    type = Text(help_text="user, agent or run")
    total_memories = Integer()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class Entities(Page):
    results = Entity(many=True)


class Event(Fields):
    id = Text()
    event_type = Text()
    status = Text(help_text="PENDING, RUNNING or SUCCEEDED")
    payload = Object()
    results = PlatformAdded(many=True)
    error = Text(allow_null=True, help_text="Why the last attempt failed; another one follows.")
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    completed_at = serializers.DateTimeField(allow_null=True)


class Events(Page):
    results = Event(many=True)


class ExportAsked(Fields):
    message = Text()
    id = Text()


class Export(Fields):
    message = Text()
    count = Integer()
    results = PlatformMemory(many=True)


class Summary(Fields):
    status = Text()
    summary = Text()


class Profile(Fields):
    profile = Object(allow_null=True)
    status = Text(help_text="succeeded or insufficient_data")
    entity_type = Text()
    entity_id = Text()
    updated_at = serializers.DateTimeField(allow_null=True)
    generation_count = Integer(help_text="1 if there is a profile: updates are not counted")


class ProfileSettings(Fields):
    enabled = serializers.BooleanField()
    capabilities = Object()
    entities = Object()


class ProfileJob(Fields):
    job_id = Text()
    status = Text()
    status_url = Text()
    operation = Text()
    entity_type = Text()
    entity_count_reserved = Integer()
    event_id = Text(allow_null=True)
    replayed = serializers.BooleanField()
    sampled = Integer(required=False)
    entity_ids = serializers.ListField(child=Text(), required=False)


class ProfileJobState(Fields):
    job = Object()


class Project(Fields):
    name = Text()
    project_id = Text()
    org_id = Text()
    custom_instructions = Text(allow_null=True)
    custom_categories = serializers.ListField(child=Object(), allow_null=True)


class Feedback(Fields):
    id = Text()
    feedback = Text(allow_null=True)
    feedback_reason = Text(allow_null=True)


class Configuration(Fields):
    llm = Object(allow_null=True)
    embedder = Object()
    vector_store = Object()


class Providers(Fields):
    llm = serializers.ListField(child=Text())
    embedder = serializers.ListField(child=Text())
    vector_store = serializers.ListField(child=Text())
