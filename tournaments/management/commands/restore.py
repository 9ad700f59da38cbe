"""Restore a backup into an empty installation."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.backups.writes.restoring import restore_backup
from tournaments.errors import RefusedError
from tournaments.frame.phrases import sentence
from tournaments.management.database_ready import require_tables


class Command(BaseCommand):
    help = "Restores the backup FILE into an installation that is migrated and empty: all of it or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        try:
            restored = restore_backup(options["file"])
        except RefusedError as refusal:
            raise CommandError(sentence(refusal)) from refusal
        rows = sum(note.rows for note in restored.manifest.parts.values())
        self.stdout.write(_("%(rows)s rows were restored. Everybody logs in again.") % {"rows": rows})
        if restored.same_key:
            self.stdout.write(
                _("Codes and slips that were printed before go on working, from the next start of the site.")
            )
        else:
            self.stdout.write(
                _("SECRET_KEY is not that of the backup: set it to the old one, or print the slips again.")
            )
        self.stdout.write(f"checksum {restored.manifest.checksum}")
