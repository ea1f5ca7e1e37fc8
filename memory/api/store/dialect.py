"""The store, below /store: JSON objects under keys in namespaces, with the calls of a LangGraph server."""

import re

from django.urls import path

from memory.api.rest.dialect import Dialect
from memory.api.rest.errors import detail_response
from memory.api.store import views

STORE = Dialect(
    name="store",
    prefix="store/",
    paths=re.compile(r"/store(/|$)"),
    error_response=detail_response,
    title="Store",
    description="JSON objects under keys in namespaces, of a user or an agent.",
    routes=[
        path("items", views.ItemsView.as_view()),
        path("items/search", views.SearchView.as_view()),
        path("namespaces", views.NamespacesView.as_view()),
        path("batch", views.BatchView.as_view()),
    ],
)
