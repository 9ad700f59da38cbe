"""Runs the sweeper: once, or beside the web process for as long as it is wanted."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.services.sweeping import sweep

INTERVAL = 1.0


class Command(BaseCommand):
    help = "Gives due deadlines their effect and sends waiting mail; with --loop once a second until it is stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        done = sweep()
        while options["loop"]:
            time.sleep(INTERVAL)
            done += sweep()
        self.stdout.write(f"{done} things done")
