"""Agentic Layer V3, below /api/v3/agentic/."""

from django.urls import path

from memory.api.agentic_v3 import views

urlpatterns = [
    path("memorize", views.Memorize.as_view()),
    path("retrieve_lightweight", views.RetrieveLightweight.as_view()),
    path("retrieve_agentic", views.RetrieveAgentic.as_view()),
]
