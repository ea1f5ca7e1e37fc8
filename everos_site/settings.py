"""Django's settings, computed from `everos_site.config`: one file for every mode."""

import os
from datetime import timedelta
from pathlib import Path

from everos_site import config, state
from everos_site.databases import databases, rates_cache
from everos_site.logs import logging_config
from everos_site.sections import web_origins
from memory import oauth_tokens
from memory.api.oauth.options import provider

EVEROS, EVEROS_PROBLEMS = config.load()  # mistakes are reported by everos_site.checks
state.prepare(EVEROS.memory.root)

SECRET_KEY = state.secret_key(EVEROS.memory.root)
DEBUG = False
DOCUMENTED = EVEROS.documented or os.environ.get("ENV") == "DEV"  # whether /openapi.json and /docs are served
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", EVEROS.api.host, *EVEROS.api.allowed_hosts]
DATA_UPLOAD_MAX_MEMORY_SIZE = None  # everos_site.middleware checks the size of requests, for every route

INSTALLED_APPS = [
    "everos_site",
    "memory",
    "cascade",
    "ome",
    "everos_site.admin.site.OperatorAdmin",  # django.contrib.admin, with a dashboard as its first page
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "ninja",
    "rest_framework",
    "rest_framework_api_key",  # its abstract key; its own table stays empty
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
]
if EVEROS.auth.oauth_url is not None:
    INSTALLED_APPS.append(oauth_tokens.APP)
    OAUTH2_PROVIDER = provider(EVEROS.auth.oauth_url, EVEROS.auth.oauth_app_schemes)
MIDDLEWARE = [
    "everos_site.middleware.TrustedProxies",  # first, so that all others see the client
    "django.middleware.security.SecurityMiddleware",  # these three also apply to refusals
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "everos_site.middleware.ContentPolicy",
    "everos_site.middleware.RequestAccount",
    "everos_site.middleware.Admission",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # it has no views: styles need no key
    "everos_site.middleware.Tokens",
    "everos_site.rate_limits.RateLimits",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "axes.middleware.AxesMiddleware",
]
REST_FRAMEWORK = {  # everything else comes from memory.api.rest.views
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "memory.api.rest.call_schema.CallSchema",
}
SPECTACULAR_SETTINGS = {
    "SWAGGER_UI_DIST": "SIDECAR",  # pages load nothing from elsewhere
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "AUTHENTICATION_WHITELIST": [],  # authentication is the same everywhere: memory.api.rest.dialect describes it
    "POSTPROCESSING_HOOKS": [],  # enumerations stay inline, without invented names
}
ROOT_URLCONF = "everos_site.urls"
WSGI_APPLICATION = "everos_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [Path(__file__).resolve().parents[1] / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = databases(EVEROS.database, EVEROS.memory.root)
DATABASE_ROUTERS = ["everos_site.sqlite.base.DatabaseRouter"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "rates": rates_cache(EVEROS.broker.url),
}

USE_TZ = True
TIME_ZONE = "UTC"  # storage; EVEROS.memory.timezone is for display
LANGUAGE_CODE = "en-us"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]  # of the explorer; all else is in English
LOCALE_PATHS = [Path(__file__).resolve().parent / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = EVEROS.api.https
FORMAT_MODULE_PATH = "everos_site.formats"

STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = True  # served from the packages: nothing is collected or deployed

# Logins of the admin. API keys are not checked here.
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}.NumericPasswordValidator"},
]
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
# A stranger cannot lock out somebody at another address.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # nor extend the lock by trying again
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "everos_site.logins.client_address"
AXES_LOCKOUT_CALLABLE = "everos_site.logins.locked_out"
AXES_ENABLE_ADMIN = False  # memory.admin shows them
AXES_VERBOSE = False

SESSION_COOKIE_AGE = 12 * 60 * 60  # of silence
SESSION_SAVE_EVERY_REQUEST = True  # so that it is extended by use
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = EVEROS.api.https
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if EVEROS.api.https else 0
CSRF_TRUSTED_ORIGINS = web_origins(EVEROS.api.allowed_hosts) if EVEROS.api.https else []
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for all subdomains: the host's other names are not ours to decide about
    "security.W008",  # a redirect to https: the proxy makes it, and plain requests never get here
    "drf_spectacular.W001",  # about one schema for all dialects, which is not published: each has its own
    "security.W021",  # HSTS preloading: it cannot be undone, and is the owner's decision
]

LOGGING_CONFIG = "everos_site.logs.configure"
LOGGING = logging_config(EVEROS.log.level, EVEROS.log.format)
