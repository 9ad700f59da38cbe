"""The settings: embedded by default (SQLite, memory, no server), extended by the environment.

DATABASE_URL switches to PostgreSQL, REDIS_URL to Redis; production sets SECRET_KEY, ALLOWED_HOSTS and SITE_URL too.
"""

import os
from datetime import timedelta
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from environ import Env

from tournaments import installation
from tournaments.config import caches, databases, environment
from tournaments.config.logging import configure_structlog, logging_config
from tournaments.config.packages import folder_of

BASE_DIR = installation.BASE
HOUSE = installation.HOUSE
env = environment.read_environment(os.environ, installation.usual_data())

DATA_DIR = env.data
DEBUG = env.debug
EMBEDDED = env.is_embedded
SERVES_TABLES = env.serves_tables
SITE_URL = env.site_url
HTTPS = env.is_https
# Browsers accept push alerts only from a site with https.
ALERTS = HTTPS
TRUSTED_PROXIES = env.trusted_proxies
# A laptop is reached directly by the phones of the hall.
BEHIND_PROXY = HTTPS or not EMBEDDED
# Another laptop may go on at another address (docs/adr/0040); a name on the internet stays where it is.
MAY_MOVE = not BEHIND_PROXY
METRICS_TOKEN = env.metrics_token
SECURITY_CONTACT = env.security_contact
PUSH_SERVICES = env.push_services

SECRET_KEY = env.secret_key or installation.own_secret(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.earlier_keys
ALLOWED_HOSTS = env.allowed_hosts
CSRF_TRUSTED_ORIGINS = [SITE_URL] if HTTPS else []

# A game is no app: Django would load all of it at the start. It is loaded when it is first used (games/registry.py).
GAMES = ["scopa", "scala40", "punti", "squadre"]
GAME_FOLDERS = [folder_of(name) for name in GAMES]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "tournaments",
]

# Answered before any other middleware; only the client's address, and the log, come before it.
SHARED_PAGES = "tournaments.frame.pages.middleware.SharedMiddleware"
MIDDLEWARE = [
    "tournaments.upkeep.pages.probes.ProbesMiddleware",
    SHARED_PAGES,
    "tournaments.frame.pages.middleware.HeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournaments.frame.pages.middleware.PolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournaments.frame.pages.middleware.DoorMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.frame.pages.middleware.RefusalMiddleware",
]

# A laptop only: another one may have gone on with its evening from the copy on a stick.
if EMBEDDED:
    MIDDLEWARE.insert(
        MIDDLEWARE.index("django.middleware.common.CommonMiddleware"), "tournaments.replica.middleware.PassedMiddleware"
    )

# A log line for each request, and the request's id in every line that it causes. Neither addresses nor names.
REQUEST_LOG = "tournaments.config.request_log.RequestLogMiddleware"

ROOT_URLCONF = "tournaments.config.urls"
ASGI_APPLICATION = "tournaments.config.asgi.application"
WSGI_APPLICATION = "tournaments.config.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HOUSE / "templates", *(folder / "templates" for folder in GAME_FOLDERS)],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.frame.pages.context.site",
            ],
        },
    }
]

DATABASES = {"default": databases.from_url(env.database_url, DATA_DIR, env.database_pool)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.redis_url
CACHES = caches.caches(REDIS_URL)

# The pause of a robot at an online table before it plays, so that people can follow.
ROBOT_PAUSE_MS = 900

# With a broker, workers do the tasks; without one, the web process does all of them.
CELERY_BROKER_URL = env.broker_url

# The memory of the process may cache sessions only where there is one process. Redis never does: a session that was
# logged out while Redis was lost would be valid again when it comes back.
SESSION_ENGINE = (
    "django.contrib.sessions.backends.cached_db" if EMBEDDED and not REDIS_URL else "tournaments.config.session_store"
)
# A session lasts this long, however much it is used; then a new log-in is needed.
SESSION_LIFE = timedelta(days=14)
SESSION_COOKIE_AGE = int(SESSION_LIFE.total_seconds())
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
# Behind TLS no neighbouring subdomain can set cookies in their place.
HOST_ONLY = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{HOST_ONLY}sessionid", f"{HOST_ONLY}csrftoken"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = ["tournaments.accounts.reads.accounts.AccountBackend"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "my_events"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "tournaments.accounts.forms.passwords.UnlikeTheAccountValidator"},
    {"NAME": "tournaments.accounts.forms.passwords.LongEnoughValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "tournaments.accounts.forms.passwords.WordsOfTheSiteValidator"},
]

# docs/adr/0015: an address is confirmed where mail arrives; guesses are limited by services.transactions, not here.
MAIL_ARRIVES = env.email_url.startswith("smtp")
ACCOUNT_ADAPTER = "tournaments.accounts.pages.adapters.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_ARRIVES else "none"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 2
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_LOGIN_BY_CODE_FORMAT = {"numeric": True, "dashed": False, "length": 8}
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # noqa: S105 - a class
PASSWORD_RESET_TIMEOUT = 60 * 60
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60
MFA_ADAPTER = "tournaments.accounts.pages.adapters.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"

LANGUAGE_CODE = "it"
LANGUAGES = [("it", _("Italian")), ("en", _("English"))]
# The framework of the API is no app either: all of it would be loaded to look for template tags.
LOCALE_PATHS = [
    folder / "locale"
    for folder in (BASE_DIR / "tournaments", *GAME_FOLDERS, folder_of("rest_framework"), folder_of("django_filters"))
]
FORMAT_MODULE_PATH = "tournaments.config.formats"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
TIME_ZONE = "Europe/Rome"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = HOUSE / "staticfiles"
STATICFILES_DIRS = [folder / "static" for folder in GAME_FOLDERS if (folder / "static").is_dir()]
STATICFILES_STORAGE_BACKEND = (
    "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else "tournaments.config.static.Storage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATICFILES_STORAGE_BACKEND},
}

EMAIL_CONFIG = Env.email_url_config(env.email_url)
EMAIL_BACKEND = EMAIL_CONFIG["EMAIL_BACKEND"]
EMAIL_HOST = EMAIL_CONFIG.get("EMAIL_HOST", "")
EMAIL_PORT = EMAIL_CONFIG.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = EMAIL_CONFIG.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = EMAIL_CONFIG.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = EMAIL_CONFIG.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = EMAIL_CONFIG.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
EMAIL_FILE_PATH = str(DATA_DIR / "mail")
DEFAULT_FROM_EMAIL = env.sender

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.hsts in ("subdomains", "preload")
SECURE_HSTS_PRELOAD = HTTPS and env.hsts == "preload"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Whether HSTS reaches the club's other names is its own choice. A hall laptop is reached by its address in the club's
# network, without TLS; these warnings are about TLS only.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if not HTTPS:
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W012", "security.W016"]

# The format of API answers is set with the endpoints (tournaments.frame.api.endpoint), which take nothing from here.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.accounts.api.authentication.TokenAuthentication",
        "tournaments.accounts.api.authentication.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "tournaments.frame.api.schema.EndpointSchema",
    "URL_FORMAT_OVERRIDE": None,
}
# Calls within a minute: by token or account, by address without either, and wrong tokens of an address.
API_PER_MINUTE = {
    "reads": 600,
    "writes": 300,
    # A fast robot against another; a person plays one card in some seconds.
    "plays": 1_200,
    "anonymous_reads": 300,
    "anonymous_writes": 60,
    "anonymous_plays": 60,
    "wrong_tokens": 60,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Settebello",
    "DESCRIPTION": "Everything that the pages do, for programs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PREPROCESSING_HOOKS": ["tournaments.frame.api.schema.only_the_api"],
    "POSTPROCESSING_HOOKS": [
        "tournaments.frame.api.bounds.with_documents",
        "tournaments.frame.api.problem_shapes.with_problems",
        "tournaments.frame.api.headers.declare_headers_once",
    ],
    "DISABLE_ERRORS_AND_WARNINGS": False,
}

LOGGING = logging_config(env.log_level, env.is_json_logged)
if env.is_json_logged:
    configure_structlog()

# Only with a proxy or a log collector, for each request costs time here, and a laptop has neither. The id of a request
# is made there too: a client must not choose the id in a log line.
if BEHIND_PROXY or env.is_json_logged:
    MIDDLEWARE.insert(MIDDLEWARE.index(SHARED_PAGES), "tournaments.config.proxies.ProxyMiddleware")
if env.is_json_logged:
    MIDDLEWARE.insert(MIDDLEWARE.index(SHARED_PAGES), REQUEST_LOG)
