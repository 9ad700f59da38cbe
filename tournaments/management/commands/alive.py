"""Tell a supervisor whether a part of the installation is alive."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.upkeep.reads import pulse_ages


class Command(BaseCommand):
    help = "Fails when PART, as worker or clocks, has not been heard of for some SECONDS."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("part", metavar="PART")
        parser.add_argument("--seconds", type=float, default=60.0)

    def handle(self, *args: Any, **options: Any) -> None:
        part, longest = options["part"], options["seconds"]
        age = pulse_ages(timezone.now()).get(part)
        if age is None:
            raise CommandError(f"{part} has never been heard of")
        if age > longest:
            raise CommandError(f"{part} has not been heard of for {age:.0f} seconds")
        self.stdout.write(f"{part} was heard of {age:.1f} seconds ago")
