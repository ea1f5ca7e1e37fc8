"""Every kind of memory that the service knows. A new kind is one declaration and one line here."""

from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.agent_skill import AGENT_SKILL
from memory.kinds.atomic_fact import ATOMIC_FACT
from memory.kinds.base import Kind
from memory.kinds.entity import ENTITY
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.keyed_entry import KEYED_ENTRY
from memory.kinds.note import NOTE
from memory.kinds.profile import PROFILE
from memory.kinds.store_item import STORE_ITEM

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        EPISODE,
        ATOMIC_FACT,
        FORESIGHT,
        PROFILE,
        AGENT_CASE,
        AGENT_SKILL,
        KEYED_ENTRY,
        NOTE,
        ENTITY,
        STORE_ITEM,
    )
}
FROM_EPISODES = (ATOMIC_FACT, FORESIGHT)  # derived from the episode that is their parent
