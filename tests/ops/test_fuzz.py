"""Requests made up from the schema, by a member of the staff, against a real server: none is a server error."""

from typing import Any

import pytest
import schemathesis
from hypothesis import given
from schemathesis import GenerationMode

from memory.api.ops.dialect import OPS
from tests.api.test_fuzz_dialects import cases
from tests.made_up import Record, counted, made_up
from tests.system.server import Server

EXAMPLES = {GenerationMode.NEGATIVE: 6, GenerationMode.POSITIVE: 4}  # for each call
ALLOWED = {200, 202, 403, 404, 422}
LINE_TOO_LONG = 414  # refused before it comes to us


@pytest.mark.parametrize(("operation", "mode"), cases([OPS], EXAMPLES))
def test_no_request_is_a_server_error(
    server: Server, key: str, operation: Any, mode: GenerationMode, record_property: Record
) -> None:
    @made_up(EXAMPLES[mode])
    @given(case=operation.as_strategy(generation_mode=mode))
    def run(case: schemathesis.Case) -> None:
        headers = {**(case.headers or {}), "Authorization": f"Token {key}"}
        response = case.call(base_url=f"http://127.0.0.1:{server.port}", headers=headers)
        statuses[response.status_code] += 1
        if response.status_code == LINE_TOO_LONG:
            return
        assert response.status_code in ALLOWED, (case.body, response.text)
        assert response.headers["content-type"] == ["application/json"]
        assert isinstance(response.json(), dict)

    with counted(record_property) as statuses:
        run()
