"""The routes of a server that shows no documentation: one that asks for keys, or that other machines can call."""

from everos_site.urls import patterns
from memory.api.everos_v1.api import PREFIX, build

urlpatterns = patterns(build(PREFIX))
