"""What Agentic Layer V3 takes and what it answers. Fields that it does not know are ignored."""

import re
from typing import Any

from rest_framework import serializers

from memory.api.rest.fields import Day, Identifier, Integer, Moment, Number, Text
from memory.api.rest.limits import refuse_excess
from memory.ingest.group import PERSONAL
from memory.limits import excess, size_of_json

LONGEST_SESSION = 128  # characters of a session's id, which a group's id is, and a sender's goes into
DEFAULT_DAYS, MOST_DAYS = 365, 36_500
DEFAULT_TOP_K, MOST_TOP_K = 20, 100
MOST_OFFSET = 10_000
MODES = ("rrf", "embedding", "bm25")
SOURCES = ("episode", "event_log", "semantic_memory", "profile", "memcell")
SCOPES = ("all", "personal", "group")

KEY = re.compile(r"[\x21-\x7e]{1,1000}")

Fields = serializers.Serializer[Any]


def absent(**more: Any) -> dict[str, Any]:
    """Of a field that may be left out or null, which then has its default."""
    return {"required": False, "allow_null": True, "default": None, **more}


class Request(Fields):
    default_error_messages = {"invalid": "the request body must be a JSON object"}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """null is as if the field were not there."""
        defaults = {name: field.default for name, field in self.fields.items() if not field.required}
        return {name: defaults[name] if value is None else value for name, value in attrs.items()}


class ReferList(serializers.ListField):
    """Their number is looked at before any of them is."""

    def to_internal_value(self, data: Any) -> list[Any]:
        if isinstance(data, list):
            refuse_excess("items", len(data))
        return list(super().to_internal_value(data))


class MemorizeRequest(Request):
    message_id = Identifier(help_text="unique; a message that is known already is not stored again")
    create_time = Moment(help_text="ISO 8601; without a time zone it is of the server's display zone")
    sender = Identifier(
        longest=LONGEST_SESSION - len(PERSONAL), help_text="who says it, and whose memory it becomes"
    )
    sender_name = Text(**absent(), help_text="the name that memories use; the sender's id unless given")
    content = Text(help_text="the message, as it is")
    group_id = Identifier(**absent(), longest=LONGEST_SESSION, help_text="the group in which it is said")
    group_name = Text(**absent(), help_text="kept in the group's history")
    refer_list = ReferList(child=Text(), **absent(), help_text="ids of messages that it refers to")
    async_mode = serializers.BooleanField(
        **absent(default=False),
        help_text="answer when the message is safe; what it completes is made a memory behind",
    )
    defer_extraction = serializers.BooleanField(
        **absent(default=False), help_text="only keep it: no stretch ends with this message"
    )
    flush = serializers.BooleanField(
        **absent(default=False), help_text="the conversation ends with this message, and becomes memory now"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A group's history keeps the body whole, what is not known here included."""
        besides = {name: value for name, value in self.initial_data.items() if name != "content"}
        problem = excess("metadata_chars", size_of_json(besides))
        if problem is not None:
            raise serializers.ValidationError(f"what stands beside content: {problem}")
        body = super().validate(attrs)
        if body["flush"] and (body["async_mode"] or body["defer_extraction"]):
            raise serializers.ValidationError("flush cannot be put off by async_mode or defer_extraction")
        return body


class Window(Request):
    user_id = Identifier(**absent(), help_text="whose memories")
    group_id = Identifier(**absent(), longest=LONGEST_SESSION, help_text="which group's memories")
    time_range_days = Integer(
        min_value=1,
        max_value=MOST_DAYS,
        **absent(default=DEFAULT_DAYS),
        help_text="memories of so many days until now",
    )
    top_k = Integer(
        min_value=1,
        max_value=MOST_TOP_K,
        **absent(default=DEFAULT_TOP_K),
        help_text="how many memories at most",
    )
    min_score = Number(**absent(), min_value=0, max_value=1, help_text="the least score of what is answered")


class LightweightRequest(Window):
    query = Text(
        not_blank=True, limit="query_chars", **absent(), help_text="needed unless data_source is profile"
    )
    retrieval_mode = serializers.ChoiceField(MODES, **absent(default="rrf"))
    data_source = serializers.ChoiceField(SOURCES, **absent(default="episode"))
    memory_scope = serializers.ChoiceField(SCOPES, **absent(default="all"))
    offset = Integer(
        min_value=0, max_value=MOST_OFFSET, **absent(default=0), help_text="how many of the best to leave out"
    )
    current_time = Day(**absent(), help_text="semantic_memory: what was known by that day and is not over")
    radius = Number(
        **absent(), min_value=-1, max_value=1, help_text="the least similarity to the query; bm25 knows none"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        body = super().validate(attrs)
        if body["data_source"] != "profile" and body["query"] is None:
            raise serializers.ValidationError({"query": "needed unless data_source is profile"})
        if body["data_source"] == "profile" and body["user_id"] is None:
            raise serializers.ValidationError("data_source profile needs a user_id")
        return body


class ModelKey(Text):
    """A secret: no message ever repeats it."""

    default_error_messages = {"key": "this cannot be a key; copy it again"}

    def to_internal_value(self, data: Any) -> str:
        key: str = super().to_internal_value(data)
        if not KEY.fullmatch(key):
            self.fail("key")
        return key


class LlmConfig(Request):
    default_error_messages = {"invalid": "an object is needed"}

    api_key = ModelKey(**absent(), help_text="used for this request, and kept nowhere")
    base_url = Text(not_blank=True, **absent(), help_text="https://openrouter.ai/api/v1 unless given")
    model = Text(not_blank=True, **absent(), help_text="qwen/qwen3-235b-a22b-2507 unless given")


class AgenticRequest(Window):
    query = Text(not_blank=True, limit="query_chars")
    llm_config = LlmConfig(
        **absent(), help_text="the model to ask; the server's own where no key is configured"
    )


class SavedMemory(Fields):
    memory_type = serializers.ChoiceField(("episode_summary",))
    user_id = Text(allow_null=True, help_text="null in the group's own memory")
    group_id = Text(allow_null=True)
    timestamp = serializers.DateTimeField()
    content = Text(help_text="its summary")
    id = Text()


class Memorized(Fields):
    saved_memories = SavedMemory(many=True)
    count = serializers.IntegerField()
    status_info = serializers.ChoiceField(("extracted", "accumulated", "accepted"))


class Memory(Fields):
    memory_type = serializers.ChoiceField(("episode_summary", "event_log", "semantic_memory", "profile"))
    user_id = Text(allow_null=True)
    group_id = Text(allow_null=True)
    timestamp = serializers.DateTimeField()
    id = Text()
    subject = Text(allow_null=True, help_text="of an episode")
    summary = Text(allow_null=True, help_text="of an episode and of a profile")
    content = Text(help_text="the whole text")
    score = serializers.FloatField(allow_null=True, help_text="0 to 1; null for a profile")
    pending = serializers.BooleanField(
        help_text="accepted, and not in the index yet: its id lasts until it is indexed"
    )
    episode_id = Text(
        required=False, help_text="event_log, semantic_memory: the episode that it is drawn from"
    )
    start_time = Text(
        required=False, allow_null=True, help_text="semantic_memory: the first day of what is expected"
    )
    end_time = Text(required=False, allow_null=True, help_text="semantic_memory: the last one")
    evidence = Text(required=False, help_text="semantic_memory: the words that say so")
    profile_data = serializers.DictField(required=False, help_text="profile: all that is known")


class LightweightMetadata(Fields):
    retrieval_mode = serializers.ChoiceField(("lightweight",))
    emb_count = serializers.IntegerField(help_text="memories that were listed by vector")
    bm25_count = serializers.IntegerField(help_text="and by word")
    final_count = serializers.IntegerField()
    pending_count = serializers.IntegerField(
        help_text="stretches of conversation and files that wait to be indexed; of many only the latest are searched"
    )
    has_more = serializers.BooleanField(help_text="more memories follow: ask again with a larger offset")
    total_latency_ms = serializers.FloatField()


class AgenticMetadata(Fields):
    retrieval_mode = serializers.ChoiceField(("agentic",))
    is_multi_round = serializers.BooleanField()
    round1_count = serializers.IntegerField(help_text="memories that the first round found")
    is_sufficient = serializers.BooleanField(help_text="what the model thinks of them")
    reasoning = Text()
    refined_queries = serializers.ListField(child=Text())
    round2_count = serializers.IntegerField(
        help_text="memories that both rounds found; 0 without a second one"
    )
    final_count = serializers.IntegerField()
    pending_count = serializers.IntegerField(
        help_text="stretches of conversation and files that wait to be indexed; of many only the latest are searched"
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
    message = Text(help_text="what was done, for people")


class MemorizeAnswer(Answer):
    result = Memorized()


class LightweightAnswer(Answer):
    result = LightweightFound()


class AgenticAnswer(Answer):
    result = AgenticFound()


class Failure(Fields):
    status = serializers.ChoiceField(("failed",))
    code = Text(help_text="the name of the status, such as BAD_REQUEST")
    message = Text(help_text="what is wrong, for people")
    timestamp = serializers.DateTimeField()
    path = Text()
    detail = Text(help_text="the message once more")
