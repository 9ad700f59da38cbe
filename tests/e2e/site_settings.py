"""The settings of the site under test: the real ones, with the collected files beside its throwaway database."""

from tournaments.config.settings import *  # noqa: F403
from tournaments.config.settings import DATA_DIR, PASSWORD_HASHERS

STATIC_ROOT = DATA_DIR / "static"
# Loopback counts as safe for a browser, and alerts to browsers are offered.
ALERTS = True
# Passwords are hashed as by the site, at little cost.
PASSWORD_HASHERS = ["tests.hashing.QuickArgon2PasswordHasher", *PASSWORD_HASHERS]
