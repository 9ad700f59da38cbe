"""Django starts the platform here: it registers the games, and template tags may take several lines."""

import re

from django.apps import AppConfig
from django.conf import settings
from django.template import base


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Settebello"

    def ready(self) -> None:
        # A template tag may take several lines (docs/adr/0035); Django reads tags of one line only.
        base.tag_re = re.compile(r"({%(?s:.*?)%}|{{.*?}}|{#.*?#})")

        from tournaments.games import registry

        registry.configure(settings.GAMES)
