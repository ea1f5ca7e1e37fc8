"""What is to be forgotten, as requested: by id, session, owner or time."""

from dataclasses import asdict, dataclass
from typing import Any, Self

from memory.errors import InvalidInput
from memory.kinds.base import Values, moment
from memory.scope import Owner, OwnerType, Scope

NOTHING_NAMED = (
    "Name what to forget: id, ids, session_id, user_id, agent_id, group_id, before, after or query"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """All given criteria must match. Times are milliseconds since 1970: `after` <= time < `before`."""

    scope: Scope
    ids: tuple[str, ...] = ()  # as clients know them; of memories, or of messages that are not yet a memory
    paths: tuple[str, ...] = ()  # of documents, from callers who found them themselves
    session_id: str | None = None
    owner: Owner | None = None
    before: int | None = None
    after: int | None = None

    def verify(self) -> None:
        """Raises InvalidInput if nothing narrows the selection: one call never forgets a whole project."""
        named = (self.ids, self.paths, self.session_id, self.owner, self.before, self.after)
        if not any(each is not None and each != () for each in named):
            raise InvalidInput(NOTHING_NAMED)

    @property
    def is_whole_owner(self) -> bool:
        """Everything known of an owner, including the folder."""
        return self.owner is not None and self.session_id is None and not self._is_narrowed

    @property
    def is_whole_session(self) -> bool:
        """For everybody who took part."""
        return self.session_id is not None and self.owner is None and not self._is_narrowed

    @property
    def _is_narrowed(self) -> bool:
        return bool(self.ids) or self.before is not None or self.after is not None

    def covers(self, values: Values) -> bool:
        """Whether session and time of a memory match; its owner is known from its path."""
        return self._covers_session(values) and self.covers_time(_moment_ms(values))

    def covers_time(self, moment: int | None) -> bool:
        """A memory without a time, such as a skill, matches no limit."""
        if self.before is None and self.after is None:
            return True
        if moment is None:
            return False
        return (self.after is None or moment >= self.after) and (self.before is None or moment < self.before)

    def _covers_session(self, values: Values) -> bool:
        if self.session_id is None:
            return True
        several = values.get("session_ids")
        stated = [values.get("session_id"), *(several if isinstance(several, list) else [])]
        return self.session_id in stated

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value not in (None, ())}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        owner = stored.get("owner")
        return cls(
            **{
                **stored,
                "scope": Scope(**stored["scope"]),
                "ids": tuple(stored.get("ids", ())),
                "paths": tuple(stored.get("paths", ())),
                "owner": Owner(OwnerType(owner["type"]), owner["id"]) if owner else None,
            }
        )


def _moment_ms(values: Values) -> int | None:
    said_at = moment(values, "timestamp", "created_at")
    return int(said_at.timestamp() * 1000) if said_at else None
