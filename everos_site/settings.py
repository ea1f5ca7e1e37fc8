"""Django's settings, computed from `everos_site.config`: one file for every mode."""

import os
from pathlib import Path

from everos_site import config, state
from everos_site.databases import databases
from everos_site.logs import logging_config

EVEROS, EVEROS_PROBLEMS = config.load()  # mistakes are reported by everos_site.checks
state.prepare(EVEROS.memory.root)

SECRET_KEY = state.secret_key(EVEROS.memory.root)
DEBUG = False
ENV = os.environ.get("ENV", "")  # DEV serves /openapi.json and /docs
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", EVEROS.api.host, *EVEROS.api.allowed_hosts]
DATA_UPLOAD_MAX_MEMORY_SIZE = None  # the request's size is checked by everos_site.middleware, for every route

INSTALLED_APPS = [
    "everos_site",
    "memory",
    "cascade",
    "ome",
    "everos_site.admin_site.OperatorAdmin",  # django.contrib.admin, with a dashboard as its first page
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "ninja",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "everos_site.middleware.RequestAccount",
    "everos_site.middleware.Doors",
    "whitenoise.middleware.WhiteNoiseMiddleware",  # before the tokens: people's pages need their styles
    "everos_site.middleware.Tokens",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
REST_FRAMEWORK = {  # what views need besides, they take from memory.api.rest.views
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "SWAGGER_UI_DIST": "SIDECAR",  # pages load nothing from elsewhere
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "AUTHENTICATION_WHITELIST": [],  # the token is the same everywhere: memory.api.rest.schema describes it
    "POSTPROCESSING_HOOKS": [],  # choices stay where they are, without names that would have to be invented
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
DATABASE_ROUTERS = ["everos_site.routers.OmeDatabase"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

USE_TZ = True
TIME_ZONE = "UTC"  # what is stored; EVEROS.memory.timezone is for showing
LANGUAGE_CODE = "en-us"
USE_I18N = False
FORMAT_MODULE_PATH = "everos_site.formats"

STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = True  # served from the packages: nothing is collected or deployed

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_SAMESITE = "Lax"

LOGGING_CONFIG = "everos_site.logs.configure"
LOGGING = logging_config(EVEROS.log.level, EVEROS.log.format)
