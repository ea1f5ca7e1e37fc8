"""django-oauth-toolkit's validator: each token is for this server's one resource (RFC 8707), and a code that is used
twice revokes the tokens that it gave (RFC 6749, 4.1.2).
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import router, transaction
from oauth2_provider.models import Application, Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error, InvalidGrantError

from memory import oauth_tokens

WRONG_RESOURCE = "Tokens of this server are for {} alone"


class Validator(OAuth2Validator):
    def save_bearer_token(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> Any:
        """Raises CustomOAuth2Error for a token that is to be for something else."""
        asked = [value for name, value in request.decoded_body or () if name == "resource"]
        if not all(map(oauth_tokens.names_resource, asked)):
            words = WRONG_RESOURCE.format(oauth_tokens.resource())
            raise CustomOAuth2Error(error="invalid_target", description=words, request=request)
        request.resource = [oauth_tokens.resource()]
        with transaction.atomic(using=router.db_for_write(RefreshToken)):
            saved = super().save_bearer_token(token, request, *args, **kwargs)
            if request.grant_type == "authorization_code":
                checksum = hashlib.sha256(token["refresh_token"].encode()).hexdigest()
                new = RefreshToken.objects.filter(token_checksum=checksum)
                new.update(token_family=_family(request.code))
        return saved

    def validate_code(
        self, client_id: str, code: str, client: Application, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        is_good: bool = super().validate_code(client_id, code, client, request, *args, **kwargs)
        if not is_good:
            _end_connection(code, client)
        return is_good

    def get_code_challenge(self, code: str, request: Any) -> Any:
        with _ending_if_used(code, request):
            return super().get_code_challenge(code, request)

    def get_code_challenge_method(self, code: str, request: Any) -> Any:
        with _ending_if_used(code, request):
            return super().get_code_challenge_method(code, request)

    def confirm_redirect_uri(
        self,
        client_id: str,
        code: str,
        redirect_uri: str,
        client: Application,
        request: Any,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        with _ending_if_used(code, request):
            return super().confirm_redirect_uri(
                client_id, code, redirect_uri, client, request, *args, **kwargs
            )

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        with _ending_if_used(code, request):
            super().invalidate_authorization_code(client_id, code, request, *args, **kwargs)


@contextmanager
def _ending_if_used(code: str, request: Any) -> Iterator[None]:
    """Raises InvalidGrantError if another request has exchanged the code meanwhile. The toolkit reads the code again in
    each step, and it is deleted when it is used.
    """
    try:
        yield
    except (Grant.DoesNotExist, InvalidGrantError):
        _end_connection(code, request.client)
        raise InvalidGrantError(request=request) from None


def _family(code: str) -> UUID:
    """The id of all tokens that were issued for a code, by which they are found after the code itself is deleted."""
    return UUID(bytes=hashlib.sha256(code.encode()).digest()[:16])


def _end_connection(code: str, client: Application) -> None:
    family = _family(code)
    if RefreshToken.objects.filter(token_family=family, application=client).exists():
        RefreshToken.revoke_family(family)
