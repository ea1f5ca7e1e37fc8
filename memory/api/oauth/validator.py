"""django-oauth-toolkit's validator: each token is for this server's one resource (RFC 8707)."""

from typing import Any

from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error

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
        return super().save_bearer_token(token, request, *args, **kwargs)
