"""What goes wrong in a view of Django REST framework, in words."""

import pytest
from rest_framework import exceptions, serializers

from memory import errors
from memory.api.rest.errors import problems, status_and_message
from tests.api.test_errors import of_sqlite


class Item(serializers.Serializer):
    name = serializers.CharField()


class Basket(serializers.Serializer):
    owner = serializers.CharField()
    items = Item(many=True)

    def validate(self, attrs: dict) -> dict:
        raise serializers.ValidationError("an owner without items")


def found(body: object) -> list[str]:
    basket = Basket(data=body)
    assert not basket.is_valid()
    return [str(problem) for problem in problems(basket.errors)]


def test_each_mistake_has_its_place() -> None:
    assert found({"items": [{"name": "a"}, {}, {"name": []}]}) == [
        "owner: This field is required.",
        "items.1.name: This field is required.",
        "items.2.name: Not a valid string.",
    ]


def test_a_mistake_of_the_whole_has_none() -> None:
    assert found({"owner": "alice", "items": []}) == ["an owner without items"]
    assert found([]) == ["Invalid data. Expected a dictionary, but got list."]


def test_codes_are_kept() -> None:
    [problem] = problems(exceptions.ValidationError({"n": ["too big"]}, code="max_value").detail)
    assert (problem.location, problem.message, problem.code) == (("n",), "too big", "max_value")


@pytest.mark.parametrize(
    ("raised", "status", "told"),
    [
        (exceptions.ValidationError({"a": ["wrong", "worse"], "b": ["bad"]}), 400, "a: wrong"),
        (exceptions.ParseError("no JSON"), 400, "no JSON"),
        (errors.InvalidInput("group_id: too long"), 400, "group_id: too long"),
        (exceptions.MethodNotAllowed("PUT"), 405, 'Method "PUT" not allowed.'),
        (exceptions.NotAuthenticated("a token"), 401, "a token"),
        (errors.RedisUnavailable(), 503, "Redis not initialized"),
        (errors.LockTimeout(), 503, "try again"),
        (of_sqlite("SQLITE_BUSY"), 503, "nothing was lost"),
        (ZeroDivisionError("secret"), 500, "Internal server error"),
    ],
)
def test_status_and_message(raised: Exception, status: int, told: str) -> None:
    answered, message = status_and_message(raised, bad_input=400)
    assert answered == status
    assert told in message
    assert "secret" not in message
