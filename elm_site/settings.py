"""All settings, read from the environment. Boots with nothing set."""

import os
import re
import secrets
from pathlib import Path

import dj_database_url
from django.contrib.messages import constants as messages
from django.utils.csp import CSP

from elm_site import config_file, env
from reviews.errors import BadConfiguration
from reviews.states import Tier

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = re.search(r"^## ([\d.]+)", (BASE_DIR / "CHANGELOG.md").read_text(), re.MULTILINE)[1]  # type: ignore[index]

ELM_DATA_DIR = Path(env.text("ELM_DATA_DIR", str(BASE_DIR / "var"))).expanduser().resolve()
try:
    ELM_DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
except OSError as error:
    raise BadConfiguration(
        f"ELM_DATA_DIR is {ELM_DATA_DIR}, where no folder can be made ({error.strerror}). "
        "Example: ELM_DATA_DIR=/var/lib/elm"
    ) from error


def kept_secret_key() -> str:
    """The key in the data directory, made at the first start, so that log-ins outlive a restart."""
    path = ELM_DATA_DIR / "secret_key"
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return path.read_text()


DEBUG = env.boolean("DEBUG", False)
SECRET_KEY = env.secret("SECRET_KEY")
if not SECRET_KEY:
    SECRET_KEY = env.check_signing_key(
        kept_secret_key(), f"SECRET_KEY is kept in {ELM_DATA_DIR}/secret_key, which"
    )
elif not DEBUG:
    env.check_signing_key(SECRET_KEY)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
for origin in CSRF_TRUSTED_ORIGINS:
    if not origin.startswith(("https://", "http://")):
        raise BadConfiguration(
            f"CSRF_TRUSTED_ORIGINS has {origin!r} without a scheme. "
            "Example: CSRF_TRUSTED_ORIGINS=https://elm.example.org"
        )
SERVED_OVER_HTTPS = any(origin.startswith("https://") for origin in CSRF_TRUSTED_ORIGINS)
# Where people reach the site, for links that are printed: the first origin, if no other address is given.
ELM_SITE_URL = env.site_address("ELM_SITE_URL", CSRF_TRUSTED_ORIGINS)
# Whose X-Forwarded-* headers the server believes; Django believes nobody's.
ELM_PROXIES = env.networks("ELM_PROXIES", "127.0.0.1,::1" if SERVED_OVER_HTTPS else "")

INSTALLED_APPS = [
    "elm_site.apps.ElmAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "channels",
    "django_htmx",
    "axes",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "personas",
    "reviews",
]
MIDDLEWARE = [
    "elm_site.static_files.StaticFiles",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "reviews.views.headers.PageHeaders",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "reviews.views.accounts.noted.NoteDevice",
    "reviews.views.accounts.typed.LoginRequired",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "reviews.views.once.AnswerOnce",
]
ROOT_URLCONF = "elm_site.urls"
ASGI_APPLICATION = "elm_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "reviews.templatetags.form_keys",
                "reviews.templatetags.fields",
                "reviews.templatetags.made_once",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "reviews.views.context.site",
            ],
        },
    }
]
# Most widgets are written without a template; those that are not may have one in templates/django/forms/.
FORM_RENDERER = "reviews.forms.rendering.FieldWriter"

DATABASE_URL = env.secret("DATABASE_URL") or f"sqlite:///{ELM_DATA_DIR / 'elm.sqlite3'}"
try:
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL)}
except (ValueError, dj_database_url.ParseError) as error:
    raise BadConfiguration(
        "DATABASE_URL is not a database address. Example: DATABASE_URL=postgres://elm:secret@localhost/elm"
    ) from error
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: with many writers, DEFERRED transactions lose the race to upgrade their lock and fail.
    DATABASES["default"]["ENGINE"] = "elm_site.sqlite"
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # Statements that a connection keeps ready: more than a page asks, of which each transaction takes some.
        "cached_statements": 512,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA foreign_keys=ON;",
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # Compiling a page's query takes Postgres up to a second, running it some milliseconds.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("options", "-c jit=off")
# Each may hold a connection to Postgres, which takes a hundred by itself: elm_site/request_threads.py.
ELM_REQUESTS_AT_ONCE = env.integer("ELM_REQUESTS_AT_ONCE", 64, least=1, most=10_000)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.secret("REDIS_URL")
if REDIS_URL and not REDIS_URL.startswith(("redis://", "rediss://", "unix://")):
    raise BadConfiguration(
        "REDIS_URL is not the address of a Redis server. Example: REDIS_URL=redis://localhost:6379/0"
    )
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        # One that is away without a word would hold whoever asks for minutes.
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
    }
    if REDIS_URL
    # A page of a session has 80 laid-out texts and more: Django's 300 in all would be those of three pages.
    else {
        "BACKEND": "elm_site.sized_cache.SizedCache",
        "OPTIONS": {"MAX_ENTRIES": 1_000, "MAX_BYTES": 64 * 1_048_576},
    }
}

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "reviews.accounts.login_sessions.PreparedAccounts",
    "django.contrib.auth.backends.ModelBackend",
]
SESSION_ENGINE = "reviews.accounts.login_sessions"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/accounts/login/"
# Wrong passwords in a quarter of an hour, each way of counting with its own limit: reviews/accounts/login_limits.py.
# What is tried at a closed log-in is not counted, and passwords are not stored.
AXES_HANDLER = "reviews.accounts.login_limits.LoginLimits"
AXES_CLIENT_IP_CALLABLE = "reviews.accounts.login_limits.address_of"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], "username", "ip_address"]
ELM_LOGIN_FAILURES = (8, 40, 80)
AXES_FAILURE_LIMIT = ELM_LOGIN_FAILURES[0]
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "old_password", "new_password1", "new_password2"]
AXES_LOCKOUT_TEMPLATE = "registration/locked_out.html"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
OTP_TOTP_ISSUER = "ELM"
# Phones set their clocks: who types slowly has no clock that is behind.
OTP_TOTP_SYNC = False

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = ELM_DATA_DIR / "static"
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "elm_site.static_files.StaticStorage"},
}
SERVESTATIC_USE_FINDERS = DEBUG
SERVESTATIC_AUTOREFRESH = DEBUG

SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "manifest-src": [CSP.SELF],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
# A log-in ends when nobody was there for so long: each sign of somebody gives it the whole time again.
SESSION_COOKIE_AGE = round(env.number("ELM_IDLE_HOURS", 72, least=0.1, most=8760) * 3600)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SERVED_OVER_HTTPS
SECURE_SSL_REDIRECT = SERVED_OVER_HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if SERVED_OVER_HTTPS else 0
# Neither is taken back within a year, and both speak for hosts that ELM knows nothing of.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.boolean("ELM_HSTS_SUBDOMAINS", False)
SECURE_HSTS_PRELOAD = env.boolean("ELM_HSTS_PRELOAD", False)
if SECURE_HSTS_PRELOAD and not SECURE_HSTS_INCLUDE_SUBDOMAINS:
    raise BadConfiguration(
        "ELM_HSTS_PRELOAD is for a whole domain. Set ELM_HSTS_SUBDOMAINS=true beside it, or leave both out."
    )
SILENCED_SYSTEM_CHECKS = [
    check
    for check, is_on in (
        ("security.W005", SECURE_HSTS_INCLUDE_SUBDOMAINS),
        ("security.W021", SECURE_HSTS_PRELOAD),
    )
    if not is_on
]

ELM_MAX_UPLOAD_MB = env.integer("ELM_MAX_UPLOAD_MB", 5, least=1, most=100)
ELM_MAX_FILES = 50
DATA_UPLOAD_MAX_MEMORY_SIZE = (ELM_MAX_UPLOAD_MB + 1) * 1_048_576
DATA_UPLOAD_MAX_NUMBER_FILES = 400
# A whole request, and one of somebody who is not logged in: elm_site/bodies.py counts before Django reads.
ELM_MAX_BODY_MB = max(env.integer("ELM_MAX_BODY_MB", 64, least=1, most=10_000), ELM_MAX_UPLOAD_MB + 1)
ELM_ANONYMOUS_BODY_BYTES = 65_536
ELM_REQUEST_SECONDS = env.number("ELM_REQUEST_SECONDS", 20, least=1, most=3600)

# Mails: without a server they stand on the console, but not in production, where a log should hold no links.
ELM_MAIL_URL = env.secret("ELM_MAIL_URL")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("ELM_MAIL_FROM", "ELM <elm@localhost>")
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.console.EmailBackend"}}
if ELM_MAIL_URL:
    MAILERS["default"] = env.mail_server("ELM_MAIL_URL", ELM_MAIL_URL)
elif SERVED_OVER_HTTPS:
    MAILERS["default"]["BACKEND"] = "reviews.accounts.mail.Unsent"

CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
if REDIS_URL:
    CHANNEL_LAYERS["default"] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},  # type: ignore[dict-item]
    }

ANTHROPIC_API_KEY = env.secret("ANTHROPIC_API_KEY")
ANTHROPIC_BASE_URL = env.text("ANTHROPIC_BASE_URL")
ELM_PROVIDER = env.choice(
    "ELM_PROVIDER", "claude" if ANTHROPIC_API_KEY else "offline", ("claude", "offline", "scripted")
)
ELM_MODELS = {
    Tier.STRATEGIC: env.text("ELM_MODEL_STRATEGIC", "claude-opus-5-5"),
    Tier.EXECUTION: env.text("ELM_MODEL_EXECUTION", "claude-sonnet-5-5"),
}
# Whether the server at ANTHROPIC_BASE_URL takes a temperature; Anthropic's own does not.
ELM_TAKES_TEMPERATURE = env.boolean("ELM_TAKES_TEMPERATURE", False)
ELM_CONNECT_SECONDS = env.number("ELM_CONNECT_SECONDS", 5, least=0.1, most=600)
ELM_STALL_SECONDS = env.number("ELM_STALL_SECONDS", 60, least=1, most=3600)
ELM_SCRIPT = env.text("ELM_SCRIPT")
ELM_OFFLINE_PACE = env.number("ELM_OFFLINE_PACE", 0.012, least=0, most=1)
ELM_ANSWERER_LABEL = env.text("ELM_ANSWERER_LABEL")
PERSONA_PREVIEW = "reviews.sessions.prompt_preview.persona_preview"
ANGLE_PREVIEW = "reviews.sessions.prompt_preview.angle_preview"

# Whether Code Designer is on, as the environment and elm.toml say; None is nothing. See reviews/code_designer/.
CODE_DESIGNER = {"env": env.switch("CODE_DESIGNER"), "config_file": config_file.code_designer(ELM_DATA_DIR)}

# Work that outlives a request: reviews/repositories/jobs.py.
TASKS = {"default": {"BACKEND": "reviews.repositories.jobs.JobThreads"}}

# Repositories: see docs/repositories.md.
ELM_REPO_ROOTS = env.folders("ELM_REPO_ROOTS")
ELM_REPO_PRIVATE_HOSTS = env.hosts("ELM_REPO_PRIVATE_HOSTS")
ELM_REPO_SSH = env.boolean("ELM_REPO_SSH", False)
ELM_REPO_MAX_MB = env.integer("ELM_REPO_MAX_MB", 2048, least=1, most=1_000_000)
ELM_REPO_FETCH_MINUTES = env.integer("ELM_REPO_FETCH_MINUTES", 60, least=0, most=100_000)

# The words that notices on pages have for the levels of Django's messages.
MESSAGE_TAGS = {messages.SUCCESS: "good", messages.WARNING: "warn", messages.ERROR: "bad"}

# Worker processes: see reviews/workers/lanes.py and docs/operating.md.
ELM_WORKERS = env.integer("ELM_WORKERS", 2, least=0, most=64)
ELM_RENDER_SECONDS = env.number("ELM_RENDER_SECONDS", 10, least=0.1, most=600)
ELM_RULES_SECONDS = env.number("ELM_RULES_SECONDS", 120, least=1, most=3600)

# How many personas sit at a roundtable at most.
ELM_MAX_SEATS = env.integer("ELM_MAX_SEATS", 6, least=2, most=12)
SESSIONS_PER_HOUR = 60
LINK_CHECKS_PER_HOUR = 30
MESSAGES_PER_MINUTE = 30
ELM_SOCKETS_PER_USER = env.integer("ELM_SOCKETS_PER_USER", 50, least=1, most=100_000)
ELM_RESUMES_PER_MINUTE = env.integer("ELM_RESUMES_PER_MINUTE", 120, least=1, most=100_000)
MAILS_PER_HOUR = 60

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"links": {"()": "reviews.accounts.hidden_links.WithoutLinks"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["links"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"reviews": {"level": "INFO"}, "personas": {"level": "INFO"}, "axes": {"level": "ERROR"}},
}
