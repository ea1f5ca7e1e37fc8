"""Sessions with buffered messages, and flushing them."""

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from memory.admin import operations
from memory.api.ops.base import Accepted, Filter, OpsView, Paging, RowList, order_by
from memory.api.ops.fields import Strict, Text
from memory.api.rest.fields import Identifier, Moment, ScopeName
from memory.api.rest.views import checked
from memory.ingest.waiting import SESSION, waiting_sessions
from memory.scope import Scope

DEFAULT = Scope()


class SessionFilter(Filter):
    searched = SESSION

    app_id = Text(required=False, help_text="Sessions of this app.")
    project_id = Text(required=False, help_text="Sessions of this project.")


class SessionQuery(SessionFilter, Paging):
    order = order_by("oldest_at", "latest_at", "open_messages", "pending_cells", "session_id")


class Session(serializers.Serializer[dict[str, object]]):
    app_id = serializers.CharField(help_text="The app.")
    project_id = serializers.CharField(help_text="The project.")
    session_id = serializers.CharField(help_text="The session.")
    open_messages = serializers.IntegerField(help_text="Messages that wait for a boundary or a flush.")
    cell_messages = serializers.IntegerField(help_text="Messages of pending cells.")
    pending_cells = serializers.IntegerField(help_text="Cells that wait for extraction.")
    failing_cells = serializers.IntegerField(help_text="Pending cells whose latest attempt failed.")
    oldest_at = Moment(help_text="When the oldest message was accepted.")
    latest_at = Moment(help_text="When the latest message was accepted.")


class SessionName(Strict):
    app_id = ScopeName(default=DEFAULT.app_id, help_text="The app.")
    project_id = ScopeName(default=DEFAULT.project_id, help_text="The project.")
    session_id = Identifier(longest=128, help_text="The session.")


class Sessions(RowList):
    """Sessions with buffered messages, the one that has waited longest first."""

    permission, tag, operation = "memory.view_memcell", "sessions", "sessions"
    rows, query, item, tie_breakers = waiting_sessions, SessionQuery, Session, SESSION


class OneSession(OpsView):
    """The buffered messages and cells of one session; 404 if there are none."""

    permission, tag, operation = "memory.view_memcell", "sessions", "session"
    answer, names_a_row = Session, True

    def get(self, request: Request, app_id: str, project_id: str, session_id: str) -> Response:
        name = {"app_id": app_id, "project_id": project_id, "session_id": session_id}
        session = waiting_sessions().filter(**name).order_by("session_id").first()
        if session is None:
            raise NotFound(f"Nothing waits in session {session_id} of {app_id}/{project_id}")
        return Response(Session(session).data)


class Flush(OpsView):
    """Makes cells of all buffered messages of a session, which workers then extract. Returns the number of cells."""

    permission, tag, operation = "memory.change_memcell", "sessions", "flush_session"
    body, answer, success = SessionName, Accepted, 202

    def post(self, request: Request) -> Response:
        name = checked(SessionName, request.data)
        scope = Scope(name["app_id"], name["project_id"])
        return Response({"accepted": operations.flush(request, scope, name["session_id"])}, status=202)
