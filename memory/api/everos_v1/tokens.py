"""`POST /api/v1/auth/token`: a signed token for one person, in exchange for a key."""

from datetime import timedelta
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Router
from pydantic import BaseModel, Field
from rest_framework.exceptions import NotAuthenticated

from memory import signed_tokens
from memory.api import times
from memory.api.everos_v1 import items
from memory.api.everos_v1.fields import FirstMistake, OwnerId, ScopeId, TokenLife
from memory.api.everos_v1.schemas import Strict
from memory.api.request_meta import note_accepted, request_id
from memory.api.rest.authentication import MISSING, credential
from memory.api_keys import ApiKey
from memory.errors import Forbidden

PREFIX = "/api/v1/auth"
MOST_AGENTS = 20
TAKES_A_KEY = "A signed token makes no other ones: this takes the key that it came from"


class TokenRequest(Strict):
    user_id: OwnerId = Field(description="The person: the token opens this user's memory.")
    can: Annotated[list[Literal["read", "write", "forget"]], FirstMistake()] | None = Field(
        None,
        min_length=1,
        max_length=3,
        description="What it may; all of these that the key may, by default.",
    )
    app_id: ScopeId | None = Field(None, description="In this app only; by default, in those of the key.")
    project_id: ScopeId | None = Field(
        None, description="In this project only; by default, in those of the key."
    )
    agents: Annotated[list[OwnerId], FirstMistake()] = Field(
        [],
        max_length=MOST_AGENTS,
        description="Agents whose messages it may add, and whose memory it opens besides.",
    )
    ttl_seconds: TokenLife | None = Field(
        None, description="How long it lives: 900 by default, at most an hour unless settings say so."
    )


class TokenData(BaseModel):
    token: str = Field(description="Goes with calls as a key does: `Authorization: Bearer <token>`.")
    user_id: str
    expires_at: str = Field(
        description="ISO-8601 in the display time zone. Ends with its key, if that ends before."
    )


def with_key(request: HttpRequest) -> ApiKey:
    """Also where other calls need none: without a key there is nothing that a token could be part of."""
    found = credential(request)
    if found is None:
        raise NotAuthenticated(MISSING)
    if found.key is None or found.person is not None:
        raise Forbidden(TAKES_A_KEY)
    return found.key


router = Router(tags=["auth"], auth=with_key)


@router.post(
    "/token",
    response={
        200: items.Envelope[TokenData],
        422: items.ErrorEnvelope,
    },
    operation_id="token",
    summary="Make a token for one person",
)
def token(request: HttpRequest, payload: TokenRequest) -> items.Envelope[TokenData]:
    """A short-lived token for a page or an app of this person, which opens her memory and nobody else's."""
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
    note_accepted(request, 0)
    data = TokenData(token=signed.token, user_id=payload.user_id, expires_at=times.render(signed.expires_at))
    return items.Envelope[TokenData](request_id=request_id(request), data=data)
