"""The authorization server, which the setting EVEROS_AUTH__OAUTH_URL turns on."""

import re

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, include, path
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import OAuthServerMetadataView

from memory.api.oauth.bounds import error_response
from memory.api.oauth.consent import LOGIN, Authorize, Login
from memory.api.oauth.registration import Register, Revoke, Token
from memory.api.permission import all_without_key
from memory.api.rest.dialect import Dialect
from memory.oauth_tokens import APP

ROUTES: list[URLPattern] = [
    path(
        ".well-known/oauth-authorization-server",
        csrf_exempt(OAuthServerMetadataView.as_view()),
        name="oauth-server-metadata",
    ),
    path("oauth/authorize", Authorize.as_view(), name="authorize"),
    path("oauth/token", Token.as_view(), name="token"),
    path("oauth/revoke", Revoke.as_view(), name="revoke-token"),
    path("oauth/register", Register.as_view(), name="dcr-register"),
    path(LOGIN[1:], Login.as_view(), name="login"),
    path("oauth/logout", LogoutView.as_view(next_page=LOGIN), name="logout"),
]
all_without_key(ROUTES)  # they ask for a password, or for a secret of the application

OAUTH = Dialect(
    name="oauth",
    prefix="",
    paths=re.compile(r"/oauth/|/\.well-known/oauth-authorization-server"),
    error_response=error_response,
    title="OAuth",
    description="How people give applications access to their memory.",
    routes=[path("", include((ROUTES, APP)))],  # the toolkit reverses its URLs under its own namespace
)
