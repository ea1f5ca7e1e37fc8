"""Error responses of mem0's servers: `{"detail": "a sentence"}`."""

import re

from django.http import HttpRequest, JsonResponse

from memory.api.rest import errors
from memory.errors import DamagedDocument

# Calls of mem0's platform that this server does not have, and the message of their 404.
NOT_OFFERED = (
    (
        re.compile(r"/api/v1/webhooks(/|$)"),
        "This server sends no webhooks; GET /v1/event/{event_id}/ shows the progress of an add",
    ),
    (
        re.compile(r"/api/v1/orgs/organizations/[^/]+/projects/$"),
        "A project is created with its first memory; `everos token --project` makes a key for one",
    ),
    (
        re.compile(r"/api/v1/orgs/.{0,200}/members/$"),
        "Projects have no members here: keys say who may read and write, see `everos token`",
    ),
    (
        re.compile(r"/generate-instructions$"),
        "This server takes no instructions for extraction, so it generates none",
    ),
    (
        re.compile(r"/v1/memories/(search/)?$|/v2/memories/(search/)?$"),
        "This server speaks version 3 of mem0's API: use /v3/memories/add/, /v3/memories/search/ and /v3/memories/",
    ),
)


def error_response(request: HttpRequest, status: int, message: str) -> JsonResponse:
    if status == 405 or (status == 404 and request.resolver_match is None):
        path = request.path_info
        message = next((reason for paths, reason in NOT_OFFERED if paths.search(path)), message)
    return errors.detail_response(request, status, message)


exception_handler = errors.exception_handler(error_response, bad_input=400, shown={DamagedDocument: 503})
