"""Finds the memories that a selection names, everything derived from them, and who else remembers the same words."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import Any, NamedTuple, Self

from django.db.models import Q

from memory.forgetting import hand_written
from memory.forgetting.files import Files, stored_after
from memory.forgetting.moments import was_learned_after
from memory.forgetting.selection import Selection
from memory.forgetting.wording import without_words
from memory.ingest.redrawing import without_opening
from memory.keyed import notes
from memory.kinds.agent_case import AGENT_CASE
from memory.kinds.atomic_fact import ATOMIC_FACT, spoken_words, without_speakers
from memory.kinds.base import FROM_CELL, DailyLog, Kind, Value, Values
from memory.kinds.episode import EPISODE
from memory.kinds.foresight import FORESIGHT
from memory.kinds.ids import day_of, wire_id, wire_id_of
from memory.kinds.note import NOTE
from memory.kinds.profile import PROFILE
from memory.kinds.registry import FROM_EPISODES, KINDS
from memory.markdown import entry_history
from memory.markdown.document import single_id
from memory.markdown.entries import Entry
from memory.markdown.entry_history import Change
from memory.markdown.root import Located, current_root, owner_folder, scope_folder
from memory.markdown.wire_ids import places_of
from memory.models import KeyedDocument, MemCell
from memory.scope import Owner, OwnerType, Scope, agent, group, user
from memory.text.tokens import terms

DEPRECATED = "deprecated_entries"  # in a file that a merged episode has replaced some of
FILES_A_CHECK = 100  # of the claim


class Written(NamedTuple):
    """An entry, and where it is written."""

    path: PurePosixPath
    place: Located
    entry: Entry


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory to be removed."""

    kind: str
    owner_type: str
    owner_id: str
    entry_id: str
    path: str
    learned_at: str = ""  # tells it from a later memory with the same id

    @property
    def owner(self) -> Owner:
        return Owner(OwnerType(self.owner_type), self.owner_id)

    @property
    def wire_id(self) -> str:
        return wire_id_of(self.kind, self.owner, self.entry_id)


@dataclass(slots=True)
class Found:
    """What will be removed, and what has to be checked because of it."""

    memories: list[Memory] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)  # that these memories were made from
    shared_cells: list[str] = field(default_factory=list)  # of which others keep a memory
    shortened_cells: list[str] = field(default_factory=list)  # of which an episode stays, with other facts
    sessions: list[str] = field(default_factory=list)  # of which nobody else keeps a memory
    # Path -> episode -> facts that it loses.
    cut: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    # Path -> episodes that a merged one had replaced.
    revived: dict[str, list[str]] = field(default_factory=dict)
    quoted_in: list[str] = field(default_factory=list)  # ids of other memories that say the same
    # User -> ids of episodes that these facts name and no episode has any more.
    lost_sources: dict[str, list[str]] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)  # path -> what is wrong with the file
    looked_for: list[str] = field(default_factory=list)  # ids of the selection
    unknown: list[str] = field(default_factory=list)  # those that name nothing
    # Ids of memories with texts by a person that stay and have words which only what goes explains -> the text's mark.
    hand_written: dict[str, str] = field(default_factory=dict)

    @property
    def rewritten(self) -> list[str]:
        """Ids of the episodes that lose a sentence."""
        places = {path: current_root().locate(PurePosixPath(path)) for path in self.cut}
        return [wire_id(place.owner, e) for path, place in places.items() if place for e in self.cut[path]]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        return cls(**{**stored, "memories": [Memory(**memory) for memory in stored["memories"]]})


class Finder:
    """Searches the files once for one selection."""

    def __init__(
        self,
        selection: Selection,
        cells: Collection[str] = (),
        asked_at: datetime | None = None,
        keep: Callable[[], None] = lambda: None,
    ) -> None:
        """What is learned after `asked_at` is not found, nor by owner, session or time what is stored after it, unless
        it was made from these cells or is derived from what is found.

        `keep` is called now and then, and may raise to end the search.
        """
        self._keep = keep
        self._selection = selection
        self._asked_at = asked_at
        self._scope = selection.scope
        self._cells = set(cells)  # whose messages were to be forgotten before they became a memory
        self._newer = False  # whether something was left out because it is newer than the request
        self._known: dict[Memory, Values] = {}
        self._edited: dict[Memory, Values] = {}  # episodes that lose a sentence
        self._histories: dict[PurePosixPath, list[Change]] = {}
        self._taken: set[tuple[Owner, str]] = set()
        self._files = Files(selection.scope)
        self._found = Found(unreadable=self._files.unreadable)

    def find(self) -> tuple[Found, dict[Memory, list[str]]]:
        """What will be removed, and the texts of each memory."""
        if self._selection.paths:
            self._by_paths()
        elif self._selection.ids:
            self._by_ids()
        else:
            self._by_place()
            if not self._selection.is_whole_owner:
                self._with_histories()
        if not self._selection.is_whole_owner or self._newer:
            self._with_merged()
            self._with_mirrored()
            self._with_derived()
            self._with_sentences()
        self._with_cells()
        if not self._selection.is_whole_owner:
            self._found.lost_sources = self._lost_sources()
            self._note_hand_written()
            self._note_strays()
        self._found.memories = list(self._known)
        return self._found, self._known_texts()

    def _lost_sources(self) -> dict[str, list[str]]:
        """A person has changed the id of an episode, and the profile still rests on it under the old one."""
        lost: defaultdict[str, list[str]] = defaultdict(list)
        for memory, values in self._known.items():
            if memory.kind == ATOMIC_FACT.name and values.get("parent_type") == EPISODE.name:
                parent = str(values.get("parent_id"))
                if not any(self._entry(EPISODE, memory.owner, parent)):
                    lost[memory.owner_id].append(parent)
        return dict(lost)

    def _note_hand_written(self) -> None:
        for owner in {memory.owner for memory in self._known}:
            texts = self._hand_written(owner)
            words = self._words_that_go(owner) if texts else set()
            for identifier, text in texts.items():
                if not words.isdisjoint(terms(text)):
                    self._found.hand_written[identifier] = hand_written.mark(text)
        self._found.quoted_in += self._found.hand_written

    def _hand_written(self, owner: Owner) -> dict[str, str]:
        """Id -> texts of a person that stay in the profile, and in episodes of which a fact goes."""
        shortened = {one.entry_id: values for one, values in self._edited.items() if one.owner == owner}
        gone = {one.entry_id for one in self._known if one.owner == owner and one.kind == EPISODE.name}
        texts = {wire_id(owner, one): hand_written.in_episode(values) for one, values in shortened.items()}
        if owner.type is OwnerType.USER:
            profile = single_id(PROFILE, owner, None)
            texts[profile] = hand_written.in_profile(self._scope, owner, {*gone, *shortened})
        return {identifier: text for identifier, text in texts.items() if text}

    def _words_that_go(self, owner: Owner) -> set[str]:
        """The terms of what is forgotten that no fact of the owner has which stays."""
        going = [values for memory, values in self._known.items() if memory.owner == owner]
        facts = [values for values in going if "fact" in values]
        said = [spoken_words(fact) for fact in facts] or [
            without_opening(str(values["content"])) for values in going if "content" in values
        ]
        kept = [
            str(entry.values["fact"])
            for path in self._files.of(ATOMIC_FACT, owner)
            for _, _, entry in self._entries(path)
            if not self._has(owner, entry.id)
        ]
        return set(terms("\n".join(said))).difference(terms("\n".join([owner.id, *kept])))

    def _note_strays(self) -> None:
        """Copies of the files, under names that are not read: nobody but a person knows what they are kept for."""
        of_owner: defaultdict[Owner, set[str]] = defaultdict(set)
        for memory in self._known:
            of_owner[memory.owner].add(memory.entry_id)
        for owner, ids in of_owner.items():
            for path, reason in current_root().strays(owner_folder(self._scope, owner)):
                if self._files.mentions(path, ids):
                    self._found.unreadable[str(path)] = f"a copy that is not removed: {reason}"

    def _known_texts(self) -> dict[Memory, list[str]]:
        return {memory: list(_texts(values, KINDS[memory.kind])) for memory, values in self._known.items()}

    def find_derived(self, memories: Collection[Memory]) -> dict[Memory, list[str]]:
        """What strategies have derived from these memories and is not among them, with its texts. The memories may have
        been removed already.

        Only the files of their day are searched: strategies write there, other than a person who edits files.
        """
        for owner, names in _notes_by_owner(memories).items():
            self._children(EPISODE, owner, names)
        episodes: defaultdict[tuple[Owner, date], set[str]] = defaultdict(set)
        for memory in (*memories, *self._known):
            if memory.kind == EPISODE.name:
                episodes[memory.owner, _day_of_file(memory)].add(memory.entry_id)
        for (owner, day), parents in episodes.items():
            for kind in FROM_EPISODES:
                self._children_of_day(kind, owner, day, parents)
        known = set(memories)
        return {memory: texts for memory, texts in self._known_texts().items() if memory not in known}

    def _by_ids(self) -> None:
        self._found.looked_for = list(self._selection.ids)
        for identifier in self._selection.ids:
            # The first one only: a user may be called `group:team`, whose ids look like those of the group `team`.
            if not any(self._take(*located) for located in _located(self._scope, identifier)):
                self._found.unknown.append(identifier)

    def _by_paths(self) -> None:
        """Finds memories by path, so that unreadable documents are removed as well."""
        for path in map(PurePosixPath, self._selection.paths):
            place = current_root().locate(path)
            if place is not None and current_root().absolute(path).exists():
                document = self._files.read(path)
                for entry in (document.entries if document else None) or _unread(place):
                    self._add(path, place, entry)

    def _take(self, path: PurePosixPath, place: Located, identifier: str) -> bool:
        entries = [each.entry for each in self._entries(path) if each.entry.id == identifier]
        for entry in entries:
            is_meant = self._selection.owner in (None, place.owner) and self._selection.covers(entry.values)
            if is_meant and not self._is_newer(entry.values):
                self._add(path, place, entry)
                return True
        narrowed = self._selection.session_id or self._selection.before or self._selection.after
        return not (entries or narrowed) and self._take_history(path, place, identifier)

    def _take_history(self, path: PurePosixPath, place: Located, identifier: str) -> bool:
        """The earlier versions of an entry that a person has removed from its file."""
        if self._selection.owner not in (None, place.owner) or not isinstance(place.kind.layout, DailyLog):
            return False
        if path not in self._histories:
            self._histories[path] = entry_history.all_changes(path)
        changes = [change for change in self._histories[path] if change.entry == identifier]
        if not changes or any(each.entry.id == identifier for each in self._entries(path)):
            return False
        said: defaultdict[str, list[str]] = defaultdict(list)
        for change in changes:
            for name, text in change.old.items():
                said[name].append(text)
        values: dict[str, Value] = {name: "\n".join(texts) for name, texts in said.items()}
        self._add(path, place, Entry(identifier, values, ""))
        return True

    def _with_histories(self) -> None:
        """Episodes of which only earlier versions are left, as far as their cells tell session, owner and time."""
        selection = self._selection
        cells = MemCell.objects.filter(**self._scope.columns, status=MemCell.Status.DONE)
        if selection.session_id is not None:
            cells = cells.filter(session_id=selection.session_id)
        for cell in cells.iterator():
            if selection.covers_time(cell.first_timestamp_ms):
                for owner, entry in cell.episodes.items():
                    self._take_history_of(owner, entry)

    def _take_history_of(self, owner: Owner, episode: str) -> None:
        if self._selection.owner not in (None, owner):
            return
        path = current_root().file(EPISODE, self._scope, owner, day=day_of(episode))
        place = current_root().locate(path)
        if place is not None:
            self._take_history(path, place, episode)

    def _entries(self, path: PurePosixPath) -> Iterator[Written]:
        """None for a file that is gone, that cannot be read, or that is not a memory's."""
        place = current_root().locate(path)
        if place is not None and (document := self._files.read(path)) is not None:
            yield from (Written(path, place, entry) for entry in document.entries)

    def _by_place(self) -> None:
        everything = self._selection.is_whole_owner
        for number, (path, place) in enumerate(self._places()):
            if number % FILES_A_CHECK == 0:
                self._keep()
            if self._asked_at is not None and stored_after(path, self._asked_at):
                continue
            document = self._files.read(path) if everything or self._may_hold_some(path) else None
            for entry in document.entries if document else ():
                if not (
                    everything or self._selection.covers(entry.values) or self._is_of_cells(entry.values)
                ):
                    continue
                if self._is_newer(entry.values):
                    self._newer = True
                else:
                    self._add(path, place, entry)

    def _is_newer(self, values: Values) -> bool:
        if self._asked_at is None or self._is_of_cells(values):
            return False
        return was_learned_after(values, self._asked_at)

    def _may_hold_some(self, path: PurePosixPath) -> bool:
        """Whether the file contains the id of the session or of a cell."""
        session_id = self._selection.session_id
        return session_id is None or self._files.mentions(path, [session_id, *self._cells])

    def _is_of_cells(self, values: Values) -> bool:
        return values.get("parent_type") == FROM_CELL and values.get("parent_id") in self._cells

    def _places(self) -> Iterator[tuple[PurePosixPath, Located]]:
        root, owner = current_root(), self._selection.owner
        folder = scope_folder(self._scope) if owner is None else owner_folder(self._scope, owner)
        for path in root.documents(folder):
            place = root.locate(path)
            if place is not None and owner in (None, place.owner):
                yield path, place
        if owner is not None:
            yield from _stored_by(self._scope, owner)

    def _with_merged(self) -> None:
        """A merged episode is removed with any of the episodes that it replaces.

        The others become visible again, unless the merged one was named itself: then they are part of it.
        """
        for owner in {memory.owner for memory in self._known if memory.kind == EPISODE.name}:
            replaced = list(self._replaced(owner))
            for _, old, new in replaced:
                if self._has(owner, old):
                    self._take_entry(EPISODE, owner, new)
            for path, old, new in replaced:
                if not self._has(owner, new) or self._has(owner, old):
                    continue
                if wire_id(owner, new) in self._selection.ids:
                    self._take_entry(EPISODE, owner, old)
                else:
                    self._found.revived.setdefault(str(path), []).append(old)

    def _replaced(self, owner: Owner) -> Iterator[tuple[PurePosixPath, str, str]]:
        for path, _, document in self._files.naming(EPISODE, owner, [DEPRECATED]):
            for old, new in document.deprecated.items():
                yield path, old, new

    def _has(self, owner: Owner, identifier: str) -> bool:
        return (owner, identifier) in self._taken

    def _with_mirrored(self) -> None:
        """For a fact derived from a note, adds the episode made from the note, because the note would produce the fact
        again.
        """
        for memory, values in list(self._known.items()) if self._selection.ids else ():
            if memory.kind in (ATOMIC_FACT.name, FORESIGHT.name):
                episode = self._entry(EPISODE, memory.owner, str(values.get("parent_id")))
                self._add_all(each for each in episode if each.entry.values.get("parent_type") == NOTE.name)

    def _with_derived(self) -> None:
        """Adds facts and foresights of the episodes, and the episode made from a note, or the note it was made from."""
        of_owner = _notes_by_owner(self._known)
        for memory, values in list(self._known.items()):
            if memory.kind == EPISODE.name:
                of_owner[memory.owner].add(memory.entry_id)
                if values.get("parent_type") == NOTE.name:
                    self._take_note(memory.owner, str(values.get("parent_id")))
        for owner, parents in of_owner.items():
            self._take_children(owner, parents)

    def _take_children(self, owner: Owner, parents: set[str]) -> None:
        mirrors = self._children(EPISODE, owner, parents)
        for kind in FROM_EPISODES:
            self._children(kind, owner, parents | mirrors)

    def _children(self, kind: Kind, owner: Owner, parents: Collection[str]) -> set[str]:
        taken = set()
        for path, _, _ in self._files.naming(kind, owner, parents):
            taken |= self._take_those_of(parents, path)
        return taken

    def _children_of_day(self, kind: Kind, owner: Owner, day: date, parents: Collection[str]) -> None:
        path = current_root().file(kind, self._scope, owner, day=day)
        if self._files.mentions(path, parents):
            self._take_those_of(parents, path)

    def _take_those_of(self, parents: Collection[str], path: PurePosixPath) -> set[str]:
        children = [each for each in self._entries(path) if each.entry.values.get("parent_id") in parents]
        self._add_all(children)
        return {each.entry.id for each in children}

    def _take_note(self, owner: Owner, name: str) -> None:
        for path, place in self._files.of(NOTE, owner).items():
            if place.bucket == name:
                self._add_all(self._entries(path))

    def _take_entry(self, kind: Kind, owner: Owner, identifier: str) -> None:
        self._add_all(self._entry(kind, owner, identifier))

    def _entry(self, kind: Kind, owner: Owner, identifier: str) -> Iterator[Written]:
        try:
            path = current_root().file(kind, self._scope, owner, day=day_of(identifier, kind.prefix))
        except ValueError:
            return
        yield from (each for each in self._entries(path) if each.entry.id == identifier)

    def _with_sentences(self) -> None:
        """A named fact is also removed from its episode's text, and an episode that loses its last fact is removed.

        If the fact is not in the text verbatim, the episode says it in other words, and stays.
        """
        self._with_same_words()
        self._with_emptied()
        for memory, fact in list(self._known.items()):
            episode = str(fact.get("parent_id"))
            if memory.kind != ATOMIC_FACT.name or self._has(memory.owner, episode):
                continue
            for path, _, entry in self._entry(EPISODE, memory.owner, episode):
                edited = Memory(EPISODE.name, memory.owner_type, memory.owner_id, episode, str(path))
                self._edited[edited] = entry.values
                if without_words(entry.values, fact, PurePosixPath(memory.path), memory.entry_id) is None:
                    self._found.quoted_in.append(wire_id(memory.owner, episode))
                else:
                    of_path = self._found.cut.setdefault(str(path), {})
                    of_path.setdefault(episode, []).append(memory.entry_id)

    def _with_same_words(self) -> None:
        """Adds what else was derived from the words of a named fact: foresights, and the same fact once more."""
        for memory, fact in list(self._known.items()):
            episode = str(fact.get("parent_id") or "")
            if memory.kind != ATOMIC_FACT.name or not episode or self._has(memory.owner, episode):
                continue
            for kind in FROM_EPISODES:
                for path, _, _ in self._files.naming(kind, memory.owner, [episode]):
                    self._add_all(
                        each
                        for each in self._entries(path)
                        if each.entry.values.get("parent_id") == episode and _says(each.entry.values, fact)
                    )

    def _with_emptied(self) -> None:
        episodes = {
            (memory.owner, str(fact["parent_id"]))
            for memory, fact in self._known.items()
            # A fact written by hand may have no episode.
            if memory.kind == ATOMIC_FACT.name and fact.get("parent_id")
        }
        for owner, episode in episodes:
            if not self._has(owner, episode) and not any(self._other_facts(owner, episode)):
                self._take_entry(EPISODE, owner, episode)
                self._take_children(owner, {episode})

    def _other_facts(self, owner: Owner, episode: str) -> Iterator[str]:
        for _, _, document in self._files.naming(ATOMIC_FACT, owner, [episode]):
            for entry in document.entries:
                if entry.values.get("parent_id") == episode and not self._has(owner, entry.id):
                    yield entry.id

    def _with_cells(self) -> None:
        """Finds who else took part. An agent's case is removed when no user is left whose task it was."""
        edited = {(one.owner, one.entry_id) for one in self._edited}
        for cell, (values, day) in self._cells_of_known().items():
            copies = {(each.place.owner, each.entry.id): each for each in self._copies(cell, values, day)}
            others = [each for key, each in copies.items() if not self._has(*key) and key not in edited]
            if not edited.isdisjoint(copies):
                self._found.shortened_cells.append(cell)
            if any(other.place.owner.type is OwnerType.USER for other in others) or not others:
                still = others
            else:
                still = [other for other in others if other.place.kind is not AGENT_CASE]
                self._add_all(other for other in others if other.place.kind is AGENT_CASE)
            self._found.quoted_in += [wire_id(other.place.owner, other.entry.id) for other in still]
            (self._found.shared_cells if still else self._found.cells).append(cell)
        self._found.sessions = sorted(self._sessions())

    def _sessions(self) -> set[str]:
        shared = set(self._found.shared_cells)
        mixed = {str(v.get("session_id")) for v in self._known.values() if v.get("parent_id") in shared}
        return {str(v["session_id"]) for v in self._known.values() if v.get("session_id")} - mixed

    def _cells_of_known(self) -> dict[str, tuple[Values, date]]:
        return {
            str(values["parent_id"]): (values, _day_of_file(memory))
            for memory, values in {**self._known, **self._edited}.items()
            if memory.kind in (EPISODE.name, AGENT_CASE.name)
            and values.get("parent_type") == FROM_CELL
            and values.get("parent_id")
        }

    def _copies(self, cell: str, values: Values, day: date) -> Iterator[Written]:
        """The entries of all owners that were made from one cell, on the day of their file."""
        for kind, owner in self._who_may_have_one(cell, values):
            path = current_root().file(kind, self._scope, owner, day=day)
            yield from (each for each in self._entries(path) if each.entry.values.get("parent_id") == cell)

    def _who_may_have_one(self, cell: str, values: Values) -> list[tuple[Kind, Owner]]:
        senders = values.get("sender_ids")
        people = [str(one) for one in senders] if isinstance(senders, list) else []
        row = MemCell.objects.filter(pk=cell).values("group_id", "owners", "agents").first()
        if row is not None:
            people += [*row["owners"], *row["agents"]]
        groups = [group(row["group_id"])] if row and row["group_id"] else []
        if row is None and (session_id := values.get("session_id")):
            groups = [group(str(session_id))]  # the sessions of a group have its id
        people = list(dict.fromkeys(people))
        return [
            *((EPISODE, user(one)) for one in people),
            *((AGENT_CASE, agent(one)) for one in people),
            *((EPISODE, one) for one in groups),
        ]

    def _add_all(self, places: Iterable[Written]) -> None:
        for place in places:
            self._add(*place)

    def _add(self, path: PurePosixPath, place: Located, entry: Entry) -> None:
        owner, learned_at = place.owner, learned_at_of(entry.values)
        memory = Memory(place.kind.name, str(owner.type), owner.id, entry.id, str(path), learned_at)
        self._known.setdefault(memory, entry.values)
        self._taken.add((owner, entry.id))


def learned_at_of(values: Values) -> str:
    return str(values.get("learned_at") or "")


def _says(values: Values, fact: Values) -> bool:
    """Whether a fact or a foresight of the same episode comes from the words of this fact."""
    words = spoken_words(fact)
    if "fact" in values:
        return spoken_words(values) == words
    evidence = " ".join(without_speakers(str(values.get("evidence") or "")).split())
    return bool(evidence) and (
        words in evidence or evidence in words or values.get("foresight") == fact["fact"]
    )


def _notes_by_owner(memories: Iterable[Memory]) -> defaultdict[Owner, set[str]]:
    """The names of the users' notes among these memories, which their episodes name as parents."""
    found: defaultdict[Owner, set[str]] = defaultdict(set)
    for memory in memories:
        if memory.kind == NOTE.name and memory.owner_type == OwnerType.USER:
            found[memory.owner].add(PurePosixPath(memory.path).stem)
    return found


def _day_of_file(memory: Memory) -> date:
    """The day of the daily log, from its path: a person may have written an id that names no day."""
    return date.fromisoformat(PurePosixPath(memory.path).stem[-len("2026-01-31") :])


def _unread(place: Located) -> list[Entry]:
    """What stands for a document that has no readable entry; a daily log without entries has nothing to remove."""
    if isinstance(place.kind.layout, DailyLog):
        return []
    return [Entry(single_id(place.kind, place.owner, place.bucket), {}, "")]


def files_named(selection: Selection) -> Iterator[PurePosixPath]:
    """Where the ids of the selection may be stored, and the episodes of facts and foresights."""
    for identifier in selection.ids:
        for path, place, entry in _located(selection.scope, identifier):
            yield path
            if place.kind in FROM_EPISODES:
                day = day_of(entry, place.kind.prefix)
                yield current_root().file(EPISODE, selection.scope, place.owner, day=day)


def _located(scope: Scope, identifier: str) -> Iterator[tuple[PurePosixPath, Located, str]]:
    """Where a memory with this id may be stored, and its id there."""
    yield from places_of(scope, identifier)
    if (path := notes.path_of(identifier, scope=scope)) is not None:
        place = current_root().locate(path)
        if place is not None:
            yield path, place, f"{NOTE.prefix}_{identifier}"


def _stored_by(scope: Scope, owner: Owner) -> Iterator[tuple[PurePosixPath, Located]]:
    """Notes and entries in other owners' folders that carry this owner's name."""
    named = Q(user_id=owner.id) if owner.type is OwnerType.USER else Q(agent_id=owner.id)
    if owner.type in (OwnerType.USER, OwnerType.AGENT):
        rows = KeyedDocument.objects.filter(named, **scope.columns, removed_at=None)
        for path in map(PurePosixPath, rows.values_list("path", flat=True)):
            place = current_root().locate(path)
            if place is not None and place.owner != owner:
                yield path, place


def shown_text(texts: Sequence[str]) -> str:
    """The one by which a person recognises the memory, of all its texts."""
    return next(filter(None, texts), "")


def _texts(values: Values, kind: Kind) -> Iterator[str]:
    """All text of a memory, from every field; what it says comes first."""
    for name, value in sorted(values.items(), key=lambda item: item[0] != kind.text):
        yield from (map(without_opening, strings_in(value)) if name == "content" else strings_in(value))


def strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings_in(each)
