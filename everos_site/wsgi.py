import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")
django_application = get_wsgi_application()

from django.conf import settings  # noqa: E402  (after the line that names their module)

from everos_site.bodies import BoundedBodies  # noqa: E402

application = BoundedBodies(django_application, settings.EVEROS.api.max_body_bytes)
