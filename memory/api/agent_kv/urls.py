"""The agent memory API, below /api/v1/memory/, behind the calls of EverOS v1."""

from django.urls import path

from memory.api.agent_kv import views

urlpatterns = [
    path("stats", views.Stats.as_view()),
    path("decay", views.Decay.as_view()),
    path("share", views.Share.as_view()),
    path("<str:agent_id>/store", views.Store.as_view()),
    path("<str:agent_id>/search", views.Search.as_view()),
    path("<str:agent_id>/vector-search", views.VectorSearch.as_view()),
    path("<str:agent_id>/list", views.List.as_view()),
    path("<str:agent_id>/reflections", views.Reflections.as_view()),
    path("<str:agent_id>/clear", views.Clear.as_view()),
    path("<str:agent_id>/<path:key>/pin", views.Pin.as_view()),
    path("<str:agent_id>/<path:key>", views.OneEntry.as_view()),
]
