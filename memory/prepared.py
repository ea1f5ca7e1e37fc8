"""Statements whose SQL is built once: building it takes Django ten times as long as SQLite needs to answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from types import MappingProxyType, NoneType
from typing import Any, Generic, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db import connections, router, transaction
from django.db.models import Model, QuerySet
from django.db.models.constants import OnConflict

MOST_STATEMENTS = 64  # of one query, whose lists of parameters may be of any length

Parameter = str | int | datetime | None
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class _Statement:
    """`places` has the number of the parameter for each value that is one, None for the others."""

    sql: str
    values: tuple[Any, ...]
    places: tuple[int | None, ...]

    def filled(self, given: Sequence[Any]) -> list[Any]:
        pairs = zip(self.values, self.places, strict=True)
        return [value if place is None else given[place] for value, place in pairs]


class Prepared(Generic[Row]):
    """`Prepared(Model, build).rows(*parameters)` are the rows of the query `build(*parameters)`.

    `build` must make the same query for all parameters of the same types, and compare columns with the parameters as
    they are.
    """

    def __init__(self, model: type[Row], build: Callable[..., QuerySet[Row, Any]]) -> None:
        self._model = model
        self._build = build
        self._known: dict[tuple[type, ...], _Statement | None] = {}

    def rows(self, *parameters: Parameter) -> list[tuple[Any, ...]]:
        """Tuples as the database returns them, without the conversions of Django's fields."""
        statement = self._statement(parameters)
        if statement is None:
            return []
        values = statement.filled(self._adapted(parameters))
        with connections[self._alias].cursor() as cursor:
            cursor.execute(statement.sql, values)
            return list(cursor.fetchall())

    def instances(self, *parameters: Parameter) -> list[Row]:
        """Models; fields that the query leaves out are deferred."""
        statement = self._statement(parameters)
        if statement is None:
            return []
        rows = self._model._default_manager.using(self._alias)
        return list(rows.raw(statement.sql, statement.filled(self._adapted(parameters))))

    @cached_property
    def _alias(self) -> str:
        """The database of the rows, which stays the same in a process."""
        return router.db_for_read(self._model)

    def _statement(self, parameters: tuple[Parameter, ...]) -> _Statement | None:
        """None if no row can meet the condition, such as being in an empty list."""
        types = tuple(map(type, parameters))
        try:
            return self._known[types]
        except KeyError:
            statement = self._prepared(types)
        if len(self._known) >= MOST_STATEMENTS:
            self._known.clear()
        self._known[types] = statement
        return statement

    def _adapted(self, parameters: Iterable[Parameter]) -> list[Any]:
        """The parameters as this database takes them."""
        adapt = connections[self._alias].ops.adapt_datetimefield_value
        return [adapt(value) if isinstance(value, datetime) else value for value in parameters]

    def _prepared(self, types: tuple[type, ...]) -> _Statement | None:
        """Builds the query with stand-ins for the parameters, and finds these among the values of the statement."""
        stand_ins = [_stand_in(number, kind) for number, kind in enumerate(types)]
        try:
            sql, values = self._build(*stand_ins).query.get_compiler(self._alias).as_sql()
        except EmptyResultSet:
            return None
        stand_ins = self._adapted(stand_ins)
        places = [stand_ins.index(value) if value in stand_ins else None for value in values]
        missing = {number for number, kind in enumerate(types) if kind is not NoneType} - set(places)
        if missing:
            raise ValueError(f"parameters {missing} do not reach the statement as they are: {sql}")
        return _Statement(sql, tuple(values), tuple(places))


def _stand_in(number: int, kind: type) -> Parameter:
    """A value in place of a parameter; None stays None, since Django makes another condition of it."""
    if kind is NoneType:
        return None
    if kind is datetime:
        return datetime(7205, 1, 1, tzinfo=UTC) + timedelta(days=number)
    # Within the range of any column: Django answers a comparison with a larger number without asking.
    return f"(parameter {number})" if kind is str else 2_105_759_403 + number


def change_rows(
    model: type[Model],
    where: Mapping[str, Any],
    values: Mapping[str, Any],
    raised: Mapping[str, float] = MappingProxyType({}),
) -> int:
    """Updates the rows whose fields equal `where`, and returns how many these are. `raised` is added to numbers."""
    alias = router.db_for_write(model)
    connection = connections[alias]
    fields = _fields(model)
    given = [fields[name].get_db_prep_save(value, connection) for name, value in values.items()]
    given += raised.values()
    given += [fields[name].get_db_prep_save(value, connection) for name, value in where.items()]
    with connection.cursor() as cursor:
        cursor.execute(_update(model, alias, tuple(values), tuple(raised), tuple(where)), given)
        return int(cursor.rowcount)


def insert_rows(rows: Iterable[Row], ignore_conflicts: bool = False) -> None:
    """Inserts rows of one model, all or nothing. Keys that the database makes are not set on them.

    With `ignore_conflicts`, rows whose keys are taken are left out.
    """
    rows = list(rows)
    if not rows:
        return
    model = type(rows[0])
    alias = router.db_for_write(model)
    connection = connections[alias]
    fields = _inserted(model)
    values = [[f.get_db_prep_save(f.pre_save(row, add=True), connection) for f in fields] for row in rows]
    with transaction.atomic(using=alias, savepoint=False), connection.cursor() as cursor:
        cursor.executemany(_insert(model, alias, ignore_conflicts), values)


@lru_cache
def _fields(model: type[Model]) -> dict[str, Any]:
    return {field.attname: field for field in model._meta.concrete_fields} | {"pk": model._meta.pk}


@lru_cache
def _inserted(model: type[Model]) -> list[Any]:
    """The fields that an INSERT states: all but a key that the database makes."""
    return [field for field in model._meta.concrete_fields if field is not model._meta.auto_field]


@lru_cache
def _update(
    model: type[Model], alias: str, values: tuple[str, ...], raised: tuple[str, ...], where: tuple[str, ...]
) -> str:
    quoted, fields = connections[alias].ops.quote_name, _fields(model)
    columns = {name: quoted(fields[name].column) for name in values + raised + where}
    changes = [f"{columns[name]} = %s" for name in values]
    changes += [f"{columns[name]} = {columns[name]} + %s" for name in raised]
    conditions = " AND ".join(f"{columns[name]} = %s" for name in where)
    return f"UPDATE {quoted(model._meta.db_table)} SET {', '.join(changes)} WHERE {conditions}"  # nosec B608 # no input


@lru_cache
def _insert(model: type[Model], alias: str, ignore_conflicts: bool) -> str:
    operations = connections[alias].ops
    on_conflict = OnConflict.IGNORE if ignore_conflicts else None
    columns = [operations.quote_name(field.column) for field in _inserted(model)]
    placeholders = ", ".join(["%s"] * len(columns))
    insert, table = operations.insert_statement(on_conflict), operations.quote_name(model._meta.db_table)
    suffix = operations.on_conflict_suffix_sql([], on_conflict, [], [])
    return f"{insert} {table} ({', '.join(columns)}) VALUES ({placeholders}) {suffix}"  # nosec B608 # no input
