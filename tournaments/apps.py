"""The platform as one Django app."""

from django.apps import AppConfig
from django.conf import settings


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Settebello"

    def ready(self) -> None:
        from tournaments.games import registry

        registry.configure(settings.GAMES)
