"""The pages of the explorer."""

from django.urls import path, re_path
from django.views.generic import RedirectView
from django.views.i18n import set_language

from memory.api.explorer.asking import ask
from memory.api.explorer.forgetting import forget
from memory.api.explorer.home import chosen_scope, home, try_it
from memory.api.explorer.inbox import answer, inbox
from memory.api.explorer.live import events, live
from memory.api.explorer.memory_page import memory_page
from memory.api.explorer.mending import edit
from memory.api.explorer.owner import owner_page
from memory.api.explorer.pages import nowhere
from memory.api.explorer.signing import signing_in, signing_out
from memory.api.permission import without_key

PREFIX = "explorer/"

urlpatterns = [
    path(PREFIX[:-1], without_key(RedirectView.as_view(url=f"/{PREFIX}"))),
    path(PREFIX, home, name="explorer-home"),
    path(f"{PREFIX}scope/", chosen_scope, name="explorer-scope"),
    path(f"{PREFIX}try/", try_it, name="explorer-try"),
    path(f"{PREFIX}owner/", owner_page, name="explorer-owner"),
    path(f"{PREFIX}memory/", memory_page, name="explorer-memory"),
    path(f"{PREFIX}memory/edit/", edit, name="explorer-edit"),
    path(f"{PREFIX}memory/forget/", forget, name="explorer-forget"),
    path(f"{PREFIX}ask/", ask, name="explorer-ask"),
    path(f"{PREFIX}inbox/", inbox, name="explorer-inbox"),
    path(f"{PREFIX}inbox/answer/", answer, name="explorer-answer"),
    path(f"{PREFIX}live/", live, name="explorer-live"),
    path(f"{PREFIX}live/events/", events, name="explorer-events"),
    path(f"{PREFIX}sign-in/", signing_in, name="explorer-sign-in"),
    path(f"{PREFIX}sign-out/", signing_out, name="explorer-sign-out"),
    path(f"{PREFIX}language/", without_key(set_language), name="explorer-language"),
    re_path(f"^{PREFIX}", nowhere),
]
