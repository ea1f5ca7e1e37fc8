"""The names of those who took part, in a query, are known to every memory of them; in a vector they drown the rest."""

import re
from collections.abc import Iterable


def without_names(query: str, names: Iterable[str]) -> str:
    """The query less these names as whole words, with or without `'s`; unchanged when little else is left."""
    alternatives = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    if not alternatives:
        return query
    rest = re.sub(rf"(?<!\w)(?:{alternatives})(?:['’]s)?(?!\w)", " ", query, flags=re.IGNORECASE)
    return " ".join(rest.split()) if re.search(r"\w", rest) else query
