"""Lists all memories of an owner, page by page."""

from typing import Any, Literal, Protocol, TypeVar

from everos import types
from everos._call import Call, Page, Scope, data_of
from everos._v1 import Filters, get

T = TypeVar("T")
MOST_ON_A_PAGE = 100


class Listed(Protocol[T]):
    """Describes one page of an owner's memories."""

    def __call__(
        self,
        at: Scope,
        page: int,
        owner_id: str,
        *,
        sort_order: Literal["asc", "desc"] = "desc",
        as_of: types.Moment | None = None,
        known_at: types.Moment | None = None,
        min_trust: float | None = None,
        filters: Filters | None = None,
    ) -> Call[Page[T]]: ...


def listed(
    memory_type: types.MemoryType, owner: Literal["user_id", "agent_id"], name: str, of: type[T]
) -> Listed[T]:
    """Lists memories of `memory_type`, which an answer contains under `name`."""

    def page(
        at: Scope,
        page: int,
        owner_id: str,
        *,
        sort_order: Literal["asc", "desc"] = "desc",
        as_of: types.Moment | None = None,
        known_at: types.Moment | None = None,
        min_trust: float | None = None,
        filters: Filters | None = None,
    ) -> Call[Page[T]]:
        call = get(
            at,
            memory_type,
            user_id=owner_id if owner == "user_id" else None,
            agent_id=owner_id if owner == "agent_id" else None,
            page=page,
            page_size=MOST_ON_A_PAGE,
            sort_order=sort_order,
            as_of=as_of,
            known_at=known_at,
            min_trust=min_trust,
            filters=filters,
        )
        return Call(call.method, call.path, call.body, read=read)

    def read(answer: Any) -> Page[T]:
        data = data_of(answer)
        return Page(data[name], is_last=data["count"] < MOST_ON_A_PAGE)

    page.__name__ = name
    page.__doc__ = (
        f"All {name.replace('_', ' ')} of an owner, the newest first, page by page as they are asked for."
    )
    return page
