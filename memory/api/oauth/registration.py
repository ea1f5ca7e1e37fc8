"""`POST /oauth/register`: an application registers its name and redirect URIs (RFC 7591). `POST /oauth/token` issues
its tokens for a code or a refresh token, and `POST /oauth/revoke` ends them.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.models import AccessToken, Application
from oauth2_provider.views import RevokeTokenView, TokenView

from memory.api import bodies
from memory.api.oauth import clients
from memory.api.oauth.bounds import LONGEST_BODY, Bounded, refuse

TOO_OFTEN = f"More than {clients.AN_HOUR} applications in an hour from your address; try again later"


@method_decorator(csrf_exempt, name="dispatch")
class Register(View):
    """Registers applications. All are public clients, which use PKCE instead of a secret."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> JsonResponse:
        if not clients.may_register(str(request.META.get("REMOTE_ADDR", ""))):
            return refuse("temporarily_unavailable", TOO_OFTEN, 429)
        if int(request.META.get("CONTENT_LENGTH") or 0) > LONGEST_BODY:
            return refuse("invalid_client_metadata", f"The body is larger than {LONGEST_BODY} bytes", 413)
        try:
            application = _application(_metadata(request))
            application.full_clean()
        except clients.Refused as error:
            return refuse(error.code, str(error))
        except ValidationError as error:
            return refuse("invalid_redirect_uri", "; ".join(error.messages))
        if clients.is_full():
            return refuse("temporarily_unavailable", clients.FULL, 503)
        application.save()
        return _response(application)


def _metadata(request: HttpRequest) -> dict[str, Any]:
    """The request body. Raises Refused."""
    try:
        bodies.check_type(request)
        metadata = bodies.parse(request.body)
    except bodies.MalformedBody as error:
        raise clients.Refused(str(error)) from error
    if not isinstance(metadata, dict):
        raise clients.Refused("The request body must be a JSON object")
    return metadata


def _application(metadata: dict[str, Any]) -> Application:
    """Raises Refused."""
    clients.check_grants(metadata)
    return Application(
        name=clients.name_of(metadata),
        redirect_uris=" ".join(clients.addresses_of(metadata)),
        client_type=Application.CLIENT_PUBLIC,
        client_secret="",  # nosec B106: public clients have none
        hash_client_secret=False,  # hashing the empty secret would take a second
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        registration_source=Application.RegistrationSource.DCR,
    )


def _response(application: Application) -> JsonResponse:
    metadata = {
        "client_id": application.client_id,
        "client_id_issued_at": int(application.created.timestamp()),
        "client_name": application.name,
        "redirect_uris": application.redirect_uris.split(),
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",  # nosec B105
    }
    return JsonResponse(metadata, status=201, headers={"Cache-Control": "no-store"})


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
