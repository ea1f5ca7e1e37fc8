"""The buffer: accepted messages that are not part of a memory yet."""

from django.db.models import Q
from rest_framework import serializers

from memory import times
from memory.api.ops.base import Filter, OneRow, Paging, RowList, order_by
from memory.api.ops.fields import Text
from memory.api.rest.fields import Flag, Moment
from memory.language.sentences import clip
from memory.models import BufferedMessage

PREVIEW = 200


class MessageFilter(Filter):
    lookups = {
        "cell": "cell_id",
        "open": lambda yes: Q(cell__isnull=yes),
        "accepted_after": "accepted_at__gte",
        "accepted_before": "accepted_at__lt",
    }
    searched = ("message_id", "session_id", "sender_id", "text")

    app_id = Text(required=False, help_text="Messages of this app.")
    project_id = Text(required=False, help_text="Messages of this project.")
    session_id = Text(required=False, help_text="Messages of this session.")
    sender_id = Text(required=False, help_text="Messages of this sender.")
    role = Text(required=False, help_text="Messages with this role: user, assistant or tool.")
    cell = Text(required=False, help_text="Messages of this memory cell.")
    open = Flag(required=False, help_text="Whether they are in no cell yet.")
    accepted_after = Moment(required=False, help_text="Accepted at this time or later.")
    accepted_before = Moment(required=False, help_text="Accepted before this time.")


class MessageQuery(MessageFilter, Paging):
    order = order_by("-id", "timestamp_ms", "accepted_at")


class Message(serializers.Serializer[BufferedMessage]):
    id = serializers.IntegerField(help_text="The id of the row.")
    message_id = serializers.CharField(help_text="The client's id of the message, or one of the server.")
    app_id = serializers.CharField(help_text="The app.")
    project_id = serializers.CharField(help_text="The project.")
    session_id = serializers.CharField(help_text="The session.")
    group_id = serializers.CharField(allow_null=True, help_text="The group to which it was sent.")
    sender_id = serializers.CharField(help_text="The sender.")
    sender_name = serializers.CharField(allow_null=True, help_text="The sender's name.")
    role = serializers.CharField(help_text="user, assistant or tool.")
    said_at = serializers.SerializerMethodField(help_text="The client's timestamp.")
    accepted_at = Moment(help_text="When the server accepted it.")
    cell_id = serializers.CharField(allow_null=True, help_text="Its memory cell; null while it has none.")
    text = serializers.SerializerMethodField(help_text="The beginning of the text that extraction reads.")

    def get_said_at(self, message: BufferedMessage) -> str:
        return times.render_ms(message.timestamp_ms)

    def get_text(self, message: BufferedMessage) -> str:
        return clip(message.text, PREVIEW)


class WholeMessage(Message):
    content = serializers.JSONField(help_text="As the client sent it.")
    tool_calls = serializers.JSONField(
        help_text="The tool calls of an assistant's message; null if there are none."
    )
    tool_call_id = serializers.CharField(allow_null=True, help_text="The tool call that it answers.")
    text = serializers.CharField(help_text="The text that extraction reads.")  # type: ignore[assignment]


class Messages(RowList):
    """Buffered messages, the latest first."""

    permission, tag, operation = "memory.view_bufferedmessage", "messages", "messages"
    rows, query, item = BufferedMessage.objects.all, MessageQuery, Message


class OneMessage(OneRow):
    """One buffered message, with all that the client sent."""

    permission, tag, operation = "memory.view_bufferedmessage", "messages", "message"
    rows, answer, noun = BufferedMessage.objects.all, WholeMessage, "message"
