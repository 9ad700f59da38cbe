"""Runs the sweeper: once, or beside the web process for as long as it is wanted."""

import signal
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.services.sweeping import Sweeper, sweep


class Command(BaseCommand):
    help = (
        "Gives due deadlines their effect and sends waiting mail; with --loop until it is stopped, deadlines every "
        "quarter of a second. Any number of these may run at once, also beside the web process."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        done = self._until_stopped() if options["loop"] else sweep()
        self.stdout.write(f"{done} things done")

    def _until_stopped(self) -> int:
        sweeper = Sweeper()
        for stopping in (signal.SIGTERM, signal.SIGINT):
            signal.signal(stopping, lambda *_: sweeper.stop())
        sweeper.start()
        sweeper.wait()
        return sweeper.done
