"""Run the sweeper: once, or beside the web process until it is stopped."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.management.loops import until_stopped
from tournaments.upkeep.writes.sweeping import Sweeper, sweep


class Command(BaseCommand):
    # The web process has checked pages and settings; a restart after a kill must fire deadlines at once.
    requires_system_checks: Any = []

    help = (
        "Gives due deadlines their effect and sends waiting mail; with --loop until it is stopped, deadlines every "
        "quarter of a second. Any number of these may run at once, also beside the web process."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        done = until_stopped(Sweeper()) if options["loop"] else sweep()
        self.stdout.write(f"{done} things done")
