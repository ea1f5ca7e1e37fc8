"""`POST /api/v1/auth/token`: a signed token for one person, in exchange for a key."""

from datetime import timedelta
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Router
from pydantic import BaseModel, Field
from rest_framework.exceptions import NotAuthenticated

from memory import signed_tokens, times
from memory.api.everos_v1 import items
from memory.api.everos_v1.fields import FirstMistake, OwnerId, ScopeId, TokenLife
from memory.api.everos_v1.schemas import Strict
from memory.api.rest.authentication import MISSING, credential
from memory.api_keys import ApiKey
from memory.errors import Forbidden

PREFIX = "/api/v1/auth"
MOST_AGENTS = 20
KEY_NEEDED = "A signed token cannot make tokens; use the key that it came from"


class TokenRequest(Strict):
    user_id: OwnerId = Field(description="The user whose memory the token opens.")
    can: Annotated[list[Literal["read", "write", "forget"]], FirstMistake()] | None = Field(
        None,
        min_length=1,
        max_length=3,
        description="The actions that it allows; by default all that the key allows.",
    )
    app_id: ScopeId | None = Field(None, description="The only app; by default all those of the key.")
    project_id: ScopeId | None = Field(None, description="The only project; by default all those of the key.")
    agents: Annotated[list[OwnerId], FirstMistake()] = Field(
        [],
        max_length=MOST_AGENTS,
        description="Agents whose messages it may add and whose memory it also opens.",
    )
    ttl_seconds: TokenLife | None = Field(
        None, description="How long it is valid: by default 900, at most 3600 unless a setting allows more."
    )


class TokenData(BaseModel):
    token: str = Field(description="The token, which is sent like a key: `Authorization: Bearer <token>`.")
    user_id: str
    expires_at: str = Field(
        description="ISO 8601 in the display time zone. If its key expires earlier, so does the token."
    )


def require_key(request: HttpRequest) -> ApiKey:
    """The request's key, which is needed even if other calls need none. Raises NotAuthenticated, Forbidden."""
    presented = credential(request)
    if presented is None:
        raise NotAuthenticated(MISSING)
    if presented.key is None or presented.person is not None:
        raise Forbidden(KEY_NEEDED)
    return presented.key


router = Router(tags=["auth"], auth=require_key)


@router.post(
    "/token",
    response=items.answers(TokenData, 422),
    operation_id="token",
    summary="Make a token for one person",
)
def token(request: HttpRequest, payload: TokenRequest) -> items.Envelope[TokenData]:
    """Makes a short-lived token for a page or an app of one person, which opens only this person's memory."""
    key: ApiKey = request.auth  # type: ignore[attr-defined]  # ninja sets it
    signed = signed_tokens.issue(
        key,
        payload.user_id,
        payload.can or (),
        [payload.app_id] if payload.app_id else (),
        [payload.project_id] if payload.project_id else (),
        payload.agents,
        None if payload.ttl_seconds is None else timedelta(seconds=payload.ttl_seconds),
    )
    data = TokenData(token=signed.token, user_id=payload.user_id, expires_at=times.render(signed.expires_at))
    return items.envelope(request, data)
