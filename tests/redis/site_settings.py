"""The settings of a site that is visited without a server: the real ones, with static files under their own names.

Passwords are hashed at little cost: who logs in waits for Redis here, and for nothing else.
"""

from tournaments.config.settings import *  # noqa: F403
from tournaments.config.settings import PASSWORD_HASHERS as OF_THE_SITE
from tournaments.config.settings import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["tests.hashing.QuickArgon2PasswordHasher", *OF_THE_SITE]
