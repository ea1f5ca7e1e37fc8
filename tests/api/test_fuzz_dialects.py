"""Requests made up from the dialects' own schemas, against a real server: none is a server error."""

from collections.abc import Iterable
from typing import Any

import pytest
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from hypothesis import given
from schemathesis import GenerationMode

from memory.api.dialects import DIALECTS
from memory.api.rest.dialect import Dialect
from tests.made_up import Record, counted, made_up
from tests.system.server import Server

EXAMPLES = {GenerationMode.NEGATIVE: 10, GenerationMode.POSITIVE: 6}  # for each call
ALLOWED = {200, 204, 400, 401, 403, 404, 405, 409, 410, 413, 422}
OTHERS = [dialect for dialect in DIALECTS if dialect.open]  # the operators' API has a test of its own


def cases(dialects: Iterable[Dialect], modes: Iterable[GenerationMode]) -> list[Any]:
    """Each operation in each mode; what takes nothing cannot be given something wrong."""
    found = []
    for dialect in dialects:
        schema = SchemaGenerator(patterns=[dialect.mount]).get_schema(request=None, public=True)
        found += [each.ok() for each in schemathesis.openapi.from_dict(schema).get_all_operations()]
    return [
        pytest.param(
            operation,
            mode,
            id=f"{mode.value}-{operation.label}",
            marks=[pytest.mark.long] if mode is GenerationMode.POSITIVE else [],
        )
        for operation in found
        for mode in modes
        if mode is GenerationMode.POSITIVE or operation.body or operation.query
    ]


@pytest.mark.parametrize(("operation", "mode"), cases(OTHERS, EXAMPLES))
def test_no_request_is_a_server_error(
    server: Server, operation: Any, mode: GenerationMode, record_property: Record
) -> None:
    @made_up(EXAMPLES[mode])
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: schemathesis.Case) -> None:
        if isinstance(case.body, dict):
            case.body.pop("llm_config", None)  # a model of somebody else's, which would be called
        response = case.call(base_url=f"http://127.0.0.1:{server.port}")
        statuses[response.status_code] += 1
        assert response.status_code in ALLOWED, (case.body, response.text)
        if response.status_code == 204:
            assert not response.content
            return
        assert response.headers["content-type"] == ["application/json"]
        assert response.json() is None or isinstance(
            response.json(), dict
        )  # None: the store's answer for no item

    with counted(record_property) as statuses:
        run()
