"""The settings of the site without the rate limits within a minute, which a benchmark exceeds."""

from tournaments.config.settings import *  # noqa: F403
from tournaments.config.settings import API_PER_MINUTE

API_PER_MINUTE = dict.fromkeys(API_PER_MINUTE, 1_000_000_000)
