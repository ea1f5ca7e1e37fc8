"""The consent page, where a person allows or denies an application access to their memory, and its login page."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from django import forms
from django.contrib import admin
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.forms import AllowForm
from oauth2_provider.models import Application
from oauth2_provider.views import AuthorizationView

from memory import oauth_tokens
from memory.api.local_pages import OWN_FILES_ONLY
from memory.api.oauth.bounds import Bounded
from memory.api.oauth.options import REFRESH_SECONDS
from memory.api.oauth.validator import WRONG_RESOURCE

LOGIN = "/oauth/login"
# Parameters with which another site could skip or change the consent page.
IGNORED_PARAMETERS = ("approval_prompt", "prompt", "nonce", "claims", "ui_locales")
S256_ONLY = "The application must use PKCE with code_challenge_method=S256"


CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")  # a SHA-256


class ConsentForm(AllowForm):
    """`granted` are the requested scopes that the person leaves ticked; without any, access is denied."""

    granted = forms.MultipleChoiceField(choices=list(oauth_tokens.SCOPES.items()), required=False)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        known = Application.objects.filter(client_id=given.get("client_id", "")).first()
        if (
            not _uses_s256(given)
            or known is None
            or not known.redirect_uri_allowed(given.get("redirect_uri", ""))
        ):
            raise forms.ValidationError("This form is not one of ours")
        asked = given.get("scope", "").split()
        kept = [scope for scope in asked if scope in given.get("granted", ())]
        return {**given, "scope": " ".join(kept), "allow": bool(given.get("allow") and kept)}


class PersonsPage:
    """A mixin for pages that another site may open in a window, but not embed."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        response["Cross-Origin-Opener-Policy"] = "unsafe-none"
        response["Cache-Control"] = "no-store"
        return response


class Authorize(PersonsPage, Bounded, AuthorizationView):
    http_method_names = ["get", "post"]
    template_name = "oauth/consent.html"
    form_class = ConsentForm
    login_url = LOGIN

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Removes the ignored parameters before anything reads them, also for people who are not logged in."""
        asked = request.GET.copy()
        for name in IGNORED_PARAMETERS:
            asked.pop(name, None)
        request.GET = asked  # type: ignore[assignment]
        super().setup(request, *args, **kwargs)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not all(map(oauth_tokens.names_resource, request.GET.getlist("resource"))):
            return self._problem(WRONG_RESOURCE.format(oauth_tokens.resource()))
        if not _uses_s256(request.GET):
            return self._problem(S256_ONLY)
        return super().get(request, *args, **kwargs)

    def create_authorization_response(
        self, request: HttpRequest, scopes: str, credentials: dict[str, Any], allow: bool
    ) -> Any:
        mine = {**credentials, "resource": [oauth_tokens.resource()]}
        return super().create_authorization_response(request, scopes, mine, allow)

    def error_response(self, error: OAuthToolkitError, application: Any, **kwargs: Any) -> HttpResponseBase:
        """Shows errors here: before consent, nobody is redirected to a URI that a stranger may have registered."""
        if self.request.method != "POST":
            found = error.oauthlib_error
            return self._problem(found.description or found.error)
        return super().error_response(error, application, **kwargs)

    def form_invalid(self, form: ConsentForm) -> HttpResponseBase:
        return self._problem("This form is not one of ours. Begin again in the application")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            **admin.site.each_context(self.request),
            "title": "Connect an application",
            "asks": [(scope, oauth_tokens.SCOPES[scope]) for scope in kwargs["scopes"]],
            "sent_to": _destination(kwargs["redirect_uri"]),
            "document": urlsplit(kwargs["client_id"]).netloc,
            "days": REFRESH_SECONDS // 86_400,
            "login_again": f"{LOGIN}?{urlencode({'next': self.request.get_full_path()})}",
        }

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponseBase:
        """Allows the form to redirect to the application, which the content security policy forbids otherwise."""
        response = super().render_to_response(context, **kwargs)
        own = "form-action 'self'"
        response["Content-Security-Policy"] = OWN_FILES_ONLY.replace(
            own, f"{own} {_policy_source(context['redirect_uri'])}"
        )
        return response

    def _problem(self, words: str) -> HttpResponseBase:
        context = {
            **admin.site.each_context(self.request),
            "title": "This cannot be connected",
            "problem": words,
        }
        return render(self.request, "oauth/problem.html", context, status=400)


class Login(PersonsPage, LoginView):
    """The admin's login page, but for all users with a password, since owners of memories need not be staff."""

    template_name = "admin/login.html"
    authentication_form = AuthenticationForm
    next_page = "/admin/"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            **admin.site.each_context(self.request),
            "title": "Log in",
            "app_path": self.request.get_full_path(),
        }


def _destination(redirect_uri: str) -> str:
    """For people: the host of a page, or scheme and host of a desktop program's address."""
    address = urlsplit(redirect_uri)
    if address.scheme in ("https", "http"):
        return address.netloc
    return f"{address.scheme}://{address.netloc}" if address.netloc else f"{address.scheme}:"


def _policy_source(redirect_uri: str) -> str:
    """For a Content-Security-Policy, which cannot name IPv6 addresses or what follows a desktop program's scheme."""
    address = urlsplit(redirect_uri)
    if address.scheme in ("https", "http") and "[" not in address.netloc:
        return f"{address.scheme}://{address.netloc}"
    return f"{address.scheme}:"


def _uses_s256(given: Mapping[str, Any]) -> bool:
    """Whether the request has a valid S256 challenge; an empty one would require no verifier."""
    challenge = CHALLENGE.fullmatch(str(given.get("code_challenge") or ""))
    return given.get("code_challenge_method") == "S256" and challenge is not None
