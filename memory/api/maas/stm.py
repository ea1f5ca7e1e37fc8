"""The views of short-term memory.

The owner of a session follows from its name: `alice/morning` belongs to the user alice. Keys that name owners can
use only the sessions of these.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.maas import serializers
from memory.api.maas.errors import InvalidPath
from memory.api.maas.views import MaasView, describe
from memory.api.permission import require
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import caller_of
from memory.api.rest.views import checked, checked_query
from memory.grants import NOBODY, Action, may
from memory.scope import Owner, Scope, session, user
from memory.stm import sessions
from memory.stm.messages import Draft

SCOPE = Scope()


class StmView(MaasView):
    """Validates the session's id, and checks permission to write, before the view's method runs."""

    tag = "stm"
    actions: ClassVar[Mapping[str, Action]] = {"DELETE": "forget"}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        may_create = request.method in ("POST", "PUT")
        shape = serializers.NewSessionId if may_create else serializers.SessionId
        path = shape(data=kwargs)
        if not path.is_valid():
            raise InvalidPath(path.errors)
        if self.actions.get(str(request.method)) == "write":
            require(request, "write", SCOPE, _owner(kwargs["session_id"]))

    def delete(self, request: Request, session_id: str) -> Response:
        require(request, "forget", SCOPE, _owner(session_id))
        return Response({"session_id": session_id, "deleted": sessions.delete_session(session_id)})


class SubpathView(StmView):
    """A path below a session. A session's id may itself end in `subpath`, so DELETE is about the session of that id."""

    subpath: str

    @extend_schema(exclude=True)
    def delete(self, request: Request, session_id: str) -> Response:
        return super().delete(request, f"{session_id}/{self.subpath}")


class MessagesView(SubpathView):
    actions = {**StmView.actions, "GET": "read", "POST": "write"}
    stores = frozenset({"POST"})
    subpath = "messages"

    @describe(
        "stm_add_messages",
        "Add messages to a session",
        serializers.AddedMessages,
        request=serializers.AddMessages,
    )
    def post(self, request: Request, session_id: str) -> Response:
        """Stores all the messages in their order, or none."""
        body = checked(serializers.AddMessages, request.data)
        added = sessions.add_messages(session_id, [Draft(**message) for message in body["messages"]])
        note_accepted(request, len(added))
        messages = [asdict(message) for message in added]
        return Response({"session_id": session_id, "added": len(added), "messages": messages})

    @describe(
        "stm_get_messages",
        "The messages of a session",
        serializers.SessionMessages,
        parameters=[serializers.MessageLimit],
    )
    def get(self, request: Request, session_id: str) -> Response:
        """The messages, the oldest first; with a limit, so many of the most recent ones."""
        limit = checked_query(serializers.MessageLimit, request)["limit"]
        found = sessions.newest_messages(_readable_session(request, session_id), limit)
        return Response({"session_id": session_id, "messages": [asdict(message) for message in found]})


class ContextView(SubpathView):
    actions = {**StmView.actions, "GET": "read"}
    subpath = "context"

    @describe(
        "stm_context",
        "The context of a session for a model",
        serializers.SessionContext,
        parameters=[serializers.ContextQuery],
    )
    def get(self, request: Request, session_id: str) -> Response:
        """Messages and summaries to give to a model. With the strategy `token_threshold`, older messages may be
        replaced by a summary of them, permanently unless `read_only` is true."""
        query = checked_query(serializers.ContextQuery, request)
        may_write = may(caller_of(request), "write", SCOPE, _owner(session_id))
        read_only = query["read_only"] or request.method == "HEAD" or not may_write
        context = sessions.context(_readable_session(request, session_id), read_only)
        return Response({
            "session_id": session_id,
            "messages": [asdict(message) for message in context.messages],
            "strategy": context.strategy,
            "total_tokens": context.total_tokens,
        })  # fmt: skip


class SessionView(StmView):
    @describe("stm_delete_session", "Delete a session", serializers.DeletedSession)
    def delete(self, request: Request, session_id: str) -> Response:
        """Deletes the session's messages and configuration; `deleted` says whether there were any."""
        return super().delete(request, session_id)


class ConfigView(SubpathView):
    actions = {**StmView.actions, "PUT": "write"}
    subpath = "config"

    @describe(
        "stm_configure",
        "Set how a session's context is made",
        serializers.ConfiguredSession,
        request=serializers.SessionConfig,
    )
    def put(self, request: Request, session_id: str) -> Response:
        """Changes the session's configuration, and answers with all of it."""
        changes = checked(serializers.SessionConfig, request.data)
        config = sessions.configure(session_id, changes)
        return Response({"session_id": session_id, "config": asdict(config)})


def _owner(session_id: str) -> Owner:
    """The user before the first slash of the id, or else the session itself."""
    first, slash, _ = session_id.partition("/")
    return user(first) if slash else session(session_id)


def _readable_session(request: Request, session_id: str) -> str:
    """The session, or the id of an empty one if the caller may not read this one."""
    return session_id if may(caller_of(request), "read", SCOPE, _owner(session_id)) else NOBODY
