"""Does long work beside the web process: what waits, and what a worker that died has left."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.services import jobs

INTERVAL = 0.5


class Command(BaseCommand):
    help = "Does the long work that waits (lists of entries, PDFs, archives); with --loop until it is stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--loop", action="store_true", help="go on until stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        done = jobs.work(timezone.now())
        while options["loop"]:
            time.sleep(INTERVAL)
            done += jobs.work(timezone.now())
        self.stdout.write(f"{done} jobs")
