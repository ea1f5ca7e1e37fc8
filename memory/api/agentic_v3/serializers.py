"""Requests and responses of Agentic Layer V3. Unknown fields are ignored."""

import re
from typing import Any

from rest_framework import serializers

from memory.api.rest.fields import OPTIONAL, Day, Identifier, Integer, Moment, Number, Text, refuse_excess
from memory.ingest.group import PERSONAL
from memory.limits import excess, size_of_json

LONGEST_SESSION = 128  # characters of a session's id, which is a group's id or contains a sender's
DEFAULT_DAYS, MOST_DAYS = 365, 36_500
DEFAULT_TOP_K, MOST_TOP_K = 20, 100
MOST_OFFSET = 10_000
MODES = ("rrf", "embedding", "bm25")
SOURCES = ("episode", "event_log", "semantic_memory", "profile", "memcell")
SCOPES = ("all", "personal", "group")

KEY = re.compile(r"[\x21-\x7e]{1,1000}")

Fields = serializers.Serializer[Any]


def optional(**more: Any) -> dict[str, Any]:
    """Options of a field that may be left out or null, and then has its default."""
    return {**OPTIONAL, "default": None, **more}


class Request(Fields):
    default_error_messages = {"invalid": "the request body must be a JSON object"}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Replaces null by the field's default."""
        defaults = {name: field.default for name, field in self.fields.items() if not field.required}
        return {name: defaults[name] if value is None else value for name, value in attrs.items()}


class ReferList(serializers.ListField):
    """A list whose length is checked before any of its items."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list):
            refuse_excess("items", len(data))
        return list(super().to_internal_value(data))


class MemorizeRequest(Request):
    message_id = Identifier(help_text="unique; a message with a known id is not stored again")
    create_time = Moment(help_text="ISO 8601; without a time zone, in the server's display zone")
    sender = Identifier(
        longest=LONGEST_SESSION - len(PERSONAL), help_text="who sends it, and whose memory it becomes"
    )
    sender_name = Text(**optional(), help_text="the sender's name in memories; by default the id")
    content = Text(help_text="the text of the message")
    group_id = Identifier(**optional(), longest=LONGEST_SESSION, help_text="the group to which it is sent")
    group_name = Text(**optional(), help_text="kept in the group's history")
    refer_list = ReferList(child=Text(), **optional(), help_text="ids of the messages that it refers to")
    async_mode = serializers.BooleanField(
        **optional(default=False),
        help_text="answer as soon as the message is stored; memories are extracted in the background",
    )
    defer_extraction = serializers.BooleanField(
        **optional(default=False), help_text="only store the message; it does not close a memory cell"
    )
    flush = serializers.BooleanField(
        **optional(default=False), help_text="the conversation ends with this message and is extracted now"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Limits all fields but content, known or not, since a group's history stores the whole body."""
        others = {name: value for name, value in self.initial_data.items() if name != "content"}
        problem = excess("metadata_chars", size_of_json(others))
        if problem is not None:
            raise serializers.ValidationError(f"the fields other than content: {problem}")
        body = super().validate(attrs)
        if body["flush"] and (body["async_mode"] or body["defer_extraction"]):
            raise serializers.ValidationError("flush cannot be put off by async_mode or defer_extraction")
        return body


class Window(Request):
    user_id = Identifier(**optional(), help_text="whose memories")
    group_id = Identifier(**optional(), longest=LONGEST_SESSION, help_text="which group's memories")
    time_range_days = Integer(
        min_value=1,
        max_value=MOST_DAYS,
        **optional(default=DEFAULT_DAYS),
        help_text="only memories of the last so many days",
    )
    top_k = Integer(
        min_value=1,
        max_value=MOST_TOP_K,
        **optional(default=DEFAULT_TOP_K),
        help_text="how many memories at most",
    )
    min_score = Number(**optional(), min_value=0, max_value=1, help_text="the minimum score of a result")
    explain = serializers.BooleanField(
        **optional(default=False), help_text="also return the numbers behind the score of each memory"
    )


class LightweightRequest(Window):
    query = Text(
        not_blank=True, limit="query_chars", **optional(), help_text="required unless data_source is profile"
    )
    retrieval_mode = serializers.ChoiceField(MODES, **optional(default="rrf"))
    data_source = serializers.ChoiceField(SOURCES, **optional(default="episode"))
    memory_scope = serializers.ChoiceField(SCOPES, **optional(default="all"))
    offset = Integer(
        min_value=0,
        max_value=MOST_OFFSET,
        **optional(default=0),
        help_text="how many of the best results to skip",
    )
    current_time = Day(
        **optional(), help_text="semantic_memory: what was known by that day and had not ended"
    )
    radius = Number(
        **optional(),
        min_value=-1,
        max_value=1,
        help_text="the minimum similarity to the query; ignored with bm25",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        body = super().validate(attrs)
        if body["data_source"] != "profile" and body["query"] is None:
            raise serializers.ValidationError({"query": "needed unless data_source is profile"})
        if body["data_source"] == "profile" and body["user_id"] is None:
            raise serializers.ValidationError("data_source profile needs a user_id")
        return body


class ModelKey(Text):
    """An API key of a model provider. Error messages never contain it."""

    default_error_messages = {"key": "this cannot be a key; copy it again"}

    def to_internal_value(self, data: Any) -> str:
        key: str = super().to_internal_value(data)
        if not KEY.fullmatch(key):
            self.fail("key")
        return key


class LlmConfig(Request):
    default_error_messages = {"invalid": "an object is needed"}

    api_key = ModelKey(**optional(), help_text="used for this request only and never stored")
    base_url = Text(not_blank=True, **optional(), help_text="by default https://openrouter.ai/api/v1")
    model = Text(not_blank=True, **optional(), help_text="by default qwen/qwen3-235b-a22b-2507")


class AgenticRequest(Window):
    query = Text(not_blank=True, limit="query_chars")
    llm_config = LlmConfig(**optional(), help_text="the model to use; by default the server's own")


class SavedMemory(Fields):
    memory_type = serializers.ChoiceField(("episode_summary",))
    user_id = Text(allow_null=True, help_text="null for a memory of the group itself")
    group_id = Text(allow_null=True)
    timestamp = serializers.DateTimeField()
    content = Text(help_text="the summary of the episode")
    id = Text()


class Memorized(Fields):
    saved_memories = SavedMemory(many=True)
    count = serializers.IntegerField()
    status_info = serializers.ChoiceField(("extracted", "accumulated", "accepted"))


class Explanation(Fields):
    """The numbers behind a score, from 0 to 1; null for what was not compared."""

    found_by = serializers.ListField(
        child=serializers.ChoiceField(("words", "meaning", "fact")),
        help_text="what made it a candidate: words of the query, its vector, or one of its facts",
    )
    words = serializers.FloatField(
        help_text="how much of the query its words cover; 0 if only vectors were compared"
    )
    best_line = serializers.FloatField(help_text="the same for its best line")
    meaning = serializers.FloatField(
        allow_null=True, help_text="its similarity to the query; null if only words were compared"
    )
    best_fact = serializers.FloatField(
        allow_null=True, help_text="agentic search: the score of an episode's best fact"
    )
    best_fact_id = Text(allow_null=True)
    score = serializers.FloatField(
        help_text="the score by which it was ranked; reranking may have changed it afterwards"
    )
    matched = serializers.ListField(child=Text(), help_text="words of the query that it contains")
    missing = serializers.ListField(child=Text(), help_text="words of the query that it does not contain")


class Memory(Fields):
    memory_type = serializers.ChoiceField(("episode_summary", "event_log", "semantic_memory", "profile"))
    user_id = Text(allow_null=True)
    group_id = Text(allow_null=True)
    timestamp = serializers.DateTimeField()
    id = Text()
    subject = Text(allow_null=True, help_text="of an episode")
    summary = Text(allow_null=True, help_text="of an episode or a profile")
    content = Text(help_text="the whole text")
    score = serializers.FloatField(allow_null=True, help_text="0 to 1; null for a profile")
    pending = serializers.BooleanField(
        help_text="true for a memory that is not indexed yet; its id changes when it is"
    )
    episode_id = Text(
        required=False, help_text="event_log, semantic_memory: the episode from which it was extracted"
    )
    start_time = Text(
        required=False, allow_null=True, help_text="semantic_memory: the first day of what is expected"
    )
    end_time = Text(required=False, allow_null=True, help_text="semantic_memory: its last day")
    evidence = Text(required=False, help_text="semantic_memory: the words that support it")
    profile_data = serializers.DictField(required=False, help_text="profile: all its fields")
    explanation = Explanation(required=False, help_text="only if explain was true")


class LightweightMetadata(Fields):
    retrieval_mode = serializers.ChoiceField(("lightweight",))
    emb_count = serializers.IntegerField(help_text="candidates found by vector")
    bm25_count = serializers.IntegerField(help_text="candidates found by word")
    final_count = serializers.IntegerField()
    pending_count = serializers.IntegerField(
        help_text="memory cells and files that wait to be indexed; of very many, only the latest are searched"
    )
    has_more = serializers.BooleanField(help_text="whether a larger offset returns more memories")
    total_latency_ms = serializers.FloatField()


class AgenticMetadata(Fields):
    retrieval_mode = serializers.ChoiceField(("agentic",))
    is_multi_round = serializers.BooleanField()
    round1_count = serializers.IntegerField(help_text="memories that the first round found")
    is_sufficient = serializers.BooleanField(help_text="whether the model considers them sufficient")
    reasoning = Text()
    refined_queries = serializers.ListField(child=Text())
    round2_count = serializers.IntegerField(
        help_text="memories that both rounds found; 0 without a second round"
    )
    final_count = serializers.IntegerField()
    pending_count = serializers.IntegerField(
        help_text="memory cells and files that wait to be indexed; of very many, only the latest are searched"
    )
    total_latency_ms = serializers.FloatField()


class LightweightFound(Fields):
    memories = Memory(many=True)
    count = serializers.IntegerField()
    metadata = LightweightMetadata()


class AgenticFound(Fields):
    memories = Memory(many=True)
    count = serializers.IntegerField()
    metadata = AgenticMetadata()


class Answer(Fields):
    status = serializers.ChoiceField(("ok",))
    message = Text(help_text="what was done, as a sentence")


class MemorizeAnswer(Answer):
    result = Memorized()


class LightweightAnswer(Answer):
    result = LightweightFound()


class AgenticAnswer(Answer):
    result = AgenticFound()


class Failure(Fields):
    status = serializers.ChoiceField(("failed",))
    code = Text(help_text="the name of the status, such as BAD_REQUEST")
    message = Text(help_text="what is wrong, as a sentence")
    timestamp = serializers.DateTimeField()
    path = Text()
    detail = Text(help_text="the same as message")
