"""The pages for signing in with a key, and for signing out."""

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memory.api.explorer.pages import open_page, show
from memory.api.explorer.visitor import sign_in, visitor_of


@open_page
def signing_in(request: HttpRequest) -> HttpResponse:
    onward = _onward(request)
    if request.method == "POST":
        if sign_in(request, request.POST.get("key", "")):
            return HttpResponseRedirect(onward)
        refusal = _(
            "This key is not valid. It may be mistyped, expired or revoked, or it may not be allowed to read."
        )
        return show(request, None, "sign_in", status=403, refusal=refusal, onward=onward)
    return show(request, visitor_of(request), "sign_in", onward=onward)


@open_page
@require_POST
def signing_out(request: HttpRequest) -> HttpResponse:
    """Ends the session, which is also that of the admin."""
    logout(request)
    return HttpResponseRedirect(reverse("explorer-home"))


def _onward(request: HttpRequest) -> str:
    """The page to open after signing in: the requested one if it is on this server, or else the first page."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if own else reverse("explorer-home")
