"""The owner's name in a query says whose memory is meant, which is known already; in a vector it drowns the rest."""

import re
from collections.abc import Iterable


def without_names(query: str, names: Iterable[str]) -> str:
    """The query less these names as whole words, with or without `'s`; unchanged when little else is left."""
    alternatives = "|".join(re.escape(name) for name in names if name)
    if not alternatives:
        return query
    rest = re.sub(rf"(?<!\w)(?:{alternatives})(?:['’]s)?(?!\w)", " ", query, flags=re.IGNORECASE)
    return " ".join(rest.split()) if re.search(r"\w", rest) else query
