"""Scores of single lines with what stands around them."""

from hypothesis import given
from hypothesis import strategies as st

from memory.retrieval.lexical import Mentions, TermStatistics, lines_of

TALK = "ferri garden may\nalic harbour work\nbob when\nalic april ferri yellow\nbob nice"
KNOWN = TermStatistics.of(TALK.split("\n"))


def shares(*terms: str, text: str = TALK) -> list[float]:
    return lines_of(Mentions.of(terms, [text]), KNOWN)[0].shares.tolist()


def test_a_line_shares_what_its_neighbours_say():
    heading, _, when, april, nice = shares("april")
    assert april > when > 0
    assert april > nice > 0
    assert nice > when  # what comes after an answer is nearer to it than what comes before
    assert heading == 0


def test_the_heading_is_known_to_all_lines():
    heading, *lines = shares("garden")
    assert heading == 0
    assert all(share > 0 for share in lines)


def test_what_stands_together_beats_what_is_scattered():
    together, scattered = "x\nalic yellow ferri\nbob nice\nbob well", "x\nalic yellow\nbob nice\nbob ferri"
    better, worse = lines_of(Mentions.of(["yellow", "ferri"], [together, scattered]), KNOWN)
    assert better.best > worse.best


def test_a_memory_of_one_line_has_no_heading():
    assert shares("ferri", text="yellow ferri")[0] > 0
    assert shares("ferri", text="") == [0]


def test_a_fact_has_the_share_of_its_line():
    (lines,) = lines_of(Mentions.of(["harbour"], [TALK]), KNOWN)
    assert lines.share_of("alic harbour work") == lines.best
    assert lines.share_of("alic job harbour work") == lines.best
    assert lines.share_of("bob when alic april ferri yellow") == lines.shares[3]
    assert lines.share_of("quit anoth matter") == 0


def test_a_memory_shares_nothing_with_the_one_beside_it():
    texts = ["ferri", "bob nice\nferri ferri", "bob when", ""]
    together = lines_of(Mentions.of(["ferri", "bob"], texts), KNOWN)
    alone = [lines_of(Mentions.of(["ferri", "bob"], [text]), KNOWN)[0] for text in texts]
    assert [lines.shares.tolist() for lines in together] == [lines.shares.tolist() for lines in alone]


words = st.lists(st.sampled_from(["a", "b", "c", "東", "\n"]), max_size=30)


@given(words, words)
def test_shares_lie_between_nothing_and_all(terms: list[str], text: list[str]):
    (found,) = lines_of(Mentions.of(terms, [" ".join(text)]), KNOWN)
    assert all(0 <= share <= 1 for share in found.shares)
    assert 0 <= found.share_of(" ".join(terms)) <= 1
