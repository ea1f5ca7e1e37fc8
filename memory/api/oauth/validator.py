"""django-oauth-toolkit's validator: each token is for this server's one resource (RFC 8707), and a code that is used
twice revokes the tokens that it gave (RFC 6749, 4.1.2).
"""

import hashlib
from typing import Any
from uuid import UUID

from django.db import router, transaction
from oauth2_provider.models import Application, RefreshToken
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

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        """Raises InvalidGrantError if another request has exchanged the code meanwhile."""
        try:
            super().invalidate_authorization_code(client_id, code, request, *args, **kwargs)
        except InvalidGrantError:
            _end_connection(code, request.client)
            raise


def _family(code: str) -> UUID:
    """Under this id the toolkit keeps all tokens that come of a code. The code itself is deleted when it is used."""
    return UUID(bytes=hashlib.sha256(code.encode()).digest()[:16])


def _end_connection(code: str, client: Application) -> None:
    family = _family(code)
    if RefreshToken.objects.filter(token_family=family, application=client).exists():
        RefreshToken.revoke_family(family)
