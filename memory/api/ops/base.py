"""The base classes of the operators' views: lists with filters and paging, single rows, and actions on chosen rows."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, ClassVar, cast

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
HIGHEST_OFFSET = 100_000
MOST_IDS = 1_000  # in one action

Lookup = str | Callable[[Any], Q]


class OpsSchema(CallSchema):
    """Takes the schema of a call from the attributes of its view."""

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
    """Each view declares the permission that it needs. Its docstring is the call's description in the schema."""

    permission: ClassVar[str] = ""  # Django's `view_…` of a table to read, or `change_…` to act on it
    operation: ClassVar[str]
    query: ClassVar[Any] = None  # serializers of the query, the body and the response
    body: ClassVar[Any] = None
    answer: ClassVar[Any] = None
    success: ClassVar[int] = 200
    names_a_row: ClassVar[bool] = False

    schema = OpsSchema()
    answer_exception = exception_handler(error_response, bad_input=422)
    authentication_classes = (StaffAuthentication,)
    permission_classes = (Permitted,)

    def check_action(self, request: Request) -> None:
        """Nothing to check: StaffAuthentication requires the action `admin`."""


class RowList(OpsView):
    """A list of rows, one page per call."""

    rows: ClassVar[Callable[[], QuerySet[Any]]]
    item: ClassVar[type[serializers.Serializer[Any]]]
    tie_breakers: ClassVar[Sequence[str]] = ("pk",)  # columns that order rows with equal values

    def __init_subclass__(cls) -> None:
        cls.answer = page_of(cls.item)

    def get(self, request: Request) -> Response:
        values = checked_query(self.query, request)
        order, limit, offset = (values.pop(name) for name in ("order", "limit", "offset"))
        found = self.query.apply(type(self).rows(), values)
        page = found.order_by(order, *self.tie_breakers)[offset : offset + limit]
        return Response({"total": found.count(), "items": self.item(page, many=True).data})


class OneRow(OpsView):
    """One row, by its primary key in the path; `noun` is its name in the message of a 404."""

    rows: ClassVar[Callable[[], QuerySet[Any]]]
    noun: ClassVar[str]
    names_a_row = True

    def get(self, request: Request, **key: Any) -> Response:
        [value] = key.values()
        row = type(self).rows().filter(pk=value).first()
        if row is None:
            raise NotFound(f"There is no {self.noun} {value}")
        return Response(self.answer(row).data)


class Accepted(serializers.Serializer[Any]):
    accepted = serializers.IntegerField(help_text="The number of rows; workers do the rest.")


class Action(OpsView):
    """An operation on the rows that the body chooses. `answer` has one field, the number of rows."""

    performs: ClassVar[operations.Operation]
    answer: ClassVar[Any] = Accepted
    success = 202

    def post(self, request: Request) -> Response:
        rows = self.body.choose(request)
        [field] = self.answer().fields
        return Response({field: self.performs.perform(request, rows)}, status=self.success)


class Filter(Strict):
    """Conditions that rows must meet, in the query of a list or in the `filter` of an action."""

    lookups: ClassVar[Mapping[str, Lookup]] = {}  # of fields that are not equal to the column of their name
    searched: ClassVar[Sequence[str]] = ()  # columns that `q` searches

    q = Text(required=False, longest=200, help_text="A text that ids, names or errors contain.")

    @classmethod
    def apply(cls, rows: QuerySet[Any], values: Mapping[str, Any]) -> QuerySet[Any]:
        for name, value in values.items():
            rows = rows.filter(cls._condition(name, value))
        return rows

    @classmethod
    def _condition(cls, name: str, value: Any) -> Q:
        if name == "q":
            return reduce(or_, (Q(**{f"{column}__icontains": value}) for column in cls.searched))
        lookup = cls.lookups.get(name, name)
        return Q(**{lookup: value}) if isinstance(lookup, str) else lookup(value)


class Paging(Strict):
    """The part of a list to return, which is empty beyond its end."""

    limit = Integer(default=50, min_value=1, max_value=MOST_ROWS, help_text="How many rows to return.")
    offset = Integer(default=0, max_value=HIGHEST_OFFSET, help_text="How many rows to skip.")


class Chosen(Strict):
    """The rows for an action: by ids, or by the filter of their list. `{"filter": {}}` chooses all rows."""

    model: ClassVar[Any]

    default_error_messages = {"one": "exactly one of ids and filter is needed"}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(self.error_messages["one"])
        return attrs

    @classmethod
    def choose(cls, request: Request) -> QuerySet[Any]:
        """The rows that the body chooses. Raises ValidationError."""
        chosen, rows = checked(cls, request.data), cls.model.objects.all()
        if "ids" in chosen:
            return cast("QuerySet[Any]", rows.filter(pk__in=chosen["ids"]))
        filter_field = cls().fields["filter"]
        assert isinstance(filter_field, Filter)
        return filter_field.apply(rows, chosen["filter"])


class Reason(serializers.Serializer[Any]):
    code = serializers.ChoiceField(
        ["HTTP_ERROR", "SYSTEM_ERROR"],
        help_text="`HTTP_ERROR` for an error of the client, `SYSTEM_ERROR` for one of the server.",
    )
    message = serializers.CharField(help_text="What is wrong, and what to do.")
    timestamp = Moment(help_text="The time of the error.")
    path = serializers.CharField(help_text="The path of the call.")


class Refusal(serializers.Serializer[Any]):
    """The body of all error responses."""

    request_id = serializers.CharField(help_text="The id of the call, which is also in the server's log.")
    error = Reason(help_text="The reason.")


FAILURES = {
    401: "The token or session is missing or unknown.",
    403: "The caller is not a member of the staff or lacks the permission, or a session came without its CSRF token.",
    404: "There is no such row.",
    422: "The body or the query is not valid.",
    503: "The database, the index or a lock is unavailable; nothing was changed.",
}


def whether(condition: Callable[[], Q]) -> Callable[[bool], Q]:
    """The lookup of a flag: rows of which the condition is true, or all others."""
    return lambda value: condition() if value else ~condition()


def order_by(*columns: str) -> serializers.ChoiceField:
    """The field `order`; the first column is the default."""
    default = columns[0]
    names = [column.removeprefix("-") for column in columns]
    return serializers.ChoiceField(
        [sign + name for name in names for sign in ("", "-")],
        default=default,
        help_text="The column to order by, in descending order with `-`.",
    )


def page_of(item: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    total = serializers.IntegerField(help_text="The number of rows on all pages.")
    items = item(many=True, help_text="The rows of this page.")
    name = f"{item.__name__}Page"
    return type(
        name, (serializers.Serializer,), {"total": total, "items": items, "__doc__": "A page of a list."}
    )


def rows_with(model: Any, **flags: Callable[[], Q]) -> Callable[[], QuerySet[Any]]:
    """All rows of a table, each with these conditions as boolean columns."""

    def rows() -> QuerySet[Any]:
        columns = {
            name: Case(When(condition(), then=Value(True)), default=Value(False))
            for name, condition in flags.items()
        }
        return cast("QuerySet[Any]", model.objects.annotate(**columns))

    return rows
