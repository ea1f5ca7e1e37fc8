"""The views of short-term memory.

A buffer has no owner but the one after whom it is named: `alice/morning` belongs to the user alice. Keys that name
owners know of no other buffers.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.maas import serializers
from memory.api.maas.views import FAILURES, MaasView, checked, query_of
from memory.api.permission import require
from memory.api.request_meta import note_accepted
from memory.api.rest.authentication import caller_of
from memory.grants import NOBODY, Action, may
from memory.scope import Owner, Scope, session, user
from memory.stm import sessions
from memory.stm.messages import Draft

SCOPE = Scope()


class StmView(MaasView):
    """Each view's session is checked before it is asked for anything."""

    actions: ClassVar[Mapping[str, Action]] = {"DELETE": "forget"}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        begins = request.method in ("POST", "PUT")
        shape = serializers.NewSessionId if begins else serializers.SessionId
        checked(shape, {"session_id": kwargs["session_id"]}, "path")
        if request.method in self.actions and self.actions[str(request.method)] != "read":
            require(
                request, self.actions[str(request.method)], SCOPE, self.owner(request, kwargs["session_id"])
            )

    def owner(self, request: Request, session_id: str) -> Owner:
        """After whom the session is named; for callers who are bound to nobody, it does not matter."""
        first, slash, _ = session_id.partition("/")
        return user(first) if slash else session(session_id)

    def seen(self, request: Request, session_id: str) -> str:
        """The session, which is read; one in which nothing is, where the caller may not see it."""
        owner = self.owner(request, session_id)
        return session_id if may(caller_of(request), "read", SCOPE, owner) else NOBODY

    def delete(self, request: Request, session_id: str) -> Response:
        return Response({"session_id": session_id, "deleted": sessions.delete_session(session_id)})


class StepView(StmView):
    """What lies below a session. An id may itself end in such a step: to delete is about a session of that id."""

    step: str

    @extend_schema(exclude=True)
    def delete(self, request: Request, session_id: str) -> Response:
        return super().delete(request, f"{session_id}/{self.step}")


class MessagesView(StepView):
    actions = {**StmView.actions, "GET": "read", "POST": "write"}
    step = "messages"

    @extend_schema(
        tags=["stm"],
        operation_id="stm_add_messages",
        summary="Add messages to a session",
        request=serializers.AddMessages,
        responses={200: serializers.AddedMessages, **FAILURES},
    )
    def post(self, request: Request, session_id: str) -> Response:
        """All of them are kept, in their order, or none."""
        given = checked(serializers.AddMessages, request.data, "body")["messages"]
        added = sessions.add_messages(session_id, [Draft(**message) for message in given])
        note_accepted(request, len(added))
        messages = [asdict(message) for message in added]
        return Response({"session_id": session_id, "added": len(added), "messages": messages})

    @extend_schema(
        tags=["stm"],
        operation_id="stm_get_messages",
        summary="The messages of a session",
        parameters=[serializers.MessageLimit],
        responses={200: serializers.SessionMessages, **FAILURES},
    )
    def get(self, request: Request, session_id: str) -> Response:
        """The oldest first; with a limit, that many of the most recent ones."""
        limit = checked(serializers.MessageLimit, query_of(request), "query")["limit"]
        found = sessions.newest_messages(self.seen(request, session_id), limit)
        return Response({"session_id": session_id, "messages": [asdict(message) for message in found]})


class ContextView(StepView):
    actions = {**StmView.actions, "GET": "read"}
    step = "context"

    @extend_schema(
        tags=["stm"],
        operation_id="stm_context",
        summary="What a model should see of a session",
        parameters=[serializers.ContextQuery],
        responses={200: serializers.SessionContext, **FAILURES},
    )
    def get(self, request: Request, session_id: str) -> Response:
        """With the strategy `token_threshold`, older messages may give way to a summary of them, for good unless
        `read_only` is true."""
        asked = checked(serializers.ContextQuery, query_of(request), "query")
        writes = may(caller_of(request), "write", SCOPE, self.owner(request, session_id))
        read_only = asked["read_only"] or request.method == "HEAD" or not writes
        context = sessions.context(self.seen(request, session_id), read_only)
        return Response({
            "session_id": session_id,
            "messages": [asdict(message) for message in context.messages],
            "strategy": context.strategy,
            "total_tokens": context.total_tokens,
        })  # fmt: skip


class SessionView(StmView):
    @extend_schema(
        tags=["stm"],
        operation_id="stm_delete_session",
        summary="Delete a session",
        responses={200: serializers.DeletedSession, **FAILURES},
    )
    def delete(self, request: Request, session_id: str) -> Response:
        """Its messages and its configuration; `deleted` says whether there were any."""
        return super().delete(request, session_id)


class ConfigView(StepView):
    actions = {**StmView.actions, "PUT": "write"}
    step = "config"

    @extend_schema(
        tags=["stm"],
        operation_id="stm_configure",
        summary="Set how a session's context is made",
        request=serializers.SessionConfig,
        responses={200: serializers.ConfiguredSession, **FAILURES},
    )
    def put(self, request: Request, session_id: str) -> Response:
        """The answer is what holds for the session now."""
        changes = checked(serializers.SessionConfig, request.data, "body")
        config = sessions.configure(session_id, changes)
        return Response({"session_id": session_id, "config": asdict(config)})
