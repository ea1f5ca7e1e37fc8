"""The base of MaaS' views."""

from memory.api.maas import serializers
from memory.api.maas.errors import exception_handler
from memory.api.rest.errors import Refusal
from memory.api.rest.views import JsonView, describer

_FAILURES = dict.fromkeys((403, 413, 500, 503), Refusal)

describe = describer({**_FAILURES, 422: serializers.InvalidRequest}, not_found=Refusal)
describe_without_input = describer(_FAILURES, not_found=Refusal)


class MaasView(JsonView):
    answer_exception = exception_handler
