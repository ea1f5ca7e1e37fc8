"""Queries whose SQL Django builds once: building it takes ten times as long as SQLite needs to answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import connections, router
from django.db.models import Model, QuerySet

MOST_STATEMENTS = 64  # of one query, whose lists of parameters may be of any length

Parameter = str | int


@dataclass(frozen=True, slots=True)
class _Statement:
    """`places` has the number of the parameter for each value that is one, None for the others."""

    sql: str
    values: tuple[Any, ...]
    places: tuple[int | None, ...]

    def filled(self, given: tuple[Parameter, ...]) -> list[Any]:
        pairs = zip(self.values, self.places, strict=True)
        return [value if place is None else given[place] for value, place in pairs]


class Prepared:
    """`Prepared(Model, build).rows(*parameters)` are the rows of `build(*parameters)`, a query of values of the model.

    `build` must make the same query for all parameters of the same types, and compare columns with the parameters as
    they are. Rows come as the database returns them, without the conversions of Django's fields.
    """

    def __init__(self, model: type[Model], build: Callable[..., QuerySet[Any, Any]]) -> None:
        self._model = model
        self._build = build
        self._known: dict[tuple[str, tuple[type, ...]], _Statement] = {}

    def rows(self, *parameters: Parameter) -> list[tuple[Any, ...]]:
        alias = router.db_for_read(self._model)
        key = alias, tuple(map(type, parameters))
        statement = self._known.get(key)
        if statement is None:
            if len(self._known) >= MOST_STATEMENTS:
                self._known.clear()
            statement = self._known[key] = self._prepared(alias, key[1])
        with connections[alias].cursor() as cursor:
            cursor.execute(statement.sql, statement.filled(parameters))
            return list(cursor.fetchall())

    def _prepared(self, alias: str, types: tuple[type, ...]) -> _Statement:
        """With stand-ins for the parameters, which are then found among the values of the statement."""
        stand_ins = [_stand_in(number, kind) for number, kind in enumerate(types)]
        sql, values = self._build(*stand_ins).query.get_compiler(alias).as_sql()
        places = [stand_ins.index(value) if value in stand_ins else None for value in values]
        if set(places) - {None} != set(range(len(types))):
            raise ValueError(f"a parameter does not reach the statement as it is: {sql}")
        return _Statement(sql, tuple(values), tuple(places))


def _stand_in(number: int, kind: type) -> Parameter:
    return f"(parameter {number})" if kind is str else 7_205_759_403_792_000_000 + number
