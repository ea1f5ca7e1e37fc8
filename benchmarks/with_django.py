"""Sets up Django on a memory root of its own. Import it before the modules of the product."""

import os
import tempfile

os.environ["EVEROS_MEMORY__ROOT"] = tempfile.mkdtemp(prefix="everos-bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "everos_site.settings")

import django

django.setup()
