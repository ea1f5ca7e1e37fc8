"""Template filters of the explorer: names of kinds and sources, dates and times."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any
from unicodedata import bidirectional

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from memory import times
from memory.api.explorer.drawing import percent
from memory.api.explorer.owners import COUNTED
from memory.api.explorer.place import Place
from ome.strategies.extract_user_profile.items import CATEGORIES

register = template.Library()

LINES = 24  # of a text field at most; longer texts are scrolled
LINE = 90  # characters
BEGINNING = 200  # characters of a text that tell its direction

KINDS = COUNTED | {"profile": ngettext_lazy("profile", "profiles")}
SOURCES = {
    "user_said": _("said by a user"),
    "assistant_said": _("said by an assistant"),
    "tool_returned": _("returned by a tool"),
    "document": _("from a document"),
    "model_inferred": _("inferred by a model"),
    "hand_edit": _("written by hand"),
}
# An episode has the source of the least trusted words in it, beside those of its people.
IN_EPISODES = SOURCES | {
    "assistant_said": _("with an assistant’s words"),
    "tool_returned": _("with results of a tool"),
    "document": _("with a document"),
}
NAMES: Mapping[str, Mapping[str, Any]] = {  # filter -> code -> name
    "type_name": {"user": _("user"), "agent": _("agent"), "group": _("group")},
    "node_kind": {"person": _("person"), "place": _("place"), "topic": _("topic")},
    "state_name": {"done": _("done"), "now": _("under way"), "waits": _("waits"), "failed": _("failed")},
    "way_name": {"words": _("words"), "meaning": _("meaning"), "fact": _("a fact")},
    "field_name": {
        "content": _("Text"),
        "subject": _("Subject"),
        "summary": _("Summary"),
        "fact": _("Fact"),
        "foresight": _("Foresight"),
        "task_intent": _("Task"),
        "approach": _("Approach"),
        "key_insight": _("Insight"),
        "evidence": _("Evidence"),
        "valid_to": _("Held until"),
        "holds_beside": _("Holds beside"),
        "superseded_by": _("Superseded by"),
        "verified_at": _("Verified on"),
        "verified_by": _("Verified by"),
        "stale_after": _("To be verified after"),
    },
}


def _naming(names: Mapping[str, Any]) -> Callable[[Any], Any]:
    """A code without a name stays as it is."""
    return lambda code: names.get(str(code), code)


for _filter, _names in NAMES.items():
    register.filter(_filter, _naming(_names))


@register.filter
def counted(kind: str, number: int) -> Any:
    """The name of a kind after a number: `case` after 1, `cases` after 2."""
    return KINDS[kind] % number if kind in KINDS else kind


@register.filter
def source_of(item: Mapping[str, Any]) -> Any:
    names = IN_EPISODES if "episode" in item else SOURCES
    return names.get(item["source"], item["source"])


@register.filter
def category_name(value: str) -> Any:
    """Of an item of a profile. People and models may have used others than the server's, which stay as they are."""
    return gettext(value) if value in CATEGORIES else value


@register.filter
def kind_name(kind: str) -> Any:
    """In the plural: what an index is of."""
    return KINDS[kind] % 2 if kind in KINDS else kind


@register.filter
def clock(value: datetime | None) -> str:
    return date_format(_local(value), "H:i:s") if value else ""


@register.filter
def by_whom(value: str) -> str:
    """The author of a change in a history."""
    if value == "hand":
        return gettext("by hand, in the file")
    return value or gettext("here, without a key")


@register.filter
def on_day(value: date | None) -> str:
    return date_format(_local(value), gettext("j F Y")) if value else ""


@register.filter
def on_weekday(value: date | None) -> str:
    return date_format(_local(value), gettext("l, j F Y")) if value else ""


@register.filter
def at_time(value: datetime | None) -> str:
    return date_format(_local(value), gettext("j F Y, H:i")) if value else ""


@register.filter
def day(value: str | None) -> str:
    """Formats a day such as `2026-05-28`. Any other text is returned unchanged."""
    try:
        return on_day(date.fromisoformat(value or ""))
    except ValueError:
        return value or ""


@register.filter
def moment(value: str) -> str:
    """Formats a time in ISO 8601. Any other text is returned unchanged."""
    try:
        return at_time(datetime.fromisoformat(value))
    except ValueError:
        return value


@register.filter
def members(value: Any) -> list[Any]:
    """Of a list; none of what a person has written in its place."""
    return value if isinstance(value, list) else []


@register.filter
def out_of_100(share: Any) -> Any:
    """On the explorer's one scale. What a person has written in place of a number is returned unchanged."""
    return percent(share) if isinstance(share, int | float) else share


@register.filter
def direction(text: object) -> str:
    """The `dir` of a text. Browsers look at the first letter only, and that is often of the speaker's name."""
    directions = Counter(map(bidirectional, str(text)[:BEGINNING]))
    return "rtl" if directions["R"] + directions["AL"] > directions["L"] else "auto"


@register.filter
def plain(value: int) -> str:
    """A number without separators, as SVG and URLs need it in every language."""
    return str(value)


@register.filter
def rows(text: str) -> str:
    """The number of rows of a text field that shows the text."""
    return str(min(LINES, max(2, sum(1 + len(line) // LINE for line in text.splitlines()) + 1)))


@register.simple_tag
def url_query(place: Place, **more: Any) -> str:
    return place.query(**more)


def _local(value: date) -> date:
    """In the display time zone."""
    return times.localized(value) if isinstance(value, datetime) and timezone.is_aware(value) else value
