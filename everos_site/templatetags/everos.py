"""How numbers are written in the admin, and the links that its pages add to rows."""

from datetime import datetime

from django import template
from django.utils import timezone

register = template.Library()

UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


@register.filter
def number(value: int) -> str:
    """With separators between the thousands."""
    return f"{value:,}"


@register.filter
def duration(seconds: float) -> str:
    """In its two largest units: `2 h 5 min`."""
    left = int(seconds)
    parts: list[str] = []
    for size, unit in UNITS:
        if left >= size and len(parts) < 2:
            parts.append(f"{left // size} {unit}")
            left %= size
        elif parts:
            break
    return " ".join(parts) or "less than 1 s"


@register.filter
def age(moment: datetime) -> float:
    """Seconds since then."""
    return (timezone.now() - moment).total_seconds()
