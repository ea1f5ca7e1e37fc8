"""Base of all our tables in the admin: rows cannot be edited, and operations ask for confirmation and are logged."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

import yaml
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import display_for_field
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth import get_permission_codename
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, JSONField, Model, Q, QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

from memory import times
from memory.admin.operations import Operation
from memory.conversation.wording import offset_of
from memory.coordination.backoff import failing, under_way
from memory.language.sentences import clip

PREVIEW = 100
CONFIRMED = "confirmed"  # the form field that says that the person has confirmed
NAMED_IN_QUESTION = 20
CODES = {"kind", "type"}  # columns of codes


def shown_time(timestamp_ms: int) -> str:
    """In the display time zone, as clients see it; everything else in the admin is in UTC."""
    moment = times.local_time(timestamp_ms, times.display_zone())
    return f"{moment:%Y-%m-%d %H:%M:%S} {offset_of(moment)}"


def ago(at: datetime | None) -> str | SafeString:
    """For lists: how long ago, with the exact time as a tooltip."""
    if at is None:
        return ""
    return format_html('<time datetime="{}" title="{}">{} ago</time>', at.isoformat(), f"{at:%Y-%m-%d %H:%M:%S} UTC",
                       timesince(at, depth=1))  # fmt: skip


def preview(text: str) -> str:
    """The beginning, in one line."""
    return clip(" ".join(text[: 2 * PREVIEW].split()), PREVIEW)


def in_words(code: str) -> str:
    """`atomic_fact` in words."""
    return code.replace("_", " ").replace("memcell", "memory cell")


class WordsFilter(admin.AllValuesFieldListFilter):
    """Filters by a column of codes, which are displayed as words."""

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": in_words(str(choice["display"]))}


class StateFilter(admin.SimpleListFilter):
    """Filters by a state that follows from several columns. `states` has the words and the condition of each."""

    states: Mapping[str, tuple[str, Callable[[], Q]]]

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [(name, words) for name, (words, _) in self.states.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.states.get(self.value() or "")
        return queryset if chosen is None else queryset.filter(chosen[1]())


class WorkFilter(StateFilter):
    title = parameter_name = "work"
    states = {"running": ("under way", under_way), "failed": ("failed, will be retried", failing)}


def performing(operation: Operation, description: str, told: Callable[[int], str]) -> Any:
    """An action that performs an operation; `told` makes a sentence of the number of rows."""

    @admin.action(description=description, permissions=["operate"])
    def perform(table: admin.ModelAdmin, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        table.message_user(request, told(operation.perform(request, chosen)), messages.SUCCESS)

    return perform


def readable(value: Any) -> SafeString:
    """A JSON column without brackets and quotes."""
    if isinstance(value, str | int | float):
        return format_html("{}", value)
    return format_html(
        "<pre>{}</pre>", yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=100).rstrip()
    )


def column(
    label: str, field: str, write: Callable[[Any], str], *, sortable: bool = True
) -> Callable[[Any, Any], str]:
    """A column of a list: the field of each row as `write` shows it."""

    @admin.display(description=label, ordering=field if sortable else None)
    def show(_: object, row: Model) -> str:
        return write(getattr(row, field))

    return show


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that belong to the service: editing them would lose or duplicate memories.

    Users with the change permission may operate on them: actions need the permission `operate`. Time is a filter and
    not a `date_hierarchy`, for which SQLite calls Python for every row.
    """

    show_facets = admin.ShowFacets.ALWAYS
    list_per_page = 50
    words: Mapping[str, str] = MappingProxyType({})  # labels of columns whose name is not clear
    inside: Sequence[str] = ()  # columns that only developers need

    def get_fieldsets(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Every column, with words and readable times."""
        names = [str(name) for name in self.fields or [field.name for field in self.opts.concrete_fields]]
        shown = [self._written(name) for name in names if name not in self.inside]
        inside = [self._written(name) for name in self.inside]
        return [(None, {"fields": shown})] + (
            [("Inside", {"fields": inside, "classes": ["collapse"]})] if inside else []
        )

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return [self._written(name) if isinstance(name, str) else name for name in self.list_display]

    def _written(self, name: str) -> Any:
        """Django displays some columns by name; all others use a function."""
        try:
            field = self.opts.get_field(name)
        except FieldDoesNotExist:
            return name
        assert isinstance(field, Field)
        write = _writer(field)
        if write is None and name not in self.words:
            return name
        label = self.words.get(name, name.removesuffix("_ms").removesuffix("_ns").replace("_", " "))

        @admin.display(description=label, ordering=name)
        def show(row: Model) -> Any:
            value = getattr(row, name)
            if write is None:
                return display_for_field(value, field, "-")
            return None if value in (None, "", [], {}) else write(value)

        show.__name__ = name
        return show

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_operate_permission(self, request: HttpRequest) -> bool:
        change = get_permission_codename("change", self.opts)
        return request.user.has_perm(f"{self.opts.app_label}.{change}")

    def confirmation(
        self,
        request: HttpRequest,
        chosen: QuerySet[Any],
        *,
        action: str,
        question: str,
        button: str,
        options: Mapping[str, str] = MappingProxyType({}),
    ) -> TemplateResponse | None:
        """A page that asks for confirmation; None once it is confirmed. `options` are further checkboxes, by name."""
        if CONFIRMED in request.POST:
            return None
        across = request.POST.get("select_across") == "1"
        context = {
            **self.admin_site.each_context(request),
            "title": "Are you sure?",
            "opts": self.opts,
            "media": self.media,
            "question": question,
            "rows": chosen[:NAMED_IN_QUESTION],
            "number": chosen.count(),
            "action": action,
            "button": button,
            "options": options,
            # With "all pages" selected, the filters of the page select the rows again.
            "select_across": across,
            "selected": request.POST.getlist(ACTION_CHECKBOX_NAME)[: 1 if across else None],
        }
        return TemplateResponse(request, "admin/confirm_action.html", context)


def _writer(field: "Field[Any, Any]") -> Callable[[Any], Any] | None:
    if isinstance(field, JSONField):
        return readable
    if field.name.endswith("_ms"):
        return shown_time
    if field.name.endswith("_ns"):
        return lambda nanoseconds: shown_time(nanoseconds // 1_000_000)
    return in_words if field.name in CODES else None
