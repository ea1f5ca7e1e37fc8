"""The v1 call that exports the memories of a project or an owner as a streamed archive."""

from typing import Literal

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router
from pydantic import Field

from memory.api.everos_v1.items import ErrorEnvelope
from memory.api.everos_v1.schemas import OptionallyOwned, Strict
from memory.api.permission import require, requires
from memory.errors import Forbidden
from memory.transfer import archive, okf

router = Router(tags=["moving"])


class ExportRequest(OptionallyOwned, Strict):
    """Exports everything of the project, unless an owner is named."""

    format: Literal["zip", "okf"] = Field(
        "zip", description="`okf`: a bundle of the Open Knowledge Format 0.2."
    )


@router.post(
    "/export",
    response={422: ErrorEnvelope},
    auth=requires("read"),
    operation_id="export",
    summary="Export memories as a zip archive",
    openapi_extra={
        "responses": {
            200: {
                "description": "The archive, as `everos import` reads it.",
                "content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}},
            }
        }
    },
)
def export(request: HttpRequest, payload: ExportRequest) -> StreamingHttpResponse:
    """Exports the files of memories as they are on disk, buffered messages, and a manifest with checksums."""
    caller = require(request, "read", payload.scope, payload.owner)
    if caller.is_bound and payload.owner is None:
        raise Forbidden("This key is for some owners only: name one of them by user_id, agent_id or group_id")
    exported = okf.exported if payload.format == "okf" else archive.exported
    pieces = filter(None, exported(payload.scope, payload.owner))
    answer = StreamingHttpResponse(pieces, content_type="application/zip")
    name = f"{payload.app_id}-{payload.project_id}-{payload.format}.zip"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
