import pytest

from memory.text.tokens import without_names


@pytest.mark.parametrize(
    ("query", "name", "rest"),
    [
        ("Where does Alice like to climb?", "alice", "Where does like to climb?"),
        ("What is Alice's favourite tea?", "alice", "What is favourite tea?"),
        ("Malice and alicelike words", "alice", "Malice and alicelike words"),
        ("Alice", "alice", "Alice"),
        ("Alice?", "alice", "Alice?"),
        ("who is a+b", "a+b", "who is"),
        ("anything", "", "anything"),
        ("李雷喜欢什么", "李雷", "李雷喜欢什么"),
    ],
)
def test_the_owners_name_is_left_out_where_something_else_is_asked(query: str, name: str, rest: str):
    assert without_names(query, [name]) == rest
