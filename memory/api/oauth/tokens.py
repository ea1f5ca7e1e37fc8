"""`POST /oauth/token` and `/oauth/revoke`: tokens in exchange for a code or a refresh token, and their end."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import RevokeTokenView, TokenView

from memory.api.oauth.bounds import Bounded


@method_decorator(csrf_exempt, name="dispatch")
class Token(Bounded, TokenView):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """No codes of devices: there are none."""
        return _as_json(self.authorization_flow_token_response(request))


@method_decorator(csrf_exempt, name="dispatch")
class Revoke(Bounded, RevokeTokenView):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return _as_json(super().post(request, *args, **kwargs))


def _as_json(response: HttpResponse) -> HttpResponse:
    """Of some refusals the toolkit does not say that they are."""
    response["Content-Type"] = "application/json"
    response["Cache-Control"] = "no-store"
    return response
