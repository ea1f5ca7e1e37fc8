"""Two users who may be one person: ids that are spelt nearly alike, and what somebody has decided about them.

That two users are two people is written into the frontmatter of a profile (`different_from`), so that it is kept with
the memories.
"""

import unicodedata
from collections.abc import Sequence

from memory.conversation.messages import USER_ROLES
from memory.errors import DamagedDocument, DocumentChanged, InvalidInput
from memory.forgetting import work
from memory.forgetting.selection import Selection
from memory.kinds.profile import PROFILE
from memory.markdown import store
from memory.markdown.root import current_root, owner_folder
from memory.models import BufferedMessage, Forgetting
from memory.scope import Owner, Scope
from memory.transfer.placing import MemoryFile, place_all
from memory.transfer.report import Report
from memory.transfer.source import Source
from ome.engine import config
from ome.engine.rederivation import derive_again

DIFFERENT = "different_from"
SHORTEST = 5  # letters of ids that may differ by one of them
REMOVING_SECONDS = 2.0  # how long a merge waits for what is being forgotten
MOST_FILES = 500  # of the one who is merged into the other, while somebody waits
PROFILES = "extract_user_profile"


def is_near(one: str, other: str) -> bool:
    """Whether the ids differ only in case, accents and signs, or by one letter. Another digit is another person."""
    first, second = _letters(one), _letters(other)
    if not first or first == second:
        return bool(first)
    if min(len(first), len(second)) < SHORTEST or abs(len(first) - len(second)) > 1:
        return False
    begin = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
    if begin is None:
        begin = min(len(first), len(second))
    left, right = first[begin:], second[begin:]
    while left and right and left[-1] == right[-1]:
        left, right = left[:-1], right[:-1]
    is_swapped = len(left) == 2 and left == right[::-1]
    return not any(map(str.isdigit, left + right)) and (max(len(left), len(right)) <= 1 or is_swapped)


def are_two(scope: Scope, one: Owner, other: Owner) -> bool:
    """Whether somebody has decided so."""
    return other.id in _different(scope, one) or one.id in _different(scope, other)


def note_two(scope: Scope, one: Owner, other: Owner) -> None:
    """In the profile of one of them. Raises InvalidInput if neither has one, DamagedDocument."""
    for owner, different in ((one, other), (other, one)):
        path = current_root().file(PROFILE, scope, owner)
        sha256 = store.document_sha256(path)
        if sha256 == store.NO_FILE:
            continue
        document = store.read(path)
        if document.problems:
            raise DamagedDocument(f"{path}: {document.problems[0]}")
        names = sorted({*_different(scope, owner), different.id})
        values = document.entries[0].values
        store.write_document(PROFILE, scope, owner, values, expected=sha256, notes={DIFFERENT: names})
        return
    raise InvalidInput("Neither of them has a profile, in which it could be kept that they are two.")


def merge(scope: Scope, source: Owner, target: Owner, asked_by: str) -> tuple[Report, Forgetting | None]:
    """Copies the memories of `source` to `target`, whose profile is then derived anew, and forgets the originals.

    If something cannot be copied, the original memories stay, and nothing is forgotten. The profile of `source` is not
    copied. Raises DocumentChanged if there is nothing any more, InvalidInput while messages wait or for too many files,
    WorkUnderWay.
    """
    work.end_removals(REMOVING_SECONDS)
    folder = current_root().absolute(owner_folder(scope, source))
    if not folder.is_dir():
        raise DocumentChanged
    waiting = BufferedMessage.objects.filter(**scope.columns, sender_id=source.id, role__in=USER_ROLES)
    if waiting.exists():
        raise InvalidInput(f"Messages of {source.id} are not a memory yet: flush their sessions first.")
    files = Source.at(folder)
    if len(files.names) > MOST_FILES:
        raise InvalidInput(
            f"{source.id} has {len(files.names)} files; at most {MOST_FILES} are merged by a call."
        )
    profile = current_root().file(PROFILE, scope, source).name
    wanted = [MemoryFile(name, owner_folder(scope, target) / name) for name in files.names if name != profile]
    report = Report()
    place_all(files, wanted, report, lambda what, total: None)
    if PROFILES in config.enabled():
        derive_again(config.strategies()[PROFILES], scope, target)
    if report.left_out:
        return report, None
    return report, work.forget(Selection(scope=scope, owner=source), asked_by)


def _different(scope: Scope, owner: Owner) -> Sequence[str]:
    try:
        stated = store.read(current_root().file(PROFILE, scope, owner)).frontmatter.get(DIFFERENT)
    except FileNotFoundError:
        return []
    return [str(each) for each in stated] if isinstance(stated, list) else []


def _letters(identifier: str) -> str:
    folded = unicodedata.normalize("NFKD", identifier.casefold())
    return "".join(letter for letter in folded if letter.isalnum())
