"""`POST /oauth/token`, which issues tokens for a code or a refresh token, and `POST /oauth/revoke`."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.models import AccessToken
from oauth2_provider.views import RevokeTokenView, TokenView

from memory.api.oauth.bounds import Bounded


@method_decorator(csrf_exempt, name="dispatch")
class Token(Bounded, TokenView):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Issues a token. The toolkit's own method would also handle device codes, which this server does not have."""
        try:
            return _as_json(self.authorization_flow_token_response(request))
        except AccessToken.DoesNotExist:  # revoked already: the same code was sent once more meanwhile
            return _as_json(JsonResponse({"error": "invalid_grant"}, status=400))


@method_decorator(csrf_exempt, name="dispatch")
class Revoke(Bounded, RevokeTokenView):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _as_json(super().post(request, *args, **kwargs))


def _as_json(response: HttpResponse) -> HttpResponse:
    """Sets the content type, which the toolkit omits from some errors."""
    response["Content-Type"] = "application/json"
    response["Cache-Control"] = "no-store"
    return response
