"""Search over a small library of memories, with the real index and the real embedder."""

import pytest

from memory.errors import IndexUnavailable, InvalidInput
from memory.index import query
from memory.models import IndexTable
from memory.retrieval.explanation import explained, of_hit
from memory.retrieval.question import shortness
from memory.retrieval.search import search
from memory.retrieval.types import Hit, Method, SearchRequest
from memory.scope import Scope, agent, user
from memory.text.tokens import indexed, terms
from tests.retrieval.library import keep

ALICE, BOB, ATLAS = user("alice"), user("bob"), agent("atlas")
METHODS: list[Method] = ["keyword", "vector", "hybrid"]

pytestmark = pytest.mark.usefixtures("root", "db")


@pytest.fixture
def climbing() -> list[str]:
    """Alice's five episodes: climbing, coffee, bicycle, concert, and one in Chinese."""
    return keep(
        "episode",
        ALICE,
        {
            "content": "Alice: I love climbing in Yosemite every spring.",
            "session_id": "s1",
            "sender_ids": ["alice"],
        },
        {"content": "Alice: My favourite coffee shop is Blue Bottle in SOMA.", "session_id": "s2"},
        {
            "content": "Alice: I bike to work most days, even when it rains.",
            "session_id": "s3",
            "sender_ids": ["bob"],
        },
        {"content": "Alice: We heard a string quartet at the old town hall.", "session_id": "s4"},
        {"content": "Alice: 我昨天在东京塔附近吃了寿司。", "session_id": "s5"},
    )


def ask(text: str, method: Method = "hybrid", **options) -> list[Hit]:
    owner = options.pop("owner", ALICE)
    found = search(SearchRequest(options.pop("scope", Scope()), owner, text, method, **options))
    return found.hits["agent_case" if owner == ATLAS else "episode"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("query", "position"),
    [
        ("Where does Alice go climbing?", 0),
        ("coffee shop", 1),
        ("riding my bike to work", 2),
        ("the quartet concert in the town hall", 3),
        ("东京塔", 4),
    ],
)
def test_the_right_memory_comes_first(climbing: list[str], method: Method, query: str, position: int):
    hits = ask(query, method, top_k=3)

    assert hits[0].entry_id == climbing[position]
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


OTHER_FORMS = {
    "Jule: Emil hat eine Allergie, ich arbeite mit seiner Mutter": ["Allergien", "Wer arbeitet mit ihr?"],
    "Lola: mi prima trabaja con los niños, yo no trabajo": ["trabajan", "¿Quién trabajaba?", "niña"],
    "Théo: on habite à Nantes et ma voisine est coiffeuse": [
        "habiter",
        "Où sont mes voisines ?",
        "coiffeuses",
    ],
    "Luca: il mio gatto dorme e non mangia": ["gatti", "mangiare"],
    "Маша: у Паши аллергия на яйца": ["аллергии", "Кому нельзя яйцо?"],
    "Νίκος: η γάτα μου κοιμάται": ["γάτες"],
    "سمير: عندي حساسية من السمك": ["الحساسية"],
    "मीना: मेरे पास एक किताब है": ["किताबें"],
}


@pytest.mark.parametrize("most_in_memory", [0, query.MOST_ROWS])
def test_words_are_found_in_other_forms(most_in_memory: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(query, "MOST_ROWS", most_in_memory)
    keep("episode", ALICE, *({"content": text} for text in OTHER_FORMS))
    asked = [(one, said) for said, queries in OTHER_FORMS.items() for one in queries]
    best = [(one, said, ask(one, "keyword", top_k=1)) for one, said in asked]
    assert [one for one, said, hits in best if not has(hits, said) or not hits[0].score] == []


def test_the_words_that_found_a_memory_in_another_form_are_named():
    keep("episode", ALICE, *({"content": text} for text in OTHER_FORMS))
    found, stages = explained(SearchRequest(Scope(), ALICE, "Allergien Flugzeug", "keyword"))
    why = of_hit(stages, found.hits["episode"][0])
    assert why is not None
    assert (why.matched, why.missing) == (("Allergien",), ("Flugzeug",))


def test_a_short_memory_with_all_words_in_another_form_is_not_held_to_say_little():
    notes = [indexed(text, in_english=False) for text in ("Katze krank", "Hund krank")]
    whole, part = shortness(terms("kranke Katzen"), notes)
    assert whole == 0 < part


def test_english_words_with_one_root_are_kept_apart():
    said = "Alice: I take care of my mother.", "Alice: the car is at the garage"
    keep("episode", ALICE, *({"content": text} for text in said))
    assert [has(ask("care", "keyword"), text) for text in said] == [True, False]
    assert [has(ask("career", "keyword"), text) for text in said] == [False, False]


def test_a_name_is_found_whatever_the_language_around_it():
    said = "Bob: Mariana lives here with her parrot", "Ute: die Mariana wohnt hier mit ihrem Papagei"
    keep("episode", ALICE, *({"content": text} for text in said))
    for asked in ("Mariana", "What does Mariana do?", "Was macht die Mariana mit ihrem Papagei?"):
        assert [has(ask(asked, "keyword"), text) for text in said] == [True, True]


def test_a_code_is_found_though_it_means_nothing():
    chat = (
        "Alice: The meeting was moved again, and nobody told us.",
        "Bob: Did you call the plumber about the kitchen? He comes next week.",
        "Alice: My sister wants to visit in autumn with her dog.",
        "Bob: The train was late, so I walked home in the rain.",
    )
    codes = ("znmxzsoe", "clzcneaj", "zqinuxwh", "jniqjrka", "uebuukol", "sbvaliuo", "yltijzmd", "huzihkfv")
    said = ["\n".join([*chat * 3, f"Bob: {code}", *chat * 3]) for code in codes]
    keep("episode", ALICE, *({"content": text} for text in said))
    assert [code for code, text in zip(codes, said, strict=True) if not has(ask(code, top_k=-1), text)] == []


def has(hits: list[Hit], text: str) -> bool:
    return any(hit.values["content"] == text for hit in hits)


def test_meaning_is_found_without_a_common_word(climbing: list[str]):
    assert ask("Which sport does she do in the mountains?", "vector", top_k=1)[0].entry_id == climbing[0]
    assert ask("musical performance", "hybrid", top_k=1)[0].entry_id == climbing[3]


def test_a_hit_carries_its_memory(climbing: list[str]):
    hit = ask("Yosemite", "keyword")[0]

    assert (hit.kind, hit.scope, hit.owner_id, hit.session_id) == ("episode", Scope(), "alice", "s1")
    assert hit.values["content"] == "Alice: I love climbing in Yosemite every spring."
    assert hit.sender_ids == ["alice"]
    assert hit.facts == []


@pytest.mark.parametrize("method", ["vector", "hybrid"])
@pytest.mark.parametrize("top_k", [1, 3, 5, 100])
def test_as_many_as_were_asked_for(climbing: list[str], method: Method, top_k: int):
    assert len(ask("coffee", method, top_k=top_k)) == min(top_k, 5)


def test_keyword_finds_what_shares_a_word(climbing: list[str]):
    assert len(ask("coffee or climbing", "keyword", top_k=100)) == 2
    assert ask("submarine", "keyword") == []
    assert ask("what is it?", "keyword") == []


def test_a_radius_cuts_every_hit_by_its_similarity_but_not_keyword_hits(climbing: list[str]):
    everything = {hit.entry_id: hit.score for hit in ask("coffee", "vector", top_k=5)}
    between = sorted(everything.values())[2]
    near = {entry for entry, score in everything.items() if score >= between}

    assert {hit.entry_id for hit in ask("coffee", "vector", top_k=5, radius=between)} == near
    assert {hit.entry_id for hit in ask("coffee", "hybrid", top_k=5, radius=between)} == near
    assert ask("coffee", "hybrid", top_k=5, radius=1.0) == []
    assert len(ask("coffee", "hybrid", radius=0.0)) == 5
    assert len(ask("coffee", "keyword", top_k=5, radius=1.0)) == 1


def test_by_default_only_what_is_worth_returning(climbing: list[str]):
    defaults = ask("Where do I like to climb?")

    assert defaults[0].entry_id == climbing[0]
    assert len(defaults) < 5


@pytest.mark.parametrize("method", METHODS)
def test_filters_come_before_ranking(climbing: list[str], method: Method):
    assert [hit.session_id for hit in ask("coffee bike", method, top_k=1, filters={"session_id": "s3"})] == [
        "s3"
    ]
    assert [hit.session_id for hit in ask("bike", method, top_k=5, filters={"sender_id": "bob"})] == ["s3"]
    assert ask("coffee", method, top_k=5, filters={"OR": []}) == []
    with pytest.raises(InvalidInput):
        ask("coffee", method, filters={"mood": "good"})


@pytest.mark.parametrize("method", METHODS)
def test_nothing_leaks_from_other_owners_and_scopes(climbing: list[str], method: Method):
    keep("episode", BOB, {"content": "Bob: coffee at home"})
    keep("episode", ALICE, {"content": "Alice: coffee at work"}, scope=Scope("work", "default"))
    keep("agent_case", agent("alice"), {"task_intent": "make coffee"})

    assert {hit.values["content"] for hit in ask("coffee", method, owner=BOB, top_k=10)} == {
        "Bob: coffee at home"
    }
    found = ask("coffee", method, scope=Scope("work", "default"), top_k=10)
    assert {hit.values["content"] for hit in found} == {"Alice: coffee at work"}
    assert ask("coffee", method, owner=user("nobody"), top_k=10) == []


@pytest.mark.parametrize("method", METHODS)
def test_an_agents_cases_and_skills(method: Method):
    cases = keep(
        "agent_case",
        ATLAS,
        {
            "task_intent": "Move a flight to another day",
            "approach": "look up the booking",
            "session_id": "run-1",
        },
        {"task_intent": "Return a pair of shoes", "approach": "find the order", "quality_score": 0.5},
    )
    skills = keep(
        "agent_skill",
        ATLAS,
        {"name": "flight_changes", "description": "How to change the date of a flight", "timestamp": None},
        {"name": "refunds", "description": "How to give money back", "timestamp": None},
    )

    found = search(SearchRequest(Scope(), ATLAS, "change my flight to another day", method, top_k=1)).hits

    assert [hit.entry_id for hit in found["agent_case"]] == [cases[0]]
    assert [hit.entry_id for hit in found["agent_skill"]] == [skills[0]]
    session = {"session_id": "run-1", "timestamp": {"gte": 0}, "sender_id": {"in": ["x", "y"]}}
    for filters in ({"session_id": "run-1"}, {"parent_id": {"ne": "x"}}, session):
        search(SearchRequest(Scope(), ATLAS, "flight", method, filters=filters))


def test_a_profile_is_fetched_when_it_is_asked_for(climbing: list[str]):
    keep("profile", ALICE, {"summary": "Alice climbs.", "explicit_info": [{"description": "lives in Lyon"}]})
    keep("profile", BOB, {"summary": "Bob bakes."})

    def profiles(owner=ALICE, **options):
        return search(SearchRequest(Scope(), owner, "climbing", **options)).profiles

    (profile,) = profiles(include_profile=True, filters={"session_id": "s1"})
    assert profile.values["explicit_info"] == [{"description": "lives in Lyon"}]
    assert profile.score is None
    assert profiles() == []
    assert profiles(agent("alice"), include_profile=True) == []


def test_an_empty_memory_answers_with_nothing():
    assert search(SearchRequest(Scope(), ALICE, "anything", include_profile=True)).hits == {"episode": []}
    assert search(SearchRequest(Scope(), ATLAS, "anything")).hits == {"agent_case": [], "agent_skill": []}


def test_an_index_of_another_embedder_is_searched_by_keyword_only(climbing: list[str]):
    IndexTable.objects.update(embedder="openai:another:1536")
    from memory.index import generations

    generations.forget()

    assert [hit.entry_id for hit in ask("coffee", "hybrid", top_k=5)] == [climbing[1]]
    assert [hit.entry_id for hit in ask("coffee", "keyword", top_k=5)] == [climbing[1]]
    with pytest.raises(IndexUnavailable):
        ask("coffee", "vector")


@pytest.mark.parametrize("query", ["'", '"', "\\", "a OR b AND c", "%", "🎉", "\u0000", "(", "*", "~2"])
@pytest.mark.parametrize("method", METHODS)
def test_any_text_is_a_query(climbing: list[str], method: Method, query: str):
    """It finds what it finds without the signs that some languages of queries would read as their own."""
    assert ask(f"{query} coffee shop", method, top_k=1)[0].entry_id == climbing[1]
    assert {hit.entry_id for hit in ask(query, method, top_k=5)} <= set(climbing)


@pytest.mark.parametrize("method", METHODS)
def test_a_long_word_is_a_query(climbing: list[str], method: Method):
    assert {hit.entry_id for hit in ask("x" * 5000, method, top_k=5)} <= set(climbing)
