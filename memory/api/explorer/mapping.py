"""The map of an owner: the people, places and topics that memories mention most, and which of them belong together."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from memory.api.explorer.map_layout import Dot, Layout, in_order, laid_out
from memory.conversation.wording import names_in
from memory.index import query, sql
from memory.index.tables import KindTable
from memory.index.waiting import NOTHING_WAITS
from memory.ingest.redrawing import without_opening
from memory.kinds.episode import EPISODE
from memory.kinds.provenance import USER_SAID
from memory.language.topics import Kind, Mentioned, mentioned
from memory.markdown.root import current_root, owner_folder
from memory.providers.registry import get_embedder
from memory.retrieval.timelines import stated
from memory.retrieval.types import Hit, hit_of
from memory.scope import Owner, Scope, user

MOST_EPISODES = 300  # that are read for a map: of more, so many evenly spread over time
TEXT_READ = 8_000  # characters of each
MOST_OF_KIND: Mapping[Kind, int] = {"person": 8, "place": 6, "topic": 12}
MOST_NODES = 24
LINKS_OF_NODE, MOST_LINKS = 3, 36
NEAR = 1  # lines between two mentions that count as mentioned together
LEAST_TOGETHER = 2  # texts or lines in which two nodes are mentioned together
HOME = "home"  # the matter whose states are places


@dataclass(frozen=True, slots=True)
class Node:
    name: str
    kind: Kind
    episodes: Sequence[int]  # numbers of the episodes that mention it, the latest first
    dot: Dot


@dataclass(frozen=True, slots=True)
class Map:
    layout: Layout
    nodes: Sequence[Node]  # as they are drawn
    links: Sequence[tuple[str, str, str]]  # the curve, and the names at its ends
    episodes: Sequence[Hit]  # that were read
    total: int  # episodes of the owner

    @property
    def ranked(self) -> list[Node]:
        """The nodes that most episodes mention first."""
        return sorted(self.nodes, key=lambda node: (-len(node.episodes), node.name))


def map_of(scope: Scope, owner: Owner) -> Map:
    """Raises IndexUnavailable."""
    table = KindTable(EPISODE, get_embedder())
    rows, total = query.spread(table, sql.owned_by(scope, owner), MOST_EPISODES)
    hits = [hit_of(EPISODE, row) for row in rows]
    texts = [without_opening(str(hit.values.get("content") or ""))[:TEXT_READ] for hit in hits]
    speakers, own_names, assistants = _speakers(hits, owner, _people(scope, hits))
    homes = stated(scope, owner, NOTHING_WAITS, HOME)
    found = mentioned(texts, speakers, homes, own_names)
    return _drawn(_chosen([one for one in found if one.name.casefold() not in assistants]), hits, total)


def _people(scope: Scope, hits: Sequence[Hit]) -> set[str]:
    """The ids of the senders who are users. An episode does not tell; but all who speak where no assistant does are
    users, and every other user has memories of their own.
    """
    alone = {sender for hit in hits if hit.values.get("source") == USER_SAID for sender in hit.sender_ids}
    senders = {sender for hit in hits for sender in hit.sender_ids}
    root = current_root()
    return {one for one in senders if one in alone or root.absolute(owner_folder(scope, user(one))).is_dir()}


def _speakers(
    hits: Sequence[Hit], owner: Owner, people: Set[str]
) -> tuple[dict[str, list[int]], set[str], set[str]]:
    """By name, the numbers of the episodes in which other people speak; the owner's names; and assistants' names."""
    speakers: defaultdict[str, list[int]] = defaultdict(list)
    own = {owner.id}
    assistants: set[str] = set()
    for number, hit in enumerate(hits):
        listed = names_in(str(hit.values.get("content") or ""))
        names = listed if len(listed) == len(hit.sender_ids) else hit.sender_ids
        for sender, name in zip(hit.sender_ids, names, strict=True):
            if sender == owner.id:
                own.add(name)
            elif sender not in people:
                assistants |= {name.casefold(), sender.casefold()}
            else:
                speakers[name].append(number)
    return speakers, own, assistants


def _chosen(found: Sequence[Mentioned]) -> list[Mentioned]:
    """The most mentioned of each kind; where a kind has fewer, others take their place."""
    of_kind: Counter[str] = Counter()
    chosen: list[Mentioned] = []
    others: list[Mentioned] = []
    for one in found:
        of_kind[one.kind] += 1
        (chosen if of_kind[one.kind] <= MOST_OF_KIND[one.kind] else others).append(one)
    return [*chosen, *others][:MOST_NODES]


def _drawn(chosen: Sequence[Mentioned], hits: Sequence[Hit], total: int) -> Map:
    strengths = _strengths(chosen)
    groups = [[number for number, one in enumerate(chosen) if one.kind == kind] for kind in MOST_OF_KIND]
    order = in_order(groups, strengths)
    place_of = {number: place for place, number in enumerate(order)}
    links = [(place_of[one], place_of[other]) for one, other in _strongest(strengths)]
    layout = laid_out([len(chosen[number].texts) for number in order], links)
    nodes = [
        Node(chosen[number].name, chosen[number].kind, sorted(chosen[number].texts), dot)
        for number, dot in zip(order, layout.dots, strict=True)
    ]
    drawn = [
        (curve, nodes[one].name, nodes[other].name)
        for curve, (one, other) in zip(layout.curves, links, strict=True)
    ]
    return Map(layout, nodes, drawn, hits, total)


def _strengths(chosen: Sequence[Mentioned]) -> dict[tuple[int, int], float]:
    """For pairs of nodes, from 0 to 1: how often they are mentioned together, as the cosine of their lines."""
    near = [
        {(text, line + step) for text, line in one.lines for step in range(-NEAR, NEAR + 1)} for one in chosen
    ]
    strengths = {}
    for one, other in combinations(range(len(chosen)), 2):
        together = min(len(near[one] & chosen[other].lines), len(near[other] & chosen[one].lines))
        if together >= LEAST_TOGETHER:
            strengths[one, other] = together / sqrt(len(chosen[one].lines) * len(chosen[other].lines))
    return strengths


def _strongest(strengths: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """The strongest links, few for each node, so that the map stays readable."""
    links_of: Counter[int] = Counter()
    kept = []
    for pair in sorted(strengths, key=lambda pair: (-strengths[pair], pair)):
        if all(links_of[node] < LINKS_OF_NODE for node in pair):
            links_of.update(pair)
            kept.append(pair)
    return kept[:MOST_LINKS]
