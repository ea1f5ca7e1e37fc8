"""Proves that memories are forgotten: searches every byte that the server stores for the marks of a receipt."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from django.apps import apps
from django.db.models import CharField, JSONField, Model, TextField

from memory import redis
from memory.forgetting import hand_written, receipts
from memory.forgetting.files import readable_entries
from memory.forgetting.moments import is_later, was_learned_after
from memory.forgetting.shingles import hashed, shingles_of
from memory.index import handles
from memory.kinds.base import moment
from memory.kinds.episode import EPISODE
from memory.kinds.ids import wire_id, wire_id_of
from memory.kinds.profile import PROFILE
from memory.markdown.entries import Entry
from memory.markdown.root import Located, current_root
from memory.markdown.wire_ids import places_of
from memory.models import Forgetting
from memory.scope import Scope

APPS = ("memory", "cascade", "ome")
ROWS_AT_ONCE = 500


@dataclass(slots=True)
class Report:
    """`still_there` are forgotten memories that are still in a file.

    `said_elsewhere` are memories, of any owner, that say the same and come from something that was not forgotten;
    `hand_written` are texts of a person that were left because they may tell it, and are as they were. `traces` lists
    all other places where the text is left.
    """

    bytes_searched: int = 0
    still_there: list[str] = field(default_factory=list)
    traces: Counter[str] = field(default_factory=Counter)
    said_elsewhere: Counter[str] = field(default_factory=Counter)
    hand_written: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not self.still_there and not self.traces


def audit(
    *kept: dict[str, Any], progress: Callable[[str, int], object] = lambda place, total: None
) -> Report:
    """Reads all files below the memory root, all rows of the databases, the index and Redis once, for all receipts.

    Raises InvalidInput for a receipt that this server did not sign.
    """
    for receipt in kept:
        receipts.verify(receipt)
    return _Audit(kept, progress).run()


class _Audit:
    def __init__(self, kept: Sequence[dict[str, Any]], progress: Callable[[str, int], object]) -> None:
        self._marks = {mark for receipt in kept for mark in receipt["marks"]}
        self._gone: dict[str, datetime] = {}  # id -> when somebody last asked to forget a memory with it
        for receipt in sorted(kept, key=lambda receipt: str(receipt["asked_at"])):
            asked_at = datetime.fromisoformat(receipt["asked_at"])
            self._gone.update(dict.fromkeys((memory["id"] for memory in receipt["memories"]), asked_at))
        # Ids of owners of whom something is gone, among other beginnings of the ids of memories.
        self._touched = {name[:end] for name in self._gone for end, sign in enumerate(name) if sign == "_"}
        self._by_hand = {each for receipt in kept for each in receipt.get("hand_written", {}).items()}
        self._progress = progress
        self._key = receipts.marking_key()
        self._report = Report()
        self._elsewhere: set[str] = set()  # marks of what remaining memories say
        self._left: dict[str, set[str]] = {}  # place -> marks

    def run(self) -> Report:
        files = list(_files(current_root().path))
        for path in files:
            self._progress(path.name, len(files))
            self._search_file(path)
        stores = [*_rows(), *_index_rows(), *_redis_values()]
        for place, texts in stores:
            self._progress(place, len(stores))
            for text in texts:
                self._search(place, text)
        for place, marks in self._left.items():
            if left := len(marks - self._elsewhere):
                self._report.traces[place] = left
        return self._report

    def _search_file(self, path: Path) -> None:
        relative = PurePosixPath(path.relative_to(current_root().path))
        place = current_root().locate(relative)
        if place is not None:
            self._search_memories(relative, place)
        self._search(str(relative), path.read_bytes().decode("utf-8", "replace"))

    def _search_memories(self, relative: PurePosixPath, place: Located) -> None:
        for entry in readable_entries(relative):
            identifier = wire_id_of(place.kind.name, place.owner, entry.id)
            is_other = place.kind is PROFILE or self._was_learned_since(identifier, entry)
            if identifier in self._gone and not is_other:
                self._report.still_there.append(identifier)
                continue
            if self._by_hand and (identifier, hand_written.mark(_by_hand(place, entry))) in self._by_hand:
                self._report.hand_written.append(identifier)
            said = [
                text
                for text, sources in _said(place, entry)
                if not any(self._is_gone(place.scope, source) for source in sources)
            ]
            if place.kind is PROFILE and place.owner.id not in self._touched:
                said.append(str(entry.values.get("summary") or ""))  # it is made of the items
            if marks := self._found_in("\n".join(said)):
                self._report.said_elsewhere[identifier] += len(marks)
                self._elsewhere |= marks

    def _is_gone(self, scope: Scope, identifier: str) -> bool:
        return identifier in self._gone and not self._is_made_anew(scope, identifier)

    def _is_made_anew(self, scope: Scope, identifier: str) -> bool:
        """Whether a later memory has this id: those of a folder that was removed are used again."""
        for path, _, name in places_of(scope, identifier):
            for entry in readable_entries(path):
                if entry.id == name:
                    return self._was_learned_since(identifier, entry)
        return False

    def _was_learned_since(self, identifier: str, entry: Entry) -> bool:
        asked_at = self._gone.get(identifier)
        if asked_at is None:
            return False
        created_at = moment(entry.values, "created_at")  # of documents that clients store
        return (created_at is not None and is_later(created_at, asked_at)) or was_learned_after(
            entry.values, asked_at
        )

    def _search(self, place: str, text: str) -> None:
        marks = self._found_in(text)
        if marks:
            self._left.setdefault(place, set()).update(marks)

    def _found_in(self, text: str) -> set[str]:
        self._report.bytes_searched += len(text.encode("utf-8", "replace"))
        return self._marks.intersection(hashed(shingle, self._key) for shingle in shingles_of(text))


def _by_hand(place: Located, entry: Entry) -> str:
    if place.kind is PROFILE:
        return hand_written.in_profile(place.scope, place.owner, set())
    return hand_written.in_episode(entry.values) if place.kind is EPISODE else ""


def _said(place: Located, entry: Entry) -> Iterator[tuple[str, set[str]]]:
    """The texts of a memory, each with the ids of the memories that it was derived from."""

    def ids(names: Iterable[Any]) -> set[str]:
        return {wire_id(place.owner, str(name)) for name in names}

    if place.kind is not PROFILE:
        sources = ids([entry.values.get("parent_id"), *_listed(entry.values.get("source_case_ids"))])
        yield "\n".join(value for value in entry.values.values() if isinstance(value, str)), sources
        return
    for item in (*_listed(entry.values.get("explicit_info")), *_listed(entry.values.get("implicit_traits"))):
        sources = ids(_listed(item.get("sources"))) if isinstance(item, dict) else set()
        yield str(item), sources


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _files(root: Path) -> Iterator[Path]:
    """All files except the receipts, which contain marks and no text."""
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink() and receipts.FOLDER not in path.relative_to(root).parts:
            yield path


def _rows() -> Iterator[tuple[str, Iterator[str]]]:
    for label in APPS:
        for model in apps.get_app_config(label).get_models():
            columns = [
                each.name
                for each in model._meta.get_fields()
                if isinstance(each, CharField | TextField | JSONField)
            ]
            if columns and model is not Forgetting:
                yield f"table {model._meta.db_table}", _texts_of(model, columns)


def _texts_of(model: type[Model], columns: list[str]) -> Iterator[str]:
    for row in model._default_manager.values_list(*columns).iterator(ROWS_AT_ONCE):
        yield from (str(value) for value in row if value)


def _index_rows() -> Iterator[tuple[str, Iterator[str]]]:
    """The rows of all existing versions. The bytes of the index files are compressed, so searching them would find
    nothing.
    """
    for name in handles.names():
        table = handles.connect().open_table(name)
        for version in table.list_versions():
            yield f"index {name}, version {version['version']}", _texts_in(name, version["version"])


def _texts_in(name: str, version: int) -> Iterator[str]:
    table = handles.connect().open_table(name)
    try:
        table.checkout(version)
        columns = [column for column in ("payload", "search_text") if column in table.schema.names]
        for batch in table.search().select(columns).to_batches(ROWS_AT_ONCE):
            for column in batch.columns:
                yield from (str(text) for text in column.to_pylist() if text)
    except handles.LANCE_ERRORS:  # a version whose files are gone contains nothing any more
        return


def _redis_values() -> Iterator[tuple[str, Iterator[str]]]:
    if redis.configured():
        yield "Redis", _texts_in_redis()


def _texts_in_redis() -> Iterator[str]:
    with redis.answering():
        client = redis.client()
        for name in client.scan_iter(match="chat_history:*"):
            yield from map(_text, client.lrange(name, 0, -1))
        for name in client.scan_iter(match="stm:*:messages"):
            yield from map(_text, client.zrange(name, 0, -1))


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
