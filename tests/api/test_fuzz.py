"""Malformed requests from our own schema, against a real server: each is refused, none is a server error."""

import json
from pathlib import Path

import pytest
import schemathesis
from hypothesis import given
from schemathesis import GenerationMode

from tests.contract.test_envelope import HEX32
from tests.made_up import Record, counted, made_up
from tests.system.server import Server

SCHEMA = schemathesis.openapi.from_dict(
    json.loads((Path(__file__).parents[1] / "contract/openapi.json").read_text())
)
ANSWERS = {"add": {200, 409, 413, 415, 422}, "flush": {200, 422}, "search": {200, 422}, "get": {200, 422}}
EXAMPLES = {GenerationMode.NEGATIVE: 60, GenerationMode.POSITIVE: 25}  # for each of the four calls


@pytest.mark.parametrize("mode", list(EXAMPLES))
@pytest.mark.parametrize("call", list(ANSWERS))
def test_no_request_is_a_server_error(
    server: Server, call: str, mode: GenerationMode, record_property: Record
) -> None:
    operation = SCHEMA[f"/api/v1/memory/{call}"]["POST"]
    refused: list[int] = []

    @made_up(EXAMPLES[mode])
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: schemathesis.Case) -> None:
        response = case.call(base_url=f"http://127.0.0.1:{server.port}")
        statuses[response.status_code] += 1
        assert response.status_code in ANSWERS[call], (case.body, response.text)
        assert HEX32.fullmatch(response.json()["request_id"])
        if response.status_code >= 400:
            refused.append(response.status_code)

    with counted(record_property) as statuses:
        run()
    if mode is GenerationMode.NEGATIVE:
        assert len(refused) >= 50
