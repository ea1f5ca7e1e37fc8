"""Sessions of which something is not yet memory, and closing them."""

from django.db.models import Count, Max, Min, Q, QuerySet
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from memory.admin import operations
from memory.api.ops.base import Accepted, Filter, OpsView, Paging, RowList, order_by
from memory.api.ops.fields import Strict, Text
from memory.api.rest.fields import Identifier, Moment, ScopeName
from memory.api.rest.views import checked
from memory.ingest.flush import flush_soon
from memory.models import BufferedMessage, MemCell
from memory.scope import Scope

NAME = ("app_id", "project_id", "session_id")
DEFAULT = Scope()


class SessionFilter(Filter):
    searched = NAME

    app_id = Text(required=False, help_text="Of this app.")
    project_id = Text(required=False, help_text="Of this project.")


class SessionQuery(SessionFilter, Paging):
    order = order_by("oldest_at", "latest_at", "open_messages", "pending_cells", "session_id")


class Session(serializers.Serializer[dict[str, object]]):
    app_id = serializers.CharField(help_text="The app.")
    project_id = serializers.CharField(help_text="The project.")
    session_id = serializers.CharField(help_text="The session.")
    open_messages = serializers.IntegerField(help_text="Messages that wait for a boundary or a flush.")
    cell_messages = serializers.IntegerField(help_text="Messages of pending cells.")
    pending_cells = serializers.IntegerField(help_text="Cells that wait for extraction.")
    failing_cells = serializers.IntegerField(help_text="Those of them whose latest attempt failed.")
    oldest_at = Moment(help_text="When the message was accepted that waits longest.")
    latest_at = Moment(help_text="When the latest message was accepted.")


class SessionName(Strict):
    app_id = ScopeName(default=DEFAULT.app_id, help_text="The app.")
    project_id = ScopeName(default=DEFAULT.project_id, help_text="The project.")
    session_id = Identifier(longest=128, help_text="The session.")


def waiting_sessions() -> QuerySet[BufferedMessage, dict[str, object]]:
    """Messages stay until their cell is done, so that they tell of the pending cells, too."""
    in_cell = Q(cell__isnull=False)
    return (
        BufferedMessage.objects.order_by()
        .values(*NAME)
        .annotate(
            open_messages=Count("pk", filter=~in_cell),
            cell_messages=Count("pk", filter=in_cell),
            pending_cells=Count("cell", distinct=True),
            failing_cells=Count("cell", distinct=True, filter=Q(cell__error__gt="")),
            oldest_at=Min("accepted_at"),
            latest_at=Max("accepted_at"),
        )
    )


class Sessions(RowList):
    """Sessions with messages that are not yet memory; the one that waits longest first."""

    permission, tag, operation = "memory.view_memcell", "sessions", "sessions"
    rows, query, item, last = waiting_sessions, SessionQuery, Session, NAME


class OneSession(OpsView):
    """What waits in one session; 404 when nothing does."""

    permission, tag, operation = "memory.view_memcell", "sessions", "session"
    answer, names_a_row = Session, True

    def get(self, request: Request, app_id: str, project_id: str, session_id: str) -> Response:
        name = {"app_id": app_id, "project_id": project_id, "session_id": session_id}
        found = waiting_sessions().filter(**name).order_by("session_id").first()
        if found is None:
            raise NotFound(f"Nothing waits in session {session_id} of {app_id}/{project_id}")
        return Response(Session(found).data)


class Flush(OpsView):
    """Closes a session: all that waits in it becomes cells, which workers extract. The answer counts the cells."""

    permission, tag, operation = "memory.change_memcell", "sessions", "flush_session"
    body, answer, success = SessionName, Accepted, 202

    def post(self, request: Request) -> Response:
        name = checked(SessionName, request.data)
        scope, session_id = Scope(name["app_id"], name["project_id"]), name["session_id"]
        cells = flush_soon(scope, session_id)
        name_of_session = f"session {session_id} of {scope.app_id}/{scope.project_id}"
        operations.log_on(request, MemCell, name_of_session, operations.FLUSHED.format(number=cells))
        return Response({"accepted": cells}, status=202)
