"""Do jobs beside the web process: those that wait, and those of a dead worker."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.jobs.writes import jobs
from tournaments.management.loops import until_stopped
from tournaments.upkeep.writes.sweeping import Duty, Sweeper

# Whether or not a Celery worker is alive.
ALONE = (
    Duty("jobs", 0.5, lambda: jobs.work(timezone.now(), jobs.OTHERS)),
    Duty("lists", 0.5, lambda: jobs.work(timezone.now(), (jobs.LIST,))),
)


class Command(BaseCommand):
    # As with the sweeper: the web process has checked pages and settings, and a worker that died left jobs waiting.
    requires_system_checks: Any = []

    help = "Does the long work that waits (lists of entries, PDFs, archives); with --loop until it is stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        done = until_stopped(Sweeper(ALONE)) if options["loop"] else jobs.work(timezone.now())
        self.stdout.write(f"{done} jobs")
