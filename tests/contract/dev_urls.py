"""The routes of a server that was started with ENV=DEV."""

from everos_site.urls import patterns
from memory.api.everos_v1.api import PREFIX, build

urlpatterns = patterns(build(PREFIX, documented=True))
