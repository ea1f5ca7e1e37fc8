"""What the views of operators share: who may call, how a list is asked for, and how rows are chosen for an action."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, ClassVar

from django.db.models import Case, Q, QuerySet, Value, When
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from memory.admin import operations
from memory.api.everos_v1.errors import error_response
from memory.api.ops.authentication import Permitted, StaffAuthentication
from memory.api.ops.fields import Strict, Text
from memory.api.rest.call_schema import CallSchema
from memory.api.rest.errors import exception_handler
from memory.api.rest.fields import Integer, Moment
from memory.api.rest.views import JsonView, checked, checked_query

MOST_ROWS = 200  # of a page
FARTHEST_ROW = 100_000
MOST_IDS = 1_000  # in one action

Lookup = str | Callable[[Any], Q]


class OpsSchema(CallSchema):
    """What the schema says of a call: the attributes of its view."""

    view: "OpsView"  # type: ignore[override]

    def get_operation_id(self) -> str:
        return str(self.view.operation)

    def get_override_parameters(self) -> list[Any]:
        return [self.view.query] if self.view.query else []

    def get_request_serializer(self) -> Any:
        return self.view.body

    def get_response_serializers(self) -> Any:
        view = self.view
        statuses = (
            401,
            403,
            *((404,) if view.names_a_row else ()),
            *((422,) if view.query or view.body else ()),
            503,
        )
        failures = {status: OpenApiResponse(Refusal, FAILURES[status]) for status in statuses}
        return {view.success: view.answer, **failures}


class OpsView(JsonView):
    """Each view names the permission that it needs; one that names none is for nobody. Its docstring is its help."""

    permission: ClassVar[str] = ""  # Django's: `view_…` of a table to read of it, `change_…` to act on it
    tag: ClassVar[str]
    operation: ClassVar[str]
    query: ClassVar[Any] = None  # serializers of the query and of the body
    body: ClassVar[Any] = None
    answer: ClassVar[Any] = None
    success: ClassVar[int] = 200
    names_a_row: ClassVar[bool] = False

    schema = OpsSchema()
    answer_exception = exception_handler(error_response, bad_input=422)
    authentication_classes = (StaffAuthentication,)
    permission_classes = (Permitted,)

    def check_action(self, request: Request) -> None:
        """Who has come in may administer: StaffAuthentication has asked."""


class RowList(OpsView):
    """A list of rows, a page at a time."""

    rows: ClassVar[Callable[[], QuerySet[Any]]]
    item: ClassVar[type[serializers.Serializer[Any]]]
    last: ClassVar[Sequence[str]] = ("pk",)  # order what the asked column leaves equal

    def __init_subclass__(cls) -> None:
        cls.answer = page_of(cls.item)

    def get(self, request: Request) -> Response:
        wanted = checked_query(self.query, request)
        order, limit, offset = (wanted.pop(name) for name in ("order", "limit", "offset"))
        found = self.query.narrow(type(self).rows(), wanted)
        shown = found.order_by(order, *self.last)[offset : offset + limit]
        return Response({"total": found.count(), "items": self.item(shown, many=True).data})


class OneRow(OpsView):
    """One row, by its key in the path; `noun` is what a 404 calls it."""

    rows: ClassVar[Callable[[], QuerySet[Any]]]
    noun: ClassVar[str]
    names_a_row = True

    def get(self, request: Request, **key: Any) -> Response:
        [value] = key.values()
        found = type(self).rows().filter(pk=value).first()
        if found is None:
            raise NotFound(f"There is no {self.noun} {value}")
        return Response(self.answer(found).data)


class Accepted(serializers.Serializer[Any]):
    accepted = serializers.IntegerField(help_text="For how many rows it was asked; workers do the rest.")


class Action(OpsView):
    """An operation on the rows that the body chooses. `answer` has one field, the number of rows."""

    of: ClassVar[operations.Operation]
    answer: ClassVar[Any] = Accepted
    success = 202

    def post(self, request: Request) -> Response:
        rows = self.body.rows(request, self.body.model.objects.all())
        [field] = self.answer().fields
        return Response({field: self.of.perform(request, rows)}, status=self.success)


class Filter(Strict):
    """Each field that is given narrows the list; the same stand in the `filter` of an action."""

    lookups: ClassVar[Mapping[str, Lookup]] = {}  # of fields that are not simply compared with their column
    searched: ClassVar[Sequence[str]] = ()  # columns in which `q` is looked for

    q = Text(
        required=False,
        longest=200,
        help_text="A text that stands in one of: ids, names, errors.",
    )

    @classmethod
    def narrow(cls, rows: QuerySet[Any], wanted: Mapping[str, Any]) -> QuerySet[Any]:
        for name, value in wanted.items():
            rows = rows.filter(cls._condition(name, value))
        return rows

    @classmethod
    def _condition(cls, name: str, value: Any) -> Q:
        if name == "q":
            return reduce(or_, (Q(**{f"{column}__icontains": value}) for column in cls.searched))
        lookup = cls.lookups.get(name, name)
        return Q(**{lookup: value}) if isinstance(lookup, str) else lookup(value)


class Paging(Strict):
    """A piece of a list. Who asks for a page beyond its end gets an empty one."""

    limit = Integer(default=50, min_value=1, max_value=MOST_ROWS, help_text="How many rows to give.")
    offset = Integer(default=0, max_value=FARTHEST_ROW, help_text="How many rows to pass over.")


class Chosen(Strict):
    """The rows that an action is for: by their ids, or by the filter of their list. `{"filter": {}}` is all of them."""

    model: ClassVar[Any]

    default_error_messages = {"one": "exactly one of ids and filter is needed"}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(self.error_messages["one"])
        return attrs

    @classmethod
    def rows(cls, request: Request, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Raises ValidationError."""
        chosen = checked(cls, request.data)
        if "ids" in chosen:
            return rows.filter(pk__in=chosen["ids"])
        own = cls().fields["filter"]
        assert isinstance(own, Filter)
        return own.narrow(rows, chosen["filter"])


class Reason(serializers.Serializer[Any]):
    code = serializers.ChoiceField(["HTTP_ERROR", "SYSTEM_ERROR"], help_text="Whose fault it is.")
    message = serializers.CharField(help_text="What is wrong, and what to do.")
    timestamp = Moment(help_text="When that was found.")
    path = serializers.CharField(help_text="The path that was called.")


class Refusal(serializers.Serializer[Any]):
    """What every call answers that is no success."""

    request_id = serializers.CharField(help_text="Stands in the server's log, too.")
    error = Reason(help_text="The reason.")


FAILURES = {
    401: "No token and no session, or one that is not known.",
    403: "The caller lacks the permission, or is not of the staff; or a session came without its CSRF token.",
    404: "There is no such row.",
    422: "The body or the query is not what the call takes.",
    503: "The database, the index or a lock cannot answer; nothing was changed.",
}


def order_by(*columns: str) -> serializers.ChoiceField:
    """The first one is the order that is given without asking."""
    default = columns[0]
    names = [column.removeprefix("-") for column in columns]
    return serializers.ChoiceField(
        [sign + name for name in names for sign in ("", "-")],
        default=default,
        help_text="The column to order by, with `-` the largest first.",
    )


def page_of(item: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    total = serializers.IntegerField(help_text="How many rows there are, on all pages.")
    items = item(many=True, help_text="Those of this page.")
    name = f"{item.__name__}Page"
    return type(
        name, (serializers.Serializer,), {"total": total, "items": items, "__doc__": "A page of a list."}
    )


def flag(condition: Q) -> Case:
    """A column that says whether it is true of a row."""
    return Case(When(condition, then=Value(True)), default=Value(False))
