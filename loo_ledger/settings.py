"""Settings of Loo Ledger. Everything that differs between two machines comes from the environment:

| variable | meaning | if not set |
|---|---|---|
| DATABASE_URL | `postgres://user:password@host:port/name` or `sqlite:////path` | a SQLite file in the data folder |
| REDIS_URL | `redis://host:port/0`, the broker | files in the data folder |
| LOO_DATA | the data folder | `.var` beside manage.py |
| LOO_STATIC | where static files are collected | `static` in the data folder |
| LOO_SITE_URL | the address people use, if a proxy gives https: `https://loo.example.org` | plain http, local network |
| ALLOWED_HOSTS | host names, separated by commas | names that only a local network can give (see hosts.py) |
| HOST, PORT | where `manage.py serve` listens | 0.0.0.0, 8000 |
| SECRET_KEY | Django's | made once and kept in the data folder |
| LOO_LIMIT_... | one of LOO_LIMITS, in capitals | the number below |
| LOO_DEBUG | Django's debug pages | no |
"""

import os
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from loo_ledger import environment

BASE_DIR = environment.ROOT
DATA = environment.data_folder()
DEBUG = environment.yes("LOO_DEBUG")
SECRET_KEY = environment.secret_key(DATA)
HOST = os.environ.get("HOST") or "0.0.0.0"  # noqa: S104  (phones at the table must reach it)
PORT = environment.number("PORT", 8000)

# ---------------------------------------------------------------------------------------------------- limits

# reliability: what one device, one table or one request may ask for. Each may be set as LOO_LIMIT_<NAME IN CAPITALS>.
LOO_LIMITS: dict[str, int] = {
    name: environment.number(f"LOO_LIMIT_{name.upper()}", default)
    for name, default in {
        "deals_per_device_minute": 30,
        "deals_per_game_minute": 120,
        "tables_per_device_hour": 30,
        "entries_per_game": 1_000,
        "body_bytes": 64 * 1024,
        "import_bytes": 2_100_000,
        "text_signs": 200,
        "note_signs": 1_000,
        "watch_link_days": 30,
        "statement_ms": 5_000,
        "lock_ms": 4_000,
    }.items()
}
DATA_UPLOAD_MAX_MEMORY_SIZE = LOO_LIMITS["import_bytes"]  # smaller bodies: loo_ledger.limits
FILE_UPLOAD_MAX_MEMORY_SIZE = LOO_LIMITS["import_bytes"]
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
DATA_UPLOAD_MAX_NUMBER_FILES = 2

# ---------------------------------------------------------------------------------------------------- rooms

INSTALLED_APPS = [
    "loo_ledger",
    "accounts",
    "clubs",
    "games",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
]
MIDDLEWARE = [
    "loo_ledger.hosts.LocalHostsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "loo_ledger.headers.HeadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "loo_ledger.limits.BodyLimitMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "games.device.DeviceMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "loo_ledger.urls"
WSGI_APPLICATION = "loo_ledger.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False
LANGUAGE_CODE = "en"

# ---------------------------------------------------------------------------------------------------- database


def _database() -> dict[str, Any]:
    """The database of DATABASE_URL with the options without which a booked deal could be lost or refused."""
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{DATA / 'loo.sqlite3'}"
    try:
        database: dict[str, Any] = dict(environ.Env.db_url_config(url))
    except (ValueError, KeyError, environ.ImproperlyConfigured) as error:
        raise ImproperlyConfigured(
            "DATABASE_URL must look like postgres://user:password@host:port/name or sqlite:////path"
        ) from error
    options: dict[str, Any] = database.setdefault("OPTIONS", {})
    database["CONN_MAX_AGE"] = 60
    database["CONN_HEALTH_CHECKS"] = True
    if database["ENGINE"] == "django.db.backends.sqlite3":
        # IMMEDIATE: a transaction that reads before it writes would otherwise fail at once beside another writer.
        # WAL and FULL: readers never wait, and what was answered is on the disk. timeout: seconds to wait for a writer.
        options.update(
            transaction_mode="IMMEDIATE", timeout=20, init_command="PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;"
        )
        # A file, because the in-memory test database is one connection that threads would share.
        database["TEST"] = {"NAME": str(DATA / "test.sqlite3")}
    elif database["ENGINE"] == "django.db.backends.postgresql":
        limits = f"-c statement_timeout={LOO_LIMITS['statement_ms']} -c lock_timeout={LOO_LIMITS['lock_ms']}"
        options.setdefault("connect_timeout", 5)
        options["options"] = (
            f"{limits} -c idle_in_transaction_session_timeout=30000 {options.get('options', '')}".strip()
        )
    else:
        raise ImproperlyConfigured(f"DATABASE_URL names {database['ENGINE']}; Loo Ledger runs on SQLite or PostgreSQL.")
    return database


DATABASES = {"default": _database()}

# ---------------------------------------------------------------------------------------------------- Celery


def _file_broker() -> dict[str, Any]:
    """Options of the broker that needs no server: messages are files in the data folder."""
    folders = {name: DATA / "broker" / name for name in ("queue", "done", "control")}
    for folder in folders.values():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        "data_folder_in": str(folders["queue"]),
        "data_folder_out": str(folders["queue"]),
        "processed_folder": str(folders["done"]),
        "control_folder": str(folders["control"]),
        "polling_interval": 0.2,
    }


REDIS_URL = os.environ.get("REDIS_URL", "")
CELERY_BROKER_URL = REDIS_URL or "filesystem://"
# Redis gives a message that a killed worker held back only at a sweep; the library's own sweep comes every 100 s.
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "visibility_timeout": 600,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 1,
        "socket_timeout": 5,
    }
    if REDIS_URL
    else _file_broker()
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False  # nobody at a table waits for the broker: the sweeper rings again
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    # An interval, not a time of day; one that comes late is of no use, the next is near.
    "sweep": {"task": "games.sweep", "schedule": 5.0, "options": {"expires": 10}},
}

# ---------------------------------------------------------------------------------------------------- hosts, cookies

LOO_SITE_URL = os.environ.get("LOO_SITE_URL", "").rstrip("/")
_site = urlsplit(LOO_SITE_URL)
if LOO_SITE_URL and (_site.scheme not in ("http", "https") or not _site.hostname or _site.path or _site.query):
    raise ImproperlyConfigured("LOO_SITE_URL must be like https://loo.example.org, without a path.")
HTTPS = _site.scheme == "https"

_named_hosts = environment.words("ALLOWED_HOSTS") + ([_site.hostname] if _site.hostname else [])
# Without names given, loo_ledger.hosts lets in only what a local network can call this machine.
LOCAL_HOSTS_ONLY = not _named_hosts
ALLOWED_HOSTS = [*_named_hosts, "localhost", "127.0.0.1", "[::1]"] if _named_hosts else ["*"]
CSRF_TRUSTED_ORIGINS = [LOO_SITE_URL] if HTTPS else []

# Browsers refuse Secure and __Host- cookies on plain http, which is all that a phone in a local network gets.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrf"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"

# ---------------------------------------------------------------------------------------------------- headers

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# W021: asking browsers to preload a host's https cannot be taken back for months; that is for the owner to decide.
SILENCED_SYSTEM_CHECKS = ["security.W021"]

# ---------------------------------------------------------------------------------------------------- static files

STATIC_URL = "/static/"
STATIC_ROOT = os.environ.get("LOO_STATIC") or str(DATA / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(DATA / "files")}},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = False

# ---------------------------------------------------------------------------------------------------- log

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "loo_ledger.logs.RedactingFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "celery": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "kombu": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
    },
}
